"""Photos to readings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import JSONResponse

from api.answers import PhotoAnswer, Reading
from api.problems import problem_responses
from api.schemas import PhotoAnalysisForm, PhotoForm
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
    request: Request, state: State, form: Annotated[PhotoForm, Form(media_type="multipart/form-data")]
) -> JSONResponse:
    """Answer the tiles of a photo: rows, groups and confidences. The photo is not kept."""
    reading = await state.read(await form.photo.read())
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
    reading = await state.read(await form.photo.read(), form.rules)
    request.state.tiles = len(reading.tiles)
    asked = request_of_reading(reading, rules=form.rules, parts=form.parts())
    analysis = await state.analyse(asked) if asked is not None else None
    return JSONResponse({"reading": reading_document(reading), "analysis": analysis})
