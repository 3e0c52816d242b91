"""``POST /v1/read``: what a photo is answered with, and what happens to bodies that are none."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from api.answers import Reading
from api.schemas import MAX_SET_CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi.testclient import TestClient
    from httpx import Response

MAX_UPLOAD_BYTES = 300_000


def upload(client: TestClient, data: bytes, path: str = "/v1/read", **fields: str) -> Response:
    return client.post(path, files={"photo": ("photo.jpg", data)}, data=fields)


def test_photo_is_answered_with_its_tiles(client: TestClient, photo: bytes) -> None:
    response = upload(client, photo)
    assert response.status_code == 200
    document = response.json()
    Reading.model_validate(document)
    assert [tile["code"] for tile in document["tiles"]][:3] == ["2m", "3m", "4m"]
    assert document["image"] == {"width": 1000, "height": 300, "orientation_applied": True}
    assert [model["role"] for model in document["models"]] == ["finder", "reader"]


def test_photo_without_tiles_is_a_reading_with_a_warning(client: TestClient, black_photo: bytes) -> None:
    response = upload(client, black_photo)
    assert response.status_code == 200
    assert response.json()["tiles"] == []
    assert "no_tiles" in [warning["code"] for warning in response.json()["warnings"]]


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"", 415, "not_an_image"),
        (b"GIF and other text", 415, "not_an_image"),
        (b"%PDF-1.7 ...", 415, "not_an_image"),
    ],
)
def test_what_is_no_photo_is_refused(client: TestClient, data: bytes, status: int, code: str) -> None:
    response = upload(client, data)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["code"] == code
    assert response.json()["status"] == status


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)
    return buffer.getvalue()


def animation() -> bytes:
    frames = [Image.new("RGB", (64, 48), colour) for colour in ("black", "white", "red")]
    return saved(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True)


@pytest.mark.parametrize(
    ("data", "notes"),
    [
        (saved(Image.new("RGB", (1, 1)), "PNG"), []),
        (saved(Image.new("CMYK", (64, 48), (255, 255, 255, 255)), "JPEG"), []),
        (saved(Image.new("I;16", (64, 48)), "PNG"), []),
        (saved(Image.new("L", (64, 48)), "JPEG"), []),
        (saved(Image.new("P", (64, 48)), "PNG"), []),
        (saved(Image.new("RGBA", (64, 48), (0, 0, 0, 255)), "PNG"), []),
        (animation(), ["animated"]),
    ],
    ids=["1x1", "cmyk", "16-bit", "grey", "palette", "alpha", "animation"],
)
def test_odd_pictures_are_read(client: TestClient, data: bytes, notes: list[str]) -> None:
    response = upload(client, data)
    assert response.status_code == 200
    Reading.model_validate(response.json())
    assert [warning["code"] for warning in response.json()["warnings"]] == [*notes, "no_tiles"]


def test_truncated_photo_is_undecodable(client: TestClient, photo: bytes) -> None:
    response = upload(client, photo[: len(photo) // 2])
    assert (response.status_code, response.json()["code"]) == (422, "undecodable_image")


def test_picture_of_too_many_pixels_is_too_large(client: TestClient, bomb: bytes) -> None:
    response = upload(client, bomb)
    assert (response.status_code, response.json()["code"]) == (413, "image_too_large")


def test_announced_body_over_the_limit_is_refused_unread(client: TestClient) -> None:
    response = upload(client, b"\xff" * (MAX_UPLOAD_BYTES + MAX_SET_CHARACTERS + 100_000))
    assert (response.status_code, response.json()["code"]) == (413, "body_too_large")
    assert response.headers["connection"] == "close"


def test_body_without_length_is_cut_off_at_the_limit(client: TestClient) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'--b\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
        for _ in range(400):
            yield bytes(4096)

    headers = {"Content-Type": "multipart/form-data; boundary=b"}
    response = client.post("/v1/read", content=chunks(), headers=headers)
    assert (response.status_code, response.json()["code"]) == (413, "body_too_large")


def test_other_content_types_are_refused(client: TestClient, photo: bytes) -> None:
    response = client.post("/v1/read", content=photo, headers={"Content-Type": "image/jpeg"})
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")
    assert "multipart/form-data" in response.json()["detail"]


@pytest.mark.parametrize("path", ["/v1/read", "/v1/photo"])
def test_a_second_photo_is_not_dropped_unsaid(client: TestClient, photo: bytes, black_photo: bytes, path: str) -> None:
    files = [("photo", ("a.jpg", photo)), ("photo", ("b.jpg", black_photo))]
    data = {"rules": "basic"} if path == "/v1/photo" else {}
    response = client.post(path, files=files, data=data)
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")
    assert response.json()["detail"] == "/photo: this field is given 2 times; give it once"


def test_text_in_place_of_the_photo_is_told_apart(client: TestClient) -> None:
    response = client.post("/v1/read", files={"photo": (None, b"text")})
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")
    assert response.json()["detail"] == "/photo: a file with a file name is expected, not 'text'"


@pytest.mark.parametrize(
    ("path", "name"),
    [("/v1/read", "set"), *(("/v1/photo", name) for name in ("set", "rules", "context", "options", "card"))],
)
def test_a_file_in_place_of_a_text_is_told_how_to_be_sent(
    client: TestClient, photo: bytes, path: str, name: str
) -> None:
    files = {"photo": ("photo.jpg", photo), name: ("mine.json", b"{}")}
    response = client.post(path, files=files, data={} if name == "rules" or path == "/v1/read" else {"rules": "basic"})
    assert response.status_code in {400, 422}
    assert "not a file; send it as an ordinary field, without a file name" in response.json()["detail"]
    assert "UploadFile" not in response.text


def test_form_without_photo_is_a_bad_request(client: TestClient) -> None:
    response = client.post("/v1/read", files={"picture": ("p.jpg", b"x")})
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")
    assert response.json()["errors"][0]["pointer"] == "/photo"


def test_broken_form_is_a_bad_request(client: TestClient) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=b"}
    response = client.post("/v1/read", content=b"no form at all", headers=headers)
    assert response.status_code == 400
    assert response.json()["code"] in {"malformed_body", "bad_request"}


def test_nothing_of_the_photo_reaches_the_log(client: TestClient, photo: bytes, log: io.StringIO) -> None:
    upload(client, photo)
    (line,) = [json.loads(line) for line in log.getvalue().splitlines() if '"/v1/read"' in line]
    assert line["tiles"] == 14
    assert line["status"] == 200
    assert len(json.dumps(line)) < 500
