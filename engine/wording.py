"""Numbers of things in messages to people."""

from __future__ import annotations

__all__ = ["quantity"]


def quantity(count: int, noun: str) -> str:
    """Return a number and the noun it counts.

    >>> quantity(1, "concealed tile"), quantity(0, "meld")
    ('1 concealed tile', '0 melds')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
