"""The generated pages of the documentation, and what mkdocs builds of all pages."""

from __future__ import annotations

import json
import posixpath
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest
from docs_blocks import ROOT

import axiomatrix
from axiomatrix import Registry
from axiomatrix.catalogue import load_catalogue
from axiomatrix.model.registry import metric
from axiomatrix.report.json_formats import JSON_FORMATS
from axiomatrix.report.site import links, shells

sys.path.insert(0, str(ROOT / "docs"))
from _reference import (  # found by the line above
    api_pages,
    command_pages,
    elsewhere,
    look,
    pages,
    places,
    space_pages,
    texts,
)

pytestmark = pytest.mark.xdist_group("documentation")  # which is built once

SCRIPT = "<script>alert(1)</script>"


class Links(HTMLParser):
    """What a page loads, what it links to, and where it can be linked to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.headings = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        self.headings += tag == "h1"
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif tag == "link" and given.get("rel") not in ("canonical", "next", "prev"):
            self.loaded.append(given["href"])
        elif "src" in given:
            self.loaded.append(given["src"])


@pytest.fixture(scope="module")
def made() -> dict[str, str | bytes]:
    return pages.everything(ROOT)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``mkdocs build --strict`` makes: any warning of it is an error (with ``--quiet`` it would see none)."""
    pytest.importorskip("material", reason='pip install -e ".[docs]"')
    folder = tmp_path_factory.mktemp("documentation")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def html_pages(folder: Path) -> Iterator[tuple[str, Links]]:
    for path in sorted(folder.rglob("*.html")):
        where = path.relative_to(folder).as_posix()
        if where != "404.html":
            yield where, Links(path.read_text(encoding="utf-8"))


