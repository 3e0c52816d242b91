"""What bodies are checked against before the engine sees them is what the engine checks."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import ValidationError

from api.schemas import AnalysisRequest, RuleSetName, Wind
from api.service import PhotoOptions
from api.settings import Settings
from engine.context import SEATS
from engine.errors import RequestError
from engine.interchange import analyse_json
from engine.rules.registry import RULE_SET_NAMES
from vision.image import ImageLimits

BOUNDS = [
    ("honba", 1000, lambda n: {"context": {"honba": n}}),
    ("sticks", 1000, lambda n: {"context": {"sticks": n}}),
    ("draws_left", 200, lambda n: {"context": {"draws_left": n}}),
    ("visible", 200, lambda n: {"context": {"visible": ["1z"] * n}}),
    ("hand", 1000, lambda n: {"hand": "1m" + " " * (n - 2)}),
    ("tiles", 200, lambda n: {"hand": None, "tiles": ["1z"] * n}),
    ("melds", 16, lambda n: {"hand": None, "tiles": [], "melds": [{"tiles": ["1z"] * 3}] * n}),
    ("meld", 200, lambda n: {"hand": None, "tiles": [], "melds": [{"tiles": ["1z"] * n}]}),
]


def test_rule_sets_have_the_registrys_names() -> None:
    assert get_args(RuleSetName) == RULE_SET_NAMES


def test_winds_are_the_engines() -> None:
    assert get_args(Wind) == tuple(str(seat) for seat in SEATS)


def test_photos_have_the_same_limits_however_they_come() -> None:
    limits = ImageLimits()
    for given in (PhotoOptions(), Settings().photo_options()):
        assert (given.max_bytes, given.max_pixels) == (limits.max_bytes, limits.max_pixels)


@pytest.mark.parametrize(("most", "parts"), [bound[1:] for bound in BOUNDS], ids=[bound[0] for bound in BOUNDS])
def test_bodies_and_the_engine_have_the_same_bounds(most: int, parts: Any) -> None:  # noqa: ANN401 - a lambda
    taken = {"rules": "riichi", "hand": "1m", **parts(most)}
    AnalysisRequest.model_validate(taken)
    analyse_json(taken)
    refused = {"rules": "riichi", "hand": "1m", **parts(most + 1)}
    with pytest.raises(ValidationError):
        AnalysisRequest.model_validate(refused)
    with pytest.raises(RequestError):
        analyse_json(refused)
