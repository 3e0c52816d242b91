"""What these tests need only ``make label-env`` and ``make cluster-env`` install: elsewhere they are left out."""

from __future__ import annotations

from importlib.util import find_spec

NEEDED = {
    "test_formats.py": ("datumaro", "label_studio_sdk"),
    "test_label_studio_server.py": ("httpx", "label_studio"),
    "test_ray_engine.py": ("onnxruntime", "ray"),
}
"""Which packages each of these tests needs."""

collect_ignore = [name for name, packages in NEEDED.items() if not all(map(find_spec, packages))]
