"""Pictures with labels that are made when they are asked for: data sets larger than memory."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Sequence
from dataclasses import replace
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Final, cast, overload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from datasets.formats.record import LabelledImage

__all__ = ["ImageSpool", "LazyImages"]

IN_MEMORY_BYTES: Final = 16_000_000
"""What is read goes to a file without a name from here on, which goes with the process, however that ends."""


class LazyImages(Sequence["LabelledImage"]):
    """Pictures in a fixed order of which only the paths are held; the rest is made anew each time it is asked for."""

    def __init__(self, paths: Sequence[str], make: Callable[[int], LabelledImage]) -> None:
        """Take the pictures' paths, and what gives the picture of a place; it gets the path of its place."""
        self.paths = tuple(paths)
        self._make = make

    def __len__(self) -> int:
        """Return the number of pictures."""
        return len(self.paths)

    @overload
    def __getitem__(self, at: int) -> LabelledImage: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[LabelledImage, ...]: ...
    def __getitem__(self, at: int | slice) -> LabelledImage | tuple[LabelledImage, ...]:
        """Make one picture, or some of them."""
        if isinstance(at, slice):
            return tuple(self[n] for n in range(len(self))[at])
        place = range(len(self))[at]
        image = self._make(place)
        return image if image.path == self.paths[place] else replace(image, path=self.paths[place])

    def __iter__(self) -> Iterator[LabelledImage]:
        """Make the pictures one after the other."""
        return (self[at] for at in range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Return whether another sequence has the same pictures in the same order."""
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(one == another for one, another in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # as lists, which are compared by what they hold

    def __repr__(self) -> str:
        """Return what a failed assertion should show."""
        return f"LazyImages({list(self)!r})"


class ImageSpool:
    """Pictures that were read, kept outside memory in the order in which they came."""

    def __init__(self) -> None:
        """Hold none yet."""
        self._file = SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115 - it lives as long as the pictures
        self._starts = array("Q")

    def add(self, image: LabelledImage) -> None:
        """Keep a picture."""
        self._starts.append(self._file.seek(0, 2))
        pickle.dump(image, self._file, pickle.HIGHEST_PROTOCOL)

    def get(self, at: int) -> LabelledImage:
        """Return the picture of a place."""
        self._file.seek(self._starts[at])
        return cast("LabelledImage", pickle.load(self._file))  # noqa: S301 - nobody else has the file
