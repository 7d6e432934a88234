"""Deduction: what follows, how strongly, and contradictions with both derivations."""

from __future__ import annotations

import committed
import pytest
from deducing import cell, deduced, derived, matrix, of_d, row, upgrades, with_extreme
from msgspec.structs import replace
from verdict_words import in_words

from axiomatrix import spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.theorems import CERTIFIED
from axiomatrix.engine.deduction import strengthen
from axiomatrix.engine.deduction_clauses import ROWS
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.derivation import DerivationStep
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.judgement import judge_change
from axiomatrix.evidence.matrix import Row
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.rules import CellFacts, first_problem
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.spaces.parameters import ParameterDomain

# --- what follows, and how strongly ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("triangle", "symmetry", "expected"),
    [
        (("proved", 0), ("proved", 0), "proved"),
        (("certified", 5), ("proved", 0), in_words("certified n<=5")),
        (("certified", 6), ("exhausted", 5), in_words("exhausted n<=5")),
        (("exhausted", 4), ("exhausted", 6), in_words("exhausted n<=4")),
    ],
)
def test_what_is_derived_is_as_strong_as_the_weakest_link(
    triangle: tuple[str, int], symmetry: tuple[str, int], expected: str
) -> None:
    found = of_d(
        cell("d", "triangle-inequality", *triangle),
        cell("d", "symmetry", *symmetry),
        cell("d", "non-negativity", "searched", 8),
    )
    assert derived(found, "non-negativity") == expected


def test_what_was_drawn_at_larger_sizes_hides_nothing_that_is_derived() -> None:
    known = cell("d", "non-negativity", "exhausted", 3)
    drawn = replace(known.evidence, reach=(*known.evidence.reach, Reach("hypothesis", 2, 9, 100)))
    asked = [cell("d", "triangle-inequality", "certified", 5), cell("d", "symmetry", "proved")]
    assert derived(of_d(*asked, replace(known, evidence=drawn)), "non-negativity") == in_words("certified n<=5")


def test_a_search_derives_nothing_that_is_not_searched() -> None:
    found = of_d(
        cell("d", "triangle-inequality", "searched", 8),
        cell("d", "symmetry", "proved"),
        cell("d", "non-negativity", "searched", 3),
    )
    assert not upgrades(found)
    assert not found.contradictions


def test_a_grid_derives_nothing_and_lengthens_no_certificate() -> None:
    asked = [cell("d", "symmetry", "proved"), cell("d", "non-negativity", "searched", 3)]
    gridded = cell("d", "triangle-inequality", "searched", 8)
    gridded = replace(gridded, evidence=replace(gridded.evidence, reach=(Reach("enumeration", 1, 8, 9, grid=True),)))
    assert not upgrades(of_d(gridded, *asked))
    certified = cell("d", "triangle-inequality", "certified", 4)
    reach = (Reach("enumeration", 1, 8, 9, grid=True), *certified.evidence.reach[1:])
    certified = replace(certified, evidence=replace(certified.evidence, reach=reach))
    assert derived(of_d(certified, *asked), "non-negativity") == in_words("certified n<=4")


def test_a_refuted_conclusion_refutes_what_is_only_searched() -> None:
    found = of_d(
        cell("d", "triangle-inequality", "exhausted", 4),
        cell("d", "symmetry", "proved"),
        cell("d", "non-negativity", "refuted", 5),
    )
    assert derived(found, "triangle-inequality") == in_words("refuted n=5")
    assert not found.contradictions


def test_a_proof_about_lists_that_are_not_enumerated_carries_no_exhaustion() -> None:
    lists = [row("m", "score", "judged lists")]
    premises = dict.fromkeys(("swap", "replacement", "range-zero-one"), "proved")
    for verdict, count in (("proved", 1), ("exhausted", 0)):
        cells = [cell("m", axiom, word) for axiom, word in {**premises, "swap": verdict}.items()]
        found = deduced(matrix(lists, [*cells, cell("m", "ideal-attains-maximum", "searched")]))
        assert len([cell for cell in upgrades(found) if cell.axiom == "ideal-attains-maximum"]) == count


