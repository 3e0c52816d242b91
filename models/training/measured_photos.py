"""Which photos are measured: a side of the split, whole groups, or synthetic scenes."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from datasets.photos import DatasetError, load_photos
from datasets.splits import assign_splits
from vision.repair import CountLimits

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from datasets.photos import LabelledPhoto

__all__ = ["BALANCED", "SPLITS", "PhotoChoice", "add_photo_choice", "choose_photos", "select_photos"]

SPLITS: Final = ("train", "validation", "test", "test_rooms")

BALANCED: Final = CountLimits(kind=8, red_five=4, bonus=4, bonus_total=32, joker=4)
"""Scenes to measure with are dealt from four of every face, so that every class is met as often: more red fives and
bonus tiles than a set has, and no reading may be repaired to what a set has."""


def select_photos(
    data: Path, splits: Sequence[str] = SPLITS, groups: Sequence[str] | None = None
) -> list[LabelledPhoto]:
    """Return the best copy of every photograph on the given sides of the split, or of every one of the given groups.

    Raises:
        DatasetError: The folder cannot be used, or nothing in it was asked for.
    """
    photos = load_photos(data)
    assigned = assign_splits(photos)
    known = sorted({photo.group for photo in photos})
    if unknown := sorted(set(groups or ()) - set(known)):
        message = f"no photo is of the group {unknown[0]!r}; the groups are {', '.join(known)}"
        raise DatasetError(message)
    chosen = [
        photo
        for photo in photos
        if photo.copy == 0 and (assigned[photo.photo] in splits if groups is None else photo.group in groups)
    ]
    if not chosen:
        message = f"no photo of {data} is on the side {' or '.join(splits)} of the split; choose another --split"
        raise DatasetError(message)
    return chosen


def add_photo_choice(parser: argparse.ArgumentParser, split: str) -> None:
    """Add the options that :func:`choose_photos` reads; ``split`` is the side measured unless another is asked for."""
    parser.add_argument("--data", type=Path, default=Path("../shared/data/photos"), help="folder of labelled photos")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--split", nargs="+", default=[split], choices=SPLITS, metavar="SPLIT", help=", ".join(SPLITS))
    chosen.add_argument("--groups", metavar="A,B", help="these groups whole instead of a side of the split")
    chosen.add_argument(
        "--synthetic", type=Path, nargs="+", metavar="DIR", help="folders of synthetic scenes instead of photos"
    )


@dataclass(frozen=True, slots=True, eq=False)
class PhotoChoice:
    """What is measured.

    Attributes:
        title: What the photos are called.
        photos: The photos.
        facts: What to record about the choice.
        counts: How many tiles of each sort can lie in them.
    """

    title: str
    photos: list[LabelledPhoto]
    facts: dict[str, Any]
    counts: CountLimits = field(default_factory=CountLimits)


def choose_photos(options: argparse.Namespace) -> PhotoChoice:
    """Return the photos that the options ask for.

    Raises:
        DatasetError: The folder cannot be used, or nothing in it was asked for.
    """
    if options.synthetic:
        scenes = _scenes_of(options.synthetic)
        names = " + ".join(folder.name for folder in options.synthetic)
        recipes = [_recipe_of(folder) for folder in options.synthetic]
        return PhotoChoice(f"synthetic scenes of {names}", scenes, {"synthetic": recipes}, BALANCED)
    groups = options.groups.split(",") if options.groups else None
    photos = select_photos(options.data, options.split, groups)
    facts = {"groups": groups} if groups else {"split": options.split}
    return PhotoChoice(" + ".join(groups or options.split), photos, facts)


def _scenes_of(folders: Sequence[Path]) -> list[LabelledPhoto]:
    """Return the scenes of several folders.

    Raises:
        DatasetError: A folder holds no scenes or lacks a picture, or is named twice.
    """
    # Synthesis is wanted for this alone.
    from models.training.scenes import load_labelled_scenes  # noqa: PLC0415

    places = [folder.resolve() for folder in folders]
    if repeated := [place for n, place in enumerate(places) if place in places[:n]]:
        message = f"{repeated[0]} is named twice; name each folder of scenes once"
        raise DatasetError(message)
    scenes = [scene for folder in folders for scene in load_labelled_scenes(folder)]
    if missing := [scene.image_path for scene in scenes if not scene.image_path.is_file()]:
        message = f"the picture {missing[0]} is missing; make its folder again: python -m datasets.synthesis scenes"
        raise DatasetError(message)
    return scenes


def _recipe_of(folder: Path) -> dict[str, Any] | None:
    """Return what a folder of scenes says of how it was made; None where it says nothing."""
    recipe = folder / "recipe.json"
    if not recipe.is_file():
        return None
    content: dict[str, Any] = json.loads(recipe.read_text(encoding="utf-8"))
    return content
