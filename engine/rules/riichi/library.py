"""The only place that knows the package ``mahjong``: our hand in, its yaku and minipoints out.

The package is imported when the first hand is scored, not before. What it takes silently the wrong way is settled
here: chows are sorted, kongs have four tiles, every option is ours, and red fives have the ids it counts (equal tiles
share an id; the package counts the list of tiles, not distinct ids).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.context import Context
from engine.hand import Hand
from engine.meld import Meld
from engine.rules.riichi.options import RiichiOptions
from engine.tile import CODES, Tile

if TYPE_CHECKING:
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
    from mahjong.meld import Meld as LibraryMeld

__all__ = ["RENHOU", "Estimate", "Yaku", "estimate", "yaku_values"]

_COPIES: Final = 4
_IDS: Final = tuple(
    _COPIES * tile.plain.index + (not tile.is_red_five) for tile in (Tile(index) for index in range(len(CODES) + 1))
)
"""An id of the package for each tile, by its index: it has four ids a kind, and the first of a five is the red one."""
_CONFIGS: Final = 256
"""How many ways to win a thread remembers the package's configuration of."""
_HAN_OF_YAKUMAN: Final = 13
_HAN_OF_RENHOU: Final = 5
RENHOU: Final = "Renhou"
"""The package's name of a win on a discard before the first draw."""
_PAIR_SIZE: Final = 2


class Yaku(NamedTuple):
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
    return replace(found, yaku=tuple(yaku for yaku in found.yaku if yaku.name == RENHOU))


def yaku_values() -> dict[str, tuple[int, int, bool]]:
    """Return the han of every yaku the package knows, by its name: concealed, open (0: not open), whether yakuman.

    >>> yaku_values()["Honitsu"]
    (3, 2, False)
    """
    from mahjong.hand_calculating.yaku_config import YakuConfig  # noqa: PLC0415 - as above

    return {yaku.name: (yaku.han_closed, yaku.han_open, yaku.is_yakuman) for yaku in vars(YakuConfig()).values()}


def _ask(hand: Hand, context: Context, options: RiichiOptions, *, renhou: bool) -> Estimate:
    calculator = _calculator()
    winning = hand.winning_tile
    if winning is None:
        message = "a hand without a winning tile cannot be scored"
        raise ValueError(message)
    tiles = _ids((winning, *hand.concealed))
    for meld in hand.melds:
        tiles += _ids(meld.tiles)
    answer = calculator.estimate_hand_value(
        tiles=tiles,
        win_tile=tiles[0],
        melds=[_meld(meld) for meld in hand.melds],
        dora_indicators=_ids(context.dora_indicators),
        ura_dora_indicators=_ids(context.ura_indicators),
        config=_config(hand, context, options, renhou=renhou),
    )
    if answer.error == calculator.ERR_NO_YAKU:
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


@cache
def _calculator() -> type[HandCalculator]:
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415 - imported when the first hand is scored

    return HandCalculator


def _ids(tiles: Iterable[Tile]) -> list[int]:
    return [_IDS[tile.index] for tile in tiles]


def _meld(meld: Meld) -> LibraryMeld:
    from mahjong.meld import Meld as LibraryMeld  # noqa: PLC0415 - imported when the first hand is scored

    types = {"chow": LibraryMeld.CHI, "pung": LibraryMeld.PON, "kong": LibraryMeld.KAN}
    tiles = sorted(meld.tiles, key=lambda tile: tile.sort_key)
    return LibraryMeld(types[meld.shape or ""], _ids(tiles), opened=not meld.concealed)


def _config(hand: Hand, context: Context, options: RiichiOptions, *, renhou: bool) -> HandConfig:
    return _configs().remembered(
        _Way(
            drawn=context.is_self_drawn(hand),
            riichi=context.riichi,
            ippatsu=context.ippatsu,
            kong_replacement=context.kong_replacement,
            robbing_kong=context.robbing_kong,
            last_tile=context.last_tile,
            first_turn=context.first_turn,
            renhou=renhou,
            seat_wind=context.seat.kind,
            round_wind=_round_wind(hand, context, options),
        ),
        options,
    )


class _Way(NamedTuple):
    """How a hand was won, as far as the package's configuration depends on it."""

    drawn: bool
    riichi: str
    ippatsu: bool
    kong_replacement: bool
    robbing_kong: bool
    last_tile: bool
    first_turn: bool
    renhou: bool
    seat_wind: int
    round_wind: int | None


class _Configs(threading.local):
    """The package's configurations of one thread.

    Making one takes a quarter of the time of scoring a hand. The package writes the han of dora into it before it
    counts them, so that one may be used again, but never by two threads at once.
    """

    def __init__(self) -> None:
        """Remember nothing yet; called in every thread that asks."""
        self.remembered = lru_cache(maxsize=_CONFIGS)(_make_config)


@cache
def _configs() -> _Configs:
    return _Configs()


def _make_config(way: _Way, options: RiichiOptions) -> HandConfig:
    from mahjong.constants import EAST  # noqa: PLC0415 - as above
    from mahjong.hand_calculating.hand_config import HandConfig  # noqa: PLC0415 - as above

    first_draw = way.first_turn and way.drawn
    return HandConfig(
        is_tsumo=way.drawn,
        is_riichi=way.riichi != "none",
        is_daburu_riichi=way.riichi == "double",
        is_ippatsu=way.ippatsu,
        is_rinshan=way.kong_replacement,
        is_chankan=way.robbing_kong,
        is_haitei=way.last_tile and way.drawn,
        is_houtei=way.last_tile and not way.drawn,
        is_tenhou=first_draw and way.seat_wind == EAST,
        is_chiihou=first_draw and way.seat_wind != EAST,
        is_renhou=way.renhou,
        player_wind=way.seat_wind,
        round_wind=way.round_wind,
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