def test_rows_limit_what_a_theorem_is_about() -> None:
    for parameters, count in (({}, 1), ({"k": "cut-offs (enumerated: 1..n+1)"}, 0)):
        rows = [row("m", "score", "judged lists", **parameters)]
        found = deduced(matrix(rows, [cell("m", "swap-strict", "proved"), cell("m", "swap", "searched")]))
        assert len(upgrades(found)) == count


def test_a_name_that_only_begins_like_one_of_ours_says_nothing() -> None:
    binary = row("m", "score", "judged lists")
    graded = replace(binary, arguments={"x": "binary lists and the odd two"})
    deep = replace(binary, parameters={"k": "depths 1..n+1"})
    for one, count in ((binary, 1), (graded, 1), (deep, 0)):
        found = deduced(matrix([one], [cell("m", "swap-strict", "proved"), cell("m", "swap", "searched")]))
        assert len(upgrades(found)) == count
    for one, asked in ((binary, True), (graded, False)):
        assert ROWS["metrics of binary lists"](one, None) is asked and ROWS["every item is judged"](one, None) is asked


def test_an_identity_carries_axioms_there_and_back() -> None:
    same = cell("d", "equals", "proved", other="o", scale="2", shift="0")
    there = of_d(same, cell("o", "non-negativity", "proved"), cell("d", "non-negativity", "proved"))
    assert not there.contradictions
    there = of_d(
        same,
        cell("o", "symmetry", "proved"),
        cell("d", "symmetry", "proved"),
        cell("o", "triangle-inequality", "proved"),
        cell("d", "triangle-inequality", "searched"),
    )
    assert derived(there, "triangle-inequality") == "proved"
    back = of_d(
        same,
        cell("o", "symmetry", "proved"),
        cell("d", "symmetry", "proved"),
        cell("d", "triangle-inequality", "proved"),
        cell("o", "triangle-inequality", "searched"),
    )
    assert derived(back, "triangle-inequality", "o") == "proved"


def test_a_proved_bound_forbids_what_is_above_it() -> None:
    found = of_d(
        cell("d", "upper-bound", "proved", other="o", factor="2"),
        cell("o", "non-negativity", "proved"),
        cell("d", "bound-attained", "searched", other="o", factor="3"),
    )
    assert derived(found, "bound-attained") == "refuted"


def test_an_extreme_is_known_to_every_cell_that_asks_for_it() -> None:
    found = of_d(
        with_extreme(cell("d", "upper-bound", "searched", other="o", factor="4"), "2"),
        with_extreme(cell("d", "upper-bound", "searched", other="o", factor="5"), "7/3"),
    )
    bounds = [(cell.label, cell.evidence.extreme.text) for cell in found.cells if cell.evidence.extreme is not None]
    assert bounds == [("other=o, factor=4", "best >= 7/3"), ("other=o, factor=5", "best >= 7/3")]


# --- what a derivation never does -----------------------------------------------------------------------------

PREMISES = [cell("d", "triangle-inequality", "proved"), cell("d", "symmetry", "proved")]


@pytest.mark.parametrize("verdict", ["error", "timeout", "crashed", "vacuous", "not applicable", "rounding"])
def test_a_cell_that_was_not_decided_stays_what_it_is(verdict: str) -> None:
    asked = cell("d", "non-negativity", "searched")
    asked = replace(asked, evidence=Evidence(Verdict(verdict), reason="it raised", seed=asked.evidence.seed))
    assert of_d(*PREMISES, asked).cells[-1] == asked


def test_of_a_metric_that_answers_differently_nothing_is_known() -> None:
    flaky = replace(cell("d", "separation", "searched"), evidence=Evidence(Verdict.FLAKY, reason="0, then 1"))
    assert not upgrades(of_d(*PREMISES, cell("d", "non-negativity", "searched"), flaky))


