"""The page on labelling names every option, reason and error there is."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from api.commands.label import label
from datasets.labelling import errors, review

REPOSITORY = Path(__file__).resolve().parents[3]
PAGE = (REPOSITORY / "docs" / "labelling.md").read_text(encoding="utf-8")


def test_options() -> None:
    named = set()
    for name, parameter in inspect.signature(label, eval_str=True).parameters.items():
        (note,) = parameter.annotation.__metadata__
        # The first declaration stands where a default would, outside of annotations.
        declared = [word for word in (note.default, *(note.param_decls or ())) if str(word).startswith("--")]
        named |= set(declared) or {f"--{name.replace('_', '-')}"} - {"--paths"}
    missing = sorted(option for option in named if option not in PAGE)
    assert {"--out", "--format", "--json"} <= named
    assert not missing


def test_reasons() -> None:
    reasons = {*review._CHANCES, "unsure", "adds_up"}  # noqa: SLF001 - what the module knows
    told = set(re.findall(r"`(\w+)`", PAGE.split("## Review")[1].split("## Correct")[0]))
    assert reasons <= told


@pytest.mark.parametrize(
    "error", [errors.SourceError, errors.OutFolderError, errors.OutUnwritableError, errors.WorkerError]
)
def test_errors(error: type[errors.LabelJobError]) -> None:
    assert f"`{error.code}`" in PAGE


def test_the_limit_of_the_review_list() -> None:
    assert f"`--review-below` ({review.DEFAULT_BELOW})" in PAGE
