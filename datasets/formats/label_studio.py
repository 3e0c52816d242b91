"""Label Studio: tasks to import, and what it exports as JSON.

Written::

    tasks.json             a task a picture, what the model read as a prediction, a person's labels as an annotation
    labeling_config.xml    the labelling interface: rectangles with the class names

Boxes are per cent of the upright picture, from its top left. A picture with a label of a person is a person's answer,
and all its tiles become one annotation. Tiles nobody could read come along, so that somebody can. What Label Studio has
no field for (corners, rows, …) is kept under ``tilesight`` in a region's ``meta`` and in the task's ``data``, and read
back; where a person moved a box or changed its label, that counts.

Of exported tasks the annotations are read, the newest that was not cancelled; the predictions where there is none.
"""

from __future__ import annotations

import hashlib
import math
import re
from dataclasses import replace
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, quote, unquote, urlsplit
from xml.etree import ElementTree as ET

from datasets.formats.boxes import check_box, clip_box
from datasets.formats.class_list import code_of_name
from datasets.formats.errors import LabelFileError, RecordError
from datasets.formats.files import Place, json_lines, write_lines, write_text
from datasets.formats.gathering import gather
from datasets.formats.json_list import read_json_list
from datasets.formats.options import READ_DEFAULTS, WRITE_DEFAULTS
from datasets.formats.pictures import size_of_picture
from datasets.formats.record import LabelledImage, LabelledTile
from datasets.formats.selection import select_tiles
from datasets.formats.stored import KEY, code_of_stored, restore_image, restore_tile, store_image, store_tile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from datasets.formats.class_map import ClassMap
    from datasets.formats.options import ReadOptions, WriteOptions
    from datasets.formats.record import BoxXyxy, LabelledDataset, Quad

__all__ = ["classes_of", "labeling_config", "prediction_of", "read", "write"]

TASKS: Final = "tasks.json"
CONFIG: Final = "labeling_config.xml"

FROM_NAME: Final = "tiles"
"""The control of our labelling interface."""

TO_NAME: Final = "photo"
"""What it is laid on."""

_KINDS: Final = frozenset({"rectanglelabels", "labels"})
"""Regions that are labelled boxes; others (a choice, a note) are none of ours."""

_UPLOADED: Final = re.compile(r"[0-9a-f]{8}-")
"""What Label Studio puts before the name of an uploaded file."""


def classes_of(dataset: LabelledDataset) -> ClassMap:
    """Return the data set's classes, with one for tiles that could not be read."""
    return dataset.classes.with_unreadable()


def write(dataset: LabelledDataset, out_dir: Path, options: WriteOptions = WRITE_DEFAULTS) -> list[Path]:
    """Write the tasks and the labelling interface."""
    classes = classes_of(dataset)
    tasks = (_task(select_tiles(image, classes, options), classes, options) for image in dataset.images)
    lines = chain(["[\n"], json_lines(tasks), ["]\n"])
    return [write_lines(out_dir / TASKS, lines), write_text(out_dir / CONFIG, labeling_config(classes))]


def labeling_config(classes: ClassMap) -> str:
    """Return the XML of the labelling interface."""
    view = ET.Element("View")
    ET.SubElement(view, "Image", name=TO_NAME, value="$image", zoom="true", zoomControl="true")
    control = ET.SubElement(view, "RectangleLabels", name=FROM_NAME, toName=TO_NAME, canRotate="false")
    for name in classes.names:
        ET.SubElement(control, "Label", value=name)
    ET.indent(view)
    return ET.tostring(view, encoding="unicode") + "\n"


def prediction_of(
    image: LabelledImage, classes: ClassMap, from_name: str = FROM_NAME, to_name: str = TO_NAME
) -> dict[str, Any]:
    """Return what the model read as a prediction; its score is that of the least sure tile, so that tasks sort by it.

    Args:
        image: The picture, its tiles all with a class.
        classes: The classes.
        from_name: The rectangle control of the labelling interface.
        to_name: The picture that it is laid on.
    """
    scores = [tile.confidence for tile in image.tiles if tile.confidence is not None]
    return {
        "model_version": image.provenance or "tilesight",
        "score": min(scores, default=0.0),
        "result": _results(image, classes, from_name, to_name),
    }


