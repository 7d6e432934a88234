"""``axiomatrix certify``: certificates written."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from ..evidence.files import write
from ..evidence.slug import short_name
from ..model.registry import REGISTRY, Unknown
from .arguments import MetricName, MoreFiles, axiom_named, folder_named, loaded, metric_named
from .messages import refusing


def certify_command(
    metric: MetricName,
    axiom: Annotated[str, typer.Argument(help="An axiom, such as lower-bound or symmetry.")],
    files: MoreFiles = None,
    max_n: Annotated[int, typer.Option("--max-n", min=2, max=8, help="Up to how many items.")] = 3,
    out: Annotated[Path, typer.Option(help="The folder for the certificates.")] = Path("certificates"),
) -> None:
    """Write certificates of what a metric claims (or is observed to satisfy); exit status 1 if there is none.

    For instance: axiomatrix certify "footrule-similarity[le]" lower-bound
    """
    from ..engine import certify
    from ..evidence import certificate

    loaded(files or [])
    with refusing(Unknown):
        row = metric_named(metric)
        wanted = axiom_named(axiom, row)
    directory, missing = folder_named(out), True
    statements = list(certify.statements(row, wanted))
    if not statements:
        typer.echo(f"not certified: {wanted.id} says nothing of {row.name}")
    for statement in statements:
        try:
            content = certify.certified(row, statement, REGISTRY, max_n)
        except certify.NotCertified as error:
            typer.echo(f"not certified: {error}")
            continue
        missing = False
        directory.mkdir(parents=True, exist_ok=True)
        path = directory / f"{short_name(f'{row.name}--{statement.id}')}.json"
        write(path, certificate.text(content))
        typer.echo(
            f"certified n<={max_n}: {statement.id}: axiomatrix verify {shlex.join([str(path), *map(str, files or [])])}"
        )
    raise typer.Exit(1 if missing else 0)
