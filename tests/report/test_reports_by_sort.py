"""Reports of metrics of several sorts: one table for each sort, with the columns that are about it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import axiomatrix
from axiomatrix import REGISTRY, Judged, Matrix, Registry, axiom, relation, spaces
from axiomatrix.evidence import safe
from axiomatrix.evidence import words as cells
from axiomatrix.evidence.account import making
from axiomatrix.evidence.account.trace import trace
from axiomatrix.evidence.matrix import Row
from axiomatrix.model.registry import metric
from axiomatrix.numbers.exact import log, rational
from axiomatrix.report import json_reports, saving
from axiomatrix.report.judged_claims import failure_lines
from axiomatrix.report.render import markdown, terminal
from axiomatrix.report.results import matrix_text
from axiomatrix.report.saving import witness_page
from axiomatrix.report.subjects.metric import declaration_document

ABOUT_LISTS = ("judged lists",)


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The catalogue with one metric of judged lists, one of runs, and an axiom for each."""
    made = Registry(REGISTRY)

    @axiom("zz-relevant-counts", over={"x": spaces.own}, kinds=("score",), about=ABOUT_LISTS, group="zz")
    def counts(m: Any, x: Any) -> Any:
        """m(x) <= 1"""
        return relation.at_most(m(x), 1)

    @axiom("zz-exchange", over={"x": spaces.own, "ij": spaces.rank_pair}, kinds=("score",), about=ABOUT_LISTS)
    def exchange(m: Any, x: Any, ij: Any) -> Any:
        """m(x) = m(x with two items exchanged)"""
        return relation.equal(m(x), m(x.exchanged(*ij)))

    @axiom("zz-runs", over={"x": spaces.own}, kinds=("score",), about=("runs",), group="zz")
    def of_runs(m: Any, x: Any) -> Any:
        """m(x) <= 1"""
        return relation.at_most(m(x), 1)

    @metric(
        "zz-gain",
        kind="score",
        arguments={"x": spaces.binary_list},
        parameters={"k": spaces.cut_offs()},
        holds=[counts, exchange],
        source="mine",
        registry=made,
    )
    def gain(x: Any, k: Any) -> Any:
        """sum over i <= k of x_i / (i + 1)"""
        return sum((x[i] / (i + 1) for i in x.ranks(k)), rational(0))

    @metric("zz-lists", kind="score", arguments={"x": spaces.runs()}, holds=[of_runs], source="mine", registry=made)
    def lists(x: Any) -> Any:
        """number of lists"""
        return len(x.lists)

    return made


@pytest.fixture(scope="module")
def matrix(registry: Registry) -> Matrix:
    chosen = ["symmetry", "left-invariance", "zz-relevant-counts", "zz-exchange", "zz-runs"]
    rows = ("zz-gain", "footrule", "zz-lists")
    return axiomatrix.check(*rows, axioms=chosen, profile="quick", use_pins=False, registry=registry)


def test_a_row_says_what_it_is_about_and_where_its_arguments_come_from(matrix: Matrix) -> None:
    rows = {row.name: row for row in matrix.rows}
    assert rows["zz-gain"].about == "judged lists" and rows["footrule"].about == "rankings"
    assert rows["zz-gain"].arguments == {"x": spaces.binary_list.name}
    assert rows["footrule"].arguments == {"a": "rankings", "b": "rankings"}


def test_a_table_has_rows_of_one_sort_and_only_the_columns_about_it(matrix: Matrix) -> None:
    sorts = {sort.about: sort for sort in cells.by_sort(matrix)}
    assert list(sorts) == ["judged lists", "rankings", "runs"]
    assert [row.name for row in sorts["judged lists"].rows] == ["zz-gain"]
    assert {column.id for column in sorts["judged lists"].columns} == {"zz-relevant-counts", "zz-exchange"}
    assert {column.id for column in sorts["rankings"].columns} == {"symmetry", "left-invariance"}
    assert {column.id for column in sorts["runs"].columns} == {"zz-runs"}
    shown = [(row.name, c.id) for sort in sorts.values() for row in sort.rows for c in sort.columns]
    assert {(cell.metric, cell.axiom) for cell in matrix} <= set(shown)  # no cell is lost


def test_a_matrix_of_one_sort_has_one_table_with_all_its_columns() -> None:
    row = Row("m", "distance", "user", "f", {}, True, "0", "rankings")
    one = Matrix([row], [], [], "quick", 0)
    assert [sort.rows for sort in cells.by_sort(one)] == [(row,)]
    assert cells.by_sort(Matrix([], [], [], "quick", 0)) == []


def test_data_carry_the_sort_and_fit_the_schema(matrix: Matrix) -> None:
    written = json.loads(json_reports.dump_matrix(matrix))
    jsonschema.Draft202012Validator(json_reports.COMPLIANCE.schema()).validate(written)
    assert {row["about"] for row in written["rows"]} == {"judged lists", "rankings", "runs"}
    assert json_reports.load_matrix(written).rows == matrix.rows


def test_every_format_has_a_table_for_each_sort(matrix: Matrix, registry: Registry) -> None:
    md = saving.compliance_pages(matrix, registry)["compliance.md"]
    assert "## Judged lists: zz" in md and "## Rankings: metric space" in md and "## Runs: zz" in md
    table = md[md.index("## Judged lists: zz") :].split("\n## ")[0]
    assert "`zz-gain`" in table and "`footrule`" not in table and "symmetry" not in table
    printed = matrix_text(matrix, registry=registry)
    first, second, third = (printed.index(f"Metrics of {sort}") for sort in ("judged", "rankings", "runs"))
    assert first < second < third
    assert "footrule" not in printed[first:second]


