"""Photographed faces with their labels to a profile of the set they belong to, and which labels look wrong.

A wrong label must not ruin the profile. Two faces of different codes that are alike contradict each other: the one
with fewer faces of its own code that are like it is doubted, or both; the reader has no say, since it is to be
corrected. A face that the reader is sure to be another kind is doubted where no face labelled as that kind is read so:
its label was mistaken for, or exchanged with, that one's. And so is one that is read otherwise and is unlike the faces
of its code that are read as such. Faces that look new beside the kind that they are read as are not doubted: they are
what a profile is made for. Doubted faces are kept in the profile but take no part until the person confirms them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from engine.tile import BACK_CODE, CODES
from vision.errors import ImageError, NotAdaptableError, ProfileError
from vision.image import ImageLimits, decode
from vision.profile_file import MAX_FACES, MAX_NAME
from vision.prototypes import TileSetProfile, likeness, plain_codes, unit_embeddings
from vision.rectify import CROP_SIZE_WH
from vision.scaling import scale_to

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from vision.onnx_model import ModelFacts
    from vision.reader import TileReader

__all__ = ["Doubt", "ProfileMaker", "doubtful_faces"]

JPEG_QUALITY: Final = 92

PICTURE_LIMITS: Final = ImageLimits(max_bytes=50_000, max_pixels=CROP_SIZE_WH[0] * CROP_SIZE_WH[1])


@dataclass(frozen=True, slots=True)
class Doubt:
    """A face whose label is doubted.

    Attributes:
        face: Its index.
        code: Its label.
        like: The code it looks like.
        face_alike: Index of a face labelled ``like`` that it looks like, or None where only the reader says so.
    """

    face: int
    code: str
    like: str
    face_alike: int | None


class ProfileMaker:
    """Makes profiles for one reader. Stateless after construction and safe to share."""

    def __init__(self, reader: TileReader, facts: ModelFacts, reader_sha256: str) -> None:
        """Take the reader.

        Args:
            reader: The reader to adapt.
            facts: What it says about itself.
            reader_sha256: Its file's hash.
        """
        self._reader = reader
        self._facts = facts
        self._reader_sha256 = reader_sha256

    def make(
        self, name: str, crops_bgr: NDArray[np.uint8], codes: Sequence[str], *, confirmed: Collection[int] = ()
    ) -> tuple[TileSetProfile, tuple[Doubt, ...]]:
        """Return the profile of the set that N labelled faces belong to, and the labels that look wrong.

        Args:
            name: The set's name.
            crops_bgr: (N, 120, 96, 3) crops as :func:`vision.rectify.rectify` cuts them.
            codes: What the person says they show.
            confirmed: Indices of faces whose labels the person has confirmed: they take part, doubted or not.

        Raises:
            NotAdaptableError: The reader cannot be adapted.
            ProfileError: A code or the number of faces cannot be used.
        """
        fusion = self._facts.fusion
        if fusion is None:
            raise NotAdaptableError(self._unable("it was not fitted for that"))
        _check_faces(name, codes)
        opinions, embeddings = self._look(crops_bgr)
        profile = TileSetProfile(
            name=name,
            reader_sha256=self._reader_sha256,
            fusion=fusion,
            codes=np.array([CODES.index(code) for code in codes], np.int64),
            embeddings=embeddings,
            trusted=np.ones(len(codes), np.bool_),
            pictures=tuple(_picture(crop) for crop in crops_bgr),
        )
        doubts = doubtful_faces(profile, opinions, self._facts.sure_threshold)
        trusted = profile.trusted.copy()
        trusted[[doubt.face for doubt in doubts if doubt.face not in confirmed]] = False
        return replace(profile, trusted=trusted), doubts

    def remake(self, profile: TileSetProfile) -> TileSetProfile:
        """Return a profile made anew for this reader from the pictures of its faces; what was trusted stays so.

        Raises:
            NotAdaptableError: The reader cannot be adapted.
            ProfileError: The profile has no pictures, or one cannot be read.
        """
        if not profile.pictures:
            message = (
                f"the profile {profile.name!r} was kept without pictures of its faces, so it cannot be made anew for "
                "this reader; photograph the tiles again"
            )
            raise ProfileError(message)
        crops = np.stack([_crop(picture) for picture in profile.pictures])
        made, _ = self.make(profile.name, crops, [CODES[code] for code in profile.codes])
        return replace(made, trusted=profile.trusted)

    def _look(self, crops_bgr: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return what the reader thinks of crops, (N, 47), and their unit embeddings in four turns, (N, 4, D)."""
        aside = [cv2.resize(cv2.rotate(crop, cv2.ROTATE_90_CLOCKWISE), CROP_SIZE_WH) for crop in crops_bgr]
        no_turns = np.zeros(len(crops_bgr), np.int64)
        upright = self._reader.read_crops(crops_bgr, no_turns)
        sideways = self._reader.read_crops(np.asarray(np.stack(aside), np.uint8), no_turns)
        if upright.embeddings is None or sideways.embeddings is None:
            raise NotAdaptableError(self._unable("it tells no embedding"))
        # Turned by half, a face that lies at a quarter turn lies at three.
        views = (
            upright.embeddings[:, 0],
            sideways.embeddings[:, 0],
            upright.embeddings[:, 1],
            sideways.embeddings[:, 1],
        )
        return upright.code_probabilities, unit_embeddings(np.stack(views, axis=1))

    def _unable(self, reason: str) -> str:
        return (
            f"the reader {self._facts.name!r} cannot be adapted to a tile set: {reason}; install a release whose "
            "reader can"
        )


