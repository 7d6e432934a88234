"""The command ``axiomatrix evaluate``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from ..engine.given.files import BadFile, read_qrels, read_run
from ..engine.given.lists import TIES, blurred, topics
from ..engine.given.measures import USUAL, BadMeasure, measure
from ..evidence.words import counted
from ..model.registry import REGISTRY, Unknown
from ..report.trec import Conventions, dumps, lines
from ..studies.trec.evaluate import MeasureColumn, MetricRaised, evaluated
from .arguments import MoreFiles, entered, note_reading
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
    with refusing(Unknown, BadMeasure, BadFile, ValueError):
        check_name("--ties", ties, TIES)
        check_name("--format", format, ("text", "json"))
        entered(files or [])
        measures = [measure(text) for text in metric or USUAL]
        for one in (one for one in measures if one.metric is not None and not one.as_trec_eval):
            note_reading(REGISTRY.read_metric(one.name.partition(":")[0]), fixed=True)
        retrieved, judged = read_run(run), read_qrels(qrels)
        chosen = topics(retrieved, judged, ties, complete=complete)
        if not chosen:
            raise BadFile(f"{run}: none of its topics is judged in {qrels}")
        try:
            with redirect_stdout(sys.stderr):  # what a definition prints is not part of the answer
                columns = evaluated(chosen, measures, level=level)
        except MetricRaised as error:
            note(f"error: {error}")
            raise typer.Exit(3) from None
    theirs = topics(blurred(retrieved), judged, ties, complete=complete)
    if count := sum(one.documents != other.documents for one, other in zip(chosen, theirs, strict=True)):
        note(
            f"{counted(count, 'topic')} ordered as scores are written; trec_eval 9 keeps them in single precision, "
            "where some are alike"
        )
    unjudged, absent = len({*retrieved} - {*judged}), len({*judged} - {*retrieved})
    if format == "json":
        conventions = Conventions(
            ties=TIES[ties],
            relevant_from=level,
            without_documents=f"{absent}, {'counted as 0' if complete else 'left out'}",
            not_judged=f"{unjudged}, left out",
            unjudged="not relevant; to bpref, not judged",
        )
        typer.echo(dumps(chosen, columns, conventions), nl=False)
        return
    typer.echo("\n".join(lines(chosen, columns, per_topic=not means)))
    _note_left_out(unjudged, absent, columns, complete=complete)


def _note_left_out(unjudged: int, absent: int, columns: Sequence[MeasureColumn], *, complete: bool) -> None:
    for count, description in (
        (unjudged, "of the run, not judged and left out"),
        (absent, f"without documents, {'counted as 0' if complete else 'left out (--complete counts them as 0)'}"),
    ):
        if count:
            note(f"{counted(count, 'topic')} {description}")
    for column in (column for column in columns if column.left_out):
        note(f"{column.measure.name}: undefined on {counted(column.left_out, 'topic')}, which the mean leaves out")
