"""Bodies that the HTTP API takes. What it answers stands in :mod:`api.answers`.

These models check shape and range; what a hand means is the engine's business. They are strict: a number in
quotes is no number, and an unknown field is a mistake that is named, not ignored.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self

from fastapi import UploadFile
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Json,
    JsonValue,
    TypeAdapter,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import SkipJsonSchema

__all__ = [
    "MAX_SET_CHARACTERS",
    "TILE_PATTERN",
    "AnalysisRequest",
    "CardText",
    "Context",
    "HandRequest",
    "Meld",
    "OptionValue",
    "PaymentRequest",
    "PhotoAnalysisForm",
    "PhotoForm",
    "PhotoOfSetForm",
    "RuleSetName",
    "SettlementRequest",
    "StrictModel",
    "TileCode",
    "Whole",
    "Wind",
]

RuleSetName = Literal["american", "basic", "chinese_classical", "riichi", "mcr", "hong_kong"]
Wind = Literal["E", "S", "W", "N"]


def _whole(value: object) -> object:
    """Return 4.0 as 4: JSON knows one sort of number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]
OptionValue = Annotated[bool | Whole | str, WithJsonSchema({"type": ["boolean", "integer", "string"]})]

TILE_PATTERN: Final = r"^(?:[0-9][mps]|[1-7]z|[1-8]f|1j|0x|\?\?)$"
TileCode = Annotated[str, Field(pattern=TILE_PATTERN, examples=["5m"], description="Tile code.")]

MAX_TILES: Final = 200
"""No table has more tiles than this: a bound for lists."""

MAX_COUNTERS: Final = 1000
"""Honba and riichi sticks beyond this are a mistake."""

MAX_HAND_CHARACTERS: Final = 1000

HAND_PATTERN: Final = r"^[0-9mpszfjx()\[\]+?\s]*$"
"""Characters of hand notation. Only described: the engine says what is wrong, and where."""

HandText = Annotated[
    str,
    Field(
        max_length=MAX_HAND_CHARACTERS,
        examples=["234m567p2278s (111z) +9s"],
        description="Hand notation: bare runs are concealed, ( ) an exposed meld, [ ] a concealed kong, +x the winner.",
        json_schema_extra={"pattern": HAND_PATTERN},
    ),
]


class StrictModel(BaseModel):
    """A body: no unknown fields, no conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class Meld(StrictModel):
    """One meld laid down."""

    tiles: Annotated[tuple[TileCode, ...], Field(max_length=MAX_TILES, strict=False)]
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
    dora_indicators: Annotated[tuple[TileCode, ...], Field(max_length=MAX_TILES, strict=False)] = ()
    ura_indicators: Annotated[tuple[TileCode, ...], Field(max_length=MAX_TILES, strict=False)] = ()
    honba: Annotated[Whole, Field(ge=0, le=MAX_COUNTERS)] = 0
    sticks: Annotated[Whole, Field(ge=0, le=MAX_COUNTERS)] = 0
    visible: Annotated[tuple[TileCode, ...], Field(max_length=MAX_TILES, strict=False)] = ()
    draws_left: Annotated[Whole, Field(ge=0, le=MAX_TILES)] | None = None


class CardText(StrictModel):
    """An American card as TOML text."""

    toml: Annotated[str, Field(max_length=100_000)]


Card = Literal["practice"] | CardText | dict[str, JsonValue]
Options = dict[str, OptionValue]


ONE_HAND: Final[list[JsonValue]] = [
    {
        "required": ["hand"],
        "properties": {
            "hand": {"type": "string"},
            "tiles": {"type": "null"},
            "melds": {"maxItems": 0},
            "winning_tile": {"type": "null"},
        },
    },
    {"required": ["tiles"], "properties": {"tiles": {"type": "array"}, "hand": {"type": "null"}}},
]
"""What the validator of requests demands, for OpenAPI: the hand is said once, in one of two ways."""

CARD_IS_AMERICAN: Final[dict[str, JsonValue]] = {
    "if": {"properties": {"rules": {"const": "american"}}},
    "else": {"properties": {"card": {"type": "null"}}},
}
"""What the engine demands of a card, for OpenAPI."""


class HandRequest(StrictModel):
    """A hand: as text (``hand``), or as ``tiles``, ``melds`` and ``winning_tile``; and what is known around it."""

    model_config = ConfigDict(json_schema_extra={"oneOf": ONE_HAND})

    hand: HandText | None = None
    tiles: Annotated[tuple[TileCode, ...], Field(max_length=MAX_TILES, strict=False)] | None = None
    melds: Annotated[tuple[Meld, ...], Field(max_length=16, strict=False)] = ()
    winning_tile: TileCode | None = None
    context: Context = Context()
    options: Options = Field(default_factory=dict)
    card: Card | None = None

    @model_validator(mode="after")
    def _one_way_to_say_the_hand(self) -> Self:
        if (self.hand is None) == (self.tiles is None):
            message = "give the hand either as 'hand' (text) or as 'tiles', not both and not neither"
            raise ValueError(message)
        if self.hand is not None and (self.melds or self.winning_tile is not None):
            message = "'melds' and 'winning_tile' go with 'tiles'; in 'hand' they are written as text"
            raise ValueError(message)
        return self


class AnalysisRequest(HandRequest):
    """A hand to analyse: as text (``hand``), or as ``tiles``, ``melds`` and ``winning_tile``."""

    model_config = ConfigDict(json_schema_extra={"oneOf": ONE_HAND, **CARD_IS_AMERICAN})

    rules: RuleSetName


# In a form these are JSON text; OpenAPI describes what the text holds, and that is how clients send it.
FormContext = Annotated[Json[Context], WithJsonSchema({"allOf": [{"$ref": "#/components/schemas/Context"}]})]
FormOptions = Annotated[Json[Options], WithJsonSchema(TypeAdapter(Options).json_schema())]
FormCard = Annotated[Json[Card], WithJsonSchema({"type": "object"})]


class PhotoForm(StrictModel):
    """A form with a photo."""

    photo: UploadFile = Field(description="JPEG, PNG, WebP, HEIC or AVIF.", json_schema_extra={"format": "binary"})


MAX_SET_CHARACTERS: Final = 1_000_000
"""Of a tile set's profile sent with a photo, without pictures: every kind four times is a half of that."""

