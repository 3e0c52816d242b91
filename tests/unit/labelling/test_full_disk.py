"""A disk that gets full at any step: a clear message, what was there stays, and the next run goes on."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from datasets.labelling.errors import OutUnwritableError
from datasets.labelling.summary import Summary
from tests.unit.labelling.scripted import save_photo
from tests.unit.labelling.test_job import files_of

Label = Callable[..., Summary]
Count = Callable[[], int]


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    "step",
    [
        "datasets.formats.files.os.fdopen",
        "datasets.labelling.published.write_json",
        "datasets.labelling.output.write_manifest",
        "datasets.labelling.output.write_review_list",
        "datasets.labelling.gallery.write_text",
    ],
)
def test_a_disk_that_gets_full_loses_nothing(  # noqa: PLR0913, PLR0917 - fixtures
    label: Label, tmp_path: Path, photos: Path, step: str, monkeypatch: pytest.MonkeyPatch, read_photos: Count
) -> None:
    formats = ("yolo", "jsonl")
    label(formats=formats)
    save_photo(photos / "new.jpg", (9, 1, 100))
    before = files_of(tmp_path / "out")
    read_photos()
    with monkeypatch.context() as patched:
        patched.setattr(step, full)
        with pytest.raises(OutUnwritableError, match=r"No space left on device.*same command again"):
            label(formats=formats)
    after = files_of(tmp_path / "out")
    # Whatever was written before is there, be it the old or the new one; no half of anything.
    assert set(before) <= set(after)
    assert not [name for name in after if name.endswith(".part") or ".part/" in name]
    assert read_photos() == 1
    label(formats=formats)
    assert read_photos() == 0
    label(out=tmp_path / "whole", formats=formats)
    assert files_of(tmp_path / "out") == files_of(tmp_path / "whole")
