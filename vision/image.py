"""Photo bytes to an upright BGR array, with limits that hold before anything is decoded.

JPEG, PNG, WebP, HEIF/HEIC and AVIF become 8-bit BGR whatever they hold (grey, palette, CMYK, 16 bit, transparency
on white). The EXIF orientation is applied to bytes and to paths alike. Of an animation the first frame counts, and
the image says so in its notes. Colour profiles are not applied.

A phone's JPEG of 12 or 48 megapixels costs more to decode than to understand, so it is decoded at half, a quarter or
an eighth of its size where that is enough, and again in full only when someone asks for finer pixels than the
preview has: see :meth:`UprightImage.bgr`.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vision.errors import ImageTooLargeError, NotAnImageError, UndecodableImageError
from vision.pixels import DECODER_ERRORS, damage_message, decode_jpeg, load_bgr, reduction_for, turn_upright
from vision.reading import ReadWarning
from vision.signature import SUPPORTED_FORMATS, ImageFormat, jpeg_is_complete, sniff, webp_size_wh

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import ImageFile

__all__ = ["ImageLimits", "UprightImage", "decode", "measure"]

PREVIEW_LONG_SIDE_PX: Final = 1280
"""A preview's long side is at least this: the finest the detector looks at."""

FIRST_LYING_ORIENTATION: Final = 5
"""Of EXIF's orientations 1 to 8, those from here on lie on their side."""

_ORIENTATION_TAG: Final = 0x0112
_MODES_CV2_READS: Final = frozenset({"L", "RGB"})


@dataclass(frozen=True, slots=True)
class ImageLimits:
    """How large an image may be; both are checked before decoding.

    Attributes:
        max_bytes: Bytes of the file.
        max_pixels: Width times height. The default lets 50-megapixel phone photos pass and keeps a decoded image
            under 200 MB.
    """

    max_bytes: int = 25_000_000
    max_pixels: int = 60_000_000


@dataclass(frozen=True, slots=True, eq=False)
class UprightImage:
    """A photo the right way up.

    Attributes:
        size_wh: Width and height in pixels at full resolution, orientation applied. Every box and quad of a reading
            is in these pixels.
        preview_bgr: (H, W, 3) uint8, the photo at ``preview_scale``.
        preview_scale: Preview pixels per full-resolution pixel: 1, 1/2, 1/4 or 1/8.
        notes: What the person should know about the file, for instance that it is an animation.
        orientation: The EXIF orientation (1..8) that was applied; 1 where the file has none or its decoder applied it.
    """

    size_wh: tuple[int, int]
    preview_bgr: NDArray[np.uint8]
    preview_scale: float = 1.0
    notes: tuple[ReadWarning, ...] = ()
    orientation: int = 1
    _jpeg: bytes | None = None

    @classmethod
    def from_bgr(cls, image_bgr: NDArray[np.uint8]) -> UprightImage:
        """Wrap an upright (H, W, 3) BGR array.

        >>> import numpy as np
        >>> UprightImage.from_bgr(np.zeros((3, 4, 3), np.uint8)).size_wh
        (4, 3)
        """
        height, width = image_bgr.shape[:2]
        return cls((width, height), image_bgr)

    def bgr(self, min_scale: float = 1.0) -> tuple[NDArray[np.uint8], float]:
        """Return the photo with at least ``min_scale`` pixels per full-resolution pixel, and its actual scale.

        The preview is returned where it is fine enough; otherwise a JPEG is decoded again, at the coarsest size that
        will do. Nothing is kept, so that a long-lived image stays small: ask once.

        Raises:
            UndecodableImageError: The decoder gave up.
        """
        if self._jpeg is None or self.preview_scale >= min(min_scale, 1.0):
            return self.preview_bgr, self.preview_scale
        reduction = reduction_for(min_scale)
        return decode_jpeg(self._jpeg, reduction, self.orientation), 1 / reduction


def decode(source: bytes | Path, limits: ImageLimits | None = None) -> UprightImage:
    """Return the photo in a file or in bytes, upright.

    Args:
        source: The file's bytes, or where it lies.
        limits: Largest file and picture accepted; :class:`ImageLimits`' defaults when None.

    Raises:
        NotAnImageError: The bytes are empty, no image, or an image of an unsupported format.
        ImageTooLargeError: The file or the picture is over its limit; nothing was decoded.
        UndecodableImageError: The image is truncated or damaged.
        OSError: The path cannot be read.
    """
    limits = limits or ImageLimits()
    data = _read_file(source, limits) if isinstance(source, Path) else source
    if len(data) > limits.max_bytes:
        raise ImageTooLargeError(_too_many_bytes(f"{len(data):,}", limits))
    form = _supported_format(data)
    header = _open_header(data, form, limits)
    _check_pixels(header.size, limits)
    if form == "JPEG":
        return _decode_jpeg_preview(data, header)
    notes = _animation_notes(header, form)
    image_bgr = load_bgr(header)
    # Read after loading: the EXIF chunk of a PNG may stand behind the picture, and HEIF is turned by its decoder.
    orientation = _orientation(header)
    return UprightImage(*turn_upright(image_bgr, orientation), notes=notes, orientation=orientation)


