"""Tables of the documentation's page on American mahjong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from engine.rules.american.chances import CLAIMED, OTHERS_WIN, OVERLAP
from engine.rules.american.loading import practice_card
from engine.rules.american.matrix import card_matrix
from engine.rules.american.names import ITEM_NAMES
from engine.rules.american.situation import NEAR
from engine.rules.documentation import markdown_table

__all__ = ["tables"]

_SYMBOLS: Final = (
    ("`1`-`9`", "a number of the group's suit"),
    ("`X`, `X1`, `X2`, ...", "the same variable number everywhere in the pattern, and that plus 1, plus 2, ..., to 9"),
    ("`{2468}`, `{1-7}`", "behind the first `X`: the numbers it can be"),
    ("`D`", "the dragon of the group's suit: red with craks, green with bams, white (soap) with dots"),
    ("`a` `b` `c`", "behind numbers and `D`: the suit; equal letters are one suit, different ones different suits"),
    ("no letter", "any suit, for this group alone"),
    ("`0`", "soap as zero, without a suit"),
    ("`F`", "flower; all flowers and seasons are equal"),
    ("`N` `E` `W` `S`", "winds; `NEWS` are four singles"),
    ("`Z`", "any one wind, the same within the group"),
    ("`R` `G`", "red and green dragon"),
    ("the year, `2026a`", "its digits as singles; the 0 is soap"),
    ("`\\|`", "parts whole patterns of one line"),
    ("`+` `-` `=` `x`", "decoration"),
)


def tables() -> Mapping[str, str]:
    """Return the tables by name."""
    return {
        "items": markdown_table(
            ("code", "English", "Chinese", "Japanese"),
            [(f"`{code}`", *names.values()) for code, names in ITEM_NAMES.items()],
        ),
        "symbols": "\n".join(("| symbol | stands for |", "|---|---|", *(f"| {a} | {b} |" for a, b in _SYMBOLS))),
        "practice": _practice_table(),
        "model": _model_table(),
    }


def _practice_table() -> str:
    card = practice_card()
    matrix = card_matrix(card)
    hands = Counter(line.section for line in matrix.lines)
    rows = []
    for section in card.sections:
        lines = [line for line in card.lines if line.section == section]
        values = sorted({line.value for line in lines})
        worth = str(values[0]) if len(values) == 1 else f"{values[0]} to {values[-1]}"
        printed = len({line.id for line in lines})
        rows.append((section, str(printed), str(hands[section]), worth))
    return markdown_table(("section", "lines", "concrete hands", "points"), rows)


def _model_table() -> str:
    rows = [
        (str(NEAR), "nearest possible concrete hands that are weighed"),
        (f"{OTHERS_WIN:g}", "chance that another player wins in a round"),
        (f"{CLAIMED:g}", "share of the others' discards of a needed kind that can be claimed for a group"),
        (f"{OVERLAP:g}", "how much a hand besides the likeliest counts: its chance to fail is raised to this power"),
    ]
    return markdown_table(("number", "meaning"), rows)
