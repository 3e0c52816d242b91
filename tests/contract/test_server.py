"""The service in a process of its own, as ``tilesight serve`` runs it: streams and signals."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
import uvicorn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

REPOSITORY = Path(__file__).resolve().parents[2]
MAX_UPLOAD_BYTES = 300_000


@contextlib.contextmanager
def running(app: FastAPI) -> Iterator[tuple[uvicorn.Server, str]]:
    """Run an application on a real socket in a thread."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        config = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=10)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            deadline = time.monotonic() + 20
            while not server.started:
                assert time.monotonic() < deadline
                time.sleep(0.01)
            yield server, f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive()


def test_endless_upload_is_cut_off_while_it_arrives(app: FastAPI) -> None:
    with running(app) as (_, url), socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as connection:
        connection.settimeout(20)
        head = (
            "POST /v1/read HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
            "Content-Type: multipart/form-data; boundary=b\r\n\r\n"
        )
        start = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
        connection.sendall(head.encode() + b"%x\r\n%s\r\n" % (len(start), start))
        chunk = b"%x\r\n%s\r\n" % (65_536, bytes(65_536))
        sent, answer = 0, b""
        with contextlib.suppress(ConnectionError):
            while sent < 50_000_000:
                connection.sendall(chunk)
                sent += 65_536
        with contextlib.suppress(ConnectionError):
            while piece := connection.recv(65_536):
                answer += piece
    assert sent < 50_000_000, "the service went on reading"
    # The answer may be lost with the connection when the client sends on; when it arrives, it is this one.
    assert not answer or answer.startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("chunked", [True, False])
def test_a_client_that_listens_last_learns_that_its_photo_is_too_large(app: FastAPI, *, chunked: bool) -> None:
    """Browsers and most libraries send everything before they listen: a reset connection would tell them nothing."""
    start = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
    body = start + bytes(MAX_UPLOAD_BYTES * 5) + b"\r\n--b--\r\n"
    length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {len(body)}"
    head = f"POST /v1/read HTTP/1.1\r\nHost: x\r\n{length}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n"
    sent = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body) if chunked else body
    with running(app) as (_, url), socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as connection:
        connection.settimeout(20)
        for at in range(0, len(sent), 65_536):
            connection.sendall((head.encode() if at == 0 else b"") + sent[at : at + 65_536])
            time.sleep(0.02)
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"body_too_large" in answer


def test_a_photo_sent_to_a_path_for_small_documents_gets_its_answer(app: FastAPI) -> None:
    with running(app) as (_, url), socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as connection:
        connection.settimeout(20)
        size = 12_000_000
        head = (
            f"POST /v1/analyse HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\nContent-Type: application/json\r\n\r\n"
        )
        connection.sendall(head.encode() + bytes(size))
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"body_too_large" in answer


def test_upload_just_over_the_limit_gets_its_answer(app: FastAPI) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'--b\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
        for _ in range(400):
            yield bytes(4096)

    with running(app) as (_, url):
        headers = {"Content-Type": "multipart/form-data; boundary=b"}
        response = httpx.post(f"{url}/v1/read", content=chunks(), headers=headers, timeout=20)
    assert (response.status_code, response.json()["code"]) == (413, "body_too_large")


