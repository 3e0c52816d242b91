"""The application under test: the real one, with a detector and a reader of faces that need no weights."""

from __future__ import annotations

import io
import threading
from typing import TYPE_CHECKING

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from api.logs import make_logger
from api.main import create_app
from api.photo_reader import RackPhotoReader
from api.settings import Settings
from engine.tile import CODES
from vision.detector import DetectorOptions, TileDetections
from vision.image import ImageLimits
from vision.pipeline import RackReader
from vision.reader import FaceReadings
from vision.reading import ModelReference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI
    from numpy.typing import NDArray

WINNING_HAND = ("2m", "3m", "4m", "5p", "6p", "7p", "2s", "2s", "3s", "4s", "5s", "7s", "8s", "9s")
MODELS = (ModelReference("finder", "scripted finder", "0" * 64), ModelReference("reader", "scripted reader", "1" * 64))
MAX_UPLOAD_BYTES = 300_000


class ScriptedDetector:
    """Finds as many tiles as it was told, in one row; none in a black photo. Can be held up."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self.started = threading.Semaphore(0)

    def detect(self, image_bgr: NDArray[np.uint8], options: DetectorOptions) -> TileDetections:
        assert options.max_tiles > 0
        self.started.release()
        assert self.may_go_on.wait(20)
        count = self.count if image_bgr.max() > 0 else 0
        left = 20 + 62 * np.arange(count, dtype=np.float32)
        top = np.full(count, 100, np.float32)
        boxes_xyxy = np.stack([left, top, left + 60, top + 80], axis=1).astype(np.float32).reshape(-1, 4)
        return TileDetections(
            boxes_xyxy,
            np.full(count, 0.9, np.float32),
            np.zeros(count, np.int64),
            np.full((count, 4, 2), np.nan, np.float32),
        )


class ScriptedReader:
    """Reads the faces it was told."""

    def __init__(self, codes: tuple[str, ...]) -> None:
        self.codes = codes

    def read_crops(
        self, crops_bgr: NDArray[np.uint8], turns: NDArray[np.int64], *, thorough: bool = True
    ) -> FaceReadings:
        del thorough
        assert crops_bgr.shape == (len(turns), 120, 96, 3)
        codes = np.full((len(turns), len(CODES)), 0.02 / (len(CODES) - 1), np.float32)
        for n, code in enumerate(self.codes[: len(turns)]):
            codes[n, CODES.index(code)] = 0.98
        rotations = np.tile(np.array([0.97, 0.01, 0.01, 0.01], np.float32), (len(turns), 1))
        return FaceReadings(codes, rotations)


@pytest.fixture
def detector() -> ScriptedDetector:
    return ScriptedDetector(len(WINNING_HAND))


@pytest.fixture
def photo_reader(detector: ScriptedDetector) -> RackPhotoReader:
    rack_reader = RackReader(detector, ScriptedReader(WINNING_HAND), models=MODELS)
    return RackPhotoReader(rack_reader, MODELS, ImageLimits(max_bytes=MAX_UPLOAD_BYTES, max_pixels=2_000_000))


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Settings:
    for name in ("HOST", "PORT", "WORKERS", "QUEUE", "LOG_LEVEL", "CORS_ORIGINS", "MODEL_DIR", "SOURCE_URL"):
        monkeypatch.delenv(f"TILESIGHT_{name}", raising=False)
    return Settings(workers=1, queue=0, max_upload_bytes=MAX_UPLOAD_BYTES, max_json_bytes=20_000)


@pytest.fixture
def log() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def app(settings: Settings, photo_reader: RackPhotoReader, log: io.StringIO) -> FastAPI:
    return create_app(settings, photo_reader, make_logger("info", log))


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def encode(image_rgb: NDArray[np.uint8], form: str = "JPEG") -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(image_rgb).save(buffer, form)
    return buffer.getvalue()


@pytest.fixture
def photo() -> bytes:
    return encode(np.full((300, 1000, 3), 120, np.uint8))


@pytest.fixture
def black_photo() -> bytes:
    return encode(np.zeros((300, 1000, 3), np.uint8))


@pytest.fixture
def bomb() -> bytes:
    """Return a small file that says it holds 100 million pixels."""
    buffer = io.BytesIO()
    Image.new("1", (10_000, 10_000)).save(buffer, "PNG")
    return buffer.getvalue()
