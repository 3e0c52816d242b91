"""Pictures as engravers make them: parts filled, outlined, or filled with a carved inner line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from datasets.synthesis.faces.palette import weighted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from datasets.synthesis.faces.pen import Colour, Pen
    from datasets.synthesis.faces.shapes import Point, Points

__all__ = ["Hatching", "Sketch", "sample_hatching"]


@dataclass(frozen=True, slots=True)
class Hatching:
    """An engraver's way with pictures.

    Attributes:
        mode: ``solid`` fills parts, ``outline`` leaves only contours, ``inlaid`` carves a line along the inside of
            filled parts.
        line: Width of contours and carved lines in face heights.
        gap: Width of the bare ground left between a part and what lies under it, in face heights.
    """

    mode: str
    line: float
    gap: float


def sample_hatching(rng: np.random.Generator) -> Hatching:
    """Draw a way of engraving pictures."""
    return Hatching(
        mode=weighted(rng, {"solid": 0.55, "outline": 0.27, "inlaid": 0.18}),
        line=float(rng.uniform(0.012, 0.021)),
        gap=float(rng.uniform(0.006, 0.014)),
    )


@dataclass(frozen=True, slots=True)
class Sketch:
    """A pen that draws pictures one way.

    Attributes:
        pen: Where to draw; its frame may be scaled, the hatching's widths stay those of the face.
        hatching: How to draw.
        shrink: Face heights per unit of the pen's frame.
    """

    pen: Pen
    hatching: Hatching
    shrink: float = 1.0

    def at(self, xy: Point, scale: float = 1.0, angle_deg: float = 0.0, *, flip: bool = False) -> Sketch:
        """Return a sketch in a moved, scaled, turned or mirrored frame."""
        return replace(self, pen=self.pen.at(xy, scale, angle_deg, flip=flip), shrink=self.shrink * scale)

    @property
    def line_width(self) -> float:
        """Width of a line in the frame's unit."""
        return self.hatching.line / self.shrink

    def part(self, points: Points, colour: Colour) -> None:
        """Draw one closed part over what is there."""
        if self.hatching.mode == "outline":
            self.pen.fill(points, None)
            self.pen.contour(points, self.line_width, colour)
            return
        self.pen.contour(points, 2 * self.hatching.gap / self.shrink, None)
        self.pen.fill(points, colour)
        if self.hatching.mode == "inlaid":
            middle = np.asarray(points, np.float64)
            centre = middle.mean(axis=0)
            self.pen.contour(centre + 0.68 * (middle - centre), 0.7 * self.line_width, None)

    def solid(self, points: Points, colour: Colour) -> None:
        """Fill a part in every mode, for small things that a contour would swallow."""
        self.pen.fill(points, colour)

    def line(self, path: Points, colour: Colour, width: float | Sequence[float] = 1.0) -> None:
        """Draw a stroke whose width is given in line widths."""
        scaled = (np.asarray(width) * self.line_width).tolist()
        self.pen.stroke(path, scaled, colour)

    def mark(self, path: Points, colour: Colour, width: float = 0.8) -> None:
        """Draw a detail inside a part: carved out of filled parts, painted into outlined ones."""
        self.pen.stroke(path, width * self.line_width, colour if self.hatching.mode == "outline" else None)

    def dot(self, centre: Point, radius: float, colour: Colour | None) -> None:
        """Fill a small disc."""
        self.pen.disc(centre, radius, colour)

    def eye(self, centre: Point, radius: float, colour: Colour) -> None:
        """Draw an eye: a bare disc with a pupil."""
        self.pen.disc(centre, radius, None)
        self.pen.disc(centre, 0.55 * radius, colour)
