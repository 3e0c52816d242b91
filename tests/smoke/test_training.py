"""From nothing to measured weights on tiny data: synthesise, train, export, calibrate, evaluate, and interruptions.

``make smoke`` runs this in the training environment. Networks that took a few steps read nothing right; what is checked
is that every command works on the files of the one before, and that these files say what the runtime counts on.
Commands run in this process, since each start of torch takes seconds; only what is to be killed runs in its own.
"""

from __future__ import annotations

import io
import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest

from datasets.curation.collecting import CollectOptions, Source, collect
from datasets.curation.loading import load_dataset
from datasets.photos import load_photos
from datasets.splits import assign_splits
from datasets.synthesis.production import Recipe, produce_crops
from engine.tile import CODES
from models.training.onnx_facts import with_facts
from models.training.quantisation import last_layers
from models.training.run_record import load_checkpoint
from models.training.scenes import load_labelled_scenes
from vision.corners import CORNER_NAMES, CornerRefiner
from vision.errors import ModelMismatchError
from vision.onnx_detector import FINDER_CLASSES, OnnxTileDetector
from vision.onnx_model import create_session, read_facts
from vision.onnx_reader import OnnxTileReader

REPOSITORY = Path(__file__).resolve().parents[2]
SHIPPED = REPOSITORY / "models" / "weights"
PHOTOS = 40
"""Enough that each side of the split gets some."""

PATIENCE_SECONDS = 900
"""Machines may be busy; a training that hangs is ended all the same."""

QUICK = ("--batch", "2", "--threads", "1", "--report-every", "2")

pytestmark = pytest.mark.usefixtures("cjk_fonts")


