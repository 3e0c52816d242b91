"""What a rendered picture shows of every tile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.annotations import TileTruth
from datasets.synthesis.bodies import BACK_PANEL, FRONT_PANEL
from datasets.synthesis.canvas import panel_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from datasets.synthesis.bodies import Body
    from datasets.synthesis.camera import Camera
    from datasets.synthesis.canvas import Canvas

__all__ = ["tile_truths"]

MIN_VISIBLE: Final = 0.05
"""A tile of which a smaller fraction shows is left out of the truth."""

MIN_FACING: Final = 0.1
"""Least cosine between a side's normal and the direction to the camera for the side to count as seen."""


def tile_truths(bodies: Sequence[Body], camera: Camera, canvas: Canvas) -> list[TileTruth]:
    """Return what the picture shows of every tile, from the panels marked on the canvas."""
    truths = []
    width, height = camera.size_wh
    ratio = np.array([width / canvas.ids.shape[1], height / canvas.ids.shape[0]])
    shown = _extents(canvas.ids)
    for index, body in enumerate(bodies):
        for panel in (FRONT_PANEL, BACK_PANEL):
            extent = shown.get(panel_id(index, panel))
            if body.tag is None or extent is None or _facing(body, panel, camera) < MIN_FACING:
                continue
            count, (x1, y1, x2, y2) = extent
            quad = camera.project(body.panel_corners(panel))
            area = float(cv2.contourArea(quad.astype(np.float32)))
            visible = min(1.0, count * float(ratio.prod()) / max(area, 1.0))
            if visible < MIN_VISIBLE:
                continue
            low, high = quad.min(axis=0), quad.max(axis=0)
            clipped_low, clipped_high = np.clip(low, 0, camera.size_wh), np.clip(high, 0, camera.size_wh)
            up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
            turn = float(np.degrees(np.arctan2(up[0], -up[1])) % 360)
            code = "0x" if panel == BACK_PANEL else body.tag.code
            truths.append(
                TileTruth(
                    code=code,
                    kind="back" if panel == BACK_PANEL else "face",
                    quad=tuple((round(float(x), 2), round(float(y), 2)) for x, y in quad),  # type: ignore[arg-type]
                    box=_rounded(*clipped_low, *clipped_high),
                    visible_box=_rounded(*(np.array([x1, y1]) * ratio), *(np.array([x2, y2]) * ratio)),
                    visible=round(visible, 3),
                    truncated=bool((low < 0).any() or (high > camera.size_wh).any()),
                    rotation=round(turn / 90) % 4 * 90,
                    rotation_deg=round(turn, 1),
                    group=body.tag.group,
                    group_kind=body.tag.group_kind,
                    row=body.tag.row,
                    order=body.tag.order,
                )
            )
    return truths


def _rounded(x1: float, y1: float, x2: float, y2: float) -> tuple[float, float, float, float]:
    return round(float(x1), 2), round(float(y1), 2), round(float(x2), 2), round(float(y2), 2)


def _facing(body: Body, panel: int, camera: Camera) -> float:
    """Return the cosine between a panel's normal and the direction to the camera."""
    normal = body.axes[:, 2] * (1 if panel == FRONT_PANEL else -1)
    towards = camera.position - body.panel_corners(panel).mean(axis=0)
    return float(normal @ towards / np.linalg.norm(towards))


def _extents(ids: NDArray[np.uint16]) -> dict[int, tuple[int, tuple[int, int, int, int]]]:
    """Return pixel count and x1, y1, x2, y2 (exclusive) of every number in the map but 0."""
    ys, xs = np.nonzero(ids)
    if len(ys) == 0:
        return {}
    values = ids[ys, xs]
    order = np.argsort(values, kind="stable")
    values, xs, ys = values[order], xs[order], ys[order]
    numbers, starts = np.unique(values, return_index=True)
    x1, x2 = np.minimum.reduceat(xs, starts), np.maximum.reduceat(xs, starts) + 1
    y1, y2 = np.minimum.reduceat(ys, starts), np.maximum.reduceat(ys, starts) + 1
    counts = np.diff([*starts, len(values)])
    return {
        int(n): (int(c), (int(a), int(b), int(d), int(e)))
        for n, c, a, b, d, e in zip(numbers, counts, x1, y1, x2, y2, strict=True)
    }
