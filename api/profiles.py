"""Photographed and labelled tiles of one set to its profile: what ``tilesight profile`` and ``/v1/profiles`` share.

Imports the vision runtime: 0.4 s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.tile import BACK_CODE, CODES
from vision.cutting import cut_faces
from vision.errors import NotAdaptableError, ProfileError
from vision.image import decode
from vision.profile_file import profile_to_json
from vision.rectify import boxes_to_quads

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from api.service import Document, PhotoReader
    from vision.profile_making import Doubt, ProfileMaker
    from vision.prototypes import TileSetProfile

__all__ = [
    "EXPECTED_CODES",
    "SheetPhoto",
    "SheetTile",
    "make_profile",
    "missing_codes",
    "profile_answer",
    "renew_profile",
]

MOST_PHOTO_SIDES: Final = 2
"""The corners of a tile that fills its photo lie outside: a face may be longer than the photo, but not by so much."""

EXPECTED_CODES: Final = tuple(code for code in CODES if code[1] in "mpsz" and code[0] != "0")
"""The 34 kinds that every set has; red fives, bonus tiles and jokers are welcome but not missed."""


@dataclass(frozen=True, slots=True)
class SheetTile:
    """One tile of a photographed sheet.

    Attributes:
        code: What the person says it shows.
        box: Left, top, right, bottom in pixels of the upright photo.
        quad: The face's corners, where they are known.
        confirmed: Whether the person has said a second time that it is so.
    """

    code: str
    box: tuple[float, ...]
    quad: tuple[tuple[float, ...], ...] | None = None
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class SheetPhoto:
    """A photo of tiles of the set, and the tiles to learn from it."""

    source: bytes | Path
    tiles: tuple[SheetTile, ...]


def make_profile(reader: PhotoReader, name: str, photos: Sequence[SheetPhoto]) -> tuple[TileSetProfile, Document]:
    """Return a set's profile, and the answer that tells of it.

    Raises:
        vision.errors.ImageError: A photo cannot be used.
        vision.errors.NotAdaptableError: The reader cannot be adapted.
        vision.errors.ProfileError: A tile cannot be used.
        OSError: A photo's path cannot be read.
    """
    maker = _maker(reader)
    crops, places, tiles = [], [], []
    for number, photo in enumerate(photos):
        shown = [(index, tile) for index, tile in enumerate(photo.tiles) if tile.code != BACK_CODE]
        if not shown:
            continue
        image = decode(photo.source, reader.limits)
        quads = np.concatenate([_quad(tile, image.size_wh) for _, tile in shown])
        crops.append(cut_faces(image, quads)[0])
        places += [(number, index) for index, _ in shown]
        tiles += [tile for _, tile in shown]
    if not tiles:
        message = "there are no tiles to learn from; photograph the set's tiles face up"
        raise ProfileError(message)
    confirmed = frozenset(n for n, tile in enumerate(tiles) if tile.confirmed)
    profile, doubts = maker.make(name, np.concatenate(crops), [tile.code for tile in tiles], confirmed=confirmed)
    documents = [_doubt_document(doubt, places) for doubt in doubts if doubt.face not in confirmed]
    return profile, profile_answer(profile, documents)


def renew_profile(reader: PhotoReader, profile: TileSetProfile) -> tuple[TileSetProfile, Document]:
    """Return a profile made anew for this reader from the pictures it holds, and the answer that tells of it.

    Raises:
        vision.errors.NotAdaptableError: The reader cannot be adapted.
        vision.errors.ProfileError: The profile holds no pictures.
    """
    renewed = _maker(reader).remake(profile)
    return renewed, profile_answer(renewed)


def profile_answer(profile: TileSetProfile, doubts: Sequence[Document] = ()) -> Document:
    """Return what ``/v1/profiles`` answers."""
    return {
        "profile": profile_to_json(profile),
        "kinds": list(profile.kinds),
        "missing": missing_codes(profile),
        "doubts": list(doubts),
    }


def missing_codes(profile: TileSetProfile) -> list[str]:
    """Return the usual kinds of which the profile has no face: they are read as without a profile."""
    return [code for code in EXPECTED_CODES if code not in profile.kinds]


def _maker(reader: PhotoReader) -> ProfileMaker:
    if reader.profile_maker is None:
        message = "this reader cannot be adapted to a tile set"
        raise NotAdaptableError(message)
    return reader.profile_maker


def _quad(tile: SheetTile, size_wh: tuple[int, int]) -> NDArray[np.float32]:
    """Return the (1, 4, 2) corners of a tile, once they lie in its photo."""
    box = np.array([tile.box], np.float32)
    corners = boxes_to_quads(box) if tile.quad is None else np.array([tile.quad], np.float32)
    middle = corners.mean(axis=(0, 1))
    inside = np.isfinite(corners).all() and (middle >= 0).all() and (middle <= size_wh).all()
    if (
        not inside
        or np.ptp(corners, axis=1).min() < 1
        or np.ptp(corners, axis=1).max() > MOST_PHOTO_SIDES * max(size_wh)
    ):
        message = f"the tile {tile.code} at {[round(float(value)) for value in tile.box]} does not lie in its photo"
        raise ProfileError(message)
    return corners


def _doubt_document(doubt: Doubt, places: Sequence[tuple[int, int]]) -> Document:
    photo, tile = places[doubt.face]
    message = f"tile {tile + 1} of photo {photo + 1} is labelled {doubt.code} but looks like {doubt.like}"
    if doubt.face_alike is not None:
        other_photo, other_tile = places[doubt.face_alike]
        message += f", as tile {other_tile + 1} of photo {other_photo + 1}"
    return {"photo": photo, "tile": tile, "code": doubt.code, "like": doubt.like, "message": message}
