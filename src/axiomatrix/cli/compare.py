"""``axiomatrix compare``: metrics side by side."""

from __future__ import annotations

from typing import Annotated

import typer

from ..libraries import LIBRARIES, load
from ..model.registry import REGISTRY, Unknown
from ..report.asking import compare
from .arguments import Axioms, Commands, Report, homes_named, loaded, programs_of, show_result, split_files
from .messages import refusing, usage

Metrics = Annotated[
    list[str],
    typer.Argument(
        metavar="METRIC METRIC ... [FILES.py]",
        help="Two metrics or more, such as AP nDCG@10 sklearn.ndcg_score, and the files that register yours.",
    ),
]


def compare_command(metrics: Metrics, axiom: Axioms = None, report: Report = None, command: Commands = None) -> None:
    """Compare metrics: their axioms side by side, differences first.

    For each difference the smallest list on which the metrics part; what relations.json knows of them; and of each two
    (of up to four) the smallest instance on which their values differ, in floats within a stated tolerance.
    """
    names, files = split_files(metrics)
    if not names:
        raise usage(f"{files[0]}: name two metrics too, such as one of it and one of the catalogue")
    loaded(files)
    programs_of(command)
    libraries = dict.fromkeys(home for name in names if (home := name.partition(".")[0]) in LIBRARIES and "." in name)
    registry = load(homes_named([*libraries]).here) if libraries else REGISTRY
    if len(names) < 2:
        raise usage(f"{names[0]} is one metric; name another, or ask: axiomatrix ask {names[0]!r}")
    try:
        with refusing(ValueError):
            show_result(compare(*names, axioms=axiom or [], report=report, registry=registry))
    except Unknown as error:
        hint = "" if files or command else "; if it is yours, name its file too: FILE.py, or its --command"
        raise usage(f"{error}{hint}") from None
