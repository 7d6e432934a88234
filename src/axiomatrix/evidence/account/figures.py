"""Figures of an instance, short texts of the calls that an axiom makes on it, and texts of parameters.

- A :class:`Figure` is a ranking, order, list, number or parameter as rows of texts (:func:`figure`).
- :class:`CallNames` writes calls with short names for their arguments, such as ``d(a, b')``.
- :func:`parameter_text` writes a parameter on one line, with an :func:`entry_name` such as ``w[2]`` for each entry.

Nothing is drawn here: :mod:`axiomatrix.report.pictures` draws a figure by its kind, which says what its rows mean:

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
entries            a key and an entry, of a parameter of which nothing else is known
=================  ==============================================================================================

An entry that is not a rational in plain notation is followed by a decimal, for its size.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from ...model.axiom import Statement
from ...model.metric import Metric
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
from ..instance import Instance

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
    kind: FigureKind
    role: Role
    rows: Rows


def figure(name: str, value: Any, role: Role, space: Space | None = None) -> Figure:
    """Return the figure of a value; the space tells permutations of positions from rankings."""
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


SPARE_NAMES = ("u", "v", "y", "z", "s", "t")
"""Names for values that an axiom derives from its instance, where the derivation has no name of its own."""
PRIME = "'"
_ARGUMENT_BEFORE_WITH = re.compile(r"\b(\w+) with ")
"""Finds the changed argument in a formula such as ``d(a, b with i, i+1 swapped)``."""


class CallNames:
    """Short names for the arguments of every call that an axiom makes on an instance.

    The values of the instance have their own names. A value that the axiom derives from them, such as ``reversed a``,
    is named when it is first met and keeps that name.
    """

    def __init__(self, instance: Instance, statement: Statement, metric: Metric) -> None:
        self.metric, self.formula = metric.name, statement.axiom.formula  # the formula's words name derived values
        self.metric_letter = next(iter(inspect.signature(statement.axiom.says).parameters))
        """The axiom's own name for the metric: ``d``, ``m`` ..."""
        self.values, self.parameters = instance.values, instance.parameters
        spaces = statement.over(metric).items()
        point_names = {name for name, space in spaces if space.sort and not isinstance(space, Permutations)}
        self.points = {name: value for name, value in instance.values.items() if name in point_names}
        """The rankings, orders and lists of the instance, on which a metric is called; no numbers or permutations."""
        self.derived: dict[str, Any] = {}
        """The derived rankings, orders or lists by short name, in the order of their calls."""

    def of_point(self, point: Any) -> str | None:
        """Return the name of this value of the instance, or else of an equal value; None if there is none."""
        identical = [name for name, value in self.points.items() if value is point]
        equal = [name for name, value in self.points.items() if value == point]
        return next(iter([*identical, *equal]), None)

    def full_call(self, name: str, points: list[Any], parameters: Mapping[str, Any]) -> str:
        """Write the call in full, with derived values and changed parameters written out."""
        changes = (_full_change(k, p) for k, p in self._changed_parameters(parameters))
        return _call_text(name, map(self._full_argument, points), changes)

    def short_call(self, name: str, points: list[Any], parameters: Mapping[str, Any]) -> str:
        """Write the call as the axiom's formula does, with short names for derived values."""
        changes = (self._short_change(k, p) for k, p in self._changed_parameters(parameters))
        return _call_text(self.metric_letter if name == self.metric else name, iter(self.arguments(points)), changes)

    def arguments(self, points: list[Any]) -> tuple[str, ...]:
        """Return the short names of the arguments of a call."""
        return tuple(map(self._short_name, points))

    def is_changed(self, parameters: Mapping[str, Any]) -> bool:
        """Return whether these parameters differ from those of the instance."""
        return any(self._changed_parameters(parameters))

    def _full_argument(self, point: Any) -> str:
        """Return the name of a value of the instance; any other value is written out, in brackets."""
        written = str(point)
        return self.of_point(point) or (written if written.endswith(")") else f"({written})")

    def _changed_parameters(self, parameters: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        return ((k, parameter) for k, parameter in parameters.items() if parameter != self.parameters.get(k))

    def _short_name(self, point: Any) -> str:
        """Return the short name of a value; a new derived value is named and recorded."""
        name_of_derived = (name for name, value in self.derived.items() if value == point)
        short = self.of_point(point) or next(name_of_derived, None)
        if short is None:
            used = {*self.values, *self.parameters, *self.derived}
            short = next(name for name in self._candidates(point) if name not in used)
            self.derived[short] = point
        return short

    def _candidates(self, point: Any) -> Iterator[str]:
        """Yield names for a derived value, best first.

        These are ``reversed a`` if the formula says so, ``a'`` if it changes a, then spare letters, then ``u1``, ``u2``
        and so on.
        """
        for name, base in self.points.items():
            for word, derived_name, value in _simple_derivations(name, base, self.values):
                if word in self.formula and value == point:
                    yield derived_name
        in_formula = [name for name in _ARGUMENT_BEFORE_WITH.findall(self.formula) if name in self.points]
        changed = list(self.points) if len(self.points) == 1 else in_formula
        yield from (f"{name}{PRIME * count}" for name in changed for count in range(1, 4))
        yield from SPARE_NAMES
        yield from (f"u{count}" for count in range(1, len(self.derived) + 2))  # one of them is unused

    def _short_change(self, name: str, parameter: Any) -> str:
        """Write a changed parameter: ``c w`` if it is scaled, ``w = 1`` if it is constant, or else ``w'``."""
        before = self.parameters.get(name)
        if not isinstance(parameter, Parameter) or not isinstance(before, Parameter):
            return f"{name} = {parameter}"
        for factor, value in self.values.items():
            if _is_rational(value) and parameter == before.scaled(value):
                return f"{factor} {name}"
        if len(values := set(map(str, parameter.entries.values()))) == 1:
            return f"{name} = {values.pop()}"
        return f"{name}{PRIME}"


def _is_rational(value: Any) -> bool:
    """Return whether a value is an fmpq (it has a numerator p), and so a factor; a ranking or list is not."""
    return hasattr(value, "p")


def _call_text(name: str, points: Iterator[str], changes: Iterator[str]) -> str:
    arguments, changed = ", ".join(points), ", ".join(changes)
    return f"{name}({arguments}{'; ' if changed else ''}{changed})"


def _simple_derivations(name: str, base: Any, values: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield the values that an axiom may derive from a ranking or list: the word for each, its name, and the value."""
    if hasattr(base, "reversed"):
        yield "reversed", f"reversed {name}", base.reversed()
    if isinstance(base, Judged):
        yield "ideal", f"ideal {name}", base.ideal
        yield "worst", f"worst {name}", base.worst
    for other, value in values.items():
        if isinstance(base, Ranking) and isinstance(value, Ranking) and len(value) == len(base) and value is not base:
            # "tau o a" is the composition: a with its positions moved by tau
            yield f"{other} o", f"{other} o {name}", base.moved(value)
        if isinstance(value, Relabelling) and hasattr(base, "renamed") and set(_items(base)) <= set(value.mapping):
            yield "renamed", f"{name} renamed", base.renamed(value)


def _items(base: Any) -> list[Any]:
    return list(base.items if hasattr(base, "items") else base.order)  # a top list has no items beyond its order


def entry_name(name: str, key: Any) -> str:
    """Write the name of a parameter's entry: ``w[2]``, ``D[1,2]``."""
    return f"{name}[{','.join(map(str, key)) if isinstance(key, (tuple, list)) else key}]"


def parameter_text(name: str, parameter: Any) -> str:
    """Write all entries of a parameter, or of its stored form, on one line."""
    pairs = parameter.entries.items() if isinstance(parameter, Parameter) else parameter
    if not isinstance(parameter, Parameter) and not are_pairs(parameter):
        return f"{name} = {parameter}"
    return ", ".join(f"{entry_name(name, key)} = {value}" for key, value in pairs) or "no entries"


def _full_change(name: str, parameter: Any) -> str:
    """Write a changed parameter out; a constant one as ``w = 1 throughout``."""
    values = set(map(str, parameter.entries.values())) if isinstance(parameter, Parameter) else set()
    return f"{name} = {values.pop()} throughout" if len(values) == 1 else parameter_text(name, parameter)
