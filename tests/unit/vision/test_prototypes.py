"""A known set: what is like a prototype is read as its kind, unless the reader knows better; wrong labels are found."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from engine.tile import CODES
from vision.errors import NotAdaptableError, ProfileError, ProfileOutdatedError
from vision.onnx_model import ModelFacts
from vision.profile_file import profile_from_json, profile_from_text, profile_to_json
from vision.profile_making import ProfileMaker
from vision.prototypes import Fusion, TileSetProfile, adapt, check_profile, fuse, kind_likeness, likeness
from vision.reader import FaceReadings
from vision.reading import ModelReference

FUSION = Fusion(reader_weight=0.5, likeness_weight=12.0, absent_likeness=0.3, sure_threshold=0.9, same_face=0.8)
FEATURES = 24
SHA256 = "a" * 64


def drawing(code: str) -> np.ndarray:
    """Return the embedding of a code's drawing in this set, in four turns."""
    return np.random.default_rng(CODES.index(code)).normal(size=(4, FEATURES)).astype(np.float32)


def profile_of(*codes: str, drawn: tuple[str, ...] | None = None) -> TileSetProfile:
    embeddings = np.stack([drawing(code) for code in drawn or codes])
    embeddings /= np.linalg.norm(embeddings, axis=-1, keepdims=True)
    indices = np.array([CODES.index(code) for code in codes])
    return TileSetProfile("mine", SHA256, FUSION, indices, embeddings, np.ones(len(codes), np.bool_))


def opinion(**chances: float) -> np.ndarray:
    """Return a reader's probabilities; codes are written as ``m1`` since names cannot begin with a digit."""
    row = np.zeros(len(CODES), np.float32)
    for name, chance in chances.items():
        row[CODES.index(name[::-1])] = chance
    row[row == 0] = (1 - row.sum()) / (row == 0).sum()
    return row


def seen(code: str, turn: int = 0, noise: float = 0.0) -> np.ndarray:
    """Return what the embedding of a face is that lies at a turn: as it stands and turned by half."""
    views = drawing(code)[[turn, (turn + 2) % 4]]
    return views + noise * np.random.default_rng(5).normal(size=views.shape).astype(np.float32)


def read(probabilities: np.ndarray, embedding: np.ndarray, profile: TileSetProfile) -> tuple[str, float]:
    fused = fuse(probabilities[None], kind_likeness(embedding[None], profile), profile.fusion)[0]
    assert fused.sum() == pytest.approx(1, abs=1e-5)
    return CODES[fused.argmax()], float(fused.max())


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_known_face_is_read_in_any_turn_against_the_readers_mistake(turn: int) -> None:
    profile = profile_of("6z", "1z", "5z")
    code, chance = read(opinion(z1=0.9, z6=0.08), seen("6z", turn, noise=0.3), profile)
    assert code == "6z"
    assert chance > 0.9


def test_kinds_without_a_face_are_read_as_before() -> None:
    profile = profile_of("6z", "1z", "5z")
    code, chance = read(opinion(s9=0.95), seen("9s"), profile)
    assert code == "9s"
    assert chance > 0.5


def test_several_faces_of_a_kind_count_by_the_one_that_fits_best() -> None:
    profile = profile_of("6z", "6z", "1z", drawn=("3f", "6z", "1z"))
    assert read(opinion(z1=0.6, z6=0.3), seen("6z"), profile)[0] == "6z"


def test_faces_that_are_not_trusted_take_no_part() -> None:
    profile = profile_of("1z", "6z", drawn=("6z", "6z"))
    doubted = replace(profile, trusted=np.array([False, True]))
    assert read(opinion(z1=0.5, z6=0.4), seen("6z"), doubted)[0] == "6z"
    nothing = replace(profile, trusted=np.zeros(2, np.bool_))
    chances = opinion(z1=0.5)
    assert np.array_equal(fuse(chances[None], kind_likeness(seen("6z")[None], nothing), FUSION), chances[None])


def test_no_faces_to_read() -> None:
    kinds = kind_likeness(np.empty((0, 2, FEATURES), np.float32), profile_of("1z"))
    assert fuse(np.empty((0, 47), np.float32), kinds, FUSION).shape == (0, 47)


def test_likeness_is_one_for_itself_and_symmetric_under_half_turns() -> None:
    profile = profile_of("1z", "2z")
    alike = likeness(profile.embeddings[:, ::2], profile.embeddings)
    turned = likeness(profile.embeddings[:, [2, 0]], profile.embeddings)
    assert np.allclose(np.diag(alike), 1, atol=1e-5)
    assert np.allclose(alike, turned, atol=1e-5)


