"""The command ``axiomatrix evaluate``."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from ..engine.given.lists import TIES
from ..model.registry import Unknown
from ..report.studying import evaluate
from ..report.trec import dumps
from ..studies.trec.evaluate import MetricRaised
from .arguments import MoreFiles, entered, show_result
from .messages import check_name, note, refusing

RunPath = Annotated[Path, typer.Option("--run", help="The run: topic Q0 document rank score tag.")]
QrelsPath = Annotated[Path, typer.Option("--qrels", help="The judgements: topic iteration document grade.")]
Metrics = Annotated[
    list[str] | None,
    typer.Argument(help="Metrics: precision-at:k=5, rbp:p=4/5, or trec_eval's names: map, P_5, ndcg_cut_10."),
]
Ties = Annotated[str, typer.Option(help="The order of equal scores: trec-eval, id, file, best, worst.")]
Level = Annotated[int, typer.Option(min=1, help="The lowest grade that is relevant to binary metrics.")]
Complete = Annotated[bool, typer.Option("--complete", "-c", help="Count judged topics without documents as 0.")]
Means = Annotated[bool, typer.Option("--means", help="Only the means, no topics.")]
Format = Annotated[str, typer.Option("--format", help="text or json.")]


def evaluate_command(
    run: RunPath,
    qrels: QrelsPath,
    metric: Metrics = None,
    ties: Ties = "trec-eval",
    level: Level = 1,
    complete: Complete = False,
    means: Means = False,
    format: Format = "text",
    files: MoreFiles = None,
) -> None:
    """Evaluate a TREC run: per-topic and mean values of our exact definitions, digit by digit as trec_eval prints.

    For instance: axiomatrix evaluate --run RUN --qrels QRELS map P_5 rbp:p=0.8

    Documents that nobody judged, or that have a negative grade, are not relevant; bpref passes them over.
    """
    check_name("--format", format, ("text", "json"))
    check_name("--ties", ties, TIES)
    with refusing(ValueError, Unknown):
        entered(files or [])
        try:
            with redirect_stdout(sys.stderr):  # what a definition prints is not part of the answer
                result = evaluate(run, qrels, *(metric or []), ties=ties, level=level, complete=complete, means=means)
        except MetricRaised as error:
            note(f"error: {error}")
            raise typer.Exit(3) from None
    if format == "json":
        for remark in result.notes:
            note(remark)
        typer.echo(dumps(*result.data), nl=False)
    else:
        show_result(result)
