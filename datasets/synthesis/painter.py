"""Painting one chamfered box: rounded edges, plain sides, textured panels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.backgrounds import shaded
from datasets.synthesis.bodies import BACK_PANEL, FRONT_PANEL, PANEL_AXES, PANEL_NORMALS
from datasets.synthesis.canvas import panel_id

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from datasets.synthesis.bodies import Body
    from datasets.synthesis.camera import Camera
    from datasets.synthesis.canvas import Canvas
    from datasets.synthesis.lighting import Glare, Light
    from datasets.synthesis.textures import Mipmap

__all__ = ["BodyPainter"]

FINE_PX: Final = 30.0
"""Bodies whose longest side appears shorter than this many pixels are painted without chamfers."""

SMOOTH_PX: Final = ((90.0, 1), (260.0, 3))
"""Up to these sizes in pixels, edges are painted as so many strips; larger ones as five."""

ROUND: Final = np.array(
    [
        [a, b, c] / np.sqrt(a * a + b * b + c * c)
        for a in (0, 1, 2)
        for b in (0, 1, 2)
        for c in (0, 1, 2)
        if max(a, b, c) == 2
    ]
)
"""Directions in an eighth of a sphere, for round corners."""

ROUND_STRIPS: Final = 28
"""Strips of a cylinder's mantle."""

SIGNS: Final = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], float)


