"""Texts of the page: every language says everything, and the page asks for nothing that no language says."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from engine.rules.ways import WAYS

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Phone, Service
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

REPOSITORY = Path(__file__).resolve().parents[2]
SOURCES = sorted((REPOSITORY / "api" / "static").rglob("*.js"))
OTHERS = ("zh", "ja")
OF_THE_SERVICE = re.compile(r"(fault|warning|problem|gamefault|said|section|way)\.")
"""Texts for codes whose English the service says itself."""

OF_LABEL_STUDIO = {"bad_label_config", "photo_refused", "photo_unavailable"}
"""Problems that only its server is answered with."""

CATALOGUES = """async () => {
  const values = {n: '{n}', all: '{all}', tile: '{tile}', one: false};
  const plain = ({strings, tiles, language}) => ({language, tiles, strings: Object.fromEntries(Object.entries(strings)
    .map(([key, text]) => [key, typeof text === 'string' ? text : text(values)]))});
  const found = {};
  for (const language of ['en', 'zh', 'ja']) {
    found[language] = plain((await import(`/static/i18n/${language}.js`)).default);
  }
  found.rules = (await (await fetch('/v1/rules')).json()).rules;
  return found;
}"""


@pytest.fixture(scope="module")
def texts(browser: Browser, service: Service) -> dict[str, Any]:
    """Return the catalogues by language, with the names of values in their places, and the rule sets as ``rules``."""
    context = browser.new_context(base_url=service.url)
    page = context.new_page()
    page.goto("/openapi.json")
    found: dict[str, Any] = page.evaluate(CATALOGUES)
    context.close()
    return found


def documented_codes(section: str) -> set[str]:
    """Return the codes of a table in docs/answers.md; of problems those that HTTP answers."""
    page = (REPOSITORY / "docs" / "answers.md").read_text(encoding="utf-8")
    rows = page.split(f"## {section}\n")[1].split("\n## ")[0].splitlines()
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row.startswith("| `")]
    return {row[0].strip("`") for row in cells if section != "Problems" or row[1] != "-"}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_everything(texts: dict[str, Any], language: str) -> None:
    english, own = texts["en"], texts[language]
    assert english["strings"].keys() - own["strings"].keys() == set()
    assert {key for key in own["strings"].keys() - english["strings"].keys() if not OF_THE_SERVICE.match(key)} == set()
    assert own["tiles"].keys() == english["tiles"].keys()
    empty = {key for key, text in own["strings"].items() if not text.strip() and english["strings"].get(key, "x")}
    assert empty == set()
    assert own["language"] == language


@pytest.mark.parametrize("language", OTHERS)
def test_texts_have_the_values_that_english_has(texts: dict[str, Any], language: str) -> None:
    def values(text: str) -> set[str]:
        return set(re.findall(r"\{(\w+)\}", text))

    own = texts[language]["strings"]
    wrong = {
        key: own[key] for key, text in texts["en"]["strings"].items() if values(text) - values(own[key]) and key in own
    }
    assert wrong == {}


@pytest.mark.parametrize("language", OTHERS)
def test_texts_are_in_their_own_script(texts: dict[str, Any], language: str) -> None:
    own = texts[language]["strings"]
    names = {"preset.riichi.mleague", "preset.riichi.wrc", "preset.riichi.ema", "game.csv", "game.json", "shoot.count"}
    script = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
    foreign = {key: text for key, text in own.items() if text and not script.search(text) and key not in names}
    assert {key: text for key, text in foreign.items() if re.search("[A-Za-z]", re.sub(r"\{\w+\}", "", text))} == {}
    # Commas and question marks of a Latin script between ideographs are a slip of the keyboard.
    assert {key: text for key, text in own.items() if re.search(r"[\u3040-\u9fff][,?;!]", text)} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_codes_of_the_service_are_translated(texts: dict[str, Any], language: str) -> None:
    wanted = {f"fault.{code}" for code in documented_codes("Faults")}
    wanted |= {f"warning.{code}" for code in documented_codes("Warnings about hands")}
    wanted |= {f"warning.{code}" for code in documented_codes("Warnings about photos")}
    wanted |= {f"problem.{code}" for code in documented_codes("Problems") - OF_LABEL_STUDIO}
    assert wanted - texts[language]["strings"].keys() == set()


def engine_phrases() -> dict[str, set[str]]:
    """Return the names of the values by code, of every sentence that the engine can say."""
    phrases: dict[str, set[str]] = {}
    for path in sorted((REPOSITORY / "engine").rglob("*.py")):
        if path.name == "phrase.py":
            continue
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Phrase":
                code = call.args[0]
                where = f"{path}:{call.lineno}"
                assert isinstance(code, ast.Constant), f"the code is no literal in {where}"
                values = {str(keyword.arg) for keyword in call.keywords}
                assert phrases.setdefault(code.value, values) == values, f"{code.value} has other values in {where}"
    assert len(phrases) > 100
    return phrases


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_the_engine_is_translated(texts: dict[str, Any], language: str) -> None:
    phrases = engine_phrases()
    said = {key.removeprefix("said."): text for key, text in texts[language]["strings"].items() if key[:5] == "said."}
    assert said.keys() == phrases.keys()
    unknown = {code: text for code, text in said.items() if set(re.findall(r"\{(\w+)\}", text)) - phrases[code]}
    assert unknown == {}
    assert {f"way.{way}" for way in WAYS} <= texts[language]["strings"].keys()


@pytest.mark.parametrize("language", OTHERS)
def test_sections_of_the_practice_card_have_names(texts: dict[str, Any], language: str) -> None:
    card = tomllib.loads((REPOSITORY / "engine/rules/american/practice.toml").read_text(encoding="utf-8"))
    named = {section for section in card["sections"] if re.search("[a-z]", section)}
    assert {f"section.{section}" for section in named} <= texts[language]["strings"].keys()


@pytest.mark.parametrize("language", ["en", *OTHERS])
def test_what_rule_sets_say_of_themselves_has_names(texts: dict[str, Any], language: str) -> None:
    strings = texts[language]["strings"]
    missing = []
    for rules in texts["rules"]:
        name = rules["name"]
        keys = [f"rules.{name}", *(f"fact.{fact}" for fact in rules["facts"])]
        keys += [f"preset.{name}.{preset}" for preset in rules["presets"]]
        keys += [
            f"setting.{setting}" for setting in rules["game"]["settings"] if setting not in {"rules", "after_draw"}
        ]
        for option in rules["options"]:
            own = f"option.{name}.{option['name']}"
            if option["name"] != "preset":
                keys.append(own if own in strings else f"option.{option['name']}")
                keys += [f"choice.{choice}" for choice in option["choices"] if isinstance(choice, str)]
        missing += [key for key in keys if key not in strings]
    assert missing == []


def test_every_text_that_the_page_asks_for_is_there(texts: dict[str, Any]) -> None:
    asked = {
        key
        for path in SOURCES
        if "vendor" not in path.parts
        for key in re.findall(r"\bt\(\"([\w.-]+)\"", path.read_text(encoding="utf-8"))
    }
    assert len(asked) > 150
    assert asked - texts["en"]["strings"].keys() == set()


@pytest.mark.parametrize(
    ("locale", "language", "title"), [("zh-CN", "zh", "牌桌"), ("ja-JP", "ja", "卓"), ("fr-FR", "en", "Table")]
)
def test_the_browsers_language_is_used(
    open_phone: Callable[..., Phone], locale: str, language: str, title: str
) -> None:
    phone = open_phone(locale=locale)
    phone.page.goto("/#table")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(title)
    phone.page.locator(".table-view").wait_for()
    phone.photograph(f"table-{language}")
    assert phone.page.evaluate("document.documentElement.lang") == language
    overflow = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0
