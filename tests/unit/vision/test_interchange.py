"""The JSON of a reading: exactly the keys and values that programs outside rely on."""

from __future__ import annotations

import json

from vision.interchange import reading_to_json
from vision.reading import Alternative, ModelReference, RackReading, ReadTile, ReadWarning, TileGroup

QUAD = ((0.04, 0.0), (10.0, 0.0), (10.0, 20.06), (0.0, 20.0))


def test_every_part_is_there() -> None:
    reading = RackReading(
        size_wh=(640, 480),
        models=(ModelReference("finder", "finder-1", "aa"),),
        tiles=(
            ReadTile("5p", 0.97123456, (0, 0, 10.26, 20), QUAD, 90, (Alternative("6p", 0.02),), 0, 0, 0, sure=True),
            ReadTile("??", 0.0, (20, 0, 30, 20), None, None, (), 0, 1, 1, sure=False),
        ),
        groups=(TileGroup("concealed", (0,), "5p"), TileGroup("loose", (1,), "")),
        hand="5p",
        warnings=(ReadWarning("unreadable", "one tile could not be read", (1,)), ReadWarning("blurred", "blurred")),
        timing_ms={"decode": 1.26, "detect": 2.0, "read": 3.0, "layout": 0.04},
    )
    expected = {
        "image": {"width": 640, "height": 480, "orientation_applied": True},
        "models": [{"role": "finder", "name": "finder-1", "sha256": "aa"}],
        "tiles": [
            {
                "code": "5p",
                "confidence": 0.9712,
                "box": [0, 0, 10.3, 20],
                "quad": [[0.0, 0.0], [10.0, 0.0], [10.0, 20.1], [0.0, 20.0]],
                "rotation": 90,
                "alternatives": [{"code": "6p", "confidence": 0.02}],
                "row": 0,
                "index": 0,
                "group": 0,
                "sure": True,
            },
            {
                "code": "??",
                "confidence": 0.0,
                "box": [20, 0, 30, 20],
                "quad": None,
                "rotation": None,
                "alternatives": [],
                "row": 0,
                "index": 1,
                "group": 1,
                "sure": False,
            },
        ],
        "groups": [
            {"kind": "concealed", "tiles": [0], "text": "5p"},
            {"kind": "loose", "tiles": [1], "text": ""},
        ],
        "hand": "5p",
        "warnings": [
            {"code": "unreadable", "message": "one tile could not be read", "tiles": [1]},
            {"code": "blurred", "message": "blurred", "tiles": []},
        ],
        "timing_ms": {"decode": 1.3, "detect": 2.0, "read": 3.0, "layout": 0.0},
    }
    assert reading_to_json(reading) == expected
    assert json.loads(json.dumps(reading_to_json(reading))) == expected
