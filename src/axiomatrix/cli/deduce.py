"""The command ``axiomatrix deduce``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..catalogue.loading import load_catalogue
from ..evidence.files import write_all
from .arguments import REPORT, ReportFile
from .messages import refusing

Out = Annotated[Path | None, typer.Option(help="Write deductions.md into this folder.")]


def deduce_command(report: ReportFile = REPORT, out: Out = None) -> None:
    """Deduce from a report: what theorems make of its cells; exit status 1 if two of them contradict.

    For instance: axiomatrix deduce reports/compliance.json --out reports

    A theorem ties cells together: what it derives is printed with its chain of theorems and cells, and is no stronger
    than the weakest of them. A contradiction means that a cell, a theorem or the formalisation of an axiom is wrong.
    """
    from ..report.deductions import markdown, terminal
    from ..report.matrix.data import BadReport, read
    from ..studies.deduce.run import Deduction

    load_catalogue()  # the proofs are about its metrics
    with refusing(BadReport):
        deductions = Deduction(read(report))
    typer.echo(terminal(deductions))
    if out is not None:
        write_all({"deductions.md": markdown(deductions)}, out)
    raise typer.Exit(1 if deductions.contradictions else 0)
