"""Deduction: what follows, how strongly, and contradictions with the chain that shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import axiomatrix
from axiomatrix import spaces
from axiomatrix.catalogue.theorems import THEOREMS
from axiomatrix.catalogue.theorems.stated import theorem
from axiomatrix.cli.app import app
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import Evidence, Extreme, Witness
from axiomatrix.evidence.matrix import ColumnHead, Matrix, Row
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.slug import derived_seed
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.model.claim import ProofNote
from axiomatrix.report.matrix.data import dumps
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.studies.deduce.conditions import ROWS
from axiomatrix.studies.deduce.reading import facts_of_proofs
from axiomatrix.studies.deduce.run import Deduction

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
        "searched": (Reach("sampling", 1, n, 9),),
        "refuted": (Reach("enumeration", 1, n, 9),),
    }[verdict]
    shown = known is Verdict.REFUTED or (known is Verdict.PROVED and axiom in EXISTENTIAL)
    witness = None
    if shown:
        shows = "shows" if axiom in EXISTENTIAL else "refutes"
        given = ("2", "==", "2") if axiom in EXISTENTIAL else ("2", "<=", "1")
        witness = Witness(metric, axiom, dict(arguments), ParameterDomain.OPEN, n, {}, {}, *given, True, shows)  # type: ignore[arg-type]
    proof = PROOF if known is Verdict.PROVED and not shown else None
    evidence = Evidence(known, reach[-1].method, reach, witness, proof=proof)
    made = Cell(metric, axiom, dict(arguments), ParameterDomain.OPEN, (), evidence)
    seed = derived_seed(0, metric, made.key.statement, ParameterDomain.OPEN)
    return replace(made, evidence=replace(evidence, seed=seed))


def with_extreme(given: Cell, value: str, n: int = 4) -> Cell:
    shown = Witness(
        given.metric, given.axiom, given.arguments, ParameterDomain.OPEN, n, {}, {}, value, "/", "1", False, "attains"
    )
    return replace(given, evidence=replace(given.evidence, extreme=Extreme("sup", value, shown)))


def matrix(rows: list[Row], cells: list[Cell]) -> Matrix:
    ids = dict.fromkeys(c.axiom for c in cells)
    columns = [ColumnHead(i, "", "", "there is" if i in EXISTENTIAL else "for all", "") for i in ids]
    return Matrix(rows, columns, cells, "default", 0)


def of_d(*cells: Cell) -> Deduction:
    return Deduction(matrix([row("d"), row("o"), row("p")], list(cells)))


def derived(found: Deduction, axiom: str, metric: str = "d") -> str:
    (fact,) = [u.fact for u in found.upgrades if (u.cell.metric, u.cell.axiom) == (metric, axiom)]
    return fact.word


# --- what follows, and how strongly ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("triangle", "symmetry", "expected"),
    [
        (("proved", 0), ("proved", 0), "proved"),
        (("certified", 5), ("proved", 0), "certified n<=5"),
        (("certified", 6), ("exhausted", 5), "exhausted n<=5"),
        (("exhausted", 4), ("exhausted", 6), "exhausted n<=4"),
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
    drawn = replace(known.evidence, reach=(*known.evidence.reach, Reach("sampling", 2, 9, 100)))
    asked = [cell("d", "triangle-inequality", "certified", 5), cell("d", "symmetry", "proved")]
    assert derived(of_d(*asked, replace(known, evidence=drawn)), "non-negativity") == "certified n<=5"


def test_a_search_derives_nothing_that_is_not_searched() -> None:
    found = of_d(
        cell("d", "triangle-inequality", "searched", 8),
        cell("d", "symmetry", "proved"),
        cell("d", "non-negativity", "searched", 3),
    )
    assert not found.upgrades
    assert not found.contradictions


def test_a_refuted_conclusion_refutes_what_is_only_searched() -> None:
    found = of_d(
        cell("d", "triangle-inequality", "exhausted", 4),
        cell("d", "symmetry", "proved"),
        cell("d", "non-negativity", "refuted", 5),
    )
    assert derived(found, "triangle-inequality") == "refuted n=5"
    assert not found.contradictions


def test_of_two_searches_one_is_doubted() -> None:
    found = of_d(
        cell("d", "triangle-inequality", "searched", 4),
        cell("d", "symmetry", "exhausted", 3),
        cell("d", "non-negativity", "refuted", 5),
    )
    assert [doubt.theorem.name for doubt in found.doubts] == ["non-negativity-of-a-metric"]
    assert not found.contradictions


def test_a_proof_about_lists_that_are_not_enumerated_carries_no_exhaustion() -> None:
    lists = [row("m", "score", "judged lists")]
    premises = dict.fromkeys(("swap", "replacement", "range-zero-one"), "proved")
    for verdict, upgrades in (("proved", 1), ("exhausted", 0)):
        cells = [cell("m", axiom, word) for axiom, word in {**premises, "swap": verdict}.items()]
        found = Deduction(matrix(lists, [*cells, cell("m", "ideal-attains-maximum", "searched")]))
        assert len([u for u in found.upgrades if u.cell.axiom == "ideal-attains-maximum"]) == upgrades


def test_rows_limit_what_a_theorem_is_about() -> None:
    for parameters, upgrades in (({}, 1), ({"k": "cut-offs (enumerated: 1..n+1)"}, 0)):
        rows = [row("m", "score", "judged lists", **parameters)]
        found = Deduction(matrix(rows, [cell("m", "swap-strict", "proved"), cell("m", "swap", "searched")]))
        assert len(found.upgrades) == upgrades


def test_a_name_that_only_begins_like_one_of_ours_says_nothing() -> None:
    binary = row("m", "score", "judged lists")
    graded = replace(binary, arguments={"x": "binary lists and the odd two"})
    deep = replace(binary, parameters={"k": "depths 1..n+1"})
    for one, upgrades in ((binary, 1), (graded, 1), (deep, 0)):
        found = Deduction(matrix([one], [cell("m", "swap-strict", "proved"), cell("m", "swap", "searched")]))
        assert len(found.upgrades) == upgrades
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
    assert derived(found, "bound-attained") == "proved that there is none"


def test_an_extreme_is_known_to_every_cell_that_asks_for_it() -> None:
    found = of_d(
        with_extreme(cell("d", "upper-bound", "searched", other="o", factor="4"), "2"),
        with_extreme(cell("d", "upper-bound", "searched", other="o", factor="5"), "7/3"),
    )
    assert [(c.cell.label, c.text) for c in found.constants] == [("other=o, factor=4", "best >= 7/3")]


# --- planted contradictions -----------------------------------------------------------------------------------

STRICT = theorem("swap-is-strict", "swap => swap-strict", "It is not.")
REFUTING = [cell("d", "triangle-inequality", "exhausted"), cell("d", "symmetry", "proved")]
LISTS = [row("m", "score", "judged lists")]
BETWEEN = [cell("d", "betweenness", "proved"), cell("d", "triangle-inequality", "refuted", 3)]

PLANTED: dict[str, tuple[Callable[[], Deduction], tuple[str, ...]]] = {
    "a flipped verdict": (
        lambda: of_d(*REFUTING, cell("d", "non-negativity", "refuted", 2)),
        ("d x non-negativity: refuted n=2", "non-negativity-of-a-metric", "d x symmetry: proved"),
    ),
    "a wrong axiom": (lambda: of_d(*BETWEEN), ("betweenness-is-triangle", "d x triangle-inequality: refuted n=3")),
    "a wrong theorem": (
        lambda: Deduction(
            matrix(LISTS, [cell("m", "swap", "proved"), cell("m", "swap-strict", "refuted", 2)]), [*THEOREMS, STRICT]
        ),
        ("swap-is-strict", "m x swap: proved", "m x swap-strict: refuted n=2"),
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
        ("identities-compose", "d x equals(other=p, scale=6, shift=0): refuted n=3"),
    ),
    "a wrong bound": (
        lambda: of_d(
            with_extreme(cell("d", "upper-bound", "searched", other="o", factor="4"), "3", 3),
            cell("d", "upper-bound", "proved", other="o", factor="2"),
        ),
        ("an-upper-bound-is-not-passed", "value=3): there is one, n=3", "factor=2, other=o): proved"),
    ),
    "a bound said to be attained": (
        lambda: of_d(
            cell("d", "upper-bound", "proved", other="o", factor="2"),
            cell("o", "non-negativity", "proved"),
            cell("d", "bound-attained", "proved", 3, other="o", factor="3"),
        ),
        ("an-upper-bound-is-not-passed", "d x upper-bound(factor=2, other=o): proved"),
    ),
    "a wrong special case": (
        lambda: Deduction(
            matrix(
                [row("d", w="positive element weights"), row("o")],
                [
                    cell("d", "generalizes", "proved", other="o", w="1"),
                    cell("d", "symmetry", "proved"),
                    cell("o", "symmetry", "refuted", 3),
                ],
            )
        ),
        ("symmetry-at-a-constant", "o x symmetry: refuted n=3", "d x generalizes(at=w=1, other=o): proved"),
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
        lambda: Deduction(
            matrix(LISTS, [cell("m", "ignores-levels", "proved"), cell("m", "levels-matter", "proved", 2)])
        ),
        ("levels-are-ignored-or-matter", "m x levels-matter: there is one, n=2"),
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
    chains = ["\n".join(contradiction.chain) for contradiction in found.contradictions]
    assert any(all(text in chain for text in expected) for chain in chains), "\n\n".join(chains)


def test_a_contradiction_is_reported_once() -> None:
    made, _ = PLANTED["a flipped verdict"]
    assert len(made().contradictions) == 1


def test_what_is_proved_is_held_against_a_cell_as_proved() -> None:
    (found,) = of_d(
        cell("d", "value-on-reversed", "proved", value="-1"), cell("d", "minus-one-on-reversed", "refuted")
    ).contradictions
    assert str(found.stands) == "d x minus-one-on-reversed: proved"


# --- the command ----------------------------------------------------------------------------------------------


def test_the_command_fails_on_a_contradiction_and_writes_the_page(tmp_path: Path) -> None:
    rows = [row("d")]
    for cells, status in (([BETWEEN[0]], 0), (BETWEEN, 1)):
        (tmp_path / "compliance.json").write_text(dumps(matrix(rows, cells)), encoding="utf-8")
        done = CliRunner().invoke(app, ["deduce", str(tmp_path / "compliance.json"), "--out", str(tmp_path)])
        assert done.exit_code == status, done.output
        page = (tmp_path / "deductions.md").read_text(encoding="utf-8")
        assert ("betweenness-is-triangle" in done.output) is ("d x betweenness: proved" in page) is (status == 1)


def test_a_file_that_is_no_report_is_a_mistaken_call(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}", encoding="utf-8")
    assert CliRunner().invoke(app, ["deduce", str(tmp_path / "x.json")]).exit_code == 2


@pytest.mark.parametrize("row", ["kendall", "footrule"])
def test_a_proof_of_the_catalogue_says_nothing_where_either_row_is_defined_elsewhere(row: str) -> None:
    matrix = axiomatrix.check("kendall", "footrule", axioms=["symmetry"], profile="quick")
    known = [str(fact) for fact in facts_of_proofs(matrix)]
    assert "footrule x lower-bound(factor=1, other=kendall): proved" in known
    rows = [replace(one, digest="0" * 16) if one.name == row else one for one in matrix.rows]
    assert not [one for one in facts_of_proofs(replace(matrix, rows=rows)) if row in str(one)]
