"""The command line ``tilesight``: wiring of the commands, and how the process ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from api.commands.card import card
from api.commands.dataset import dataset
from api.commands.doctor import doctor
from api.commands.hands import advise, analyse, score
from api.commands.label import label
from api.commands.output import ExitStatus, Failure, end_at_unusable_output, report
from api.commands.photos import read
from api.commands.rule_sets import rules
from api.commands.serving import serve
from api.commands.settlement import settle
from api.commands.tile_sets import profile
from api.commands.usage import Commands
from api.service import program_version

__all__ = ["app", "main"]

app = typer.Typer(
    name="tilesight",
    cls=Commands,
    help="Mahjong tiles from photos, scores and advice.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (read, score, advise, analyse, settle, label, serve, rules, doctor):
    app.command()(command)
app.add_typer(card, name="card")
app.add_typer(profile, name="profile")
app.add_typer(dataset, name="dataset")


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - typer hands the option's value over
    if wanted:
        sys.stdout.write(f"tilesight {program_version()}\n")
        raise typer.Exit


@app.callback()
def _root(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Mahjong tiles from photos, scores and advice."""


def main() -> None:
    """Run the command line and end the process with the command's status, never with a stack trace."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and return its exit status."""
    _replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # JSON is UTF-8 whatever the terminal is; a file name that is no UTF-8 is shown escaped.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        app(args=arguments, prog_name="tilesight")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else ExitStatus.ANSWERED
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except OSError as error:
        # Whatever else a file can do wrong is met where it is read: this one is standard output.
        try:
            end_at_unusable_output(error)
        except typer.Exit as end:
            return end.exit_code
    except Exception as error:  # noqa: BLE001 - the last line of defence, whatever went wrong
        message = f"this is a defect of tilesight, please report it: {type(error).__name__}: {error}"
        report(Failure("internal_error", message, ExitStatus.ENVIRONMENT))
        return ExitStatus.ENVIRONMENT
    return ExitStatus.ANSWERED


def _replace_closed_streams() -> None:
    """Give the process a place to write to where its caller closed one (``>&-``)."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open until the end


if __name__ == "__main__":
    main()
