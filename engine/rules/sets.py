"""Common ground of the games of four sets and a pair: faults, progress and discards from the shared mechanics."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Generic

from engine.acceptance import survey
from engine.advice import DiscardAdvice, rank_discards, weigh_prospects
from engine.context import Context
from engine.counts import COPIES, count_kinds
from engine.decompose import Decomposition, Group
from engine.errors import RequestError
from engine.faults import Fault, Notice
from engine.hand import Hand, TileSet
from engine.meld import Meld
from engine.prospects import find_prospects
from engine.rules.base import Judgement, Progress, RuleSetInfo, Score
from engine.rules.options import OptionsType, OptionValue, build_options, show_options
from engine.shanten import WinningForm
from engine.tile import Tile

__all__ = ["SetRuleSet", "SetRules", "decompose_hand", "meld_group"]

_REGULAR: Final = "regular"
_WALL: Final = 136
_BONUS: Final = 8


def meld_group(meld: Meld) -> Group:
    """Return a valid meld as a group."""
    shape = meld.shape
    if shape is None:
        codes = " ".join(tile.code for tile in meld.tiles)
        message = f"{codes} is no meld"
        raise ValueError(message)
    return Group(shape, meld.kinds[0])


def decompose_hand(hand: Hand, forms: tuple[WinningForm, ...]) -> tuple[Decomposition, ...]:
    """Return every reading of the concealed tiles of a hand by any of the forms."""
    concealed = count_kinds(hand.in_hand)
    return tuple(reading for form in forms for reading in form.decompositions(concealed, hand.sets_wanted))


class SetRules(ABC):
    """Rules of a game of four sets and a pair; a rule set adds how it scores.

    Attributes:
        options: The rule set's options, a dataclass of :func:`engine.rules.options.option` fields.
    """

    options: object

    @property
    @abstractmethod
    def info(self) -> RuleSetInfo:
        """The rule set this is."""

    @abstractmethod
    def score(self, hand: Hand, context: Context) -> Judgement:
        """Return what a complete hand of full size wins."""

    @property
    @abstractmethod
    def forms(self) -> tuple[WinningForm, ...]:
        """The forms that win."""

    @property
    def option_values(self) -> Mapping[str, OptionValue]:
        """Every option with its value."""
        return show_options(self.options)

    @property
    def tile_set(self) -> TileSet:
        """The tiles the game is played with; by default no bonus tiles, and red fives are plain fives."""
        return TileSet()

    def table_faults(self, hand: Hand, context: Context) -> tuple[Fault, ...]:  # noqa: ARG002 - for rule sets to use
        """Return contradictions that only these rules know; none by default."""
        return ()

    def keep_value(self, tile: Tile, context: Context) -> int:  # noqa: ARG002 - for rule sets to use
        """Return how much a tile is worth keeping besides its use in sets; 0 by default."""
        return 0

    def dora_count(self, tile: Tile, context: Context) -> int:  # noqa: ARG002 - for rule sets to use
        """Return how many dora a tile is; most games have none."""
        return 0

    def rate(self, hand: Hand, context: Context) -> Score | None:  # noqa: ARG002 - for rule sets to use
        """Return None: only winners score, unless a rule set says otherwise."""
        return None

    def faults(self, hand: Hand, context: Context) -> tuple[Fault, ...]:
        """Return everything that makes hand or context invalid."""
        return (*hand.faults(self.tile_set), *context.faults(hand), *self.table_faults(hand, context))

    def notices(self, hand: Hand, context: Context) -> tuple[Notice, ...]:
        """Return what is worth knowing about a valid hand."""
        return (*hand.notices(self.tile_set), *_overseen(hand, context))

    def progress(self, hand: Hand, context: Context) -> Progress:
        """Return how far a valid hand has come and what to discard."""
        found = survey(hand, context, self.forms)
        discards: tuple[DiscardAdvice, ...] = ()
        if hand.is_full:
            discards = rank_discards(
                hand,
                found,
                lambda tile: self.keep_value(tile, context),
                lambda tile: self.dora_count(tile, context),
            )
        return Progress(
            shanten=found.shanten,
            waiting=found.waiting,
            discards=discards,
            decompositions=self._readings(hand) if hand.is_full and found.shanten < 0 else (),
        )

    def foresee(self, hand: Hand, context: Context, progress: Progress) -> Progress:
        """Return the progress with what the nearest discards promise, ranked anew by it.

        Takes far longer than the progress itself: a few milliseconds for a ready hand, up to a quarter of a second for
        one two from ready.
        """
        if not hand.is_full:
            return progress
        return replace(progress, discards=weigh_prospects(hand, progress.discards, find_prospects(hand, context, self)))

    @property
    def wall_size(self) -> int:
        """How many tiles can be dealt and drawn before nobody wins: the whole set, unless a rule set says otherwise."""
        return _WALL + (_BONUS if self.tile_set.bonus else 0)

    def when_ready(self, hand: Hand, context: Context) -> Context:  # noqa: ARG002 - for rule sets to use
        """Return the facts under which a hand that is not complete yet is taken to be won: nothing out of the way."""
        return replace(
            context,
            discarder=None,
            last_tile=False,
            last_of_kind=None,
            kong_replacement=False,
            robbing_kong=False,
            first_turn=False,
            ippatsu=False,
        )

    @property
    def claims_own_discards(self) -> bool:
        """Whether a tile may be claimed to win when an own discard would win too; most games allow it."""
        return True

    def any_shape_wins(self, hand: Hand) -> bool:  # noqa: ARG002 - for rule sets to use
        """Return whether a complete hand with these melds may always win; False asks :meth:`judge` for each."""
        return False

    def judge(self, hand: Hand, context: Context) -> Judgement:
        """Return what a complete hand wins; nothing while melds are missing or the winning tile is unknown."""
        if hand.missing_melds > 0:
            return Judgement(None)
        if not hand.winning_tile_marked and context.self_drawn is False:
            message = (
                "self_drawn is false, but the hand does not say which tile was claimed; write the winning tile as +x"
            )
            return Judgement(None, (Fault("winning_tile_missing", message),))
        return self.score(hand, context)

    def _readings(self, hand: Hand) -> tuple[tuple[str, ...], ...]:
        melds = [meld_group(meld) for meld in hand.melds]
        return tuple(tuple(_texts(reading, melds)) for reading in decompose_hand(hand, self.forms))


@dataclass(frozen=True)
class SetRuleSet(Generic[OptionsType]):
    """A named game of four sets and a pair.

    Attributes:
        info: Name, unit, options and presets.
        options_type: The dataclass of its options.
        make_rules: Makes its rules with options.
    """

    info: RuleSetInfo
    options_type: type[OptionsType]
    make_rules: Callable[[OptionsType], SetRules]

    def configure(self, options: Mapping[str, object], card: object = None) -> SetRules:
        """Return the rules with these options.

        Raises:
            OptionError: An option is unknown or has a value that is not allowed.
            RequestError: A card is given.
        """
        if card is not None:
            message = "only american rules are played with a card"
            raise RequestError(message, "card")
        return self.make_rules(build_options(self.options_type, options, self.info.presets or None))


def _texts(reading: Decomposition, melds: list[Group]) -> Iterator[str]:
    """Yield the groups in tile order with the pair last."""
    if not reading.groups:
        yield f"special:{reading.form}"
        return
    groups = [*reading.groups, *melds]
    if reading.form == _REGULAR:
        groups.sort(key=lambda group: (group.shape == "pair", group.kind, group.shape))
    for group in groups:
        yield group.text


def _overseen(hand: Hand, context: Context) -> Iterator[Notice]:
    """Yield a notice for every kind of which more tiles were seen than there are."""
    indicators = (*context.dora_indicators, *context.ura_indicators)
    seen = Counter(tile.plain for tile in (*hand.all_tiles, *indicators, *context.visible))
    for tile in sorted(seen):
        if tile.kind is not None and seen[tile] > COPIES:
            message = f"{tile} is seen {seen[tile]} times in hand, indicators and visible tiles; there are {COPIES}"
            yield Notice("five_of_a_kind", message, (tile,))
