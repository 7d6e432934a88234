"""``axiomatrix explore --where``: for which values of a parameter a metric keeps an axiom."""

from __future__ import annotations

from pathlib import Path

from ..evidence.files import indented
from ..model.metric import Metric
from ..model.registry import REGISTRY, Unknown
from ..report import values
from ..report.subjects import parameter_values
from ..studies.parameter_values import answers
from .arguments import axiom_named, entered, metric_named
from .messages import refusing, usage
from .studies import StudyOutput


def explore_values(what: str, axiom: str | None, where: str, max_n: int) -> StudyOutput:
    """Find the values of the parameter for which each statement holds, of a metric or of those of a user's file."""
    with refusing(Unknown):
        metrics = _metrics_with(what, where)
        id = None if axiom is None else axiom_named(axiom, metrics[0]).id
    answered = [answer for metric in metrics for answer in answers(metric, id, REGISTRY, max_n)]
    if not answered:
        names = ", ".join(metric.name for metric in metrics)
        raise usage(f"{id} says nothing of {names}; what it is about: axiomatrix show {id}")
    title = f"For which values of {where}: {what}"
    records = [
        {
            "metric": answer.metric,
            "statement": answer.statement,
            "values": answer.values.note.text if answer.values else None,
            "reason": answer.reason,
        }
        for answer in answered
    ]
    return StudyOutput(
        document=parameter_values.document(title, answered),
        json=lambda: indented(records),
        write=lambda folder: values.save(answered, folder, title),
        status=0 if any(answer.values for answer in answered) else 3,
    )


def _metrics_with(what: str, where: str) -> list[Metric]:
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
