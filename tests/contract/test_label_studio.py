"""The Label Studio backend: what its server sends, and from where photos are fetched."""

from __future__ import annotations

import base64
import io
import itertools
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

import pytest
from fastapi.testclient import TestClient
from pydantic import SecretStr

from api.label_studio.bodies import Predictions
from api.logs import make_logger
from api.main import create_app
from api.settings import Settings, SettingsError
from api.workers import PoolFullError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from httpx import Response

    from api.photo_reader import RackPhotoReader

CODES = ("2m", "3m", "4m", "5p", "6p", "7p", "2s", "3s", "4s", "5s", "7s", "8s", "9s")
LEGACY_TOKEN: Final = "a" * 40
PERSONAL_TOKEN: Final = "head.body.signature"  # noqa: S105 - a made-up one
SHORT_LIVED: Final = "short-lived"
VERSION: Final = "model finder 000000000000, reader 111111111111"


def interface(labels: tuple[str, ...] = CODES, field: str = "image") -> str:
    offered = "".join(f'<Label value="{label}" background="red"/>' for label in labels)
    return (
        f'<View><Header value="Tiles"/><Image name="photo" value="${field}" zoom="true"/>'
        f'<RectangleLabels name="tiles" toName="photo">{offered}</RectangleLabels></View>'
    )


