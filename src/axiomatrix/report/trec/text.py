"""Values by topic and measure as trec_eval prints them."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.given.lists import Topic
from ...evidence.safe import visible
from ...studies.trec.evaluate import MeasureColumn

ALL = "all"


def lines(topics: Sequence[Topic], columns: Sequence[MeasureColumn], *, per_topic: bool = True) -> list[str]:
    """Measure, topic and value, a line each, topic by topic, and last ``all``: the layout of trec_eval -q."""
    rows = []
    if per_topic:
        for k, topic in enumerate(topics):
            rows += [
                _line(column.measure.name, topic.name, column.values[k].printed())
                for column in columns
                if column.values and column.measure.name != "num_q"
            ]
    rows += [_line(column.measure.name, ALL, column.overall.printed()) for column in columns]
    return rows


def _line(measure: str, topic: str, value: str) -> str:
    return f"{visible(measure):<22}\t{visible(topic)}\t{value}"
