"""Hands to analyses and settlements."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from api.answers import Analysis, Settlement, WinPayments
from api.problems import problem_responses
from api.schemas import AnalysisRequest, PaymentRequest, SettlementRequest
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
    summary="Who pays whom",
    response_model=Settlement,
    responses=problem_responses(400, 413, 415, 422, 429),
)
async def settle(state: State, body: SettlementRequest) -> JSONResponse:
    """Answer who pays whom when a deal is over, from the players' scores or from their hands.

    The winner's hand must be complete and no other. Payments sum to zero; without a winner nobody pays, unless the
    rule set knows payments for a drawn deal.
    """
    # A seat that was said must reach the engine also where it is the default one: it is held against the hand's key.
    return JSONResponse(await state.settle(body.model_dump(mode="json", exclude_unset=True)))


@router.post(
    "/payments",
    summary="What is paid for a win of which the worth is known",
    response_model=WinPayments,
    responses=problem_responses(400, 413, 415, 422, 429),
)
async def payments(state: State, body: PaymentRequest) -> JSONResponse:
    """Answer what every seat wins or pays for a hand of so many han and fu, fan or points.

    For score sheets: the hand was counted at the table. In Chinese Classical this is the winner's part only.
    """
    return JSONResponse(await state.payments(body.model_dump(mode="json", exclude_unset=True)))
