"""The matrix page in a real browser: what its filters, orders, addresses and keys show, against the reports' JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import Expected, Watched
from shown_tables import columns, rows, tables

from axiomatrix import REGISTRY

pytestmark = pytest.mark.xdist_group("browser")

ORDER = [
    "proved", "certified", "exhausted", "searched", "vacuous", "undecided", "rounding", "error", "flaky", "timeout",
    "crashed", "refuted", "not applicable",
]  # fmt: skip
FILTERS = [
    {"kind": "score"},
    {"verdict": "refuted"},
    {"source": "KV9"},
    {"library": "scipy"},
    {"family": "general"},
    {"group": "identity"},
    {"group": "effectiveness"},  # the last of a table, and the only one of another
    {"outcome": "broken"},
    {"text": "footrule symmetry"},
    {"kind": "distance", "verdict": "refuted", "group": "invariance"},
    {"kind": "similarity", "verdict": "not applicable"},
]


def choose(page: Any, wanted: dict[str, str]) -> None:
    """Set the controls by their labels, as a person does."""
    more = page.get_by_role("button", name="Filters, order")
    if wanted.keys() - {"kind", "text"} and more.get_attribute("aria-expanded") == "false":
        more.click()
    labels = {"kind": "Kind", "source": "Claimed by", "library": "Library", "family": "Family", "group": "Axioms"}
    for key, value in wanted.items():
        if key == "text":
            page.get_by_role("searchbox", name="Search").fill(value)
        elif key == "verdict":
            page.get_by_role("checkbox", name=re.compile(rf"{value}$")).check()
        else:
            page.get_by_label({**labels, "outcome": "Outcome"}[key], exact=True).select_option(value)


def assert_shown(page: Any, expected: Expected, wanted: dict[str, str]) -> None:
    asked = wanted.get("verdict") == "not applicable"  # what says nothing is shown only then
    found = [cell for cell in expected.found(**wanted) if asked or cell["outcome"] != "not applicable"]
    assert 0 < len(found) < len(expected.cells)
    metrics = {
        cell["metric"]
        for cell in (found if wanted.keys() - {"kind", "family", "library"} else expected.found(**wanted))
    }
    assert set(rows(page)) == metrics
    assert columns(page) == {cell["axiom"] for cell in found}
    positions = len({(cell["metric"], cell["axiom"]) for cell in found})
    counts = page.locator("#shown").inner_text()
    assert counts.startswith(f"{len(metrics)} of {len(expected.rows)} metrics")
    assert f"{positions:,} cell" in counts


def first_table(expected: Expected) -> set[str]:
    """The metrics of the table that is shown where nothing is asked."""
    about = next(iter(expected.rows.values()))["about"]
    return {name for name, row in expected.rows.items() if row["about"] == about}


def test_one_table_is_there_first_and_all_where_something_is_asked(page: Watched, expected: Expected) -> None:
    shown = page.open("matrix.html")
    assert set(rows(shown)) == first_table(expected) < expected.rows.keys()
    shown.get_by_label("Metrics of", exact=True).select_option("judged lists")
    assert {expected.rows[name]["about"] for name in rows(shown)} == {"judged lists"}
    shown.wait_for_url(re.compile("about=judged"))
    shown.go_back()
    assert set(rows(shown)) == first_table(expected)
    choose(shown, {"text": "swap"})
    shown.wait_for_url(re.compile("q=swap"))
    assert len([names for names in tables(shown) if names]) > 1


def test_whole_matrix_is_there(page: Watched, expected: Expected) -> None:
    shown = page.open("matrix.html#about=*")
    assert set(rows(shown)) == expected.rows.keys()
    assert len(rows(shown)) == len(expected.rows)
    assert shown.locator("main h1").inner_text() == "Compliance matrix"


@pytest.fixture(scope="module")
def matrix(browser: Any, site: Path) -> Iterator[Watched]:
    """The page, loaded once for all filters."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = Watched(context.new_page(), f"{site.as_uri()}/")
    page.open("matrix.html")
    yield page
    context.close()


@pytest.mark.parametrize("wanted", FILTERS, ids=lambda wanted: "+".join(wanted))
def test_filter_shows_what_the_reports_have(matrix: Watched, expected: Expected, wanted: dict[str, str]) -> None:
    shown = matrix.page
    choose(shown, wanted)
    assert_shown(shown, expected, wanted)
    shown.get_by_role("button", name="Reset", exact=True).click()
    assert set(rows(shown)) == first_table(expected)
    shown.wait_for_url(re.compile("matrix.html#?$"))
    matrix.check()


