"""One position of the matrix, explained in full: formulas, claims, evidence, and the witness step by step."""

from __future__ import annotations

from collections.abc import Sequence

from ..evidence.account.account import DECLARED
from ..evidence.account.making import account, account_of
from ..evidence.cell import Cell
from ..evidence.evidence import INFINITE, Extreme
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.verdict import Verdict
from ..evidence.words import line
from ..model.metric import Metric
from ..model.registry import Registry
from .deductions.cells import derive
from .witness.text import account_text


def explained(
    matrix: Matrix,
    metric: Metric,
    registry: Registry,
    files: Sequence[str] = (),
    axioms: Sequence[str] = (),
    directory: str | None = None,
) -> str:
    """What the cells of this metric in the matrix say, with everything that supports it.

    Of the ``axioms`` asked for, those that say nothing of metrics like this one are shown with the reason. A witness
    has the command that replays it, with these ``files``, if it was written into a ``directory``.
    """
    derive(matrix)
    said = [f"metric  {metric.name} ({metric.kind})", *_indented(metric.doc)]
    for name, space in (*(() if metric.takes_rankings else metric.arguments.items()), *metric.parameters.items()):
        said.append(f"    {name}: {space.name}")
    for axiom in axioms:
        if not any(head.id == axiom for head in matrix.columns):
            known = registry.axiom(axiom)
            said += ["", f"axiom   {known.id} ({known.quantifier})", *_indented(known.doc), ""]
            said += [f"  not applicable: it is about {metric.about}; the axiom is about {', '.join(known.about)}"]
    for head in matrix.columns:
        said += ["", f"axiom   {head.id} ({head.quantifier})", *_indented(head.doc)]
        for cell in matrix.at(metric.name, head.id):
            said += ["", *_cell(cell, matrix, metric, registry), *_witness(cell, matrix, registry, files, directory)]
    return "\n".join(visible(part, lines=True).rstrip() for part in said)


def _indented(doc: str) -> list[str]:
    return [f"    {part}" if part else "" for part in visible(doc, lines=True).splitlines()]


def _cell(cell: Cell, matrix: Matrix, metric: Metric, registry: Registry) -> list[str]:
    shown = line(cell)
    said = [visible(cell.title), f"  {shown.verdict}" + (f" ({shown.cases})" if shown.cases else "")]
    verdict = cell.evidence.verdict
    said += [f"  {verdict.means}", f"  {verdict.does_not_mean}"]
    for claim in cell.claims:
        declared = DECLARED.get(claim.status, claim.status)
        said.append("  " + visible(f'{claim.source}, {declared}: "{claim.wording}"'))
        said += [f"    formalised: {visible(how)}" for how in _formalised(claim.source, metric) if how]
    said.append(f"  outcome: {shown.outcome}")
    if (proof := cell.evidence.proof) is not None:
        said.append(f"  {visible(proof.theorem)} (proof {visible(proof.id)})")
        said += [f"    checked by machine: {visible(step)}" for step in proof.checked]
        said += [f"    on paper: {visible(step)}" for step in proof.argued]
    for reach in cell.evidence.reach:
        if reach.method == "proof":
            said.append(f"  proof: {reach.cases:,} steps at every n <= {reach.largest}")
            continue
        counts = f"{reach.cases:,} cases, {reach.discarded:,} discarded, {reach.undecided:,} undecided"
        said.append(f"  {reach.method}: {reach.text}: {counts}")
    if shown.values:
        said.append(f"  {shown.values}")
    if cell.key in matrix.derived:
        said += ["  derived by theorems:", *(f"    {step}" for step in matrix.derived[cell.key].chain)]
    if cell.evidence.uncertified is not None:
        further = " further" if verdict is Verdict.CERTIFIED else ""
        said.append(f"  not certified{further}: {visible(str(cell.evidence.uncertified))}")
    if cell.evidence.extreme:
        said += ["", *_extreme(cell.evidence.extreme, registry)]
    return said


def _witness(cell: Cell, matrix: Matrix, registry: Registry, files: Sequence[str], directory: str | None) -> list[str]:
    witness = account(cell, matrix, registry)
    return ["", *(f"  {part}" for part in account_text(witness, directory, files))] if witness else []


def _formalised(claim: str, metric: Metric) -> list[str]:
    return list(dict.fromkeys(c.source.formalised for c in metric.claims if c.source.id == claim))


def _extreme(extreme: Extreme, registry: Registry) -> list[str]:
    shown = account_of(extreme.witness, registry)
    how = "attained at"
    if extreme.value == INFINITE:
        how = "as at" if extreme.witness.has_no_factor else "one of the family at"
    said = [f"  {extreme.text}, {how} n = {extreme.witness.n}:"]
    said += [f"    {visible(f'{value.name} = {value.text}')}" for value in shown.values]
    return [*said, *(f"    {visible(value.text)}" for value in shown.parameters)]
