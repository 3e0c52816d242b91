"""``tilesight dataset``: what each command writes, prints and ends with."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import pytest
from typer.testing import CliRunner, Result

from api.cli import app
from api.commands.dataset import inputs
from datasets.curation.loading import load_dataset
from datasets.formats import jsonl
from datasets.formats.options import Pictures
from datasets.formats.record import LabelledDataset
from datasets.formats.registry import FORMAT_NAMES
from datasets.photos import load_photos
from tests.unit.curation.drawn import Maker, ScriptedModels, row_of

HAND = ["1m", "2m", "3m", "7p", "8p", "9p"]

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    def command(*arguments: object) -> Result:
        return CliRunner().invoke(app, ["dataset", *map(str, arguments)])

    return command


@pytest.fixture
def make(tmp_path: Path) -> Maker:
    return Maker(tmp_path)


@pytest.fixture
def photos(make: Maker) -> LabelledDataset:
    """Return a data set of three pictures in the format that loses nothing, beside them."""
    dataset = make(a=(1, HAND), b=(2, ["1z", "??"]), c=(3, []))
    dataset = replace(dataset, images=tuple(replace(image, group="kitchen") for image in dataset.images))
    jsonl.write(dataset, dataset.root)
    return dataset


def document(result: Result, status: int = 0) -> dict[str, Any]:
    assert result.exit_code == status, result.output
    (line,) = result.stdout.splitlines()
    answer: dict[str, Any] = json.loads(line)
    return answer


def test_the_formats_are_those_there_are() -> None:
    assert inputs.FORMATS == FORMAT_NAMES
    assert set(inputs.PICTURES) == set(Pictures.__args__)


def test_convert_into_every_format_and_on(run: Run, photos: LabelledDataset, tmp_path: Path) -> None:
    """From each format to the next: the same labels to a pixel, and counts of what is lost."""
    out = tmp_path / "out"
    answer = document(run("convert", photos.root, "--out", out, "--format", ",".join(FORMAT_NAMES), "--json"))
    assert (answer["pictures"], answer["tiles"]) == (3, 8)
    lost = {one["format"]: one["dropped"]["without_class"] for one in answer["written"]}
    assert lost == {form: {} if form in {"jsonl", "label-studio"} else {"??": 1} for form in FORMAT_NAMES}
    for source, target in zip(FORMAT_NAMES, FORMAT_NAMES[1:] + FORMAT_NAMES[:1], strict=True):
        result = run(
            "convert", out / source, "--out", tmp_path / "on" / source, "--format", target, "--root", photos.root
        )
        assert result.exit_code == 0, result.output
        again = load_dataset(tmp_path / "on" / source)
        tiles = {tile.code: tile.box_xyxy for image in again.images for tile in image.tiles}
        for tile in (*row_of(HAND), *row_of(["1z"])):
            assert tiles[tile.code] == pytest.approx(tile.box_xyxy, abs=1)


def test_convert_with_a_class_map_counts_what_goes(run: Run, photos: LabelledDataset, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("1m: man\n2m: man\n7p: dot seven\n")
    result = run("convert", photos.root, "--out", tmp_path / "out", "--classes", names)
    assert result.exit_code == 0
    assert "3 tiles; no class for 5 tiles: 1z 1, 3m 1, 8p 1, 9p 1, ?? 1" in result.stdout
    assert (tmp_path / "out" / "classes.txt").read_text() == "man\ndot seven\n"
    answer = document(run("stats", tmp_path / "out", "--names", names, "--json"))
    assert {code: count for code, count in answer["by_code"].items() if count} == {"1m": 2, "7p": 1}


def test_check_says_what_is_wrong_and_ends_by_severity(
    run: Run, photos: LabelledDataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = ScriptedModels(6, [("1m", 0.9), ("5s", 0.95)])
    monkeypatch.setattr("api.commands.dataset.opening.open_models", lambda: said.models)
    files = ("--csv", tmp_path / "faults.csv", "--sheet", tmp_path / "sheet.png")
    result = run("check", photos.root, *files)
    assert result.exit_code == 1
    assert "warning: disagreement" in result.stdout
    assert "a.png, tile 1: labelled 2m" in result.stdout
    assert "note: no_labels, 1" in result.stdout
    assert (tmp_path / "faults.csv").read_text().startswith("code,severity,dataset,picture,tile,label,suggestion")
    assert cv2.imread(str(tmp_path / "sheet.png")) is not None
    answer = document(run("check", photos.root, "--json", "--fail-on", "error"))
    assert answer["models"]
    assert answer["counts"]["no_labels"] == 1
    assert document(run("check", photos.root, "--no-models", "--json"))["counts"] == {"no_labels": 1}
    assert run("check", photos.root, "--no-models", "--fail-on", "note").exit_code == 1
    (photos.root / "a.png").unlink()
    result = run("check", photos.root, "--no-models")
    assert result.exit_code == 1
    assert "error: picture_missing, 1" in result.stdout


def test_check_of_several_finds_copies_across_them(run: Run, photos: LabelledDataset, tmp_path: Path) -> None:
    run("convert", photos.root, "--out", tmp_path / "other", "--format", "coco")
    answer = document(run("check", photos.root, tmp_path / "other", "--no-models", "--json"), status=1)
    assert answer["counts"]["duplicate_across_splits"] == 3
    assert answer["datasets"] == [str(photos.root), str(tmp_path / "other")]


def test_merge_split_and_check(run: Run, make: Maker, photos: LabelledDataset, tmp_path: Path) -> None:
    other = make("other", **{f"p{n}": (10 + n, [f"{n + 1}p"]) for n in range(9)}, a=(1, HAND), b=(99, ["2z"]))
    jsonl.write(other, other.root)
    answer = document(run("merge", photos.root, other.root, "--out", tmp_path / "merged", "--json"))
    assert (answer["pictures"], len(answer["dropped"]), len(answer["renamed"])) == (13, 1, 1)
    result = run("merge", photos.root, other.root, "--out", tmp_path / "merged2")
    assert "Copies dropped: 1" in result.stdout
    assert "b.png is now b-" in result.stdout
    result = run(
        "split", tmp_path / "merged", "--out", tmp_path / "parts", "--ratios", "2:1:1", "--hold-out", "kitchen"
    )
    assert result.exit_code == 0, result.output
    assert "held out" in result.stdout
    folders = {path.name for path in (tmp_path / "parts" / "images").iterdir()}
    assert folders == {"train", "val", "test"}
    rows = (tmp_path / "parts" / "splits.csv").read_text().splitlines()
    assert all(",test," in row for row in rows if row.endswith(",kitchen,yes"))
    checked = document(run("check", tmp_path / "parts", "--no-models", "--json"))
    assert set(checked["counts"]) <= {"no_labels"}


@pytest.mark.parametrize("command", ["merge", "convert", "split"])
def test_a_picture_that_was_deleted_is_named_and_the_others_are_kept(
    run: Run, make: Maker, photos: LabelledDataset, tmp_path: Path, command: str
) -> None:
    other = make("other", p=(10, ["1p"]))
    jsonl.write(other, other.root)
    (photos.root / "b.png").unlink()
    sources = (photos.root, other.root) if command == "merge" else (photos.root,)
    arguments = (command, *sources, "--out", tmp_path / "out", "--format", "yolo,coco")
    result = run(*arguments)
    assert result.exit_code == 1
    assert f"{photos.root / 'b.png'} is not there and was left out" in result.stderr
    answer = document(run(*arguments, "--json"), status=1)
    assert answer["missing"] == [{"dataset": 0, "picture": "b.png"} if command == "merge" else "b.png"]
    assert {one["pictures"] for one in answer["written"]} == {len(sources) + 1}
    for form in ("yolo", "coco"):
        assert len(load_dataset(tmp_path / "out" / form).paths) == len(sources) + 1


def test_split_names_a_picture_that_is_damaged(run: Run, photos: LabelledDataset, tmp_path: Path) -> None:
    whole = (photos.root / "b.png").read_bytes()
    (photos.root / "b.png").write_bytes(whole[: len(whole) // 2])
    result = run("split", photos.root, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert (
        f"{photos.root / 'b.png'} was parted by its name alone, for it cannot be looked at: the image" in result.stderr
    )
    assert len(load_dataset(tmp_path / "out").paths) == 3
    assert len(document(run("split", photos.root, "--out", tmp_path / "out", "--json"), status=1)["problems"]) == 1
    assert run("split", photos.root, "--out", tmp_path / "out2", "--no-alike").exit_code == 0


def test_convert_without_pictures_needs_none(run: Run, photos: LabelledDataset, tmp_path: Path) -> None:
    (photos.root / "b.png").unlink()
    answer = document(run("convert", photos.root, "--out", tmp_path / "out", "--pictures", "none", "--json"))
    assert (answer["pictures"], answer["missing"]) == (3, [])


def test_convert_tells_which_pictures_a_format_names_itself_or_cannot_hold(
    run: Run, make: Maker, tmp_path: Path
) -> None:
    dataset = make(a=(1, HAND), b=(2, HAND))
    for name in ("a.jpg", "two\nlines.png"):
        (dataset.root / name).write_bytes((dataset.root / "b.png").read_bytes())
    images = [*dataset.images, *(replace(dataset.images[1], path=name) for name in ("a.jpg", "two\nlines.png"))]
    jsonl.write(replace(dataset, images=tuple(images)), dataset.root)
    arguments = ("convert", dataset.root, "--out", tmp_path / "out", "--format", "yolo,coco,voc,cvat")
    answer = document(run(*arguments, "--json"), status=1)
    written = {one["format"]: (one["pictures"], len(one["renamed"]), len(one["problems"])) for one in answer["written"]}
    assert written == {"yolo": (4, 2, 0), "coco": (4, 0, 0), "voc": (3, 2, 1), "cvat": (1, 0, 2)}
    result = run(*arguments)
    assert result.exit_code == 1
    assert "a.png is a_png.png" in result.stdout
    assert "cvat, 6 tiles; without 3 pictures" in result.stdout
    assert r"'two\nlines.png'" in result.stderr
    assert "'a.png' and 'a.jpg'" in result.stderr
    # Names that are told by themselves break no line either.
    (dataset.root / "two\nlines.png").unlink()
    result = run(*arguments)
    assert rf"{dataset.root}/two\nlines.png is not there" in result.stderr


def test_stats_count_and_draw(run: Run, photos: LabelledDataset, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    result = run("stats", photos.root, "--plots", tmp_path / "plots.png")
    assert result.exit_code == 0, result.output
    assert "3 pictures, 8 tiles" in result.stdout
    assert "kitchen" in result.stdout
    assert cv2.imread(str(tmp_path / "plots.png")).shape[0] > 500
    answer = document(run("stats", photos.root, photos.root, "--json"))
    assert (answer["pictures"], answer["tiles"], answer["pictures_without_tiles"]) == (6, 16, 2)
    assert answer["by_short_side_px"]["32-48"] == 16
    assert "5z" in answer["missing_codes"]


def test_plots_without_matplotlib_say_what_to_install(
    run: Run, photos: LabelledDataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    result = run("stats", photos.root, "--plots", tmp_path / "plots.png")
    assert result.exit_code == 2
    assert "pip install 'tilesight[plots]'" in result.stderr


def test_collect_writes_a_photo_folder(run: Run, photos: LabelledDataset, tmp_path: Path) -> None:
    result = run("collect", photos.root, "--out", tmp_path / "more")
    assert result.exit_code == 0, result.output
    assert "2 pictures, 7 tiles that a person confirmed, 1 tile to be ignored" in result.stdout
    assert "Left out, no person labelled them: 1 picture" in result.stdout
    assert [len(photo.codes) for photo in load_photos(tmp_path / "more")] == [6, 1]
    answer = document(run("collect", photos.root, "--out", tmp_path / "more", "--complete", "--json"))
    assert answer["tiles"] == {"human": 7, "ignored": 1}


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        (("stats", "nowhere"), 2, "bad_data_set"),
        (("stats", "."), 2, "bad_data_set"),
        (("check", "broken.jsonl", "--no-models"), 1, None),
        (("stats", "broken.jsonl"), 1, "bad_label_file"),
        (("convert", "photos", "--out", "x", "--format", "pdf"), 2, "bad_usage"),
        (("convert", "photos", "--out", "x", "--pictures", "burn"), 2, "bad_usage"),
        (("convert", "photos", "--out", "x", "--classes", "none.txt"), 2, "bad_class_map"),
        (("merge", "photos", "--out", "x"), 2, "bad_usage"),
        (("split", "photos", "--out", "x", "--ratios", "80"), 2, "bad_usage"),
        (("split", "photos", "--out", "x", "--ratios", "0:0:0"), 2, "bad_data_set"),
        (("split", "photos", "--out", "x", "--hold-out", "attic"), 2, "bad_data_set"),
        (("split", "photos", "--out", "x", "--together", "luck"), 2, "bad_usage"),
        (("check", "photos", "--fail-on", "never"), 2, "bad_usage"),
        (("check", "photos", "--sheet", "sheet.doc"), 2, "bad_usage"),
        (("stats", "photos", "--root", "nowhere"), 2, "bad_usage"),
        (("stats", "photos", "photos", "photos", "--root", ".", "--root", "."), 2, "bad_usage"),
    ],
)
def test_mistakes_are_told_with_a_code(  # noqa: PLR0913, PLR0917 - cases
    run: Run,
    photos: LabelledDataset,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    status: int,
    code: str | None,
) -> None:
    assert photos.root == tmp_path / "photos"
    (tmp_path / "broken.jsonl").write_text('{"path": "a.png"}\n')
    monkeypatch.chdir(tmp_path)
    answer = document(run(*arguments, "--json"), status)
    if code is None:
        assert answer["counts"] == {"bad_label": 1}
        # File and line are told once.
        assert run(*arguments).stdout.count("broken.jsonl") == 1
    else:
        assert answer["error"]["code"] == code
        assert len(answer["error"]["message"]) > 20
    assert not (tmp_path / "x").exists()
