"""Which pictures are copies of one another, however they were scaled, compressed, lit or mirrored.

A picture's fingerprint is a difference hash of 2 x 16 x 16 bits: whether the brightness grows from each field of a
coarse grid to its right neighbour and to the one below. Copies differ in few bits. So do two photos of one rack from
one place, which show different hands; therefore pictures that carry labels count as copies at a larger distance only
if they also show the same hand, as ``datasets.splits`` has it.

Written out here because libraries of such hashes bring SciPy and PyWavelets along, and OpenCV's own module is only in
its contributed build.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from datasets.splits import SAME_HAND_SHARE, hand_overlap

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

__all__ = ["BITS", "MIN_HAND", "Fingerprint", "Likeness", "Pair", "find_pairs", "fingerprint"]

GRID: Final = 16
BITS: Final = 2 * GRID * GRID

COPY_SHARE: Final = 0.06
"""Pictures whose fingerprints differ in at most this share of the bits are copies, whatever is labelled. Of 752
photographs, many from one place, the closest two that show different hands differ in 0.08; a copy at half the size,
strongly compressed, blurred, darker or noisier differs in less than 0.06 nineteen times in twenty."""

SAME_HAND_COPY_SHARE: Final = 0.25
"""The same for pictures of the same hand: cut by 2 % on each side or turned by 2 degrees a copy differs in less."""

MIRRORED_SHARE: Final = 0.12
SAME_HAND_MIRRORED_SHARE: Final = 0.2
"""The two for a picture against another one's mirror image; no two different photographs of those 752 are under 0.2."""

MIN_HAND: Final = 5
"""The same few tiles prove nothing."""

_ROWS_AT_ONCE: Final = 256


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The bits of a picture and of its mirror image, each packed into bytes."""

    bits: bytes
    mirrored_bits: bytes


@dataclass(frozen=True, slots=True)
class Likeness:
    """What is compared of a picture: its fingerprint, and how many of each code are labelled in it."""

    fingerprint: Fingerprint
    codes: Counter[str]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two pictures that are copies.

    Attributes:
        first: Index of the one picture.
        second: Index of the other, larger than ``first``.
        distance: Share of bits in which they differ.
        mirrored: Whether the second is like the first one's mirror image.
    """

    first: int
    second: int
    distance: float
    mirrored: bool


def fingerprint(image_bgr: NDArray[np.uint8]) -> Fingerprint:
    """Return the fingerprint of an upright (H, W, 3) picture of any size.

    >>> ramp = np.tile(np.arange(0, 240, 10, dtype=np.uint8)[:, None], (24, 1, 3))
    >>> fingerprint(ramp).bits == fingerprint(ramp[:, ::-1]).mirrored_bits
    True
    """
    grey = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY)
    grid = cv2.resize(grey, (GRID + 1, GRID + 1), interpolation=cv2.INTER_AREA).astype(np.int16)
    return Fingerprint(_bits(grid), _bits(grid[:, ::-1]))


def _bits(grid: NDArray[np.int16]) -> bytes:
    right = grid[:GRID, 1:] > grid[:GRID, :-1]
    down = grid[1:, :GRID] > grid[:-1, :GRID]
    return np.packbits(np.concatenate([right.ravel(), down.ravel()])).tobytes()


def find_pairs(pictures: Sequence[Likeness]) -> Iterator[Pair]:
    """Yield every two pictures that are copies, mirrored ones included, in order of their indices.

    Compares all with all: 10,000 pictures take seconds.
    """
    plain = _words([picture.fingerprint.bits for picture in pictures])
    mirrored = _words([picture.fingerprint.mirrored_bits for picture in pictures])
    for start in range(0, len(pictures), _ROWS_AT_ONCE):
        rows = plain[start : start + _ROWS_AT_ONCE]
        distances, turned = _distances(rows, plain[start:]), _distances(rows, mirrored[start:])
        near = (distances <= SAME_HAND_COPY_SHARE) | (turned <= SAME_HAND_MIRRORED_SHARE)
        for row, column in zip(*np.nonzero(np.triu(near, 1)), strict=True):
            first, second = start + int(row), start + int(column)
            pair = _judge(first, second, float(distances[row, column]), float(turned[row, column]))
            if _is_copy(pair, pictures[first].codes, pictures[second].codes):
                yield pair


def _judge(first: int, second: int, distance: float, mirrored_distance: float) -> Pair:
    # What is as like its mirror image as itself says nothing about mirroring.
    mirrored = mirrored_distance < distance
    return Pair(first, second, mirrored_distance if mirrored else distance, mirrored)


def _is_copy(pair: Pair, first: Counter[str], second: Counter[str]) -> bool:
    if pair.distance <= (MIRRORED_SHARE if pair.mirrored else COPY_SHARE):
        return True
    if pair.distance > (SAME_HAND_MIRRORED_SHARE if pair.mirrored else SAME_HAND_COPY_SHARE):
        return False
    return min(first.total(), second.total()) >= MIN_HAND and hand_overlap(first, second) >= SAME_HAND_SHARE


def _words(fingerprints: Sequence[bytes]) -> NDArray[np.uint64]:
    """Return (N, 8) words of 64 bits."""
    return np.frombuffer(b"".join(fingerprints), np.uint64).reshape(len(fingerprints), BITS // 64)


def _distances(first: NDArray[np.uint64], second: NDArray[np.uint64]) -> NDArray[np.float32]:
    """Return the (N, M) shares of differing bits."""
    bits = np.zeros((len(first), len(second)), np.uint16)
    for word in range(first.shape[1]):
        bits += np.bitwise_count(first[:, word, None] ^ second[None, :, word])
    return np.asarray(bits / np.float32(BITS), np.float32)
