"""The game's document as the HTTP API takes it and answers it; ``docs/game_record.md`` says what the fields mean."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from api.schemas import RuleSetName, StrictModel, Whole, Wind
from engine.table.entry import LONGEST_NOTE, MOST_POINTS, PLAYERS

__all__ = ["GameAnswer", "GameBody", "GameRules", "GameSettingsDocument", "Sentence"]

Player = Annotated[Whole, Field(ge=0, lt=PLAYERS, description="Place in `players`, from 0.")]
Players = Annotated[tuple[Player, ...], Field(max_length=PLAYERS, strict=False)]
Amount = Annotated[Whole, Field(ge=-MOST_POINTS, le=MOST_POINTS)]
Amounts = Annotated[tuple[Amount, ...], Field(min_length=PLAYERS, max_length=PLAYERS, strict=False)]
Points = Annotated[Whole, Field(ge=0, le=MOST_POINTS)]
AfterDraw = Literal["stays", "passes", "stays_if_ready"]
Outcome = Literal["win", "draw", "abort", "penalty"]
Name = Annotated[str, Field(min_length=1, max_length=40)]

MOST_ENTRIES = 1000
MOST_ROUNDS = 100


class GameSettingsBody(StrictModel):
    """How the game runs; what is left out is as the rule set has it, null is no such end of the game."""

    rules: RuleSetName
    start: Points = 0
    rounds: Annotated[Whole, Field(ge=1, le=MOST_ROUNDS)] | None = None
    hands: Annotated[Whole, Field(ge=1, le=MOST_ENTRIES)] | None = None
    goal: Points | None = None
    stays_after_win: bool = False
    after_draw: AfterDraw = "passes"
    seats_change: bool = False
    stick: Points = 0
    noten: Points = 0
    ends_below_zero: bool = False
    needed: Points | None = None
    last_dealer_ends: bool = False
    leader_takes_sticks: bool = False


class GameEntry(StrictModel):
    """What one hand did."""

    outcome: Outcome
    winners: Players = ()
    discarder: Player | None = None
    payments: Amounts | None = Field(
        default=None, description="Together 0. Left out: nothing, or what a drawn riichi hand pays."
    )
    riichi: Players = ()
    tenpai: Players = ()
    note: Annotated[str, Field(max_length=LONGEST_NOTE)] = ""


class GameBody(StrictModel):
    """A game as it is kept."""

    version: Literal[1]
    players: Annotated[
        tuple[Name, ...],
        Field(min_length=PLAYERS, max_length=PLAYERS, strict=False, examples=[["Ann", "Bo", "Cy", "Di"]]),
    ]
    settings: GameSettingsBody
    hands: Annotated[tuple[GameEntry, ...], Field(max_length=MOST_ENTRIES, strict=False)] = ()
    undone: Annotated[tuple[GameEntry, ...], Field(max_length=MOST_ENTRIES, strict=False)] = ()


class Document(BaseModel):
    """Part of an answer."""

    model_config = ConfigDict(extra="forbid")


class GameSettingsDocument(Document):
    """How a game runs, everything told."""

    rules: RuleSetName
    start: int
    rounds: int | None
    hands: int | None
    goal: int | None
    stays_after_win: bool
    after_draw: AfterDraw
    seats_change: bool
    stick: int
    noten: int
    ends_below_zero: bool
    needed: int | None
    last_dealer_ends: bool
    leader_takes_sticks: bool


class GameRules(Document):
    """How a rule set's game runs: its own settings, and those of presets that play it differently."""

    settings: GameSettingsDocument
    presets: dict[str, GameSettingsDocument]


class GameEntryDocument(Document):
    """What one hand did, everything told."""

    outcome: Outcome
    winners: list[int]
    discarder: int | None
    payments: list[int]
    riichi: list[int]
    tenpai: list[int]
    note: str


class GameDocument(Document):
    """A game as it is kept, with everything that was left out."""

    version: Literal[1]
    players: list[str]
    settings: GameSettingsDocument
    hands: list[GameEntryDocument]
    undone: list[GameEntryDocument]


class Deal(Document):
    """One hand's place in the game."""

    hand: int
    round: int
    wind: Wind
    turn: int
    repeats: int
    honba: int
    sticks_before: int
    dealer: int
    seats: list[int] = Field(description="The players who sit east, south, west and north.")


class SheetRow(Deal, GameEntryDocument):
    """One line of the score sheet."""

    changes: list[int] = Field(description="Payments, sticks put down and taken.")
    totals: list[int]
    sticks: int


class Sheet(Document):
    """The score sheet, how the game stands, and the next deal, null when the game is over."""

    players: list[str]
    rules: RuleSetName
    rows: list[SheetRow]
    totals: list[int]
    sticks: int
    ranking: list[int]
    end: Literal["rounds", "hands", "goal", "below_zero", "needed", "last_dealer"] | None
    end_message: str | None
    next: Deal | None
    can_undo: bool
    can_redo: bool


class Sentence(Document):
    """An English sentence of the answer, to be said in another language: which one it is, and the values in it."""

    code: str
    values: dict[str, int | str | list[str] | list[dict[str, JsonValue]]]


class GameFault(Document):
    """Why an entry cannot stand where it stands."""

    code: Literal["impossible_hand", "game_over"]
    message: str
    path: str = Field(description="The entry's field.", examples=["hands[3].payments"])
    details: list[Sentence] = Field(description="The message, to be said in another language.")


class GameAnswer(Document):
    """The game, null where it has faults; its sheet, as far as the game hangs together; its faults."""

    game: GameDocument | None
    sheet: Sheet
    faults: list[GameFault]
