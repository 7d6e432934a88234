"""``axiomatrix explain``: a metric and an axiom in full: formulas, claims, evidence, the witness step by step.

Of a metric alone: its formula, in LaTeX too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..model.registry import REGISTRY, Unknown
from ..report.subjects.cell import CellContext, cells_document, not_asked_document
from ..report.subjects.metric import declaration_document
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
from .messages import refusing, show, usage


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
        show(declaration_document(row, REGISTRY))
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
    context = CellContext(REGISTRY, matrix, out.as_posix() if out is not None else None, origins)
    cells = matrix.at(row.name, asked)
    show(cells_document(cells, context) if cells else not_asked_document(row, REGISTRY.axiom(asked)))
