"""Score sheets as comma-separated values, for spreadsheet programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Final

from engine.table.game import Game, Row

__all__ = ["COLUMNS", "sheet_to_csv"]

COLUMNS: Final = ("hand", "wind", "turn", "repeats", "honba", "dealer", "outcome", "winners", "discarder")
"""What stands before the players' amounts."""

_COLUMNS_OF_STICKS: Final = ("riichi", "tenpai", "sticks")

_STARTS_OF_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")


def sheet_to_csv(game: Game) -> str:
    r"""Return the score sheet as RFC 4180 text: a line for each entry, with what it changed and the totals after it.

    Players stand by name. A name or note that a spreadsheet would run as a formula gets an apostrophe in front.

    >>> from engine.table.entry import HandEntry
    >>> from engine.table.game import new_game
    >>> from engine.table.settings import game_settings
    >>> game = new_game(["Ann", "Bo", "Cy", "Di"], game_settings("mcr"))
    >>> sheet_to_csv(game.record(HandEntry(outcome="draw"))).splitlines()[1]
    '1,E,1,0,0,Ann,draw,,,0,0,0,0,0,0,0,0,'
    """
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(_header(game))
    writer.writerows(_line(game, row) for row in game.rows)
    return text.getvalue()


def _header(game: Game) -> Iterator[str]:
    yield from COLUMNS
    if game.settings.has_sticks:
        yield from _COLUMNS_OF_STICKS
    for kind in ("change", "total"):
        yield from (_text(f"{player}: {kind}") for player in game.players)
    yield "note"


def _line(game: Game, row: Row) -> Iterator[str | int]:
    def names(players: tuple[int, ...]) -> str:
        return _text(" + ".join(game.players[player] for player in players))

    deal, entry = row.deal, row.entry
    yield from (deal.hand, str(deal.wind), deal.turn + 1, deal.repeats, deal.honba, names((deal.dealer,)))
    yield from (entry.outcome, names(entry.winners), "" if entry.discarder is None else names((entry.discarder,)))
    if game.settings.has_sticks:
        yield from (names(entry.riichi), names(entry.tenpai), row.after.sticks)
    yield from row.changes
    yield from row.after.totals
    yield _text(entry.note)


def _text(value: str) -> str:
    return f"'{value}" if value.startswith(_STARTS_OF_FORMULAS) else value
