"""Stand-ins for models: sessions that answer what a test wants."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np


@dataclass
class FakeSession:
    """The part of an onnxruntime session that the runtime uses; remembers what it was fed."""

    answer: Callable[[np.ndarray], list[np.ndarray]]
    metadata: dict[str, str]
    input_name: str
    output_names: tuple[str, ...] = ()
    fed: list[np.ndarray] = field(default_factory=list)

    def run(self, _output_names: list[str] | None, feed: dict[str, np.ndarray]) -> list[np.ndarray]:
        self.fed.append(feed[self.input_name])
        return self.answer(feed[self.input_name])

    def get_inputs(self) -> list[Any]:
        return [SimpleNamespace(name=self.input_name)]

    def get_outputs(self) -> list[Any]:
        return [SimpleNamespace(name=name) for name in self.output_names]

    def get_modelmeta(self) -> Any:  # noqa: ANN401 -- onnxruntime has no type for it
        return SimpleNamespace(custom_metadata_map=self.metadata)


@pytest.fixture
def make_session() -> Callable[..., FakeSession]:
    """Return a maker of sessions from an answering function, an input name and the model's facts."""

    def make(
        answer: Callable[[np.ndarray], list[np.ndarray]],
        input_name: str,
        output_names: tuple[str, ...] = (),
        **facts: object,
    ) -> FakeSession:
        return FakeSession(answer, {"tilesight": json.dumps(facts)}, input_name, output_names)

    return make
