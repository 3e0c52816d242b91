from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from datasets.formats.class_map import ClassMap, load_class_map
from datasets.formats.errors import ClassMapError
from engine.tile import CODES

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_the_standard_classes_are_the_codes_in_model_order() -> None:
    classes = ClassMap()
    assert classes.names == CODES
    assert [classes.index_of(code) for code in CODES] == list(range(47))
    assert classes.index_of("??") is None
    assert classes.is_standard


def test_a_map_file_names_and_orders_the_classes(tmp_path: Path) -> None:
    text = "\ufeff# mine\n\n1z: East Wind\n1m=crack_1\n0m,five  # red\n5m five\n??\tunknown #1\n"
    classes = load_class_map(write(tmp_path / "classes.txt", text))
    assert classes.names == ("East Wind", "crack_1", "five", "unknown")
    assert [classes.index_of(code) for code in ("1z", "1m", "0m", "5m", "??", "9p")] == [0, 1, 2, 2, 3, None]
    assert classes.code_of("five") == "0m"
    assert classes.code_of("six") is None
    assert not classes.is_standard


@pytest.mark.parametrize("between", [":", ": ", " : ", "=", ",", " ", "\t", "  "])
def test_code_and_name_are_parted_by_a_sign_or_a_blank(tmp_path: Path, between: str) -> None:
    classes = load_class_map(write(tmp_path / "classes.txt", f"1m{between}a: b, c\n"))
    assert classes.entries == (("1m", "a: b, c"),)


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("1m: a\n9z: b\n", ":2:", "'9z' is not a tile code"),
        ("1m: a\n1m: b\n", ":2:", "second time"),
        ("1m\n", ":1:", "no class"),
        ("crack_1: 1m\n", ":1:", "no class"),
        ("1m:\n", ":1:", "no class"),
        ("1m: : a\n", ":1:", "no class"),
        ("1m , = a\n", ":1:", "no class"),
        ("1ma\n", ":1:", "no class"),
        ("# only words\n", ":", "names no class"),
    ],
)
def test_what_is_no_class_is_named_with_its_line(tmp_path: Path, text: str, where: str, words: str) -> None:
    path = write(tmp_path / "classes.txt", text)
    with pytest.raises(ClassMapError, match=words) as caught:
        load_class_map(path)
    assert str(caught.value).startswith(f"{path}{where}")


def test_a_missing_map_is_named(tmp_path: Path) -> None:
    with pytest.raises(ClassMapError, match="cannot be read"):
        load_class_map(tmp_path / "none.txt")
