"""The one record of labels from which every format is written and into which every format is read.

Boxes and corners are pixels of the upright picture: the picture after its EXIF orientation is applied. What cannot be
meant (a code that does not exist, a box without area, a tile index beyond the tiles) raises at once. A box that reaches
out of the picture can be represented, so that checks can find it; readers refuse it unless told to keep it.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final, Literal, get_args

from datasets.formats.class_map import ClassMap
from datasets.formats.errors import RecordError
from datasets.formats.lazy_images import LazyImages
from engine.errors import TileError, quote
from engine.tile import CODES, UNREADABLE_CODE, Tile
from vision.reading import GroupKind, Point, ReadWarning, Rotation, TileGroup

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

__all__ = ["BoxXyxy", "LabelSource", "LabelledDataset", "LabelledImage", "LabelledTile", "Quad"]

BoxXyxy = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels; right and bottom are where the box ends, so width is right minus left."""

Quad = tuple[Point, Point, Point, Point]
"""The four corners of a tile's face in pixels, clockwise from the picture's top left."""

LabelSource = Literal["model", "human"]

_ROTATIONS: Final = get_args(Rotation)
_SOURCES: Final = get_args(LabelSource)
_GROUP_KINDS: Final = get_args(GroupKind)
_ORIENTATIONS: Final = range(1, 9)
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_CORNERS: Final = 4
_CODES: Final = frozenset((*CODES, UNREADABLE_CODE))


@dataclass(frozen=True, slots=True)
class LabelledTile:
    """One labelled tile.

    Attributes:
        code: Tile code, ``??`` where the face could not be read.
        box_xyxy: The tile in pixels of the upright picture.
        quad: The corners of its face, or None where only the box is known.
        rotation: Clockwise turn of the face's up direction against the picture's up, or None when unknown.
        confidence: Probability (0..1) that the code is right, None for a person's label.
        sure: Whether that reaches the documented threshold, None when unknown.
        alternatives: Other codes with their probabilities, most likely first.
        row: Row from the player's view, 0 at the top, or None.
        index: Position in reading order, or None.
        group: Index into the picture's groups, or None.
        source: Who says so.

    Raises:
        RecordError: A value is none that a label may have.

    >>> LabelledTile("5m", (10, 20, 50, 80)).source
    'model'
    """

    code: str
    box_xyxy: BoxXyxy
    quad: Quad | None = None
    rotation: Rotation | None = None
    confidence: float | None = None
    sure: bool | None = None
    alternatives: tuple[tuple[str, float], ...] = ()
    row: int | None = None
    index: int | None = None
    group: int | None = None
    source: LabelSource = "model"

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        _require_code(self.code)
        _require_box(self.box_xyxy)
        if self.quad is not None:
            _require_quad(self.quad)
        _require(self.rotation is None or self.rotation in _ROTATIONS, "rotation", self.rotation, "0, 90, 180 or 270")
        if self.confidence is not None:
            _require_probability(self.confidence)
        for code, confidence in self.alternatives:
            _require_code(code)
            _require_probability(confidence)
        for name, number in (("row", self.row), ("index", self.index), ("group", self.group)):
            _require(number is None or number >= 0, name, number, "0 or more")
        _require(self.source in _SOURCES, "source", self.source, "'model' or 'human'")


