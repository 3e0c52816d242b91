"""Deals with known payments: every row of the shared oracle of settlements."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from engine.settlement_interchange import settle_json

if TYPE_CHECKING:
    from pathlib import Path

LEAST_ROWS = 300


def test_every_deal_is_settled_as_the_oracle_says(shared_dir: Path) -> None:
    text = (shared_dir / "oracles" / "chinese_classical_settle.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    assert len(rows) >= LEAST_ROWS
    wrong = []
    for row in rows:
        answer = settle_json(row["request"])
        found = {key: answer[key] for key in row["expect"]}
        if found != row["expect"]:
            wrong.append(f"{row['id']}: {found} instead of {row['expect']}")
        from_transfers = dict.fromkeys("ESWN", 0)
        for transfer in answer["transfers"]:
            from_transfers[transfer["from"]] -= transfer["amount"]
            from_transfers[transfer["to"]] += transfer["amount"]
        if from_transfers != answer["payments"] or sum(answer["payments"].values()):
            wrong.append(f"{row['id']}: the transfers do not make the payments")
    assert not wrong, f"{len(wrong)} of {len(rows)} rows disagree:\n" + "\n".join(wrong[:20])
