"""Count repair: exact, joint, and silent where the evidence says otherwise."""

from __future__ import annotations

import time
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest

from engine.rules.registry import RULE_SET_NAMES
from engine.tile import CODES
from vision.repair import LIMITS, CountLimits, Repair, TileChange, limits_for, repair_counts, repair_warnings

if TYPE_CHECKING:
    from numpy.typing import NDArray


def chances_of(*tiles: dict[str, float]) -> NDArray[np.float64]:
    """Return one tile per mapping of codes to probabilities; the rest is spread over all codes."""
    chances = np.empty((len(tiles), len(CODES)))
    for row, tile in zip(chances, tiles, strict=True):
        row[:] = (1 - sum(tile.values())) / len(CODES)
        for code, probability in tile.items():
            row[CODES.index(code)] += probability
    return chances


def codes_of(repair: Repair) -> list[str]:
    return [CODES[code] for code in repair.codes]


def test_a_reading_within_the_counts_is_left_as_it_is() -> None:
    repair = repair_counts(chances_of(*[{"5p": 0.6, "6p": 0.3}] * 4))
    assert codes_of(repair) == ["5p"] * 4
    assert repair.changes == ()
    assert repair.violations == ()


def test_the_least_sure_of_five_becomes_its_next_likely_code() -> None:
    tiles = [{"5p": 0.9, "6p": 0.05}] * 4 + [{"5p": 0.5, "6p": 0.4}]
    repair = repair_counts(chances_of(*tiles))
    assert repair.changes == (TileChange(4, "5p", "6p"),)


def test_tiles_are_decided_together_not_one_after_the_other() -> None:
    # The fifth 5p would become 6p, but four 6p are there already and one of them has 7p for a cheap way out.
    tiles = [{"5p": 0.97}] * 4 + [{"5p": 0.6, "6p": 0.35}] + [{"6p": 0.97}] * 3 + [{"6p": 0.5, "7p": 0.45}]
    repair = repair_counts(chances_of(*tiles))
    assert repair.changes == (TileChange(4, "5p", "6p"), TileChange(8, "6p", "7p"))


def test_a_red_five_counts_as_a_five() -> None:
    tiles = [{"5m": 0.98}] * 4 + [{"0m": 0.6, "6m": 0.3}]
    assert repair_counts(chances_of(*tiles)).changes == (TileChange(4, "0m", "6m"),)


def test_of_two_red_fives_one_becomes_a_plain_five() -> None:
    repair = repair_counts(chances_of({"0m": 0.9, "5m": 0.09}, {"0m": 0.7, "5m": 0.29}, {"5m": 0.9}))
    assert codes_of(repair) == ["0m", "5m", "5m"]
    assert codes_of(repair_counts(repair_input := chances_of({"0m": 0.9}, {"0m": 0.9}), limits=CountLimits(red_five=2)))
    assert repair_counts(repair_input, limits=CountLimits(red_five=2)).changes == ()


def test_bonus_tiles_are_single_but_american_flowers_are_not() -> None:
    tiles = chances_of({"1f": 0.9, "2f": 0.05}, {"1f": 0.8, "2f": 0.15})
    assert codes_of(repair_counts(tiles)) == ["1f", "2f"]
    assert codes_of(repair_counts(tiles, limits=limits_for("american"))) == ["1f", "1f"]
    nine = chances_of(*[{"1f": 0.9}] * 8, {"1f": 0.6, "6z": 0.35})
    assert repair_counts(nine, limits=limits_for("american")).changes == (TileChange(8, "1f", "6z"),)


@pytest.mark.parametrize("rules", sorted(LIMITS))
@pytest.mark.parametrize("doubt", [0.02, 0.006])
@pytest.mark.parametrize(("seen", "other"), [("3f", "1s"), ("7f", "1z"), ("0p", "3s"), ("1j", "7z")])
def test_a_tile_that_the_rules_do_not_know_stays_what_it_is(rules: str, seen: str, other: str, doubt: float) -> None:
    if rules == "american" and seen == "0p":
        pytest.skip("no set for american play has red fives")
    repair = repair_counts(chances_of({seen: 0.97, other: doubt}), limits=limits_for(rules))
    assert codes_of(repair) == [seen]
    assert not repair.violations


def test_backs_are_unlimited_and_jokers_are_eight() -> None:
    assert repair_counts(chances_of(*[{"0x": 0.9}] * 60)).changes == ()
    jokers = [{"1j": 0.9, "7z": 0.05}] * 8 + [{"1j": 0.7, "7z": 0.2}]
    assert repair_counts(chances_of(*jokers)).changes == (TileChange(8, "1j", "7z"),)


def test_an_unbelievable_alternative_is_not_invented() -> None:
    blanks = chances_of(*[{"5z": 0.9999}] * 6)
    repair = repair_counts(blanks)
    assert repair.changes == ()
    assert repair.violations == ("5z",)
    assert repair_counts(blanks, max_odds=1e9).violations == ()


@pytest.mark.parametrize(("other", "changed"), [(0.0060, True), (0.0040, False)])
def test_the_threshold_is_a_ratio_of_two_hundred(*, other: float, changed: bool) -> None:
    repair = repair_counts(chances_of(*[{"5z": 1.0}] * 4, {"5z": 1 - other, "7z": other}))
    assert bool(repair.changes) is changed


def test_violations_of_bonus_and_red_limits_are_named() -> None:
    sure = chances_of(*[{"0p": 1.0}] * 2, *[{"2f": 1.0}] * 2)
    assert repair_counts(sure).violations == ("0p", "2f")


