"""A run of ``check`` as a document: the same facts as its cells, in few lines, the failures last."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

import axiomatrix
from axiomatrix import REGISTRY, Registry, axioms, inverted_pairs, metric, spaces
from axiomatrix.evidence.account.making import account
from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.matrix import ColumnHead, Matrix, Row
from axiomatrix.evidence.safe import visible
from axiomatrix.evidence.verdict import Outcome, Verdict
from axiomatrix.evidence.words import Line, Positions
from axiomatrix.report.document import (
    Block,
    Code,
    Document,
    Heading,
    Inline,
    Link,
    List,
    Nested,
    Span,
    StatusSign,
    Table,
    plain_text,
    spans,
    words,
)
from axiomatrix.report.json_reports import read_matrix
from axiomatrix.report.render import terminal
from axiomatrix.report.saving import compliance_documents
from axiomatrix.report.subjects.failures import MAX_FAILURES_IN_FULL, MAX_FAILURES_LISTED
from axiomatrix.report.subjects.run import (
    COUNTED_VERDICTS,
    MAX_METRICS_COUNTED,
    MAX_METRICS_STATED,
    Detail,
    RunContext,
    document,
    last_sentence,
)
from axiomatrix.spaces.parameters import ParameterDomain

REPORT = Path(__file__).parents[2] / "reports" / "compliance.json"
WIDTHS = (80, 120, 200)


@pytest.fixture(scope="module")
def whole() -> Matrix:
    matrix = read_matrix(REPORT)
    matrix.expect({cell.key: cell.outcome for cell in matrix.cells})
    return matrix


def only(matrix: Matrix, *names: str) -> Matrix:
    """The rows of these names."""
    rows = [row for row in matrix.rows if row.name in names]
    return replace(matrix, rows=rows, cells=[cell for cell in matrix.cells if cell.metric in names])


def my_kendall(a: Any, b: Any, w: Any) -> Any:
    """d(a, b) = sum over inverted pairs {x, y} of w_x w_y"""
    return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The README's metric, and one that is at fault."""
    made = Registry(REGISTRY)
    holds = [axioms.triangle_inequality, axioms.right_invariance, axioms.scale_free("w", degree=1)]
    metric("my-kendall", parameters={"w": spaces.element_weights()}, holds=holds, source="Me", registry=made)(
        my_kendall
    )

    @metric("my-fault", holds=[axioms.symmetry], source="Me", registry=made)
    def fault(a: Any, b: Any) -> Any:
        """0, until it raises"""
        return 1 // (3 - len(a))

    return made


@pytest.fixture(scope="module")
def readme(registry: Registry) -> Matrix:
    return axiomatrix.check("my-kendall", profile="quick", use_pins=False, registry=registry)


@pytest.fixture(scope="module")
def mine(registry: Registry) -> Matrix:
    return axiomatrix.check("my-kendall", "my-fault", "footrule", profile="quick", use_pins=False, registry=registry)


def every_status() -> Matrix:
    """A metric with a declared and an undeclared cell of each verdict."""
    row = Row("made", "distance", "user", "f", {}, True, "0", "rankings")
    heads, cells = [], []
    for verdict in Verdict:
        for claims in ((), (ClaimNote("holds", "A", "it holds"),), (ClaimNote("fails", "B", "it fails"),)):
            heads.append(ColumnHead(f"axiom-{len(heads)}", "f", "group", "for all", "f"))
            evidence = Evidence(verdict, reason="why")
            cells.append(Cell("made", heads[-1].id, {}, ParameterDomain.OPEN, claims=claims, evidence=evidence))
    return Matrix([row], heads, cells, "quick", 0)


def flat(blocks: tuple[Block, ...]) -> list[str]:
    """The words of a document: a line for each row of a table and each item of a list."""
    lines: list[str] = []
    for block in blocks:
        if isinstance(block, Table):
            lines += [" | ".join(map(plain_text, row)) for row in block.rows]
        elif isinstance(block, List):
            for item in block.items:
                inner = item.items if isinstance(item, Nested) else ()
                lines.append(" ".join(map(plain_text, (item.text if isinstance(item, Nested) else item, *inner))))
        else:
            lines += list(words(block))
    return lines


def of_metric(shown: Document, name: str) -> list[str]:
    """The lines below the heading of a metric, up to the next heading of that kind."""
    blocks = [*shown.blocks]
    starts = [k for k, block in enumerate(blocks) if isinstance(block, Heading) and block.level == 2]
    (start,) = [k for k in starts if plain_text(blocks[k].text).startswith(f"{name}: ")]  # type: ignore[union-attr]
    end = next((k for k in starts if k > start), len(blocks))
    return flat(tuple(blocks[start + 1 : end]))


