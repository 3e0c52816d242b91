"""Which of the table's facts a rule set knows: those it names, and no other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.analysis import HandAnalysis, analyse
from engine.context import Context, Wind
from engine.notation import parse_hand
from engine.rules.base import COMMON_FACTS
from engine.rules.registry import RULE_SET_NAMES, get_rule_set
from engine.tile import Tile

HANDS = (
    "234m567p22s66z [4444z] +6z",  # complete; drawn, claimed, after a kong
    "23m567p22s666z [4444z] +4m",  # complete; a tile that can be robbed
    "23m567p22s666z999s +4m",  # complete; nothing laid down, as on the first turn
    "23m567p22s666z [4444z]",  # ready
    "23m567p22s666z9s [4444z]",  # with a tile to discard
    "23m567p333s666z44z +4m",  # complete; with a pair of winds
)
AMERICAN_HANDS = ("226m6666s5z111z1f2f3f", "226m6666s5z111z1f2f", "226m6666s5z111z1f2f7z")

CHANGES: dict[str, dict[str, Any]] = {
    "seat": {"seat": Wind.NORTH},
    "round": {"round": Wind.NORTH},
    "self_drawn": {"self_drawn": False},
    "discarder": {"self_drawn": False, "discarder": Wind.WEST},
    "last_tile": {"last_tile": True},
    "last_of_kind": {"last_of_kind": True},
    "kong_replacement": {"kong_replacement": True},
    "robbing_kong": {"self_drawn": False, "robbing_kong": True},
    "first_turn": {"first_turn": True},
    "riichi": {"riichi": "riichi"},
    "ippatsu": {"riichi": "riichi", "ippatsu": True},
    "dora_indicators": {"dora_indicators": (Tile.parse("1m"),)},
    "ura_indicators": {"riichi": "riichi", "ura_indicators": (Tile.parse("1m"),)},
    "honba": {"honba": 1},
    "sticks": {"sticks": 1},
    "visible": {"visible": (Tile.parse("1s"),)},
    "draws_left": {"draws_left": 1},
}
"""How each fact is told, together with what it needs to be possible."""


OPTIONS: dict[str, dict[str, object]] = {"basic": {"variant": "bonus"}, "chinese_classical": {"round_wind_pair": 2}}
"""Options under which everything that a rule set can know counts."""

KNOWN = [(rules, fact) for rules in RULE_SET_NAMES for fact in get_rule_set(rules).info.facts]

# Without dora, indicators are what `visible` is: tiles seen elsewhere.
UNKNOWN = [
    (rules, fact)
    for rules in RULE_SET_NAMES
    for fact in CHANGES
    if (rules, fact) not in KNOWN and fact != "dora_indicators"
]


def answers(rules: str, facts: Mapping[str, object]) -> list[object]:
    """Return everything that a rule set says about the hands with these facts."""
    full_size = get_rule_set(rules).info.full_size
    context: dict[str, Any] = {"seat": Wind.EAST, "self_drawn": True, **facts}
    hands = [parse_hand(text, full_size=full_size) for text in (AMERICAN_HANDS if rules == "american" else HANDS)]
    return [analyse(hand, Context(**context), rules, OPTIONS.get(rules, {})) for hand in hands]


def without(fact: str) -> dict[str, Any]:
    """Return the same facts but this one."""
    return {name: value for name, value in CHANGES[fact].items() if name != fact}


def test_every_fact_is_tried() -> None:
    assert CHANGES.keys() == Context.__dataclass_fields__.keys()


@pytest.mark.parametrize(("rules", "fact"), KNOWN)
def test_a_fact_that_is_named_can_change_the_answer(rules: str, fact: str) -> None:
    assert answers(rules, CHANGES[fact]) != answers(rules, without(fact))


@pytest.mark.parametrize(("rules", "fact"), UNKNOWN)
def test_any_other_fact_changes_nothing(rules: str, fact: str) -> None:
    """Unless it contradicts another one: that is a fault in every rule set."""
    for told, untold in zip(answers(rules, CHANGES[fact]), answers(rules, without(fact)), strict=True):
        assert isinstance(told, HandAnalysis)
        assert told == untold or [fault.code for fault in told.faults] == ["context_conflict"]


def test_what_everybody_knows_is_known_to_everybody() -> None:
    for rules in RULE_SET_NAMES:
        assert set(COMMON_FACTS) <= set(get_rule_set(rules).info.facts)