def test_evidence_that_is_as_strong_stays() -> None:
    for verdict, n in (("proved", 0), ("certified", 5), ("certified", 7), ("exhausted", 6)):
        own = cell("d", "non-negativity", verdict, n)
        premises = [cell("d", "triangle-inequality", "certified", 5), cell("d", "symmetry", "proved")]
        assert of_d(*premises, own).cells[-1] == own


def test_what_was_found_is_kept_beside_the_derivation() -> None:
    own = cell("d", "non-negativity", "searched", 8)
    (found,) = upgrades(of_d(*PREMISES, own))
    derivation = found.evidence.derivation
    assert derivation is not None and derivation.own_verdict is Verdict.SEARCHED
    assert (found.evidence.reach, found.evidence.seed) == (own.evidence.reach, own.evidence.seed)
    named = [(step.axiom, step.verdict, step.depth) for step in derivation.premises if not step.theorem]
    assert named[:2] == [("triangle-inequality", "proved", 1), ("symmetry", "proved", 1)]


def test_what_stands_up_to_a_size_is_not_read_as_proved() -> None:
    premises = [cell("d", "triangle-inequality", "certified", 5), cell("d", "symmetry", "proved")]
    (found,) = upgrades(of_d(*premises, cell("d", "non-negativity", "searched")))
    assert first_problem(found) is None and found.evidence.verdict is Verdict.CERTIFIED
    for verdict in (Verdict.PROVED, Verdict.REFUTED):
        edited = replace(found, evidence=replace(found.evidence, verdict=verdict))
        assert "rests on no instance" in str(first_problem(edited))
    derivation = found.evidence.derivation
    assert derivation is not None
    steps = tuple(replace(step, verdict=Verdict.PROVED) for step in derivation.premises)
    edited = replace(
        found, evidence=replace(found.evidence, verdict=Verdict.PROVED, derivation=replace(derivation, premises=steps))
    )
    for quantifier, wrong in (("for all", True), ("there is", False)):
        facts = CellFacts(quantifier, is_exact=True, has_parameters=False, has_grid=False)
        assert ("no instance makes" in str(first_problem(edited, facts))) is wrong


def test_no_instance_up_to_n_refutes_no_statement_of_existence() -> None:
    found = of_d(
        cell("d", "upper-bound", "certified", 7, other="o", factor="2"),
        cell("o", "non-negativity", "proved"),
        cell("d", "bound-attained", "searched", other="o", factor="3"),
    )
    assert derived(found, "bound-attained") == in_words("exhausted n<=7")
    assert found.cells[-1].evidence.up_to() == 7


def test_a_proof_that_there_is_none_is_stronger_than_a_search_that_found_none() -> None:
    own = cell("d", "bound-attained", "searched", other="o", factor="3")
    own = replace(own, evidence=replace(own.evidence, sought="an instance"))
    premises = [cell("d", "upper-bound", "proved", other="o", factor="2"), cell("o", "non-negativity", "proved")]
    refuted = of_d(*premises, own).cells[-1]
    assert refuted.evidence.verdict is Verdict.REFUTED
    changes = [judge_change(*sides, edited=False).change for sides in ((own, refuted), (refuted, own))]
    assert changes == ["stronger", "weaker"]


def test_to_deduce_again_changes_nothing() -> None:
    once = of_d(*PREMISES, cell("d", "non-negativity", "searched"))
    assert upgrades(once) and deduced(once).cells == once.cells


