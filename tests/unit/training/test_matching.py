from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from datasets.photos import LabelledPhoto
from engine.tile import CODES
from models.training.average_precision import average_precision, average_precision_50
from models.training.calibrate import fit_temperature, mean_probabilities, sure_threshold
from models.training.matching import label_rows, match_photo
from models.training.metrics import coverage_figures, expected_calibration_error, figures_of, photo_weights
from vision.reading import RackReading, ReadTile

ROW = [(10.0 + 30 * n, 10.0, 38.0 + 30 * n, 50.0) for n in range(4)]
CODE_ROW = ["1m", "2m", "3m", "5z"]


def labelled(boxes: list[tuple[float, ...]], codes: list[str], *, partially: bool = False) -> LabelledPhoto:
    indices = np.array([CODES.index(code) for code in codes], np.int64)
    return LabelledPhoto(
        Path("x.jpg"), "x", "g", 0, (400, 300), np.array(boxes, np.float32), indices, partially_labelled=partially
    )


def read(boxes: list[tuple[float, float, float, float]], codes: list[str], confidence: float = 0.99) -> RackReading:
    tiles = tuple(
        ReadTile(code, confidence, box, None, 0, (), 0, index, 0, confidence > 0.9)
        for index, (box, code) in enumerate(zip(boxes, codes, strict=True))
    )
    return RackReading((400, 300), (), tiles, (), "", (), {})


def test_a_perfect_reading_is_right_and_exact() -> None:
    matched = match_photo(labelled(ROW, CODE_ROW), read(ROW, CODE_ROW))
    assert matched.right.all()
    assert matched.exact_rows.tolist() == [True]


@pytest.mark.parametrize(
    ("boxes", "codes", "right"),
    [
        (ROW, ["1m", "2m", "3m", "6z"], 3),
        (ROW[:3], CODE_ROW[:3], 3),
        ([*ROW, (60.0, 12.0, 80.0, 48.0)], [*CODE_ROW, "1s"], 4),
        ([ROW[1], ROW[0], *ROW[2:]], ["2m", "1m", "3m", "5z"], 4),
        ([], [], 0),
    ],
    ids=["wrong code", "missed", "extra tile inside", "read out of order", "nothing read"],
)
def test_what_spoils_a_row(boxes: list[tuple[float, float, float, float]], codes: list[str], right: int) -> None:
    matched = match_photo(labelled(ROW, CODE_ROW), read(boxes, codes))
    assert matched.right.sum() == right
    assert matched.exact_rows.tolist() == [False]


def test_tiles_outside_the_row_and_reading_from_the_right_do_not_spoil_it() -> None:
    far = (200.0, 200.0, 230.0, 240.0)
    matched = match_photo(labelled(ROW, CODE_ROW), read([*ROW[::-1], far], [*CODE_ROW[::-1], "9p"]))
    assert matched.exact_rows.tolist() == [True]


def test_two_rows_and_a_picture_on_its_side() -> None:
    second = [(x1, y1 + 45, x2, y2 + 45) for x1, y1, x2, y2 in ROW]
    assert label_rows(np.array([*ROW, *second], np.float32)).tolist() == [0] * 4 + [1] * 4
    sideways = np.array([*ROW, *second], np.float32)[:, [1, 0, 3, 2]]
    assert label_rows(sideways).tolist() == [0] * 4 + [1] * 4
    assert label_rows(np.empty((0, 4), np.float32)).tolist() == []


def test_a_row_that_climbs_holds_together() -> None:
    climbing = [(x1, y1 + 9 * n, x2, y2 + 9 * n) for n, (x1, y1, x2, y2) in enumerate(ROW)]
    assert label_rows(np.array(climbing, np.float32)).tolist() == [0] * 4


def test_a_row_seen_from_low_down_is_one_row_though_its_boxes_are_wide() -> None:
    flat = np.array([(10 + 30 * n, 10 + 3 * n, 39 + 30 * n, 30 + 3 * n) for n in range(6)], np.float32)
    assert label_rows(flat).tolist() == [0] * 6


def test_figures_count_what_was_missed() -> None:
    half = match_photo(labelled(ROW, CODE_ROW), read(ROW[:2], CODE_ROW[:2]))
    full = match_photo(labelled(ROW, CODE_ROW), read(ROW, CODE_ROW))
    figures = figures_of([half, full])
    assert figures["tiles right"].value == pytest.approx(0.75)
    assert figures["codes right of found"].value == 1
    assert figures["rows exact"].value == pytest.approx(0.5)
    assert figures["sure coverage"].value == pytest.approx(0.75)
    assert figures["tiles right"].low <= 0.75 <= figures["tiles right"].high


def test_calibration_error_is_the_gap_to_being_right() -> None:
    wrong = match_photo(labelled(ROW, CODE_ROW), read(ROW, ["9s"] * 4, confidence=0.8))
    assert expected_calibration_error([wrong]) == pytest.approx(0.8)


