"""Designs from ready-made art: open tile sets and photographed faces, repainted and engraved like our own."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.synthesis.fonts import find_fonts
from datasets.synthesis.ready_made import Layers, Piece, can_render_svg, read_piece
from engine.tile import CODES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from datasets.synthesis.design import TileSetDesign
    from datasets.synthesis.faces.palette import Palette
    from datasets.synthesis.faces.pen import Colour

__all__ = ["ArtLibrary", "ArtSet"]

KDE_SETS: Final = Path("/usr/share/kmahjongglib/tilesets")
GNOME_SETS: Final = Path("/usr/share/gnome-mahjongg/themes")

PICTURE_CODES: Final = ("1s", *(f"{rank}f" for rank in range(1, 9)), "1j")
"""Codes whose drawings are worth lending to sets of our own."""

UNICODE_CODES: Final = (
    "1z", "2z", "3z", "4z", "7z", "6z", "5z",
    *(f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)),
    "1f", "2f", "4f", "3f", "5f", "6f", "7f", "8f", "1j",
)  # fmt: skip
"""Codes of U+1F000 and the following characters (Unicode chart *Mahjong Tiles*)."""

GNOME_ORDER: Final = (
    *(f"{rank}p" for rank in range(1, 10)), "4z", "3z", "2z", "1z", "7z", "6z",
    *(f"{rank}m" for rank in range(1, 10)), *(f"{rank}s" for rank in range(1, 10)),
    "2f", "3f", "1f", "4f", "5z", "5f", "6f", "7f", "8f",
)  # fmt: skip
"""Codes of GNOME Mahjongg's strip of tiles from left to right, as seen in its theme ``smooth``."""

KDE_SUITS: Final = {"CHARACTER": "m", "ROD": "p", "BAMBOO": "s"}
KDE_HONOURS: Final = {
    "WIND_1": "4z", "WIND_2": "2z", "WIND_3": "1z", "WIND_4": "3z",
    "DRAGON_1": "5z", "DRAGON_2": "6z", "DRAGON_3": "7z",
    "SEASON_1": "5f", "SEASON_2": "6f", "SEASON_3": "7f", "SEASON_4": "8f",
    "FLOWER_1": "1f", "FLOWER_2": "2f", "FLOWER_3": "3f", "FLOWER_4": "4f",
}  # fmt: skip

RED_FIVES: Final = ("0m", "0p", "0s")

OWN_SHARE: Final = 0.42
"""Share of sets drawn wholly by us while a library is given; the rest is split between art sets and lent pictures."""

ART_SHARE: Final = 0.38


@dataclass(frozen=True, slots=True)
class ArtSet:
    """Ready-made faces for some codes.

    Attributes:
        source: ``art:<name>``, ``faces:<name>``, or ``procedural`` where only pictures are lent to a set of ours.
        pieces: Code and where its drawing lies.
        indexed: Whether the drawings have corner indices of their own.
    """

    source: str
    pieces: tuple[tuple[str, Piece], ...]
    indexed: bool = False

    def codes(self) -> tuple[str, ...]:
        """Return the codes that have a drawing."""
        return tuple(code for code, _ in self.pieces)

    def layers(
        self, code: str, size_wh: tuple[int, int], design: TileSetDesign
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]] | None:
        """Return a code's paint (H, W, 3) and coverage (H, W) in 0..1 in a design's colours, or None."""
        drawings = [piece for own, piece in self.pieces if own == code]
        reddened = not drawings and code in RED_FIVES
        if reddened:
            drawings = [piece for own, piece in self.pieces if own == f"5{code[1]}"]
        if not drawings:
            return None
        layers = read_piece(drawings[design.seed % len(drawings)])
        if layers is None:
            return None
        painted = _reddened(layers, design.red_fives.colour) if reddened else _repainted(layers, design)
        return _fit(_bent(painted, design, CODES.index(code)), size_wh, design)


