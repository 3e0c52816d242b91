"""Answers as text for people. Takes the same JSON documents that programs get."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from api.commands.american_tables import american_advice, winning_line
from api.commands.output import end_at_broken_pipe, end_at_unusable_output
from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import RenderableType

__all__ = ["advice_view", "note", "print_view", "rule_set_view", "rule_sets_view", "score_view", "settlement_view"]

TIMES: Final = "\N{MULTIPLICATION SIGN}"

SHOWN_DISCARDS: Final = 6
"""Nobody looks further down a list of discards."""

STATUS_WORDS: Final = {
    "complete": ("a complete hand", "bold green"),
    "ready": ("ready: one tile from complete", "bold yellow"),
    "incomplete": ("not complete", "bold yellow"),
    "invalid": ("not a playable hand", "bold red"),
}


class _Console(Console):
    """Standard output; colours and widths follow the terminal."""

    def on_broken_pipe(self) -> None:
        end_at_broken_pipe()


def print_view(view: RenderableType) -> None:
    """Print on standard output."""
    try:
        _Console(highlight=False).print(view)
    except OSError as error:
        end_at_unusable_output(error)


def note(message: str, code: str) -> Text:
    """Return the line of a warning."""
    return Text(f"Note: {message} [{code}]", "yellow")


def _head(analysis: Mapping[str, Any], won: str | None) -> list[RenderableType]:
    """Return the lines that every analysis starts with: the hand, what it is, how it was won, what is wrong with it."""
    words, style = STATUS_WORDS[analysis["status"]]
    parts: list[RenderableType] = [
        Text.assemble(("Hand: ", "bold"), (analysis["hand"], "bold cyan"), f"  ({analysis['rules']})"),
        Text.assemble(("Check: ", "bold"), (words, style)),
    ]
    if won is not None and analysis["status"] == "complete":
        parts.append(Text.assemble(("Won: ", "bold"), won))
    parts += [Text(f"Fault: {fault['message']} [{fault['code']}]", "red") for fault in analysis["faults"]]
    parts += [note(warning["message"], warning["code"]) for warning in analysis["warnings"]]
    return parts


def score_view(analysis: Mapping[str, Any], *, won: str | None = None) -> RenderableType:
    """Return the winning check, the items, the total and the payments.

    Args:
        analysis: The analysis.
        won: How a complete hand is taken to have been won, where nobody said so.
    """
    parts = _head(analysis, won)
    card = winning_line(analysis)
    if card is not None:
        parts.append(card)
    elif analysis["decompositions"] and analysis["status"] == "complete":
        parts += [Text("Sets: " + "  ".join(sets)) for sets in analysis["decompositions"][:1]]
    score = analysis["score"]
    if score is None:
        if analysis["status"] in {"ready", "incomplete"}:
            parts.append(Text("No score: the hand has not won. See `tilesight advise`."))
        return Group(*parts)
    table = Table("Item", "Meaning", "Value", "Unit", box=None, pad_edge=False)
    table.columns[2].justify = "right"
    for item in score["items"]:
        # The game's own language comes right behind English.
        native = [name for language, name in item["names"].items() if language != "en"][:1]
        meaning = item["names"].get("en", "")
        meaning = "" if meaning == item["name"] else meaning
        table.add_row(escape(" ".join([item["name"], *native])), escape(meaning), _number(item["value"]), item["unit"])
    limit = score["limit"]
    sums = [_amount(value, unit) for unit, value in score["sums"].items() if unit != limit]
    made_of = ", ".join([*sums, limit] if limit else sums).replace("_", " ")
    total = _amount(score["total"], score["unit"])
    parts += [table] if score["items"] else []
    parts.append(Text.assemble(("Score: ", "bold"), (total, "bold green"), f"  ({made_of})" if made_of else ""))
    if score["payments"]:
        paid = ", ".join(f"{who} {_number(amount, signed=True)}" for who, amount in score["payments"].items())
        parts.append(Text.assemble(("Payments: ", "bold"), paid))
    parts += [Text(line, "dim") for line in score["explanation"]]
    return Group(*parts)


def advice_view(analysis: Mapping[str, Any], *, won: str | None = None) -> RenderableType:
    """Return ranked discards, or waits and accepted tiles.

    Args:
        analysis: The analysis.
        won: How a complete hand is taken to have been won, where nobody said so.
    """
    parts = _head(analysis, won)
    may_win = analysis["status"] == "complete" and not analysis["faults"]
    if may_win:
        parts.append(Text("The hand is complete, nothing to discard: `tilesight score` has its worth."))
        if analysis["discards"]:
            parts.append(Text("Only if you play on:", "dim"))
    elif analysis["status"] == "complete":
        parts.append(Text("The hand is complete, but may not win like this. To play on:"))
    elif analysis["shanten"] is not None:
        parts.append(Text(f"Shanten: {analysis['shanten']}"))
    if analysis["discards"]:
        parts += _discards(analysis["discards"], analysis["rules"])
        best = analysis["discards"][0]
        label = "Best discard if you play on: " if may_win else "Best discard: "
        parts.append(Text.assemble((label, "bold"), (best["tile"], "bold green")))
        parts += [Text(f"  {reason}") for reason in best["reasons"]]
    elif analysis["waits"]:
        parts.append(_wait_table(analysis["waits"]))
    elif analysis["accepts"]:
        parts.append(Text(f"Nearer with: {_accepts(analysis['accepts'])} ({analysis['accept_count']} live)"))
    if analysis["american"] and not may_win:
        parts += american_advice(analysis["american"])
    return Group(*parts)


def settlement_view(settlement: Mapping[str, Any]) -> RenderableType:
    """Return every player's score and balance, and who pays whom for what."""
    balance = Table("Seat", "Score", "Balance", box=None, pad_edge=False)
    for column in balance.columns[1:]:
        column.justify = "right"
    for seat, amount in settlement["payments"].items():
        score = settlement["scores"].get(seat)
        shown = "-" if score is None else _number(score)
        balance.add_row(Text(seat, "cyan"), shown, Text(_number(amount, signed=True), "bold green"))
    if not settlement["transfers"]:
        return Group(balance, Text("Nobody pays."))
    transfers = Table("From", "To", "Amount", "Why", box=None, pad_edge=False)
    transfers.columns[2].justify = "right"
    for transfer in settlement["transfers"]:
        payer, payee = (Text(transfer[end], "cyan") for end in ("from", "to"))
        transfers.add_row(payer, payee, _number(transfer["amount"]), escape(transfer["reason"]))
    return Group(balance, transfers)


