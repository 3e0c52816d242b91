"""From tiles anywhere in a photo to rows, reading order, groups and the hand, as the player sees them.

The steps, each in its own module: :mod:`vision.viewpoint` finds the player's up, :mod:`vision.rows` chains tiles to
rows, :mod:`vision.groups` cuts rows at gaps and turned tiles and finds the reading of the groups that makes a hand.
Here they are put together, and it is decided which rows are the hand and which tiles only lie about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, get_args

import numpy as np

from engine.tile import BACK_CODE, CODES, UNREADABLE_CODE
from engine.wording import quantity
from vision.choice import choose_hand
from vision.detector import BACK
from vision.melds import hand_text, run_text
from vision.pieces import GAP, cut_pieces
from vision.reading import GroupKind, ReadWarning, Rotation, TileGroup
from vision.rows import TileFrames, find_rows, place_tiles
from vision.shapes import TileShapes
from vision.viewpoint import Viewpoint, find_viewpoint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.groups import HandPlan

__all__ = ["Arrangement", "LayoutOptions", "arrange"]

INDICATOR_BACKS: Final = 2
"""A face in a row with at least this many backs is an indicator on the dead wall."""


_ALLOWED_CODES: Final = frozenset((*CODES, UNREADABLE_CODE))


@dataclass(frozen=True, slots=True)
class LayoutOptions:
    """What a caller may choose for one call.

    Attributes:
        min_gap: Smallest gap between groups, as a fraction of the row's pitch.
        min_rotation_probability: A tile's rotation is told from this probability (0..1) on.
    """

    min_gap: float = GAP
    min_rotation_probability: float = 0.6


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Tiles in reading order: row by row from the farthest, left to right, all from the player's view.

    Attributes:
        order: Index of each tile in the arrays that were given.
        rows: Row of each tile, 0 the farthest from the player.
        groups: Group of each tile, an index into ``tile_groups``.
        rotations: Clockwise turn of each face against the image's up, None where unknown.
        tile_groups: Groups by their first tile, their ``tiles`` positions in the reading order.
        hand: The hand in text notation, an unreadable tile as ``??`` and one face down as ``0x``: whoever analyses
            the hand learns that it is there, instead of answering for a smaller hand.
        warnings: What the person should know about the hand, ``tiles`` positions in the reading order: ``count``,
            ``face_down``, ``kong_assumed``.
        roll_deg: Clockwise turn of the player's up against the image's up, -180..180.
    """

    order: tuple[int, ...]
    rows: tuple[int, ...]
    groups: tuple[int, ...]
    rotations: tuple[Rotation | None, ...]
    tile_groups: tuple[TileGroup, ...]
    hand: str
    warnings: tuple[ReadWarning, ...]
    roll_deg: float = 0.0


def arrange(  # noqa: PLR0913, PLR0917 - one argument for each thing known about a tile
    boxes_xyxy: NDArray[np.floating],
    quads: NDArray[np.floating],
    codes: Sequence[str],
    rotation_probabilities: NDArray[np.floating],
    kinds: NDArray[np.integer],
    size_wh: tuple[int, int],
    *,
    options: LayoutOptions | None = None,
) -> Arrangement:
    """Put N tiles into rows, reading order and groups.

    Args:
        boxes_xyxy: (N, 4) boxes in pixels of the upright image.
        quads: (N, 4, 2) corners of the faces in the same pixels, NaN where unknown.
        codes: N tile codes, ``??`` for an unreadable face.
        rotation_probabilities: (N, 4) clockwise quarter turns of the face against the image, NaN where unknown.
        kinds: (N,) ``vision.detector.FACE`` or ``BACK``.
        size_wh: Width and height of the image in pixels.
        options: Thresholds.

    Raises:
        ValueError: The arrays do not belong together, or a code is none.
    """
    options = options or LayoutOptions()
    boxes, corners, chances = (np.array(a, np.float64) for a in (boxes_xyxy, quads, rotation_probabilities))
    n = len(codes)
    expected = {"boxes_xyxy": (boxes, (n, 4)), "quads": (corners, (n, 4, 2)), "kinds": (kinds, (n,))}
    expected["rotation_probabilities"] = (chances, (n, 4))
    for name, (array, shape) in expected.items():
        if array.shape != shape:
            message = f"{name} has shape {array.shape}, expected {shape} for {n} codes"
            raise ValueError(message)
    unknown = sorted(set(codes) - _ALLOWED_CODES)
    if unknown:
        message = f"{unknown[0]!r} is not a tile code; tile codes look like '5m', '1z', '0p', '2f', '1j' or '??'"
        raise ValueError(message)
    shown = [BACK_CODE if kind == BACK else code for kind, code in zip(kinds, codes, strict=True)]
    if not shown:
        return Arrangement((), (), (), (), (), "", ())
    shapes = TileShapes.measure(boxes, corners)
    view = find_viewpoint(shapes, shown, chances, (size_wh[0] / 2, size_wh[1] / 2))
    frames = place_tiles(shapes, chances, view)
    rows = find_rows(frames)
    pieces = cut_pieces(rows, frames, options.min_gap)
    plan, hand_rows = choose_hand(pieces, shown, frames)
    return _describe(_Layout(rows, pieces, shown, frames, plan, hand_rows, view), _rotations(chances, options))


