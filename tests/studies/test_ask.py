"""Questions, comparisons and choices: what is answered, what is not, and that the answers are those of the cells."""

from __future__ import annotations

import committed
import pytest
from asking import REGISTRY, ROWS, asked_matrix
from msgspec import structs
from verdict_words import in_words

from axiomatrix import Matrix
from axiomatrix.evidence.evidence import Evidence, Reach, Sought
from axiomatrix.evidence.status import EvidenceGrade
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.model.axiom import KIND_PLURALS
from axiomatrix.report.document import Code, Heading, List, Mono, Note, Table, plain_text, words
from axiomatrix.report.subjects import answer, comparison
from axiomatrix.studies.ask.answering import find_answer
from axiomatrix.studies.ask.choosing import Choice, Wish
from axiomatrix.studies.ask.comparing import KnownCells, MetricComparison, readings_of_one_sort
from axiomatrix.studies.ask.distinguishing import MetricSide, distinguishing_instance
from axiomatrix.studies.ask.question import NamedQuestion, read_question, search, suggestion


@pytest.fixture(scope="module")
def matrix() -> Matrix:
    return asked_matrix()


# --- questions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "metrics", "must", "must_not", "rest"),
    [
        ("nDCG swap", ["ndcg[exponential]"], ["swap"], [], []),
        ("is nDCG@10 an interval scale?", ["ndcg[exponential]"], ["equal-spacing"], [], []),
        ("AP nDCG RBP", ["average-precision[whole]", "ndcg[exponential]", "rbp[gains]"], [], [], []),
        (
            "which metric has swap, top heavy but not interval scale",
            [],
            ["swap", "top-weightedness"],
            ["equal-spacing"],
            [],
        ),
        ("does Kendall's tau-b satisfy antisymmetry", ["kendall-tau-b"], ["antisymmetry"], [], []),
        ("not swap but convergence", [], ["convergence"], ["swap"], []),
        ("precision at 10: replacement", ["precision-at"], ["replacement"], [], []),
        ("purple nDCG", ["ndcg[exponential]"], [], [], ["purple"]),
        ("is it purple", [], [], [], ["purple"]),
        ("which metric violates swap", [], [], ["swap"], []),
        ("those that don\u2019t fail swap", [], ["swap"], [], []),
        ("fails swap and satisfies convergence", [], ["convergence"], ["swap"], []),
        ("neither swap nor convergence", [], [], ["swap", "convergence"], []),
        ("does not keep swap, does not violate convergence", [], ["convergence"], ["swap"], []),
        ("nDCG nDCG swap, swap", ["ndcg[exponential]"], ["swap"], [], []),
        ("swap of nDCG for k = 10", ["ndcg[exponential]"], ["swap"], [], ["k", "=", "10"]),
        ("RBP (p = 0.8): swap", ["rbp[gains]"], ["swap"], [], []),
    ],
)
def test_a_question_names_metrics_and_axioms(
    text: str, metrics: list[str], must: list[str], must_not: list[str], rest: list[str]
) -> None:
    asked = read_question(text, REGISTRY)
    assert [one.name for one in asked.metrics] == metrics
    assert [one.name for one in asked.must] == must
    assert [one.name for one in asked.must_not] == must_not
    assert asked.unread == rest


@pytest.mark.parametrize(("plural", "kind"), list(KIND_PLURALS.items()))
def test_a_kind_is_understood_in_singular_and_plural(plural: str, kind: str) -> None:
    assert read_question(f"{plural} that satisfy symmetry", REGISTRY).kind == kind
    assert read_question(f"{kind} with symmetry", REGISTRY).kind == kind


def test_a_group_of_axioms_and_a_kind_are_understood() -> None:
    asked = read_question("a distance that is a metric space", REGISTRY)
    assert asked.kind == "distance"
    assert "triangle-inequality" in [one.name for one in asked.must]


def test_authors_and_sources_are_searched_titles_first() -> None:
    assert "ndcg[exponential]" in [hit.name for hit in search(["J\u00e4rvelin"], REGISTRY)]
    assert "equal-spacing" in [hit.name for hit in search(["Ferrante", "interval"], REGISTRY)]
    assert any(hit.what == "claim" for hit in search(["conjecture"], REGISTRY))
    found = search(["dcg"], REGISTRY)
    assert found[0].in_title
    assert [hit.in_title for hit in found] == sorted((hit.in_title for hit in found), reverse=True)
    assert search(["nowhere-at-all"], REGISTRY) == []
    assert search([], REGISTRY) == []


def test_what_nothing_is_called_gets_the_nearest() -> None:
    assert suggestion(["MPA"], REGISTRY) == "did you mean 'MAP' (mean-average-precision[whole])?"
    assert suggestion(["nDCG@-1"], REGISTRY) == "did you mean 'ndcg'?"
    assert suggestion(["zzzzzzzz"], REGISTRY) == ""


# --- choices --------------------------------------------------------------------------------------------------


