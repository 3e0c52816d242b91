"""The example photos of the repository: a complete hand and a hand that has to discard, rendered large."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.annotations import SceneTruth
from datasets.synthesis.backgrounds import Layer, room_picture, smooth_noise, surface_texture, wood_texture
from datasets.synthesis.bodies import Pose
from datasets.synthesis.camera import Camera, View, frame_points
from datasets.synthesis.design import sample_design
from datasets.synthesis.lighting import Light
from datasets.synthesis.photo import PhotoEffects, develop
from datasets.synthesis.planks import Plank
from datasets.synthesis.rendering import Ground, render
from datasets.synthesis.rows import GAP, RowStyle, lay_row
from datasets.synthesis.storage import encode_jpeg, write_atomically
from datasets.synthesis.table import Table
from datasets.synthesis.textures import FaceTextures, Mipmap
from datasets.synthesis.truths import tile_truths

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from datasets.synthesis.bodies import Body

__all__ = ["EXAMPLES", "Example", "render_example", "write_examples"]

MAX_BYTES: Final = 1_500_000
"""Examples are committed, so they must stay small."""


@dataclass(frozen=True, slots=True)
class Example:
    """One example photo.

    Attributes:
        name: File name without extension.
        codes: Tiles from the left.
        drawn: How many of the last tiles stand a little apart.
        design_seed: Seed of the tile set.
        scene_seed: Seed of grain, noise and accidents.
        view: How the camera is held.
        surface: What the table is covered with.
        lean_deg: How far the rack leans the tiles back.
    """

    name: str
    codes: tuple[str, ...]
    drawn: int
    design_seed: int
    scene_seed: int
    view: View
    surface: str
    lean_deg: float


EXAMPLES: Final = (
    # All simples, all chows, one red five, 3p-6p wait completed by the 6p.
    Example(
        "rack", ("2m", "3m", "4m", "4p", "0p", "3s", "4s", "5s", "6s", "7s", "8s", "8p", "8p", "6p"), 1,
        design_seed=103, scene_seed=11, view=View(37, 3, 1.2, 62, 0.93), surface="felt", lean_deg=14,
    ),
    # One tile too many: throwing the white dragon leaves a two-sided wait.
    Example(
        "discard", ("3m", "4m", "5m", "2p", "3p", "4p", "6p", "7p", "5s", "5s", "6s", "7s", "8s", "5z"), 1,
        design_seed=117, scene_seed=12, view=View(44, -5, -1.8, 60, 0.92), surface="wood", lean_deg=9,
    ),
)  # fmt: skip


def render_example(example: Example, size_wh: tuple[int, int] = (4000, 3000)) -> tuple[NDArray[np.uint8], SceneTruth]:
    """Return the photo and its truth."""
    rng = np.random.default_rng(example.scene_seed)
    design = sample_design(np.random.default_rng(example.design_seed))
    table = Table(rng, FaceTextures(design, max(64, size_wh[0] * 4 // 25)))
    _stand(table, example)
    tiles = np.concatenate([table.bodies[k].corners() for k in table.key])
    camera = frame_points(tiles, example.view, size_wh, rng)
    middle = size_wh[0] / 2, size_wh[1] * 0.53
    seen = camera.project(tiles)
    shift = middle - (seen.min(axis=0) + seen.max(axis=0)) / 2
    camera = dataclasses.replace(camera, principal_px=camera.principal_px + shift)
    light = Light(
        direction=np.array([-0.42, -0.5, 0.76]), lamp_bgr=np.array([0.54, 0.60, 0.63]),
        ambient_bgr=np.array([0.64, 0.61, 0.60]), softness=0.12, shadow=0.55,
    )  # fmt: skip
    ground = _ground(rng, table.bodies, camera, example.surface)
    canvas = render(table.bodies, camera, light, ground, 1.0)
    effects = PhotoEffects(
        defocus_px=1.6, unevenness=0.05, vignette=0.12, contrast=1.04, noise=1.6, saturation=1.04, sharpen=0.3,
    )  # fmt: skip
    image = develop(canvas.image_bgr, size_wh, effects, rng)
    truths = tuple(tile_truths(table.bodies, camera, canvas))
    truth = SceneTruth(f"{example.name}.jpg", *size_wh, layout="rack", design=example.design_seed, tiles=truths)
    return image, truth


def write_examples(out: Path) -> list[Path]:
    """Write every example as ``<name>.jpg`` with its truth in ``<name>.json``; return the photos' paths."""
    paths = []
    for example in EXAMPLES:
        image, truth = render_example(example)
        data = next(data for q in range(88, 20, -4) if len(data := encode_jpeg(image, q)) <= MAX_BYTES)
        path = out / f"{example.name}.jpg"
        write_atomically(path, data)
        write_atomically(path.with_suffix(".json"), (json.dumps(dataclasses.asdict(truth), indent=1) + "\n").encode())
        paths.append(path)
    return paths


def _stand(table: Table, example: Example) -> None:
    """Stand the hand on a wooden rack with a ledge."""
    z = 0.16
    style = RowStyle(pose=Pose(standing=True, lean_deg=example.lean_deg, z=z), loose=0.004, upside_down=0.0)
    cut = len(example.codes) - example.drawn
    end = lay_row(table, list(example.codes[:cut]), (0, 0), style)
    if example.drawn:
        end = lay_row(table, list(example.codes[cut:]), (end + 0.55, 0), style)
    reach = float(np.sin(np.radians(example.lean_deg)))
    front, behind = -(0.5 * reach + table.depth / 2 + 0.05), reach + table.depth / 2 + 0.05
    grain = wood_texture(np.random.default_rng(example.scene_seed), (2048, 192))
    rack = Plank((-0.7, end + 0.7), grain.mean(axis=(0, 1)), Mipmap(grain))
    rack.lay(table, (front - 0.3, behind + 0.2), z - GAP)
    rack.lay(table, (front - 0.16, front - 0.02), 0.07, z)


def _ground(rng: np.random.Generator, bodies: Sequence[Body], camera: Camera, surface: str) -> Ground:
    """Return a table wide enough to fill the picture, its texture as fine as the picture."""
    centres = np.stack([body.centre for body in bodies])
    texel = float(np.median(camera.depth(centres)) / camera.focal_px) * 1.6
    side = camera.size_wh[0] * 3 // 5
    texture = _felt(rng, (side, side)) if surface == "felt" else surface_texture(rng, surface, side)
    return Ground(room_picture(rng, camera.size_wh), (Layer(texture, texel, (-40, -30, 60, 60)),))


def _felt(rng: np.random.Generator, size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """Return even green felt: fibres only, since a large picture shows every stain."""
    fibres = 1 + 0.07 * smooth_noise(rng, size_wh, 2) + 0.05 * smooth_noise(rng, size_wh, 5)
    return np.asarray(np.clip(fibres[:, :, None] * np.array([62, 105, 30]), 0, 255), np.uint8)