def measure(source: bytes | Path, limits: ImageLimits | None = None) -> tuple[tuple[int, int], int]:
    """Return width and height of the upright photo and the EXIF orientation of its file, without decoding its pixels.

    Args:
        source: The file's bytes, or where it lies.
        limits: Largest file and picture accepted; :class:`ImageLimits`' defaults when None.

    Raises:
        NotAnImageError: The bytes are empty, no image, or an image of an unsupported format.
        ImageTooLargeError: The file or the picture is over its limit.
        UndecodableImageError: The header is damaged.
        OSError: The path cannot be read.
    """
    limits = limits or ImageLimits()
    data = _read_file(source, limits) if isinstance(source, Path) else source
    header = _open_header(data, _supported_format(data), limits)
    _check_pixels(header.size, limits)
    orientation = _orientation(header)
    width, height = header.size
    return ((height, width) if orientation >= FIRST_LYING_ORIENTATION else (width, height)), orientation


def _read_file(path: Path, limits: ImageLimits) -> bytes:
    """Read a file, but never more than a byte over the limit."""
    with path.open("rb") as file:
        data = file.read(limits.max_bytes + 1)
    if len(data) > limits.max_bytes:
        # A pipe or a device has no size of its own.
        size = path.stat().st_size
        raise ImageTooLargeError(
            _too_many_bytes(f"{size:,}" if size >= len(data) else f"at least {len(data):,}", limits)
        )
    return data


def _too_many_bytes(size: str, limits: ImageLimits) -> str:
    return f"the file has {size} bytes, the limit is {limits.max_bytes:,}; save it smaller or as JPEG and try again"


def _supported_format(data: bytes) -> ImageFormat:
    wanted = f"send a photo as {', '.join(SUPPORTED_FORMATS[:-1])} or {SUPPORTED_FORMATS[-1]}"
    if not data:
        message = f"the file is empty (0 bytes); {wanted}"
        raise NotAnImageError(message)
    form = sniff(data)
    if form is None:
        message = f"the file is no image: it starts with {data[:8]!r}; {wanted}"
        raise NotAnImageError(message)
    if form not in SUPPORTED_FORMATS:
        message = f"{form} files cannot be read; {wanted}"
        raise NotAnImageError(message)
    return form


def _check_pixels(size_wh: tuple[int, int], limits: ImageLimits) -> None:
    width, height = size_wh
    if width < 1 or height < 1:
        raise UndecodableImageError(damage_message(f"its header says {width} x {height} pixels"))
    if width * height > limits.max_pixels:
        message = (
            f"the picture has {width} x {height} = {width * height:,} pixels, the limit is {limits.max_pixels:,}; "
            "make it smaller and try again"
        )
        raise ImageTooLargeError(message)


def _open_header(data: bytes, form: ImageFormat, limits: ImageLimits) -> ImageFile.ImageFile:
    """Read an image's header with the reader of its format.

    The readers are called directly, not through ``Image.open``: that would print a warning about large pictures,
    take a phone's JPEG with a second picture behind the first for an animation, and need a process-wide registration
    for HEIF.
    """
    if form == "WebP":
        size_wh = webp_size_wh(data)
        if size_wh is None:
            raise UndecodableImageError(damage_message("its header cannot be read"))
        _check_pixels(size_wh, limits)
    try:
        return _image_class(form)(io.BytesIO(data))
    except DECODER_ERRORS as error:
        raise UndecodableImageError(damage_message(f"its header cannot be read: {error}")) from None


def _image_class(form: ImageFormat) -> type[ImageFile.ImageFile]:
    # Imported here, one by one: a phone's JPEG does not pay for the HEIF library.
    if form == "JPEG":
        from PIL.JpegImagePlugin import JpegImageFile  # noqa: PLC0415

        return JpegImageFile
    if form == "PNG":
        from PIL.PngImagePlugin import PngImageFile  # noqa: PLC0415

        return PngImageFile
    if form == "WebP":
        from PIL.WebPImagePlugin import WebPImageFile  # noqa: PLC0415

        return WebPImageFile
    if form == "AVIF":
        from PIL.AvifImagePlugin import AvifImageFile  # noqa: PLC0415

        return AvifImageFile
    from pillow_heif import HeifImageFile  # noqa: PLC0415

    return HeifImageFile


def _orientation(header: ImageFile.ImageFile) -> int:
    """Return the EXIF orientation, 1 (upright) when there is none or it makes no sense."""
    try:
        value = header.getexif().get(_ORIENTATION_TAG, 1)
    except DECODER_ERRORS:
        # A photo whose EXIF block alone is damaged is still a photo.
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1  # noqa: PLR2004 -- EXIF defines 1 to 8


def _animation_notes(header: ImageFile.ImageFile, form: ImageFormat) -> tuple[ReadWarning, ...]:
    frames = int(getattr(header, "n_frames", 1))
    if form == "HEIF" or frames <= 1:
        # Several pictures in a HEIF file are a phone's extras (depth, bursts); the primary one is the photo.
        return ()
    return (ReadWarning("animated", f"the file is an animation of {frames} frames; only the first was read"),)


def _decode_jpeg_preview(data: bytes, header: ImageFile.ImageFile) -> UprightImage:
    orientation = _orientation(header)
    width, height = header.size
    if header.mode not in _MODES_CV2_READS or not jpeg_is_complete(data):
        # Pillow knows CMYK, and unlike OpenCV it says when rows are missing.
        return UprightImage(*turn_upright(load_bgr(header), orientation), orientation=orientation)
    reduction = reduction_for(PREVIEW_LONG_SIDE_PX / max(width, height))
    preview_bgr = decode_jpeg(data, reduction, orientation)
    size_wh = (height, width) if orientation >= FIRST_LYING_ORIENTATION else (width, height)
    return UprightImage(size_wh, preview_bgr, 1 / reduction, (), orientation, data if reduction > 1 else None)
