"""Settings of the HTTP service, from environment variables that start with ``TILESIGHT_``.

Built by :func:`load_settings` when the service starts, never at import.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, FilePath, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from api.service import MAX_PHOTO_BYTES, MAX_PHOTO_PIXELS, PhotoOptions

__all__ = ["ENVIRONMENT_PREFIX", "Settings", "SettingsError", "load_settings"]

ENVIRONMENT_PREFIX: Final = "TILESIGHT_"


class SettingsError(ValueError):
    """A setting has a value that cannot be used; the message names the variable and quotes the value."""


class Settings(BaseSettings):
    """What an operator may choose.

    Attributes:
        host: Address to listen on. The default serves this machine only.
        port: Port to listen on; 0 takes a free one.
        https: Whether to speak HTTPS, with a certificate for the local network that is made at the first start.
        data_dir: Folder for what is needed again at the next start, the certificate; None means the system's usual one.
        keep: Folder for photos and corrected labels that people leave when they turn it on. None keeps nothing.
        keep_max_photos: Most photos that are kept.
        keep_max_bytes: Most bytes of kept photos together.
        model_dir: Folder with ``manifest.toml`` and the weights; None means the models that come with the program.
        workers: Photos read at the same time, each in a thread of its own.
        queue: Photos that may wait for a thread; one more is answered 429.
        threads: Threads that one model run may use.
        max_upload_bytes: Largest accepted photo.
        max_pixels: Largest accepted photo in pixels (width times height).
        max_json_bytes: Largest accepted JSON body.
        retry_after_s: Seconds a client is told to wait after 429.
        shutdown_s: Seconds that requests in flight get to finish at shutdown.
        cors_origins: Web origins that may call the API from a browser, comma separated. None by default.
        log_level: Least severe level that is logged.
        source_url: Where users of this service get its source, as the AGPL asks; linked on the page and in the API's
            description. Without it they are told to ask whoever runs the service.
        label_studio_url: Label Studio server for whose projects photos are labelled; the only host that photos are
            fetched from. None fetches nothing.
        label_studio_token: Access token for that server; None uses the ones that its projects bring.
        label_studio_classes: Class map (``1m: crack_1`` a line) with the projects' labels, where these are not our
            tile codes.
        label_studio_answer_s: Seconds after which Label Studio is answered with what was read by then; it waits 100.
    """

    model_config = SettingsConfigDict(env_prefix=ENVIRONMENT_PREFIX, frozen=True, extra="ignore")

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    https: bool = False
    data_dir: Path | None = None
    keep: Path | None = None
    keep_max_photos: Annotated[int, Field(ge=1)] = 5_000
    keep_max_bytes: Annotated[int, Field(ge=1024)] = 2_000_000_000
    model_dir: Path | None = None
    workers: Annotated[int, Field(ge=1, le=64)] = 2
    queue: Annotated[int, Field(ge=0, le=1024)] = 8
    threads: Annotated[int, Field(ge=1, le=64)] = 1
    max_upload_bytes: Annotated[int, Field(ge=1024)] = MAX_PHOTO_BYTES
    max_pixels: Annotated[int, Field(ge=1)] = MAX_PHOTO_PIXELS
    max_json_bytes: Annotated[int, Field(ge=1024)] = 256 * 1024
    retry_after_s: Annotated[int, Field(ge=1, le=3600)] = 1
    shutdown_s: Annotated[int, Field(ge=0, le=600)] = 20
    cors_origins: Annotated[tuple[str, ...], NoDecode] = ()
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    source_url: Annotated[str, Field(pattern=r"^https?://[^\s<>]+$")] | None = None
    label_studio_url: Annotated[str, Field(pattern=r"^https?://[^\s<>@?#/]+(/[^\s<>@?#]*)?$")] | None = None
    label_studio_token: SecretStr | None = None
    label_studio_classes: FilePath | None = None
    label_studio_answer_s: Annotated[int, Field(ge=1, le=3600)] = 80

    @field_validator("cors_origins", mode="before")
    @classmethod
    def _split_origins(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(origin.strip() for origin in value.split(",") if origin.strip())
        return value

    def photo_options(self) -> PhotoOptions:
        """Return how photos are to be read."""
        return PhotoOptions(
            model_dir=self.model_dir,
            threads=self.threads,
            max_bytes=self.max_upload_bytes,
            max_pixels=self.max_pixels,
        )


def load_settings(**overrides: object) -> Settings:
    """Return the settings of the environment, with overrides (None means: not given).

    Raises:
        SettingsError: A value cannot be used.
    """
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        return Settings(**given)  # type: ignore[arg-type]  # pydantic checks the values
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        message = f"setting {ENVIRONMENT_PREFIX}{name.upper()} is {first['input']!r}: {first['msg']}"
        raise SettingsError(message) from None