def _task(image: LabelledImage, classes: ClassMap, options: WriteOptions) -> dict[str, Any]:
    data = {"image": options.image_url + quote(image.path), KEY: store_image(image)}
    if any(tile.source == "human" for tile in image.tiles):
        return {"data": data, "annotations": [{"result": _results(image, classes, FROM_NAME, TO_NAME)}]}
    return {"data": data, "predictions": [prediction_of(image, classes)]}


def _results(image: LabelledImage, classes: ClassMap, from_name: str, to_name: str) -> list[dict[str, Any]]:
    results = []
    for place, tile in enumerate(image.tiles):
        left, top, right, bottom = clip_box(tile.box_xyxy, image.size_wh) or tile.box_xyxy
        result: dict[str, Any] = {
            "id": hashlib.sha256(f"{image.path} {place}".encode()).hexdigest()[:10],
            "type": "rectanglelabels",
            "from_name": from_name,
            "to_name": to_name,
            "original_width": image.width,
            "original_height": image.height,
            "image_rotation": 0,
            "value": {
                "x": 100 * left / image.width,
                "y": 100 * top / image.height,
                "width": 100 * (right - left) / image.width,
                "height": 100 * (bottom - top) / image.height,
                "rotation": 0,
                "rectanglelabels": [classes.name_of(tile.code)],
            },
            "meta": {KEY: store_tile(tile, place)},
        }
        if tile.confidence is not None:
            result["score"] = tile.confidence
        results.append(result)
    return results


def read(path: Path, options: ReadOptions = READ_DEFAULTS) -> LabelledDataset:
    """Read tasks or an export, or ``tasks.json`` of a folder.

    Raises:
        LabelFileError: The file is missing or holds no tasks, or a region is no label and nobody else is told.
    """
    file = path / TASKS if path.is_dir() else path
    return gather(_images(file, options), Place(file, options), file.parent)


def _images(file: Path, options: ReadOptions) -> Iterator[LabelledImage]:
    place = Place(file, replace(options, classes=options.classes.with_unreadable()))
    for number, task in enumerate(read_json_list(file), start=1):
        if not isinstance(task, dict):
            message = "holds no tasks: export them from Label Studio as 'JSON', not as another format"
            raise LabelFileError(message, file)
        image = None
        with place.reporting():
            image = _image(task, f"task {task.get('id', number)}", place)
        if image is not None:
            yield image


def _image(task: Mapping[str, Any], where: str, place: Place) -> LabelledImage | None:
    data = task.get("data")
    if not isinstance(data, dict) or not isinstance(data.get("image"), str):
        message = f"{where} has no 'data' with an 'image'; export the tasks as 'JSON', not as 'JSON-MIN'"
        raise place.fault(message)
    results, is_persons = _answer(task)
    kept = data.get(KEY)
    fallback = _bare_image(data["image"], kept, results, where, place)
    if fallback is None:
        return None
    tiles = []
    for result in results:
        if isinstance(result, dict) and result.get("type") in _KINDS:
            with place.reporting():
                tiles.append(
                    _tile(result, fallback, f"{where}, region {result.get('id')}", place, is_persons=is_persons)
                )
    return restore_image(kept, tiles, fallback)


def _answer(task: Mapping[str, Any]) -> tuple[list[Any], bool]:
    """Return the regions that count, and whether a person submitted them to Label Studio."""
    annotations = [
        annotation
        for annotation in task.get("annotations") or ()
        if isinstance(annotation, dict) and not annotation.get("was_cancelled")
    ]
    if annotations:
        newest = max(annotations, key=lambda annotation: str(annotation.get("updated_at") or ""))
        # Annotations that we wrote ourselves have no author, and say of each tile whose label it is.
        return newest.get("result") or [], newest.get("completed_by") is not None
    predictions = [prediction for prediction in task.get("predictions") or () if isinstance(prediction, dict)]
    return (predictions[-1].get("result") or [] if predictions else []), False


