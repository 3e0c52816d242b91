"""The table's facts as command-line options, shared by ``score`` and ``advise``."""

from __future__ import annotations

import functools
import inspect
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any, Final, get_type_hints

import typer

from api.cards import read_card
from engine.context import SEATS, Wind
from engine.errors import NotationError, quote
from engine.rules.registry import RULE_SET_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["RulesArgument", "RulesOption", "TableFacts", "takes_table_facts"]

PANEL: Final = "The table's facts"


def _rule_set_name(text: str) -> str:
    """Return the name of a rule set: typer's own conversion to an enum words its refusals for programmers."""
    if text not in RULE_SET_NAMES:
        message = f"{quote(text)} is not one of {', '.join(RULE_SET_NAMES)}"
        raise typer.BadParameter(message)
    return text


def _wind(text: str) -> Wind:
    """Return the wind of a letter."""
    if text.upper() not in SEATS:
        message = f"{quote(text)} is not one of {', '.join(SEATS)}"
        raise typer.BadParameter(message)
    return Wind(text.upper())


RULE_SET_METAVAR: Final = "|".join(RULE_SET_NAMES)
RulesOption = Annotated[
    str, typer.Option("--rules", "-r", metavar=RULE_SET_METAVAR, parser=_rule_set_name, help="The rule set.")
]
RulesArgument = Annotated[str | None, typer.Argument(metavar="R", parser=_rule_set_name, help="A rule set.")]


def _option(*names: str, help: str, **more: Any) -> Any:  # noqa: A002, ANN401 - typer's own names and type
    return typer.Option(*names, help=help, rich_help_panel=PANEL, **more)


def _wind_option(*names: str, help: str) -> Any:  # noqa: A002, ANN401 - typer's own names and type
    return _option(*names, help=help, metavar="|".join(SEATS), parser=_wind)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    """What the command line says about the table; None means: not said."""

    seat: Annotated[Wind | None, _wind_option("--seat", help="The player's wind (default E).")] = None
    round: Annotated[Wind | None, _wind_option("--round", help="The round's wind (default E).")] = None
    self_drawn: Annotated[bool | None, _option("--self-drawn/--discard", help="How the winning tile came.")] = None
    discarder: Annotated[Wind | None, _wind_option("--discarder", help="Who threw it.")] = None
    last_tile: Annotated[bool, _option("--last-tile", help="The last tile of the wall, or the discard after it.")] = (
        False
    )
    last_of_kind: Annotated[
        bool | None, _option("--last-of-kind/--not-last-of-kind", help="MCR: the fourth tile of its kind.")
    ] = None
    kong_replacement: Annotated[bool, _option("--kong-replacement", help="Drawn after a kong.")] = False
    robbing_kong: Annotated[bool, _option("--robbing-kong", help="Taken from another player's kong.")] = False
    first_turn: Annotated[bool, _option("--first-turn", help="In the first turn, before any claim.")] = False
    riichi: Annotated[bool, _option("--riichi", help="Riichi was declared.")] = False
    double_riichi: Annotated[bool, _option("--double-riichi", help="Riichi was declared in the first turn.")] = False
    ippatsu: Annotated[bool, _option("--ippatsu", help="Within one turn of riichi.")] = False
    dora: Annotated[
        str | None,
        _option(
            "--dora", metavar="TILES", help="Dora indicators (the tile turned over, not the dora itself), like 5m,3p."
        ),
    ] = None
    ura: Annotated[str | None, _option("--ura", metavar="TILES", help="Ura indicators, likewise.")] = None
    honba: Annotated[int | None, _option("--honba", help="Repeat counters.")] = None
    sticks: Annotated[int | None, _option("--sticks", help="Riichi sticks on the table.")] = None
    visible: Annotated[
        str | None, _option("--visible", metavar="TILES", help="Tiles seen elsewhere: 3m3m9s or 33m9s or 3m,3m,9s.")
    ] = None
    draws_left: Annotated[int | None, _option("--draws-left", help="The player's draws to come.")] = None
    card: Annotated[str | None, _option("--card", metavar="FILE", help="American card: TOML, JSON, or practice.")] = (
        None
    )
    option: Annotated[
        list[str] | None, _option("--option", "-o", metavar="NAME=VALUE", help="An option of the rule set; repeatable.")
    ] = None

    def option_texts(self) -> dict[str, str]:
        """Return the rule set's options by name, their values as written.

        Raises:
            typer.BadParameter: One is not written like ``name=value``.
        """
        return dict(_named_text(text) for text in self.option or ())

    def request(self) -> dict[str, Any]:
        """Return the facts as the parts ``context`` and ``card`` of an analysis request.

        Raises:
            typer.BadParameter: A value cannot be read.
            engine.errors.CardError: The card's file holds no card that can be read.
        """
        context: dict[str, Any] = {
            "seat": self.seat,
            "round": self.round,
            "self_drawn": self.self_drawn,
            "discarder": self.discarder,
            "last_tile": self.last_tile or None,
            "last_of_kind": self.last_of_kind,
            "kong_replacement": self.kong_replacement or None,
            "robbing_kong": self.robbing_kong or None,
            "first_turn": self.first_turn or None,
            "riichi": "double" if self.double_riichi else "riichi" if self.riichi else None,
            "ippatsu": self.ippatsu or None,
            "dora_indicators": _tiles(self.dora, "--dora"),
            "ura_indicators": _tiles(self.ura, "--ura"),
            "honba": self.honba,
            "sticks": self.sticks,
            "visible": _tiles(self.visible, "--visible"),
            "draws_left": self.draws_left,
        }
        parts: dict[str, Any] = {
            "context": {
                name: str(value) if isinstance(value, Wind) else value
                for name, value in context.items()
                if value is not None
            },
        }
        if self.card is not None:
            try:
                parts["card"] = read_card(self.card)
            except OSError as error:
                message = f"the card {self.card!r} cannot be read: {error.strerror or error}"
                raise typer.BadParameter(message, param_hint="--card") from None
        return parts


