"""Readings of photos as text for people: all of it, or what matters to the answer about the hand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from rich.console import Group
from rich.table import Table
from rich.text import Text

from api.commands.tables import note
from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.console import RenderableType

__all__ = ["hand_reading_view", "reading_view"]

SHOWN_LOOSE_GROUPS: Final = 6
NAMED_TILES: Final = 4
"""More names than these in one line are passed over."""

TILE_NAME: Final = re.compile(r"\btiles? \d")

SAME_AS_FAULT: Final = {"count": "wrong_size", "unreadable": "unreadable", "five_of_a_kind": "five_of_a_kind"}
"""Warnings that the analysis repeats as a fault."""


def reading_view(reading: Mapping[str, Any], *, title: str) -> RenderableType:
    """Return what a photo shows."""
    parts = _head(reading, title=title, label="Hand")
    if loose := [group["text"] for group in reading["groups"] if group["kind"] == "loose"]:
        shown = " ".join(loose[:SHOWN_LOOSE_GROUPS]) + (" ..." if len(loose) > SHOWN_LOOSE_GROUPS else "")
        parts.append(Text(f"Loose: {quantity(len(_loose_tiles(reading)), 'tile')}: {shown}{_elsewhere(loose)}"))
    parts += _doubts(reading)
    # The command itself reports a photo without tiles.
    parts += _notes(warning for warning in reading["warnings"] if warning["code"] != "no_tiles")
    return Group(*parts)


def hand_reading_view(reading: Mapping[str, Any], analysis: Mapping[str, Any]) -> RenderableType:
    """Return what a photo shows of the hand that was analysed; other tiles are only counted."""
    parts = _head(reading, title="Photo", label="Read")
    loose = _loose_tiles(reading)
    if loose:
        parts.append(Text(f"Loose: {quantity(len(loose), 'tile')} elsewhere on the table (all with --json)", "dim"))
    parts += _doubts(reading)
    faults = {fault["code"] for fault in analysis["faults"]}
    told = {code for code, fault in SAME_AS_FAULT.items() if fault in faults}
    told.add("unsure")  # those of the hand have a line each above
    parts += _notes(
        {**warning, "message": warning["message"] + _names(warning, loose, reading["tiles"])}
        for warning in reading["warnings"]
        if warning["code"] not in told and _concerns_hand(warning, loose)
    )
    return Group(*parts)


def _head(reading: Mapping[str, Any], *, title: str, label: str) -> list[RenderableType]:
    """Return the photo's facts, its hand and the groups of the hand."""
    image, tiles = reading["image"], reading["tiles"]
    seconds = sum(reading["timing_ms"].values()) / 1000
    size = f"{image['width']} x {image['height']} pixels"
    parts: list[RenderableType] = [
        Text(f"{title}: {size}, {quantity(len(tiles), 'tile')}, {seconds:.2f} s", "dim"),
    ]
    if reading["hand"]:
        parts.append(Text.assemble((f"{label}: ", "bold"), (reading["hand"], "bold cyan")))
    groups = [group for group in reading["groups"] if group["kind"] != "loose"]
    if groups:
        table = Table("Row", "Group", "Tiles", "Least sure", box=None, pad_edge=False)
        for group in groups:
            members = [tiles[index] for index in group["tiles"]]
            rows = sorted({member["row"] + 1 for member in members})
            weakest = min(members, key=lambda member: member["confidence"])
            table.add_row(
                "-".join(str(row) for row in rows),
                group["kind"],
                Text(group["text"], "cyan"),
                f"{weakest['code']} {weakest['confidence']:.0%}",
            )
        parts.append(table)
    return parts


def _elsewhere(loose: Sequence[str]) -> str:
    return " (all with --json)" if len(loose) > SHOWN_LOOSE_GROUPS else ""


def _loose_tiles(reading: Mapping[str, Any]) -> set[int]:
    return {index for group in reading["groups"] if group["kind"] == "loose" for index in group["tiles"]}


def _doubts(reading: Mapping[str, Any]) -> list[Text]:
    """Return a line for each unsure tile of the hand."""
    # Tiles that only lie about do not matter to the answer, and a table full of them would bury what does.
    loose = _loose_tiles(reading)
    unsure = [tile for tile in reading["tiles"] if not tile["sure"] and tile["index"] not in loose]
    return [Text(f"Not sure: tile {tile['index'] + 1} is {_chances(tile)}", "yellow") for tile in unsure]


def _chances(tile: Mapping[str, Any]) -> str:
    chances = [{"code": tile["code"], "confidence": tile["confidence"]}, *tile["alternatives"][:2]]
    return ", or ".join(f"{chance['code']} ({chance['confidence']:.0%})" for chance in chances)


def _concerns_hand(warning: Mapping[str, Any], loose: set[int]) -> bool:
    """Return whether a warning is about the photo or the hand; tiles face down beside a hand may be its kong."""
    tiles = set(warning["tiles"])
    return not tiles or not tiles <= loose or warning["code"] == "face_down"


def _names(warning: Mapping[str, Any], loose: set[int], tiles: Sequence[Mapping[str, Any]]) -> str:
    """Return which tiles of the hand a warning is about, if they are few and its message does not name them."""
    concerned = [tiles[index] for index in warning["tiles"] if index not in loose]
    if not 0 < len(concerned) <= NAMED_TILES or TILE_NAME.search(warning["message"]):
        return ""
    names = ", ".join(f"tile {tile['index'] + 1} ({tile['code']})" for tile in concerned)
    return f"; in the hand: {names}"


def _notes(warnings: Iterable[Mapping[str, Any]]) -> list[Text]:
    """Return a line for each kind of warning."""
    messages: dict[str, list[str]] = {}
    for warning in warnings:
        messages.setdefault(warning["code"], []).append(warning["message"])
    return [
        note(first + (f" (and {len(others)} more like this)" if others else ""), code)
        for code, (first, *others) in messages.items()
    ]
