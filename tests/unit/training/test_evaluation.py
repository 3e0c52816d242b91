"""The evaluation from a folder of photos to its report, with readings made up for the purpose."""

from __future__ import annotations

import argparse
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.photos import DatasetError, load_photos
from datasets.synthesis.annotations import SceneTruth, TileTruth
from engine.tile import CODES
from models import registry
from models.training import evaluate
from models.training.evaluation import MISSED, UNREADABLE, Evaluation, confusion_matrix, measure
from models.training.matching import match_photo
from models.training.measured_photos import add_photo_choice, choose_photos
from models.training.onnx_facts import with_facts
from models.training.peer import PeerError, convert_yolo, load_peer, peer_line, readings_of
from models.training.questions import answer_questions, looks_blank
from models.training.report import to_markdown, write_plots, write_report
from models.training.scenes import load_labelled_scenes, load_scenes
from vision.onnx_model import ModelFacts, create_session, read_facts

CLASSES = ("1m", "5z", "5p", "0p", "1j", "1f")
LABELS = {"a": ("1m", "5z"), "b": ("5p", "0p"), "c": ("1j", "1f")}
GROUPS = {"a": "table", "b": "table", "c": "floor"}
BOXES = ((20.0, 20.0, 60.0, 70.0), (70.0, 20.0, 110.0, 70.0))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Three photos of two tiles; the white dragon of the first is blank."""
    folder = tmp_path / "photos"
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    (folder / "classes.txt").write_text("\n".join(CLASSES))
    rows = ["file,photo,group,copy,width,height"]
    for name, codes in LABELS.items():
        image = np.full((100, 130, 3), (40, 110, 40), np.uint8)
        lines = []
        for (x1, y1, x2, y2), code in zip(BOXES, codes, strict=True):
            cv2.rectangle(image, (int(x1), int(y1)), (int(x2), int(y2)), (235, 240, 240), cv2.FILLED)
            if code != "5z":
                cv2.putText(image, code, (int(x1) + 3, 55), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (30, 30, 160), 3)
            box = (x1 + x2) / 260, (y1 + y2) / 200, (x2 - x1) / 130, (y2 - y1) / 100
            lines.append(" ".join(map(str, (CLASSES.index(code), *box))))
        cv2.imwrite(str(folder / "images" / f"{name}.png"), image)
        (folder / "labels" / f"{name}.txt").write_text("\n".join(lines))
        rows.append(f"images/{name}.png,{name},{GROUPS[name]},0,130,100")
    (folder / "manifest.csv").write_text("\n".join(rows))
    return folder


@pytest.fixture
def peer(tmp_path: Path) -> Path:
    """The red five is read as a five, the joker not at all, the flower not surely."""
    tiles = {
        "a": [("1m", BOXES[0], 0.99), ("5z", BOXES[1], 0.98)],
        "b": [("5p", BOXES[1], 0.8), ("5p", BOXES[0], 0.97)],
        "c": [("1f", BOXES[1], 0.6)],
    }
    path = tmp_path / "peer.jsonl"
    path.write_text("\n".join(peer_line(f"/elsewhere/{name}.png", found) for name, found in tiles.items()))
    return path


@pytest.fixture
def evaluation(data: Path, peer: Path) -> Evaluation:
    photos = load_photos(data)
    readings = readings_of(peer, photos)
    results = [(match_photo(p, r, ordered=o), r) for p, (r, o) in zip(photos, readings, strict=True)]
    return measure("three photos", {"data": {"split": ["test"]}}, results)


def test_figures_of_made_up_readings(evaluation: Evaluation) -> None:
    figures = {name: figure.value for name, figure in evaluation.figures.items()}
    assert figures["tiles found"] == pytest.approx(5 / 6)
    assert figures["tiles right"] == pytest.approx(4 / 6)
    assert figures["rows exact"] == pytest.approx(1 / 3)
    assert figures["sure precision"] == 1
    # 1m, 5z, 1f are found and right; 5p is right with a wrong one less sure behind it; 0p and 1j are never answered.
    assert figures["mAP50"] == pytest.approx(4 / 6)
    assert evaluation.groups()["floor"]["tiles right"] == pytest.approx(1 / 2)
    assert evaluation.classes()["5p"]["precision"] == pytest.approx(1 / 2)
    assert evaluation.classes()["0p"]["mistaken_for"] == {"5p": 1}


def test_special_questions(evaluation: Evaluation) -> None:
    answers = {name: (answer.share.value, answer.labels) for name, answer in evaluation.answers.items()}
    assert answers == {
        "red fives right": (0, 1),
        "red fives not taken for plain fives": (0, 1),
        "plain fives not taken for red fives": (1, 1),
        "jokers right": (0, 1),
        "jokers not taken for bonus tiles": (1, 1),
        "bonus tiles not taken for jokers": (1, 1),
        "bonus tiles right": (1, 1),
        "white dragons right": (1, 1),
        "blank white dragons right": (1, 1),
    }


def test_a_white_dragon_with_a_frame_is_not_blank(data: Path) -> None:
    photo = load_photos(data)[0]
    assert looks_blank(photo).tolist() == [False, True]
    image = cv2.imread(str(photo.image_path))
    cv2.rectangle(image, (76, 27), (104, 63), (150, 60, 40), 2)
    cv2.imwrite(str(photo.image_path), image)
    assert looks_blank(photo).tolist() == [False, False]


def test_confusions_tell_missed_from_unreadable(data: Path, tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    path.write_text(peer_line("a.png", [("??", BOXES[0], 0.0)]))
    photo = load_photos(data)[0]
    ((reading, ordered),) = readings_of(path, [photo])
    counts = confusion_matrix([match_photo(photo, reading, ordered=ordered)])
    assert counts.sum() == 2
    assert counts[CODES.index("1m"), UNREADABLE] == 1
    assert counts[CODES.index("5z"), MISSED] == 1


def test_plots_show_no_photo(evaluation: Evaluation, tmp_path: Path) -> None:
    write_plots(tmp_path / "plots", evaluation)
    plots = sorted((tmp_path / "plots").iterdir())
    assert [path.name for path in plots] == ["confusions.png", "coverage.png"]
    assert all(cv2.imread(str(path)).min() < 128 for path in plots)


def test_the_report_holds_pictures_and_all_figures(evaluation: Evaluation, tmp_path: Path) -> None:
    write_report(tmp_path / "report", evaluation)
    names = {path.name for path in (tmp_path / "report").iterdir()}
    assert names == {"evaluation.json", "evaluation.md", "confusions.png", "coverage.png", "worst.jpg"}
    content = json.loads((tmp_path / "report" / "evaluation.json").read_text())
    assert content["figures"]["tiles right"]["value"] == pytest.approx(0.66667)
    assert content["classes"]["1j"]["precision"] is None
    assert [point["coverage"] for point in content["precision_at_coverage"]][-1] == 1.0
    assert ["0p", "5p", 1] in content["confusions"]
    sheet = cv2.imread(str(tmp_path / "report" / "worst.jpg"))
    assert sheet.shape[0] > 300
    text = to_markdown(evaluation)
    assert "| tiles right | 0.667 |" in text
    assert "nan" not in text


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["evaluate", *map(str, arguments)])
    return evaluate.main()


def test_groups_are_measured_whole(data: Path, peer: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out.json"
    assert run(monkeypatch, "--data", data, "--groups", "table", "--peer", peer, "--json", out) == 0
    content = json.loads(out.read_text())
    assert (content["photos"], content["tiles"], list(content["groups"])) == (2, 4, ["table"])
    assert content["peer"] == "peer.jsonl"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--data", "nowhere"], "manifest.csv is missing|classes.txt is missing"),
        (["--groups", "attic"], "no photo is of the group 'attic'; the groups are floor, table"),
        (["--groups", "table", "--peer", "nothing.jsonl"], "nothing.jsonl cannot be read"),
        (["--groups", "table", "--finder", "nothing.onnx"], "nothing.onnx"),
        (["--synthetic", "nowhere"], "python -m datasets.synthesis scenes"),
    ],
)
def test_what_cannot_be_measured_is_said_without_a_trace(
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    assert run(monkeypatch, "--data", data, *arguments) == 2
    error = capsys.readouterr().err
    assert re.search(message, error)
    assert error.startswith("error: ")
    assert "Traceback" not in error


@pytest.mark.parametrize("option", ["--json", "--plots", "--report", "--worst"])
def test_what_cannot_be_written_is_said_before_anything_is_read(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    monkeypatch.setattr(evaluate, "_read", lambda *_: pytest.fail("photos were read"))
    (tmp_path / "file").write_text("")
    target = tmp_path / "file" / ("out.json" if option == "--json" else "out")
    assert run(monkeypatch, "--data", data, "--groups", "table", option, target) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert str(tmp_path / "file") in error


@pytest.mark.parametrize("option", ["--finder", "--reader", "--temperature", "--sure-threshold"])
def test_what_says_nothing_about_another_program_is_refused(
    data: Path, peer: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], option: str
) -> None:
    with pytest.raises(SystemExit) as stopped:
        run(monkeypatch, "--data", data, "--groups", "table", "--peer", peer, option, "0")
    assert stopped.value.code == 2
    assert f"leave out {option}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"path": "a.png"}', "'tiles' is missing"),
        ('{"path": "a.png", "tiles": [{"code": "9z", "box": [0, 0, 1, 1]}]}', "'9z' is no tile code"),
        ('{"path": "a.png", "tiles": [{"code": "1z", "box": [5, 0, 1, 1]}]}', "x1 < x2"),
        ('{"path": "a.png", "tiles": [{"code": "1z", "box": [0, 0, 1, 1], "confidence": 7}]}', "confidence 7"),
        ("a.png 1z", "expected"),
        ('{"path": "a.png", "tiles": []}\n{"path": "b/a.png", "tiles": []}', ":2: a.png has a line already"),
    ],
)
def test_a_bad_line_of_predictions_is_named(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "peer.jsonl"
    path.write_text(line)
    with pytest.raises(PeerError, match=re.escape(message)):
        load_peer(path)


def test_a_photo_without_predictions_is_named(data: Path, peer: Path) -> None:
    peer.write_text("\n".join(peer.read_text().splitlines()[:2]))
    with pytest.raises(PeerError, match=r"no line for 1 of 3 photos, the first is c\.png"):
        readings_of(peer, load_photos(data))


def test_own_readings_are_peers_too(tmp_path: Path) -> None:
    tiles = [{"code": "2m", "confidence": 0.5, "box": [9, 0, 12, 4], "index": 1, "sure": True}]
    tiles.append({"code": "1m", "confidence": 0.9, "box": [0, 0, 3, 4], "index": 0, "sure": False})
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps({"path": "x/a.png", "tiles": tiles, "hand": "12m"}))
    reading, ordered = load_peer(path)["a.png"]
    assert ordered
    assert [(tile.code, tile.sure) for tile in reading.tiles] == [("1m", False), ("2m", True)]


def test_yolo_predictions_become_a_peer(data: Path, tmp_path: Path) -> None:
    lines = convert_yolo(data / "labels", data / "images", CLASSES)
    path = tmp_path / "yolo.jsonl"
    path.write_text("\n".join(lines))
    photos = load_photos(data)
    matched = [match_photo(p, r, ordered=o) for p, (r, o) in zip(photos, readings_of(path, photos), strict=True)]
    assert all(one.right.all() for one in matched)
    (data / "labels" / "a.txt").write_text("17 0.5 0.5 0.1 0.1")
    with pytest.raises(PeerError, match=r"a\.txt:1: .*class under 6"):
        convert_yolo(data / "labels", data / "images", CLASSES)


def tile(code: str, x: float, visible: float = 1.0) -> TileTruth:
    quad = ((x, 10.0), (x + 30, 10.0), (x + 30, 50.0), (x, 50.0))
    box = (x, 10.0, x + 30, 50.0)
    kind = "back" if code == "0x" else "face"
    return TileTruth(code, kind, quad, box, box, visible, False, 0, 0.0, 0, "loose", 0, 0)  # noqa: FBT003 - its fields


def scenes(folder: Path, *truths: SceneTruth) -> Path:
    folder.mkdir()
    (folder / "annotations.jsonl").write_text("\n".join(truth.to_json() for truth in truths))
    return folder


def test_scenes_are_measured_as_photos(tmp_path: Path) -> None:
    tiles = tile("0p", 10), tile("1j", 50), tile("0x", 90), tile("9m", 130, visible=0.3)
    folder = scenes(tmp_path / "scenes", SceneTruth("images/0.jpg", 200, 100, "row", 7, tiles))
    (photo,) = load_labelled_scenes(folder)
    assert [CODES[code] for code in photo.codes] == ["0p", "1j", "0x"]
    assert (photo.group, photo.photo, photo.partially_labelled) == ("row", "design 7", False)
    assert photo.doubtful_boxes_xyxy.tolist() == [[130, 10, 160, 50]]
    (image,) = load_scenes(folder)
    assert image.kinds.tolist() == [0, 0, 1]
    (by_code,) = load_scenes(folder, by_code=True)
    assert by_code.kinds.tolist() == [CODES.index(code) for code in ("0p", "1j", "0x")]
    assert not answer_questions([])


def test_several_folders_of_scenes_are_measured_together(tmp_path: Path) -> None:
    folders = [
        scenes(tmp_path / f"seed{seed}", SceneTruth("images/0.jpg", 200, 100, "row", seed, (tile("2s", 10),)))
        for seed in (31, 33)
    ]
    (folders[0] / "recipe.json").write_text('{"seed": 31}')
    parser = argparse.ArgumentParser()
    add_photo_choice(parser, "test")
    asked = parser.parse_args(["--synthetic", *map(str, folders)])
    with pytest.raises(DatasetError, match=r"images/0\.jpg is missing; make its folder again: "):
        choose_photos(asked)
    for folder in folders:
        (folder / "images").mkdir()
        (folder / "images" / "0.jpg").touch()
    choice = choose_photos(asked)
    assert [photo.photo for photo in choice.photos] == ["design 31", "design 33"]
    assert choice.title == "synthetic scenes of seed31 + seed33"
    assert choice.facts == {"synthetic": [{"seed": 31}, None]}
    twice = parser.parse_args(["--synthetic", str(folders[0]), str(folders[0] / ".." / "seed31")])
    with pytest.raises(DatasetError, match=r"seed31 is named twice"):
        choose_photos(twice)
    for other in (["--groups", "table"], ["--split", "train"]):
        with pytest.raises(SystemExit):
            parser.parse_args(["--synthetic", str(folders[0]), *other])


def test_backs_of_walls_are_trained_on_but_not_measured(tmp_path: Path) -> None:
    walls = [replace(tile(code, 50 * n), group_kind="wall") for n, code in enumerate(("0x", "3p"))]
    tiles = *walls, replace(tile("0x", 100), group_kind="meld")
    folder = scenes(tmp_path / "scenes", SceneTruth("images/0.jpg", 200, 100, "row", 7, tiles))
    (photo,) = load_labelled_scenes(folder)
    assert [CODES[code] for code in photo.codes] == ["3p", "0x"]
    assert photo.doubtful_boxes_xyxy.tolist() == [list(walls[0].box)]
    (image,) = load_scenes(folder)
    assert image.kinds.tolist() == [1, 0, 1]
    assert not len(image.doubtful_boxes_xyxy)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "annotations.jsonl is missing; make scenes there with"),
        ("", "lists no scenes"),
        ('{"image": "x.jpg"}', "annotations.jsonl:1: no scene truth"),
        (SceneTruth("images/0.jpg", 9, 9, "row", 0, (tile("8z", 0),)).to_json(), "'8z' in images/0.jpg"),
    ],
)
def test_a_folder_that_holds_no_scenes_is_named(tmp_path: Path, content: str | None, message: str) -> None:
    if content is not None:
        (tmp_path / "annotations.jsonl").write_text(content)
    for load in (load_labelled_scenes, load_scenes):
        with pytest.raises(DatasetError, match=re.escape(message)):
            load(tmp_path)


def test_other_facts_reach_the_runtime_without_a_new_file() -> None:
    shipped = registry.load("reader").data

    def facts(model: bytes) -> ModelFacts:
        return read_facts(create_session(model, 1), "reader", CODES, "crops")

    before, after = facts(shipped), facts(with_facts(shipped, {"temperature": 1.25, "sure_threshold": 0.5}))
    assert (after.temperature, after.sure_threshold) == (1.25, 0.5)
    assert (after.name, after.classes) == (before.name, before.classes)
    assert facts(with_facts(with_facts(shipped, {"temperature": 9}), {"temperature": 2})).temperature == 2
