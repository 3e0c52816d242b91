"""The one entry point: statuses, waits, discards, acceptance."""

from __future__ import annotations

import subprocess
import sys

import pytest

from engine.acceptance import survey
from engine.analysis import analyse
from engine.context import Context
from engine.counts import count_live
from engine.errors import OptionError, UnknownRuleSetError
from engine.notation import parse_hand, parse_tiles
from engine.rules.registry import get_rule_set
from engine.shanten import REGULAR_FORMS


@pytest.mark.parametrize(
    ("text", "status", "shanten"),
    [
        ("123m456p789s11222z", "complete", -1),
        ("123m456p789s1122z", "ready", 0),
        ("123m456p789s11223z", "ready", 0),
        ("123m456p78s11223z", "incomplete", 1),
        ("147m258p369s12345z", "incomplete", 8),
        ("1z (2222z) (3333z) (4444z) (5555z)", "ready", 0),
        ("11111z", "invalid", None),
    ],
)
def test_status_and_shanten(text: str, status: str, shanten: int | None) -> None:
    found = analyse(parse_hand(text), rules="basic")
    assert (found.status, found.shanten) == (status, shanten)


@pytest.mark.parametrize("text", ["1111z222m333m444m", "9s (999s) (555p) (111p) (789m)"])
def test_a_hand_that_waits_for_its_own_tiles_is_not_ready(text: str) -> None:
    found = analyse(parse_hand(text), rules="basic")
    assert found.waits == ()
    assert found.status == "incomplete"


def test_a_full_hand_with_no_live_wait_left() -> None:
    found = analyse(parse_hand("19s (999s) (555p) (111p) (789m)"), rules="basic")
    assert found.status == "ready"
    assert [advice.tile.code for advice in found.discards] == ["9s", "1s"]
    assert "leaves a wait of which no tile is left" in found.discards[1].reasons


def test_waits_that_are_used_up_elsewhere_stay_waits() -> None:
    context = Context(visible=parse_tiles("11z"))
    found = analyse(parse_hand("123m456p789s1122z"), context, "basic")
    assert found.status == "ready"
    assert [(wait.tile.code, wait.live) for wait in found.waits] == [("1z", 0), ("2z", 2)]
    assert found.accept_count == 2
    assert all(wait.score is not None for wait in found.waits)


def test_indicators_and_visible_tiles_are_counted_besides_the_own() -> None:
    context = Context(visible=parse_tiles("1z0m?? 1f"), dora_indicators=parse_tiles("1z"))
    live = count_live(parse_hand("123m456p789s1122z (555m)"), context)
    assert (live[27], live[28], live[4], live[33]) == (0, 2, 0, 4)
    assert min(count_live(parse_hand("1111z"), Context(visible=parse_tiles("11z")))) == 0


def test_discards_are_ranked_with_reasons() -> None:
    found = analyse(parse_hand("123m456p789s11z229m"), rules="basic")
    best, *_, worst = found.discards
    assert best.tile.code == "9m"
    assert best.reasons == (
        "9m stands alone: no equal tile and none within two ranks",
        "leaves the hand ready",
        "3 live tiles of 2 kinds complete it",
        "no other discard that leaves it as near has more such tiles",
        "waits for a third 2m or 1z",
    )
    assert worst.shanten > best.shanten
    assert any(reason.startswith("a step back") for reason in worst.reasons)
    assert [advice.shanten for advice in found.discards] == sorted(advice.shanten for advice in found.discards)


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("123m456p789s11z22m4s", {"4s"}),
        ("123m456p789s1177z5m", set()),
        ("123m456p789s1137z6m", {"3z", "7z", "6m"}),
        ("19m55p05s11223345z", {"1m", "9m", "4z", "5z"}),
    ],
)
def test_lone_tiles_are_said_to_be_alone(text: str, alone: set[str]) -> None:
    found = analyse(parse_hand(text), rules="riichi")
    assert {advice.tile.code for advice in found.discards if "stands alone" in advice.reasons[0]} == alone


def test_reasons_do_not_contradict_each_other() -> None:
    context = Context(dora_indicators=parse_tiles("8s"))
    found = analyse(parse_hand("123m456p33s11z5z9s77z"), context, "riichi")
    reasons = {advice.tile.code: advice.reasons for advice in found.discards}
    for code in ("5z", "9s"):
        assert reasons[code][0].startswith(f"{code} stands alone: no equal tile")
        assert reasons[code][1] == f"{code} could add to the score, but no other tile of the hand goes with it"
    assert "ranks" not in reasons["5z"][0]
    assert reasons["7z"][0] == "gives up 7z, which can add to the score"
    for lines in reasons.values():
        assert not any("stands alone" in line for line in lines if "gives up" in " ".join(lines))