def test_a_choice_is_what_the_cells_say(matrix: Matrix) -> None:
    known = KnownCells(matrix)
    found = Choice(known, [Wish("swap", ("swap",)), Wish("strict", ("swap-strict",), must=False)])
    failing = {
        cell.metric for cell in matrix if cell.axiom == "swap-strict" and cell.evidence.verdict is Verdict.REFUTED
    }
    assert {one.row.name for one in found.fit} == failing == {"reciprocal-rank", "precision-at", "recall-at"}
    (other,) = found.others
    assert other.row.name == "average-precision[whole]"
    assert [wish.name for wish, _ in other.missed] == ["strict"]
    assert not found.impossible


def test_the_smallest_set_that_none_fulfils(matrix: Matrix) -> None:
    grows, weighs = Wish("grows", ("monotone-in-cut-off",)), Wish("top", ("top-weightedness",))
    swap, levels = Wish("swap", ("swap",)), Wish("levels", ("levels-matter",))
    assert Choice(KnownCells(matrix), [swap, grows, weighs]).impossible == ((grows, weighs),)
    assert Choice(KnownCells(matrix), [swap, grows, levels, weighs]).impossible == ((levels,),)
    assert Choice(KnownCells(matrix), [swap, grows]).impossible == ()
    others = Choice(KnownCells(matrix), [swap, grows, weighs]).others
    assert [len(one.missed) for one in others] == sorted(len(one.missed) for one in others)


def test_what_is_asked_on_the_closure_alone_is_chosen_by(matrix: Matrix) -> None:
    known = KnownCells(committed.matrix())
    (wish, none) = (Wish("free swaps", ("free-swap",), must=must) for must in (True, False))
    free = Choice(known, [wish])
    assert {one.row.name for one in free.fit} >= {"kendall-similarity", "footrule-similarity[deck]"}
    assert {one.row.name for one in Choice(known, [none]).fit} >= {"footrule-similarity[le]"}
    (line,) = MetricComparison(known, [REGISTRY.read_metric("K_D"), REGISTRY.read_metric("F_D")], ["free-swap"]).lines
    assert line.title == "free-swap on the closure" and line.agrees


def test_stronger_evidence_comes_first_and_what_is_not_decided_fits_no_wish(matrix: Matrix) -> None:
    first, second = ROWS[1], ROWS[3]
    verdicts = {first: Verdict.SEARCHED, second: Verdict.PROVED, ROWS[2]: Verdict.UNDECIDED, ROWS[0]: Verdict.TIMEOUT}
    cells = [
        structs.replace(cell, evidence=Evidence(verdicts[cell.metric])) if cell.axiom == "swap" else cell
        for cell in matrix
    ]
    found = Choice(KnownCells(structs.replace(matrix, cells=cells)), [Wish("swap", ("swap",))])
    assert [one.row.name for one in found.fit] == [second, first]
    assert found.fit[0].strength == (EvidenceGrade.PROVED, EvidenceGrade.PROVED)
    against = Choice(KnownCells(structs.replace(matrix, cells=cells)), [Wish("swap", ("swap",), must=False)])
    assert not against.fit


# --- comparisons ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sought", ["an instance", "a constant"])
def test_neither_what_was_looked_for_in_vain_nor_a_best_constant_fits_a_wish(matrix: Matrix, sought: Sought) -> None:
    cells = [
        structs.replace(cell, evidence=Evidence(Verdict.EXHAUSTED, sought=sought)) if cell.axiom == "swap" else cell
        for cell in matrix
    ]
    known = KnownCells(structs.replace(matrix, cells=cells))
    for must in (True, False):
        found = Choice(known, [Wish("swap", ("swap",), must=must)])
        assert not found.fit and found.others


def test_differences_come_first_and_part_on_an_instance_that_is_decided_again(matrix: Matrix) -> None:
    readings = [REGISTRY.read_metric(name) for name in ("AP", "RR")]
    found = MetricComparison(KnownCells(matrix), readings)
    assert [line.differs for line in found.lines] == sorted((line.differs for line in found.lines), reverse=True)
    line = next(line for line in found.lines if line.title == "swap-strict")
    parted = found.distinguishing_instance(line, REGISTRY)
    assert parted is not None
    assert {one.name: one.is_true for one in parted.answers} == {"AP": True, "RR": False}
    assert parted.instance.n == 3
    assert parted.is_smallest
    x, (i, j) = (parted.instance.values[name] for name in ("x", "ij"))
    ap, rr = (REGISTRY.metric(name) for name in ("AP", "RR"))
    exchanged = list(x.grades)
    exchanged[i - 1], exchanged[j - 1] = exchanged[j - 1], exchanged[i - 1]
    assert ap([*exchanged]) > ap([*x.grades])
    assert rr([*exchanged]) == rr([*x.grades])


def test_a_metric_of_which_an_axiom_says_nothing_is_not_asked_where_others_part() -> None:
    readings = [REGISTRY.read_metric(name) for name in ("ndcg[linear]", "average-precision", "rbp")]
    found = MetricComparison(KnownCells(committed.matrix()), readings)
    line = next(line for line in found.lines if line.title == "monotone-in-cut-off")
    assert line.differs
    parted = found.distinguishing_instance(line, REGISTRY)
    assert parted is None or "rbp" not in {one.name for one in parted.answers}


