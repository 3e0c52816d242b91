"""Data sets larger than memory: pictures that are read once, kept outside memory, and made anew when asked for."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from datasets.formats import lazy_images
from datasets.formats.lazy_images import ImageSpool, LazyImages
from datasets.formats.options import ReadOptions
from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile
from datasets.formats.registry import get_format

if TYPE_CHECKING:
    from pathlib import Path

COUNT = 300
TILES = 60


def image_of(number: int) -> LabelledImage:
    tiles = tuple(LabelledTile("5p", (n, 5.5, n + 0.75, 25.0), source="human") for n in range(TILES))
    return LabelledImage(f"p{number:04}.jpg", 100, 40, tiles)


def made(count: int) -> LazyImages:
    return LazyImages([f"p{n:04}.jpg" for n in range(count)], image_of)


def test_they_are_a_sequence_like_any_other() -> None:
    images, expected = made(4), tuple(image_of(n) for n in range(4))
    assert images == expected
    assert expected == images
    assert images != expected[:3]
    assert images != 4
    assert (images[-1], images[1:3], len(images)) == (expected[3], expected[1:3], 4)
    assert list(reversed(images)) == list(reversed(expected))
    with pytest.raises(IndexError):
        images[4]


def test_a_picture_gets_the_path_of_its_place() -> None:
    assert LazyImages(["a.jpg"], image_of)[0] == replace(image_of(0), path="a.jpg")


@pytest.mark.parametrize("in_memory", [10, 10_000_000])
def test_what_was_kept_comes_back_whole_in_any_order(in_memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lazy_images, "IN_MEMORY_BYTES", in_memory)
    spool = ImageSpool()
    for n in range(5):
        spool.add(image_of(n))
        assert spool.get(n // 2) == image_of(n // 2)
    assert [spool.get(n) for n in (4, 0, 2)] == [image_of(n) for n in (4, 0, 2)]


def test_pictures_that_are_left_out_are_not_made(tmp_path: Path) -> None:
    def make(at: int) -> LabelledImage:
        assert at != 1
        return image_of(at)

    dataset = LabelledDataset(tmp_path, LazyImages(["p0000.jpg", "b", "p0002.jpg"], make))
    kept = dataset.without({"b"})
    assert kept.paths == ("p0000.jpg", "p0002.jpg")
    assert list(kept.images) == [image_of(0), image_of(2)]


@pytest.mark.parametrize("form", ["jsonl", "yolo", "voc", "cvat", "label-studio"])
def test_reading_and_writing_hold_no_more_than_a_few_pictures(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lazy_images, "IN_MEMORY_BYTES", 10_000)
    monkeypatch.setattr("datasets.formats.json_list.CHUNK_CHARACTERS", 10_000)
    get_format(form).write(LabelledDataset(tmp_path, made(COUNT)), tmp_path / "out")
    tracemalloc.start()
    try:
        held = tuple(made(COUNT))
        of_all = tracemalloc.get_traced_memory()[0]
        del held
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        dataset = get_format(form).read(tmp_path / "out", ReadOptions(root=tmp_path))
        get_format(form).write(dataset, tmp_path / "again")
        peak = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    assert sum(len(image.tiles) for image in dataset.images) == COUNT * TILES
    assert peak < of_all / 4