def asked_lines(matrix: Matrix, name: str) -> Iterator[Line]:
    positions = Positions(matrix)
    for column in matrix.columns:
        for line in positions.at(name, column.id):
            if line.cell.outcome is not Outcome.NOT_APPLICABLE:
                yield line


# --- the same facts ----------------------------------------------------------------------------------------------


def check_full(matrix: Matrix, registry: Registry | None = None) -> None:
    """Every statement of the matrix has a row with its sign, its whole reach, its sides and its claims."""
    shown = document(matrix, RunContext(registry, detail=Detail.FULL))
    for row in matrix.rows:
        lines = of_metric(shown, visible(row.name))
        for line in asked_lines(matrix, row.name):
            name = line.cell.axiom + (f" ({line.statement})" if line.statement else "")
            (found,) = [one for one in lines if one.startswith(f"{line.sign} {name} | ")]
            assert (line.status.word if line.status.is_fault else line.text_beside_symbol) in found
            assert line.declared in found and line.best in found and line.cases in found
            witness = line.cell.evidence.witness
            assert witness is None or not witness.is_false or witness.relation_with_truth_and_decimals in found
        for cell in matrix.cells:
            if cell.metric == row.name and cell.outcome is Outcome.NOT_APPLICABLE:
                assert any(cell.title in one and visible(cell.evidence.reason) in one for one in lines)


def check_short(matrix: Matrix) -> None:
    """Every statement is named with the mark of its outcome, its verdict and how far it goes."""
    shown = document(matrix)
    for row in matrix.rows:
        lines = of_metric(shown, visible(row.name))
        for line in asked_lines(matrix, row.name):
            name = line.cell.axiom + (f" ({line.statement})" if line.statement else "")
            if line.cell.outcome in (Outcome.BROKEN, Outcome.UNRESOLVED):
                continue  # they stand below, with all that is known of them
            known = [one for one in lines if one.startswith(f"{line.sign} {line.status.word}")]
            found = next(one for one in known if re.search(rf"(: |, ){re.escape(name)}(,| \(|$)", one))
            if (settled := line.cell.evidence.settled_at) and line.cell.evidence.derivation is None:
                assert f"n={settled}" in found
            if line.status.holds == "yes" and (up_to := line.cell.evidence.up_to()):
                assert f"n<={up_to}" in found or line.status.key == Verdict.PROVED


def check_failures(matrix: Matrix, registry: Registry | None = None) -> None:
    """Each broken claim is last, with its claims, its instance, both sides and every value that enters."""
    shown = document(matrix, RunContext(registry, files=("mine.py",), detail=Detail.FULL))
    starts = [
        k
        for k, b in enumerate(shown.blocks)
        if isinstance(b, Heading) and plain_text(b.text).startswith("Broken claims:")
    ]
    assert len(starts) == bool(matrix.broken)
    said = flat(shown.blocks[starts[0] :] if starts else ())
    for cell in matrix.broken:
        assert any(f"{cell.metric}: {cell.title}" in line for line in said)
        if (stored := account(cell, matrix, registry)) is not None:
            everything = "\n".join(said)
            for text in (stored.sides, *(v.text for v in stored.instance), *(c.quotation for c in stored.claims)):
                assert visible(text) in everything
            assert all(term.value in everything for term in stored.terms)
    sentence = next(plain_text(b.text) for b in reversed(shown.blocks) if not isinstance(b, (Table, List, Code)))  # type: ignore[union-attr]
    assert sentence == last_sentence(matrix)


def test_readme_example_says_what_its_cells_say(readme: Matrix, registry: Registry) -> None:
    check_full(readme, registry)
    check_short(readme)
    check_failures(readme, registry)


def test_metrics_of_a_user_say_what_their_cells_say(mine: Matrix, registry: Registry) -> None:
    assert {"error", "refuted", "proved", "certified"} <= {cell.status.key for cell in mine}
    check_full(mine, registry)
    check_short(mine)
    check_failures(mine, registry)


def test_every_status_is_said() -> None:
    matrix = every_status()
    check_full(matrix)
    check_short(matrix)
    check_failures(matrix)
    undecided = flat(document(matrix).blocks)
    for cell in matrix.unresolved:
        assert any(cell.title in line and cell.status.word in line for line in undecided)


