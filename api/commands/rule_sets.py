"""``tilesight rules``: the rule sets and their options."""

from __future__ import annotations

import typer

from api.commands.context import RulesArgument
from api.commands.output import JsonOption, print_document
from api.service import describe_rule_set, list_rule_sets
from engine.errors import RuleSetError

__all__ = ["rules"]


def rules(name: RulesArgument = None, *, as_json: JsonOption = False) -> None:
    """The rule sets, or one rule set's options with their defaults."""
    try:
        chosen = None if name is None else describe_rule_set(name)
    except RuleSetError as error:
        raise typer.BadParameter(error.message, param_hint="R") from None
    known = [] if chosen is not None else list_rule_sets()
    if as_json:
        print_document({"rules": known} if chosen is None else chosen)
        return
    from api.commands import tables  # noqa: PLC0415 - rich, for people only

    if chosen is not None:
        tables.print_view(tables.rule_set_view(chosen))
        return
    tables.print_view(tables.rule_sets_view(known))