def test_request_in_flight_is_finished_at_shutdown(app: FastAPI, detector: object, photo: bytes) -> None:
    answers: list[httpx.Response] = []
    with running(app) as (server, url):
        client = threading.Thread(
            target=lambda: answers.append(httpx.post(f"{url}/v1/read", files={"photo": ("p", photo)}, timeout=20))
        )
        detector.may_go_on.clear()
        client.start()
        assert detector.started.acquire(timeout=10)
        server.should_exit = True
        time.sleep(0.3)
        assert not answers
        detector.may_go_on.set()
        client.join(20)
    assert [answer.status_code for answer in answers] == [200]


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_serve_says_where_and_ends_on_signals(ending: signal.Signals, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "TILESIGHT_MODEL_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "api.cli", "serve", "--port", "0"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            line = process.stdout.readline()
            assert line.startswith("Tilesight serves http://127.0.0.1:")
            assert process.stdout.readline().startswith("Only this machine can open it.")
            url = line.split()[2]
            assert httpx.get(f"{url}/healthz", timeout=10).status_code == 200
            assert httpx.get(f"{url}/readyz", timeout=10).status_code == 503
            process.send_signal(ending)
            out, err = process.communicate(timeout=20)
        finally:
            process.kill()
    assert out == ""
    assert "Traceback" not in err
    assert process.returncode in {0, 130, -ending}


def test_serve_for_the_network_speaks_https_with_a_certificate_of_its_own(tmp_path: Path) -> None:
    surroundings = {"TILESIGHT_MODEL_DIR": str(tmp_path), "TILESIGHT_DATA_DIR": str(tmp_path / "data")}
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), **surroundings}
    command = [sys.executable, "-m", "api.cli", "serve", "--lan", "--https", "--port", "0"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            url = process.stdout.readline().split()[2]
            assert url.startswith("https://127.0.0.1:")
            trusted = ssl.create_default_context(cafile=tmp_path / "data" / "https" / "authority.pem")
            assert httpx.get(f"{url}/healthz", verify=trusted, timeout=10).status_code == 200
            offered = httpx.get(f"{url}/certificate", verify=trusted, timeout=10)
        finally:
            process.kill()
    assert offered.headers["content-type"] == "application/x-x509-ca-cert"
    written = (tmp_path / "data" / "https" / "authority.pem").read_text(encoding="ascii")
    assert ssl.DER_cert_to_PEM_cert(offered.content).split() == written.split()


def test_serve_reads_a_photo_and_leaves_no_trace_of_it(tmp_path: Path) -> None:
    """Large uploads go by way of a temporary file: with the answer it is gone."""
    home = tmp_path / "home"
    home.mkdir()
    places = {name: str(home) for name in ("HOME", "TMPDIR", "XDG_DATA_HOME", "XDG_CACHE_HOME", "TMP", "TEMP")}
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "PYTHONDONTWRITEBYTECODE": "1", **places}
    command = [sys.executable, "-m", "api.cli", "serve", "--port", "0"]
    photo = (REPOSITORY / "examples" / "rack.jpg").read_bytes()
    # Longer than what is held in memory; readers of JPEG do not look behind its end.
    photo += bytes(3_000_000)
    with subprocess.Popen(
        command, cwd=home, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            url = process.stdout.readline().split()[2]
            deadline = time.monotonic() + 60
            while httpx.get(f"{url}/readyz", timeout=10).status_code != 200:
                assert time.monotonic() < deadline
                time.sleep(0.1)
            answer = httpx.post(f"{url}/v1/read", files={"photo": ("p.jpg", photo)}, timeout=60)
            assert len(answer.json()["tiles"]) == 14
            left = [path for path in home.rglob("*") if path.is_file()]
            descriptors = Path(f"/proc/{process.pid}/fd")
            deadline = time.monotonic() + 10  # the form is closed just after its answer is sent
            while held := [target for target in map(_target, descriptors.glob("*")) if str(home) in target]:
                if time.monotonic() > deadline:
                    break
                time.sleep(0.05)
            process.send_signal(signal.SIGTERM)
            _, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert left == []
    assert held == []
    assert [path for path in home.rglob("*") if path.is_file()] == []
    assert "p.jpg" not in err


def _target(descriptor: Path) -> str:
    try:
        return str(descriptor.readlink())
    except OSError:
        return ""


def test_serve_says_what_it_lacks_for_https(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": str(REPOSITORY),
        "PATH": str(tmp_path),
        "TILESIGHT_DATA_DIR": str(tmp_path),
    }
    command = [sys.executable, "-m", "api.cli", "serve", "--https", "--port", "0"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 3
    assert "[https_unavailable]" in ended.stderr
    assert "openssl" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_serve_on_a_taken_port_is_an_environment_failure() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, "-m", "api.cli", "serve", "--port", str(taken.getsockname()[1])]
        environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30, check=False)
    assert ended.returncode == 3
    assert "[address_unusable]" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
