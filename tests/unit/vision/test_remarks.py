"""Warnings about tiles say which tiles, and count those of the hand apart from loose ones."""

from __future__ import annotations

from vision.reading import ReadTile, TileGroup
from vision.remarks import find_content_warnings


def messages(*, hand: str, loose: str = "") -> list[str]:
    """Return the messages for tiles given by one letter: ``x`` unreadable, ``d`` doubtful, ``.`` read well."""
    tiles = [
        ReadTile("??" if state == "x" else "5p", 0.5, (0, 0, 1, 1), None, 0, (), 0, n, 0, sure=state == ".")
        for n, state in enumerate(hand + loose)
    ]
    groups = [TileGroup("concealed", tuple(range(len(hand))), "")]
    if loose:
        groups.append(TileGroup("loose", tuple(range(len(hand), len(tiles))), ""))
    return [warning.message for warning in find_content_warnings(tiles, groups)]


def test_few_tiles_are_named_by_their_numbers() -> None:
    assert messages(hand="....") == []
    assert messages(hand="..x.") == ["tile 3 could not be read; say which it is"]
    assert messages(hand="d.xd") == [
        "tile 3 could not be read; say which it is",
        "tiles 1 and 4 doubtful; check them",
    ]


def test_loose_tiles_are_told_apart() -> None:
    assert messages(hand="..x.", loose="x..") == ["tile 3 and loose tile 5 could not be read; say which they are"]
    assert messages(hand="....", loose="d..") == ["loose tile 5 doubtful; check it"]


def test_many_tiles_are_counted() -> None:
    assert messages(hand="x" * 6 + "..", loose="xx") == [
        "6 of 8 tiles and loose tiles 9 and 10 could not be read; say which they are"
    ]


def test_nothing_found_says_what_to_do() -> None:
    assert messages(hand="")[0].startswith("no tiles were found; photograph")
