"""A Ray cluster of this machine, started as an operator does, with a token."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

REPOSITORY = Path(__file__).resolve().parents[2]

PORTS = (
    "port",
    "dashboard-agent-grpc-port",
    "dashboard-agent-listen-port",
    "runtime-env-agent-port",
    "metrics-export-port",
)
"""Told beforehand, they need not be waited for."""

STARTS = 5
"""Ray's parts wait seconds for one another, too few on a busy machine."""


@dataclass(frozen=True)
class Cluster:
    """A running cluster: where it is, and the process above all of its own."""

    address: str
    head: int


@contextmanager
def cluster(cores: int) -> Iterator[Cluster]:
    """Run a cluster. Use it before Ray is imported: how drivers prove themselves is read then."""
    os.environ.update({"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)})
    # Where each part compiles all of Ray anew, none is ready in time.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = str(REPOSITORY)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        for _ in range(STARTS):
            address, process = _start(cores, environment, log)
            if _is_up(process, log):
                break
            process.wait()
        else:
            message = f"Ray did not start:\n{log.read_text()}"
            raise RuntimeError(message)
        try:
            yield Cluster(address, process.pid)
        finally:
            process.terminate()
            process.wait()


def _start(cores: int, environment: dict[str, str], log: Path) -> tuple[str, subprocess.Popen[bytes]]:
    ports = {name: _free_port() for name in PORTS}
    command = [Path(sys.executable).with_name("ray"), "start", "--head", "--block", f"--num-cpus={cores}"]
    command += [f"--{name}={port}" for name, port in ports.items()]
    command += ["--include-dashboard=false", "--node-ip-address=127.0.0.1", "--disable-usage-stats"]
    with log.open("w") as file:
        process = subprocess.Popen(command, env=environment, stdout=file, stderr=subprocess.STDOUT)
    return f"127.0.0.1:{ports['port']}", process


def _is_up(process: subprocess.Popen[bytes], log: Path) -> bool:
    """Wait until the cluster runs, or has given up."""
    while process.poll() is None:
        if "Ray runtime started" in log.read_text():
            return True
        time.sleep(0.5)
    return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
