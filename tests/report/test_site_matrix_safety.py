"""The matrix page is safe and whole: no script of its own, links that lead somewhere, labels, text of users as text."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

import pytest
from matrix_pages import (
    NASTY,
    STATIC,
    Element,
    cell,
    committed_inputs,
    committed_source,
    made,
    matrices,
    page_of,
    read,
)
from msgspec.structs import replace

import axiomatrix
from axiomatrix import REGISTRY, Registry, axioms
from axiomatrix.model.registry import metric
from axiomatrix.report.site import links
from axiomatrix.report.site.inputs import Inputs
from axiomatrix.report.site.shells import PAGES
from axiomatrix.values.rankings import inverted_pairs


@pytest.fixture(scope="module")
def inputs() -> Inputs:
    return committed_inputs()


@pytest.fixture(scope="module")
def source() -> str:
    return committed_source()


@pytest.fixture(scope="module")
def page(source: str) -> Element:
    return read(source)


def test_nothing_in_the_page_is_a_script_or_a_style_of_its_own(source: str, page: Element) -> None:
    (policy,) = [
        one.attributes["content"]
        for one in page.all("meta")
        if one.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert not page.all("style")
    assert all(one.attributes.get("src", "").startswith("static/") and not one.text for one in page.all("script"))
    everything = page.all(*set(re.findall(r"<([a-z0-9]+)", source)))
    assert len(everything) > 1000
    for one in everything:
        assert not [name for name in one.attributes if name == "style" or name.startswith("on")], one


def test_what_the_page_loads_is_there(page: Element) -> None:
    loaded = [one.attributes["src"] for one in page.all("script")]
    loaded += [one.attributes["href"] for one in page.all("link") if one.attributes["rel"] == "stylesheet"]
    assert "static/matrix.js" in loaded and "static/matrix.css" in loaded
    for path in loaded:
        assert STATIC.joinpath(path.removeprefix("static/")).is_file(), path


def test_every_link_leads_to_something_that_there_is(inputs: Inputs, page: Element) -> None:
    whole = inputs.whole
    known = {"witness.html#slug": {one.evidence.witness.slug for one in whole.cells if one.evidence.witness}}
    ids = {one.attributes["id"] for one in page.all("section", "main", "h2", "h3") if "id" in one.attributes}
    files = {one.file for one in PAGES}
    files |= {links.metric(row.name) for row in whole.rows}
    files |= {links.axiom(column.id) for column in whole.columns}
    hrefs = [one.attributes["href"] for one in page.all("a")]
    assert len(hrefs) > 500
    for href in hrefs:
        if href.startswith("#"):
            assert href[1:] in ids
        elif href.startswith("witness.html#"):
            where, value = href.split("=", 1)
            assert unquote(value) in known[where], href
        else:
            assert href in files


def test_every_control_has_a_label_and_every_id_is_one_of_a_kind(page: Element) -> None:
    everything = page.all(
        "input", "select", "button", "section", "div", "p", "h2", "h3", "form", "details", "main", "a"
    )
    ids = [one.attributes["id"] for one in everything if "id" in one.attributes]
    assert len(set(ids)) == len(ids)
    labelled = {one.attributes.get("for", "") for one in page.all("label")}
    within = {id(control) for label in page.all("label") for control in label.all("input", "select")}
    controls = page.all("input", "select")
    assert len(controls) >= 10
    for control in controls:
        assert control.attributes["id"] in labelled or id(control) in within, control
    for table in page.all("table"):
        assert [one for one in table.inside if one.tag == "caption"]
        assert all("scope" in head.attributes for head in table.all("th"))


def test_the_script_finds_every_element_that_it_asks_for(source: str) -> None:
    text = STATIC.joinpath("matrix.js").read_text(encoding="utf-8")
    asked = set(re.findall(r'\bby\("([a-z-]+)"\)', text))
    assert {"filters", "more", "nothing", "parts", "shown"} <= asked
    for name in asked:
        assert f'id="{name}"' in source, name
    for name in ("q", "sort", "grouped", "verdict", "source"):
        assert f' name="{name}"' in source, name


@pytest.mark.slow
def test_user_text_is_shown_as_text_wherever_it_stands() -> None:
    registry = Registry(REGISTRY)

    def hostile(a: Any, b: Any) -> Any:
        return len(inverted_pairs(a, b)) + (a.order < b.order)

    hostile.__doc__ = f"{NASTY}\n\nmore"
    metric(NASTY, holds=[axioms.symmetry], source=NASTY, registry=registry)(hostile)
    matrix = axiomatrix.check(NASTY, profile="quick", use_pins=False, registry=registry)
    matrix.rows[0] = replace(matrix.rows[0], family=NASTY, kind=NASTY, about=NASTY)
    matrix.columns[0] = replace(matrix.columns[0], group=NASTY, formula=NASTY)
    page = page_of(Inputs(matrix))
    assert all(one.attributes.get("src", "").startswith("static/") for one in page.all("script"))
    (table,) = matrices(page)
    assert table.all("tr")[3].inside[0].whole.strip() == NASTY
    assert NASTY in [head.whole.strip() for head in table.all("th") if head.attributes.get("scope") == "colgroup"]
    assert NASTY in [option.attributes["value"] for option in page.all("option")]
    assert [one.whole for one in page.all("a") if one.attributes["href"].startswith("witness.html#")] == [NASTY]


def test_control_characters_are_shown_and_not_obeyed() -> None:
    page = page_of(Inputs(made([cell("a\u202eb\x1b[31m", "x", "proved")])))
    (table,) = matrices(page)
    assert table.all("tr")[3].inside[0].whole.strip() == "a\\u202eb\\x1b[31m"
