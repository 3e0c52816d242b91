"""The committed OpenAPI document, and the whole API held against it with generated requests."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import (
    ChecksConfig,
    PositiveDataAcceptanceConfig,
    ProjectConfig,
    ProjectsConfig,
    SchemathesisConfig,
)

from api.logs import make_logger
from api.main import create_app
from api.openapi import make_openapi, render_openapi
from api.settings import Settings
from engine.tile import CODES
from vision.image import ImageLimits
from vision.onnx_model import ModelFacts
from vision.profile_making import ProfileMaker
from vision.reading import ModelReference, RackReading

if TYPE_CHECKING:
    from fastapi import FastAPI

    from vision.prototypes import TileSetProfile

COMMITTED = Path(__file__).resolve().parents[2] / "docs" / "openapi.json"
EXAMPLES_AN_OPERATION = 25


def test_committed_document_is_the_applications(app: FastAPI) -> None:
    wanted = render_openapi(make_openapi(app))
    assert COMMITTED.read_text(encoding="utf-8") == wanted, "run: make docs"


class AnyPhotoReader:
    """Takes any bytes for a photo without tiles: what photos are is tested elsewhere, with real ones."""

    models = (ModelReference("finder", "none", "0" * 64),)
    limits = ImageLimits()
    profile_maker = ProfileMaker(None, ModelFacts("reader", "none", CODES), "0" * 64)

    def read(self, source: bytes, *, rules: str | None = None) -> RackReading:
        assert isinstance(source, bytes)
        assert rules is None or rules
        return RackReading((1, 1), self.models, (), (), "", (), {"decode": 0.1})

    def for_set(self, tile_set: TileSetProfile) -> AnyPhotoReader:
        assert len(tile_set)
        return self


def load_schema() -> schemathesis.BaseSchema:
    # Valid notation, options of a rule set and which rule sets are there lie beyond JSON Schema: 422 says so. So does
    # which bytes are a photo: 415, where they are looked at.
    accepted = PositiveDataAcceptanceConfig(expected_statuses=["2xx", "404", "415", "422"])
    project = ProjectConfig(checks=ChecksConfig(positive_data_acceptance=accepted))
    config = SchemathesisConfig(projects=ProjectsConfig(default=project))
    app = create_app(Settings(), AnyPhotoReader(), make_logger("error", io.StringIO()))
    return schemathesis.openapi.from_asgi("/openapi.json", app, config=config)


@load_schema().parametrize()
@settings(
    max_examples=EXAMPLES_AN_OPERATION,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_keeps_to_the_document(case: schemathesis.Case) -> None:
    case.call_and_validate()
