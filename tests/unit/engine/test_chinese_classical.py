"""Chinese classical: the rule sheet's cases and readings, every pattern, options, limits, deals."""

from __future__ import annotations

from typing import Any

import pytest

from engine.analysis import HandAnalysis, analyse
from engine.context import SEATS, Context, Wind
from engine.notation import parse_hand
from engine.rules.base import Score
from engine.rules.chinese_classical import Deal, doubling_table, next_deal, next_seat
from engine.rules.chinese_classical.names import ITEM_NAMES
from engine.rules.chinese_classical.options import ClassicalOptions
from engine.rules.chinese_classical.scoring import score_winner
from engine.rules.registry import get_rule_set

WEST = Context(seat=Wind.WEST)
WEST_DRAWN = Context(seat=Wind.WEST, self_drawn=True)


def look(text: str, context: Context | None = None, **options: object) -> HandAnalysis:
    return analyse(parse_hand(text), context, "chinese_classical", options)


def score(text: str, context: Context | None = None, **options: object) -> Score:
    found = look(text, context, **options)
    assert found.score is not None, found.faults
    return found.score


def counted(found: Score, unit: str = "points") -> dict[str, int]:
    """Return the sum of the items of each code."""
    sums: dict[str, int] = {}
    for item in found.items:
        if item.unit == unit:
            sums[item.code] = sums.get(item.code, 0) + item.value
    return sums


# The sheet's cases


def test_36_points_and_three_doubles_are_288() -> None:
    found = score("1399s (222s) (333z) (7777z) +2s", WEST_DRAWN)
    assert (found.sums, found.total, found.limit, found.uncapped) == ({"points": 36, "doubles": 3}, 288, None, None)
    assert counted(found, "doubles") == {"own_wind": 1, "dragon": 1, "one_suit_honours": 1}
    assert "36 x 2 x 2 x 2 = 288" in " ".join(found.explanation)
    assert found.payments == {"E": -576, "S": -288, "W": 1152, "N": -288}


@pytest.mark.parametrize(
    ("text", "context", "points", "total"),
    [
        ("456m456p78s33z (555z) +9s", WEST, 16, 32),
        ("456m456p79s33z (555z) +8s", WEST_DRAWN, 20, 40),
        ("456m456p78s44z (555z) +9s", WEST, 14, 28),
        ("456m456p79s44z (555z) +8s", WEST_DRAWN, 18, 36),
    ],
)
def test_a_dragon_pung_and_three_chows(text: str, context: Context, points: int, total: int) -> None:
    found = score(text, context)
    assert (found.sums["points"], found.total) == (points, total)


def test_all_three_dragons_are_the_limit_whatever_the_count() -> None:
    found = score("33m78p (555z) (666z) (777z) +9p")
    assert (found.total, found.limit, found.uncapped) == (300, "limit", (10 + 3 * 4) * 8)
    assert found.sums == {"points": 22, "doubles": 3, "limit": 1}
    assert "All three dragons: the limit, 300, whatever the hand counts" in found.explanation
    more = score("33m78p [5555z] [6666z] [7777z] +9p")
    assert (more.total, more.uncapped) == (300, (10 + 3 * 32) * 8)


# Points

KINDS = {
    "(222m)": "exposed_pung",
    "(999m)": "exposed_pung",
    "(444z)": "exposed_pung",
    "(2222m)": "exposed_kong",
    "(1111m)": "exposed_kong",
    "(4444z)": "exposed_kong",
    "[2222m]": "concealed_kong",
    "[9999m]": "concealed_kong",
    "[4444z]": "concealed_kong",
    "(234m)": "",
}


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        ("(222m)", 2),
        ("(999m)", 4),
        ("(444z)", 4),
        ("(2222m)", 8),
        ("(1111m)", 16),
        ("(4444z)", 16),
        ("[2222m]", 16),
        ("[9999m]", 32),
        ("[4444z]", 32),
        ("(234m)", 0),
    ],
)
def test_points_of_melds_are_every_players(meld: str, points: int) -> None:
    assert counted(score(f"147p258s36s3p3z {meld}", Context(round=Wind.SOUTH))) == (
        {} if points == 0 else {KINDS[meld]: points}
    )
    won = counted(score(f"456p456p789s2s {meld} +2s"))
    assert won.get(KINDS[meld], 0) == points


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("555s147m258p369s1z", 4),
        ("111s147m258p369s1z", 8),
        ("444z147m258p369s1z", 8),
        ("5555s147m258p369s", 4),
        ("4444z147m258p369s", 8),
    ],
)
def test_concealed_pungs_and_fours_that_are_no_kongs(text: str, points: int) -> None:
    assert counted(score(text)) == {"concealed_pung": points}


