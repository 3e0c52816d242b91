"""Games as plain JSON values: what is kept (``game_to_json``), and what is shown (``sheet_to_json``).

What is kept holds what people said and nothing that follows from it, so that it cannot contradict itself; the score
sheet is made from it. ``docs/game_record.md`` describes both. Reading what is kept::

    JSON object -> read_game -> Game as far as it hangs together, and its faults
    JSON object -> game_from_json -> Game, or an error that is the first fault
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine.errors import RequestValueError, quote
from engine.fields import Fields
from engine.phrase import Phrase
from engine.table.deal import Deal
from engine.table.entry import OUTCOMES, PLAYERS, HandEntry, check_entry, noten_payments
from engine.table.game import END_REASONS, Game, Row, Standing, new_game
from engine.table.settings import AFTER_DRAW, GameSettings, game_settings

__all__ = [
    "GAME_FAULT_CODES",
    "VERSION",
    "GameFault",
    "GameFaultCode",
    "game_fault_to_json",
    "game_from_json",
    "game_to_json",
    "read_game",
    "settings_from_json",
    "sheet_to_json",
]

VERSION: Final = 1
"""Version of the kept document; a change that old documents do not survive raises it."""

GameFaultCode = Literal["impossible_hand", "game_over"]

GAME_FAULT_CODES: Final[dict[GameFaultCode, str]] = {
    "impossible_hand": "an entry contradicts itself or what the rule set knows",
    "game_over": "an entry stands behind the end of the game",
}
"""What can be wrong with an entry, for people."""

_MOST_HANDS: Final = 1000
_MOST_ROUNDS: Final = 100
_MOST_POINTS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True)
class GameFault:
    """Why an entry cannot stand where it stands.

    Attributes:
        code: One of :data:`GAME_FAULT_CODES`.
        message: What is wrong, for people.
        path: The entry's field, such as ``hands[3].payments``.
        details: The message as a sentence that can be said in another language, where it is one.
    """

    code: GameFaultCode
    message: str
    path: str
    details: tuple[Phrase, ...] = ()


def game_fault_to_json(fault: GameFault) -> dict[str, object]:
    """Return a fault as plain JSON values."""
    details = [phrase.to_json() for phrase in fault.details]
    return {"code": fault.code, "message": fault.message, "path": fault.path, "details": details}


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
    game, faults = read_game(value)
    if faults:
        raise RequestValueError(faults[0].message, faults[0].path)
    return game


def read_game(value: object) -> tuple[Game, tuple[GameFault, ...]]:
    """Return the game that a decoded JSON document keeps, up to its first fault, and all faults that can be told.

    Raises:
        RequestError: A field is missing, unknown or of the wrong type; ``path`` names it.
        RequestValueError: Version, players or settings cannot be used.
        UnknownRuleSetError: No rule set has the name in ``settings.rules``.

    >>> kept = {"version": 1, "players": ["Ann", "Bo", "Cy", "Di"], "settings": {"rules": "mcr"}}
    >>> game, (fault,) = read_game({**kept, "hands": [{"outcome": "draw"}, {"outcome": "win"}]})
    >>> len(game.hands), fault.path
    (1, 'hands[1].winners')
    """
    fields = Fields.of(value, "")
    fields.allow("version", "players", "settings", "hands", "undone")
    if fields.number("version", _MOST_HANDS) != VERSION:
        message = f"{quote(fields.raw('version'))} is not a version that can be read; it is {VERSION}"
        raise RequestValueError(message, "version")
    settings = settings_from_json(fields.raw("settings"), "settings")
    blank = new_game(fields.texts("players", PLAYERS), settings)
    hands, undone = (fields.children(name, _MOST_HANDS) for name in ("hands", "undone"))
    listed = (*hands, *undone)
    read = [_entry_from_json(child, settings) for child in listed]
    faults = [entry for entry in read if isinstance(entry, GameFault)]
    good = tuple(_before_fault(read))
    for number, row in enumerate(dataclasses.replace(blank, hands=good).rows[:-1], start=1):
        if row.after.end is not None:
            message = f"the game was over before this hand: {END_REASONS[row.after.end]}"
            faults.append(GameFault("game_over", message, listed[number].path))
            good = good[:number]
            break
    return dataclasses.replace(blank, hands=good[: len(hands)], undone=good[len(hands) :]), tuple(faults)


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
        noten=_number(fields, "noten", base.noten) or 0,
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


def _before_fault(read: Sequence[HandEntry | GameFault]) -> Iterator[HandEntry]:
    for entry in read:
        if isinstance(entry, GameFault):
            return
        yield entry


def _entry_from_json(fields: Fields, settings: GameSettings) -> HandEntry | GameFault:
    fields.allow(*HandEntry.__dataclass_fields__)
    fields.text("outcome")  # it has to be there
    try:
        entry = _entry(fields, settings)
        check_entry(entry, settings)
    except RequestValueError as error:
        path = error.path if error.path.startswith(fields.path) else fields.path_to(error.path)
        details = (error.reason,) if isinstance(error.reason, Phrase) else ()
        return GameFault("impossible_hand", str(error.reason), path, details)
    return entry


def _entry(fields: Fields, settings: GameSettings) -> HandEntry:
    tenpai = fields.numbers("tenpai", PLAYERS)
    outcome = fields.choice("outcome", OUTCOMES, "win")
    unpaid = noten_payments(tenpai, settings.noten) if outcome == "draw" else (0,) * PLAYERS
    return HandEntry(
        outcome=outcome,
        winners=fields.numbers("winners", PLAYERS),
        discarder=fields.number("discarder", PLAYERS - 1),
        payments=fields.numbers("payments", PLAYERS) if fields.has("payments") else unpaid,
        riichi=fields.numbers("riichi", PLAYERS),
        tenpai=tenpai,
        note=fields.text("note") if fields.has("note") else "",
    )


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
