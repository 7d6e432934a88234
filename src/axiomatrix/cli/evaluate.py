"""The command ``axiomatrix evaluate``: values of metrics for a TREC run, as trec_eval prints them.

Only the options are here. The evaluation is in ``report/evaluating.py``.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from ..engine.judged_run import TIES
from ..evidence.files import write_all
from ..model.registry import Unknown
from ..report.evaluating import evaluate
from ..report.render import markdown
from ..report.trec import dumps
from ..studies.trec.values import MetricRaised
from .arguments import Commands, import_files, register_programs, split_files
from .messages import check_name, note, refusing
from .studies import StudyOptions, StudyOutput, study


@dataclass(frozen=True, kw_only=True)
class EvaluateOptions(StudyOptions):
    """Options of the command line."""

    run: Annotated[Path, typer.Argument(help="The run: TREC's columns, or topic document score; JSON lines; .gz.")]
    qrels: Annotated[
        Path, typer.Argument(help="The judgements: TREC's, ir_datasets' or BEIR's; JSON lines; .gz; a BEIR folder.")
    ]
    metric: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[METRIC...] [FILES.py]",
            help="precision-at:k=5, rbp:p=4/5, or trec_eval's names: map, P_5, ndcg_cut_10; or files that register "
            "yours.",
        ),
    ] = None
    beside: Annotated[
        str | None,
        typer.Option(metavar="METRIC", help="Compare each metric to this one: the topics on which they differ."),
    ] = None
    ties: Annotated[str, typer.Option(help="The order of tied scores: trec-eval, id, file, best, worst; or mean.")] = (
        "trec-eval"
    )
    level: Annotated[int, typer.Option(min=1, help="The lowest grade that counts as relevant in binary metrics.")] = 1
    complete: Annotated[bool, typer.Option("--complete", "-c", help="Count judged topics without documents as 0.")] = (
        False
    )
    means: Annotated[bool, typer.Option("--means", help="Print only the means, no topics.")] = False
    command: Commands = None


@study(EvaluateOptions)
def evaluate_command(options: EvaluateOptions) -> StudyOutput:
    """Evaluate a TREC run: per-topic and mean values of our exact definitions, digit for digit as trec_eval prints.

    Unjudged documents, and those with a negative grade, are not relevant; bpref skips them. Notes say which topics
    depend on the order of tied scores, and give the mean over all judged topics.
    """
    check_name("--ties", options.ties, TIES)
    metrics, files = split_files(options.metric or [])
    with refusing(ValueError, Unknown):
        user_metrics = [name for names in import_files(files).values() for name in names]
        user_metrics += [metric.name for program in register_programs(options.command) for metric in program.metrics]
        metrics = metrics or [name for name in user_metrics if name != options.beside]
        try:
            with redirect_stdout(sys.stderr):  # what a definition prints is not part of the answer
                result = evaluate(
                    options.run,
                    options.qrels,
                    *metrics,
                    beside=options.beside,
                    ties=options.ties,
                    level=options.level,
                    complete=options.complete,
                    means=options.means,
                )
        except MetricRaised as error:
            note(f"error: {error}", always=True)
            raise typer.Exit(3) from None

    def write(folder: Path) -> list[Path]:
        pages = {"evaluation.md": markdown.render(result.document), "evaluation.json": dumps(result.data)}
        return write_all(pages, folder)

    return StudyOutput(
        document=result.document,
        json=lambda: dumps(result.data),
        write=write,
        printed=result.printed,
        notes=result.notes,
    )
