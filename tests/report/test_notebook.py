"""What a notebook shows of a metric, a cell, a witness and a matrix: HTML that loads nothing, and is not wide."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from msgspec.structs import replace

import axiomatrix
from axiomatrix import REGISTRY, Matrix, Registry, axioms, metric
from axiomatrix.evidence.words import Line, Positions
from axiomatrix.report.document import plain_text
from axiomatrix.report.documents import document_of
from axiomatrix.report.render import markdown

VOID = {"br", "col", "hr", "img", "input", "meta", "link"}


class Tags(HTMLParser):
    """The tags of a piece of HTML, and whether each is closed."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def html(value: Any) -> str:
    shown: str = value._repr_html_()
    tags = Tags(shown)
    assert tags.open == [] and not tags.seen & {"script", "img", "link", "iframe", "object"}
    names = {name for name, _ in tags.attributes}
    assert not [name for name in names if name.startswith("on") or name in ("src", "srcset")]
    assert all((value or "#").startswith("#") for name, value in tags.attributes if name == "href")
    assert "url(" not in shown and "@import" not in shown
    return shown


@pytest.fixture(scope="module")
def matrix() -> Matrix:
    return axiomatrix.check("kendall", "ulam", "hamming", profile="quick")


def test_a_metric_shows_its_formula_typeset_and_what_it_takes() -> None:
    shown = html(REGISTRY.metric("footrule-similarity[deck]"))
    assert "footrule-similarity[deck]" in shown and "<math" in shown and "Distance of rankings" in shown
    assert "how different they are" in shown, "what the symbols mean"


@pytest.mark.slow
def test_a_cell_shows_its_verdict_in_words_and_its_witness(matrix: Matrix) -> None:
    refuted = next(cell for cell in matrix if cell.evidence.verdict == "refuted" and cell.evidence.witness)
    shown = html(refuted)
    assert f"It fails at n = {refuted.evidence.witness.n}." in shown  # type: ignore[union-attr]
    assert refuted.metric in shown and "is false" in shown and "rank vector" in shown
    holds = html(matrix.cell("kendall", "symmetry"))
    assert "symmetry" in holds and "is false" not in holds


def test_a_witness_shows_every_value_that_enters(matrix: Matrix) -> None:
    witness = next(cell.evidence.witness for cell in matrix if cell.evidence.witness)
    shown = html(witness)
    assert witness.relation_with_truth.split(" is ")[0].replace("<", "&lt;") in shown and "@example(" in shown


def test_a_witness_of_a_metric_that_is_not_registered_is_shown_as_stored(matrix: Matrix) -> None:
    known = next(cell.evidence.witness for cell in matrix if cell.evidence.witness)
    assert known is not None
    stored = replace(known, metric="<b>gone</b>")
    shown = html(stored)
    assert "not registered here" in shown and "<b>gone</b>" not in shown


def test_a_hostile_metric_is_shown_as_text() -> None:
    @metric("<i>mine</i>", registry=Registry(REGISTRY))
    def mine(a: Any, b: Any) -> Any:
        """<script>alert(1)</script>

        ``</div>`` <img src=x onerror=alert(2)>
        """
        return 0

    shown = html(mine)
    assert "&lt;i&gt;mine&lt;/i&gt;" in shown and "&lt;script&gt;" in shown


def test_every_value_shows_the_same_document_as_html_as_markdown_and_as_text(matrix: Matrix) -> None:
    cell = matrix["kendall", "left-invariance"]
    values = [
        cell,
        cell.evidence.witness,
        REGISTRY.metric("kendall"),
        axioms.symmetry,
        axioms.upper_bound("kendall", 2),
    ]
    values += [axiomatrix.difference("kendall", "cayley"), axiomatrix.ask("is kendall symmetric?")]
    for value in values:
        document = document_of(value)
        title = plain_text(document.title)
        assert title in unescape(html(value))
        assert value._repr_markdown_() == markdown.render(document)
    for value in (cell, cell.evidence.witness):
        assert str(value).splitlines()[0] == plain_text(document_of(value).title)
    assert matrix._repr_markdown_() == markdown.render(document_of(matrix))


def test_a_matrix_shows_every_cell_of_its_metrics(matrix: Matrix) -> None:
    shown = unescape(html(matrix))
    lines = [line for row in matrix.rows for line in by_metric(matrix, row.name) if line.status.is_asked]
    assert len(lines) > 30 and all(line.cell.axiom in shown and line.status.word in shown for line in lines)
    assert all(f"tone-{line.status.tone}" in shown for line in lines if line.status.holds == "no")


def by_metric(matrix: Matrix, name: str) -> list[Line]:
    positions = Positions(matrix)
    return [line for column in matrix.columns for line in positions.at(name, column.id)]
