"""Which of our tiles a label file holds: formats round boxes, cut them at the picture's edge, and drop some tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.formats.boxes import clip_box

if TYPE_CHECKING:
    from datasets.formats.record import LabelledImage, LabelledTile

__all__ = ["tiles_in_file"]

ROUNDING_PX: Final = 1.0
"""No format moves a side of a box by more: VOC, the coarsest, has whole pixels."""


def tiles_in_file(ours: LabelledImage, in_file: LabelledImage) -> dict[int, int]:
    """Return which of our tiles each tile of a file that we wrote is.

    Args:
        ours: The labels that were written.
        in_file: The same picture, read from the file.

    Returns:
        Numbers of tiles of ``in_file``, each with the number of its tile of ``ours``. Our tiles that are not in it
        were not written.
    """
    pairs = sorted(
        (distance, tile.code != other.code, number, place)
        for number, tile in enumerate(ours.tiles)
        for place, other in enumerate(in_file.tiles)
        if (distance := _distance_px(tile, other, ours.size_wh)) <= ROUNDING_PX
    )
    matched: dict[int, int] = {}
    taken: set[int] = set()
    # The nearest first, so that tiles almost at one place are not taken for each other.
    for _, _, number, place in pairs:
        if number not in taken and place not in matched:
            matched[place] = number
            taken.add(number)
    return matched


def _distance_px(ours: LabelledTile, in_file: LabelledTile, size_wh: tuple[int, int]) -> float:
    """Return how far apart the sides of two boxes are that differ most, ours cut at the edge; infinite if all is."""
    box = clip_box(ours.box_xyxy, size_wh)
    if box is None:
        return float("inf")
    # jsonl keeps what lies beyond the edge.
    other = clip_box(in_file.box_xyxy, size_wh) or in_file.box_xyxy
    return max(abs(a - b) for a, b in zip(box, other, strict=True))
