"""Hong Kong old style against a second scorer, written from the rule sheet on plain text tiles.

It shares no code with the rule set: it takes hands apart by trying every set, and decides what counts by plain
conditions, with the exclusions written into them. Hands are dealt around the patterns, with random winds, flowers, ways
to win and options. The seed is fixed; ``TILESIGHT_DIFFERENTIAL_SEED`` sets another one.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from engine.interchange import analyse_json

SEED = int(os.environ.get("TILESIGHT_DIFFERENTIAL_SEED", "20261130"))
TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
SETS = [[tile] * 3 for tile in TILES] + [
    [f"{rank + step}{suit}" for step in range(3)] for suit in "mps" for rank in range(1, 8)
]
TERMINALS = [f"{rank}{suit}" for suit in "mps" for rank in (1, 9)]
WINDS, DRAGONS = ["1z", "2z", "3z", "4z"], ["5z", "6z", "7z"]
ORPHANS = TERMINALS + WINDS + DRAGONS
LIMIT = 13
HALF_SPICY = {0: 1, 1: 2, 2: 4, 3: 8, 4: 16, 5: 24, 6: 32, 7: 48, 8: 64, 9: 96, 10: 128, 11: 192, 12: 256, 13: 384}
FAAN = {
    "all_chows": 1,
    "all_pungs": 3,
    "mixed_one_suit": 3,
    "pure_one_suit": 7,
    "dragon_pung": 1,
    "seat_wind": 1,
    "round_wind": 1,
    "small_three_dragons": 5,
    "small_three_dragons_on_top": 0,
    "great_three_dragons": 8,
    "small_four_winds": 6,
    "great_four_winds": LIMIT,
    "all_honours": LIMIT,
    "mixed_terminals": 4,
    "all_terminals": LIMIT,
    "nine_gates": LIMIT,
    "thirteen_orphans": LIMIT,
    "eighteen_arhats": LIMIT,
    "four_concealed_pungs": LIMIT,
    "self_drawn": 1,
    "concealed_hand": 1,
    "robbing_kong": 1,
    "last_tile": 1,
    "kong_replacement": 1,
    "own_flower": 1,
    "no_flowers": 1,
    "flower_group": 2,
    "seven_flowers": 3,
    "eight_flowers": LIMIT,
    "seven_pairs": 0,
    "heavenly_hand": LIMIT,
    "earthly_hand": LIMIT,
}


@dataclass
class Deal:
    """A winning hand with all that belongs to it."""

    concealed: list[str]
    winning: str
    melds: list[tuple[list[str], bool]] = field(default_factory=list)
    bonus: list[int] = field(default_factory=list)
    context: dict[str, object] = field(default_factory=dict)
    options: dict[str, object] = field(default_factory=dict)

    @property
    def request(self) -> dict[str, object]:
        melds = "".join(
            f" {'[' if hidden else '('}{''.join(tiles)}{']' if hidden else ')'}" for tiles, hidden in self.melds
        )
        bonus = "".join(f"{number}f" for number in self.bonus)
        hand = f"{''.join(self.concealed)}{melds} {bonus} +{self.winning}"
        return {"rules": "hong_kong", "hand": hand, "context": self.context, "options": self.options}


# The second scorer


def splits(tiles: list[str]) -> Iterator[tuple[list[list[str]], str]]:
    """Yield every way to take tiles apart into sets and a pair."""
    for pair in sorted({tile for tile in tiles if tiles.count(tile) >= 2}):
        rest = list(tiles)
        rest.remove(pair)
        rest.remove(pair)
        for sets in set_splits(rest):
            yield sets, pair


def set_splits(tiles: list[str]) -> Iterator[list[list[str]]]:
    if not tiles:
        yield []
        return
    for group in SETS:
        if min(tiles) in group and not Counter(group) - Counter(tiles):
            rest = list(tiles)
            for tile in group:
                rest.remove(tile)
            for others in set_splits(rest):
                yield [group, *others]


def reference(deal: Deal) -> tuple[int, list[str]] | None:
    """Return faan, before the limit, and codes of the best reading; a limit hand has all its limit codes."""
    worth = {**FAAN, **{code: value for code, value in deal.options.items() if code in FAAN}}
    tiles = sorted([*deal.concealed, deal.winning])
    readings: list[tuple[int, list[str]]] = []
    for sets, pair in splits(tiles):
        taken = [index for index, group in enumerate(sets) if deal.winning in group] or [None]
        for place in [*taken, None] if pair == deal.winning else taken:
            laid = [(group, deal.context["self_drawn"] or index != place) for index, group in enumerate(sets)]
            readings.append(value(deal, worth, [*laid, *deal.melds], [pair], ""))
    if not deal.melds and worth["seven_pairs"] and all(tiles.count(tile) in {2, 4} for tile in tiles):
        readings.append(value(deal, worth, [], tiles[::2], "seven_pairs"))
    if not deal.melds and worth["thirteen_orphans"] and set(tiles) == set(ORPHANS):
        readings.append(value(deal, worth, [], [], "thirteen_orphans"))
    limit = int(deal.options["limit"])

    def rank(found: tuple[int, list[str]]) -> tuple[int, bool, int]:
        faan, codes = found
        return min(faan, limit), any(worth[code] == LIMIT for code in codes), faan

    return max(readings, key=rank) if readings else None


Laid = list[tuple[list[str], bool]]


def value(deal: Deal, worth: dict[str, int], sets: Laid, pairs: list[str], form: str) -> tuple[int, list[str]]:
    pungs = [tiles[0] for tiles, _ in sets if tiles[0] == tiles[1]]
    found = [
        form,
        *whole_hand(deal, worth, len(sets), len(pungs)),
        *honour_pungs(deal, worth, pungs, pairs),
        *ways_to_win(deal),
        *(flowers(deal, worth) if deal.options["flowers"] else []),
    ]
    if len([1 for tiles, hidden in sets if hidden and tiles[0] == tiles[1]]) == 4:
        found.append("four_concealed_pungs")
    found = [code for code in found if code and worth[code]]
    limits = [code for code in found if worth[code] == LIMIT]
    return (int(deal.options["limit"]), limits) if limits else (sum(worth[code] for code in found), found)


def whole_hand(deal: Deal, worth: dict[str, int], sets: int, pungs: int) -> list[str]:
    every = [*deal.concealed, deal.winning, *(tile for tiles, _ in deal.melds for tile in tiles)]
    suits = {tile[1] for tile in every} - {"z"}
    honours = any(tile[1] == "z" for tile in every)
    found = []
    if sets == 4 and not pungs:
        found.append("all_chows")
    if pungs == 4:
        mixed = suits and honours and all(tile in ORPHANS for tile in every)
        found.append("mixed_terminals" if mixed and worth["mixed_terminals"] else "all_pungs")
    if len(suits) == 1:
        found.append("mixed_one_suit" if honours else "pure_one_suit")
    if not suits:
        found.append("all_honours")
    if all(tile in TERMINALS for tile in every):
        found.append("all_terminals")
    if not deal.melds and len(suits) == 1 and not honours:
        ranks = sorted(tile[0] for tile in every)
        if any(sorted(f"1112345678999{extra}") == ranks for extra in "123456789"):
            found.append("nine_gates")
    return found


def honour_pungs(deal: Deal, worth: dict[str, int], pungs: list[str], pairs: list[str]) -> list[str]:
    dragons, winds = [tile for tile in pungs if tile in DRAGONS], [tile for tile in pungs if tile in WINDS]
    small = len(dragons) == 2 and bool({*pairs} & {*DRAGONS})
    found = []
    if len(dragons) == 3 and worth["great_three_dragons"]:
        found.append("great_three_dragons")
    elif small and worth["small_three_dragons_on_top"]:
        found += ["small_three_dragons_on_top", "dragon_pung", "dragon_pung"]
    elif small and worth["small_three_dragons"]:
        found.append("small_three_dragons")
    else:
        found += ["dragon_pung"] * len(dragons)
    found += ["seat_wind"] * (f"{'ESWN'.index(str(deal.context['seat'])) + 1}z" in winds)
    found += ["round_wind"] * (f"{'ESWN'.index(str(deal.context['round'])) + 1}z" in winds)
    if len(winds) == 4:
        found.append("great_four_winds")
    if len(winds) == 3 and {*pairs} & {*WINDS}:
        found.append("small_four_winds")
    return found


def ways_to_win(deal: Deal) -> list[str]:
    context = deal.context
    found = [code for code in ("self_drawn", "robbing_kong", "kong_replacement", "last_tile") if context.get(code)]
    if all(hidden for _, hidden in deal.melds):
        found.append("concealed_hand")
    if len(deal.melds) == 4 and all(len(tiles) == 4 for tiles, _ in deal.melds):
        found.append("eighteen_arhats")
    if context.get("first_turn") and context["self_drawn"] and context["seat"] == "E":
        found.append("heavenly_hand")
    if context.get("first_turn") and not context["self_drawn"]:
        found.append("earthly_hand")
    return found


def flowers(deal: Deal, worth: dict[str, int]) -> list[str]:
    own = "ESWN".index(str(deal.context["seat"])) + 1
    count = len(deal.bonus)
    if count == 0:
        return ["no_flowers"]
    if count == 8 and worth["eight_flowers"]:
        return ["eight_flowers"]
    if count == 7 and worth["seven_flowers"]:
        return ["seven_flowers"]
    found = []
    for first in (1, 5):
        if all(number in deal.bonus for number in range(first, first + 4)) and worth["flower_group"]:
            found.append("flower_group")
        elif first - 1 + own in deal.bonus:
            found.append("own_flower")
    return found


# Hands around the patterns

POOLS = [
    TILES,
    TILES[:27],
    TILES[:9],
    TILES[9:18] + WINDS + DRAGONS,
    ORPHANS,
    TERMINALS,
    WINDS + DRAGONS,
    TILES[18:22] + WINDS,
    TILES[4:9] + DRAGONS,
]


def draw_deal(source: random.Random) -> Deal:
    deal = None
    while deal is None:
        deal = draw_tiles(source)
    deal.bonus = source.choice(
        [[], [], sorted(source.sample(range(1, 9), source.choice([1, 2, 3, 4, 5, 6, 7, 8]))), [1, 2, 3, 4]]
    )
    drawn = source.random() < 0.5
    deal.context = {"seat": source.choice("ESWN"), "round": source.choice("ESWN"), "self_drawn": drawn}
    if source.random() < 0.1:
        deal.context["last_tile"] = True
    elif not deal.melds and source.random() < 0.1 and (drawn or deal.context["seat"] != "E"):
        deal.context["first_turn"] = True
    every = [*deal.concealed, *(tile for tiles, _ in deal.melds for tile in tiles)]
    if drawn and any(len(tiles) == 4 for tiles, _ in deal.melds) and source.random() < 0.3:
        deal.context["kong_replacement"] = True
    if not drawn and "first_turn" not in deal.context and deal.winning not in every and source.random() < 0.2:
        deal.context["robbing_kong"] = True
    deal.options = {
        "minimum": source.choice([0, 0, 1, 3]),
        "limit": source.choice([8, 10, 13]),
        "base": source.choice(["half_spicy", "full_spicy"]),
        "flowers": source.random() < 0.8,
    }
    for code in source.sample(list(FAAN), source.choice([0, 0, 3, 8])):
        deal.options[code] = source.choice([0, 1, 2, 3, 4, 5, 6, 8, LIMIT])
    return deal


def draw_tiles(source: random.Random) -> Deal | None:
    """Return a winning hand, or None when its tiles would be there more than four times."""
    special = source.random()
    if special < 0.03:
        tiles = [*ORPHANS, source.choice(ORPHANS)]
    elif special < 0.06:
        tiles = [tile for tile in source.sample(source.choice(POOLS[:4]), 7) for _ in range(2)]
    elif special < 0.08:
        tiles = [f"{rank}p" for rank in f"1112345678999{source.randint(1, 9)}"]
    else:
        return draw_sets(source)
    source.shuffle(tiles)
    return Deal(tiles[1:], tiles[0])


def draw_sets(source: random.Random) -> Deal | None:
    pool = source.choice(POOLS)
    pungs = source.random()
    sets = [group for group in SETS if set(group) <= set(pool) and (group[0] == group[1] or source.random() > pungs)]
    groups = [source.choice(sets) for _ in range(4)]
    pair = source.choice(pool)
    laid = source.choice([0, 0, 1, 2, 3, 4])
    melds = []
    for group in groups[:laid]:
        kong = group[0] == group[1] and source.random() < 0.5
        melds.append(([*group, group[0]] if kong else group, kong and source.random() < 0.5))
    tiles = [tile for group in groups[laid:] for tile in group] + [pair, pair]
    held = Counter([*tiles, *(tile for meld, _ in melds for tile in meld)])
    if max(held.values()) > 4:
        return None
    source.shuffle(tiles)
    return Deal(tiles[1:], tiles[0], melds)


def differences(deal: Deal) -> list[str]:
    answer = analyse_json(deal.request)
    expected = reference(deal)
    if expected is None:
        return [] if answer["status"] != "complete" else ["complete, but no win"]
    if answer["status"] != "complete":
        return [f"{answer['status']} {answer['faults']}, but a win"]
    faan, codes = expected
    if faan < int(deal.options["minimum"]):
        found = [fault["code"] for fault in answer["faults"]]
        return [] if answer["score"] is None and found == ["under_minimum"] else [f"{found} instead of under_minimum"]
    score = answer["score"]
    total = min(faan, int(deal.options["limit"]))
    points = HALF_SPICY[total] if deal.options["base"] == "half_spicy" else 2**total
    told = [item["code"] for item in score["items"]]
    worth = {**FAAN, **deal.options}
    limited = any(worth[code] == LIMIT for code in codes)
    wrong = [
        f"{name}: {here} instead of {there}"
        for name, here, there in (
            ("total", score["total"], total),
            ("sum", score["sums"]["fan"], faan),
            ("points", score["points"], points),
            ("limit", score["limit"], "limit" if limited or faan > total else None),
            ("uncapped", score["uncapped"], faan if faan > total else None),
        )
        if here != there
    ]
    fits = (len(told) == 1 and told[0] in codes) if limited else Counter(told) == Counter(codes)
    return wrong if fits else [*wrong, f"items {told} instead of {codes}"]


def check(count: int, name: str) -> Counter[str]:
    source = random.Random(f"{SEED} {name}")
    seen: Counter[str] = Counter()
    for number in range(count):
        deal = draw_deal(source)
        wrong = differences(deal)
        assert not wrong, f"seed {SEED}, deal {number}: {deal.request}: {'; '.join(wrong)}"
        seen.update((reference(deal) or (0, ["no win"]))[1])
    return seen


def test_hands_score_the_same() -> None:
    check(150, "sample")


@pytest.mark.slow
def test_many_hands_score_the_same() -> None:
    seen = check(1500, "many")
    assert seen.keys() >= FAAN.keys(), f"patterns that no hand showed: {FAAN.keys() - seen.keys()}"