def test_a_reader_that_tells_no_embedding_is_refused() -> None:
    chances = opinion(z1=0.9)[None]
    readings = FaceReadings(chances, np.full((1, 4), 0.25, np.float32))
    assert adapt(readings, None) is chances
    with pytest.raises(NotAdaptableError, match="without the set"):
        adapt(readings, profile_of("1z"))


def test_a_profile_of_another_reader_is_refused() -> None:
    profile = profile_of("1z")
    check_profile(profile, [ModelReference("finder", "f", "0" * 64), ModelReference("reader", "r", SHA256)])
    check_profile(None, [])
    with pytest.raises(ProfileOutdatedError, match="make it anew"):
        check_profile(profile, [ModelReference("reader", "r", "b" * 64)])


class DrawnReader:
    """Reads crops whose first pixel names the drawing, and where its colour says what the reader takes it for."""

    def read_crops(self, crops_bgr: np.ndarray, turns: np.ndarray, *, thorough: bool = True) -> FaceReadings:
        del thorough
        marks = crops_bgr[:, 40, 32]
        taken_for = np.stack([opinion(**{CODES[mark[1]][::-1]: float(mark[2]) / 255}) for mark in marks])
        views = np.stack([drawing(CODES[mark[0]])[[0, 2]] for mark in marks])
        return FaceReadings(taken_for, np.full((len(turns), 4), 0.25, np.float32), views)


def crop(drawn: str, taken_for: str | None = None, chance: float = 0.97) -> np.ndarray:
    mark = (CODES.index(drawn), CODES.index(taken_for or drawn), round(chance * 255))
    return np.tile(np.array(mark, np.uint8), (120, 96, 1))


def maker(fusion: Fusion | None = FUSION) -> ProfileMaker:
    facts = ModelFacts("reader", "drawn", CODES, fusion=fusion)
    return ProfileMaker(DrawnReader(), facts, SHA256)


def make(crops: list[np.ndarray], codes: list[str], **more: Any) -> tuple[TileSetProfile, list[tuple[int, str]]]:  # noqa: ANN401 - passed on
    profile, doubts = maker().make("mine", np.stack(crops), codes, **more)
    return profile, [(doubt.face, doubt.like) for doubt in doubts]


def test_new_drawings_are_learnt_even_where_the_reader_is_sure_otherwise() -> None:
    profile, doubts = make([crop("6z", "1z", 0.999), crop("1z"), crop("2z")], ["6z", "1z", "2z"])
    assert doubts == []
    assert profile.kinds == ("1z", "2z", "6z")
    assert len(profile.pictures) == 3


def test_a_label_that_contradicts_more_equal_faces_is_doubted_and_left_out() -> None:
    profile, doubts = make([crop("1z"), crop("1z"), crop("1z"), crop("2z")], ["1z", "1z", "6z", "2z"])
    assert doubts == [(2, "1z")]
    assert profile.trusted.tolist() == [True, True, False, True]


def test_the_readers_mistake_does_not_decide_which_of_two_equal_faces_is_doubted() -> None:
    profile, doubts = make([crop("6z", "1z"), crop("6z", "1z"), crop("2z")], ["6z", "1z", "2z"])
    assert doubts == [(0, "1z"), (1, "6z")]
    assert profile.kinds == ("2z",)


def test_exchanged_labels_are_doubted() -> None:
    profile, doubts = make([crop("1z", chance=1), crop("6z", chance=1), crop("2z")], ["6z", "1z", "2z"])
    assert doubts == [(0, "1z"), (1, "6z")]
    assert profile.kinds == ("2z",)


def test_a_label_taken_for_a_kind_that_no_other_face_has_is_doubted() -> None:
    profile, doubts = make([crop("1z", chance=1), crop("6z"), crop("2z")], ["6z", "6z", "2z"])
    assert doubts == [(0, "1z")]
    assert profile.kinds == ("2z", "6z")


def test_a_face_unlike_others_of_its_label_is_doubted_if_they_are_read_so_and_it_is_not() -> None:
    _, doubts = make([crop("6z", "1z", 0.6), crop("5z"), crop("1z")], ["5z", "5z", "1z"])
    assert doubts == [(0, "1z")]


def test_a_red_five_may_look_like_a_five() -> None:
    profile, doubts = make([crop("5p"), crop("5p", chance=1)], ["5p", "0p"])
    assert doubts == []
    assert profile.kinds == ("5p", "0p")


def test_a_confirmed_label_is_believed() -> None:
    profile, doubts = make([crop("1z"), crop("1z"), crop("2z")], ["1z", "6z", "2z"], confirmed={0, 1})
    assert doubts == [(0, "6z"), (1, "1z")]
    assert profile.trusted.all()


@pytest.mark.parametrize("codes", [["0x"], ["??"], ["9z"], []])
def test_codes_that_are_no_faces_are_refused(codes: list[str]) -> None:
    with pytest.raises(ProfileError):
        maker().make("mine", np.zeros((len(codes), 120, 96, 3), np.uint8), codes)


