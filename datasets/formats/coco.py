"""COCO instances: one JSON file for all pictures.

Written::

    annotations/instances_default.json     pictures, boxes, classes; confidence as 'score'
    images/…                               the pictures, if they come along

Boxes are left, top, width, height in pixels of the upright picture; category ids are class numbers from 1.
``file_name`` is the picture's path below the data set's folder, or below ``images`` where they come along. What COCO
has no field for (rotation, rows, groups, …) is kept under ``tilesight`` and read back.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from datasets.formats.boxes import PIXEL_DIGITS, check_box, clip_box, xywh_of
from datasets.formats.class_list import code_of_name
from datasets.formats.errors import LabelFileError, RecordError
from datasets.formats.files import Place, json_lines, read_json, write_lines
from datasets.formats.gathering import gather_placed
from datasets.formats.names import IMAGES, may_be_name_of, names_in
from datasets.formats.options import READ_DEFAULTS, WRITE_DEFAULTS
from datasets.formats.pictures import place_pictures
from datasets.formats.record import LabelledImage, LabelledTile
from datasets.formats.selection import select_tiles
from datasets.formats.stored import KEY, code_of_stored, restore_image, restore_tile, store_image, store_tile
from engine.errors import quote

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from datasets.formats.class_map import ClassMap
    from datasets.formats.options import ReadOptions, WriteOptions
    from datasets.formats.record import LabelledDataset

__all__ = ["FILE_NAME", "classes_of", "read", "write"]

FILE_NAME: Final = "annotations/instances_default.json"

SUPERCATEGORY: Final = "tile"


def classes_of(dataset: LabelledDataset) -> ClassMap:
    """Return the data set's classes."""
    return dataset.classes


def write(dataset: LabelledDataset, out_dir: Path, options: WriteOptions = WRITE_DEFAULTS) -> list[Path]:
    """Write the annotation file.

    Raises:
        FormatError: A picture to bring along is missing.
    """
    classes = classes_of(dataset)
    names = names_in("coco", dataset.paths, options.pictures).of_all()
    placed = place_pictures(dataset, {path: out_dir / IMAGES / name for path, name in names.items()}, options.pictures)
    # Line by line, since a data set's annotations may be more than fit into memory.
    return [*placed, write_lines(out_dir / FILE_NAME, _document(dataset, names, classes, options))]


def _document(
    dataset: LabelledDataset, names: Mapping[str, str], classes: ClassMap, options: WriteOptions
) -> Iterator[str]:
    def numbered() -> Iterator[tuple[int, LabelledImage]]:
        return enumerate((select_tiles(image, classes, options) for image in dataset.images), start=1)

    categories = (
        {"id": number, "name": name, "supercategory": SUPERCATEGORY}
        for number, name in enumerate(classes.names, start=1)
    )
    images = (
        {"id": number, "file_name": names[image.path], "width": image.width, "height": image.height}
        | {KEY: store_image(image)}
        for number, image in numbered()
    )
    tiles = ((number, image, place) for number, image in numbered() for place in range(len(image.tiles)))
    annotations = (
        _annotation(image, place, classes, {"id": number, "image_id": image_id})
        for number, (image_id, image, place) in enumerate(tiles, start=1)
    )
    yield '{"info": {}, "licenses": [],\n"categories": [\n'
    yield from json_lines(categories)
    yield '],\n"images": [\n'
    yield from json_lines(images)
    yield '],\n"annotations": [\n'
    yield from json_lines(annotations)
    yield "]}\n"


def _annotation(image: LabelledImage, place: int, classes: ClassMap, ids: Mapping[str, int]) -> dict[str, Any]:
    tile = image.tiles[place]
    left, top, width, height = xywh_of(clip_box(tile.box_xyxy, image.size_wh) or tile.box_xyxy)
    return {
        **ids,
        "category_id": (classes.index_of(tile.code) or 0) + 1,
        "bbox": [left, top, width, height],
        "area": round(width * height, PIXEL_DIGITS),
        "iscrowd": 0,
        # None, though the face's corners may be known: programs would take its outline for the tile's.
        "segmentation": [],
        **({} if tile.confidence is None else {"score": tile.confidence}),
        KEY: store_tile(tile, place),
    }


