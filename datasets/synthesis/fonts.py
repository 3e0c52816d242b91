"""Fonts of this machine for tile lettering, found through fontconfig with a check that they have the letters."""

from __future__ import annotations

import subprocess
from bisect import bisect
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

__all__ = ["FontFace", "FontsMissingError", "find_fonts", "ideograph_fonts", "latin_fonts"]

CJK_PACKAGES: Final = (
    "fonts-noto-cjk-extra fonts-arphic-ukai fonts-arphic-uming fonts-arphic-bkai00mp fonts-arphic-gkai00mp "
    "fonts-cwtex-kai fonts-cwtex-heib fonts-ipafont fonts-hanazono"
)
"""Debian packages that bring the styles of lettering seen on tiles."""

BASE_IDEOGRAPHS: Final = "一二三四五六七八九南西北中春秋冬竹"
"""In simplified, traditional and Japanese fonts alike; the other letters have variants to choose from."""

BRUSH_NAMES: Final = ("kai", "楷", "wenkai", "lishu", "隶", "xing")
"""Parts of the names of families that look written with a brush, as most tiles do."""

MAX_CODE_POINT: Final = 0x10FFFF

MAX_INDEX: Final = 0xFFFF
"""Higher face indices name an instance of a variable font, which Pillow does not take by index."""


class FontsMissingError(RuntimeError):
    """This machine has no font for the lettering; the message names packages to install."""


@dataclass(frozen=True, slots=True)
class FontFace:
    """One face of a font file.

    Attributes:
        path: Font file.
        index: Face within a collection.
        family: Name of the family in English where it has one.
        style: Name of the style, for example ``Bold``.
        charset: Sorted inclusive ranges of code points it covers.
    """

    path: Path
    index: int
    family: str
    style: str
    charset: tuple[tuple[int, int], ...] = field(compare=False, repr=False)

    @property
    def is_brush(self) -> bool:
        """Whether the family's name tells that it looks written with a brush."""
        name = self.family.lower()
        return any(part in name for part in BRUSH_NAMES)

    @property
    def is_bold(self) -> bool:
        """Whether the style is bold or heavier."""
        return any(part in f"{self.family} {self.style}".lower() for part in ("bold", "black", "heib", "heavy"))

    def covers(self, letters: str) -> bool:
        """Whether the face has a glyph for each letter."""
        for letter in letters:
            place = bisect(self.charset, (ord(letter), MAX_CODE_POINT)) - 1
            if place < 0 or ord(letter) > self.charset[place][1]:
                return False
        return True


@lru_cache(maxsize=64)
def find_fonts(letters: str) -> tuple[FontFace, ...]:
    """Return the machine's scalable fonts that cover all letters, in an order that only depends on the fonts.

    Raises:
        FontsMissingError: fontconfig is not installed.
    """
    return tuple(face for face in _installed() if face.covers(letters))


@lru_cache(maxsize=1)
def ideograph_fonts() -> tuple[FontFace, ...]:
    """Return the fonts for numerals, winds and seasons.

    Raises:
        FontsMissingError: There is none; the message names Debian packages.
    """
    faces = find_fonts(BASE_IDEOGRAPHS)
    if not faces:
        message = f"no installed font has the letters {BASE_IDEOGRAPHS!r}; install at least one of: {CJK_PACKAGES}"
        raise FontsMissingError(message)
    return faces


@lru_cache(maxsize=1)
def latin_fonts() -> tuple[FontFace, ...]:
    """Return text fonts with capital letters and digits, without ideographs where there are such.

    Raises:
        FontsMissingError: There is none; the message names Debian packages.
    """
    unfit = ("symbol", "math", "dingbat", "emoji", "mono", "extralight", "thin", "hana", "chancery", "d050000l")
    faces = tuple(
        face
        for face in find_fonts("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        if not any(part in f"{face.family} {face.style}".lower() for part in unfit)
    )
    if not faces:
        message = "no installed font has capital letters and digits; install fonts-dejavu-core or fonts-urw-base35"
        raise FontsMissingError(message)
    return tuple(face for face in faces if not face.covers("一")) or faces


@lru_cache(maxsize=1)
def _installed() -> tuple[FontFace, ...]:
    form = "%{file}\t%{index}\t%{family[0]}\t%{style[0]}\t%{charset}\n"
    command = ["fc-list", ":scalable=true", "--format", form]
    try:
        listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 - fixed command
    except (OSError, subprocess.CalledProcessError) as error:
        message = f"the fonts of this machine cannot be listed with fc-list; install fontconfig and: {CJK_PACKAGES}"
        raise FontsMissingError(message) from error
    faces = {}
    for line in listed.splitlines():
        path, index, family, style, charset = line.split("\t")
        if int(index) > MAX_INDEX or not path.lower().endswith((".ttf", ".ttc", ".otf", ".otc")):
            continue
        faces[path, int(index)] = FontFace(Path(path), int(index), family, style, _ranges(charset))
    return tuple(faces[key] for key in sorted(faces))


def _ranges(charset: str) -> tuple[tuple[int, int], ...]:
    """Parse fontconfig's notation of a charset, hexadecimal ranges.

    >>> _ranges("20-7e a0")
    ((32, 126), (160, 160))
    """
    spans = (part.split("-") for part in charset.split())
    return tuple((int(span[0], 16), int(span[-1], 16)) for span in spans)