def test_names_that_people_use_are_found(matrix: Watched, expected: Expected) -> None:
    """Every spelling that the command line takes, with a cut-off of ten where it may have one."""
    shown, lacking = matrix.page, []
    for names, there in ((REGISTRY.metric_names, rows), (REGISTRY.axiom_names, columns)):
        for name in {name.shown: name for name in names.by_key.values()}.values():
            for text in name.spelled:
                shown.get_by_role("searchbox", name="Search").fill(text.replace("@k", "@10"))
                tables(shown)  # what waits to be changed is waited for
                if name.means[0] not in there(shown):
                    lacking.append(text)
    assert lacking == []
    shown.get_by_role("searchbox", name="Search").fill("P@10")
    assert "precision-at" in rows(shown) and "mean-average-precision[R]" not in rows(shown)
    shown.get_by_role("button", name="Reset", exact=True).click()
    matrix.check()


def test_filter_that_nothing_fits_says_so_and_can_be_taken_back(page: Watched, expected: Expected) -> None:
    shown = page.open("matrix.html")
    shown.get_by_role("searchbox", name="Search").fill("no metric is called this")
    shown.get_by_role("button", name="Reset the filters").click()
    assert set(rows(shown)) == first_table(expected)


def test_address_keeps_the_view_and_back_leaves_it(page: Watched, expected: Expected) -> None:
    wanted = {"kind": "similarity", "verdict": "refuted"}
    shown = page.open("matrix.html")
    choose(shown, {"kind": "similarity"})
    shown.wait_for_url(re.compile("kind=similarity"))
    choose(shown, {"verdict": "refuted"})
    shown.wait_for_url(re.compile("verdict=refuted"))
    assert_shown(shown, expected, wanted)
    address = shown.url
    shown.go_back()
    shown.wait_for_url(re.compile("kind=similarity$"))
    assert_shown(shown, expected, {"kind": "similarity"})
    assert not shown.get_by_role("checkbox", name=re.compile("refuted$")).is_checked()
    shown.go_back()
    assert set(rows(shown)) == first_table(expected)
    assert shown.get_by_label("Kind", exact=True).input_value() == ""

    shown = page.open(address.removeprefix(page.home))
    assert_shown(shown, expected, wanted)
    assert shown.get_by_label("Kind", exact=True).input_value() == "similarity"
    assert shown.get_by_role("checkbox", name=re.compile("refuted$")).is_checked()


@pytest.mark.parametrize(
    "address", ["matrix.html#kind=nonsense", "matrix.html#verdict=%E0%A4%A&sort=axiom:x", "matrix.html#=&&q"]
)
def test_address_that_says_nothing_known_asks_nothing(page: Watched, expected: Expected, address: str) -> None:
    assert set(rows(page.open(address))) == first_table(expected)


def collated(name: str) -> list[tuple[int, str]]:
    """Punctuation before digits before letters, as the Unicode collation has it."""
    signs = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
    return [(0, chr(signs.index(c))) if c in signs else (1 if c.isdigit() else 2, c.lower()) for c in name]


def test_orders_of_the_rows(page: Watched, expected: Expected) -> None:
    shown = page.open("matrix.html#kind=distance")
    family = rows(shown)
    shown.get_by_role("button", name="Filters, order").click()
    order = shown.get_by_label("Order", exact=True)
    order.select_option("name")
    named = rows(shown)
    assert named != family
    assert sorted(named) == sorted(family)
    by_table = tables(shown)
    assert all(names == sorted(names, key=collated) for names in by_table)
    order.select_option("refuted")
    counts = [refuted(expected, name) for name in rows(shown) if name in by_table[0]]
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) > 3
    order.select_option("")
    assert rows(shown) == family


def refuted(expected: Expected, name: str) -> int:
    """At how many positions a refutation stands first: on the open space, or on the closure if that is all."""
    cells = [cell for cell in expected.cells if cell["metric"] == name]
    first = {cell["axiom"] for cell in cells if cell["evidence"]["verdict"] == "refuted" and cell["space"] == "open"}
    opened = {cell["axiom"] for cell in cells if cell["space"] == "open"}
    closed = {cell["axiom"] for cell in cells if cell["evidence"]["verdict"] == "refuted"} - opened
    return len(first | closed)