def read(path: Path, options: ReadOptions = READ_DEFAULTS) -> LabelledDataset:
    """Read a COCO file, or those of a folder: there may be one for each side of a split.

    Raises:
        LabelFileError: The file is missing or no COCO file, or an annotation is no label and nobody else is told.
    """
    files = [path] if path.is_file() else _files_of(path)
    folder = files[0].parent.parent if files[0].parent.name == "annotations" else files[0].parent
    images = (image for file in files for image in _images(file, options))
    return gather_placed(images, Place(path, options), folder, IMAGES)


def _images(file: Path, options: ReadOptions) -> Iterator[tuple[LabelledImage, str]]:
    """Yield the pictures of a file, each with the file that it has if it came along."""
    content = read_json(file)
    place = Place(file, options)
    images = _table(content, "images", file)
    categories = _table(content, "categories", file)
    annotations: dict[object, list[Any]] = {}
    for annotation in _rows(content, "annotations", file):
        annotations.setdefault(annotation.get("image_id"), []).append(annotation)
    for image_id in annotations.keys() - images.keys():
        place.report(f"annotation {annotations[image_id][0].get('id')} is of picture {image_id!r}, which is not listed")
    for image_id, row in images.items():
        image = None
        with place.reporting():
            image = _image(row, annotations.get(image_id, []), categories, place)
        if image is not None:
            yield image


def _image(
    row: Mapping[str, Any], annotations: list[Any], categories: Mapping[object, Any], place: Place
) -> tuple[LabelledImage, str]:
    try:
        # Windows programs write its separators; a leading ./ says nothing.
        name = PurePosixPath(str(row["file_name"]).replace("\\", "/")).as_posix()
        fallback = LabelledImage(path=_path(row.get(KEY), name), width=row["width"], height=row["height"])
    except (KeyError, TypeError, RecordError) as error:
        reason = error.message if isinstance(error, RecordError) else repr(error)
        message = f"picture {row.get('id')} is none: {reason}; it needs file_name, width and height"
        raise place.fault(message) from None
    tiles = []
    for annotation in annotations:
        with place.reporting():
            tiles.append(_tile(annotation, categories, fallback.size_wh, place))
    return replace(restore_image(row.get(KEY), tiles, fallback), path=fallback.path), f"{IMAGES}/{name}"


def _path(kept: object, name: str) -> str:
    """Return the path that a picture had before it got its name here."""
    path = kept.get("path") if isinstance(kept, dict) else None
    return path if isinstance(path, str) and may_be_name_of(name, path) else name


def _tile(
    annotation: Mapping[str, Any], categories: Mapping[object, Any], size_wh: tuple[int, int], place: Place
) -> tuple[int | None, LabelledTile]:
    where = f"annotation {annotation.get('id')}"
    category = categories.get(annotation.get("category_id"))
    if category is None:
        message = f"{where} has the category {annotation.get('category_id')!r}, which is not listed"
        raise place.fault(message)
    kept = annotation.get(KEY)
    code = _code(str(category.get("name")), kept, place)
    written = annotation.get("bbox")
    try:
        left, top, width, height = map(float, written or ())
    except (TypeError, ValueError):
        left = top = width = height = math.nan
    box = check_box((left, top, left + width, top + height), size_wh, f"{where}: {quote(written)}", place)
    score = annotation.get("score")
    if score is None:
        fresh = LabelledTile(code, box, source=place.options.source)
    elif isinstance(score, int | float) and 0 <= score <= 1:
        fresh = LabelledTile(code, box, confidence=score)
    else:
        message = f"{where}: the score {quote(score)} is no probability, 0 to 1"
        raise place.fault(message)
    return restore_tile(kept, code, box, size_wh) or (None, fresh)


def _code(name: str, kept: object, place: Place) -> str:
    stored = code_of_stored(kept)
    if isinstance(stored, str) and place.options.classes.name_of(stored) == name:
        return stored
    return code_of_name(name, place)


def _files_of(folder: Path) -> list[Path]:
    for pattern in ("annotations/instances*.json", "annotations/*.json", "*.json"):
        found = sorted(folder.glob(pattern))
        if found:
            return found
    message = "holds no COCO file: there is no annotations/instances*.json"
    raise LabelFileError(message, folder)


def _rows(content: object, key: str, file: Path) -> list[dict[str, Any]]:
    rows = content.get(key) if isinstance(content, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        message = f"is no COCO file: it has no list of {key}"
        raise LabelFileError(message, file)
    return rows


def _table(content: object, key: str, file: Path) -> dict[object, dict[str, Any]]:
    return {row.get("id"): row for row in _rows(content, key, file)}