@dataclass(frozen=True, slots=True)
class ArtLibrary:
    """All ready-made sets of a machine.

    Attributes:
        sets: Complete or nearly complete sets.
        notes: What was left out and why.
    """

    sets: tuple[ArtSet, ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def find(cls, shared: Path | None = None) -> ArtLibrary:
        """Return the sets in the shared data folder and in the system's folders.

        Args:
            shared: Folder that has ``data/art`` and ``data/faces``; None looks only at the system's sets.

        Raises:
            FileNotFoundError: The folder given has neither.
        """
        found: list[ArtSet] = []
        notes: list[str] = []
        if shared is not None:
            data = shared / "data"
            if not (data / "art").is_dir() and not (data / "faces").is_dir():
                message = f"{str(shared)!r} holds no data/art and no data/faces; give the folder of shared data"
                raise FileNotFoundError(message)
            found += _mapped_sets(data)
        found += [*_kde_sets(), *_gnome_sets(), *_unicode_sets()]
        if not can_render_svg():
            vector = [art for art in found if any(_needs_svg(piece) for _, piece in art.pieces)]
            notes += [f"{art.source}: needs CairoSVG (pip install cairosvg)" for art in vector]
            found = [art for art in found if art not in vector]
        return cls(tuple(found), tuple(notes))

    def only(self, wanted: Callable[[str], bool]) -> ArtLibrary:
        """Return the library of those sets whose source is wanted."""
        return replace(self, sets=tuple(art for art in self.sets if wanted(art.source)))

    def sample_set(self, rng: np.random.Generator) -> ArtSet | None:
        """Draw a set: none (our own drawings), a ready-made one, or pictures of several for a set of ours."""
        share = rng.random()
        if share < OWN_SHARE or not self.sets:
            return None
        if share < OWN_SHARE + ART_SHARE:
            return self.sets[int(rng.integers(len(self.sets)))]
        lent = []
        for codes in (PICTURE_CODES[:1], PICTURE_CODES[1:9], PICTURE_CODES[9:]):
            lenders = [art for art in self.sets if set(codes) <= set(art.codes())]
            if lenders:
                lender = lenders[int(rng.integers(len(lenders)))]
                lent += [(code, piece) for code, piece in lender.pieces if code in codes]
        return ArtSet("procedural", tuple(lent), indexed=True)


def _needs_svg(piece: Piece) -> bool:
    return piece.kind in {"svg", "part"} or piece.path.suffix == ".svg"


def _mapped_sets(data: Path) -> Iterable[ArtSet]:
    """Yield the sets of folders with a mapping.csv."""
    for folder in sorted([*(data / "art").glob("*/"), *(data / "faces").glob("*/")]):
        mapping = folder / "mapping.csv"
        if not mapping.is_file():
            continue
        kind = "faces" if folder.parent.name == "faces" else "art"
        groups: dict[str, list[tuple[str, Piece]]] = {}
        with mapping.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                path = folder / row["file"]
                if row["code"] not in CODES or row["code"] == "0x":
                    continue
                if path.suffix == ".otf":
                    group, key = path.stem, _typed(row["character"])
                    groups.setdefault(group, []).append((row["code"], Piece("glyph", path, key, row["code"])))
                elif path.suffix == ".svg" and path.parent.name not in {"svg_tile", "Black"}:
                    groups.setdefault(folder.name, []).append((row["code"], Piece("svg", path, "", row["code"])))
                elif kind == "faces":
                    groups.setdefault(folder.name, []).append((row["code"], Piece("photo", path, "", row["code"])))
        for name, pieces in groups.items():
            # A photographed face fills the tile and leaves no corner free for an index of ours.
            yield ArtSet(f"{kind}:{name}", tuple(pieces), indexed=kind == "faces")


def _typed(character: str) -> str:
    """Return the characters that a mapping's cell names: a code point or letters to type.

    >>> _typed("U+1F000") == chr(0x1F000), _typed("type 0m")
    (True, '0m')
    """
    if character.startswith("U+"):
        return chr(int(f"0x{character[2:]}", 16))
    return character.removeprefix("type ")


def _kde_sets() -> Iterable[ArtSet]:
    for name in ("default", "traditional", "classic"):
        path = KDE_SETS / f"{name}.svgz"
        if not path.is_file():
            continue
        ids = {f"{word}_{rank}": f"{rank}{suit}" for word, suit in KDE_SUITS.items() for rank in range(1, 10)}
        ids |= KDE_HONOURS
        if name == "classic":
            # Its first flower is the orchid; its four trees are not told apart for certain.
            ids |= {"FLOWER_1": "2f", "FLOWER_2": "1f"}
            ids = {key: code for key, code in ids.items() if not key.startswith("SEASON")}
        yield ArtSet(
            f"art:kde-{name}", tuple((code, Piece("part", path, key, code)) for key, code in ids.items()), indexed=True
        )


def _gnome_sets() -> Iterable[ArtSet]:
    # Both show one bamboo as a stick; the cards that postmodern has for bonus tiles name no tile.
    for file, unfit in (("smooth.png", ""), ("postmodern.svg", "f5z")):
        path = GNOME_SETS / file
        if path.is_file():
            pieces = [(code, Piece("tile", path, str(column), code)) for column, code in enumerate(GNOME_ORDER)]
            fit = [(code, piece) for code, piece in pieces if not (unfit and (code[1] == "f" or code == "5z"))]
            yield ArtSet(f"art:gnome-{path.stem}", tuple(fit))


def _unicode_sets() -> Iterable[ArtSet]:
    for face in find_fonts("".join(map(chr, (0x1F000, 0x1F00F, 0x1F019)))):
        # HanaMin has no pictures for bonus tiles; Symbola's bamboo is cut by the tile's frame.
        unfit = {"4f"} if "Symbola" in face.family else {"1j", *(f"{rank}f" for rank in range(1, 9))}
        pieces = [
            (code, Piece("glyph", face.path, chr(0x1F000 + k), code))
            for k, code in enumerate(UNICODE_CODES)
            if code not in unfit
        ]
        yield ArtSet(f"art:{face.path.stem}", tuple(pieces))


def _repainted(layers: Layers, design: TileSetDesign) -> Layers:
    """Exchange the drawing's paints for the design's, or only turn their hues a little for every third design."""
    hsv = cv2.cvtColor(layers.paint_bgr, cv2.COLOR_BGR2HSV).astype(np.float32)
    turn, saturation, value = design.recolour
    if layers.is_photo or design.seed % 3 == 0:
        hsv[..., 0] = (hsv[..., 0] + turn / 2) % 180
        hsv[..., 1:] = np.clip(hsv[..., 1:] * (saturation, value), 0, 255)
        return replace(layers, paint_bgr=np.asarray(cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8))
    targets = _targets(hsv, design.palette)
    # Shading of the drawing stays: its own lightness against its kind's usual one.
    shade = np.clip(0.75 + 0.25 * hsv[..., 2:] / 150, 0.7, 1.25)
    return replace(layers, paint_bgr=np.clip(targets * shade, 0, 255).astype(np.uint8))


def _reddened(layers: Layers, red: Colour) -> Layers:
    """Paint a five all red, darker where it was darker."""
    lightness = cv2.cvtColor(layers.paint_bgr, cv2.COLOR_BGR2GRAY)[..., None].astype(np.float32)
    if layers.is_photo:
        ground = np.clip((lightness - 110) / 120, 0, 1)
        deep = np.asarray(red, np.float32)
        return replace(
            layers, paint_bgr=(deep + ground * (layers.paint_bgr.max(axis=2, keepdims=True) - deep)).astype(np.uint8)
        )
    shade = np.clip(0.8 + 0.2 * lightness / 150, 0.8, 1.15)
    return replace(layers, paint_bgr=np.clip(np.asarray(red, np.float32) * shade, 0, 255).astype(np.uint8))


def _targets(hsv: NDArray[np.float32], palette: Palette) -> NDArray[np.float32]:
    """Return each pixel's paint in the palette; yellow and purple take the accent."""
    hue, saturation, value = hsv[..., 0] * 2, hsv[..., 1], hsv[..., 2]
    grey = (saturation < 70) | (value < 45)
    kinds = [
        (grey, palette.ink),
        ((hue < 22) | (hue >= 335), palette.red),
        (hue < 72, palette.accent),
        (hue < 185, palette.green),
        (hue < 268, palette.blue),
    ]
    conditions = [np.broadcast_to(condition[..., None], (*condition.shape, 3)) for condition, _ in kinds]
    colours = [np.broadcast_to(np.asarray(colour, np.float32), (*grey.shape, 3)) for _, colour in kinds]
    return np.asarray(np.select(conditions, colours, np.asarray(palette.accent, np.float32)), np.float32)


def _bent(layers: Layers, design: TileSetDesign, salt: int) -> Layers:
    """Thicken or thin the drawing and bend it slightly and smoothly, each design and code in its own way."""
    height, width = layers.coverage.shape
    cover = layers.coverage
    paint = layers.paint_bgr
    size = 1 if layers.is_photo else 2 * round(abs(design.reweight) * height) + 1
    if size > 1:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        if design.reweight > 0:
            weight = cover[..., None].astype(np.float32)
            spread = cv2.GaussianBlur(np.concatenate([paint * weight, weight], axis=2), (0, 0), size)
            extended = spread[..., :3] / np.maximum(spread[..., 3:], 1)
            paint = np.where(cover[..., None] > 127, paint, np.clip(extended, 0, 255)).astype(np.uint8)
            cover = np.asarray(cv2.dilate(cover, kernel), np.uint8)
        else:
            cover = np.asarray(cv2.erode(cover, kernel), np.uint8)
    rng = np.random.default_rng((design.seed, salt))
    coarse = rng.normal(0, 0.007 * height, (2, 4, 3)).astype(np.float32)
    dx, dy = (cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC) for field in coarse)
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    maps = (x + dx).astype(np.float32), (y + dy).astype(np.float32)
    bent = np.asarray(
        cv2.remap(np.dstack([paint, cover]), *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8
    )
    return replace(layers, paint_bgr=bent[..., :3], coverage=bent[..., 3])


def _fit(
    layers: Layers, size_wh: tuple[int, int], design: TileSetDesign
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Scale the layers to a face, its content sized and shifted as the design says."""
    width, height = size_wh
    cover = layers.coverage[..., None].astype(np.float32) / 255
    if layers.is_photo:
        tinted = layers.paint_bgr * (np.asarray(design.face_colour_bgr, np.float32) / 255)
        photo = np.asarray(cv2.resize(tinted, size_wh, interpolation=cv2.INTER_AREA), np.float32)
        return photo, np.ones((height, width), np.float32)
    premultiplied = np.concatenate([layers.paint_bgr * cover, cover], axis=2)
    scale = min(design.content_scale, 1.0)
    inner = max(4, round(width * scale)), max(4, round(height * scale))
    small = cv2.resize(premultiplied, inner, interpolation=cv2.INTER_AREA)
    x = round((width - inner[0]) / 2 + design.content_shift[0] * height)
    y = round((height - inner[1]) / 2 + design.content_shift[1] * height)
    move = np.array([[1, 0, x], [0, 1, y]], np.float32)
    placed = cv2.warpAffine(small, move, size_wh, flags=cv2.INTER_LINEAR)
    coverage = placed[..., 3]
    paint = placed[..., :3] / np.maximum(coverage, 1e-3)[..., None]
    return paint.astype(np.float32), coverage.astype(np.float32)
