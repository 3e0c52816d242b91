"""What holds for every route: problem documents, request ids, headers, counters, readiness, limits of load."""

from __future__ import annotations

import json
import re
import threading
import time
from typing import TYPE_CHECKING

import pytest
from fastapi.testclient import TestClient

from api.logs import make_logger
from api.main import create_app
from api.settings import Settings, load_settings

if TYPE_CHECKING:
    import io
    from pathlib import Path

    from fastapi import FastAPI
    from httpx import Response


def upload(client: TestClient, data: bytes) -> Response:
    return client.post("/v1/read", files={"photo": ("photo.jpg", data)})


def wait_until_decided(client: TestClient) -> Response:
    """Return the readiness once the models are loaded or have failed to."""
    for _ in range(500):
        response = client.get("/readyz")
        if response.json().get("code") != "models_loading":
            return response
        time.sleep(0.02)
    pytest.fail("the models are loaded for ever")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing/here", 404, "not_found"),
        ("GET", "/v1/read", 405, "method_not_allowed"),
        ("DELETE", "/v1/analyse", 405, "method_not_allowed"),
        ("GET", "/static/../settings.py", 404, "not_found"),
        ("GET", "/v1/rules/poker", 404, "unknown_rule_set"),
    ],
)
def test_errors_are_problem_documents(client: TestClient, method: str, path: str, status: int, code: str) -> None:
    response = client.request(method, path)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    document = response.json()
    assert document["code"] == code
    assert document["status"] == status
    assert document["request_id"] == response.headers["x-request-id"]
    if status == 405:
        assert response.headers["allow"] == "POST"


def test_defect_is_answered_without_its_trace_and_logged_with_it(app: FastAPI, log: io.StringIO) -> None:
    def broken() -> None:
        message = "secret detail"
        raise RuntimeError(message)

    app.add_api_route("/broken", broken)
    with TestClient(app, raise_server_exceptions=False) as client:
        response = client.get("/broken", headers={"X-Request-ID": "abc-1"})
    assert (response.status_code, response.json()["code"]) == (500, "internal_error")
    assert "secret" not in response.text
    assert response.headers["x-content-type-options"] == "nosniff"
    logged = [json.loads(line) for line in log.getvalue().splitlines()]
    assert any(line["event"] == "unexpected_error" and line["request_id"] == "abc-1" for line in logged)
    assert "secret detail" in log.getvalue()


@pytest.mark.parametrize(("given", "kept"), [("abc-123", True), ("a b", False), ("x" * 65, False), ("", False)])
def test_sane_request_ids_are_kept(client: TestClient, given: str, *, kept: bool) -> None:
    answered = client.get("/healthz", headers={"X-Request-ID": given}).headers["x-request-id"]
    assert (answered == given) is kept
    assert answered


def test_each_request_is_one_line_of_json(client: TestClient, log: io.StringIO) -> None:
    client.get("/v1/rules/poker?secret=1", headers={"X-Request-ID": "abc-2"})
    (line,) = [json.loads(line) for line in log.getvalue().splitlines() if "abc-2" in line]
    assert line["event"] == "request"
    assert line["route"] == "/v1/rules/{rules}"
    assert line["problem_code"] == "unknown_rule_set"
    assert line["duration_ms"] >= 0
    assert "secret" not in json.dumps(line)


def test_security_headers_and_no_cors_by_default(client: TestClient) -> None:
    response = client.get("/", headers={"Origin": "https://elsewhere.example"})
    assert response.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in response.headers["content-security-policy"]
    assert response.headers["x-frame-options"] == "DENY"
    assert response.headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in response.headers


def test_cors_for_chosen_origins() -> None:
    app = create_app(Settings(cors_origins="https://a.example, https://b.example"), reader=object())
    with TestClient(app) as client:
        chosen = client.get("/healthz", headers={"Origin": "https://b.example"})
        other = client.get("/healthz", headers={"Origin": "https://c.example"})
    assert chosen.headers["access-control-allow-origin"] == "https://b.example"
    assert "access-control-allow-origin" not in other.headers


def test_page_and_the_files_it_names_are_served(client: TestClient) -> None:
    page = client.get("/").text
    paths = re.findall(r'(?:src|href)="(/[^"#]*)"', page)
    assert any(path.endswith("/app.js") for path in paths)
    for path in paths:
        response = client.get(path)
        assert response.status_code == 200, path
        assert "immutable" in response.headers["cache-control"] or "no-cache" in response.headers["cache-control"], path
    assert client.get("/docs").status_code == 200


def test_whoever_runs_the_service_is_named_as_the_place_of_its_source(client: TestClient) -> None:
    for text in (client.get("/").text, client.get("/openapi.json").json()["info"]["description"]):
        assert "free software (AGPL-3.0-or-later); ask whoever runs this service for its source" in text


