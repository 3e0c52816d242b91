"""Rule sets and their options."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from api.answers import RuleSetDocument, RuleSetList
from api.problems import Problem, problem_responses
from api.service import list_rule_sets

__all__ = ["router"]

router = APIRouter(prefix="/v1/rules", tags=["rules"])


@router.get("", summary="The rule sets", response_model=RuleSetList)
async def rule_sets() -> JSONResponse:
    """Answer every rule set this service scores, with its options and their defaults."""
    return JSONResponse({"rules": list_rule_sets()})


@router.get("/{rules}", summary="One rule set", response_model=RuleSetDocument, responses=problem_responses(404))
async def rule_set(rules: str) -> JSONResponse:
    """Answer one rule set's options and their defaults."""
    known = list_rule_sets()
    for document in known:
        if document["name"] == rules:
            return JSONResponse(document)
    names = ", ".join(document["name"] for document in known)
    raise Problem(HTTPStatus.NOT_FOUND, "unknown_rule_set", f"no rule set is named {rules!r}; there are {names}")