@dataclass(frozen=True, slots=True, eq=False)
class _Layout:
    """Everything found, before it is put into words."""

    rows: list[list[int]]
    pieces: list[list[list[int]]]
    codes: list[str]
    frames: TileFrames
    plan: HandPlan
    hand_rows: frozenset[int]
    view: Viewpoint


def _rotations(chances: NDArray[np.float64], options: LayoutOptions) -> list[Rotation | None]:
    """Return each face's turn where it is told clearly."""
    quarter: tuple[Rotation, ...] = get_args(Rotation)
    known = np.where(np.isnan(chances), 0.0, chances)
    sure = known.max(1, initial=0.0) >= options.min_rotation_probability
    return [quarter[k] if is_sure else None for k, is_sure in zip(known.argmax(1), sure, strict=True)]


def _describe(layout: _Layout, rotations: list[Rotation | None]) -> Arrangement:
    """Put the layout into reading order, groups, hand and warnings."""
    order = [tile for row in layout.rows for tile in row]
    position = {tile: n for n, tile in enumerate(order)}
    groups = _groups(layout)
    groups.sort(key=lambda group: min(position[tile] for tile in group[1]))
    group_of = {tile: n for n, (_, tiles, _) in enumerate(groups) for tile in tiles}
    plan, codes = layout.plan, layout.codes
    bonus = [t for kind, tiles, _ in groups if kind == "bonus" for t in tiles]
    winning = None if plan.winning is None else codes[plan.winning]
    return Arrangement(
        order=tuple(order),
        rows=tuple(n for n, row in enumerate(layout.rows) for _ in row),
        groups=tuple(group_of[tile] for tile in order),
        rotations=tuple(rotations[tile] for tile in order),
        tile_groups=tuple(
            TileGroup(kind, tuple(sorted(position[tile] for tile in tiles)), text) for kind, tiles, text in groups
        ),
        hand=hand_text([codes[t] for t in plan.concealed], plan.melds, [codes[t] for t in bonus], winning),
        warnings=_warnings(layout, position),
        roll_deg=layout.view.roll_deg,
    )


def _groups(layout: _Layout) -> list[tuple[GroupKind, tuple[int, ...], str]]:
    """Return all groups: kind, tiles in reading order, text."""
    plan, codes = layout.plan, layout.codes
    groups: list[tuple[GroupKind, tuple[int, ...], str]] = []
    if plan.concealed:
        groups.append(("concealed", plan.concealed, run_text([codes[t] for t in plan.concealed])))
    if plan.winning is not None:
        groups.append(("concealed", (plan.winning,), f"+{codes[plan.winning]}"))
    groups += [("meld", meld.tiles, meld.text) for meld in plan.melds]
    taken = {tile for _, tiles, _ in groups for tile in tiles}
    for n, row in enumerate(layout.pieces):
        backs = sum(codes[tile] == BACK_CODE for piece in row for tile in piece)
        for piece in row:
            rest = [tile for tile in piece if tile not in taken]
            bonus = tuple(t for t in rest if n in layout.hand_rows and codes[t][1] == "f")
            if bonus:
                groups.append(("bonus", bonus, run_text([codes[t] for t in bonus])))
            stray = tuple(t for t in rest if t not in bonus)
            faces = tuple(t for t in stray if codes[t] != BACK_CODE)
            if n not in layout.hand_rows and faces and backs >= INDICATOR_BACKS:
                groups.append(("indicator", faces, run_text([codes[t] for t in faces])))
                stray = tuple(t for t in stray if t not in faces)
            if stray:
                groups.append(("loose", stray, run_text([codes[t] for t in stray])))
    return groups


def _warnings(layout: _Layout, position: dict[int, int]) -> tuple[ReadWarning, ...]:
    """Return what the person should know about the hand."""
    plan, codes = layout.plan, layout.codes
    warnings = []
    hand = [*plan.concealed, *([] if plan.winning is None else [plan.winning])]
    for meld in plan.melds:
        if meld.has_backs:
            backs = tuple(position[t] for t in meld.tiles if codes[t] == BACK_CODE)
            message = f"{meld.text} has tiles face down; write a red five among them as 0"
            warnings.append(ReadWarning("face_down", message, backs))
    hidden = tuple(sorted(position[t] for t in hand if codes[t] == BACK_CODE))
    if hidden:
        message = f"{quantity(len(hidden), 'tile')} of the hand face down; turn over or say which"
        warnings.append(ReadWarning("face_down", message, hidden))
    taken = {*hand, *(t for meld in plan.melds for t in meld.tiles)}
    rows = [layout.rows[n] for n in layout.hand_rows if not taken.isdisjoint(layout.rows[n])]
    beside = tuple(sorted(position[t] for row in rows for t in row if codes[t] == BACK_CODE and t not in taken))
    if beside:
        message = f"{quantity(len(beside), 'tile')} face down beside the hand left out; if it is a kong, say of what"
        warnings.append(ReadWarning("face_down", message, beside))
    for meld in plan.assumed:
        message = f"the number of tiles fits only if {meld.text} is a kong; say so if it was concealed"
        warnings.append(ReadWarning("kong_assumed", message, tuple(sorted(position[t] for t in meld.tiles))))
    if hand and not plan.playable:
        sizes = f"{quantity(len(hand), 'concealed tile')} and {quantity(len(plan.melds), 'meld')}"
        message = f"{sizes} are no hand; a kong counts as three of 13 or 14 tiles"
        warnings.append(ReadWarning("count", message, tuple(sorted(position[t] for t in hand))))
    return tuple(warnings)
