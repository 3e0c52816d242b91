"""What all rule sets share: options, payments, the registry."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import pytest

from engine.context import SEATS, Wind
from engine.errors import OptionError, RequestError, UnknownRuleSetError
from engine.meld import Meld
from engine.notation import parse_tiles
from engine.rules.options import build_options, describe_options, option, read_option, show_options
from engine.rules.payments import pay_winner
from engine.rules.registry import RULE_SET_NAMES, get_rule_set
from engine.rules.sets import meld_group


@dataclass(frozen=True, slots=True)
class Options:
    preset: str = option("house", "whose rules", choices=("house", "club"))
    open: bool = option(default=True, description="a switch")
    limit: int = option(10, "a number", minimum=1, maximum=20)
    fu: int = option(4, "a choice of numbers", choices=(2, 4))


PRESETS = {"house": {}, "club": {"open": False, "limit": 13}}


def test_options_are_described() -> None:
    specs = {spec.name: spec for spec in describe_options(Options)}
    assert [spec.kind for spec in specs.values()] == ["choice", "boolean", "integer", "choice"]
    assert specs["limit"].allowed == "a whole number from 1 to 20"
    assert specs["open"].allowed == "true or false"
    assert specs["fu"].allowed == "one of 2, 4"
    assert (specs["open"].minimum, specs["limit"].minimum) == (None, 1)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, ("house", True, 10, 4)),
        ({"limit": 8}, ("house", True, 8, 4)),
        ({"preset": "club"}, ("club", False, 13, 4)),
        ({"preset": "club", "open": True}, ("club", True, 13, 4)),
    ],
)
def test_given_options_go_before_the_preset(values: dict[str, object], expected: tuple[object, ...]) -> None:
    options = build_options(Options, values, PRESETS)
    assert dataclasses.astuple(options) == expected
    assert list(show_options(options).values()) == list(expected)


def test_without_presets_the_defaults_count() -> None:
    assert build_options(Options, {"preset": "club"}).limit == 10


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("preset", "nobody"),
        ("preset", None),
        ("open", 1),
        ("open", "true"),
        ("limit", True),
        ("limit", 0),
        ("limit", 21),
        ("limit", 3.0),
        ("fu", 3),
        ("fu", "4"),
    ],
)
def test_values_that_are_not_allowed_are_quoted(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=f"option '{name}' is") as caught:
        build_options(Options, {name: value}, PRESETS)
    assert caught.value.message.endswith(f"not {value!r}")
    assert caught.value.option == name


def test_unknown_options_name_the_known_ones() -> None:
    with pytest.raises(OptionError, match="no option 'colour'; the options are preset, open, limit, fu"):
        build_options(Options, {"colour": 1}, PRESETS)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [("open", "off", False), ("open", "true", True), ("limit", "7", 7), ("fu", "2", 2), ("preset", "club", "club")],
)
def test_options_are_read_from_text(name: str, text: str, value: object) -> None:
    spec = next(spec for spec in describe_options(Options) if spec.name == name)
    assert read_option(spec, text) == value


@pytest.mark.parametrize(("name", "text"), [("open", "maybe"), ("limit", "-3"), ("limit", "many"), ("preset", "")])
def test_text_that_is_no_value(name: str, text: str) -> None:
    spec = next(spec for spec in describe_options(Options) if spec.name == name)
    with pytest.raises(OptionError):
        read_option(spec, text)


@pytest.mark.parametrize("name", RULE_SET_NAMES)
def test_every_rule_set_has_its_name(name: str) -> None:
    assert get_rule_set(name).info.name == name


def test_an_unknown_rule_set() -> None:
    with pytest.raises(UnknownRuleSetError, match="no rules 'cards'; the rule sets are american, basic"):
        get_rule_set("cards")


@pytest.mark.parametrize("name", [name for name in RULE_SET_NAMES if name != "american"])
def test_only_american_rules_have_a_card(name: str) -> None:
    with pytest.raises(RequestError, match="card: only american"):
        get_rule_set(name).configure({}, card="practice")


@pytest.mark.parametrize("name", RULE_SET_NAMES)
def test_presets_and_defaults_are_allowed_values(name: str) -> None:
    info = get_rule_set(name).info
    specs = {spec.name: spec for spec in info.options}
    for spec in specs.values():
        assert spec.check(spec.default) == spec.default
        assert spec.description
    for values in info.presets.values():
        for option_name, value in values.items():
            assert specs[option_name].check(value) == value


def classical(seat: Wind, guilty: bool) -> int:  # noqa: ARG001, FBT001
    return 20 if seat is Wind.EAST else 10


def riichi(seat: Wind, guilty: bool) -> int:  # noqa: ARG001, FBT001
    return 8 if guilty else 0


def official(seat: Wind, guilty: bool) -> int:  # noqa: ARG001, FBT001
    return 30 if guilty else 8


def doubled(seat: Wind, guilty: bool) -> int:  # noqa: FBT001
    return (4 if guilty else 2) * (2 if seat is Wind.EAST else 1)


@pytest.mark.parametrize(
    ("due", "winner", "discarder", "expected"),
    [
        (riichi, Wind.SOUTH, Wind.EAST, {"E": -8, "S": 8, "W": 0, "N": 0}),
        (riichi, Wind.SOUTH, None, {"discarder": -8}),
        (classical, Wind.SOUTH, None, {"E": -20, "S": 40, "W": -10, "N": -10}),
        (official, Wind.EAST, None, {"discarder": -30, "other": -8}),
        (official, Wind.EAST, Wind.NORTH, {"E": 46, "S": -8, "W": -8, "N": -30}),
        (doubled, Wind.NORTH, None, {"discarder": -4, "dealer": -4, "other": -2}),
        (doubled, Wind.EAST, None, {"discarder": -4, "other": -2}),
    ],
)
def test_who_pays_a_claimed_win(due: object, winner: Wind, discarder: Wind | None, expected: dict[str, int]) -> None:
    assert pay_winner(winner, due, self_drawn=False, discarder=discarder) == expected


@pytest.mark.parametrize("winner", SEATS)
def test_nobody_discards_a_drawn_tile(winner: Wind) -> None:
    payments = pay_winner(winner, official, self_drawn=True, discarder=None)
    assert sorted(payments.values()) == [-8, -8, -8, 24]
    assert payments[winner] == 24


def test_a_group_of_tiles_that_is_no_meld() -> None:
    with pytest.raises(ValueError, match="1z 2z 3z is no meld"):
        meld_group(Meld(parse_tiles("123z")))
