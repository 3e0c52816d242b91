"""The page's files: kept by browsers as long as they hold, never two versions in one page, complete."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from api.routes.page import STATIC_DIR
from api.static_files import read_static_tree

if TYPE_CHECKING:
    from fastapi.testclient import TestClient

MAX_LINES = 300
MAX_PAGE_BYTES = 300_000


def versioned_paths(client: TestClient) -> list[str]:
    return re.findall(r'"(/static/[0-9a-f]{12}/[^"]+)"', client.get("/").text)


def test_files_of_a_version_are_kept_and_others_are_asked_for_again(client: TestClient) -> None:
    path = next(path for path in versioned_paths(client) if path.endswith("/app.js"))
    kept = client.get(path)
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    plain = client.get("/static/app.js")
    old = client.get("/static/0123456789ab/app.js")
    assert plain.headers["cache-control"] == old.headers["cache-control"] == "no-cache"
    assert kept.content == plain.content == old.content
    again = client.get("/static/app.js", headers={"If-None-Match": plain.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_text_is_compressed_for_whoever_takes_it(client: TestClient) -> None:
    with client.stream("GET", "/static/app.js", headers={"Accept-Encoding": "gzip"}) as packed:
        raw = b"".join(packed.iter_raw())
    plain = client.get("/static/app.js", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(raw) == plain.content == (STATIC_DIR / "app.js").read_bytes()


@pytest.mark.parametrize(
    "path", ["app.js.map", "views", "", "../main.py", "%2e%2e/main.py", ".hidden", "0/views/none.js"]
)
def test_nothing_else_is_served(client: TestClient, path: str) -> None:
    response = client.get(f"/static/{path}")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_the_worker_knows_version_and_files(client: TestClient) -> None:
    first = client.get("/sw.js").text.splitlines()[0]
    tree = read_static_tree(STATIC_DIR)
    assert first.startswith(f'self.TILESIGHT = {{"version": "{tree.version}"')
    assert '"app.js"' in first
    assert client.get("/sw.js").headers["cache-control"] == "no-cache"


def test_a_changed_file_makes_another_version(tmp_path: Path) -> None:
    (tmp_path / "app.js").write_text('import { a } from "./a.js";\n')
    (tmp_path / "a.js").write_text("export const a = 1;\n")
    before = read_static_tree(tmp_path)
    assert read_static_tree(tmp_path, before) is before
    (tmp_path / "a.js").write_text("export const a = 2;\n")
    os.utime(tmp_path / "a.js", ns=(1, 1))
    after = read_static_tree(tmp_path, before)
    assert after.version != before.version
    assert after.files["app.js"].etag == before.files["app.js"].etag


def test_modules_are_found_as_they_are_imported(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "app.js").write_text(
        'import "./first.js";\nimport {\n  one,\n  two,\n} from "./parts/second.js";\n'
        'const later = () => import("./later.js");\n// import { no } from "./comment.js";\n'
    )
    for name in ("first.js", "later.js", "comment.js", "third.js"):
        (tmp_path / name).write_text("")
    (tmp_path / "parts" / "second.js").write_text('export { three } from "../third.js";\n')
    assert read_static_tree(tmp_path).modules == ("app.js", "first.js", "parts/second.js", "third.js")


def test_the_page_fetches_its_modules_at_once(client: TestClient) -> None:
    preloaded = re.findall(r'rel="modulepreload" href="/static/[0-9a-f]+/([^"]+)"', client.get("/").text)
    assert {"app.js", "state.js", "views/hand.js", "vendor/preact-htm/standalone.module.js"} <= set(preloaded)
    assert not {"views/game.js", "i18n/ja.js", "sw.js"} & set(preloaded)


def test_the_page_is_light(client: TestClient) -> None:
    size = 0
    for path in {*versioned_paths(client), "/static/tiles/tiles@2x.webp", "/v1/rules"}:
        if not path.endswith((".png", ".webmanifest")):
            with client.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as response:
                size += len(b"".join(response.iter_raw()))
    assert size < MAX_PAGE_BYTES


def test_the_library_is_the_file_that_its_note_names() -> None:
    folder = STATIC_DIR / "vendor" / "preact-htm"
    named = dict(re.findall(r"\| `([\w.]+)` \| `([0-9a-f]{64})` \|", (folder / "README.md").read_text()))
    assert named == {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in named}
    assert set(named) == {path.name for path in folder.glob("*.js")}
    assert {path.name for path in folder.glob("LICENSE*")} == {"LICENSE-htm", "LICENSE-preact"}


def own_scripts() -> list[Path]:
    return [path for path in sorted(STATIC_DIR.rglob("*.js")) if "vendor" not in path.parts]


@pytest.mark.parametrize("path", own_scripts(), ids=lambda path: path.relative_to(STATIC_DIR).as_posix())
def test_a_script_has_one_job_and_says_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= MAX_LINES
    assert text.startswith(("/**", "//")), "the first line says what the module is for"


def test_nothing_comes_from_elsewhere_and_nothing_is_inline() -> None:
    page = (STATIC_DIR / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=", page)
    for path in [*own_scripts(), *STATIC_DIR.rglob("*.css"), STATIC_DIR / "index.html"]:
        found = re.findall(r"""(?:src|href|from|url)\s*[=(]?\s*["']?(https?:|//)""", path.read_text(encoding="utf-8"))
        assert not found, path


def test_a_class_is_styled_in_one_place() -> None:
    """Two style sheets that meant different things by one name would spoil each other's view."""
    homes: dict[str, set[str]] = {}
    for path in (STATIC_DIR / "styles").glob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors in re.findall(r"([^{}]+)\{", text):
            for name in re.findall(r"(?:^|,)\s*\.([\w-]+)(?::[\w-]+)*\s*(?=,|$)", selectors.strip()):
                homes.setdefault(name, set()).add(path.name)
    assert homes, "no style sheet was read"
    assert {name: sorted(files) for name, files in homes.items() if len(files) > 1} == {}


@pytest.mark.parametrize("language", sorted(path.stem for path in (STATIC_DIR / "i18n").glob("??.js")))
def test_a_text_is_written_once(language: str) -> None:
    """JavaScript takes the last of two texts with one key, and says nothing."""
    folder = STATIC_DIR / "i18n"
    keys = [
        key
        for path in [folder / f"{language}.js", *sorted((folder / language).glob("*.js"))]
        for key in re.findall(r'^\s*"([\w.-]+)":', path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    ]
    assert keys, "no text was found"
    assert [key for key in set(keys) if keys.count(key) > 1] == []
