"""What a layout asks of the photo: from where it is taken, and on what the tiles lie."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Setting", "Shot"]

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a layout's tiles lie on, where it matters.

    Attributes:
        surface: Kind of table top, a member of ``backgrounds.SURFACES``.
        colour_bgr: Its colour, or None for any.
        bounds: x1, y1, x2, y2 of the table top; beyond it is the floor. None leaves that to chance.
    """

    surface: str
    colour_bgr: tuple[float, float, float] | None = None
    bounds: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Shot:
    """What a layout asks of the photo; None leaves a thing to chance.

    Attributes:
        standing: Whether the tiles of interest stand, which only views from the player's side show.
        elevation_deg: Least and greatest height of the camera over the table, 90 straight down.
        azimuth_deg: Spread of its direction about the player's side.
        tile_px: Least and greatest height of a tile in a 640-pixel picture, foreshortening not counted.
        setting: What the tiles lie on.
    """

    standing: bool = False
    elevation_deg: Range | None = None
    azimuth_deg: float | None = None
    tile_px: Range | None = None
    setting: Setting | None = None
