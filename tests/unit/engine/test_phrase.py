"""Sentences with codes: what programs get beside the English."""

from __future__ import annotations

import copy
import pickle

import pytest

from engine.interchange import analyse_json
from engine.phrase import Phrase

PHRASE = Phrase("wait_closed", "waits for 2m between 1m and 3m", tile="2m", tiles=("1m", "3m"))


def test_a_phrase_is_its_english() -> None:
    assert PHRASE == "waits for 2m between 1m and 3m"
    assert {PHRASE: 1}["waits for 2m between 1m and 3m"] == 1


@pytest.mark.parametrize("again", [copy.deepcopy(PHRASE), pickle.loads(pickle.dumps(PHRASE))])  # noqa: S301 - its own bytes
def test_copies_keep_code_and_values(again: Phrase) -> None:
    assert isinstance(again, Phrase)
    assert (again, again.to_json()) == (PHRASE, PHRASE.to_json())


@pytest.mark.parametrize(
    "body",
    [
        {"rules": "riichi", "hand": "234m567p2278s (111z) +9s"},
        {"rules": "riichi", "hand": "123m456p789s11223z"},
        {"rules": "hong_kong", "hand": "123m456p789s11222z"},
        {"rules": "mcr", "hand": "234m567p2278s (111z) +9s"},
        {"rules": "chinese_classical", "hand": "234m567p2278s (111z) +9s"},
        {"rules": "american", "hand": "2222m3333p11z1f1f1j4z"},
    ],
)
def test_every_sentence_has_its_code_beside_it(body: dict[str, str]) -> None:
    answer = analyse_json(body)
    told = [(entry["reasons"], entry["reason_codes"]) for entry in answer["discards"]]
    if answer["score"]:
        told.append((answer["score"]["explanation"], answer["score"]["explanation_codes"]))
    assert told
    for english, codes in told:
        assert len(english) == len(codes) > 0
        assert all(set(code) == {"code", "values"} for code in codes)
        assert not any(isinstance(line, Phrase) for line in english)


def test_faults_say_more_than_their_code() -> None:
    (fault,) = analyse_json({"rules": "riichi", "hand": "234m567p2278s (999s) +6s"})["faults"]
    assert fault["code"] == "no_yaku"
    assert [detail["code"] for detail in fault["details"]] == ["no_yaku_open", "yaku_by_luck"]
    (fault,) = analyse_json({"rules": "hong_kong", "hand": "234m567p23455s (999s)"})["faults"]
    worth = fault["details"][0]
    assert (worth["code"], worth["values"]["minimum"]) == ("worth_too_little", 3)
    assert all(item["names"]["zh"] for item in worth["values"]["items"])
    context = {"ippatsu": True}
    (fault,) = analyse_json({"rules": "riichi", "hand": "234m567p22278s567s", "context": context})["faults"]
    assert fault["details"][0] == {"code": "conflict_of", "values": {"first": "ippatsu", "second": "riichi"}}
    assert fault["details"][1]["code"] == "ippatsu_without_riichi"