@pytest.mark.parametrize(
    "wrong",
    [
        {"own_verdict": Verdict.ERROR},
        {"n": 3},
        {"premises": (DerivationStep("d", "symmetry", "", ParameterDomain.OPEN, Verdict.EXHAUSTED, 4),)},
        {"premises": (DerivationStep("d", "symmetry", "", ParameterDomain.OPEN, Verdict.SEARCHED, 0),)},
        {"premises": (DerivationStep("d", "symmetry", "", ParameterDomain.OPEN, Verdict.PROVED, 0, 2),)},
    ],
)
def test_a_derivation_that_is_stronger_than_its_weakest_link_breaks_a_rule(wrong: dict[str, object]) -> None:
    (found,) = upgrades(of_d(*PREMISES, cell("d", "non-negativity", "searched")))
    assert first_problem(found) is None and found.evidence.derivation is not None
    forged = replace(found.evidence, derivation=replace(found.evidence.derivation, **wrong))  # type: ignore[arg-type]
    if "n" in wrong:
        forged = replace(forged, verdict=Verdict.SEARCHED)
    assert first_problem(replace(found, evidence=forged)) is not None
    assert first_problem(replace(found, evidence=replace(found.evidence, derivation=None))) is not None


# --- certified implications -----------------------------------------------------------------------------------


def of_list(row_of_m: Row, *cells: Cell) -> list[str]:
    """What is derived of a row of lists by certified implications alone, each with its strength and size."""
    found = deduced(matrix([row_of_m], list(cells)), CERTIFIED)
    return [derived(found, one.axiom, "m") for one in upgrades(found)]


HAS_VALUE = cell("m", "range-zero-one", "proved")


@pytest.mark.parametrize(
    ("premise", "own", "expected"),
    [
        (("proved", 0), ("searched", 8), [in_words("certified n<=4")]),
        (("certified", 6), ("exhausted", 3), [in_words("certified n<=4")]),
        (("exhausted", 5), ("searched", 8), [in_words("exhausted n<=4")]),
        (("exhausted", 3), ("searched", 8), []),
        (("searched", 8), ("searched", 8), []),
        (("proved", 0), ("exhausted", 5), []),
        (("proved", 0), ("proved", 0), []),
    ],
)
def test_a_certified_implication_is_about_its_sizes_and_no_stronger_than_its_premises(
    premise: tuple[str, int], own: tuple[str, int], expected: list[str]
) -> None:
    cells = [HAS_VALUE, cell("m", "swap-strict", *premise), cell("m", "swap", *own)]
    assert of_list(row("m", "score", "judged lists"), *cells) == expected


def test_a_certified_implication_is_about_tables_alone() -> None:
    cells = [HAS_VALUE, cell("m", "swap-strict", "proved"), cell("m", "swap", "searched")]
    binary = row("m", "score", "judged lists")
    assert of_list(binary, *cells)
    graded = replace(binary, arguments={"x": spaces.graded_lists(2).name})
    assert of_list(graded, *cells)
    for other in (
        replace(binary, kind="loss"),
        replace(binary, parameters={"p": "persistences in (0, 1)"}),
        replace(binary, parameters={"k": "cut-offs (enumerated: 1..n+1)"}),
        replace(binary, arguments={"x": spaces.graded_lists(3).name}),
    ):
        assert not of_list(other, *cells)
    assert not of_list(binary, *cells[1:])  # nothing says that it has a value everywhere


def test_a_broken_conclusion_of_a_certified_implication_is_a_contradiction() -> None:
    cells = [HAS_VALUE, cell("m", "swap-strict", "proved"), cell("m", "swap", "refuted", 3)]
    found = deduced(matrix([row("m", "score", "judged lists")], cells), CERTIFIED)
    assert len(found.contradictions) == 1 and not upgrades(found)
    beyond = [*cells[:2], cell("m", "swap", "refuted", 5)]
    found = deduced(matrix([row("m", "score", "judged lists")], beyond), CERTIFIED)
    assert not found.contradictions and not upgrades(found)


def test_the_committed_report_is_known_as_well_without_certified_implications() -> None:
    given = committed.matrix()
    found = strengthen(given, load_catalogue(), CERTIFIED)
    assert found.cells == given.cells and not found.contradictions
