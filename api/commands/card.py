"""``tilesight card check``: a card's hands, or what is wrong with it and where."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from api.cards import describe_card, load_card_file
from api.commands.output import JsonOption, answering, failure_of, print_document, report
from engine.errors import CardError
from engine.wording import quantity

__all__ = ["card"]

card = typer.Typer(help="American cards.", no_args_is_help=True)


@card.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A card: TOML, or JSON where the name ends in .json.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """A card's hands with their values, or what is wrong with the card, and where."""
    with answering(as_json=as_json):
        try:
            listed = describe_card(load_card_file(file))
        except CardError as error:
            if len(error.problems) == 1:
                raise
            _refuse(error, as_json=as_json)
        if as_json:
            print_document(listed)
            return
        from api.commands import card_tables, tables  # noqa: PLC0415 - rich, for people only

        tables.print_view(card_tables.card_view(listed))


def _refuse(error: CardError, *, as_json: bool) -> NoReturn:
    """Say everything that is wrong with a card, a line each, and end."""
    for problem in error.problems:
        sys.stderr.write(f"{error.source}: {problem}\n")
    failure = failure_of(error)
    report(replace(failure, message=f"{error.source}: {quantity(len(error.problems), 'problem')}"))
    if as_json:
        print_document(failure.document())
    raise typer.Exit(failure.status)
