"""``axiomatrix check --certificates``: certificates of what holds, written beside the report."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..engine.check import NotCertified, certified
from ..evidence import certificate
from ..evidence.files import write_all
from ..evidence.matrix import Matrix
from ..evidence.slug import short_name
from ..evidence.witness import statement_named
from ..evidence.words import counted
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import REGISTRY
from ..report.document import Block, Code, Details, Document, Inline, List, Mono, Text
from .messages import refusing, show

LARGEST_CERTIFIED = 3
"""Up to how many items what holds is certified where --max-n does not say it."""


def write_certificates(
    matrix: Matrix, directory: Path, origins: Sequence[str], max_n: int | None, *, verbose: bool
) -> None:
    """Certify what holds for all parameters up to ``max_n`` items, write the certificates, and print what was written.

    ``origins`` are the files that register the metrics: whoever verifies the report needs them.
    """
    largest = max_n or LARGEST_CERTIFIED
    written: list[str] = []
    reasons: list[str] = []
    for metric, statement in _statements_that_hold(matrix):
        try:
            content = certified(metric, statement, REGISTRY, largest)
        except NotCertified as error:
            reasons.append(f"{metric.name}: {error}")
            continue
        file = f"{certificate.FOLDER}/{short_name(f'{metric.name}--{statement.id}')}.json"
        with refusing(OSError, at=f"--out: {directory}"):
            write_all({file: certificate.text(content)}, directory)
        written.append(f"{metric.name}: {statement.id}")
    command = shlex.join(["axiomatrix", "verify", (directory / "compliance.json").as_posix(), *origins])
    title: Inline = "No certificate was written"
    blocks: list[Block] = []
    if written:
        folder = Mono((directory / certificate.FOLDER).as_posix())
        title = (f"{counted(len(written), 'certificate')} up to n = {largest} in ", folder)
        blocks += [List(tuple(map(Mono, written))), Text("Decide all of it again:"), Code(command, "console")]
    summary = ""
    if reasons:
        holding = "statement holds" if len(reasons) == 1 else "statements hold"
        summary = f"{len(reasons)} {holding} without a certificate (-v says why)."
        blocks.append(Details("Not certified", (List(tuple(reasons)),)))
    show(Document(title, summary, tuple(blocks)), details=verbose)


def _statements_that_hold(matrix: Matrix) -> Iterator[tuple[Metric, Statement]]:
    """Each statement that the matrix says holds, with its metric, once."""
    seen: set[tuple[str, str]] = set()
    for cell in matrix.cells:
        if cell.status.holds != "yes":
            continue
        metric = REGISTRY.metric(cell.metric)
        statement = statement_named(metric, REGISTRY.axiom(cell.axiom), cell.arguments)
        if (metric.name, statement.id) not in seen:
            seen.add((metric.name, statement.id))
            yield metric, statement
