from __future__ import annotations

import pytest

from engine.context import SEATS, Context, Wind
from engine.notation import parse_hand, parse_tiles

CONCEALED = "123m456p789s1122z +1z"
OPEN = "123m456p11z22s (789s) +1z"
KONG = "123m456p11z22s [9999s] +1z"


@pytest.mark.parametrize(
    ("text", "context", "first", "second"),
    [
        (CONCEALED, Context(ippatsu=True), "ippatsu", "riichi"),
        (OPEN, Context(riichi="riichi"), "riichi", "hand"),
        (CONCEALED, Context(ura_indicators=parse_tiles("1m")), "ura_indicators", "riichi"),
        (KONG, Context(kong_replacement=True), "kong_replacement", "self_drawn"),
        (CONCEALED, Context(kong_replacement=True, self_drawn=True), "kong_replacement", "hand"),
        ("123m456p789s12z +3z", Context(robbing_kong=True, self_drawn=True), "robbing_kong", "self_drawn"),
        (CONCEALED, Context(robbing_kong=True), "robbing_kong", "hand"),
        (CONCEALED, Context(discarder=Wind.WEST, self_drawn=True), "discarder", "self_drawn"),
        (CONCEALED, Context(discarder=Wind.EAST), "discarder", "seat"),
        (OPEN, Context(first_turn=True, self_drawn=True), "first_turn", "hand"),
        (CONCEALED, Context(first_turn=True), "first_turn", "seat"),
        (CONCEALED, Context(first_turn=True, last_tile=True, self_drawn=True), "first_turn", "last_tile"),
        (CONCEALED, Context(seat=Wind.SOUTH, first_turn=True, discarder=Wind.WEST), "first_turn", "discarder"),
        (
            "123m456p789s12z +3z",
            Context(seat=Wind.SOUTH, first_turn=True, robbing_kong=True),
            "first_turn",
            "robbing_kong",
        ),
        (CONCEALED, Context(last_tile=True, draws_left=1), "last_tile", "draws_left"),
    ],
)
def test_a_contradiction_names_both_fields(text: str, context: Context, first: str, second: str) -> None:
    (fault,) = context.faults(parse_hand(text))
    assert fault.code == "context_conflict"
    assert fault.message.startswith(f"{first} and {second}: ")


WAITING = "123m456p789s1122z"


@pytest.mark.parametrize(
    ("text", "context", "first", "second"),
    [
        (WAITING, Context(kong_replacement=True), "kong_replacement", "hand"),
        (WAITING, Context(ura_indicators=parse_tiles("1m")), "ura_indicators", "riichi"),
        (WAITING, Context(discarder=Wind.EAST), "discarder", "seat"),
        ("123m456p11z2s (789s)", Context(riichi="riichi"), "riichi", "hand"),
        ("123m456p11z2s (789s)", Context(first_turn=True), "first_turn", "hand"),
    ],
)
def test_a_waiting_hand_is_judged_by_what_no_tile_can_change(
    text: str, context: Context, first: str, second: str
) -> None:
    (fault,) = context.faults(parse_hand(text))
    assert fault.message.startswith(f"{first} and {second}: ")


@pytest.mark.parametrize(
    "context",
    [
        Context(first_turn=True),
        Context(robbing_kong=True),
        Context(discarder=Wind.WEST),
        Context(discarder=Wind.WEST, self_drawn=True),
    ],
)
def test_how_a_waiting_hand_will_be_won_is_open(context: Context) -> None:
    assert context.faults(parse_hand(WAITING)) == ()


def test_several_contradictions_are_all_reported() -> None:
    context = Context(ippatsu=True, robbing_kong=True, kong_replacement=True, self_drawn=True)
    assert len(context.faults(parse_hand("123m456p789s12z +3z"))) == 4


@pytest.mark.parametrize(
    ("text", "context"),
    [
        (CONCEALED, Context()),
        (CONCEALED, Context(riichi="riichi", ippatsu=True, ura_indicators=parse_tiles("1m"))),
        (KONG, Context(kong_replacement=True, self_drawn=True, riichi="double")),
        (OPEN, Context(last_tile=True, discarder=Wind.NORTH, draws_left=0)),
        ("123m456p789s1122z", Context(discarder=Wind.WEST, self_drawn=True)),
        (CONCEALED, Context(seat=Wind.SOUTH, first_turn=True, discarder=Wind.EAST)),
        ("123m456p789s12z +3z", Context(robbing_kong=True)),
    ],
)
def test_what_can_be_is_no_contradiction(text: str, context: Context) -> None:
    assert context.faults(parse_hand(text)) == ()


def test_a_marked_tile_is_claimed_and_an_unmarked_one_drawn() -> None:
    marked, unmarked, waiting = parse_hand("1m +1m"), parse_hand("11m"), parse_hand("1m")
    assert not Context().is_self_drawn(marked)
    assert Context().is_self_drawn(unmarked)
    assert not Context().is_self_drawn(waiting)
    assert Context(self_drawn=True).is_self_drawn(marked)
    assert not Context(self_drawn=False).is_self_drawn(unmarked)


def test_winds() -> None:
    assert [wind.kind for wind in SEATS] == [27, 28, 29, 30]
    assert Context().is_dealer
    assert not Context(seat=Wind.NORTH).is_dealer


@pytest.mark.parametrize(
    ("text", "context", "tiles"),
    [
        (OPEN, Context(riichi="riichi"), ["7s", "8s", "9s"]),
        (OPEN, Context(first_turn=True, self_drawn=True), ["7s", "8s", "9s"]),
        (CONCEALED, Context(ura_indicators=parse_tiles("1m9p")), ["1m", "9p"]),
        (CONCEALED, Context(robbing_kong=True), ["1z", "1z", "1z"]),
        (CONCEALED, Context(ippatsu=True), []),
    ],
)
def test_a_contradiction_names_the_tiles_concerned(text: str, context: Context, tiles: list[str]) -> None:
    (fault,) = context.faults(parse_hand(text))
    assert [tile.code for tile in fault.tiles] == tiles