def start(module: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", module, *map(str, arguments)]
    return subprocess.Popen(command, cwd=REPOSITORY, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def run(module: str, *arguments: object, status: int = 0) -> str:
    """Run a command's main function; return what it wrote."""
    written = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(written), redirect_stderr(written):
        patch.setattr(sys, "argv", [module, *map(str, arguments)])
        patch.setenv("COLUMNS", "200")
        try:
            found = import_module(module).main()
        except SystemExit as error:
            found = error.code
    assert (found or 0) == status, f"{module} {arguments}: {found}\n{written.getvalue()}"
    return written.getvalue()


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with scenes, crops and a folder of photos made from the scenes."""
    folder = tmp_path_factory.mktemp("shop")
    run("datasets.synthesis.__main__", "scenes", "--out", folder / "scenes", "--count", 12, "--seed", 5, "--size", 320)
    produce_crops(folder / "crops", 64, Recipe(seed=6, shard_size=64))
    make_photos(folder / "scenes", folder / "photos")
    return folder


def make_photos(scenes: Path, out: Path) -> None:
    labelled = [photo for photo in load_labelled_scenes(scenes) if len(photo.codes)]
    for part in ("images", "labels"):
        (out / part).mkdir(parents=True)
    (out / "classes.txt").write_text("\n".join(CODES))
    rows = ["file,photo,group,copy,width,height"]
    for n in range(PHOTOS):
        photo = labelled[n % len(labelled)]
        width, height = photo.size_wh
        boxes = np.clip(photo.boxes_xyxy / [width, height, width, height], 0, 1)
        centre, size = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
        lines = [" ".join(map(str, row)) for row in zip(photo.codes, *centre.T, *size.T, strict=True)]
        (out / "labels" / f"p{n}.txt").write_text("\n".join(lines))
        shutil.copy(photo.image_path, out / "images" / f"p{n}.jpg")
        rows.append(f"images/p{n}.jpg,p{n},g{n},0,{width},{height}")
    (out / "manifest.csv").write_text("\n".join(rows))
    assert set(assign_splits(load_photos(out)).values()) == {"train", "validation", "test"}


def finder_training(shop: Path, steps: int, *more: object) -> tuple[object, ...]:
    data = ("--photos", shop / "photos", "--scenes", shop / "scenes", "--side", 160)
    return ("--out", shop / "finder", *data, "--steps", steps, *QUICK, *more)


def record(folder: Path) -> dict[str, Any]:
    about: dict[str, Any] = json.loads((folder / "run.json").read_text())
    return about


def reports(folder: Path) -> int:
    path = folder / "progress.jsonl"
    return len(path.read_text().splitlines()) if path.is_file() else 0


def wait_for_reports(folder: Path, count: int, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while reports(folder) < count:
        assert process.poll() is None, process.communicate()[1]
        assert time.monotonic() < until, f"no progress within {PATIENCE_SECONDS} seconds"
        time.sleep(0.1)


@pytest.fixture(scope="module")
def finder_run(shop: Path) -> Path:
    """Train the finder: killed in the middle, stopped by Ctrl-C later, finished at last."""
    folder = shop / "finder"
    killed = start("models.training.finder", *finder_training(shop, 1000, "--save-seconds", 0))
    wait_for_reports(folder, 2, killed)
    killed.kill()
    killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    left = load_checkpoint(folder / "finder.pt")
    assert left is not None
    assert left["step"] >= 3

    stopped = start("models.training.finder", *finder_training(shop, 1000))
    wait_for_reports(folder, reports(folder) + 1, stopped)
    stopped.send_signal(signal.SIGINT)
    _, error = stopped.communicate(timeout=PATIENCE_SECONDS)
    assert stopped.returncode == 130, error
    assert "the same command goes on from there" in error
    assert "Traceback" not in error
    saved = load_checkpoint(folder / "finder.pt")
    assert saved is not None
    assert saved["step"] > left["step"]

    run("models.training.finder", *finder_training(shop, saved["step"] + 4))
    finished = load_checkpoint(folder / "finder.pt")
    assert finished is not None
    assert finished["step"] == saved["step"] + 4
    parts = record(folder)["parts"]
    assert [part["first_step"] for part in parts] == [0, left["step"], saved["step"]]
    assert parts[0]["data"] == parts[2]["data"]
    assert set(parts[0]["data"]) == {str(shop / "photos"), str(shop / "scenes")}
    return folder


@pytest.fixture(scope="module")
def finder(shop: Path, finder_run: Path) -> Path:
    out = shop / "out" / "finder.onnx"
    run("models.training.export", "finder", "--run", finder_run, "--out", out)
    return out


@pytest.fixture(scope="module")
def reader(shop: Path) -> Path:
    """Train the reader on crops and on faces cut by the shipped finder, export and calibrate it."""
    data = ("--photos", shop / "photos", "--crops", shop / "crops", "--finder", SHIPPED / "finder.onnx")
    data = (*data, "--scenes", shop / "scenes", "--doubted-by", SHIPPED / "reader.onnx")
    run("models.training.reader", "--out", shop / "reader", *data, "--steps", 4, *QUICK)
    out = shop / "out" / "reader.onnx"
    run("models.training.export", "reader", "--run", shop / "reader", "--out", out)
    data = ("--data", shop / "photos", "--finder", SHIPPED / "finder.onnx")
    run("models.training.calibrate", *data, "--reader", out)
    return out


@pytest.fixture(scope="module")
def corners(shop: Path) -> Path:
    """Train the network of corners on what the shipped finder finds, stop in between, and export it."""
    data = ("--scenes", shop / "scenes", "--finder", SHIPPED / "finder.onnx", "--out", shop / "corners")
    for steps in (2, 4):
        run("models.training.corners", *data, "--steps", steps, *QUICK)
    assert [part["first_step"] for part in record(shop / "corners")["parts"]] == [0, 2]
    out = shop / "out" / "corners.onnx"
    run("models.training.export", "corners", "--run", shop / "corners", "--out", out)
    return out


def raw_facts(model: Path) -> dict[str, Any]:
    entries = {entry.key: entry.value for entry in onnx.load(model).metadata_props}
    facts: dict[str, Any] = json.loads(entries["tilesight"])
    return facts


def test_the_exported_finder_is_what_the_runtime_counts_on(finder: Path) -> None:
    facts = raw_facts(finder)
    assert facts == {
        "role": "finder",
        "name": "tilesight-finder",
        "classes": list(FINDER_CLASSES),
        "input_size": [640, 640],
    }
    session = create_session(finder)
    OnnxTileDetector(session)
    for height, width in ((320, 640), (160, 224)):
        (answers,) = session.run(None, {"images": np.zeros((1, 3, height, width), np.float32)})
        assert answers.shape == (1, 18, height * width * 21 // 1024)
    # Much more than the weights would be ballast.
    graph = onnx.load(finder).graph
    weights = sum(len(weight.raw_data) for weight in graph.initializer)
    assert finder.stat().st_size < 1.1 * weights


def test_the_exported_reader_is_what_the_runtime_counts_on(reader: Path) -> None:
    facts = raw_facts(reader)
    assert facts.pop("temperature") > 0
    assert 0 < facts.pop("sure_threshold") <= 1
    assert facts == {"role": "reader", "name": "tilesight-reader", "classes": list(CODES), "input_size": [96, 120]}
    session = create_session(reader)
    readings = OnnxTileReader(session).read_crops(np.zeros((3, 120, 96, 3), np.uint8), np.zeros(3, np.int64))
    assert readings.code_probabilities.shape == (3, 47)


def test_the_exported_network_of_corners_is_what_the_runtime_counts_on(shop: Path, corners: Path) -> None:
    expected = {"role": "corners", "name": "tilesight-corners", "classes": list(CORNER_NAMES), "input_size": [64, 64]}
    assert raw_facts(corners) == expected
    quads = np.array([[[20, 20], [60, 20], [60, 80], [20, 80]]] * 3, np.float32)
    refined = CornerRefiner(create_session(corners)).refine(np.zeros((90, 90, 3), np.uint8), quads)
    assert np.abs(refined - quads).max() < 40
    # A run can begin with the exported weights.
    data = ("--scenes", shop / "scenes", "--finder", SHIPPED / "finder.onnx", "--out", shop / "more_corners")
    run("models.training.corners", *data, "--start-from", corners, "--steps", 1, *QUICK)


def evaluate(shop: Path, name: str, *arguments: object) -> dict[str, Any]:
    run("models.training.evaluate", *arguments, "--threads", 1, "--report", shop / name)
    written = {path.name for path in (shop / name).iterdir()}
    assert written == {"evaluation.json", "evaluation.md", "confusions.png", "coverage.png", "worst.jpg"}
    content: dict[str, Any] = json.loads((shop / name / "evaluation.json").read_text())
    return content


def test_what_was_trained_is_measured_on_photos_and_scenes(
    shop: Path, finder: Path, reader: Path, corners: Path
) -> None:
    models = ("--finder", finder, "--reader", reader, "--corners", corners)
    photos = evaluate(shop, "on_photos", "--data", shop / "photos", "--split", "test", *models)
    assert photos["photos"] >= 2
    assert [model["role"] for model in photos["models"]] == ["finder", "reader", "corners"]
    scenes = evaluate(shop, "on_scenes", "--synthetic", shop / "scenes", *models[:4], "--corners", "none")
    assert [model["role"] for model in scenes["models"]] == ["finder", "reader"]
    assert scenes["photos"] == 12
    assert [recipe["seed"] for recipe in scenes["data"]["synthetic"]] == [5]


def test_the_shipped_models_read_scenes(shop: Path) -> None:
    content = evaluate(shop, "shipped", "--synthetic", shop / "scenes", "--sure-threshold", 0.5)
    assert content["figures"]["tiles found"]["value"] > 0.6
    assert content["sure_threshold"] == 0.5


@pytest.mark.parametrize("role", ["finder", "reader"])
def test_eight_bit_models_keep_facts_and_answers(shop: Path, role: str) -> None:
    out, source = shop / "int8" / f"{role}.onnx", SHIPPED / f"{role}.onnx"
    quantising = ("--int8", "--calibration-photos", shop / "photos", "--calibration-count", 6)
    run("models.training.export", role, "--model", source, "--out", out, *quantising)
    assert raw_facts(out) == {**raw_facts(source), "name": f"tilesight-{role}-int8"}
    assert out.stat().st_size < 0.8 * source.stat().st_size
    graph = onnx.load(out).graph
    assert sum(node.op_type == "QuantizeLinear" for node in graph.node) > 10
    size = (1, 3, 320, 320) if role == "finder" else (1, 3, 120, 96)
    blob = np.random.default_rng(1).random(size, np.float32)
    name = "images" if role == "finder" else "crops"
    exact, rough = (create_session(path).run(None, {name: blob})[0] for path in (source, out))
    assert exact.shape == rough.shape
    assert np.corrcoef(exact.ravel(), rough.ravel())[0, 1] > 0.9


def test_the_last_layers_stay_exact() -> None:
    finder = last_layers(onnx.load(SHIPPED / "finder.onnx").graph)
    # Three scales of boxes, scores and corners, and the fixed layer of box decoding.
    assert len(finder) == 10
    # Codes, rotations and the embedding.
    assert len(last_layers(onnx.load(SHIPPED / "reader.onnx").graph)) == 3


def test_models_are_compared_on_the_same_photos(shop: Path, finder: Path, reader: Path) -> None:
    models = ("--models", "shipped", "-", "-", "-", "--models", "new", finder, reader, "none")
    text = run("models.training.compare", "--data", shop / "photos", "--split", "validation", "test", *models)
    for line in ("rows exact", "tiles more right than the first", "detect, ms a photo", "size, MB"):
        assert line in text


def test_the_one_stage_baseline_is_trained_and_measured_as_a_peer(shop: Path) -> None:
    out, data = shop / "one_stage", ("--photos", shop / "photos", "--scenes", shop / "scenes", "--side", 160)
    run("models.training.one_stage", "train", "--out", out, *data, "--steps", 3, *QUICK)
    predictions = shop / "one_stage.jsonl"
    photos = ("--data", shop / "photos", "--split", "test")
    run("models.training.one_stage", "predict", "--run", out, *photos, "--min-confidence", 0, "--out", predictions)
    lines = [json.loads(line) for line in predictions.read_text().splitlines()]
    assert sum(len(line["tiles"]) for line in lines) > 0
    content = evaluate(shop, "baseline", *photos, "--peer", predictions)
    assert (content["peer"], content["photos"]) == ("one_stage.jsonl", len(lines))


@pytest.mark.parametrize(
    ("module", "options"),
    [("finder", ("--side", 160)), ("reader", ("--finder", SHIPPED / "finder.onnx")), ("one_stage", ("--side", 160))],
)
def test_corrected_labels_are_trained_on_with_their_origins(
    shop: Path, tmp_path: Path, module: str, options: tuple[object, ...]
) -> None:
    dataset = load_dataset(shop / "photos")
    corrected = replace(dataset, images=dataset.images[:3])
    collected = collect([Source("corrected", corrected)], tmp_path / "more", CollectOptions(group="kitchen"))
    command, out = ("train",) if module == "one_stage" else (), tmp_path / module
    data = ("--more", tmp_path / "more", *options)
    run(f"models.training.{module}", *command, "--out", out, *data, "--steps", 2, *QUICK)
    (part,) = record(out)["parts"]
    assert set(part["data"]) >= {str(tmp_path / "more")}
    (about,) = part["settings"]["collections"]
    assert (about["pictures"], about["tiles_human"]) == (3, collected.tiles)
    origins = (out / "origins.csv").read_text().splitlines()
    assert [line.split(",")[4] for line in origins[1:]] == [image.path for image in corrected.images]


def test_curves_are_drawn(finder_run: Path) -> None:
    run("models.training.curves", finder_run)
    assert (finder_run / "curves.png").stat().st_size > 10_000


def break_label(photos: Path) -> str:
    (photos / "labels" / "p3.txt").write_text("0 0.5 0.5 0.1")
    return "p3.txt:1"


def break_classes(photos: Path) -> str:
    (photos / "classes.txt").write_text("1m\n9z\n")
    return "classes.txt:2: '9z' is not a tile code"


def empty(photos: Path) -> str:
    shutil.rmtree(photos)
    photos.mkdir()
    return "classes.txt is missing"


@pytest.mark.parametrize("spoil", [break_label, break_classes, empty])
def test_bad_data_is_named_before_training(shop: Path, tmp_path: Path, spoil: Callable[[Path], str]) -> None:
    photos = tmp_path / "photos"
    shutil.copytree(shop / "photos", photos)
    message = spoil(photos)
    data = ("--photos", photos, "--steps", 1)
    assert message in run("models.training.one_stage", "train", "--out", tmp_path / "run", *data, status=2)


def test_no_data_at_all_is_said(tmp_path: Path) -> None:
    training = ("train", "--out", tmp_path, "--steps", 1)
    assert "give --photos and/or --scenes" in run("models.training.one_stage", *training, status=2)
    text = run("models.training.one_stage", *training, "--scenes", tmp_path, status=2)
    assert "python -m datasets.synthesis scenes" in text


def test_a_full_disk_keeps_the_checkpoint_before(shop: Path, tmp_path: Path) -> None:
    def train(steps: int, status: int = 0) -> str:
        data = ("--scenes", shop / "scenes", "--side", 96, "--steps", steps, *QUICK)
        return run("models.training.one_stage", "train", "--out", tmp_path, *data, status=status)

    train(2)
    before = (tmp_path / "one_stage.pt").read_bytes()
    (tmp_path / "one_stage.pt.part").symlink_to("/dev/full")
    assert "no room on the disk" in train(3, status=2)
    assert (tmp_path / "one_stage.pt").read_bytes() == before
    train(4)
    assert record(tmp_path)["steps"] == 4


def test_a_damaged_or_foreign_checkpoint_is_named(shop: Path, finder_run: Path, tmp_path: Path) -> None:
    def train() -> str:
        data = ("--scenes", shop / "scenes", "--side", 96, "--steps", 1)
        return run("models.training.one_stage", "train", "--out", tmp_path, *data, status=2)

    (tmp_path / "one_stage.pt").write_bytes(b"PK\x03\x04 torn")
    assert "cannot be read" in train()
    shutil.copy(finder_run / "finder.pt", tmp_path / "one_stage.pt")
    assert "another network" in train()


def test_missing_files_and_wrong_metadata_fail(shop: Path, finder: Path, reader: Path, tmp_path: Path) -> None:
    photos = ("--data", shop / "photos", "--split", "test")
    missing = run("models.training.evaluate", *photos, "--finder", tmp_path / "no.onnx", status=2)
    assert "no.onnx is missing" in missing
    run("models.training.export", "finder", "--run", tmp_path, "--out", tmp_path / "f.onnx", status=2)
    assert not (tmp_path / "f.onnx").exists()
    wrong = tmp_path / "wrong.onnx"
    wrong.write_bytes(with_facts(reader, {"classes": [*CODES[1:], CODES[0]]}))
    text = run("models.training.evaluate", *photos, "--finder", finder, "--reader", wrong, status=2)
    assert "expected" in text
    with pytest.raises(ModelMismatchError):
        read_facts(create_session(finder), "reader", CODES, "crops")
