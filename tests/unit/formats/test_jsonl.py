from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from datasets.formats import jsonl
from datasets.formats.errors import LabelFileError
from datasets.formats.options import ReadOptions, WriteOptions
from datasets.formats.record import LabelledDataset

if TYPE_CHECKING:
    from pathlib import Path

TILE = {"code": "5m", "box": [1, 2, 3, 4]}
IMAGE = {"path": "a.jpg", "width": 10, "height": 10}


def test_nothing_is_lost(dataset: LabelledDataset, tmp_path: Path) -> None:
    (file,) = jsonl.write(dataset, tmp_path / "out")
    for where in (file, tmp_path / "out"):
        assert jsonl.read(where, ReadOptions(root=dataset.root)) == dataset
    assert jsonl.read(file).root == tmp_path / "out"


def test_a_line_has_the_keys_of_a_reading(dataset: LabelledDataset) -> None:
    line = json.loads(jsonl.image_to_line(dataset.images[0]))
    assert line["tiles"][0] == {
        "code": "5m",
        "confidence": 0.9731,
        "box": [10.1, 20.2, 50.3, 80.4],
        "quad": [[11.5, 21.5], [49.5, 22.0], [49.0, 79.5], [12.0, 79.0]],
        "rotation": 90,
        "alternatives": [{"code": "0m", "confidence": 0.02}, {"code": "6m", "confidence": 0.001}],
        "row": 0,
        "index": 0,
        "group": 0,
        "sure": True,
        "source": "model",
    }
    assert line["groups"][1] == {"kind": "bonus", "tiles": [2], "text": "1f"}
    assert line["hand"] == "5m?? 1f"


def test_groups_and_warnings_follow_when_unsure_tiles_are_left_out(dataset: LabelledDataset, tmp_path: Path) -> None:
    jsonl.write(dataset, tmp_path, WriteOptions(min_confidence=0.5))
    image = jsonl.read(tmp_path).images[0]
    assert [tile.code for tile in image.tiles] == ["5m", "1f"]
    assert [group.tiles for group in image.groups] == [(0,), (1,)]
    assert [warning.tiles for warning in image.warnings] == [(1,), ()]
    jsonl.write(dataset, tmp_path, WriteOptions(min_confidence=0.8))
    image = jsonl.read(tmp_path).images[0]
    assert [(group.kind, group.tiles) for group in image.groups] == [("concealed", (0,))]
    assert image.tiles[0].group == 0
    assert len(jsonl.read(tmp_path).images[1].tiles) == 7, "a person's labels always stay"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"path": "a.jpg", "width": 10, "hei', "was the line cut off"),
        ("[1]", "not a picture"),
        ('{"path": "a.jpg", "width": 10}', "path, width, height"),
        (json.dumps(IMAGE | {"wdith": 1}), "no 'wdith'"),
        (json.dumps(IMAGE | {"width": "10"}), "wrong kind"),
        (json.dumps(IMAGE | {"tiles": 3}), "wrong kind"),
        (json.dumps(IMAGE | {"tiles": [{"code": "5m"}]}), "not a tile"),
        (json.dumps(IMAGE | {"tiles": [TILE | {"code": "9z"}]}), "'9z' is not a tile code"),
        (json.dumps(IMAGE | {"tiles": [TILE | {"code": ["5m"]}]}), "wrong kind"),
        (json.dumps(IMAGE | {"tiles": [TILE | {"box": [1, 2, 3]}]}), "box is"),
        (json.dumps(IMAGE | {"tiles": [TILE | {"box": [1, 2, 3, float("nan")]}]}), "box is"),
        (json.dumps(IMAGE | {"tiles": [TILE | {"colour": "red"}]}), "no 'colour'"),
        (json.dumps(IMAGE | {"groups": [{"kind": "meld"}]}), "'tiles' is missing"),
        (json.dumps(IMAGE | {"tiles": [TILE], "groups": [{"kind": "meld", "tiles": [1], "text": ""}]}), "is 1"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, words: str) -> None:
    file = tmp_path / "labels.jsonl"
    file.write_text(f"{json.dumps(IMAGE | {'path': 'b.jpg'})}\n\n{line}\n")
    with pytest.raises(LabelFileError, match=words) as caught:
        jsonl.read(tmp_path)
    assert str(caught.value).startswith(f"{file}:3: ")
    faults: list[Any] = []
    assert [image.path for image in jsonl.read(tmp_path, ReadOptions(on_fault=faults.append)).images] == ["b.jpg"]
    assert [fault.line for fault in faults] == [3]


def test_files_that_are_missing_or_no_text_are_named(tmp_path: Path) -> None:
    with pytest.raises(LabelFileError, match=r"labels\.jsonl: cannot be read"):
        jsonl.read(tmp_path)
    (tmp_path / "labels.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(LabelFileError, match="no text"):
        jsonl.read(tmp_path)


def test_a_cut_short_write_leaves_the_old_file(dataset: LabelledDataset, tmp_path: Path) -> None:
    (file,) = jsonl.write(dataset, tmp_path)
    before = file.read_bytes()
    bad = replace(dataset.images[0], path="z.jpg", provenance="\ud800")
    with pytest.raises(UnicodeEncodeError):
        jsonl.write(LabelledDataset(dataset.root, (*dataset.images, bad)), tmp_path)
    assert file.read_bytes() == before
    assert list(tmp_path.glob(".*")) == []
