"""What a rule set is and what it answers.

A :class:`RuleSet` is the named game; :meth:`RuleSet.configure` makes :class:`Rules` of it, with its options (and, in
American play, a card) fixed. Everything that is asked about hands is asked of the latter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

from engine.acceptance import Acceptance
from engine.advice import DiscardAdvice
from engine.context import Context
from engine.faults import Fault, Notice
from engine.hand import Hand
from engine.phrase import NamedValue, Phrase
from engine.rules.options import OptionSpec, OptionValue

__all__ = [
    "COMMON_FACTS",
    "ForeseeingRules",
    "Judgement",
    "Progress",
    "RuleSet",
    "RuleSetInfo",
    "Rules",
    "Score",
    "ScoreItem",
]


COMMON_FACTS: Final = ("seat", "self_drawn", "visible", "draws_left")
"""Fields of the context that every rule set knows."""


@dataclass(frozen=True, slots=True)
class ScoreItem:
    """One line of a score.

    Attributes:
        code: Stable name in snake_case.
        name: English name.
        value: How much it counts, in ``unit``.
        unit: What it counts, such as ``han`` or ``points``.
        names: Names by language code: ``en``, ``zh`` (simplified), ``ja``, and others; the game's own language comes
            right behind English.
    """

    code: str
    name: str
    value: int
    unit: str
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def named(self) -> NamedValue:
        """The item as a value in a sentence."""
        return {"code": self.code, "name": self.name, "names": dict(self.names), "value": self.value}


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth.

    Attributes:
        total: The hand's value in ``unit``, after limits, without counters and sticks.
        unit: ``points`` or ``fan``.
        items: What it is made of; the items of a unit add up to ``sums[unit]``.
        sums: Sum per unit of the items.
        uncapped: The value before a limit cut it, None when none did.
        limit: Name of the limit, None without one.
        fu: Minipoints (riichi), None elsewhere.
        points: Value in points where ``total`` counts fan (Hong Kong), None elsewhere.
        payments: What every seat wins or pays, counters included; with an unknown discarder, what every paying
            role pays; None when nobody pays (the hand did not win).
        sticks_won: Points of riichi sticks the winner takes from the table.
        explanation: How the total comes about, sentence by sentence.
    """

    total: int
    unit: str
    items: tuple[ScoreItem, ...]
    sums: Mapping[str, int]
    uncapped: int | None = None
    limit: str | None = None
    fu: int | None = None
    points: int | None = None
    payments: Mapping[str, int] | None = None
    sticks_won: int = 0
    explanation: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a complete hand wins: a score, or the reasons why it may not win."""

    score: Score | None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a hand without faults has come.

    Attributes:
        shanten: -1 complete, 0 ready.
        waiting: For a hand that waits for a tile, what it accepts; None for a full hand.
        discards: For a full hand, every tile held as a discard, best first.
        decompositions: Readings of a complete hand as tile strings, melds included.
        american: The American answer (nearest hands, passes, exchanges), None elsewhere.
    """

    shanten: int
    waiting: Acceptance | None
    discards: tuple[DiscardAdvice, ...]
    decompositions: tuple[tuple[str, ...], ...] = ()
    american: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class RuleSetInfo:
    """A rule set for people and programs.

    Attributes:
        name: Name in requests.
        title: English name.
        unit: Unit of a score's total.
        summary: One sentence.
        options: What can be chosen.
        presets: Values of each preset by name; empty without presets.
        facts: Fields of the context that can change an answer; the others mean nothing to this game.
        worth: What a hand's worth is said in, each with the most it can be; empty where that tells no payments.
        full_size: Number of tiles of a full hand where it is fixed (American), None where 3n+2 tiles are full.
    """

    name: str
    title: str
    unit: str
    summary: str
    options: tuple[OptionSpec, ...]
    presets: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)
    facts: tuple[str, ...] = COMMON_FACTS
    worth: Mapping[str, int] = field(default_factory=dict)
    full_size: int | None = None


class Rules(Protocol):
    """A rule set with its options fixed; it never changes what it is given."""

    @property
    def info(self) -> RuleSetInfo:
        """The rule set this is."""
        ...

    @property
    def option_values(self) -> Mapping[str, OptionValue]:
        """Every option with its value."""
        ...

    def faults(self, hand: Hand, context: Context) -> tuple[Fault, ...]:
        """Return everything that makes hand or context invalid."""
        ...

    def notices(self, hand: Hand, context: Context) -> tuple[Notice, ...]:
        """Return what is worth knowing about a valid hand."""
        ...

    def progress(self, hand: Hand, context: Context) -> Progress:
        """Return how far a valid hand has come and what to discard."""
        ...

    def judge(self, hand: Hand, context: Context) -> Judgement:
        """Return what a complete hand wins."""
        ...

    def rate(self, hand: Hand, context: Context) -> Score | None:
        """Return what a valid hand that is not complete scores, None where only winners score."""
        ...


@runtime_checkable
class ForeseeingRules(Rules, Protocol):
    """Rules that can say what discards promise beyond the next draw."""

    def foresee(self, hand: Hand, context: Context, progress: Progress) -> Progress:
        """Return the progress of a valid hand with what its nearest discards promise, ranked anew by it."""
        ...


class RuleSet(Protocol):
    """A named game. Where more is settled than a win, its rules also have ``settle`` (:mod:`engine.settlement`)."""

    @property
    def info(self) -> RuleSetInfo:
        """Name, unit, options and presets."""
        ...

    def configure(self, options: Mapping[str, object], card: object = None) -> Rules:
        """Return the rules with these options.

        Args:
            options: Options by name; the rest keep their defaults.
            card: The card (American), None elsewhere.

        Raises:
            OptionError: An option is unknown or has a value that is not allowed.
        """
        ...