class FakeServer(ThreadingHTTPServer):
    """A Label Studio server that has one photo, and asks for a token."""

    daemon_threads = True

    def __init__(self, photo: bytes) -> None:
        super().__init__(("127.0.0.1", 0), FakeHandler)
        self.photo = photo
        self.token = f"Token {LEGACY_TOKEN}"
        self.asked: list[tuple[str, str | None]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class FakeHandler(BaseHTTPRequestHandler):
    server: FakeServer

    def do_GET(self) -> None:
        given = self.headers.get("Authorization")
        self.server.asked.append((self.path, given))
        redirects = {
            "/data/upload/1/elsewhere.jpg": "http://169.254.169.254/latest/meta-data",
            "/data/upload/1/page.jpg": "/user/login/?next=/",
            "/tasks/7/resolve/?fileuri=abc": "/data/upload/1/rack.jpg",
        }
        if self.path in redirects:
            self.send_response(303)
            self.send_header("Location", redirects[self.path])
            self.end_headers()
        elif given != self.server.token:
            self.send_error(401)
        elif self.path == "/data/upload/1/cut.jpg":
            self.send_response(200)
            self.send_header("Content-Length", "1000000")
            self.end_headers()
            self.wfile.write(self.server.photo)
        elif self.path in {"/data/upload/1/rack.jpg", "/data/local-files/?d=My%20Photos/rack.jpg"}:
            self.answer(self.server.photo)
        elif self.path == "/data/upload/1/endless.jpg":
            self.answer(bytes(400_000))
        elif self.path == "/data/upload/1/text.jpg":
            self.answer(b"no photo")
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert (self.path, body) == ("/api/token/refresh/", {"refresh": PERSONAL_TOKEN})
        self.server.asked.append((self.path, None))
        self.answer(json.dumps({"access": SHORT_LIVED}).encode())

    def answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep the test's output clean."""


@pytest.fixture
def server(photo: bytes) -> Iterator[FakeServer]:
    with FakeServer(photo) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def client(settings: Settings, photo_reader: RackPhotoReader, server: FakeServer) -> Iterator[TestClient]:
    """Return a client of a service that is linked with the fake server."""
    linked = settings.model_copy(
        update={"label_studio_url": server.url, "label_studio_token": SecretStr(LEGACY_TOKEN), "queue": 1}
    )
    with TestClient(create_app(linked, photo_reader, make_logger("error", io.StringIO()))) as client:
        yield client


def ask(client: TestClient, *images: Any, config: str | None = None, **more: Any) -> Response:  # noqa: ANN401
    """Send what Label Studio 1.23 sends."""
    tasks = [
        {
            "id": 10 + number,
            "data": {"image": image},
            "meta": {},
            "created_at": "2026-01-01T00:00:00Z",
            "is_labeled": False,
            "project": 3,
            "predictions": [],
        }
        for number, image in enumerate(images)
    ]
    body = {
        "tasks": tasks,
        "project": "3.1700000000",
        "label_config": config or interface(),
        "params": {"login": None, "password": None, "context": None},
        **more,
    }
    return client.post("/label-studio/predict", json=body)


def test_backend_makes_itself_known(client: TestClient) -> None:
    health = client.get("/label-studio/health")
    assert health.json() == {"status": "UP", "model_class": "Tilesight", "model_version": VERSION}
    assert client.get("/label-studio/versions").json() == {"versions": [VERSION]}
    body = {
        "project": "3.1700000000",
        "schema": interface(),
        "hostname": "http://localhost:8080",
        "access_token": "b" * 40,
        "extra_params": None,
    }
    assert client.post("/label-studio/setup", json=body).json() == {"model_version": VERSION}
    assert client.post("/label-studio/webhook", json={"action": "ANNOTATION_CREATED"}).json()["status"] == "ignored"


@pytest.mark.parametrize(
    "address",
    [
        "/data/upload/1/rack.jpg",
        "{server}/data/upload/1/rack.jpg",
        "/data/local-files/?d=My Photos/rack.jpg",
        "/tasks/7/resolve/?fileuri=abc",
        "data:image/jpeg;base64,{photo}",
    ],
)
def test_photo_is_predicted(client: TestClient, server: FakeServer, photo: bytes, address: str) -> None:
    address = address.format(server=server.url, photo=base64.b64encode(photo).decode())
    response = ask(client, address, config=interface(("2m", "3m", "4m", "5p", "6p", "7p", "2s", *CODES[7:])))
    assert response.status_code == 200
    Predictions.model_validate(response.json())
    (prediction,) = response.json()["results"]
    assert (response.json()["model_version"], prediction["model_version"]) == (VERSION, VERSION)
    assert [region["value"]["rectanglelabels"] for region in prediction["result"]][:3] == [["2m"], ["3m"], ["4m"]]
    first = prediction["result"][0]
    assert (first["from_name"], first["to_name"], first["type"]) == ("tiles", "photo", "rectanglelabels")
    assert (first["original_width"], first["original_height"], first["image_rotation"]) == (1000, 300, 0)
    # The scripted detector's first box is 20..80 by 100..180 of 1000 by 300.
    box = [round(first["value"][side], 3) for side in ("x", "y", "width", "height")]
    assert box == [2.0, 33.333, 6.0, 26.667]
    assert len({region["id"] for region in prediction["result"]}) == len(prediction["result"]) == 14
    assert prediction["score"] == min(region["score"] for region in prediction["result"]) > 0.9


def test_tiles_without_a_label_put_their_photo_first(client: TestClient) -> None:
    (prediction,) = ask(client, "/data/upload/1/rack.jpg", config=interface(("2m", "3m"))).json()["results"]
    assert [region["value"]["rectanglelabels"][0] for region in prediction["result"]] == ["2m", "3m"]
    assert prediction["score"] == 0


def test_photo_without_tiles_comes_first_too(client: TestClient, black_photo: bytes) -> None:
    address = f"data:image/jpeg;base64,{base64.b64encode(black_photo).decode()}"
    (prediction,) = ask(client, address).json()["results"]
    assert (prediction["result"], prediction["score"]) == ([], 0)


def test_own_names_of_labels(
    settings: Settings, photo_reader: RackPhotoReader, server: FakeServer, tmp_path: Path
) -> None:
    classes = tmp_path / "classes.txt"
    classes.write_text("2m: two of craks\n3m: three of craks\n", encoding="utf-8")
    linked = settings.model_copy(
        update={
            "label_studio_url": server.url,
            "label_studio_token": SecretStr(LEGACY_TOKEN),
            "label_studio_classes": classes,
        }
    )
    with TestClient(create_app(linked, photo_reader)) as client:
        response = ask(client, "/data/upload/1/rack.jpg", config=interface(("two of craks", "other")))
    (prediction,) = response.json()["results"]
    assert [region["value"]["rectanglelabels"] for region in prediction["result"]] == [["two of craks"]]


def test_class_map_that_cannot_be_read_is_a_bad_setting(settings: Settings, tmp_path: Path) -> None:
    classes = tmp_path / "classes.txt"
    classes.write_text("nonsense", encoding="utf-8")
    with pytest.raises(SettingsError, match="TILESIGHT_LABEL_STUDIO_CLASSES"):
        create_app(settings.model_copy(update={"label_studio_classes": classes}))


@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/latest/meta-data",
        "//169.254.169.254/data/upload/1/rack.jpg",
        "http://127.0.0.1:1/data/upload/1/rack.jpg",
        "https://127.0.0.1/data/upload/1/rack.jpg",
        "{server}@example.org/data/upload/1/rack.jpg",
        "http://user@{host}/data/upload/1/rack.jpg",
        "http://[/data/upload/1/rack.jpg",
        "file:///etc/passwd",
        "/etc/passwd",
        "/api/users/",
        "/data/../api/users/",
        "/data/%2e%2e/api/users/",
        "ftp://{host}/data/upload/1/rack.jpg",
        "\\\\example.org\\data\\rack.jpg",
        "/data/upload/1/elsewhere.jpg",
        "s3://bucket/rack.jpg",
    ],
)
def test_other_addresses_are_refused(client: TestClient, server: FakeServer, address: str) -> None:
    host = server.url.removeprefix("http://")
    response = ask(client, address.format(server=server.url, host=host))
    assert (response.status_code, response.json()["code"]) == (422, "photo_refused")
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["errors"][0]["pointer"] == "/tasks/0/data/image"
    assert [path for path, _ in server.asked] in ([], ["/data/upload/1/elsewhere.jpg"])


