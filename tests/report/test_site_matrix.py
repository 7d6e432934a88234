"""The matrix page of the site before any script has run: what stands in it, and that it stands there safely."""

from __future__ import annotations

import re
from typing import Any

import pytest
from matrix_pages import (
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
from axiomatrix import REGISTRY, Matrix, Registry, axioms
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import Extreme, Witness
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.verdict import NOTATION, Outcome, Verdict
from axiomatrix.evidence.words import NOTES, Positions, by_sort
from axiomatrix.model.registry import metric
from axiomatrix.report.site import cell_words, matrix_table
from axiomatrix.report.site.inputs import Inputs
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.values.rankings import inverted_pairs

LARGEST = 350 * 1024


@pytest.fixture(scope="module")
def inputs() -> Inputs:
    return committed_inputs()


@pytest.fixture(scope="module")
def source() -> str:
    return committed_source()


@pytest.fixture(scope="module")
def page(source: str) -> Element:
    return read(source)


# --- the tables


@pytest.mark.slow
def test_every_position_stands_in_the_tables_once_with_its_sign(inputs: Inputs, page: Element) -> None:
    whole, positions = inputs.whole, Positions(inputs.whole)
    seen: list[tuple[str, str]] = []
    for table in matrices(page):
        columns = [
            whole.columns[int(head.attributes["data-a"])].id for head in table.all("th") if "data-a" in head.attributes
        ]
        for tr in table.all("tr"):
            if "data-m" not in tr.attributes:
                continue
            row = whole.rows[int(tr.attributes["data-m"])]
            head, *cells = tr.inside
            assert head.tag == "th" and head.whole.strip() == row.name
            assert len(cells) <= len(columns)
            for column, shown in zip(columns, cells, strict=False):
                assert shown.whole.strip() == cell_words.text(positions.at(row.name, column)), (row.name, column)
                seen += [(row.name, column)] if shown.whole.strip() else []
    assert len(set(seen)) == len(seen)
    about = {row.name: row.about for row in whole.rows}
    asked = {(about[one.metric], one.axiom) for one in whole.cells if one.outcome is not Outcome.NOT_APPLICABLE}
    assert set(seen) == {(one.metric, one.axiom) for one in whole.cells if (about[one.metric], one.axiom) in asked}


def test_there_is_a_table_for_each_sort_with_its_rows_in_their_families(inputs: Inputs, page: Element) -> None:
    sorts = by_sort(inputs.whole)
    for sort, table in zip(sorts, matrices(page), strict=True):
        bodies = table.all("tbody")
        for body, family in zip(bodies, dict.fromkeys(row.family for row in sort.rows), strict=True):
            head, *rows = body.all("tr")
            assert [one.attributes["scope"] for one in head.all("th")] == ["rowgroup"]
            assert head.whole.strip() == family
            assert [tr.inside[0].whole.strip() for tr in rows] == [
                row.name for row in sort.rows if row.family == family
            ]


def test_the_head_has_every_group_below_its_axioms(inputs: Inputs, page: Element) -> None:
    groups = {column.id: column.group for column in inputs.whole.columns}
    for sort, table in zip(by_sort(inputs.whole), matrices(page), strict=True):
        names, below = table.all("thead")[0].all("tr")
        corner, *named = names.all("th")
        assert corner.attributes["rowspan"] == "2"
        ids = [head.whole.strip() for head in named]
        assert sorted(ids) == sorted(column.id for column in sort.columns)
        heads = below.all("th")
        spread = [head.whole.strip() for head in heads for _ in range(int(head.attributes["colspan"]))]
        assert spread == [groups[id] for id in ids]
        assert len(set(spread)) == len(heads), "the axioms of a group stand together"


@pytest.mark.slow
def test_rows_say_their_library_and_kind(inputs: Inputs, page: Element) -> None:
    for tr in (tr for table in matrices(page) for tr in table.all("tr") if "data-m" in tr.attributes):
        row = inputs.whole.rows[int(tr.attributes["data-m"])]
        assert tr.attributes["data-k"] == row.kind
        assert tr.attributes.get("data-l", "") == inputs.library_of.get(row.name, "")


@pytest.mark.parametrize("verdict", Verdict)
def test_each_verdict_has_the_class_of_its_colour(verdict: Verdict) -> None:
    css = STATIC.joinpath("matrix.css").read_text(encoding="utf-8")
    found = shown(cell_of(verdict))
    name = verdict.notation.tone
    assert found.startswith(f"<td{f' class={name}' if name else ''}>")
    assert not name or re.search(rf"\.matrix \.{name}\b", css)


def cell_of(
    verdict: Any, *, n: int = 4, cases: int = 100, claims: Any = (), witness: bool = False, **more: Any
) -> Cell:
    """A cell that some method reached with so many cases."""
    one = cell("m", "a", verdict, *claims, witness=witness)
    by = {"proved": "proof", "certified": "linear", "searched": "hypothesis"}.get(str(verdict), "enumeration")
    return replace(one, evidence=replace(one.evidence, reach=(Reach(by, 1, n, cases),), **more))


def shown(*cells: Cell) -> str:
    return matrix_table.table_cell(Positions(made(list(cells))).at("m", "a"))


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (cell_of("refuted", witness=True), "<td class=x>X2"),
        (cell_of("refuted"), "<td class=x>X"),
        (cell_of("proved"), "<td class=p>P"),
        (cell_of("proved", witness=True), "<td class=p>P2"),
        (cell_of("certified", n=6), "<td class=c>C≤6"),
        (cell_of("exhausted", n=12), "<td class=e>E≤12"),
        (cell_of("searched", n=3), "<td class=s>S≤3"),
        (cell_of("exhausted", cases=9), '<td class="e t">E(9)'),
        (cell_of("searched", cases=9), '<td class="s t">S(9)'),
        (cell_of("refuted", cases=1, witness=True), "<td class=x>X2"),
        (cell_of("exhausted", sought="an instance"), "<td class=s>N≤4"),
        (cell_of("searched", cases=9, sought="an instance"), '<td class="s t">N(9)'),
        (cell_of("exhausted", sought="a constant"), '<td class="s k">B≤4'),
        (cell_of("vacuous", cases=0), '<td class="u t">0'),
        (cell_of("error", cases=0), "<td class=f>!"),
        (cell_of("not applicable", cases=0), "<td>."),
    ],
)
def test_a_position_says_holds_or_fails_and_how_far(one: Cell, text: str) -> None:
    assert shown(one) == text


