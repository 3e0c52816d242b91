"""What can be wrong with what is asked of data sets as a whole; faults of single labels are listed, not raised.

::

    LabelError
    +-- CurationError                 bad_data_set      no data set, no known format, or nothing left to do
"""

from __future__ import annotations

from typing import ClassVar

from datasets.formats.errors import LabelError

__all__ = ["CurationError"]


class CurationError(LabelError):
    """A data set cannot be recognised, or what is asked of it cannot be done."""

    code: ClassVar[str] = "bad_data_set"
