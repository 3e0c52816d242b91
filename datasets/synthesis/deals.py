"""Which tiles lie on the table: walls of several games, hands drawn from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np

from engine.tile import CODES, KIND_CODES

__all__ = ["Wall", "arrange"]

BONUS_CODES: Final = tuple(f"{rank}f" for rank in range(1, 9))
SUIT_ORDERS: Final = ("mpsz", "mspz", "psmz", "zmps", "smpz", "pmsz")


class Wall:
    """Tiles left to draw, so that a scene never shows five of a kind of one set."""

    def __init__(self, rng: np.random.Generator, *, balanced: bool = False) -> None:
        """Sample a game (with or without red fives, bonus tiles, jokers) and shuffle its tiles.

        Args:
            rng: Source of randomness.
            balanced: No game but four of each face there is, so that every class is met as often, to measure with.
        """
        self._rng = rng
        self._kinds = CODES[:-1] if balanced else KIND_CODES
        if balanced:
            faces = [code for code in CODES[:-1] for _ in range(4)]
            self._tiles = [faces[k] for k in rng.permutation(len(faces))]
            return
        tiles = [code for code in KIND_CODES for _ in range(4)]
        game = rng.random()
        if game < 0.35:
            for suit in "mps":
                for _ in range(int(rng.integers(1, 3))):
                    tiles[tiles.index(f"5{suit}")] = f"0{suit}"
        if game > 0.25:
            tiles += list(BONUS_CODES)
        if game > 0.8:
            tiles += ["1j"] * 8
        self._tiles = [tiles[k] for k in rng.permutation(len(tiles))]

    def draw(self, count: int = 1) -> list[str]:
        """Take tiles; when none are left, any tile will do."""
        drawn, self._tiles = self._tiles[:count], self._tiles[count:]
        while len(drawn) < count:
            drawn.append(CODES[int(self._rng.integers(len(CODES) - 1))])
        return drawn

    def draw_bonus(self, count: int) -> list[str]:
        """Take bonus tiles (jokers count as such) as far as there are any."""
        found = [k for k, code in enumerate(self._tiles) if code[1] in "fj"][:count]
        return [self._tiles.pop(k) for k in reversed(found)]

    def draw_set(self, size: int = 3) -> list[str]:
        """Take a chow, pung or kong of what is left, or any tiles when none can be made."""
        for _ in range(12):
            code = self._kinds[int(self._rng.integers(len(self._kinds)))]
            rank, suit = int(code[0]), code[1]
            wanted = [code] * size
            if size == 3 and suit in "mps" and 0 < rank <= 7 and self._rng.random() < 0.5:
                wanted = [f"{rank + step}{suit}" for step in range(3)]
            taken = self._take(wanted)
            if taken:
                return taken
        return self.draw(size)

    def _take(self, wanted: list[str]) -> list[str]:
        """Take exactly these tiles, a red five where no other five is left, or none of them."""
        left = list(self._tiles)
        taken = []
        for code in wanted:
            options = [code, f"0{code[1]}"] if code[0] == "5" and code[1] != "z" else [code]
            found = next((option for option in options if option in left), None)
            if found is None:
                return []
            left.remove(found)
            taken.append(found)
        self._tiles = left
        return taken

    def draw_hand(self, count: int) -> list[str]:
        """Take a hand: any tiles, tiles of few suits, or mostly sets."""
        choice = self._rng.random()
        if choice < 0.55:
            return self.draw(count)
        hand: list[str] = []
        while len(hand) + 3 <= count:
            hand += self.draw_set()
        return hand + self.draw(count - len(hand))


def arrange(rng: np.random.Generator, codes: list[str]) -> list[str]:
    """Return a hand as its player sorted it: by suit mostly, in the order drawn sometimes."""
    if rng.random() < 0.3:
        return codes
    order = SUIT_ORDERS[int(rng.integers(len(SUIT_ORDERS)))] + "fjx"
    return sorted(codes, key=lambda code: (order.index(code[1]), 5 if code[0] == "0" else int(code[0]), code))