@pytest.mark.parametrize(
    ("sense", "value", "text"),
    [
        ("sup", "7/4", "≥7/4"), ("sup", "1.0", "≥1.0"), ("sup", "46899/595", "≥78.8"), ("inf", "580/579", "≤1.01"),
        ("sup", "1/2*sqrt(3) + 1", "≥1.86"), ("sup", "no number", "best"),
    ],
)  # fmt: skip
def test_a_best_constant_is_a_number_rounded_to_the_safe_side(sense: Any, value: str, text: str) -> None:
    one = cell_of("exhausted", sought="a constant")
    extreme = Extreme(
        sense,
        value,
        Witness(
            "m",
            "a",
            {},
            ParameterDomain.OPEN,
            n=2,
            instance={},
            parameters={},
            lhs="1",
            op="<=",
            rhs="0",
            smallest=True,
            channel="exact",
            shows="refutes",
        ),
    )
    best = replace(one, evidence=replace(one.evidence, extreme=extreme))
    assert shown(best) == f'<td class="s k">{text}'


@pytest.mark.parametrize(
    ("one", "name"),
    [
        (cell_of("proved", claims=[("holds", "S1")]), '"p d"'),
        (cell_of("refuted", claims=[("fails", "S1")]), '"x d"'),
        (cell_of("exhausted", claims=[("fails", "S1")]), '"s d"'),  # declared to fail: not coloured as what stands
        (cell_of("searched", cases=9, claims=[("conjectured", "S1")]), '"s t d"'),
        (cell_of("refuted", claims=[("holds", "S1")]), "b"),
        (cell_of("proved", claims=[("fails", "S1")]), "b"),
        (cell_of("certified", claims=[("fails", "S1")]), "b"),
    ],
)
def test_only_what_contradicts_a_source_is_red_and_a_corner_says_that_a_source_speaks(one: Cell, name: str) -> None:
    assert shown(one).startswith(f"<td class={name}>")


