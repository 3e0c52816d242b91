"""Basic mahjong: the rule sheet's cases and readings."""

from __future__ import annotations

import pytest

from engine.analysis import analyse
from engine.context import Context, Wind
from engine.decompose import Group
from engine.notation import parse_hand
from engine.rules.base import Score
from engine.rules.basic.options import BasicOptions
from engine.rules.basic.scoring import LaidSet, pung_points


def score(text: str, context: Context | None = None, **options: object) -> Score:
    found = analyse(parse_hand(text), context, "basic", options).score
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("group", "concealed", "points"),
    [
        (Group("pung", 17), True, 8),
        (Group("kong", 22), False, 8),
        (Group("kong", 0), True, 32),
        (Group("pung", 27), False, 2),
    ],
)
def test_pungs_of_the_sheet(group: Group, concealed: bool, points: int) -> None:  # noqa: FBT001
    assert pung_points(LaidSet(group, concealed), BasicOptions()) == points


def test_bonus_case_of_the_sheet() -> None:
    found = score("123m456p678s11z66z +6z", Context(self_drawn=True, last_tile=True), variant="bonus")
    assert found.total == 4
    assert [(item.code, item.value) for item in found.items] == [
        ("mahjong", 1),
        ("self_drawn", 1),
        ("last_tile", 1),
        ("dragon_pung", 1),
    ]


def test_simple_is_one_point_from_everybody() -> None:
    found = score("123m456p678s11z66z +6z", Context(seat=Wind.WEST, self_drawn=True, last_tile=True))
    assert (found.total, found.unit, found.sums) == (1, "points", {"points": 1})
    assert found.payments == {"E": -1, "S": -1, "W": 3, "N": -1}


def test_the_discarder_does_not_matter() -> None:
    assert score("123m456p678s11z66z +6z").payments == {"E": 3, "S": -1, "W": -1, "N": -1}


def test_a_pung_completed_by_a_discard_is_exposed() -> None:
    text = "123m456p678s11z99p +9p"
    assert score(text, variant="exponential").total == 1 + 2 * 2
    assert score(text, Context(self_drawn=True), variant="exponential").total == 1 + 2 * 2 * 2


def test_the_winning_tile_takes_the_better_place() -> None:
    assert score("77789p123m456s11z +7p", variant="exponential").total == 1 + 2 * 2


def test_the_better_reading_counts() -> None:
    assert score("111222333m44p56s +7s", variant="exponential").total == 1 + 8 + 4 + 4


def test_every_number_is_an_option() -> None:
    found = score(
        "123m11z66z (999p) [1111s] +6z",
        Context(self_drawn=True),
        variant="exponential",
        point_mahjong=3,
        pung_base=1,
        concealed_factor=5,
        terminal_factor=7,
        kong_factor=11,
    )
    assert [item.value for item in found.items] == [3, 5, 7, 5 * 7 * 11]
    bonus = score(
        "123m456p678s11z66z +6z",
        Context(self_drawn=True, last_tile=True),
        variant="bonus",
        bonus_self_drawn=10,
        bonus_last_tile=100,
        bonus_dragon_pung=1000,
    )
    assert bonus.total == 1111


@pytest.mark.parametrize(
    "text",
    ["1122m3344p5566s7z +7z", "1111m3344p5566s7z +7z", "19m19p19s1234567z +7z"],
)
def test_special_hands_win_only_when_asked_for(text: str) -> None:
    assert analyse(parse_hand(text), rules="basic").status != "complete"
    for variant in ("simple", "bonus", "exponential"):
        assert score(text, special_hands=True, variant=variant).total == 1


def test_a_bonus_tile_is_reported_and_counts_nothing() -> None:
    found = analyse(parse_hand("123m456p678s11z66z 3f +6z"), rules="basic")
    assert [notice.code for notice in found.warnings] == ["bonus_ignored"]
    assert found.score is not None
    assert found.score.total == 1
