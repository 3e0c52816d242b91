"""The worked example of a rule set: exactly the code on the page is written into files, registered and run."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.rules
from engine.interchange import analyse_json
from engine.rules import registry
from engine.rules.documentation import rule_set_tables

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "adding_a_rule_set.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`([a-z_/]+\.py)`\n\n```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
TEST_FILE = "tests/unit/engine/test_eights.py"
NAME = "eights"


@pytest.fixture
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write the files of the page, and let the registry know the rule set."""
    for name, code in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    monkeypatch.setattr(engine.rules, "__path__", [*engine.rules.__path__, str(tmp_path / "engine" / "rules")])
    monkeypatch.setattr(registry, "RULE_SET_NAMES", (*registry.RULE_SET_NAMES, NAME))
    importlib.invalidate_caches()
    yield tmp_path
    for module in [module for module in sys.modules if module.startswith(f"engine.rules.{NAME}")]:
        del sys.modules[module]
    if hasattr(engine.rules, NAME):
        delattr(engine.rules, NAME)


def test_the_page_has_every_file() -> None:
    package = {f"engine/rules/{NAME}/{module}.py" for module in ("__init__", "rules", "documentation")}
    assert set(FILES) == package | {TEST_FILE}
    assert PAGE.count("```python") == len(FILES)


def test_its_own_tests_pass(registered: Path) -> None:
    path = registered / TEST_FILE
    names: dict[str, object] = {"__name__": "test_eights"}
    exec(compile(path.read_text(encoding="utf-8"), path, "exec"), names)  # noqa: S102 - the page's own code
    tests = [value for name, value in names.items() if name.startswith("test_")]
    assert len(tests) == 5
    for test in tests:
        test()


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("hand", "status"),
    [
        ("234m567p2278s (111z) +9s", "complete"),
        ("234m567p22789s11z", "ready"),
        ("234m567p22789s12z", "incomplete"),
        ("11111m", "invalid"),
        ("234m567p22789s1z??", "invalid"),
    ],
)
def test_it_answers_like_every_other_rule_set(hand: str, status: str) -> None:
    answer = analyse_json({"rules": NAME, "hand": hand})
    assert answer["status"] == status
    if answer["score"] is not None:
        for unit, amount in answer["score"]["sums"].items():
            assert amount == sum(item["value"] for item in answer["score"]["items"] if item["unit"] == unit)


@pytest.mark.usefixtures("registered")
def test_its_options_and_tables_are_there() -> None:
    assert analyse_json({"rules": NAME, "hand": "1m", "options": {"eight": 3}})["options"]["eight"] == 3
    tables = rule_set_tables(NAME)
    assert "| `eight` | 0 to 10 | 1 | points for each eight |" in tables["options"]
    assert "| `one_suit` | One suit |" in tables["items"]


def test_its_code_passes_the_checks(registered: Path) -> None:
    settings = Path(__file__).resolve().parents[3] / "pyproject.toml"
    ruff = Path(sys.executable).with_name("ruff")
    ours = 'lint.isort.known-first-party=["engine"]'
    for arguments in (["check", "--config", ours], ["format", "--check"]):
        done = subprocess.run(
            [ruff, *arguments, "--no-cache", "--config", settings, "."],
            cwd=registered,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
