"""Documents of witnesses and cells say what the structs say: verdicts, counts, claims, both sides, the instance."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from document_facts import as_one_line, check_cell, flat, items, said

from axiomatrix import REGISTRY, Matrix
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.metric_sentences import plain_sentence
from axiomatrix.evidence.account.making import account_of
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.words import grouped
from axiomatrix.report.document import (
    Code,
    Document,
    Inline,
    Link,
    Table,
    plain_text,
    spans,
    words,
)
from axiomatrix.report.json_reports import read_matrix
from axiomatrix.report.libraries import data as libraries_data
from axiomatrix.report.render import terminal
from axiomatrix.report.subjects import axiom as axioms_shown
from axiomatrix.report.subjects import cell as cells
from axiomatrix.report.subjects import metric as metrics_shown
from axiomatrix.report.subjects import statements
from axiomatrix.report.subjects import witness as accounts
from axiomatrix.report.subjects.claims import sources_document

REPORTS = Path(__file__).parents[2] / "reports"
SORTS = (
    "rankings", "weak orders", "partial orders", "top lists", "judged lists", "scored lists", "scores", "runs",
    "retrieved ids", "proposed rankings",
)  # fmt: skip


@cache
def committed() -> Matrix:
    load_catalogue()
    return read_matrix(REPORTS / "compliance.json")


def sample(most: int, matrix: Matrix | None = None) -> list[Cell]:
    """Some cells of each sort, verdict, method and outcome, those with a witness and those without."""
    matrix = committed() if matrix is None else matrix
    about = {row.name: row.about for row in matrix.rows}

    def like(cell: Cell) -> tuple[object, ...]:
        found = cell.evidence
        kinds = (found.proof is None, found.derivation is None, found.extreme is None, found.values is None)
        return about[cell.metric], cell.status.key, cell.outcome, bool(cell.claims), kinds

    return [cell for same in grouped(matrix.cells, like).values() for cell in same[:: max(1, len(same) // most)][:most]]


@pytest.mark.parametrize("sort", SORTS)
def test_cells_of_the_committed_report_are_told_as_they_are(sort: str) -> None:
    rows = {row.name for row in committed().rows if row.about == sort}
    context = cells.CellContext(REGISTRY, committed())
    for cell in (cell for cell in sample(2) if cell.metric in rows):
        check_cell(cells.document(cell, context), cell, REGISTRY)


def test_cells_of_libraries_are_told_as_they_are() -> None:
    report = libraries_data.read(REPORTS / "libraries.json")
    context = cells.CellContext(REGISTRY, report)
    for cell in sample(3, report):
        check_cell(cells.document(cell, context), cell, REGISTRY)


def test_every_sort_of_the_catalogue_is_looked_at() -> None:
    assert {row.about for row in committed().rows} == set(SORTS)


def test_a_witness_begins_with_what_is_violated_and_ends_with_how_to_repeat_it() -> None:
    cell = committed()["footrule", "left-invariance"]
    assert cell.evidence.witness is not None
    document = accounts.document(account_of(cell.evidence.witness), directory="reports")
    assert "changes nothing" in plain_text(document.summary), "the sentence of the axiom"
    first = next(words(document.blocks[0]))
    assert first == cell.evidence.witness.relation_with_truth
    code = [block for block in document.blocks if isinstance(block, Code)]
    assert any(block.text.startswith("@example(") for block in code)
    assert any(block.text.startswith("axiomatrix ") and cell.evidence.witness.slug in block.text for block in code)


def test_cells_of_several_arguments_stand_below_each_other() -> None:
    several = grouped(committed().cells, lambda cell: (cell.metric, cell.axiom)).values()
    found = next(those for those in several if len(those) > 1 and len({cell.title for cell in those}) > 1)
    text = said(cells.cells_document(found, cells.CellContext(REGISTRY, committed())))
    assert all(cell.title in text and cell.status.text in text for cell in found)


def test_a_wrong_number_in_a_document_is_seen() -> None:
    """The comparison can fail: a document of another cell is not accepted."""
    refuted = [cell for cell in sample(2) if cell.evidence.witness is not None and cell.evidence.verdict == "refuted"]
    first, second = refuted[:2]
    with pytest.raises(AssertionError):
        check_cell(cells.document(second, cells.CellContext(REGISTRY, committed())), first, REGISTRY)


def test_lists_name_everything_that_is_registered() -> None:
    registry = load_catalogue()
    assert {plain_text(row[0]) for row in rows_of(metrics_shown.list_document(registry))} == set(registry.metrics)
    assert {plain_text(row[0]) for row in rows_of(axioms_shown.list_document(registry))} == set(registry.axioms)
    claims = [claim for source in registry.sources.values() for claim in source.claims]
    assert [plain_text(row[0]) for row in rows_of(sources_document(registry))] == claims


def rows_of(document: Document) -> list[tuple[object, ...]]:
    return [row for block in document.blocks if isinstance(block, Table) for row in block.rows]


def test_a_declaration_has_the_formula_and_what_it_takes() -> None:
    registry = load_catalogue()
    for metric in registry.metrics.values():
        text = said(metrics_shown.declaration_document(metric, registry))
        assert metric.formula in text and metric.kind in text.lower() and metric.about in text
        assert all(name in text for name in metric.parameters)
    for axiom in registry.axioms.values():
        text = said(axioms_shown.declaration_document(axiom))
        assert axiom.formula in text and axiom.id in text and axiom.sentence_of({}) in text
        assert all(name in text for name in axiom.arguments)


def rows_under(document: Document, head: str) -> list[tuple[Inline, ...]]:
    """The rows of all tables whose first head this is."""
    tables = (block for block in flat(document.blocks) if isinstance(block, Table))
    return [row for one in tables if plain_text(one.heads[0]) == head for row in one.rows]


@pytest.mark.parametrize("sort", SORTS)
def test_the_page_of_a_metric_has_every_statement_once_with_its_verdict_and_claims(sort: str) -> None:
    context = cells.CellContext(REGISTRY, committed())
    rows = [row for row in committed().rows if row.about == sort]
    for row in rows[:: max(1, len(rows) // 2)][:2]:
        shown = metrics_shown.document(row, context)
        lines = [line for line in statements.lines_of(row.name, context) if line.status.is_asked]
        tables = [table for table in flat(shown.blocks) if isinstance(table, Table) and "what it says" in table.heads]
        told = [dict(zip(table.heads, map(plain_text, line), strict=True)) for table in tables for line in table.rows]
        names = [f"{line.cell.axiom} ({line.statement})" if line.statement else line.cell.axiom for line in lines]
        assert sorted(line["axiom"] for line in told) == sorted(names)
        by_name = {line["axiom"]: line for line in told}
        for line, name in zip(lines, names, strict=True):
            entry = by_name[name]
            assert line.verdict in entry["verdict"] and entry["verdict"].startswith(line.symbol)
            assert entry["what it says"] and as_one_line(line.cases) in entry["evidence"]
            assert all(claim.source in entry["claimed"] for claim in line.cell.claims)
        text = said(shown)
        counts = Counter(statements.truth_of(line.cell) for line in lines)
        assert all(f"({counts[key]})" in text for key in counts)
        assert row.formula in text and plain_sentence(REGISTRY.metric(row.name)) in text
        reasons = {line.cell.evidence.reason for line in statements.lines_of(row.name, context)} - {""}
        assert all(as_one_line(reason) in as_one_line(text) for reason in reasons)


def test_the_page_of_an_axiom_has_every_metric_with_its_verdict() -> None:
    context = cells.CellContext(REGISTRY, committed())
    for head in committed().columns[::6]:
        shown = axioms_shown.document(head, context)
        lines = [line for row in committed().rows for line in context.positions.at(row.name, head.id)]
        told = {plain_text(verdict): plain_text(names) for verdict, names in rows_under(shown, "verdict")}
        for line in lines:
            name, _, variant = line.cell.metric.removesuffix("]").partition("[")
            assert re.search(rf"{re.escape(name)}\b.*{re.escape(variant)}", told[f"{line.symbol} {line.verdict}"])
        assert sum(len(names.split(", ")) for names in told.values()) >= len(lines)
        settled = [line.cell.evidence.settled_at for line in lines if line.status.holds == "no" and line.slug]
        if settled:
            assert f"n = {min(settled)}" in said(shown)
        assert REGISTRY.axiom(head.id).sentence_of({}) in said(shown)


def test_variants_of_a_metric_stand_side_by_side_where_they_differ() -> None:
    context = cells.CellContext(REGISTRY, committed())
    rows = [row for row in committed().rows if row.name.startswith("ndcg[")]
    shown = Document("ndcg", blocks=tuple(metrics_shown.variants(rows, context)))
    assert [plain_text(row[0]) for row in rows_under(shown, "variant")] == [row.name for row in rows]
    for name, *there in rows_under(shown, "axiom"):
        axiom = plain_text(name).split(" (")[0]
        for row, verdict in zip(rows, there, strict=True):
            known = [f"{line.symbol} {line.verdict}" for line in context.positions.at(row.name, axiom)]
            assert plain_text(verdict) in [*known, ""]
        assert len(set(map(plain_text, there))) > 1


def test_pages_lead_to_what_they_name() -> None:
    context = cells.CellContext(REGISTRY, committed(), address=lambda kind, name: f"{kind}-{name}.html")
    row = next(row for row in committed().rows if row.name == "footrule")
    rows = rows_under(metrics_shown.document(row, context), "axiom")
    links = {span.to for line in rows for cell in line for span in spans(cell) if isinstance(span, Link)}
    assert {"axiom-symmetry.html", "witness-footrule--left-invariance.html", "claim-KV1.html"} <= links


def test_proofs_have_their_steps_and_the_cells_that_they_decide() -> None:
    context, decided = cells.CellContext(REGISTRY, committed()), statements.cells_by_proof(committed())
    assert sum(map(len, decided.values())) == sum(cell.evidence.proof is not None for cell in committed().cells)
    for proof, proved in [*decided.items()][::10]:
        shown = statements.proof_document(proof, proved, context)
        text, steps = as_one_line(said(shown)), items(shown)
        assert as_one_line(proof.theorem) in text and proof.id in text
        assert {as_one_line(f"checked by machine: {step}") for step in proof.checked} <= set(steps)
        assert {as_one_line(f"on paper: {step}") for step in proof.argued} <= set(steps)
        assert all(cell.metric in text and cell.title in text for cell in proved)
    every = said(statements.proofs_document(committed(), context))
    assert all(proof.id in every for proof in decided)


@pytest.mark.parametrize("width", [80, 120, 200])
def test_documents_fit_the_terminal(width: int) -> None:
    """No line is wider but one that shows a single word or a definition as it is written."""
    context = cells.CellContext(REGISTRY, committed(), "reports")
    documents = [cells.document(cell, context) for cell in sample(1)[::3]]
    documents += [metrics_shown.document(row, context) for row in committed().rows[::25]]
    documents += [axioms_shown.document(head, context) for head in committed().columns[::15]]
    documents += [metrics_shown.list_document(REGISTRY), axioms_shown.list_document(REGISTRY)]
    for document in documents:
        written = {
            line.strip() for one in flat(document.blocks) if isinstance(one, Code) for line in one.text.split("\n")
        }
        for line in terminal.render(document, width).splitlines():
            assert len(line) <= width or " " not in line.strip() or line.strip() in written, line