def test_a_refutation_on_the_closure_alone_is_a_note_at_the_cell() -> None:
    closed = cell("m", "a", "refuted", witness=True, space=ParameterDomain.CLOSED)
    assert shown(cell_of("searched"), closed) == "<td class=s>S≤4x"
    assert shown(cell_of("proved"), closed) == "<td class=p>Px"


def test_scripts_colour_what_was_looked_for_in_vain_as_the_matrix_does() -> None:
    for path in STATIC.iterdir():
        if path.name.endswith(".js"):
            assert "sign(cell.symbol, cell.verdict" not in path.read_text(encoding="utf-8"), path.name


def test_a_position_that_was_not_checked_is_empty_and_none_stands_at_the_end_of_a_row() -> None:
    matrix = made([cell("m", "a", "proved"), cell("n", "b", "proved")])
    first, second = matrix_table.tables(Inputs(matrix))[0].bodies[0].split("\n")[1:]
    assert first.endswith("</a><td class=p>P")
    assert second.endswith("</a><td><td class=p>P")


def test_the_key_has_every_sign_that_stands_in_a_cell_and_no_other(page: Element) -> None:
    (key,) = [one for one in page.all("ul") if one.attributes.get("class") == "key"]
    listed = {re.sub(r"\d+", "9", sign.whole.strip()) for sign in key.all("b")}
    cells = (td.whole.strip() for table in matrices(page) for td in table.all("td"))
    signs = {re.sub(r"[\d.]+(/[\d.]+)?", "9", text).removesuffix("x") for text in cells if text not in ("", ".")}
    signs -= {"E(9)", "C(9)", "N(9)"}  # S(9) stands for it
    same = {"≤9": "≥9", "best": "≥9", "X": "X9", "9": "≥9"}  # of a family of instances there is no number
    assert {same.get(sign, sign) for sign in signs} <= listed
    words = " ".join(item.whole for item in key.all("li"))
    assert all(word in words for word in ("refuted", "proved", "no example", "best constant", "contradicts a source"))


# --- what else is on the page


def test_the_broken_claims_lead_to_their_witnesses(inputs: Inputs, page: Element) -> None:
    (section,) = [one for one in page.all("section") if one.attributes.get("id") == "broken"]
    links = [(one.whole, one.attributes["href"]) for one in section.all("a")]
    expected = []
    for broken in inputs.whole.broken:  # what is derived has no witness, and the page of the metric says why
        shown = broken.evidence.witness
        page_of_metric = inputs.metric_entries[broken.metric].address
        expected.append((broken.metric, f"witness.html#slug={shown.slug}" if shown else page_of_metric))
    assert sorted(links) == sorted(expected)
    assert f"Broken claims: {len(inputs.whole.broken)}" in section.whole


def test_the_legend_says_what_every_verdict_and_outcome_means_and_does_not_mean(page: Element) -> None:
    (legend,) = [one for one in page.all("section") if one.attributes.get("id") == "legend"]
    for state in NOTATION.values():
        assert state.means in legend.whole and state.does_not_mean in legend.whole
    for outcome in Outcome:
        assert outcome.means in legend.whole
    for note in NOTES:
        assert note in legend.whole