def best_by_trying(chances: NDArray[np.float64], limits: CountLimits, max_odds: float, candidates: list[str]) -> float:
    """Return the best total score over all assignments of the candidate codes."""
    best = -np.inf
    for choice in product(candidates, repeat=len(chances)):
        held = {code: choice.count(code) for code in candidates}
        over = sum(max(held.get(code, 0) - limits.red_five, 0) for code in ("0m", "0p", "0s"))
        over += sum(max(n - limits.bonus, 0) for code, n in held.items() if code[1] == "f")
        for kind in {code if code[0] != "0" else f"5{code[1]}" for code in candidates if code[1] != "f"}:
            n = held.get(kind, 0) + (held.get(f"0{kind[1]}", 0) if kind[0] == "5" and kind[1] in "mps" else 0)
            over += max(n - limits.kind, 0)
        over += max(sum(n for code, n in held.items() if code[1] == "f") - limits.bonus_total, 0)
        score = sum(np.log(row[CODES.index(code)]) for row, code in zip(chances, choice, strict=True))
        best = max(best, score - over * np.log(max_odds))
    return best


@pytest.mark.parametrize("seed", range(25))
def test_the_repair_is_as_good_as_trying_everything(seed: int) -> None:
    rng = np.random.default_rng(seed)
    candidates = ["5m", "0m", "6m", "1f", "2f"]
    limits = CountLimits(kind=int(rng.integers(1, 3)), bonus_total=2)
    max_odds = float(rng.choice([3.0, 200.0, 1e6]))
    chances = np.full((5, len(CODES)), 1e-9)
    chances[:, [CODES.index(code) for code in candidates]] = rng.dirichlet(np.full(5, 0.5), 5) + 1e-6
    repair = repair_counts(chances, limits=limits, max_odds=max_odds)
    held = np.bincount(repair.codes, minlength=len(CODES))
    fives = held[CODES.index("5m")] + held[CODES.index("0m")]
    flowers = held[CODES.index("1f") : CODES.index("8f") + 1]
    over = max(held[CODES.index("0m")] - limits.red_five, 0) + max(fives - limits.kind, 0)
    over += max(held[CODES.index("6m")] - limits.kind, 0) + np.maximum(flowers - limits.bonus, 0).sum()
    over += max(flowers.sum() - limits.bonus_total, 0)
    score = np.log(chances[np.arange(5), repair.codes]).sum() - over * np.log(max_odds)
    assert score == pytest.approx(best_by_trying(chances, limits, max_odds, candidates))


def test_a_whole_set_read_with_a_dozen_mistakes_is_repaired() -> None:
    rng = np.random.default_rng(5)
    true = rng.permutation(np.repeat(np.arange(34), 4))
    chances = np.full((136, len(CODES)), 0.01 / 46)
    chances[np.arange(136), true] = 0.99
    for tile in rng.choice(136, 12, replace=False):
        chances[tile] = 0.05 / 45
        chances[tile, true[tile]] = 0.3
        chances[tile, (true[tile] + 1) % 34] = 0.65
    repair = repair_counts(chances)
    assert (repair.codes == true).all()
    assert len(repair.changes) == 12


def test_two_hundred_tiles_take_milliseconds() -> None:
    rng = np.random.default_rng(6)
    true = np.repeat(np.arange(34), 6)[:200]
    chances = np.full((200, len(CODES)), 0.001)
    chances[np.arange(200), true] = 0.9
    chances += rng.uniform(0, 0.02, chances.shape)
    repair_counts(chances[:5])
    start = time.process_time()
    repair_counts(chances)
    assert time.process_time() - start < 0.2  # about 0.02 s; the bound is for busy machines


def test_warnings_name_tiles_in_reading_order() -> None:
    repair = repair_counts(chances_of(*[{"5p": 0.9}] * 4, {"5p": 0.5, "6p": 0.4}, *[{"5z": 0.9999}] * 5))
    warnings = repair_warnings(repair, order=[9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    assert [(warning.code, warning.tiles) for warning in warnings] == [
        ("count_repaired", (5,)),
        ("five_of_a_kind", (0, 1, 2, 3, 4)),
    ]


def test_nothing_needs_no_repair() -> None:
    repair = repair_counts(np.empty((0, len(CODES))))
    assert (len(repair.codes), repair.changes, repair.violations) == (0, (), ())


def test_mistakes_of_the_caller_are_named() -> None:
    with pytest.raises(ValueError, match=r"shape \(2, 46\), expected \(N, 47\)"):
        repair_counts(np.ones((2, 46)))
    with pytest.raises(ValueError, match=r"max_odds is 0\.5"):
        repair_counts(np.ones((2, 47)), max_odds=0.5)
    with pytest.raises(ValueError, match=r"'bridge' is not a rule set; choose one of american, basic"):
        limits_for("bridge")


def test_every_rule_set_has_its_limits() -> None:
    assert set(LIMITS) == set(RULE_SET_NAMES)
    assert limits_for(None) == CountLimits()


def test_changes_of_one_kind_are_one_warning_that_says_which_tiles() -> None:
    loose = [{"5z": 0.6, "6z": 0.3}] * 2 + [{"5z": 0.6, "2m": 0.3}]
    repair = repair_counts(chances_of(*[{"5z": 0.99}] * 4, *loose))
    (warning,) = repair_warnings(repair, order=range(7))
    assert (warning.code, warning.tiles) == ("count_repaired", (4, 5, 6))
    assert warning.message == (
        "5z would be 3 more than the set has: tiles 5 and 6 read as 6z; tile 7 read as 2m; check them"
    )
