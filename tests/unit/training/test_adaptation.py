"""The fit of the adaptation: what differs within kinds is shrunk, and a reader that errs is trusted less."""

from __future__ import annotations

import numpy as np
import pytest

from engine.tile import CODES
from models.training.adaptation import summarise
from models.training.adaptation_fit import fit_fusion, fit_projection, project, set_profile
from models.training.adaptation_trial import Trial
from models.training.known_sets import KnownSet
from vision.prototypes import Fusion, fuse, kind_likeness

KINDS = 12
FACES = 8
FEATURES = 30


def make_set(seed: int, reader_right: float = 0.6, nuisance: float = 4.0) -> KnownSet:
    """Return a set whose kinds differ in the first features, and whose faces differ more in the last ones."""
    rng = np.random.default_rng(seed)
    drawings = rng.normal(size=(KINDS, 4, FEATURES))
    drawings[..., 10:] = 0
    codes = np.repeat(np.arange(KINDS), FACES)
    embeddings = drawings[codes] + rng.normal(scale=0.2, size=(len(codes), 4, FEATURES))
    embeddings[..., 10:] += nuisance * rng.normal(size=(len(codes), 1, FEATURES - 10))
    read = np.where(rng.random(len(codes)) < reader_right, codes, (codes + 1) % KINDS)
    probabilities = np.full((len(codes), len(CODES)), 0.1 / (len(CODES) - 1), np.float32)
    probabilities[np.arange(len(codes)), read] = 0.9
    sheet = np.tile(np.arange(FACES) < 2, KINDS)
    return KnownSet(f"set {seed}", codes, probabilities, embeddings.astype(np.float32), sheet)


def errors(known: KnownSet, fusion: Fusion) -> tuple[float, float]:
    """Return the errors before and after one face of each kind is known."""
    faces = np.flatnonzero(known.sheet)[::2]
    rest = ~known.sheet
    kinds = kind_likeness(known.embeddings[rest][:, ::2], set_profile(known, faces, fusion))
    fused = fuse(known.probabilities[rest], kinds, fusion)
    codes = known.codes[rest]
    return tuple(float((found.argmax(1) != codes).mean()) for found in (known.probabilities[rest], fused))


@pytest.fixture(scope="module")
def fitted() -> tuple[list[KnownSet], Fusion]:
    sets = [make_set(seed) for seed in range(6)]
    projection = fit_projection(sets, dimensions=10)
    return [project(known, projection) for known in sets], fit_fusion([project(known, projection) for known in sets])


def test_projection_keeps_what_tells_kinds_apart() -> None:
    sets = [make_set(seed) for seed in range(6)]
    projection = fit_projection(sets, dimensions=10)
    weights = np.abs(projection.matrix).sum(axis=1)
    assert weights[:10].min() > 2 * weights[10:].max()
    assert projection.matrix.shape == (FEATURES, 10)


def test_errors_of_sets_not_fitted_on_fall(fitted: tuple[list[KnownSet], Fusion]) -> None:
    sets, fusion = fitted
    projection = fit_projection([make_set(seed) for seed in range(6)], dimensions=10)
    before, after = errors(project(make_set(99), projection), fusion)
    assert before > 0.3
    assert after < before / 4
    assert len(sets) == 6


def test_a_reader_that_errs_is_weighed_less_than_one_that_does_not(fitted: tuple[list[KnownSet], Fusion]) -> None:
    _, fusion = fitted
    good = [make_set(seed, reader_right=1.0, nuisance=30.0) for seed in range(6)]
    good_fusion = fit_fusion(good)
    assert good_fusion.reader_weight / good_fusion.likeness_weight > fusion.reader_weight / fusion.likeness_weight


def test_the_fit_is_the_same_each_time(fitted: tuple[list[KnownSet], Fusion]) -> None:
    sets, fusion = fitted
    assert fit_fusion(sets) == fusion


def test_summary_compares_means() -> None:
    trials = [
        Trial("a set", {"reader errors before": before, "reader errors after": after, "sure": 1.0})
        for before, after in ((0.2, 0.1), (0.4, 0.05))
    ]
    summary = summarise(trials)
    assert summary["means"]["reader errors before"] == pytest.approx(0.3)
    assert summary["fall"] == {"reader errors": pytest.approx(0.75)}
