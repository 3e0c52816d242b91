"""``POST /v1/profiles``: labelled photos to a profile, and readings of later photos with it.

The scripted reader takes every tile for what it was told; its embedding is the shade of the face, so that faces of
one shade are the same drawing.
"""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from api.answers import ProfileAnswer
from api.logs import make_logger
from api.main import create_app
from api.photo_reader import RackPhotoReader
from api.settings import Settings
from engine.tile import CODES
from vision.detector import DetectorOptions, TileDetections
from vision.image import ImageLimits
from vision.onnx_model import ModelFacts
from vision.pipeline import RackReader
from vision.profile_making import ProfileMaker
from vision.prototypes import Fusion
from vision.reader import FaceReadings
from vision.reading import ModelReference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from httpx import Response
    from numpy.typing import NDArray

SHADES = (30, 70, 110, 150, 190, 230)
MODELS = (ModelReference("finder", "scripted finder", "0" * 64), ModelReference("reader", "scripted reader", "1" * 64))
FUSION = Fusion(reader_weight=0.5, likeness_weight=12.0, absent_likeness=0.3, sure_threshold=0.9, same_face=0.95)
FACTS = ModelFacts("reader", "scripted reader", CODES, fusion=FUSION)


class RowDetector:
    """Finds a tile of 60 by 80 pixels for every shade."""

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        assert options.max_tiles > 0
        assert image_bgr.shape[:2] == (200, 600)
        left = 20 + 70 * np.arange(len(SHADES), dtype=np.float32)
        boxes = np.stack([left, np.full_like(left, 60), left + 60, np.full_like(left, 140)], axis=1)
        none = np.full((len(left), 4, 2), np.nan, np.float32)
        return TileDetections(boxes, np.full(len(left), 0.9, np.float32), np.zeros(len(left), np.int64), none)


class ShadeReader:
    """Is fairly sure that every tile is an east wind."""

    def read_crops(
        self, crops_bgr: NDArray[np.uint8], turns: NDArray[np.int64], *, thorough: bool = True
    ) -> FaceReadings:
        del thorough
        codes = np.full((len(turns), len(CODES)), 0.1 / (len(CODES) - 1), np.float32)
        codes[:, CODES.index("1z")] = 0.9
        shades = [int(np.abs(np.array(SHADES) - crop[40, 32, 0]).argmin()) for crop in crops_bgr]
        views = np.repeat(np.eye(len(SHADES), dtype=np.float32)[shades][:, None], 2, axis=1)
        return FaceReadings(codes, np.tile(np.array([0.97, 0.01, 0.01, 0.01], np.float32), (len(turns), 1)), views)


def make_client(facts: ModelFacts = FACTS) -> TestClient:
    reader = ShadeReader()
    rack = RackReader(RowDetector(), reader, models=MODELS)
    maker = ProfileMaker(reader, facts, MODELS[1].sha256)
    photos = RackPhotoReader(rack, MODELS, ImageLimits(), profile_maker=maker)
    return TestClient(create_app(Settings(), photos, make_logger("error", io.StringIO())))


@pytest.fixture
def client() -> Iterator[TestClient]:
    with make_client() as client:
        yield client


def picture(shades: tuple[int, ...] = SHADES) -> bytes:
    image = np.full((200, 600, 3), 90, np.uint8)
    for n, shade in enumerate(shades):
        image[60:140, 20 + 70 * n : 80 + 70 * n] = shade
    buffer = io.BytesIO()
    Image.fromarray(image).save(buffer, "PNG")
    return buffer.getvalue()


