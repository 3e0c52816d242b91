"""Names of pictures in formats: none shared, none lost, none written that would not be read again."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from datasets.formats.errors import FormatError
from datasets.formats.names import label_stem, may_be_name_of, names_in
from datasets.formats.options import ReadOptions, WriteOptions
from datasets.formats.record import LabelledDataset, LabelledImage, LabelledTile
from datasets.formats.registry import FORMAT_NAMES, get_format

if TYPE_CHECKING:
    from pathlib import Path

NAMES_ITSELF = ("yolo", "voc")
"""Formats without a place for endings that can call a picture as they like."""

ODD_NAMES = (
    *(f"odd/a{chr(code)}b.jpg" for code in (*range(1, 32), 0x7F, *range(0x80, 0xA0), 0x2028, 0x2029, 0xFFFE, 0xFFFF)),
    "odd/ a.jpg",
    "odd/a.jpg ",
    "odd/a b.jpg",
    "odd/a,b;c.jpg",
    'odd/"a".jpg',
    "odd/#a.jpg",
    "odd/é.jpg",
    "odd/<a>&.jpg",
    "odd/a",
    "odd/.a",
    "odd/a.b.jpg",
)

CLASHES = (
    ("a.jpg", "a.png"),
    ("a.jpg", "A.PNG"),
    ("b/a.jpg", "images/b/a.jpg"),
    ("a.jpg", "a.png", "a_png.jpg"),
    ("a.jpg", "a.JPG"),
    ("a", "a.jpg", "a.jpeg", "a.heic"),
    ("images/a.jpg", "JPEGImages/a.jpg", "a.jpg"),
)
"""Pictures that would share a label file."""


def data_set(root: Path, *paths: str) -> LabelledDataset:
    """Return pictures that can be told apart: each has a tile more than the one before."""
    images = []
    for count, path in enumerate(paths, start=1):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (300, 40), (count, 90, 20)).save(root / path, "PNG")
        tiles = tuple(LabelledTile("5p", (20.0 * n, 5.0, 20.0 * n + 15, 25.0), source="human") for n in range(count))
        images.append(LabelledImage(path, 300, 40, tiles))
    return LabelledDataset(root, tuple(images))


def counts_of(dataset: LabelledDataset) -> dict[str, int]:
    return {image.path: len(image.tiles) for image in dataset.images}


@pytest.mark.parametrize("path", ODD_NAMES)
@pytest.mark.parametrize("form", FORMAT_NAMES)
def test_a_name_is_read_again_or_refused_before_anything_is_written(form: str, path: str, tmp_path: Path) -> None:
    dataset = LabelledDataset(tmp_path, (LabelledImage("b.jpg", 9, 9), LabelledImage(path, 9, 9)))
    names = names_in(form, dataset.paths)
    if names.refused:
        assert names.refused == {path}
        with pytest.raises(FormatError, match="without 1 picture, since it cannot hold"):
            get_format(form).write(dataset, tmp_path / "out")
        assert not (tmp_path / "out").exists()
    get_format(form).write(dataset.without(names.refused), tmp_path / "out")
    read = get_format(form).read(tmp_path / "out", ReadOptions(root=tmp_path))
    assert set(read.paths) == {"b.jpg", path} - names.refused


@pytest.mark.parametrize("paths", CLASHES)
@pytest.mark.parametrize("form", NAMES_ITSELF)
def test_pictures_that_would_share_a_file_get_names_of_their_own(
    form: str, paths: tuple[str, ...], tmp_path: Path
) -> None:
    dataset = data_set(tmp_path / "photos", *paths, "other.jpg")
    names = names_in(form, dataset.paths)
    assert not names.refused
    assert names.files["other.jpg"] == "other.jpg"
    assert len({label_stem(name).casefold() for name in names.files.values()}) == len(paths) + 1
    get_format(form).write(dataset, tmp_path / "out")
    read = get_format(form).read(tmp_path / "out", ReadOptions(root=dataset.root))
    assert counts_of(read) == counts_of(dataset)


@pytest.mark.parametrize("paths", CLASHES)
@pytest.mark.parametrize("form", [*NAMES_ITSELF, "coco"])
def test_pictures_that_come_along_under_names_of_their_own_are_those_of_their_labels(
    form: str, paths: tuple[str, ...], tmp_path: Path
) -> None:
    dataset = data_set(tmp_path / "photos", *paths)
    get_format(form).write(dataset, tmp_path / "out", WriteOptions(pictures="copy"))
    read = get_format(form).read(tmp_path / "out")
    contents = {(dataset.root / image.path).read_bytes(): len(image.tiles) for image in dataset.images}
    assert {(read.root / image.path).read_bytes(): len(image.tiles) for image in read.images} == contents


def test_no_picture_keeps_a_name_that_another_one_has_a_claim_to() -> None:
    """A trainer that is given the pictures under their old names finds no labels, rather than another picture's."""
    for form in NAMES_ITSELF:
        assert dict(names_in(form, ["a.jpg", "a.png"]).files) == {"a.jpg": "a_jpg.jpg", "a.png": "a_png.png"}


