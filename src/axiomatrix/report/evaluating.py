"""``evaluate`` for Python and for the command: the measures of a TREC run, with notes on what its files leave open.

A run has retrieved documents with scores for each topic (a query), and the judgements ("qrels") their grades. The files
leave open how equal scores are ordered, and what topics without documents or judgements count; trec_eval decides
silently. A *measure* is a metric with its parameters, such as ``P_5``, and a *column* its values on all topics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..engine.judged_run import TIES, Topic, in_single_precision, join_topics
from ..engine.measures import USUAL, Measure, parse_measure
from ..engine.run_files import BadFile, RunFile, judgement_file, read_qrels, read_run
from ..evidence.words import counted
from ..model.metric import Metric
from ..model.registry import Registry, Unknown
from ..numbers.balls import Ball
from ..numbers.exact import fraction
from ..studies.trec.evaluate import averages, compare_with, evaluate_measures, measures_with_deciding_ties
from ..studies.trec.values import MeasuredValue, printed_bounds
from .asking import registry_with
from .results import StudyResult
from .subjects import evaluation
from .trec import Conventions, Evaluation, trec_eval_lines

MAX_NAMED = 3
"""Topics, or measures, that a note names before it says how many more there are."""
UNJUDGED_DOCUMENTS = "not relevant; unjudged for bpref"
"""The convention for documents without a judgement."""


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
    ``beside`` is a metric with which each is compared topic by topic. ``ties`` is the order of equal scores, or
    ``mean`` for the mean over all their orders; ``level`` the lowest grade that is relevant to binary metrics;
    ``complete`` counts judged topics without documents as 0; ``means`` leaves the topics out of the text.

    Raises ``ValueError`` for a file that cannot be read or a metric that cannot be evaluated on it.
    """
    if ties not in TIES:
        raise Unknown("ties", ties, TIES)
    registry = registry_with([metric for metric in (*metrics, beside) if isinstance(metric, Metric)], None)
    measures = [_measure(metric) for metric in metrics or USUAL]
    if beside is not None:
        measures.append(_measure(beside))  # its values are the last column
    notes = list(_reading_notes(measures, registry))
    qrels_file = judgement_file(Path(qrels))  # the path may be the folder of a BEIR corpus
    notes += [f"judgements: {qrels_file}"] if qrels_file != Path(qrels) else []
    retrieved, judged = read_run(Path(run)), read_qrels(qrels_file)
    topics = join_topics(retrieved, judged, ties, complete=complete)
    if not topics:
        raise BadFile(f"{run}: none of its topics is judged in {qrels}; check the topic ids")
    notes += _precision_notes(topics, join_topics(in_single_precision(retrieved), judged, ties, complete=complete))
    columns = evaluate_measures(topics, measures, level=level, over_ties=ties == "mean")
    unjudged = len({*retrieved} - {*judged})  # topics, by name
    without_documents = len({*judged} - {*retrieved})
    treatment = "counted as 0" if complete else "left out"
    data = Evaluation(
        topics=topics,
        columns=columns,
        conventions=Conventions(
            ties=TIES[ties],
            relevant_from=level,
            without_documents=f"{without_documents}, {treatment}",
            not_judged=f"{unjudged}, left out",
            unjudged=UNJUDGED_DOCUMENTS,
        ),
        without_documents=without_documents,
        nothing_relevant=[topic.name for topic in topics if topic.binary(level).R == 0],  # R: how many are relevant
        averages=averages(topics, columns, without_documents, level),
        tied=measures_with_deciding_ties(topics, columns, level),
        beside=compare_with(topics, columns[:-1], columns[-1]) if beside is not None else [],
    )
    notes += [f"{counted(unjudged, 'topic')} of the run left out: no judgements"] if unjudged else []
    notes += [f"{counted(without_documents, 'topic')} without documents, {treatment}"] if without_documents else []
    notes += _value_notes(data, retrieved)
    # a comparison is printed as its document, everything else in the layout of trec_eval
    text = "" if beside is not None else "\n".join(trec_eval_lines(topics, columns, per_topic=not means))
    document = evaluation.document(f"{run}", data, means=means)
    return StudyResult(f"{run}", data, document, lambda: list(_records(data)), tuple(notes), printed=text)