@pytest.mark.parametrize(
    ("evidence", "differs"),
    [
        (Evidence(Verdict.SEARCHED, "hypothesis", (Reach("hypothesis", 1, 2, 500),)), False),
        (
            Evidence(Verdict.EXHAUSTED, "enumeration", (Reach("enumeration", 1, 2, 9), Reach("hypothesis", 1, 8, 0))),
            False,
        ),
        (Evidence(Verdict.SEARCHED, "hypothesis", (Reach("hypothesis", 1, 3, 500),)), True),
        (Evidence(Verdict.PROVED, "proof", (Reach("proof", 1, 2, 9),)), True),
    ],
)
def test_what_fails_where_another_was_not_looked_at_is_no_difference(
    matrix: Matrix, evidence: Evidence, differs: bool
) -> None:
    """RR breaks swap-strict at n = 3."""
    ap, rr = (REGISTRY.read_metric(name) for name in ("AP", "RR"))
    cells = [
        structs.replace(cell, evidence=evidence) if (cell.metric, cell.axiom) == (ap.name, "swap-strict") else cell
        for cell in matrix
    ]
    (line,) = MetricComparison(KnownCells(structs.replace(matrix, cells=cells)), [ap, rr], ["swap-strict"]).lines
    assert [one.holds for one in line.standings] == [True, False]
    assert line.differs is differs and not line.agrees


def test_metrics_that_do_not_differ_are_not_parted() -> None:
    sides = [MetricSide(name, REGISTRY.metric(name), holds=True) for name in ("AP", "RR")]
    assert distinguishing_instance(sides, REGISTRY) is None


def test_parameters_that_a_name_says_are_kept_and_where_they_cannot_be_it_is_said(matrix: Matrix) -> None:
    readings = [REGISTRY.read_metric(name) for name in ("AP", "P@2")]
    found = MetricComparison(KnownCells(matrix), readings, ["swap-strict"])
    parted = found.distinguishing_instance(found.lines[0], REGISTRY)
    assert parted is not None
    assert parted.has_named_parameters
    assert {one.name: one.parameters for one in parted.answers} == {"AP": {}, "P@2": {"k": 2}}


def test_names_are_read_as_metrics_of_one_sort() -> None:
    read = readings_of_one_sort([REGISTRY.read_metric(name) for name in ("MAP", "nDCG")], REGISTRY)
    assert [one.name for one in read] == ["average-precision[whole]", "ndcg[exponential]"]
    alone = readings_of_one_sort([REGISTRY.read_metric("MAP")], REGISTRY)
    assert alone[0].name == "mean-average-precision[whole]"


# --- documents --------------------------------------------------------------------------------------------------


def test_an_answer_leads_with_the_verdict_and_shows_the_instance(matrix: Matrix) -> None:
    rr, strict = REGISTRY.read_metric("RR"), REGISTRY.read_axiom("swap-strict")
    cell = matrix.cell(rr.name, "swap-strict")
    assert cell.evidence.witness is not None
    found = find_answer(rr, NamedQuestion([rr], [strict]), [], KnownCells(matrix), REGISTRY)
    told = answer.document(found, matrix, REGISTRY, "from here")
    assert plain_text(told.title).startswith("No. RR ") and told.blocks[-1] == Note("from here")
    assert f"refuted at n = {cell.evidence.witness.n}" in plain_text(told.title)
    said = [text for block in told.blocks for text in words(block)]
    assert any(cell.evidence.witness.relation_with_truth in text for text in said)
    assert any(text.startswith("x = Judged.of(") for text in said) and any(isinstance(b, Code) for b in told.blocks)


def test_a_choice_lists_what_fits_and_what_the_others_miss(matrix: Matrix) -> None:
    wishes = [Wish("swap", ("swap",)), Wish("swap-strict", ("swap-strict",), must=False)]
    chosen = Choice(KnownCells(matrix), wishes, "score", "")
    told = answer.choice_document(chosen, "score", "", ["one reading"], "from here")
    readings, table, impossible, _, _, others = told.blocks[:-1]
    assert readings == List(("one reading",)) and impossible == List(())
    assert isinstance(table, Table) and [row[0] for row in table.rows] == [Mono(c.row.name) for c in chosen.fit]
    named = [text.partition(":")[0] for text in words(others)]
    assert named == [candidate.row.name for candidate in chosen.others]


def test_a_comparison_shows_differences_before_what_is_shared(matrix: Matrix) -> None:
    readings = [REGISTRY.read_metric(name) for name in ("AP", "RR")]
    told = comparison.document(MetricComparison(KnownCells(matrix), readings), REGISTRY, [], "from here")
    tables = [block for block in told.blocks if isinstance(block, Table)]
    assert len(tables) > 1 and all(table.heads == ("axiom", "AP", "RR") for table in tables)
    assert (Mono("swap-strict"), in_words("exhausted n<=3"), in_words("refuted n=3")) in tables[0].rows
    assert Heading("swap-strict", 3) in told.blocks
