"""The command line of synthesis refuses what makes no sense before it makes anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from datasets.synthesis.__main__ import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("command", ["scenes", "crops"])
@pytest.mark.parametrize("option", ["--count", "--workers"])
def test_numbers_are_whole_and_positive(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, option: str
) -> None:
    out = tmp_path / "out"
    for number in ("0", "-1", "2.5", "many", ""):
        arguments = {"--count": "4", "--workers": "1", option: number}
        with pytest.raises(SystemExit) as stopped:
            main([command, "--out", str(out), *(word for pair in arguments.items() for word in pair)])
        assert stopped.value.code == 2
        assert f"argument {option}: {number!r} is not a whole number from 1 on" in capsys.readouterr().err
        assert not out.exists()
