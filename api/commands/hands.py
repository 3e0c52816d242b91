"""``tilesight score``, ``advise`` and ``analyse``: hands to scores and advice."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.cards import with_card
from api.commands.context import RulesOption, TableFacts, takes_table_facts
from api.commands.output import (
    NO_HAND,
    NO_TILES,
    ExitStatus,
    Failure,
    JsonOption,
    answering,
    failure_of,
    print_document,
    report,
)
from api.commands.tile_sets import SetOption, adapted_to
from api.service import (
    Document,
    analyse_request,
    load_photo_reader,
    options_of_texts,
    reading_document,
    request_of_reading,
)
from engine.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import RenderableType

__all__ = ["advise", "analyse", "score"]

PhotoArgument = Annotated[Path | None, typer.Argument(metavar="PHOTO", help="A photo of the hand.")]
HandOption = Annotated[str | None, typer.Option("--hand", metavar="TEXT", help="The hand as text, like 234m55p.")]


@takes_table_facts
def score(  # noqa: PLR0913 - a command has its options
    photo: PhotoArgument = None,
    *,
    hand: HandOption = None,
    rules: RulesOption,
    tile_set: SetOption = None,
    as_json: JsonOption = False,
    facts: TableFacts,
) -> None:
    """A hand's winning check, score items and payments."""
    _answer(_Question(photo, hand, rules, facts, tile_set), as_json=as_json, view_name="score_view")


@takes_table_facts
def advise(  # noqa: PLR0913 - a command has its options
    photo: PhotoArgument = None,
    *,
    hand: HandOption = None,
    rules: RulesOption,
    tile_set: SetOption = None,
    as_json: JsonOption = False,
    facts: TableFacts,
) -> None:
    """Ranked discards of 14 tiles, or the waits of 13."""
    _answer(_Question(photo, hand, rules, facts, tile_set), as_json=as_json, view_name="advice_view")


@dataclass(frozen=True, slots=True)
class _Question:
    """What the command line asks about: a photo or a hand as text, under some rules and facts."""

    photo: Path | None
    hand: str | None
    rules: str
    facts: TableFacts
    tile_set: Path | None = None

    def assumed_win(self, hand: str, analysed_hand: str) -> str | None:
        """Return how the hand is taken to have been won and how to say otherwise, None where that was said.

        Args:
            hand: The hand as written or read; only there ``+x`` is a tile that somebody marked or laid apart.
            analysed_hand: The hand as the analysis writes it, always with its winning tile.
        """
        facts = self.facts
        tile = analysed_hand.partition("+")[2]
        if not tile or facts.self_drawn is not None or facts.discarder is not None or facts.robbing_kong:
            return None
        of_photo = self.photo is not None
        if "+" in hand:
            why = "it stands apart or turned" if of_photo else "it is marked +"
            return f"on a discard, {tile} ({why}; --self-drawn if it was drawn)"
        otherwise = "lay it apart, or give --hand with +x" if of_photo else "write it as +x"
        return f"self-drawn on {tile}, the last tile (if another won, or on a discard: {otherwise})"


def _answer(question: _Question, *, as_json: bool, view_name: str) -> None:
    """Analyse the hand and print it as JSON or through a view of :mod:`api.commands.tables`."""
    if (question.photo is None) == (question.hand is None):
        message = "give either a photo or --hand"
        raise typer.BadParameter(message, param_hint="PHOTO")
    if question.tile_set is not None and question.photo is None:
        message = "a tile set's profile is for photos; give a photo, or leave it out"
        raise typer.BadParameter(message, param_hint="--set")
    option_texts = question.facts.option_texts()
    with answering(as_json=as_json):
        parts = question.facts.request()
        parts["options"] = options_of_texts(question.rules, option_texts)
        reading: Document | None = None
        request: Document | None = {"rules": question.rules, "hand": question.hand, **parts}
        if question.photo is not None:
            read = adapted_to(load_photo_reader(), question.tile_set).read(question.photo, rules=question.rules)
            reading = reading_document(read)
            request = request_of_reading(read, rules=question.rules, parts=parts)
        if request is None:
            failure = NO_HAND if reading is not None and reading["tiles"] else NO_TILES
            report(failure)
            _print_without_hand(failure, reading, as_json=as_json)
            raise typer.Exit(failure.status)
        analysis = analyse_request(request)
        if as_json:
            print_document(_with_reading(analysis, reading))
        else:
            _print_view(analysis, reading, view_name, question.assumed_win(request["hand"], analysis["hand"]))
    if analysis["status"] == "invalid":
        raise typer.Exit(ExitStatus.UNANSWERABLE)