def test_a_pung_completed_by_a_discard_is_exposed() -> None:
    text = "456m456p789s33m88p +8p"
    assert counted(score(text))["exposed_pung"] == 2
    assert counted(score(text, Context(self_drawn=True)))["concealed_pung"] == 4


def test_the_winning_tile_takes_the_place_that_is_worth_most() -> None:
    # The 5p can complete the pung or the chow: in the chow it leaves the pung concealed.
    assert counted(score("55534p456m789s11m +5p"))["concealed_pung"] == 4
    # Only the 2m wins, as the 5m are used up; it can be the open end of 234m or make the pair.
    assert counted(score("3422m456s789s [5555m] +2m"))["one_place"] == 2


def test_the_reading_that_is_worth_most_counts() -> None:
    found = score("111222333m456p5s +5s", Context(self_drawn=True))
    assert counted(found)["concealed_pung"] == 8 + 4 + 4
    assert len(look("111222333m456p5s +5s").decompositions) == 2


@pytest.mark.parametrize(
    ("seat", "round_wind", "option", "pair", "points"),
    [
        (Wind.WEST, Wind.EAST, 0, "33z", {"own_wind_pair": 2}),
        (Wind.WEST, Wind.EAST, 0, "11z", {}),
        (Wind.WEST, Wind.EAST, 2, "11z", {"round_wind_pair": 2}),
        (Wind.EAST, Wind.EAST, 2, "11z", {"own_wind_pair": 2, "round_wind_pair": 2}),
        (Wind.WEST, Wind.EAST, 2, "55z", {"dragon_pair": 2}),
        (Wind.WEST, Wind.EAST, 2, "44z", {}),
    ],
)
def test_pairs(seat: Wind, round_wind: Wind, option: int, pair: str, points: dict[str, int]) -> None:
    context = Context(seat=seat, round=round_wind)
    for text in (f"147m258p369s8m9s{pair}", f"456m456p234s78s{pair} +9s"):
        found = counted(score(text, context, round_wind_pair=option))
        assert {code: value for code, value in found.items() if code.endswith("pair")} == points


def test_a_loser_scores_every_pair() -> None:
    found = score("147m258p9s336677z", WEST)
    assert counted(found) == {"own_wind_pair": 2, "dragon_pair": 4}
    assert (found.total, found.payments, found.sticks_won) == (6, None, 0)


@pytest.mark.parametrize(
    ("bonus", "seat", "points", "doubles"),
    [
        ("1f", Wind.EAST, 0, {"own_bonus": 1}),
        ("1f5f", Wind.EAST, 0, {"own_bonus": 2}),
        ("1f", Wind.SOUTH, 4, {}),
        ("6f", Wind.SOUTH, 0, {"own_bonus": 1}),
        ("7f4f", Wind.WEST, 4, {"own_bonus": 1}),
        ("8f3f", Wind.NORTH, 4, {"own_bonus": 1}),
        ("1f2f3f4f", Wind.EAST, 12, {"bonus_group": 2}),
        ("5f6f7f8f1f", Wind.EAST, 12, {"bonus_group": 2, "own_bonus": 1}),
        ("1f2f3f4f5f6f7f8f", Wind.NORTH, 24, {"bonus_group": 4}),
    ],
)
def test_bonus_tiles(bonus: str, seat: Wind, points: int, doubles: dict[str, int]) -> None:
    for text in ("147m258p369s1234z", "456m456p234s78s22p +9s"):
        found = score(f"{text} {bonus}", Context(seat=seat))
        assert counted(found).get("bonus_tile", 0) == points
        found_doubles = counted(found, "doubles")
        assert {code: found_doubles[code] for code in found_doubles if "bonus" in code} == doubles


