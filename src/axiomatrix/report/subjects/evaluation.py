"""The document of an evaluated run: values by topic and measure, and how they depend on what the files leave open.

``axiomatrix evaluate RUN QRELS --beside MEASURE`` prints it, and without ``--beside`` it is the result in Markdown and
notebooks. A run has ranked documents for each topic (a query), and judgements give documents a grade. A *measure* is a
metric with its parameters. Its *column* has a value for each topic (``values``) and one for all topics (``overall``).
``values`` is empty for a measure of all topics together, such as GMAP. The files leave open the order of documents with
equal scores, and which topics a mean is over. ``printed()`` writes a value with four decimals, as trec_eval does.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...evidence.words import counted
from ...studies.trec.evaluate import BesideMeasure, TiedMeasure
from ...studies.trec.values import FLOAT_TOLERANCE, TieRange, printed_bounds
from ..document import Block, Document, Heading, Inline, List, Mono, Note, Table, Text
from ..trec import ALL_TOPICS, Evaluation

MAX_TOPICS_LISTED = 25
"""Topics that a table of ties or differences lists; the JSON has all of them."""


def document(run: str, data: Evaluation, *, means: bool) -> Document:
    """The document of an evaluated run: differences from a second measure, values, means, topics that ties decide.

    ``run`` is the name of the run. The table of values has a row for each topic and a last row for all topics; with
    ``means`` it has only the last row. The option ``--beside`` names the second measure.
    """
    size = f"{counted(len(data.topics), 'topic')}, {counted(len(data.columns), 'measure')}."
    blocks = [block for compared in data.beside for block in _beside(compared, len(data.topics))]
    if data.beside:  # the differences are what was asked for, so that they come first
        blocks.append(Heading("Values"))
    blocks += [_values(data, means=means), _conventions(data), *_averages(data), *_ties(data)]
    return Document((Mono(run), ", evaluated"), size, tuple(blocks))


def _values(data: Evaluation, *, means: bool) -> Table:
    """The table of values by topic and measure; a measure over all topics alone has no values by topic."""
    rows: list[tuple[Inline, ...]] = []
    if not means:
        for k, topic in enumerate(data.topics):
            values = (column.values[k].printed() if column.values else "" for column in data.columns)
            rows.append((Mono(topic.name), *values))
    rows.append((ALL_TOPICS, *(column.overall.printed() for column in data.columns)))
    return Table(("topic", *(Mono(column.measure.name) for column in data.columns)), tuple(rows))


def _conventions(data: Evaluation) -> List:
    """The conventions under which the values were computed."""
    conventions = data.conventions
    return List(
        (
            f"Equal scores: {conventions.ties}.",
            f"Binary metrics treat documents of grade {conventions.relevant_from} or more as relevant.",
            f"Judged topics without documents: {conventions.without_documents}.",
            f"Topics that are not judged: {conventions.not_judged}.",
            f"Documents that are not judged: {conventions.unjudged}.",
        )
    )


def _averages(data: Evaluation) -> Iterator[Block]:
    """Yield the means by convention, which differ only if a topic is missing in the run or has nothing relevant.

    ``data.averages`` is empty if no measure has a mean: counts are added up, and GMAP has no values by topic.
    ``data.without_documents`` is the number of judged topics that the run does not have.
    """
    if not data.averages or not (data.without_documents or data.nothing_relevant):
        return
    yield Heading("Which topics are averaged")
    nothing_relevant = set(data.nothing_relevant)
    with_relevant = sum(bool(topic.documents) and topic.name not in nothing_relevant for topic in data.topics)
    rows = (
        (f"answered, {data.answered}", *(means.answered.printed() for means in data.averages)),
        (f"all judged, {data.answered + data.without_documents}", *(means.judged.printed() for means in data.averages)),
        (f"with relevant, {with_relevant}", *(means.with_relevant.printed() for means in data.averages)),
    )
    yield Table(("topics", *(Mono(means.measure.name) for means in data.averages)), rows)
    yield Note(
        "Answered: judged, and in the run (trec_eval). All judged: 0 for those missing from the run "
        "(trec_eval -c, here --complete). With relevant: answered, and something is judged relevant."
    )


def _ties(data: Evaluation) -> Iterator[Block]:
    """Yield the topics whose value depends on the order of tied scores, with the bounds of the value."""
    if not data.tied:
        return
    yield Heading("Effect of tied scores")
    rows: list[tuple[Inline, ...]] = []
    is_exact = True
    for tied in data.tied:
        name = Mono(tied.measure.name)
        for topic, tie_range in list(tied.ranges.items())[:MAX_TOPICS_LISTED]:
            rows.append((name, Mono(topic), *_bounds(tie_range)))
        if len(tied.ranges) > MAX_TOPICS_LISTED:
            rows.append((name, f"{len(tied.ranges) - MAX_TOPICS_LISTED} more topics", "", ""))
        rows.append((name, ALL_TOPICS, *_bounds(tied)))
        is_exact = is_exact and tied.is_exact
    yield Table(("measure", "topic", "lowest", "highest"), tuple(rows))
    yield Note("The least and the greatest value over the orders of documents with equal scores, and of the means.")
    if not is_exact:
        yield Note("*: too many orders to enumerate. Two of them have these values; others may lie beyond.")


def _bounds(values: TieRange | TiedMeasure) -> list[str]:
    """The lowest and the highest value of a measure, each with a star if values may lie beyond."""
    star = "" if values.is_exact else "*"
    return [text + star for text in printed_bounds(values.low, values.high)]


def _beside(compared: BesideMeasure, number_of_topics: int) -> Iterator[Block]:
    """Yield the topics on which a measure differs from the second one, the largest differences first."""
    name, second_name = Mono(compared.column.measure.name), Mono(compared.beside.measure.name)
    yield Heading((name, " beside ", second_name))
    means = f"Over all topics: {compared.column.overall.printed()} and {compared.beside.overall.printed()}."
    if not compared.topics:
        yield Text(f"They agree on {counted(number_of_topics, 'topic')}. {means}")
    else:
        yield Text(f"They differ on {len(compared.topics)} of {counted(number_of_topics, 'topic')}. {means}")
        rows: list[tuple[Inline, ...]] = []
        for topic in compared.topics:
            values = (topic.value.printed(), topic.beside.printed())
            rows.append((Mono(topic.topic), *values, _difference_text(topic.distance)))
        yield Table(("topic", name, second_name, "difference"), tuple(rows[:MAX_TOPICS_LISTED]))
        if len(rows) > MAX_TOPICS_LISTED:
            yield Note(f"{len(rows) - MAX_TOPICS_LISTED} more topics differ less; --format json lists all.")
    if any(isinstance(value.number, float) for value in (*compared.column.values, *compared.beside.values)):
        yield Note(f"A value in floats counts as equal within {FLOAT_TOLERANCE:g}.")


def _difference_text(difference: float) -> str:
    """The absolute difference of two values in words; it is infinite if only one of them is defined."""
    return "one has no value" if difference == float("inf") else f"{difference:.2g}"
