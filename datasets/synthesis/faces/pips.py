"""The pips of circles tiles: rings, wheels, flowers, coins, each of radius 1 around the pen's origin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.synthesis.faces.shapes import petal, polar

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.synthesis.faces.pen import Colour, Pen

__all__ = ["PIPS", "RARE_PIPS", "Pip"]

RARE_PIPS: Final = ("spiral", "lattice")
"""Pips that only held-out designs show."""


@dataclass(frozen=True, slots=True)
class Pip:
    """How a pip is cut.

    Attributes:
        petals: Number of petals or spokes.
        line: Width of carved lines as a share of the radius.
        colour: Its paint, BGR.
        heart: Paint of its middle.
    """

    petals: int
    line: float
    colour: Colour
    heart: Colour


def _rings(pen: Pen, pip: Pip) -> None:
    pen.ring((0, 0), 1, 1.5 * pip.line, pip.colour)
    pen.ring((0, 0), 1 - 2.7 * pip.line, 1.4 * pip.line, pip.colour)
    pen.disc((0, 0), max(0.12, 1 - 5.4 * pip.line), pip.heart)


def _carved_rings(pen: Pen, pip: Pip) -> None:
    pen.disc((0, 0), 1, pip.colour)
    pen.ring((0, 0), 0.84, pip.line * 0.9, None)
    pen.ring((0, 0), 0.52, pip.line * 0.9, None)
    pen.disc((0, 0), 0.13, None if pip.petals % 4 else pip.heart)


def _wheel(pen: Pen, pip: Pip) -> None:
    pen.ring((0, 0), 1, 1.3 * pip.line, pip.colour)
    pen.ring((0, 0), 1 - 2 * pip.line, 0.7 * pip.line, pip.colour)
    for k in range(pip.petals):
        angle = 360 * k / pip.petals
        pen.stroke([polar(0.25, angle), polar(0.72, angle)], pip.line, pip.colour)
    pen.ring((0, 0), 0.34, pip.line, pip.heart)


def _flower(pen: Pen, pip: Pip) -> None:
    pen.disc((0, 0), 1, pip.colour)
    pen.ring((0, 0), 0.86, pip.line * 0.7, None)
    for k in range(pip.petals):
        angle = 360 * k / pip.petals
        pen.fill(petal(polar(0.16, angle), polar(0.68, angle), 0.95 * np.pi / pip.petals), None)
    pen.disc((0, 0), 0.2, pip.heart)


def _coin(pen: Pen, pip: Pip) -> None:
    pen.disc((0, 0), 1, pip.colour)
    pen.ring((0, 0), 0.82, pip.line * 0.8, None)
    pen.fill([(-0.26, -0.26), (0.26, -0.26), (0.26, 0.26), (-0.26, 0.26)], None)


def _bullseye(pen: Pen, pip: Pip) -> None:
    pen.ring((0, 0), 1, 0.3 + pip.line, pip.colour)
    pen.disc((0, 0), 0.34, pip.heart)


def _ring(pen: Pen, pip: Pip) -> None:
    pen.ring((0, 0), 1, 1.6 * pip.line, pip.colour)
    pen.ring((0, 0), 1 - 3 * pip.line, pip.line, pip.heart)


def _solid(pen: Pen, pip: Pip) -> None:
    pen.disc((0, 0), 1, pip.colour)
    pen.disc((0, 0), 0.2, None)


def _spiral(pen: Pen, pip: Pip) -> None:
    turns = np.linspace(0, 360 * (2 + pip.petals % 2), 60)
    pen.stroke([polar(0.14 + 0.74 * t / turns[-1], t) for t in turns], 1.6 * pip.line, pip.colour)
    pen.disc((0, 0), 0.16, pip.heart)


def _lattice(pen: Pen, pip: Pip) -> None:
    pen.disc((0, 0), 1, pip.colour)
    for k in np.linspace(-0.6, 0.6, 3 + pip.petals % 2):
        reach = float(np.sqrt(0.72 - k * k))
        pen.stroke([(k, -reach), (k, reach)], 0.7 * pip.line, None)
        pen.stroke([(-reach, k), (reach, k)], 0.7 * pip.line, None)


PIPS: Final[dict[str, Callable[[Pen, Pip], None]]] = {
    "rings": _rings, "carved_rings": _carved_rings, "wheel": _wheel, "flower": _flower, "coin": _coin,
    "bullseye": _bullseye, "ring": _ring, "solid": _solid, "spiral": _spiral, "lattice": _lattice,
}  # fmt: skip
"""Drawings by name."""
