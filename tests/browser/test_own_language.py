"""Nothing on the page is English where the person reads Chinese or Japanese: all views, and what is only read out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Phone
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.slow

LOCALES = ("zh-CN", "ja-JP")

ALLOWED = {
    "agpl", "or", "later", "tilesight", "https", "api", "csv", "json", "toml", "uno", "iphone", "android",
    "league", "wrc", "ema", "tenhou", "english", "mcr", "serve", "lan",
}  # fmt: skip
"""Names, abbreviations and what is typed into a computer."""

LINE = re.compile(r"\b[A-Z]{1,2}\d{1,2}\b")
"""Ids of a card's lines."""

CODE = re.compile(r"\b\d+[mpszfjx]\b")

TEXTS = """() => {
  const said = [document.title];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walk.currentNode; node; node = walk.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement.closest('noscript, script, style, [hidden], [lang=en], .command')) said.push(node.data);
    } else {
      for (const name of ['aria-label', 'alt', 'title', 'placeholder']) {
        if (node.hasAttribute(name)) said.push(node.getAttribute(name));
      }
    }
  }
  return said;
}"""

HANDS = {
    "riichi": [
        "123m456p789s11223z",
        "234m567p2278s (111z) +9s",
        "234m567p2278s (999s) +6s",
        "123m456p789s1122z",
        "5555m5m1p",
    ],
    "hong_kong": ["123m456p789s11222z", "234m567p23455s (999s) +9m", "234m567p23455s 999s 1f"],
    "mcr": ["234m567p2278s (111z) +9s", "111222333m44455z 1f", "123m456p789s11223z"],
    "chinese_classical": ["234m567p2278s (111z) +9s", "111z222z333z444z55z", "123m456p789s11223z"],
    "basic": ["234m567p2278s (111z) +9s", "123m456p789s11223z"],
    "american": ["2222m3333p11z1f1f1j4z", "123456789m1234z", "2222m44p666s1j1234f"],
}
CONTEXTS: dict[str, list[dict[str, object]]] = {
    "riichi": [
        {},
        {"riichi": "riichi", "ippatsu": True, "honba": 1, "sticks": 2, "dora_indicators": ["1m"], "visible": ["9s"]},
    ],
    "american": [{}, {"visible": ["1j", "2m", "3p"]}],
}


def english_on(page: Page) -> set[str]:
    """Return the English words that stand on the page or are read out."""
    found = set()
    for text in page.evaluate(TEXTS):
        plain = CODE.sub("", LINE.sub("", text))
        found |= {word for word in re.findall(r"[A-Za-z]{2,}", plain) if word.lower() not in ALLOWED}
    return found


SET_TABLE = """async ([rules, context]) => {
  const { store } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'state.js'));
  const table = { ...store.get().table, rules, charleston: 0, context: { seat: 'E', round: 'E', ...context } };
  store.set({ table, analysis: { status: 'none', answer: null, problem: null } });
}"""

ANSWERED = """async () => {
  const { store } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'state.js'));
  return store.get().analysis.status === 'there';
}"""


def set_hand(phone: Phone, rules: str, text: str, context: dict[str, object]) -> None:
    """Put a hand and a table on screen as if they had been set by hand, and wait for the answer."""
    phone.page.evaluate(SET_TABLE, [rules, context])
    phone.lay_down(text)
    phone.until(ANSWERED)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("rules", HANDS)
def test_answers_are_in_the_persons_language(open_phone: Callable[..., Phone], locale: str, rules: str) -> None:
    phone = open_phone(locale=locale)
    phone.page.goto("/#hand")
    expect(phone.page.locator(".hand-bar")).to_be_visible()
    for text in HANDS[rules]:
        for context in CONTEXTS.get(rules, [{}]):
            set_hand(phone, rules, text, context)
            more = phone.page.locator(".hand-answer > .answer > section > button.quiet")
            more.evaluate_all("(buttons) => buttons.forEach((button) => button.click())")
            expect(more).to_have_count(0)
            assert english_on(phone.page) == set(), text
            phone.page.evaluate("location.hash = 'table'")
            expect(phone.page.locator(".table-view")).to_be_visible()
            assert english_on(phone.page) == set(), text
            phone.page.evaluate("location.hash = 'hand'")
            expect(phone.page.locator(".hand-bar")).to_be_visible()
    phone.photograph(f"answer-{rules}-{locale[:2]}")


TABS_SEEN = """
window.tabsSeen = new Set();
new MutationObserver(() => {
  for (const tab of document.querySelectorAll("nav.tabs span")) window.tabsSeen.add(tab.textContent);
}).observe(document, {childList: true, subtree: true, characterData: true});
"""


@pytest.mark.parametrize("locale", LOCALES)
def test_no_view_is_shown_in_another_language_first(open_phone: Callable[..., Phone], locale: str) -> None:
    # The page notes that its worker was refused; a worker would have the language already.
    phone = open_phone(locale=locale, service_workers="block", expects_complaints=True)
    page = phone.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(f"**/i18n/{locale[:2]}.js", hold)
    page.add_init_script(TABS_SEEN)
    page.wait_for_load_state("networkidle")
    # All but the language is there: the rules are asked for before the first view.
    with page.expect_response("**/v1/rules"):
        page.reload(wait_until="commit")
    for route in held:
        route.continue_()
    expect(page.locator("html")).to_have_attribute("lang", re.compile(locale[:2]))
    expect(page.locator("nav.tabs span")).to_have_count(5)
    assert phone.until("() => window.tabsSeen.size") == 5


@pytest.mark.parametrize("locale", LOCALES)
def test_every_view_is_in_the_persons_language(open_phone: Callable[..., Phone], locale: str) -> None:
    phone = open_phone(locale=locale)
    for view, shown in {
        "shoot": ".view.shoot",
        "hand": ".view.hand",
        "table": ".table-view",
        "game": ".game-view",
        "settings": ".settings",
        "my_set": ".view",
    }.items():
        phone.page.goto(f"/#{view}")
        expect(phone.page.locator(f"main[data-view='{view}'] {shown}").first).to_be_visible()
        assert english_on(phone.page) == set(), view