def test_coco_gives_no_other_names_where_pictures_stay_where_they_are() -> None:
    paths = ["a.jpg", "A.jpg", "images/a.jpg"]
    assert not names_in("coco", paths).own
    assert set(names_in("coco", paths, "copy").own) == set(paths)
    assert not names_in("coco", ["a.jpg", "a.png"], "copy").own


@pytest.mark.parametrize("paths", [paths for paths in CLASHES if "b/a.jpg" not in paths and "JPEG" not in str(paths)])
def test_cvat_knows_pictures_by_their_names_and_refuses_those_it_cannot_tell_apart(
    paths: tuple[str, ...], tmp_path: Path
) -> None:
    dataset = data_set(tmp_path / "photos", *paths, "other.jpg")
    names = names_in("cvat", dataset.paths)
    assert set(names.clashing) == {path for path in paths if label_stem(path).casefold() == "a"}
    with pytest.raises(FormatError, match=r"'a(\.jpg)?' and '[aA]\."):
        get_format("cvat").write(dataset, tmp_path / "out")
    get_format("cvat").write(dataset.without(names.refused), tmp_path / "out")
    assert "other.jpg" in get_format("cvat").read(tmp_path / "out", ReadOptions(root=dataset.root)).paths


stems = st.sampled_from(["a", "A", "a_jpg", "a_png", "a.b", "b", "images/a", "b/a"])
paths = st.lists(
    st.builds("{}{}".format, stems, st.sampled_from([".jpg", ".JPG", ".png", ".heic", ""])), unique=True, max_size=12
)


@given(paths=paths, form=st.sampled_from(FORMAT_NAMES), pictures=st.sampled_from(["none", "copy"]), seed=st.integers())
def test_names_are_one_to_one_and_depend_on_no_order(paths: list[str], form: str, pictures: str, seed: int) -> None:
    names = names_in(form, paths, pictures)  # type: ignore[arg-type]
    assert set(names.files) | names.refused == set(paths)
    assert set(names.files).isdisjoint(names.refused)
    if form in {"yolo", "voc", "cvat"}:
        stems = Counter(label_stem(name).casefold() for name in names.files.values())
        assert set(stems.values()) <= {1}
    assert all(PurePosixPath(name).suffix == PurePosixPath(path).suffix for path, name in names.files.items())
    assert all(may_be_name_of(name, path) for path, name in names.files.items())
    shuffled = random.Random(seed).sample(paths, len(paths))
    assert names_in(form, shuffled, pictures).files == names.files  # type: ignore[arg-type]


@pytest.mark.parametrize("path", ["", "/", ".", "..", "/x/a.jpg", "C:/x/a.jpg", "b/a.jpg"])
def test_what_another_program_calls_a_path_is_not_taken_for_ours(path: str) -> None:
    assert not may_be_name_of("a.jpg", path)
