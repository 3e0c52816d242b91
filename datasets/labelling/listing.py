"""What the job tells about its photos: the manifest with every hash, and the review list as a table."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from datasets.formats.files import write_lines, write_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from datasets.labelling.gallery import ReviewItem
    from datasets.labelling.review import Verdict
    from datasets.labelling.store import Entry
    from vision.reading import ModelReference

__all__ = ["write_manifest", "write_review_list"]

_MANIFEST_FORMAT = 1
_COLUMNS = ("rank", "path", "right_as_it_is", "reasons", "explanation", "tiles")


def write_manifest(
    path: Path,
    root: Path,
    models: Sequence[ModelReference],
    entries: Mapping[str, Entry],
    verdicts: Mapping[str, tuple[Verdict, int]],
) -> None:
    """Write every photo with its hash and what came of it, one photo a line, as one JSON document.

    Args:
        path: The file.
        root: The folder under which the photos lie.
        models: The models that read them.
        entries: What is known about each photo.
        verdicts: For each labelled photo what is thought of its labels, and how many tiles it has.
    """
    head = {"format": _MANIFEST_FORMAT, "root": root.as_posix(), "models": [asdict(model) for model in models]}
    write_lines(path, _lines(head, entries, verdicts))


def _lines(
    head: dict[str, Any], entries: Mapping[str, Entry], verdicts: Mapping[str, tuple[Verdict, int]]
) -> Iterator[str]:
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "photos": [\n'
    for n, name in enumerate(sorted(entries)):
        yield (",\n" if n else "") + json.dumps(_photo(name, entries[name], verdicts), ensure_ascii=False)
    yield "\n]}\n"


def _photo(name: str, entry: Entry, verdicts: Mapping[str, tuple[Verdict, int]]) -> dict[str, Any]:
    photo: dict[str, Any] = {"path": name, "sha256": entry.sha256}
    if entry.fault is not None:
        return {**photo, "error": asdict(entry.fault)}
    verdict, tiles = verdicts[name]
    return {**photo, "labels": entry.source, "tiles": tiles, "right_as_it_is": verdict.chance}


def write_review_list(path: Path, items: Sequence[ReviewItem], tiles: Mapping[str, int]) -> None:
    """Write the review list as CSV, most doubtful first.

    Args:
        path: The file.
        items: The photos.
        tiles: How many tiles each has.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for rank, item in enumerate(items, start=1):
        reasons = item.verdict.reasons
        codes, words = " ".join(reason.code for reason in reasons), "; ".join(reason.text for reason in reasons)
        writer.writerow((rank, item.path, item.verdict.chance, codes, words, tiles[item.path]))
    write_text(path, text.getvalue())