# The winner's own


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("456m456p789s79m22p +8m", True),
        ("456m456p789s12m22p +3m", True),
        ("456m456p789s89m22p +7m", True),
        ("456m456p789s78m22p +9m", False),
        ("456m456p789s23m22p +1m", False),
        ("456m456p789s234m2p +2p", True),
        ("456m456p789s3456m +3m", False),
        ("456m456p78922s33p +3p", False),
        ("2444m456p456s789s +3m", False),
        ("1112m456p456789s +3m", False),
        ("7999m456p456789s +8m", False),
        ("2333m456p456789s +1m", False),
    ],
)
def test_one_place(text: str, fits: bool) -> None:  # noqa: FBT001
    for drawn in (False, True):
        assert ("one_place" in counted(score(text, Context(self_drawn=drawn)))) is fits


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("34m22s456s789s [5555m] +2m", False),  # the only tile, but an open end
        ("12m22s456s789s [3333p] +3m", True),
        ("45m22s456s789s [6666m] +3m", False),
        ("4z456m456p789s (234s) +4z", True),
    ],
)
def test_a_kind_that_the_hand_has_used_up_completes_nothing(text: str, fits: bool) -> None:  # noqa: FBT001
    assert ("one_place" in counted(score(text))) is fits


@pytest.mark.parametrize(
    ("text", "context", "code"),
    [
        ("2m555p (222z) (888s) (999p) +2m", Context(), "no_chows"),
        ("456m456p789s2s [3333p] +2s", Context(self_drawn=True, kong_replacement=True), "loose_tile"),
        ("456m456p789s56s22p +7s", Context(), "no_points"),
        ("456m456p789s44s55z +5z", Context(last_tile=True), "last_tile"),
        ("456p456p789s22z57m +6m", Context(robbing_kong=True), "robbing_kong"),
    ],
)
def test_extras_are_points_or_doubles(text: str, context: Context, code: str) -> None:
    plain = score(text, context)
    assert counted(plain)[code] == 10
    doubled = score(text, context, extras="double")
    assert counted(doubled, "doubles")[code] == 1
    assert doubled.sums["points"] == plain.sums["points"] - sum(
        value for name, value in counted(plain).items() if name in counted(doubled, "doubles")
    )


def test_no_points_is_a_matter_of_shape() -> None:
    extra = {"bonus_tile": 4, "self_drawn": 2, "no_points": 10, "mahjong": 10, "one_place": 2}
    assert counted(score("456m456p789s57s22p 2f +6s", Context(self_drawn=True))) == extra
    east_pair = "456m456p789s56s11z +7s"
    assert "no_points" not in counted(score(east_pair))
    assert "no_points" in counted(score(east_pair, WEST))
    assert "no_points" not in counted(score(east_pair, WEST, round_wind_pair=2))


@pytest.mark.parametrize(
    ("text", "doubles"),
    [
        ("44555666789m22z +4m", {"one_suit_honours": 1}),
        ("4455667895622m +7m", {"one_suit": 1}),
        ("456m456p789s22z56m +7m", {}),
        ("2z (111z) (333z) (444z) (555z) +2z", {"dragon": 1, "own_wind": 1}),
    ],
)
def test_suits(text: str, doubles: dict[str, int]) -> None:
    assert counted(score(text), "doubles") == doubles


def test_options_of_suits_and_base() -> None:
    pure = "4455667895622m +7m"
    assert counted(score(pure, preset="club"), "doubles") == {"one_suit": 3}
    assert "doubles" not in score(pure, pure_suit_doubles=0).sums
    assert counted(score(pure, base=30))["mahjong"] == 30
    assert "mahjong" not in counted(score(pure, base=0))


def test_all_honours() -> None:
    text = "2z (111z) (333z) (444z) (555z) +2z"
    context = Context(seat=Wind.SOUTH)
    assert counted(score(text, context), "doubles") == {"dragon": 1}
    assert counted(score(text, context, all_honours="double"), "doubles") == {"dragon": 1, "all_honours": 1}
    limit = score(text, context, preset="club")
    assert (limit.total, limit.limit, limit.uncapped) == (500, "limit", (10 + 4 * 4 + 2 + 2 + 10) * 2)
    assert counted(limit, "limit") == {"all_honours": 1}
    assert score(text, context, preset="club", all_honours="none").limit is None


