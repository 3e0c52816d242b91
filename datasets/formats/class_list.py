"""The class list of YOLO data sets: ``data.yaml``, ``classes.txt`` or ``obj.names``.

Of YAML only what such files have is understood: ``names`` as a list or a map, in lines or in brackets. A YAML library
would be a dependency for one key.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.formats.errors import LabelFileError
from datasets.formats.files import read_text
from engine.errors import quote

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from datasets.formats.files import Place

__all__ = ["DATA_YAML", "NAME_LISTS", "ClassList", "code_of_name", "data_yaml", "parse_class_list", "read_class_list"]

DATA_YAML: Final = "data.yaml"

NAME_LISTS: Final = ("classes.txt", "obj.names")
"""Files with one class name a line."""

_QUOTED: Final = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'"
_NAMES: Final = re.compile(r"names\s*:\s*(?P<rest>.*)")
_LINE: Final = re.compile(rf"\s*(?:-\s+|['\"]?(?P<number>\d+)['\"]?\s*:\s+)(?P<name>{_QUOTED}|[^#]*?)\s*(?:#.*)?")
_ITEM: Final = re.compile(
    rf"\s*(?:['\"]?(?P<number>\d+)['\"]?\s*:\s+)?(?P<name>{_QUOTED}|[^,\]}}]*?)\s*(?:,|(?=[\]}}]))"
)


@dataclass(frozen=True, slots=True)
class ClassList:
    """Class names of a data set as somebody wrote them.

    Attributes:
        names: The names in class order.
        path: The file that they stand in.
    """

    names: tuple[str, ...]
    path: Path

    def code_of(self, number: int, place: Place) -> str:
        """Return our code of a class.

        Raises:
            LabelFileError: There is no such class, or its name is no tile code.
        """
        if not 0 <= number < len(self.names):
            message = f"there is no class {number}; {self.path.name} names the classes 0 to {len(self.names) - 1}"
            raise place.fault(message)
        return code_of_name(self.names[number], place)


def code_of_name(name: str, place: Place) -> str:
    """Return our code of what a file calls a class.

    Raises:
        LabelFileError: No code is called so.
    """
    code = place.options.classes.code_of(name)
    if code is None:
        message = f"the class {quote(name)} is no tile code; say what it means in a class map"
        raise place.fault(message)
    return code


def data_yaml(names: Sequence[str], subsets: Sequence[tuple[str, str]], path: str | None = None) -> str:
    r"""Return the text of a ``data.yaml``.

    Args:
        names: Class names in class order.
        subsets: (``train``, its pictures) and so on.
        path: The data set's folder, where an importer wants it said.

    >>> data_yaml(["1m"], [("train", "images")])
    'train: images\nnames:\n  0: "1m"\n'
    """
    lines = [] if path is None else [f"path: {path}"]
    lines += [f"{subset}: {where}" for subset, where in subsets]
    lines += ["names:", *(f"  {n}: {json.dumps(name, ensure_ascii=False)}" for n, name in enumerate(names))]
    return "\n".join(lines) + "\n"


def read_class_list(path: Path) -> ClassList:
    """Read a ``data.yaml`` or a list of names.

    Raises:
        LabelFileError: The file cannot be read or names no classes.
    """
    return parse_class_list(read_text(path), path)


def parse_class_list(text: str, path: Path) -> ClassList:
    """Return the classes of a file's text.

    Raises:
        LabelFileError: It names no classes.
    """
    names = _names_of_yaml(text, path) if path.suffix.lower() in {".yaml", ".yml"} else text.split("\n")
    names = [name.strip() for name in names]
    while names and not names[-1]:
        names.pop()
    if not names:
        message = "names no classes"
        raise LabelFileError(message, path)
    return ClassList(tuple(names), path)


def _names_of_yaml(text: str, path: Path) -> list[str]:
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if matched := _NAMES.fullmatch(line):
            rest = matched["rest"].strip()
            if rest[:1] in {"[", "{"}:
                return _bracketed(rest[1:] + " " + " ".join(lines[number:]), path, number)
            return _in_lines(lines, number, path)
    message = "has no 'names': it has to name the classes"
    raise LabelFileError(message, path)


def _in_lines(lines: Sequence[str], start: int, path: Path) -> list[str]:
    names: dict[int, str] = {}
    for number, line in enumerate(lines[start:], start=start + 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not line.startswith((" ", "\t", "-")):
            break
        matched = _LINE.fullmatch(line)
        if matched is None:
            message = f"{quote(line)} is no class; expected '  0: name' or '- name'"
            raise LabelFileError(message, path, number)
        names[int(matched["number"] or len(names))] = _unquoted(matched["name"])
    return _in_order(names, path, start)


def _bracketed(text: str, path: Path, line: int) -> list[str]:
    names: dict[int, str] = {}
    at = 0
    while matched := _ITEM.match(text, at):
        if matched["name"]:
            names[int(matched["number"] or len(names))] = _unquoted(matched["name"])
        at = matched.end()
        if text[at : at + 1] in {"]", "}"}:
            return _in_order(names, path, line)
    message = "the list of names has no end"
    raise LabelFileError(message, path, line)


def _in_order(names: dict[int, str], path: Path, line: int) -> list[str]:
    if sorted(names) != list(range(len(names))):
        message = f"the classes are numbered {', '.join(map(str, sorted(names)))}; a number is missing"
        raise LabelFileError(message, path, line)
    return [names[n] for n in range(len(names))]


def _unquoted(word: str) -> str:
    if word.startswith("'") and word.endswith("'") and len(word) > 1:
        return word[1:-1].replace("''", "'")
    if word.startswith('"') and word.endswith('"') and len(word) > 1:
        try:
            return str(json.loads(word))
        except json.JSONDecodeError:
            return word[1:-1]
    return word
