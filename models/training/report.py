"""An evaluation written down: JSON for programs, Markdown and pictures for people."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import cv2

from models.training.pictures import (
    contact_sheet,
    draw_comparison,
    draw_confusions,
    draw_coverage,
    ranked_by_mistakes,
)

if TYPE_CHECKING:
    from pathlib import Path

    from models.training.evaluation import Evaluation

__all__ = ["REPORT_NAME", "to_markdown", "write_plots", "write_report", "write_worst"]

REPORT_NAME: Final = "evaluation.json"

_INTERVALS: Final = "Intervals: 95 %, bootstrap over photos (over designs for synthetic scenes)."
_ABOUT_MAP: Final = (
    "mAP50 is the mean over the classes that occur here, out of 47. In photos of games mostly the player's own row is "
    "labelled: tiles read away from any label there count neither as right nor as wrong."
)
_ABOUT_WORST: Final = (
    "Green: right. Vermilion: truth > answer, `?` where it was not called sure. Yellow: missed. Purple: read where "
    "nothing is. Grey: not judged. The licence of the photos is the data's own."
)


def write_report(folder: Path, evaluation: Evaluation, worst_count: int = 12) -> None:
    """Write ``evaluation.json``, ``evaluation.md``, ``confusions.png``, ``coverage.png`` and ``worst.jpg``."""
    folder.mkdir(parents=True, exist_ok=True)
    document = json.dumps(evaluation.to_json(), indent=1, ensure_ascii=False)
    (folder / REPORT_NAME).write_text(document + "\n", encoding="utf-8")
    write_plots(folder, evaluation)
    ranked = ranked_by_mistakes(evaluation.results)[:worst_count]
    sheet = folder / "worst.jpg"
    sheet.unlink(missing_ok=True)  # of an earlier evaluation
    if ranked:
        pictures = [draw_comparison(*result) for result in ranked]
        cv2.imwrite(str(sheet), contact_sheet(pictures), [cv2.IMWRITE_JPEG_QUALITY, 85])
    (folder / "evaluation.md").write_text(to_markdown(evaluation, worst=bool(ranked)), encoding="utf-8")


def write_plots(folder: Path, evaluation: Evaluation) -> None:
    """Write ``confusions.png`` and ``coverage.png``, which show no photo."""
    draw_confusions(evaluation, folder / "confusions.png")
    draw_coverage(evaluation, folder / "coverage.png")


def write_worst(folder: Path, evaluation: Evaluation, count: int) -> None:
    """Write one picture with truth and reading for each of the photos with most mistakes."""
    folder.mkdir(parents=True, exist_ok=True)
    for rank, (matched, reading) in enumerate(ranked_by_mistakes(evaluation.results)[:count]):
        name = f"{rank:02d}_{(~matched.right).sum()}_wrong_{matched.photo.image_path.stem}.jpg"
        cv2.imwrite(str(folder / name), draw_comparison(matched, reading, 1280))


def to_markdown(evaluation: Evaluation, *, worst: bool = True) -> str:
    """Return the report as Markdown, pictures by their names beside it."""
    content = evaluation.to_json()
    parts = [
        f"# {evaluation.title}",
        f"{content['photos']} photos, {content['tiles']} tiles, {content['rows']} rows. {_INTERVALS}",
        "\n".join(
            f"- {model['role']}: {model['name']}, sha256 `{model['sha256']}`" for model in content.get("models", [])
        ),
        "## Figures",
        _table(
            ["figure", "value", "95 % interval"],
            [[name, _number(f["value"]), _interval(f)] for name, f in content["figures"].items()],
        ),
        _ABOUT_MAP,
        "## Precision of the most confident tiles",
        _table(
            ["share of labelled tiles", "of them right", "95 % interval"],
            [[_number(p["coverage"]), _number(p["value"]), _interval(p)] for p in content["precision_at_coverage"]],
        ),
        "![precision over coverage](coverage.png)",
        "## Special questions",
        _table(
            ["question", "labels", "share", "95 % interval"],
            [[name, str(q["labels"]), _number(q["value"]), _interval(q)] for name, q in content["questions"].items()],
        ),
        "## By group",
        _groups_table(content["groups"]),
        "## By class",
        _classes_table(content["classes"]),
        "## Mistakes",
        ", ".join(f"{label} as {answer} x{count}" for label, answer, count in content["confusions"]) or "none",
        "![confusion matrix](confusions.png)",
    ]
    if worst:
        parts += ["## Photos with most mistakes", _ABOUT_WORST, "![worst photos](worst.jpg)"]
    return "\n\n".join(part for part in parts if part) + "\n"


def _groups_table(groups: dict[str, dict[str, float]]) -> str:
    names = list(next(iter(groups.values()), {}))
    rows = [[group, *(_number(values[name]) for name in names)] for group, values in groups.items()]
    return _table(["group", *names], rows)


def _classes_table(classes: dict[str, dict[str, Any]]) -> str:
    rows = []
    for code, values in classes.items():
        mistaken = values["mistaken_for"]
        shown = (
            ", ".join(f"{other} x{count}" for other, count in mistaken.items()) if isinstance(mistaken, dict) else ""
        )
        rows.append([code, *(_number(values[name]) for name in ("labels", "right", "precision", "AP50")), shown])
    return _table(["class", "labels", "right", "precision", "AP50", "mistaken for"], rows)


def _table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) if rows else ""


def _number(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _interval(figure: dict[str, object]) -> str:
    return f"{_number(figure['low'])} to {_number(figure['high'])}"
