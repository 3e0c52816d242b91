"""The rule set ``riichi``: our hands, options, explanation and payments around the yaku of the package ``mahjong``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from engine.context import Context
from engine.faults import Fault, Notice, context_conflict
from engine.hand import Hand, TileSet
from engine.phrase import Phrase
from engine.rules.base import COMMON_FACTS, Judgement, Progress, RuleSetInfo
from engine.rules.declared import DeclaredWin
from engine.rules.options import describe_options
from engine.rules.riichi.cautions import discard_cautions, furiten_notices
from engine.rules.riichi.draws import settle_draw
from engine.rules.riichi.hints import no_yaku_fault
from engine.rules.riichi.library import estimate
from engine.rules.riichi.options import PRESETS, RiichiOptions
from engine.rules.riichi.scoring import UNIT, WORTH, declare_win, score_estimate
from engine.rules.sets import SetRules, SetRuleSet
from engine.settlement import Settlement, Table, settle_winner
from engine.shanten import REGULAR_FORMS, SevenPairsForm, ThirteenOrphansForm, WinningForm
from engine.tile import Tile

__all__ = ["RULE_SET", "RiichiRules", "dora_kind"]

_FORMS: Final[tuple[WinningForm, ...]] = (*REGULAR_FORMS, SevenPairsForm(), ThirteenOrphansForm())
_RED_FIVES: Final[dict[int, tuple[int, int, int] | None]] = {0: None, 3: (1, 1, 1), 4: (1, 2, 1)}
"""Red fives of characters, circles and bamboos by their number; the fourth is a circle."""
_CYCLES: Final = ((0, 9), (9, 9), (18, 9), (27, 4), (31, 3))
"""First kind and length of the cycles in which an indicator points to the next tile."""
_DEAD_WALL: Final = 14
"""Tiles that are never drawn from the wall: indicators and replacements."""


def dora_kind(indicator: Tile) -> int | None:
    """Return the kind that an indicator makes dora, None when it shows no kind.

    >>> [Tile.of_kind(dora_kind(Tile.parse(code))).code for code in ("9m", "4z", "7z")]
    ['1m', '1z', '5z']
    """
    kind = indicator.kind
    if kind is None:
        return None
    first, length = next(cycle for cycle in reversed(_CYCLES) if kind >= cycle[0])
    return first + (kind - first + 1) % length


@dataclass(frozen=True)
class RiichiRules(SetRules):
    """Riichi mahjong with its options."""

    options: RiichiOptions

    @property
    def info(self) -> RuleSetInfo:
        """The rule set ``riichi``."""
        return RULE_SET.info

    @property
    def forms(self) -> tuple[WinningForm, ...]:
        """Four sets and a pair, seven different pairs, thirteen orphans."""
        return _FORMS

    @property
    def tile_set(self) -> TileSet:
        """No bonus tiles; red fives as the option says."""
        return TileSet(red_fives=_RED_FIVES[self.options.red_fives])

    def table_faults(self, hand: Hand, context: Context) -> tuple[Fault, ...]:
        """Return contradictions that only riichi knows."""
        kongs = tuple(tile for meld in hand.melds for tile in meld.tiles) if hand.is_concealed else ()
        contradictions = (
            (
                context.kong_replacement and context.last_tile,
                context_conflict("kong_replacement", "last_tile", Phrase("last_tile_kong", "no kong on the last tile")),
            ),
            (
                context.robbing_kong and context.last_tile,
                context_conflict("robbing_kong", "last_tile", Phrase("last_tile_kong", "no kong on the last tile")),
            ),
            (
                context.ippatsu and context.kong_replacement,
                context_conflict("ippatsu", "kong_replacement", Phrase("kong_ends_ippatsu", "a kong ends ippatsu")),
            ),
            (
                context.first_turn and bool(kongs),
                context_conflict(
                    "first_turn", "hand", Phrase("kong_ends_first_turn", "a kong ends the first turn"), kongs
                ),
            ),
            (
                context.first_turn and context.riichi != "none",
                context_conflict(
                    "first_turn",
                    "riichi",
                    Phrase("riichi_before_first_turn", "nobody has declared riichi before the first turn"),
                ),
            ),
        )
        return tuple(fault for broken, fault in contradictions if broken)

    def notices(self, hand: Hand, context: Context) -> tuple[Notice, ...]:
        """Return what is worth knowing about a valid hand: indicators that make nothing dora, furiten to check."""
        return (
            *super().notices(hand, context),
            *_idle_indicators(context),
            *_overseen_red_fives(hand, context, self.tile_set),
            *furiten_notices(hand, context, self.forms),
        )

    def progress(self, hand: Hand, context: Context) -> Progress:
        """Return how far a valid hand has come; discards say where they mean furiten or may be swap-calling."""
        found = super().progress(hand, context)
        discards = (
            replace(advice, reasons=(*advice.reasons, *dict.fromkeys(discard_cautions(hand, advice))))
            for advice in found.discards
        )
        return replace(found, discards=tuple(discards))

    @property
    def wall_size(self) -> int:
        """The set without the dead wall."""
        return super().wall_size - _DEAD_WALL

    def when_ready(self, hand: Hand, context: Context) -> Context:
        """Return the facts under which a hand to come is won: a concealed one declares riichi once it is ready."""
        plain = super().when_ready(hand, context)
        return replace(plain, riichi="riichi") if hand.is_concealed and plain.riichi == "none" else plain

    @property
    def claims_own_discards(self) -> bool:
        """No: whoever discarded a tile of the wait wins on a drawn tile only (furiten)."""
        return False

    def any_shape_wins(self, hand: Hand) -> bool:
        """Return whether the hand is concealed: with riichi declared it has its yaku."""
        return hand.is_concealed

    def keep_value(self, tile: Tile, context: Context) -> int:
        """Return how much a tile is worth keeping: two for each dora or red five, one for a valued honour."""
        valued = tile.is_dragon or tile.kind in {context.seat.kind, context.round.kind}
        return 2 * self.dora_count(tile, context) + valued

    def dora_count(self, tile: Tile, context: Context) -> int:
        """Return how many dora a tile is: one for each indicator that points to it, one more as a red five."""
        red = tile.is_red_five and self.options.red_fives > 0
        return sum(dora_kind(indicator) == tile.kind for indicator in context.dora_indicators) + red

    def score(self, hand: Hand, context: Context) -> Judgement:
        """Return the points of a complete hand, or the fault ``no_yaku``."""
        found = estimate(hand, context, self.options)
        if not found.yaku:
            return Judgement(None, (no_yaku_fault(hand, context, self.options),))
        return Judgement(score_estimate(found, hand, context, self.options))

    def declare(self, worth: Mapping[str, int], context: Context) -> DeclaredWin:
        """Return what is paid for a hand of so many han and minipoints, or yakuman."""
        return declare_win(worth, context, self.options)

    def settle(self, table: Table) -> Settlement:
        """Return who pays whom: for a win as the winner's hand says, for a drawn deal who is not ready.

        Raises:
            SettlementError: What has to be known for it is missing.
        """
        return settle_draw(table) if table.winner is None else settle_winner(self, table)


def _idle_indicators(context: Context) -> Iterator[Notice]:
    """Yield a notice for every indicator that shows no tile of the game: its dora are missing from the score."""
    for tile in (*context.dora_indicators, *context.ura_indicators):
        if dora_kind(tile) is None:
            message = f"the indicator {tile} makes no tile dora; say which tile it is, or its dora are not counted"
            yield Notice("indicator_ignored", message, (tile,))


def _overseen_red_fives(hand: Hand, context: Context, tile_set: TileSet) -> Iterator[Notice]:
    """Yield a notice for every suit of which more red fives were seen than there are."""
    seen = Counter((*hand.all_tiles, *context.dora_indicators, *context.ura_indicators, *context.visible))
    for suit, most in zip("mps", tile_set.red_fives or (), strict=False):
        red = Tile.parse(f"0{suit}")
        if seen[red] > most:
            message = f"{red} is seen {seen[red]} times in hand, indicators and visible tiles; the set has {most}"
            yield Notice("red_five_count", message, (red,))


RULE_SET: Final = SetRuleSet(
    RuleSetInfo(
        name="riichi",
        title="Japanese riichi",
        unit=UNIT,
        worth=WORTH,
        summary="Riichi mahjong with han and fu; presets of Tenhou, M.LEAGUE, WRC and EMA.",
        options=describe_options(RiichiOptions),
        presets=PRESETS,
        facts=(
            *COMMON_FACTS,
            "discarder",
            "round",
            "last_tile",
            "kong_replacement",
            "robbing_kong",
            "first_turn",
            "riichi",
            "ippatsu",
            "dora_indicators",
            "ura_indicators",
            "honba",
            "sticks",
        ),
    ),
    RiichiOptions,
    RiichiRules,
)
