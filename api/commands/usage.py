"""Mistakes in the command line itself, told as JSON where JSON was asked for."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import typer
from typer.core import TyperGroup

from api.commands.output import ExitStatus, Failure, print_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Commands"]

USAGE_ERROR: Final[Any] = typer.BadParameter.__mro__[1]
"""What every mistake of usage is; typer gives only this one kind of it a public name."""

ASKED_FOR_JSON: Final = "tilesight.asked_for_json"
"""Where the context of a run keeps whether ``--json`` stands anywhere in the command line."""


class Commands(TyperGroup):
    """The commands. A mistake in options or arguments is a document on standard output too, if ``--json`` is given.

    Typer itself says on standard error what is wrong, and ends with the status of usage.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - typer's context has no public type
        """Read the options before the command's name."""
        ctx.meta[ASKED_FOR_JSON] = _asks_for_json(args)
        with _usage_as_json(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as typer has it
        """Read the rest of the command line and run the command."""
        with _usage_as_json(ctx):
            return super().invoke(ctx)


def _asks_for_json(arguments: Sequence[str]) -> bool:
    """Return whether ``--json`` is among the options; after ``--`` there are only arguments."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


@contextmanager
def _usage_as_json(ctx: Any) -> Iterator[None]:  # noqa: ANN401 - see Commands
    try:
        yield
    except USAGE_ERROR as error:
        if ctx.meta[ASKED_FOR_JSON] and error.format_message():
            print_document(Failure("bad_usage", error.format_message(), ExitStatus.USAGE).document())
        raise