def labelled(*codes: str, **more: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - JSON
    return [{"code": code, "box": [20 + 70 * n, 60, 80 + 70 * n, 140], **more} for n, code in enumerate(codes)]


def post(client: TestClient, tiles: object, photos: int = 1, name: str = "mine") -> Response:
    files = [("photos", (f"{n}.png", picture())) for n in range(photos)]
    return client.post("/v1/profiles", files=files, data={"tiles": json.dumps(tiles), "name": name})


def read(client: TestClient, profile: object, path: str = "/v1/read", **fields: str) -> Response:
    return client.post(path, files={"photo": ("p.png", picture())}, data={"set": json.dumps(profile), **fields})


def test_a_profile_makes_the_reader_read_as_the_set_is_drawn(client: TestClient) -> None:
    codes = ["6z", "1z", "5p", "9s", "3m", "2z"]
    response = post(client, [labelled(*codes)])
    assert response.status_code == 200
    answer = response.json()
    ProfileAnswer.model_validate(answer)
    assert answer["doubts"] == []
    assert answer["kinds"] == ["3m", "5p", "9s", "1z", "2z", "6z"]
    assert "1m" in answer["missing"]
    assert "6z" not in answer["missing"]
    for face in answer["profile"]["faces"]:
        del face["picture"]
    document = read(client, answer["profile"]).json()
    assert [tile["code"] for tile in document["tiles"]] == codes
    assert all(tile["sure"] for tile in document["tiles"])
    photo = read(client, answer["profile"], "/v1/photo", rules="riichi").json()
    assert [tile["code"] for tile in photo["reading"]["tiles"]] == codes


def test_labels_that_contradict_each_other_are_told_and_left_out(client: TestClient) -> None:
    two = [labelled("6z", "1z", "5p"), labelled("2z")]
    answer = post(client, two, photos=2).json()
    found = [(doubt["photo"], doubt["tile"], doubt["code"], doubt["like"]) for doubt in answer["doubts"]]
    assert found == [(0, 0, "6z", "2z"), (1, 0, "2z", "6z")]
    assert answer["kinds"] == ["5p", "1z"]
    assert "tile 1 of photo 2" in answer["doubts"][0]["message"]
    confirmed = [labelled("6z", "1z", "5p"), labelled("2z", confirmed=True)]
    confirmed[0][0]["confirmed"] = True
    assert post(client, confirmed, photos=2).json()["doubts"] == []


@pytest.mark.parametrize(
    ("tiles", "status", "code"),
    [
        ([[]], 422, "bad_profile"),
        ([labelled("0x")], 422, "bad_profile"),
        ([labelled("??")], 422, "bad_profile"),
        ([labelled("1z"), labelled("1z")], 422, "bad_value"),
        ([[{"code": "1z", "box": [5000, 0, 5060, 80]}]], 422, "bad_profile"),
        ([[{"code": "1z", "box": [20, 60, 20, 60]}]], 422, "bad_profile"),
        ([labelled("1z", quad=[[-900, -5], [900, -5], [900, 205], [-900, 205]])], 422, "bad_profile"),
        ([[{"code": "1z"}]], 400, "bad_request"),
        ([[{"code": "xx", "box": [0, 0, 9, 9]}]], 422, "bad_value"),
        ("1z", 400, "bad_request"),
    ],
)
def test_labels_that_cannot_be_used_are_refused(client: TestClient, tiles: object, status: int, code: str) -> None:
    response = post(client, tiles)
    assert (response.status_code, response.json()["code"]) == (status, code), response.text


def test_a_tile_that_fills_its_photo_may_have_its_corners_outside(client: TestClient) -> None:
    """As readings tell them: the photo is 600 x 200 pixels."""
    corners = [[-8, -5], [606, -3], [605, 204], [-7, 203]]
    assert post(client, [labelled("1z", quad=corners)]).status_code == 200


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 1}', "x" * 1_000_001])
def test_what_is_no_profile_is_refused_beside_a_photo(client: TestClient, text: str) -> None:
    response = client.post("/v1/read", files={"photo": ("p.png", picture())}, data={"set": text})
    assert response.status_code in {400, 413, 422}
    assert response.headers["content-type"] == "application/problem+json"


def test_a_profile_of_another_reader_is_refused_and_can_be_made_anew(client: TestClient) -> None:
    profile = post(client, [labelled("6z", "1z", "5p")]).json()["profile"]
    old = {**profile, "reader_sha256": "b" * 64}
    refused = read(client, old)
    assert (refused.status_code, refused.json()["code"]) == (422, "profile_outdated")
    renewed = client.post("/v1/profiles/renew", json=old)
    assert renewed.status_code == 200
    assert renewed.json()["profile"]["reader_sha256"] == MODELS[1].sha256
    assert read(client, renewed.json()["profile"]).status_code == 200
    for face in old["faces"]:
        face.pop("picture")
    assert client.post("/v1/profiles/renew", json=old).json()["code"] == "bad_profile"


def test_a_reader_that_cannot_be_adapted_says_so() -> None:
    with make_client(ModelFacts("reader", "old reader", CODES)) as client:
        response = post(client, [labelled("1z")])
    assert (response.status_code, response.json()["code"]) == (503, "not_adaptable")
