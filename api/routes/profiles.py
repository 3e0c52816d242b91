"""Photographed tiles of one set to its profile, by which later photos of this set are read better."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any, Final

from fastapi import APIRouter, Form, UploadFile
from fastapi.responses import JSONResponse
from pydantic import Field, Json, WithJsonSchema

from api.answers import ProfileAnswer
from api.problems import Problem, problem_responses
from api.profiles import SheetPhoto, SheetTile
from api.schemas import StrictModel, TileCode
from api.state import State
from vision.profile_file import MAX_FACES, MAX_NAME, profile_from_json

__all__ = ["MAX_PHOTOS", "router"]

router = APIRouter(prefix="/v1/profiles", tags=["tile sets"])

MAX_PHOTOS: Final = 24
"""A set laid out a suit at a time is five photos."""

Number = Annotated[float, Field(ge=-100_000, le=100_000, allow_inf_nan=False)]
Corner = Annotated[list[Number], Field(min_length=2, max_length=2)]


class ProfileTile(StrictModel):
    """One tile of a photo, as the person says it is."""

    code: TileCode
    box: Annotated[list[Number], Field(min_length=4, max_length=4, description="Left, top, right, bottom in pixels.")]
    quad: Annotated[list[Corner], Field(min_length=4, max_length=4)] | None = None
    confirmed: bool = Field(default=False, description="Whether the person said so again after it was doubted.")

    def sheet_tile(self) -> SheetTile:
        """Return it without its schema."""
        quad = None if self.quad is None else tuple((corner[0], corner[1]) for corner in self.quad)
        return SheetTile(self.code, tuple(self.box), quad, self.confirmed)


PhotoTiles = Annotated[list[ProfileTile], Field(max_length=MAX_FACES)]
AllTiles = Annotated[list[PhotoTiles], Field(min_length=1, max_length=MAX_PHOTOS)]
TILES_SCHEMA: Final[dict[str, Any]] = {
    "type": "array",
    "minItems": 1,
    "maxItems": MAX_PHOTOS,
    "items": {"type": "array", "maxItems": MAX_FACES, "items": ProfileTile.model_json_schema()},
}
FormTiles = Annotated[Json[AllTiles], WithJsonSchema(TILES_SCHEMA)]
FormPhoto = Annotated[UploadFile, WithJsonSchema({"type": "string", "format": "binary"})]


class ProfileForm(StrictModel):
    """A form with photos of a set's tiles, and what they show."""

    photos: Annotated[list[FormPhoto], Field(min_length=1, max_length=MAX_PHOTOS)]
    tiles: FormTiles = Field(description="For each photo, in their order, its tiles.")
    name: Annotated[str, Field(min_length=1, max_length=MAX_NAME, description="What the set is called.")]


@router.post(
    "",
    summary="Photos of a set's tiles to its profile",
    response_model=ProfileAnswer,
    responses=problem_responses(400, 413, 415, 422, 429, 503),
)
async def make_profile(
    state: State, form: Annotated[ProfileForm, Form(media_type="multipart/form-data")]
) -> JSONResponse:
    """Answer the profile of a tile set, to be kept by the client and sent with later photos. Nothing is kept here.

    Take the tiles from `/v1/read`, with the codes corrected by the person. Each kind once is enough, twice is better.
    Labels that look wrong are named in `doubts` and take no part unless they are sent again as confirmed.
    """
    if len(form.photos) != len(form.tiles):
        detail = f"{len(form.photos)} photos, but tiles of {len(form.tiles)}; give a list of tiles for each photo"
        raise Problem(
            HTTPStatus.UNPROCESSABLE_ENTITY, "bad_value", detail, errors=[{"pointer": "/tiles", "detail": detail}]
        )
    photos = [
        SheetPhoto(await photo.read(), tuple(tile.sheet_tile() for tile in tiles))
        for photo, tiles in zip(form.photos, form.tiles, strict=True)
    ]
    return JSONResponse(await state.make_profile(form.name, photos))


@router.post(
    "/renew",
    summary="A profile made anew",
    response_model=ProfileAnswer,
    responses=problem_responses(400, 413, 415, 422, 429, 503),
)
async def renew_profile(state: State, body: dict[str, Any]) -> JSONResponse:
    """Answer a profile made anew for the present reader, from the pictures in it: after problem `profile_outdated`."""
    return JSONResponse(await state.renew_profile(profile_from_json(body)))
