"""``axiomatrix compare``: metrics side by side."""

from __future__ import annotations

from typing import Annotated

import typer

from ..libraries import LIBRARIES, load
from ..model.registry import REGISTRY, Unknown
from ..report.asking import compare
from .arguments import Axioms, MoreFiles, Report, libraries_named, loaded, show_result
from .messages import refusing, usage

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
    if len(metrics) < 2:
        raise usage(f"{metrics[0]} is one metric; name another, or ask: axiomatrix ask {metrics[0]!r}")
    try:
        with refusing(ValueError):
            show_result(compare(*metrics, axioms=axiom or [], report=report, registry=registry))
    except Unknown as error:
        homes = [name.partition(".")[0] for name in metrics]
        mine = "" if files else " (if it is yours, name its file: --file FILE.py)"
        hint = next((f" (--library {home} knows its metrics)" for home in homes if home in LIBRARIES), mine)
        raise usage(f"{error}{'' if library else hint}") from None
