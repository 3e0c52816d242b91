"""Data sets made one and parted: no name lost, no copy on two sides, the same again for the same seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from datasets.curation.checking import check_datasets
from datasets.curation.errors import CurationError
from datasets.curation.likeness import Likeness
from datasets.curation.loading import load_dataset
from datasets.curation.merging import merge_datasets, unite_classes
from datasets.curation.pictures import open_picture
from datasets.curation.splitting import SplitOptions, SplitResult, assign_parts, split_dataset
from datasets.curation.writing import write_dataset
from datasets.formats.class_map import ClassMap
from datasets.formats.options import WriteOptions
from datasets.formats.record import LabelledDataset, LabelledImage
from tests.unit.curation.drawn import Maker, row_of

HAND = ["1m", "2m", "3m", "7p", "8p", "9p"]
Edit = Callable[..., LabelledDataset]


def test_names_that_collide_get_the_files_hash(make: Maker, tmp_path: Path) -> None:
    one, other = make("one", a=(1, HAND), b=(2, ["1z"])), make("other", a=(3, ["2z"]), c=(4, []))
    merged = merge_datasets([one, other], tmp_path / "staging")
    paths = [image.path for image in merged.dataset.images]
    assert paths[:2] == ["a.png", "b.png"]
    assert paths[2].startswith("a-")
    assert paths[3] == "c.png"
    assert merged.renamed == {(1, "a.png"): paths[2]}
    for image, (source, path) in zip(
        merged.dataset.images, [(one, "a.png"), (one, "b.png"), (other, "a.png"), (other, "c.png")], strict=True
    ):
        assert (merged.dataset.root / image.path).read_bytes() == (source.root / path).read_bytes()
    assert [len(image.tiles) for image in merged.dataset.images] == [6, 1, 1, 0]


def test_merged_data_sets_are_written_whole(make: Maker, tmp_path: Path) -> None:
    """Label files lose the suffix, so that pictures of one name but another suffix collide too."""
    one, other = make("one", a=(1, HAND)), make("other", a=(3, ["2z"]))
    renamed = replace(other.images[0], path="images/A.PNG")
    make.save(other.root, "images/A.png", open_as_array(other, "a.png"))
    (other.root / "images/A.png").rename(other.root / "images/A.PNG")
    merged = merge_datasets([one, replace(other, images=(renamed,))], tmp_path / "staging")
    for form in ("yolo", "coco", "voc", "jsonl"):
        (written,) = write_dataset(merged.dataset, tmp_path / form, (form,), WriteOptions(pictures="copy"))
        assert written.tiles == 7
        again = load_dataset(tmp_path / form)
        assert sorted(len(image.tiles) for image in again.images) == [1, 6]
        assert check_datasets([again]).report.faults == ()


def open_as_array(dataset: LabelledDataset, path: str) -> object:
    return open_picture(dataset.root / path).image.preview_bgr


def test_copies_are_dropped_and_listed_and_a_persons_labels_kept(make: Maker, edit: Edit, tmp_path: Path) -> None:
    one, other = make("one", a=(1, HAND), b=(2, ["1z"])), make("other", x=(1, HAND), y=(2, ["1z"]))
    one = edit(one, "a.png", tiles=row_of(HAND[:5], "model"))
    merged = merge_datasets([one, other], tmp_path / "staging")
    assert [(image.path, len(image.tiles)) for image in merged.dataset.images] == [("x.png", 6), ("b.png", 1)]
    assert [drop.document() for drop in merged.dropped] == [
        {"picture": "a.png", "dataset": 0, "kept": "x.png", "same_labels": False},
        {"picture": "y.png", "dataset": 1, "kept": "b.png", "same_labels": True},
    ]


def test_class_lists_are_united_or_refused() -> None:
    one, other = ClassMap((("1m", "c1"), ("1z", "east"))), ClassMap((("2m", "c2"), ("1m", "c1")))
    assert unite_classes([one, other]).entries == (("1m", "c1"), ("1z", "east"), ("2m", "c2"))
    with pytest.raises(CurationError, match="data set 2 calls 1m 'man', an earlier one 'c1'"):
        unite_classes([one, ClassMap((("1m", "man"),))])


def test_pictures_that_are_missing_are_left_out_and_told(make: Maker, tmp_path: Path) -> None:
    one, other = make("one", a=(1, HAND)), make("other", b=(2, HAND), c=(3, HAND), d=(4, HAND))
    (other.root / "b.png").unlink()
    (other.root / "d.png").unlink()
    merged = merge_datasets([one, other], tmp_path / "staging")
    assert merged.missing == ((1, "b.png"), (1, "d.png"))
    assert merged.dataset.paths == ("a.png", "c.png")
    (other.root / "c.png").unlink()
    with pytest.raises(CurationError, match=r"none of its pictures is there, the first is .*b\.png; .*--root"):
        merge_datasets([one, other], tmp_path / "other staging")


def many(count: int, **changes: object) -> list[LabelledImage]:
    return [
        replace(LabelledImage(f"p{n}.jpg", 640, 400), tiles=row_of([f"{n % 9 + 1}m"]), **changes) for n in range(count)
    ]


def sides(images: list[LabelledImage], **options: object) -> dict[str, str]:
    parts = assign_parts(images, [None] * len(images), SplitOptions(**options))
    return {image.path: part.side for image, part in zip(images, parts, strict=True)}


def test_shares_seeds_and_later_pictures() -> None:
    """A seed gives the same split each time; pictures that are added move no other."""
    images = many(2000)
    first = sides(images)
    counts = Counter(first.values())
    assert abs(counts["train"] / 2000 - 0.8) < 0.03
    assert abs(counts["val"] / 2000 - 0.1) < 0.03
    assert first == sides(images)
    assert first != sides(images, seed=1)
    half = sides(images[::2])
    assert all(first[path] == side for path, side in half.items())
    assert set(sides(images, ratios=(0, 0, 1)).values()) == {"test"}


def test_copies_and_groups_stay_together() -> None:
    images = many(60)
    named = [replace(image, source_photo=image.path.removesuffix(".jpg")) for image in images]
    copies = [replace(image, path=f"copy/{image.path}") for image in named]
    found = sides([*named, *copies])
    assert all(found[f"copy/{image.path}"] == found[image.path] for image in images)
    grouped = [replace(image, group=f"room {n % 7}") for n, image in enumerate(images)]
    by_group = sides(grouped, together="group", ratios=(1, 1, 1))
    assert all(len({by_group[image.path] for image in grouped if image.group == f"room {n}"}) == 1 for n in range(7))
    assert len(set(by_group.values())) > 1


def test_one_hand_shot_twice_in_one_room_is_one_cluster() -> None:
    hands = [["1m", "2m", "3m", "4m", "5m", "6m", f"{n % 9 + 1}s"] for n in range(40)]
    images = [replace(LabelledImage(f"p{n}.jpg", 640, 400), tiles=row_of(hand)) for n, hand in enumerate(hands)]
    assert len(set(sides(images).values())) == 1
    apart = [replace(image, group=f"room {n}") for n, image in enumerate(images)]
    assert len(set(sides(apart).values())) > 1


def test_groups_are_held_out_whole_and_must_exist() -> None:
    images = [replace(image, group="kitchen" if n % 3 else "hall") for n, image in enumerate(many(60))]
    found = sides(images, hold_out={"hall"})
    assert {found[image.path] for image in images if image.group == "hall"} == {"test"}
    assert "train" in found.values()
    with pytest.raises(CurationError, match="no picture is of the group attic; the groups are hall, kitchen"):
        sides(images, hold_out={"attic"})
    with pytest.raises(CurationError, match="are none"):
        sides(images, ratios=(0, 0, 0))


def split(dataset: LabelledDataset, staging: Path) -> SplitResult:
    likenesses = [
        Likeness(open_picture(dataset.root / image.path).fingerprint, Counter(tile.code for tile in image.tiles))
        for image in dataset.images
    ]
    return split_dataset(dataset, likenesses, SplitOptions(ratios=(1, 1, 1), seed=4), staging)


def test_a_split_that_was_written_has_no_leaks_and_can_be_split_again(make: Maker, tmp_path: Path) -> None:
    pictures = {f"p{n}": (n // 2, [f"{n % 9 + 1}m"]) for n in range(24)}
    result = split(make(**pictures), tmp_path / "staging")
    counts = result.document()
    assert sum(side["pictures"] for side in counts.values()) == 24
    assert all(side["pictures"] for side in counts.values())
    assert counts["train"]["clusters"] * 2 == counts["train"]["pictures"]
    write_dataset(result.dataset, tmp_path / "out", ("yolo",), WriteOptions(pictures="copy"))
    assert "train: images/train" in (tmp_path / "out" / "data.yaml").read_text()
    again = load_dataset(tmp_path / "out")
    assert {fault.code for fault in check_datasets([again]).report.faults} == {"duplicate_picture"}
    lines = result.csv().splitlines()
    assert lines[0] == "path,was,split,cluster,group,held_out"
    assert len(lines) == 25
    second = split(again, tmp_path / "second")
    assert {Path(path).name: part.side for path, part in zip(second.old_paths, second.parts, strict=True)} == {
        Path(path).name: part.side for path, part in zip(result.old_paths, result.parts, strict=True)
    }
