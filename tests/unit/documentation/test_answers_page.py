"""The page on codes has every code that can be met, and no other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest

from api.commands.output import NO_TILES, ExitStatus, failure_of
from api.problems import CODES_BY_STATUS, engine_problem, vision_problem
from engine.errors import EngineError, NotationError, OptionError, RuleSetError, TileError
from engine.faults import FAULT_CODES
from vision import onnx_model, pipeline, quality, repair
from vision.errors import ImageError, VisionError
from vision.layout import LayoutOptions

REPOSITORY = Path(__file__).resolve().parents[3]
PAGE = (REPOSITORY / "docs" / "answers.md").read_text(encoding="utf-8")
ABSTRACT = (EngineError, RuleSetError, VisionError, ImageError)
INTERNAL = (TileError,)
"""For callers in Python only: every way in from outside turns it into an error that names the field."""


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows(title: str) -> dict[str, list[str]]:
    """Return the cells behind each first cell of a section's table."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")][2:]
    cells = [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]
    found = {first: rest for first, *rest in cells}
    assert len(found) == len(cells), f"a row of {title!r} stands twice"
    return found


def calls(room: str, function: str) -> Iterator[ast.Call]:
    """Yield the calls of a function or class in a room's modules."""
    for path in sorted((REPOSITORY / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
                yield node


def codes(room: str, function: str, argument: int = 0) -> set[str]:
    """Return the codes written out in calls; computed ones come from exceptions, which are looked at themselves."""
    arguments = [call.args[argument] for call in calls(room, function) if len(call.args) > argument]
    return {node.value for node in arguments if isinstance(node, ast.Constant) and isinstance(node.value, str)}


AnyError = EngineError | VisionError


def concrete_errors(base: type[AnyError]) -> Iterator[type[AnyError]]:
    for error in (base, *base.__subclasses__()):
        if error is not base:
            yield from concrete_errors(error)
        elif error not in (*ABSTRACT, *INTERNAL):
            yield error


def raised(error: type[AnyError]) -> AnyError:
    if issubclass(error, NotationError):
        return error("x", "x", 0)
    return error("x", "x") if issubclass(error, OptionError) else error("x")


def test_faults() -> None:
    assert rows("Faults").keys() == set(FAULT_CODES)
    assert codes("engine", "Fault") <= set(FAULT_CODES)


def test_warnings_about_hands() -> None:
    assert rows("Warnings about hands").keys() == codes("engine", "Notice")


def test_warnings_about_photos() -> None:
    assert rows("Warnings about photos").keys() == codes("vision", "ReadWarning")


def test_problems() -> None:
    errors = [*concrete_errors(EngineError), *concrete_errors(VisionError)]
    expected = codes("api", "Problem", argument=1) | codes("api", "Failure") | set(CODES_BY_STATUS.values())
    expected |= {error.code for error in errors} | {"file_unusable"}
    assert rows("Problems").keys() == expected - {NO_TILES.code}


@pytest.mark.parametrize("base", [EngineError, VisionError])
def test_statuses_of_errors(base: type[AnyError]) -> None:
    for error in concrete_errors(base):
        found = raised(error)
        problem = engine_problem(found) if isinstance(found, EngineError) else vision_problem(found)
        http, status, _ = rows("Problems")[problem.code]
        assert (http, status) == (str(problem.status_code), str(int(failure_of(found).status))), problem.code


def test_statuses_of_problems_that_are_no_exceptions() -> None:
    table = rows("Problems")
    for call in calls("api", "Problem"):
        match [ast.unparse(argument) for argument in call.args[:2]]:
            case [status, code] if status.startswith("HTTPStatus.") and code.startswith("'"):
                name = ast.literal_eval(code)
                allowed = {table[name][0], "404" if name == "unknown_rule_set" else ""}
                assert str(int(HTTPStatus[status.removeprefix("HTTPStatus.")])) in allowed, name
    for number, code in CODES_BY_STATUS.items():
        assert table[code][0] == str(number)
    assert table["file_unusable"][1] == str(int(failure_of(OSError("x")).status))


def test_exit_statuses() -> None:
    assert {number: name for number, (name, _) in rows("Exit statuses").items()} == {
        str(int(status)): status.name for status in ExitStatus
    }


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ("sure` is true", onnx_model.DEFAULT_SURE_THRESHOLD),
        ("??", pipeline.ReadOptions().unreadable_below),
        ("a back counts as read", pipeline.SURE_BACK_FROM),
        ("alternatives", pipeline.ALTERNATIVES),
        ("alternatives", pipeline.ALTERNATIVE_ABOVE),
        ("rotation` is told", LayoutOptions().min_rotation_probability),
        ("count_repaired", repair.MAX_ODDS),
        ("blurred", quality.BLURRED_BELOW),
        ("glare", quality.GLARE_ABOVE),
        ("too_small", quality.SMALL_BELOW_PX),
    ],
)
def test_thresholds(row: str, value: float) -> None:
    assert f"{value:g}" in re.findall(r"\d+(?:\.\d+)?", rows("Thresholds")[row][0])
