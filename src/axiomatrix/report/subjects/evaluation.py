"""Evaluated runs: the values of each measure by topic, and what the files leave open."""

from __future__ import annotations

from collections.abc import Iterator

from ...evidence.words import counted
from ...studies.trec.evaluate import BesideMeasure, TiedMeasure
from ...studies.trec.values import FLOAT_TOLERANCE, TieRange, printed_bounds
from ..document import Block, Document, Heading, Inline, List, Mono, Note, Table, Text
from ..trec import ALL, Evaluation

MOST_ROWS = 25
"""How many topics a table shows of those that ties decide, or that differ; data has all."""


def document(run: str, data: Evaluation, *, means: bool) -> Document:
    """Show the differences from the measure beside, the values, the means, and the topics that ties decide.

    The values are a row for each topic, last the one for all of them; with ``means`` that one alone.
    """
    of = f"{counted(len(data.topics), 'topic')}, {counted(len(data.columns), 'measure')}."
    blocks = [block for one in data.beside for block in _beside(one, len(data.topics))]
    if data.beside:
        blocks.append(Heading("Values"))
    blocks += [_values(data, means=means), _conventions(data), *_averages(data), *_ties(data)]
    return Document((Mono(run), ", evaluated"), of, tuple(blocks))


def _values(data: Evaluation, *, means: bool) -> Table:
    rows: list[tuple[Inline, ...]] = []
    for k, topic in enumerate([] if means else data.topics):
        rows.append((Mono(topic.name), *(c.values[k].printed() if c.values else "" for c in data.columns)))
    rows.append((ALL, *(column.overall.printed() for column in data.columns)))
    return Table(("topic", *(Mono(column.measure.name) for column in data.columns)), tuple(rows))


def _conventions(data: Evaluation) -> List:
    conventions = data.conventions
    return List(
        (
            f"Equal scores: {conventions.ties}.",
            f"Binary metrics take documents of grade {conventions.relevant_from} or more as relevant.",
            f"Judged topics without documents: {conventions.without_documents}.",
            f"Topics that are not judged: {conventions.not_judged}.",
            f"Documents that are not judged: {conventions.unjudged}.",
        )
    )


def _averages(data: Evaluation) -> Iterator[Block]:
    """The means by convention, where one topic is missing or has nothing relevant."""
    if not data.averages or not (data.without_documents or data.nothing_relevant):
        return
    yield Heading("Which topics are averaged")
    empty = set(data.nothing_relevant)
    relevant = sum(bool(topic.documents) and topic.name not in empty for topic in data.topics)
    rows = (
        (f"answered, {data.answered}", *(one.answered.printed() for one in data.averages)),
        (f"all judged, {data.answered + data.without_documents}", *(one.judged.printed() for one in data.averages)),
        (f"with relevant, {relevant}", *(one.with_relevant.printed() for one in data.averages)),
    )
    yield Table(("topics", *(Mono(one.measure.name) for one in data.averages)), rows)
    yield Note(
        "Answered: judged, and in the run (trec_eval). All judged: 0 for those that the run does not have "
        "(trec_eval -c, here --complete). With relevant: answered, and something is judged relevant."
    )


def _ties(data: Evaluation) -> Iterator[Block]:
    """The topics that ties decide, between which bounds."""
    if not data.tied:
        return
    yield Heading("What tied scores decide")
    rows: list[tuple[Inline, ...]] = []
    is_exact = True
    for tied in data.tied:
        name = Mono(tied.measure.name)
        for topic, between in list(tied.ranges.items())[:MOST_ROWS]:
            rows.append((name, Mono(topic), *_bounds(between)))
        if len(tied.ranges) > MOST_ROWS:
            rows.append((name, f"{len(tied.ranges) - MOST_ROWS} more topics", "", ""))
        rows.append((name, ALL, *_bounds(tied)))
        is_exact = is_exact and tied.is_exact
    yield Table(("measure", "topic", "lowest", "highest"), tuple(rows))
    yield Note("The least and the greatest value over the orders of documents with equal scores, and of the means.")
    if not is_exact:
        yield Note("*: there are too many orders to go through. Two of them have these values; others may lie beyond.")


def _bounds(between: TieRange | TiedMeasure) -> list[str]:
    """The bounds, with a star where values may lie beyond."""
    return [text + "*" * (not between.is_exact) for text in printed_bounds(between.low, between.high)]


def _beside(one: BesideMeasure, topics: int) -> Iterator[Block]:
    """On how many topics a measure differs from the one beside it, and on which most."""
    names = one.column.measure.name, one.beside.measure.name
    yield Heading((Mono(names[0]), " beside ", Mono(names[1])))
    means = f"Over all topics: {one.column.overall.printed()} and {one.beside.overall.printed()}."
    if not one.topics:
        yield Text(f"They agree on {counted(topics, 'topic')}. {means}")
    else:
        yield Text(f"They differ on {len(one.topics)} of {counted(topics, 'topic')}. {means}")
        rows = [(Mono(t.topic), t.value.printed(), t.beside.printed(), _distance(t.distance)) for t in one.topics]
        yield Table(("topic", Mono(names[0]), Mono(names[1]), "difference"), tuple(rows[:MOST_ROWS]))
        if len(rows) > MOST_ROWS:
            yield Note(f"{len(rows) - MOST_ROWS} more topics differ less; --format json lists all.")
    if any(isinstance(v.number, float) for v in (*one.column.values, *one.beside.values)):
        yield Note(f"A value in floats counts as equal within {FLOAT_TOLERANCE:g}.")


def _distance(distance: float) -> str:
    return "one has no value" if distance == float("inf") else f"{distance:.2g}"
