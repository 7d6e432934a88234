"""``axiomatrix explain``: one cell, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..model.registry import REGISTRY, Unknown
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


def explain_command(
    metric: MetricName,
    axiom: Annotated[str, typer.Argument(help="An axiom, such as triangle-inequality.")],
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
    """
    from ..engine.check import check
    from ..report.explain import explained

    loaded(files or [])
    packages, _ = installed_too(package)
    more = [part for name in packages for part in ("--package", name)]
    row = None
    try:
        row = metric_named(metric)
        axiom = axiom_named(axiom, row).id
        matrix = check(
            row,
            axioms=[axiom],
            profile=profile or "default",
            seed=seed or 0,
            use_pins=pins is not False,
            registry=REGISTRY,
        )
    except Unknown as error:
        hint = "; if it is yours, name its file: --file FILE.py" if row is None and not files else ""
        raise usage(f"{error}{hint}") from None
    if out is not None:
        from ..report.saving import save_witnesses

        with refusing(OSError, at=f"--out: {out}"):
            save_witnesses(matrix, out, REGISTRY)
    origins = [*(str(f) for f in files or []), *more]
    typer.echo(explained(matrix, row, REGISTRY, origins, [axiom], out.as_posix() if out is not None else None))
