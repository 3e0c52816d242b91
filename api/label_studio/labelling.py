"""A project's labelling interface: which of its controls takes the boxes of tiles, and what it calls them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from api.problems import Problem
from engine.errors import quote

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Labelling", "read_labelling"]

FIELD_REFERENCE: Final = re.compile(r"\$(\w+)")
"""How an object names the task's field that holds its photo."""

SHOWN_LABELS: Final = 5

WANTED: Final = (
    'it needs an Image with value="$..." and RectangleLabels whose toName names it, '
    'with a Label of value "1m", "2m" and so on'
)


@dataclass(frozen=True, slots=True)
class Labelling:
    """Where boxes of tiles go.

    Attributes:
        from_name: Name of the control that takes them.
        to_name: Name of the object that shows the photo.
        photo_field: The field of a task's data that holds the photo's address.
        labels: What each tile code is called there; codes that it has no label for are absent.
    """

    from_name: str
    to_name: str
    photo_field: str
    labels: Mapping[str, str]


def read_labelling(config: str, names: Mapping[str, str]) -> Labelling:
    """Return the first rectangle control over an image.

    Args:
        config: The labelling interface as XML.
        names: What tile codes are called.

    Raises:
        Problem: 422 ``bad_label_config``: it is no XML, has no such control, or none of its labels is a tile's.

    >>> image = '<Image name="image" value="$photo"/>'
    >>> tiles = '<RectangleLabels name="tiles" toName="image"><Label value="1m"/></RectangleLabels>'
    >>> labelling = read_labelling(f"<View>{image}{tiles}</View>", {"1m": "1m", "2m": "2m"})
    >>> labelling.photo_field, labelling.labels
    ('photo', {'1m': '1m'})
    """
    root = _parse(config)
    fields = {image.get("name"): image.get("value", "") for image in root.iter("Image")}
    for control in root.iter("RectangleLabels"):
        reference = FIELD_REFERENCE.fullmatch(fields.get(control.get("toName"), ""))
        if reference is not None and control.get("name"):
            labels = _labels(control, names)
            return Labelling(control.get("name", ""), control.get("toName", ""), reference[1], labels)
    detail = f"the labelling interface has no place for boxes of tiles; {WANTED}"
    raise _unusable(detail)


def _labels(control: ET.Element, names: Mapping[str, str]) -> dict[str, str]:
    offered = {label.get("value", "") for label in control.iter("Label")}
    labels = {code: name for code, name in names.items() if name in offered}
    if not labels:
        shown = ", ".join(quote(value) for value in sorted(offered)[:SHOWN_LABELS]) or "nothing"
        detail = (
            f"no label of {quote(control.get('name'))} is a tile's: it has {shown}. Call the labels by their tile "
            "codes (1m, 2m and so on), or set TILESIGHT_LABEL_STUDIO_CLASSES to a class map with the project's names"
        )
        raise _unusable(detail)
    return labels


def _parse(config: str) -> ET.Element:
    if "<!" in re.sub(r"<!--.*?-->", "", config, flags=re.DOTALL):
        # Entities that expand into gigabytes are declared there; a labelling interface has no use for them.
        detail = "the labelling interface has a document type declaration; take it out"
        raise _unusable(detail)
    try:
        return ET.fromstring(config)  # noqa: S314 - the attacks need the declarations refused above
    except (ET.ParseError, ValueError) as error:
        detail = f"the labelling interface is no XML ({quote(str(error))}); {WANTED}"
        raise _unusable(detail) from None


def _unusable(detail: str) -> Problem:
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad_label_config", detail)
