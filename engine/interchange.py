"""Requests and answers as plain JSON values, exactly as the contract writes them.

The command line, the HTTP API and the tests all go through here::

    JSON object -> request_from_json -> AnalysisRequest -> analyse -> HandAnalysis -> analysis_to_json -> JSON object

Requests are checked strictly: unknown fields, wrong types and values outside their range are errors that name the
field. A hand that breaks the rules of the game is no error, but an answer with faults.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field

from engine.acceptance import AcceptedTile
from engine.advice import DiscardAdvice
from engine.analysis import HandAnalysis, Wait, analyse
from engine.context import Context
from engine.errors import CardError, EngineError, NotationError, OptionError, RequestError, RequestValueError
from engine.faults import Fault, Notice
from engine.fields import Fields
from engine.hand import Hand
from engine.meld import Meld
from engine.notation import format_hand, parse_hand
from engine.rules.base import Rules, RuleSetInfo, Score
from engine.rules.options import OptionSpec
from engine.rules.registry import get_rule_set

__all__ = [
    "AnalysisRequest",
    "analyse_json",
    "analysis_to_json",
    "context_from_json",
    "error_to_json",
    "request_from_json",
    "rule_set_to_json",
]

_MOST_MELDS = 16
_LONGEST_HAND = 1000
_MOST_COUNTERS = 1000
_MOST_DRAWS = 200
_SEATS = ("E", "S", "W", "N")


@dataclass(frozen=True, slots=True)
class AnalysisRequest:
    """A checked request: a hand, the table's facts and configured rules."""

    hand: Hand
    rules: Rules
    context: Context = field(default_factory=Context)


def request_from_json(body: object) -> AnalysisRequest:
    """Return the request that a decoded JSON document makes.

    Raises:
        RequestError: A field is missing, unknown or of the wrong type; ``path`` names it.
        RequestValueError: A value is outside its range.
        NotationError: The hand's notation cannot be read.
        OptionError: The rule set has no such option or value.
        RuleSetError: No such rule set, or it cannot be used.

    >>> request_from_json({"rules": "basic", "hand": "123m456p789s1122z"}).rules.info.name
    'basic'
    """
    fields = Fields.of(body, "")
    fields.allow("rules", "hand", "tiles", "melds", "winning_tile", "context", "options", "card")
    rule_set = get_rule_set(fields.text("rules"))
    options = fields.child("options")
    card = fields.raw("card")
    hand = _hand(fields, rule_set.info.full_size)
    context = context_from_json(fields.raw("context"), "context")
    return AnalysisRequest(hand=hand, rules=rule_set.configure(options.values, card), context=context)


def _hand(fields: Fields, full_size: int | None) -> Hand:
    if fields.has("hand"):
        for other in ("tiles", "melds", "winning_tile"):
            if fields.has(other) and fields.raw(other) != []:  # no melds besides is nothing besides
                message = "give either 'hand' or 'tiles' with 'melds' and 'winning_tile', not both"
                raise RequestError(message, other)
        text = fields.text("hand")
        if len(text) > _LONGEST_HAND:
            message = f"the notation is {len(text)} characters long, at most {_LONGEST_HAND} are read"
            raise RequestValueError(message, "hand")
        return parse_hand(text, full_size=full_size)
    if not fields.has("tiles"):
        message = "a hand is needed: 'hand' as notation, or 'tiles'"
        raise RequestError(message, "hand")
    tiles = list(fields.tiles("tiles"))
    melds = []
    for meld in fields.children("melds", _MOST_MELDS):
        meld.allow("tiles", "concealed")
        melds.append(Meld(meld.tiles("tiles"), concealed=meld.flag("concealed", default=False)))
    winning_tile = fields.tile("winning_tile")
    if winning_tile in tiles and Hand.build(tiles, melds, full_size=full_size).winning_tile is not None:
        tiles.remove(winning_tile)  # the list is full without it: the winning tile is one of the list
    return Hand.build(tiles, melds, winning_tile, full_size=full_size)


def context_from_json(value: object, path: str = "context") -> Context:
    """Return the context that a decoded JSON object makes; None makes the default one.

    Raises:
        RequestError: A field is unknown or of the wrong type.
        RequestValueError: A value is outside its range.
    """
    fields = Fields.of({} if value is None else value, path)
    default = Context()
    fields.allow(*Context.__dataclass_fields__)
    return Context(
        seat=fields.wind("seat") or default.seat,
        round=fields.wind("round") or default.round,
        self_drawn=fields.optional_flag("self_drawn"),
        discarder=fields.wind("discarder"),
        last_tile=fields.flag("last_tile", default=False),
        last_of_kind=fields.optional_flag("last_of_kind"),
        kong_replacement=fields.flag("kong_replacement", default=False),
        robbing_kong=fields.flag("robbing_kong", default=False),
        first_turn=fields.flag("first_turn", default=False),
        riichi=fields.choice("riichi", ("none", "riichi", "double"), "none"),
        ippatsu=fields.flag("ippatsu", default=False),
        dora_indicators=fields.tiles("dora_indicators"),
        ura_indicators=fields.tiles("ura_indicators"),
        honba=fields.number("honba", _MOST_COUNTERS) or 0,
        sticks=fields.number("sticks", _MOST_COUNTERS) or 0,
        visible=fields.tiles("visible"),
        draws_left=fields.number("draws_left", _MOST_DRAWS),
    )


