"""Pascal VOC: one XML file a picture.

Written::

    Annotations/….xml           size and boxes of one picture; with confidences an element 'confidence' a tile
    ImageSets/Main/default.txt  the pictures, without their suffixes
    labelmap.txt                class names, as CVAT and datumaro want them
    JPEGImages/…                the pictures, if they come along

Boxes are whole pixels of the upright picture, counted from 1, the last one included, as in the format's development
kit: ``xmin`` 1 is the leftmost pixel, and a box's width is ``xmax - xmin + 1``.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET
from xml.parsers import expat

from datasets.formats.boxes import check_box, clip_box
from datasets.formats.class_list import code_of_name
from datasets.formats.errors import LabelFileError, RecordError
from datasets.formats.files import Place, files_below, read_text, write_text
from datasets.formats.gathering import gather_placed
from datasets.formats.names import VOC_IMAGES, label_stem, may_be_name_of, names_in
from datasets.formats.options import READ_DEFAULTS, WRITE_DEFAULTS
from datasets.formats.pictures import place_pictures
from datasets.formats.record import LabelledImage, LabelledTile
from datasets.formats.selection import select_tiles
from engine.errors import quote

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from datasets.formats.class_map import ClassMap
    from datasets.formats.options import ReadOptions, WriteOptions
    from datasets.formats.record import BoxXyxy, LabelledDataset

__all__ = ["ANNOTATIONS", "classes_of", "read", "write"]

ANNOTATIONS: Final = "Annotations"
LISTING: Final = "ImageSets/Main/default.txt"
LABEL_MAP: Final = "labelmap.txt"

_SIDES: Final = ("xmin", "ymin", "xmax", "ymax")


def classes_of(dataset: LabelledDataset) -> ClassMap:
    """Return the data set's classes."""
    return dataset.classes


def write(dataset: LabelledDataset, out_dir: Path, options: WriteOptions = WRITE_DEFAULTS) -> list[Path]:
    """Write the annotations and the lists.

    Raises:
        FormatError: The format cannot hold a picture's name, or a picture to bring along is missing.
    """
    classes = classes_of(dataset)
    names = names_in("voc", dataset.paths, options.pictures).of_all()
    stems = {path: label_stem(name) for path, name in names.items()}
    written = place_pictures(
        dataset, {path: out_dir / VOC_IMAGES / name for path, name in names.items()}, options.pictures
    )
    for image in dataset.images:
        text = _document(select_tiles(image, classes, options), names[image.path], classes, options)
        written.append(write_text(out_dir / ANNOTATIONS / f"{stems[image.path]}.xml", text))
    head = "# label:color_rgb:parts:actions\n"
    return [
        *written,
        write_text(out_dir / LISTING, "".join(f"{stem}\n" for stem in stems.values())),
        write_text(out_dir / LABEL_MAP, head + "".join(f"{name}:::\n" for name in classes.names)),
    ]


def _document(image: LabelledImage, name: str, classes: ClassMap, options: WriteOptions) -> str:
    root = ET.Element("annotation")
    _add(root, "folder", VOC_IMAGES)
    _add(root, "filename", name)
    _add(root, "path", image.path)
    _add(ET.SubElement(root, "source"), "database", image.provenance or "Unknown")
    size = ET.SubElement(root, "size")
    for tag, value in (("width", image.width), ("height", image.height), ("depth", 3)):
        _add(size, tag, value)
    _add(root, "segmented", 0)
    for tile in image.tiles:
        item = ET.SubElement(root, "object")
        for tag, text in (
            ("name", classes.name_of(tile.code)),
            ("pose", "Unspecified"),
            ("truncated", 0),
            ("difficult", 0),
        ):
            _add(item, tag, text)
        box = ET.SubElement(item, "bndbox")
        for tag, value in zip(_SIDES, _pixels(tile, image), strict=True):
            _add(box, tag, value)
        if options.confidences and tile.confidence is not None:
            _add(item, "confidence", tile.confidence)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _add(parent: ET.Element, tag: str, text: object) -> None:
    ET.SubElement(parent, tag).text = str(text)


def _pixels(tile: LabelledTile, image: LabelledImage) -> tuple[int, int, int, int]:
    left, top, right, bottom = clip_box(tile.box_xyxy, image.size_wh) or tile.box_xyxy
    first_x, first_y = min(round(left), image.width - 1) + 1, min(round(top), image.height - 1) + 1
    # A tile of less than a pixel still covers one.
    return first_x, first_y, max(round(right), first_x), max(round(bottom), first_y)


def read(path: Path, options: ReadOptions = READ_DEFAULTS) -> LabelledDataset:
    """Read a folder of VOC annotations, in the development kit's layout or any other, or one annotation file.

    Raises:
        LabelFileError: There are none, or one is no annotation and nobody else is told.
    """
    folder = path.parent if path.is_file() else path
    return gather_placed(_images(path, options), Place(path, options), folder, VOC_IMAGES)


