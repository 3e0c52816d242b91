r"""Tables of the documentation's pages on rule sets, made from the code.

A page is named after its rule set, as ``docs/rules/riichi.md``, and holds its tables between two comments::

    <!-- table: options -->
    <!-- end -->

``python -m engine.rules.documentation docs/rules/*.md`` writes them anew; without pages, the tables of every rule set
are printed. Every rule set has the table ``options``; the others come from its module ``documentation``.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from engine.rules.options import OptionSpec, OptionValue
from engine.rules.registry import RULE_SET_NAMES, get_rule_set

__all__ = ["fill_page", "main", "markdown_table", "rule_set_tables", "show_value"]

_BLOCK: Final = re.compile(r"(<!-- table: (?P<name>[a-z_]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown.

    >>> print(markdown_table(("tile", "name"), [("1z", "east")]))
    | tile | name |
    |---|---|
    | 1z | east |
    """
    lines = [header, *rows]
    text = [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines]
    text.insert(1, "|" + "---|" * len(header))
    return "\n".join(text)


def show_value(value: OptionValue) -> str:
    """Return an option's value for people.

    >>> show_value(True), show_value(3)
    ('on', '3')
    """
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def rule_set_tables(name: str) -> Mapping[str, str]:
    """Return a rule set's tables by name.

    Raises:
        UnknownRuleSetError: No rule set has that name.
    """
    options = get_rule_set(name).info.options
    rows = [(f"`{spec.name}`", _allowed(spec), show_value(spec.default), spec.description) for spec in options]
    table = markdown_table(("option", "values", "default", "meaning"), rows)
    own: Mapping[str, str] = import_module(f"engine.rules.{name}.documentation").tables()
    return {"options": table, **own}


def fill_page(page: str, tables: Mapping[str, str]) -> str:
    r"""Return a page with its tables written anew.

    Raises:
        KeyError: The page has a table that the rule set does not have.

    >>> fill_page("<!-- table: a -->\n<!-- end -->", {"a": "| x |"})
    '<!-- table: a -->\n| x |\n<!-- end -->'
    """
    return _BLOCK.sub(lambda block: f"{block[1]}{tables[block['name']]}\n{block[3]}", page)


def main(paths: Sequence[str]) -> None:
    """Write the tables into pages, or print all of them."""
    for path in map(Path, paths):
        page = path.read_text(encoding="utf-8")
        path.write_text(fill_page(page, rule_set_tables(path.stem)), encoding="utf-8")
    if not paths:
        for name in RULE_SET_NAMES:
            for title, table in rule_set_tables(name).items():
                sys.stdout.write(f"## {name}: {title}\n\n{table}\n\n")


def _allowed(spec: OptionSpec) -> str:
    if spec.choices:
        return ", ".join(show_value(choice) for choice in spec.choices)
    return "on, off" if spec.kind == "boolean" else f"{spec.minimum} to {spec.maximum}"


if __name__ == "__main__":
    main(sys.argv[1:])
