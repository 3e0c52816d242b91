"""``tilesight profile`` and the option ``--set``: the reader adapted to the person's own tiles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from api.commands.output import ExitStatus, Failure, JsonOption, answering, print_document, report
from api.service import load_photo_reader
from engine.errors import NotationError
from engine.wording import quantity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.profiles import SheetPhoto
    from api.service import Document, PhotoReader
    from vision.prototypes import TileSetProfile
    from vision.reading import RackReading

__all__ = ["SetOption", "adapted_to", "profile"]

SetOption = Annotated[
    Path | None,
    typer.Option("--set", metavar="FILE", help="Profile of the tile set in the photo, from `tilesight profile make`."),
]

profile = typer.Typer(help="Profiles of tile sets: the reader adapted to your own tiles.", no_args_is_help=True)


def adapted_to(reader: PhotoReader, tile_set: Path | None) -> PhotoReader:
    """Return a reader adapted to the tile set of a profile file, or as it is where none is named.

    Raises:
        vision.errors.ProfileError: The file holds no profile, or one of another reader.
        OSError: The file cannot be read.
    """
    return reader if tile_set is None else reader.for_set(_load(tile_set))


@profile.command()
def make(  # noqa: PLR0913 - a command has its options
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO", help="Photos that show each kind once or twice.")],
    *,
    out: Annotated[Path, typer.Option(metavar="FILE", show_default=False, help="Where to write the profile (JSON).")],
    labels: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TILES",
            help="What a photo shows, tile by tile in reading order, like 123456789m; once for each photo. @FILE takes "
            "a line for each. Not needed where every tile is read for sure.",
        ),
    ] = None,
    name: Annotated[str | None, typer.Option(help="What the set is called [the profile's file name].")] = None,
    pictures: Annotated[
        bool, typer.Option(help="Keep small pictures of the faces, so that a later reader can use the profile.")
    ] = True,
    confirmed: Annotated[bool, typer.Option("--confirm", help="Take labels that look wrong for right.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Learn a set from photos of its tiles, face up, each kind once or twice."""
    texts = _label_texts(labels, len(photos))
    with answering(as_json=as_json):
        from api.profiles import make_profile  # noqa: PLC0415 - the vision runtime

        reader = load_photo_reader()
        sheets = [
            _labelled(photo, reader.read(photo), text, confirmed=confirmed, as_json=as_json)
            for photo, text in zip(photos, texts, strict=True)
        ]
        made, answer = make_profile(reader, name or out.stem, sheets)
        _write(made, out, pictures=pictures)
    _print(answer, out, as_json=as_json)


@profile.command()
def renew(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A profile that was made with another reader.")],
    *,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to write it [the same file].")] = None,
    as_json: JsonOption = False,
) -> None:
    """Make a profile anew for this version's reader, from the pictures in it."""
    with answering(as_json=as_json):
        from api.profiles import renew_profile  # noqa: PLC0415 - the vision runtime

        made, answer = renew_profile(load_photo_reader(), _load(file))
        _write(made, out or file, pictures=True)
    _print(answer, out or file, as_json=as_json)


def _label_texts(labels: Sequence[str] | None, count: int) -> Sequence[str | None]:
    """Return the labels of each photo as text."""
    if not labels:
        return [None] * count
    texts: list[str] = []
    for label in labels:
        if not label.startswith("@"):
            texts.append(label)
            continue
        try:
            lines = Path(label[1:]).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeError) as error:
            message = f"the file {label[1:]!r} cannot be read: {error}"
            raise typer.BadParameter(message, param_hint="--labels") from None
        texts += [line for line in lines if line.strip()]
    if len(texts) != count:
        message = f"labels of {quantity(len(texts), 'photo')}, but {quantity(count, 'photo')}; give them once for each"
        raise typer.BadParameter(message, param_hint="--labels")
    return texts


def _labelled(photo: Path, reading: RackReading, text: str | None, *, confirmed: bool, as_json: bool) -> SheetPhoto:
    """Return a photo's tiles with their labels, or end where the two do not fit."""
    from api.profiles import SheetPhoto, SheetTile  # noqa: PLC0415 - the vision runtime

    if text is None:
        codes = [tile.code for tile in reading.tiles]
        if unsure := [tile.index + 1 for tile in reading.tiles if not tile.sure]:
            shown = ", ".join(map(str, unsure[:6])) + (" ..." if len(unsure) > 6 else "")  # noqa: PLR2004 - a line's worth
            message = f"{photo}: not sure of tile {shown} of {len(codes)}; say with --labels what the photo shows"
            _fail(Failure("labels_needed", message, ExitStatus.UNANSWERABLE), as_json=as_json)
    else:
        codes = _codes(text)
    if len(codes) != len(reading.tiles):
        message = (
            f"{photo}: {quantity(len(reading.tiles), 'tile')} found, but {quantity(len(codes), 'label')}; "
            "`tilesight read` shows which: photograph them anew, apart from each other and nothing else in the picture"
        )
        _fail(Failure("labels_do_not_fit", message, ExitStatus.UNANSWERABLE), as_json=as_json)
    tiles = tuple(
        SheetTile(code, tile.box, tile.quad, confirmed) for code, tile in zip(codes, reading.tiles, strict=True)
    )
    return SheetPhoto(photo, tiles)


def _codes(text: str) -> list[str]:
    from engine.notation import parse_tiles  # noqa: PLC0415 - only where it is needed

    try:
        return [tile.code for tile in parse_tiles(text.replace(",", " "))]
    except NotationError as error:
        message = f"{error.message}; write tiles like 123456789m or 1f,2f"
        raise typer.BadParameter(message, param_hint="--labels") from None


def _load(file: Path) -> TileSetProfile:
    from vision.profile_file import profile_from_text  # noqa: PLC0415 - the vision runtime

    return profile_from_text(file.read_bytes())


def _write(made: TileSetProfile, out: Path, *, pictures: bool) -> None:
    from vision.profile_file import profile_to_json  # noqa: PLC0415 - the vision runtime

    document = profile_to_json(made, pictures=pictures)
    out.write_text(json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8")


def _print(answer: Document, out: Path, *, as_json: bool) -> None:
    if as_json:
        print_document({name: value for name, value in answer.items() if name != "profile"})
        return
    from api.commands import tables  # noqa: PLC0415 - rich, for people only

    faces, kinds = len(answer["profile"]["faces"]), len(answer["kinds"])
    tables.print_view(
        f"{quantity(faces, 'face')} of {quantity(kinds, 'kind')}, written to {out}",
    )
    if answer["missing"]:
        tables.print_view(
            tables.note(f"no face of {' '.join(answer['missing'])}: read as without a profile", "missing")
        )
    for doubt in answer["doubts"]:
        message = f"{doubt['message']}; left out (--confirm if the label is right)"
        tables.print_view(tables.note(message, "doubtful_label"))


def _fail(failure: Failure, *, as_json: bool) -> NoReturn:
    report(failure)
    if as_json:
        print_document(failure.document())
    raise typer.Exit(failure.status)
