"""Which names pictures get in a format, and which pictures it cannot hold: the one place where that is decided.

Label files of most formats are named after their pictures, without the endings. So ``a.jpg`` and ``a.png`` of one
folder would share a file. Where the format names its pictures itself they become ``a_jpg.jpg`` and ``a_png.png``: both,
so that a trainer that is given the pictures under their old names finds no labels rather than the other picture's.
CVAT knows pictures by the names they have in its task, and cannot hold such two.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from datasets.formats.errors import FormatError
from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from datasets.formats.options import Pictures

__all__ = ["IMAGES", "PICTURE_FOLDERS", "VOC_IMAGES", "Names", "label_stem", "may_be_name_of", "names_in"]

IMAGES: Final = "images"
"""The folder of pictures in most layouts."""

VOC_IMAGES: Final = "JPEGImages"

PICTURE_FOLDERS: Final = {"yolo": IMAGES, "coco": IMAGES, "voc": VOC_IMAGES}
"""Where pictures come along in formats that have a place for them."""

_LINE_BREAKS: Final = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"
_HASH_DIGITS: Final = 8


@dataclass(frozen=True, slots=True)
class _Rule:
    """What a format makes of names.

    Attributes:
        refused: What no path may have.
        names_itself: Whether a picture may get another name than its path.
        keeps_endings: Whether two names that differ in their endings are two.
        folders: What folders are called instead.
    """

    refused: re.Pattern[str] | None = None
    names_itself: bool = True
    keeps_endings: bool = False
    folders: Mapping[str, str] = field(default_factory=dict)


_RULES: Final = {
    # The manifest is read as text, where this is a line break.
    # Trainers look for the labels of a picture where the last folder of this name would be called 'labels'.
    "yolo": _Rule(re.compile(r"\r"), folders={IMAGES: f"{IMAGES}_"}),
    # XML holds no control characters; its list of pictures has one a line.
    "voc": _Rule(re.compile(rf"[\x00-\x1f{_LINE_BREAKS}\ufffe\uffff]")),
    # Lists of pictures, one a line, blanks around it left out.
    "cvat": _Rule(re.compile(rf"[{_LINE_BREAKS}]|\s\Z"), names_itself=False),
    "coco": _Rule(keeps_endings=True),
}
"""Formats that are not named hold every path as it is: they are JSON and put no pictures anywhere."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names of pictures in a format.

    Attributes:
        form: The format.
        files: For each picture's path the name of its file below the format's folder of pictures.
        own: Those of them that got another name because two would have shared one.
        unwritable: Pictures with something in their paths that the format cannot hold.
        clashing: Pictures that would share a label file, in a format that cannot give them names of their own.
    """

    form: str
    files: Mapping[str, str]
    own: Mapping[str, str]
    unwritable: tuple[str, ...] = ()
    clashing: tuple[str, ...] = ()

    @property
    def refused(self) -> frozenset[str]:
        """The pictures that the format cannot hold."""
        return frozenset((*self.unwritable, *self.clashing))

    def complaints(self) -> list[str]:
        """Return what the format cannot hold and what to do, for people; nothing where it holds all."""
        told = []
        if self.unwritable:
            told.append(
                f"{self.form}: without {quantity(len(self.unwritable), 'picture')}, since it cannot hold control "
                f"characters, line breaks and blanks at the end in names ({self.unwritable[0]!r}); "
                "rename what is to be in it"
            )
        if self.clashing:
            told.append(
                f"{self.form}: without {quantity(len(self.clashing), 'picture')}, since those that differ only in "
                f"endings or capitals would share a label file ({self._example()}); "
                "rename one of the two, or take a format that keeps them apart"
            )
        return told

    def _example(self) -> str:
        """Return the names of pictures that would share a file."""
        stem = label_stem(self.clashing[0]).casefold()
        return " and ".join(repr(path) for path in self.clashing if label_stem(path).casefold() == stem)

    def of_all(self) -> Mapping[str, str]:
        """Return the names, for who writes all pictures or none.

        Raises:
            FormatError: The format cannot hold one of them.
        """
        if complaints := self.complaints():
            raise FormatError("; ".join(complaints))
        return self.files


def names_in(form: str, paths: Iterable[str], pictures: Pictures = "none") -> Names:
    r"""Return the names that pictures get in a format. They depend on nothing but the paths, in whichever order.

    Args:
        form: The format's name.
        paths: The pictures' paths below the data set's folder.
        pictures: Whether the pictures come along.

    >>> dict(names_in("yolo", ["images/a.jpg", "b.jpg", "b.png"]).files)
    {'images/a.jpg': 'a.jpg', 'b.jpg': 'b_jpg.jpg', 'b.png': 'b_png.png'}
    >>> names_in("cvat", ["b.jpg", "b.png"]).clashing, names_in("cvat", ["two\nlines.jpg"]).unwritable
    (('b.jpg', 'b.png'), ('two\nlines.jpg',))
    """
    rule = _RULES.get(form)
    if rule is None or (rule.keeps_endings and pictures == "none"):
        return Names(form, {path: path for path in paths}, {})
    plain: dict[str, str] = {}
    unwritable = []
    for path in paths:
        if rule.refused is not None and rule.refused.search(path):
            unwritable.append(path)
        else:
            plain[path] = _plain_name(path, rule)
    apart, own = _parted(plain, rule)
    files = {path: own.get(path, name) for path, name in plain.items() if path in own or path not in apart}
    return Names(form, files, own, tuple(unwritable), tuple(path for path in plain if path not in files))


def label_stem(name: str) -> str:
    """Return the name that a picture's label file has, without an ending.

    >>> label_stem("a/b.jpg"), label_stem("b.c.png"), label_stem("b")
    ('a/b', 'b.c', 'b')
    """
    return PurePosixPath(name).with_suffix("").as_posix()


def may_be_name_of(name: str, path: str) -> bool:
    """Return whether a picture of a path may have got a name in some format.

    >>> may_be_name_of("a/b_png.png", "images/a/b.png"), may_be_name_of("a/b.png", "b.png")
    (True, False)
    """
    below = _below_images(path)
    if not PurePosixPath(below).name:
        return False
    return name in {path, below, _with_ending(path, below), _with_hash(path, below)}


def _parted(plain: Mapping[str, str], rule: _Rule) -> tuple[frozenset[str], dict[str, str]]:
    """Return which pictures would share a name, and the names of their own that they get."""
    owners: defaultdict[str, list[str]] = defaultdict(list)
    for path, name in plain.items():
        owners[_key(name, rule)].append(path)
    apart = frozenset(path for paths in owners.values() if len(paths) > 1 for path in paths)
    own: dict[str, str] = {}
    if not rule.names_itself:
        return apart, own
    taken = {key for key, paths in owners.items() if len(paths) == 1}
    for rename in (_with_ending, _with_hash):
        tried = {path: rename(path, plain[path]) for path in plain if path in apart and path not in own}
        counts = Counter(_key(name, rule) for name in tried.values())
        free = {key for key, count in counts.items() if count == 1} - taken
        own |= {path: name for path, name in tried.items() if _key(name, rule) in free}
        taken |= free
    return apart, own


def _key(name: str, rule: _Rule) -> str:
    # Also on disks that do not tell A from a.
    return (name if rule.keeps_endings else label_stem(name)).casefold()


def _plain_name(path: str, rule: _Rule) -> str:
    """Return the name that a picture gets where no other one needs the same."""
    if not rule.names_itself:
        return path
    *folders, name = _below_images(path).split("/")
    return "/".join([*(rule.folders.get(folder, folder) for folder in folders), name])


def _below_images(path: str) -> str:
    """Return a picture's path without a leading folder of pictures, so that written and read again it gets no second.

    >>> _below_images("images/a/b.jpg"), _below_images("JPEGImages/b.jpg"), _below_images("a/images/b.jpg")
    ('a/b.jpg', 'b.jpg', 'a/images/b.jpg')
    """
    folder, _, rest = path.partition("/")
    return rest if rest and folder in {IMAGES, VOC_IMAGES} else path


def _with_ending(_path: str, name: str) -> str:
    """Return a name with its ending in it.

    >>> _with_ending("images/a/b.jpg", "a/b.jpg")
    'a/b_jpg.jpg'
    """
    whole = PurePosixPath(name)
    return whole.with_name(f"{whole.stem}_{whole.suffix[1:]}{whole.suffix}").as_posix()


def _with_hash(path: str, name: str) -> str:
    """Return a name with the beginning of its path's hash in it."""
    whole = PurePosixPath(name)
    digest = hashlib.sha256(path.encode(errors="surrogatepass")).hexdigest()[:_HASH_DIGITS]
    return whole.with_name(f"{whole.stem}-{digest}{whole.suffix}").as_posix()
