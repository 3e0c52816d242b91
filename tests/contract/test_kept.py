"""Photos that people leave: only where both sides want it, within limits, as a data set that labelling tools read."""

from __future__ import annotations

import io
import json
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from api.kept import KeepingFullError, KeptLimits, KeptPhotos, LabelsError
from api.logs import make_logger
from api.main import create_app
from datasets.formats import jsonl
from vision.image import ImageLimits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.photo_reader import RackPhotoReader
    from api.settings import Settings

TILES = [
    {"code": "5m", "box": [10, 20, 60, 90], "quad": [[10, 20], [60, 20], [60, 90], [10, 90]], "rotation": 0},
    {"code": "0p", "box": [70, 20, 120, 90], "source": "model", "confidence": 0.5},
]
LABELS = {"tiles": TILES, "hand": "5m0p"}


def photo_of(seed: int, **options: object) -> bytes:
    pixels = np.random.default_rng(seed).integers(0, 255, (100, 200, 3), dtype=np.uint8)
    data = io.BytesIO()
    Image.fromarray(pixels).save(data, "JPEG", **options)
    return data.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "kept"


@pytest.fixture
def keeper(settings: Settings, photo_reader: RackPhotoReader, folder: Path) -> Iterator[TestClient]:
    chosen = settings.model_copy(update={"keep": folder, "keep_max_photos": 3, "queue": 8})
    with TestClient(create_app(chosen, photo_reader, make_logger("info", io.StringIO()))) as client:
        yield client


def leave(client: TestClient, photo: bytes, labels: object = LABELS, **headers: str) -> object:
    text = labels if isinstance(labels, str) else json.dumps(labels)
    return client.post("/v1/kept", files={"photo": ("p.jpg", photo)}, data={"labels": text}, headers=headers)


def test_a_service_keeps_nothing_unless_told_to(client: TestClient, photo: bytes) -> None:
    assert client.get("/v1/kept").json() == {"keeps": False, "full": False, "photos": 0}
    answer = leave(client, photo)
    assert (answer.status_code, answer.json()["code"]) == (404, "keeping_off")


def test_a_path_of_two_methods_names_both(client: TestClient) -> None:
    answer = client.delete("/v1/kept")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST")


def test_reading_writes_nothing_even_where_photos_may_be_left(keeper: TestClient, folder: Path, photo: bytes) -> None:
    assert keeper.post("/v1/read", files={"photo": ("p.jpg", photo)}).status_code == 200
    assert not folder.exists()


def test_what_is_left_is_a_data_set_of_a_person(keeper: TestClient, folder: Path) -> None:
    answer = leave(keeper, photo_of(1))
    assert (answer.status_code, answer.json()) == (201, {"keeps": True, "full": False, "photos": 1})
    dataset = jsonl.read(folder)
    [image] = dataset.images
    assert (image.width, image.height, image.hand, image.provenance) == (200, 100, "5m0p", "phone page")
    assert [(tile.code, tile.source, tile.confidence) for tile in image.tiles] == [
        ("5m", "human", None),
        ("0p", "model", 0.5),
    ]
    assert image.tiles[0].quad == ((10, 20), (60, 20), (60, 90), (10, 90))
    with Image.open(folder / image.path) as picture:
        assert picture.size == (200, 100)


def test_only_the_picture_is_kept_upright_and_without_place_or_time(keeper: TestClient, folder: Path) -> None:
    facts = Image.Exif()
    facts[0x0112] = 6
    facts[0x010F] = "a phone of somebody"
    assert leave(keeper, photo_of(1, exif=facts)).status_code == 201
    [image] = jsonl.read(folder).images
    assert (image.width, image.height, image.orientation) == (100, 200, 1)
    data = (folder / image.path).read_bytes()
    assert b"somebody" not in data
    assert b"Exif" not in data


def test_the_same_photo_again_gets_its_new_labels(keeper: TestClient, folder: Path) -> None:
    for code in ("5m", "6m"):
        tiles = [{"code": code, "box": [10, 20, 60, 90]}]
        assert leave(keeper, photo_of(1), {"tiles": tiles}).json()["photos"] == 1
    assert leave(keeper, photo_of(2)).json()["photos"] == 2
    assert sorted(image.tiles[0].code for image in jsonl.read(folder).images) == ["5m", "6m"]


