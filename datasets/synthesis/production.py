"""Producing data sets on disk: any number of scenes or crops, resumable, on one or more processes."""

from __future__ import annotations

import io
import json
import multiprocessing
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.annotations import SceneTruth
from datasets.synthesis.art import ArtLibrary
from datasets.synthesis.backdrops import Backdrops
from datasets.synthesis.crops import SHARD_SIZE, make_shard
from datasets.synthesis.progress import track
from datasets.synthesis.ranges import DesignRange
from datasets.synthesis.scenes import DesignShelf, design_number, make_scene
from datasets.synthesis.storage import encode_jpeg, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path


CROP_TEXTURE_PX: Final = 192
"""Faces are drawn this high for crops, which are 120 pixels high."""

GENERATOR: Final = 3
"""Raised whenever a seed gives other pictures than before, so that no folder is filled by two generators."""

__all__ = [
    "CROP_TEXTURE_PX",
    "GENERATOR",
    "ProductionError",
    "Recipe",
    "produce_crops",
    "produce_scenes",
    "read_truths",
]


class ProductionError(RuntimeError):
    """The data set cannot be produced here; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a data set is made from; the same recipe gives the same items.

    Attributes:
        seed: Another seed, another data set.
        shared: Folder of shared data whose tile art makes half the designs, or None for procedural designs only.
        backgrounds: Folder of real pictures without tiles for scenes, if any.
        long_side_px: Long side of scenes.
        shard_size: Crops in a shard.
        designs: Range the tile sets are drawn from.
        real_backdrops: Use the machine's wallpapers and, with ``shared``, parts of training photos away from tiles.
        without: Groups of photos of which no part is used.
        hands: Only scenes as people photograph their own tiles, see ``scenes.make_scene``.
        only: Codes that crops show; all when empty.
    """

    seed: int = 0
    shared: Path | None = None
    backgrounds: Path | None = None
    long_side_px: int = 640
    shard_size: int = SHARD_SIZE
    designs: DesignRange = DesignRange.TRAINING
    real_backdrops: bool = False
    without: tuple[str, ...] = ()
    hands: bool = False
    only: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Job:
    """What a worker needs to make one batch."""

    out: Path
    recipe: Recipe
    batch: tuple[int, ...]


def produce_scenes(out: Path, count: int, recipe: Recipe, *, workers: int = 1) -> Path:
    """Write scenes 0..count-1 that are not there yet, then ``annotations.jsonl`` with the truth of all of them.

    Args:
        out: Folder of the data set; gets ``images/000000.jpg``, ``truth/000000.json`` and so on.
        count: Number of scenes.
        recipe: Scene i depends on it and on i only.
        workers: Number of processes.

    Returns:
        The path of ``annotations.jsonl``.

    Raises:
        ProductionError: The folder holds another data set.
    """
    backdrops = _backdrops(recipe)
    found = None if backdrops is None else backdrops.summary()
    view = {"hands": True} if recipe.hands else {}
    _claim(out, {"kind": "scenes", "long_side_px": recipe.long_side_px, "backdrops": found, **view, **_source(recipe)})
    missing = [index for index in range(count) if not _truth_path(out, index).is_file()]
    batches: dict[int, list[int]] = {}
    for index in missing:
        batches.setdefault(design_number(index, recipe.designs), []).append(index)
    jobs = [_Job(out, recipe, tuple(batch)) for batch in batches.values()]
    for _ in track(_run(_write_scenes, jobs, workers), len(jobs), f"{len(missing)} scenes"):
        pass
    truths = [_truth_path(out, index).read_text(encoding="utf-8").strip() for index in range(count)]
    merged = out / "annotations.jsonl"
    write_atomically(merged, ("\n".join(truths) + "\n").encode())
    return merged


