"""Joker exchanges: a real tile of the rack for a joker in an exposed group, on the own turn.

Own exposed groups are known; of the other players' groups a request tells only the visible tiles, so an exchange with
them is told where jokers and tiles of the kind are visible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.context import Context
from engine.meld import Meld
from engine.notation import format_meld
from engine.phrase import Phrase
from engine.rules.american.discarding import rank_kinds
from engine.rules.american.rack import Exposure, Rack
from engine.rules.american.situation import Situation
from engine.rules.american.tiles import JOKER, count_tiles, tile_of

__all__ = ["Exchange", "weigh_exchanges"]


@dataclass(frozen=True, slots=True)
class Exchange:
    """A real tile for an exposed joker.

    Attributes:
        kind: Kind of the tile that is given.
        group: The own exposed group, None for one of another player.
        worth: Whether the rack is worth more with the joker.
        nearer: How many tiles nearer the nearest hand is with it.
        reason: Why it is worth it or not.
    """

    kind: int
    group: Exposure | None
    worth: bool
    nearer: int
    reason: Phrase

    def to_json(self) -> dict[str, object]:
        """Return the exchange as plain JSON values."""
        tile = tile_of(self.kind)
        reasons = [self.reason]
        if self.group is None:
            group, owner = None, "other"
            text = f"if another player's exposed group of {tile} holds a joker"
            reasons.insert(0, Phrase("if_others_joker", text, tile=tile.code))
        else:
            natural = self.group.size - self.group.jokers
            group = format_meld(Meld((tile,) * natural + (tile_of(JOKER),) * self.group.jokers))
            owner = "own"
        return {
            "tile": tile.code,
            "group": group,
            "owner": owner,
            "worth": self.worth,
            "nearer": self.nearer,
            "reasons": [str(reason) for reason in reasons],
            "reason_codes": [reason.to_json() for reason in reasons],
        }


def weigh_exchanges(situation: Situation, context: Context) -> tuple[Exchange, ...]:
    """Return the exchanges that may be made on the own turn, those with own groups first.

    Args:
        situation: The rack.
        context: The table's facts; its visible tiles tell of other players' groups.
    """
    before = situation.best_value()
    own = [exposure for exposure in dict.fromkeys(situation.rack.exposures) if exposure.jokers]
    found = [
        _weigh(situation, before, exposure.kind, exposure) for exposure in own if situation.rack.counts[exposure.kind]
    ]
    taken = {exchange.kind for exchange in found}
    others = [_weigh(situation, before, kind, None) for kind in _kinds_of_others(situation.rack, context, taken)]
    return (*found, *(exchange for exchange in others if exchange.worth))


def _kinds_of_others(rack: Rack, context: Context, taken: set[int]) -> Iterator[int]:
    visible = count_tiles(context.visible)
    if visible[JOKER]:
        for kind in range(JOKER):
            if visible[kind] and rack.counts[kind] and kind not in taken:
                yield kind


def _weigh(situation: Situation, before: float, kind: int, group: Exposure | None) -> Exchange:
    rack = situation.rack.changed(kind, -1).changed(JOKER, 1)
    if group is not None:
        rack = replace(rack, exposures=_exchanged(rack.exposures, group))
    after = situation.with_rack(rack)
    worth = after.is_complete or after.best_value() > before
    reason = _reason(after) if worth else Phrase("tile_worth_more", "the tile is worth more in the rack than a joker")
    return Exchange(kind, group, worth=worth, nearer=situation.missing - after.missing, reason=reason)


def _reason(after: Situation) -> Phrase:
    """Return why it is worth having the joker of a rack after the exchange."""
    if after.is_complete:
        return Phrase("joker_completes", "the joker completes the hand: mahjong, as with a drawn tile")
    if after.rack.is_full:
        ranked = rank_kinds(after)
        if ranked.kinds[ranked.order[0]] == JOKER:
            return Phrase("joker_discarded", "the joker can be discarded then: a hand without jokers is paid more")
    return Phrase("joker_stands", "the joker can stand for any tile in a group of three or more")


def _exchanged(exposures: Sequence[Exposure], group: Exposure) -> tuple[Exposure, ...]:
    place = exposures.index(group)
    changed = replace(group, jokers=group.jokers - 1)
    return (*exposures[:place], changed, *exposures[place + 1 :])
