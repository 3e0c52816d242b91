"""A machine-learning backend for Label Studio: it asks here for the tiles of its photos.

Its address in a project's settings is this service's with ``/label-studio`` behind it.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from api.label_studio.batch import Batch
from api.label_studio.bodies import (
    BackendHealth,
    BackendVersions,
    Predictions,
    PredictRequest,
    SetupAnswer,
    SetupRequest,
    WebhookAnswer,
)
from api.label_studio.labelling import read_labelling
from api.label_studio.predictions import model_version
from api.problems import Problem, problem_responses
from api.state import ServiceState, State

if TYPE_CHECKING:
    from api.label_studio.labelling import Labelling

__all__ = ["router"]

router = APIRouter(prefix="/label-studio", tags=["label studio"])

HEALTH: Final = "UP"


@router.get("/health", summary="Can photos be read?", responses=problem_responses(503))
async def health(state: State) -> BackendHealth:
    """Answer 503 while the models are loaded, and for good when they are missing or damaged."""
    return BackendHealth(status=HEALTH, model_class="Tilesight", model_version=_version(state))


@router.get("/versions", summary="The models that answer", responses=problem_responses(503))
async def versions(state: State) -> BackendVersions:
    """Answer the name of the one version that is served: the hashes of its models."""
    return BackendVersions(versions=[_version(state)])


@router.post(
    "/setup",
    summary="A project makes itself known",
    responses=problem_responses(400, 413, 415, 422, 503),
)
async def setup(state: State, body: SetupRequest) -> SetupAnswer:
    """Answer which models are served, or 422 when the project's labelling interface has no place for tiles.

    Where the project's server is, is never taken from here, but from the service's settings; the project's token is
    used only where they have none.
    """
    version = _version(state)
    if body.labelling:
        read_labelling(body.labelling, state.label_studio.names)
    if body.access_token:
        state.label_studio.take_token(body.access_token)
    return SetupAnswer(model_version=version)


@router.post(
    "/predict",
    summary="Photos to predictions",
    response_model=Predictions,
    responses=problem_responses(400, 413, 415, 422, 429, 502, 503),
)
async def predict(request: Request, state: State, body: PredictRequest) -> JSONResponse:
    """Answer a rectangle for each tile of each task's photo.

    A photo that cannot be had or read, or not in time, leaves its task without a prediction, and `faults` says why; if
    that is so for every task, the first fault is the answer. The photos are not kept.
    """
    version = _version(state)
    labelling = read_labelling(body.label_config, state.label_studio.names)
    answers = await Batch(state, labelling, request.is_disconnected).predict(body.tasks)
    faults = [answer for answer in answers if isinstance(answer, Problem)]
    if faults and len(faults) == len(answers):
        raise _with_places(faults, labelling)
    results = [[] if isinstance(answer, Problem) else answer for answer in answers]
    request.state.tiles = sum(len(result["result"]) for result in results if isinstance(result, dict))
    listed = [
        {"task": task.id, "code": answer.code, "detail": answer.detail}
        for task, answer in zip(body.tasks, answers, strict=True)
        if isinstance(answer, Problem)
    ]
    return JSONResponse({"results": results, "model_version": version, "faults": listed})


@router.post("/webhook", summary="Events of a project")
async def webhook() -> WebhookAnswer:
    """Take no note of an event: nothing is trained here."""
    return WebhookAnswer(status="ignored", detail="nothing is trained here; export the annotations and train from them")


def _version(state: ServiceState) -> str:
    return model_version(state.reader().models)


def _with_places(faults: list[Problem], labelling: Labelling) -> Problem:
    """Return the first fault, with all of them listed."""
    first = faults[0]
    places = [
        {"pointer": f"/tasks/{number}/data/{labelling.photo_field}", "detail": fault.detail}
        for number, fault in enumerate(faults)
    ]
    return Problem(HTTPStatus(first.status_code), first.code, first.detail, errors=places)
