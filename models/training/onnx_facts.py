"""Another temperature or threshold for a model, without touching its file.

An ONNX file is one protobuf message, and fields that are appended to such a message win over those before. So the
metadata entry can be replaced by appending it anew, which needs no ONNX library.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from vision.onnx_model import METADATA_KEY, create_session

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["with_facts"]

_METADATA_PROPS: Final = 14
"""Number of the repeated field ``metadata_props`` in ``ModelProto`` (onnx.proto), entries of 1: key and 2: value."""

_LENGTH_DELIMITED: Final = 2


def with_facts(model: Path | bytes, facts: dict[str, Any]) -> bytes:
    """Return a model's bytes with some facts of its metadata entry replaced.

    Args:
        model: The ONNX file or its content.
        facts: What to replace or add, such as ``{"temperature": 1.2}``.

    Raises:
        ModelError: The model is missing or damaged.
    """
    entries = create_session(model, threads=1).get_modelmeta().custom_metadata_map
    known = json.loads(entries.get(METADATA_KEY, "{}"))
    data = model if isinstance(model, bytes) else model.read_bytes()
    entry = _field(1, METADATA_KEY.encode()) + _field(2, json.dumps({**known, **facts}).encode())
    return data + _field(_METADATA_PROPS, entry)


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | _LENGTH_DELIMITED) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    digits = bytearray()
    while value >= 0x80:
        digits.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*digits, value])