def test_a_witness_of_a_list_shows_the_list_its_parameters_and_every_value(matrix: Matrix, registry: Registry) -> None:
    broken = next(cell for cell in matrix.broken if cell.axiom == "zz-exchange")
    shown = making.account(broken, matrix, registry)
    assert shown is not None and not shown.has_rankings and not shown.note
    words = "\n".join(failure_lines(shown))
    assert re.search(r"x +Judged\.of\(\[\d(, \d)*\]", words) and re.search(r"^k +\d", words, re.MULTILINE)
    assert "zz-gain(x) = " in words and "zz-gain(Judged.of(" in words
    page = witness_page(shown)
    assert "rank vector" not in page and "Judged.of(" in page
    assert f"axiomatrix verify reports/witnesses/{shown.slug}.json FILE.py" in page
    stored = making.account_of(broken.evidence.witness, REGISTRY)  # its metric is not there
    assert "not registered" in stored.note and any("k = " in value.text for value in stored.parameters)


def test_a_trace_of_a_list_is_written_in_its_grades(registry: Registry) -> None:
    made = registry.metric("zz-gain")
    x = Judged.of([1, 0, 1])
    traced = trace(made, [x], {"k": 2}, made(x, k=2), ["x"])
    assert traced is not None
    assert traced.whole.symbols == "x[1]/2 + x[2]/3" and traced.whole.numbers == "1/2 + 0/3"


def test_a_trace_of_a_list_survives_what_a_definition_asks_of_it() -> None:
    def definition(x: Any) -> Any:
        best = sum(x.ideal[i] / log(i + 1, 2) for i in x.ideal.ranks())
        return sum(x[i] / log(i + 1, 2) for i in x.ranks()) / best + x.relevant() * x.R

    made = metric("m", kind="score", arguments={"x": spaces.binary_list}, registry=Registry())(definition)
    x = Judged.of([0, 1], missing=[1])
    traced = trace(made, [x], {}, made(x), ["x"])
    assert traced is not None and "x.ideal[1]" in traced.whole.symbols
    seen: set[Any] = set()

    def remembering(x: Any) -> Any:
        seen.add(x)
        return x[1]

    keeps = metric("n", kind="score", arguments={"x": spaces.binary_list}, registry=Registry())(remembering)
    assert trace(keeps, [x], {}, rational(0), ["x"]) is None
    assert not seen  # a cache of the definition's never keeps a traced one


def test_saving_and_explaining_lists(matrix: Matrix, registry: Registry, tmp_path: Path) -> None:
    matrix.save(tmp_path, registry)
    assert json_reports.read_matrix(tmp_path / "compliance.json").cells == matrix.cells
    words = terminal.render(declaration_document(registry.metric("zz-gain"), registry))
    assert "x: binary lists" in words and "k: cut-offs" in words


# --- pages of a large report -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def large() -> Matrix:
    """The committed report."""
    return json_reports.read_matrix(Path(__file__).parents[2] / "reports" / "compliance.json")


@pytest.mark.slow
def test_a_large_report_has_pages_below_100_kb_that_its_first_page_leads_to(large: Matrix) -> None:
    made = saving.compliance_pages(large, REGISTRY)
    first = made.pop("compliance.md")
    assert len(made) > 10 and max(len(words.encode()) for words in (first, *made.values())) < 100_000
    assert set(re.findall(r"\]\((compliance-[^)]*\.md)\)", first)) == set(made)
    for words in made.values():
        assert words.startswith(saving.COMPLIANCE_MARKER) and "](compliance.md)" in words
        assert not re.search(r"\]\((?!compliance\.md|witnesses/)", words)


@pytest.mark.slow
def test_every_cell_of_a_large_report_stands_on_a_page_with_its_reach(large: Matrix) -> None:
    made = saving.compliance_pages(large, REGISTRY)
    positions, first = cells.Positions(large), made.pop("compliance.md")
    everything = "\n".join(made.values())
    for row in large.rows:
        for column in large.columns:
            for shown in positions.at(row.name, column.id):
                message = shown.text_beside_symbol
                if shown.cell.outcome == "not applicable":
                    message = shown.cell.evidence.reason
                assert safe.prose(message) in everything, (row.name, column.id)
    for cell in large.broken:
        witness = cell.evidence.witness
        start = f"| {safe.code(cell.metric)} | {safe.code(cell.title)} |"
        (line,) = [one for one in first.splitlines() if one.startswith(start) and "X\\*" in one]
        assert all(claim.source in line for claim in cell.claims)
        assert witness is None or f"(witnesses/{witness.slug}.md)" in line
        assert witness is not None or cell.evidence.derivation is not None


def test_a_page_that_a_report_has_no_more_is_removed_and_others_stay(
    large: Matrix, matrix: Matrix, registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markdown, "MAX_PAGE_CHARACTERS", 100)
    matrix.save(tmp_path, registry)
    assert (tmp_path / "compliance-rankings-metric-space.md").is_file()
    (tmp_path / "compliance-notes.md").write_text("# mine\n", encoding="utf-8")
    monkeypatch.undo()
    matrix.save(tmp_path, registry)
    assert sorted(path.name for path in tmp_path.glob("*.md")) == ["compliance-notes.md", "compliance.md"]