@pytest.mark.parametrize("name", ["", "  ", "x" * 200])
def test_a_set_needs_a_name(name: str) -> None:
    with pytest.raises(ProfileError, match="name"):
        maker().make(name, crop("1z")[None], ["1z"])


def test_a_reader_that_was_not_fitted_is_refused() -> None:
    with pytest.raises(NotAdaptableError, match="fitted"):
        maker(None).make("mine", crop("1z")[None], ["1z"])


def test_a_profile_survives_its_file() -> None:
    profile, _ = make([crop("1z"), crop("1z"), crop("2z")], ["1z", "6z", "2z"])
    text = json.dumps(profile_to_json(profile))
    found = profile_from_text(text)
    assert found.name == "mine"
    assert found.fusion == profile.fusion
    assert found.pictures == profile.pictures
    assert found.codes.tolist() == profile.codes.tolist()
    assert found.trusted.tolist() == profile.trusted.tolist()
    assert np.allclose(found.embeddings, profile.embeddings, atol=2e-3)
    small = json.dumps(profile_to_json(profile, pictures=False))
    assert profile_from_text(small).pictures == ()


def test_a_profile_is_made_anew_from_its_pictures() -> None:
    profile, _ = make([np.full((120, 96, 3), CODES.index("3p"), np.uint8)], ["3p"])
    old = replace(profile, reader_sha256="b" * 64, embeddings=-profile.embeddings)
    renewed = maker().remake(old)
    assert renewed.reader_sha256 == SHA256
    assert np.allclose(renewed.embeddings, profile.embeddings, atol=1e-5)
    with pytest.raises(ProfileError, match="photograph"):
        maker().remake(replace(old, pictures=()))


def test_pictures_that_an_earlier_release_kept_smaller_are_used() -> None:
    profile, _ = make([crop("3p")], ["3p"])
    small = cv2.imencode(".png", cv2.resize(crop("3p"), (64, 80)))[1].tobytes()
    renewed = maker().remake(replace(profile, pictures=(small,)))
    assert np.allclose(renewed.embeddings, profile.embeddings, atol=1e-5)
    assert cv2.imdecode(np.frombuffer(renewed.pictures[0], np.uint8), cv2.IMREAD_COLOR).shape == (120, 96, 3)


@pytest.mark.parametrize("size", [None, (9_000, 9_000), (80, 64)])
def test_a_picture_that_is_no_face_is_refused(size: tuple[int, int] | None) -> None:
    profile, _ = make([crop("3p")], ["3p"])
    buffer = io.BytesIO(b"no picture")
    if size is not None:
        Image.new("1", size).save(buffer, "PNG")
    with pytest.raises(ProfileError, match="picture"):
        maker().remake(replace(profile, pictures=(buffer.getvalue(),)))


DOCUMENT = profile_to_json(profile_of("1z", "2z"))
SPOILT = [
    7,
    {},
    {**DOCUMENT, "format": 2},
    {**DOCUMENT, "name": 7},
    {**DOCUMENT, "reader_sha256": "short"},
    {**DOCUMENT, "faces": []},
    {**DOCUMENT, "faces": [7]},
    {**DOCUMENT, "faces": [{**DOCUMENT["faces"][0], "code": "9z"}]},
    {**DOCUMENT, "faces": [{**DOCUMENT["faces"][0], "trusted": 1}]},
    {**DOCUMENT, "faces": [{**DOCUMENT["faces"][0], "embedding": "?"}]},
    {**DOCUMENT, "faces": [{**DOCUMENT["faces"][0], "embedding": "AAAA"}]},
    {**DOCUMENT, "faces": [{**DOCUMENT["faces"][0], "embedding": "//////////8="}]},
    {**DOCUMENT, "faces": [{**DOCUMENT["faces"][0], "picture": 7}]},
    {**DOCUMENT, "faces": [DOCUMENT["faces"][0], {**DOCUMENT["faces"][0], "embedding": "AAAAAAAAAAA="}]},
    {**DOCUMENT, "fusion": {}},
    {**DOCUMENT, "fusion": {**DOCUMENT["fusion"], "same_face": "0.5"}},
    {**DOCUMENT, "fusion": {**DOCUMENT["fusion"], "reader_weight": -1}},
    {**DOCUMENT, "fusion": {**DOCUMENT["fusion"], "reader_weight": 10**400}},
]


@pytest.mark.parametrize("document", SPOILT)
def test_what_is_no_profile_is_refused_with_words(document: object) -> None:
    with pytest.raises(ProfileError, match="make it anew"):
        profile_from_json(document)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, " " * 3_000_000, b"\xff\xfe"])
def test_text_that_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(ProfileError):
        profile_from_text(text)