def _bare_image(url: str, kept: object, results: Sequence[Any], where: str, place: Place) -> LabelledImage | None:
    """Return the picture without tiles: as we stored it, as a region says, or as it is on the disk."""
    known = kept if isinstance(kept, dict) else {}
    sized = next((r for r in results if isinstance(r, dict) and "original_width" in r), {})
    path = known.get("path") or _path_of(url)
    width = sized.get("original_width") or known.get("width")
    height = sized.get("original_height") or known.get("height")
    try:
        if isinstance(width, int) and isinstance(height, int):
            return LabelledImage(path, width, height)
        root = place.options.root or place.path.parent
        measured = size_of_picture(root / path, place)
        return None if measured is None else LabelledImage(path, *measured[0], orientation=measured[1])
    except (RecordError, TypeError) as error:
        message = f"{where} is of no picture: {error}"
        raise place.fault(message) from None


def _path_of(url: str) -> str:
    """Return where a task's picture lies under the data set's folder.

    >>> _path_of("/data/local-files/?d=a/b%20c.jpg"), _path_of("/data/upload/3/0a1b2c3d-rack.jpg")
    ('a/b c.jpg', 'rack.jpg')
    """
    parts = urlsplit(url)
    local = parse_qs(parts.query).get("d")
    if local:
        return PurePosixPath(local[0].lstrip("/")).as_posix()
    return _UPLOADED.sub("", PurePosixPath(unquote(parts.path)).name, count=1)


def _tile(
    result: Mapping[str, Any], image: LabelledImage, where: str, place: Place, *, is_persons: bool
) -> tuple[int | None, LabelledTile]:
    value = result.get("value")
    if not isinstance(value, dict) or result.get("image_rotation"):
        message = f"{where} has no value, or was drawn on a turned picture; draw on the picture as it stands"
        raise place.fault(message)
    meta = result.get("meta")
    kept = meta.get(KEY) if isinstance(meta, dict) else None
    code = _code(value, kept, where, place)
    corners = _corners(value, image)
    across, down = [x for x, _ in corners], [y for _, y in corners]
    box = check_box((min(across), min(down), max(across), max(down)), image.size_wh, f"{where}: the box", place)
    tile = restore_tile(kept, code, box, image.size_wh) or (None, _fresh(result, code, box, corners))
    if is_persons:
        return tile[0], replace(tile[1], source="human", confidence=None, alternatives=(), sure=None)
    return tile


def _fresh(result: Mapping[str, Any], code: str, box: BoxXyxy, corners: Quad) -> LabelledTile:
    score = result.get("score")
    confidence = score if isinstance(score, int | float) and 0 <= score <= 1 else None
    turned = corners[0][1] != corners[1][1]
    quad = corners if turned else None
    return LabelledTile(code, box, quad, confidence=confidence, source="human" if confidence is None else "model")


def _code(value: Mapping[str, Any], kept: object, where: str, place: Place) -> str:
    names = value.get("rectanglelabels") or value.get("labels")
    if not isinstance(names, list) or len(names) != 1 or not isinstance(names[0], str):
        message = f"{where} has no label, or several; a tile has one"
        raise place.fault(message)
    stored = code_of_stored(kept)
    if isinstance(stored, str) and place.options.classes.name_of(stored) == names[0]:
        return stored
    return code_of_name(names[0], place)


def _corners(value: Mapping[str, Any], image: LabelledImage) -> Quad:
    """Return the corners of a region in pixels; it is turned around its top left corner, clockwise in degrees."""
    try:
        left, top = value["x"] * image.width / 100, value["y"] * image.height / 100
        width, height = value["width"] * image.width / 100, value["height"] * image.height / 100
        angle = math.radians(value.get("rotation") or 0)
    except (KeyError, TypeError):
        left = top = width = height = angle = math.nan
    across, down = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    return (
        (left, top),
        (left + width * across[0], top + width * across[1]),
        (left + width * across[0] + height * down[0], top + width * across[1] + height * down[1]),
        (left + height * down[0], top + height * down[1]),
    )
