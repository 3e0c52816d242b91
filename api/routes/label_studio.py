"""A machine-learning backend for Label Studio: it asks here for the tiles of its photos.

Its address in a project's settings is this service's with ``/label-studio`` behind it.
"""

from __future__ import annotations

import asyncio
import time
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from api.label_studio.bodies import (
    BackendHealth,
    BackendVersions,
    Predictions,
    PredictRequest,
    SetupAnswer,
    SetupRequest,
    Task,
    WebhookAnswer,
)
from api.label_studio.labelling import read_labelling
from api.label_studio.predictions import model_version, prediction_of_reading
from api.problems import Problem, problem_responses, vision_problem
from api.state import ServiceState, State
from api.workers import PoolFullError
from engine.errors import quote
from vision.errors import ImageError

if TYPE_CHECKING:
    from api.label_studio.labelling import Labelling
    from vision.reading import RackReading

__all__ = ["router"]

router = APIRouter(prefix="/label-studio", tags=["label studio"])

PATIENCE_S: Final = 60
"""Seconds from its start after which a request of many photos no longer waits for a free worker: Label Studio itself
gives up after 100."""

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

    A photo that cannot be had or read leaves its task without a prediction, and `faults` says why; if that is so for
    every task, the first fault is the answer. The photos are not kept.
    """
    version = _version(state)
    labelling = read_labelling(body.label_config, state.label_studio.names)
    results: list[object] = []
    faults: list[Problem | None] = []
    tiles = 0
    until = time.monotonic() + PATIENCE_S
    for number, task in enumerate(body.tasks):
        try:
            reading = await _read(state, task, labelling, until if number else 0.0)
        except ImageError as error:
            results.append([])
            faults.append(vision_problem(error))
        except Problem as problem:
            if problem.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
                raise
            results.append([])
            faults.append(problem)
        else:
            tiles += len(reading.tiles)
            results.append(prediction_of_reading(reading, labelling, str(task.data[labelling.photo_field])))
            faults.append(None)
    request.state.tiles = tiles
    if faults and None not in faults:
        raise _with_places([fault for fault in faults if fault is not None], labelling)
    listed = [
        {"task": task.id, "code": fault.code, "detail": fault.detail}
        for task, fault in zip(body.tasks, faults, strict=True)
        if fault is not None
    ]
    return JSONResponse({"results": results, "model_version": version, "faults": listed})


@router.post("/webhook", summary="Events of a project")
async def webhook() -> WebhookAnswer:
    """Take no note of an event: nothing is trained here."""
    return WebhookAnswer(status="ignored", detail="nothing is trained here; export the annotations and train from them")


def _version(state: ServiceState) -> str:
    return model_version(state.reader().models)


async def _read(state: ServiceState, task: Task, labelling: Labelling, until: float) -> RackReading:
    """Fetch and read a task's photo; where every worker is busy, wait for one until ``until`` (monotonic seconds)."""
    address = task.data.get(labelling.photo_field)
    if not isinstance(address, str) or not address:
        has = "nothing" if address is None else quote(address)
        detail = f"the task has {has} in {labelling.photo_field!r}; the labelling interface expects a photo's address"
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad_value", detail)
    photo: bytes | None = None
    while True:
        try:
            photo = photo if photo is not None else await state.fetch_photo(address)
            return await state.read(photo)
        except PoolFullError:
            if time.monotonic() + state.settings.retry_after_s > until:
                raise
        await asyncio.sleep(state.settings.retry_after_s)


def _with_places(faults: list[Problem], labelling: Labelling) -> Problem:
    """Return the first fault, with all of them listed."""
    first = faults[0]
    places = [
        {"pointer": f"/tasks/{number}/data/{labelling.photo_field}", "detail": fault.detail}
        for number, fault in enumerate(faults)
    ]
    return Problem(HTTPStatus(first.status_code), first.code, first.detail, errors=places)
