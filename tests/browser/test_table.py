"""Facts of the table: what a rule set knows is asked, what contradicts is not told, all of it is remembered."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from engine.interchange import context_from_json
from engine.notation import parse_hand
from engine.rules.registry import get_rule_set

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conftest import Phone, Service
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]
ENGINE_CARD = REPOSITORY / "engine" / "rules" / "american" / "practice.toml"

RULES = {
    "american": "American",
    "basic": "Basic",
    "chinese_classical": "Classical",
    "riichi": "Riichi",
    "mcr": "MCR",
    "hong_kong": "Hong Kong",
}

ASKED = {
    "round": "Round",
    "dora_indicators": "Dora indicators",
    "last_tile": "Last tile of the wall",
    "robbing_kong": "Robbing a kong",
    "first_turn": "First turn",
    "last_of_kind": "Last of its kind",
    "honba": "Counters (honba)",
}

TELL_ANY_THREE = """async ({rules, facts}) => {
  const m = await import('/static/model/table.js');
  const values = {seat: ['W'], self_drawn: [true, false], discarder: ['S', 'W'], last_tile: [true],
    kong_replacement: [true], robbing_kong: [true], first_turn: [true], riichi: ['riichi', 'double', 'none'],
    ippatsu: [true], ura_indicators: [['1m']], draws_left: [5]};
  const steps = Object.entries(values).filter(([name]) => facts.includes(name))
    .flatMap(([name, all]) => all.map((value) => [name, value]));
  const found = new Set();
  for (const first of steps) for (const second of steps) for (const third of steps) {
    let context = {};
    for (const step of [first, second, third]) context = m.withFact(rules, context, ...step).context;
    // Ippatsu and ura are asked only under a riichi.
    if ((context.riichi ?? 'none') === 'none' && (context.ippatsu || context.ura_indicators)) continue;
    found.add(JSON.stringify(m.requestParts({rules, context, options: {}, card: null}, {facts}).context));
  }
  return [...found];
}"""

HANDS = ("234m567p22s66z [4444z] +6z", "234m567p22s66z999s +6z")
"""Each has what some facts need: a kong, or nothing laid down."""


@pytest.fixture(scope="module")
def script(browser: Browser, service: Service) -> Iterator[Page]:
    """Return a page on which scripts of the application can be run by themselves."""
    context = browser.new_context(base_url=service.url)
    page = context.new_page()
    page.goto("/openapi.json")
    yield page
    context.close()


def open_table(phone: Phone) -> Page:
    phone.page.goto("/#table")
    phone.page.locator(".table-view").wait_for()
    return phone.page


def choose(page: Page, group: str, label: str) -> None:
    """Choose one of a few."""
    page.get_by_role("group", name=group, exact=True).get_by_role("radio", name=label, exact=True).check()


def expect_asked(found: Locator, *, asked: bool) -> None:
    """Expect a question to be there, or not."""
    if asked:
        expect(found.first).to_be_visible()
    else:
        expect(found).to_have_count(0)


def stored(page: Page) -> dict[str, Any]:
    """Return what is kept of the table on the phone."""
    page.wait_for_timeout(300)
    kept: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('tilesight/1')"))["table"]
    return kept


@pytest.mark.parametrize("rules", RULES)
def test_no_facts_can_be_told_that_contradict_each_other(script: Page, rules: str) -> None:
    described = get_rule_set(rules)
    contexts = script.evaluate(TELL_ANY_THREE, {"rules": rules, "facts": list(described.info.facts)})
    assert len(contexts) > 5
    for told in map(json.loads, contexts):
        for text in HANDS:
            hand = parse_hand(text, full_size=described.info.full_size)
            faults = described.configure({}).faults(hand, context_from_json(told))
            conflicts = [fault.message for fault in faults if fault.code == "context_conflict"]
            # What the hand itself forbids is not asked, see below.
            assert [message for message in conflicts if "hand" not in message.split(":")[0]] == [], told


def test_only_what_a_rule_set_knows_is_asked(phone: Phone) -> None:
    page = open_table(phone)
    view = page.locator(".table-view")
    for rules, title in RULES.items():
        choose(page, "Rules", title)
        phone.photograph(f"table-{rules}")
        facts = get_rule_set(rules).info.facts
        for fact, name in ASKED.items():
            # A hint may follow the name.
            expect_asked(view.get_by_text(re.compile(f"^{re.escape(name)}")), asked=fact in facts)
        expect_asked(view.get_by_text("Charleston", exact=True), asked=rules == "american")


def test_facts_are_remembered_and_end_with_the_hand(phone: Phone) -> None:
    page = open_table(phone)
    choose(page, "Own seat", "West")
    choose(page, "Riichi", "Riichi")
    page.get_by_role("switch", name="Ippatsu").check()
    page.get_by_role("button", name="Add: Dora indicators").click()
    page.get_by_role("dialog").get_by_role("button", name="4 of characters", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    page.get_by_role("button", name="More: Counters (honba)").click()
    assert stored(page)["context"] == {
        "seat": "W",
        "round": "E",
        "riichi": "riichi",
        "ippatsu": True,
        "dora_indicators": ["4m"],
        "honba": 1,
    }
    page.reload()
    page.locator(".table-view").wait_for()
    expect(page.get_by_role("switch", name="Ippatsu")).to_be_checked()
    phone.photograph("table-riichi-told")
    page.get_by_role("button", name="Clear for the next hand").click()
    assert stored(page)["context"] == {"seat": "W", "round": "E", "honba": 1}


def test_what_a_fact_rules_out_is_taken_back_and_said(phone: Phone) -> None:
    page = open_table(phone)
    page.get_by_role("switch", name="Last tile of the wall").check()
    page.get_by_role("switch", name="First turn").check()
    expect(page.get_by_role("switch", name="Last tile of the wall")).not_to_be_checked()
    expect(page.get_by_role("status").filter(has_text="Taken back: Last tile of the wall")).to_be_visible()
    choose(page, "Riichi", "Riichi")
    expect(page.get_by_role("switch", name="First turn")).not_to_be_checked()


def test_what_the_hand_forbids_says_so(phone: Phone) -> None:
    page = phone.page
    page.evaluate(
        """async () => {
          const base = document.querySelector('script[type=module]').src.replace(/app\\.js.*/, '');
          const [{changeHand}, h] = [await import(`${base}state.js`), await import(`${base}model/hand.js`)];
          let hand = h.EMPTY_HAND;
          const concealed = ['2m', '3m', '4m', '5p', '6p', '7p', '2s', '2s', '7s', '8s', '9s'];
          for (const code of concealed) hand = h.addTile(hand, code);
          for (const code of ['1z', '1z', '1z']) {
            const id = hand.next;
            hand = h.addTile(hand, code, globalThis.into ?? h.NEW_MELD);
            globalThis.into = h.groupOf(hand, id).id;
          }
          changeHand(hand);
        }"""
    )
    open_table(phone)
    expect(page.get_by_text("Not with an exposed meld in the hand.").first).to_be_visible()
    expect(page.get_by_text("Needs a kong in the hand.")).to_be_visible()
    expect(page.get_by_role("switch", name="First turn")).to_have_count(0)
    phone.photograph("table-barred")


def test_house_rules_follow_the_preset_and_what_was_chosen(phone: Phone) -> None:
    page = open_table(phone)
    choose(page, "Played as by", "WRC")
    page.get_by_text("House rules").click()
    expect(page.get_by_role("group", name="Red fives").get_by_role("radio", name="0")).to_be_checked()
    choose(page, "Red fives", "3")
    page.get_by_role("switch", name="Open tanyao").uncheck()
    phone.photograph("table-house-rules")
    assert stored(page)["options"]["riichi"] == {"preset": "wrc", "red_fives": 3, "open_tanyao": False}
    choose(page, "Red fives", "0")
    assert stored(page)["options"]["riichi"] == {"preset": "wrc", "open_tanyao": False}
    page.get_by_role("button", name="As the preset has them").click()
    assert stored(page)["options"]["riichi"] == {"preset": "wrc"}
    choose(page, "Rules", "Hong Kong")
    page.get_by_label("All pungs", exact=True).fill("4")
    assert stored(page)["options"]["hong_kong"] == {"all_pungs": 4}
    phone.photograph("table-house-rules-hong-kong")


def test_an_own_american_card_is_taken_or_refused_in_words(phone: Phone, tmp_path: Path) -> None:
    page = open_table(phone)
    choose(page, "Rules", "American")
    bad = tmp_path / "bad.toml"
    bad.write_text("[[hand]]\nline = 'A'\n", encoding="utf-8")
    field = page.locator(".file-button input")
    phone.complaints.clear()
    field.set_input_files(str(bad))
    expect(page.get_by_role("alert")).to_contain_text("This card cannot be read")
    good = tmp_path / "mine.toml"
    good.write_text((ENGINE_CARD).read_text(encoding="utf-8"), encoding="utf-8")
    field.set_input_files(str(good))
    expect(page.get_by_text("Your card: mine.toml")).to_be_visible()
    choose(page, "Now", "Left")
    kept = stored(page)
    assert kept["card"]["toml"].startswith(good.read_text(encoding="utf-8")[:40])
    assert kept["charleston"] == 2
    phone.photograph("table-american")
    page.get_by_role("button", name="Practice card").click()
    assert stored(page)["card"] == "practice"
    phone.complaints[:] = [said for said in phone.complaints if "422" not in said]


@pytest.mark.parametrize(("orientation", "theme"), [("portrait", "dark"), ("landscape", "light")])
def test_the_table_fits_the_screen(open_phone: Callable[..., Phone], orientation: str, theme: str) -> None:
    phone = open_phone(orientation=orientation, theme=theme)
    page = open_table(phone)
    choose(page, "Riichi", "Riichi")
    page.get_by_text("Tiles seen elsewhere").click()
    phone.photograph(f"table-{orientation}-{theme}")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    small = page.evaluate(
        """() => [...document.querySelectorAll('.table-view button, .table-view summary, .table-view label')]
          .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
          .filter(([, {width, height}]) => width > 0 && (height < 43.5 || width < 43.5)).map(([text]) => text)"""
    )
    assert small == []
