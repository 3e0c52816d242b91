"""Pictures of an evaluation: photos with truth and reading drawn in, the confusion matrix, precision over coverage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from engine.tile import CODES
from vision.plates import Label, draw_label, draw_strip, ink_on

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from models.training.evaluation import Evaluation
    from models.training.matching import MatchedPhoto
    from vision.plates import Colour
    from vision.reading import RackReading

__all__ = ["contact_sheet", "draw_comparison", "draw_confusions", "draw_coverage", "ranked_by_mistakes"]

# Okabe and Ito's palette, as BGR: right, wrong, missed, read where nothing is, read where nobody labelled.
_RIGHT: Final = (115, 158, 0)
_WRONG: Final = (0, 94, 213)
_MISSED: Final = (66, 228, 240)
_EXTRA: Final = (167, 121, 204)
_NOT_JUDGED: Final = (150, 150, 150)
_PAGE: Final = (255, 255, 255)

_LONG_SIDE_PX: Final = 900
_MARGIN_PX: Final = 8


def ranked_by_mistakes(
    results: Sequence[tuple[MatchedPhoto, RackReading]],
) -> list[tuple[MatchedPhoto, RackReading]]:
    """Return the photos with any mistake, those with most wrong or missed tiles first."""

    def mistakes(result: tuple[MatchedPhoto, RackReading]) -> tuple[int, int]:
        matched, _ = result
        return int((~matched.right).sum()), int((~matched.exact_rows).sum() + (matched.judged & ~matched.there).sum())

    return sorted((result for result in results if any(mistakes(result))), key=mistakes, reverse=True)


def draw_comparison(
    matched: MatchedPhoto, reading: RackReading, long_side_px: int = _LONG_SIDE_PX
) -> NDArray[np.uint8]:
    """Return a photo with its labels and what was read.

    Right tiles are green, wrong ones vermilion with truth and answer, missed ones yellow with the truth, tiles read
    where nothing is purple with the answer, those that the labels cannot judge grey. A question mark follows an answer
    that was not called sure.
    """
    photo = matched.photo
    image = np.asarray(cv2.imread(str(photo.image_path), cv2.IMREAD_COLOR), np.uint8)
    scale = long_side_px / max(image.shape[:2])
    size_wh = round(image.shape[1] * scale), round(image.shape[0] * scale)
    canvas = np.asarray(cv2.resize(image, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    for label, box in enumerate(photo.boxes_xyxy):
        answer, truth = matched.answers[label], CODES[photo.codes[label]]
        if answer < 0:
            _draw(canvas, box * scale, _MISSED, truth)
        else:
            tile = reading.tiles[answer]
            shown = f"{truth}>{tile.code}{'' if tile.sure else '?'}"
            _draw(
                canvas, box * scale, _RIGHT if matched.right[label] else _WRONG, "" if matched.right[label] else shown
            )
    for index, tile in enumerate(reading.tiles):
        if not matched.there[index]:
            judged = matched.judged[index]
            _draw(canvas, np.array(tile.box) * scale, *((_EXTRA, tile.code) if judged else (_NOT_JUDGED, "")))
    wrong = int((~matched.right).sum())
    exact = f"{matched.exact_rows.sum()} of {len(matched.exact_rows)} rows exact"
    title = f"{photo.image_path.stem}: {len(matched.right) - wrong} of {len(matched.right)} right, {exact}"
    return np.vstack([canvas, draw_strip([(title, _WRONG if wrong else _RIGHT)], canvas.shape[1], 16)])


def contact_sheet(pictures: Sequence[NDArray[np.uint8]], columns: int = 3) -> NDArray[np.uint8]:
    """Return pictures side by side on a white page, row by row."""
    rows = [pictures[start : start + columns] for start in range(0, len(pictures), columns)]
    cell_px = max(picture.shape[1] for picture in pictures)
    bands = []
    for row in rows:
        height = max(picture.shape[0] for picture in row)
        band = np.full((height + _MARGIN_PX, columns * (cell_px + _MARGIN_PX), 3), _PAGE, np.uint8)
        for column, picture in enumerate(row):
            left = column * (cell_px + _MARGIN_PX)
            band[: picture.shape[0], left : left + picture.shape[1]] = picture
        bands.append(band)
    return np.vstack(bands)


def draw_confusions(evaluation: Evaluation, path: Path) -> None:
    """Write the confusion matrix of the codes that occur, each row's numbers and colours by its share."""
    counts = evaluation.confusions
    columns = np.flatnonzero(counts.sum(axis=0))
    codes = sorted({*np.flatnonzero(counts.sum(axis=1)).tolist(), *columns[columns < len(CODES)].tolist()})
    shown = [*codes, *columns[columns >= len(CODES)].tolist()]
    part = counts[np.ix_(codes, shown)]
    figure, axes = _new_figure((2 + 0.27 * len(shown), 1.6 + 0.25 * len(codes)))
    axes.imshow(part / np.maximum(part.sum(axis=1, keepdims=True), 1), cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for row, column in zip(*np.nonzero(part), strict=True):
        dark = part[row, column] > part[row].sum() / 2
        axes.text(column, row, part[row, column], ha="center", va="center", size=6, color="white" if dark else "black")
    axes.set_xticks(range(len(shown)), [evaluation.column_name(at) for at in shown], rotation=90, size=7)
    axes.set_yticks(range(len(codes)), [CODES[at] for at in codes], size=7)
    axes.set(xlabel="read as", ylabel="labelled", title=evaluation.title)
    _save(figure, path)


def draw_coverage(evaluation: Evaluation, path: Path) -> None:
    """Write the curve of precision over coverage with its interval, and where ``sure`` lies."""
    figure, axes = _new_figure((6, 4))
    shares = list(evaluation.curve)
    values = [evaluation.curve[share] for share in shares]
    axes.fill_between(shares, [f.low for f in values], [f.high for f in values], alpha=0.25, label="95 % interval")
    axes.plot(shares, [f.value for f in values], marker="o", label="most confident tiles")
    sure = evaluation.figures["sure coverage"].value, evaluation.figures["sure precision"].value
    axes.plot(*sure, "D", color="tab:orange", label="sure")
    axes.set(xlabel="share of labelled tiles", ylabel="share of them right", title=evaluation.title)
    axes.grid(alpha=0.3)
    axes.legend()
    _save(figure, path)


def _new_figure(size: tuple[float, float]) -> tuple[Any, Any]:
    # Only where a picture is asked for: it takes a second and belongs to the development tools.
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=size, layout="constrained")
    return figure, figure.subplots()


def _save(figure: Any, path: Path) -> None:  # noqa: ANN401 - matplotlib is imported late
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=130)


def _draw(canvas: NDArray[np.uint8], box: NDArray[np.float64], colour: Colour, text: str) -> None:
    x1, y1, x2, y2 = (round(float(value)) for value in box)
    cv2.rectangle(canvas, (x1, y1), (x2, y2), colour, 2)
    if text:
        draw_label(canvas, Label(text, 15, colour, ink_on(colour)), ((x1 + x2) / 2, y1 + 8))
