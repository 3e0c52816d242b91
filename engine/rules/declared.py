"""Wins whose worth is said at the table, without their tiles: what everybody pays for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from engine.context import Context
from engine.rules.base import Rules
from engine.rules.payments import Payments

__all__ = ["DeclaredWin", "DeclaringRules"]


@dataclass(frozen=True, slots=True)
class DeclaredWin:
    """What a win comes to.

    Attributes:
        total: Its value in the rule set's unit, after limits, without counters and sticks.
        limit: Name of the limit, None without one.
        payments: What every seat wins or pays, counters included.
    """

    total: int
    limit: str | None
    payments: Payments


@runtime_checkable
class DeclaringRules(Rules, Protocol):
    """Rules that can say what is paid for a win of which only the worth is known."""

    def declare(self, worth: Mapping[str, int], context: Context) -> DeclaredWin:
        """Return what is paid.

        Args:
            worth: By the names of ``RuleSetInfo.worth``, such as ``han`` and ``fu``; what is left out is 0.
            context: Whose win it is, whether it was drawn, otherwise who discarded, and the counters.

        Raises:
            RequestValueError: No hand is worth that; ``path`` names the value.
        """
        ...
