from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from datasets.labelling.job import LabelJob, run_job
from datasets.labelling.output import OutputOptions
from datasets.labelling.progress import Silence
from datasets.labelling.sources import find_photos
from tests.unit.labelling.scripted import MODELS, InlineEngine, open_scripted, save_photo

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.labelling.summary import Summary


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """Return a folder of five photos, two of one name, one without tiles, one on its side, and one that is none."""
    folder = tmp_path / "photos"
    save_photo(folder / "a" / "rack.jpg", (1, 3, 255))
    save_photo(folder / "b" / "rack.jpg", (2, 4, 120))
    save_photo(folder / "b" / "empty.png", (3, 0, 255))
    save_photo(folder / "turned.jpg", (4, 2, 255), (40, 160), orientation=6)
    (folder / "b" / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe0 no photo")
    return folder


@pytest.fixture
def label(photos: Path, tmp_path: Path) -> Callable[..., Summary]:
    """Return what labels the photos into ``out``."""

    def run(*named: Path, out: Path | None = None, engine: object = None, **options: Any) -> Summary:  # noqa: ANN401
        models = options.pop("models", MODELS)
        notes = str(tmp_path / "notes")
        job = LabelJob(
            sources=find_photos([str(path) for path in named or [photos]], root=options.pop("root", photos)),
            out=out or tmp_path / "out",
            engine=engine or InlineEngine(),
            open_reader=partial(open_scripted, notes),
            models=models,
            output=OutputOptions(**{"formats": ("jsonl",), **options}),
        )
        return run_job(job, Silence())

    return run


@pytest.fixture
def read_photos(tmp_path: Path) -> Callable[[], int]:
    """Return what tells how many photos were read since it was asked last."""

    def count() -> int:
        notes = tmp_path / "notes"
        lines = notes.read_text(encoding="utf-8").splitlines() if notes.is_file() else []
        notes.unlink(missing_ok=True)
        return len(lines)

    return count
