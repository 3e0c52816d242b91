"""The reader: crops to calibrated codes, rotations told in the photo's frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from engine.tile import CODES
from vision.errors import ModelDamagedError, ModelMismatchError, ModelMissingError
from vision.onnx_model import create_session
from vision.onnx_reader import OnnxTileReader
from vision.rectify import boxes_to_quads, rectify

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from vision.reader import FaceReadings

FACTS = {"role": "reader", "name": "test", "classes": list(CODES), "temperature": 2.0, "sure_threshold": 0.8}


def read_by_eye(blob: np.ndarray) -> list[np.ndarray]:
    """Answer like a network that knows one face: a mark at its top; rotation is where the mark is."""
    sides = [blob[:, 0, :30].mean((1, 2)), blob[:, 0, :, -24:].mean((1, 2))]
    sides += [blob[:, 0, -30:].mean((1, 2)), blob[:, 0, :, :24].mean((1, 2))]
    codes = np.zeros((len(blob), len(CODES)), np.float32)
    codes[:, CODES.index("5p")] = 8
    return [codes, 20 * np.stack(sides, axis=1)]


def read_quads(reader: OnnxTileReader, photo: np.ndarray, quads: np.ndarray) -> FaceReadings:
    return reader.read_crops(*rectify(photo, quads))


def face(quarter_turns: int) -> np.ndarray:
    """Return a face with a red mark at its top, turned clockwise."""
    picture = np.zeros((120, 96, 3), np.uint8)
    picture[6:24, 24:72, 2] = 255
    return np.rot90(picture, -quarter_turns)


@pytest.mark.parametrize("both_ways", [True, False])
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_rotation_is_told_in_the_photos_frame(make_session: Callable, turns: int, both_ways: bool) -> None:  # noqa: FBT001 -- a table's column
    photo = np.zeros((200, 200, 3), np.uint8)
    tile = face(turns)
    height, width = tile.shape[:2]
    photo[50 : 50 + height, 60 : 60 + width] = tile
    quads = boxes_to_quads(np.array([[60, 50, 60 + width, 50 + height]], np.float32))
    reader = OnnxTileReader(make_session(read_by_eye, "crops", **FACTS), both_ways=both_ways)
    readings = read_quads(reader, photo, quads)
    assert readings.rotation_probabilities.argmax() == turns
    assert readings.rotation_probabilities.max() > 0.9
    assert readings.code_probabilities.argmax() == CODES.index("5p")


def test_a_slanting_face_is_read_upright(make_session: Callable) -> None:
    photo = np.zeros((300, 300, 3), np.uint8)
    matrix = cv2.getRotationMatrix2D((32, 40), -30, 1.5)
    matrix[:, 2] += 110
    photo = cv2.warpAffine(face(0), matrix, (300, 300))
    corners = np.array([[0, 0], [64, 0], [64, 80], [0, 80]], np.float32)
    quad = (corners @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)[None]
    session = make_session(read_by_eye, "crops", **FACTS)
    readings = read_quads(OnnxTileReader(session), photo, quad)
    assert readings.rotation_probabilities.argmax() == 0
    assert session.fed[0].shape == (1, 3, 120, 96)
    assert session.fed[0][0, 0, :20].mean() > 5 * session.fed[0][0, 0, -20:].mean()


def test_a_network_is_fed_crops_of_its_own_size(make_session: Callable) -> None:
    session = make_session(read_by_eye, "crops", input_size=[64, 80], **FACTS)
    OnnxTileReader(session).read_crops(face(0)[None], np.zeros(1, np.int64))
    assert session.fed[0].shape == (1, 3, 80, 64)
    # The mark covers the same part of the crop.
    marked = session.fed[0][0, 0] > 0.5
    assert marked[4:16, 16:48].all()
    assert marked.sum() == 12 * 32


@pytest.mark.parametrize("size", ["64x80", [64], [0, 80], [64, 80, 3], {"width": 64}])
def test_an_input_size_that_is_none_is_refused(make_session: Callable, size: object) -> None:
    with pytest.raises(ModelMismatchError, match="export it"):
        OnnxTileReader(make_session(read_by_eye, "crops", input_size=size, **FACTS))


def test_temperature_softens_codes_and_rows_sum_to_one(make_session: Callable) -> None:
    crops, turns = np.zeros((3, 120, 96, 3), np.uint8), np.zeros(3, np.int64)
    sharp = OnnxTileReader(make_session(read_by_eye, "crops", **{**FACTS, "temperature": 1.0})).read_crops(crops, turns)
    soft = OnnxTileReader(make_session(read_by_eye, "crops", **FACTS)).read_crops(crops, turns)
    expected = np.exp(8 / 2) / (np.exp(8 / 2) + 46)
    assert soft.code_probabilities.max(axis=1) == pytest.approx(expected, rel=1e-5)
    assert sharp.code_probabilities.max() > soft.code_probabilities.max()
    assert np.allclose(soft.code_probabilities.sum(axis=1), 1, atol=1e-5)
    assert np.allclose(soft.rotation_probabilities.sum(axis=1), 1, atol=1e-5)


def test_both_ways_average_what_each_crop_and_its_turned_copy_say(make_session: Callable) -> None:
    """A network that is sure of one way up and clueless about the other is half sure."""

    def lopsided(blob: np.ndarray) -> list[np.ndarray]:
        codes, rotations = read_by_eye(blob)
        upside_down = blob[:, 0, -20:].mean((1, 2)) > blob[:, 0, :20].mean((1, 2))
        codes[upside_down] = 0
        return [codes * 10, rotations]

    crops = face(0)[None]
    reader = OnnxTileReader(make_session(lopsided, "crops", **FACTS))
    readings = reader.read_crops(np.ascontiguousarray(crops), np.zeros(1, np.int64))
    assert readings.code_probabilities.max() == pytest.approx((1 + 1 / 47) / 2, abs=1e-3)
    assert readings.rotation_probabilities.argmax() == 0


def test_what_one_look_leaves_doubtful_is_turned_by_half_and_nothing_else(make_session: Callable) -> None:
    """A network that is sure of faces with the mark at the top, and half sure of the one that has it below."""

    def half_sure(blob: np.ndarray) -> list[np.ndarray]:
        codes, rotations = read_by_eye(blob)
        codes[blob[:, 0, -30:].mean((1, 2)) > blob[:, 0, :30].mean((1, 2))] /= 4
        return [codes * 4, rotations]

    crops = np.ascontiguousarray(np.stack([face(0), face(2), face(0)]))
    turns = np.zeros(3, np.int64)
    session = make_session(half_sure, "crops", **FACTS)
    quick = OnnxTileReader(session).read_crops(crops, turns, thorough=False)
    assert [len(blob) for blob in session.fed] == [3, 1]
    both = OnnxTileReader(make_session(half_sure, "crops", **FACTS)).read_crops(crops, turns)
    assert np.allclose(quick.code_probabilities[1], both.code_probabilities[1])
    assert quick.code_probabilities[[0, 2]].min(axis=0).max() > both.code_probabilities[[0, 2]].max()
    assert quick.rotation_probabilities.argmax(axis=1).tolist() == [0, 2, 0]


def test_clear_faces_are_looked_at_once_and_tell_no_embedding(make_session: Callable) -> None:
    def clear(blob: np.ndarray) -> list[np.ndarray]:
        codes, rotations = read_by_eye(blob)
        return [codes * 4, rotations, blob[:, 0, [0, -1], [0, -1]]]

    outputs = ("code_logits", "rotation_logits", "embedding")
    crops = np.ascontiguousarray(np.stack([face(0)] * 3))
    for thorough, looks in ((False, 1), (True, 2)):
        session = make_session(clear, "crops", outputs, **FACTS)
        readings = OnnxTileReader(session).read_crops(crops, np.zeros(3, np.int64), thorough=thorough)
        assert len([blob for blob in session.fed if len(blob)]) == looks
        assert (readings.embeddings is not None) == thorough


def test_embeddings_are_told_both_ways_where_the_network_answers_them(make_session: Callable) -> None:
    def with_embedding(blob: np.ndarray) -> list[np.ndarray]:
        return [*read_by_eye(blob), blob[:, 0, [0, -1], [0, -1]]]

    crops = np.zeros((70, 120, 96, 3), np.uint8)
    crops[:, 0, 0, 2] = np.arange(70)
    turns = np.zeros(70, np.int64)
    outputs = ("code_logits", "rotation_logits", "embedding")
    session = make_session(with_embedding, "crops", outputs, **FACTS)
    embeddings = OnnxTileReader(session).read_crops(crops, turns).embeddings
    assert embeddings is not None
    expected = np.stack([np.stack([np.arange(70), np.zeros(70)], 1), np.stack([np.zeros(70), np.arange(70)], 1)], 1)
    assert np.allclose(embeddings * 255, expected, atol=1e-3)
    assert OnnxTileReader(make_session(read_by_eye, "crops", **FACTS)).read_crops(crops, turns).embeddings is None


def test_no_faces_and_many_faces(make_session: Callable) -> None:
    session = make_session(read_by_eye, "crops", **FACTS)
    reader = OnnxTileReader(session)
    assert len(read_quads(reader, np.zeros((9, 9, 3), np.uint8), np.empty((0, 4, 2), np.float32))) == 0
    assert session.fed == []
    quads = boxes_to_quads(np.tile(np.array([[0, 0, 8, 9]], np.float32), (150, 1)))
    assert len(read_quads(reader, np.zeros((9, 9, 3), np.uint8), quads)) == 150
    assert max(len(blob) for blob in session.fed) <= 64


def test_the_network_sees_rgb(make_session: Callable) -> None:
    session = make_session(read_by_eye, "crops", **FACTS)
    photo = np.zeros((100, 100, 3), np.uint8)
    photo[..., 0] = 255
    read_quads(OnnxTileReader(session), photo, boxes_to_quads(np.array([[10, 10, 50, 60]], np.float32)))
    assert session.fed[0][0, :, 40, 32].tolist() == [0.0, 0.0, 1.0]


def test_facts_are_the_models(make_session: Callable) -> None:
    facts = OnnxTileReader(make_session(read_by_eye, "crops", **FACTS)).facts
    assert (facts.name, facts.temperature, facts.sure_threshold) == ("test", 2.0, 0.8)


def test_another_class_list_is_refused(make_session: Callable) -> None:
    swapped = [*CODES[1::-1], *CODES[2:]]
    with pytest.raises(ModelMismatchError, match="47 classes"):
        OnnxTileReader(make_session(read_by_eye, "crops", **{**FACTS, "classes": swapped}))


def test_other_outputs_are_refused(make_session: Callable) -> None:
    session = make_session(lambda blob: [np.zeros((len(blob), 34)), np.zeros((len(blob), 4))], "crops", **FACTS)
    with pytest.raises(ModelMismatchError, match="34"):
        OnnxTileReader(session).read_crops(np.zeros((1, 120, 96, 3), np.uint8), np.zeros(1, np.int64))


def test_missing_and_damaged_model_files_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelMissingError, match="missing; install") as missing:
        create_session(tmp_path / "absent.onnx")
    assert missing.value.code == "model_missing"
    path = tmp_path / "damaged.onnx"
    path.write_bytes(b"no protobuf at all")
    for model in (path, path.read_bytes()):
        with pytest.raises(ModelDamagedError, match="cannot be loaded") as damaged:
            create_session(model)
        assert damaged.value.code == "model_damaged"
