"""Whatever is labelled: written in a format and read again it is the same, as far as the format can say it."""

from __future__ import annotations

import tempfile
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.formats.options import ReadOptions, WriteOptions
from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile
from datasets.formats.registry import get_format
from datasets.formats.selection import count_dropped, select_tiles
from engine.tile import CODES
from vision.reading import ReadWarning, TileGroup

names = st.text(
    st.characters(codec="utf-8", exclude_characters="/\\\0", exclude_categories=["C", "Z"]), min_size=1, max_size=8
)
"""Words of any script."""

probabilities = st.floats(0, 1)
optional_places = st.none() | st.integers(0, 20)


@st.composite
def paths(draw: st.DrawFn) -> str:
    parts = [part for part in draw(st.lists(names, min_size=1, max_size=3)) if part not in {".", ".."}] or ["a"]
    return "/".join(parts) + draw(st.sampled_from([".jpg", ".png", ".HEIC"]))


@st.composite
def boxes(draw: st.DrawFn, width: int, height: int) -> tuple[float, float, float, float]:
    """Return a box in the picture to a hundredth of a pixel, one pixel wide and high or more."""
    left, right = sorted(draw(st.tuples(*(st.integers(0, 100 * width),) * 2)))
    top, bottom = sorted(draw(st.tuples(*(st.integers(0, 100 * height),) * 2)))
    left, top = min(left, right - 100), min(top, bottom - 100)
    left, right = (0, 100) if left < 0 else (left, right)
    top, bottom = (0, 100) if top < 0 else (top, bottom)
    return left / 100, top / 100, right / 100, bottom / 100


@st.composite
def tiles(draw: st.DrawFn, width: int, height: int) -> LabelledTile:
    corners = st.tuples(st.floats(-width, 2 * width), st.floats(-height, 2 * height))
    return LabelledTile(
        code=draw(st.sampled_from((*CODES, "??"))),
        box_xyxy=draw(boxes(width, height)),
        quad=draw(st.none() | st.tuples(*(corners,) * 4)),
        rotation=draw(st.sampled_from((None, 0, 90, 180, 270))),
        confidence=draw(st.none() | probabilities),
        sure=draw(st.none() | st.booleans()),
        alternatives=tuple(draw(st.lists(st.tuples(st.sampled_from(CODES), probabilities), max_size=2))),
        row=draw(optional_places),
        index=draw(optional_places),
        source=draw(st.sampled_from(("model", "human"))),
    )


@st.composite
def images(draw: st.DrawFn) -> LabelledImage:
    width, height = draw(st.tuples(*(st.integers(1, 20_000),) * 2))
    found = tuple(draw(st.lists(tiles(width, height), max_size=5)))
    some = st.lists(st.integers(0, len(found) - 1), unique=True, min_size=1).map(tuple) if found else st.nothing()
    groups = st.builds(TileGroup, st.sampled_from(("concealed", "meld", "bonus", "indicator", "loose")), some, names)
    warnings = st.builds(ReadWarning, names, names, some | st.just(()))
    return LabelledImage(
        path=draw(paths()),
        width=width,
        height=height,
        tiles=found,
        orientation=draw(st.integers(1, 8)),
        sha256=draw(st.none() | st.binary(min_size=32, max_size=32).map(bytes.hex)),
        groups=tuple(draw(st.lists(groups, max_size=2))) if found else (),
        hand=draw(st.none() | names),
        warnings=tuple(draw(st.lists(warnings, max_size=2))),
        group=draw(st.none() | names),
        source_photo=draw(st.none() | names),
        provenance=draw(st.none() | names),
    )


def file_of(image: LabelledImage) -> str:
    return PurePosixPath(image.path).with_suffix("").as_posix().casefold()


datasets = st.lists(images(), max_size=3, unique_by=file_of).map(
    lambda found: LabelledDataset(Path("photos"), tuple(found))
)


def written_and_read(dataset: LabelledDataset, name: str) -> dict[str, LabelledImage]:
    form = get_format(name)
    with tempfile.TemporaryDirectory() as folder:
        form.write(dataset, Path(folder))
        return {image.path: image for image in form.read(Path(folder), ReadOptions(root=dataset.root)).images}


@pytest.mark.parametrize("name", ["jsonl", "label-studio", "coco"])
@given(dataset=datasets)
@settings(max_examples=15, deadline=None)
def test_everything_comes_back_where_there_is_room(name: str, dataset: LabelledDataset) -> None:
    kept = [select_tiles(image, get_format(name).classes_of(dataset), WriteOptions()) for image in dataset.images]
    assert written_and_read(dataset, name) == {image.path: image for image in kept}


@pytest.mark.parametrize("name", ["yolo", "cvat", "voc"])
@given(dataset=datasets)
@settings(max_examples=15, deadline=None)
def test_boxes_come_back_to_a_pixel(name: str, dataset: LabelledDataset) -> None:
    back = written_and_read(dataset, name)
    assert list(back) == [image.path for image in dataset.images] or name == "voc"
    nearest = 0.5 if name == "voc" else 0.011
    for image in dataset.images:
        found = back[image.path]
        assert found.size_wh == image.size_wh
        kept = [tile for tile in image.tiles if tile.code != "??"]
        assert [tile.code for tile in found.tiles] == [tile.code for tile in kept]
        for tile, other in zip(kept, found.tiles, strict=True):
            assert other.box_xyxy == pytest.approx(tile.box_xyxy, abs=nearest)
        if name != "voc":
            assert (found.sha256, found.orientation, found.group) == (image.sha256, image.orientation, image.group)


@pytest.mark.parametrize("name", ["yolo", "coco", "voc", "label-studio", "cvat", "jsonl"])
@given(dataset=datasets, least=probabilities)
@settings(max_examples=8, deadline=None)
def test_every_tile_is_written_or_counted(name: str, dataset: LabelledDataset, least: float) -> None:
    form, options = get_format(name), WriteOptions(min_confidence=least)
    with tempfile.TemporaryDirectory() as folder:
        form.write(dataset, Path(folder), options)
        read = form.read(Path(folder), ReadOptions(root=dataset.root)).images
    total = sum(len(image.tiles) for image in dataset.images)
    assert sum(len(image.tiles) for image in read) + count_dropped(dataset, form, options).total == total
