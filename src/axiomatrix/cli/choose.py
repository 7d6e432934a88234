"""``axiomatrix choose``: metrics by wishes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ..engine.plan import axioms_named
from ..model.axiom import KINDS
from ..model.names import Reading
from ..model.registry import REGISTRY, Unknown
from .arguments import MoreFiles, loaded, read_as
from .known import Report, matrix_with
from .messages import refusing, usage, width

Must = Annotated[list[str] | None, typer.Option("--must", help="Axioms that must hold, with commas; may be repeated.")]
MustNot = Annotated[list[str] | None, typer.Option("--must-not", help="Axioms that must not hold, likewise.")]
Kind = Annotated[str, typer.Option(help=f"Only metrics of this kind: {', '.join(KINDS)}.")]
About = Annotated[str, typer.Option(help="Only metrics of these things, such as 'judged lists' or rankings.")]


def choose_command(
    must: Must = None,
    must_not: MustNot = None,
    kind: Kind = "",
    about: About = "",
    report: Report = None,
    files: MoreFiles = None,
) -> None:
    """Choose a metric by the axioms that it must satisfy, and must not.

    The metrics that fit, the strongest evidence first; what the others miss, shortest first; and, where none fits, the
    smallest sets of wishes that no metric fulfils together.

    For instance: axiomatrix choose --kind score --must swap,top-heavy --must-not "interval scale"
    """
    loaded(files or [])
    with refusing(Unknown):
        if kind and kind not in KINDS:
            raise Unknown("kind of metric", kind, KINDS)
        if about and about not in (sorts := {metric.about for metric in REGISTRY.metrics.values()}):
            raise Unknown("sort of things", about, sorts)
        named = (",".join(names or []).split(",") for names in (must, must_not))
        yes, no = ([REGISTRY.read_axiom(name.strip()) for name in names if name.strip()] for names in named)
        if not yes and not no:
            raise usage("wish for something: --must AXIOM or --must-not AXIOM (axiomatrix list axioms)")
        typer.echo(chosen(yes, no, kind, about, report))


def chosen(must: Sequence[Reading], must_not: Sequence[Reading], kind: str, about: str, report: Path | None) -> str:
    """The answer to wishes."""
    from ..report.ask import sheet
    from ..report.ask.words import wrapped
    from ..studies.ask.choosing import Choice, Wish
    from ..studies.ask.standing import KnownCells

    named = [(reading, True) for reading in must] + [(reading, False) for reading in must_not]
    every = [m for m in REGISTRY.metrics.values() if kind in ("", m.kind) and about in ("", m.about)]
    taken = {reading.asked: axioms_named([reading.asked], [m.name for m in every], REGISTRY) for reading, _ in named}
    wishes = list(dict.fromkeys(Wish(reading.shown, taken[reading.asked], holds) for reading, holds in named))
    ids = [id for wish in wishes for id in wish.axioms]
    rows = [m for m in every if any(REGISTRY.axiom(id).is_about(m) for id in ids)]
    matrix, origin = matrix_with(report, rows, ids, some=True)
    choice = Choice(KnownCells(matrix), wishes, kind, about)
    texts = [read_as(reading, taken[reading.asked]) for reading, _ in named if not reading.exact]
    readings = [line for text in texts for line in wrapped(text, width(), "", "  ")]
    answer = sheet.choice(choice, kind or "metric", about, width())
    return "\n".join([*readings, *([""] if readings else []), answer, "", origin])
