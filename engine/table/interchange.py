"""Games as plain JSON values: what is kept (``game_to_json``), and what is shown (``sheet_to_json``).

What is kept holds what people said and nothing that follows from it, so that it cannot contradict itself; the score
sheet is made from it. ``docs/game_record.md`` describes both.
"""

from __future__ import annotations

import dataclasses
from typing import Final

from engine.errors import RequestError, RequestValueError, quote
from engine.fields import Fields
from engine.table.deal import Deal
from engine.table.entry import OUTCOMES, PLAYERS, HandEntry, check_entry
from engine.table.game import END_REASONS, Game, Row, Standing, new_game
from engine.table.settings import AFTER_DRAW, GameSettings, game_settings

__all__ = ["VERSION", "game_from_json", "game_to_json", "settings_from_json", "sheet_to_json"]

VERSION: Final = 1
"""Version of the kept document; a change that old documents do not survive raises it."""

_MOST_HANDS: Final = 1000
_MOST_ROUNDS: Final = 100
_MOST_POINTS: Final = 1_000_000_000


def game_to_json(game: Game) -> dict[str, object]:
    """Return everything a game is made of; :func:`game_from_json` makes the same game of it."""
    return {
        "version": VERSION,
        "players": list(game.players),
        "settings": dataclasses.asdict(game.settings),
        "hands": [_entry_to_json(entry) for entry in game.hands],
        "undone": [_entry_to_json(entry) for entry in game.undone],
    }


def game_from_json(value: object) -> Game:
    """Return the game that a decoded JSON document keeps.

    Raises:
        RequestError: A field is missing, unknown or of the wrong type; ``path`` names it.
        RequestValueError: A value cannot have been, such as payments that do not come to 0.
        UnknownRuleSetError: No rule set has the name in ``settings.rules``.

    >>> kept = {"version": 1, "players": ["Ann", "Bo", "Cy", "Di"], "settings": {"rules": "mcr"}}
    >>> game_from_json(kept).standing.totals
    (0, 0, 0, 0)
    """
    fields = Fields.of(value, "")
    fields.allow("version", "players", "settings", "hands", "undone")
    if fields.number("version", _MOST_HANDS) != VERSION:
        message = f"{quote(fields.raw('version'))} is not a version that can be read; it is {VERSION}"
        raise RequestValueError(message, "version")
    settings = settings_from_json(fields.raw("settings"), "settings")
    blank = new_game(fields.texts("players", PLAYERS), settings)
    hands, undone = (_entries_from_json(fields, name, settings) for name in ("hands", "undone"))
    whole = dataclasses.replace(blank, hands=(*hands, *undone))
    for number, row in enumerate(whole.rows[:-1], start=1):
        if row.after.end is not None:
            path = f"hands[{number}]" if number < len(hands) else f"undone[{number - len(hands)}]"
            message = f"the game was over before this hand: {END_REASONS[row.after.end]}"
            raise RequestValueError(message, path)
    return dataclasses.replace(blank, hands=hands, undone=undone)


def settings_from_json(value: object, path: str = "settings") -> GameSettings:
    """Return the settings that a decoded JSON object makes; what it leaves out is as the rule set has it.

    Raises:
        RequestError: A field is unknown or of the wrong type.
        RequestValueError: A value is outside its range.
        UnknownRuleSetError: No rule set has that name.
    """
    fields = Fields.of(value, path)
    fields.allow(*GameSettings.__dataclass_fields__)
    base = game_settings(fields.text("rules"))
    return GameSettings(
        rules=base.rules,
        start=_number(fields, "start", base.start) or 0,
        rounds=_number(fields, "rounds", base.rounds, least=1, most=_MOST_ROUNDS),
        hands=_number(fields, "hands", base.hands, least=1, most=_MOST_HANDS),
        goal=_number(fields, "goal", base.goal),
        stays_after_win=fields.flag("stays_after_win", default=base.stays_after_win),
        after_draw=fields.choice("after_draw", AFTER_DRAW, base.after_draw),
        seats_change=fields.flag("seats_change", default=base.seats_change),
        stick=_number(fields, "stick", base.stick) or 0,
        ends_below_zero=fields.flag("ends_below_zero", default=base.ends_below_zero),
        needed=_number(fields, "needed", base.needed),
        last_dealer_ends=fields.flag("last_dealer_ends", default=base.last_dealer_ends),
        leader_takes_sticks=fields.flag("leader_takes_sticks", default=base.leader_takes_sticks),
    )


def sheet_to_json(game: Game) -> dict[str, object]:
    """Return the score sheet: a row for each entry, how the game stands, and who deals next."""
    standing = game.standing
    return {
        "players": list(game.players),
        "rules": game.settings.rules,
        "rows": [_row(row) for row in game.rows],
        **_standing(standing),
        "ranking": list(standing.ranking),
        "end": standing.end,
        "end_message": None if standing.end is None else END_REASONS[standing.end],
        "next": None if standing.end is not None else _deal(standing.deal),
        "can_undo": bool(game.hands),
        "can_redo": bool(game.undone),
    }


def _number(fields: Fields, name: str, default: int | None, *, least: int = 0, most: int = _MOST_POINTS) -> int | None:
    """Return a whole number, None where the field is null, the default where it is not there."""
    if name not in fields.values:
        return default
    value = fields.number(name, most)
    if value is not None and value < least:
        message = f"{value} is less than {least}"
        raise RequestValueError(message, fields.path_to(name))
    return value


def _entry_to_json(entry: HandEntry) -> dict[str, object]:
    return {
        "outcome": entry.outcome,
        "winners": list(entry.winners),
        "discarder": entry.discarder,
        "payments": list(entry.payments),
        "riichi": list(entry.riichi),
        "tenpai": list(entry.tenpai),
        "note": entry.note,
    }


def _entries_from_json(fields: Fields, name: str, settings: GameSettings) -> tuple[HandEntry, ...]:
    return tuple(_entry_from_json(child, settings) for child in fields.children(name, _MOST_HANDS))


def _entry_from_json(fields: Fields, settings: GameSettings) -> HandEntry:
    fields.allow(*HandEntry.__dataclass_fields__)
    fields.text("outcome")  # it has to be there
    entry = HandEntry(
        outcome=fields.choice("outcome", OUTCOMES, "win"),
        winners=fields.numbers("winners", PLAYERS),
        discarder=fields.number("discarder", PLAYERS - 1),
        payments=fields.numbers("payments", PLAYERS) if fields.has("payments") else (0,) * PLAYERS,
        riichi=fields.numbers("riichi", PLAYERS),
        tenpai=fields.numbers("tenpai", PLAYERS),
        note=fields.text("note") if fields.has("note") else "",
    )
    try:
        check_entry(entry, settings)
    except RequestError as error:
        raise RequestValueError(error.message.removeprefix(f"{error.path}: "), fields.path_to(error.path)) from None
    return entry


def _row(row: Row) -> dict[str, object]:
    return {**_deal(row.deal), **_entry_to_json(row.entry), "changes": list(row.changes), **_standing(row.after)}


def _deal(deal: Deal) -> dict[str, object]:
    return {
        "hand": deal.hand,
        "round": deal.round + 1,
        "wind": str(deal.wind),
        "turn": deal.turn + 1,
        "repeats": deal.repeats,
        "honba": deal.honba,
        "sticks_before": deal.sticks,
        "dealer": deal.dealer,
        "seats": list(deal.seats),
    }


def _standing(standing: Standing) -> dict[str, object]:
    return {"totals": list(standing.totals), "sticks": standing.sticks}
