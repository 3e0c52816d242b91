"""Recording a game: totals, sticks, ends, undo and redo, entries that cannot have been."""

from __future__ import annotations

import dataclasses

import pytest

from engine.errors import RequestValueError
from engine.rules.registry import RULE_SET_NAMES
from engine.table.entry import LONGEST_NOTE, MOST_POINTS, HandEntry, check_entry
from engine.table.game import END_REASONS, Game, new_game
from engine.table.settings import GameSettings, game_settings

NAMES = ["Ann", "Bo", "Cy", "Di"]


def pay(winner: int, amount: int, loser: int | None = None) -> tuple[int, ...]:
    """Return payments: the loser pays, or everybody."""
    if loser is not None:
        return tuple({winner: amount, loser: -amount}.get(player, 0) for player in range(4))
    return tuple(3 * amount if player == winner else -amount for player in range(4))


def win(winner: int, amount: int, loser: int | None = None, **more: object) -> HandEntry:
    return HandEntry(outcome="win", winners=(winner,), discarder=loser, payments=pay(winner, amount, loser), **more)


DRAW = HandEntry(outcome="draw")


def play(settings: GameSettings | str, *entries: HandEntry) -> Game:
    game = new_game(NAMES, game_settings(settings) if isinstance(settings, str) else settings)
    for entry in entries:
        game = game.record(entry)
    return game


def test_a_score_sheet_has_a_row_for_each_hand() -> None:
    game = play("riichi", win(1, 2600, 3, riichi=(0, 1)), DRAW)
    first, second = game.rows
    assert first.changes == (-1000, 3600, 0, -2600)
    assert first.after.totals == (24_000, 28_600, 25_000, 22_400)
    assert (first.deal.hand, second.deal.hand, second.deal.dealer) == (1, 2, 1)
    assert game.standing == second.after
    assert game.standing.ranking == (1, 2, 0, 3)


def test_sticks_of_drawn_hands_go_to_the_next_winner() -> None:
    drawn = HandEntry(outcome="draw", tenpai=(1, 2), riichi=(1,), payments=(-1500, 1500, 1500, -1500))
    game = play("riichi", drawn)
    assert (game.standing.totals, game.standing.sticks) == ((23_500, 25_500, 26_500, 23_500), 1)
    game = game.record(win(3, 1000, 0, riichi=(2,)))
    assert game.rows[1].changes == (-1000, 0, -1000, 3000)
    assert game.standing.sticks == 0


@pytest.mark.parametrize(
    ("winners", "discarder", "taker"), [((3, 1), 0, 1), ((1, 3), 2, 3), ((3, 0), 1, 3), ((1, 0), 3, 0)]
)
def test_of_several_winners_the_next_after_the_discarder_takes_the_sticks(
    winners: tuple[int, ...], discarder: int, taker: int
) -> None:
    entry = HandEntry(outcome="win", winners=winners, discarder=discarder, riichi=(discarder,))
    changes = play("riichi", entry).rows[0].changes
    assert changes == tuple({taker: 1000, discarder: -1000}.get(player, 0) for player in range(4))


def test_a_self_drawn_win_takes_the_sticks() -> None:
    assert play("riichi", win(2, 1000, riichi=(2, 3))).rows[0].changes == (-1000, -1000, 4000, -2000)


def test_a_penalty_is_paid_and_ends_nothing() -> None:
    penalty = HandEntry(outcome="penalty", payments=(-26_000, 10_000, 8000, 8000), note="chombo")
    game = play("riichi", penalty)
    assert game.standing.totals == (-1000, 35_000, 33_000, 33_000)
    assert (game.standing.deal.hand, game.standing.end) == (1, None)
    assert game.record(DRAW).standing.end == "below_zero"


@pytest.mark.parametrize(
    ("rules", "hands", "end"),
    [("american", 16, "rounds"), ("basic", 16, "hands"), ("chinese_classical", 16, "rounds"), ("mcr", 16, "rounds")],
)
def test_drawn_hands_alone_end_a_game(rules: str, hands: int, end: str) -> None:
    game = play(rules, *[DRAW] * hands)
    assert [row.after.end for row in game.rows] == [None] * (hands - 1) + [end]


