"""Tests in the browser wait for what they expect: the page draws a moment after what was done."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

BROWSER_TESTS = sorted((Path(__file__).resolve().parents[1] / "browser").glob("*.py"))

AT_ONCE = {
    "all": "`expect(locator).to_have_count(n)`, then `locator.nth(i)`",
    "all_inner_texts": "`expect(locator).to_have_text([...])`",
    "all_text_contents": "`expect(locator).to_have_text([...])`",
    "count": "`expect(locator).to_have_count(n)`",
    "is_visible": "`expect(locator).to_be_visible()`",
    "wait_for_function": "`phone.until(script)`: the page's security policy forbids what Playwright does to wait",
}
"""Playwright's methods that look once and do not wait, or cannot, and what to use instead."""


@pytest.mark.parametrize("path", BROWSER_TESTS, ids=lambda path: path.name)
def test_nothing_is_looked_at_only_once(path: Path) -> None:
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    found = [
        f"line {call.lineno}: .{call.func.attr}() -> {AT_ONCE[call.func.attr]}"
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in AT_ONCE
        and not (call.func.attr == "count" and call.args)  # of a list
    ]
    assert not found, "\n".join(found)
