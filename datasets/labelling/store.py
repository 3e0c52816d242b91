"""What is known about each photo, kept so that nothing can lose it: an append-only journal of JSON Lines.

Every outcome is one line, written in one go. The last line of a path counts; a person's labels are never
superseded by a model's. A line that a crash cut off is dropped when the journal is opened, and its photo is new again.
One process at a time may have a store open.
"""

from __future__ import annotations

import errno
import json
import os
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from datasets.labelling.engine import Fault
from datasets.labelling.errors import OutFolderError, OutUnwritableError, out_error
from datasets.labelling.layout import JOURNAL_NAME
from datasets.labelling.locking import lock
from datasets.labelling.work import PhotoLabels, labels_from_json, labels_to_json

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from datasets.formats.record import LabelSource
    from datasets.labelling.engine import PhotoOutcome

__all__ = ["Entry", "Store"]

LOCK_NAME: Final = "lock"
_HEADER: Final = {"tilesight": "label journal", "version": 1}

_SYNC_BYTES: Final = 4_000_000
"""Handed to the disk at the latest after so much: what a power cut can take, a killed process loses nothing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the store knows about a photo without reading its labels.

    Attributes:
        sha256: Hash of the file's bytes.
        size: Bytes of the file.
        mtime_ns: When it was last changed.
        key: What models and version the labels are of.
        source: Who says what the labels say.
        fault: Why there are none.
        offset: Where its line starts in the journal.
    """

    sha256: str | None
    size: int
    mtime_ns: int
    key: str
    source: LabelSource
    fault: Fault | None
    offset: int

    @property
    def is_human(self) -> bool:
        """Whether a person has put the labels right."""
        return self.source == "human"


class Store:
    """The labels of a job's photos. A context manager; see the module."""

    def __init__(self, folder: Path) -> None:
        """Open the store in a folder, or make it.

        Raises:
            OutFolderError: Another process has it open, or the folder holds something else or can be none.
            OutUnwritableError: It cannot be written.
        """
        self._folder = folder
        self.entries: dict[str, Entry] = {}
        self.damaged_lines = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = lock(folder / LOCK_NAME)
            self._file = (folder / JOURNAL_NAME).open("ab", buffering=0)
            self._reader = (folder / JOURNAL_NAME).open("rb")
        except OSError as error:
            # A name too long, and a folder that cannot have others in it.
            raise out_error(error, folder.parent, {errno.ENAMETOOLONG, errno.ENOENT, errno.EINVAL}) from None
        self._unsynced = 0
        self._end = 0
        self._load()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the journal and let others in."""
        with suppress(OSError):
            self.sync()
        self._file.close()
        self._reader.close()
        self._lock.close()

    def add(self, outcome: PhotoOutcome, key: str) -> None:
        """Keep what came of a photo. A person's labels stay as they are, and so do those of a file that has gone.

        Raises:
            OutUnwritableError: The disk is full, say; what was kept before stays whole.
        """
        known = self.entries.get(outcome.path)
        if known is not None and (known.is_human or (known.fault is None and outcome.sha256 is None)):
            return
        if outcome.is_known:
            self._touch(outcome)
            return
        entry = Entry(outcome.sha256, outcome.size, outcome.mtime_ns, key, "model", outcome.fault, self._end)
        if outcome.fault is not None and known is not None and replace(known, offset=self._end) == entry:
            # Tried again in vain: nothing new.
            return
        self._append(outcome.path, entry, outcome.labels)

    def add_human(self, path: str, labels: PhotoLabels, at: int | None = None) -> None:
        """Keep the labels that a person gave a photo; from now on nothing but another person changes them.

        Args:
            path: The photo.
            labels: The labels.
            at: Where the labels stand that the person had before; the photo may have been replaced since, and what
                the person looked at is the one of that line. By default the newest.
        """
        seen = self.entries[path] if at is None else self._entry_at(at)
        self._append(path, replace(seen, source="human", fault=None, offset=self._end), _to_text(labels))

    def read(self, path: str) -> PhotoLabels | None:
        """Return a photo's labels, None where there are none."""
        return self.read_at(self.entries[path].offset)

    def read_at(self, offset: int) -> PhotoLabels | None:
        """Return the labels of the line at an offset, also where a later line of its path has superseded it."""
        self._reader.seek(offset)
        labels = json.loads(self._reader.readline())["labels"]
        return None if labels is None else labels_from_json(labels)

    def _entry_at(self, offset: int) -> Entry:
        self._reader.seek(offset)
        return _parse(json.loads(self._reader.readline()), offset)[1]

    def sync(self) -> None:
        """Hand everything to the disk."""
        os.fsync(self._file.fileno())
        self._unsynced = 0

    def _touch(self, outcome: PhotoOutcome) -> None:
        """Keep that a file has another time but the same content."""
        labels = self.read(outcome.path)
        known = self.entries[outcome.path]
        entry = replace(known, size=outcome.size, mtime_ns=outcome.mtime_ns, offset=self._end)
        self._append(outcome.path, entry, None if labels is None else _to_text(labels))

    def _append(self, path: str, entry: Entry, labels: str | None) -> None:
        head = {
            "path": path,
            "sha256": entry.sha256,
            "size": entry.size,
            "mtime_ns": entry.mtime_ns,
            "key": entry.key,
            "source": entry.source,
            "fault": entry.fault and [entry.fault.code, entry.fault.message],
        }
        self._write(f'{json.dumps(head)[:-1]}, "labels": {labels or "null"}}}\n'.encode())
        self.entries[path] = entry

    def _write(self, line: bytes) -> None:
        try:
            written = self._file.write(line)
            if written != len(line):
                # The disk got full on the way; trying again says so.
                self._file.write(line[written:])
            self._unsynced += len(line)
            if self._unsynced > _SYNC_BYTES:
                self.sync()
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise OutUnwritableError(error, self._folder.parent) from None
        self._end += len(line)

    def _load(self) -> None:
        """Read what the journal knows, and cut off a line that is not whole."""
        for number, line in enumerate(self._reader):
            if not line.endswith(b"\n"):
                break
            if number == 0:
                self._check_header(line)
            else:
                self._load_line(line, self._end)
            self._end += len(line)
        self._file.truncate(self._end)
        if self._end == 0:
            self._write(json.dumps(_HEADER).encode() + b"\n")

    def _check_header(self, line: bytes) -> None:
        with suppress(ValueError):
            if json.loads(line) == _HEADER:
                return
        message = f"{self._folder} holds the journal of another version or program; choose another --out"
        raise OutFolderError(message)

    def _load_line(self, line: bytes, offset: int) -> None:
        try:
            path, entry = _parse(json.loads(line), offset)
        except (ValueError, KeyError, TypeError):
            # Bytes that a disk lost: the photo is new again.
            self.damaged_lines += 1
            return
        self.entries[path] = entry


def _parse(value: dict[str, Any], offset: int) -> tuple[str, Entry]:
    fault = value["fault"]
    source: Literal["human", "model"] = "human" if value["source"] == "human" else "model"
    entry = Entry(
        value["sha256"],
        value["size"],
        value["mtime_ns"],
        value["key"],
        source,
        None if fault is None else Fault(*fault),
        offset,
    )
    return value["path"], entry


def _to_text(labels: PhotoLabels) -> str:
    return json.dumps(labels_to_json(labels), allow_nan=False, separators=(",", ":"))
