"""Documents that the HTTP API answers with: the shapes of OpenAPI's responses.

The documents themselves are made by ``vision.interchange`` and ``engine.interchange``, the same for the command
line and for HTTP; a contract test holds the two against each other.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from api.game_schemas import GameRules, Sentence
from api.schemas import OptionValue, RuleSetName, TileCode, Wind

__all__ = [
    "Analysis",
    "Health",
    "ModelFacts",
    "PhotoAnswer",
    "ProblemDocument",
    "ProfileAnswer",
    "Readiness",
    "Reading",
    "RuleSetDocument",
    "RuleSetList",
    "Settlement",
    "WinPayments",
]

Probability = Annotated[float, Field(ge=0, le=1)]
Point = Annotated[list[float], Field(min_length=2, max_length=2)]


class Document(BaseModel):
    """Part of an answer."""

    model_config = ConfigDict(extra="forbid")


class ImageFacts(Document):
    """The photo, upright."""

    width: Annotated[int, Field(ge=1)]
    height: Annotated[int, Field(ge=1)]
    orientation_applied: bool


class ModelFacts(Document):
    """A model that took part."""

    role: str
    name: str
    sha256: str


class CodeChance(Document):
    """A code a tile may have, with its calibrated probability."""

    code: TileCode
    confidence: Probability


class TileReading(Document):
    """One tile of a photo, in pixels of the upright image."""

    code: TileCode
    confidence: Probability
    box: Annotated[list[float], Field(min_length=4, max_length=4)]
    quad: Annotated[list[Point], Field(min_length=4, max_length=4)] | None
    rotation: Literal[0, 90, 180, 270] | None
    alternatives: list[CodeChance]
    row: Annotated[int, Field(ge=0)]
    index: Annotated[int, Field(ge=0)]
    group: int
    sure: bool = Field(description="False: ask the person instead of guessing.")


class Group(Document):
    """Tiles that belong together."""

    kind: Literal["concealed", "meld", "bonus", "indicator", "loose"]
    tiles: list[int]
    text: str


class ReadingWarning(Document):
    """Something the person should know about the photo."""

    code: str
    message: str
    tiles: list[int]


class Reading(Document):
    """What a photo shows."""

    image: ImageFacts
    models: list[ModelFacts]
    tiles: list[TileReading]
    groups: list[Group]
    hand: str
    warnings: list[ReadingWarning]
    timing_ms: dict[str, float]


class Fault(Document):
    """Why a hand is not playable, or why it may not win; ``tiles`` are codes."""

    code: str
    message: str
    tiles: list[TileCode]
    details: list[Sentence] = Field(description="Sentences of the message that say more than the code does.")


class Accept(Document):
    """A tile that brings the hand nearer, and how many of it are not yet seen."""

    tile: TileCode
    live: Annotated[int, Field(ge=0)]


class ScoreItem(Document):
    """One reason of a score."""

    code: str
    name: str
    names: dict[str, str]
    value: float
    unit: str


class Score(Document):
    """What a hand is worth."""

    total: float
    unit: Literal["points", "fan"]
    sums: dict[str, float]
    uncapped: float | None
    limit: str | None
    items: list[ScoreItem]
    fu: int | None
    points: float | None = Field(default=None, description="Hong Kong: what the fan are worth.")
    payments: dict[str, float] | None
    sticks_won: int
    explanation: list[str]
    explanation_codes: list[Sentence] = Field(description="The same sentences, to be said in other languages.")


class Wait(Document):
    """A tile that completes the hand, and what the hand is worth with it."""

    tile: TileCode
    live: Annotated[int, Field(ge=0)]
    score: Score | None


class Discard(Document):
    """A tile that may be thrown, and what is left then."""

    tile: TileCode
    shanten: int
    accepts: list[Accept]
    accept_count: Annotated[int, Field(ge=0)]
    win_probability: Probability | None
    expected_value: float | None
    reasons: list[str]
    reason_codes: list[Sentence] = Field(description="The same sentences, to be said in other languages.")


class AmericanLine(Document):
    """A hand of the card, and how near it is."""

    line: str = Field(description="Id of the printed line.")
    hand: str = Field(description="The nearest hand of the line, group by group.")
    section: str
    value: float
    missing: Annotated[int, Field(ge=0, le=14)]
    needs: list[TileCode] = Field(description="The missing tiles.")
    assignment: list[str] = Field(description="The rack's tiles in the groups of the hand, jokers among them.")
    possible: bool = Field(description="Whether the tiles not yet seen can still make it.")


class AmericanExchange(Document):
    """A real tile for a joker in an exposed group, on the own turn."""

    tile: TileCode
    group: str | None = Field(description="The own group, null for one of another player.")
    owner: Literal["own", "other"]
    worth: bool = Field(description="Whether the rack is worth more with the joker.")
    nearer: int = Field(description="How many tiles nearer the nearest hand is with it.")
    reasons: list[str]
    reason_codes: list[Sentence] = Field(description="The same sentences, to be said in other languages.")


class AmericanCall(Document):
    """A discard that may be called for a group to be exposed."""

    tile: TileCode
    group: str
    worth: bool = Field(description="Whether the rack is worth more with the group exposed than without.")
    missing: int = Field(description="How many tiles the nearest hand needs then.")
    reasons: list[str]
    reason_codes: list[Sentence] = Field(description="The same sentences, to be said in other languages.")


class AmericanAdvice(Document):
    """Nearest hands of the card; what to pass, exchange and call."""

    nearest: list[AmericanLine]
    passes: list[TileCode] = Field(alias="pass", description="Three tiles for the Charleston, the least needed first.")
    exchanges: list[AmericanExchange]
    calls: list[AmericanCall] = Field(description="For 13 tiles: discards that bring the hand nearer.")
    dead: bool = Field(description="No hand of the card is possible any more.")


class Analysis(Document):
    """What a hand is, what it is worth, and what to throw."""

    rules: RuleSetName
    options: dict[str, OptionValue]
    hand: str
    status: Literal["complete", "ready", "incomplete", "invalid"]
    faults: list[Fault]
    warnings: list[Fault]
    shanten: int | None
    accepts: list[Accept]
    accept_count: int
    waits: list[Wait]
    discards: list[Discard]
    decompositions: list[list[str]]
    score: Score | None
    american: AmericanAdvice | None


class PhotoAnswer(Document):
    """A photo's reading and the analysis of its hand, null when the photo shows no hand."""

    reading: Reading
    analysis: Analysis | None


