from __future__ import annotations

import pytest

from engine.errors import TileError
from engine.tile import CODES, KIND_CODES, UNREADABLE_CODE, Tile


def test_the_class_order_is_the_contracts() -> None:
    expected = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    expected += [f"{rank}z" for rank in range(1, 8)] + ["0m", "0p", "0s"]
    expected += [f"{rank}f" for rank in range(1, 9)] + ["1j", "0x"]
    assert list(CODES) == expected
    assert len(CODES) == 47
    assert len(KIND_CODES) == 34


@pytest.mark.parametrize("code", [*CODES, UNREADABLE_CODE])
def test_codes_round_trip(code: str) -> None:
    assert Tile.parse(code).code == code
    assert str(Tile.parse(code)) == code


@pytest.mark.parametrize("code", ["", "5", "8z", "0z", "9f", "5M", "??5", "55m", "1x", "2j", " 5m"])
def test_unknown_codes_are_quoted(code: str) -> None:
    with pytest.raises(TileError, match="is not a tile code") as caught:
        Tile.parse(code)
    assert repr(code) in caught.value.message
    assert caught.value.code == "bad_tile"


@pytest.mark.parametrize(
    ("code", "kind", "suit", "rank"),
    [
        ("1m", 0, "m", 1),
        ("5p", 13, "p", 5),
        ("0p", 13, "p", 5),
        ("9s", 26, "s", 9),
        ("4z", 30, "z", 4),
        ("7z", 33, "z", 7),
        ("3f", None, "f", 3),
        ("1j", None, "j", None),
        ("0x", None, "x", None),
        ("??", None, "?", None),
    ],
)
def test_kind_suit_and_rank(code: str, kind: int | None, suit: str, rank: int | None) -> None:
    tile = Tile.parse(code)
    assert (tile.kind, tile.suit, tile.rank) == (kind, suit, rank)


@pytest.mark.parametrize(
    ("code", "true"),
    [
        ("5s", {"is_suited"}),
        ("0s", {"is_suited", "is_red_five"}),
        ("9m", {"is_suited", "is_terminal"}),
        ("1s", {"is_suited", "is_terminal"}),
        ("2z", {"is_honour"}),
        ("5z", {"is_honour", "is_dragon"}),
        ("1f", {"is_bonus"}),
        ("1j", {"is_joker"}),
        ("0x", {"is_face_down"}),
        ("??", {"is_unreadable"}),
    ],
)
def test_what_a_tile_is(code: str, true: set[str]) -> None:
    tile = Tile.parse(code)
    flags = {name for name in dir(tile) if name.startswith("is_")}
    assert {flag for flag in flags if getattr(tile, flag)} == true


def test_a_red_five_sorts_after_the_fives() -> None:
    tiles = [Tile.parse(code) for code in ("6p", "0p", "5p", "1z", "4p", "9m")]
    assert [tile.code for tile in sorted(tiles, key=lambda tile: tile.sort_key)] == ["9m", "4p", "5p", "0p", "6p", "1z"]
    assert Tile.parse("0p").plain == Tile.parse("5p")


@pytest.mark.parametrize("kind", [-1, 34])
def test_there_are_34_kinds(kind: int) -> None:
    with pytest.raises(TileError, match="kinds are 0 to 33"):
        Tile.of_kind(kind)
