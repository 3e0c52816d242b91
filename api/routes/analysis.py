"""Hands to analyses and settlements."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from api.answers import Analysis, Settlement
from api.problems import Problem, problem_responses
from api.schemas import AnalysisRequest, SettlementRequest
from api.state import State

__all__ = ["router"]

router = APIRouter(prefix="/v1", tags=["hands"])


@router.post(
    "/analyse",
    summary="A hand to its score and advice",
    response_model=Analysis,
    responses=problem_responses(400, 413, 415, 422, 429),
)
async def analyse(state: State, body: AnalysisRequest) -> JSONResponse:
    """Answer what the hand is, what it is worth, and what to throw.

    A hand that breaks the game's rules is answered too: status `invalid`, with its faults.
    """
    return JSONResponse(await state.analyse(body.model_dump(mode="json", exclude_defaults=True)))


@router.post(
    "/settle",
    summary="Who pays whom (not available yet)",
    response_model=Settlement,
    responses=problem_responses(400, 413, 415, 422),
)
async def settle(body: SettlementRequest) -> JSONResponse:
    """Answer 422 with the code `not_available` until the first rule set that settles several scores is there."""
    detail = f"this version cannot settle scores, neither for {body.rules} nor for other rule sets"
    raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "not_available", detail)
