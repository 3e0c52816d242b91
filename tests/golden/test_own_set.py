"""The shipped reader can be adapted: what it learns from one example photo it uses on that and on another one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from api.photo_reader import RackPhotoReader, open_photo_reader
from api.profiles import SheetPhoto, SheetTile, make_profile
from api.service import PhotoOptions
from vision.errors import ProfileOutdatedError
from vision.profile_file import profile_from_text, profile_to_json

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MAX_SENT_BYTES = 1_000
"""Of each face, without its picture: what goes along with every photo."""


@pytest.fixture(scope="module")
def reader() -> RackPhotoReader:
    return open_photo_reader(PhotoOptions())


def sheet(reader: RackPhotoReader, renamed: dict[str, str]) -> SheetPhoto:
    """Return the first example with some labels changed."""
    tiles = reader.read(EXAMPLES / "rack.jpg").tiles
    return SheetPhoto(
        EXAMPLES / "rack.jpg",
        tuple(SheetTile(renamed.get(tile.code, tile.code), tile.box, tile.quad) for tile in tiles),
    )


def test_a_learnt_set_is_read_as_before_where_the_reader_was_right(reader: RackPhotoReader) -> None:
    profile, answer = make_profile(reader, "example", [sheet(reader, {})])
    assert answer["doubts"] == []
    text = json.dumps(profile_to_json(profile, pictures=False))
    assert len(text) < MAX_SENT_BYTES * len(profile)
    adapted = reader.for_set(profile_from_text(text))
    for name in ("rack.jpg", "discard.jpg"):
        before, after = reader.read(EXAMPLES / name), adapted.read(EXAMPLES / name)
        assert [tile.code for tile in after.tiles] == [tile.code for tile in before.tiles]
        assert after.hand == before.hand


def test_the_sets_word_counts_where_it_differs_from_the_readers(reader: RackPhotoReader) -> None:
    """The person calls one tile by another name, and says so again when it is doubted."""
    read = [tile.code for tile in reader.read(EXAMPLES / "rack.jpg").tiles]
    code = next(code for code in read if read.count(code) == 1 and code[1] != "f")
    photo = sheet(reader, {code: "8f"})
    profile, answer = make_profile(reader, "example", [photo])
    assert [(doubt["code"], doubt["like"]) for doubt in answer["doubts"]] == [("8f", code)]
    assert "8f" not in profile.kinds
    confirmed = tuple(SheetTile(tile.code, tile.box, tile.quad, confirmed=tile.code == "8f") for tile in photo.tiles)
    profile, answer = make_profile(reader, "example", [SheetPhoto(photo.source, confirmed)])
    assert answer["doubts"] == []
    found = [tile.code for tile in reader.for_set(profile).read(EXAMPLES / "rack.jpg").tiles]
    assert found == [tile.code for tile in confirmed]


def test_the_profile_of_another_reader_is_refused(reader: RackPhotoReader) -> None:
    profile, _ = make_profile(reader, "example", [sheet(reader, {})])
    document = profile_to_json(profile)
    document["reader_sha256"] = "0" * 64
    with pytest.raises(ProfileOutdatedError):
        reader.for_set(profile_from_text(json.dumps(document)))
