"""Write theorems in Rocq for proved and certified cells: a file for each metric, its definition first.

``axiomatrix report --data`` writes the files, and with ``--kernel`` it lets ``kernel.py`` check them. For each cell a
file has its statement (for every n, or up to the n of the certificate) and, if there are proofs, a theorem: the same
statement up to a few items. Rocq checks a theorem by computing: the lemma ``AXIOM_by`` of ``Decided.v`` reduces it to a
checker that goes through all rankings with their proofs and answers ``true``.
"""

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
from .multipliers import order_text, proof_lines, rational_text

LIBRARY = ("Rankings.v", "Checker.v", "Decided.v")
"""Files that the theorems import, in order; a reader has to trust the definitions in the first one."""
IMPORTS = """Require Import List Permutation QArith.
From Axiomatrix Require Import Rankings Checker Decided.
Import ListNotations.
Open Scope Q_scope.
"""
"""The first lines of each file."""
MAX_ITEMS_CHECKED = 5
"""Items up to which a statement for every n is checked by the kernel."""
MAX_ITEMS_OF_PAIR_AXIOMS = 4
"""Items up to which the kernel checks axioms about all pairs of rankings: four items have 576 pairs, five 14,400."""
ITEMS_COMPARED = 4
"""Items of the rankings on which a definition in Rocq is compared with the definition in Python."""
PRIMES = (101, 103, 107, 109, 113, 127)
"""Entries of the parameter in that comparison, one for each pair of four items.

They form a pseudometric, and different entries have different sums, so that a definition that sums the wrong entries
has another value.
"""
TRANSLATED_VERDICTS = (Verdict.PROVED, Verdict.CERTIFIED)
"""Verdicts of cells whose statements are written."""


class RocqTheorem(NamedTuple):
    """The translation of a cell, which is one axiom for one metric."""

    cell: CellKey
    name: str
    """The beginning of its names in Rocq: of the statement, and of the theorem."""
    text: str
    largest: int
    """Items up to which the theorem reaches; 0 for a statement without one."""


class RocqFile(NamedTuple):
    """The content of a file, and its theorems."""

    text: str
    theorems: tuple[RocqTheorem, ...]


def library() -> dict[str, str]:
    """Return the content of the files that the theorems import, by name."""
    folder = files(__package__)
    return {name: folder.joinpath(name).read_text(encoding="utf-8") for name in LIBRARY}


def metric_files(
    matrix: Matrix, registry: Registry, certificates: Path | None, largest: int = MAX_ITEMS_CHECKED
) -> dict[str, RocqFile]:
    """Write the files of the metrics, by name, with multipliers from the certificates in the folder ``certificates``.

    ``largest`` is the number of items up to which theorems reach. Without the folder, cells that need multipliers get
    a statement only.
    """
    files = {}
    for name, formula in FORMULAS.items():
        theorems = tuple(_theorems(matrix, name, registry, certificates, largest))
        if theorems:
            files[f"{formula.name}.v"] = RocqFile(_file(name, formula, theorems, registry), theorems)
    return files


def _theorems(
    matrix: Matrix, name: str, registry: Registry, certificates: Path | None, largest: int
) -> Iterator[RocqTheorem]:
    """Translate the cells of a metric whose axiom has a definition in Rocq.

    A cell with a witness is proved by an instance, not for every ranking, and is left out.
    """
    formula = FORMULAS[name]
    for cell in matrix.cells:
        axiom_form = AXIOMS.get(cell.axiom)
        if cell.metric != name or axiom_form is None:
            continue
        if cell.evidence.verdict not in TRANSLATED_VERDICTS or cell.evidence.witness:
            continue
        other_formula = FORMULAS.get(str(cell.arguments.get("other", "")))
        if axiom_form.is_comparison and (other_formula is None or other_formula.parameter != formula.parameter):
            continue
        proofs, reach = _proofs_of(cell, axiom_form, registry, certificates, largest)
        yield _theorem(cell, formula, other_formula, proofs, reach)


def _proofs_of(
    cell: Cell, axiom_form: AxiomForm, registry: Registry, certificates: Path | None, largest: int
) -> tuple[str, int]:
    """Return (proofs of a cell as a term in Rocq, items up to which they reach).

    Proofs by multipliers need a certificate; without a usable one they are empty and reach 0 items.
    """
    formula = FORMULAS[cell.metric]
    largest = min(largest, MAX_ITEMS_OF_PAIR_AXIOMS) if axiom_form.has_pairs else largest
    proofs = axiom_form.footrule_proofs if formula.termwise else axiom_form.kendall_proofs
    if proofs == "termwise":
        return f"(termwise {formula.termwise})", largest
    if proofs != "multipliers":
        return proofs, largest
    file = f"{short_name(f'{cell.metric}--{cell.key.statement}')}.json"
    if certificates is None or not (certificates / file).exists():
        return "", 0
    try:
        certificate = read_certificate(certificates / file)
        lines = proof_lines(certificate, registry, largest)
    except (BadCertificate, Refused, IndexError, KeyError, TypeError, ValueError):  # the file may be from anybody
        return "", 0
    if (certificate["metric"], certificate["axiom"]) != (cell.metric, cell.axiom) or not lines:
        return "", 0
    return "(listed [\n  " + ";\n  ".join(lines) + "])", min(largest, certificate["largest"])


