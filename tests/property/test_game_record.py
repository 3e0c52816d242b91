"""What has to hold for any game."""

from __future__ import annotations

import copy
import dataclasses
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules.registry import RULE_SET_NAMES
from engine.table.entry import HandEntry
from engine.table.game import Game, new_game
from engine.table.interchange import game_from_json, game_to_json, sheet_to_json
from engine.table.settings import AFTER_DRAW, GAME_PRESETS, GameSettings, game_settings

NAMES = ["Ann", "Bo", "Cy", "Di"]

players = st.integers(0, 3)
some_players = st.lists(players, unique=True, max_size=4).map(tuple)
points = st.integers(-40_000, 40_000)
presets = st.sampled_from([(rules, preset) for rules in RULE_SET_NAMES for preset in GAME_PRESETS[rules]])


@st.composite
def payments(draw: st.DrawFn, winners: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Amounts that come to 0, winners' not negative."""
    if len(winners) == 4:
        return (0, 0, 0, 0)
    amounts = [abs(draw(points)) if player in winners else 0 for player in range(4)]
    losers = [player for player in range(4) if player not in winners]
    for player in losers[1:]:
        amounts[player] = draw(points)
    amounts[losers[0]] = -sum(amounts)
    return tuple(amounts)


@st.composite
def entries(draw: st.DrawFn, game: GameSettings) -> HandEntry:
    """Any entry that a game can have."""
    note = draw(st.text(max_size=5))
    outcome = draw(st.sampled_from(["win", "draw", "penalty", *(["abort"] if game.has_sticks else [])]))
    riichi = draw(some_players) if game.has_sticks and outcome != "penalty" else ()
    if outcome == "win":
        several = game.has_sticks and draw(st.booleans())
        winners = tuple(draw(st.permutations(range(4)))[: draw(st.integers(1, 3)) if several else 1])
        others = [player for player in range(4) if player not in winners]
        discarder = draw(st.sampled_from(others if len(winners) > 1 else [None, *others]))
        return HandEntry(
            outcome="win",
            winners=winners,
            discarder=discarder,
            payments=draw(payments(winners)),
            riichi=riichi,
            note=note,
        )
    if outcome == "draw" and game.has_sticks:
        tenpai = tuple(dict.fromkeys((*riichi, *draw(some_players))))
        return HandEntry(outcome="draw", payments=draw(payments()), riichi=riichi, tenpai=tenpai, note=note)
    paid = draw(payments()) if outcome == "penalty" else (0, 0, 0, 0)
    return HandEntry(outcome=outcome, payments=paid, riichi=riichi, note=note)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game under any rules, some of its values changed, played for a while and partly undone."""
    rules, preset = draw(presets)
    changed = dataclasses.replace(
        game_settings(rules, preset),
        rounds=draw(st.none() | st.integers(1, 3)),
        goal=draw(st.none() | st.integers(0, 100_000)),
        after_draw=draw(st.sampled_from(AFTER_DRAW)),
        stays_after_win=draw(st.booleans()),
        ends_below_zero=draw(st.booleans()),
        leader_takes_sticks=draw(st.booleans()),
        needed=draw(st.none() | st.integers(20_000, 40_000)),
        last_dealer_ends=draw(st.booleans()),
    )
    game = new_game(NAMES, changed)
    for _ in range(draw(st.integers(0, 12))):
        if game.standing.end is not None:
            break
        game = game.record(draw(entries(changed)))
    for _ in range(draw(st.integers(0, 3))):
        game = game.undo()
    return game


@given(games())
@settings(max_examples=150, deadline=None)
def test_points_are_neither_made_nor_lost(game: Game) -> None:
    start = 4 * game.settings.start
    for row in game.rows:
        assert sum(row.after.totals) + row.after.sticks * game.settings.stick == start
        assert sorted(row.deal.seats) == [0, 1, 2, 3]
        assert row.deal.dealer == row.deal.seats[0]
    assert sum(game.standing.totals) + game.standing.sticks * game.settings.stick == start
    assert [row.after.end for row in game.rows[:-1]] == [None] * max(0, len(game.rows) - 1)


@given(games())
@settings(max_examples=150, deadline=None)
def test_a_kept_game_comes_back_as_it_was(game: Game) -> None:
    before = copy.deepcopy(game)
    kept = game_to_json(game)
    assert game_from_json(json.loads(json.dumps(kept))) == game
    assert game_to_json(game_from_json(kept)) == kept
    assert json.loads(json.dumps(sheet_to_json(game))) == sheet_to_json(game)
    assert game == before


@given(games())
@settings(max_examples=80, deadline=None)
def test_what_is_undone_can_be_redone(game: Game) -> None:
    back = game
    while back.hands:
        back = back.undo()
    assert back.standing.totals == (game.settings.start,) * 4
    while len(back.hands) < len(game.hands):
        back = back.redo()
    assert back == game


@given(games())
@settings(max_examples=80, deadline=None)
def test_dealers_take_turns(game: Game) -> None:
    """The deal stays or goes to the next player in the order of the seats, a round later in a new order."""
    for before, after in ((row.deal, row.after.deal) for row in game.rows):
        moved = (after.round * 4 + after.turn) - (before.round * 4 + before.turn)
        assert moved in {0, 1}
        assert after.hand - before.hand in {0, 1}
        if moved == 0:
            assert after.seats == before.seats
        elif after.round == before.round:
            assert after.seats == before.seats[1:] + before.seats[:1]
