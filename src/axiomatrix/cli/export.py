"""The command ``axiomatrix export``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..evidence.formats import uncollected
from ..evidence.safe import visible
from ..report.results import REPORT
from .arguments import ReportFile
from .messages import note, refusing, usage

Out = Annotated[Path, typer.Option(help="The folder of the files.")]


def export_command(file: ReportFile = REPORT, out: Out = Path("dataset")) -> None:
    """Export a report as open data: a table and its witnesses.

    Written are matrix.csv with a line for each cell, witnesses.jsonl with a line for each witness, and dataset.json
    that says what is in them. Nothing is checked. The data of the catalogue are in the public domain (CC0 1.0); those
    of your own metrics are yours.

    For instance: axiomatrix export reports/compliance.json --out dataset
    """
    from ..report.dataset import save
    from ..report.matrix.data import BadReport, read

    if not file.exists():
        raise usage(f"{visible(file)}: there is no such file; name a report, or write one with axiomatrix check")
    with refusing(BadReport), refusing(OSError, at=f"--out: {visible(out)}"), uncollected():
        matrix = read(file)
        if matrix.interrupted:  # a pair without a line would seem to be one of which the axiom says nothing
            raise usage(f"{visible(file)}: {matrix.interrupted}, and only a whole report is exported")
        written = save(matrix, out)
    note(f"wrote {written[0]} and {len(written) - 1} files beside it")
