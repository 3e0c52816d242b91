"""How a rack stands in one concrete hand: which tiles where, what the jokers stand for, what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.rules.american.expansion import ConcreteHand, TileGroup
from engine.rules.american.rack import Exposure, Rack
from engine.rules.american.tiles import JOKER, CountArray, format_kinds

__all__ = ["Arrangement", "arrange"]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A rack laid out as a concrete hand.

    Attributes:
        pieces: For each piece of the hand's text the tiles that stand in it, exposed groups in ``( )``; empty for
            a piece of which nothing is there.
        needs: The kinds that are missing, one for each tile; a joker where no real tile is left for an open place.
    """

    pieces: tuple[str, ...]
    needs: tuple[int, ...]


@dataclass(slots=True)
class _Place:
    """One group of the hand while it is filled."""

    group: TileGroup
    naturals: int = 0
    jokers: int = 0
    exposed: bool = False

    @property
    def empty(self) -> int:
        return self.group.size - self.naturals - self.jokers

    @property
    def tiles(self) -> list[int]:
        return [self.group.kind] * self.naturals + [JOKER] * self.jokers


def arrange(hand: ConcreteHand, rack: Rack, live: CountArray) -> Arrangement:
    """Return how a rack stands in a concrete hand that has all of its exposed groups.

    Natural tiles go to pairs and singles first; jokers to the places whose tiles are hardest to get.

    Args:
        hand: The concrete hand.
        rack: The rack.
        live: Tiles not yet seen by kind, shape (36,).
    """
    tokens = [[_Place(group) for group in token] for token in hand.tokens]
    places = [place for token in tokens for place in token]
    _place_exposures(places, rack.exposures)
    _place_naturals(places, rack.counts)
    left = live.tolist()
    real: list[int] = []
    for place in places:
        if not place.group.is_open:
            real += [place.group.kind] * place.empty
            left[place.group.kind] -= place.empty
    _place_jokers(places, rack.jokers, left)
    needs = _Needs(real, left)
    for place in places:
        if place.group.is_open:
            needs.take(place)
    return Arrangement(
        pieces=tuple(_piece(token) for token in tokens),
        needs=tuple(sorted(needs.kinds)),
    )


def _place_exposures(places: Sequence[_Place], exposures: Sequence[Exposure]) -> None:
    for exposure in exposures:
        place = next(
            place
            for place in places
            if place.group.is_open and not place.exposed and (place.group.kind, place.group.size) == exposure.key
        )
        place.exposed = True
        place.jokers = exposure.jokers
        place.naturals = exposure.size - exposure.jokers


def _place_naturals(places: Sequence[_Place], counts: CountArray) -> None:
    left = counts.tolist()
    for place in sorted(places, key=lambda place: place.group.is_open):
        taken = min(left[place.group.kind], place.empty)
        place.naturals += taken
        left[place.group.kind] -= taken


def _place_jokers(places: Sequence[_Place], jokers: int, left: Sequence[int]) -> None:
    """Put jokers where the fewest real tiles are left for what is empty."""
    for place in sorted(places, key=lambda place: left[place.group.kind] - place.empty):
        if place.group.is_open:
            taken = min(jokers, place.empty)
            place.jokers += taken
            jokers -= taken


@dataclass(slots=True)
class _Needs:
    kinds: list[int]
    left: list[int] = field(default_factory=list)

    def take(self, place: _Place) -> None:
        real = min(place.empty, max(0, self.left[place.group.kind]))
        self.left[place.group.kind] -= real
        self.kinds += [place.group.kind] * real + [JOKER] * (place.empty - real)


def _piece(token: Sequence[_Place]) -> str:
    text = format_kinds(tile for place in token for tile in place.tiles)
    return f"({text})" if any(place.exposed for place in token) else text
