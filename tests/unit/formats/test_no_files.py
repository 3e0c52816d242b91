"""What has a picture's name and is no file is named: a pipe that nobody writes to would be waited for without end."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from datasets.curation.pictures import open_picture
from datasets.formats import yolo
from datasets.formats.errors import LabelError
from datasets.formats.options import ReadOptions
from datasets.formats.pictures import check_is_file, find_pictures
from datasets.labelling.engine import PhotoTask
from datasets.labelling.work import PhotoLabeller
from tests.unit.labelling.scripted import ScriptedReader, save_photo


def _bind(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        # By a short way: addresses of sockets are no longer than 108 bytes.
        link = os.open(path.parent, os.O_RDONLY)
        bound.bind(f"/proc/self/fd/{link}/{path.name}")
        os.close(link)


NO_FILES: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "socket": _bind,
    "device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.fixture(params=NO_FILES)
def no_file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return what is called a photo and is none."""
    path = tmp_path / "images" / "odd.jpg"
    path.parent.mkdir()
    NO_FILES[request.param](path)
    return path


def test_what_is_no_file_is_not_read(no_file: Path) -> None:
    with pytest.raises(OSError, match="a pipe, a socket or a device"):
        check_is_file(no_file)
    with pytest.raises(OSError, match="a pipe, a socket or a device"):
        open_picture(no_file)


def test_labelling_tells_it(no_file: Path) -> None:
    outcome = PhotoLabeller(ScriptedReader())(PhotoTask("odd.jpg", str(no_file)))
    assert outcome.fault is not None
    assert outcome.fault.code == "file_unusable"
    assert "a pipe, a socket or a device" in outcome.fault.message


def test_a_data_set_tells_it_and_gives_the_others(no_file: Path) -> None:
    folder = no_file.parent.parent
    save_photo(folder / "images" / "good.jpg", (1, 1, 255))
    (folder / "labels").mkdir()
    for name in ("odd", "good"):
        (folder / "labels" / f"{name}.txt").write_text("0 .5 .5 .1 .1\n", encoding="utf-8")
    (folder / "classes.txt").write_text("1m\n", encoding="utf-8")
    faults: list[LabelError] = []
    dataset = yolo.read(folder, ReadOptions(on_fault=faults.append))
    assert [image.path for image in dataset.images] == ["images/good.jpg"]
    messages = [fault.message for fault in faults]
    assert "a pipe, a socket or a device" in messages[0]
    # Its labels are told as well: there is a picture, but none that can be read.
    assert "no picture that can be read" in messages[1]


def test_a_folder_with_a_pictures_name_is_none(tmp_path: Path) -> None:
    save_photo(tmp_path / "shoot.jpg" / "a.jpg", (1, 1, 255))
    (tmp_path / "gone.jpg").symlink_to("nowhere")
    assert find_pictures(tmp_path) == ["gone.jpg", "shoot.jpg/a.jpg"]
