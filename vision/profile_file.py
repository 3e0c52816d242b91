"""Tile-set profiles as JSON: what the phone keeps, what a file holds, what is sent with a photo.

::

    {"format": 1, "name": "Grandmother's set", "reader_sha256": "...", "fusion": {"reader_weight": 0.5, ...},
     "faces": [{"code": "1m", "trusted": true, "embedding": "<base64: 4 x D float16, little endian>",
                "picture": "<base64: JPEG>"}, ...]}

``picture`` may be left out: it is needed only to make the profile anew for another reader.
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from engine.tile import CODES
from vision.errors import ProfileError
from vision.prototypes import TURNS, Fusion, TileSetProfile, unit_embeddings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["MAX_FACES", "MAX_NAME", "MAX_PROFILE_BYTES", "profile_from_json", "profile_from_text", "profile_to_json"]

FORMAT: Final = 1

MAX_FACES: Final = 400
"""Every kind eight times, and more than a set has tiles."""

MAX_NAME: Final = 80
MAX_PROFILE_BYTES: Final = 2_000_000
"""A profile of 400 faces with their pictures is smaller."""

MAX_FEATURES: Final = 4096

_SHA256_DIGITS: Final = 64
_HALF: Final = np.dtype("<f2")


def profile_to_json(profile: TileSetProfile, *, pictures: bool = True) -> dict[str, Any]:
    """Return a profile as JSON values.

    Args:
        profile: The profile.
        pictures: Whether the faces' pictures are to be part of it; without them it is a fraction as large.
    """
    faces: list[dict[str, Any]] = []
    for n, (code, embedding, trusted) in enumerate(
        zip(profile.codes, profile.embeddings, profile.trusted, strict=True)
    ):
        faces.append(
            {"code": CODES[code], "trusted": bool(trusted), "embedding": _encode(embedding.astype(_HALF).tobytes())}
        )
        if pictures and profile.pictures:
            faces[-1]["picture"] = _encode(profile.pictures[n])
    return {
        "format": FORMAT,
        "name": profile.name,
        "reader_sha256": profile.reader_sha256,
        "fusion": asdict(profile.fusion),
        "faces": faces,
    }


def profile_from_text(text: str | bytes) -> TileSetProfile:
    """Return the profile that a JSON text holds.

    Raises:
        ProfileError: It holds none.
    """
    if len(text) > MAX_PROFILE_BYTES:
        message = f"the tile-set profile is larger than {MAX_PROFILE_BYTES:,} bytes; make it anew from fewer photos"
        raise ProfileError(message)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        message = "the tile-set profile is no JSON; give the file that `tilesight profile make` wrote"
        raise ProfileError(message) from None
    return profile_from_json(document)


def profile_from_json(document: object) -> TileSetProfile:
    """Return the profile that JSON values hold.

    Raises:
        ProfileError: They hold none; the message names the part.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        found = document.get("format") if isinstance(document, dict) else type(document).__name__
        _refuse(f"its format is {found!r}, expected {FORMAT}")
    name, sha256, faces = (document.get(part) for part in ("name", "reader_sha256", "faces"))
    if not isinstance(name, str) or len(name) > MAX_NAME:
        _refuse(f"name must be a text of at most {MAX_NAME} characters")
    if not isinstance(sha256, str) or len(sha256) != _SHA256_DIGITS:
        _refuse("reader_sha256 must be the reader's hash")
    if not isinstance(faces, list) or not 0 < len(faces) <= MAX_FACES:
        _refuse(f"faces must be a list of 1 to {MAX_FACES}")
    read = [_read_face(face, f"faces[{n}]") for n, face in enumerate(faces)]
    embeddings = [embedding for _, _, embedding, _ in read]
    if len({embedding.shape for embedding in embeddings}) > 1:
        _refuse("the embeddings differ in length")
    pictures = tuple(picture for *_, picture in read if picture is not None)
    return TileSetProfile(
        name=name,
        reader_sha256=sha256,
        fusion=_read_fusion(document.get("fusion")),
        codes=np.array([code for code, *_ in read], np.int64),
        embeddings=unit_embeddings(np.stack(embeddings)),
        trusted=np.array([trusted for _, trusted, *_ in read], np.bool_),
        # Some of them are of no use: a profile is made anew from all its faces or not at all.
        pictures=pictures if len(pictures) == len(read) else (),
    )


def _read_fusion(value: object) -> Fusion:
    names = [field.name for field in fields(Fusion)]
    if not isinstance(value, dict) or set(value) != set(names):
        _refuse(f"fusion must have the numbers {', '.join(names)}")
    if not all(isinstance(number, int | float) and not isinstance(number, bool) for number in value.values()):
        _refuse("fusion holds something that is no number")
    try:
        return Fusion(**{name: float(value[name]) for name in names})
    except (ValueError, OverflowError) as error:
        _refuse(str(error))


def _read_face(face: object, where: str) -> tuple[int, bool, NDArray[np.float32], bytes | None]:
    if not isinstance(face, dict):
        _refuse(f"{where} must be an object")
    code, trusted = face.get("code"), face.get("trusted", True)
    if code not in CODES:
        _refuse(f"{where}.code {code!r} is no tile code")
    if not isinstance(trusted, bool):
        _refuse(f"{where}.trusted must be true or false")
    data = _decode(face, "embedding", where)
    if not data or len(data) % (TURNS * _HALF.itemsize) or len(data) > TURNS * _HALF.itemsize * MAX_FEATURES:
        _refuse(f"{where}.embedding has {len(data)} bytes")
    embedding = np.frombuffer(data, _HALF).reshape(TURNS, -1).astype(np.float32)
    if not np.isfinite(embedding).all():
        _refuse(f"{where}.embedding holds something that is no number")
    return CODES.index(code), trusted, embedding, _decode(face, "picture", where) if "picture" in face else None


def _decode(face: Mapping[str, Any], part: str, where: str) -> bytes:
    text = face.get(part)
    try:
        return base64.b64decode(text if isinstance(text, str) else "?", validate=True)
    except (binascii.Error, ValueError):
        _refuse(f"{where}.{part} must be base64")


def _encode(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _refuse(reason: str) -> NoReturn:
    message = f"the tile-set profile cannot be used: {reason}; make it anew from photos of the tiles"
    raise ProfileError(message) from None
