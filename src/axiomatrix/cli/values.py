"""``axiomatrix explore METRIC AXIOM --where p``: for which values of a parameter."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import typer

from ..model.metric import Metric
from ..model.registry import REGISTRY, Unknown
from .arguments import axiom_named, entered, metric_named
from .messages import refusing, usage


def rows(what: str, where: str) -> list[Metric]:
    """The metric of that name, or those of a user's file, that have the parameter."""
    files = entered([Path(what)] if what.endswith(".py") else [])
    metrics = [REGISTRY.metric(name) for registered in files.values() for name in registered]
    if files and not metrics:
        raise usage(f"{what}: registers no metric")
    metrics = metrics or [metric_named(what)]
    kept = [metric for metric in metrics if where in metric.parameters]
    if not kept:
        known = sorted({name for metric in metrics for name in metric.parameters})
        raise usage(
            f"--where {where}: {metrics[0].name if len(metrics) == 1 else what} has no parameter of that name; "
            + (f"it has {', '.join(known)}" if known else "it has none")
        )
    return kept


TAKEN = frozenset({"--where", "--max-n", "--out"})
"""The options that the question for values has; any other is refused and not passed over."""


def given_options(context: typer.Context) -> list[str]:
    """The options on the command line, each by its long name."""
    return [
        one.opts[0]
        for one in context.command.params
        if one.param_type_name == "option"
        and (source := context.get_parameter_source(one.name or "")) is not None
        and source.name == "COMMANDLINE"
    ]


def explore_values(
    context: typer.Context, what: str, axiom: str | None, where: str | None, max_n: int, out: Path | None
) -> NoReturn:
    """Say for which values of the parameter each statement holds, and write the page with the pictures."""
    others = [option for option in given_options(context) if option not in TAKEN]
    if where is not None and others:
        raise usage(f"{', '.join(others)}: not with --where, which takes {' and '.join(sorted(TAKEN - {'--where'}))}")
    if where is None:
        raise usage(f"{axiom}: what is explored has one name; of a metric and an axiom say --where PARAMETER")
    from ..report.values import PAGE, lines, save
    from ..studies.values.asking import answers

    with refusing(Unknown):
        metrics = rows(what, where)
        id = None if axiom is None else axiom_named(axiom, metrics[0]).id
    all_answers = []
    for metric in metrics:
        for answer in answers(metric, id, REGISTRY, max_n):
            all_answers.append(answer)
            for part in lines(answer):
                typer.echo(part)
    if not all_answers:
        raise usage(f"{id} says nothing of {', '.join(metric.name for metric in metrics)}: see axiomatrix explain")
    directory = out or Path("explorations") / "-".join([Path(what).stem, *([id] if id else []), where])
    with refusing(OSError, at=directory):
        save(all_answers, directory, f"For which values of {where}: {what}")
    typer.echo(f"written to {directory}: {PAGE} is the page to read")
    raise typer.Exit(0 if any(answer.values for answer in all_answers) else 3)
