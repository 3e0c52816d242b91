"""The libraries that read our labels are installed only by ``make label-env``: elsewhere their tests are left out."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("datumaro") and find_spec("label_studio_sdk") else ["test_formats.py"]
