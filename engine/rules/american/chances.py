"""How likely each hand of the card is made: the model behind ``win_probability`` and ``expected_value``.

The model. Tiles that nobody has shown are equally likely anywhere. In each round the player draws one tile and the
other three discard one each. The rounds left are those of the wall, or the context's ``draws_left``, cut by the chance
(:data:`OTHERS_WIN`) that another player wins in a round. A hand that lacks m tiles gets

- a joker by drawing it,
- any other tile by drawing it, or from another player's discard when it is the last one missing: one of m times,
- a tile of an open place of a hand that may be exposed also by claiming it, in a share :data:`CLAIMED` of the discards.

So every unseen tile comes with a probability of its own, and how many come of n live ones of a kind is binomial.
Joker-free places have to be filled by their own kind; what is missing in open places has to be made good by jokers. The
latter sums up to four kinds, whose distributions are convolved (as a product of Fourier transforms).

Hands of the card overlap. The chance to win on any of them is 1 - (1 - p1) * product of (1 - p) ** :data:`OVERLAP` over
the others, p1 being the likeliest: a hand counts less where another one needs the same tiles.

Checked against played-out hands by ``tests/oracle/test_american_simulation.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.context import Context
from engine.rules.american.distance import Standing, Steps
from engine.rules.american.matrix import IntArray
from engine.rules.american.tiles import COPIES, JOKER, NATURAL_KINDS, CountArray

__all__ = ["CLAIMED", "OTHERS_WIN", "OVERLAP", "Chances", "FloatArray", "Outlook", "estimate", "outlook_of"]

CLAIMED: Final = 0.3
"""Share of the others' discards of a kind that come when they complete a group and can be claimed."""

OTHERS_WIN: Final = 0.03
"""Chance that another player wins in a round; a wall without a winner is about one deal in three then."""

OVERLAP: Final = 0.1
"""How much a hand besides the likeliest counts. Both numbers fit 480 hands played out with one to six tiles missing."""

FloatArray = NDArray[np.float64]

_PLAYERS: Final = 4
_OTHERS: Final = 3
_IN_OTHER_RACKS: Final = 39
_FREQUENCIES: Final = 9
"""Of a real transform of 16 values: what is missing in open places is at most 14."""

_LENGTH: Final = 16
_MOST_LIVE: Final = int(COPIES.max())
_TINY: Final = 1e-300
_CERTAIN: Final = 1 - 1e-9
"""Largest chance; one of 1 has no logarithm of its complement."""

_NEVER: Final = -60.0
"""Logarithm that stands for a chance of zero."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is still to come.

    Attributes:
        live: Tiles nobody has shown by kind, shape (36,).
        rounds: Rounds the player can expect to play, not a whole number.
    """

    live: CountArray
    rounds: float

    @property
    def draw_chance(self) -> float:
        """Chance that the player draws a certain unseen tile in the rounds left."""
        return min(1.0, self.rounds / max(1, int(self.live.sum())))


def outlook_of(live: CountArray, context: Context, held: int) -> Outlook:
    """Return the outlook of a player.

    Args:
        live: Tiles nobody has shown by kind, shape (36,).
        context: The table's facts; ``draws_left`` is taken when it is known.
        held: How many tiles the player holds.
    """
    draws = context.draws_left
    if draws is None:
        wall = int(COPIES.sum()) - held - _IN_OTHER_RACKS - len(context.visible)
        draws = max(0, wall) // _PLAYERS
    lasting = 1 - OTHERS_WIN
    return Outlook(live, (1 - lasting**draws) / OTHERS_WIN)


