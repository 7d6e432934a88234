"""Theorems in Rocq for the cells that are proved or certified: one file a metric, definitions first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

from ...evidence.cell import Cell, CellKey
from ...evidence.certificate import BadCertificate
from ...evidence.certificate import read as read_certificate
from ...evidence.matrix import Matrix
from ...evidence.refusal import Refused
from ...evidence.safe import visible
from ...evidence.slug import short_name
from ...evidence.verdict import Verdict
from ...model.registry import Registry
from ...numbers.exact import Undefined
from ...values.rankings import Ranking
from .formulas import AXIOMS, FORMULAS, AxiomForm, RocqFormula
from .multipliers import listed, written

LIBRARY = ("Rankings.v", "Checker.v", "Decided.v")
"""Files that the others import, in their order: what is to be believed is in the first."""
IMPORTS = """Require Import List Permutation QArith.
From Axiomatrix Require Import Rankings Checker Decided.
Import ListNotations.
Open Scope Q_scope.
"""
LARGEST = 5
"""Up to how many items the kernel is asked."""
LARGEST_OF_PAIRS = 4
"""The largest number for axioms about all pairs of rankings: 576 pairs, where five items have 14,400."""
ITEMS_COMPARED = 4
"""Items of the rankings at which a definition in Rocq is compared with the definition in Python."""
WITH_SPACE = (Verdict.PROVED, Verdict.CERTIFIED)


class RocqTheorem(NamedTuple):
    """A cell in Rocq."""

    cell: CellKey
    name: str
    text: str
    largest: int
    """Up to how many items it is a theorem; 0 for a statement without a proof."""


class RocqFile(NamedTuple):
    """The content of a file, and its theorems."""

    text: str
    theorems: tuple[RocqTheorem, ...]


def library() -> dict[str, str]:
    """The files that the theorems import, by name."""
    folder = files(__package__)
    return {name: folder.joinpath(name).read_text(encoding="utf-8") for name in LIBRARY}


def metric_files(
    matrix: Matrix, registry: Registry, certificates: Path | None, largest: int = LARGEST
) -> dict[str, RocqFile]:
    """The files of the metrics, by name, with multipliers from the certificates in that folder."""
    files = {}
    for name, formula in FORMULAS.items():
        theorems = tuple(_theorems(matrix, name, registry, certificates, largest))
        if theorems:
            files[f"{formula.name}.v"] = RocqFile(_file(name, formula, theorems, registry), theorems)
    return files


def _theorems(
    matrix: Matrix, name: str, registry: Registry, certificates: Path | None, largest: int
) -> Iterator[RocqTheorem]:
    """The cells of a metric that have a statement in Rocq."""
    formula = FORMULAS[name]
    for cell in matrix.cells:
        form = AXIOMS.get(cell.axiom)
        if cell.metric != name or form is None or cell.evidence.verdict not in WITH_SPACE or cell.evidence.witness:
            continue
        other = FORMULAS.get(str(cell.arguments.get("other", "")))
        if form.compares and (other is None or other.parameter != formula.parameter):
            continue
        proofs, reach = _proofs_of(cell, form, registry, certificates, largest)
        yield _theorem(cell, formula, other, proofs, reach)


def _proofs_of(
    cell: Cell, form: AxiomForm, registry: Registry, certificates: Path | None, largest: int
) -> tuple[str, int]:
    """Proofs for the checker as a term in Rocq, and up to how many items; 0 where there is no certificate of them."""
    formula = FORMULAS[cell.metric]
    largest = min(largest, LARGEST_OF_PAIRS) if form.pairs else largest
    proofs = form.proofs if formula.termwise else form.plain
    if proofs == "termwise":
        return f"(termwise {formula.termwise})", largest
    if proofs != "multipliers":
        return proofs, largest
    file = f"{short_name(f'{cell.metric}--{cell.key.statement}')}.json"
    if certificates is None or not (certificates / file).exists():
        return "", 0
    try:
        certificate = read_certificate(certificates / file)
        lines = listed(certificate, registry, largest)
    except (BadCertificate, Refused, IndexError, KeyError, TypeError, ValueError):  # the file may be from anybody
        return "", 0
    if (certificate["metric"], certificate["axiom"]) != (cell.metric, cell.axiom) or not lines:
        return "", 0
    return "(listed [\n  " + ";\n  ".join(lines) + "])", min(largest, certificate["largest"])


def _theorem(cell: Cell, formula: RocqFormula, other: RocqFormula | None, proofs: str, largest: int) -> RocqTheorem:
    """The statement for every number of items, or up to that of the certificate, and the theorem."""
    axiom = cell.axiom.replace("-", "_")
    arguments = [f"{k}_{v}" for k, v in cell.arguments.items()]
    name = "".join(c if c.isalnum() else "_" for c in "_".join([axiom, *arguments, *cell.space.suffix.split()]))
    factor = f"{other.name} {written(Fraction(str(cell.arguments['factor'])))}" if other is not None else ""
    holds = " ".join(filter(None, [axiom, formula.space.name, formula.name, factor]))
    certified = cell.evidence.verdict is Verdict.CERTIFIED
    reach = f"n <= {cell.evidence.up_to()}" if certified else "every n"
    lines = [f"(* {visible(cell.title).replace('*)', '* )')}: {cell.evidence.verdict.written}, {reach}. *)"]
    statement = f"{holds} {cell.evidence.up_to()}" if certified else f"forall N, {holds} N"
    lines.append(f"Definition {name}_statement : Prop := {statement}.")
    if not largest:
        lines.append("(* Statement only: its multipliers are in no certificate beside the report. *)")
        return RocqTheorem(cell.key, name, "\n".join(lines), 0)
    known = f"{formula.space.facets} {formula.space.lemma} _ _"
    given = " ".join(filter(None, [known, "_ _" if other else "", proofs]))
    lines += [
        f"Theorem {name}_up_to_{largest} : {holds} {largest}.",
        f"Proof. apply ({axiom}_by _ {given}). vm_compute. reflexivity. Qed.",
        f"Print Assumptions {name}_up_to_{largest}.",
    ]
    return RocqTheorem(cell.key, name, "\n".join(lines), largest)


def _file(name: str, formula: RocqFormula, theorems: tuple[RocqTheorem, ...], registry: Registry) -> str:
    """The file of a metric: its definition, and others that it is compared with, what ties it to Python, theorems."""
    metric = registry.metric(name)
    used = {other: f for other, f in FORMULAS.items() if f.parameter == formula.parameter}
    head = f"(* {visible(name)}: {visible(metric.formula).replace('*)', '* )')} *)\n{IMPORTS}"
    definitions = "\n".join(f.text for f in used.values())
    compared = [_compared(other, f, registry) for other, f in used.items()]
    return "\n".join([head, definitions, *compared, "", *(theorem.text for theorem in theorems)]) + "\n"


def _compared(name: str, formula: RocqFormula, registry: Registry) -> str:
    """An example that ties the definition to that in Python: its values at all rankings of four items."""
    metric, n = registry.metric(name), ITEMS_COMPARED
    space = metric.parameters[formula.parameter]
    keys = [key if isinstance(key, tuple) else (key, key) for key in space.keys(n)]
    entries = dict(zip(keys, PRIMES, strict=False))
    parameter = space.make(list(entries.values()), n)
    first = Ranking.from_order(range(1, n + 1))
    lines = []
    for order in permutations(range(1, n + 1)):
        try:
            value = metric.evaluate(first, Ranking.from_order(order), {formula.parameter: parameter})
        except Undefined:
            continue
        lines.append(f"([{'; '.join(map(str, order))}]%nat, {written(Fraction(str(value)))})")
    cases = " | ".join(f"{i}%nat, {j}%nat => {p}" for (i, j), p in entries.items())
    return f"""
(* Values of the definition of {visible(name)} in Python at these entries. *)
Definition {formula.name}_entries : entries := fun i j => match i, j with {cases} | _, _ => 0 end.
Example {formula.name}_as_defined :
  forallb (fun '(b, v) => Qeq_bool (value {formula.name}_entries ({formula.name} (identity {n}) b)) v) [
  {"; ".join(lines)}] = true.
Proof. vm_compute. reflexivity. Qed.
"""


PRIMES = (101, 103, 107, 109, 113, 127)
"""Entries of the comparison: distances of a pseudometric, and no sum of some is one of others."""