def doubtful_faces(profile: TileSetProfile, opinions: NDArray[np.float32], sure_threshold: float) -> tuple[Doubt, ...]:
    """Return the faces whose labels look wrong.

    Args:
        profile: The faces.
        opinions: (N, 47) what the reader thinks of each of them.
        sure_threshold: Probability from which on it is sure.
    """
    codes, kinds = profile.codes, plain_codes(profile.codes)
    read, sure = opinions.argmax(axis=1), opinions.max(axis=1) >= sure_threshold
    believed = plain_codes(read) == kinds
    alike = likeness(profile.embeddings[:, ::2], profile.embeddings)
    same_code = codes[:, None] == codes[None, :]
    support = ((alike >= profile.fusion.same_face) & same_code).sum(axis=1)
    others = np.where(kinds[:, None] == kinds[None, :], -1, alike)
    doubts = []
    for face, code in enumerate(codes):
        rivals = np.flatnonzero((others[face] >= profile.fusion.same_face) & (support >= support[face]))
        fellows = np.flatnonzero(same_code[face] & believed & (np.arange(len(codes)) != face))
        nothing_read_so = sure[face] and not (believed & (codes == read[face])).any()
        unlike_fellows = len(fellows) and alike[face, fellows].max() < profile.fusion.absent_likeness
        if len(rivals):
            rival = int(rivals[others[face][rivals].argmax()])
            doubts.append(Doubt(face, CODES[code], CODES[codes[rival]], rival))
        elif not believed[face] and (nothing_read_so or unlike_fellows):
            doubts.append(Doubt(face, CODES[code], CODES[read[face]], None))
    return tuple(doubts)


def _check_faces(name: str, codes: Sequence[str]) -> None:
    if not name.strip() or len(name) > MAX_NAME:
        message = f"the set's name must have 1 to {MAX_NAME} characters, got {name[:MAX_NAME]!r}"
        raise ProfileError(message)
    if not 0 < len(codes) <= MAX_FACES:
        message = f"a profile is made of 1 to {MAX_FACES} faces, got {len(codes)}; each kind once or twice is enough"
        raise ProfileError(message)
    for code in codes:
        if code not in CODES or code == BACK_CODE:
            message = f"{code!r} is no face's code; write codes like 1m, 9s, 5z, 0p, 3f, 1j"
            raise ProfileError(message)


def _picture(crop_bgr: NDArray[np.uint8]) -> bytes:
    return cv2.imencode(".jpg", crop_bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def _crop(picture: bytes) -> NDArray[np.uint8]:
    # Pictures come from outside: a small file may say that it holds a very large one.
    try:
        image = decode(picture, PICTURE_LIMITS)
    except ImageError:
        image = None
    # Releases before kept smaller pictures, of the same proportions.
    if image is None or image.size_wh[0] * CROP_SIZE_WH[1] != image.size_wh[1] * CROP_SIZE_WH[0]:
        message = "a face's picture in the profile cannot be read; photograph the tiles again"
        raise ProfileError(message)
    return scale_to(image.preview_bgr, CROP_SIZE_WH)