def test_sorting_by_a_column_puts_the_best_evidence_first(page: Watched, expected: Expected) -> None:
    shown = page.open("matrix.html#q=separation")
    named = shown.get_by_role("link", name="separation", exact=True)
    head = shown.locator("table.matrix:visible thead th[data-a]", has=named).first
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    verdicts = {
        cell["metric"]: ORDER.index(cell["evidence"]["verdict"])
        for cell in expected.cells
        if cell["axiom"] == "separation" and cell["space"] == "open" and cell["outcome"] != "not applicable"
    }
    sorts = tables(shown)
    assert {name for names in sorts for name in names} == verdicts.keys()
    for names in sorts:
        ranks = [verdicts[name] for name in names]
        assert ranks == sorted(ranks)
    assert len({verdicts[name] for name in sorts[0]}) > 2
    shown.wait_for_url(re.compile("sort=axiom"))


def test_cell_under_the_pointer_says_verdict_method_and_source(page: Watched) -> None:
    shown = page.open("matrix.html#q=kendall")
    row = shown.locator("tr[data-m]:visible", has=shown.get_by_role("rowheader", name="kendall", exact=True))
    row.locator("td").first.hover()
    panel = shown.locator("#panel")
    panel.wait_for(state="visible")
    for part in ("kendall, non-negativity", "holds: proved", "by proof", "DI1 holds: as declared"):
        assert re.search(part, panel.inner_text()), part
    shown.keyboard.press("Escape")
    panel.wait_for(state="hidden")


def test_keys_alone_lead_from_the_top_to_a_witness(page: Watched, expected: Expected) -> None:
    shown = page.open("matrix.html")
    focused = "document.activeElement"
    shown.keyboard.press("Tab")
    assert shown.evaluate(f"{focused}.id") == "skip"
    shown.keyboard.press("Enter")
    for _ in range(60):
        if shown.evaluate(f"Boolean({focused}.closest('table.matrix'))"):
            break
        shown.keyboard.press("Tab")
        assert shown.evaluate(f"{focused} !== document.body && {focused}.matches(':focus-visible')")
    assert shown.evaluate(f"{focused}.textContent") == rows(shown)[0]
    for _ in range(60):
        shown.keyboard.press("ArrowRight")
        name = shown.evaluate(f"{focused}.ariaLabel") or ""
        if "refuted" in name:
            break
    metric, axiom = name.split(":")[0].split(", ")
    cells = [cell for cell in expected.cells if (cell["metric"], cell["axiom"]) == (metric, axiom)]
    assert any(cell["evidence"]["verdict"] == "refuted" for cell in cells)
    assert shown.locator("#panel").is_visible()
    shown.keyboard.press("Enter")
    shown.wait_for_url(re.compile("witness.html#slug="))
    page.ready()
    assert shown.locator("main h1").inner_text().startswith(f"{metric}: {axiom}")


def test_one_stop_of_the_tab_key_is_in_each_table(page: Watched) -> None:
    for address in ("matrix.html", "matrix.html#q=kendall-element", "matrix.html#kind=score&sort=name"):
        shown = page.open(address)
        rows(shown)
        stops = shown.evaluate(
            """[...document.querySelectorAll("table.matrix")].filter((table) => table.checkVisibility())
                .map((table) => [...table.querySelectorAll("a, button")]
                    .filter((one) => one.tabIndex === 0 && one.checkVisibility()).length)"""
        )
        assert stops
        assert set(stops) == {1}, address


def test_arrow_keys_stay_in_the_table_and_reach_its_ends(page: Watched) -> None:
    shown = page.open("matrix.html#kind=distance")
    names = rows(shown)
    shown.get_by_role("link", name=names[0], exact=True).focus()
    shown.keyboard.press("ArrowDown")
    assert shown.evaluate("document.activeElement.textContent") == names[1]
    shown.keyboard.press("ArrowUp")
    shown.keyboard.press("ArrowRight")
    assert (shown.evaluate("document.activeElement.ariaLabel") or "").startswith(f"{names[0]}, ")
    shown.keyboard.press("Home")
    assert shown.evaluate("document.activeElement.textContent") == names[0]
    shown.keyboard.press("Control+End")
    assert shown.evaluate("Boolean(document.activeElement.closest('tr[data-m]'))")


def test_a_filter_value_that_the_report_lacks_is_named(page: Watched) -> None:
    shown = page.open("matrix.html#verdict=refutd&kind=distance")
    text = shown.locator("#shown").inner_text()
    assert "Not in this report, and left out:" in text and "refutd" in text
    assert "left out" not in page.open("matrix.html#verdict=refuted&kind=distance").locator("#shown").inner_text()
