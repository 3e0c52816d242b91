"""Photos to readings."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import JSONResponse

from api.answers import PhotoAnswer, Reading
from api.problems import Problem, problem_responses
from api.schemas import PhotoAnalysisForm, PhotoOfSetForm
from api.service import reading_document, request_of_reading
from api.state import State

__all__ = ["router"]

router = APIRouter(prefix="/v1", tags=["photos"])


@router.post(
    "/read",
    summary="A photo to its tiles",
    response_model=Reading,
    responses=problem_responses(400, 413, 415, 422, 429, 503),
)
async def read_photo(
    request: Request, state: State, form: Annotated[PhotoOfSetForm, Form(media_type="multipart/form-data")]
) -> JSONResponse:
    """Answer the tiles of a photo: rows, groups and confidences. The photo is not kept.

    With the profile of the tile set in `set`, faces are read as this set draws them.
    """
    await _refuse_repeated_fields(request)
    reading = await state.read(await form.photo.read(), tile_set=form.tile_set)
    request.state.tiles = len(reading.tiles)
    return JSONResponse(reading_document(reading))


@router.post(
    "/photo",
    summary="A photo to its tiles, score and advice",
    response_model=PhotoAnswer,
    responses=problem_responses(400, 413, 415, 422, 429, 503),
)
async def analyse_photo(
    request: Request, state: State, form: Annotated[PhotoAnalysisForm, Form(media_type="multipart/form-data")]
) -> JSONResponse:
    """Answer the tiles of a photo and the analysis of its hand, null when the photo shows no hand."""
    await _refuse_repeated_fields(request)
    reading = await state.read(await form.photo.read(), form.rules, form.tile_set)
    request.state.tiles = len(reading.tiles)
    asked = request_of_reading(reading, rules=form.rules, parts=form.parts())
    analysis = await state.analyse(asked) if asked is not None else None
    return JSONResponse({"reading": reading_document(reading), "analysis": analysis})


async def _refuse_repeated_fields(request: Request) -> None:
    """Refuse a form in which a field stands twice: the framework would keep the last one and drop the rest unsaid."""
    names = [name for name, _ in (await request.form()).multi_items()]
    repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if repeated:
        listed = [
            {"pointer": f"/{name}", "detail": f"this field is given {names.count(name)} times; give it once"}
            for name in repeated
        ]
        detail = "; ".join(f"{entry['pointer']}: {entry['detail']}" for entry in listed)
        raise Problem(HTTPStatus.BAD_REQUEST, "bad_request", detail, errors=listed)
