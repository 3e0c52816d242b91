"""What one running service holds: settings, models, workers, counters, log."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Final, ParamSpec, TypeVar

from fastapi import Depends, Request

from api.kept import KeptLimits, KeptPhotos
from api.label_studio.link import LabelStudioLink
from api.metrics import Metrics
from api.problems import Problem
from api.profiles import make_profile, renew_profile
from api.service import (
    analyse_request,
    game_sheet_csv,
    load_photo_reader,
    payments_of_win,
    program_version,
    review_game,
    settle_request,
)
from api.workers import PoolFullError, WorkerPool
from vision.errors import ModelError
from vision.image import ImageLimits
from vision.profile_file import profile_from_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from api.logs import Logger
    from api.profiles import SheetPhoto
    from api.service import Document, PhotoReader
    from api.settings import Settings
    from vision.prototypes import TileSetProfile
    from vision.reading import RackReading

__all__ = ["ServiceState", "State"]

P = ParamSpec("P")
T = TypeVar("T")

LOADING_RETRY_S: Final = 2
"""Loading the models takes about a second."""


class ServiceState:
    """The parts that requests share."""

    def __init__(self, settings: Settings, logger: Logger, reader: PhotoReader | None = None) -> None:
        """Make the workers and counters; models are loaded by :meth:`load` unless a reader is given."""
        self.settings = settings
        self.logger = logger
        self.metrics = Metrics()
        self.label_studio = LabelStudioLink(settings)
        self.version = program_version()
        self.kept = _kept_photos(settings)
        self.authority: Path | None = None
        """Certificate of the authority that phones may trust, where the service speaks HTTPS with one of its own."""
        self._reader = reader
        self._load_error: ModelError | None = None
        # Pools of their own: an analysis of milliseconds must not wait behind photos, nor a photo behind the network.
        self._pools = {
            name: WorkerPool(workers=settings.workers, queue=settings.queue, name=f"tilesight-{name}")
            for name in ("photo", "analysis", "fetch")
        }
        for name, pool in self._pools.items():
            self.metrics.in_flight.labels(name).set_function(pool.pending)

    async def load(self) -> None:
        """Load the models. A failure is kept, and answered to whoever wants a photo read."""
        if self._reader is not None:
            return
        try:
            self._reader = await self._pools["photo"].run(load_photo_reader, self.settings.photo_options())
        except ModelError as error:
            self._load_error = error
            self.logger.critical("models_unusable", code=error.code, message=error.message)
        except Exception:
            self._load_error = ModelError("the models cannot be loaded for an unexpected reason; the log has it")
            self.logger.exception("models_unusable", code=ModelError.code)
        else:
            self.logger.info("models_loaded", models=[model.name for model in self._reader.models])

    def reader(self) -> PhotoReader:
        """Return the loaded models.

        Raises:
            ModelError: They cannot be used.
            Problem: They are still being loaded.
        """
        if self._reader is not None:
            return self._reader
        if self._load_error is not None:
            raise self._load_error
        raise Problem(
            HTTPStatus.SERVICE_UNAVAILABLE,
            "models_loading",
            "the models are being loaded; try again in a moment",
            headers={"Retry-After": str(LOADING_RETRY_S)},
        )

    async def read(self, photo: bytes, rules: str | None = None, tile_set: str | None = None) -> RackReading:
        """Return what a photo shows, read in a worker thread.

        Args:
            photo: The file.
            rules: The rule set's name.
            tile_set: The profile of the set whose tiles it shows, as JSON text.

        Raises:
            VisionError: Photo, profile or models cannot be used.
        """
        reader = self.reader()
        if tile_set is not None:
            reader = reader.for_set(profile_from_text(tile_set))
        reading = await self._run("photo", reader.read, photo, rules=rules)
        for tile in reading.tiles:
            self.metrics.tiles.labels("yes" if tile.sure else "no").inc()
        for stage, milliseconds in reading.timing_ms.items():
            self.metrics.stage_duration.labels(stage).observe(milliseconds / 1000)
        return reading

    async def make_profile(self, name: str, photos: Sequence[SheetPhoto]) -> Document:
        """Return the answer about a tile set's profile, made in a worker thread from its photographed tiles."""
        _, answer = await self._run("photo", make_profile, self.reader(), name, photos)
        return answer

    async def renew_profile(self, profile: TileSetProfile) -> Document:
        """Return the answer about a profile made anew for this reader, in a worker thread."""
        _, answer = await self._run("photo", renew_profile, self.reader(), profile)
        return answer

    async def fetch_photo(self, address: str) -> bytes:
        """Return the photo of a Label Studio task, fetched in a worker thread."""
        return await self._run("fetch", self.label_studio.fetch, address)

    async def keep(self, photo: bytes, labels: Mapping[str, object]) -> int:
        """Keep a photo that a person leaves, in a worker thread; return how many are kept.

        Raises:
            Problem: No photos are kept.
        """
        if self.kept is None:
            detail = "this service keeps no photos; whoever runs it can let it with: tilesight serve --keep FOLDER"
            raise Problem(HTTPStatus.NOT_FOUND, "keeping_off", detail)
        return await self._run("photo", self.kept.keep, photo, labels)

    async def analyse(self, request: Document) -> Document:
        """Return the analysis of a request, computed in a worker thread."""
        return await self._run("analysis", analyse_request, request)

    async def settle(self, request: Document) -> Document:
        """Return who pays whom, computed in a worker thread."""
        return await self._run("analysis", settle_request, request)

    async def payments(self, request: Document) -> Document:
        """Return what is paid for a win, computed in a worker thread."""
        return await self._run("analysis", payments_of_win, request)

    async def game(self, request: Document) -> Document:
        """Return a game's score sheet and faults, made in a worker thread."""
        return await self._run("analysis", review_game, request)

    async def game_csv(self, request: Document) -> str:
        """Return a game's score sheet as comma-separated values, made in a worker thread."""
        return await self._run("analysis", game_sheet_csv, request)

    def close(self) -> None:
        """Wait for work in flight and end the threads."""
        for pool in self._pools.values():
            pool.close()

    async def _run(self, pool: str, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await self._pools[pool].run(function, *args, **kwargs)
        except PoolFullError:
            self.metrics.rejected.labels(pool).inc()
            raise


def _kept_photos(settings: Settings) -> KeptPhotos | None:
    if settings.keep is None:
        return None
    limits = KeptLimits(settings.keep_max_photos, settings.keep_max_bytes)
    return KeptPhotos(settings.keep, limits, ImageLimits(settings.max_upload_bytes, settings.max_pixels))


def _state_of(request: Request) -> ServiceState:
    state: ServiceState = request.app.state.service
    return state


State = Annotated[ServiceState, Depends(_state_of)]
"""A route's parameter of this type is the running service's state."""
