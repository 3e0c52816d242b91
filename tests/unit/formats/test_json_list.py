"""Lists of JSON read value by value: the same values as read whole, whatever the pieces."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from datasets.formats.errors import LabelFileError
from datasets.formats.json_list import read_json_list

if TYPE_CHECKING:
    from pathlib import Path

numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
leaves = st.none() | st.booleans() | numbers | st.text(st.characters(codec="utf-8"), max_size=9)
values = st.recursive(
    leaves, lambda some: st.lists(some, max_size=4) | st.dictionaries(st.text(max_size=3), some, max_size=4)
)
PIECES = (1, 2, 3, 7, 1000)


def read(path: Path, text: str, piece: int, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    path.write_text(text, encoding="utf-8", newline="")
    monkeypatch.setattr("datasets.formats.json_list.CHUNK_CHARACTERS", piece)
    return list(read_json_list(path))


@given(written=st.lists(values, max_size=5), indent=st.sampled_from([None, 0, 2]), piece=st.sampled_from(PIECES))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_every_list_is_read_as_it_is(
    written: list[Any], indent: int | None, piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = json.dumps(written, indent=indent, ensure_ascii=False)
    assert read(tmp_path / "list.json", f"\ufeff \n{text}\r\n ", piece, monkeypatch) == written


@pytest.mark.parametrize("text", ['{"a": [1]}', "12", '"[1]"', "null"])
def test_what_is_no_list_is_the_one_value(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(tmp_path / "list.json", text, 2, monkeypatch) == [json.loads(text)]


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("[1,\n2,\n", 3),
        ('[1,\n{"a": 2,\n"b', 3),
        ("[1\n2]", 2),
        ("[1,\n]", 2),
        ("[,1]", 1),
        ("[1]\n[2]", 2),
        ('[{"a": 1}\n\n{"a": 1}]', 3),
        ("[tru]", 1),
    ],
)
def test_what_is_damaged_is_named_with_its_line(
    text: str, line: int, piece: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "list.json"
    with pytest.raises(LabelFileError, match="is no JSON") as caught:
        read(path, text, piece, monkeypatch)
    assert (caught.value.path, caught.value.line) == (path, line)


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b'["\xff"]')
    (tmp_path / "deep").write_text("[" * 100_000, encoding="utf-8")
    for name, message in (("none", "no such file"), ("", "cannot be read"), ("binary", "no text"), ("deep", "nested")):
        with pytest.raises(LabelFileError, match=message):
            list(read_json_list(tmp_path / name))
