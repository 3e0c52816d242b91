from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

from datasets.formats import voc
from datasets.formats.errors import LabelFileError
from datasets.formats.options import ReadOptions, WriteOptions

if TYPE_CHECKING:
    from pathlib import Path

    from datasets.formats.record import LabelledDataset

OBJECT = """
  <object>
    <name>5z</name>
    <bndbox><xmin>1</xmin><ymin>21</ymin><xmax>40</xmax><ymax>60.5</ymax></bndbox>
  </object>"""
DOCUMENT = (
    "<annotation>\n<filename>a.jpg</filename>\n<size><width>100</width><height>80</height></size>{}\n</annotation>"
)


def annotation(folder: Path, content: str) -> Path:
    file = folder / "Annotations" / "sub" / "a.xml"
    file.parent.mkdir(parents=True)
    file.write_text(content, encoding="utf-8")
    return file


def test_pixels_count_from_one_with_the_last_included(dataset: LabelledDataset, tmp_path: Path) -> None:
    voc.write(dataset, tmp_path, WriteOptions(confidences=True))
    root = ET.parse(tmp_path / "Annotations" / "games" / "größe 2.xml").getroot()  # noqa: S314 - our own
    # The box 20.0, 10.0, 38.5, 40.0; halves go to the even pixel.
    box = root.findall("object/bndbox")[1]
    assert [child.text for child in box] == ["21", "11", "38", "40"]
    assert root.findtext("filename") == "games/größe 2.png"
    first = ET.parse(tmp_path / "Annotations" / "rack one.xml").getroot()  # noqa: S314 - our own
    assert first.findtext("object/confidence") == "0.9731"
    listing = (tmp_path / "ImageSets" / "Main" / "default.txt").read_text()
    assert listing == "rack one\ngames/größe 2\ngames/table\n"
    assert (tmp_path / "labelmap.txt").read_text().startswith("# label:color_rgb:parts:actions\n1m:::\n")
    back = voc.read(tmp_path).images[-1]
    assert (back.tiles[0].confidence, back.tiles[0].source, back.provenance) == (0.9731, "model", "model 0123abcd")


def test_files_of_other_programs_are_read(tmp_path: Path) -> None:
    file = annotation(tmp_path, DOCUMENT.format(OBJECT))
    for path in (tmp_path, tmp_path / "Annotations"):
        (image,) = voc.read(path).images
        assert (image.path, image.size_wh) == ("sub/a.jpg", (100, 80))
        assert [(tile.code, tile.box_xyxy, tile.source) for tile in image.tiles] == [("5z", (0, 20, 40, 60.5), "human")]
    assert voc.read(file).images[0].path == "a.jpg"


@pytest.mark.parametrize("elsewhere", ["/home/me/a.jpg", "C:\\photos\\a.jpg", "a.jpg"])
def test_paths_of_other_disks_say_nothing(tmp_path: Path, elsewhere: str) -> None:
    file = annotation(tmp_path, DOCUMENT.format(f"<path>{elsewhere}</path>"))
    assert voc.read(file).images[0].path == "a.jpg"


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (OBJECT.replace("5z", "dog"), "the class 'dog' is no tile code"),
        (OBJECT.replace("<name>5z</name>", ""), "the class '' is no tile code"),
        (OBJECT.replace("<xmax>40</xmax>", "<xmax>0</xmax>"), "xmax 0, ymax 60.5 is no box"),
        (OBJECT.replace("<xmax>40</xmax>", "<xmax>wide</xmax>"), "is no box"),
        (OBJECT.replace("<xmax>40</xmax>", ""), "is no box"),
        (OBJECT.replace("<xmax>40</xmax>", "<xmax>400</xmax>"), "reaches 300 pixels out of the picture of 100 x 80"),
        (OBJECT.replace("</name>", "</name><confidence>7</confidence>"), "no probability|confidence is 7"),
    ],
)
def test_a_bad_object_is_named_with_its_line(tmp_path: Path, changed: str, words: str) -> None:
    file = annotation(tmp_path, DOCUMENT.format(OBJECT + changed))
    with pytest.raises(LabelFileError, match=words) as caught:
        voc.read(tmp_path)
    assert str(caught.value).startswith(f"{file}:8: ")
    faults: list[Any] = []
    (image,) = voc.read(tmp_path, ReadOptions(on_fault=faults.append)).images
    assert [fault.line for fault in faults] == [8]
    assert len(image.tiles) == (2 if "out of" in words else 1)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (DOCUMENT.format(OBJECT)[:-20], ":7: is no XML"),
        ("", "is no XML"),
        ("<annotation/>", "names no picture"),
        ("<annotation><filename>a.jpg</filename></annotation>", "width is 0"),
        ("<annotation><filename>a.jpg</filename><size><width>w</width></size></annotation>", "of no picture"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><annotation><filename>&b;</filename></annotation>', "declares entities"),
    ],
)
def test_what_is_no_annotation_is_named(tmp_path: Path, content: str, words: str) -> None:
    annotation(tmp_path, content)
    with pytest.raises(LabelFileError, match=words):
        voc.read(tmp_path)


def test_a_folder_without_annotations_is_named(tmp_path: Path) -> None:
    with pytest.raises(LabelFileError, match="holds no annotations"):
        voc.read(tmp_path)
