"""Photos that people leave with their corrections, where the operator and the person both want it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field, Json, TypeAdapter, WithJsonSchema

from api.kept import KeepingFullError, KeptPhotos, LabelsError
from api.problems import Problem, problem_responses
from api.schemas import PhotoForm, StrictModel, TileCode
from api.state import State

__all__ = ["router"]

router = APIRouter(prefix="/v1", tags=["photos"])

MAX_TILES: Final = 300
"""No photo that the reader answers has more."""

Number = Annotated[float, Field(ge=-100_000, le=100_000, allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Corner = Annotated[list[Number], Field(min_length=2, max_length=2)]


class KeptTile(StrictModel):
    """One tile of a photo, as the person says it is, or as it was read where he says nothing."""

    code: TileCode
    box: Annotated[list[Number], Field(min_length=4, max_length=4, description="Left, top, right, bottom in pixels.")]
    quad: Annotated[list[Corner], Field(min_length=4, max_length=4)] | None = None
    rotation: Literal[0, 90, 180, 270] | None = None
    confidence: Share | None = Field(default=None, description="Of a reading; null for a person's word.")
    source: Literal["human", "model"] = "human"


class KeptLabels(StrictModel):
    """What a photo shows."""

    tiles: Annotated[list[KeptTile], Field(min_length=1, max_length=MAX_TILES)]
    hand: Annotated[str, Field(max_length=1000)] | None = None


def _labels_schema() -> dict[str, Any]:
    """Return the labels' schema in one piece: within a form's field, references lead nowhere."""
    schema = TypeAdapter(KeptLabels).json_schema()
    schema["properties"]["tiles"]["items"] = schema.pop("$defs")["KeptTile"]
    return schema


FormLabels = Annotated[Json[KeptLabels], WithJsonSchema(_labels_schema())]


class KeptForm(PhotoForm):
    """A photo that was read, and its labels."""

    labels: FormLabels


class KeepingState(BaseModel):
    """Whether photos are kept, and how many are."""

    keeps: bool = Field(description="Whether the operator of this service lets people leave photos.")
    full: bool = Field(description="Whether another one would be refused.")
    photos: int = Field(description="How many are kept.")


@router.get("/kept", summary="Whether photos can be left", response_model=KeepingState)
async def keeping_state(state: State) -> JSONResponse:
    """Answer whether photos can be left here so that the reader becomes better."""
    return JSONResponse(_keeping(state.kept))


@router.post(
    "/kept",
    summary="Leave a photo with its labels",
    status_code=HTTPStatus.CREATED,
    response_model=KeepingState,
    responses=problem_responses(400, 403, 404, 413, 415, 422, 429, 507),
)
async def keep_photo(
    request: Request, state: State, form: Annotated[KeptForm, Form(media_type="multipart/form-data")]
) -> JSONResponse:
    """Keep a photo and what it shows. A photo that was left before gets the new labels.

    Not there (404) unless the operator named a folder for it; refused (403) to pages of other sites.
    """
    _refuse_other_sites(request, state.settings.cors_origins)
    labels: dict[str, Any] = form.labels.model_dump(mode="json")
    try:
        photos = await state.keep(await form.photo.read(), labels)
    except LabelsError as error:
        errors = [{"pointer": "/labels", "detail": str(error)}]
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad_value", f"/labels: {error}", errors=errors) from None
    except KeepingFullError as error:
        detail = f"no more photos can be kept: {error}; whoever runs this service can make room"
        raise Problem(HTTPStatus.INSUFFICIENT_STORAGE, "keeping_full", detail) from None
    return JSONResponse({**_keeping(state.kept), "photos": photos}, status_code=HTTPStatus.CREATED)


def _keeping(kept: KeptPhotos | None) -> dict[str, bool | int]:
    if kept is None:
        return {"keeps": False, "full": False, "photos": 0}
    return {"keeps": True, "full": kept.is_full(), "photos": kept.count()}


def _refuse_other_sites(request: Request, allowed_origins: tuple[str, ...]) -> None:
    """Refuse what a page of another site sends with a person's browser: forms may be sent anywhere unasked."""
    origin = request.headers.get("Origin")
    if origin is None or origin in allowed_origins or urlsplit(origin).netloc == request.headers.get("Host"):
        return
    raise Problem(HTTPStatus.FORBIDDEN, "other_site", "photos are taken from this service's own page only")
