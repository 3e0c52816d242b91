"""The table's facts that a hand itself does not show: winds, how it was won, indicators, seen tiles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from engine.faults import Fault, context_conflict
from engine.hand import Hand
from engine.phrase import Phrase
from engine.tile import Tile

__all__ = ["SEATS", "Context", "Riichi", "Wind"]

Riichi = Literal["none", "riichi", "double"]

_KONG_SIZE = 4


class Wind(StrEnum):
    """A wind: a seat at the table or the round."""

    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    NORTH = "N"

    @property
    def kind(self) -> int:
        """Kind of the wind's tile (27..30)."""
        return 27 + SEATS.index(self)


SEATS = (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH)
"""The four seats in playing order; east deals."""


@dataclass(frozen=True, slots=True)
class Context:
    """Facts of the table around one hand.

    Attributes:
        seat: The player's wind; east is the dealer.
        round: The wind of the round.
        self_drawn: Whether the winning tile was drawn; None: claimed when the hand marks it, otherwise drawn.
        discarder: Who discarded the winning tile, None when unknown or drawn.
        last_tile: Drawn as, or discarded after, the last tile of the wall.
        last_of_kind: Whether the winning tile was the last of its kind; None: derived from the tiles seen.
        kong_replacement: Won on the tile drawn after a kong.
        robbing_kong: Won on a tile another player added to a pung.
        first_turn: Self-drawn: the winner's first draw before any claim; discard: the dealer's first discard.
        riichi: Whether riichi was declared, and whether on the first turn.
        ippatsu: Won within a turn of the riichi.
        dora_indicators: Dora indicators turned up.
        ura_indicators: Indicators below them, seen after a riichi win.
        honba: Counters on the table.
        sticks: Riichi sticks on the table, 1000 points each.
        visible: Tiles seen elsewhere: discards and other players' melds; own tiles and indicators not among them.
        draws_left: How many draws the player has left, None when unknown.
    """

    seat: Wind = Wind.EAST
    round: Wind = Wind.EAST
    self_drawn: bool | None = None
    discarder: Wind | None = None
    last_tile: bool = False
    last_of_kind: bool | None = None
    kong_replacement: bool = False
    robbing_kong: bool = False
    first_turn: bool = False
    riichi: Riichi = "none"
    ippatsu: bool = False
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    honba: int = 0
    sticks: int = 0
    visible: tuple[Tile, ...] = ()
    draws_left: int | None = None

    @property
    def is_dealer(self) -> bool:
        """Whether the player sits east."""
        return self.seat is Wind.EAST

    def is_self_drawn(self, hand: Hand) -> bool:
        """Return whether the winning tile of this hand was drawn; a hand that still waits counts as claimed."""
        if self.self_drawn is not None:
            return self.self_drawn
        return hand.winning_tile is not None and not hand.winning_tile_marked

    def faults(self, hand: Hand) -> tuple[Fault, ...]:
        """Return every contradiction, each naming both fields.

        A hand that still waits is judged like a full one by every fact that no tile to come can change: exposed melds
        under a riichi or on the first turn, a kong that is missing (melds are on the table before the winning tile
        is), ura indicators without a riichi, the own seat as discarder. How it will be
        won is open until its winning tile is there, so a discarder, a claim after a kong, and the rest that depends on
        that are judged for full hands only; ``robbing_kong`` and ``self_drawn`` exclude each other for all.
        """
        drawn = self.is_self_drawn(hand)
        claimed = hand.is_full and not drawn
        has_kong = any(len(meld.tiles) == _KONG_SIZE for meld in hand.melds)
        exposed = tuple(tile for meld in hand.melds if not meld.concealed for tile in meld.tiles)
        robbed = _copies_of_winning_tile(hand) if hand.is_full else ()
        ura = self.ura_indicators
        contradictions: tuple[tuple[bool, Fault], ...] = (
            (
                self.ippatsu and self.riichi == "none",
                context_conflict("ippatsu", "riichi", Phrase("ippatsu_without_riichi", "ippatsu needs a riichi")),
            ),
            (
                self.riichi != "none" and bool(exposed),
                context_conflict(
                    "riichi", "hand", Phrase("riichi_exposed", "riichi needs a hand without exposed melds"), exposed
                ),
            ),
            (
                bool(ura) and self.riichi == "none",
                context_conflict(
                    "ura_indicators",
                    "riichi",
                    Phrase("ura_without_riichi", "ura indicators are turned up only after a riichi"),
                    ura,
                ),
            ),
            (
                self.kong_replacement and claimed,
                context_conflict(
                    "kong_replacement",
                    "self_drawn",
                    Phrase("kong_tile_claimed", "the tile after a kong is drawn, not claimed"),
                ),
            ),
            (
                self.kong_replacement and not has_kong,
                context_conflict(
                    "kong_replacement",
                    "hand",
                    Phrase("kong_tile_without_kong", "a tile after a kong needs a kong in the hand"),
                ),
            ),
            (
                self.robbing_kong and drawn,
                context_conflict(
                    "robbing_kong", "self_drawn", Phrase("robbed_drawn", "a robbed tile is claimed, not drawn")
                ),
            ),
            (
                self.robbing_kong and self.kong_replacement,
                context_conflict(
                    "robbing_kong",
                    "kong_replacement",
                    Phrase("robbed_after_kong", "one tile cannot be both robbed and drawn after a kong"),
                ),
            ),
            (
                self.robbing_kong and len(robbed) > 1,
                context_conflict(
                    "robbing_kong",
                    "hand",
                    Phrase("robbed_held", "the other three of a robbed tile lie with the player who is robbed"),
                    robbed,
                ),
            ),
            (
                self.discarder is not None and drawn and hand.is_full,
                context_conflict("discarder", "self_drawn", Phrase("drawn_discarder", "a drawn tile has no discarder")),
            ),
            (
                self.discarder is self.seat,
                context_conflict("discarder", "seat", Phrase("own_discard", "nobody wins on the own discard")),
            ),
            (
                self.first_turn and bool(exposed),
                context_conflict(
                    "first_turn",
                    "hand",
                    Phrase("first_turn_claimed", "nothing was claimed before the first turn"),
                    exposed,
                ),
            ),
            (
                self.first_turn and claimed and self.is_dealer,
                context_conflict(
                    "first_turn",
                    "seat",
                    Phrase("first_turn_dealer", "the dealer's first discard cannot make the dealer win"),
                ),
            ),
            (
                self.first_turn and claimed and self.discarder not in {None, Wind.EAST},
                context_conflict(
                    "first_turn",
                    "discarder",
                    Phrase("first_turn_discarder", "the first discard is the dealer's; east throws it"),
                ),
            ),
            (
                self.first_turn and self.robbing_kong,
                context_conflict(
                    "first_turn",
                    "robbing_kong",
                    Phrase("first_turn_robbed", "a kong that can be robbed comes after the first turn"),
                ),
            ),
            (
                self.first_turn and self.last_tile,
                context_conflict(
                    "first_turn",
                    "last_tile",
                    Phrase("first_turn_last_tile", "the last tile is not drawn on the first turn"),
                ),
            ),
            (
                self.last_tile and bool(self.draws_left),
                context_conflict(
                    "last_tile", "draws_left", Phrase("draws_after_last", "after the last tile nobody draws any more")
                ),
            ),
        )
        return tuple(fault for broken, fault in contradictions if broken)


def _copies_of_winning_tile(hand: Hand) -> tuple[Tile, ...]:
    """Return the tiles of the winning tile's kind, the winning tile among them; none without one."""
    winning = hand.winning_tile
    return () if winning is None else tuple(tile for tile in hand.all_tiles if tile.plain == winning.plain)
