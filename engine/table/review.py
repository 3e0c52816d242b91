"""A game's document answered as a whole: what it is, its score sheet, its faults; the body of ``/v1/game``."""

from __future__ import annotations

import dataclasses

from engine.errors import RequestValueError
from engine.table.interchange import game_fault_to_json, game_to_json, read_game, sheet_to_json
from engine.table.settings import GAME_PRESETS, game_settings
from engine.table.spreadsheet import sheet_to_csv

__all__ = ["game_csv", "game_rules_to_json", "review_json"]


def review_json(body: object) -> dict[str, object]:
    """Return the answer to a game's document: nothing of it is kept.

    ``sheet`` goes as far as the game hangs together. ``game`` is the document with everything that was left out, and
    null when there are faults: it never has fewer hands than were sent.

    Raises:
        EngineError: As :func:`engine.table.interchange.read_game`.

    >>> answer = review_json({"version": 1, "players": ["Ann", "Bo", "Cy", "Di"], "settings": {"rules": "riichi"}})
    >>> answer["sheet"]["totals"], answer["faults"]
    ([25000, 25000, 25000, 25000], [])
    """
    game, faults = read_game(body)
    return {
        "game": None if faults else game_to_json(game),
        "sheet": sheet_to_json(game),
        "faults": [game_fault_to_json(fault) for fault in faults],
    }


def game_csv(body: object) -> str:
    """Return the score sheet of a game's document as comma-separated values.

    Raises:
        EngineError: As :func:`review_json`; a fault is an error here, as half a sheet would pass for a whole one.
    """
    game, faults = read_game(body)
    if faults:
        raise RequestValueError(faults[0].message, faults[0].path)
    return sheet_to_csv(game)


def game_rules_to_json(rules: str) -> dict[str, object]:
    """Return how a rule set's game runs: its own settings, and those of presets that play it differently.

    Raises:
        UnknownRuleSetError: No rule set has that name.

    >>> list(game_rules_to_json("riichi")["presets"])
    ['mleague', 'wrc', 'ema']
    """
    return {
        "settings": dataclasses.asdict(game_settings(rules)),
        "presets": {name: dataclasses.asdict(settings) for name, settings in GAME_PRESETS[rules].items() if name},
    }