def test_the_source_is_linked_where_its_address_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILESIGHT_SOURCE_URL", 'https://a.example/tiles?a=1&b="2"')
    with TestClient(create_app(load_settings(), reader=object())) as client:
        page = client.get("/").text
        description = client.get("/openapi.json").json()["info"]["description"]
    assert '<a href="https://a.example/tiles?a=1&amp;b=&quot;2&quot;">its source</a>' in page
    assert '[its source](<https://a.example/tiles?a=1&b="2">)' in description
    assert "ask whoever" not in page + description


def test_metrics_count_requests_and_tiles(client: TestClient, photo: bytes) -> None:
    upload(client, photo)
    client.get("/scanner/1")
    client.get("/scanner/2")
    client.request("BREW", "/healthz")
    lines = client.get("/metrics").text.splitlines()
    assert 'tilesight_http_requests_total{method="POST",route="/v1/read",status="200"} 1.0' in lines
    assert 'tilesight_http_requests_total{method="GET",route="unmatched",status="404"} 2.0' in lines
    assert 'tilesight_http_requests_total{method="other",route="/healthz",status="405"} 1.0' in lines
    assert 'tilesight_tiles_read_total{sure="yes"} 14.0' in lines
    assert 'tilesight_work_in_flight{pool="photo"} 0.0' in lines


def test_more_photos_than_workers_and_queue_are_told_to_come_back(
    client: TestClient, photo: bytes, detector: object
) -> None:
    detector.may_go_on.clear()
    answers = []
    first = threading.Thread(target=lambda: answers.append(upload(client, photo)))
    first.start()
    assert detector.started.acquire(timeout=10)
    refused = upload(client, photo)
    detector.may_go_on.set()
    first.join(10)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_busy")
    assert int(refused.headers["retry-after"]) >= 1
    assert [answer.status_code for answer in answers] == [200]
    assert upload(client, photo).status_code == 200
    assert 'tilesight_work_rejected_total{pool="photo"} 1.0' in client.get("/metrics").text


def test_ready_with_models(client: TestClient) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert [model["role"] for model in response.json()["models"]] == ["finder", "reader"]


def test_service_without_models_lives_and_says_why(tmp_path: Path, photo: bytes, log: io.StringIO) -> None:
    app = create_app(Settings(model_dir=tmp_path), logger=make_logger("info", log))
    with TestClient(app) as client:
        ready = wait_until_decided(client)
        assert (ready.status_code, ready.json()["code"]) == (503, "model_missing")
        assert str(tmp_path) in ready.json()["detail"]
        assert client.get("/healthz").json()["status"] == "ok"
        refused = upload(client, photo)
        assert (refused.status_code, refused.json()["code"]) == (503, "model_missing")
    assert "models_unusable" in log.getvalue()


def test_damaged_model_is_named(tmp_path: Path) -> None:
    (tmp_path / "finder.onnx").write_bytes(b"other bytes")
    entry = {
        "role": "finder",
        "name": "finder-1",
        "file": "finder.onnx",
        "sha256": "0" * 64,
        "licence": "AGPL-3.0-or-later",
        "card": "finder.md",
    }
    lines = ["format = 1", "[[model]]", "size_bytes = 11", *(f'{key} = "{value}"' for key, value in entry.items())]
    (tmp_path / "manifest.toml").write_text("\n".join(lines), encoding="utf-8")
    with TestClient(create_app(Settings(model_dir=tmp_path))) as client:
        ready = wait_until_decided(client)
    assert (ready.status_code, ready.json()["code"]) == (503, "model_damaged")
    assert "finder.onnx" in ready.json()["detail"]


def test_not_ready_while_models_are_loaded(monkeypatch: pytest.MonkeyPatch, photo_reader: object) -> None:
    may_end = threading.Event()

    def slow_load(_options: object) -> object:
        assert may_end.wait(20)
        return photo_reader

    monkeypatch.setattr("api.state.load_photo_reader", slow_load)
    with TestClient(create_app(Settings())) as client:
        early = client.get("/readyz")
        assert (early.status_code, early.json()["code"]) == (503, "models_loading")
        assert int(early.headers["retry-after"]) >= 1
        assert client.get("/healthz").status_code == 200
        may_end.set()
        assert wait_until_decided(client).status_code == 200


def test_defect_of_loading_is_logged_and_answered(monkeypatch: pytest.MonkeyPatch, log: io.StringIO) -> None:
    def broken_load(_options: object) -> object:
        message = "secret detail"
        raise RuntimeError(message)

    monkeypatch.setattr("api.state.load_photo_reader", broken_load)
    with TestClient(create_app(Settings(), logger=make_logger("info", log))) as client:
        ready = wait_until_decided(client)
    assert (ready.status_code, ready.json()["code"]) == (503, "model_error")
    assert "secret" not in ready.text
    assert "secret detail" in log.getvalue()
