"""ONNX models: opening one, and what it says about itself.

A model carries its facts in the metadata entry ``tilesight``, a JSON object::

    {"role": "finder" | "reader" | "corners", "name": "...", "classes": ["face", "back"] | [the 47 tile codes] | ...,
     "input_size": [width, height], "temperature": 1.2, "sure_threshold": 0.9, "fusion": {"reader_weight": 0.5, ...}}

``temperature``, ``sure_threshold`` and ``fusion`` belong to readers. The class list is compared with the one the
runtime counts on, so that a model trained for another list cannot silently answer wrong tiles.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from vision.errors import ModelDamagedError, ModelMismatchError, ModelMissingError
from vision.prototypes import Fusion

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["METADATA_KEY", "ModelFacts", "OnnxSession", "create_session", "read_facts"]

METADATA_KEY: Final = "tilesight"
DEFAULT_SURE_THRESHOLD: Final = 0.9
"""For readers that name no threshold of their own."""

_LOG_ERRORS_ONLY: Final = 3


class _Named(Protocol):
    @property
    def name(self) -> str: ...


class _ModelMeta(Protocol):
    @property
    def custom_metadata_map(self) -> dict[str, str]: ...


class OnnxSession(Protocol):
    """The part of ``onnxruntime.InferenceSession`` that the runtime uses."""

    def run(self, output_names: Sequence[str] | None, input_feed: dict[str, NDArray[np.float32]]) -> Sequence[Any]:
        """Return the outputs for the inputs."""
        ...

    def get_inputs(self) -> Sequence[_Named]:
        """Return the inputs."""
        ...

    def get_outputs(self) -> Sequence[_Named]:
        """Return the outputs."""
        ...

    def get_modelmeta(self) -> _ModelMeta:
        """Return the model's metadata."""
        ...


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """What a model says about itself.

    Attributes:
        role: What it is for.
        name: Its name, for people.
        classes: What its class columns mean, in order.
        input_size: Width and height in pixels of the pictures it was trained on; None where it does not say.
        temperature: The code logits are divided by this before the softmax, so that probabilities are calibrated.
        sure_threshold: Calibrated probability from which on a tile counts as sure.
        fusion: How to adapt the reader to a tile set; None where it cannot be.
    """

    role: Literal["finder", "reader", "corners"]
    name: str
    classes: tuple[str, ...]
    input_size: tuple[int, int] | None = None
    temperature: float = 1.0
    sure_threshold: float = DEFAULT_SURE_THRESHOLD
    fusion: Fusion | None = None


def create_session(model: Path | bytes, threads: int = 2) -> OnnxSession:
    """Open a model on the CPU.

    Args:
        model: Where the ONNX file lies, or its content (as ``models.registry`` has verified it).
        threads: Threads that work on one image. They sleep between images instead of spinning, since a server
            shares the processor with them.

    Raises:
        ModelMissingError: There is no such file.
        ModelDamagedError: The file is no model that can be run.
    """
    # Its builds write a device's id to the disk and send figures of use to their maker unless they are told not to.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    # About 100 ms that only those pay who run a model.
    import onnxruntime  # type: ignore[import-untyped]  # noqa: PLC0415

    name = "content" if isinstance(model, bytes) else f"file {model}"
    if isinstance(model, Path) and not model.is_file():
        message = f"the model {name} is missing; install the package again or point to the right model folder"
        raise ModelMissingError(message)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = _LOG_ERRORS_ONLY
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session: OnnxSession = onnxruntime.InferenceSession(
            model if isinstance(model, bytes) else str(model), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # noqa: BLE001 -- the binding's many errors share nothing but Exception
        message = f"the model {name} cannot be loaded ({error}); restore it from the release"
        raise ModelDamagedError(message) from None
    return session


def read_facts(
    session: OnnxSession, role: Literal["finder", "reader", "corners"], classes: Sequence[str], input_name: str
) -> ModelFacts:
    """Return what a model says about itself, once it is what the runtime expects.

    Args:
        session: The opened model.
        role: The role it is to play.
        classes: The class list the runtime counts on.
        input_name: The input the runtime feeds.

    Raises:
        ModelMismatchError: Role, class list or input differ, or the model says nothing about itself.
    """
    metadata = session.get_modelmeta().custom_metadata_map
    try:
        raw = json.loads(metadata[METADATA_KEY])
        facts = ModelFacts(
            role=raw["role"],
            name=str(raw["name"]),
            classes=tuple(raw["classes"]),
            input_size=_size(raw.get("input_size")),
            temperature=float(raw.get("temperature", 1.0)),
            sure_threshold=float(raw.get("sure_threshold", DEFAULT_SURE_THRESHOLD)),
            fusion=Fusion(**raw["fusion"]) if raw.get("fusion") else None,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        message = (
            f"the model offered as {role} has no readable metadata entry {METADATA_KEY!r} ({error!r}); "
            "export it with models/training"
        )
        raise ModelMismatchError(message) from None
    if facts.role != role:
        message = (
            f"the model {facts.name!r} has the role {facts.role!r}, but one for {role!r} is needed; name the right file"
        )
        raise ModelMismatchError(message)
    if facts.classes != tuple(classes):
        message = (
            f"the {role} {facts.name!r} answers {len(facts.classes)} classes {_excerpt(facts.classes)}, but "
            f"{len(classes)} classes {_excerpt(classes)} are expected; use a model made for this version"
        )
        raise ModelMismatchError(message)
    if facts.temperature <= 0 or not 0 < facts.sure_threshold <= 1:
        message = (
            f"the {role} {facts.name!r} has temperature {facts.temperature} and sure_threshold "
            f"{facts.sure_threshold}; a positive temperature and a threshold in 0..1 are needed"
        )
        raise ModelMismatchError(message)
    inputs = [node.name for node in session.get_inputs()]
    if inputs != [input_name]:
        message = f"the {role} {facts.name!r} takes the inputs {inputs}, but {[input_name]} is expected"
        raise ModelMismatchError(message)
    return facts


def _size(raw: list[int] | None) -> tuple[int, int] | None:
    """Return a size that a model names.

    Raises:
        ValueError: It is none.
    """
    if raw is None:
        return None
    width, height = (int(side) for side in raw)
    if width < 1 or height < 1:
        message = f"an input size of {width} x {height}"
        raise ValueError(message)
    return width, height


def _excerpt(names: Sequence[str]) -> str:
    shown = list(names[:3])
    return f"{[*shown[:-1], '...', names[-1]]}" if len(names) > len(shown) else f"{shown}"