def _images(path: Path, options: ReadOptions) -> Iterator[tuple[LabelledImage, str]]:
    """Yield the pictures of annotation files, each with the file that it has if it came along."""
    folder = path / ANNOTATIONS if (path / ANNOTATIONS).is_dir() else path if path.is_dir() else path.parent
    number = 0
    for number, file in enumerate(_annotation_files(path, folder), start=1):  # noqa: B007 - counts
        place = Place(file, options)
        image = None
        with place.reporting():
            image = _image(_parse(place), file.relative_to(folder), place)
        if image is not None:
            yield image
    if not number and not (path / LISTING).is_file():
        message = f"holds no annotations: there is no {ANNOTATIONS}/*.xml"
        raise LabelFileError(message, path)


def _annotation_files(path: Path, folder: Path) -> Iterator[Path]:
    if path.is_file():
        return iter([path])
    # What macOS puts beside files on foreign disks is none of theirs.
    return (file for file in files_below(folder, ".xml") if not file.name.startswith("._"))


def _parse(place: Place) -> ET.Element:
    """Return the root element; each element knows its line as the attribute ``line``."""
    builder = ET.TreeBuilder()
    parser = expat.ParserCreate()

    def start(tag: str, _attributes: dict[str, str]) -> None:
        builder.start(tag, {"line": str(parser.CurrentLineNumber)})

    def refuse(*_: object) -> None:
        message = "declares entities; annotations need none, and files that have some may be traps"
        raise place.fault(message)

    parser.StartElementHandler = start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(read_text(place.path), True)  # noqa: FBT003 - expat's own
        return builder.close()
    except expat.ExpatError as error:
        message = f"is no XML: {expat.errors.messages[error.code]}; was the file cut off?"
        raise Place(place.path, place.options, error.lineno).fault(message) from None
    finally:
        # They hold the parser and the tree, the parser holds them: a ring that would wait for the collector.
        parser.StartElementHandler = parser.EndElementHandler = None
        parser.CharacterDataHandler = parser.EntityDeclHandler = None


def _image(root: ET.Element, where: Path, place: Place) -> tuple[LabelledImage, str]:
    name = (root.findtext("filename") or "").replace("\\", "/")
    if not name:
        message = "names no picture: 'filename' is missing"
        raise place.fault(message)
    if "/" not in name and len(where.parts) > 1:
        # Many programs write the name alone, and put the annotation where the picture is.
        name = (PurePosixPath(where.parent.as_posix()) / name).as_posix()
    try:
        image = LabelledImage(
            path=_path(root, name),
            width=int(root.findtext("size/width") or 0),
            height=int(root.findtext("size/height") or 0),
        )
    except (ValueError, RecordError) as error:
        reason = error.message if isinstance(error, RecordError) else str(error)
        message = f"is of no picture: {reason}; it needs 'filename' and 'size'"
        raise place.fault(message) from None
    database = root.findtext("source/database")
    tiles = []
    for item in root.iter("object"):
        here = _place_of(item, place)
        with here.reporting():
            tiles.append(_tile(item, image, here))
    provenance = None if database in {None, "", "Unknown"} else database
    return replace(image, tiles=tuple(tiles), provenance=provenance), f"{VOC_IMAGES}/{name}"


def _path(root: ET.Element, name: str) -> str:
    # Ours is the path below the data set's folder; others write paths of their own disk.
    path = root.findtext("path") or ""
    return path if may_be_name_of(name, path) else name


def _tile(item: ET.Element, image: LabelledImage, place: Place) -> LabelledTile:
    code = code_of_name((item.findtext("name") or "").strip(), place)
    box = _box(item, image, place)
    confidence = item.findtext("confidence")
    if confidence is None:
        return LabelledTile(code, box, source=place.options.source)
    try:
        return LabelledTile(code, box, confidence=float(confidence))
    except ValueError:
        message = f"the confidence {quote(confidence)} is no probability, 0 to 1"
        raise place.fault(message) from None


def _box(item: ET.Element, image: LabelledImage, place: Place) -> BoxXyxy:
    written = [item.findtext(f"bndbox/{side}") for side in _SIDES]
    try:
        left, top, right, bottom = (float(text or "") for text in written)
    except ValueError:
        left = top = right = bottom = math.nan
    shown = ", ".join(f"{side} {text}" for side, text in zip(_SIDES, written, strict=True))
    return check_box((left - 1, top - 1, right, bottom), image.size_wh, f"the box {shown}", place)


def _place_of(element: ET.Element, place: Place) -> Place:
    return Place(place.path, place.options, int(element.get("line", 0)) or None)
