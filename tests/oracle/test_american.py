"""American racks with known distances, winners with known payments, hands that visible tiles make impossible."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from engine.interchange import analyse_json
from engine.notation import parse_tiles

if TYPE_CHECKING:
    from pathlib import Path

Row = dict[str, Any]

SAMPLE = 40


def rows_of(shared_dir: Path, name: str) -> tuple[list[Row], str]:
    oracles = shared_dir / "oracles"
    lines = (oracles / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines], (oracles / "american_card.toml").read_text(encoding="utf-8")


def answer(row: Row, card: str) -> Row:
    return analyse_json({**row["request"], "card": {"toml": card}})


def nearest_differences(row: Row, card: str) -> list[str]:
    """Return what an answer says otherwise than the oracle, compared as the oracles' README says."""
    found, expect = answer(row, card), row["expect"]
    wrong = [
        f"{key}: {found[key]} instead of {expect[key]}"
        for key in ("status", "shanten")
        if key in expect and found[key] != expect[key]
    ]
    if "score" in expect and (found["score"] or {}).get("payments") != expect["score"]["payments"]:
        wrong.append(f"score: {found['score']} instead of {expect['score']}")
    lines = found["american"]["nearest"]
    missing = [line["missing"] for line in lines]
    if missing != sorted(entry["missing"] for entry in expect["american"]["nearest"]):
        wrong.append(f"nearest: {missing}")
    for line in lines:
        if line["missing"] != row["about"]["missing_by_line"][line["line"]] or line["missing"] != len(line["needs"]):
            wrong.append(f"line: {line}")
        placed = sum(len(parse_tiles(piece.strip("()"))) for piece in line["assignment"])
        if len(line["assignment"]) != len(line["hand"].split()) or placed + line["missing"] != 14:
            wrong.append(f"assignment: {line}")
    return wrong


def check_nearest(rows: list[Row], card: str) -> None:
    wrong = {row["request"]["hand"]: found for row in rows if (found := nearest_differences(row, card))}
    assert not wrong, wrong


def check_possible(rows: list[Row], card: str) -> None:
    compared = 0
    for row in rows:
        expected = row["expect"]["american"]["possible"]
        for line in answer(row, card)["american"]["nearest"]:
            if line["line"] in expected:
                assert line["possible"] == expected[line["line"]], (row["id"], line)
                compared += 1
    assert compared > len(rows)


def test_a_sample_of_racks(shared_dir: Path) -> None:
    rows, card = rows_of(shared_dir, "american.jsonl")
    check_nearest(random.Random(1).sample(rows, SAMPLE), card)


def test_a_sample_with_visible_tiles(shared_dir: Path) -> None:
    rows, card = rows_of(shared_dir, "american_possible.jsonl")
    check_possible(random.Random(1).sample(rows, SAMPLE // 2), card)


@pytest.mark.slow
def test_every_rack(shared_dir: Path) -> None:
    rows, card = rows_of(shared_dir, "american.jsonl")
    assert len(rows) >= 500
    check_nearest(rows, card)


@pytest.mark.slow
def test_every_rack_with_visible_tiles(shared_dir: Path) -> None:
    rows, card = rows_of(shared_dir, "american_possible.jsonl")
    assert len(rows) >= 100
    check_possible(rows, card)
