"""Evaluated runs: the values of each measure by topic, and what the files leave open."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.given.lists import Topic
from ...evidence.words import counted
from ...studies.trec.evaluate import MeasureColumn
from ..document import Document, Inline, List, Mono, Table
from ..trec import ALL, Conventions


def document(
    run: str, topics: Sequence[Topic], columns: Sequence[MeasureColumn], conventions: Conventions, *, means: bool
) -> Document:
    """A row for each topic, last the one for all of them; with ``means`` that one alone."""
    rows: list[tuple[Inline, ...]] = []
    for k, topic in enumerate([] if means else topics):
        rows.append((Mono(topic.name), *(c.values[k].printed() if c.values else "" for c in columns)))
    rows.append((ALL, *(column.overall.printed() for column in columns)))
    left_open = (
        f"Equal scores: {conventions.ties}.",
        f"Binary metrics take documents of grade {conventions.relevant_from} or more as relevant.",
        f"Judged topics without documents: {conventions.without_documents}.",
        f"Topics that are not judged: {conventions.not_judged}.",
        f"Documents that are not judged: {conventions.unjudged}.",
    )
    heads: tuple[Inline, ...] = ("topic", *(Mono(column.measure.name) for column in columns))
    of = f"{counted(len(topics), 'topic')}, {counted(len(columns), 'measure')}."
    return Document((Mono(run), ", evaluated"), of, (Table(heads, tuple(rows)), List(left_open)))
