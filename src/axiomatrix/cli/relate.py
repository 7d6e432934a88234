"""The command ``axiomatrix relate``."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from ..engine.plan import Plan
from ..model.metric import Metric
from ..model.registry import REGISTRY, Unknown
from ..report.ask.words import wrapped
from ..report.differences import difference_lines
from ..report.relations.sheet import by_strength, pair, partners, save
from ..spaces import GivenLists
from ..studies.difference.answer import COLUMNS
from ..studies.relate.answer import Related
from ..studies.relate.domains import name as domain_name
from ..studies.relate.run import Columns, MetricPair, all_pairs, alone, paired, related_pairs
from .arguments import Depth, Instances, Jobs, MoreFiles, Scheduler, entered, folder_named, given_lists, metric_named
from .messages import note, refusing, usage
from .running import executor_of, progress_bar

First = Annotated[str | None, typer.Argument(help="A metric, such as kendall-tau; without one, all are related.")]
Second = Annotated[str | None, typer.Argument(help="Another; without one, all that share its arguments.")]
Out = Annotated[Path, typer.Option(help="Where the reports of all relations go.")]
IN_FLOATS = (
    "One of the two is in floats: identities, constants and agreement are not decided, and of their values only what "
    "is beyond rounding."
)


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
        _pairs(rows[0], rows[1])  # refuses two that have nothing in common
        typer.echo("\n".join([*wrapped(IN_FLOATS, COLUMNS, "", "  "), *difference_lines(rows, REGISTRY)]))
        return
    pairs = _pairs(rows[0], rows[1], lists) if is_pair else all_pairs(rows or every, every if rows else None, lists)
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
        _say_left_out(related)
        typer.echo(f"written: {', '.join(map(str, files))}")
    elif not related.relations and (related.left_out or is_pair):  # such as what a definition raised
        note(f"error: {'; '.join(map(str, related.left_out))}")
        raise typer.Exit(3)
    elif is_pair:
        typer.echo("\n".join(pair(relation, REGISTRY) for relation in related.relations), nl=False)
        if lists is None:
            typer.echo("\n".join(difference_lines(rows, REGISTRY)))
    elif not related.relations:
        raise usage(f"no other metric is about {_about(rows[0])}")
    else:
        typer.echo(partners(by_strength(related.relations), rows[0].name), nl=False)
        _say_left_out(related)


def _pairs(one: Metric, other: Metric, given: GivenLists | None = None) -> list[MetricPair]:
    if one is other:
        raise usage(f"{one.name} is related to itself; name another metric")
    pairs = paired(one, other, given)
    if not pairs and given is not None:
        raise usage(f"--instances are judged lists; {one.name} is about {_about(one)}, {other.name} {_about(other)}")
    if not pairs:
        raise usage(f"{one.name} is about {_about(one)}, {other.name} about {_about(other)}: nothing in common")
    return pairs


def _about(metric: Metric) -> str:
    return domain_name(tuple(metric.arguments.values()))


def _say_left_out(related: Related) -> None:
    for reason in related.left_out:
        typer.echo(f"not compared: {reason}")
