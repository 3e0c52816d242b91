"""What ``score``, ``advise``, ``read`` and ``rules`` print for people."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from engine.notation import parse_tiles
from engine.rules.registry import RULE_SET_NAMES
from vision.reading import Alternative, RackReading, ReadTile, ReadWarning, TileGroup

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from typer.testing import Result

    from vision.reading import GroupKind

    Run = Callable[..., Result]
    Photo = Callable[[str, str], Path]
    Show = Callable[..., Path]

COMPLETE = "234m567p22789s111z"


def read_tile(code: str, index: int, group: int, unsure: frozenset[int]) -> ReadTile:
    box = (10.0 * index, 0.0, 10.0 * index + 9, 12.0)
    others = (Alternative("9s", 0.3),) if index in unsure else ()
    return ReadTile(code, 0.6, box, None, 0, others, group, index, group, sure=index not in unsure)


def make_reading(
    hand: str,
    groups: list[tuple[GroupKind, str]],
    warnings: tuple[ReadWarning, ...] = (),
    unsure: frozenset[int] = frozenset(),
) -> RackReading:
    tiles: list[ReadTile] = []
    made = []
    for n, (kind, text) in enumerate(groups):
        codes = [tile.code for tile in parse_tiles(text.strip("+()[]"))]
        indices = tuple(range(len(tiles), len(tiles) + len(codes)))
        tiles += [read_tile(code, index, n, unsure) for code, index in zip(codes, indices, strict=True)]
        made.append(TileGroup(kind, indices, text))
    return RackReading((800, 600), (), tuple(tiles), tuple(made), hand, warnings, {"decode": 1.0})


@pytest.fixture
def show(tilesight: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Show:
    """Return a function that makes every photo be read as something, and returns a photo."""
    assert callable(tilesight)  # its own reader is set first

    def make(reading: RackReading) -> Path:
        class Reader:
            def read(self, source: object, *, rules: str | None = None) -> RackReading:
                assert source is not None
                assert rules in {None, "basic"}
                return reading

        for command in ("photos", "hands"):
            monkeypatch.setattr(f"api.commands.{command}.load_photo_reader", Reader)
        return tmp_path / "a.jpg"

    return make


def said(result: Result) -> str:
    """Return what was printed, however the lines were broken."""
    return " ".join(result.stdout.split())


TABLE_OF_LOOSE: list[tuple[GroupKind, str]] = [("loose", f"{n}{suit}") for suit in "mp" for n in range(1, 10)]
HAND_AND_LOOSE: list[tuple[GroupKind, str]] = [*TABLE_OF_LOOSE, ("concealed", COMPLETE)]


@pytest.mark.parametrize("command", ["score", "advise"])
@pytest.mark.parametrize(
    ("hand", "facts", "won"),
    [
        ("234m567p2789s111z+2s", (), "Won: on a discard, 2s (it is marked +; --self-drawn if it was drawn)"),
        ("234m567p2789s111z2s", (), "Won: self-drawn on 2s, the last tile (if another won"),
        ("234m567p2789s111z+2s", ("--self-drawn",), None),
        ("234m567p2789s111z+2s", ("--discard",), None),
        ("234m567p2789s111z+2s", ("--discarder", "W"), None),
        ("234m567p2789s111z+3s", (), None),
        ("234m567p2789s111z", (), None),
    ],
)
def test_an_assumed_win_is_told(
    tilesight: Run, command: str, hand: str, facts: tuple[str, ...], won: str | None
) -> None:
    text = said(tilesight(command, "--hand", hand, "--rules", "basic", *facts))
    assert won in text if won else "Won:" not in text


@pytest.mark.parametrize(
    ("groups", "hand", "won"),
    [
        ([("concealed", "234m567p2789s111z"), ("concealed", "+2s")], "234m567p2789s111z +2s", "stands apart"),
        ([("concealed", COMPLETE)], COMPLETE, "self-drawn on 1z, the last tile"),
    ],
)
def test_an_assumed_win_of_a_photo_says_why(
    tilesight: Run, show: Show, groups: list[tuple[GroupKind, str]], hand: str, won: str
) -> None:
    assert won in said(tilesight("score", show(make_reading(hand, groups)), "--rules", "basic"))


def test_loose_tiles_take_one_line(tilesight: Run, show: Show) -> None:
    photo = show(make_reading(COMPLETE, HAND_AND_LOOSE))
    for command in ("score", "advise"):
        result = tilesight(command, photo, "--rules", "basic")
        assert [line for line in result.stdout.splitlines() if "oose" in line] == [
            "Loose: 18 tiles elsewhere on the table (all with --json)"
        ]
    result = tilesight("read", photo)
    (line,) = (line for line in result.stdout.splitlines() if "oose" in line)
    assert line == "Loose: 18 tiles: 1m 2m 3m 4m 5m 6m ... (all with --json)"


def test_warnings_of_loose_tiles_alone_stay_out_of_an_answer(tilesight: Run, show: Show) -> None:
    warnings = (
        ReadWarning("too_small", "1 tile under 20 pixels", (0,)),
        ReadWarning("glare", "light is mirrored on 2 tiles", (1, 19)),
        ReadWarning("count_repaired", "tile 21 read as 4m", (20,)),
        ReadWarning("face_down", "1 tile face down beside the hand", (2,)),
        ReadWarning("unsure", "2 tiles doubtful", (3, 18)),
        ReadWarning("animated", "only the first frame was read"),
    )
    photo = show(make_reading(COMPLETE, HAND_AND_LOOSE, warnings, frozenset({3, 18})))
    answer = tilesight("score", photo, "--rules", "basic").stdout
    assert [line for line in answer.splitlines() if line.startswith("No")] == [
        "Not sure: tile 19 is 2m (60%), or 9s (30%)",
        "Note: light is mirrored on 2 tiles; in the hand: tile 20 (3m) [glare]",
        "Note: tile 21 read as 4m [count_repaired]",
        "Note: 1 tile face down beside the hand [face_down]",
        "Note: only the first frame was read [animated]",
    ]
    assert "[too_small]" in tilesight("read", photo).stdout
    document = json.loads(tilesight("score", photo, "--rules", "basic", "--json").stdout)
    assert len(document["reading"]["warnings"]) == len(warnings)


def test_warnings_of_a_kind_share_a_line(tilesight: Run, show: Show) -> None:
    warnings = tuple(ReadWarning("count_repaired", "read as 0x; check it", (n,)) for n in range(18, 22))
    photo = show(make_reading(COMPLETE, HAND_AND_LOOSE, warnings))
    for arguments in (("read", photo), ("score", photo, "--rules", "basic")):
        text = said(tilesight(*arguments))
        assert text.count("[count_repaired]") == 1
        assert "(and 3 more like this)" in text


def test_only_one_line_is_called_hand(tilesight: Run, show: Show) -> None:
    photo = show(make_reading("22789s111z234m567p", [("concealed", "22789s111z234m567p")]))
    lines = tilesight("score", photo, "--rules", "basic").stdout.splitlines()
    assert [line for line in lines if line.startswith(("Read:", "Hand:"))] == [
        "Read: 22789s111z234m567p",
        "Hand: 234m56p22789s111z +7p  (basic)",
    ]
    assert "Hand: 22789s111z234m567p" in tilesight("read", photo).stdout


def test_a_wrong_number_of_tiles_is_told_once(tilesight: Run, show: Show) -> None:
    count = ReadWarning("count", "3 concealed tiles and 0 melds are no hand", (0, 1, 2))
    photo = show(make_reading("234m", [("concealed", "234m")], (count,)))
    text = said(tilesight("score", photo, "--rules", "basic"))
    assert "[wrong_size]" in text
    assert "[count]" not in text
    assert "[count]" in said(tilesight("read", photo))


def test_a_photo_with_loose_tiles_alone_shows_them(tilesight: Run, show: Show) -> None:
    small = ReadWarning("too_small", "2 tiles under 20 pixels", (0, 1))
    result = tilesight("score", show(make_reading("", [("loose", "12m")], (small,))), "--rules", "basic")
    assert result.exit_code == 1
    assert "Loose: 2 tiles: 12m" in result.stdout
    assert "[too_small]" in result.stdout


def test_advice_for_a_complete_hand_is_to_win(tilesight: Run) -> None:
    text = said(tilesight("advise", "--hand", "234m567p2789s111z2s", "--rules", "basic"))
    complete, only = text.index("The hand is complete, nothing to discard"), text.index("Only if you play on:")
    assert complete < only < text.index("Best discard if you play on:")


def test_advice_for_a_complete_hand_that_may_not_win(tilesight: Run) -> None:
    text = said(tilesight("advise", "--hand", "234m567p2299s (789s) +9s", "--rules", "riichi"))
    assert "[no_yaku]" in text
    assert "complete, but may not win like this" in text
    assert "Best discard: " in text


def test_options_are_shown_as_they_are_written(tilesight: Run) -> None:
    text = tilesight("rules", "riichi").stdout
    assert "true" in text
    assert "True" not in text
    assert "False" not in text


def test_rule_sets_are_listed(tilesight: Run) -> None:
    names = [line.split()[0] for line in tilesight("rules").stdout.splitlines()[1:]]
    assert names == list(RULE_SET_NAMES)


def test_help_says_what_an_indicator_is(tilesight: Run) -> None:
    assert "the tile turned over, not the dora itself" in " ".join(
        tilesight("score", "--help").stdout.replace("\N{BOX DRAWINGS LIGHT VERTICAL}", " ").split()
    )


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("1399s (222s) (333z) (7777z) +2s", "Score: 272 points (34 points, 3 doubles)"),
        ("33m78p (555z) (666z) (777z) +9p", "Score: 300 points (22 points, 3 doubles, limit)"),
        ("147m258p369s1334z", "Score: 2 points (2 points)"),
        ("147m258p369s1234z", "Score: 0 points nothing in the hand scores points"),
    ],
)
def test_what_a_score_is_made_of_is_told_once(tilesight: Run, hand: str, line: str) -> None:
    text = said(tilesight("score", "--hand", hand, "--rules", "chinese_classical", "--seat", "W"))
    assert line in text
    assert ("Item" in text) is ("nothing" not in line)