@pytest.mark.parametrize(
    ("address", "status", "code", "said"),
    [
        ("/data/upload/1/gone.jpg", 502, "photo_unavailable", "404"),
        ("/data/upload/1/page.jpg", 502, "photo_unavailable", "TILESIGHT_LABEL_STUDIO_TOKEN"),
        ("/data/upload/1/cut.jpg", 502, "photo_unavailable", "broke off"),
        ("/data/upload/1/endless.jpg", 413, "image_too_large", "300,000"),
        ("/data/upload/1/text.jpg", 415, "not_an_image", "no image"),
        ("data:image/jpeg;base64,****", 422, "photo_refused", "base64"),
        ("data:nothing", 422, "photo_refused", "comma"),
        ("data:," + "a" * 300_001, 413, "image_too_large", "300,000"),
        ("data:," + "a" * 900_000, 413, "body_too_large", ""),
        ("data:,hello", 415, "not_an_image", "hello"),
        (None, 422, "bad_value", "nothing in 'image'"),
        (17, 422, "bad_value", "17 in 'image'"),
        (["/data/upload/1/rack.jpg"], 422, "bad_value", "in 'image'"),
    ],
)
def test_photos_that_cannot_be_had(client: TestClient, address: object, status: int, code: str, said: str) -> None:
    response = ask(client, address)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert said in response.json()["detail"]


def test_one_bad_photo_does_not_spoil_the_others(client: TestClient, server: FakeServer) -> None:
    rack = "/data/upload/1/rack.jpg"
    document = ask(client, rack, "/data/upload/1/gone.jpg", "http://example.org/a.jpg", rack).json()
    Predictions.model_validate(document)
    assert [bool(result) for result in document["results"]] == [True, False, False, True]
    assert [(fault["task"], fault["code"]) for fault in document["faults"]] == [
        (11, "photo_unavailable"),
        (12, "photo_refused"),
    ]
    assert len(server.asked) == 3


def test_without_a_server_only_photos_that_come_along_are_read(
    settings: Settings, photo_reader: RackPhotoReader, photo: bytes
) -> None:
    with TestClient(create_app(settings, photo_reader)) as client:
        refused = ask(client, "/data/upload/1/rack.jpg")
        assert (refused.status_code, refused.json()["code"]) == (422, "photo_refused")
        assert "TILESIGHT_LABEL_STUDIO_URL" in refused.json()["detail"]
        assert ask(client, f"data:;base64,{base64.b64encode(photo).decode()}").status_code == 200


def test_the_projects_token_is_used_where_none_is_set(
    settings: Settings, photo_reader: RackPhotoReader, server: FakeServer
) -> None:
    linked = settings.model_copy(update={"label_studio_url": server.url})
    with TestClient(create_app(linked, photo_reader)) as client:
        refused = ask(client, "/data/upload/1/rack.jpg")
        assert (refused.status_code, refused.json()["code"]) == (502, "photo_unavailable")
        client.post("/label-studio/setup", json={"access_token": LEGACY_TOKEN})
        assert ask(client, "/data/upload/1/rack.jpg").status_code == 200
    assert [token for _, token in server.asked] == [None, f"Token {LEGACY_TOKEN}"]


def test_a_set_token_is_not_replaced(client: TestClient, server: FakeServer) -> None:
    client.post("/label-studio/setup", json={"access_token": "c" * 40})
    assert ask(client, "/data/upload/1/rack.jpg").status_code == 200
    assert [token for _, token in server.asked] == [f"Token {LEGACY_TOKEN}"]


