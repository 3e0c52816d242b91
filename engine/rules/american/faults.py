"""What makes a hand invalid in American play, and what is worth knowing about a valid one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from engine.context import Context
from engine.faults import Fault, Notice
from engine.hand import Hand
from engine.meld import Meld
from engine.phrase import Phrase
from engine.rules.american.pattern import FULL_SIZE, LARGEST_GROUP, SMALLEST_OPEN_GROUP
from engine.rules.american.rack import claimed_group, exposure_of, hand_size
from engine.rules.american.scoring import is_drawn
from engine.rules.american.situation import Situation
from engine.rules.american.tiles import COPIES, JOKER, american_kind, tile_of
from engine.tile import Tile
from engine.wording import quantity

__all__ = ["find_faults", "find_notices"]

_WAITING_SIZE = FULL_SIZE - 1


def find_faults(hand: Hand, context: Context) -> tuple[Fault, ...]:
    """Return everything that makes hand or context invalid.

    >>> from engine.notation import parse_hand
    >>> [fault.code for fault in find_faults(parse_hand("11111m (2m1j)", full_size=14), Context())]
    ['wrong_size', 'five_of_a_kind', 'joker_in_pair']
    """
    return (
        *_size_faults(hand),
        *_count_faults(hand),
        *_meld_faults(hand),
        *_face_faults(hand),
        *_joker_faults(hand, context),
        *context.faults(_as_sets(hand)),
    )


def find_notices(situation: Situation, hand: Hand, context: Context) -> tuple[Notice, ...]:
    """Return what is worth knowing about a valid hand."""
    return (*_overseen(hand, context), *_dead(situation), *_joker_in_pair(situation))


def _size_faults(hand: Hand) -> Iterator[Fault]:
    size = hand_size(hand)
    if size not in {_WAITING_SIZE, FULL_SIZE}:
        message = (
            f"there are {quantity(size, 'tile')} in all; a rack with its exposed groups holds {_WAITING_SIZE}, "
            f"or {FULL_SIZE} with the tile just drawn or called"
        )
        yield Fault("wrong_size", message)
    elif size == _WAITING_SIZE and hand.winning_tile is not None:
        message = f"with the winning tile {hand.winning_tile} there are {size} tiles; a full hand has {FULL_SIZE}"
        yield Fault("wrong_size", message)


def _count_faults(hand: Hand) -> Iterator[Fault]:
    by_kind: dict[int, list[Tile]] = {}
    for tile in hand.all_tiles:
        kind = american_kind(tile)
        if kind is not None:
            by_kind.setdefault(kind, []).append(tile)
    for kind, tiles in sorted(by_kind.items()):
        most = int(COPIES[kind])
        if len(tiles) > most:
            message = f"{_name(kind)} is there {len(tiles)} times; there are only {most}"
            yield Fault("five_of_a_kind", message, tuple(tiles))


def _name(kind: int) -> str:
    return "a flower" if kind == american_kind(Tile.parse("1f")) else str(tile_of(kind))


def _meld_faults(hand: Hand) -> Iterator[Fault]:
    claimed = claimed_group(hand)
    melds = hand.melds[:-1] if claimed else hand.melds
    if claimed and not _is_claimable(hand.melds[-1]):
        melds = hand.melds
    for meld in melds:
        if exposure_of(meld) is not None or any(american_kind(tile) is None for tile in meld.tiles):
            continue  # backs and unreadable tiles have faults of their own
        codes = " ".join(tile.code for tile in meld.tiles)
        jokers = tuple(tile for tile in meld.tiles if tile.is_joker)
        if meld.concealed:
            yield Fault("bad_meld", f"{codes} lie in square brackets; nothing is laid down concealed", meld.tiles)
        elif jokers and len(meld.tiles) < SMALLEST_OPEN_GROUP:
            message = f"{codes} is a single or pair, in which no joker may stand; use real tiles"
            yield Fault("joker_in_pair", message, jokers)
        else:
            message = (
                f"{codes} is no exposed group of {SMALLEST_OPEN_GROUP} to {LARGEST_GROUP} equal tiles "
                f"with a real tile among them"
            )
            yield Fault("bad_meld", message, meld.tiles)


def _is_claimable(meld: Meld) -> bool:
    """Return whether the winning discard can have completed a group: also a pair, a single or the four winds."""
    kinds = Counter(american_kind(tile) for tile in meld.tiles)
    if meld.concealed or None in kinds:
        return False
    if len(meld.tiles) < SMALLEST_OPEN_GROUP:
        return len(kinds) == 1 and JOKER not in kinds
    winds = {american_kind(Tile.parse(f"{rank}z")) for rank in range(1, 5)}
    return exposure_of(meld) is not None or (set(kinds) == winds and len(meld.tiles) == len(winds))


def _face_faults(hand: Hand) -> Iterator[Fault]:
    if backs := tuple(tile for tile in hand.all_tiles if tile.is_face_down):
        yield Fault("face_down", "a tile lies face down; turn it over or say which one it is", backs)
    if unreadable := tuple(tile for tile in hand.all_tiles if tile.is_unreadable):
        yield Fault("unreadable", "a tile could not be read; say which one it is", unreadable)


def _joker_faults(hand: Hand, context: Context) -> Iterator[Fault]:
    tile = hand.winning_tile
    if tile is not None and tile.is_joker and not is_drawn(hand, context):
        message = "a discarded joker cannot be claimed; say that it was self-drawn, or which tile it stands for"
        yield Fault("joker_not_allowed", message, (tile,))


def _as_sets(hand: Hand) -> Hand:
    """Return the hand as the table's facts look at it: full with two concealed tiles, waiting with one."""
    full = hand_size(hand) == FULL_SIZE
    filler = Tile.parse("1j")
    winning = hand.winning_tile if full else None
    others = (1 if full else 0) + (winning is None)
    return Hand((filler,) * others, hand.melds, (), winning, winning_tile_marked=hand.winning_tile_marked)


def _overseen(hand: Hand, context: Context) -> Iterator[Notice]:
    seen: Counter[int] = Counter()
    for tile in (*hand.all_tiles, *context.dora_indicators, *context.visible):
        kind = american_kind(tile)
        if kind is not None:
            seen[kind] += 1
    for kind, count in sorted(seen.items()):
        if count > COPIES[kind]:
            message = f"{_name(kind)} is seen {count} times in hand and visible tiles; there are {COPIES[kind]}"
            yield Notice("five_of_a_kind", message, (tile_of(kind),))


def _dead(situation: Situation) -> Iterator[Notice]:
    if not situation.is_dead:
        return
    if situation.standing.reach.is_empty:
        message = Phrase("dead_by_groups", "no hand of the card has the exposed groups: the hand is dead")
    else:
        message = Phrase("dead_by_tiles", "too few tiles are left for any hand of the card: the hand is dead")
    yield Notice("dead_hand", message, details=(message,))


def _joker_in_pair(situation: Situation) -> Iterator[Notice]:
    """Yield a notice for a full rack that only jokers in pairs or singles would complete."""
    standing = situation.standing
    if not situation.rack.is_full or situation.missing == 0:
        return
    fitting = np.flatnonzero(standing.naturals + situation.rack.jokers >= standing.reach.wanted)
    if len(fitting):
        row = int(standing.reach.rows[fitting[0]])
        line, concrete = situation.matrix.lines[row], situation.matrix.hands[row]
        message = f"no mahjong: for {line.id} ({concrete.text}) a joker would stand in a single or pair"
        yield Notice("joker_in_pair", message, (tile_of(JOKER),))
