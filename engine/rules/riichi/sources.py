"""Where the values of the presets were published, value by value.

Facts only. What was read is said for each document; a value that no source states is in ``unconfirmed``, and its text
says why it was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["PRESET_SOURCES", "PresetSource"]


@dataclass(frozen=True, slots=True)
class PresetSource:
    """The published rules behind a preset.

    Attributes:
        document: Title and edition.
        address: Where it is published.
        read: What the values were taken from.
        values: Place in the document by option, or why a value was chosen that is not stated.
        unconfirmed: Options whose value was found in no statement of the document.
    """

    document: str
    address: str
    read: str
    values: Mapping[str, str]
    unconfirmed: frozenset[str] = frozenset()


PRESET_SOURCES: Final[dict[str, PresetSource]] = {
    "tenhou": PresetSource(
        document="Tenhou manual, section RULE, ranked tables with open tanyao and red fives",
        address="https://tenhou.net/man/#RULE",
        read="statements of the manual as other programs and the wiki riichi.wiki quote them",
        values={
            "red_fives": "one red five of characters, circles and bamboos (tables with red fives)",
            "open_tanyao": "tables with open tanyao",
            "double_yakuman": "four concealed pungs on a pair wait, thirteen-sided orphans and the like count once",
            "multiple_yakuman": "yakuman add up",
            "kiriage_mangan": (
                "not quoted; chosen because recorded ranked games pay 7,700 for 4 han 30 fu, and "
                "the rules of Tenhou's Meijin tournament rule rounding up out"
            ),
            "kazoe": "not quoted; chosen because tables of the manual's rules agree on a yakuman from 13 han on",
            "renhou": "not quoted; chosen because tables of the manual's rules agree on no such yaku",
            "double_wind_fu": "a pair of the seat and round wind is 4 fu",
        },
        unconfirmed=frozenset({"kiriage_mangan", "kazoe", "renhou"}),
    ),
    "mleague": PresetSource(
        document="M.League, rules of official matches (chapters 1 to 9)",
        address="https://m-league.jp/about/",
        read="the whole text, in a copy of the page",
        values={
            "red_fives": "chapter 1 article 2 (2), chapter 2 article 6 (4): one of each suit",
            "open_tanyao": "chapter 9 article 1 (6): without the mark of yaku for concealed hands only",
            "double_yakuman": "chapter 9 article 5 lists no wait apart; chapter 6 article 6: every yakuman is 32,000",
            "multiple_yakuman": "chapter 5 article 4, chapter 6 article 6 (1)",
            "kiriage_mangan": "chapter 6 article 4 (2) and article 6 (1): also 3 han 60 fu",
            "kazoe": "chapter 6 article 6 (2): at most sanbaiman without a yakuman",
            "renhou": "chapter 9 lists all yaku; it is not among them",
            "double_wind_fu": "chapter 6 article 3 (2), note to the table",
        },
    ),
    "wrc": PresetSource(
        document="World Riichi Championship Rules 2025, version of 26 May 2025",
        address="https://www.worldriichi.org/wrc-rules",
        read="sections as several programs that follow this edition cite them, agreeing with each other",
        values={
            "red_fives": "abstract, core rules",
            "open_tanyao": "abstract, core rules",
            "double_yakuman": "abstract, scoring: no wait counts twice",
            "multiple_yakuman": "abstract, scoring; section 9.1",
            "kiriage_mangan": "abstract, scoring; section 13.4",
            "kazoe": "section 11.2: 13 han and more are four mangan, as a yakuman (the edition of 2022: sanbaiman)",
            "renhou": "abstract; section 11.5.4: mangan, not added to other yaku and dora",
            "double_wind_fu": "abstract; section 11.3",
        },
    ),
    "ema": PresetSource(
        document="EMA (European Mahjong Association), Riichi rules, 2025 edition, in force since 1 January 2026",
        address="https://mahjong-europe.org/portal/images/docs/Riichi-rules-2025-EN.pdf",
        read="sections as two programs that follow this edition cite them, agreeing with each other",
        values={
            "red_fives": "none in the set, as in the edition of 2016",
            "open_tanyao": "section 4.2, one han yaku",
            "double_yakuman": (
                "not stated as such; chosen because sections 4.1.2 and 4.2 know one value of yakuman and no sum of them"
            ),
            "multiple_yakuman": "section 4.2: yakuman are not cumulative",
            "kiriage_mangan": "sections 4.1.2 and 4.1.3 (new in 2025)",
            "kazoe": "section 4.1.2: sanbaiman from 11 han on",
            "renhou": "section 4.2, five han yaku: not combined with other yaku and dora",
            "double_wind_fu": "section 4.1.1 (new in 2025; the edition of 2016 gives 2 for each wind)",
        },
        unconfirmed=frozenset({"double_yakuman"}),
    ),
}
"""The published rules of each preset."""
