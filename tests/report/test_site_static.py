"""Each page as it is written, read without scripts: it has what it is about, with its links."""

from __future__ import annotations

import re
from collections import defaultdict
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import committed
import pytest
from typer.testing import CliRunner

import axiomatrix
from axiomatrix.catalogue.practice import PRACTICE
from axiomatrix.cli.app import app
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.evidence.words import lines_of_position
from axiomatrix.report.site import links
from axiomatrix.report.site.inputs import Inputs

LARGEST = 15 * 1024 * 1024
TOPICS = {topic.id: topic for topic in PRACTICE}


class Sections(HTMLParser):
    """The text and the links of a page, and of each part of it that has an id."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.text: dict[str, str] = defaultdict(str)
        self.links: dict[str, set[str]] = defaultdict(set)
        self.open: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("section", "details"):
            self.open.append(given.get("id") or "")
        for id in ("", *self.open):
            if tag == "a":
                self.links[id].add(given.get("href") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("section", "details"):
            self.open.pop()

    def handle_data(self, data: str) -> None:
        for id in {"", *self.open}:
            self.text[id] += data


pytestmark = pytest.mark.xdist_group("site")
"""On one worker, which makes the site once."""


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Sections]:
    return {path.name: Sections(path.read_text(encoding="utf-8")) for path in site.glob("*.html")}


@pytest.mark.slow
def test_a_metric_has_name_formula_every_verdict_in_words_and_its_witnesses(
    given: Inputs, pages: dict[str, Sections]
) -> None:
    cells = defaultdict(list)
    for cell in given.whole.cells:
        cells[cell.metric].append(cell)
    assert len(given.whole.rows) > 250
    for row in given.whole.rows:
        page = pages[links.metric_page(row.name)]
        declared = given.declarations.metrics.get(row.name)
        is_typeset = declared is not None and bool(declared.latex)
        assert row.name in page.text[row.name] and (is_typeset or row.formula in page.text[row.name])
        own = row.name not in given.library_of
        text, found = page.text[row.name], page.links[row.name]
        for axiom in {cell.axiom for cell in cells[row.name]}:
            for line in lines_of_position([cell for cell in cells[row.name] if cell.axiom == axiom]):
                if line.cell.evidence.verdict is Verdict.NOT_APPLICABLE:
                    continue
                assert line.verdict in text and axiom in text, (row.name, axiom)
                if line.slug:
                    slug = line.slug if own else line.slug[-12:]
                    assert links.witness(slug) in found, (row.name, axiom)


@pytest.mark.slow
def test_an_axiom_has_its_statement_every_metric_and_the_libraries_it_is_asked_of(
    given: Inputs, pages: dict[str, Sections]
) -> None:
    asked = defaultdict(set)
    for cell in given.whole.cells:
        if cell.status.is_asked or cell.metric not in given.library_of:
            asked[cell.axiom].add(cell.metric)
    for column in given.whole.columns:
        page = pages[links.axiom(column.id).partition("#")[0]]
        axiom = given.declarations.axioms.get(column.id)
        is_typeset = axiom is not None and bool(axiom.latex)
        assert column.id in page.text[column.id] and (is_typeset or column.formula in page.text[column.id])
        for name in asked[column.id]:
            library = given.library_of.get(name, "")
            own = name.removeprefix(f"{library}.") if library else name
            base, _, variant = own.removesuffix("]").partition("[")
            shown = page.text[column.id]
            assert base in shown and variant in shown, (column.id, name)
        held = {c.metric for c in given.matrix.cells if c.axiom == column.id and c.evidence.verdict is Verdict.REFUTED}
        linked = {href.partition("#")[0] for href in page.links[column.id]}
        assert {links.metric_page(name) for name in held} <= linked, column.id


def test_each_claim_proof_and_broken_claim_has_a_page_of_its_own(given: Inputs, pages: dict[str, Sections]) -> None:
    for claim in committed.claims()["claims"]:
        text = pages[links.claim_page(claim["id"])].text[""]
        assert claim["wording"] in text and claim["verdict"] in text and claim["statement"] in text
    for cell in given.whole.cells:
        if (proof := cell.evidence.proof) is not None:
            page = pages[links.proof(proof.id).partition("#")[0]]
            assert proof.theorem in page.text[""] and links.metric(cell.metric) in page.links[""]
            assert all(step in page.text[""] for step in (*proof.checked, *proof.argued))
    witnessed = [cell for cell in given.matrix.broken if cell.evidence.witness is not None]
    assert len(witnessed) > 20
    for cell in witnessed:
        assert cell.evidence.witness is not None
        shown = given.accounts[cell.evidence.witness.slug]
        page = pages[links.broken_claim(cell.evidence.witness.slug)]
        assert shown.sides in page.text[""] and shown.title in page.text[""]
        assert {links.metric(cell.metric), links.axiom(cell.axiom)} <= page.links[""]


def test_every_page_says_what_it_is(site: Path) -> None:
    heads: dict[str, list[str]] = defaultdict(list)
    for path in site.glob("*.html"):
        page = path.read_text(encoding="utf-8")
        title, description = (
            re.search(one, page) for one in (r"<title>(.+?)</title>", r'name=description content="(.+?)"')
        )
        assert title and description, path.name
        assert "rel=canonical" not in page  # nobody said where the site will stand
        assert f"id=permalink>{path.name}</a>" in page
        assert "@misc{axiomatrix:" in page and f"axiomatrix {axiomatrix.__version__}" in page
        heads[title[1]].append(path.name)
    assert [names for names in heads.values() if len(names) > 1] == []


def test_a_claim_has_its_words_and_its_outcome(given: Inputs, pages: dict[str, Sections]) -> None:
    page = pages["claims.html"]
    for claim in committed.claims()["claims"]:
        text = page.text[claim["id"]]
        assert claim["wording"] in text and claim["verdict"] in text and claim["statement"] in text
        assert all(words in text for words in claim.get("instead", ()))
        assert all(piece["title"] in text and piece["said"] in text for piece in claim["evidence"])
        assert (
            next(s.claims[claim["id"]].latex for s in given.declarations.sources.values() if claim["id"] in s.claims)
            in text
        )


def test_the_lists_have_the_formulas(given: Inputs, pages: dict[str, Sections]) -> None:
    assert all(row.formula in pages["metric.html"].text[""] for row in given.whole.rows)
    assert all(column.formula in pages["axiom.html"].text[""] for column in given.whole.columns)


def test_a_false_claim_is_red_and_nothing_else_of_the_ledger_is(given: Inputs, site: Path) -> None:
    page = (site / "claims.html").read_text(encoding="utf-8")
    red = re.findall(r"<h3><b class=b>(.)</b> <a href=([\w.-]+)>", page)
    assert red == [
        ("X", links.claim_page(claim["id"])) for claim in committed.claims()["claims"] if claim["verdict"] == "false"
    ]


def test_an_exploration_has_its_answers_and_constants(given: Inputs, pages: dict[str, Sections]) -> None:
    assert len(given.answers) == 10
    for id, answer in given.answers.items():
        page = pages[links.conjecture(id)]
        for question in answer.questions:
            assert question.label in page.text[""]
        assert links.conjecture(id) in pages["conjecture.html"].links[""]
    kv7 = pages["conjecture-kv7.html"].text[""]
    for text in ("Refuted at n = 6", "exactly 2", ">= 3/16", "<= 5/7", "6/7 (~0.8571)"):
        assert text in kv7


def test_every_link_leads_to_a_page_and_to_something_on_it(
    given: Inputs, site: Path, pages: dict[str, Sections]
) -> None:
    slugs = {cell.evidence.witness.slug for cell in given.whole.cells if cell.evidence.witness}
    slugs |= {slug[-12:] for slug in slugs}
    for name, page in pages.items():
        for href in page.links[""]:
            if href.startswith(("http://", "https://")):
                continue
            if href == "matrix.csv":
                assert (site / href).is_file(), (name, href)
                continue
            file, _, place = href.partition("#")
            assert (file or name) in pages, (name, href)
            if file == "witness.html" and place.startswith("slug="):
                assert unquote(place).removeprefix("slug=") in slugs, (name, href)
            elif (
                place
                and "=" not in place.split("&")[0].split("/")[0]
                and name not in ("index.html", "matrix.html", "compare.html")
            ):
                assert unquote(place) in {"page", *pages[file or name].text, "legend"}, (name, href)


def test_every_page_leads_to_the_source_where_that_is_told(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any(">Source</a>" in file.read_text(encoding="utf-8") for file in site.glob("*.html"))
    axiomatrix.check("kendall", axioms=["symmetry"], profile="quick").save(tmp_path)
    monkeypatch.chdir(tmp_path)
    asked = ("report", "compliance.json", "--html", "public", "--repository")
    done = CliRunner().invoke(app, [*asked, "https://example.org/us/axioms/"])
    assert done.exit_code == 0, done.output
    for file in (tmp_path / "public").glob("*.html"):
        assert "https://example.org/us/axioms" in Sections(file.read_text(encoding="utf-8")).links[""], file
    done = CliRunner().invoke(app, [*asked[:-1], "--address", "https://example.org/axioms"])
    assert done.exit_code == 0, done.output
    for file in (tmp_path / "public").glob("*.html"):
        here, written = f"https://example.org/axioms/{file.name}", file.read_text(encoding="utf-8")
        assert f'rel=canonical href="{here}"' in written
    for wrong, text in (
        ([*asked, "javascript:alert(1)"], "is not an address such as https://"),
        ([*asked, "https://"], "is not an address such as https://"),
        ([*asked[:2], "--repository", "https://example.org"], "say what to write: --html DIR"),
    ):
        done = CliRunner().invoke(app, wrong)
        assert done.exit_code == 2 and text in done.output, done.output


def test_what_a_run_did_not_make_is_from_the_stored_results_and_says_so(
    tmp_path: Path, pages: dict[str, Sections]
) -> None:
    hidden, filled = {"conjecture.html", "changes.html"}, {"claims.html", "libraries.html"}
    assert {"conjecture.html", *filled} <= pages["index.html"].links[""]
    axiomatrix.check("kendall", axioms=["symmetry"], profile="quick").save(tmp_path)
    found = {file.name: Sections(file.read_text(encoding="utf-8")) for file in (tmp_path / "site").glob("*.html")}
    origin = f"the results that come with axiomatrix {axiomatrix.__version__}"
    for name, page in found.items():
        assert filled <= page.links[""] and not (hidden - {name}) & page.links[""], name
        local = {href.partition("#")[0] for href in page.links[""] if "://" not in href} - {"", "matrix.csv"}
        assert local <= found.keys(), (name, local - found.keys())
    assert all(origin in found[name].text[""] for name in (*filled, *map(links.topic, TOPICS)))
    assert all(origin not in pages[name].text[""] for name in filled)
    assert all(claim["id"] in found["claims.html"].text[""] for claim in committed.claims()["claims"])


def test_each_topic_of_practice_has_a_page_with_its_counterexample(given: Inputs, pages: dict[str, Sections]) -> None:
    assert {links.topic(id) for id in TOPICS} <= pages["practice.html"].links[""]
    assert "practice.html" in pages["index.html"].links[""]
    for id, topic in TOPICS.items():
        text = pages[links.topic(id)].text[""]
        assert topic.title in text and topic.text in text and topic.paragraph in text, id
        assert all(name in text for name in (*topic.rows, *topic.axioms)), id
        row, axiom = topic.shown_by
        refuted = [c for c in given.matrix.cells if (c.metric, c.axiom) == (row, axiom) and c.evidence.witness]
        assert not refuted or given.accounts[refuted[0].evidence.witness.slug].sides in text, id
        known = {name for name in topic.rows if name in given.row_places}
        assert known < set(topic.rows) or {links.metric(name) for name in known} <= pages[links.topic(id)].links[""], id


def test_the_site_is_small(site: Path) -> None:
    assert sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) <= LARGEST


def test_nothing_in_a_page_is_a_script_or_a_style_of_its_own(site: Path) -> None:
    for path in site.glob("*.html"):
        markup = path.read_text(encoding="utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", markup), path.name
