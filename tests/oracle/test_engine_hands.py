"""Hands with known answers: every row of the shared oracles whose rule set is built."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from engine.interchange import analyse_json

if TYPE_CHECKING:
    from pathlib import Path

Row = dict[str, Any]


def read_rows(shared_dir: Path, name: str) -> list[Row]:
    path = shared_dir / "oracles" / name
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def plain(code: str) -> str:
    return code.replace("0", "5")


def accepted(accepts: list[Row]) -> tuple[list[str], dict[str, int]]:
    """Return the live tiles in tile order and the live count of each accepted tile."""
    return (
        [accept["tile"] for accept in accepts if accept["live"]],
        {accept["tile"]: accept["live"] for accept in accepts},
    )


def differences(answer: Row, expect: Row) -> list[str]:
    """Return what an answer says otherwise than the oracle, compared as the oracles' README says."""
    found = [
        f"{key}: {answer[key]} instead of {expect[key]}"
        for key in ("status", "shanten")
        if key in expect and answer[key] != expect[key]
    ]
    if "score" in expect:
        found += score_differences(answer["score"], expect["score"])
    if "waits" in expect:
        found += wait_differences(answer["waits"], expect)
    if "discards" in expect:
        found += discard_differences(answer, expect)
    if "faults" in expect:
        codes = {fault["code"] for fault in answer["faults"]}
        found += [f"no fault {fault['code']}" for fault in expect["faults"] if fault["code"] not in codes]
    return found


def score_differences(score: Row | None, expect: Row | None) -> list[str]:
    if score is None or expect is None:
        return [] if score == expect else [f"score: {score} instead of {expect}"]
    found = [f"{key}: {score[key]} instead of {value}" for key, value in expect.items() if score[key] != value]
    sums: Counter[str] = Counter()
    for item in score["items"]:
        sums[item["unit"]] += item["value"]
    if sums != Counter(score["sums"]):
        found.append(f"items add up to {dict(sums)} instead of {score['sums']}")
    if set(score["payments"] or ()) == set("ESWN") and sum(score["payments"].values()):
        found.append(f"payments do not sum to zero: {score['payments']}")
    return found


def wait_differences(waits: list[Row], expect: Row) -> list[str]:
    tiles, live = accepted(waits)
    expected_live = expect.get("live", live)  # some oracles know the tiles only
    wanted = [tile for tile in expect["waits"] if expected_live.get(tile, 1)]
    counts_fit = all(live[tile] == expected_live[tile] for tile in tiles if tile in expected_live)
    return [] if tiles == wanted and counts_fit else [f"waits: {live} instead of {expect['waits']}, {expected_live}"]


def discard_differences(answer: Row, expect: Row) -> list[str]:
    best = answer["discards"][0]["shanten"]
    kept = {plain(entry["tile"]): entry for entry in answer["discards"] if entry["shanten"] == best}
    wanted = {plain(tile): accepts for tile, accepts in expect["discards"].items()}
    counts = {plain(tile): count for tile, count in expect["accept_count"].items()}
    if set(kept) != set(wanted):
        return [f"best discards: {sorted(kept)} instead of {sorted(wanted)}"]
    found = []
    for tile, entry in kept.items():
        tiles, _ = accepted(entry["accepts"])
        if not set(tiles) <= set(wanted[tile]) or entry["accept_count"] != counts[tile]:
            found.append(f"after {tile}: {tiles} ({entry['accept_count']}) instead of {wanted[tile]} ({counts[tile]})")
    return found


FILES = [
    ("riichi_wins.jsonl.gz", 3000),
    ("riichi_shanten.jsonl.gz", 2000),
    ("basic_wins.jsonl", 300),
    ("basic_shanten.jsonl", 500),
    ("chinese_classical.jsonl", 1000),
    ("hong_kong_wins.jsonl", 300),
    ("mcr_wins.jsonl", 1500),
    ("faults.jsonl", 60),
]
"""Files with the least number of rows that must be checked in them."""

SAMPLE = 100


def check(rows: list[Row]) -> None:
    wrong = [
        f"{row['id']} {row['request']['hand']}: {'; '.join(found)}"
        for row in rows
        if (found := differences(analyse_json(row["request"], outlook=False), row["expect"]))
    ]
    assert not wrong, f"{len(wrong)} of {len(rows)} rows disagree:\n" + "\n".join(wrong[:20])


@pytest.mark.parametrize("name", [name for name, _ in FILES])
def test_a_sample_agrees_with_the_oracle(shared_dir: Path, name: str) -> None:
    rows = read_rows(shared_dir, name)
    check(random.Random(name).sample(rows, min(SAMPLE, len(rows))))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), FILES)
def test_every_row_agrees_with_the_oracle(shared_dir: Path, name: str, least: int) -> None:
    rows = read_rows(shared_dir, name)
    assert len(rows) >= least
    check(rows)