def takes_table_facts(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command every field of :class:`TableFacts` as an option; it receives them as ``facts``."""
    facts_hints = get_type_hints(TableFacts, include_extras=True)
    own_hints = get_type_hints(command, include_extras=True)
    own = [
        parameter.replace(annotation=own_hints[name])
        for name, parameter in inspect.signature(command).parameters.items()
        if name != "facts"
    ]
    options = [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=facts_hints[field.name]
        )
        for field in fields(TableFacts)
    ]

    @functools.wraps(command)
    def with_facts(**values: Any) -> None:  # noqa: ANN401 - whatever typer parsed
        facts = TableFacts(**{field.name: values.pop(field.name) for field in fields(TableFacts)})
        command(facts=facts, **values)

    signature = inspect.Signature(
        [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own] + options
    )
    with_facts.__signature__ = signature  # type: ignore[attr-defined]  # typer reads it
    with_facts.__annotations__ = {name: parameter.annotation for name, parameter in signature.parameters.items()}
    del with_facts.__wrapped__
    return with_facts


def _tiles(text: str | None, option: str) -> list[str] | None:
    """Return the tile codes in a text like ``5m,3p``, ``5m3p`` or ``53m3p``."""
    if text is None:
        return None
    from engine.notation import parse_tiles  # noqa: PLC0415 - only where it is needed

    try:
        return [tile.code for tile in parse_tiles(text.replace(",", " "))]
    except NotationError as error:
        message = f"{error.message}; write tiles like 5m,3p or 53m3p"
        raise typer.BadParameter(message, param_hint=option) from None


def _named_text(text: str) -> tuple[str, str]:
    """Return name and value of ``name=value``."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        message = f"{text!r} is no option; write it like name=value"
        raise typer.BadParameter(message, param_hint="--option")
    return name, value
