"""``tilesight read``: photos to tiles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.output import (
    NO_TILES,
    ExitStatus,
    Failure,
    JsonOption,
    answering,
    failure_of,
    print_document,
    report,
)
from api.commands.tile_sets import SetOption, adapted_to
from api.service import load_photo_reader, reading_document
from vision.errors import VisionError

if TYPE_CHECKING:
    from api.service import Document, PhotoReader

__all__ = ["read"]

OVERLAY_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")


def read(
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO", help="JPEG, PNG, WebP, HEIC or AVIF files.")],
    *,
    as_json: JsonOption = False,
    overlay: Annotated[
        Path | None, typer.Option(metavar="OUT.png", help="Write the photo with what was read drawn on it.")
    ] = None,
    tile_set: SetOption = None,
) -> None:
    """Photos to tiles: rows, groups, confidences."""
    _check_overlay(overlay, photos)
    with answering(as_json=as_json):
        reader = adapted_to(load_photo_reader(), tile_set)
    several = len(photos) > 1
    status = ExitStatus.ANSWERED
    for photo in photos:
        document, failure = _read_one(reader, photo, overlay)
        if failure is not None:
            report(failure, str(photo) if several else None)
            status = max(status, failure.status)
        if as_json:
            print_document({"path": str(photo), **document} if several else document)
        elif "image" in document:
            from api.commands.readings import reading_view  # noqa: PLC0415 - rich, for people only
            from api.commands.tables import print_view  # noqa: PLC0415 - likewise

            print_view(reading_view(document, title=photo.name))
    raise typer.Exit(status)


def _check_overlay(overlay: Path | None, photos: list[Path]) -> None:
    if overlay is None:
        return
    if len(photos) > 1:
        message = f"one picture cannot show {len(photos)} photos; give one photo with --overlay"
    elif overlay.is_dir():
        message = f"{str(overlay)!r} is a folder; name a file in it"
    elif not overlay.parent.is_dir():
        message = f"there is no folder {str(overlay.parent)!r}; make it first, or write the picture elsewhere"
    elif overlay.suffix.lower() not in OVERLAY_SUFFIXES:
        message = f"{str(overlay)!r} names no picture format; end it with one of {', '.join(OVERLAY_SUFFIXES)}"
    else:
        return
    raise typer.BadParameter(message, param_hint="--overlay")


def _read_one(reader: PhotoReader, photo: Path, overlay: Path | None) -> tuple[Document, Failure | None]:
    """Return the JSON document of one photo, and why it is no answer, if it is none."""
    unwritten: OSError | None = None
    try:
        if overlay is None:
            reading = reader.read(photo)
        else:
            from api.photo_reader import read_with_overlay  # noqa: PLC0415 - the vision runtime

            reading, unwritten = read_with_overlay(reader, photo, overlay)
    except (VisionError, OSError) as error:
        failure = failure_of(error)
        return failure.document(), failure
    if unwritten is not None:
        # What was read is answered all the same.
        message = f"the picture {str(overlay)!r} cannot be written ({unwritten.strerror}); write it elsewhere"
        return reading_document(reading), Failure("overlay_unwritable", message, ExitStatus.ENVIRONMENT)
    return reading_document(reading), None if reading.tiles else NO_TILES
