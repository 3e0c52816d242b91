"""American answers as text for people: the nearest hands, and what to pass, exchange and call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.table import Table
from rich.text import Text

from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import RenderableType

__all__ = ["american_advice", "winning_line"]

SHOWN_LINES: Final = 6
"""Nobody plays for more hands at once."""

SHOWN_CALLS: Final = 6


def american_advice(american: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Yield the lines about a rack that has not won."""
    if american["dead"]:
        yield Text("Dead: with what is seen, no hand of the card can be made any more.", "bold red")
    yield _nearest(american["nearest"][:SHOWN_LINES])
    if (more := len(american["nearest"]) - SHOWN_LINES) > 0:
        yield Text(f"and {quantity(more, 'line')} (all of them with --json)", "dim")
    if american["pass"]:
        yield Text.assemble(("Charleston: ", "bold"), "pass ", (" ".join(american["pass"]), "bold green"))
    yield from _exchanges(american["exchanges"])
    yield from _calls([call for call in american["calls"] if call["worth"]])


def winning_line(analysis: Mapping[str, Any]) -> Text | None:
    """Return which hand of the card a complete rack is, and how its tiles stand in it; None for any other hand."""
    american, score = analysis["american"], analysis["score"]
    won = [line for line in american["nearest"] if line["missing"] == 0] if american else []
    if not won:
        return None
    paid = score["items"][0]["name"] if score else ""  # of several lines the one that is paid
    line = next((line for line in won if paid.startswith(f"{line['line']}: ")), won[0])
    groups = "  ".join(line["assignment"])
    return Text.assemble(("Card: ", "bold"), f"{line['line']} ({line['section']}): ", (groups, "cyan"))


def _nearest(lines: Sequence[Mapping[str, Any]]) -> Table:
    table = Table("Line", "Value", "Missing", "Hand", "Needs", box=None, pad_edge=False)
    for column in table.columns[1:3]:
        column.justify = "right"
    for line in lines:
        needs = " ".join(line["needs"])
        table.add_row(
            Text(line["line"], "cyan"),
            f"{line['value']:g}",
            str(line["missing"]),
            Text(line["hand"]),
            Text(needs) if line["possible"] else Text(f"{needs} (not possible any more)".strip(), "dim"),
        )
    return table


def _exchanges(exchanges: Sequence[Mapping[str, Any]]) -> Iterator[Text]:
    for exchange in exchanges:
        where = f"the joker in {exchange['group']}" if exchange["group"] else "another player's exposed joker"
        advice = "give" if exchange["worth"] else "keep"
        joined = "for" if exchange["worth"] else "rather than take"
        yield Text.assemble(
            ("Joker exchange: ", "bold"), f"{advice} {exchange['tile']} {joined} {where} ({exchange['reasons'][0]})"
        )


def _calls(calls: Sequence[Mapping[str, Any]]) -> Iterator[Text]:
    for call in calls[:SHOWN_CALLS]:
        yield Text.assemble(("Call: ", "bold"), f"{call['tile']} for {call['group']} ({call['reasons'][0]})")
