"""``tilesight rules``: the rule sets and their options."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.context import RuleSet
from api.commands.output import JsonOption, print_document
from api.service import list_rule_sets

__all__ = ["rules"]


def rules(
    name: Annotated[RuleSet | None, typer.Argument(metavar="R", help="A rule set.")] = None,
    *,
    as_json: JsonOption = False,
) -> None:
    """The rule sets, or one rule set's options with their defaults."""
    known = list_rule_sets()
    chosen = None if name is None else next((document for document in known if document["name"] == str(name)), None)
    if name is not None and chosen is None:
        names = ", ".join(document["name"] for document in known)
        message = f"this version cannot score {str(name)!r}; it scores {names}"
        raise typer.BadParameter(message, param_hint="R")
    if as_json:
        print_document({"rules": known} if chosen is None else chosen)
        return
    from api.commands import tables  # noqa: PLC0415 - rich, for people only

    tables.print_view(tables.rule_sets_view(known) if chosen is None else tables.rule_set_view(chosen))
