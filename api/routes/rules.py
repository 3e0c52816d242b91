"""Rule sets and their options."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from api.answers import RuleSetDocument, RuleSetList
from api.problems import Problem, problem_responses
from api.service import describe_rule_set, list_rule_sets
from engine.errors import RuleSetError

__all__ = ["router"]

router = APIRouter(prefix="/v1/rules", tags=["rules"])


@router.get("", summary="The rule sets", response_model=RuleSetList)
async def rule_sets() -> JSONResponse:
    """Answer every rule set this service scores, with its options and their defaults."""
    return JSONResponse({"rules": list_rule_sets()})


@router.get("/{rules}", summary="One rule set", response_model=RuleSetDocument, responses=problem_responses(404))
async def rule_set(rules: str) -> JSONResponse:
    """Answer one rule set's options and their defaults."""
    try:
        return JSONResponse(describe_rule_set(rules))
    except RuleSetError as error:
        # In a body this is a value, and 422; here it is the resource that is not there.
        raise Problem(HTTPStatus.NOT_FOUND, error.code, error.message) from None