def test_a_dealer_who_stays_makes_the_game_longer() -> None:
    game = play("hong_kong", *[DRAW] * 30)
    assert game.standing.deal.dealer == 0
    for _ in range(16):
        assert game.standing.end is None
        dealer = game.standing.deal.dealer
        game = game.record(win((dealer + 1) % 4, 8))
    assert game.standing.end == "rounds"
    assert len(game.hands) == 46


def test_a_game_to_an_agreed_number_of_points() -> None:
    settings = dataclasses.replace(game_settings("basic"), goal=10, hands=None)
    game = play(settings, win(0, 3), *[DRAW] * 20)
    assert game.standing.end is None
    assert game.record(win(0, 1)).standing.end == "goal"


def test_a_game_without_any_end_goes_on() -> None:
    settings = dataclasses.replace(game_settings("american"), rounds=None)
    assert play(settings, *[DRAW] * 40).standing.deal.round == 10


EARLIER = [win(1, 1000, 0), win(2, 1000, 1), win(3, 1000, 2), win(0, 1000, 3)]
"""A round in which every dealer loses the deal and nobody gains."""


def riichi(*last: HandEntry, preset: str = "") -> Game:
    """Return a game of riichi in its last scheduled deal, player 3's, and what follows."""
    return play(game_settings("riichi", preset), *EARLIER, *EARLIER[:3], *last)


def test_the_last_deal_ends_the_game_when_somebody_has_what_is_needed() -> None:
    assert riichi().standing.deal.turn == 3
    assert riichi(win(0, 6000, 3)).standing.end == "rounds"


def test_another_round_is_played_until_somebody_has_what_is_needed() -> None:
    game = riichi(EARLIER[3], *EARLIER)
    assert [row.after.end for row in game.rows] == [None] * 11 + ["rounds"]
    short = riichi(EARLIER[3], EARLIER[0], win(0, 8000, 3))
    assert (short.standing.end, short.standing.deal.round) == ("needed", 2)


@pytest.mark.parametrize("preset", ["mleague", "wrc", "ema"])
def test_other_presets_have_no_extra_round_and_no_end_below_zero(preset: str) -> None:
    assert riichi(EARLIER[3], preset=preset).standing.end == "rounds"
    bankrupt = riichi(win(3, 40_000, 2), preset=preset)
    assert (min(bankrupt.standing.totals) < 0, bankrupt.standing.end) == (True, None)


@pytest.mark.parametrize(
    ("entry", "end"),
    [
        (win(3, 6000, 0), "last_dealer"),
        (win(3, 2000), "last_dealer"),
        (win(3, 1000, 0), None),
        (HandEntry(outcome="draw", tenpai=(3,), payments=(-1000, -1000, -1000, 3000)), None),
        (HandEntry(outcome="draw", tenpai=(0, 3), payments=(-1000, -1000, -1000, 3000)), None),
    ],
)
def test_a_last_dealer_who_leads_ends_the_game(entry: HandEntry, end: str | None) -> None:
    assert riichi(entry).standing.end == end


def test_a_last_dealer_who_is_ready_and_leads_ends_the_game() -> None:
    ready = HandEntry(outcome="draw", tenpai=(3,), payments=(-1000, -1000, -1000, 3000))
    game = riichi(HandEntry(outcome="penalty", payments=(-2000, -2000, -2000, 6000)), ready)
    assert game.standing.end == "last_dealer"
    behind = riichi(HandEntry(outcome="penalty", payments=(20_000, -10_000, -10_000, 0)), ready)
    assert behind.standing.end is None


def test_before_the_last_deal_a_leading_dealer_goes_on() -> None:
    assert play("riichi", win(0, 10_000, 1)).standing.end is None


@pytest.mark.parametrize(("preset", "left"), [("", 0), ("mleague", 0), ("wrc", 1)])
def test_sticks_left_at_the_end(preset: str, left: int) -> None:
    richest = HandEntry(outcome="penalty", payments=(-5000, -5000, 10_000, 0))
    game = riichi(richest, HandEntry(outcome="draw", tenpai=(1,), riichi=(1,)), preset=preset)
    assert (game.standing.end, game.standing.sticks) == ("rounds", left)
    start = game.settings.start
    assert game.standing.totals[2] == start + 10_000 + (0 if left else 1000)
    assert sum(game.standing.totals) + left * 1000 == 4 * start


