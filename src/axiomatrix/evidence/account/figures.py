"""Figures of an instance: a ranking, order, list, number or parameter as rows of texts.

:func:`figure` makes the :class:`Figure` of a value, and accounts of witnesses keep it. The module
:mod:`axiomatrix.report.pictures` draws a figure by its kind, which says what its rows mean:

=================  ==============================================================================================
ranking            an item, best first
top list           an item, best first
weak order         the items of a bucket, the best bucket first
partial order      first all items; then two items, the first ahead of the second
judged list        first the grades by rank; then the grades that are missing from the list
scored list        first the grades in input order; then the scores; then the grades that are missing
run                the rows of a judged list, for each of its lists
scores             the scores of the items 1, 2, ...
relabelling        an item and the item that it is renamed to
permutation        a position and the position to which its item moves
number             one number
numbers            several, such as two ranks
element weights    an item and its weight
position weights   a position and its weight; also heights and discounts of ranks
similarity         two items and their entry
entries            a key and an entry, of any other parameter
=================  ==============================================================================================

An entry that is not a rational in plain notation is followed by a decimal, for its size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from ...numbers.exact import Formal
from ...spaces import Permutations, Space
from ...values.grades import Discounts
from ...values.judged import Judged, Run
from ...values.orders import PartialOrder, TopList, WeakOrder
from ...values.parameters import ElementWeights, Parameter, Similarity
from ...values.rankings import Item, Ranking, Relabelling
from ...values.retrieval import Retrieval
from ...values.scored import Scored, Scores
from ..formats import Record

FigureKind = Literal[
    "ranking",
    "top list",
    "weak order",
    "partial order",
    "judged list",
    "scored list",
    "run",
    "scores",
    "relabelling",
    "permutation",
    "number",
    "numbers",
    "element weights",
    "position weights",
    "similarity",
    "entries",
]
Role = Literal["value", "made", "parameter"]
"""``value``: a value of the instance; ``made``: derived from one by the axiom; ``parameter``: of the metric."""
Rows = tuple[tuple[str, ...], ...]


class Figure(Record):
    """A value, derived value or parameter of an instance, as rows of texts; ``kind`` says what the rows mean."""

    name: str
    """The name of the value, such as ``a``, ``reversed a`` or ``w``."""
    kind: FigureKind
    role: Role
    rows: Rows


def figure(name: str, value: Any, role: Role, space: Space | None = None) -> Figure:
    """Return the figure of a value; its space, if known, tells permutations of positions from rankings."""
    if isinstance(space, Permutations) and isinstance(value, Ranking):
        moves = ((str(k), str(position)) for k, position in enumerate(value.positions, 1))
        return Figure(name, "permutation", role, tuple(moves))
    kind, rows = _parameter_rows(value) if isinstance(value, Parameter) else _value_rows(value)
    return Figure(name, kind, role, rows)


def figure_of_stored_value(name: str, data: Any) -> Figure | None:
    """Return the figure of a stored value whose space is unknown; None if the form of the data does not tell its kind.

    Single numbers and judged and scored lists are recognised. A list of numbers alone could be anything.
    """
    if isinstance(data, (str, int)):
        return Figure(name, "number", "value", ((str(data),),))
    if isinstance(data, list) and len(data) == 1:  # the list of arguments of a call with one argument
        return figure_of_stored_value(name, data[0]) if isinstance(data[0], dict) else None
    keys = ("grades", "scores", "missing")
    if not isinstance(data, dict) or not set(data) <= set(keys) or not all(_are_texts(part) for part in data.values()):
        return None
    rows = tuple(tuple(data[key]) for key in keys if key in data)
    if len(rows) == len(keys):
        return Figure(name, "scored list", "value", rows)
    return Figure(name, "judged list", "value", rows) if set(data) == {"grades", "missing"} else None


def _are_texts(data: Any) -> bool:
    """Return whether the data are a list of texts, as a file stores numbers."""
    return isinstance(data, list) and all(isinstance(text, str) for text in data)


def are_pairs(data: Any) -> bool:
    """Return whether the data are keys with their entries, as a witness stores a parameter."""
    return isinstance(data, list) and all(isinstance(row, list) and len(row) == 2 for row in data)


def figure_of_stored_parameter(name: str, data: Any) -> Figure | None:
    """Return the figure of a stored parameter whose metric is not registered; None if its form is not known."""
    if isinstance(data, (str, int)):
        return Figure(name, "number", "parameter", ((str(data),),))
    if not are_pairs(data):
        return None
    if are_pairs([key for key, _ in data]) and data:  # each key is a pair of items
        rows = tuple((str(x), str(y), str(value)) for (x, y), value in data)
        return Figure(name, "similarity", "parameter", rows)
    return Figure(name, "entries", "parameter", tuple((str(key), str(value)) for key, value in data))


def _value_rows(value: Any) -> tuple[FigureKind, Rows]:
    """Return the kind of figure of a value, with the rows that the module docstring describes."""
    if isinstance(value, (Ranking, TopList)):
        items = tuple((text,) for text in _labels(value.order))
        return "ranking" if isinstance(value, Ranking) else "top list", items
    if isinstance(value, WeakOrder):
        names = dict(zip(value.items, _labels(value.items), strict=True))
        return "weak order", tuple(tuple(names[x] for x in bucket) for bucket in value.buckets)
    if isinstance(value, PartialOrder):
        names = dict(zip(value.items, _labels(value.items), strict=True))
        pairs = sorted((names[x], names[y]) for x, y in value.preferences)
        return "partial order", (tuple(names.values()), *pairs)
    if isinstance(value, Judged):
        return "judged list", _judged_rows(value)
    if isinstance(value, Retrieval):
        return "judged list", _judged_rows(value.listed)
    if isinstance(value, Scored):
        return "scored list", (_texts(value.grades), _texts(value.scores), _texts(value.missing))
    if isinstance(value, Run):
        return "run", tuple(row for judged in value.lists for row in _judged_rows(judged))
    if isinstance(value, Scores):
        return "scores", (_texts(value.values),)
    if isinstance(value, Relabelling):
        return "relabelling", tuple((str(x), str(y)) for x, y in value.mapping.items())
    if isinstance(value, Discounts):
        return "position weights", tuple((str(k), *_number_cells(w)) for k, w in enumerate(value.weights, 1))
    if isinstance(value, tuple):
        return "numbers", (_texts(value),)
    return "number", (_number_cells(value),)


def _parameter_rows(parameter: Parameter) -> tuple[FigureKind, Rows]:
    if isinstance(parameter, Similarity):
        items = list(dict.fromkeys(x for pair in parameter.entries for x in pair))
        names = dict(zip(items, _labels(items), strict=True))
        return "similarity", tuple((names[x], names[y], *_number_cells(v)) for (x, y), v in parameter.entries.items())
    keys = _labels(list(parameter.entries))
    kind: FigureKind = "element weights" if isinstance(parameter, ElementWeights) else "position weights"
    return kind, tuple((key, *_number_cells(v)) for key, v in zip(keys, parameter.entries.values(), strict=True))


def _judged_rows(value: Judged) -> Rows:
    return _texts(value.grades), _texts(value.missing)


def _texts(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(map(str, values))


def _labels(items: Sequence[Item]) -> list[str]:
    """The items as text; as Python writes them where two would look alike, such as 1 and '1'."""
    texts = [str(x) for x in items]
    return texts if len(set(texts)) == len(texts) else [repr(x) for x in items]


def _number_cells(value: Any) -> tuple[str, ...]:
    """A number as text, and also as a decimal where the text alone does not tell its size at once."""
    return (str(value), f"{float(value):.6g}") if isinstance(value, Formal) else (str(value),)
