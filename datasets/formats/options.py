"""How labels are written and read, the same for every format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from datasets.formats.class_map import ClassMap

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from datasets.formats.errors import LabelFileError
    from datasets.formats.record import LabelSource

__all__ = ["READ_DEFAULTS", "WRITE_DEFAULTS", "Pictures", "ReadOptions", "WriteOptions"]

Pictures = Literal["none", "copy", "link"]
"""What is done with the pictures themselves: nothing, copies, or links to where they lie."""


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """How labels are written.

    Attributes:
        min_confidence: Tiles the model is less sure of are left out; a person's labels always stay.
        confidences: Write confidences also where most programs expect none (YOLO: a sixth column).
        pictures: Whether the pictures come along, in formats that have a place for them.
        image_url: Label Studio: what its server finds the pictures by, put before their paths.
    """

    min_confidence: float = 0.0
    confidences: bool = False
    pictures: Pictures = "none"
    image_url: str = "/data/local-files/?d="


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How labels are read.

    Attributes:
        classes: What the files call our codes; by default they have our codes themselves.
        source: Whose labels these are, in formats that do not say.
        root: The folder under which the pictures lie, where it is not the one of the labels.
        on_fault: Called with each fault of a label instead of raising it: the label is skipped, or kept if only its
            box reaches out of the picture. A file that cannot be read at all is raised nevertheless.
    """

    classes: ClassMap = ClassMap()  # noqa: RUF009 - a frozen value
    source: LabelSource = "human"
    root: Path | None = None
    on_fault: Callable[[LabelFileError], None] | None = None


WRITE_DEFAULTS: Final = WriteOptions()
READ_DEFAULTS: Final = ReadOptions()
