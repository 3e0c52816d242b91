"""What every format has to do: write, read again, say what is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from datasets.curation.loading import load_dataset
from datasets.curation.writing import write_dataset
from datasets.formats.class_map import ClassMap
from datasets.formats.errors import FormatError
from datasets.formats.options import Pictures, ReadOptions, WriteOptions
from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile
from datasets.formats.registry import FORMAT_NAMES, get_format
from datasets.formats.selection import count_dropped

if TYPE_CHECKING:
    from pathlib import Path

LOSSLESS = ("jsonl", "label-studio")
"""Formats that also keep tiles nobody could read, and all that the record knows."""


def boxes_of(image: LabelledImage) -> list[tuple[str, tuple[float, ...]]]:
    return [(tile.code, tile.box_xyxy) for tile in image.tiles]


def files_under(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


def readable(dataset: LabelledDataset) -> LabelledDataset:
    """Return the data set without the tiles that formats with a class list drop."""
    images = tuple(
        replace(image, tiles=tuple(tile for tile in image.tiles if tile.code != "??"), groups=(), warnings=())
        for image in dataset.images
    )
    return LabelledDataset(dataset.root, images)


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_boxes_codes_and_pictures_come_back(dataset: LabelledDataset, tmp_path: Path, name: str) -> None:
    form = get_format(name)
    files = form.write(dataset, tmp_path / "out")
    assert files
    assert all(file.is_file() for file in files)
    back = form.read(tmp_path / "out", ReadOptions(root=dataset.root))
    expected = dataset if name in LOSSLESS else readable(dataset)
    found = {image.path: image for image in back.images}
    assert set(found) == {image.path for image in expected.images}
    # VOC has whole pixels only.
    nearest = 0.5 if name == "voc" else 0.011
    for image in expected.images:
        assert found[image.path].size_wh == image.size_wh
        assert [tile.code for tile in found[image.path].tiles] == [tile.code for tile in image.tiles]
        for tile, other in zip(image.tiles, found[image.path].tiles, strict=True):
            assert other.box_xyxy == pytest.approx(tile.box_xyxy, abs=nearest)


@pytest.mark.parametrize("name", LOSSLESS)
def test_formats_with_room_for_everything_lose_nothing(dataset: LabelledDataset, tmp_path: Path, name: str) -> None:
    form = get_format(name)
    form.write(dataset, tmp_path / "out")
    assert form.read(tmp_path / "out", ReadOptions(root=dataset.root)).images == dataset.images


def test_coco_loses_only_tiles_nobody_could_read(dataset: LabelledDataset, tmp_path: Path) -> None:
    form = get_format("coco")
    form.write(dataset, tmp_path / "out")
    back = form.read(tmp_path / "out", ReadOptions(root=dataset.root))
    first = back.images[0]
    assert [(group.kind, group.tiles) for group in first.groups] == [("concealed", (0,)), ("bonus", (1,))]
    assert [warning.tiles for warning in first.warnings] == [(1,), ()]
    tiles = dataset.images[0].tiles
    assert first.tiles == (tiles[0], tiles[2])
    assert back.images[1:] == dataset.images[1:]


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_what_was_read_is_written_the_same(dataset: LabelledDataset, tmp_path: Path, name: str) -> None:
    form = get_format(name)
    form.write(dataset, tmp_path / "one")
    form.write(form.read(tmp_path / "one", ReadOptions(root=dataset.root)), tmp_path / "two")
    form.write(dataset, tmp_path / "three")
    assert files_under(tmp_path / "three") == files_under(tmp_path / "one")
    if name in {"yolo", "cvat"}:
        # The order of the pictures is theirs, and what a manifest knows stays.
        assert files_under(tmp_path / "two") == files_under(tmp_path / "one")


@pytest.mark.parametrize("name", ["yolo", "coco", "voc"])
@pytest.mark.parametrize("pictures", ["copy", "link"])
def test_pictures_come_along_and_are_found_there(
    dataset: LabelledDataset, tmp_path: Path, name: str, pictures: str
) -> None:
    form = get_format(name)
    form.write(dataset, tmp_path / "out", WriteOptions(pictures=pictures))  # type: ignore[arg-type]
    back = form.read(tmp_path / "out")
    assert len(back.images) == 3
    for image in back.images:
        picture = back.root / image.path
        assert picture.is_file()
        assert picture.is_symlink() == (pictures == "link")
    again = form.read(tmp_path / "out")
    form.write(again, tmp_path / "out", WriteOptions(pictures=pictures))  # type: ignore[arg-type]
    assert {image.path for image in form.read(tmp_path / "out").images} == {image.path for image in back.images}


@pytest.mark.parametrize("name", [name for name in FORMAT_NAMES if name != "jsonl"])
def test_names_of_the_users_own(dataset: LabelledDataset, tmp_path: Path, name: str) -> None:
    classes = ClassMap(
        (("9s", "bam nine"), ("5m", "crack/5"), ("0p", "dot <five>"), ("1f", "flower"), ("8f", "flower"))
    )
    named = LabelledDataset(dataset.root, dataset.images, classes)
    form = get_format(name)
    assert dict(count_dropped(named, form, WriteOptions()).without_class) == {
        "0x": 1,
        "1j": 1,
        "1m": 1,
        "7z": 1,
        "??": 1,
    }
    form.write(named, tmp_path / "out")
    back = form.read(tmp_path / "out", ReadOptions(root=dataset.root, classes=classes))
    codes = {image.path: [tile.code for tile in image.tiles] for image in back.images}
    # Of codes that share a name the first counts, where the format keeps no more than the name.
    keeps_codes = name in {"coco", "label-studio"}
    assert codes["games/größe 2.png"] == ["9s", "0p", "8f" if keeps_codes else "1f"]
    assert codes["rack one.jpg"] == ["5m", "1f"]


@pytest.mark.parametrize("name", FORMAT_NAMES)
def test_what_is_dropped_is_counted(tmp_path: Path, name: str) -> None:
    tiles = (
        LabelledTile("1m", (10, 10, 20, 20), confidence=0.4),
        LabelledTile("2m", (30, 10, 40, 20), confidence=0.9),
        LabelledTile("3m", (30, 10, 40, 20), confidence=0.1, source="human"),
        LabelledTile("??", (50, 10, 60, 20), confidence=0.9),
        LabelledTile("4m", (200, 10, 210, 20), confidence=0.9),
    )
    dataset = LabelledDataset(tmp_path, (LabelledImage("a.jpg", 100, 100, tiles),))
    form, options = get_format(name), WriteOptions(min_confidence=0.5)
    form.write(dataset, tmp_path / "out", options)
    dropped = count_dropped(dataset, form, options)
    (image,) = form.read(tmp_path / "out", ReadOptions(root=tmp_path)).images if name != "jsonl" else (None,)
    if image is not None:
        assert len(image.tiles) == len(tiles) - dropped.total
    assert dropped.unsure == 1
    assert dropped.outside == (0 if name == "jsonl" else 1)
    assert dict(dropped.without_class) == ({} if name in LOSSLESS else {"??": 1})


@pytest.mark.parametrize("by_way_of", ["yolo", "coco", "voc"])
@pytest.mark.parametrize("pictures", ["copy", "link", "none"])
@pytest.mark.parametrize("folder", ["", "images/", "images/train/", "a/images/"])
def test_paths_are_the_same_there_and_back(
    dataset: LabelledDataset, tmp_path: Path, by_way_of: str, pictures: Pictures, folder: str
) -> None:
    moved = replace(dataset, images=tuple(replace(image, path=folder + image.path) for image in dataset.images))
    for image in dataset.images:
        target = tmp_path / "moved" / folder / image.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(dataset.root / image.path)
    moved = replace(moved, root=tmp_path / "moved")
    write_dataset(moved, tmp_path / "there", (by_way_of,), WriteOptions(pictures=pictures))
    there = load_dataset(tmp_path / "there", None, ReadOptions(root=moved.root if pictures == "none" else None))
    write_dataset(there, tmp_path / "back", ("jsonl",), WriteOptions(pictures="copy"))
    back = load_dataset(tmp_path / "back")
    # But where pictures come along, VOC has a folder of pictures of its own, and YOLO no second one in a path.
    renamed = {"voc": ("images/", ""), "yolo": ("a/images/", "a/images_/")} if pictures != "none" else {}
    old, new = renamed.get(by_way_of, ("", ""))
    expected = {path.replace(old, new, 1) if path.startswith(old) else path: path for path in moved.paths}
    assert set(back.paths) == set(expected)
    for path in back.paths:
        assert (back.root / path).read_bytes() == (moved.root / expected[path]).read_bytes()


@pytest.mark.parametrize("name", ["yolo", "coco", "voc"])
def test_a_picture_that_was_deleted_moves_no_other(dataset: LabelledDataset, tmp_path: Path, name: str) -> None:
    form = get_format(name)
    form.write(dataset, tmp_path, WriteOptions(pictures="copy"))
    whole = form.read(tmp_path)
    first = whole.paths[0]
    (whole.root / first).unlink()
    back = form.read(tmp_path)
    assert (back.root, back.paths) == (whole.root, whole.paths)
    assert [path for path in back.paths if not (back.root / path).is_file()] == [first]


@pytest.mark.parametrize("name", ["yolo", "coco", "voc"])
def test_a_picture_to_bring_along_that_is_missing_is_named(tmp_path: Path, name: str) -> None:
    dataset = LabelledDataset(tmp_path, (LabelledImage("a.jpg", 10, 10),))
    with pytest.raises(FormatError, match=r"a\.jpg is missing"):
        get_format(name).write(dataset, tmp_path / "out", WriteOptions(pictures="copy"))


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(FormatError, match="'csv'; the formats are yolo, coco, voc, label-studio, cvat, jsonl"):
        get_format("csv")
