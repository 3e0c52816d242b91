"""The model cards' figures come from the evaluations beside them, and these are of the shipped models."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from models.registry import read_manifest
from models.training import cards
from models.training.cards import CardError, fill_card, read_figures

CARDS = Path(cards.__file__).parents[1] / "cards"
LEFT_OUT = Path(cards.__file__).parent / "left_out"


def figure(value: float | None) -> dict[str, float | None]:
    return {"value": value, "low": 0.25, "high": 1.0}


def evaluation(title: str) -> dict[str, Any]:
    names = ("tiles found", "tiles right", "codes right of found", "rows exact", "photos exact", "sure coverage")
    more = ("read tiles that are there", "sure precision", "calibration error", "mAP50")
    return {
        "title": title,
        "photos": 2,
        "tiles": 1400,
        "rows": 5,
        "figures": {name: figure(0.5) for name in (*names, *more)},
        "precision_at_coverage": [{"coverage": at, **figure(0.9)} for at in (0.85, 0.9, 0.95, 1.0)],
        "questions": {"jokers right": {"labels": 7, **figure(None)}} if title == "scenes" else {},
        "groups": {"attic": dict.fromkeys(("photos", "tiles", "rows"), 3) | {"tiles found": 1.0}},
        "classes": {"1m": {"labels": 3, "right": 1.0, "precision": None, "AP50": 0.5, "mistaken_for": {}}},
    }


REPORTS = {
    "test": evaluation("kept out"),
    "scenes": evaluation("scenes"),
    "calibration": {
        "crops": 1234,
        "right": 0.9,
        "temperature": 0.7,
        "sure_threshold": 0.8,
        "sure": 0.75,
        "right_of_sure": 0.999,
    },
    "geometry": {
        **{name: evaluation("scenes")[name] for name in ("title", "photos", "tiles", "rows")},
        "geometries": {
            name: {"worst_corner": {"0.5": off, "0.9": 2 * off}, "figures": evaluation("scenes")["figures"]}
            for name, off in (("corners as found", 0.125), ("boxes", 0.25))
        },
    },
}


def card(mark: str, content: str = "old\n") -> str:
    return f"# Card\n<!-- figures: {mark} -->\n{content}<!-- end of figures -->\nmore text\n"


def test_geometries_stand_side_by_side() -> None:
    lines = fill_card(card("geometry geometry"), REPORTS).splitlines()
    assert "2 photos of scenes (1,400 tiles, 5 rows):" in lines
    assert "|  | corners as found | boxes |" in lines
    assert "| worst corner off by, 90% of the tiles | 0.250 | 0.500 |" in lines
    assert "| rows exact | 0.500 [0.250, 1.000] | 0.500 [0.250, 1.000] |" in lines


def test_marked_blocks_are_made_anew_and_the_rest_stays() -> None:
    filled = fill_card(card("headline test scenes"), REPORTS)
    assert filled.startswith(
        "# Card\n<!-- figures: headline test scenes -->\n\n|  | 2 photos of kept out (1,400 tiles, 5"
    )
    assert "| tiles right | 0.500 [0.250, 1.000] | 0.500 [0.250, 1.000] |" in filled
    assert "| right among the 85% most confident | 0.900 [0.250, 1.000] |" in filled
    assert filled.endswith("\n\n<!-- end of figures -->\nmore text\n")
    assert "old" not in filled
    assert fill_card(filled, REPORTS) == filled


def test_the_other_tables() -> None:
    assert "| 1m | 3 | 1.000 | - | 0.500 |" in fill_card(card("classes test"), REPORTS)
    assert fill_card(card("summary test scenes"), REPORTS).count("| 0.500 [0.250, 1.000] ") == 14
    assert "| jokers right | - | - [0.250, 1.000] of 7 |" in fill_card(card("questions test scenes", ""), REPORTS)
    sentence = fill_card(card("calibration calibration"), REPORTS)
    assert "1,234 crops" in sentence
    assert "`sure` from 0.8, which takes in 0.750 of these crops, 0.9990 of them right." in sentence


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (card("histogram test"), "'histogram test' asks for no table; write one of headline"),
        (card("headline"), "asks for no table"),
        (card("headline attic"), "needs the evaluation 'attic'; there are calibration, geometry, scenes, test"),
        (card("groups test"), "'tiles right' is missing"),
        (card("headline test")[:-40], "has no other end"),
    ],
)
def test_a_mark_that_cannot_be_filled_is_named(text: str, message: str) -> None:
    reports = json.loads(json.dumps(REPORTS))
    with pytest.raises(CardError) as raised:
        fill_card(text, reports)
    assert message in str(raised.value)


def test_the_command_fills_and_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "card.md"
    path.write_text(card("calibration calibration"))
    (tmp_path / "calibration.json").write_text(json.dumps(REPORTS["calibration"]))

    def run(*more: str) -> int:
        monkeypatch.setattr(sys, "argv", ["cards", str(path), "--figures", str(tmp_path), *more])
        return cards.main()

    assert run("--check") == 2
    assert "would change" in capsys.readouterr().out
    assert run() == 0
    assert run("--check") == 0
    (tmp_path / "calibration.json").write_text("{")
    assert run() == 2
    assert "make cards" in capsys.readouterr().err


def test_the_shipped_cards_hold_the_figures_of_the_shipped_models() -> None:
    reports = read_figures(CARDS / "figures")
    for entry in read_manifest():
        for path in (CARDS.parent / entry.card, CARDS.parents[1] / "README.md"):
            text = path.read_text(encoding="utf-8")
            assert "<!-- figures: " in text
            assert fill_card(text, reports) == text, f"{path.name} holds other figures; run: make cards"
        # Corners are learnt without photographs: there are none to leave out.
        weights = LEFT_OUT / f"{entry.role}.onnx"
        left_out = hashlib.sha256(weights.read_bytes()).hexdigest() if weights.exists() else entry.sha256
        for name, report in reports.items():
            hashes = {model["role"]: model["sha256"] for model in report.get("models", [])}
            expected = left_out if name.startswith("left_out_") else entry.sha256
            assert hashes.get(entry.role, expected) == expected, f"{name} was measured with another {entry.role}"
