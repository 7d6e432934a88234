"""``axiomatrix choose``: metrics by wishes."""

from __future__ import annotations

from typing import Annotated

import typer

from ..model.axiom import KINDS
from ..model.registry import Unknown
from ..report.asking import choose
from .arguments import ItsFiles, Report, loaded, show_result
from .messages import refusing

Must = Annotated[list[str] | None, typer.Option("--must", help="Axioms that must hold, with commas; may be repeated.")]
MustNot = Annotated[list[str] | None, typer.Option("--must-not", help="Axioms that must not hold, likewise.")]
Kind = Annotated[str, typer.Option(help=f"Only metrics of this kind: {', '.join(KINDS)}.")]
About = Annotated[str, typer.Option(help="Only metrics of these things, such as 'judged lists' or rankings.")]


def choose_command(
    files: ItsFiles = None,
    must: Must = None,
    must_not: MustNot = None,
    kind: Kind = "",
    about: About = "",
    report: Report = None,
) -> None:
    """Choose a metric by the axioms that it must satisfy, and must not.

    The metrics that fit, the strongest evidence first; what the others miss, shortest first; and, where none fits, the
    smallest sets of wishes that no metric fulfils together.

    """
    loaded(files or [])
    named = (",".join(names or []).split(",") for names in (must, must_not))
    yes, no = ([name.strip() for name in names if name.strip()] for names in named)
    with refusing(Unknown, ValueError):
        show_result(choose(yes, no, kind=kind, about=about, report=report))
