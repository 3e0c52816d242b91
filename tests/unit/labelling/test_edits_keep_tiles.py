"""An edit of one tile leaves the others as they are, however coarsely the edited format writes them."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from datasets.formats.class_map import ClassMap
from datasets.formats.registry import FORMAT_NAMES
from datasets.labelling.store import Store
from datasets.labelling.summary import Summary
from datasets.labelling.work import PhotoLabels

Label = Callable[..., Summary]

PATH = "a/rack.jpg"
BOXES = ((-3.4, 4.4, 9.6, 20.5), (11.3, 5.5, 20.6, 20.4), (150.4, 5.1, 171.7, 44.8))
"""Between pixels, and beyond the edges of a picture of 160 x 40."""


def _in_yolo(text: str) -> str:
    return re.sub(r"^\d+", "17", text, count=1)


def _in_coco(text: str) -> str:
    value = json.loads(text)
    image = next(image["id"] for image in value["images"] if image["file_name"] == PATH)
    next(one for one in value["annotations"] if one["image_id"] == image)["category_id"] = 18
    return json.dumps(value)


def _in_label_studio(text: str) -> str:
    tasks = json.loads(text)
    task = next(task for task in tasks if task["data"]["tilesight"]["path"] == PATH)
    labels = next(one["value"] for one in task["predictions"][0]["result"] if "rectanglelabels" in one["value"])
    labels["rectanglelabels"] = ["9p"]
    return json.dumps(tasks)


def _in_cvat(archive: Path) -> None:
    with zipfile.ZipFile(archive) as zipped:
        members = {name: zipped.read(name) for name in zipped.namelist()}
    name = next(name for name in members if name.endswith("a/rack.txt"))
    members[name] = _in_yolo(members[name].decode()).encode()
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as zipped:
        for member, data in members.items():
            zipped.writestr(member, data)
    archive.write_bytes(content.getvalue())


def _in_text(name: str, change: Callable[[str], str]) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        before = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(change(before), encoding="utf-8")

    return edit


EDITS: dict[str, Callable[[Path], None]] = {
    "yolo": _in_text("labels/a/rack.txt", _in_yolo),
    "voc": _in_text("Annotations/a/rack.xml", lambda text: text.replace("<name>2m</name>", "<name>9p</name>", 1)),
    "coco": _in_text("annotations/instances_default.json", _in_coco),
    "jsonl": _in_text("labels.jsonl", lambda text: text.replace('"code":"2m"', '"code":"9p"', 1)),
    "label-studio": _in_text("tasks.json", _in_label_studio),
    "cvat": lambda folder: _in_cvat(folder / "cvat_yolo_1.1.zip"),
}
"""What makes the first tile of a/rack.jpg, a 2m, a 9p."""


def _write_with_boxes(label: Label, out: Path, form: str) -> None:
    """Label, and give the tiles boxes that formats round and cut."""
    label(formats=(form,))
    with Store(out / ".tilesight") as store:
        labels, entry = store.read(PATH), store.entries[PATH]
        tiles = tuple(
            replace(tile, box_xyxy=box, quad=None) for tile, box in zip(labels.image.tiles, BOXES, strict=True)
        )
        store.add_human(PATH, PhotoLabels(replace(labels.image, tiles=tiles)), entry.offset)
    label(formats=(form,))


def test_every_format_is_edited() -> None:
    assert set(EDITS) == set(FORMAT_NAMES)


@pytest.mark.parametrize("form", EDITS)
def test_tiles_that_were_left_alone_are_neither_doubled_nor_moved(label: Label, tmp_path: Path, form: str) -> None:
    out = tmp_path / "out"
    _write_with_boxes(label, out, form)
    EDITS[form](out / form)
    summary = label(formats=(form,))
    assert (summary.written.taken_over, summary.written.problems) == ([PATH], [])
    with Store(out / ".tilesight") as store:
        tiles = store.read(PATH).image.tiles
    assert [(tile.code, tile.box_xyxy) for tile in tiles] == list(zip(("9p", "3m", "4m"), BOXES, strict=True))


def test_codes_that_share_a_name_stay_apart_where_nothing_was_changed(label: Label, tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = {"formats": ("yolo",), "classes": ClassMap((("2m", "man"), ("3m", "man"), ("4m", "four"), ("9p", "p")))}
    label(**options)
    file = out / "yolo" / "labels" / "a" / "rack.txt"
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [line.split()[0] for line in lines] == ["0", "0", "1"]
    file.write_text("\n".join([*lines[:2], re.sub("^1", "2", lines[2])]), encoding="utf-8")
    label(**options)
    with Store(out / ".tilesight") as store:
        assert [tile.code for tile in store.read(PATH).image.tiles] == ["2m", "3m", "9p"]
