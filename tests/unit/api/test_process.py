"""The process ``tilesight``: how it ends, and what it imports on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from api import cli
from api.cli import run

REPOSITORY = Path(__file__).resolve().parents[3]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
TILESIGHT = [sys.executable, "-m", "api.cli"]


@pytest.mark.parametrize("arguments", [["rules", "--json"], ["rules"], ["score", "--hand", "1m", "--rules", "basic"]])
def test_broken_pipe_ends_quietly(arguments: list[str]) -> None:
    with subprocess.Popen(
        [*TILESIGHT, *arguments], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        process.wait(30)
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
@pytest.mark.parametrize("arguments", [["rules", "--json"], ["rules"], ["score", "--hand", "1m", "--rules", "basic"]])
def test_an_answer_that_cannot_be_written_is_no_defect(arguments: list[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [*TILESIGHT, *arguments], env=ENVIRONMENT, stdout=full, stderr=subprocess.PIPE, timeout=30, check=False
        )
    assert ended.returncode == 3
    assert b"[output_unusable]" in ended.stderr
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_are_no_defect(closed: str) -> None:
    command = f'"{sys.executable}" -m api.cli score --hand 11m --rules basic {closed}'
    ended = subprocess.run(["/bin/sh", "-c", command], env=ENVIRONMENT, capture_output=True, timeout=30, check=False)
    assert ended.returncode == 0
    assert ended.stderr == b""


def test_interruption_ends_without_a_trace() -> None:
    with subprocess.Popen(
        [*TILESIGHT, "analyse", "--batch", "-"],
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdin.write(b'{"rules": "basic", "hand": "1m"}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_missing_models_are_an_environment_failure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TILESIGHT_MODEL_DIR", str(tmp_path))
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"")
    assert run(["read", str(photo), "--json"]) == 3
    captured = capsys.readouterr()
    assert '"model_missing"' in captured.out
    assert captured.err.count("\n") == 1


def test_defects_are_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(**_: object) -> None:
        message = "something odd"
        raise RuntimeError(message)

    monkeypatch.setattr(cli, "app", broken)
    assert run(["rules"]) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "something odd" in captured.err


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (["rules", "--json"], ["cv2", "onnxruntime", "fastapi", "rich.console", "structlog"]),
        (["read", "/nonexistent.jpg", "--json"], ["fastapi", "rich.console", "structlog", "mahjong", "PIL.ImageFont"]),
        (["read", "/nonexistent.jpg"], ["fastapi", "rich.console", "structlog", "mahjong", "PIL.ImageFont"]),
        (["score", "--hand", "1m", "--rules", "basic", "--json"], ["cv2", "onnxruntime", "fastapi"]),
    ],
)
# pydantic is missing from these lists because typer itself imports it to convert arguments.
def test_commands_import_only_what_they_need(arguments: list[str], unwanted: list[str]) -> None:
    script = (
        "import sys; from api.cli import run; run(sys.argv[2:]);"
        "print([name for name in sys.argv[1].split(',') if name in sys.modules], file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, ",".join(unwanted), *arguments],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert ended.stderr.splitlines()[-1] == "[]"
