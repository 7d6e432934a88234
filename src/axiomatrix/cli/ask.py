"""``axiomatrix ask``: a question in words."""

from __future__ import annotations

from typing import Annotated

import typer

from ..libraries import LIBRARIES
from ..model.registry import REGISTRY, Unknown
from .arguments import MoreFiles, loaded
from .known import Report, matrix_with
from .messages import note, refusing, usage, width

MOST_CARDS = 3
"""Axioms of one metric up to which each has a card; more are a table."""

Words = Annotated[list[str], typer.Argument(help="The question, such as: is nDCG an interval scale?")]


def ask_command(words: Words, report: Report = None, files: MoreFiles = None) -> None:
    """Ask in words: does this metric satisfy that axiom, with the evidence, the smallest instance, and its source.

    Several metrics are compared; axioms alone choose among all metrics; of a claim (KV7) there is what became of it;
    other words are looked for in the texts.

    For instance: axiomatrix ask "is nDCG an interval scale?"
    """
    from ..report.ask import sheet
    from ..studies.ask.comparing import fitting
    from ..studies.ask.question import MISSPELT, MOST_CHARACTERS, nearest, search, understood

    loaded(files or [])
    text = " ".join(words)
    with refusing(Unknown):
        asked = understood(text, REGISTRY)
        if len(text) > MOST_CHARACTERS:
            note(f"the question is long: its first {MOST_CHARACTERS} characters were read")
        for word in asked.rest:
            if (home := word.partition(".")[0]) in LIBRARIES:
                raise usage(f"{word} is of a library; axiomatrix compare METRIC {word} --library {home} knows it")
        if bool(asked.metrics) != bool(asked.axioms) and (meant := nearest(asked.rest, REGISTRY, MISSPELT)):
            raise usage(f"{' '.join(asked.rest)!r} names nothing that is known; {meant}")
        if asked.rest and (asked.metrics or asked.axioms):
            hint = "" if files else " (a metric of yours: name its file, --file FILE.py)"
            note(f"not understood, and left out: {' '.join(asked.rest)}{hint}")
        if len(asked.metrics) == 1 and 0 < len(asked.axioms) <= MOST_CARDS:
            metrics = [fitting(asked.metrics[0], one, REGISTRY) for one in asked.axioms]
            rows = [REGISTRY.metric(metric.name) for metric in metrics]
            axioms = [REGISTRY.read_axiom(one.asked, row) for one, row in zip(asked.axioms, rows, strict=True)]
            matrix, origin = matrix_with(report, list(dict.fromkeys(rows)), [one.name for one in axioms])
            pairs = zip(metrics, axioms, strict=True)
            cards = [sheet.card(matrix, metric, axiom, REGISTRY, width()) for metric, axiom in pairs]
            typer.echo("\n\n".join([*cards, origin]))
        elif asked.metrics:
            from .compare import compared

            metrics = (
                [fitting(one, asked.axioms[0], REGISTRY) for one in asked.metrics] if asked.axioms else asked.metrics
            )
            typer.echo(compared(metrics, [one.asked for one in asked.axioms], report))
        elif asked.axioms:
            from .choose import chosen

            typer.echo(chosen(asked.must, asked.must_not, asked.kind, "", report))
        elif claims := _claims(asked.rest):
            from .claims import claims_command

            claims_command(claims, report)
        elif hits := search(asked.rest, REGISTRY):
            if report is not None:
                note(f"--report {report} was not read: the words are looked for in formulas, claims and sources")
            typer.echo(sheet.hits(hits, asked.rest, width()))
        else:
            hint = nearest(asked.rest, REGISTRY) or "name a metric and an axiom (axiomatrix list)"
            raise usage(f"{text!r} names nothing that is known; {hint}")


def _claims(words: list[str]) -> list[str]:
    """The claims of the sources that some words name."""
    known = {id.upper(): id for source in REGISTRY.sources.values() for id in source.claims}
    return [known[word.upper()] for word in words if word.upper() in known]
