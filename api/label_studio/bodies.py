"""What a Label Studio server sends to a machine-learning backend, and what it is answered.

Other than the rest of the API these bodies are not strict: they are Label Studio's, every version sends more fields
than are used here, and what is not used is not looked at.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

__all__ = [
    "BackendHealth",
    "BackendVersions",
    "PredictRequest",
    "Predictions",
    "SetupAnswer",
    "SetupRequest",
    "Task",
    "WebhookAnswer",
]

MAX_TASKS = 100_000
"""A bound for lists: Label Studio sends as many as a person selected."""

MAX_CONFIG_CHARACTERS = 200_000

EXAMPLE_CONFIG = (
    '<View><Image name="photo" value="$image"/>'
    '<RectangleLabels name="tiles" toName="photo"><Label value="1m"/></RectangleLabels></View>'
)

LabelConfig = Annotated[
    str,
    Field(
        max_length=MAX_CONFIG_CHARACTERS,
        description="The project's labelling interface (XML), with RectangleLabels over an Image.",
        examples=[EXAMPLE_CONFIG],
    ),
]


class Body(BaseModel):
    """A body of Label Studio's; fields that are not named here are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)


class SetupRequest(Body):
    """A project makes itself known; sent again before each prediction."""

    labelling: LabelConfig | None = Field(default=None, alias="schema")
    access_token: Annotated[str, Field(max_length=4096)] | None = Field(
        default=None, description="For fetching photos, where no token is set; sent to the configured server only."
    )


class Task(Body):
    """A photo to label. Its address stands in ``data``, in the field that the labelling interface names."""

    id: int | str | None = None
    data: dict[str, JsonValue]


class PredictRequest(Body):
    """Tasks to predict."""

    tasks: Annotated[list[Task], Field(max_length=MAX_TASKS)]
    label_config: LabelConfig


class Answer(BaseModel):
    """Part of an answer."""

    model_config = ConfigDict(extra="forbid")


class BackendHealth(Answer):
    """The backend is there, and its models are loaded."""

    status: Literal["UP"]
    model_class: Literal["Tilesight"]
    model_version: str


class SetupAnswer(Answer):
    """Which models answer."""

    model_version: str


class BackendVersions(Answer):
    """The one version that is served."""

    versions: list[str]


class RectangleValue(Answer):
    """A box in percent of the upright photo, from its top left corner, with what it is labelled."""

    x: float
    y: float
    width: float
    height: float
    rotation: float
    rectanglelabels: list[str]


class Region(Answer):
    """One tile."""

    id: str
    from_name: str
    to_name: str
    type: Literal["rectanglelabels"]
    original_width: Annotated[int, Field(ge=1)]
    original_height: Annotated[int, Field(ge=1)]
    image_rotation: Literal[0]
    value: RectangleValue
    score: Annotated[float, Field(ge=0, le=1)]
    meta: dict[str, JsonValue] = Field(description="What Label Studio has no field for, handed back in its exports.")


class Prediction(Answer):
    """What one photo shows."""

    model_version: str
    score: Annotated[float, Field(ge=0, le=1)] = Field(
        description="The least sure tile's probability; 0 where a tile could not be read or has no label."
    )
    result: list[Region]


class TaskFault(Answer):
    """Why a task has no prediction."""

    task: int | str | None
    code: str
    detail: str


class Predictions(Answer):
    """One entry a task, in the order given: its prediction, or an empty list where ``faults`` says why it has none."""

    results: list[Prediction | Annotated[list[Prediction], Field(max_length=0)]]
    model_version: str
    faults: list[TaskFault]


class WebhookAnswer(Answer):
    """The event was taken note of."""

    status: Literal["ignored"]
    detail: str
