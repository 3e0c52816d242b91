"""Which image format some bytes are, and its picture size, told from the header alone.

Only what must be known before a decoder may touch the bytes stands here: a file that promises a huge picture is
refused before any memory for the picture is set aside.
"""

from __future__ import annotations

import struct
from typing import Final, Literal

__all__ = ["SUPPORTED_FORMATS", "ImageFormat", "jpeg_is_complete", "sniff", "webp_size_wh"]

ImageFormat = Literal["JPEG", "PNG", "WebP", "HEIF", "AVIF", "GIF", "TIFF", "BMP", "PDF"]

SUPPORTED_FORMATS: Final = ("JPEG", "PNG", "WebP", "HEIF", "AVIF")
"""The formats that can be read; the others are recognised for the sake of a helpful message."""

_MAGIC: Final[tuple[tuple[bytes, ImageFormat], ...]] = (
    (b"\xff\xd8\xff", "JPEG"),
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"GIF87a", "GIF"),
    (b"GIF89a", "GIF"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"BM", "BMP"),
    (b"%PDF-", "PDF"),
)
# Brands of the ISO base media container: https://nokiatech.github.io/heif/technical.html and the AVIF specification.
_AVIF_BRANDS: Final = frozenset({b"avif", b"avis"})
_HEIF_BRANDS: Final = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"})
_GENERIC_BRANDS: Final = frozenset({b"mif1", b"msf1", b"mif2"})

# JPEG markers, ITU-T T.81 table B.1.
_START_OF_SCAN: Final = 0xDA
_END_OF_IMAGE: Final = 0xD9
_STANDALONE: Final = frozenset({0x01, *range(0xD0, 0xD9)})


def sniff(data: bytes) -> ImageFormat | None:
    r"""Return the format that the first bytes announce, or None when they are no known image.

    >>> sniff(b"\xff\xd8\xff\xe0rest"), sniff(b"hello")
    ('JPEG', None)
    """
    for magic, name in _MAGIC:
        if data.startswith(magic):
            return name
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data[4:8] == b"ftyp":
        return _sniff_container(data)
    return None


def _sniff_container(data: bytes) -> ImageFormat | None:
    """Tell HEIF from AVIF by the brands of the file type box: the major one, then the compatible ones."""
    box_size = min(struct.unpack(">I", data[:4])[0], len(data), 256)
    brands = [data[8:12], *(data[at : at + 4] for at in range(16, box_size - 3, 4))]
    for brand in brands:
        if brand in _AVIF_BRANDS:
            return "AVIF"
        if brand in _HEIF_BRANDS:
            return "HEIF"
    return "HEIF" if _GENERIC_BRANDS.intersection(brands) else None


def webp_size_wh(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a WebP file's canvas, or None when its header is damaged.

    Needed since Pillow sets the memory of two canvases aside when it opens a WebP file. Layout of the three kinds
    of header: https://developers.google.com/speed/webp/docs/riff_container and RFC 9649.
    """
    chunk, body = data[12:16], data[20:30]
    if len(body) < 10:  # noqa: PLR2004 -- the longest of the three headers ends ten bytes into the chunk
        return None
    if chunk == b"VP8X":
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if chunk == b"VP8L" and body[0] == 0x2F:  # noqa: PLR2004 -- the signature byte of a lossless stream
        bits = int.from_bytes(body[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if chunk == b"VP8 " and body[3:6] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", body[6:10])
        return width & 0x3FFF, height & 0x3FFF
    return None


def jpeg_is_complete(data: bytes) -> bool:
    """Return whether a JPEG's scan is closed by an end-of-image marker.

    OpenCV fills the rest of a truncated JPEG with grey and says nothing. Segments before the scan are skipped by
    their length, since the thumbnail inside an EXIF segment has an end-of-image marker of its own.
    """
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:  # noqa: PLR2004 -- every marker starts with this byte
        marker = data[at + 1]
        if marker == _START_OF_SCAN:
            # From the back: there the marker usually is.
            return data.rfind(bytes((0xFF, _END_OF_IMAGE)), at) >= 0
        if marker == 0xFF:  # noqa: PLR2004 -- fill byte
            at += 1
        elif marker in _STANDALONE:
            at += 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return False
