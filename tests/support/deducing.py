"""Matrices of cells as a run would leave them, and what deduction makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from axiomatrix import spaces
from axiomatrix.catalogue.theorems import THEOREMS, Theorem
from axiomatrix.engine.deduction import strengthen
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.derivation import known_text
from axiomatrix.evidence.evidence import Evidence, Extreme, Witness
from axiomatrix.evidence.matrix import ColumnHead, Matrix, Row
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.rules import first_problem
from axiomatrix.evidence.slug import derived_seed
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.model.claim import ProofNote
from axiomatrix.model.registry import Registry
from axiomatrix.spaces.parameters import ParameterDomain

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