def test_a_full_folder_takes_no_more_but_corrections_of_what_it_has(keeper: TestClient, folder: Path) -> None:
    for seed in (1, 2, 3):
        assert leave(keeper, photo_of(seed)).status_code == 201
    refused = leave(keeper, photo_of(4))
    assert (refused.status_code, refused.json()["code"]) == (507, "keeping_full")
    assert keeper.get("/v1/kept").json() == {"keeps": True, "full": True, "photos": 3}
    assert leave(keeper, photo_of(2), {"tiles": TILES[:1]}).status_code == 201
    assert len(list((folder / "photos").iterdir())) == 3


def test_bytes_are_limited_too(folder: Path) -> None:
    kept = KeptPhotos(folder, KeptLimits(max_bytes=1_000), ImageLimits())
    with pytest.raises(KeepingFullError):
        kept.keep(photo_of(1), LABELS)
    assert not folder.exists()


@pytest.mark.parametrize(
    ("labels", "status"),
    [
        ("no json", 422),
        ({}, 400),
        ({"tiles": []}, 422),
        ({"tiles": [{"code": "9z", "box": [1, 2, 3, 4]}]}, 422),
        ({"tiles": [{"code": "5m", "box": [1, 2, 3]}]}, 422),
        ({"tiles": [{"code": "5m", "box": [50, 2, 3, 4]}]}, 422),
        ({"tiles": [{"code": "5m", "box": [500, 500, 600, 600]}]}, 422),
        ({"tiles": [{"code": "5m", "box": [1, 2, 3, 4], "path": "../../x"}]}, 400),
        ({"tiles": TILES, "path": "/etc/passwd"}, 400),
        ('{"tiles": [{"code": "5m", "box": [NaN, 2, 3, 4]}]}', 422),
    ],
)
def test_labels_that_cannot_be_meant_are_refused_whole(
    keeper: TestClient, folder: Path, labels: object, status: int
) -> None:
    answer = leave(keeper, photo_of(1), labels)
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert not folder.exists()


def test_what_is_no_photo_is_refused(keeper: TestClient, folder: Path) -> None:
    assert leave(keeper, b"<html>").status_code == 415
    assert not folder.exists()


def test_pages_of_other_sites_cannot_leave_photos(keeper: TestClient, folder: Path) -> None:
    answer = leave(keeper, photo_of(1), Origin="https://elsewhere.example")
    assert (answer.status_code, answer.json()["code"]) == (403, "other_site")
    assert not folder.exists()
    assert leave(keeper, photo_of(1), Origin="http://testserver").status_code == 201


def test_the_name_that_a_photo_comes_with_goes_nowhere(keeper: TestClient, folder: Path) -> None:
    files = {"photo": ("../../../escaped.jpg", photo_of(1))}
    assert keeper.post("/v1/kept", files=files, data={"labels": json.dumps(LABELS)}).status_code == 201
    inside = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert [name for name in inside if not name.startswith("photos/")] == ["labels.jsonl"]
    assert list(folder.parent.iterdir()) == [folder]


def test_folder_and_photos_are_for_the_operator_alone(keeper: TestClient, folder: Path) -> None:
    leave(keeper, photo_of(1))
    assert folder.stat().st_mode & 0o077 == 0


def test_a_write_that_fails_leaves_what_was_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = KeptPhotos(folder, KeptLimits(), ImageLimits())
    kept.keep(photo_of(1), LABELS)
    before = (folder / "labels.jsonl").read_bytes()

    replace = Path.replace

    def fail(path: Path, target: Path) -> Path:
        if target.name == "labels.jsonl":
            raise OSError(28, "No space left on device")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        kept.keep(photo_of(2), LABELS)
    assert (folder / "labels.jsonl").read_bytes() == before
    assert len(list(folder.rglob("*"))) == 3


def test_threads_do_not_lose_each_others_lines(folder: Path) -> None:
    kept = KeptPhotos(folder, KeptLimits(), ImageLimits())
    threads = [threading.Thread(target=kept.keep, args=(photo_of(seed), LABELS)) for seed in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(jsonl.read(folder).images) == kept.count() == 12


def test_labels_outside_the_picture_say_so(folder: Path) -> None:
    kept = KeptPhotos(folder, KeptLimits(), ImageLimits())
    with pytest.raises(LabelsError, match="box"):
        kept.keep(photo_of(1), {"tiles": [{"code": "5m", "box": [500, 500, 600, 600]}]})
