"""The commands of ``tilesight``: answers, exit statuses, and which stream says what."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import cv2
import pytest

from api.photo_reader import draw_test_picture
from vision.image import ImageLimits
from vision.reading import RackReading

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from typer.testing import Result

    from api.photo_reader import RackPhotoReader

    Run = Callable[..., Result]
    Parse = Callable[[Result], list[dict[str, Any]]]
    Photo = Callable[[str, str], Path]

COMPLETE = "2m3m4m5p6p7p2s2s7s8s9s1z1z1z"


def test_read_prints_one_document(tilesight: Run, parsed: Parse, photo: Photo) -> None:
    result = tilesight("read", photo("a.jpg", COMPLETE), "--json")
    assert result.exit_code == 0
    (document,) = parsed(result)
    assert [tile["code"] for tile in document["tiles"]][:2] == ["2m", "3m"]
    assert "path" not in document


def test_read_of_several_photos_is_a_line_each_in_order(tilesight: Run, parsed: Parse, photo: Photo) -> None:
    paths = [photo("a.jpg", "1m"), photo("b.jpg", "not a photo"), photo("c.jpg", ""), photo("d.jpg", "2m")]
    result = tilesight("read", *paths, "--json")
    assert result.exit_code == 1
    documents = parsed(result)
    assert [document["path"] for document in documents] == [str(path) for path in paths]
    assert documents[1]["error"]["code"] == "not_an_image"
    assert documents[2]["tiles"] == []
    assert documents[3]["hand"] == "2m"
    assert "[not_an_image]" in result.stderr
    assert "[no_tiles]" in result.stderr


def test_of_several_photos_every_complaint_names_its_photo_once(tilesight: Run, photo: Photo, tmp_path: Path) -> None:
    paths = [photo("a.jpg", "not a photo"), photo("b.jpg", ""), tmp_path / "missing.jpg", photo("c.jpg", "1m")]
    lines = tilesight("read", *paths).stderr.splitlines()
    assert [[line.count(str(path)) for path in paths] for line in lines] == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
    assert str(paths[0]) not in tilesight("read", paths[0]).stderr


def test_read_for_people(tilesight: Run, photo: Photo) -> None:
    result = tilesight("read", photo("a.jpg", "1m2m"))
    assert result.exit_code == 0
    assert "2 tiles" in result.stdout
    assert "1m2m" in result.stdout
    assert "1 tile, " in tilesight("read", photo("b.jpg", "1m")).stdout


@pytest.mark.parametrize("name", ["missing.jpg", "."])
def test_file_that_cannot_be_read(tilesight: Run, parsed: Parse, tmp_path: Path, name: str) -> None:
    result = tilesight("read", tmp_path / name, "--json")
    assert result.exit_code == 1
    assert parsed(result)[0]["error"]["code"] == "file_unusable"
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("read",),
        ("read", "a", "b", "--overlay", "o.png"),
        ("read", "a", "--overlay", "o.txt"),
        ("read", "a", "--colour"),
        ("score", "--hand", "1m"),
        ("score", "--rules", "basic"),
        ("score", "a.jpg", "--hand", "1m", "--rules", "basic"),
        ("score", "--hand", "1m", "--rules", "poker"),
        ("score", "--hand", "1m", "--rules", "basic", "--seat", "Q"),
        ("score", "--hand", "1m", "--rules", "basic", "--honba", "-1"),
        ("score", "--hand", "1m", "--rules", "basic", "--dora", "5q"),
        ("score", "--hand", "1m", "--rules", "basic", "--option", "variant"),
        ("score", "--hand", "1m", "--rules", "basic", "--option", "variant=odd"),
        ("score", "--hand", "1m", "--rules", "basic", "--option", "colour=1"),
        ("score", "--hand", "1m", "--rules", "american", "--card", "/nonexistent.toml"),
        ("rules", "poker"),
        ("nonsense",),
    ],
)
def test_usage_errors(tilesight: Run, arguments: tuple[str, ...]) -> None:
    result = tilesight(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("read",),
        ("score", "--hand", "1m"),
        ("score", "--rules", "basic"),
        ("score", "--hand", "1m", "--rules", "poker"),
        ("score", "--hand", "1m", "--rules", "basic", "--honba", "x"),
        ("score", "--hand", "1m", "--rules", "basic", "--dora", "5q"),
        ("score", "--hand", "1m", "--rules", "american", "--card", "/nonexistent.toml"),
        ("advise", "--hand", "1m", "--rules", "basic", "--colour"),
        ("settle", "--rules", "basic"),
        ("rules", "poker"),
        ("card", "check"),
        ("nonsense",),
    ],
)
def test_json_says_what_is_wrong_with_the_command_line(
    tilesight: Run, parsed: Parse, arguments: tuple[str, ...]
) -> None:
    result = tilesight(*arguments, "--json")
    assert result.exit_code == 2
    (document,) = parsed(result)
    assert document["error"]["code"] == "bad_usage"
    assert document["error"]["message"]
    assert tilesight(*arguments).stdout == ""


def test_json_after_the_end_of_options_is_no_option(tilesight: Run) -> None:
    result = tilesight("settle", "--rules", "poker", "--", "--json")
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("score", "--hand", "1m", "--rules", "foo"), "'foo' is not one of american"),
        (("score", "--hand", "1m", "--rules", "basic", "--seat", "Q"), "'Q' is not one of E, S, W, N"),
        (("rules", "foo"), "'foo' is not one of american"),
    ],
)
def test_usage_errors_quote_the_value(tilesight: Run, arguments: tuple[str, ...], says: str) -> None:
    result = tilesight(*arguments)
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Value error" not in result.stderr


@pytest.mark.parametrize(
    ("option", "path"), [(("--option", "colour=1"), "options.colour"), (("--honba", "9999"), "context.honba")]
)
def test_what_the_engine_does_not_take_is_named(
    tilesight: Run, parsed: Parse, option: tuple[str, str], path: str
) -> None:
    result = tilesight("score", "--hand", "1m", "--rules", "basic", *option, "--json")
    assert result.exit_code == 2
    assert parsed(result)[0]["error"]["path"] == path


def test_score_of_a_hand_as_text(tilesight: Run, parsed: Parse) -> None:
    result = tilesight("score", "--hand", "234m567p2789s (111z) +2s", "--rules", "basic", "--seat", "s", "--json")
    assert result.exit_code == 0
    (document,) = parsed(result)
    assert document["status"] == "complete"
    assert document["score"]["total"] == 1


def test_score_for_people_shows_items_and_payments(tilesight: Run) -> None:
    result = tilesight("score", "--hand", "234m567p2789s (111z) +2s", "--rules", "basic", "--discarder", "W")
    assert result.exit_code == 0
    assert "a complete hand" in result.stdout
    assert "Mahjong" in result.stdout
    assert "Payments:" in result.stdout


def test_score_of_a_photo_carries_the_reading(tilesight: Run, parsed: Parse, photo: Photo) -> None:
    result = tilesight("score", photo("a.jpg", COMPLETE), "--rules", "basic", "--json")
    assert result.exit_code == 0
    (document,) = parsed(result)
    assert document["status"] == "complete"
    assert len(document["reading"]["tiles"]) == 14


def test_score_of_a_photo_without_tiles(tilesight: Run, parsed: Parse, photo: Photo) -> None:
    result = tilesight("score", photo("a.jpg", ""), "--rules", "basic", "--json")
    assert result.exit_code == 1
    (document,) = parsed(result)
    assert document["error"]["code"] == "no_tiles"
    assert document["reading"]["tiles"] == []


@pytest.mark.parametrize("command", ["score", "advise"])
def test_a_photo_with_tiles_but_no_hand_says_so(tilesight: Run, parsed: Parse, photo: Photo, command: str) -> None:
    result = tilesight(command, photo("a.jpg", "dora 5z"), "--rules", "basic", "--json")
    assert result.exit_code == 1
    (document,) = parsed(result)
    assert document["error"]["code"] == "no_hand"
    assert len(document["reading"]["tiles"]) == 1


def test_an_indicator_in_the_photo_changes_no_score_unasked(tilesight: Run, parsed: Parse, photo: Photo) -> None:
    plain = tilesight("score", photo("a.jpg", COMPLETE), "--rules", "riichi", "--json")
    beside = tilesight("score", photo("b.jpg", f"{COMPLETE} dora 1m"), "--rules", "riichi", "--json")
    assert parsed(plain)[0]["score"] == parsed(beside)[0]["score"]


@pytest.mark.parametrize(
    ("hand", "code"), [("11111m", "five_of_a_kind"), ("123m456p", "wrong_size"), ("123m (124p) 1z", "bad_meld")]
)
def test_invalid_hand_says_why(tilesight: Run, parsed: Parse, hand: str, code: str) -> None:
    result = tilesight("score", "--hand", hand, "--rules", "basic", "--json")
    assert result.exit_code == 1
    (document,) = parsed(result)
    assert document["status"] == "invalid"
    assert code in [fault["code"] for fault in document["faults"]]


def test_unreadable_notation_says_where(tilesight: Run, parsed: Parse) -> None:
    result = tilesight("advise", "--hand", "123m9z", "--rules", "basic", "--json")
    assert result.exit_code == 1
    (document,) = parsed(result)
    assert (document["error"]["code"], document["error"]["position"]) == ("bad_notation", 4)
    assert len(result.stderr.splitlines()) == 1


def test_advice_for_14_and_13_tiles(tilesight: Run) -> None:
    full = tilesight("advise", "--hand", "234m567p2789s111z3p", "--rules", "basic")
    assert full.exit_code == 0
    assert "Best discard: 2s" in full.stdout or "Best discard: 3p" in full.stdout
    waiting = tilesight("advise", "--hand", "234m567p2789s111z", "--rules", "basic", "--visible", "2s,2s")
    assert waiting.exit_code == 0
    assert "Wait" in waiting.stdout
    assert "2s" in waiting.stdout


def test_options_of_the_rule_set(tilesight: Run, parsed: Parse) -> None:
    options = ("--option", "variant=bonus", "-o", "bonus_self_drawn=7")
    result = tilesight("score", "--hand", "234m567p2789s111z2s", "--rules", "basic", *options, "--json")
    (document,) = parsed(result)
    assert document["options"]["variant"] == "bonus"
    assert document["score"]["total"] == 8


def test_batch_answers_every_line_in_order(tilesight: Run, parsed: Parse) -> None:
    lines = [
        json.dumps({"rules": "basic", "hand": "234m567p2789s (111z) +2s"}),
        "{",
        "",
        json.dumps({"rules": "basic", "hand": "9z"}),
        json.dumps({"rules": "basic"}),
        "[" * 100_000,
        json.dumps({"rules": "basic", "hand": "1m"}),
    ]
    result = tilesight("analyse", "--batch", "-", stdin="\n".join(lines) + "\n")
    assert result.exit_code == 1
    answers = parsed(result)
    assert len(answers) == len(lines)
    assert answers[0]["status"] == "complete"
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes == [None, "malformed_body", "malformed_body", "bad_notation", "bad_request", "malformed_body", None]
    assert answers[3]["error"]["line"] == 4


def test_batch_of_good_lines_from_a_file(tilesight: Run, parsed: Parse, photo: Photo) -> None:
    line = json.dumps({"rules": "basic", "hand": "1m"})
    result = tilesight("analyse", "--batch", photo("lines.jsonl", f"{line}\n{line}\n"))
    assert result.exit_code == 0
    assert len(parsed(result)) == 2


def test_batch_without_the_outlook(tilesight: Run, parsed: Parse) -> None:
    line = json.dumps({"rules": "riichi", "hand": "123m456p789s11225z"})
    ((foreseen,), (plain,)) = (
        parsed(tilesight("analyse", "--batch", "-", *more, stdin=line)) for more in ((), ("--no-outlook",))
    )
    assert foreseen["discards"][0]["win_probability"] > 0
    assert {discard["win_probability"] for discard in plain["discards"]} == {None}
    assert {discard["expected_value"] for discard in plain["discards"]} == {None}
    assert plain["discards"][0]["accepts"] == foreseen["discards"][0]["accepts"]


def test_rules_and_their_options(tilesight: Run, parsed: Parse) -> None:
    names = [rules["name"] for rules in parsed(tilesight("rules", "--json"))[0]["rules"]]
    assert "basic" in names
    (document,) = parsed(tilesight("rules", "basic", "--json"))
    assert {"name", "default"} <= set(document["options"][0])
    assert "variant" in tilesight("rules", "basic").stdout


def test_version_and_help(tilesight: Run) -> None:
    assert tilesight("--version").stdout.startswith("tilesight ")
    for command in ("read", "score", "advise", "analyse", "serve", "rules", "doctor"):
        assert tilesight(command, "--help").exit_code == 0


def test_a_defect_met_by_one_line_leaves_the_others(
    tilesight: Run, parsed: Parse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def analyse(request: dict[str, object], *, outlook: bool) -> dict[str, object]:
        assert outlook
        return {"status": "complete", "half": 1 / int(str(request["hand"]))}

    monkeypatch.setattr("api.commands.hands.analyse_request", analyse)
    result = tilesight("analyse", "--batch", "-", stdin='{"hand": 1}\n{"hand": 0}\n{"hand": 2}\n')
    answers = parsed(result)
    assert [answer.get("half") for answer in answers] == [1, None, 0.5]
    assert answers[1]["error"]["code"] == "internal_error"
    assert result.exit_code == 1


def test_card_file_of_a_line_that_is_not_there(tilesight: Run, parsed: Parse) -> None:
    result = tilesight("analyse", "--batch", "-", stdin='{"rules": "american", "hand": "1m", "card": "/nope.toml"}\n')
    assert parsed(result)[0]["error"]["path"] == "card"


def test_overlay_is_written(tilesight: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = tmp_path / "photo.png"
    picture.write_bytes(draw_test_picture())
    reading = RackReading((640, 480), (), (), (), "", (), {"decode": 1.0})

    class EmptyReader:
        models = ()
        limits = ImageLimits()

        def read(self, source: object, *, rules: str | None = None) -> RackReading:
            assert source is not None
            assert rules is None
            return reading

    monkeypatch.setattr("api.commands.photos.load_photo_reader", EmptyReader)
    out = tmp_path / "out.png"
    assert tilesight("read", picture, "--overlay", out).exit_code == 1
    assert cv2.imread(str(out)).shape[1] >= 640
    for unusable in (tmp_path / "missing" / "out.png", tmp_path):
        assert tilesight("read", picture, "--overlay", unusable).exit_code == 2


def test_an_overlay_changes_neither_times_nor_limits(
    tilesight: Run,
    parsed: Parse,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make_blind_reader: Callable[[ImageLimits], RackPhotoReader],
) -> None:
    picture = tmp_path / "photo.png"
    picture.write_bytes(draw_test_picture())
    answers = []
    for max_pixels in (640 * 480, 640 * 480 - 1):
        reader = make_blind_reader(ImageLimits(max_pixels=max_pixels))
        monkeypatch.setattr("api.commands.photos.load_photo_reader", lambda reader=reader: reader)
        answers += parsed(tilesight("read", picture, "--overlay", tmp_path / "out.png", "--json"))
    assert answers[0]["timing_ms"]["decode"] > 0.1
    assert answers[1]["error"]["code"] == "image_too_large"


def test_a_reading_is_answered_where_its_picture_cannot_be_written(
    tilesight: Run, parsed: Parse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = tmp_path / "photo.png"
    picture.write_bytes(draw_test_picture())
    full = OSError(28, "No space left on device", "out.png")
    reading = RackReading((640, 480), (), (), (), "", (), {"decode": 1.0})
    monkeypatch.setattr("api.photo_reader.read_with_overlay", lambda *_: (reading, full))
    ended = tilesight("read", picture, "--overlay", tmp_path / "out.png", "--json")
    assert ended.exit_code == 3
    assert parsed(ended)[0]["image"]["width"] == 640
    assert "[overlay_unwritable]" in ended.stderr
