"""Birds that only held-out designs show, so that an unseen one of bamboos can be measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.faces.shapes import arc, curve, leaf, polar

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.synthesis.faces.birds import BirdStyle
    from datasets.synthesis.faces.sketch import Sketch

__all__ = ["RARE_BIRDS"]


def _swallow(sketch: Sketch, style: BirdStyle) -> None:
    """Draw a swallow in flight: long pointed wings, a forked tail, a bough below."""
    body, wing, tail, crest = style.plumage
    for side, length in ((-1, 0.3), (1, 0.34)):
        tip = np.array([0.14, 0.3]) + np.array([0.07 * side, 0.1])
        sketch.part(leaf((0.05, 0.08), tip * (1, length / 0.32), 0.05, 0.1 * side), tail)
    sketch.part(curve([(0.02, -0.08), (0.2, -0.24), (0.3, -0.42), (0.3, -0.2), (0.12, 0.02)], closed=True), wing)
    sketch.part(curve([(-0.06, 0.0), (-0.2, 0.06), (-0.32, 0.22), (-0.2, 0.17), (0.0, 0.1)], closed=True), wing)
    for k in range(style.feathers):
        share = 0.25 + 0.6 * k / style.feathers
        sketch.mark([(0.06 + 0.2 * share, -0.02 - 0.2 * share), (0.1 + 0.17 * share, -0.32 * share)], wing, 0.7)
    sketch.part(
        curve([(-0.24, -0.24), (-0.12, -0.27), (0.02, -0.12), (0.1, 0.1), (-0.02, 0.06), (-0.18, -0.12)], closed=True),
        body,
    )
    sketch.solid([(-0.23, -0.22), (-0.34, -0.19), (-0.22, -0.17)], crest)
    sketch.eye((-0.17, -0.21), 0.022, body)
    sketch.line(curve([(-0.3, 0.42), (-0.1, 0.36 + 0.03 * style.sweep), (0.16, 0.42)]), tail, (0.8, 1.8, 0.8))
    for x in (-0.2, -0.04, 0.1):
        sketch.part(leaf((x, 0.39), np.array([x, 0.39]) + polar(0.1, 20 * style.sweep + 200 * x), 0.05), wing)


def _owl(sketch: Sketch, style: BirdStyle) -> None:
    """Draw an owl from the front on a branch."""
    body, wing, tail, crest = style.plumage
    sketch.part([(-0.08, 0.22), (0.08, 0.22), (0.05, 0.42), (-0.05, 0.42)], tail)
    sketch.part(
        curve(
            [(0.0, -0.38), (0.19, -0.26), (0.2, 0.05), (0.1, 0.3), (-0.1, 0.3), (-0.2, 0.05), (-0.19, -0.26)],
            closed=True,
        ),
        body,
    )
    for side in (-1, 1):
        sketch.part(
            curve([(side * 0.14, -0.1), (side * 0.25, 0.02), (side * 0.17, 0.27), (side * 0.11, 0.1)], closed=True),
            wing,
        )
        sketch.solid([(side * 0.08, -0.33), (side * 0.2, -0.43), (side * 0.17, -0.26)], crest)
        sketch.dot((side * 0.08, -0.21), 0.075, None)
        sketch.pen.ring((side * 0.08, -0.21), 0.075, 0.02, crest)
        sketch.dot((side * 0.08, -0.21), 0.028, body)
    sketch.solid([(-0.025, -0.16), (0.025, -0.16), (0.0, -0.09)], crest)
    for row in range(3):
        for x in (-0.07, 0.0, 0.07):
            sketch.mark(arc((x, -0.01 + 0.08 * row), 0.03, 110, 250), body, 0.7)
    sketch.line([(-0.3, 0.34), (0.3, 0.32)], tail, (1.6, 2.4, 1.6))
    for k in range(style.feathers - 2):
        sketch.part(leaf((0.2, 0.33), np.array([0.2, 0.33]) + polar(0.11, 60 * k - 60), 0.05), wing)


RARE_BIRDS: dict[str, Callable[[Sketch, BirdStyle], None]] = {"swallow": _swallow, "owl": _owl}
"""Drawings by name; training designs never show them."""
