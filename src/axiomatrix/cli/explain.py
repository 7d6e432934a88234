"""``axiomatrix explain``: one cell, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..model.registry import REGISTRY, Unknown
from .arguments import Packages, Pins, ProfileName, Seed, axiom_named, installed_too, loaded, metric_named
from .messages import usage


def explain_command(
    metric: Annotated[str, typer.Argument(help="A metric, such as footrule-similarity[le].")],
    axiom: Annotated[str, typer.Argument(help="An axiom, such as triangle-inequality.")],
    files: Annotated[list[Path] | None, typer.Option("--file", help="Files that register more.")] = None,
    profile: ProfileName = None,
    seed: Seed = None,
    pins: Pins = None,
    package: Packages = None,
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
    typer.echo(explained(matrix, row, REGISTRY, [*(str(f) for f in files or []), *more], [axiom]))