def _discards(discards: Sequence[Mapping[str, Any]], rules: str) -> Iterator[RenderableType]:
    yield _discard_table(discards[:SHOWN_DISCARDS])
    if (more := len(discards) - SHOWN_DISCARDS) > 0:
        yield Text(f"and {quantity(more, 'worse one')} (all of them with --json)", "dim")
    if discards[0]["win_probability"] is not None:
        yield Text(_ESTIMATES[rules == "american"], "dim")


_ESTIMATES: Final = {
    False: "Win, Worth: estimates, if nobody else wins first",
    True: "Win, Worth: estimates",
}
"""What the two columns are; in American play others may win first."""


def _discard_table(discards: Sequence[Mapping[str, Any]]) -> Table:
    estimated = any(discard["win_probability"] is not None for discard in discards)
    table = Table("Discard", "Shanten", "Live", "Nearer with", box=None, pad_edge=False)
    if estimated:
        table.add_column("Win", justify="right")
        table.add_column("Worth", justify="right")
    for discard in discards:
        cells: list[RenderableType] = [
            Text(discard["tile"], "cyan"),
            str(discard["shanten"]),
            str(discard["accept_count"]),
            _accepts(discard["accepts"]),
        ]
        if estimated:
            chance, worth = discard["win_probability"], discard["expected_value"]
            cells += ["-" if chance is None else f"{chance:.0%}", "-" if worth is None else _number(round(worth))]
        table.add_row(*cells)
    return table


def _wait_table(waits: Iterable[Mapping[str, Any]]) -> Table:
    table = Table("Wait", "Live", "Worth", box=None, pad_edge=False)
    for wait in waits:
        score = wait["score"]
        worth = _amount(score["total"], score["unit"]) if score else "-"
        table.add_row(Text(wait["tile"], "cyan"), str(wait["live"]), worth)
    return table


def _accepts(accepts: Iterable[Mapping[str, Any]]) -> str:
    return " ".join(f"{accept['tile']}{TIMES}{accept['live']}" for accept in accepts)


def _number(value: float, *, signed: bool = False) -> str:
    return f"{value:+,.12g}" if signed else f"{value:,.12g}"


def _amount(value: float, unit: str) -> str:
    return f"{_number(value)} {unit.removesuffix('s') if value == 1 else unit}"


def rule_sets_view(rule_sets: Iterable[Mapping[str, Any]]) -> RenderableType:
    """Return the list of rule sets."""
    table = Table("Rules", "Name", "Options", box=None, pad_edge=False)
    for rule_set in rule_sets:
        table.add_row(Text(rule_set["name"], "cyan"), rule_set["title"], str(len(rule_set["options"])))
    return table


def rule_set_view(rule_set: Mapping[str, Any]) -> RenderableType:
    """Return one rule set's options with their defaults."""
    table = Table("Option", "Values", "Default", "Meaning", box=None, pad_edge=False)
    for option in rule_set["options"]:
        table.add_row(
            Text(option["name"], "cyan"),
            escape(_values(option)),
            escape(_value(option["default"])),
            escape(option["description"]),
        )
    heading = Text.assemble((rule_set["title"], "bold"), f"  {rule_set['summary']}")
    return Group(heading, table)


def _values(option: Mapping[str, Any]) -> str:
    if option["choices"]:
        return " ".join(_value(choice) for choice in option["choices"])
    if option["kind"] == "boolean":
        return "true false"
    return f"{option['minimum']}..{option['maximum']}"


def _value(value: object) -> str:
    """Return an option's value as it is written in ``--option``."""
    return str(value).lower() if isinstance(value, bool) else str(value)