def produce_crops(out: Path, count: int, recipe: Recipe, *, workers: int = 1) -> list[Path]:
    """Write the shards ``crops-00000.npz`` ... that are not there yet; the last one is full too.

    Args:
        out: Folder of the data set.
        count: Least number of crops.
        recipe: A shard depends on it and on its number only.
        workers: Number of processes.

    Returns:
        The paths of the shards.

    Raises:
        ProductionError: The folder holds another data set.
    """
    shown = {"only": list(recipe.only)} if recipe.only else {}
    _claim(out, {"kind": "crops", "shard_size": recipe.shard_size, **shown, **_source(recipe)})
    numbers = range(-(-count // recipe.shard_size))
    jobs = [_Job(out, recipe, (n,)) for n in numbers if not _shard_path(out, n).is_file()]
    for _ in track(_run(_write_shard, jobs, workers), len(jobs), f"shards of {recipe.shard_size} crops"):
        pass
    return [_shard_path(out, number) for number in numbers]


def read_truths(annotations: Path) -> Iterator[SceneTruth]:
    """Yield the scenes of an ``annotations.jsonl``."""
    with annotations.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield SceneTruth.from_json(line)


def _claim(out: Path, recipe: dict[str, object]) -> None:
    """Remember what the folder holds, and refuse to mix two data sets in it."""
    path = out / "recipe.json"
    if path.is_file():
        found = json.loads(path.read_text(encoding="utf-8"))
        if found != recipe:
            message = f"{out} already holds another data set ({found}), asked for {recipe}; choose an empty folder"
            raise ProductionError(message)
        return
    write_atomically(path, json.dumps(recipe).encode())


def _truth_path(out: Path, index: int) -> Path:
    return out / "truth" / f"{index:06d}.json"


def _shard_path(out: Path, number: int) -> Path:
    return out / f"crops-{number:05d}.npz"


def _run(work: Callable[[_Job], int], jobs: Sequence[_Job], workers: int) -> Iterator[int]:
    """Do jobs in this process or in several."""
    if workers <= 1 or len(jobs) <= 1:
        yield from map(work, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(workers, initializer=_start_worker) as pool:
        yield from pool.imap_unordered(work, jobs)


def _start_worker() -> None:
    """Leave Ctrl-C to the main process, which stops its workers, and other cores to other workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)


def _source(recipe: Recipe) -> dict[str, object]:
    return {
        "seed": recipe.seed,
        "art": recipe.shared is not None,
        "backgrounds": None if recipe.backgrounds is None else recipe.backgrounds.name,
        "designs": str(recipe.designs),
        "generator": GENERATOR,
    }


def _art(recipe: Recipe) -> ArtLibrary | None:
    if recipe.shared is None:
        return None
    return ArtLibrary.find(recipe.shared)


def _backdrops(recipe: Recipe) -> Backdrops | None:
    machine = Backdrops.of_machine(recipe.shared, recipe.without) if recipe.real_backdrops else None
    return machine if recipe.backgrounds is None else Backdrops.find(recipe.backgrounds).joined(machine)


def _write_scenes(job: _Job) -> int:
    """Write one design's scenes: each picture before its truth, which says that the scene is complete."""
    shelf = DesignShelf(job.recipe.seed, _art(job.recipe), designs=job.recipe.designs)
    backdrops = _backdrops(job.recipe)
    for index in job.batch:
        scene = make_scene(
            job.recipe.seed, index, shelf,
            long_side_px=job.recipe.long_side_px, backdrops=backdrops, hands=job.recipe.hands,
        )  # fmt: skip
        write_atomically(job.out / scene.truth.image, encode_jpeg(scene.image_bgr, scene.jpeg_quality))
        write_atomically(_truth_path(job.out, index), scene.truth.to_json().encode())
    return len(job.batch)


def _write_shard(job: _Job) -> int:
    (number,) = job.batch
    shelf = DesignShelf(job.recipe.seed, _art(job.recipe), height_px=CROP_TEXTURE_PX, designs=job.recipe.designs)
    shard = make_shard(job.recipe.seed, number, shelf, size=job.recipe.shard_size, only=job.recipe.only)
    buffer = io.BytesIO()
    np.savez(buffer, images=shard.images, codes=shard.codes, rotations=shard.rotations)
    write_atomically(_shard_path(job.out, number), buffer.getvalue())
    return len(shard.codes)