def test_metrics_axioms_and_claims_have_their_pages_in_the_site_alone(
    made: dict[str, str | bytes], built: Path
) -> None:
    registry = load_catalogue()
    addresses = [links.metric(row.name) for row in registry.metrics.values()]
    asked = json.loads((ROOT / "reports" / "compliance.json").read_text(encoding="utf-8"))["columns"]
    addresses += [links.axiom(column["id"]) for column in asked]
    addresses += [links.claim(id) for source in registry.sources.values() for id in source.claims]
    searched = json.loads((built / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    assert {f"{places.SITE}/{address}" for address in addresses} <= {entry["location"] for entry in searched}
    for page, places_ in groupby(sorted(urldefrag(address) for address in addresses), lambda found: found.url):
        ids = Links((built / places.SITE / page).read_text(encoding="utf-8")).ids
        assert {unquote(found.fragment) for found in places_} <= ids, page
        leading = {
            urldefrag(entry["location"]) for entry in searched if entry["location"].startswith(f"{places.SITE}/{page}#")
        }
        assert {unquote(found.fragment) for found in leading} <= ids, page
    assert not [
        path
        for path in made
        if path.startswith(("reference/metrics", "reference/axioms", "reference/sources", "claims/"))
    ]


def test_the_head_the_mark_and_the_colours_are_those_of_the_site(built: Path) -> None:
    there = (built / places.SITE / "claims.html").read_text(encoding="utf-8")
    here = (built / "tutorials" / "conjecture.html").read_text(encoding="utf-8")
    heads = [
        re.findall(r"<li><a href=[^>]*>([^<]*)</a>", page.partition('aria-label="Pages"')[2]) for page in (here, there)
    ]
    names = [page.nav for page in shells.PAGES[: shells.PAGES_AT_HEAD]]
    assert [head[: len(names) + 1] for head in heads] == [[*names, "Documentation"]] * 2
    assert (built / look.MARK).read_bytes() == Path(shells.__file__).with_name("static").joinpath(
        "mark.svg"
    ).read_bytes()
    style = (built / places.SITE / "static" / "site.css").read_text(encoding="utf-8")
    blocks = re.findall(r"\{([^}]*)\}", (built / look.PALETTE).read_text(encoding="utf-8"))
    assert (
        len(blocks) == 2 and blocks[0] != blocks[1] and all("--ink: #" in block and block in style for block in blocks)
    )
    assert "#" not in re.sub(r"/\*.*?\*/", "", (ROOT / "docs" / "assets" / "docs.css").read_text(encoding="utf-8"))


def test_a_theme_chosen_in_the_documentation_or_the_site_is_that_of_both(browser: Any, built: Path) -> None:
    page = browser.new_context(color_scheme="light").new_page()

    def seen(path: str) -> str:
        page.goto((built / path).as_uri())
        return str(page.evaluate("getComputedStyle(document.body).colorScheme"))

    assert seen("guide.html") == "light"
    for theme in ("light", "dark", "auto"):
        page.locator("form[data-md-component=palette] label:visible").click()
        assert seen("matrix/claims.html") == seen("guide.html") == ("dark" if theme == "dark" else "light")
        assert page.evaluate("localStorage.getItem('axiomatrix-theme')") == theme
    seen("matrix/claims.html")
    page.locator("#theme").dblclick()
    assert seen("guide.html") == "dark"


def test_every_space_has_its_place(made: dict[str, str | bytes]) -> None:
    registry = load_catalogue()
    used = [of for row in registry.metrics.values() for of in (*row.arguments.values(), *row.parameters.values())]
    used += [of for axiom in registry.axioms.values() for of in axiom.over.values()]
    spaces = str(made["reference/spaces.md"])
    assert all(f"{{ #{places.space_anchor(of)} }}" in spaces for of in used)


def test_no_two_things_of_a_page_share_an_anchor(made: dict[str, str | bytes]) -> None:
    for path, page in made.items():
        anchors = re.findall(r"\{ #(\S+) \}", str(page))
        assert len(anchors) == len(set(anchors)), path


def test_every_format_has_a_page_with_all_its_fields(made: dict[str, str | bytes]) -> None:
    for name, format in JSON_FORMATS.items():
        page = str(made[f"reference/schemas/{name}.md"])
        schema = format.schema()
        fields = {field for part in (schema, *schema.get("$defs", {}).values()) for field in part.get("properties", {})}
        assert all(texts.code(field) in page for field in fields), name
        assert json.loads(made[f"reference/schemas/{name}.schema.json"]) == schema


def test_every_command_is_listed_with_its_options(made: dict[str, str | bytes]) -> None:
    page = str(made["reference/commands.md"])
    for name, command in command_pages.commands().items():
        (part,) = (p for p in page.split("\n## ") if p.startswith(texts.code(f"axiomatrix {name}")))
        options = [option for one in command.params if one.param_type_name == "option" for option in one.opts]
        assert all(texts.text(option) in part for option in options), name


def test_text_of_others_is_shown_as_text() -> None:
    registry = Registry()

    @metric(f"m{SCRIPT}", registry=registry, family=f"f{SCRIPT}", claims=[])
    def hostile(a: Any, b: Any) -> Any:
        """d(a, b) = <img src=x onerror=alert(1)> | *a*"""
        return 0

    (page,) = space_pages.pages(registry).values()
    assert "alert" in page and "<script" not in page and "<img" not in page


def test_markup_in_a_docstring_is_text_and_code_is_code() -> None:
    assert texts.docstring("w_x *a* <b>, ``x | y`` and :class:`Undefined`") == (
        "w&#95;x &#42;a&#42; &#60;b&#62;, <code>x &#124; y</code> and <code>Undefined</code>"
    )


def test_a_name_without_a_docstring_has_no_block_of_code_in_the_index() -> None:
    assert texts.docstring("") == texts.docstring(" \n ") == ""
    index = api_pages.pages()[f"{places.API}/index.md"]
    assert "```" not in index
    table = [line for line in index.splitlines() if line.startswith("|")]
    assert len(table) == len(axiomatrix.__all__) + 2


def test_links_out_of_docs_lead_to_the_site_or_to_a_copy() -> None:
    page = "[a](../../reports/claims.md#kv7) [b](../../examples/families.py) [c](ci.md) [d](../../README.md#x)"
    assert elsewhere.rewritten(page, "tutorials/new.md", {"examples/families.py"}.__contains__) == (
        '<a href="../matrix/claims.html#KV7">a</a> [b](../repository/examples/families.py) [c](ci.md) [d](../index.md)'
    )
    assert list(elsewhere.linked(page, "tutorials/new.md")) == ["examples/families.py"]


def test_links_to_code_lead_to_the_page_that_is_made_of_it(made: dict[str, str | bytes]) -> None:
    schema = "../../src/axiomatrix/report/json_formats.py#line"
    page = f"[a](../../src/axiomatrix/spaces) [b]({schema}) [c](../../src/axiomatrix)"
    assert elsewhere.rewritten(page, "tutorials/new.md", bool) == (
        "[a](../reference/spaces.md) [b](../reference/schemas/line.md) ![c](../assets/house.svg)"
    )
    assert not list(elsewhere.linked(page, "tutorials/new.md"))
    assert all(path in made and (ROOT / code).exists() for code, path in elsewhere.MADE_OF.items())


def test_nothing_in_the_built_pages_is_loaded_from_elsewhere(built: Path) -> None:
    for where, page in html_pages(built):
        assert page.headings == 1, where
        assert not [address for address in page.loaded if re.match(r"(https?:)?//", address)], where


def test_every_link_of_the_built_pages_leads_to_a_file_and_a_place_in_it(built: Path) -> None:
    read = dict(html_pages(built))
    files = {path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()}
    wrong = []
    for where, page in read.items():
        for link in {*page.links, *page.loaded}:
            address, place = urldefrag(link)
            if re.match(r"[a-z]+:", link) or link == ".":
                continue
            name = posixpath.normpath(posixpath.join(posixpath.dirname(where), unquote(address))) if address else where
            if name not in files:
                wrong.append(f"{where}: {link}")
            elif "=" in place or place.startswith("__"):
                continue  # what a script shows
            elif place and name in read and unquote(place) not in read[name].ids:
                wrong.append(f"{where}: {link} (no such place)")
    assert not wrong