def test_average_precision_by_hand() -> None:
    scores, hits = np.array([0.9, 0.8, 0.7]), np.array([True, False, True])
    # Precision 1 up to recall 1/2, 2/3 up to recall 1.
    once = average_precision(scores, hits, np.array([2.0]), np.ones((1, 3)))
    assert once.tolist() == pytest.approx([0.5 + 0.5 * 2 / 3])
    # A label that nothing answers, a weighting without the mistake, one without any label.
    weights = np.array([[1.0, 1, 1], [1, 0, 1], [0, 0, 0]])
    several = average_precision(scores, hits, np.array([3.0, 2, 0]), weights)
    assert several[:2].tolist() == pytest.approx([(1 + 2 / 3) / 3, 1.0])
    assert np.isnan(several[2])


def test_average_precision_forgives_unlabelled_tiles_only_where_labels_are_partial() -> None:
    far = (200.0, 200.0, 230.0, 240.0)
    reading = read([far, *ROW], ["1m", *CODE_ROW])
    for partially, expected in ((True, 1.0), (False, (0.5 + 3) / 4)):
        photo = labelled(ROW, CODE_ROW, partially=partially)
        matched = match_photo(photo, reading)
        assert average_precision_50([(matched, reading)]).mean.value == pytest.approx(expected)
        there = figures_of([matched])["read tiles that are there"].value
        assert there == pytest.approx(1.0 if partially else 4 / 5)


def test_hardly_visible_tiles_may_be_read_or_missed() -> None:
    hidden = (40.0, 10.0, 50.0, 50.0)
    photo = replace(labelled([ROW[0], *ROW[2:]], ["1m", "3m", "5z"]), doubtful_boxes_xyxy=np.array([hidden]))
    for extra in ([], [hidden], [(38.0, 10.0, 50.0, 50.0)]):
        reading = read([ROW[0], *extra, *ROW[2:]], ["1m", *["9p"] * len(extra), "3m", "5z"])
        matched = match_photo(photo, reading)
        assert matched.exact_rows.all()
        assert average_precision_50([(matched, reading)]).mean.value == 1
        assert figures_of([matched])["read tiles that are there"].value == 1


def test_backs_are_judged_only_where_backs_are_labelled() -> None:
    far = (200.0, 200.0, 230.0, 240.0)
    reading = read([*ROW, far], [*CODE_ROW, "0x"])
    assert figures_of([match_photo(labelled(ROW, CODE_ROW), reading)])["read tiles that are there"].value == 1
    with_back = labelled(ROW, [*CODE_ROW[:3], "0x"])
    assert figures_of([match_photo(with_back, reading)])["read tiles that are there"].value == pytest.approx(4 / 5)


def test_order_counts_only_where_the_reading_has_one() -> None:
    reading = read([ROW[1], ROW[0], *ROW[2:]], ["2m", "1m", "3m", "5z"])
    photo = labelled(ROW, CODE_ROW)
    assert not match_photo(photo, reading).exact_rows.any()
    assert match_photo(photo, reading, ordered=False).exact_rows.all()


def test_intervals_are_those_of_drawing_photos_with_replacement() -> None:
    weights = photo_weights(["a", "b", "c"], seed=3, resamples=200)
    assert weights[0].tolist() == [1, 1, 1]
    assert (weights.sum(axis=1) == 3).all()
    assert weights[1:].std() > 0.5
    together = photo_weights(["a", "b", "a"], seed=3, resamples=200)
    assert (together[:, 0] == together[:, 2]).all()


def test_precision_among_the_most_confident() -> None:
    sure = match_photo(labelled(ROW, CODE_ROW), read(ROW, CODE_ROW, confidence=0.9))
    wrong = match_photo(labelled(ROW, CODE_ROW), read(ROW[:2], ["9s"] * 2, confidence=0.4))
    curve = coverage_figures([sure, wrong], [0.5, 0.75, 1.0])
    assert [figure.value for figure in curve.values()] == pytest.approx([1.0, 4 / 6, 4 / 8])
    # Without any difference in confidence every share of the tiles has the same precision.
    flat = match_photo(labelled(ROW, CODE_ROW), read(ROW, ["1m", "9s", "3m", "9s"]))
    assert [f.value for f in coverage_figures([flat], [0.25, 0.5, 1.0]).values()] == pytest.approx([0.5] * 3)


def test_temperature_softens_what_is_too_sure_of_itself() -> None:
    rng = np.random.default_rng(1)
    codes = rng.integers(0, 47, 2000)
    logits = 12 * np.eye(47, dtype=np.float32)[np.where(rng.random(2000) < 0.8, codes, (codes + 1) % 47)]
    temperature = fit_temperature(logits[None], codes)
    calibrated = mean_probabilities(logits[None], temperature).max(axis=1).mean()
    assert temperature > 1
    assert calibrated == pytest.approx(0.8, abs=0.03)


def test_sure_threshold_lies_where_mistakes_end() -> None:
    confidence = np.linspace(1.0, 0.0, 2001, dtype=np.float32)
    assert sure_threshold(confidence, confidence > 0.9) == pytest.approx(0.9, abs=0.005)
    assert sure_threshold(confidence, np.zeros(2001, np.bool_)) == 1.0
