"""Links, copy buttons and hostile names in a real browser."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import committed
import pytest
from browsing import HOSTILE_NAME, PAGES, REPORTS, Expected, Watched, encoded

from axiomatrix.report.matrix.data import read

pytestmark = pytest.mark.xdist_group("browser")

SAMPLE = 3
"""So many pages of a kind are opened."""


@pytest.fixture(scope="session")
def known(expected: Expected) -> dict[str, set[str]]:
    """What there is to link to, by page and key."""
    from axiomatrix.report.libraries.data import read as read_libraries

    cells = [*read(REPORTS / "compliance.json").cells, *read_libraries(REPORTS / "libraries.json").matrix.cells]
    return {
        "metric.html#name": set(expected.rows),
        "axiom.html#id": set(expected.axioms),
        "witness.html#slug": {cell.evidence.witness.slug for cell in cells if cell.evidence.witness},
        "conjecture.html#id": {path.parent.name for path in REPORTS.glob("explorations/*/answer.json")},
        "claims.html#id": {claim["id"] for claim in expected.claims["claims"]},
        "claims.html#source": set(expected.claims["sources"]),
    }


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
    key, _, value = after.split("&")[0].partition("=")
    names = known.get(f"{file}#{key}")
    if names is not None and unquote(value) not in names:
        return f"{href}: no such {key}"
    if not value and key and shown.locator(f"[id='{key}']").count() == 0:
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


def test_page_of_each_name_has_it_in_its_heading(page: Watched, known: dict[str, set[str]]) -> None:
    for of, names in known.items():
        if of == "claims.html#source":
            continue
        for name in sorted(names)[:: len(names) // SAMPLE]:
            shown = page.open(f"{of}={encoded(name)}")
            heading = shown.locator("main h1").inner_text()
            assert shown.locator("main .problem").count() == 0, name
            if of in ("metric.html#name", "axiom.html#id", "claims.html#id"):
                assert name in heading
            else:
                assert heading.strip()
                assert "No such" not in heading
            assert heading in shown.title()


def test_pages_change_with_the_address_and_the_focus_goes_to_the_heading(page: Watched) -> None:
    shown = page.open("metric.html#name=kendall")
    shown.evaluate("location.hash = 'name=footrule'")
    shown.get_by_role("heading", level=1, name=re.compile("footrule")).wait_for()
    assert shown.evaluate("document.activeElement.tagName") == "H1"
    shown.go_back()
    shown.get_by_role("heading", level=1, name=re.compile("kendall")).wait_for()
    assert "kendall" in shown.title()


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

    command = copied("Copy the replay command").split()
    assert command[:2] == ["axiomatrix", "replay"]
    witness = committed.witnesses()[Path(command[2]).stem]
    assert witness.metric == "kendall-similarity"
    code = copied("Copy the Python code")
    compile(code, "witness", "exec")
    assert "kendall-similarity" in code
    assert set(itertools.chain(*witness.instance.values())) <= set(map(int, re.findall(r"\d+", code)))


HOSTILE_PAGES = (
    "index.html",
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
    name = encoded(HOSTILE_NAME)
    named = [f"metric.html#name={name}", "axiom.html#id=scale-free", *witnesses]
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
        if address in ("index.html", "metric.html", "witness.html", *named):
            assert HOSTILE_NAME in text, address
        assert not set(text) & {"\x1b", "\x07", "\u202e"}, address
    shown = page.open(f"metric.html#name={name}")
    assert HOSTILE_NAME in shown.locator("main h1").inner_text()
    assert HOSTILE_NAME in shown.title()
    for said in (
        "<img src=x onerror=alert(2)>",
        "</title><script>alert(3)</script>",
        '<b>bold</b> & "quoted"',
        "<i>Me</i>",
    ):
        assert said in re.sub(r"\s+", " ", shown.locator("main").inner_text()), said
    page.check()


def test_hostile_metric_can_be_searched_for(context: Any, hostile_site: Path) -> None:
    page = Watched(context.new_page(), f"{hostile_site.as_uri()}/")
    shown = page.open(f"index.html#q={encoded('<script>')}")
    assert shown.locator("tr[data-m]:visible").count() == 1
    shown.get_by_role("link", name=HOSTILE_NAME, exact=True).click()
    page.ready()
    assert HOSTILE_NAME in shown.locator("main h1").inner_text()
    page.check()
