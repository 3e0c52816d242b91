"""How a game runs: start, when the dealer stays, when it ends. One entry of data for every rule set.

Where the rotation comes from:

- ``american``: the deal passes after every hand (the project's rule sheet). A session has no fixed length there;
  four rounds are this record's choice.
- ``basic``: a drawn hand is dealt again by the same dealer, a game is 16 hands or an agreed number of points (rule
  sheet). The sheet is silent on a dealer who wins; here the deal passes.
- ``chinese_classical``: East stays while East wins, otherwise the deal passes; four rounds (rule sheet). The start is
  what the sheet's counters of 500, 100, 10 and 2 come to: 2 + 9 + 8 + 10 pieces are 2,000 points.
- ``riichi``: a dealer who wins or is ready at a drawn hand stays, 3,000 points go to those who are ready; two
  rounds. Tenhou: start at 25,000, 30,000 needed, else another round until somebody has them, an end below zero, a
  leading dealer's last win or ready hand ends the game, sticks left go to the first (https://tenhou.net/man/#RULE).
  M.League: start at 25,000, nothing of that but the sticks (https://m-league.jp/about/). WRC and EMA: start at 30,000,
  nothing of that.
- ``mcr``: the deal passes after every hand, 16 hands, players change places after each round (Mahjong Competition
  Rules, World Mahjong Organization 2006, procedures for seat rotation).
- ``hong_kong``: a dealer who wins stays, and after a drawn hand; four rounds, as is usual.

House rules differ: every value can be changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.errors import UnknownRuleSetError, quote

__all__ = ["AFTER_DRAW", "GAME_PRESETS", "AfterDraw", "GameSettings", "game_settings"]

AfterDraw = Literal["stays", "passes", "stays_if_ready"]

AFTER_DRAW: Final[tuple[AfterDraw, ...]] = ("stays", "passes", "stays_if_ready")
"""What a drawn hand does to the deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings:
    """How a game runs.

    Attributes:
        rules: Name of the rule set.
        start: Points of each player at the start.
        rounds: How many rounds are played, in each of which everybody deals; None without such an end.
        hands: How many hands are played, drawn ones included; None without such an end.
        goal: The game ends when somebody has so many points; None without such an end.
        stays_after_win: Whether the dealer deals again after winning.
        after_draw: Whether the dealer deals again after a drawn hand.
        seats_change: Whether players change places after each round as in Chinese Official competitions.
        stick: Points of a riichi stick; 0 where there are none, with counters, ready hands and several winners.
        noten: Points that change hands at a drawn hand, from players who are not ready to those who are.
        ends_below_zero: Whether the game ends when somebody has less than nothing.
        needed: Points that somebody needs at the end, or one more round is played until somebody has them.
        last_dealer_ends: Whether the last dealer who stays ends the game by leading with at least ``needed``.
        leader_takes_sticks: Whether sticks left on the table at the end are the leader's.
    """

    rules: str
    start: int = 0
    rounds: int | None = None
    hands: int | None = None
    goal: int | None = None
    stays_after_win: bool = False
    after_draw: AfterDraw = "passes"
    seats_change: bool = False
    stick: int = 0
    noten: int = 0
    ends_below_zero: bool = False
    needed: int | None = None
    last_dealer_ends: bool = False
    leader_takes_sticks: bool = False

    @property
    def has_sticks(self) -> bool:
        """Whether the game knows riichi sticks and counters."""
        return self.stick > 0


_RIICHI: Final = GameSettings(
    rules="riichi", start=30_000, rounds=2, stays_after_win=True, after_draw="stays_if_ready", stick=1000, noten=3000
)
"""What all riichi games share."""

GAME_PRESETS: Final[Mapping[str, Mapping[str, GameSettings]]] = {
    "american": {"": GameSettings(rules="american", rounds=4)},
    "basic": {"": GameSettings(rules="basic", hands=16, after_draw="stays")},
    "chinese_classical": {"": GameSettings(rules="chinese_classical", start=2000, rounds=4, stays_after_win=True)},
    "riichi": {
        "": replace(
            _RIICHI,
            start=25_000,
            ends_below_zero=True,
            needed=30_000,
            last_dealer_ends=True,
            leader_takes_sticks=True,
        ),
        "mleague": replace(_RIICHI, start=25_000, leader_takes_sticks=True),
        "wrc": _RIICHI,
        "ema": _RIICHI,
    },
    "mcr": {"": GameSettings(rules="mcr", rounds=4, seats_change=True)},
    "hong_kong": {"": GameSettings(rules="hong_kong", rounds=4, stays_after_win=True, after_draw="stays")},
}
"""How each rule set's game runs, by preset; the empty preset is the rule set's own, Tenhou's for riichi."""


def game_settings(rules: str, preset: str = "") -> GameSettings:
    """Return a rule set's settings; change them with :func:`dataclasses.replace`.

    Args:
        rules: Name of the rule set.
        preset: Whose game, such as ``mleague``; a preset that sets nothing about the game is the rule set's own.

    Raises:
        UnknownRuleSetError: No rule set has that name.

    >>> game_settings("riichi", "wrc").start
    30000
    """
    if rules not in GAME_PRESETS:
        message = f"there are no rules {quote(rules)}; the rule sets are {', '.join(GAME_PRESETS)}"
        raise UnknownRuleSetError(message)
    presets = GAME_PRESETS[rules]
    return presets.get(preset, presets[""])
