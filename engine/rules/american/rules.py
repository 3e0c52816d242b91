"""The rule set ``american``: a rack against a card of hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np

from engine.acceptance import Acceptance
from engine.context import Context
from engine.errors import RequestError, quote
from engine.faults import Fault, Notice
from engine.hand import Hand
from engine.rules.american.arrangement import arrange
from engine.rules.american.calls import weigh_calls
from engine.rules.american.card import Card
from engine.rules.american.chances import outlook_of
from engine.rules.american.charleston import choose_pass
from engine.rules.american.discarding import accepted_tiles, rank_discards
from engine.rules.american.exchanges import weigh_exchanges
from engine.rules.american.faults import find_faults, find_notices
from engine.rules.american.loading import load_card, load_card_toml, practice_card
from engine.rules.american.matrix import CardMatrix, card_matrix
from engine.rules.american.nearest import nearest_lines
from engine.rules.american.options import AmericanOptions
from engine.rules.american.pattern import FULL_SIZE
from engine.rules.american.rack import count_live, rack_of
from engine.rules.american.scoring import UNIT, best_score, declare_points
from engine.rules.american.situation import Situation, observe
from engine.rules.base import COMMON_FACTS, Judgement, Progress, RuleSetInfo, Score
from engine.rules.declared import DeclaredWin
from engine.rules.options import OptionValue, build_options, describe_options, show_options

__all__ = ["PRACTICE", "RULE_SET", "AmericanRuleSet", "AmericanRules", "read_card"]

PRACTICE: Final = "practice"
"""Name of the card that comes with the program in requests."""

_TOML: Final = "toml"
_CARD_SOURCE: Final = "card"


def read_card(card: object) -> Card:
    """Return the card that a request names or holds.

    Args:
        card: None or ``"practice"`` for the card that comes with the program, ``{"toml": "..."}``, a card as a decoded
            document, or a card.

    Raises:
        CardError: The card cannot be read.
        RequestError: It is none of these.
    """
    if card is None or card == PRACTICE:
        return practice_card()
    if isinstance(card, Card):
        return card
    if not isinstance(card, Mapping):
        message = f'"{PRACTICE}", {{"{_TOML}": "..."}} or a card as an object is expected, not {quote(card)}'
        raise RequestError(message, _CARD_SOURCE)
    if set(card) != {_TOML}:
        return load_card(card, _CARD_SOURCE)
    text = card[_TOML]
    if not isinstance(text, str):
        message = f"a text is expected, not {quote(text)}"
        raise RequestError(message, f"{_CARD_SOURCE}.{_TOML}")
    return _read_text(text)


@lru_cache(maxsize=8)
def _read_text(text: str) -> Card:
    """Return the card of a text; the last ones are kept, since whoever brings a card asks more than once."""
    return load_card_toml(text, f"{_CARD_SOURCE}.{_TOML}")


@dataclass(frozen=True)
class AmericanRules:
    """American mahjong with its options and a card."""

    options: AmericanOptions
    card: Card
    matrix: CardMatrix = field(repr=False, compare=False)

    @property
    def info(self) -> RuleSetInfo:
        """The rule set ``american``."""
        return RULE_SET.info

    @property
    def option_values(self) -> Mapping[str, OptionValue]:
        """Every option with its value."""
        return show_options(self.options)

    def declare(self, worth: Mapping[str, int], context: Context) -> DeclaredWin:
        """Return what is paid for a hand for which the card says so many points; ``jokerless`` 1: it has no jokers."""
        return declare_points(worth["points"], context, self.options, jokerless=bool(worth["jokerless"]))

    def faults(self, hand: Hand, context: Context) -> tuple[Fault, ...]:
        """Return everything that makes hand or context invalid."""
        return find_faults(hand, context)

    def notices(self, hand: Hand, context: Context) -> tuple[Notice, ...]:
        """Return what is worth knowing about a valid hand."""
        return find_notices(self.situation(hand, context), hand, context)

    def situation(self, hand: Hand, context: Context) -> Situation:
        """Return where a valid hand stands."""
        rack, live = rack_of(hand), count_live(hand, context)
        bonus = float(self.options.jokerless_factor - 1)
        return observe(self.matrix, rack, outlook_of(live, context, rack.size), bonus=bonus)

    def progress(self, hand: Hand, context: Context) -> Progress:
        """Return how far a valid hand has come, what to discard and the American answer."""
        found = self.situation(hand, context)
        shanten = found.missing - 1
        tiles = (*hand.in_hand, *hand.bonus)
        waiting = None
        if not found.rack.is_full:
            helps = found.standing.helping(found.standing.missing == found.missing)
            waiting = Acceptance(shanten, accepted_tiles(found.rack, helps, found.outlook.live))
        complete = shanten < 0
        return Progress(
            shanten=shanten,
            waiting=waiting,
            discards=rank_discards(found, tiles) if found.rack.is_full else (),
            decompositions=_decompositions(found) if complete else (),
            american={
                "nearest": [line.to_json() for line in nearest_lines(found)],
                "pass": [] if complete else [tile.code for tile in choose_pass(found, tiles)],
                "exchanges": [] if complete else [trade.to_json() for trade in weigh_exchanges(found, context)],
                "calls": [call.to_json() for call in weigh_calls(found)],
                "dead": found.is_dead,
            },
        )

    def judge(self, hand: Hand, context: Context) -> Judgement:
        """Return what a complete hand wins."""
        return Judgement(best_score(self.situation(hand, context), hand, context, self.options))

    def rate(self, hand: Hand, context: Context) -> Score | None:  # noqa: ARG002 - the protocol's arguments
        """Return None: only winners score."""
        return None


def _decompositions(situation: Situation) -> tuple[tuple[str, ...], ...]:
    """Return every way in which a complete rack is a hand of the card, group by group."""
    standing = situation.standing
    rows = standing.reach.rows[np.flatnonzero(standing.missing == 0)]
    hands = [situation.matrix.hands[int(row)] for row in rows]
    pieces = [arrange(hand, situation.rack, situation.outlook.live).pieces for hand in hands]
    return tuple(tuple(piece.strip("()") for piece in found) for found in dict.fromkeys(pieces))


@dataclass(frozen=True)
class AmericanRuleSet:
    """The named game."""

    info: RuleSetInfo

    def configure(self, options: Mapping[str, object], card: object = None) -> AmericanRules:
        """Return the rules with these options and a card, by default the practice card.

        Raises:
            OptionError: An option is unknown or has a value that is not allowed.
            CardError: The card cannot be read.
            RequestError: It is no card at all.
        """
        found = read_card(card)
        return AmericanRules(build_options(AmericanOptions, options), found, card_matrix(found))


RULE_SET: Final = AmericanRuleSet(
    RuleSetInfo(
        name="american",
        title="American mahjong",
        unit=UNIT,
        worth={"points": 10_000, "jokerless": 1},
        summary="A rack against the hands of a yearly card, with jokers and the Charleston; a practice card is there.",
        options=describe_options(AmericanOptions),
        facts=(*COMMON_FACTS, "discarder"),
        full_size=FULL_SIZE,
    )
)