@pytest.mark.parametrize(
    ("text", "visible", "line"),
    [
        ("123m456p789s1122z5s", "", "4 live tiles of 2 kinds complete it"),
        ("123m456p789s1122z5s", "1z2z2z", "1 live tile completes it"),
        ("123m456p78s1123z5s9m", "", "bring it nearer"),
    ],
)
def test_reasons_count_live_tiles(text: str, visible: str, line: str) -> None:
    found = analyse(parse_hand(text), Context(visible=parse_tiles(visible)), "basic")
    assert any(reason.endswith(line) for reason in found.discards[0].reasons)


def test_a_complete_hand_lists_discards_and_readings() -> None:
    found = analyse(parse_hand("234m567p2278s (111z) +9s"), rules="riichi")
    assert found.decompositions == (("234m", "567p", "789s", "111z", "22s"),)
    assert len(found.discards) == 10
    assert found.accepts == ()


def test_special_readings() -> None:
    pairs = analyse(parse_hand("1122m3344p5566s7z +7z"))
    assert pairs.decompositions == (("11m", "22m", "33p", "44p", "55s", "66s", "77z"),)
    orphans = analyse(parse_hand("19m19p19s1234567z +1m"))
    assert orphans.decompositions == (("special:thirteen_orphans",),)
    both = analyse(parse_hand("112233m445566p7z +7z"))
    assert len(both.decompositions) == 2


def test_melds_that_are_missing_leave_the_score_open() -> None:
    found = analyse(parse_hand("123m1z +1z"), rules="riichi")
    assert (found.status, found.score, found.faults) == ("complete", None, ())
    assert [notice.code for notice in found.warnings] == ["missing_melds", "furiten"]


def test_a_claimed_tile_that_nobody_named() -> None:
    found = analyse(parse_hand("123m456p789s11222z"), Context(self_drawn=False), "basic")
    assert (found.status, found.score) == ("complete", None)
    assert [fault.code for fault in found.faults] == ["winning_tile_missing"]
    advice = analyse(parse_hand("123m456p78s112223z"), Context(self_drawn=False), "basic")
    assert advice.faults == ()


def test_more_tiles_seen_than_there_are_is_a_warning() -> None:
    found = analyse(parse_hand("123m456p789s1122z"), Context(visible=parse_tiles("111z")), "basic")
    assert [(notice.code, notice.tiles[0].code) for notice in found.warnings] == [("five_of_a_kind", "1z")]


def test_waits_are_scored_as_the_context_says() -> None:
    hand = parse_hand("123m456p789s1122z")
    claimed = analyse(hand, rules="basic", options={"variant": "bonus"}).waits[0].score
    drawn = analyse(hand, Context(self_drawn=True), "basic", {"variant": "bonus"}).waits[0].score
    assert claimed is not None
    assert drawn is not None
    assert (claimed.total, drawn.total) == (1, 2)
    robbed = analyse(hand, Context(robbing_kong=True), "basic").waits
    assert [wait.score for wait in robbed] == [None, None]


def test_configured_rules_and_named_rules_are_the_same() -> None:
    hand = parse_hand("123m456p789s1122z")
    rules = get_rule_set("basic").configure({"variant": "bonus"})
    assert analyse(hand, rules=rules) == analyse(hand, rules="basic", options={"variant": "bonus"})


def test_mistakes_of_the_caller_raise() -> None:
    with pytest.raises(UnknownRuleSetError):
        analyse(parse_hand("11z"), rules="cards")
    with pytest.raises(OptionError):
        analyse(parse_hand("11z"), rules="basic", options={"variant": "none"})


def test_a_survey_of_a_waiting_hand_has_no_discards() -> None:
    found = survey(parse_hand("123m456p789s1122z"), Context(), REGULAR_FORMS)
    assert found.discards == {}
    assert found.waiting is not None
    assert found.waiting.count == 4


def test_the_scoring_package_is_imported_when_a_hand_is_scored() -> None:
    script = (
        "import sys, engine.interchange as i; assert 'mahjong' not in sys.modules;"
        "i.analyse_json({'rules': 'riichi', 'hand': '147m258p369s12345z'}); assert 'mahjong' not in sys.modules;"
        "i.analyse_json({'rules': 'riichi', 'hand': '123m456p789s11222z'}); assert 'mahjong' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
