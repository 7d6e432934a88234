"""The command ``axiomatrix relate``."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from ..engine.plan import Plan
from ..model.registry import REGISTRY, Unknown
from ..report.relations.data import save
from ..report.studying import relate, relation_result, require_pairs
from ..studies.relate.domains import name as domain_name
from ..studies.relate.run import Columns, all_pairs, alone, related_pairs
from .arguments import (
    Depth,
    Instances,
    Jobs,
    MoreFiles,
    Scheduler,
    entered,
    folder_named,
    given_lists,
    metric_named,
    show_result,
)
from .messages import note, refusing, usage
from .running import executor_of, progress_bar

First = Annotated[str | None, typer.Argument(help="A metric, such as kendall-tau; without one, all are related.")]
Second = Annotated[str | None, typer.Argument(help="Another; without one, all that share its arguments.")]
Out = Annotated[Path, typer.Option(help="Where the reports of all relations go.")]


def relate_command(
    a: First = None,
    b: Second = None,
    file: MoreFiles = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    out: Out = Path("reports"),
    instances: Instances = None,
    depth: Depth = None,
) -> None:
    """Relations between metrics: identities, refinements, best constants, rank agreement; exact, by enumeration.

    Two metrics: all of it with witnesses, and the smallest instance on which they differ, in floats too. One: its
    partners. None: all pairs, written to reports/relations.*

    For instance: axiomatrix relate precision-at average-precision
    """
    entered(file or [])
    with refusing(Unknown):
        rows = [metric_named(name) for name in (a, b) if name is not None]
        given = given_lists(instances, depth)
    lists = given.graded if given else None
    folder_named(out)
    every, is_pair = list(REGISTRY.metrics.values()), len(rows) == 2
    if is_pair and lists is None and not all(row.exact for row in rows):
        with refusing(ValueError):
            show_result(relate(*rows))
        return
    with refusing(ValueError):
        pairs = require_pairs(rows, lists) if is_pair else all_pairs(rows or every, every if rows else None, lists)
    at_once = is_pair and not (file or jobs or scheduler)  # done here before a worker is there
    columns = Columns(REGISTRY)
    with (
        nullcontext() if at_once else executor_of(jobs or os.cpu_count() or 1, scheduler) as executor,
        progress_bar() as progress,
    ):
        if executor is not None:
            columns.evaluate(pairs, executor, Plan(files=tuple(map(str, file or [])), given=given), progress)
        related = related_pairs(pairs, columns, explained=is_pair, progress=progress)
    if not rows:
        related.left_out.extend(alone(every, pairs))
        files = save(related, [row.name for row in every], out)
        counts = sorted(Counter(relation.kind for relation in related.relations).items())
        typer.echo(f"{len(related.relations):,} relations: " + ", ".join(f"{n:,} {kind}" for kind, n in counts))
        typer.echo("".join(f"not compared: {reason}\n" for reason in related.left_out), nl=False)
        typer.echo(f"written: {', '.join(map(str, files))}")
    elif not related.relations and (related.left_out or is_pair):  # such as what a definition raised
        note(f"error: {'; '.join(map(str, related.left_out))}")
        raise typer.Exit(3)
    elif not related.relations:
        raise usage(f"no other metric is about {domain_name(tuple(rows[0].arguments.values()))}")
    else:
        show_result(relation_result(rows, related, REGISTRY, differences=lists is None))
