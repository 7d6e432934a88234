"""Every kind of page in a real browser: it comes without errors, is accessible, fits narrow windows and paper."""

from __future__ import annotations

import itertools
import re
import shutil
import threading
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from browsing import PAGES, Watched, axe, overflow
from questions import SCREENS
from unpacking import unpacked
from verdict_words import in_words

from axiomatrix.report.site.blocks import data_script

pytestmark = pytest.mark.xdist_group("browser")

Visit = Callable[[str], Watched]
DARK = {"color_scheme": "dark"}
NARROW = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: Any) -> None:
        pass


def brightness(page: Any, of: str) -> float:
    """Of the background (0 black, 1 white) behind the element."""
    colour: str = page.evaluate(
        """(of) => {
            for (let one = document.querySelector(of); one; one = one.parentElement) {
                const colour = getComputedStyle(one).backgroundColor;
                if (!/, 0\\)$/.test(colour)) return colour;
            }
            return "none";
        }""",
        of,
    )
    red, green, blue = map(float, re.findall(r"[\d.]+", colour)[:3])
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


@pytest.mark.parametrize("kind", PAGES)
def test_page_comes_from_disk_without_errors_and_says_what_it_is(standing: Visit, kind: str) -> None:
    shown = standing(PAGES[kind]).page
    assert shown.locator("main h1").count() == 1
    heading = shown.locator("main h1").inner_text()
    assert heading.strip() and heading in shown.title()
    levels = shown.evaluate(
        "[...document.querySelectorAll('main :is(h1,h2,h3,h4,h5,h6)')].map(h => Number(h.tagName[1]))"
    )
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))
    assert shown.locator("nav a[aria-current=page]").count() == 1
    assert shown.evaluate("document.querySelectorAll('[style]:not(svg *), style, script:not([src])').length") == 0


def test_site_comes_from_a_host_without_errors(context: Any, site: Path) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = Watched(context.new_page(), f"http://127.0.0.1:{server.server_port}/")
        for kind in ("index", "matrix", "metric", "witness"):
            shown = page.open(PAGES[kind])
            assert shown.locator("main h1").count() == 1
        shown.close()
        server.shutdown()
    page.check()


