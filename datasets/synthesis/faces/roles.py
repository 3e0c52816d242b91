"""The callings, arts and animals that take the place of flowers and seasons on many sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.faces.shapes import arc, curve, leaf, petal, polar

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.synthesis.faces.pen import Colour
    from datasets.synthesis.faces.sketch import Sketch

__all__ = ["ROLES"]

Paint = tuple["Colour", "Colour", "Colour"]
"""Three colours, the main one first."""


def _hat(sketch: Sketch, sash: Colour, hat: int) -> None:
    """Draw a straw hat, an official's cap, a round cap or a bun."""
    if hat == 0:
        sketch.part([(-0.19, -0.28), (0.0, -0.43), (0.19, -0.28)], sash)
    elif hat == 1:
        sketch.part([(-0.08, -0.3), (-0.07, -0.4), (0.07, -0.4), (0.08, -0.3)], sash)
        for side in (-1, 1):
            sketch.line([(side * 0.08, -0.32), (side * 0.2, -0.34)], sash, 1.8)
    elif hat == 2:
        sketch.part(curve([(-0.08, -0.29), (0.0, -0.38), (0.08, -0.29)], closed=True), sash)
    else:
        sketch.dot((0, -0.36), 0.035, sash)


def _person(sketch: Sketch, paint: Paint, rng: np.random.Generator, *, long_robe: bool) -> None:
    """Draw a standing person: robe or jacket and trousers, a head, a hat."""
    robe, sash, skin = paint
    lean = float(rng.normal(0, 0.03))
    hem = 0.4 if long_robe else 0.16
    wide = float(rng.uniform(0.13, 0.19))
    if not long_robe:
        for side in (-1, 1):
            sketch.line([(side * 0.05, 0.14), (side * 0.09 + lean, 0.38)], sash, 3.6)
            sketch.line([(side * 0.07 + lean, 0.39), (side * 0.15 + lean, 0.4)], robe, 1.8)
    body = [(-0.09, -0.15), (0.09, -0.15), (0.12, 0.02), (wide + lean, hem), (0.0, hem + 0.03), (-wide + lean, hem)]
    sketch.part(curve([*body, (-0.12, 0.02)], closed=True), robe)
    for x in (-0.05, 0.02, 0.07):
        sketch.mark(curve([(x, -0.05), (x * 1.2, 0.1), (x * 1.6 + lean, hem - 0.03)]), robe)
    for side in (-1, 1):
        hand = np.array([side * float(rng.uniform(0.15, 0.24)), float(rng.uniform(-0.05, 0.12))])
        sketch.line(curve([(side * 0.08, -0.11), (side * 0.15, -0.02), hand]), robe, (3.0, 3.6, 3.0))
        sketch.dot(hand, 0.024, skin)
    sketch.part(curve([(-0.07, -0.27), (0, -0.33), (0.07, -0.27), (0.05, -0.17), (-0.05, -0.17)], closed=True), skin)
    for x in (-0.025, 0.03):
        sketch.mark([(x - 0.008, -0.25), (x + 0.008, -0.25)], skin, 0.9)
    _hat(sketch, sash, int(rng.integers(4)))
    if rng.random() < 0.4:
        sketch.line(curve([(0, -0.19), (-0.01, -0.1), (0.01, -0.02)]), sash, (2.2, 0.6))