@dataclass(frozen=True, slots=True)
class LabelledImage:
    """One picture with its labels.

    Attributes:
        path: Where the picture lies under the data set's root, with ``/`` between folders.
        width: Width of the upright picture in pixels.
        height: Height of the upright picture in pixels.
        tiles: Its tiles.
        orientation: EXIF orientation (1..8) as found in the file; 5 to 8 mean that the file's sides are swapped.
        sha256: Hash of the file's bytes, or None.
        groups: Tiles that belong together; ``tiles`` of a group are indices into ``tiles``.
        hand: The hand in text notation, or None.
        warnings: What was remarked about the picture.
        group: The physical set or room that the picture was taken of, or None.
        source_photo: The photograph of which this picture is a copy, or None.
        provenance: Where the labels come from, such as ``model <sha>`` or ``phone page``, or None.

    Raises:
        RecordError: A value is none that a picture may have.
    """

    path: str
    width: int
    height: int
    tiles: tuple[LabelledTile, ...] = ()
    orientation: int = 1
    sha256: str | None = None
    groups: tuple[TileGroup, ...] = ()
    hand: str | None = None
    warnings: tuple[ReadWarning, ...] = ()
    group: str | None = None
    source_photo: str | None = None
    provenance: str | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        _require_path(self.path)
        _require(self.width > 0, "width", self.width, "pixels, 1 or more")
        _require(self.height > 0, "height", self.height, "pixels, 1 or more")
        _require(self.orientation in _ORIENTATIONS, "orientation", self.orientation, "an EXIF orientation, 1 to 8")
        _require(
            self.sha256 is None or _SHA256.fullmatch(self.sha256) is not None, "sha256", self.sha256, "64 hex digits"
        )
        for group in self.groups:
            _require(group.kind in _GROUP_KINDS, "kind of group", group.kind, f"one of {', '.join(_GROUP_KINDS)}")
            self._require_indices(group.tiles, "group")
        for warning in self.warnings:
            self._require_indices(warning.tiles, "warning")
        for tile in self.tiles:
            known = tile.group is None or not self.groups or tile.group < len(self.groups)
            _require(known, "group", tile.group, f"one of the picture's {len(self.groups)} groups")

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height of the upright picture in pixels."""
        return self.width, self.height

    def _require_indices(self, indices: Iterable[int], of_what: str) -> None:
        for index in indices:
            inside = 0 <= index < len(self.tiles)
            _require(
                inside, f"tile of a {of_what}", index, f"the place of one of the picture's {len(self.tiles)} tiles"
            )


@dataclass(frozen=True, slots=True)
class LabelledDataset:
    """Pictures with labels, and what formats call the codes.

    Attributes:
        root: The folder under which the pictures lie.
        images: The pictures, no two of one path; large data sets make them when they are asked for.
        classes: Names and order of the classes in formats that have a class list.

    Raises:
        RecordError: Two pictures have the same path.
    """

    root: Path
    images: Sequence[LabelledImage]
    classes: ClassMap = field(default_factory=ClassMap)

    def __post_init__(self) -> None:
        """Refuse two pictures of one path: one label file would overwrite the other."""
        seen: set[str] = set()
        for path in self.paths:
            if path in seen:
                message = f"the picture {path} is in the data set twice; keep one of the two"
                raise RecordError(message)
            seen.add(path)

    @property
    def paths(self) -> tuple[str, ...]:
        """The pictures' paths, without making the pictures."""
        return self.images.paths if isinstance(self.images, LazyImages) else tuple(image.path for image in self.images)

    def without(self, paths: Collection[str]) -> LabelledDataset:
        """Return the data set without the pictures of some paths."""
        if not paths:
            return self
        images, known = self.images, self.paths
        places = [at for at, path in enumerate(known) if path not in paths]
        kept = LazyImages([known[at] for at in places], lambda at: images[places[at]])
        return replace(self, images=kept)


def _require(holds: bool, what: str, value: object, expected: str) -> None:  # noqa: FBT001 - reads as an assertion
    if not holds:
        message = f"{what} is {quote(value)}; it has to be {expected}"
        raise RecordError(message)


def _require_code(code: str) -> None:
    if code in _CODES:
        return
    try:
        Tile.parse(code)
    except TileError as error:
        raise RecordError(error.message) from None


def _require_probability(value: float) -> None:
    # Written so that what is no number fails too.
    _require(0 <= value <= 1, "confidence", value, "a probability, 0 to 1")


def _require_box(box: BoxXyxy) -> None:
    holds = len(box) == _CORNERS and all(map(math.isfinite, box)) and box[0] < box[2] and box[1] < box[3]
    _require(holds, "box", box, "left, top, right, bottom in pixels with left < right and top < bottom")


def _require_quad(quad: Quad) -> None:
    holds = len(quad) == _CORNERS and all(len(point) == 2 and all(map(math.isfinite, point)) for point in quad)  # noqa: PLR2004 - x and y
    _require(holds, "quad", quad, "four corners, each x and y in pixels")


def _require_path(path: str) -> None:
    parts = PurePosixPath(path).parts
    holds = bool(parts) and not path.startswith("/") and ".." not in parts and "\\" not in path and "\0" not in path
    # Names that are no UTF-8 come here with backslashes too: see datasets.labelling.sources.
    expected = (
        "a path below the data set's folder, in UTF-8, with / and no backslash in it; rename what is called otherwise"
    )
    _require(holds and str(PurePosixPath(path)) == path, "path", path, expected)
