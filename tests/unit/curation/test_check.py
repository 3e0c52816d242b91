"""What the check finds, kind by kind, and that it finds nothing where nothing is wrong."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.curation.checking import check_datasets, load_for_check
from datasets.curation.faults import FAULTS, Severity
from datasets.curation.sheet import draw_sheet, write_sheet
from datasets.formats import yolo
from datasets.formats.class_map import ClassMap
from datasets.formats.options import ReadOptions
from datasets.formats.record import LabelledDataset, LabelledTile
from tests.unit.curation.drawn import Maker, ScriptedModels, draw_picture, row_of

HAND = ["1m", "2m", "3m", "7p", "8p", "9p"]
Edit = Callable[..., LabelledDataset]


def codes(*datasets: LabelledDataset, models: ScriptedModels | None = None) -> list[str]:
    checked = check_datasets(datasets, models.models if models else None)
    return [fault.code for fault in checked.report.faults]


def test_sound_labels_have_no_faults(make: Maker) -> None:
    dataset = make(a=(1, HAND), b=(2, ["1z", "2z"]), c=(3, HAND[::-1]))
    report = check_datasets([dataset]).report
    assert (report.faults, report.pictures, report.tiles) == ((), 3, 14)
    assert not report.fails(Severity.NOTE)


@pytest.mark.parametrize(
    ("tile", "expected"),
    [
        (LabelledTile("1z", (600, 300, 650, 350)), ["box_outside"]),
        (LabelledTile("1z", (600, 300, 640.9, 350)), []),
        (LabelledTile("1m", (24, 104, 64, 160)), ["duplicate_box"]),
        (LabelledTile("2s", (25, 105, 40, 125)), ["nested_box"]),
        (LabelledTile("2s", (25, 160, 40, 180)), []),
    ],
)
def test_boxes(make: Maker, edit: Edit, tile: LabelledTile, expected: list[str]) -> None:
    assert codes(edit(make(a=(1, HAND)), "a.png", tiles=(*row_of(HAND), tile))) == expected


@pytest.mark.parametrize(
    ("labelled", "expected"),
    [([], ["no_labels"]), (["5p"] * 4 + ["0p"], ["five_of_a_kind"]), (["5p"] * 4, []), (["1f", "1j"] * 6, [])],
)
def test_what_a_picture_can_show(make: Maker, labelled: list[str], expected: list[str]) -> None:
    assert codes(make(a=(1, labelled))) == expected


def test_boxes_of_slanting_neighbours_are_no_duplicates(make: Maker, edit: Edit) -> None:
    """Their boxes overlap; their faces, where these are known, do not."""
    one = LabelledTile("1m", (100, 100, 200, 200), quad=((100, 120), (120, 100), (200, 180), (180, 200)))
    other = LabelledTile("2m", (110, 90, 210, 190), quad=((140, 92), (160, 90), (210, 165), (200, 175)))
    assert codes(edit(make(a=(1, HAND)), "a.png", tiles=(one, other))) == []
    bare = tuple(replace(tile, quad=None) for tile in (one, other))
    assert codes(edit(make(a=(1, HAND)), "a.png", tiles=bare)) == ["duplicate_box"]


def test_pictures_that_are_missing_damaged_or_others(make: Maker, edit: Edit) -> None:
    dataset = make(a=(1, HAND), b=(2, ["1z"]), c=(3, ["2z"]), d=(4, ["3z"]))
    (dataset.root / "a.png").unlink()
    (dataset.root / "b.png").write_bytes(b"\x89PNG\r\n\x1a\n torn")
    dataset = edit(edit(dataset, "c.png", width=320), "d.png", sha256="0" * 64)
    assert codes(dataset) == ["picture_missing", "picture_unreadable", "size_differs", "picture_changed"]


def test_labels_that_cannot_be_read_are_all_listed(make: Maker, tmp_path: Path) -> None:
    yolo.write(make(a=(1, HAND), b=(2, HAND)), tmp_path / "yolo")
    for name, line in (("a", "99 0.5 0.5 0.1 0.1"), ("b", "3 0.5 0.5 0 0.1")):
        with (tmp_path / "yolo" / "labels" / f"{name}.txt").open("a") as labels:
            labels.write(f"{line}\n30 0.99 0.5 0.1 0.1\n")
    dataset, faults = load_for_check(tmp_path / "yolo", None, ReadOptions(root=tmp_path / "photos"))
    report = check_datasets([dataset], faults=faults).report
    assert report.counts == {"bad_label": 2, "box_outside": 2}
    assert [fault.tile for fault in report.faults] == [None, None, 6, 6]
    assert ["a.txt:7" in report.faults[0].message, "b.txt:7" in report.faults[1].message] == [True, True]
    assert report.tiles == 14


def altered(image_bgr: np.ndarray, how: str) -> np.ndarray:
    height, width = image_bgr.shape[:2]
    match how:
        case "half":
            return cv2.resize(image_bgr, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        case "compressed":
            return cv2.imdecode(cv2.imencode(".jpg", image_bgr, [cv2.IMWRITE_JPEG_QUALITY, 30])[1], cv2.IMREAD_COLOR)
        case "dark":
            return (image_bgr * 0.6).astype(np.uint8)
        case "mirrored":
            return np.ascontiguousarray(image_bgr[:, ::-1])
    return image_bgr


def on_sides(dataset: LabelledDataset, make: Maker) -> LabelledDataset:
    """Return a data set with its pictures moved into folders of a split, the second into another one."""
    images = []
    for n, image in enumerate(dataset.images):
        path = f"images/{'val' if n == 1 else 'train'}/{image.path}"
        make.save(dataset.root, path, cv2.imread(str(dataset.root / image.path)))
        images.append(replace(image, path=path))
    return replace(dataset, images=tuple(images))


@pytest.mark.parametrize("how", ["same", "half", "compressed", "dark", "mirrored"])
def test_copies_within_and_across_splits(make: Maker, edit: Edit, how: str) -> None:
    dataset = make(a=(1, HAND), b=(1, HAND), c=(5, HAND))
    changed = altered(draw_picture(1), how)
    make.save(dataset.root, "b.png", changed)
    # Labelled otherwise: the picture alone has to tell.
    dataset = edit(dataset, "b.png", width=changed.shape[1], height=changed.shape[0], tiles=row_of(["6z", "7z"]))
    mirrored = how == "mirrored"
    assert codes(dataset) == ["mirrored_copy" if mirrored else "duplicate_picture"]
    across = ["mirrored_copy" if mirrored else "duplicate_across_splits"]
    assert codes(on_sides(dataset, make)) == across
    assert codes(*(replace(dataset, images=part) for part in (dataset.images[:1], dataset.images[1:]))) == across


def test_two_hands_on_one_table_are_no_copies_but_one_hand_is(make: Maker, edit: Edit) -> None:
    """Half-alike pictures are copies only if they show the same hand."""
    dataset = make(a=(1, HAND), b=(1, HAND))
    make.save(dataset.root, "b.png", cv2.addWeighted(draw_picture(1), 0.7, draw_picture(9), 0.3, 0))
    assert codes(dataset) == ["duplicate_picture"]
    assert codes(edit(dataset, "b.png", tiles=row_of(["1z", "2z", "3z", "4z", "5z", "6z"]))) == []


def test_declared_copies_are_fine_on_one_side_only(make: Maker) -> None:
    dataset = make(a=(1, HAND), b=(1, HAND))
    images = tuple(replace(image, source_photo="IMG 1") for image in dataset.images)
    assert codes(replace(dataset, images=images)) == []
    one, other = (replace(dataset, images=(image,)) for image in images)
    assert codes(one, other) == ["duplicate_across_splits"]


def test_what_the_models_hold_against_labels_is_ranked(make: Maker) -> None:
    said = [("1m", 0.9), ("5m", 0.85), ("3m", 0.9), ("7p", 0.5), ("4s", 0.99), ("9p", 0.9)]
    checked = check_datasets([make(a=(1, HAND))], ScriptedModels(6, said).models)
    faults = checked.report.faults
    assert [(fault.label, fault.suggestion, fault.tile) for fault in faults] == [("8p", "4s", 4), ("2m", "5m", 1)]
    assert [fault.code for fault in faults] == ["disagreement", "disagreement"]
    assert [fault.suggestion for fault, _ in checked.faces] == ["4s", "5m"]
    assert checked.faces[0][1].shape == (120, 96, 3)


def test_labels_where_nothing_is_and_tiles_without_labels(make: Maker) -> None:
    dataset = make(a=(1, HAND))
    said = [*((code, 0.9) for code in HAND[:5]), ("9p", 0.1)]
    assert codes(dataset, models=ScriptedModels(5, said)) == ["no_tile"]
    assert codes(dataset, models=ScriptedModels(6, said)) == []
    assert codes(dataset, models=ScriptedModels(8, [(code, 0.9) for code in HAND])) == ["unlabelled_tiles"]


def test_mirrored_tiles_and_pictures(make: Maker) -> None:
    """Symmetric faces say nothing; one that is likelier mirrored is doubted, several give their picture away."""
    dataset = make(a=(1, HAND))
    plain, doubtful = [(code, 0.95) for code in HAND], [(code, 0.6) for code in HAND]
    assert codes(dataset, models=ScriptedModels(6, plain, mirrored=plain)) == []
    assert codes(dataset, models=ScriptedModels(6, doubtful, mirrored=plain)) == ["mirrored_picture"]
    one = [("1m", 0.1), *plain[1:]]
    others_against = [plain[0], *doubtful[1:]]
    assert codes(dataset, models=ScriptedModels(6, one, mirrored=others_against)) == ["mirrored_tile"]


def test_codes_that_share_a_name_are_no_disagreement(make: Maker) -> None:
    dataset = make(a=(1, ["1f"]))
    said = ScriptedModels(1, [("3f", 0.97)])
    assert codes(dataset, models=said) == ["disagreement"]
    named = replace(dataset, classes=ClassMap((("1f", "flower"), ("3f", "flower"))))
    assert codes(named, models=said) == []


def test_the_report_as_table_document_and_picture(make: Maker, tmp_path: Path) -> None:
    checked = check_datasets([make(a=(1, HAND))], ScriptedModels(6, [("1m", 0.9), ("5m", 0.85)]).models)
    (row,) = [row for row in csv.DictReader(io.StringIO(checked.report.csv())) if row["suggestion"] == "5m"]
    assert (row["picture"], row["tile"], row["label"], row["severity"]) == ("a.png", "1", "2m", "warning")
    assert row["box"] == "62.0 100.0 102.0 156.0"
    document = checked.report.document(["x"])
    assert document["counts"]["disagreement"] == len(checked.report.faults)
    assert set(document["faults"][0]) == set(row)
    write_sheet(checked.faces, tmp_path / "sheet.png")
    sheet = cv2.imread(str(tmp_path / "sheet.png"))
    assert np.array_equal(sheet, draw_sheet(checked.faces))
    assert sheet.shape[1] == 172 * len(checked.faces)


def test_every_fault_is_explained_in_the_guide() -> None:
    guide = (Path(__file__).resolve().parents[3] / "docs" / "datasets.md").read_text(encoding="utf-8")
    for code, kind in FAULTS.items():
        assert f"| `{code}` | {kind.severity.name.lower()} |" in guide, code
