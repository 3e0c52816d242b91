"""Whether the service lives, whether it can read photos, and what it has counted."""

from __future__ import annotations

from fastapi import APIRouter, Response

from api.answers import Health, ModelFacts, Readiness
from api.metrics import METRICS_MEDIA_TYPE
from api.problems import problem_responses
from api.state import State

__all__ = ["router"]

router = APIRouter(tags=["operation"])


@router.get("/healthz", summary="Is the process alive?")
async def healthz(state: State) -> Health:
    """Answer without looking at anything."""
    return Health(status="ok", version=state.version)


@router.get("/readyz", summary="Can photos be read?", responses=problem_responses(503))
async def readyz(state: State) -> Readiness:
    """Answer 503 while the models are loaded, and for good when they are missing or damaged."""
    models = [ModelFacts(role=model.role, name=model.name, sha256=model.sha256) for model in state.reader().models]
    return Readiness(status="ready", models=models)


@router.get(
    "/metrics",
    summary="Counters in the Prometheus text format",
    response_class=Response,
    responses={200: {"description": "Counters", "content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(state: State) -> Response:
    """Answer all counters."""
    return Response(state.metrics.render(), media_type=METRICS_MEDIA_TYPE)