class Transfer(Document):
    """A payment from one player to another."""

    source: Wind = Field(alias="from")
    to: Wind
    amount: float
    reason: str


class Settlement(Document):
    """Who pays whom."""

    scores: dict[Wind, float]
    payments: dict[Wind, float]
    transfers: list[Transfer]


class WinPayments(Document):
    """What is paid for a win whose worth was said."""

    total: float
    unit: Literal["points", "fan"]
    limit: str | None
    payments: dict[Wind, float]


class RuleOption(Document):
    """One option of a rule set."""

    name: str
    kind: Literal["boolean", "integer", "choice"]
    default: OptionValue
    choices: list[OptionValue]
    minimum: int | None
    maximum: int | None
    description: str


class RuleSetDocument(Document):
    """A rule set: its options and their presets, the table's facts it knows, how its game runs."""

    name: RuleSetName
    title: str
    summary: str
    unit: Literal["points", "fan"]
    options: list[RuleOption]
    presets: dict[str, dict[str, OptionValue]]
    worth: dict[str, int] = Field(description="What a hand's worth is said in, with the most it can be.")
    facts: list[str] = Field(description="Fields of `context` that can change an answer; the others mean nothing here.")
    game: GameRules


class RuleSetList(Document):
    """The rule sets this service knows."""

    rules: list[RuleSetDocument]


class Health(Document):
    """The process is alive."""

    status: Literal["ok"]
    version: str


class Readiness(Document):
    """The models are loaded."""

    status: Literal["ready"]
    models: list[ModelFacts]


class BodyFault(Document):
    """A fault of a body, at an RFC 6901 pointer."""

    pointer: str
    detail: str
    position: int | None = Field(default=None, description="Index of the offending character, from 0.")


class ProblemDocument(Document):
    """RFC 9457 problem details. ``code`` is stable, ``detail`` is for people."""

    type: str
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: str
    code: str
    request_id: str | None = None
    errors: list[BodyFault] = []


class ProfileDoubt(Document):
    """A tile whose label looks wrong; it takes no part until it is sent as confirmed."""

    photo: Annotated[int, Field(ge=0, description="Which of the photos, from 0.")]
    tile: Annotated[int, Field(ge=0, description="Which of its tiles, from 0.")]
    code: TileCode
    like: Annotated[TileCode, Field(description="What it looks like.")]
    message: str


class ProfileAnswer(Document):
    """The profile of a tile set, and what to know about it. The service keeps nothing of it."""

    profile: Annotated[dict[str, JsonValue], Field(description="To be sent along with photos of this set.")]
    kinds: Annotated[list[TileCode], Field(description="Kinds of which a face is known.")]
    missing: Annotated[list[TileCode], Field(description="Usual kinds of which none is: read as without a profile.")]
    doubts: list[ProfileDoubt]
