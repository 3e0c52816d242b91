"""SIGKILL at any moment loses at most the photos in work: what is written in the end is the same, byte by byte."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_three_kills_leave_no_trace(tmp_path: Path) -> None:
    """With the real models on a few photos; ``tests/benchmarks/kill_and_resume.py`` alone takes ten thousand."""
    ended = subprocess.run(
        [sys.executable, "tests/benchmarks/kill_and_resume.py", "--photos", "60", "--folder", str(tmp_path)],
        cwd=REPOSITORY,
        env={"PYTHONPATH": str(REPOSITORY), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.count("killed with") == 3
    assert ended.stdout.splitlines()[-1].endswith("the same, byte by byte")