def test_only_the_winner_has_winners_items() -> None:
    found = score("2z (111z) (333z) (444z) (555z)", Context(last_tile=True), all_honours="limit")
    assert counted(found) == {"exposed_pung": 16}
    assert counted(found, "doubles") == {"own_wind": 1, "dragon": 1}
    assert (found.limit, found.total) == (None, 64)
    dragons = score("2z5p3m1s (555z) (666z) (777z)", WEST)
    assert (dragons.limit, dragons.total) == (None, 12 * 8)


# Limits


def test_all_four_winds() -> None:
    found = score("8p (111z) (222z) (333z) (444z) +8p")
    assert (found.total, found.limit) == (300, "limit")
    assert counted(found, "limit") == {"four_winds": 1}


def test_a_score_above_the_limit_is_cut() -> None:
    found = score("4699s [2222s] [1111z] [7777z] +5s")
    assert (found.total, found.limit, found.uncapped) == (300, "limit", (10 + 16 + 32 + 32 + 2) * 8)
    assert found.explanation[-2] == f"the limit of 300 cuts the score of {found.uncapped}"
    assert score("4699s [2222s] [1111z] [7777z] +5s", limit=100_000).limit is None


def test_a_losers_score_is_cut_too() -> None:
    found = score("[1111z] [5555z] [6666z] [7777z] 8p")
    assert (found.total, found.limit, found.uncapped) == (300, "limit", 128 * 16)


@pytest.mark.parametrize("seat", SEATS)
def test_a_win_on_the_first_draw_is_easts(seat: Wind) -> None:
    found = score("456m456p789s44s56s +7s", Context(seat=seat, first_turn=True, self_drawn=True))
    assert (found.limit, found.total) == (("limit", 300) if seat is Wind.EAST else (None, 22))


def test_a_win_on_easts_first_discard_is_half_the_limit_at_least() -> None:
    context = Context(seat=Wind.SOUTH, first_turn=True)
    found = score("456m456p789s44s56s +7s", context)
    assert (found.total, found.limit, found.uncapped) == (150, "half_limit", 20)
    assert counted(found, "half_limit") == {"first_discard": 1}
    assert "Complete on East's first discard: at least half the limit, 150" in found.explanation
    assert found.payments == {"E": -300, "S": 600, "W": -150, "N": -150}
    assert score("456m456p789s44s56s +7s", context, preset="club").total == 250
    more = score("1999s222555666z +1s", context)
    assert (more.total, more.limit, more.uncapped) == (300, "limit", (10 + 4 * 8 + 2 + 10) * 16)
    between = score("1999s222z345s678s +1s", context)
    assert between.total == 150
    assert score("1999s222555z345s +1s", context).total > 150


def test_the_tile_after_a_kong_is_no_first_draw() -> None:
    context = Context(first_turn=True, kong_replacement=True, self_drawn=True)
    found = look("456m456p789s5s [2222p] +5s", context)
    assert [(fault.code, fault.message[:31]) for fault in found.faults] == [
        ("context_conflict", "first_turn and kong_replacement")
    ]


# Payments, explanations, names


def test_the_winner_is_paid_by_all_and_east_pays_double() -> None:
    text = "456m456p78s33z (555z) +9s"
    for discarder in (None, Wind.EAST, Wind.NORTH):
        found = score(text, Context(seat=Wind.WEST, discarder=discarder))
        assert found.payments == {"E": -64, "S": -32, "W": 128, "N": -32}
    assert found.explanation[-1] == "each loser pays 32, East double: 64"
    east = score(text)
    assert east.payments == {"E": 6 * 28, "S": -56, "W": -56, "N": -56}
    assert east.explanation[-1] == "each loser pays East double: 56"


