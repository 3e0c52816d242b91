"""Which photos are to be looked at, why, and in which order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from datasets.formats.record import LabelledImage, LabelledTile
from datasets.labelling.review import DEFAULT_BELOW, judge
from datasets.labelling.work import FinderNote, PhotoLabels
from vision.reading import ReadWarning

GOOD = FinderNote(0.95, is_back=False)


def photo(*codes: str, confidence: float = 0.999, sure: bool = True, **facts: object) -> PhotoLabels:
    tiles = tuple(
        LabelledTile(code, (10.0 * n, 0, 10.0 * n + 9, 12), confidence=confidence, sure=sure)
        for n, code in enumerate(codes)
    )
    return PhotoLabels(LabelledImage("a.jpg", 300, 200, tiles, **facts), (GOOD,) * len(tiles))


def reasons_of(labels: PhotoLabels) -> list[str]:
    return [reason.code for reason in judge(labels).reasons]


def test_a_photo_read_well_needs_no_look() -> None:
    verdict = judge(photo("1m", "2m", "3m"))
    assert verdict.reasons == ()
    assert verdict.chance > DEFAULT_BELOW


@pytest.mark.parametrize(
    ("labels", "reason"),
    [
        (photo(), "no_tiles"),
        (photo("1m", "??"), "unreadable"),
        (photo("1m", "2m", confidence=0.6, sure=False), "unsure"),
        (photo("1m", "1m", "1m", "1m", "1m"), "too_many"),
        (photo("5p", "5p", "5p", "5p", "0p"), "too_many"),
        (photo("1m", warnings=(ReadWarning("count", "odd", (0,)),)), "count"),
        (photo("1m", warnings=(ReadWarning("count_repaired", "repaired", (0,)),)), "count_repaired"),
        (photo("1m", warnings=(ReadWarning("blurred", "hold still", (0,)),)), "blurred"),
        (replace(photo("1m"), finder=(FinderNote(0.9, is_back=True),)), "disagreement"),
        (replace(photo("0x"), finder=(FinderNote(0.9, is_back=False),)), "disagreement"),
        (replace(photo("1m"), finder=(FinderNote(0.4, is_back=False),)), "weak_finder"),
    ],
)
def test_every_ground_for_doubt_is_told_and_lowers_the_chance(labels: PhotoLabels, reason: str) -> None:
    assert reasons_of(labels) == [reason]
    assert judge(labels).chance < judge(photo("1m", "2m", "3m", "4m", "6m")).chance


def test_many_flowers_jokers_and_backs_are_no_reason() -> None:
    backs = replace(photo(*["0x"] * 9), finder=(FinderNote(0.9, is_back=True),) * 9)
    assert reasons_of(backs) == reasons_of(photo(*["1f"] * 6)) == reasons_of(photo(*["1j"] * 8)) == []


def test_the_more_doubtful_tiles_the_less_the_chance() -> None:
    chances = [judge(photo(*["1m"] * count, confidence=0.9, sure=False)).chance for count in (1, 2, 3)]
    assert chances == sorted(chances, reverse=True)
    assert len(set(chances)) == 3


def test_what_a_person_put_right_needs_no_look() -> None:
    labels = photo("1m", "??", confidence=0.1, sure=False)
    tiles = tuple(replace(tile, source="human", confidence=None) for tile in labels.image.tiles)
    assert judge(replace(labels, image=replace(labels.image, tiles=tiles))).chance == 1.0
    assert judge(replace(labels, image=replace(labels.image, tiles=(), provenance="edited in yolo"))).chance == 1.0


@pytest.mark.parametrize("below", [0.3, DEFAULT_BELOW, 0.99, 1.0])
@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.975, 0.99, 0.9999])
@pytest.mark.parametrize("tiles", [0, 1, 14, 30])
def test_a_photo_on_the_review_list_has_a_reason(tiles: int, confidence: float, below: float) -> None:
    codes = [f"{n % 9 + 1}{'mps'[n // 9 % 3]}" for n in range(tiles)]
    verdict = judge(photo(*codes, confidence=confidence), below)
    assert verdict.reasons or verdict.chance >= below
    if tiles == 14 and verdict.reasons:
        least_sure = photo(*codes, confidence=confidence).image.tiles[verdict.reasons[0].tiles[0]]
        assert least_sure.confidence == confidence
