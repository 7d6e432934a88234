"""``evaluate`` for Python and for the command: the measures of a TREC run, with notes on what its files leave open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..engine.judged_run import TIES, in_single_precision, topics
from ..engine.measures import USUAL, Measure, measure
from ..engine.run_files import BadFile, RunFile, judgement_file, read_qrels, read_run
from ..evidence.words import counted
from ..model.metric import Metric
from ..model.registry import Unknown
from ..numbers.balls import Ball
from ..numbers.exact import fraction
from ..studies.trec.evaluate import averages, compare_with, evaluate_measures, measures_with_deciding_ties
from ..studies.trec.values import MeasuredValue, printed_bounds
from .asking import registered
from .results import StudyResult
from .subjects import evaluation
from .trec import Conventions, Evaluation, lines

MAX_NAMED = 3
"""Topics, or measures, that a note names before it says how many more there are."""


def evaluate(
    run: str | Path,
    qrels: str | Path,
    *metrics: Metric | str,
    beside: Metric | str | None = None,
    ties: str = "trec-eval",
    level: int = 1,
    complete: bool = False,
    means: bool = False,
) -> StudyResult[Evaluation]:
    """Evaluate a TREC run by exact definitions, topic by topic and on average, as ``axiomatrix evaluate`` does.

    ``run`` and ``qrels`` are files. Metrics are named as in ``rbp:p=4/5`` or by trec_eval's names (``map``, ``P_5``);
    ``beside`` is one to which each of them is compared topic by topic. ``ties`` is the order of equal scores, or
    ``mean`` for the mean over all their orders; ``level`` the lowest grade that is relevant to binary metrics;
    ``complete`` counts judged topics without documents as 0; ``means`` leaves the topics out of the text.

    Raises ``ValueError`` for a file that cannot be read or a metric that cannot be evaluated on it.
    """
    if ties not in TIES:
        raise Unknown("ties", ties, TIES)
    registry = registered([metric for metric in (*metrics, beside) if isinstance(metric, Metric)], None)
    wanted = [_measure(metric) for metric in metrics or USUAL]
    other = [_measure(beside)] if beside is not None else []
    names = [m.name.partition(":")[0] for m in wanted + other if m.metric is not None and not m.as_trec_eval]
    notes = [reading.text for name in names if not (reading := registry.read_metric(name)).exact]
    file = judgement_file(Path(qrels))
    notes += [f"judgements: {file}"] if file != Path(qrels) else []
    retrieved, judged = read_run(Path(run)), read_qrels(file)
    chosen = topics(retrieved, judged, ties, complete=complete)
    if not chosen:
        raise BadFile(f"{run}: none of its topics is judged in {qrels}")
    columns = evaluate_measures(chosen, wanted + other, level=level, over_ties=ties == "mean")
    rounded = topics(in_single_precision(retrieved), judged, ties, complete=complete)
    if count := sum(a.documents != b.documents for a, b in zip(chosen, rounded, strict=True)):
        notes.append(
            f"{counted(count, 'topic')} ordered as scores are written; trec_eval 9 keeps them in single precision, "
            "where some are alike"
        )
    unjudged, absent = len({*retrieved} - {*judged}), len({*judged} - {*retrieved})
    counts = "counted as 0" if complete else "left out"
    to_bpref = "not relevant; to bpref, not judged"
    conventions = Conventions(TIES[ties], level, f"{absent}, {counts}", f"{unjudged}, left out", to_bpref)
    data = Evaluation(
        topics=chosen,
        columns=columns,
        conventions=conventions,
        without_documents=absent,
        nothing_relevant=[topic.name for topic in chosen if topic.binary(level).R == 0],
        averages=averages(chosen, columns, absent, level),
        tied=measures_with_deciding_ties(chosen, columns, level),
        beside=compare_with(chosen, columns[:-1], columns[-1]) if other else [],
    )
    notes += [f"{counted(unjudged, 'topic')} of the run, not judged and left out"] if unjudged else []
    notes += [f"{counted(absent, 'topic')} without documents, {counts}"] if absent else []
    notes += _notes(data, retrieved)
    text = "" if other else "\n".join(lines(chosen, columns, per_topic=not means))
    document = evaluation.document(f"{run}", data, means=means)
    return StudyResult(f"{run}", data, document, lambda: list(_records(data)), tuple(notes), printed=text)


def _measure(metric: Metric | str) -> Measure:
    return measure(metric if isinstance(metric, str) else metric.name)


def _notes(data: Evaluation, retrieved: RunFile) -> Iterator[str]:
    """Yield notes on the values: averaged topics, missing values, ties, ranks taken for scores."""
    if data.nothing_relevant:
        count = counted(len(data.nothing_relevant), "topic")
        yield f"{count} judged with nothing relevant: {_first_texts(data.nothing_relevant)}"
    if data.without_documents and data.averages:
        judged = data.answered + data.without_documents
        yield (
            f"means over {counted(data.answered, 'answered topic')}: "
            + _first_texts([f"{means.measure.name} {means.answered.printed()}" for means in data.averages])
            + f"; over all {judged} judged, 0 without documents (--complete): "
            + _first_texts([f"{means.measure.name} {means.judged.printed()}" for means in data.averages])
        )
    for column in (column for column in data.columns if column.left_out):
        name, left_out = column.measure.name, counted(column.left_out, "topic")
        if unknown := next((value for value in column.values if value.is_unknown), None):
            yield f"{name}: unknown on {left_out}: {unknown.undefined}; --ties best and worst bound it"
        else:
            yield f"{name}: undefined on {left_out}, which the mean leaves out"
    for tied in data.tied:
        ranges = [f"{topic} {' to '.join(printed_bounds(r.low, r.high))}" for topic, r in tied.ranges.items()]
        between = "between" if tied.is_exact else "not always between"
        yield (
            f"{tied.measure.name}: tied scores decide {counted(len(ranges), 'topic')} ({_first_texts(ranges)}); "
            f"the mean is {between} " + " and ".join(printed_bounds(tied.low, tied.high))
        )
    longer = [topic for topic, listed in retrieved.items() if len(listed) > 1]
    if longer and all([r.score for r in retrieved[t]] == [*range(1, len(retrieved[t]) + 1)] for t in longer):
        yield "the scores are 1, 2, 3 ... down each topic: if these are ranks, the run is read upside down"


def _first_texts(texts: Sequence[str]) -> str:
    """The first texts, and how many more there are."""
    more = len(texts) - MAX_NAMED
    return ", ".join(texts[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def _records(data: Evaluation) -> Iterator[dict[str, Any]]:
    """A record for each topic and one for all of them; values are floats, or None if undefined."""

    def as_float(value: MeasuredValue) -> float | None:
        number = value.number
        return None if number is None else float(number if isinstance(number, (Ball, float)) else fraction(number))

    for k, topic in enumerate(data.topics):
        yield {"topic": topic.name, **{c.measure.name: as_float(c.values[k]) for c in data.columns if c.values}}
    yield {"topic": "all", **{column.measure.name: as_float(column.overall) for column in data.columns}}