FormSet = Annotated[str, Field(max_length=MAX_SET_CHARACTERS), WithJsonSchema({"type": "object"})]


class PhotoOfSetForm(PhotoForm):
    """A form with a photo, and the set whose tiles it shows where that is known."""

    tile_set: FormSet | SkipJsonSchema[None] = Field(
        default=None,
        alias="set",
        description="The profile of the tile set, as `/v1/profiles` answered it; its faces' pictures may be left out.",
    )


class PhotoAnalysisForm(PhotoOfSetForm):
    """A form with a photo of a hand, and what to ask about it."""

    rules: RuleSetName
    context: FormContext = Context()
    options: FormOptions = Field(default_factory=dict)
    card: FormCard | SkipJsonSchema[None] = None

    def parts(self) -> dict[str, Any]:
        """Return the parts of an analysis request that stand besides the hand."""
        return self.model_dump(mode="json", include={"context", "options", "card"}, exclude_defaults=True)


MAX_SCORE: Final = 1_000_000


class PaymentRequest(StrictModel):
    """A win whose worth was said at the table."""

    rules: RuleSetName
    winner: Wind
    discarder: Wind | None = Field(default=None, description="Null for a drawn tile.")
    worth: dict[str, Annotated[Whole, Field(ge=0, le=MAX_SCORE)]] = Field(
        description="By the names that `worth` of `/v1/rules/{rules}` has.", examples=[{"han": 3, "fu": 40}]
    )
    honba: Annotated[Whole, Field(ge=0, le=MAX_COUNTERS)] = 0
    options: Options = Field(default_factory=dict)


ONE_SOURCE: Final[list[JsonValue]] = [
    {
        "required": [source],
        "properties": {source: {"type": "object"}, other: {"type": "null"}},
    }
    for source, other in (("scores", "hands"), ("hands", "scores"))
]
"""What the validator of settlements demands, for OpenAPI: scores are told, or counted from hands."""

CARDS_ARE_AMERICAN: Final[dict[str, JsonValue]] = {
    "if": {"properties": {"rules": {"const": "american"}}},
    "else": {"properties": {"hands": {"additionalProperties": {"properties": {"card": {"type": "null"}}}}}},
}


class SettlementRequest(StrictModel):
    """A deal that is over: the players' scores, or their hands, under their seats."""

    model_config = ConfigDict(json_schema_extra={"oneOf": ONE_SOURCE, **CARDS_ARE_AMERICAN})

    rules: RuleSetName
    winner: Wind | None = Field(default=None, description="Null when nobody won.")
    scores: dict[Wind, Annotated[Whole, Field(ge=0, le=MAX_SCORE)]] | None = Field(
        default=None, description="What each player scores.", examples=[{"E": 12, "S": 64, "W": 0, "N": 8}]
    )
    hands: dict[Wind, HandRequest] | None = Field(
        default=None, description="Each player's hand; its seat is its key, its options are the table's."
    )
    options: Options = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if (self.scores is None) == (self.hands is None):
            message = "give either 'scores' or 'hands', not both and not neither"
            raise ValueError(message)
        return self