def test_rows_of_the_catalogue_say_what_their_cells_say(whole: Matrix) -> None:
    for row in whole.rows[::7]:
        matrix = only(whole, row.name)
        check_full(matrix)
        check_short(matrix)


def spans_of(block: Block) -> Iterator[Span]:
    cells: list[Inline] = [block.text] if isinstance(block, Heading) else []
    if isinstance(block, Table):
        cells = [cell for row in block.rows for cell in row]
    elif isinstance(block, List):
        cells = [part for i in block.items for part in ((i.text, *i.items) if isinstance(i, Nested) else (i,))]
    for cell in cells:
        yield from spans(cell)


def test_markdown_has_every_cell_with_verdict_reach_and_the_sides_of_what_is_broken(whole: Matrix) -> None:
    pages = compliance_documents(whole, REGISTRY)
    index = pages["compliance.md"]
    said = "\n".join(line for page in pages.values() for line in flat(page.blocks))
    for cell in whole.cells:
        line = Line(cell)
        if cell.outcome is Outcome.NOT_APPLICABLE:
            assert visible(cell.evidence.reason) in said
        else:
            assert f"{line.sign} {line.text_beside_symbol}" in said, cell.key
        if cell.evidence.extreme is not None and cell.evidence.extreme.best != "infinite":
            assert cell.evidence.extreme.text in said
    links = {span.to: span.text for block in index.blocks for span in spans_of(block) if isinstance(span, Link)}
    for cell in whole.broken:
        if (witness := cell.evidence.witness) is not None:
            assert links[f"witnesses/{witness.slug}.md"].startswith(witness.relation_with_truth_and_decimals)


def test_counts_of_several_metrics_are_those_of_the_cells(whole: Matrix) -> None:
    few = only(whole, *(row.name for row in whole.rows[:MAX_METRICS_COUNTED]))
    sorts = {row.name: row.about for row in whole.rows}
    for matrix, name_of in ((few, {row.name: row.name for row in few.rows}), (whole, sorts)):
        assert len(matrix.rows) > MAX_METRICS_STATED
        table = next(block for block in document(matrix).blocks if isinstance(block, Table))
        heads = [*map(plain_text, table.heads)]
        for row in table.rows:
            there = dict(zip(heads, map(plain_text, row), strict=True))
            cells = [c for c in matrix if name_of[c.metric] == plain_text(row[0]) and c.status.is_asked]
            assert there["cells"] == f"{len(cells):,}"
            assert there["broken"] == str(sum(c.outcome is Outcome.BROKEN for c in cells))
            shown = [c for c in cells if c.status.key in COUNTED_VERDICTS]
            for key in COUNTED_VERDICTS:
                assert there.get(str(key), "0") == str(sum(c.status.key == key for c in shown))
            assert there.get("other", "0") == str(len(cells) - len(shown))


# --- few lines ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", WIDTHS)
def test_the_failing_claim_of_the_readme_is_in_the_last_25_of_at_most_60_lines(
    readme: Matrix, registry: Registry, width: int
) -> None:
    shown = document(readme, RunContext(registry, files=("my_metrics.py",)))
    lines = terminal.render(shown, width).splitlines()
    assert len(lines) <= 60 and max(map(cell_len, lines)) <= width
    failing = [k for k, line in enumerate(lines) if line.startswith("X* my-kendall: scale-free(")]
    assert len(failing) == 1 and failing[0] >= len(lines) - 25
    assert any("4 == 2 is false" in line for line in lines[-25:])
    assert "axiomatrix show my-kendall scale-free my_metrics.py" in lines
    assert "not applicable" in lines[-1] and not any("grows-with-depth" in line for line in lines)


@pytest.mark.slow
def test_no_metric_of_the_catalogue_takes_more_than_60_lines_or_breaks_a_command(whole: Matrix) -> None:
    for row in whole.rows:
        shown = document(only(whole, row.name))
        for width in WIDTHS:
            lines = terminal.render(shown, width).splitlines()
            assert len(lines) <= 60, (row.name, width, len(lines))
            assert max(map(cell_len, lines)) <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_the_catalogue_ends_with_three_findings_and_two_commands(whole: Matrix, width: int) -> None:
    shown = document(whole)
    lines = terminal.render(shown, width).splitlines()
    assert len(lines) <= 60 and max(map(cell_len, lines)) <= width
    listed = [block for block in shown.blocks if isinstance(block, List)][-1]
    assert len(listed.items) == 3
    assert all(plain_text(item).endswith(".") for item in listed.items if not isinstance(item, Nested))
    (commands,) = [block.text.splitlines() for block in shown.blocks if isinstance(block, Code)]
    assert [command.split()[1] for command in commands] == ["show", "report"]
    assert all(command in lines for command in commands)
    worst = max(cell.evidence.witness.n for cell in whole.broken if cell.evidence.witness)
    assert f"n = {worst}" in plain_text(listed.items[0])  # type: ignore[arg-type]


