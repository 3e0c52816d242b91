"""Layouts of real photos, from their labelled boxes alone: no corners, no rotations.

Rows and hands were compared with the photos by eye. Only names and tile codes stand here; boxes are read from the
shared data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from vision.layout import Arrangement, arrange
from vision.melds import run_text

if TYPE_CHECKING:
    from pathlib import Path


class Expected(NamedTuple):
    """A photo's rows from the farthest, and its hand."""

    photo: str
    rows: str
    hand: str


EXPECTED = [
    Expected("solo_felt_rack__hand_002_test", "23499s234567456m", "23499s234567456m"),
    Expected("solo_felt_rack__hand_132", "123333666s / 88811s", "12333366688811s"),
    Expected("solo_felt_rack__hand_141", "12322m / 456678678m", "12322456678678m"),
    Expected("solo_felt_rack__hand_016_valid", "1234765z / 123s456m789p", "1234765z123s456m789p"),
    Expected("solo_felt_diagonal__fb370080665_1258", "1f49s19m4s9m6p64z65p5f8m", "49s19m4s9m6p64z65p8m 1f5f"),
    Expected("solo_felt_diagonal__fb394027014_3287", "2p72m2s5p1z1p33s7m2z2m24z", "2p72m2s5p1z1p33s7m2z2m24z"),
    Expected("solo_felt_diagonal__fb371547793_4015", "6z7s7z3s58p3z46s4m3p1z9s2z", "6z7s7z3s58p3z46s4m3p1z9s2z"),
    Expected(
        "solo_corner_grid__fb395976318_9679",
        "9p115m2s / 5p4z6f1s7p / 6z1f898m / 829p9m3p / 7p4m322z",
        "9p115m2s5p4z1s7p6z898m829p9m37p4m322z 6f1f",
    ),
    Expected(
        "solo_corner_grid__fb395465309_0128",
        "2s4m5z7m1z / 749s52m / 4z4s1p4m8p / 3z993p6s / 35m7z6s8m",
        "2s4m5z7m1z749s52m4z4s1p4m8p3z993p6s35m7z6s8m",
    ),
    Expected(
        "solo_corner_grid__fb363699852_5293", "97s3p2s / 8m5f18s / 52m7z2m / 7m4z6s9m", "97s3p2s8m18s52m7z27m4z6s9m 5f"
    ),
    Expected("solo_corner_grid__fb394495704_1378", "1s5p1f8m / 76z29p / 7z87p4m", "1s5p8m76z29p7z87p4m 1f"),
    Expected("games_green_felt__fb393108498_0230", "123789p55z222m777z", "123p55z (789p) (222m) (777z)"),
    Expected("games_green_felt__hand_106", "655421234z35m64s", "655421234z35m64s"),
    Expected(
        "games_green_felt__fb387518143_2334", "5f1f6f8f444p3333s5555z888p11s", "444888p11s (3333s) (5555z) 5f1f6f8f"
    ),
    Expected("games_white_tray__hand_022", "6f7f555z789p / 22123678p", "555z78922123678p 6f7f"),
    Expected("games_white_tray__hand_021", "4f5f6f8f999555666p / 55m444s", "999555666p55m444s 4f5f6f8f"),
    Expected("games_white_tray__fb420712331_6479", "555p666s22233z / 111z", "555p666s22233z (111z)"),
    Expected("games_white_tray__fb421195311_2537", "6s / 6666z88s / 2f5555p999s555m", "88999s555m (6666z) (5555p) 2f"),
    Expected("games_white_tray__fb370280965_8044", "7f111m / 233599m117p6z", "233599m117p6z (111m) 7f"),
    Expected("games_white_tray_blue__hand_155", "5f1f567s444z23411s666z", "567s444z23411s666z 5f1f"),
    Expected("games_dark_felt__hand_015_train", "111z56722456789p", "22456789p (111z) (567p)"),
    Expected("games_dark_felt__fb420853321_2288", "33222z234567m / 6f2f666s", "33222z234567m (666s) 6f2f"),
    Expected(
        "games_other_rooms__hand_010_train", "678s22z567s / 222s / 444s / 8f4f", "22z567s (678s) (222s) (444s) 8f4f"
    ),
    Expected("games_other_rooms__hand_008_train", "1f2f7f8f777z / 234555999m11z", "234555999m11z (777z) 1f2f7f8f"),
    Expected("light_wood__fb421037392_5526", "234345m / 77z678789m", "77z678789m (234m) (345m)"),
    Expected(
        "light_wood__fb420651073_0897",
        "5f2f4f8f / 666z / 55z / 1111234m / 678m",
        "55z234m (666z) (1111m) (678m) 5f2f4f8f",
    ),
    Expected("light_wood__hand_013_valid", "123p / 567p / 999p / 66p3f / 7f8f4f", "66p (123p) (567p) (999p) 3f7f8f4f"),
    Expected(
        "travel_set__IMG_20231119_101526",
        "36s513p7m4z15s / 736p6z3m7s4m2s3m / 6z6m32z5s5z2p7z3p / 4p1s5p86s1z54m9p",
        "36s513p7m4z15s736p6z3m7s4m2s3m6z6m32z5s5z2p7z34p1s5p86s1z54m9p",
    ),
    Expected("travel_set__IMG_20231214_094115", "4444p", "4444p"),
    Expected("flower_rows__one_bamboo_flowers_001", "1f5f2f6f3f7f4f8f1s", "1s 1f5f2f6f3f7f4f8f"),
    Expected("games_printed_mat__fb420728319_5235", "444p888s55m333999s", "444p888s55m333999s"),
    Expected("games_red_cloth__fb420233498_4713", "99956722211m / 111z", "99956722211m (111z)"),
]


