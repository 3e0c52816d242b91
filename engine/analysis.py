"""The one entry point: everything that can be said about a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from engine.acceptance import Acceptance, AcceptedTile
from engine.advice import DiscardAdvice
from engine.context import Context
from engine.faults import Fault, Notice
from engine.hand import Hand
from engine.rules.base import ForeseeingRules, Judgement, Progress, Rules, Score
from engine.rules.options import OptionValue
from engine.rules.registry import get_rule_set
from engine.tile import Tile

__all__ = ["HandAnalysis", "Status", "Wait", "analyse"]

Status = Literal["complete", "ready", "incomplete", "invalid"]


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes a ready hand, and what the hand would then win."""

    tile: Tile
    live: int
    score: Score | None


@dataclass(frozen=True, slots=True)
class HandAnalysis:
    """Everything that can be said about a hand.

    Attributes:
        rules: Name of the rule set.
        options: Every option with its value.
        hand: The hand.
        status: ``complete`` (a winning shape, may it win or not), ``ready``, ``incomplete`` or ``invalid``.
        faults: What is wrong; for a complete hand why it may not win.
        warnings: What is worth knowing.
        shanten: -1 complete, 0 ready, None for an invalid hand.
        accepts: For a hand that waits for a tile, the tiles that bring it nearer.
        accept_count: How many live tiles those are.
        waits: For a ready hand, the tiles that complete it.
        discards: For a full hand, every different tile held, best first.
        decompositions: Every reading of a complete hand.
        score: What the hand is worth, None when it wins nothing.
        american: The American answer, None elsewhere.
    """

    rules: str
    options: Mapping[str, OptionValue]
    hand: Hand
    status: Status
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Notice, ...] = ()
    shanten: int | None = None
    accepts: tuple[AcceptedTile, ...] = ()
    accept_count: int = 0
    waits: tuple[Wait, ...] = ()
    discards: tuple[DiscardAdvice, ...] = ()
    decompositions: tuple[tuple[str, ...], ...] = ()
    score: Score | None = None
    american: Mapping[str, object] | None = None


def analyse(
    hand: Hand,
    context: Context | None = None,
    rules: Rules | str = "riichi",
    options: Mapping[str, object] | None = None,
    *,
    outlook: bool = True,
) -> HandAnalysis:
    """Return everything that can be said about a hand.

    Args:
        hand: Any hand, also an invalid one.
        context: The table's facts; east seat in the east round by default.
        rules: Configured rules, or the name of a rule set.
        options: The rule set's options when it is named; without meaning for configured rules.
        outlook: Whether to look more than one draw ahead (chance to win, expected value), which takes up to a quarter
            of a second; without it an answer takes about a millisecond.

    Raises:
        RuleSetError: No such rule set, or it cannot be used.
        OptionError: An option is unknown or has a value that is not allowed.

    >>> from engine.notation import parse_hand
    >>> analyse(parse_hand("123m456p789s1122z"), rules="basic").waits[0].tile.code
    '1z'
    """
    context = context or Context()
    if isinstance(rules, str):
        rules = get_rule_set(rules).configure(options or {})
    blank = HandAnalysis(rules=rules.info.name, options=rules.option_values, hand=hand, status="invalid")
    if faults := rules.faults(hand, context):
        return replace(blank, faults=faults)
    progress = rules.progress(hand, context)
    if outlook and isinstance(rules, ForeseeingRules):
        progress = rules.foresee(hand, context, progress)
    status = _status(progress)
    judgement = rules.judge(hand, context) if status == "complete" else Judgement(rules.rate(hand, context))
    waiting = progress.waiting or Acceptance(progress.shanten, ())
    return replace(
        blank,
        status=status,
        faults=judgement.faults,
        warnings=rules.notices(hand, context),
        shanten=progress.shanten,
        accepts=waiting.accepts,
        accept_count=waiting.count,
        waits=_waits(hand, context, rules, waiting) if status == "ready" else (),
        discards=progress.discards,
        decompositions=progress.decompositions,
        score=judgement.score,
        american=progress.american,
    )


def _status(progress: Progress) -> Status:
    """Return the status; a hand is ready only with a wait that it has not used up itself."""
    if progress.shanten < 0:
        return "complete"
    states = [progress.waiting] if progress.waiting else progress.discards
    return "ready" if any(state.shanten == 0 and state.accepts for state in states) else "incomplete"


def _waits(hand: Hand, context: Context, rules: Rules, waiting: Acceptance) -> tuple[Wait, ...]:
    """Return the waits, each scored as if its tile had come as the context says, claimed by default."""
    waits = []
    for accepted in waiting.accepts:
        won = replace(hand, winning_tile=accepted.tile, winning_tile_marked=True)
        faulty = rules.faults(won, context)
        score = None if faulty else rules.judge(won, context).score
        waits.append(Wait(accepted.tile, accepted.live, score))
    return tuple(waits)