def test_an_outcome_that_is_not_as_expected_is_the_first_finding(whole: Matrix) -> None:
    one = whole.broken[0]
    cells = [replace(cell, expected=Outcome.AS_DECLARED) if cell is one else cell for cell in whole]
    listed = [block for block in document(replace(whole, cells=cells)).blocks if isinstance(block, List)][-1]
    assert f"{one.metric}: {one.title}" in plain_text(listed.items[0])  # type: ignore[arg-type]


def test_many_broken_claims_have_a_line_each_and_the_last_ones_are_in_full(whole: Matrix) -> None:
    names = dict.fromkeys(cell.metric for cell in whole.broken)
    matrix = only(whole, *list(names)[:10])
    assert len(matrix.broken) > 10
    lines = flat(document(matrix, RunContext(files=("mine.py",))).blocks)
    listed = [line for line in lines if line.startswith("X* ")]
    assert len(listed) == min(MAX_FAILURES_LISTED, len(matrix.broken) - MAX_FAILURES_IN_FULL) + MAX_FAILURES_IN_FULL
    assert len(set(listed)) == len(listed)
    left = len(matrix.broken) - len(listed)
    assert not left or any(line.startswith(f"and {left} more") for line in lines)
    smallest = min(cell.evidence.witness.n for cell in matrix.broken if cell.evidence.witness)
    assert f"n = {smallest}" in listed[-1]


def test_quiet_shows_the_failures_and_the_sentence_alone(mine: Matrix, registry: Registry) -> None:
    shown = document(mine, RunContext(registry, detail=Detail.FAILURES))
    headings = [plain_text(block.text) for block in shown.blocks if isinstance(block, Heading) and block.level == 2]
    assert headings == ["Not decided", f"Broken claims: {len(mine.broken)}"]
    assert not [block for block in shown.blocks if isinstance(block, Table)]


def test_nothing_is_said_twice(readme: Matrix, registry: Registry) -> None:
    lines = [line for line in terminal.render(document(readme, RunContext(registry)), 120).splitlines() if line.strip()]
    assert len(lines) == len(set(lines))


def test_each_sign_has_the_tone_of_its_status(mine: Matrix) -> None:
    signs = [span for block in document(mine).blocks for span in spans_of(block) if isinstance(span, StatusSign)]
    tones = {(cell.status.symbol, cell.status.tone) for cell in mine}
    assert signs and {(sign.text[0], sign.tone) for sign in signs} <= tones
    assert {sign.text for sign in signs if sign.loud} == {"X*"}


def test_an_interrupted_run_says_so_first_and_names_no_file(readme: Matrix) -> None:
    shown = document(replace(readme, missing=3), RunContext(directory="reports"))
    assert "interrupted" in next(iter(words(shown.blocks[0])))
    assert "site/index.html" not in " ".join(flat(shown.blocks))


def test_an_empty_matrix_is_shown() -> None:
    shown = document(Matrix([], [], [], "quick", 0))
    assert plain_text(shown.title).startswith("0 metrics x 0 axioms") and flat(shown.blocks)[-1] == "no cells"


def test_an_open_conjecture_and_an_unconfirmed_failure_have_a_line_each() -> None:
    registry = Registry(REGISTRY)
    declared = {"conjectured": [axioms.right_invariance], "fails": [axioms.symmetry]}
    mine = metric("two", registry=registry, **declared)(lambda a, b: len(inverted_pairs(a, b)))  # type: ignore[arg-type]  # by name
    asked = ["symmetry", "right-invariance"]
    matrix = axiomatrix.check(mine, axioms=asked, profile="quick", use_pins=False, registry=registry)
    assert {cell.outcome for cell in matrix.cells} == {Outcome.OPEN, Outcome.UNCONFIRMED}
    shown = document(matrix, RunContext(registry))
    (listed,) = (block for block in shown.blocks if isinstance(block, List))
    texts = [plain_text(item) for item in listed.items]  # type: ignore[arg-type]  # none is nested
    assert [("open" in text, "unconfirmed" in text) for text in texts] == [(False, True), (True, False)]
