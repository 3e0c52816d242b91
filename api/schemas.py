"""Bodies that the HTTP API takes. What it answers stands in :mod:`api.answers`.

These models check shape and range; what a hand means is the engine's business. They are strict: a number in
quotes is no number, and an unknown field is a mistake that is named, not ignored.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import UploadFile
from pydantic import BaseModel, ConfigDict, Field, Json, JsonValue, model_validator

__all__ = [
    "AnalysisRequest",
    "CardText",
    "Context",
    "Meld",
    "OptionValue",
    "PhotoAnalysisForm",
    "PhotoForm",
    "RuleSetName",
    "SettlementRequest",
    "StrictModel",
    "TileCode",
    "Wind",
]

RuleSetName = Literal["american", "basic", "chinese_classical", "riichi", "mcr", "hong_kong"]
Wind = Literal["E", "S", "W", "N"]
OptionValue = bool | int | float | str

TILE_PATTERN: Final = r"^([0-9][mps]|[1-7]z|[1-8]f|1j|0x|\?\?)$"
TileCode = Annotated[str, Field(pattern=TILE_PATTERN, examples=["5m"], description="Tile code.")]

MAX_TILES: Final = 200
"""No table has more tiles than this: a bound for lists."""

MAX_COUNTERS: Final = 100
"""Honba and riichi sticks beyond this are a mistake."""

HandText = Annotated[
    str,
    Field(
        max_length=400,
        examples=["234m567p2278s (111z) +9s"],
        description="Hand notation: bare runs are concealed, ( ) an exposed meld, [ ] a concealed kong, +x the winner.",
    ),
]


class StrictModel(BaseModel):
    """A body: no unknown fields, no conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Meld(StrictModel):
    """One meld laid down."""

    tiles: Annotated[tuple[TileCode, ...], Field(min_length=1, max_length=6, strict=False)]
    concealed: bool = False


class Context(StrictModel):
    """The table's facts. Everything has a default."""

    seat: Wind = "E"
    round: Wind = "E"
    self_drawn: bool | None = Field(default=None, description="By default: a win by discard when the hand has +x.")
    discarder: Wind | None = None
    last_tile: bool = False
    last_of_kind: bool | None = None
    kong_replacement: bool = False
    robbing_kong: bool = False
    first_turn: bool = False
    riichi: Literal["none", "riichi", "double"] = "none"
    ippatsu: bool = False
    dora_indicators: Annotated[tuple[TileCode, ...], Field(max_length=5, strict=False)] = ()
    ura_indicators: Annotated[tuple[TileCode, ...], Field(max_length=5, strict=False)] = ()
    honba: Annotated[int, Field(ge=0, le=MAX_COUNTERS)] = 0
    sticks: Annotated[int, Field(ge=0, le=MAX_COUNTERS)] = 0
    visible: Annotated[tuple[TileCode, ...], Field(max_length=MAX_TILES, strict=False)] = ()
    draws_left: Annotated[int, Field(ge=0, le=MAX_TILES)] | None = None


class CardText(StrictModel):
    """An American card as TOML text."""

    toml: Annotated[str, Field(max_length=100_000)]


Card = Literal["practice"] | CardText | dict[str, JsonValue]
Options = dict[str, OptionValue]


class AnalysisRequest(StrictModel):
    """A hand to analyse: as text (``hand``), or as ``tiles``, ``melds`` and ``winning_tile``."""

    rules: RuleSetName
    hand: HandText | None = None
    tiles: Annotated[tuple[TileCode, ...], Field(max_length=MAX_TILES, strict=False)] | None = None
    melds: Annotated[tuple[Meld, ...], Field(max_length=8, strict=False)] = ()
    winning_tile: TileCode | None = None
    context: Context = Context()
    options: Options = Field(default_factory=dict)
    card: Card | None = None

    @model_validator(mode="after")
    def _one_way_to_say_the_hand(self) -> AnalysisRequest:
        if (self.hand is None) == (self.tiles is None):
            message = "give the hand either as 'hand' (text) or as 'tiles', not both and not neither"
            raise ValueError(message)
        if self.hand is not None and (self.melds or self.winning_tile is not None):
            message = "'melds' and 'winning_tile' go with 'tiles'; in 'hand' they are written as text"
            raise ValueError(message)
        return self


class PhotoForm(StrictModel):
    """A form with a photo."""

    photo: UploadFile = Field(description="JPEG, PNG, WebP, HEIC or AVIF.")


class PhotoAnalysisForm(PhotoForm):
    """A form with a photo of a hand, and what to ask about it."""

    rules: RuleSetName
    context: Json[Context] | None = Field(default=None, description="The context, as JSON.")
    options: Json[Options] | None = Field(default=None, description="The rule set's options, as JSON.")
    card: Json[Card] | None = Field(default=None, description="The American card, as JSON.")

    def parts(self) -> dict[str, Any]:
        """Return the parts of an analysis request that stand besides the hand."""
        return self.model_dump(mode="json", include={"context", "options", "card"}, exclude_unset=True)


class SettlementRequest(StrictModel):
    """Several players' scores or hands, to be settled against each other."""

    rules: RuleSetName
    winner: Wind | None = None
    scores: dict[Wind, int] | None = None
    hands: dict[Wind, dict[str, JsonValue]] | None = None
    options: Options = Field(default_factory=dict)
