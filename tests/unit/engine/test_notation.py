from __future__ import annotations

import pytest

from engine.errors import NotationError
from engine.hand import Hand
from engine.notation import format_hand, parse_hand, parse_tiles


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("234m56p22s (111z) [5555z] 1f5f +7p", None),
        ("1p (406p) (777z) (067m) (444z) +1p", None),
        ("22m777s888p (999s) (6666p)", "22m88p777s (999s) (6666p) +8p"),
        ("7p 123m+6p", "123m7p +6p"),
        (" 2 3 4 m ", "234m"),
        ("5f1f 1z", "1z 1f5f"),
        ("50m", "5m +0m"),
        ("55m0m6m", "5506m"),
        ("??1m 0x??", "1m0x????"),
        ("(3333s1j) 11j", "1j (3333s1j) +1j"),
        ("(3m3p)", "(3m3p)"),
        ("", ""),
    ],
)
def test_parse_and_format(text: str, written: str | None) -> None:
    hand = parse_hand(text)
    assert format_hand(hand) == (text if written is None else written)
    assert parse_hand(format_hand(hand)) == hand


def test_the_last_concealed_tile_as_written_is_drawn() -> None:
    hand = parse_hand("9s1m 1f")
    assert hand.winning_tile is not None
    assert hand.winning_tile.code == "1m"
    assert not hand.winning_tile_marked
    assert parse_hand("9s +1m").winning_tile_marked


def test_thirteen_tiles_have_no_winning_tile() -> None:
    assert parse_hand("123m456p789s1122z").winning_tile is None


@pytest.mark.parametrize(
    ("text", "winning"),
    [
        ("1122333445566m 1f", "1f"),
        ("112233445566m 1f", None),
        ("66m (3333s1j) (11111s1j) 3f", "3f"),
        ("(1f)" * 14, None),
    ],
)
def test_a_fixed_full_size_counts_every_tile(text: str, winning: str | None) -> None:
    hand = parse_hand(text, full_size=14)
    assert (hand.winning_tile.code if hand.winning_tile else None) == winning


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("123", 3, "no suit letter"),
        ("12 (", 3, "no suit letter"),
        ("m", 0, "no number"),
        ("123m 88z", 5, "there is no tile '8z'"),
        ("108z", 1, "there is no tile '0z'"),
        ("123m,456p", 4, "',' is unexpected"),
        ("123m)", 4, "')' is unexpected"),
        ("(123m", 0, "not closed"),
        ("1m (123m]", 8, "']' is unexpected inside brackets"),
        ("[(1m)]", 1, "'(' is unexpected inside brackets"),
        ("1m()", 2, "no tiles between the brackets"),
        ("1m +", 3, "exactly one tile"),
        ("1m +78p", 3, "exactly one tile"),
        ("1m +(7p)", 3, "exactly one tile"),
        ("+1m +2m", 4, "a second winning tile"),
        ("1m ?", 3, "single '?'"),
        ("1?m", 1, "no suit letter"),
        ("\u0661m", 0, "is unexpected"),
        ("1M", 1, "no suit letter"),
    ],
)
def test_errors_quote_text_and_position(text: str, position: int, reason: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert caught.value.position == position
    assert reason in caught.value.message
    assert repr(text) in caught.value.message
    assert caught.value.code == "bad_notation"


def test_a_list_of_tiles_has_no_brackets() -> None:
    assert [tile.code for tile in parse_tiles("5m 1f??")] == ["5m", "1f", "??"]
    with pytest.raises(NotationError, match="unexpected in a list of tiles"):
        parse_tiles("5m (111z)")


def test_order_does_not_matter_for_equality() -> None:
    assert parse_hand("3m1m2m 4f1f +9p") == parse_hand("123m 1f4f +9p")
    assert parse_hand("") == Hand()
