"""The pages on rule sets say what the code says."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.analysis import analyse
from engine.context import Context
from engine.notation import parse_hand
from engine.rules.basic.names import ITEM_NAMES
from engine.rules.documentation import fill_page, main, rule_set_tables
from engine.rules.registry import RULE_SET_NAMES
from engine.rules.riichi.documentation import FU_VALUES
from engine.rules.riichi.names import FU_NAMES

PAGES = Path(__file__).resolve().parents[3] / "docs" / "rules"


def test_every_rule_set_has_its_page() -> None:
    assert {page.stem for page in PAGES.glob("*.md")} == set(RULE_SET_NAMES)


@pytest.mark.parametrize("name", RULE_SET_NAMES)
def test_a_page_holds_every_table_as_the_code_makes_it(name: str) -> None:
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    tables = rule_set_tables(name)
    hint = f"run: python -m engine.rules.documentation docs/rules/{name}.md"
    assert fill_page(page, tables) == page, hint
    for title, table in tables.items():
        assert f"<!-- table: {title} -->\n{table}\n<!-- end -->" in page, hint


def test_pages_are_written_in_place_and_their_prose_is_kept(tmp_path: Path) -> None:
    page = tmp_path / "basic.md"
    page.write_text("# Basic\n<!-- table: items -->\nold\n<!-- end -->\nprose\n", encoding="utf-8")
    main([str(page)])
    items = rule_set_tables("basic")["items"]
    assert page.read_text(encoding="utf-8") == f"# Basic\n<!-- table: items -->\n{items}\n<!-- end -->\nprose\n"


def test_an_unknown_table_is_an_error() -> None:
    with pytest.raises(KeyError, match="no_such_table"):
        fill_page("<!-- table: no_such_table -->\n<!-- end -->", {})


def test_without_pages_every_table_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main([])
    printed = capsys.readouterr().out
    assert "## riichi: sources" in printed
    assert "| `multiple_yakuman` | on | on | on | off |" in printed


def test_minipoints_count_what_the_page_says() -> None:
    hands = {
        "123m456p46s99m777s +5s": False,
        "789m456p12s11z [9999s] +3s": True,
        "11m33m55m77p99p11s2z +2z": False,
        "234m45666p55z (1111z) +3p": False,
        "222m66s11z (333p) (9999s) +1z": True,
        "23m44p (345s) (678p) (678s) +1m": False,
        "44p234m77s (5555s) [6666p] +7s": False,
        "345m456p777s9m (999p) +9m": False,
        "23m44p (999p) (678p) (678s) +1m": False,
        "111m23467p33s678s +8p": False,
    }
    shown: dict[str, set[int]] = {}
    for text, drawn in hands.items():
        score = analyse(parse_hand(text), Context(self_drawn=drawn, last_tile=True), "riichi").score
        assert score is not None, text
        for item in score.items:
            if item.unit == "fu":
                shown.setdefault(item.code.removeprefix("fu_"), set()).add(item.value)
    assert shown == {reason: set(values) for reason, values in FU_VALUES.items()}


def test_every_reason_for_minipoints_has_its_value() -> None:
    assert FU_VALUES.keys() == FU_NAMES.keys()


@pytest.mark.parametrize(
    ("variant", "codes"),
    [
        ("simple", ["mahjong"]),
        ("bonus", ["mahjong", "self_drawn", "last_tile", "dragon_pung"]),
        ("exponential", ["mahjong", "pung", "kong"]),
    ],
)
def test_items_of_basic_mahjong_carry_their_names(variant: str, codes: list[str]) -> None:
    context = Context(self_drawn=True, last_tile=True)
    hand = parse_hand("123m456p2s (555z) [9999p] +2s")
    score = analyse(hand, context, "basic", {"variant": variant}).score
    assert score is not None
    assert [item.code for item in score.items] == codes
    assert all(item.names == ITEM_NAMES[item.code] for item in score.items)
