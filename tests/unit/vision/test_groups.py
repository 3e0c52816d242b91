"""Sets on the table, pieces of rows, and the reading of groups that makes a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from vision.groups import HandPlan, plan_hand
from vision.melds import hand_text, is_playable, read_meld, run_text
from vision.pieces import cut_pieces
from vision.rows import TileFrames

if TYPE_CHECKING:
    from collections.abc import Sequence


def frames_with_gaps(gaps: Sequence[float], *, width: float = 1.0, turned: tuple[int, ...] = ()) -> TileFrames:
    """Lay a row of tiles with the given gaps between them, in tile widths."""
    x = np.concatenate([[0.0], np.cumsum(np.asarray(gaps, np.float64) * width + width)])
    n = len(x)
    return TileFrames(x, np.zeros(n), np.full(n, width), np.ones(n), np.isin(np.arange(n), turned))


def piece_sizes(gaps: Sequence[float]) -> list[int]:
    frames = frames_with_gaps(gaps)
    return [len(piece) for piece in cut_pieces([list(range(len(frames.x)))], frames)[0]]


@pytest.mark.parametrize(
    ("codes", "text"),
    [
        ("1m 2m 3m", "(123m)"),
        ("3m 1m 2m", "(123m)"),
        ("0p 4p 6p", "(406p)"),
        ("5z 5z 5z", "(555z)"),
        ("5s 0s 5s 5s", "(0555s)"),
        ("0x 5z 5z 0x", "[5555z]"),
        ("5z 0x 0x 5z", "[5555z]"),
        ("0x 0p 5p 0x", "[0555p]"),
        ("0x 5p 0p 0x", "[0555p]"),
        ("3s 3s 1j 3s", "(333s1j)"),
        ("3s 1j 1j 3s 3s", "(333s11j)"),
    ],
)
def test_sets_are_read_and_written(codes: str, text: str) -> None:
    own = codes.split()
    meld = read_meld(range(len(own)), own)
    assert meld is not None
    assert meld.text == text
    assert meld.has_backs == ("0x" in own)


@pytest.mark.parametrize(
    "codes",
    ["1m 2m", "1m 2m 4m", "8m 9m 1m", "1z 2z 3z", "1m 2m 3m 4m", "5z 5z 6z", "1m 1m 1p", "1m 2m 1j", "1j 1j 1j",
     "3s 3s 3s 3s 3s", "0x 5z 5z", "0x 5z 6z 0x", "0x 0x 0x 0x", "1f 1f 1f", "?? 1m 1m", "1m 2p 3m"],
)  # fmt: skip
def test_other_tiles_are_no_set(codes: str) -> None:
    own = codes.split()
    assert read_meld(range(len(own)), own) is None


def test_runs_and_hands_are_written_in_the_contracts_notation() -> None:
    assert run_text(["2m", "3m", "1f", "5f", "0x", "??", "1p"]) == "23m1f5f0x??1p"
    meld = read_meld([0, 1, 2], ["1z"] * 3)
    assert meld is not None
    assert hand_text(["2m", "??", "0x", "3m"], [meld], ["1f", "5f"], "7p") == "2m??0x3m (111z) 1f5f +7p"
    assert hand_text([], [], [], None) == ""


@pytest.mark.parametrize(
    ("concealed", "melds", "playable"),
    [(13, 0, True), (14, 0, True), (12, 0, False), (15, 0, False), (16, 0, False), (1, 4, True), (2, 4, True),
     (10, 1, True), (11, 2, False), (13, 1, False), (4, 0, True), (0, 4, False)],
)  # fmt: skip
def test_playable_sizes(*, concealed: int, melds: int, playable: bool) -> None:
    assert is_playable(concealed, melds) is playable


def test_even_rows_are_one_piece_however_wide_their_gaps() -> None:
    assert piece_sizes([0.05] * 13) == [14]
    assert piece_sizes([0.6] * 13) == [14]


def test_a_clearly_wider_gap_cuts() -> None:
    assert piece_sizes([0.05] * 10 + [0.6] + [0.05] * 2) == [11, 3]
    assert piece_sizes([0.05] * 10 + [0.25] + [0.05] * 2) == [14]


def test_irregular_rows_need_a_wider_gap() -> None:
    restless = [0.0, 0.25, 0.05, 0.3, 0.1, 0.28, 0.0, 0.2, 0.3, 0.02]
    assert piece_sizes([*restless, 0.45, 0.1]) == [13]
    assert piece_sizes([*restless, 1.0, 0.1]) == [11, 2]


def test_gaps_growing_along_the_row_do_not_cut() -> None:
    assert piece_sizes(np.linspace(-0.2, 0.5, 13)) == [14]


def test_short_rows_use_the_usual_gap_of_the_others() -> None:
    frames = frames_with_gaps([0.1] * 9 + [5.0, 0.1] + [5.0, 0.6])
    pieces = cut_pieces([list(range(10)), [10, 11], [12, 13]], frames)
    assert [[len(piece) for piece in row] for row in pieces] == [[10], [2], [1, 1]]


def plan(pieces: list[list[str]], turned: tuple[int, ...] = ()) -> HandPlan:
    """Plan a hand of pieces given as lists of codes, each list a row of pieces."""
    codes = [code for row in pieces for piece in row for code in piece.split()]
    gaps, rows, start = [], [], 0
    for row in pieces:
        row_pieces = []
        for piece in row:
            size = len(piece.split())
            row_pieces.append(list(range(start, start + size)))
            gaps += [0.0] * (size - 1) + [1.0]
            start += size
        rows.append(row_pieces)
    return plan_hand(rows, codes, frames_with_gaps(gaps[:-1], turned=turned))


def test_a_four_of_a_kind_completes_fifteen_tiles() -> None:
    found = plan([["1m 2m 3m 4p 4p 4p 4p 7s 8s 9s 1z 1z 2z 2z 2z"]])
    assert [meld.text for meld in found.assumed] == ["(4444p)"]
    assert found.full


def test_a_four_of_a_kind_in_fourteen_tiles_is_left_alone() -> None:
    found = plan([["1m 2m 3m 4p 4p 4p 4p 5p 6p 1z 1z 2z 2z 2z"]])
    assert not found.melds
    assert found.full


def test_the_kong_not_the_pung_explains_a_turned_tile_among_four() -> None:
    found = plan([["1m 2m 3m 4p 5p 6p 7s 8s 1z 1z 5z 5z 5z 5z"]], turned=(12,))
    assert [meld.text for meld in found.melds] == ["(5555z)"]


def test_a_set_apart_stays_concealed_when_melds_would_be_too_many() -> None:
    found = plan([["1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z", "2z 2z 2z"]])
    assert [meld.text for meld in found.melds] == ["(222z)"]
    found = plan([["1m 2m 3m 4p 5p 6p 7s 8s 9s 1z 1z 3z 3z", "2z 2z 2z"]])
    assert found.melds == ()
    assert not found.playable


def test_many_marks_are_planned_in_bounded_time() -> None:
    codes = [["5z " * 36]]
    assert plan(codes, turned=tuple(range(0, 36, 2))) is not None