def analyse_json(body: object, *, outlook: bool = True) -> dict[str, object]:
    """Return the answer to a decoded JSON request.

    Args:
        body: The request.
        outlook: Whether discards say how likely they win and what they are worth, see :func:`engine.analysis.analyse`.

    Raises:
        EngineError: As :func:`request_from_json`.

    >>> analyse_json({"rules": "basic", "hand": "123m456p789s11222z"})["status"]
    'complete'
    """
    request = request_from_json(body)
    return analysis_to_json(analyse(request.hand, request.context, request.rules, outlook=outlook))


def analysis_to_json(analysis: HandAnalysis) -> dict[str, object]:
    """Return an analysis as plain JSON values."""
    return {
        "rules": analysis.rules,
        "options": dict(analysis.options),
        "hand": format_hand(analysis.hand),
        "status": analysis.status,
        "faults": [_remark(fault) for fault in analysis.faults],
        "warnings": [_remark(notice) for notice in analysis.warnings],
        "shanten": analysis.shanten,
        "accepts": _accepts(analysis.accepts),
        "accept_count": analysis.accept_count,
        "waits": [_wait(wait) for wait in analysis.waits],
        "discards": [_discard(advice) for advice in analysis.discards],
        "decompositions": [list(groups) for groups in analysis.decompositions],
        "score": _score(analysis.score),
        "american": None if analysis.american is None else dict(analysis.american),
    }


def rule_set_to_json(info: RuleSetInfo) -> dict[str, object]:
    """Return a rule set with its options and presets as plain JSON values."""
    return {
        "name": info.name,
        "title": info.title,
        "summary": info.summary,
        "unit": info.unit,
        "options": [_option(spec) for spec in info.options],
        "presets": {name: dict(values) for name, values in info.presets.items()},
        "worth": dict(info.worth),
        "facts": [name for name in Context.__dataclass_fields__ if name in info.facts],
    }


def error_to_json(error: EngineError) -> dict[str, object]:
    """Return an error as plain JSON values: code, message and where it is."""
    answer: dict[str, object] = {"code": error.code, "message": error.message}
    if isinstance(error, RequestError):
        answer["path"] = error.path
    elif isinstance(error, NotationError):
        answer |= {"path": error.path, "text": error.text, "position": error.position}
    elif isinstance(error, OptionError):
        answer["path"] = f"options.{error.option}"
    elif isinstance(error, CardError):
        answer |= {
            "path": error.path,
            "source": error.source,
            "problems": [dataclasses.asdict(problem) for problem in error.problems],
        }
    return {"error": answer}


def _option(spec: OptionSpec) -> dict[str, object]:
    return {
        "name": spec.name,
        "kind": spec.kind,
        "default": spec.default,
        "choices": list(spec.choices),
        "minimum": spec.minimum,
        "maximum": spec.maximum,
        "description": spec.description,
    }


def _remark(remark: Fault | Notice) -> dict[str, object]:
    return {
        "code": remark.code,
        "message": str(remark.message),
        "tiles": [tile.code for tile in remark.tiles],
        "details": [phrase.to_json() for phrase in remark.details],
    }


def _accepts(accepts: tuple[AcceptedTile, ...]) -> list[dict[str, object]]:
    return [{"tile": accepted.tile.code, "live": accepted.live} for accepted in accepts]


def _wait(wait: Wait) -> dict[str, object]:
    return {"tile": wait.tile.code, "live": wait.live, "score": _score(wait.score)}


def _discard(advice: DiscardAdvice) -> dict[str, object]:
    return {
        "tile": advice.tile.code,
        "shanten": advice.shanten,
        "accepts": _accepts(advice.accepts),
        "accept_count": advice.accept_count,
        "win_probability": advice.win_probability,
        "expected_value": advice.expected_value,
        "reasons": [str(reason) for reason in advice.reasons],
        "reason_codes": [reason.to_json() for reason in advice.reasons],
    }


def _score(score: Score | None) -> dict[str, object] | None:
    if score is None:
        return None
    answer: dict[str, object] = {
        "total": score.total,
        "unit": score.unit,
        "sums": dict(score.sums),
        "uncapped": score.uncapped,
        "limit": score.limit,
        "items": [
            {
                "code": item.code,
                "name": item.name,
                "names": dict(item.names),
                "value": item.value,
                "unit": item.unit,
            }
            for item in score.items
        ],
        "fu": score.fu,
        "payments": None if score.payments is None else dict(score.payments),
        "sticks_won": score.sticks_won,
        "explanation": [str(sentence) for sentence in score.explanation],
        "explanation_codes": [sentence.to_json() for sentence in score.explanation],
    }
    if score.points is not None:
        answer["points"] = score.points
    return answer
