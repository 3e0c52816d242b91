"""Which names of pictures a format can hold: some keep them in lists of lines, some in XML."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["holds_name"]

_LINE_BREAKS: Final = r"\n\r\v\f\x1c-\x1e\x85\u2028\u2029"

_REFUSED: Final = {
    # The manifest is read as text, where this is a line break.
    "yolo": re.compile(r"\r"),
    # XML holds no control characters; its list of pictures has one a line.
    "voc": re.compile(rf"[\x00-\x1f{_LINE_BREAKS}\ufffe\uffff]"),
    # Lists of pictures, one a line, blanks around it left out.
    "cvat": re.compile(rf"[{_LINE_BREAKS}]|\s\Z"),
}
"""What no path may have in a format; those that are not named are JSON and hold every path."""


def holds_name(form: str, path: str) -> bool:
    r"""Return whether a format can hold a picture of a path.

    >>> holds_name("cvat", "a/rack.jpg"), holds_name("cvat", "two\nlines.jpg"), holds_name("coco", "two\nlines.jpg")
    (True, False, True)
    """
    refused = _REFUSED.get(form)
    return refused is None or refused.search(path) is None