def _fisher(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    _person(sketch, paint, rng, long_robe=rng.random() < 0.4)
    rod, catch = paint[1], paint[0]
    sketch.line(curve([(0.16, 0.1), (0.24, -0.2), (0.33, -0.42)]), rod, (1.4, 0.7))
    sketch.line([(0.33, -0.42), (0.31, 0.02)], rod, 0.6)
    fish = leaf((0.31, 0.02), (0.31, 0.2), 0.07)
    sketch.part(fish, catch)
    sketch.line([(0.27, 0.24), (0.31, 0.19), (0.35, 0.24)], catch, 1.0)


def _woodcutter(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    wood = paint[1]
    for dy in (-0.03, 0.0, 0.03):
        sketch.line([(-0.33, -0.05 + dy), (0.33, -0.13 + dy)], wood, 0.9)
    for x in (-0.28, 0.28):
        for k in range(5):
            sketch.line([(x - 0.05 + 0.025 * k, 0.1), (x + 0.05 - 0.025 * k, -0.24)], wood, 1.1)
    _person(sketch, paint, rng, long_robe=False)


def _farmer(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    _person(sketch, paint, rng, long_robe=False)
    tool = paint[1]
    sketch.line([(-0.26, 0.38), (-0.14, -0.34)], tool, 1.4)
    sketch.part([(-0.15, -0.36), (-0.12, -0.3), (-0.31, -0.26), (-0.32, -0.31)], tool)
    for x in (0.18, 0.24, 0.3):
        sketch.line(curve([(x, 0.4), (x + 0.02, 0.25), (x + 0.05, 0.14)]), paint[0], (0.8, 1.6, 0.6))


def _scholar(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    _person(sketch, paint, rng, long_robe=True)
    page = paint[1]
    y = float(rng.uniform(-0.02, 0.08))
    sketch.part(
        [(-0.12, y - 0.07), (0, y - 0.05), (0.12, y - 0.07), (0.12, y + 0.05), (0, y + 0.07), (-0.12, y + 0.05)], page
    )
    sketch.mark([(0, y - 0.05), (0, y + 0.07)], page)


def _zither(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    wood, strings, tassel = paint
    at = sketch.at((0, 0), 1.0, float(rng.uniform(-50, 50)))
    at.part(
        curve([(-0.1, -0.36), (0.1, -0.36), (0.12, 0.0), (0.09, 0.36), (-0.09, 0.36), (-0.12, 0.0)], closed=True), wood
    )
    for x in np.linspace(-0.055, 0.055, 5):
        at.mark([(x, -0.32), (x, 0.32)], strings, 0.7)
    for y in (-0.24, 0.24):
        at.line([(-0.1, y), (0.1, y)], tassel, 1.4)
    for k in range(3):
        at.line([(0.02 * k - 0.02, 0.36), (0.03 * k - 0.03, 0.43)], tassel, 0.8)


def _chess(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    board, lines, stone = paint
    half = 0.27
    at = sketch.at((0, 0.02), 1.0, float(rng.choice([0, 45, float(rng.uniform(-15, 15))])), flip=False)
    at.part([(-half, -half), (half, -half), (half, half), (-half, half)], board)
    steps = int(rng.integers(4, 8))
    for k in range(1, steps):
        c = -half + 2 * half * k / steps
        at.mark([(c, -half), (c, half)], lines, 0.7)
        at.mark([(-half, c), (half, c)], lines, 0.7)
    for _ in range(int(rng.integers(3, 9))):
        x, y = (-half + 2 * half * float(v) / steps for v in rng.integers(1, steps, 2))
        at.dot((x, y), 0.035, None)
        at.dot((x, y), 0.028, stone)


def _book(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    cover, page, ribbon = paint
    for k in range(int(rng.integers(1, 4))):
        at = sketch.at((float(rng.normal(0, 0.03)), 0.24 - 0.19 * k), 1.0, float(rng.uniform(-14, 14)))
        at.part([(-0.24, -0.07), (0.2, -0.11), (0.26, 0.03), (-0.18, 0.08)], cover)
        at.mark([(-0.2, 0.03), (0.24, -0.02)], page)
        at.line([(-0.18, 0.09), (0.26, 0.05)], page, 1.2)
    at = sketch.at((0.06, -0.24), 1.0, float(rng.uniform(10, 40)))
    at.line([(0, 0.12), (0, -0.12)], ribbon, 1.6)
    at.part(leaf((0, 0.1), (0, 0.22), 0.05), cover)


def _painting(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    roll, ink, sun = paint
    sketch.part([(-0.19, -0.3), (0.19, -0.3), (0.19, 0.3), (-0.19, 0.3)], roll)
    sketch.pen.fill([(-0.14, -0.25), (0.14, -0.25), (0.14, 0.25), (-0.14, 0.25)], None)
    for y in (-0.33, 0.33):
        sketch.line([(-0.24, y), (0.24, y)], ink, 2.2)
    peak = float(rng.uniform(-0.1, 0.0))
    sketch.line([(-0.13, 0.15), (-0.05, peak), (0.02, 0.1), (0.07, 0.02), (0.13, 0.15)], ink, 1.2)
    sketch.line(curve([(-0.12, 0.2), (0.0, 0.17), (0.12, 0.2)]), ink, 0.9)
    sketch.dot((0.07, -0.15), 0.035, sun)


def _crab(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    shell, legs, eye = paint
    for side in (-1, 1):
        for k in range(4):
            knee = (side * (0.24 + 0.02 * k), 0.0 + 0.08 * k)
            sketch.line(curve([(side * 0.12, 0.04 + 0.04 * k), knee, (side * 0.27, 0.14 + 0.08 * k)]), legs, (1.6, 0.8))
        sketch.line(curve([(side * 0.12, -0.06), (side * 0.25, -0.14), (side * 0.16, -0.26)]), legs, 1.8)
        sketch.part(petal((side * 0.17, -0.22), (side * 0.08, -0.36), 0.1, 0.3), shell)
        sketch.line([(side * 0.05, -0.08), (side * 0.06, -0.17)], legs, 0.9)
        sketch.dot((side * 0.06, -0.18), 0.02, eye)
    sketch.part(curve([(-0.17, 0.0), (0.0, -0.1), (0.17, 0.0), (0.12, 0.16), (-0.12, 0.16)], closed=True), shell)
    sketch.mark(arc((0, float(rng.uniform(0.05, 0.1))), 0.08, 120, 240), shell)


def _dragonfly(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    body, wing, eye = paint
    at = sketch.at((0, 0), 1.0, float(rng.uniform(-50, 50)))
    for side in (-1, 1):
        for angle, length in ((70, 0.3), (105, 0.27)):
            at.part(leaf((0, -0.12), np.array([0, -0.12]) + polar(length, side * angle), 0.09), wing)
    at.line([(0, -0.2), (0, 0.36)], body, (3.4, 2.2, 1.6))
    for k in range(4):
        at.mark([(-0.03, 0.02 + 0.07 * k), (0.03, 0.02 + 0.07 * k)], body, 0.7)
    at.dot((-0.03, -0.22), 0.028, eye)
    at.dot((0.03, -0.22), 0.028, eye)


def _hare(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    fur, mark, eye = paint
    sketch.part(
        curve([(-0.05, 0.0), (0.14, -0.02), (0.25, 0.16), (0.2, 0.36), (-0.14, 0.38), (-0.1, 0.16)], closed=True), fur
    )
    sketch.dot((0.26, 0.28), 0.045, fur)
    for shift in (-0.16, -0.06):
        tip = (shift + float(rng.normal(-0.02, 0.03)), -0.4)
        sketch.part(leaf((shift + 0.02, -0.12), tip, 0.075), fur)
    sketch.part(curve([(-0.22, -0.1), (-0.1, -0.17), (0.02, -0.1), (0.0, 0.03), (-0.14, 0.05)], closed=True), fur)
    sketch.eye((-0.13, -0.07), 0.025, eye)
    for y in (-0.02, 0.01):
        sketch.line([(-0.22, y), (-0.34, y + 0.01)], mark, 0.6)
    sketch.mark(arc((0.12, 0.25), 0.1, 250, 420), fur)


def _deer(sketch: Sketch, paint: Paint, rng: np.random.Generator) -> None:
    hide, horn, eye = paint
    for x in (-0.13, -0.06, 0.12, 0.19):
        sketch.line([(x, 0.14), (x + float(rng.normal(0, 0.02)), 0.4)], hide, (2.4, 1.4))
    sketch.part(curve([(-0.2, -0.02), (0.18, -0.02), (0.25, 0.1), (0.18, 0.2), (-0.16, 0.2)], closed=True), hide)
    sketch.part([(-0.21, 0.04), (-0.1, 0.08), (-0.13, -0.2), (-0.22, -0.2)], hide)
    sketch.part(curve([(-0.32, -0.16), (-0.2, -0.25), (-0.12, -0.2), (-0.16, -0.12), (-0.3, -0.1)], closed=True), hide)
    sketch.eye((-0.21, -0.19), 0.018, eye)
    for side in (-1, 1):
        sketch.line(curve([(-0.16, -0.24), (-0.14 + 0.08 * side, -0.34), (-0.12 + 0.05 * side, -0.44)]), horn, 1.2)
        sketch.line([(-0.14 + 0.07 * side, -0.34), (-0.12 + 0.15 * side, -0.4)], horn, 0.9)
    for x, y in rng.uniform([-0.12, 0.03], [0.18, 0.15], (5, 2)):
        sketch.dot((float(x), float(y)), 0.014, None)


ROLES: dict[str, Callable[[Sketch, Paint, np.random.Generator], None]] = {
    "fisher": _fisher, "woodcutter": _woodcutter, "farmer": _farmer, "scholar": _scholar,
    "zither": _zither, "chess": _chess, "book": _book, "painting": _painting,
    "crab": _crab, "dragonfly": _dragonfly, "hare": _hare, "deer": _deer,
}  # fmt: skip
