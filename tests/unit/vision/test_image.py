"""Decoding: every format and pixel kind ends as upright BGR, every bad file is refused with a helpful message."""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from vision.errors import ImageError, ImageTooLargeError, NotAnImageError, UndecodableImageError
from vision.image import ImageLimits, UprightImage, decode, measure

ORIENTATION = 0x0112


def quadrants(width: int = 40, height: int = 24) -> Image.Image:
    """Return a picture of four colours: red, green / blue, white."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2, : width // 2] = (255, 0, 0)
    pixels[: height // 2, width // 2 :] = (0, 255, 0)
    pixels[height // 2 :, : width // 2] = (0, 0, 255)
    pixels[height // 2 :, width // 2 :] = (255, 255, 255)
    return Image.fromarray(pixels)


def encode(image: Image.Image, form: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()


def heif(image: Image.Image, **options: object) -> bytes:
    buffer = io.BytesIO()
    pillow_heif.from_pillow(image).save(buffer, quality=95, **options)
    return buffer.getvalue()


def with_orientation(value: int) -> bytes:
    exif = Image.Exif()
    exif[ORIENTATION] = value
    return exif.tobytes()


def names(image_bgr: np.ndarray) -> str:
    """Name the colours of the four quadrants: top left, top right, bottom left, bottom right."""
    height, width = image_bgr.shape[:2]
    palette = {"R": (0, 0, 255), "G": (0, 255, 0), "B": (255, 0, 0), "W": (255, 255, 255), "K": (0, 0, 0)}
    out = ""
    for y, x in ((1, 1), (1, 3), (3, 1), (3, 3)):
        pixel = image_bgr[height * y // 4, width * x // 4].astype(int)
        out += min(palette, key=lambda name: np.abs(pixel - palette[name]).sum())
    return out


def png_header(width: int, height: int) -> bytes:
    """Return a PNG that promises a picture and holds nothing."""
    body = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + body
    packed = zlib.compress(b"\0" * 100)
    data = b"IDAT" + packed
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", len(body))
        + chunk
        + struct.pack(">I", zlib.crc32(chunk))
        + struct.pack(">I", len(packed))
        + data
        + struct.pack(">I", zlib.crc32(data))
    )


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "AVIF", "HEIF"])
def test_every_format_gives_the_same_picture(form: str) -> None:
    picture = quadrants(64, 64)
    data = heif(picture) if form == "HEIF" else encode(picture, form, quality=95)
    image = decode(data)
    assert image.size_wh == (64, 64)
    assert image.preview_bgr.dtype == np.uint8
    assert names(image.preview_bgr) == "RGBW"
    assert image.notes == ()


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "AVIF"])
@pytest.mark.parametrize(
    ("orientation", "expected"),
    [(1, "RGBW"), (2, "GRWB"), (3, "WBGR"), (4, "BWRG"), (5, "RBGW"), (6, "BRWG"), (7, "WGBR"), (8, "GWRB")],
)
def test_orientation_holds_for_bytes_and_paths_of_every_format(
    tmp_path: Path, form: str, orientation: int, expected: str
) -> None:
    data = encode(quadrants(), form, exif=with_orientation(orientation), quality=95)
    path = tmp_path / "photo"
    path.write_bytes(data)
    for image in (decode(data), decode(path)):
        assert image.size_wh == ((40, 24) if orientation <= 4 else (24, 40))
        assert names(image.preview_bgr) == expected


def test_orientation_of_heif_is_applied_once() -> None:
    image = decode(heif(quadrants(64, 48), exif=with_orientation(6)))
    assert image.size_wh == (48, 64)
    assert names(image.preview_bgr) == "BRWG"


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "AVIF", "HEIF"])
def test_measuring_says_what_decoding_says(form: str, orientation: int) -> None:
    exif = with_orientation(orientation)
    data = heif(quadrants(), exif=exif) if form == "HEIF" else encode(quadrants(), form, exif=exif)
    image = decode(data)
    assert measure(data) == (image.size_wh, image.orientation)


def test_nonsense_orientation_is_ignored() -> None:
    assert names(decode(encode(quadrants(), "JPEG", exif=with_orientation(77))).preview_bgr) == "RGBW"


@pytest.mark.filterwarnings("ignore:Corrupt EXIF")
def test_damaged_exif_does_not_cost_the_photo() -> None:
    data = encode(quadrants(), "JPEG", exif=b"Exif\0\0MM\0*\0\0\0\x08\0\x09garbage")
    assert names(decode(data).preview_bgr) == "RGBW"


@pytest.mark.parametrize("reduction", [1, 2, 4, 8])
@pytest.mark.parametrize("orientation", [1, 6])
def test_large_jpegs_have_a_reduced_preview_and_give_the_rest_on_demand(reduction: int, orientation: int) -> None:
    size = 1280 * reduction, 96 * reduction
    data = encode(quadrants(*size), "JPEG", exif=with_orientation(orientation))
    image = decode(data, ImageLimits(max_pixels=100_000_000))
    upright = size if orientation == 1 else size[::-1]
    assert image.size_wh == upright
    assert image.preview_scale == 1 / reduction
    assert image.preview_bgr.shape[:2] == (upright[1] // reduction, upright[0] // reduction)
    assert names(image.preview_bgr) == ("RGBW" if orientation == 1 else "BRWG")
    full_bgr, scale = image.bgr()
    assert scale == 1
    assert full_bgr.shape[:2] == upright[::-1]
    assert names(full_bgr) == names(image.preview_bgr)


def test_pixels_on_demand_are_no_finer_than_needed() -> None:
    image = decode(encode(quadrants(5120, 320), "JPEG"))
    assert image.preview_scale == 1 / 4
    assert image.bgr(0.2)[0] is image.preview_bgr
    assert image.bgr(0.3)[1] == 1 / 2
    assert image.bgr(0.6)[1] == 1
    assert image.bgr(3.0)[1] == 1


def test_an_array_can_stand_for_a_photo() -> None:
    pixels = np.zeros((5, 7, 3), np.uint8)
    image = UprightImage.from_bgr(pixels)
    assert image.size_wh == (7, 5)
    assert image.bgr(1.0) == (pixels, 1.0)


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "LA", "I;16", "CMYK", "RGB"])
def test_every_kind_of_pixel_becomes_bgr(mode: str) -> None:
    grey = np.full((16, 16), 200, np.uint8)
    grey[:, 8:] = 20
    source = Image.fromarray(grey)
    if mode == "I;16":
        data = encode(Image.fromarray(grey.astype(np.uint16) * 257), "PNG")
    elif mode == "CMYK":
        data = encode(source.convert("RGB").convert("CMYK"), "JPEG", quality=95)
    elif mode == "P":
        data = encode(source.convert("RGB").quantize(4), "PNG")
    else:
        data = encode(source.convert("RGB").convert(mode) if mode != "L" else source, "PNG")
    image_bgr = decode(data).preview_bgr
    assert image_bgr.shape == (16, 16, 3)
    light, dark = image_bgr[8, 4].astype(int), image_bgr[8, 12].astype(int)
    assert np.abs(light - 200).max() <= 4
    assert np.abs(dark - 20).max() <= 4


def test_black_and_white_only() -> None:
    assert decode(encode(Image.new("1", (2, 2), 1), "PNG")).preview_bgr.min() == 255


def test_sixteen_bit_colour_keeps_its_brightness() -> None:
    pixels = np.full((4, 4, 3), (1000, 30000, 65535), np.uint16)
    encoded = cv2.imencode(".png", pixels)[1].tobytes()
    assert np.abs(decode(encoded).preview_bgr[0, 0].astype(int) - (4, 117, 255)).max() <= 1


def test_grey_jpeg() -> None:
    assert decode(encode(Image.new("L", (20, 10), 77), "JPEG")).preview_bgr[5, 5].tolist() == [77, 77, 77]


def test_transparency_shows_white_paper() -> None:
    picture = Image.new("RGBA", (2, 1), (255, 0, 0, 0))
    picture.putpixel((1, 0), (255, 0, 0, 128))
    pixels = decode(encode(picture, "PNG")).preview_bgr
    assert pixels[0, 0].tolist() == [255, 255, 255]
    assert pixels[0, 1].tolist() == [127, 127, 255]
    palette = Image.new("P", (1, 1))
    palette.putpalette([0, 0, 0])
    assert decode(encode(palette, "PNG", transparency=0)).preview_bgr[0, 0].tolist() == [255, 255, 255]


@pytest.mark.parametrize("form", ["WEBP", "PNG"])
def test_of_an_animation_the_first_frame_counts_and_it_says_so(form: str) -> None:
    frames = [quadrants(), Image.new("RGB", (40, 24))]
    image = decode(encode(frames[0], form, save_all=True, append_images=frames[1:], duration=100, lossless=True))
    assert names(image.preview_bgr) == "RGBW"
    assert [note.code for note in image.notes] == ["animated"]
    assert "2 frames" in image.notes[0].message


def test_a_second_picture_behind_a_jpeg_is_no_animation() -> None:
    image = decode(encode(quadrants(), "MPO", save_all=True, append_images=[quadrants()]))
    assert names(image.preview_bgr) == "RGBW"
    assert image.notes == ()


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_one_pixel_is_a_picture(form: str) -> None:
    assert decode(encode(Image.new("RGB", (1, 1), (9, 9, 9)), form)).preview_bgr.shape == (1, 1, 3)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"hello, world", "b'hello, w'"),
        (b"<svg></svg>", "no image"),
        (b"GIF89a\x01\x00\x01\x00", "GIF"),
        (b"%PDF-1.7", "PDF"),
        (b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41", "no image"),
    ],
)
def test_what_is_no_supported_image_is_named_with_what_to_send(data: bytes, says: str) -> None:
    with pytest.raises(NotAnImageError) as caught:
        decode(data)
    assert caught.value.code == "not_an_image"
    assert says in caught.value.message
    assert "JPEG" in caught.value.message


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "AVIF", "HEIF"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_truncated_files_are_refused(form: str, share: float) -> None:
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8))
    data = heif(noise) if form == "HEIF" else encode(noise, form)
    with pytest.raises(UndecodableImageError) as caught:
        decode(data[: int(len(data) * share)])
    assert caught.value.code == "undecodable_image"
    assert "take the photo again" in caught.value.message
    assert "\n" not in caught.value.message


def test_truncated_jpeg_with_a_whole_thumbnail_is_refused() -> None:
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8))
    thumbnail = encode(quadrants(), "JPEG")
    data = encode(noise, "JPEG")
    segment = b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail
    with pytest.raises(UndecodableImageError):
        decode((data[:2] + segment + data[2:])[:-2000])


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_bombs_are_refused_before_decoding_and_without_noise(form: str) -> None:
    if form == "PNG":
        data = png_header(10_000, 10_000)
    elif form == "JPEG":
        data = bytearray(encode(quadrants(), "JPEG"))
        at = data.index(b"\xff\xc0")
        data[at + 5 : at + 9] = struct.pack(">HH", 10_000, 10_000)
        data = bytes(data)
    else:
        size = (10_000 - 1).to_bytes(3, "little")
        data = b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + size + size
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ImageTooLargeError) as caught:
            decode(data)
    assert caught.value.code == "image_too_large"
    assert "100,000,000 pixels" in caught.value.message


def test_byte_limit_holds_for_bytes_and_paths(tmp_path: Path) -> None:
    data = encode(quadrants(), "PNG")
    limits = ImageLimits(max_bytes=len(data) - 1)
    path = tmp_path / "photo.png"
    path.write_bytes(data)
    for source in (data, path):
        with pytest.raises(ImageTooLargeError, match=f"{len(data)} bytes"):
            decode(source, limits)
        assert decode(source, ImageLimits(max_bytes=len(data))).size_wh == (40, 24)


def test_byte_limit_holds_for_what_has_no_size_of_its_own() -> None:
    with pytest.raises(ImageTooLargeError, match="at least 1,001 bytes"):
        decode(Path("/dev/zero"), ImageLimits(max_bytes=1000))


def test_missing_file_is_the_operating_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        decode(tmp_path / "absent.jpg")


SAMPLES = [
    *(encode(quadrants(), form) for form in ("JPEG", "PNG", "WEBP", "AVIF")),
    encode(quadrants(), "JPEG", progressive=True, exif=with_orientation(6)),
    heif(quadrants(64, 64)),
]


@settings(max_examples=150, deadline=None)
@given(
    sample=st.sampled_from(SAMPLES),
    edits=st.lists(st.tuples(st.integers(0, 2000), st.binary(min_size=1, max_size=4)), max_size=6),
    length=st.integers(0, 2000),
)
def test_damaged_bytes_give_a_picture_or_an_image_error(
    sample: bytes, edits: list[tuple[int, bytes]], length: int
) -> None:
    damaged = bytearray(sample)
    for at, value in edits:
        damaged[at : at + len(value)] = value
    try:
        image = decode(bytes(damaged[:length] if length else damaged), ImageLimits(max_pixels=1_000_000))
    except ImageError:
        return
    assert image.preview_bgr.ndim == 3