def test_nothing_is_recorded_after_the_end() -> None:
    game = riichi(win(0, 6000, 3))
    with pytest.raises(RequestValueError, match="the game is over, all rounds are played; undo"):
        game.record(DRAW)
    assert game.undo().record(DRAW).standing.end is None


def test_undo_and_redo() -> None:
    game = play("basic", win(0, 1), win(1, 2), DRAW)
    twice = game.undo().undo()
    assert twice.hands == game.hands[:1]
    assert twice.redo().redo() == game
    assert twice.redo().hands == game.hands[:2]
    assert twice.record(DRAW).undone == ()
    assert game.redo() is game
    blank = play("basic")
    assert blank.undo() is blank


@pytest.mark.parametrize("rules", RULE_SET_NAMES)
def test_a_game_begins_with_the_start_and_player_0_as_dealer(rules: str) -> None:
    standing = play(rules).standing
    assert standing.totals == (game_settings(rules).start,) * 4
    assert (standing.deal.dealer, standing.sticks, standing.end) == (0, 0, None)
    assert standing.ranking == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("rules", "entry", "path"),
    [
        ("basic", HandEntry(outcome="win"), "winners"),
        ("basic", HandEntry(outcome="win", winners=(4,)), "winners"),
        ("basic", HandEntry(outcome="win", winners=(-1,)), "winners"),
        ("riichi", HandEntry(outcome="win", winners=(1, 1), discarder=0), "winners"),
        ("basic", HandEntry(outcome="win", winners=(1, 2), discarder=0), "winners"),
        ("riichi", HandEntry(outcome="win", winners=(1, 2)), "discarder"),
        ("basic", HandEntry(outcome="win", winners=(1,), discarder=1), "discarder"),
        ("basic", HandEntry(outcome="win", winners=(1,), discarder=7), "discarder"),
        ("basic", HandEntry(outcome="win", winners=(1,), payments=(1, -1, 0, 0)), "payments[1]"),
        ("basic", HandEntry(outcome="win", winners=(1,), payments=(1, 1, 0, 0)), "payments"),
        ("basic", HandEntry(outcome="win", winners=(1,), payments=(0, 0, 0)), "payments"),
        (
            "basic",
            HandEntry(outcome="win", winners=(1,), payments=(-MOST_POINTS - 1, MOST_POINTS + 1, 0, 0)),
            "payments[0]",
        ),
        ("basic", HandEntry(outcome="win", winners=(1,), riichi=(1,)), "riichi"),
        ("riichi", HandEntry(outcome="win", winners=(1,), tenpai=(1,)), "tenpai"),
        ("basic", HandEntry(outcome="draw", tenpai=(1,)), "tenpai"),
        ("basic", HandEntry(outcome="draw", winners=(1,)), "winners"),
        ("basic", HandEntry(outcome="draw", discarder=1), "discarder"),
        ("basic", HandEntry(outcome="draw", payments=(1, -1, 0, 0)), "payments"),
        ("riichi", HandEntry(outcome="draw", riichi=(1,)), "tenpai"),
        ("riichi", HandEntry(outcome="draw", tenpai=(1, 1)), "tenpai"),
        ("basic", HandEntry(outcome="abort"), "outcome"),
        ("riichi", HandEntry(outcome="abort", payments=(1, -1, 0, 0)), "payments"),
        ("riichi", HandEntry(outcome="abort", tenpai=(1,)), "tenpai"),
        ("riichi", HandEntry(outcome="penalty", riichi=(1,)), "riichi"),
        ("riichi", HandEntry(outcome="penalty", tenpai=(1,)), "tenpai"),
        ("basic", HandEntry(outcome="draw", note="x" * (LONGEST_NOTE + 1)), "note"),
    ],
)
def test_entries_that_cannot_have_been(rules: str, entry: HandEntry, path: str) -> None:
    with pytest.raises(RequestValueError) as caught:
        check_entry(entry, game_settings(rules))
    assert caught.value.path == path
    with pytest.raises(RequestValueError):
        play(rules, entry)


def test_what_does_not_come_to_zero_is_quoted() -> None:
    entry = HandEntry(outcome="win", winners=(0,), payments=(30, -10, -10, -9))
    with pytest.raises(RequestValueError, match=r"differ by \+1: \+30, -10, -10, -9"):
        check_entry(entry, game_settings("basic"))


def test_every_reason_to_end_is_explained() -> None:
    assert all(END_REASONS.values())
