"""The command ``axiomatrix relate``."""

from __future__ import annotations

import os
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ..engine.plan import Plan
from ..evidence.files import write_all
from ..model.registry import REGISTRY, Unknown
from ..report.relations.data import dumps, save
from ..report.render import markdown
from ..report.results import StudyResult
from ..report.studying import relate, relation_result, require_pairs
from ..report.subjects.relations import counts_document
from ..studies.relate.answer import Related
from ..studies.relate.domains import name as domain_name
from ..studies.relate.run import Columns, MetricPair, all_pairs, alone, related_pairs
from .arguments import Commands, Depth, Instances, entered, given_lists, metric_named, programs_of, split_files
from .messages import note, refusing, usage
from .running import executor_of, progress_bar
from .studies import StudyOutput, WorkerOptions, study


@dataclass(frozen=True, kw_only=True)
class RelateOptions(WorkerOptions):
    """Options of the command line."""

    named: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[A] [B] [FILES.py]",
            help="Two metrics; one: all that share its arguments; none: all pairs. Files that register "
            "yours may follow.",
        ),
    ] = None
    instances: Instances = None
    depth: Depth = None
    command: Commands = None


@study(RelateOptions)
def relate_command(options: RelateOptions) -> StudyOutput:
    """Relate metrics: identities, refinements, best constants, rank agreement; exact, by enumeration.

    Two metrics: all of it with witnesses, and the smallest instance on which they differ, in floats too. One: its
    partners. None: how many relations there are of each kind; --out writes all of them.
    """
    names, files = split_files(options.named or [])
    if len(names) > 2:
        raise usage(f"{names[2]}: relate takes two metrics at most")
    entered(files)
    programs = programs_of(options.command)
    with refusing(Unknown):
        rows = [metric_named(name) for name in names]
        given = given_lists(options.instances, options.depth)
    lists = given.graded if given else None
    every = list(REGISTRY.metrics.values())
    if len(rows) == 2 and lists is None and not all(row.exact for row in rows):
        with refusing(ValueError):
            return _output(relate(*rows), Related({}, [], []))
    with refusing(ValueError):
        pairs = (
            require_pairs(rows, lists) if len(rows) == 2 else all_pairs(rows or every, every if rows else None, lists)
        )
    plan = Plan(files=tuple(map(str, files)), programs=tuple(programs), given=given)
    related = _related(pairs, options, plan, explained=len(rows) == 2)
    if not rows:
        related.left_out.extend(alone(every, pairs))
        order = [row.name for row in every]
        return StudyOutput(
            document=counts_document(related),
            json=lambda: dumps(related),
            write=lambda folder: save(related, order, folder),
        )
    if not related.relations and (related.left_out or len(rows) == 2):  # such as what a definition raised
        note(f"error: {'; '.join(map(str, related.left_out))}", always=True)
        raise typer.Exit(3)
    if not related.relations:
        raise usage(f"no other metric is about {domain_name(tuple(rows[0].arguments.values()))}")
    return _output(relation_result(rows, related, REGISTRY, differences=lists is None), related)


def _related(pairs: list[MetricPair], options: RelateOptions, plan: Plan, *, explained: bool) -> Related:
    """The relations of the pairs; two metrics of the catalogue are related here, before a worker is there."""
    columns = Columns(REGISTRY)
    at_once = explained and not (plan.is_foreign or options.jobs or options.scheduler)
    with (
        nullcontext() if at_once else executor_of(options.jobs or os.cpu_count() or 1, options.scheduler) as executor,
        progress_bar() as progress,
    ):
        if executor is not None:
            columns.evaluate(pairs, executor, plan, progress)
        return related_pairs(pairs, columns, explained=explained, progress=progress)


def _output(result: StudyResult[Any], related: Related) -> StudyOutput:
    def write(folder: Path) -> list[Path]:
        pages = {"relations.md": markdown.render(result.document), "relations.json": dumps(related)}
        return write_all(pages, folder)

    return StudyOutput(document=result.document, json=lambda: dumps(related), write=write, notes=result.notes)
