"""Links, copy buttons and hostile names in a real browser."""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import committed
import pytest
from browsing import HOSTILE_NAME, PAGES, REPORTS, Expected, Watched, encoded

from axiomatrix.evidence.cell import Cell
from axiomatrix.report.json_reports import read_matrix
from axiomatrix.report.site import links as addresses

pytestmark = pytest.mark.xdist_group("browser")


SAMPLE = 3
"""So many pages of a kind are opened."""


@pytest.fixture(scope="session")
def known(expected: Expected) -> dict[str, set[str]]:
    """What there is to link to, by page and key."""
    from axiomatrix.report.libraries.data import read as read_libraries

    def slugs(cells: list[Cell]) -> set[str]:
        return {cell.evidence.witness.slug for cell in cells if cell.evidence.witness}

    of_libraries = slugs(read_libraries(REPORTS / "libraries.json").cells)
    own = slugs(read_matrix(REPORTS / "compliance.json").cells)
    return {"witness.html#slug": own | of_libraries | {slug[-12:] for slug in of_libraries}}


def links(page: Any) -> list[str]:
    found: list[str] = page.evaluate("[...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href'))")
    return found


def unresolved(href: str, site: Path, known: dict[str, set[str]], shown: Any) -> str | None:
    """Why a link leads nowhere, or None."""
    if re.match(r"https?://", href):
        return None
    file, _, after = href.partition("#")
    if file and not (site / file).is_file():
        return f"{href}: no such file"
    if after and file not in ("", "witness.html", "libraries.html", "choose.html", "playground.html"):
        written = (site / file).read_text(encoding="utf-8")
        name = html.escape(unquote(after))
        return None if f"id={name}" in written or f'id="{name}"' in written else f"{href}: nothing has that id"
    key, _, value = after.split("&")[0].partition("=")
    names = known.get(f"{file}#{key}")
    if names is not None and unquote(value) not in names:
        return f"{href}: no such {key}"
    if not file and "=" not in after and after and shown.locator(f"[id='{unquote(after)}']").count() == 0:
        return f"{href}: nothing has that id"
    return None


@pytest.mark.parametrize("kind", PAGES)
def test_links_of_a_page_lead_somewhere(
    standing: Callable[[str], Watched], site: Path, known: dict[str, set[str]], kind: str
) -> None:
    shown = standing(PAGES[kind]).page
    found = set(links(shown))
    assert len(found) > 8
    assert [wrong for href in sorted(found) if (wrong := unresolved(href, site, known, shown))] == []


def test_page_of_a_witness_says_of_what_it_is(page: Watched, known: dict[str, set[str]]) -> None:
    names = sorted(known["witness.html#slug"])
    for name in names[:: len(names) // SAMPLE]:
        shown = page.open(f"witness.html#slug={encoded(name)}")
        heading = shown.locator("main h1").inner_text()
        assert shown.locator("main .problem").count() == 0, name
        assert heading.strip() and "No such" not in heading
        assert heading in shown.title()


def test_a_part_that_an_address_names_is_in_view_and_open(page: Watched) -> None:
    shown = page.open("claims.html#KV9")
    box = shown.locator("[id='KV9']")
    assert 0 <= box.bounding_box()["y"] < 200
    assert box.locator(".piece").count() > 2
    shown = page.open("metric-kendall-element.html#kendall-element")
    assert abs(shown.locator("[id='kendall-element']").bounding_box()["y"]) < 200


@pytest.mark.parametrize(
    "context", [{"permissions": ["clipboard-read", "clipboard-write"]}], ids=["clipboard"], indirect=True
)
def test_copy_buttons_copy_the_replay_command_and_the_code(page: Watched) -> None:
    shown = page.open(PAGES["witness"])
    shown.evaluate("navigator.clipboard.writeText('nothing yet')")

    def copied(label: str) -> str:
        shown.get_by_role("button", name=label).click()
        shown.get_by_role("status").get_by_text("copied").first.wait_for()
        text: str = shown.evaluate("navigator.clipboard.readText()")
        assert (
            shown.locator(".copyable", has=shown.get_by_role("button", name=label)).locator("pre").inner_text() == text
        )
        return text

    command = copied("Copy the command that verifies it").split()
    assert command[:2] == ["axiomatrix", "verify"]
    witness = committed.witnesses()[Path(command[2]).stem]
    assert witness.metric == "kendall-similarity"
    shown.get_by_text("In Python", exact=True).click()
    code = copied("Copy In Python")
    compile(code, "witness", "exec")
    assert "kendall-similarity" in code
    assert set(itertools.chain(*witness.instance.values())) <= set(map(int, re.findall(r"\d+", code)))


HOSTILE_PAGES = (
    "index.html",
    "discoveries.html",
    f"compare.html#m={encoded(HOSTILE_NAME)}",
    "choose.html#must=triangle-inequality",
    "playground.html",
    "matrix.html",
    "metric.html",
    "axiom.html",
    "witness.html",
    "libraries.html",
    "claims.html",
    "changes.html",
)


def test_metric_named_like_markup_is_text_on_every_page(context: Any, hostile_site: Path) -> None:
    page = Watched(context.new_page(), f"{hostile_site.as_uri()}/")
    shown = page.open("witness.html")
    witnesses = [href for href in links(shown) if href.startswith("witness.html#slug=")]
    assert len(witnesses) >= 3
    of_metric = addresses.metric(HOSTILE_NAME)
    named = [of_metric, addresses.axiom("scale-free"), *witnesses]
    for address in (*HOSTILE_PAGES, *named):
        shown = page.open(address)
        assert (
            shown.evaluate(
                "document.querySelectorAll('script:not([src]), main script, main img, main b[family]').length"
            )
            == 0
        )
        scripts = shown.evaluate("[...document.scripts].map((one) => one.getAttribute('src'))")
        assert all(re.fullmatch(r"(static|data)/[\w-]+\.js", source) for source in scripts)
        text = shown.locator("main").inner_text()
        if address in ("matrix.html", "metric.html", "witness.html", *named):
            assert HOSTILE_NAME in text, address
        assert not set(text) & {"\x1b", "\x07", "\u202e"}, address
    shown = page.open(of_metric)
    assert HOSTILE_NAME in shown.locator("main h1").inner_text()
    assert HOSTILE_NAME in shown.title()
    for words in (
        "<img src=x onerror=alert(2)>",
        "</title><script>alert(3)</script>",
        '<b>bold</b> & "quoted"',
        "<i>Me</i>",
    ):
        assert words in re.sub(r"\s+", " ", shown.locator("main").inner_text()), words
    page.check()


def test_hostile_metric_can_be_searched_for(context: Any, hostile_site: Path) -> None:
    page = Watched(context.new_page(), f"{hostile_site.as_uri()}/")
    shown = page.open(f"matrix.html#q={encoded('<script>')}")
    assert shown.locator("tr[data-m]:visible").count() == 1
    shown.get_by_role("link", name=HOSTILE_NAME, exact=True).click()
    page.ready()
    assert HOSTILE_NAME in shown.locator("main h1").inner_text()
    page.check()


def test_a_picture_is_saved_with_its_colours(page: Watched) -> None:
    shown = page.open("witness-kendall-general.local--triangle-inequality.html")
    with shown.expect_download() as started:
        shown.get_by_role("button", name="Download picture").first.click()
    picture = Path(started.value.path()).read_text(encoding="utf-8")
    assert started.value.suggested_filename.endswith(".svg")
    assert picture.startswith("<svg") and 'xmlns="http://www.w3.org/2000/svg"' in picture
    assert "var(--" not in picture and re.search(r'stroke="rgb\(\d+', picture)
