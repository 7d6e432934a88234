"""``axiomatrix compare``: metrics side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ..engine.plan import axioms_named
from ..libraries import LIBRARIES, load
from ..model.names import Reading
from ..model.registry import REGISTRY, Registry, Unknown
from ..report.matrix.data import BadReport
from ..report.relations.data import RELATIONS
from ..studies.relate.answer import MetricRelation
from .arguments import REPORT, Axioms, MoreFiles, libraries_named, loaded
from .known import Report, matrix_with
from .messages import refusing, usage, width

Metrics = Annotated[list[str], typer.Argument(help="Two metrics or more, such as AP nDCG@10 RBP.")]
Libraries = Annotated[
    list[str] | None, typer.Option("--library", help="Know the metrics of this library too (scipy, sklearn ...).")
]


def compare_command(
    metrics: Metrics, axiom: Axioms = None, report: Report = None, files: MoreFiles = None, library: Libraries = None
) -> None:
    """Compare metrics: their axioms side by side, differences first.

    For each difference the smallest list on which the metrics part; what relations.json knows of them; and of each two
    (of up to four) the smallest instance on which their values differ, in floats within a stated tolerance.

    For instance: axiomatrix compare AP nDCG@10 RBP
    """
    loaded(files or [])
    registry = load(libraries_named(library)) if library else REGISTRY
    try:
        readings = [registry.read_metric(name) for name in metrics]
        if len(readings) < 2:
            raise usage(f"{metrics[0]} is one metric; name another, or ask: axiomatrix ask {metrics[0]!r}")
        typer.echo(compared(readings, axiom or [], report, registry))
    except Unknown as error:
        homes = [name.partition(".")[0] for name in metrics]
        mine = "" if files else " (if it is yours, name its file: --file FILE.py)"
        hint = next((f" (--library {home} knows its metrics)" for home in homes if home in LIBRARIES), mine)
        raise usage(f"{error}{'' if library else hint}") from None


def compared(
    readings: Sequence[Reading], axioms: Sequence[str], report: Path | None, registry: Registry = REGISTRY
) -> str:
    """The answer: of what sort the metrics are is settled by what each name may mean."""
    from ..report.ask import sheet
    from ..report.differences import difference_lines
    from ..studies.ask.comparing import MetricComparison, of_one_sort
    from ..studies.ask.standing import KnownCells

    chosen = of_one_sort(readings, registry)
    rows = [registry.metric(reading.name) for reading in chosen]
    if len({row.about for row in rows}) > 1:
        raise usage("; ".join(f"{one.asked} is about {row.about}" for one, row in zip(chosen, rows, strict=True)))
    ids = axioms_named(axioms, [row.name for row in rows], registry)
    matrix, origin = matrix_with(report, rows, ids, registry=registry)
    lines = sheet.related(_relations(report), {one.name: one.shown for one in chosen}, width())
    axioms_compared = sheet.comparison(MetricComparison(KnownCells(matrix), chosen, ids), registry, lines, width())
    values_compared = "\n".join(difference_lines(chosen, registry, width()))
    return f"{axioms_compared}\n{values_compared}\n\n{origin}"


def _relations(report: Path | None) -> list[MetricRelation]:
    """The relations beside the report, if they are there."""
    path = (report or REPORT).with_name("relations.json")
    if not path.exists():
        return []
    with refusing(BadReport):
        return RELATIONS.read(path, RELATIONS.taken).relations
