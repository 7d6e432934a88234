"""What of the matrix page is in sight, and what its cells say in words, in a real browser."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from browsing import PAGES, Watched
from shown_tables import columns, rows
from verdict_words import in_words

from axiomatrix import REGISTRY

pytestmark = pytest.mark.xdist_group("browser")

SPOKEN = (
    "holds: proved",
    "holds: certified up to n = ",
    in_words("holds: exhausted up to n = "),
    "refuted at n = 2",
    "no counterexample found: searched up to n = ",
    "none found up to n = ",
    "best >= ",
    "contradicts a source",
)
REPORTED = (
    r"Error in a cell: kendall-similarity, ",
    r"refuted at n = \d",
    r"witness: kendall-similarity--",
    r"again: axiomatrix verify reports/witnesses/kendall-similarity--\S+\.json$",
    r"axiomatrix \d.*, seed 0",
    r"What is wrong",
)


def top_of(page: Any, selector: str) -> float:
    """How far below the edge of the window it begins."""
    found: float = page.locator(selector).first.bounding_box()["y"]
    return found


WIDE, NARROW = {"viewport": {"width": 1440, "height": 900}}, {"viewport": {"width": 390, "height": 844}}
SCREENS = pytest.mark.parametrize("context", [WIDE, NARROW], ids=["1440", "390"], indirect=True)


@SCREENS
def test_the_first_cell_is_high_on_the_first_screen(page: Watched) -> None:
    shown = page.open("matrix.html")
    size = shown.viewport_size
    share = 0.5 if size["width"] > 1000 else 0.8
    assert top_of(shown, "table.matrix tr[data-m] td") < share * size["height"]
    assert shown.get_by_role("searchbox", name="Search").is_visible()
    assert shown.get_by_label("Metrics of", exact=True).is_visible()
    assert shown.get_by_label("Kind", exact=True).is_visible()


@SCREENS
def test_the_bar_of_a_family_ends_where_the_columns_end(page: Watched) -> None:
    shown = page.open("matrix.html#about=judged%20lists")
    ends = [
        (box["x"] + box["width"])
        for part in ("thead [colspan]:last-child", "th[scope=rowgroup]")
        if (box := shown.locator(f"table.matrix:visible {part}").first.bounding_box())
    ]
    assert len(ends) == 2 and abs(ends[0] - ends[1]) < 1


@SCREENS
def test_the_page_scrolls_and_no_box_in_it_while_heads_names_and_key_stay(page: Watched) -> None:
    shown = page.open("matrix.html#about=judged%20lists")
    boxes = shown.evaluate(
        """[...document.querySelectorAll("#matrix, #matrix *")].filter((one) => one.checkVisibility()
            && /auto|scroll/.test(getComputedStyle(one).overflow)
            && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)).length"""
    )
    assert boxes == 0
    shown.evaluate("scrollTo(700, 900)")
    assert shown.evaluate("[scrollX, scrollY]") == [700, 900]
    assert abs(top_of(shown, "table.matrix:visible thead")) < 1
    assert abs(shown.locator("table.matrix:visible thead th[rowspan]").bounding_box()["x"]) < 1
    key = shown.locator("ul.key").bounding_box()
    assert abs(key["y"] + key["height"] - shown.viewport_size["height"]) < 2
    assert key["x"] >= 0 and key["x"] + key["width"] <= shown.viewport_size["width"]
    names = shown.evaluate(
        """[...document.querySelectorAll("tr[data-m] > th")].filter((one) => one.checkVisibility())
            .map((one) => one.getBoundingClientRect())
            .filter(({ top, bottom }) => bottom > 0 && top < innerHeight).map(({ x }) => x)"""
    )
    assert len(names) > 5
    assert set(map(round, names)) == {0}


@SCREENS
def test_a_cell_that_the_keys_reach_is_not_behind_what_stays(page: Watched) -> None:
    shown = page.open("matrix.html")
    shown.get_by_role("link", name=rows(shown)[0], exact=True).focus()
    for key in [*["PageDown"] * 4, *["ArrowRight"] * 25, *["PageUp"] * 2, *["ArrowLeft"] * 18, "ArrowUp", "ArrowDown"]:
        shown.keyboard.press(key)
        seen = shown.evaluate(
            """(() => {
                const one = document.activeElement;
                const {x, y, width, height} = one.getBoundingClientRect();
                return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
            })()"""
        )
        assert seen, (key, shown.evaluate("document.activeElement.ariaLabel"))


def test_names_of_axioms_are_whole_and_stand_apart(page: Watched) -> None:
    shown = page.open("matrix.html#about=*")
    cut = shown.evaluate(
        """[...document.querySelectorAll("table.matrix")].flatMap((table) =>
            [...table.tHead.querySelectorAll("[data-a] > a")].filter((one) => {
                const [own, head] = [one.getBoundingClientRect(), table.tHead.getBoundingClientRect()];
                return one.scrollWidth > one.clientWidth + 1 || own.top < head.top - 1 || own.right > head.right + 1
                    || getComputedStyle(one).overflow !== "visible";
            }).map((one) => one.textContent))"""
    )
    assert cut == []


def test_columns_that_say_nothing_of_what_is_shown_are_left_out(page: Watched) -> None:
    shown = page.open("matrix.html#kind=similarity&about=rankings")
    assert "correlation-symmetry" in columns(shown) and "triangle-inequality" not in columns(shown)
    asked = page.open("matrix.html#kind=similarity&about=rankings&outcome=not%20applicable")
    assert "triangle-inequality" in columns(asked)


def test_cells_say_holds_or_fails_to_those_who_do_not_see_them(page: Watched) -> None:
    shown = page.open("matrix.html#about=*")
    shown.wait_for_selector("#page[data-labelled]", state="attached")
    labels = shown.evaluate("[...document.querySelectorAll('td[aria-label]')].map((one) => one.ariaLabel)")
    text = {name.split(": ", 1)[1] for name in labels}
    for part in SPOKEN:
        assert any(part in name for name in text), part
    assert not [name for name in text if name.startswith("holds") and ("searched" in name or "none" in name)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_red_is_for_what_contradicts_a_source_alone(page: Watched, scheme: str) -> None:
    shown = page.open("matrix.html")
    shown.emulate_media(color_scheme=scheme)

    def redness(tone: str) -> float:
        text = shown.evaluate("(tone) => getComputedStyle(document.querySelector(`td.${tone}`)).backgroundColor", tone)
        red, green, blue = map(float, re.findall(r"[\d.]+", text)[:3])
        return (red - (green + blue) / 2) * (255 if text.startswith("color(") else 1)

    assert redness("b") > 60
    assert all(redness(tone) < 20 for tone in ("x", "p", "e", "s"))


@pytest.mark.parametrize(
    "context", [{"permissions": ["clipboard-read", "clipboard-write"]}], ids=["clipboard"], indirect=True
)
def test_an_error_in_a_cell_can_be_reported(page: Watched) -> None:
    shown = page.open("matrix.html#q=kendall-similarity&about=rankings")
    row = shown.locator("tr[data-m]:visible", has=shown.get_by_role("rowheader", name="kendall-similarity", exact=True))
    row.locator("td.x").first.hover()
    panel = shown.locator("#panel")
    panel.get_by_text("Report an error in this cell").click()
    text = panel.locator("pre").inner_text()
    panel.get_by_role("button", name="Copy the report").click()
    panel.get_by_text("copied", exact=True).wait_for()
    assert shown.evaluate("navigator.clipboard.readText()").strip() == text.strip()
    digest = REGISTRY.metric("kendall-similarity").file_digest
    for part in (*REPORTED, f"definition: {digest}"):
        assert re.search(part, text, re.MULTILINE), part
    shown = page.open(PAGES["witness"])
    shown.get_by_text("Report an error in this cell").click()
    assert "Error in a cell: kendall-similarity, separation" in shown.locator("main details[open] pre").inner_text()
    assert shown.get_by_role("link", name="Open an issue with it").count() == 0  # nobody said where


def test_an_error_in_a_cell_opens_an_issue_where_the_source_is_known(page: Watched) -> None:
    shown = page.open("matrix.html#q=kendall-similarity&about=rankings")
    shown.evaluate("document.documentElement.dataset.source = 'https://example.org/us/axioms'")
    shown.locator("tr[data-m]:visible td.x").first.hover()
    panel = shown.locator("#panel")
    panel.get_by_text("Report an error in this cell").click()
    address = urlsplit(panel.get_by_role("link", name="Open an issue with it").get_attribute("href"))
    asked = parse_qs(address.query)
    assert (address.netloc, address.path) == ("example.org", "/us/axioms/issues/new")
    assert panel.locator("pre").inner_text().strip() == f"{asked['title'][0]}\n\n{asked['body'][0]}".strip()