HOSTILE_PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)">
<script>alert(2); parent.document.title = "mine"</script><image href="http://127.0.0.1:9/x.png"/>
<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="alert(3)"/></foreignObject></svg>
"""


def test_a_picture_that_somebody_else_made_does_nothing(context: Any, small_site: Path, tmp_path: Path) -> None:
    here = shutil.copytree(small_site, tmp_path / "site")
    picture = f"data:image/svg+xml,{quote(HOSTILE_PICTURE)}"
    script = here / "data/conjecture-kv7.js"
    parts = [re.sub('data:image/svg[^"]*', picture, part) for part in unpacked(script.read_bytes())]
    script.write_bytes(data_script("conjecture-kv7", parts))
    watched = Watched(context.new_page(), f"{here.as_uri()}/")
    shown = watched.open("conjecture-kv7.html")
    size = "document.querySelector('main img').naturalWidth"
    assert shown.evaluate(size) == 9 and "mine" not in shown.title()
    watched.check()


@pytest.mark.parametrize("context", [{"viewport": one} for one in SCREENS], ids=["1440", "390"], indirect=True)
def test_a_conjecture_that_falls_opens_with_the_instance_that_shows_it(page: Watched) -> None:
    shown = page.open(PAGES["conjecture"])
    picture = shown.locator(".pictures svg").first
    picture.wait_for()
    box = picture.bounding_box()
    assert box is not None and box["y"] + box["height"] <= shown.viewport_size["height"]
    assert shown.locator(".sides").first.inner_text() == "6 >= 7 is false"


def test_policy_of_every_file_lets_nothing_in_from_elsewhere(site: Path) -> None:
    files = sorted(site.glob("*.html"))
    assert {file.name for file in files} > {address.partition("#")[0] for address in PAGES.values()}
    for file in files:
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', file.read_text(encoding="utf-8"))
        assert policy, file
        rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
        assert rules["default-src"] == "'none'"
        assert rules["script-src"] == rules["style-src"] == "'self'"
        assert rules.keys() == {"default-src", "script-src", "style-src", "img-src", "base-uri", "form-action"}


@pytest.mark.parametrize("kind", PAGES)
def test_axe_finds_nothing_serious_in_light_and_dark(context: Any, small_site: Path, kind: str) -> None:
    page = Watched(context.new_page(), f"{small_site.as_uri()}/")
    shown = page.open(PAGES[kind])
    if kind == "matrix":
        shown.wait_for_selector("#page[data-labelled]", state="attached")
    assert axe(shown) == []
    shown.emulate_media(color_scheme="dark")
    assert brightness(shown, "main") < 0.2
    assert axe(shown) == []
    page.check()


def beside_the_tables(page: Any) -> list[str]:
    """What is wider than the window on the matrix page, whose tables are as wide as they need."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll("main *")].filter((one) => one.checkVisibility()
            && one.getBoundingClientRect().right > innerWidth + 1
            && !one.closest("table.matrix") && !one.querySelector("table.matrix"))
            .map((one) => one.outerHTML.slice(0, 80))"""
    )
    return found


@pytest.mark.parametrize("context", [NARROW], ids=["360"], indirect=True)
@pytest.mark.parametrize("kind", PAGES)
def test_page_is_not_wider_than_a_phone(page: Watched, kind: str) -> None:
    shown = page.open(PAGES[kind])
    assert shown.evaluate("innerWidth") == 360
    assert (beside_the_tables(shown) if kind == "matrix" else overflow(shown)) == []
    boxes = shown.evaluate(
        """[...document.querySelectorAll("main *")].filter((one) => {
            const over = /auto|scroll/.test(getComputedStyle(one).overflowX);
            return over && one.scrollWidth > one.clientWidth + 1 && one.checkVisibility();
        }).map((one) => ({
            focus: [one, ...one.querySelectorAll("*")].some((part) => part.tabIndex === 0 && part.checkVisibility()),
            name: one.ariaLabel || one.getAttribute("aria-labelledby") || one.tagName === "PRE",
            says: one.textContent.slice(0, 60),
        }))"""
    )
    assert all(box["focus"] for box in boxes), boxes  # what scrolls by itself can be scrolled with the keyboard
    assert all(box["name"] for box in boxes), boxes


@pytest.mark.parametrize("context", [NARROW], ids=["360"], indirect=True)
def test_a_comparison_that_is_wider_than_a_phone_scrolls_in_its_table(page: Watched) -> None:
    shown = page.open("compare.html#m=kendall-similarity,kendall-element,footrule-similarity[deck],scipy.kendalltau[b]")
    assert shown.evaluate("[...document.querySelectorAll('.wide')].some((one) => one.scrollWidth > innerWidth)")
    assert shown.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize(
    "kind",
    ["index", "matrix", "compare", "choose", "playground", "metric", "witness", "conjecture", "libraries"],
)
def test_nothing_is_cut_on_paper(standing: Visit, kind: str) -> None:
    shown = standing(PAGES[kind]).page
    shown.emulate_media(media="print")
    hidden = shown.evaluate(
        """[...document.querySelectorAll("main *")].filter((one) => {
            const clips = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
            return clips && one.clientWidth > 1 && getComputedStyle(one).overflowX !== "visible"
                && one.checkVisibility() && !one.closest(".hidden");
        }).map((one) => `${one.tagName}.${one.className} ${one.scrollWidth}/${one.clientWidth}`)"""
    )
    seen = (shown.locator("header nav").is_visible(), brightness(shown, "main") > 0.9)
    shown.emulate_media(media="screen")
    assert hidden == []
    assert seen == (False, True)


@pytest.mark.parametrize("context", [DARK], ids=["dark"], indirect=True)
def test_matrix_is_dark_where_the_system_is(page: Watched) -> None:
    shown = page.open("matrix.html")
    assert brightness(shown, "main") < 0.2
    assert shown.evaluate("getComputedStyle(document.body).color.match(/[\\d.]+/g).map(Number).every(c => c > 128)")
    shown.emulate_media(color_scheme="light")
    assert brightness(shown, "main") > 0.9


def test_theme_button_wins_over_the_system_and_holds_on_the_next_page(page: Watched) -> None:
    shown = page.open(PAGES["axioms"])
    seen = []
    for _ in range(3):
        shown.locator("#theme").click()
        seen.append((shown.locator("#theme").inner_text(), brightness(shown, "main") < 0.2))
    assert seen == [("Theme: light", False), ("Theme: dark", True), ("Theme: auto", False)]
    shown.locator("#theme").click()
    shown.locator("#theme").click()
    shown = page.open(PAGES["claims"])
    assert brightness(shown, "main") < 0.2
    assert shown.locator("#theme").inner_text() == "Theme: dark"


@pytest.mark.parametrize("context", [{"java_script_enabled": False}], ids=["no scripts"], indirect=True)
def test_matrix_can_be_read_without_scripts(page: Watched) -> None:
    page.page.goto(page.home + "matrix.html")
    page.page.get_by_role("link", name="kendall-element", exact=True).first.wait_for()
    row = page.page.locator("table.matrix tbody tr", has=page.page.locator("th a", has_text=re.compile("^kendall$")))
    assert row.locator("td").first.inner_text() == "P"
    for address, text in (
        (PAGES["metric"], in_words("refuted n=")),
        (PAGES["axiom"], "squared differences of positions fail"),
        (PAGES["claim"], "true of some readings"),
        (PAGES["conjecture"], "Refuted at n = 6"),
        (PAGES["libraries"], "scipy"),
    ):
        page.page.goto(page.home + address)
        assert text in page.page.locator("main").inner_text()
        assert page.page.locator("form:visible, button:visible").count() == 0


@pytest.mark.parametrize(
    "address",
    [
        "witness.html#slug=no-such-witness",
        "metric-kendall.html#kendal",
        "claims.html#KV999",
        "libraries.html#library=scipi",
        "metric.html#%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
        "metric.html#%E0%A4%A",
    ],
)
def test_an_address_that_names_nothing_shows_the_page(page: Watched, address: str) -> None:
    shown = page.open(address)
    assert shown.locator("main h1").count() == 1
    assert shown.locator("main a").count() >= 1
    assert shown.locator("main img, main script").count() == 0