def _with_reading(document: Document, reading: Document | None) -> Document:
    return document if reading is None else {**document, "reading": reading}


def _print_without_hand(failure: Failure, reading: Document | None, *, as_json: bool) -> None:
    """Print what a photo without a hand shows."""
    if as_json:
        print_document(_with_reading(failure.document(), reading))
    elif reading is not None and reading["tiles"]:
        from api.commands import readings, tables  # noqa: PLC0415 - rich, for people only

        tables.print_view(readings.reading_view(reading, title="Photo"))


def _print_view(analysis: Document, reading: Document | None, view_name: str, won: str | None) -> None:
    from api.commands import readings, tables  # noqa: PLC0415 - rich, for people only

    view: Callable[..., RenderableType] = getattr(tables, view_name)
    if reading is not None:
        tables.print_view(readings.hand_reading_view(reading, analysis))
    tables.print_view(view(analysis, won=won))


def analyse(
    *,
    batch: Annotated[
        str, typer.Option("--batch", metavar="FILE|-", help="Bodies of /v1/analyse, one a line; - is standard input.")
    ],
    outlook: Annotated[
        bool,
        typer.Option(
            help="Say how likely discards win and what they are worth; without it an answer takes about a millisecond."
        ),
    ] = True,
) -> None:
    """JSON Lines in, JSON Lines out, in the same order: one answer a line, even for a bad line."""
    with answering(as_json=False):
        if batch == "-":
            status = _answer_lines(sys.stdin.buffer, None, outlook=outlook)
        else:
            with Path(batch).open("rb") as lines:
                status = _answer_lines(lines, Path(batch).parent, outlook=outlook)
    raise typer.Exit(status)


def _answer_lines(lines: Iterable[bytes], folder: Path | None, *, outlook: bool) -> ExitStatus:
    """Print the answer to each line; the status is unanswerable when any line was.

    Args:
        lines: The requests.
        folder: Where they came from: cards may lie there too.
        outlook: Whether discards say what they promise.
    """
    status = ExitStatus.ANSWERED
    for number, line in enumerate(lines, start=1):
        answer = _answer_line(line, folder, outlook=outlook)
        if "error" in answer:
            status = ExitStatus.UNANSWERABLE
            answer["error"]["line"] = number
        elif answer["status"] == "invalid":
            status = ExitStatus.UNANSWERABLE
        print_document(answer)
    return status


def _answer_line(line: bytes, folder: Path | None, *, outlook: bool) -> Document:
    try:
        request = json.loads(line.decode("utf-8-sig").strip())
    except json.JSONDecodeError as error:
        message = f"the line is not valid JSON: {error.msg} at character {error.pos + 1}"
        return Failure("malformed_body", message, ExitStatus.UNANSWERABLE).document()
    except (ValueError, RecursionError) as error:
        failure = Failure("malformed_body", f"the line is not valid JSON: {error}", ExitStatus.UNANSWERABLE)
        return failure.document()
    try:
        # A line of a file may name a card's file, which no request over HTTP may.
        return analyse_request(with_card(request, folder) if isinstance(request, dict) else request, outlook=outlook)
    except EngineError as error:
        return failure_of(error).document()
    except Exception as error:  # noqa: BLE001 - a defect met by one line must not take the other lines' answers
        message = f"this is a defect of tilesight, please report it: {type(error).__name__}: {error}"
        failure = Failure("internal_error", message, ExitStatus.UNANSWERABLE)
        report(failure)
        return failure.document()