def test_personal_token_is_exchanged_and_again_when_it_is_over(
    settings: Settings, photo_reader: RackPhotoReader, server: FakeServer
) -> None:
    linked = settings.model_copy(
        update={"label_studio_url": server.url, "label_studio_token": SecretStr(PERSONAL_TOKEN)}
    )
    server.token = f"Bearer {SHORT_LIVED}"
    with TestClient(create_app(linked, photo_reader)) as client:
        for _ in range(2):
            assert ask(client, "/data/upload/1/rack.jpg").status_code == 200
        assert [path for path, _ in server.asked].count("/api/token/refresh/") == 1
        server.token = f"Bearer {SHORT_LIVED} no more"
        assert ask(client, "/data/upload/1/rack.jpg").status_code == 502
    assert [path for path, _ in server.asked].count("/api/token/refresh/") == 2


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("no XML", "no XML"),
        ("", "no XML"),
        ("<View></View>", "no place"),
        ('<View><Image name="photo" value="$image"/></View>', "no place"),
        (interface().replace("$image", "fixed.jpg"), "no place"),
        (interface(("circle", "square")), "'circle', 'square'"),
        (interface(()), "it has nothing"),
        ('<!DOCTYPE v [<!ENTITY a "aaaa">]>' + interface(), "document type"),
    ],
)
def test_labelling_interfaces_without_a_place_for_tiles(client: TestClient, config: str, said: str) -> None:
    body = {"tasks": [{"id": 1, "data": {"image": "/data/upload/1/rack.jpg"}}], "label_config": config}
    for path in ("predict", "setup") if config else ("predict",):
        response = client.post(f"/label-studio/{path}", json={**body, "schema": config})
        assert (response.status_code, response.json()["code"]) == (422, "bad_label_config")
        assert said in response.json()["detail"]


def test_no_tasks_are_no_fault(client: TestClient) -> None:
    assert ask(client).json() == {"results": [], "model_version": VERSION, "faults": []}


def test_busy_workers_refuse_a_request_but_do_not_break_one_off(
    client: TestClient,
    detector: Any,  # noqa: ANN401
) -> None:
    rack = "/data/upload/1/rack.jpg"
    detector.may_go_on.clear()
    answers: list[Response] = []
    threads = [threading.Thread(target=lambda: answers.append(ask(client, rack, rack))) for _ in range(2)]
    for thread in threads:
        thread.start()
    detector.started.acquire(timeout=20)
    service = client.app.state.service
    while service._pools["photo"].pending() < 2:  # noqa: SLF001
        threading.Event().wait(0.01)
    refused = ask(client, rack)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_busy")
    assert refused.headers["retry-after"] == "1"
    detector.may_go_on.set()
    for thread in threads:
        thread.join(20)
    assert [answer.status_code for answer in answers] == [200, 200]
    assert all(len(answer.json()["results"]) == 2 and not answer.json()["faults"] for answer in answers)


def full_at(client: TestClient, monkeypatch: pytest.MonkeyPatch, calls: set[int]) -> None:
    """Let the photo workers be busy at these calls."""
    service = client.app.state.service
    read, numbers = service.read, itertools.count()

    async def read_or_not(photo: bytes) -> object:
        if next(numbers) in calls:
            raise PoolFullError
        return await read(photo)

    monkeypatch.setattr(service, "read", read_or_not)


def test_a_request_that_was_begun_waits_for_a_worker(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    full_at(client, monkeypatch, {1})
    response = ask(client, *["/data/upload/1/rack.jpg"] * 3)
    assert response.status_code == 200
    assert all(response.json()["results"])


def test_a_request_is_answered_in_time_with_what_was_read(
    settings: Settings, photo_reader: RackPhotoReader, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty = {
        "label_studio_url": server.url,
        "label_studio_token": SecretStr(LEGACY_TOKEN),
        "label_studio_answer_s": 1,
    }
    with TestClient(create_app(settings.model_copy(update=hasty), photo_reader)) as client:
        full_at(client, monkeypatch, set(range(1, 100)))
        document = ask(client, *["/data/upload/1/rack.jpg"] * 3).json()
    assert [bool(result) for result in document["results"]] == [True, False, False]
    assert [(fault["task"], fault["code"]) for fault in document["faults"]] == [(11, "too_busy"), (12, "too_busy")]
