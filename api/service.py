"""What Tilesight does, behind both the command line and HTTP: photos to readings, requests to analyses.

Knows no web framework, and imports the vision runtime only when a photo is to be read: a command that needs
no photo starts without it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.image import ImageLimits, UprightImage
    from vision.profile_making import ProfileMaker
    from vision.prototypes import TileSetProfile
    from vision.reading import ModelReference, RackReading

__all__ = [
    "MAX_PHOTO_BYTES",
    "MAX_PHOTO_PIXELS",
    "Document",
    "PhotoOptions",
    "PhotoReader",
    "analyse_request",
    "describe_rule_set",
    "game_sheet_csv",
    "list_rule_sets",
    "load_photo_reader",
    "options_of_texts",
    "payments_of_win",
    "program_version",
    "reading_document",
    "request_of_reading",
    "review_game",
    "settle_request",
]

Document = dict[str, Any]
"""A JSON object."""

MAX_PHOTO_BYTES: Final = 25_000_000
MAX_PHOTO_PIXELS: Final = 60_000_000
"""Width times height. Both are the defaults of :class:`vision.image.ImageLimits`, known without its runtime."""


class PhotoReader(Protocol):
    """Anything that reads photos of racks. Used from several threads at once."""

    @property
    def models(self) -> Sequence[ModelReference]:
        """The models that take part."""
        ...

    @property
    def limits(self) -> ImageLimits:
        """How large a photo may be."""
        ...

    def read(self, source: bytes | Path | UprightImage, *, rules: str | None = None) -> RackReading:
        """Return what a photo shows; a rule set's name tells how many tiles of each sort there can be.

        Raises:
            vision.errors.ImageError: It is no usable photo.
            OSError: The path cannot be read.
        """
        ...

    def for_set(self, tile_set: TileSetProfile) -> PhotoReader:
        """Return the same reader, adapted to a tile set.

        Raises:
            vision.errors.ProfileOutdatedError: The set's profile was made with another reader.
        """
        ...

    @property
    def profile_maker(self) -> ProfileMaker | None:
        """What makes profiles of tile sets for this reader; None where nothing does."""
        ...


@dataclass(frozen=True, slots=True)
class PhotoOptions:
    """How photos are read.

    Attributes:
        model_dir: Folder with ``manifest.toml`` and the weights; None means the models that come with the program.
        threads: Threads one model run may use.
        max_bytes: Largest accepted photo file.
        max_pixels: Largest accepted picture, width times height.
    """

    model_dir: Path | None = None
    threads: int = 2
    max_bytes: int = MAX_PHOTO_BYTES
    max_pixels: int = MAX_PHOTO_PIXELS


def load_photo_reader(options: PhotoOptions | None = None) -> PhotoReader:
    """Load the models and return what reads photos with them.

    Args:
        options: How photos are read; by default the models of the folder that the environment variable
            ``TILESIGHT_MODEL_DIR`` names, or those that come with the program.

    Raises:
        vision.errors.ModelError: A model is missing, damaged or not what this version expects.
    """
    from api.photo_reader import open_photo_reader  # noqa: PLC0415 - the vision runtime takes 0.4 s to import

    if options is None:
        folder = os.environ.get("TILESIGHT_MODEL_DIR")
        options = PhotoOptions(model_dir=Path(folder) if folder else None)
    return open_photo_reader(options)


def analyse_request(request: Mapping[str, Any], *, outlook: bool = True) -> Document:
    """Return the analysis of a request, both as JSON objects.

    Args:
        request: The body of ``/v1/analyse``.
        outlook: Whether discards say how likely they win and what they are worth, which takes most of the time.

    Raises:
        engine.errors.EngineError: The request cannot be understood.
    """
    from engine.interchange import analyse_json  # noqa: PLC0415 - numpy and the scoring libraries

    return analyse_json(request, outlook=outlook)


def settle_request(request: Mapping[str, Any]) -> Document:
    """Return who pays whom, request and answer both as JSON objects.

    Raises:
        engine.errors.EngineError: The request cannot be understood, or not be settled.
    """
    from engine.settlement_interchange import settle_json  # noqa: PLC0415 - see analyse_request

    return settle_json(request)


def payments_of_win(request: Mapping[str, Any]) -> Document:
    """Return what is paid for a win whose worth was said, request and answer both as JSON objects.

    Raises:
        engine.errors.EngineError: The request cannot be understood, or no hand is worth that.
    """
    from engine.payment_interchange import payments_json  # noqa: PLC0415 - see analyse_request

    return payments_json(request)


def review_game(request: Mapping[str, Any]) -> Document:
    """Return a game's score sheet and faults, request and answer both as JSON objects.

    Raises:
        engine.errors.EngineError: The request cannot be understood.
    """
    from engine.table.review import review_json  # noqa: PLC0415 - only who keeps a score sheet needs it

    return review_json(request)


def game_sheet_csv(request: Mapping[str, Any]) -> str:
    """Return a game's score sheet as comma-separated values.

    Raises:
        engine.errors.EngineError: The request cannot be understood, or the game has faults.
    """
    from engine.table.review import game_csv  # noqa: PLC0415 - see review_game

    return game_csv(request)


def reading_document(reading: RackReading) -> Document:
    """Return a reading as a JSON object."""
    from vision.interchange import reading_to_json  # noqa: PLC0415 - only where a photo was read

    return reading_to_json(reading)


def request_of_reading(reading: RackReading, *, rules: str, parts: Mapping[str, Any]) -> Document | None:
    """Return the analysis request for the hand in a photo, or None when the photo shows no hand.

    Args:
        reading: What the photo shows.
        rules: The rule set's name.
        parts: The request's other parts: ``context``, ``options``, ``card``. Dora indicators are taken from the context
            alone: a tile misread in a wall would change the score unasked.
    """
    if not reading.hand.strip():
        return None
    return {"rules": rules, "hand": reading.hand, **parts}


def program_version() -> str:
    """Return the installed version, or ``unknown`` for a checkout that was never installed."""
    try:
        return version("tilesight")
    except PackageNotFoundError:
        return "unknown"


def list_rule_sets() -> list[Document]:
    """Return the rule sets that can be scored, each as a JSON object with its options and presets."""
    from engine.rules.registry import RULE_SET_NAMES  # noqa: PLC0415 - see analyse_request

    return [describe_rule_set(name) for name in RULE_SET_NAMES]


def describe_rule_set(name: str) -> Document:
    """Return one rule set as a JSON object: its options and presets, the facts it knows, how its game runs.

    Raises:
        engine.errors.UnknownRuleSetError: No rule set has that name.
    """
    from engine.interchange import rule_set_to_json  # noqa: PLC0415 - see analyse_request
    from engine.rules.registry import get_rule_set  # noqa: PLC0415
    from engine.table.review import game_rules_to_json  # noqa: PLC0415

    return {**rule_set_to_json(get_rule_set(name).info), "game": game_rules_to_json(name)}


def options_of_texts(rules: str, texts: Mapping[str, str]) -> Document:
    """Return a rule set's options from values written as text.

    Raises:
        engine.errors.OptionError: A value cannot be read as its option's.
        engine.errors.RuleSetError: The rule set cannot be used.
    """
    from engine.rules.options import read_option  # noqa: PLC0415 - see analyse_request
    from engine.rules.registry import get_rule_set  # noqa: PLC0415

    specs = {spec.name: spec for spec in get_rule_set(rules).info.options}
    # A name that the rule set does not know is left to the engine, whose error lists those it does.
    return {name: read_option(specs[name], text) if name in specs else text for name, text in texts.items()}
