"""Who deals next, in every rule set."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

from engine.context import Wind
from engine.errors import RequestValueError, UnknownRuleSetError
from engine.rules.registry import RULE_SET_NAMES
from engine.table.deal import Deal, first_deal, next_deal
from engine.table.entry import HandEntry
from engine.table.game import new_game
from engine.table.settings import GAME_PRESETS, GameSettings, game_settings

NAMES = ["Ann", "Bo", "Cy", "Di"]


def win(player: int, **more: object) -> HandEntry:
    return HandEntry(outcome="win", winners=(player,), **more)


def draw(*tenpai: int, **more: object) -> HandEntry:
    return HandEntry(outcome="draw", tenpai=tenpai, **more)


def deals(settings: GameSettings, *entries: HandEntry) -> list[Deal]:
    """Return the deal after each entry."""
    found = [first_deal()]
    for entry in entries:
        found.append(next_deal(found[-1], entry, settings))
    return found[1:]


def test_every_rule_set_has_its_settings() -> None:
    assert tuple(GAME_PRESETS) == RULE_SET_NAMES
    for rules, presets in GAME_PRESETS.items():
        assert {settings.rules for settings in presets.values()} == {rules}
        assert game_settings(rules) is presets[""]


def test_unknown_rules_name_the_known_ones() -> None:
    with pytest.raises(UnknownRuleSetError, match="no rules 'poker'; the rule sets are american, basic"):
        game_settings("poker")


@pytest.mark.parametrize(("preset", "start"), [("", 25_000), ("tenhou", 25_000), ("mleague", 25_000), ("wrc", 30_000)])
def test_presets_of_riichi(preset: str, start: int) -> None:
    assert game_settings("riichi", preset).start == start


@pytest.mark.parametrize(
    ("rules", "entry", "stays"),
    [
        ("american", win(0), False),
        ("american", win(1), False),
        ("american", draw(), False),
        ("basic", win(0), False),
        ("basic", win(1), False),
        ("basic", draw(), True),
        ("chinese_classical", win(0), True),
        ("chinese_classical", win(1), False),
        ("chinese_classical", draw(), False),
        ("riichi", win(0), True),
        ("riichi", win(1), False),
        ("riichi", draw(), False),
        ("riichi", draw(0), True),
        ("riichi", draw(1, 2, 3), False),
        ("riichi", HandEntry(outcome="abort"), True),
        ("riichi", HandEntry(outcome="win", winners=(1, 0), discarder=2), True),
        ("riichi", HandEntry(outcome="win", winners=(1, 3), discarder=0), False),
        ("mcr", win(0), False),
        ("mcr", win(1), False),
        ("mcr", draw(), False),
        ("hong_kong", win(0), True),
        ("hong_kong", win(1), False),
        ("hong_kong", draw(), True),
    ],
)
def test_when_the_dealer_stays(rules: str, entry: HandEntry, *, stays: bool) -> None:
    (after,) = deals(game_settings(rules), entry)
    assert after.hand == 2
    assert (after.dealer, after.turn, after.repeats) == ((0, 0, 1) if stays else (1, 1, 0))


@pytest.mark.parametrize("rules", RULE_SET_NAMES)
def test_a_penalty_leaves_the_deal_as_it_is(rules: str) -> None:
    deal = Deal(hand=7, round=1, turn=2, honba=1, sticks=1, seats=(2, 3, 0, 1))
    assert next_deal(deal, HandEntry(outcome="penalty", payments=(-8, 8, 0, 0)), game_settings(rules)) is deal


def test_the_deal_goes_round_in_turn_and_the_round_changes_with_it() -> None:
    found = deals(game_settings("american"), *[draw()] * 5)
    assert [deal.dealer for deal in found] == [1, 2, 3, 0, 1]
    assert [deal.seats for deal in found[:2]] == [(1, 2, 3, 0), (2, 3, 0, 1)]
    assert [deal.wind for deal in found] == [Wind.EAST] * 3 + [Wind.SOUTH] * 2
    assert [(deal.round, deal.turn) for deal in found[2:4]] == [(0, 3), (1, 0)]


def test_after_north_comes_east_again() -> None:
    assert Deal(round=4).wind is Wind.EAST


def test_counters_of_riichi() -> None:
    entries = [win(0), draw(0), draw(), HandEntry(outcome="abort"), win(1), win(3), draw(1)]
    found = deals(game_settings("riichi"), *entries)
    assert [deal.honba for deal in found] == [1, 2, 3, 4, 5, 0, 1]
    assert [deal.dealer for deal in found] == [0, 0, 1, 1, 1, 2, 3]


def test_only_riichi_has_counters() -> None:
    assert [deal.honba for deal in deals(game_settings("hong_kong"), win(0), draw())] == [0, 0]


def test_sticks_lie_until_somebody_wins() -> None:
    entries = [draw(1, 2, riichi=(1, 2)), HandEntry(outcome="abort", riichi=(0,)), win(3, riichi=(3, 1)), draw()]
    assert [deal.sticks for deal in deals(game_settings("riichi"), *entries)] == [2, 3, 0, 0]


def test_seats_change_after_each_round_of_chinese_official() -> None:
    found = [first_deal(), *deals(game_settings("mcr"), *[draw()] * 15)]
    assert [deal.seats for deal in found[::4]] == [(0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 1, 0), (3, 2, 0, 1)]
    for turns in (found[start : start + 4] for start in range(0, 16, 4)):
        assert sorted(deal.dealer for deal in turns) == [0, 1, 2, 3]
        for before, after in itertools.pairwise(turns):
            assert after.seats == before.seats[1:] + before.seats[:1]


def test_house_rules() -> None:
    settings = dataclasses.replace(game_settings("basic"), stays_after_win=True)
    assert deals(settings, win(0))[0].dealer == 0


def test_a_place_in_the_game_is_a_context() -> None:
    context = Deal(round=1, turn=2, honba=3, sticks=1, seats=(2, 3, 0, 1)).context(3)
    assert (context.seat, context.round, context.honba, context.sticks) == (Wind.SOUTH, Wind.SOUTH, 3, 1)


def test_payments_by_seat_become_payments_by_player() -> None:
    deal = Deal(turn=2, seats=(2, 3, 0, 1))
    assert deal.by_player({"E": 1, "S": 2, "W": 3, "N": -6}) == (3, -6, 1, 2)


def test_payments_by_role_cannot_be_written_down() -> None:
    with pytest.raises(RequestValueError, match="say who discarded"):
        Deal().by_player({"discarder": -8})


@pytest.mark.parametrize(
    ("names", "path"),
    [
        (["Ann", "Bo", "Cy"], "players"),
        (["Ann", "Bo", "Cy", " "], "players[3]"),
        (["Ann", "Bo", "Ann", "Di"], "players[2]"),
        (["Ann", "Bo", "Cy", "D" * 41], "players[3]"),
    ],
)
def test_names_that_cannot_be_used(names: list[str], path: str) -> None:
    with pytest.raises(RequestValueError) as caught:
        new_game(names, game_settings("basic"))
    assert caught.value.path == path