@dataclass(frozen=True, slots=True, eq=False)
class Chances:
    """Chances of K hands after each of D steps.

    Attributes:
        made: Chance that the hand is made, shape (D, K).
        jokerless: Chance that it is made without any joker, shape (D, K).
    """

    made: FloatArray
    jokerless: FloatArray

    def combine(self, points: FloatArray, bonus: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return the chance to win on any of the hands and the points to be expected, both of shape (D,).

        Args:
            points: What each hand brings when it is made, shape (K,).
            bonus: What it brings more without jokers, shape (K,).
        """
        missed = np.log1p(-self.made)
        win: FloatArray = -np.expm1(OVERLAP * missed.sum(axis=1) + (1 - OVERLAP) * missed.min(axis=1))
        paid = (self.made * points + self.jokerless * bonus).sum(axis=1)
        return win, win * paid / np.maximum(self.made.sum(axis=1), _TINY)


def estimate(
    standing: Standing,
    steps: Steps,
    outlook: Outlook,
    *,
    exposed_joker: bool = False,
) -> Chances:
    """Return the chances of every hand within reach after each step.

    Args:
        standing: The rack before the steps, measured against R hands.
        steps: The steps, D of them.
        outlook: What is still to come.
        exposed_joker: Whether a joker lies in an exposed group.
    """
    tables = _Tables.of(standing, steps, outlook)
    free = np.exp(_log_free(standing, steps, outlook, tables))
    lacking = _lacking(standing, steps, outlook, tables)
    opened = np.einsum("drf,df->dr", lacking, _joker_weights(steps.jokers[:, 0], tables.jokers)).real
    none = (steps.jokers == 0) & (not exposed_joker)
    made = free * opened.clip(0, _CERTAIN)
    jokerless = free * (lacking.real * _PARSEVAL).sum(axis=2).clip(0, _CERTAIN) * none
    return Chances(made, np.minimum(jokerless, made))


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    """What depends only on how many tiles are missing (m) and whether claims are allowed: C classes of hands.

    Attributes:
        before: Class of each hand before the steps, shape (R,); two more is the class with one tile more missing.
        after: Its class after each step, shape (D, R).
        jokers: Chance that at least x of the live jokers come, shape (9,).
        enough: Logarithm of the chance that of n live tiles u come, shape (C, 9, 10).
        reaching: Chance that of n live tiles at least x come, shape (C, 9, 9).
    """

    before: IntArray
    after: IntArray
    jokers: FloatArray
    enough: FloatArray
    reaching: FloatArray

    @classmethod
    def of(cls, standing: Standing, steps: Steps, outlook: Outlook) -> _Tables:
        concealed = standing.reach.matrix.concealed[standing.reach.rows]
        least, most = int(standing.missing.min()), int(standing.missing.max()) + 1
        missing = np.arange(least, most + 1)
        last = 1 / np.maximum(missing, 1)
        claims = np.stack((np.maximum(last, CLAIMED), last), axis=1)
        chance = np.minimum(1.0, outlook.draw_chance * (1 + _OTHERS * claims))
        reaching = _reaching(np.array([*chance.flat, outlook.draw_chance]).clip(0, _CERTAIN))
        enough = np.full((*reaching.shape[:2], _MOST_LIVE + 2), _NEVER)
        enough[:, :, : _MOST_LIVE + 1] = np.log(np.maximum(reaching, np.exp(_NEVER)))
        first = 2 * (standing.missing.astype(np.intp) - least) + concealed
        return cls(
            before=first,
            after=first + 2 * (steps.missing - standing.missing),
            jokers=reaching[-1, outlook.live[JOKER]],
            enough=enough,
            reaching=reaching,
        )


def _log_free(standing: Standing, steps: Steps, outlook: Outlook, tables: _Tables) -> FloatArray:
    """Return the logarithm of the chance that all joker-free places are filled, shape (D, R)."""
    live = outlook.live[:NATURAL_KINDS]
    needs = np.maximum(standing.reach.free - standing.counts[:NATURAL_KINDS, np.newaxis], 0)
    of_kind = live[:, np.newaxis]
    same = tables.enough[tables.before, of_kind, needs].sum(axis=0)
    farther = tables.enough[tables.before + 2, of_kind, needs].sum(axis=0)
    columns = np.minimum(steps.kinds, NATURAL_KINDS - 1)
    of_kind, needed = of_kind[columns], needs[columns]
    more = tables.enough[tables.after, of_kind, needed + 1] - tables.enough[tables.after, of_kind, needed]
    found: FloatArray = np.where(tables.after > tables.before, farther, same) + steps.lost_free * more
    return found


def _lacking(standing: Standing, steps: Steps, outlook: Outlook, tables: _Tables) -> NDArray[np.complex128]:
    """Return the transform of how many open places no natural tile fills in the end, shape (D, R, 9)."""
    reach = standing.reach
    have = standing.counts[:NATURAL_KINDS, np.newaxis]
    empty = np.maximum(reach.total - np.maximum(have, reach.free), 0)
    slots = reach.matrix.open_kinds[reach.rows]
    places = np.where(slots < 0, 0, empty[slots, np.arange(len(slots))[:, np.newaxis]])
    lost = (steps.lost & ~steps.lost_free)[:, :, np.newaxis] & (slots == steps.kinds[:, np.newaxis, np.newaxis])
    transforms = _empty_places(tables.reaching, int(places.max(initial=0)) + 1)
    found: NDArray[np.complex128] = transforms[tables.after[:, :, np.newaxis], outlook.live[slots], places + lost].prod(
        axis=2
    )
    return found


def _joker_weights(jokers: CountArray, coming: FloatArray) -> NDArray[np.complex128]:
    """Return what turns a transform into the chance that jokers fill what is lacking, shape (D, 9).

    Args:
        jokers: Jokers in the rack after each step, shape (D,).
        coming: Chance that at least x jokers come, shape (9,).
    """
    reaching = np.concatenate((coming, np.zeros(_LENGTH - len(coming))))
    covered = reaching[np.maximum(np.arange(_LENGTH) - jokers[:, np.newaxis], 0)]
    weights: NDArray[np.complex128] = np.fft.rfft(covered, axis=1).conj() * _PARSEVAL
    return weights


def _empty_places(reaching: FloatArray, most: int) -> NDArray[np.complex128]:
    """Return the transform of how many of w places stay empty, shape (C, 9, W + 1, 9) by class, n, w and frequency.

    One place more stays empty, or w tiles came and none does: T(w) = z T(w - 1) + (1 - z) P(at least w come).

    Args:
        reaching: Chance that at least x of n tiles come, shape (C, 9, 9).
        most: W, the most places of a kind.
    """
    shift = np.exp(-2j * np.pi / _LENGTH * np.arange(_FREQUENCIES))
    found = np.ones((*reaching.shape[:2], most + 1, _FREQUENCIES), dtype=np.complex128)
    for places in range(1, most + 1):
        enough = reaching[:, :, places, np.newaxis] if places <= _MOST_LIVE else 0.0
        found[:, :, places] = shift * found[:, :, places - 1] + (1 - shift) * enough
    return found


def _reaching(chances: FloatArray) -> FloatArray:
    """Return the chance that at least x of n tiles come, each with one chance, shape (C, 9, 9) by chance, n and x."""
    counts = np.arange(_MOST_LIVE + 1)
    came = chances[:, np.newaxis] ** counts
    not_came = (1 - chances[:, np.newaxis]) ** counts
    rest = np.maximum(counts[:, np.newaxis] - counts, 0)
    distribution = _CHOICES * came[:, np.newaxis] * not_came[:, rest]
    reaching: FloatArray = np.cumsum(distribution[:, :, ::-1], axis=2)[:, :, ::-1]
    return reaching


_CHOICES: Final = np.array([[comb(n, x) for x in range(_MOST_LIVE + 1)] for n in range(_MOST_LIVE + 1)], dtype=float)
"""Binomial coefficients, shape (9, 9); 0 where x is more than n."""

_PARSEVAL: Final = np.array([1, *[2] * (_FREQUENCIES - 2), 1]) / _LENGTH
"""Weights of the frequencies of a real transform in a sum of products."""
