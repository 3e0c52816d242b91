"""What a running service knows of its Label Studio server: where it is, its token, what it calls tiles."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from api.label_studio.photos import PhotoHost, photo_of_data_uri
from api.problems import Problem
from api.settings import SettingsError
from engine.errors import quote
from engine.tile import CODES, UNREADABLE_CODE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from api.settings import Settings

__all__ = ["LabelStudioLink"]


class LabelStudioLink:
    """The way to one Label Studio server. Used from several threads at once.

    Attributes:
        names: What the projects call each tile code.
    """

    def __init__(self, settings: Settings) -> None:
        """Read what the operator set.

        Raises:
            SettingsError: The class map cannot be used.
        """
        self.names: Mapping[str, str] = _names(settings.label_studio_classes)
        url, token = settings.label_studio_url, settings.label_studio_token
        secret = token.get_secret_value() if token is not None else None
        self._host = PhotoHost(url, secret, max_bytes=settings.max_upload_bytes) if url is not None else None

    def take_token(self, token: str) -> None:
        """Use a project's token for the server, unless the operator set one."""
        if self._host is not None:
            self._host.take_token(token)

    def fetch(self, address: str) -> bytes:
        """Return the bytes of a task's photo.

        Args:
            address: A ``data:`` address, a path on the server, or a whole address on it.

        Raises:
            Problem: See :meth:`api.label_studio.photos.PhotoHost.fetch`.
        """
        if address.startswith("data:"):
            return photo_of_data_uri(address)
        if self._host is None:
            detail = (
                f"the photo {quote(address)} lies on a Label Studio server, but none is named; set "
                "TILESIGHT_LABEL_STUDIO_URL to its address and start the service again"
            )
            raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "photo_refused", detail)
        return self._host.fetch(address)


def _names(class_map: Path | None) -> Mapping[str, str]:
    if class_map is None:
        return {code: code for code in (*CODES, UNREADABLE_CODE)}
    from datasets.formats.class_map import load_class_map  # noqa: PLC0415 - only where projects have their own names
    from datasets.formats.errors import ClassMapError  # noqa: PLC0415

    try:
        return dict(load_class_map(class_map).entries)
    except ClassMapError as error:
        message = f"setting TILESIGHT_LABEL_STUDIO_CLASSES cannot be used: {error.message}"
        raise SettingsError(message) from None
