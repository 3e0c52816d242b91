"""American answers as text, and the problems of a card in a body, whatever the engine finds."""

from __future__ import annotations

from typing import Any

import pytest
from rich.console import Console, Group, RenderableType

from api.commands.american_tables import american_advice, winning_line
from api.commands.tables import advice_view, score_view
from api.problems import engine_problem
from engine.errors import CardError, CardProblem
from engine.rules.american.loading import load_card, load_card_toml


def line(name: str, missing: int, *, possible: bool = True, **more: object) -> dict[str, Any]:
    needs = ["2m"] * missing
    return {
        "line": name,
        "hand": "1f1f 2222m",
        "section": "year",
        "value": 25,
        "missing": missing,
        "needs": needs,
        "assignment": ["1f1f", "222m1j"],
        "possible": possible,
        **more,
    }


def american(*nearest: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"nearest": list(nearest), "pass": [], "exchanges": [], "calls": [], "dead": False, **more}


def analysis(found: dict[str, Any], **more: object) -> dict[str, Any]:
    return {
        "rules": "american",
        "hand": "1f1f 222m1j",
        "status": "incomplete",
        "faults": [],
        "warnings": [],
        "shanten": 2,
        "accepts": [{"tile": "2m", "live": 3}],
        "accept_count": 3,
        "waits": [],
        "discards": [],
        "decompositions": [],
        "score": None,
        "american": found,
        **more,
    }


def said(view: RenderableType) -> list[str]:
    """Return the lines of a view, blanks run together."""
    console = Console(width=200)
    with console.capture() as capture:
        console.print(view)
    return [" ".join(text.split()) for text in capture.get().splitlines()]


def test_the_nearest_hands_are_listed() -> None:
    lines = said(Group(*american_advice(american(line("Y1", 2), line("E2", 3, possible=False)))))
    assert lines == [
        "Line Value Missing Hand Needs",
        "Y1 25 2 1f1f 2222m 2m 2m",
        "E2 25 3 1f1f 2222m 2m 2m 2m (not possible any more)",
    ]


def test_only_the_first_lines_are_listed() -> None:
    lines = said(Group(*american_advice(american(*[line(f"Y{n}", n) for n in range(10)]))))
    assert len(lines) == 8
    assert lines[-1] == "and 4 lines (all of them with --json)"


def test_what_to_pass_exchange_and_call() -> None:
    exchange = {"tile": "2m", "group": "(222m1j)", "owner": "own", "worth": True, "nearer": 1, "reasons": ["nearer"]}
    found = american(
        **{"pass": ["1p", "9m", "4z"]},
        exchanges=[exchange, {**exchange, "worth": False}, {**exchange, "group": None, "owner": "other"}],
        calls=[
            {"tile": "3m", "group": "(3331j)", "worth": True, "missing": 1, "reasons": ["leaves Y1 1 short"]},
            {"tile": "4m", "group": "(4441j)", "worth": False, "missing": 1, "reasons": ["better concealed"]},
        ],
    )
    assert said(Group(*american_advice(found)))[1:] == [
        "Charleston: pass 1p 9m 4z",
        "Joker exchange: give 2m for the joker in (222m1j) (nearer)",
        "Joker exchange: keep 2m rather than take the joker in (222m1j) (nearer)",
        "Joker exchange: give 2m for another player's exposed joker (nearer)",
        "Call: 3m for (3331j) (leaves Y1 1 short)",
    ]


def test_a_dead_hand_is_told_first() -> None:
    assert said(Group(*american_advice(american(dead=True))))[0].startswith("Dead: ")


@pytest.mark.parametrize(("paid", "shown"), [("E2: 1f1f", "E2"), ("Q9: 1f1f", "Y1")])
def test_a_complete_rack_is_shown_on_the_line_that_is_paid(paid: str, shown: str) -> None:
    score = {"items": [{"name": paid}]}
    found = winning_line(analysis(american(line("Y1", 0), line("E2", 0)), score=score))
    assert found is not None
    assert found.plain == f"Card: {shown} (year): 1f1f  222m1j"


def test_a_rack_that_is_not_complete_is_on_no_line() -> None:
    assert winning_line(analysis(american(line("Y1", 1)))) is None
    assert winning_line(analysis(american(), american=None)) is None


def test_advice_has_the_american_part_and_a_complete_rack_has_not() -> None:
    text = said(advice_view(analysis(american(line("Y1", 2), **{"pass": ["1p"]}))))
    assert text[2:] == [
        "Shanten: 2",
        "Nearer with: 2m\N{MULTIPLICATION SIGN}3 (3 live)",
        "Line Value Missing Hand Needs",
        "Y1 25 2 1f1f 2222m 2m 2m",
        "Charleston: pass 1p",
    ]
    complete = analysis(american(line("Y1", 0)), status="complete", shanten=-1, accepts=[])
    assert not [shown for shown in said(advice_view(complete)) if shown.startswith("Line")]
    assert "Card: Y1 (year): 1f1f 222m1j" in said(score_view(complete))


CARD = {
    "name": "Small",
    "year": 2026,
    "sections": ["even"],
    "hand": [{"section": "even", "line": "E1", "pattern": "FFFF 2222q 44b 6666c", "value": 0}],
}


def test_problems_of_a_card_in_a_body_have_their_pointers() -> None:
    with pytest.raises(CardError) as caught:
        load_card({**CARD, "year": "2026"}, "card")
    problem = engine_problem(caught.value)
    assert (problem.status_code, problem.code) == (422, "bad_card")
    places = {error["pointer"]: error.get("position") for error in problem.errors}
    assert places == {"/card/year": None, "/card/hand/0/value": None, "/card/hand/0/pattern": 9}
    assert engine_problem(caught.value.below("hands.S")).errors[0]["pointer"].startswith("/hands/S/card/")


def test_problems_of_a_card_as_text_are_in_the_text() -> None:
    with pytest.raises(CardError) as caught:
        load_card_toml('name = "x"', "card.toml")
    problem = engine_problem(caught.value)
    assert {error["pointer"] for error in problem.errors} == {"/card/toml"}
    assert problem.errors[0]["detail"].startswith("year: ")


def test_a_problem_of_the_whole_card() -> None:
    assert engine_problem(CardError("card", [CardProblem("x")])).errors == ({"pointer": "/card", "detail": "x"},)
