"""Solid bodies of a scene: chamfered boxes such as tiles, racks, walls, books.

World frame: the table is the plane z = 0, x runs to the player's right, y away from the player, z up. One unit is
the height of a tile's face. Body frame: u runs to the right and v downwards on the front as someone looking at
it upright sees it, n points out of the front.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from datasets.synthesis.textures import Mipmap

__all__ = [
    "BACK_PANEL",
    "FRONT_PANEL",
    "LYING",
    "PANEL_AXES",
    "PANEL_NORMALS",
    "STANDING",
    "Body",
    "Pose",
    "TileTag",
    "orientation",
]

FRONT_PANEL: Final = 0
BACK_PANEL: Final = 1
PANEL_NORMALS: Final = np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], float)
"""Outward normals of the six panels in the body frame: front, back, right, left, bottom, top."""

PANEL_AXES: Final = np.array(
    [
        [[1, 0, 0], [0, 1, 0]],
        [[-1, 0, 0], [0, 1, 0]],
        [[0, 0, -1], [0, 1, 0]],
        [[0, 0, 1], [0, 1, 0]],
        [[1, 0, 0], [0, 0, -1]],
        [[1, 0, 0], [0, 0, 1]],
    ],
    float,
)
"""For each panel its rightward and downward direction as seen from outside, in the body frame."""

LYING: Final = np.array([[1, 0, 0], [0, -1, 0], [0, 0, 1]], float).T
"""Face up on the table, top edge away from the player; columns are u, v, n."""

STANDING: Final = np.array([[1, 0, 0], [0, 0, -1], [0, -1, 0]], float).T
"""On its bottom edge, face towards the player; columns are u, v, n."""


@dataclass(frozen=True, slots=True)
class TileTag:
    """What a tile is and where it belongs.

    Attributes:
        code: Tile code of the face; the other side is always a back.
        group: Number of the group the tile belongs to.
        group_kind: ``concealed``, ``meld``, ``bonus``, ``indicator``, ``loose`` or ``wall``.
        row: Row within the scene, 0 farthest from the player; -1 for tiles in no row.
        order: Position in the group from the player's left.
    """

    code: str
    group: int
    group_kind: str
    row: int
    order: int


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A chamfered box.

    Attributes:
        centre: (3,) world position of the middle.
        axes: (3, 3) columns u, v, n in the world frame.
        size: (3,) extents along u, v, n.
        colours_bgr: (2, 3) colours of the front and the back layer, 0..255.
        layer: Fraction of the depth that the front layer takes.
        chamfer: Width of the broken edges.
        corner_radius: Radius of the front's and back's rounded corners.
        gloss: 0 (dull) .. 1 (polished).
        panels: Textures of some panels, by panel number.
        tag: What tile it is; None for everything else.
        is_round: An upright cylinder within the box instead of the box, its axis along n.
    """

    centre: NDArray[np.float64]
    axes: NDArray[np.float64]
    size: NDArray[np.float64]
    colours_bgr: NDArray[np.float64]
    layer: float = 0.6
    chamfer: float = 0.02
    corner_radius: float = 0.0
    gloss: float = 0.2
    panels: Mapping[int, Mipmap] = field(default_factory=dict)
    tag: TileTag | None = None
    is_round: bool = False

    def corners(self) -> NDArray[np.float64]:
        """Return the (8, 3) corners in the world frame, chamfers ignored."""
        signs = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], float)
        return np.asarray(self.centre + (signs * self.size / 2) @ self.axes.T)

    def hull(self) -> NDArray[np.float64]:
        """Return (16, 3) points whose convex hull is about the body: corners twice, or two octagons of a cylinder."""
        if not self.is_round:
            return np.repeat(self.corners(), 2, axis=0)
        turns = np.arange(8) * np.pi / 4
        ring = np.stack([np.cos(turns), np.sin(turns), np.ones(8)], axis=1)
        local = np.concatenate([ring, ring * [1, 1, -1]]) * self.size / 2
        return np.asarray(self.centre + local @ self.axes.T)

    def panel_corners(self, panel: int) -> NDArray[np.float64]:
        """Return a panel's (4, 3) corners: its own top left first, clockwise as seen upright from outside."""
        right, down = PANEL_AXES[panel]
        out = PANEL_NORMALS[panel]
        local = np.array([out - right - down, out + right - down, out + right + down, out - right + down])
        return np.asarray(self.centre + (local * self.size / 2) @ self.axes.T)

    def footprint(self) -> tuple[float, float, float, float, float]:
        """Return centre x, y, half width, half depth and yaw (radians) of the box's rectangle on the table."""
        yaw = float(np.arctan2(self.axes[1, 0], self.axes[0, 0]))
        turn = np.array([[np.cos(yaw), np.sin(yaw)], [-np.sin(yaw), np.cos(yaw)]])
        flat = (self.corners()[:, :2] - self.centre[:2]) @ turn.T
        half_width, half_depth = np.abs(flat).max(axis=0)
        return float(self.centre[0]), float(self.centre[1]), float(half_width), float(half_depth), yaw


@dataclass(frozen=True, slots=True)
class Pose:
    """How a body is turned and how high it stands.

    Attributes:
        standing: On its bottom edge with the front towards the player; else flat with the front up.
        spin_deg: Clockwise turn within the front as someone looking at it sees it.
        lean_deg: Turn about the x axis, the top away from the player.
        yaw_deg: Anticlockwise turn about the vertical, applied last.
        flip: Show the back where the front would be.
        z: Height of the lowest corner over the table.
    """

    standing: bool = False
    spin_deg: float = 0.0
    lean_deg: float = 0.0
    yaw_deg: float = 0.0
    flip: bool = False
    z: float = 0.0


def orientation(pose: Pose) -> NDArray[np.float64]:
    """Return body axes: columns u, v, n in the world frame.

    >>> orientation(Pose(standing=True))[:, 2].tolist()
    [0.0, -1.0, 0.0]
    """
    base = STANDING if pose.standing else LYING
    spin, lean, yaw = np.radians([pose.spin_deg, pose.lean_deg, pose.yaw_deg])
    in_face = np.array([[np.cos(spin), -np.sin(spin), 0], [np.sin(spin), np.cos(spin), 0], [0, 0, 1]])
    if pose.flip:
        in_face = np.diag([-1.0, 1.0, -1.0]) @ in_face
    about_x = np.array([[1, 0, 0], [0, np.cos(lean), np.sin(lean)], [0, -np.sin(lean), np.cos(lean)]])
    about_z = np.array([[np.cos(yaw), -np.sin(yaw), 0], [np.sin(yaw), np.cos(yaw), 0], [0, 0, 1]])
    return np.asarray(about_z @ about_x @ base @ in_face)
