"""Names of what is counted: every item of every rule set has one in every language of the page."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pytest

from engine.rules.american.names import ITEM_NAMES as AMERICAN
from engine.rules.basic.names import ITEM_NAMES as BASIC
from engine.rules.chinese_classical.names import ITEM_NAMES as CHINESE_CLASSICAL
from engine.rules.hong_kong.names import PATTERN_NAMES
from engine.rules.mcr.names import OFFICIAL_FAN
from engine.rules.registry import RULE_SET_NAMES
from engine.rules.riichi.names import FU_NAMES, YAKU_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES: Mapping[str, Mapping[str, Mapping[str, str]]] = {
    "american": AMERICAN,
    "basic": BASIC,
    "chinese_classical": CHINESE_CLASSICAL,
    "riichi": {**YAKU_NAMES, **{f"fu_{reason}": names for reason, names in FU_NAMES.items()}},
    "mcr": {code: fan.names for code, fan in OFFICIAL_FAN.items()},
    "hong_kong": PATTERN_NAMES,
}

OWN_LANGUAGE = {
    "american": "zh",
    "basic": "ja",
    "chinese_classical": "zh",
    "riichi": "ja",
    "mcr": "zh",
    "hong_kong": "zh-HK",
}
"""What stands right behind English: the command line prints it."""

NOT_SIMPLIFIED = set("東風發萬條門對槓搶撈圍聽眾龍雙節順連綠緑寶寳國無么純頭戦単両帯変歩様辺対斉釣蓮羅漢圏貫燈")
NOT_JAPANESE = set("东风发万条门对杠抢捞听龙节顺连绿无头带步单边齐钓岭莲罗汉纯圈贯")


def test_every_rule_set_is_there() -> None:
    assert sorted(NAMES) == sorted(RULE_SET_NAMES)


@pytest.mark.parametrize("rules", NAMES)
def test_every_item_is_named_in_every_language(rules: str) -> None:
    for code, names in NAMES[rules].items():
        assert {"en", "zh", "ja"} <= names.keys(), code
        assert all(name.strip() == name != "" for name in names.values()), code
        assert list(names)[:2] == ["en", OWN_LANGUAGE[rules]], code


@pytest.mark.parametrize("rules", NAMES)
def test_chinese_is_simplified_and_japanese_is_not(rules: str) -> None:
    for code, names in NAMES[rules].items():
        assert not NOT_SIMPLIFIED & set(names["zh"]), code
        assert not NOT_JAPANESE & set(names["ja"]), code
        for language in ("zh", "ja"):
            letters = [character for character in names[language] if character.isalpha()]
            scripts = {unicodedata.name(letter).split()[0] for letter in letters}
            assert scripts <= {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"}, (
                code,
                names[language],
            )
            assert language == "ja" or scripts == {"CJK"}, (code, names[language])
