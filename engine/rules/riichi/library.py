"""The only place that knows the package ``mahjong``: our hand in, its yaku and minipoints out.

The package is imported when the first hand is scored, not before. What it takes silently the wrong way is settled
here: chows are sorted, kongs have four tiles, every option is ours, and red fives have the ids it counts (a second
red five of a suit shares the id of the first; the package counts the list of tiles, not distinct ids).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.context import Context
from engine.counts import KINDS
from engine.hand import Hand
from engine.meld import Meld
from engine.rules.riichi.options import RiichiOptions
from engine.tile import Tile

if TYPE_CHECKING:
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.meld import Meld as LibraryMeld

__all__ = ["Estimate", "Yaku", "estimate", "yaku_values"]

_COPIES: Final = 4
_HAN_OF_YAKUMAN: Final = 13
_HAN_OF_RENHOU: Final = 5
_RENHOU: Final = "Renhou"
_PAIR_SIZE: Final = 2


@dataclass(frozen=True, slots=True)
class Yaku:
    """A yaku of the winning hand: the package's name, han, and how many yakuman it counts (0 for ordinary ones)."""

    name: str
    han: int
    yakuman: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the package says about a winning hand.

    Attributes:
        yaku: Its yaku and dora; none when the hand has no yaku.
        fu: Minipoints, rounded; None for thirteen orphans.
        fu_details: Reason and minipoints of each part.
    """

    yaku: tuple[Yaku, ...]
    fu: int | None
    fu_details: tuple[tuple[str, int], ...]


def estimate(hand: Hand, context: Context, options: RiichiOptions) -> Estimate:
    """Return the yaku and minipoints of the best reading of a complete hand.

    Where a win on a discard before the first draw is a mangan, it takes the place of the hand's other yaku and dora
    (the package would add them up); a hand that is worth more without it keeps them.

    Raises:
        ValueError: The package does not take the hand as complete; the hand was not checked before.
    """
    first_claimed = context.first_turn and not context.is_self_drawn(hand) and not context.is_dealer
    if not first_claimed or options.renhou != "mangan":
        return _ask(hand, context, options, renhou=first_claimed and options.renhou == "yakuman")
    ordinary = _ask(hand, context, options, renhou=False)
    if sum(yaku.han for yaku in ordinary.yaku) > _HAN_OF_RENHOU:
        return ordinary
    found = _ask(hand, context, options, renhou=True)
    return replace(found, yaku=tuple(yaku for yaku in found.yaku if yaku.name == _RENHOU))


def yaku_values() -> dict[str, tuple[int, int, bool]]:
    """Return the han of every yaku the package knows, by its name: concealed, open (0: not open), whether yakuman.

    >>> yaku_values()["Honitsu"]
    (3, 2, False)
    """
    from mahjong.hand_calculating.yaku_config import YakuConfig  # noqa: PLC0415 - as above

    return {yaku.name: (yaku.han_closed, yaku.han_open, yaku.is_yakuman) for yaku in vars(YakuConfig()).values()}


def _ask(hand: Hand, context: Context, options: RiichiOptions, *, renhou: bool) -> Estimate:
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415 - imported when the first hand is scored

    winning = hand.winning_tile
    if winning is None:
        message = "a hand without a winning tile cannot be scored"
        raise ValueError(message)
    answer = HandCalculator.estimate_hand_value(
        tiles=_ids(hand.in_hand) + [tile for meld in hand.melds for tile in _ids(meld.tiles)],
        win_tile=_ids([winning])[0],
        melds=[_meld(meld) for meld in hand.melds],
        dora_indicators=_ids(context.dora_indicators),
        ura_dora_indicators=_ids(context.ura_indicators),
        config=_config(hand, context, options, renhou=renhou),
    )
    if answer.error == HandCalculator.ERR_NO_YAKU:
        return Estimate((), None, ())
    if answer.error is not None or answer.yaku is None:
        message = f"the hand cannot be scored: {answer.error}"
        raise ValueError(message)
    yaku = []
    for part in answer.yaku:
        han = part.han_open if answer.is_open_hand and part.han_open else part.han_closed
        yaku.append(Yaku(part.name, han, han // _HAN_OF_YAKUMAN if part.is_yakuman else 0))
    details = tuple((detail["reason"], detail["fu"]) for detail in answer.fu_details or ())
    return Estimate(tuple(yaku), answer.fu if details else None, details)


def _ids(tiles: Iterable[Tile]) -> list[int]:
    """Return an id of the package for each tile: four ids a kind, the first of a five is the red one."""
    used: dict[int, int] = {}
    ids = []
    for tile in tiles:
        index = tile.index
        if index >= KINDS and tile.is_red_five:
            ids.append(tile.plain.index * _COPIES)
            continue
        # copies 1, 2, 3; a fourth plain tile shares the last id, the package counts kinds
        copy = used.get(index, 0)
        if copy < _COPIES - 1:
            used[index] = copy = copy + 1
        ids.append(index * _COPIES + copy)
    return ids


def _meld(meld: Meld) -> LibraryMeld:
    from mahjong.meld import Meld as LibraryMeld  # noqa: PLC0415 - imported when the first hand is scored

    types = {"chow": LibraryMeld.CHI, "pung": LibraryMeld.PON, "kong": LibraryMeld.KAN}
    tiles = sorted(meld.tiles, key=lambda tile: tile.sort_key)
    return LibraryMeld(types[meld.shape or ""], _ids(tiles), opened=not meld.concealed)


def _config(hand: Hand, context: Context, options: RiichiOptions, *, renhou: bool) -> HandConfig:
    from mahjong.hand_calculating.hand_config import HandConfig  # noqa: PLC0415 - as above

    drawn = context.is_self_drawn(hand)
    return HandConfig(
        is_tsumo=drawn,
        is_riichi=context.riichi != "none",
        is_daburu_riichi=context.riichi == "double",
        is_ippatsu=context.ippatsu,
        is_rinshan=context.kong_replacement,
        is_chankan=context.robbing_kong,
        is_haitei=context.last_tile and drawn,
        is_houtei=context.last_tile and not drawn,
        is_tenhou=context.first_turn and drawn and context.is_dealer,
        is_chiihou=context.first_turn and drawn and not context.is_dealer,
        is_renhou=renhou,
        player_wind=context.seat.kind,
        round_wind=_round_wind(hand, context, options),
        options=_optional_rules(options),
    )


@lru_cache(maxsize=32)
def _optional_rules(options: RiichiOptions) -> OptionalRules:
    """Return the options as the package takes them; it changes its HandConfig, never these."""
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules  # noqa: PLC0415 - as above

    return OptionalRules(
        has_open_tanyao=options.open_tanyao,
        has_aka_dora=options.red_fives > 0,
        has_double_yakuman=options.double_yakuman,
        kazoe_limit=HandConfig.KAZOE_LIMITED if options.kazoe == "yakuman" else HandConfig.KAZOE_SANBAIMAN,
        kiriage=options.kiriage_mangan,
        renhou_as_yakuman=options.renhou == "yakuman",
        limit_to_sextuple_yakuman=False,
    )


def _round_wind(hand: Hand, context: Context, options: RiichiOptions) -> int | None:
    """Return the round wind's kind, or None where only its second two minipoints are in question.

    The package gives four minipoints to a pair that is seat and round wind. Where the rules give two, and the hand
    holds just a pair of it, the round wind can say nothing else: leaving it out gives the two of the seat wind.
    """
    kind = context.round.kind
    if options.double_wind_fu == _PAIR_SIZE and context.seat is context.round:
        held = sum(tile.kind == kind for tile in hand.all_tiles)
        if held == _PAIR_SIZE:
            return None
    return kind