def test_explanations_of_losers() -> None:
    nothing = score("147m258p369s1234z", Context(seat=Wind.NORTH))
    assert (nothing.total, nothing.items, dict(nothing.sums)) == (0, (), {})
    assert nothing.explanation[0] == "nothing in the hand scores points"
    short = score("1m (222m)")
    assert short.explanation == (
        "2 (Exposed pung 222m) = 2 points",
        "this hand has not won: settling compares its score with those of the other losers",
        "3 melds may be missing, and would add to it",
    )


def test_a_full_hand_that_is_not_complete_scores_all_its_tiles() -> None:
    found = look("147m258p369s1z555z")
    assert found.status == "incomplete"
    assert found.score is not None
    assert (found.score.total, found.score.payments) == (8 * 2, None)


def test_a_complete_hand_without_all_its_melds_has_no_score() -> None:
    found = look("78s33z +9s", WEST)
    assert (found.status, found.score) == ("complete", None)
    assert [notice.code for notice in found.warnings] == ["missing_melds"]


def test_waits_are_scored() -> None:
    found = look("456m456p78s33z (555z)", WEST)
    assert [(wait.tile.code, wait.score and wait.score.total) for wait in found.waits] == [("6s", 32), ("9s", 32)]


def test_red_fives_are_fives_and_special_hands_are_none() -> None:
    assert score("406m406p78s33z (555z) +9s", WEST).total == 32
    assert look("19m19p19s1234567z +7z").status == "incomplete"
    assert look("1133m5577p99s1133z +3z").status != "complete"


def test_items_carry_their_names() -> None:
    found = score("1399s (222s) (333z) (7777z) 3f +2s", WEST_DRAWN)
    for item in found.items:
        assert item.names == ITEM_NAMES[item.code]
        assert item.name.startswith(item.names["en"])
    assert [item.name for item in found.items if item.code == "exposed_kong"] == ["Exposed kong 7777z"]


def test_a_winning_tile_that_nobody_knows_completes_no_group() -> None:
    hand = parse_hand("456m456p789s44s567s")
    unknown = type(hand)(concealed=hand.in_hand)
    found = score_winner(unknown, Context(first_turn=True), ClassicalOptions())
    assert [item.code for item in found.items] == ["mahjong", "no_points"]


# Advice


def test_discards_keep_what_can_score() -> None:
    held = look("123456m123p99s1z2z7z", WEST).discards
    order = [advice.tile.code for advice in held if advice.tile.code in {"1z", "2z", "7z"}]
    assert order[-1] == "7z"
    assert any(
        "could add to the score" in reason for advice in held if advice.tile.code == "7z" for reason in advice.reasons
    )


@pytest.mark.parametrize(
    ("tile", "option", "value"),
    [("5z", 0, 2), ("3z", 0, 2), ("1z", 0, 0), ("1z", 2, 1), ("2z", 2, 0), ("1m", 2, 0)],
)
def test_what_tiles_are_worth_keeping(tile: str, option: int, value: int) -> None:
    rules: Any = get_rule_set("chinese_classical").configure({"round_wind_pair": option})
    assert rules.keep_value(parse_hand(tile).concealed[0], WEST) == value


# The table of doubles and the deal


def test_the_doubling_table_is_cut_at_the_limit() -> None:
    table = doubling_table()
    assert table[36][3] == 288
    assert table[2][:4] == (2, 4, 8, 16)
    assert max(value for row in table.values() for value in row) == 300
    assert doubling_table(limit=500, points=[40], most_doubles=4) == {40: (40, 80, 160, 320, 500)}


def test_east_stays_while_east_wins_and_four_rounds_make_a_game() -> None:
    deal: Deal | None = Deal()
    assert next_deal(Deal(), Wind.EAST) == Deal()
    played = []
    while deal is not None:
        played.append(deal)
        deal = next_deal(deal, None if len(played) % 2 else Wind.NORTH)
    assert played == [Deal(wind, dealer) for wind in SEATS for dealer in range(4)]


@pytest.mark.parametrize(("winner", "moved"), [(Wind.EAST, "ESWN"), (None, "NESW"), (Wind.WEST, "NESW")])
def test_seats_move_when_the_deal_passes(winner: Wind | None, moved: str) -> None:
    assert "".join(next_seat(seat, winner) for seat in SEATS) == moved
