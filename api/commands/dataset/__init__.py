"""``tilesight dataset``: the care of labelled data sets."""

from __future__ import annotations

import typer

from api.commands.dataset.check import check
from api.commands.dataset.collect import collect
from api.commands.dataset.convert import convert
from api.commands.dataset.merge import merge
from api.commands.dataset.split import split
from api.commands.dataset.stats import stats

__all__ = ["dataset"]

dataset = typer.Typer(help="Labelled data sets: convert, check, merge, split, count, collect.", no_args_is_help=True)
for command in (convert, check, merge, split, stats, collect):
    dataset.command()(command)
