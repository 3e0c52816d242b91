"""A progress bar by whichever library the environment has: rich in the runtime, tqdm in the training environment."""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["track"]

T = TypeVar("T")


def track(items: Iterable[T], total: int, description: str) -> Iterator[T]:
    """Yield items while showing how many of the total are done."""
    if importlib.util.find_spec("tqdm"):
        yield from importlib.import_module("tqdm").tqdm(items, total=total, desc=description, mininterval=1.0)
    elif importlib.util.find_spec("rich"):
        yield from importlib.import_module("rich.progress").track(items, total=total, description=description)
    else:
        yield from items
