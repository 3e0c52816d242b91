"""Games to score sheets. Nothing of a game is kept here: whoever plays keeps it and sends it whole."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from api.game_schemas import GameAnswer, GameBody
from api.problems import problem_responses
from api.state import State

__all__ = ["router"]

router = APIRouter(prefix="/v1/game", tags=["games"])


@router.post(
    "",
    summary="A game to its score sheet",
    response_model=GameAnswer,
    responses=problem_responses(400, 413, 415, 422, 429),
)
async def game(state: State, body: GameBody) -> JSONResponse:
    """Answer how the game stands, who deals next, and what is wrong with its entries.

    An entry that cannot have been is answered too: `faults` says why, and `sheet` goes as far as the game hangs
    together. Nothing of the game is kept here.
    """
    return JSONResponse(await state.game(body.model_dump(mode="json", exclude_unset=True)))


@router.post(
    "/csv",
    summary="A game's score sheet as comma-separated values",
    response_class=Response,
    responses={
        200: {"description": "The score sheet", "content": {"text/csv": {"schema": {"type": "string"}}}},
        **problem_responses(400, 413, 415, 422, 429),
    },
)
async def game_sheet(state: State, body: GameBody) -> Response:
    """Answer a line for each entry; a game with faults is refused."""
    text = await state.game_csv(body.model_dump(mode="json", exclude_unset=True))
    headers = {"Content-Disposition": 'attachment; filename="game.csv"'}
    # With the mark, spreadsheet programs take the text for what it is: UTF-8.
    return Response(text.encode("utf-8-sig"), media_type="text/csv; charset=utf-8", headers=headers)