def _measure(metric: Metric | str) -> Measure:
    return parse_measure(metric if isinstance(metric, str) else metric.name)


def _reading_notes(measures: Sequence[Measure], registry: Registry) -> Iterator[str]:
    """Yield a note for each metric name that is not registered as written: how it was read.

    trec_eval's names have fixed meanings and need no note.
    """
    for measure in measures:
        if measure.metric is None or measure.as_trec_eval:
            continue
        reading = registry.read_metric(measure.name.partition(":")[0])  # without the parameters
        if not reading.exact:
            yield reading.text


def _precision_notes(topics: Sequence[Topic], topics_of_trec_eval: Sequence[Topic]) -> Iterator[str]:
    """Yield a note if single precision, which trec_eval has, orders the documents of some topic in another way."""
    if count := sum(a.documents != b.documents for a, b in zip(topics, topics_of_trec_eval, strict=True)):
        yield (
            f"{counted(count, 'topic')} ordered by scores as written; trec_eval 9 rounds them to single precision, "
            "where some are tied"
        )


def _value_notes(data: Evaluation, retrieved: RunFile) -> Iterator[str]:
    """Yield notes on the values: averaged topics, missing values, ties, ranks taken for scores."""
    if data.nothing_relevant:
        count = counted(len(data.nothing_relevant), "topic")
        yield f"{count} with no document judged relevant: {_first_texts(data.nothing_relevant)}"
    if data.without_documents and data.averages:
        judged = data.answered + data.without_documents
        yield (
            f"means over {counted(data.answered, 'answered topic')}: "
            + _first_texts([f"{means.measure.name} {means.answered.printed()}" for means in data.averages])
            + f"; over all {judged} judged topics, with 0 for those without documents (--complete): "
            + _first_texts([f"{means.measure.name} {means.judged.printed()}" for means in data.averages])
        )
    for column in data.columns:
        if not column.left_out:
            continue
        name = column.measure.name
        left_out = counted(column.left_out, "topic")
        # a value is unknown if a topic has too many orders of tied scores to try, and undefined by the definition
        if unknown := next((value for value in column.values if value.is_unknown), None):
            yield f"{name}: unknown on {left_out}: {unknown.undefined}; try --ties best and --ties worst"
        else:
            yield f"{name}: undefined on {left_out}, which the mean leaves out"
    for tied in data.tied:
        ranges = [f"{topic} {' to '.join(printed_bounds(tie.low, tie.high))}" for topic, tie in tied.ranges.items()]
        between = "is between" if tied.is_exact else "need not be between"
        yield (
            f"{tied.measure.name}: tied scores affect {counted(len(ranges), 'topic')} ({_first_texts(ranges)}); "
            f"the mean {between} " + " and ".join(printed_bounds(tied.low, tied.high))
        )
    lists = [documents for documents in retrieved.values() if len(documents) > 1]
    # in the order of the file
    if lists and all([r.score for r in documents] == [*range(1, len(documents) + 1)] for documents in lists):
        yield "the scores are 1, 2, 3 ... down each topic: if these are ranks, the run is read in reverse"


def _first_texts(texts: Sequence[str]) -> str:
    """The first texts, and how many more there are."""
    more = len(texts) - MAX_NAMED
    return ", ".join(texts[:MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def _records(data: Evaluation) -> Iterator[dict[str, Any]]:
    """A record for each topic and one for all of them; values are floats, or None if undefined."""

    def as_float(value: MeasuredValue) -> float | None:
        number = value.number
        if number is None:
            return None
        return float(number if isinstance(number, (Ball, float)) else fraction(number))

    # a measure of the whole run has no value for each topic
    per_topic = [column for column in data.columns if column.values]
    for k, topic in enumerate(data.topics):
        yield {"topic": topic.name, **{column.measure.name: as_float(column.values[k]) for column in per_topic}}
    yield {"topic": "all", **{column.measure.name: as_float(column.overall) for column in data.columns}}