def arrange_labels(shared_dir: Path, photo: str) -> tuple[Arrangement, list[str]]:
    """Arrange a photo's labelled boxes; its height over width matters, its pixels do not."""
    folder = shared_dir / "data" / "photos"
    classes = (folder / "classes.txt").read_text(encoding="utf-8").split()
    sizes = {
        line.split(",")[0]: line.split(",")[-4:-2]
        for line in (folder / "manifest.csv").read_text(encoding="utf-8").splitlines()
    }
    width, height = map(int, sizes[f"images/{photo}.jpg"])
    labels = np.loadtxt(folder / "labels" / f"{photo}.txt", ndmin=2)
    centre, size = labels[:, 1:3] * (width, height), labels[:, 3:5] * (width, height)
    codes = [classes[int(label)] for label in labels[:, 0]]
    n = len(codes)
    found = arrange(
        np.concatenate([centre - size / 2, centre + size / 2], axis=1),
        np.full((n, 4, 2), np.nan),
        codes,
        np.full((n, 4), np.nan),
        np.zeros(n, np.int64),
        (width, height),
    )
    return found, codes


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda expected: expected.photo)
def test_rows_and_hands_of_real_photos(shared_dir: Path, expected: Expected) -> None:
    found, codes = arrange_labels(shared_dir, expected.photo)
    rows: list[list[str]] = [[] for _ in range(max(found.rows) + 1)]
    for tile, row in zip(found.order, found.rows, strict=True):
        rows[row].append(codes[tile])
    assert " / ".join(run_text(row) for row in rows) == expected.rows
    assert found.hand == expected.hand


@pytest.mark.parametrize(
    ("photo", "last_row"),
    [
        ("games_green_felt__hand_003_train", "444m777z33355599m"),
        ("games_other_rooms__hand_005_train", "8883366111789p6f3f"),
        ("games_white_tray__hand_001_train", "222666888m44666z"),
        ("games_green_felt__hand_004_train", "2f33367823456788m"),
    ],
)
def test_the_hand_is_the_nearest_row_with_the_discards_labelled_too(
    shared_dir: Path, photo: str, last_row: str
) -> None:
    found, codes = arrange_labels(shared_dir, photo)
    last = [tile for tile, row in zip(found.order, found.rows, strict=True) if row == max(found.rows)]
    assert run_text([codes[tile] for tile in last]) == last_row
    loose = [group for group in found.tile_groups if group.kind == "loose"]
    assert loose
    assert not {tile for group in loose for tile in group.tiles} & set(range(len(codes) - len(last), len(codes)))
