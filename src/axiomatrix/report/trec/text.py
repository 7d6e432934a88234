"""Values by topic and measure as trec_eval prints them, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...engine.given.lists import Topic
from ...evidence.safe import visible
from ...numbers.balls import Ball
from ...studies.trec.evaluate import PLACES, Column, Value

ALL = "all"


def lines(topics: Sequence[Topic], columns: Sequence[Column], *, per_topic: bool = True) -> list[str]:
    """Measure, topic and value, a line each, topic by topic, and last ``all``: the layout of trec_eval -q."""
    found = []
    if per_topic:
        for k, topic in enumerate(topics):
            found += [
                _line(column.measure.name, topic.name, column.values[k].printed())
                for column in columns
                if column.values and column.measure.name != "num_q"
            ]
    found += [_line(column.measure.name, ALL, column.overall.printed()) for column in columns]
    return found


def _line(measure: str, topic: str, value: str) -> str:
    return f"{visible(measure):<22}\t{visible(topic)}\t{value}"


def data(topics: Sequence[Topic], columns: Sequence[Column], conventions: dict[str, Any]) -> dict[str, Any]:
    """The same as JSON: the printed decimals, the nearest float, and the exact value or what it lies between."""
    return {
        "format": "axiomatrix-evaluate-1",
        "conventions": conventions,
        "topics": [topic.name for topic in topics],
        "measures": [
            {
                "measure": column.measure.name,
                "metric": column.measure.metric.name if column.measure.metric else None,
                "formula": column.measure.metric.formula if column.measure.metric else None,
                "parameters": {name: str(v) for name, v in column.measure.parameters.items() if v is not None},
                "all": _value(column.overall),
                "topics left out": column.left_out,
                "values": {topic.name: _value(value) for topic, value in zip(topics, column.values, strict=False)},
            }
            for column in columns
        ],
    }


def _value(value: Value) -> dict[str, Any]:
    if value.number is None:
        return {"undefined": value.undefined}
    enclosed = "enclosed" if isinstance(value.number, Ball) else "exact"
    return {"printed": value.printed(PLACES), "float": float(_number(value.number)), enclosed: str(value.number)}


def _number(value: Any) -> Any:
    return int(value.p) / int(value.q) if hasattr(value, "p") else value