def _theorem(
    cell: Cell, formula: RocqFormula, other_formula: RocqFormula | None, proofs: str, largest: int
) -> RocqTheorem:
    """Write the statement of a cell (for every n, or up to the n of the certificate), and the theorem with its proof.

    ``other_formula`` is the metric that a bound compares with, ``largest`` the items up to which the proofs reach.
    """
    axiom = cell.axiom.replace("-", "_")
    arguments = [f"{name}_{value}" for name, value in cell.arguments.items()]
    # the suffix names the space if it is not the declared one; a name in Rocq has letters, digits and underscores
    name = "".join(c if c.isalnum() else "_" for c in "_".join([axiom, *arguments, *cell.space.suffix.split()]))
    compared_with = ""  # for a bound, the other metric and the factor
    if other_formula is not None:
        compared_with = f"{other_formula.name} {rational_text(Fraction(str(cell.arguments['factor'])))}"
    # the predicate is the axiom of the metric, and takes the number of items
    predicate = " ".join(filter(None, [axiom, formula.space.name, formula.name, compared_with]))
    is_certified = cell.evidence.verdict is Verdict.CERTIFIED
    reach = f"n <= {cell.evidence.up_to()}" if is_certified else "every n"
    statement = f"{predicate} {cell.evidence.up_to()}" if is_certified else f"forall N, {predicate} N"
    lines = [f"(* {_comment_text(cell.title)}: {cell.evidence.verdict.written}, {reach}. *)"]
    lines.append(f"Definition {name}_statement : Prop := {statement}.")
    if not largest:
        lines.append("(* Statement only: its multipliers are in no certificate beside the report. *)")
        return RocqTheorem(cell.key, name, "\n".join(lines), 0)
    # Rocq infers the arguments _ : the metric, the number of items, and for a bound the other metric and the factor
    space_arguments = f"{formula.space.facets} {formula.space.lemma} _ _"
    lemma_arguments = " ".join(filter(None, [space_arguments, "_ _" if other_formula else "", proofs]))
    lines += [
        f"Theorem {name}_up_to_{largest} : {predicate} {largest}.",
        f"Proof. apply ({axiom}_by _ {lemma_arguments}). vm_compute. reflexivity. Qed.",
        f"Print Assumptions {name}_up_to_{largest}.",
    ]
    return RocqTheorem(cell.key, name, "\n".join(lines), largest)


def _comment_text(text: str) -> str:
    """Write a text for a comment of Rocq, so that it cannot end the comment."""
    return visible(text).replace("*)", "* )")


def _file(name: str, formula: RocqFormula, theorems: tuple[RocqTheorem, ...], registry: Registry) -> str:
    """Write the file of a metric: all metrics of its parameter, their comparisons with Python, and its theorems."""
    defined = {other: f for other, f in FORMULAS.items() if f.parameter == formula.parameter}
    head = f"(* {visible(name)}: {_comment_text(registry.metric(name).formula)} *)\n{IMPORTS}"
    definitions = "\n".join(f.text for f in defined.values())
    examples = [_comparison_example(other, f, registry) for other, f in defined.items()]
    return "\n".join([head, definitions, *examples, "", *(theorem.text for theorem in theorems)]) + "\n"


def _comparison_example(name: str, formula: RocqFormula, registry: Registry) -> str:
    """Write an example that Rocq checks: both definitions of a metric have the same values on rankings of four items.

    A theorem is about the definition in Rocq. The example shows that this is the metric of the catalogue.
    """
    metric, n = registry.metric(name), ITEMS_COMPARED
    space = metric.parameters[formula.parameter]
    keys = [key if isinstance(key, tuple) else (key, key) for key in space.keys(n)]  # weights have one item as a key
    entries = dict(zip(keys, PRIMES, strict=False))  # weights have fewer entries than there are primes
    parameter = space.make(list(entries.values()), n)
    first = Ranking.from_order(range(1, n + 1))
    lines = []
    for order in permutations(range(1, n + 1)):
        try:
            value = metric.evaluate(first, Ranking.from_order(order), {formula.parameter: parameter})
        except Undefined:
            continue
        lines.append(f"({order_text(order)}, {rational_text(Fraction(str(value)))})")
    cases = " | ".join(f"{i}%nat, {j}%nat => {prime}" for (i, j), prime in entries.items())
    return f"""
(* Values of the definition of {visible(name)} in Python at these entries. *)
Definition {formula.name}_entries : entries := fun i j => match i, j with {cases} | _, _ => 0 end.
Example {formula.name}_as_defined :
  forallb (fun '(b, v) => Qeq_bool (value {formula.name}_entries ({formula.name} (identity {n}) b)) v) [
  {"; ".join(lines)}] = true.
Proof. vm_compute. reflexivity. Qed.
"""
