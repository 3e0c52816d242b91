"""Where things lie in the output folder of a label job."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["JOURNAL_NAME", "STATE_FOLDER", "Layout", "holds_job"]


STATE_FOLDER: Final = ".tilesight"
JOURNAL_NAME: Final = "journal.jsonl"


def holds_job(folder: Path) -> bool:
    """Return whether a folder is the output folder of a label job."""
    return (folder / STATE_FOLDER / JOURNAL_NAME).is_file()


@dataclass(frozen=True, slots=True)
class Layout:
    """The output folder.

    Attributes:
        out: The folder itself. Each format has a folder of its name in it.
        root: The folder under which the photos lie.
    """

    out: Path
    root: Path

    @property
    def state(self) -> Path:
        """What the job knows: its journal, what was written."""
        return self.out / STATE_FOLDER

    @property
    def manifest(self) -> Path:
        """Every photo with its hash and what came of it."""
        return self.out / "manifest.json"

    @property
    def review_list(self) -> Path:
        """The photos to look at, as a table."""
        return self.out / "review.csv"

    @property
    def gallery(self) -> Path:
        """The photos to look at, as a page."""
        return self.out / "review.html"

    @property
    def gallery_parts(self) -> Path:
        """What the page loads as it is leafed through."""
        return self.out / "review"

    @property
    def crops(self) -> Path:
        """Faces cut out, a folder for each code."""
        return self.out / "crops"

    @property
    def overlays(self) -> Path:
        """Photos with their labels drawn into them."""
        return self.out / "overlays"

    def place(self, form: str) -> Path:
        """Return a format's folder."""
        return self.out / form

    def staging(self, form: str) -> Path:
        """Return where a format is written before it is moved into place: as deep, for the sake of relative links."""
        return self.out / f".{form}.part"

    def baseline(self, form: str) -> Path:
        """Return where a format is made anew to be held against a person's edits."""
        return self.state / "baseline" / form

    def edited(self, form: str) -> Path:
        """Return where edited files are kept as they were, once their labels are taken over."""
        return self.state / "edited" / form
