"""Which tile to discard: every tile of a full rack, best first, with what it leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from engine.acceptance import AcceptedTile
from engine.advice import DiscardAdvice
from engine.phrase import Phrase
from engine.rules.american.distance import Standing, Steps
from engine.rules.american.matrix import BoolArray
from engine.rules.american.rack import Rack
from engine.rules.american.situation import Assessment, Situation, held_kinds
from engine.rules.american.tiles import COPIES, JOKER, KINDS, NATURAL_KINDS, CountArray, american_kind, tile_of
from engine.tile import Tile
from engine.wording import quantity

__all__ = ["DEAD_SHANTEN", "RankedKinds", "accepted_tiles", "helping_kinds", "rank_discards", "rank_kinds"]

DEAD_SHANTEN: Final = 13
"""Shanten where the exposed groups leave no hand of the card: nothing of the rack can be used."""

_DIGITS: Final = 4
"""Decimals of chances in answers: the model is no finer."""


@dataclass(frozen=True, slots=True, eq=False)
class RankedKinds:
    """The kinds of a full rack as discards.

    Attributes:
        kinds: The kinds in ascending order, jokers last.
        order: Their places, best first.
        steps: What each leaves, against all hands within reach.
        assessment: What each leaves, against the near hands.
    """

    kinds: tuple[int, ...]
    order: tuple[int, ...]
    steps: Steps
    assessment: Assessment


def rank_kinds(situation: Situation) -> RankedKinds:
    """Return the kinds of a full rack ranked by what they leave.

    The order is: most points to be expected, best chance to win, least shanten; a joker is the last of equals.
    """
    kinds = held_kinds(situation.rack)
    steps = situation.standing.discard(kinds)
    assessment = situation.discard(kinds)
    shanten = steps.missing.min(axis=1, initial=DEAD_SHANTEN + 1)
    held = np.array(kinds)
    order = np.lexsort((held, held == JOKER, shanten, -assessment.win, -assessment.value))
    return RankedKinds(tuple(kinds), tuple(int(place) for place in order), steps, assessment)


def accepted_tiles(rack: Rack, helps: BoolArray, live: CountArray) -> tuple[AcceptedTile, ...]:
    """Return the kinds that help, without those of which the player holds all there are.

    Args:
        rack: The rack.
        helps: Which kinds bring it nearer, shape (36,).
        live: Tiles not yet seen by kind, shape (36,).
    """
    held = rack.counts.copy()
    for exposure in rack.exposures:
        held[exposure.kind] += exposure.size - exposure.jokers
        held[JOKER] += exposure.jokers
    return tuple(AcceptedTile(tile_of(int(kind)), int(live[kind])) for kind in np.flatnonzero(helps & (held < COPIES)))


def rank_discards(situation: Situation, tiles: tuple[Tile, ...]) -> tuple[DiscardAdvice, ...]:
    """Return every different tile of a full rack as a discard, best first.

    Args:
        situation: The rack.
        tiles: Its tiles; a red five is apart from a five, flowers by their codes. Tiles of a group that the winning
            discard completed are not among them.
    """
    ranked = rank_kinds(situation)
    helping = helping_kinds(situation.standing, ranked.steps)
    by_kind: dict[int | None, list[Tile]] = {}
    for tile in dict.fromkeys(tiles):
        by_kind.setdefault(american_kind(tile), []).append(tile)
    shanten = ranked.steps.missing.min(axis=1, initial=DEAD_SHANTEN + 1) - 1
    advice = []
    for place in ranked.order:
        kind = ranked.kinds[place]
        accepts = accepted_tiles(situation.rack.changed(kind, -1), helping[place], situation.outlook.live)
        count = sum(accepted.live for accepted in accepts)
        advice += [
            DiscardAdvice(
                tile=tile,
                shanten=int(shanten[place]),
                accepts=accepts,
                accept_count=count,
                reasons=tuple(_reasons(situation, ranked, place, tile, accepts)),
                win_probability=round(float(ranked.assessment.win[place]), _DIGITS),
                expected_value=round(float(ranked.assessment.value[place]), _DIGITS),
            )
            for tile in by_kind.get(kind, ())
        ]
    return tuple(advice)


def helping_kinds(standing: Standing, steps: Steps) -> BoolArray:
    """Return which kinds bring the rack nearer after each step, shape (D, 36)."""
    helps = np.zeros((len(steps.kinds), KINDS), dtype=np.bool_)
    if not len(standing.missing):
        return helps
    is_best = steps.missing == steps.missing.min(axis=1, keepdims=True)
    rows = np.flatnonzero(is_best.any(axis=0))
    is_best = is_best[:, np.newaxis, rows]
    have = np.tile(standing.counts, (len(steps.kinds), 1))
    have[np.arange(len(steps.kinds)), steps.kinds] -= 1
    held = have[:, :NATURAL_KINDS, np.newaxis]
    unfilled = (steps.open_left > steps.jokers)[:, np.newaxis, rows]
    free, total = standing.reach.free[:, rows], standing.reach.total[:, rows]
    helps[:, :NATURAL_KINDS] = (is_best & ((held < free) | ((held < total) & unfilled))).any(axis=2)
    helps[:, JOKER] = (is_best & unfilled).any(axis=2)[:, 0]
    return helps


def _reasons(
    situation: Situation,
    ranked: RankedKinds,
    place: int,
    tile: Tile,
    accepts: tuple[AcceptedTile, ...],
) -> Iterator[Phrase]:
    """Yield why a discard stands where it stands."""
    if situation.is_dead:
        yield Phrase("dead", "no hand of the card can be made any more: the hand is dead")
        return
    yield _use(situation, ranked, place, tile)
    made = ranked.assessment.chances.made[place]
    best = int(made.argmax())
    row = int(situation.near.reach.rows[best])
    missing = int(ranked.assessment.steps.missing[place, best])
    line, hand = situation.matrix.lines[row], situation.matrix.hands[row]
    text = f"likeliest then: {line.id} ({hand.text}), {quantity(missing, 'tile')} short, {line.value} points"
    yield Phrase("likeliest_line", text, line=line.id, missing=missing, points=line.value)
    live = [accepted for accepted in accepts if accepted.live]
    count = sum(accepted.live for accepted in live)
    nearest = int(ranked.steps.missing[place].min())
    if nearest == 1:
        waits = tuple(accepted.tile.code for accepted in live)
        text = f"leaves the hand ready for {', '.join(waits) or 'tiles that are all gone'}"
        yield Phrase("ready_for", text, tiles=waits) if waits else Phrase("ready_for_none", text)
    elif live:
        verb = "brings" if count == 1 else "bring"
        text = f"{quantity(count, 'live tile')} of {quantity(len(live), 'kind')} {verb} the nearest hand nearer"
        yield Phrase("live_nearest", text, count=count, kinds=len(live))
    if nearest > int(ranked.steps.missing.min()):
        yield Phrase("other_nearer", "another discard leaves a hand nearer")


def _use(situation: Situation, ranked: RankedKinds, place: int, tile: Tile) -> Phrase:
    if tile.is_joker:
        return Phrase("gives_joker", "gives a joker away, which can stand for any tile in a group of three or more")
    users = int(ranked.assessment.steps.lost[place].sum())
    near = len(situation.near.missing)
    if users == 0:
        return Phrase("no_hand_needs", f"none of the {near} nearest hands needs {tile}", near=near, tile=tile.code)
    text = f"{users} of the {near} nearest hands need {tile}"
    return Phrase("hands_need", text, users=users, near=near, tile=tile.code)
