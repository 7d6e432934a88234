"""Deduction: what follows, how strongly, and contradictions with both derivations."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any

import committed
import pytest
from explaining import explained
from msgspec.structs import replace
from typer.testing import CliRunner
from verdict_words import in_words

import axiomatrix
from axiomatrix import spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.theorems import CERTIFIED, THEOREMS, Theorem
from axiomatrix.catalogue.theorems.theorem import theorem
from axiomatrix.cli.app import app
from axiomatrix.engine import check
from axiomatrix.engine.deduction import strengthen
from axiomatrix.engine.deduction_clauses import ROWS
from axiomatrix.engine.deduction_facts import read_facts
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.derivation import DerivationStep, known_text
from axiomatrix.evidence.evidence import Evidence, Extreme, Witness
from axiomatrix.evidence.judgement import compare
from axiomatrix.evidence.matrix import ColumnHead, Matrix, Row
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.rules import CellFacts, first_problem
from axiomatrix.evidence.slug import derived_seed
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.evidence.words import Line
from axiomatrix.model.claim import ProofNote
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.exact import Whole
from axiomatrix.pytest_plugin.asserting import judge_cell
from axiomatrix.report import ci
from axiomatrix.report.json_reports import load_matrix, matrix_data
from axiomatrix.report.judged_claims import ReportSetting
from axiomatrix.report.saving import compliance_pages
from axiomatrix.spaces.lists import JudgedLists
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.values.judged import Judged

EXISTENTIAL = ("bound-attained", "levels-matter")
PROOF = ProofNote("by hand", "it holds", (), ())


def row(name: str, kind: str = "distance", about: str = "rankings", **parameters: str) -> Row:
    given = {"x": spaces.binary_list.name} if about == "judged lists" else {"a": about, "b": about}
    return Row(name, kind, "test", "", parameters, True, "", about, given)


def cell(metric: str, axiom: str, verdict: str, n: int = 4, **arguments: str) -> Cell:
    """A cell as a run would leave it; a refutation is at n, what is exhausted or certified reaches n."""
    known = Verdict(verdict)
    reach = {
        "proved": (Reach("enumeration", 1, 3, 9), Reach("proof", 1, 3, 9)),
        "certified": (Reach("enumeration", 1, 3, 9, grid=True), Reach("linear", 1, n, 9)),
        "exhausted": (Reach("enumeration", 1, n, 9),),
        "searched": (Reach("hypothesis", 1, n, 9),),
        "refuted": (Reach("enumeration", 1, n, 9),),
    }[verdict]
    shown = known is Verdict.REFUTED or (known is Verdict.PROVED and axiom in EXISTENTIAL)
    witness = None
    if shown:
        shows = "shows" if axiom in EXISTENTIAL else "refutes"
        lhs, op, rhs = ("2", "==", "2") if axiom in EXISTENTIAL else ("2", "<=", "1")
        more: dict[str, Any] = {"lhs": lhs, "op": op, "rhs": rhs, "smallest": True, "shows": shows}
        witness = Witness(metric, axiom, dict(arguments), n=n, instance={}, parameters={}, **more)
    proof = PROOF if known is Verdict.PROVED and not shown else None
    evidence = Evidence(known, reach[-1].method, reach, witness, proof=proof)
    made = Cell(metric, axiom, dict(arguments), claims=(), evidence=evidence)
    seed = derived_seed(0, metric, made.key.statement, ParameterDomain.OPEN)
    return replace(made, evidence=replace(evidence, seed=seed))


def with_extreme(given: Cell, value: str, n: int = 4) -> Cell:
    key = (given.metric, given.axiom, given.arguments)
    sides: dict[str, Any] = {"lhs": value, "op": "/", "rhs": "1"}
    shown = Witness(*key, n=n, instance={}, parameters={}, **sides, smallest=False, shows="attains")
    return replace(given, evidence=replace(given.evidence, extreme=Extreme("sup", value, shown)))


def matrix(rows: list[Row], cells: list[Cell]) -> Matrix:
    ids = dict.fromkeys(c.axiom for c in cells)
    columns = [ColumnHead(i, "", "", "there is" if i in EXISTENTIAL else "for all", "") for i in ids]
    return Matrix(rows, columns, cells, "default", 0)


def deduced(given: Matrix, theorems: Sequence[Theorem] = THEOREMS) -> Matrix:
    return strengthen(given, Registry(), theorems)


def of_d(*cells: Cell) -> Matrix:
    return deduced(matrix([row("d"), row("o"), row("p")], list(cells)))


def upgrades(found: Matrix) -> list[Cell]:
    return [cell for cell in found.cells if cell.evidence.derivation is not None]


def derived(found: Matrix, axiom: str, metric: str = "d") -> str:
    (cell,) = [cell for cell in upgrades(found) if (cell.metric, cell.axiom) == (metric, axiom)]
    assert first_problem(cell) is None and cell.evidence.derivation is not None
    return known_text(cell.evidence.verdict, cell.evidence.derivation.n)


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


# --- planted contradictions -----------------------------------------------------------------------------------

STRICT = theorem("swap-is-strict", "swap => swap-strict", "It is not.")
REFUTING = [cell("d", "triangle-inequality", "exhausted"), cell("d", "symmetry", "proved")]
LISTS = [row("m", "score", "judged lists")]
BETWEEN = [cell("d", "betweenness", "proved"), cell("d", "triangle-inequality", "refuted", 3)]

PLANTED: dict[str, tuple[Callable[[], Matrix], tuple[str, ...]]] = {
    "a flipped verdict": (
        lambda: of_d(*REFUTING, cell("d", "non-negativity", "refuted", 2)),
        (in_words("d x non-negativity: refuted n=2"), "non-negativity-of-a-metric", "d x symmetry: proved"),
    ),
    "a wrong axiom": (
        lambda: of_d(*BETWEEN),
        ("betweenness-is-triangle", in_words("d x triangle-inequality: refuted n=3")),
    ),
    "a wrong theorem": (
        lambda: deduced(
            matrix(LISTS, [cell("m", "swap", "proved"), cell("m", "swap-strict", "refuted", 2)]), [*THEOREMS, STRICT]
        ),
        ("swap-is-strict", "m x swap: proved", in_words("m x swap-strict: refuted n=2")),
    ),
    "a wrong identity": (
        lambda: of_d(
            cell("d", "equals", "proved", other="o", scale="-1", shift="0"),
            cell("o", "symmetry", "proved"),
            cell("d", "symmetry", "refuted", 3),
            cell("d", "non-negativity", "proved"),
        ),
        ("symmetry-by-an-identity", "d x equals(other=o, scale=-1, shift=0): proved"),
    ),
    "a wrong chain of identities": (
        lambda: of_d(
            cell("d", "equals", "exhausted", other="o", scale="2", shift="0"),
            cell("o", "equals", "exhausted", other="p", scale="3", shift="0"),
            cell("d", "equals", "refuted", 3, other="p", scale="6", shift="0"),
            *(cell(name, "non-negativity", "exhausted") for name in "dop"),
        ),
        ("identities-compose", in_words("d x equals(other=p, scale=6, shift=0): refuted n=3")),
    ),
    "a wrong bound": (
        lambda: of_d(
            with_extreme(cell("d", "upper-bound", "searched", other="o", factor="4"), "3", 3),
            cell("d", "upper-bound", "proved", other="o", factor="2"),
        ),
        ("an-upper-bound-is-not-passed", "value=3): proved n=3", "other=o, factor=2): proved"),
    ),
    "a bound said to be attained": (
        lambda: of_d(
            cell("d", "upper-bound", "proved", other="o", factor="2"),
            cell("o", "non-negativity", "proved"),
            cell("d", "bound-attained", "proved", 3, other="o", factor="3"),
        ),
        ("an-upper-bound-is-not-passed", "d x upper-bound(other=o, factor=2): proved"),
    ),
    "a wrong special case": (
        lambda: deduced(
            matrix(
                [row("d", w="positive element weights"), row("o")],
                [
                    cell("d", "generalizes", "proved", other="o", w="1"),
                    cell("d", "symmetry", "proved"),
                    cell("o", "symmetry", "refuted", 3),
                ],
            )
        ),
        ("symmetry-at-a-constant", in_words("o x symmetry: refuted n=3"), "d x generalizes(other=o, w=1): proved"),
    ),
    "incompatible axioms": (
        lambda: of_d(
            cell("d", "constant", "exhausted", value="0"),
            cell("d", "separation", "exhausted"),
            cell("d", "symmetry", "exhausted"),
        ),
        ("a-constant-zero-separates-nothing", "d x separation"),
    ),
    "a negation beside its statement": (
        lambda: deduced(
            matrix(LISTS, [cell("m", "ignores-levels", "proved"), cell("m", "levels-matter", "proved", 2)])
        ),
        ("levels-are-ignored-or-matter", "m x levels-matter: proved n=2"),
    ),
    "a wrong cell three steps away": (
        lambda: of_d(
            cell("d", "betweenness", "proved"),
            cell("d", "symmetry", "proved"),
            cell("d", "bruhat-monotone", "searched"),
            cell("d", "non-negativity", "searched"),
            cell("d", "triangle-inequality", "searched"),
            cell("d", "maximum-at-reversal", "refuted", 4),
        ),
        (
            "betweenness-is-bruhat-monotone",
            "bruhat-monotone-has-its-maximum-at-the-reversal",
            "d x betweenness: proved",
        ),
    ),
    "ranges that do not meet": (
        lambda: of_d(
            cell("d", "lies-between", "exhausted", low="0", high="1"),
            cell("d", "value-on-reversed", "exhausted", value="2"),
            cell("d", "symmetry", "exhausted"),
        ),
        ("no-value-on-the-reversal-above-the-range", "value=2"),
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_contradiction_is_reported_with_its_chain(name: str) -> None:
    made, expected = PLANTED[name]
    found = made()
    assert found.contradictions
    chains = ["\n".join(contradiction.lines) for contradiction in found.contradictions]
    assert any(all(text in chain for text in expected) for chain in chains), "\n\n".join(chains)


def test_a_contradiction_is_reported_once() -> None:
    made, _ = PLANTED["a flipped verdict"]
    assert len(made().contradictions) == 1


def test_what_is_proved_is_held_against_a_cell_as_proved() -> None:
    (found,) = of_d(
        cell("d", "value-on-reversed", "proved", value="-1"), cell("d", "minus-one-on-reversed", "refuted")
    ).contradictions
    assert found.stands[0].verdict == "proved" and found.stands[0].theorem


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
    changes = [compare(*sides, edited=False).change for sides in ((own, refuted), (refuted, own))]
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


# --- in a check -----------------------------------------------------------------------------------------------

REGISTRY = load_catalogue()


def test_a_check_shows_what_follows_and_says_from_what() -> None:
    known = axiomatrix.check("area-normalised[full]", profile="quick", use_pins=False)
    shown = known.cell("area-normalised[full]", "non-negativity")
    assert shown.evidence.verdict == "proved" and shown.evidence.derivation is not None
    assert [step.axiom for step in shown.evidence.derivation.premises] == ["lies-between"]
    assert known.contradictions == [] and load_matrix(matrix_data(known)).cells == known.cells
    for text in (
        explained(known, REGISTRY.metric(shown.metric), REGISTRY),
        "".join(compliance_pages(known, REGISTRY).values()),
    ):
        text = unescape(text).replace("\\", "")
        assert "a-range-above-zero-is-non-negative" in text and "low >= 0" in text  # the theorem and what it says


def test_what_is_watched_ends_with_what_follows() -> None:
    axioms = ["lies-between", "non-negativity"]
    watched = list(axiomatrix.watch("area-normalised[full]", axioms=axioms, profile="quick"))
    shown = [cell.evidence.verdict for cell in watched if cell.axiom == "non-negativity"]
    assert shown == ["exhausted", "proved"]


class PartialLists(JudgedLists):
    """Binary lists that miss a relevant item, but for lists of one item: (1, 0), which a theorem looks at, is none."""

    complete = True

    def __init__(self) -> None:
        super().__init__("partial lists", [0, 1], most=1)

    def enumerate(self, n: int) -> Sequence[Judged]:
        return [one for one in super().enumerate(n) if one.relevant() + (n > 1) == one.R]

    def count(self, n: int) -> int:
        return int(2**n)

    def draw(self, choose: Any, n: int, before: Sequence[Any] = ()) -> Judged:
        return Judged(super().draw(choose, n, before).grades, (Whole(1),) * (n > 1))

    def validate(self, value: Any, n: int) -> None:
        super().validate(value, n)
        if value.relevant() + (n > 1) != value.R:
            raise ValueError("it misses more or fewer relevant items")


@pytest.mark.parametrize("lists", [PartialLists(), spaces.binary_list])
def test_theorems_say_nothing_on_spaces_of_a_users_own(lists: JudgedLists) -> None:
    """On partial lists both axioms stand, and would contradict complete-sets-have-no-priority."""

    def falls(x: Any) -> Any:
        """1 and the number of pairs in falling order"""
        return 1 + sum(x[i] > x[j] for i in x.ranks() for j in range(i + 1, len(x) + 1))

    registry = Registry(REGISTRY)
    axiomatrix.metric("falls", kind="score", arguments={"x": lists}, registry=registry)(falls)
    known = axiomatrix.check("falls", axioms=["set-completeness", "priority"], profile="quick", registry=registry)
    own = isinstance(lists, PartialLists)
    assert [cell.status.holds for cell in known.cells] == (["yes", "yes"] if own else ["yes", "no"])
    assert not known.contradictions and not upgrades(known)
    assert bool(read_facts(known, registry).facts) is not own


def test_a_proof_refutes_that_there_is_an_instance(tmp_path: Path) -> None:
    row = "footrule-similarity[deck]"
    known = axiomatrix.check(row, axioms=["bound-attained"], profile="quick")
    shown = known.cell(row, "bound-attained", other="kendall-similarity", factor=3)
    assert shown.evidence.verdict == "refuted" and shown.evidence.witness is None and shown.outcome == "broken"
    assert Line(shown).verdict == "refuted: footrule-similarity[deck] <= 2 kendall-similarity is proved"
    assert not known.surprises
    assert shown.evidence.witnesses == () and not [file for file in known.save(tmp_path) if "witnesses" in file.parts]
    assert shown.evidence.derivation is not None
    texts = [
        str(known),
        explained(known, REGISTRY.metric(row), REGISTRY),
        unescape(ci.junit_page(known, ReportSetting())),
        judge_cell(shown, None, known, REGISTRY, date.today(), None, []).text,
    ]
    premises = {" ".join(step.text.split()) for step in shown.evidence.derivation.premises}
    assert [step for step in premises for text in texts if step not in " ".join(text.split())] == []


@pytest.mark.parametrize("row", ["kendall", "footrule"])
def test_a_proof_says_nothing_where_either_row_is_defined_elsewhere(row: str) -> None:
    known = axiomatrix.check("kendall", "footrule", axioms=["symmetry"], profile="quick")

    def proofs(registry: Registry) -> list[str]:
        return [fact.proof for fact in read_facts(known, registry).facts if fact.proof]

    own = Registry(REGISTRY)
    assert "lower-bound-1/footrule" in proofs(own)
    own.metrics[row] = dataclasses.replace(own.metrics[row], definition=lambda a, b: 0)
    assert not [proof for proof in proofs(own) if row in proof.split("/")]


FALSE = theorem("symmetry-is-left-invariance", "symmetry => left-invariance", "It is not.")


def with_a_false_theorem(known: Matrix, registry: Registry) -> Matrix:
    return strengthen(known, registry, (*THEOREMS, FALSE))


def with_a_false_verdict(known: Matrix, registry: Registry) -> Matrix:
    cells = [false_cell(one) if one.axiom == "non-negativity" else one for one in known.cells]
    return strengthen(replace(known, cells=cells), registry)


def false_cell(true: Cell) -> Cell:
    """The cell as if kendall had a negative value."""
    evidence = cell(true.metric, true.axiom, "refuted", 2).evidence
    assert evidence.witness is not None
    instance = {"a": [1, 2], "b": [2, 1]}
    shown = replace(evidence.witness, instance=instance, lhs="-1", op=">=", rhs="0")
    return replace(true, evidence=replace(evidence, witness=shown))


@pytest.mark.parametrize(
    ("planted", "sides"),
    [
        (
            with_a_false_theorem,
            (in_words("left-invariance is refuted n=3"), "by symmetry-is-left-invariance", "symmetry is"),
        ),
        (
            with_a_false_verdict,
            (
                in_words("non-negativity is refuted n=2"),
                "triangle-inequality is proved",
                "by non-negativity-of-a-metric",
            ),
        ),
    ],
)
def test_a_contradiction_fails_the_run_and_names_both_sides(
    planted: Callable[[Matrix, Registry], Matrix],
    sides: Sequence[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(check, "strengthen", planted)
    axioms = ["symmetry", "left-invariance", "non-negativity", "triangle-inequality"]
    known = axiomatrix.check("kendall", axioms=axioms, profile="quick")
    told = [one for one in known.contradictions if all(side in one.sentence for side in sides)]
    assert told, [one.sentence for one in known.contradictions]
    assert [known.exit_code(policy) for policy in ("broken", "new", "never")] == [1, 1, 1]
    assert load_matrix(matrix_data(known)).contradictions == known.contradictions
    options = [part for axiom in axioms for part in ("--axiom", axiom)]
    asked = ["check", "--metric", "kendall", "--profile", "quick", "--fresh", "--fail-on", "never", *options]
    asked += ["--ci", "junit", "--ci", "sarif"]
    done = CliRunner().invoke(app, [*asked, "--jobs", "1", "--out", str(tmp_path)])
    assert done.exit_code == 1
    files = [tmp_path / f"compliance.{suffix}" for suffix in ("md", "junit.xml", "sarif")]
    for text in (done.output, str(known), *(file.read_text(encoding="utf-8").replace("\\", "") for file in files)):
        assert told[0].sentence in " ".join(unescape(text).split())


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