class BodyPainter:
    """Paints one body.

    Attributes:
        visible: (6,) which panels face the camera.
    """

    def __init__(self, canvas: Canvas, body: Body, index: int, camera: Camera, light: Light) -> None:
        """Look which panels face the camera and how light they are; the index names the body on the canvas."""
        self.canvas, self.body, self.index = canvas, body, index
        self.camera, self.light = camera, light
        normals = PANEL_NORMALS @ body.axes.T
        half = np.abs(PANEL_NORMALS) @ body.size / 2
        self.visible = normals @ (camera.position - body.centre) > half
        self.shades = light.shade(normals)

    def paint(self) -> None:
        """Paint rounded edges, plain sides, then textured panels."""
        body = self.body
        if body.is_round:
            self._paint_round()
            return
        extent = float(np.ptp(self.camera.project(body.corners()), axis=0).max())
        inset = float(np.minimum(body.chamfer, 0.4 * body.size.min())) if extent >= FINE_PX else 0.0
        strips = next((count for size, count in SMOOTH_PX if extent <= size), 5) if inset else 1
        hull = self._hull(inset, strips)
        mean_shade = self.shades[self.visible].mean(axis=0) if self.visible.any() else self.shades[0]
        self.canvas.fill(hull, body.colours_bgr[0] * mean_shade * 0.93)
        self.canvas.mark(hull, 0)
        if strips > 1:
            self._paint_corners(inset)
        if inset:
            self._paint_edges(inset, strips)
        for panel in np.flatnonzero(self.visible):
            if panel in {FRONT_PANEL, BACK_PANEL}:
                self._paint_plain(int(panel), inset)
            if panel in body.panels:
                self._paint_texture(int(panel), inset)
            elif panel not in {FRONT_PANEL, BACK_PANEL}:
                self._paint_side(int(panel), inset)

    def _paint_round(self) -> None:
        """Paint an upright cylinder: its outline, its mantle in strips, its top."""
        body = self.body
        self.canvas.mark(
            np.asarray(cv2.convexHull(self.camera.project(body.hull()).astype(np.float32)), float)[:, 0], 0
        )
        turns = np.linspace(0, 2 * np.pi, ROUND_STRIPS + 1)
        ring = np.stack([np.cos(turns), np.sin(turns), np.ones_like(turns)], axis=1)
        upper, lower = ring * body.size / 2, ring * [1, 1, -1] * body.size / 2
        middle = (turns[1:] + turns[:-1]) / 2
        normals = np.stack([np.cos(middle), np.sin(middle), np.zeros_like(middle)], axis=1)
        eye = (self.camera.position - body.centre) @ body.axes
        pixels = self._pixels(np.stack([upper, lower], axis=1))
        shades = self.light.shade(normals @ body.axes.T)
        for k in np.flatnonzero(np.einsum("ij,ij->i", normals, eye - upper[:-1]) > 0):
            quad = np.concatenate([pixels[k], pixels[k + 1, ::-1]])
            self.canvas.fill(quad, body.colours_bgr[0] * shades[k])
        if self.visible[FRONT_PANEL]:
            self.canvas.fill(self._pixels(upper), body.colours_bgr[0] * self.shades[FRONT_PANEL])
            if FRONT_PANEL in body.panels:
                self._paint_texture(FRONT_PANEL, 0.0)

    def _pixels(self, local: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return pixels of points in the body frame."""
        return self.camera.project(self.body.centre + local @ self.body.axes.T)

    def _hull(self, inset: float, strips: int) -> NDArray[np.float64]:
        """Return the outline in pixels."""
        directions = ROUND if strips > 1 else np.eye(3)
        centres = SIGNS * (self.body.size / 2 - inset)
        points = centres[:, None] + inset * directions[None] * SIGNS[:, None]
        return np.asarray(cv2.convexHull(self._pixels(points).reshape(-1, 2).astype(np.float32)), float)[:, 0]

    def _paint_corners(self, inset: float) -> None:
        """Paint the round corners that face the camera."""
        eye = (self.camera.position - self.body.centre) @ self.body.axes
        for signs in SIGNS:
            centre = signs * (self.body.size / 2 - inset)
            if (eye - centre) @ signs <= 0:
                continue
            points = self._pixels(centre + inset * ROUND * signs)
            hull = np.asarray(cv2.convexHull(points.astype(np.float32)), float)[:, 0]
            colour = self.body.colours_bgr[0 if signs[2] > 0 else 1]
            self.canvas.fill(hull, colour * self.light.shade(self.body.axes @ signs / np.sqrt(3)))

    def _paint_edges(self, inset: float, strips: int) -> None:
        """Paint the rounded edges that face the camera in strips, each lit by its own slant."""
        half = self.body.size / 2
        eye = (self.camera.position - self.body.centre) @ self.body.axes
        angles = np.linspace(0, np.pi / 2, strips + 1)
        for first, second in ((0, 1), (0, 2), (1, 2)):
            along = 3 - first - second
            for s in (-1, 1):
                for t in (-1, 1):
                    arc = np.zeros((strips + 1, 3))
                    arc[:, first] = s * (half[first] - inset + inset * np.cos(angles))
                    arc[:, second] = t * (half[second] - inset + inset * np.sin(angles))
                    normals = np.zeros((strips, 3))
                    normals[:, first] = s * np.cos((angles[1:] + angles[:-1]) / 2)
                    normals[:, second] = t * np.sin((angles[1:] + angles[:-1]) / 2)
                    seen = np.flatnonzero(np.einsum("ij,ij->i", normals, eye - arc[:-1]) > 0)
                    if len(seen) == 0:
                        continue
                    shades = self.light.shade(normals[seen] @ self.body.axes.T)
                    for layer, low, high in self._stretches(along, t if second == 2 else 0, inset):
                        ends = np.repeat(arc[:, None], 2, axis=1)
                        ends[:, :, along] = low, high
                        pixels = self._pixels(ends)
                        for k, shade in zip(seen, shades, strict=True):
                            quad = np.concatenate([pixels[k], pixels[k + 1, ::-1]])
                            self.canvas.fill(quad, self.body.colours_bgr[layer] * shade)

    def _stretches(self, along: int, side: int, inset: float) -> list[tuple[int, float, float]]:
        """Return the colour layers an edge runs through, each with where it starts and ends along the edge."""
        end = float(self.body.size[along]) / 2 - inset
        if along == 2:
            split = float(np.clip(self.body.size[2] * (0.5 - self.body.layer), -end, end))
            return [(0, split, end), (1, -end, split)]
        return [(0 if side > 0 else 1, -end, end)]

    def _panel_frame(
        self, panel: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], float, float]:
        """Return a panel's middle, its half axes in the world and their lengths."""
        body = self.body
        right, down = PANEL_AXES[panel]
        middle = body.centre + body.axes @ (PANEL_NORMALS[panel] * body.size / 2)
        half_width, half_height = float(np.abs(right) @ body.size) / 2, float(np.abs(down) @ body.size) / 2
        return middle, body.axes @ right, body.axes @ down, half_width, half_height

    def _outline(self, panel: int, inset: float) -> NDArray[np.float64]:
        """Return a panel's outline in pixels, its corners rounded on front and back."""
        middle, right, down, half_width, half_height = self._panel_frame(panel)
        a, b = half_width - inset, half_height - inset
        radius = max(self.body.corner_radius - inset, 0.0) if panel in {FRONT_PANEL, BACK_PANEL} else 0.0
        if radius <= 0:
            local = np.array([[-a, -b], [a, -b], [a, b], [-a, b]])
        else:
            turns = np.radians([0, 30, 60, 90])
            arc = np.stack([-np.cos(turns), -np.sin(turns)], axis=1) * radius
            top_left = np.array([-a + radius, -b + radius]) + arc
            mirrored = top_left[::-1] * [-1, 1]
            top = np.concatenate([top_left, mirrored])
            local = np.concatenate([top, -top])
        return self.camera.project(middle + local[:, :1] * right + local[:, 1:] * down)

    def _paint_plain(self, panel: int, inset: float) -> None:
        """Paint a front or back in its colour, up to the rounded edges."""
        layer = 0 if panel == FRONT_PANEL else 1
        middle, right, down, a, b = self._panel_frame(panel)
        local = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (np.array([a, b]) - inset)
        outline = self.camera.project(middle + local[:, :1] * right + local[:, 1:] * down)
        self.canvas.fill(outline, self.body.colours_bgr[layer] * self.shades[panel])
        self._mark(panel)

    def _mark(self, panel: int) -> None:
        if self.body.tag is not None and panel in {FRONT_PANEL, BACK_PANEL}:
            corners = self.camera.project(self.body.panel_corners(panel))
            self.canvas.mark(corners, panel_id(self.index, panel))

    def _paint_side(self, panel: int, inset: float) -> None:
        """Paint a side in its two layers."""
        body = self.body
        half = body.size / 2
        drawn_in = half - np.minimum(inset, half * 0.8)
        split = half[2] - body.layer * body.size[2]
        out = int(np.abs(PANEL_NORMALS[panel]).argmax())
        across = 1 - out
        for layer, (near, far) in enumerate(((drawn_in[2], split), (split, -drawn_in[2]))):
            local = np.zeros((4, 3))
            local[:, out] = PANEL_NORMALS[panel][out] * half[out]
            local[:, across] = np.array([-1, 1, 1, -1]) * drawn_in[across]
            local[:, 2] = [near, near, far, far]
            quad = self.camera.project(body.centre + local @ body.axes.T)
            self.canvas.fill(quad, body.colours_bgr[layer] * self.shades[panel])

    def _paint_texture(self, panel: int, inset: float) -> None:
        """Warp a texture onto a panel."""
        body, image = self.body, self.canvas.image_bgr
        quad = self.camera.project(body.panel_corners(panel))
        outline = self._outline(panel, inset)
        x1, y1 = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 1, 0)
        x2, y2 = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 2, [image.shape[1], image.shape[0]])
        if x2 <= x1 or y2 <= y1:
            return
        texture = _level(body.panels[panel], quad)
        height, width = texture.shape[:2]
        source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        corner = np.array([x1, y1], float)
        matrix = cv2.getPerspectiveTransform(source - 0.5, (quad - corner).astype(np.float32))
        size = int(x2 - x1), int(y2 - y1)
        warped = cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        lit = shaded(np.asarray(warped, np.uint8), self.shades[panel])
        if self.light.glare is not None:
            lit = self._with_glare(lit, self.light.glare, panel, corner)
        self.canvas.blend(lit, (int(x1), int(y1)), outline)
        self._mark(panel)

    def _with_glare(
        self, lit: NDArray[np.uint8], glare: Glare, panel: int, corner: NDArray[np.float64]
    ) -> NDArray[np.uint8]:
        """Add the lamp's mirror image on a panel."""
        normal = self.body.axes @ PANEL_NORMALS[panel]
        middle, *_ = self._panel_frame(panel)
        lamp_height = float((glare.lamp - middle) @ normal)
        eye_height = float((self.camera.position - middle) @ normal)
        if lamp_height <= 0 or eye_height <= 0:
            return lit
        mirrored = glare.lamp - 2 * lamp_height * normal
        share = eye_height / (eye_height + lamp_height)
        spot = self.camera.position + share * (mirrored - self.camera.position)
        offset = float(np.linalg.norm(spot - middle))
        if offset > 4 * glare.radius + 1:
            return lit
        pixel = self.camera.project(spot) - corner
        scale = float(np.linalg.norm(self.camera.project(spot + self.camera.rotation[0] * 0.1) - corner - pixel)) / 0.1
        sigma = max(glare.radius * scale, 1.0)
        rows = np.exp(-(((np.arange(lit.shape[0]) - pixel[1]) / sigma) ** 2) / 2)
        columns = np.exp(-(((np.arange(lit.shape[1]) - pixel[0]) / sigma) ** 2) / 2)
        added = (rows[:, None] * columns)[:, :, None] * glare.strength_bgr * self.body.gloss
        return np.asarray(np.clip(lit + added, 0, 255), np.uint8)


def _level(texture: Mipmap, quad: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the texture's level that fits the quad's size in the picture."""
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    # The shorter direction decides, since a foreshortened face would alias otherwise; a little more is kept for detail.
    return texture.level(1.3 * max(sides[1], sides[3], 1.0))
