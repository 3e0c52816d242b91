"""Score sheets: games played through the page, kept on the phone, handed over and taken in again."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from engine.table.interchange import game_from_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Phone
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.slow

MINUS = "\N{MINUS SIGN}"
NAMES = ("Ann", "Bo", "Cy", "Di")


def begin(phone: Phone, rules: str, me: str = "Bo") -> Page:
    """Begin a game of four people."""
    page = phone.page
    page.goto("/#game")
    page.get_by_role("button", name="New game").last.click()
    sheet = page.get_by_role("dialog")
    radio(sheet, "Rules", rules).check()
    for number, name in enumerate(NAMES):
        sheet.locator(".names input").nth(number).fill(name)
    radio(sheet, "This phone is held by", me).check()
    sheet.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(rules)
    return page


def radio(within: Page | Locator, group: str, label: str, role: str = "radio") -> Locator:
    return within.get_by_role("group", name=group, exact=True).get_by_role(role, name=label, exact=True)


def open_deal(page: Page, button: str) -> Locator:
    page.get_by_role("button", name=button, exact=True).click()
    return page.get_by_role("dialog")


def write_down(sheet: Locator) -> None:
    sheet.get_by_role("button", name="Write down").click()
    expect(sheet).to_have_count(0)


def expect_totals(page: Page, *wanted: str) -> None:
    expect(page.locator(".standing strong")).to_have_text(list(wanted))


def kept(page: Page) -> dict[str, Any]:
    """Return the game on screen as it is kept on the phone."""
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")  # or it is written a moment later
    games = json.loads(page.evaluate("localStorage.getItem('tilesight/1')"))["game"]
    (found,) = [game for game in games["games"] if game["id"] == games["current"]]
    document: dict[str, Any] = found["game"]
    return document


def test_a_game_of_riichi(phone: Phone, tmp_path: Path) -> None:
    page = begin(phone, "Riichi")
    phone.lay_down("234m567p2278s111z +9s")
    expect(page.get_by_text("Bo wins, 1,300 points")).to_be_visible()
    phone.photograph("game-take-over")
    page.get_by_role("group", name="Whose discard?").get_by_role("button", name="Cy").click()
    expect_totals(page, "25,000", "26,300", "23,700", "25,000")
    # The next hand begins: the deal has passed, the seat follows, and the hand is cleared away.
    expect(page.get_by_text("East 2 · Bo deals")).to_be_visible()
    expect(page.get_by_text("wins,")).to_have_count(0)
    sheet = open_deal(page, "Draw")
    radio(sheet, "Ready", "Bo", "checkbox").check()
    radio(sheet, "Riichi declared by", "Bo", "checkbox").check()
    write_down(sheet)
    expect_totals(page, "24,000", "28,300", "22,700", "24,000")
    expect(page.get_by_text("1 riichi stick on the table")).to_be_visible()
    sheet = open_deal(page, "Win by hand")
    radio(sheet, "Won by", "Ann", "checkbox").check()
    radio(sheet, "Won by", "Di", "checkbox").check()
    radio(sheet, "Whose discard", "Cy").check()
    sheet.get_by_label("Ann", exact=True).and_(sheet.locator("input[type=text]")).fill("2300")
    sheet.get_by_label("Di", exact=True).and_(sheet.locator("input[type=text]")).fill("8000")
    phone.photograph("game-double-win")
    write_down(sheet)
    expect_totals(page, "26,300", "28,300", "12,400", "33,000")
    sheet = open_deal(page, "Penalty")
    radio(sheet, "Paid by", "Cy").check()
    for name in ("Ann", "Bo", "Di"):
        sheet.get_by_label(name, exact=True).and_(sheet.locator("input[type=text]")).fill("4000")
    write_down(sheet)
    expect_totals(page, "30,300", "32,300", "400", "37,000")
    phone.photograph("game-riichi")
    document = kept(page)
    assert [hand["outcome"] for hand in document["hands"]] == ["win", "draw", "win", "penalty"]
    assert (document["hands"][0]["discarder"], document["hands"][2]["winners"]) == (2, [0, 3])
    game_from_json(document)
    page.get_by_role("button", name="Undo").click()
    expect_totals(page, "26,300", "28,300", "12,400", "33,000")
    page.get_by_role("button", name="Redo").click()
    expect_totals(page, "30,300", "32,300", "400", "37,000")
    with page.expect_download() as saved:
        page.get_by_role("button", name="CSV").click()
    rows = list(csv.reader(saved.value.path().read_text(encoding="utf-8-sig").splitlines()))
    assert len(rows) == 5
    assert rows[4][-5:-1] == ["30300", "32300", "400", "37000"]
    with page.expect_download() as saved:
        page.get_by_role("button", name="JSON").click()
    handed_over = tmp_path / "game.json"
    saved.value.save_as(handed_over)
    assert json.loads(handed_over.read_text(encoding="utf-8")) == document


def test_a_game_of_chinese_classical_settles_among_all_four(phone: Phone) -> None:
    page = begin(phone, "Classical", me="Cy")
    phone.lay_down("777m337p9p123m555z +8p")
    page.get_by_role("button", name="as the score of Cy").click()
    scores = page.locator(".scores input")
    expect(scores).to_have_count(4)
    for player in (0, 1, 3):
        scores.nth(player).fill("8")
    radio(page, "Mahjong by", "Cy").check()
    expect(page.locator(".transfers li").first).to_be_visible()
    phone.photograph("game-classical")
    page.get_by_role("button", name="Write down").click()
    expect(page.get_by_text("East 2 · Bo deals")).to_be_visible()
    document = kept(page)
    (hand,) = document["hands"]
    assert (hand["winners"], sum(hand["payments"])) == ([2], 0)
    assert hand["payments"][0] == 2 * hand["payments"][1] == 2 * hand["payments"][3] < 0


def test_a_game_of_mcr_ends_and_can_be_changed(phone: Phone) -> None:
    page = phone.page
    page.goto("/#game")
    page.get_by_role("button", name="New game").last.click()
    sheet = page.get_by_role("dialog")
    radio(sheet, "Rules", "MCR").check()
    sheet.get_by_label("Rounds", exact=True).fill("1")
    sheet.get_by_role("button", name="Begin").click()
    for amounts in ({"Player 2": "32", "Player 3": "8", "Player 4": "8"}, {}, {}, {}):
        deal = open_deal(page, "Win by hand" if amounts else "Draw")
        if amounts:
            radio(deal, "Won by", "Player 1").check()
            for name, amount in amounts.items():
                deal.get_by_label(name, exact=True).and_(deal.locator("input[type=text]")).fill(amount)
        write_down(deal)
    expect(page.get_by_text("The game is over: all rounds are played.")).to_be_visible()
    expect_totals(page, "48", MINUS + "32", MINUS + "8", MINUS + "8")
    # The first hand was written down wrongly.
    page.get_by_role("button", name="East 1, Win, change").click()
    deal = page.get_by_role("dialog")
    deal.get_by_label("Player 2", exact=True).and_(deal.locator("input[type=text]")).fill("40")
    write_down(deal)
    expect_totals(page, "56", MINUS + "40", MINUS + "8", MINUS + "8")
    page.reload()
    expect_totals(page, "56", MINUS + "40", MINUS + "8", MINUS + "8")
    phone.photograph("game-mcr-over")


def test_a_win_is_written_down_by_what_it_was_worth(phone: Phone) -> None:
    """Han and fu, or a limit, and the amounts follow; a second winner on the discard is entered the same way."""
    page = begin(phone, "Riichi")
    sheet = open_deal(page, "Win by hand")
    radio(sheet, "Won by", "Bo", "checkbox").check()
    radio(sheet, "Whose discard", "Cy").check()
    sheet.get_by_label("Han", exact=True).fill("3")
    sheet.get_by_label("Fu", exact=True).fill("40")
    expect(sheet.locator(".amount-sum output")).to_have_text("+5,200")
    phone.photograph("game-worth")
    write_down(sheet)
    expect_totals(page, "25,000", "30,200", "19,800", "25,000")
    sheet = open_deal(page, "Win by hand")
    radio(sheet, "Won by", "Ann", "checkbox").check()
    radio(sheet, "Won by", "Di", "checkbox").check()
    radio(sheet, "Whose discard", "Cy").check()
    first = sheet.get_by_role("group", name="Ann", exact=True)
    first.get_by_label("Limit").select_option("Mangan")
    second = sheet.get_by_role("group", name="Di", exact=True)
    second.get_by_label("Han", exact=True).fill("1")
    second.get_by_label("Fu", exact=True).fill("30")
    expect(sheet.locator(".amount-sum output")).to_have_text(f"{MINUS}9,000")
    phone.photograph("game-worth-two")
    write_down(sheet)
    expect_totals(page, "33,000", "30,200", "10,800", "26,000")
    game_from_json(kept(page))


def test_a_worth_that_no_hand_has_is_said(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone(expects_complaints=True)  # the browser notes the refusal as an error
    sheet = open_deal(begin(phone, "MCR"), "Win by hand")
    radio(sheet, "Won by", "Bo").check()
    sheet.get_by_label("Fan", exact=True).fill("7")
    expect(sheet.get_by_role("alert")).to_contain_text("fewer than a win needs")
    sheet.get_by_label("Fan", exact=True).fill("12")
    expect(sheet.get_by_role("alert")).to_have_count(0)
    expect(sheet.locator(".amount-sum output")).to_have_text("+60")


@pytest.mark.parametrize(
    ("rules", "field", "worth", "won"),
    [("Hong Kong", "Fan", "4", "+96"), ("Basic", "Points", "8", "+24"), ("American", "Points", "30", "+180")],
)
def test_every_game_takes_what_a_hand_was_worth(phone: Phone, rules: str, field: str, worth: str, won: str) -> None:
    sheet = open_deal(begin(phone, rules), "Win by hand")
    radio(sheet, "Won by", "Bo").check()
    sheet.get_by_label(field, exact=True).fill(worth)
    expect(sheet.locator(".amount-sum output")).to_have_text(won)
    assert sheet.evaluate("(dialog) => dialog.scrollWidth - dialog.clientWidth") <= 0
    phone.photograph(f"game-worth-{rules}")


def test_nothing_is_written_down_before_it_is_told_whole(phone: Phone) -> None:
    """A winner whose hand was not valued yet, or a fine without an amount, would stand in the game as worth nothing."""
    page = begin(phone, "Riichi")
    sheet = open_deal(page, "Win by hand")
    write = sheet.get_by_role("button", name="Write down")
    expect(write).to_have_accessible_description("Say who won.")
    radio(sheet, "Won by", "Ann", "checkbox").check()
    expect(write).to_have_accessible_description("Say what each winner's hand was worth, or the points.")
    sheet.get_by_label("Han", exact=True).fill("3")
    sheet.get_by_label("Fu", exact=True).fill("40")
    expect(write).to_be_enabled()
    radio(sheet, "Won by", "Di", "checkbox").check()
    expect(write).to_have_accessible_description("Say whose discard they won on.")
    radio(sheet, "Whose discard", "Cy").check()
    expect(write).to_have_accessible_description("Say what each winner's hand was worth, or the points.")
    expect(write).to_be_disabled()
    phone.photograph("game-not-whole")
    sheet.get_by_role("group", name="Di", exact=True).get_by_label("Limit").select_option("Mangan")
    expect(write).to_be_enabled()
    radio(sheet, "What happened", "Penalty").check()
    expect(write).to_have_accessible_description("Say who pays.")
    radio(sheet, "Paid by", "Bo").check()
    expect(write).to_have_accessible_description("Say what is paid.")
    sheet.get_by_label("Ann", exact=True).and_(sheet.locator("input[type=text]")).fill("1000")
    write_down(sheet)
    expect_totals(page, "26,000", "24,000", "25,000", "25,000")


def test_what_cannot_have_been_is_said_and_not_written(phone: Phone) -> None:
    page = begin(phone, "Riichi")
    write_down(open_deal(page, "Draw"))
    write_down(open_deal(page, "Draw"))
    # With this first hand the game would have been over before the second one.
    page.locator(".hand-button").first.click()
    sheet = page.get_by_role("dialog")
    radio(sheet, "What happened", "Win").check()
    radio(sheet, "Won by", "Ann", "checkbox").check()
    radio(sheet, "Whose discard", "Cy").check()
    sheet.get_by_label("Cy", exact=True).and_(sheet.locator("input[type=text]")).fill("30000")
    sheet.get_by_role("button", name="Write down").click()
    expect(sheet.get_by_role("alert")).to_contain_text("over")
    sheet.get_by_role("button", name="Close").click()
    assert [hand["outcome"] for hand in kept(page)["hands"]] == ["draw", "draw"]


def test_several_games_are_kept_taken_in_and_removed(phone: Phone, tmp_path: Path) -> None:
    page = begin(phone, "Hong Kong")
    sheet = open_deal(begin(phone, "Basic"), "Win by hand")
    radio(sheet, "Won by", "Bo").check()
    sheet.get_by_label("Points", exact=True).first.fill("8")
    expect(sheet.locator(".amount-sum output")).to_have_text("+24")
    write_down(sheet)
    file = tmp_path / "old.json"
    players = ["=1", "安", "Cy", "Di"]
    file.write_text(json.dumps({"version": 1, "players": players, "settings": {"rules": "american"}}), encoding="utf-8")
    page.get_by_role("button", name="All games").click()
    sheet = page.get_by_role("dialog")
    sheet.locator("input[type=file]").set_input_files(str(file))
    expect(page.get_by_role("heading", level=1)).to_have_text("American")
    page.get_by_role("button", name="All games").click()
    expect(sheet.get_by_role("listitem")).to_have_count(3)
    phone.photograph("game-picker")
    # A total stays with its name, its minus as long as everywhere else.
    expect(sheet.get_by_role("listitem").filter(has_text="Basic")).to_contain_text(f"Cy\N{NO-BREAK SPACE}{MINUS}8")
    file.write_text("no game", encoding="utf-8")
    sheet.locator("input[type=file]").set_input_files(str(file))
    expect(sheet.get_by_role("alert")).to_have_text("This file is not a game.")
    sheet.get_by_role("button", name="Remove this game").first.click()
    sheet.get_by_role("button", name="Remove for good").click()
    expect(sheet.get_by_role("listitem")).to_have_count(2)
    sheet.get_by_role("button", name="Hong Kong").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hong Kong")


def test_the_table_follows_the_game(phone: Phone) -> None:
    page = begin(phone, "Riichi", me="Di")
    write_down(open_deal(page, "Draw"))
    page.goto("/#table")
    expect(radio(page, "Own seat", "West")).to_be_checked()
    expect(page.get_by_role("group", name="Counters (honba)").locator("output")).to_have_text("1")


def test_without_the_service_the_sheet_stays_and_nothing_is_lost(open_phone: Callable[..., Phone]) -> None:
    phone = open_phone(orientation="landscape", theme="dark", expects_complaints=True)
    page = begin(phone, "MCR")
    page.route("**/v1/**", lambda route: route.abort())
    sheet = open_deal(page, "Draw")
    sheet.get_by_role("button", name="Write down").click()
    expect(sheet.get_by_role("alert")).to_be_visible()
    page.unroute("**/v1/**")
    write_down(sheet)
    expect(page.locator(".score-sheet tbody tr")).to_have_count(1)
    phone.photograph("game-landscape-dark")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_long_name_ends_where_it_is_seen_to_be_cut(phone: Phone) -> None:
    page = phone.page
    page.goto("/#game")
    page.get_by_role("button", name="New game").last.click()
    sheet = page.get_by_role("dialog")
    sheet.locator(".names input").first.fill("Maximilian-Alexander von Hohenzollern")
    sheet.get_by_role("button", name="Begin").click()
    name = page.locator(".standing .cut").first
    expect(name).to_have_css("text-overflow", "ellipsis")
    assert name.evaluate("(cut) => cut.scrollWidth > cut.clientWidth && getComputedStyle(cut).display === 'block'")
    phone.photograph("game-long-name")


def test_players_without_names_are_not_called_like_seats(phone: Phone) -> None:
    page = phone.page
    page.goto("/#game")
    page.get_by_role("button", name="New game").last.click()
    names = page.get_by_role("dialog").locator(".names input")
    # Seats move on, names do not.
    for number in range(4):
        expect(names.nth(number)).to_have_value(f"Player {number + 1}")
