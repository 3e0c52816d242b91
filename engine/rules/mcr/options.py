"""Options of Chinese Official mahjong. The official rules leave nothing open; friends lower the minimum."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.options import option

__all__ = ["McrOptions"]


@dataclass(frozen=True, slots=True)
class McrOptions:
    """What differs between tables; the default is the official rule."""

    minimum: int = option(8, "fan a hand needs to win, flowers left out", maximum=88)
