"""``axiomatrix explain``: one position of the matrix in full: formulas, claims, evidence, the witness step by step.

Of a metric alone: its formula, in LaTeX too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from ..evidence.account.making import account, account_of
from ..evidence.cell import Cell
from ..evidence.evidence import INFINITE, Extreme
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.verdict import Verdict
from ..evidence.words import Line, derivation_lines, fault_lines
from ..model.metric import Metric
from ..model.registry import REGISTRY, Registry, Unknown
from ..report.matrix.theorems import theorem_text
from ..report.witness import account_text
from .arguments import (
    MetricName,
    MoreFiles,
    Packages,
    Pins,
    ProfileName,
    Seed,
    axiom_named,
    installed_too,
    loaded,
    metric_named,
)
from .messages import refusing, usage


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
    lines = _declared(metric)
    for axiom in axioms:
        if not any(head.id == axiom for head in matrix.columns):
            known = registry.axiom(axiom)
            lines += ["", f"axiom   {known.id} ({known.quantifier})", *_indented(known.doc), ""]
            lines += [f"  not applicable: it is about {metric.about}; the axiom is about {', '.join(known.about)}"]
    for head in matrix.columns:
        lines += ["", f"axiom   {head.id} ({head.quantifier})", *_indented(head.doc)]
        for cell in matrix.at(metric.name, head.id):
            lines += ["", *_cell(cell, metric, registry)]
            if (witness := account(cell, matrix, registry)) is not None:
                lines += ["", *(f"  {part}" for part in account_text(witness, directory, files))]
    return "\n".join(visible(part, lines=True).rstrip() for part in lines)


def _declared(metric: Metric) -> list[str]:
    lines = [f"metric  {metric.name} ({metric.kind})", *_indented(metric.doc)]
    for name, space in (*(() if metric.takes_rankings else metric.arguments.items()), *metric.parameters.items()):
        lines.append(f"    {name}: {space.name}")
    return lines


def formulas(metric: Metric) -> str:
    """The declaration of the metric as text: its formula, its parameters, and its formula in LaTeX."""
    lines = [*_declared(metric), *(["", "in LaTeX", *_indented(metric.latex)] if metric.latex else [])]
    return "\n".join(visible(part, lines=True).rstrip() for part in lines)


def _indented(doc: str) -> list[str]:
    return [f"    {part}" if part else "" for part in visible(doc, lines=True).splitlines()]


def _cell(cell: Cell, metric: Metric, registry: Registry) -> list[str]:
    shown = Line(cell)
    lines = [visible(cell.title), f"  {shown.verdict}" + (f" ({shown.cases})" if shown.cases else "")]
    verdict = cell.evidence.verdict
    if cell.evidence.derivation is None:
        lines += [f"  {verdict.notation.means}", f"  {verdict.notation.does_not_mean}"]
    else:
        lines.append("  It follows from other cells by theorems, no more strongly than the weakest of them is known.")
    for claim in cell.claims:
        lines.append(f"  {visible(claim.quotation)}")
        formalised = dict.fromkeys(c.source.formalised for c in metric.claims if c.source.id == claim.source)
        lines += [f"    formalised: {visible(how)}" for how in formalised if how]
    lines.append(f"  outcome: {shown.outcome}")
    if (proof := cell.evidence.proof) is not None:
        lines.append(f"  {visible(proof.theorem)} (proof {visible(proof.id)})")
        lines += [f"    checked by machine: {visible(step)}" for step in proof.checked]
        lines += [f"    on paper: {visible(step)}" for step in proof.argued]
    for reach in cell.evidence.reach:
        if reach.method == "proof":
            lines.append(f"  proof: {reach.cases:,} steps at every n <= {reach.largest}")
            continue
        counts = f"{reach.cases:,} cases, {reach.discarded:,} discarded, {reach.undecided:,} undecided"
        lines.append(f"  {reach.method}: {reach.text}: {counts}")
    if shown.values:
        lines.append(f"  {shown.values}")
    if (derivation := cell.evidence.derivation) is not None:
        lines += [f"  {line}" for line in derivation_lines(cell)]
        lines += [f"  {visible(line)}" for line in theorem_text(derivation.theorem)]
    lines += [f"  {line}" for line in fault_lines(cell)]
    if cell.evidence.uncertified is not None:
        further = " further" if cell.status.key == Verdict.CERTIFIED else ""
        lines.append(f"  not certified{further}: {visible(str(cell.evidence.uncertified))}")
    if cell.evidence.extreme:
        lines += ["", *_extreme(cell.evidence.extreme, registry)]
    return lines


def _extreme(extreme: Extreme, registry: Registry) -> list[str]:
    shown = account_of(extreme.witness, registry)
    how = "attained at"
    if extreme.value == INFINITE:
        how = "as at" if extreme.witness.has_no_factor else "one of the family at"
    bound = replace(extreme, derived=None).text
    lines = [f"  {visible(f'{extreme.text} {extreme.derived.text}')}"] if extreme.derived is not None else []
    lines.append(f"  {bound}, {how} n = {extreme.witness.n}:")
    lines += [f"    {visible(f'{value.name} = {value.text}')}" for value in shown.values]
    return [*lines, *(f"    {visible(value.text)}" for value in shown.parameters)]


def explain_command(
    metric: MetricName,
    axiom: Annotated[
        str | None, typer.Argument(help="An axiom, such as triangle-inequality.  [default: the metric alone]")
    ] = None,
    files: MoreFiles = None,
    profile: ProfileName = None,
    seed: Seed = None,
    pins: Pins = None,
    package: Packages = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Write the witnesses to DIR/witnesses, and say how to replay them.", metavar="DIR"),
    ] = None,
) -> None:
    """Explain one cell: formula, claim and source, evidence, and the witness step by step.

    For instance: axiomatrix explain precision-at monotone-in-cut-off

    Without an axiom: the formula of the metric, as text and as LaTeX.
    """
    loaded(files or [])
    packages, _ = installed_too(package)
    more = [part for name in packages for part in ("--package", name)]
    row = None
    try:
        row = metric_named(metric)
        asked = axiom_named(axiom, row).id if axiom is not None else None
    except Unknown as error:
        hint = "; if it is yours, name its file: --file FILE.py" if row is None and not files else ""
        raise usage(f"{error}{hint}") from None
    if asked is None:
        if out is not None:
            raise usage("--out: name an axiom too; of a metric alone there is no witness to write")
        typer.echo(formulas(row))
        return
    from ..engine.check import check

    matrix = check(
        row,
        axioms=[asked],
        profile=profile or "default",
        seed=seed or 0,
        use_pins=pins is not False,
        registry=REGISTRY,
    )
    if out is not None:
        from ..report.saving import save_witnesses

        with refusing(OSError, at=f"--out: {out}"):
            save_witnesses(matrix, out, REGISTRY)
    origins = [*(str(f) for f in files or []), *more]
    typer.echo(explained(matrix, row, REGISTRY, origins, [asked], out.as_posix() if out is not None else None))