def test_the_counts_are_those_of_the_matrix(inputs: Inputs, page: Element) -> None:
    (chips,) = [one for one in page.all("ul") if one.attributes.get("class") == "chips"]
    counted = [int(one.whole.replace(",", "")) for one in chips.all("b")]
    assert sum(counted) == len(inputs.whole.cells)
    assert counted[0] == len(inputs.whole.broken)


def test_filters_offer_what_occurs_and_count_it(inputs: Inputs) -> None:
    found = matrix_table.filters(inputs)
    whole = inputs.whole
    assert found["verdicts"] == {
        key: (line, count)
        for key, line in NOTATION.items()
        if (count := sum(one.status.key == key for one in whole.cells))
    }
    in_vain = [one for one in whole.cells if one.evidence.no_example_found]
    assert in_vain and found["verdicts"]["none found"][1] == len(in_vain)
    assert set(found["outcomes"]) == {one.outcome for one in whole.cells}
    assert sum(found["kinds"].values()) == sum(found["families"].values()) == len(whole.rows)
    assert set(found["libraries"]) == set(inputs.library_of.values())
    claims = [claim.source for one in whole.cells for claim in one.claims]
    assert {id for ids in found["sources"].values() for id in ids} == set(claims)
    assert sum(sum(ids.values()) for ids in found["sources"].values()) == len(claims)


def test_sources_are_grouped_by_document_and_ordered_by_number() -> None:
    names = ("KV10", "KV9", "ranx/k=0", "my notes, p. 3", "declared", "ranx/rbp/relevance", "OV1")
    matrix = made([cell("m", f"a{k}", "proved", ("holds", name)) for k, name in enumerate(names)])
    assert [(document, list(ids)) for document, ids in matrix_table.claims_by_document(matrix).items()] == [
        ("declared", ["declared"]),
        ("KV", ["KV9", "KV10"]),
        ("my notes, p. 3", ["my notes, p. 3"]),
        ("OV", ["OV1"]),
        ("ranx", ["ranx/k=0", "ranx/rbp/relevance"]),
    ]


# --- matrices of every size


def test_an_interrupted_run_is_said_to_be_interrupted() -> None:
    page = page_of(Inputs(made([cell("m", "a", "proved")], missing=3)))
    assert "The run was interrupted: 1 of 4 cells decided" in page.whole


def test_an_empty_matrix_is_a_page_that_says_so() -> None:
    page = page_of(Inputs(Matrix([], [], [], "default", 0)))
    assert not matrices(page) and not page.all("form")
    assert "No metric was checked" in page.whole
    assert "Broken claims: 0" in page.whole


def test_one_metric_of_a_user_has_one_table_with_every_axiom_that_says_something_of_it() -> None:
    registry = Registry(REGISTRY)

    @metric("my-kendall", holds=[axioms.symmetry], registry=registry)
    def my_kendall(a: Any, b: Any) -> Any:
        """Inverted pairs"""
        return len(inverted_pairs(a, b))

    matrix = axiomatrix.check("my-kendall", profile="quick", use_pins=False, registry=registry)
    page = page_of(Inputs(matrix))
    (table,) = matrices(page)
    assert len([head for head in table.all("th") if "data-a" in head.attributes]) == len(
        {cell.axiom for cell in matrix.cells if cell.outcome is not Outcome.NOT_APPLICABLE}
    )
    assert "1 metric and" in page.whole
    (library,) = [one for one in page.all("select") if one.attributes["id"] == "f-library"]
    assert [one.attributes["value"] for one in library.all("option")] == [""]


def test_the_page_of_catalogue_and_libraries_is_as_small_as_was_promised(source: str) -> None:
    assert len(source.encode()) < LARGEST


def test_metrics_that_no_axiom_was_asked_of_have_a_table() -> None:
    matrix = replace(made([cell("m", "a", "proved"), cell("n", "a", "proved")]), columns=[], cells=[])
    assert [row.name for row in matrix.rows] == ["m", "n"]
    markup = str(matrix_table.page(Inputs(matrix))["matrix.html"])
    assert all(f">{row.name}</a>" in markup for row in matrix.rows)
