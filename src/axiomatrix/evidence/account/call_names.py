"""Names under which the values of an instance, and those that an axiom derives from them, are shown.

A long name says everything (``footrule(a, (2 > 1))``), a short one is that of the axiom's formula (``d(a, b')``).
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...model.axiom import Statement
from ...model.metric import Metric
from ...spaces import Permutations
from ...values.judged import Judged
from ...values.parameters import Parameter
from ...values.rankings import Ranking, Relabelling
from ..instance import Instance
from .figures import are_pairs

SPARE = ("u", "v", "y", "z", "s", "t")
"""Names for what an axiom makes of its instance where it is not clear of what and how."""
_CHANGED = re.compile(r"\b(\w+) with ")
"""What the formula of an axiom says a change of, such as ``d(a, b with i, i+1 swapped)``."""


class CallNames:
    """Names of the rankings, orders or lists of an instance."""

    def __init__(self, instance: Instance, statement: Statement, metric: Metric) -> None:
        over = statement.over(metric)
        self.metric, self.formula = metric.name, statement.axiom.formula  # which says how what it makes is called
        self.letter = next(iter(inspect.signature(statement.axiom.says).parameters))
        """What the axiom calls the metric: ``d``, ``m`` ..."""
        self.values, self.parameters = instance.values, instance.parameters
        sorts = {name for name, space in over.items() if space.sort and not isinstance(space, Permutations)}
        self.points = {name: value for name, value in instance.values.items() if name in sorts}
        self.made: dict[str, Any] = {}
        """The rankings, orders or lists that the axiom made, by the short names that they were given, in order."""

    def of_point(self, point: Any) -> str | None:
        """The name of this very ranking or list, or of one that is equal to it."""
        same = [name for name, value in self.points.items() if value is point]
        equal = [name for name, value in self.points.items() if value == point]
        return next(iter([*same, *equal]), None)

    def call(self, name: str, points: list[Any], parameters: Mapping[str, Any]) -> str:
        """The call in full: unnamed rankings and lists are written out, and so are the parameters that changed."""
        return _call(name, map(self._written, points), (_change(k, p) for k, p in self._changed(parameters)))

    def short(self, name: str, points: list[Any], parameters: Mapping[str, Any]) -> str:
        """The call as the formula of the axiom writes it, with names for what the axiom made."""
        changes = (self._short_change(k, p) for k, p in self._changed(parameters))
        return _call(self.letter if name == self.metric else name, iter(self.arguments(points)), changes)

    def arguments(self, points: list[Any]) -> tuple[str, ...]:
        """The short names of what a call is about."""
        return tuple(map(self._short, points))

    def is_changed(self, parameters: Mapping[str, Any]) -> bool:
        """Return whether these parameters differ from those of the instance."""
        return any(self._changed(parameters))

    def _written(self, point: Any) -> str:
        """The name, or the ranking or list itself if it has none."""
        written = str(point)
        return self.of_point(point) or (written if written.endswith(")") else f"({written})")

    def _changed(self, parameters: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        return ((k, parameter) for k, parameter in parameters.items() if parameter != self.parameters.get(k))

    def _short(self, point: Any) -> str:
        known = self.of_point(point) or next((name for name, value in self.made.items() if value == point), None)
        if known is None:
            used = {*self.values, *self.parameters, *self.made}
            known = next(name for name in self._candidates(point) if name not in used)
            self.made[known] = point
        return known

    def _candidates(self, point: Any) -> Iterator[str]:
        """Names for a value that the axiom made: as its formula calls it, else only that it is another one."""
        for name, base in self.points.items():
            derived = _plainly_made(name, base, self.values)
            yield from (name_made for word, name_made, value in derived if word in self.formula and value == point)
        in_formula = [name for name in _CHANGED.findall(self.formula) if name in self.points]
        changed = list(self.points) if len(self.points) == 1 else in_formula
        yield from (f"{name}{chr(39) * count}" for name in changed for count in range(1, 4))
        yield from SPARE
        yield from (f"u{count}" for count in range(1, len(self.made) + 2))

    def _short_change(self, name: str, parameter: Any) -> str:
        before = self.parameters.get(name)
        if not isinstance(parameter, Parameter) or not isinstance(before, Parameter):
            return f"{name} = {parameter}"
        for factor, value in self.values.items():
            if hasattr(value, "p") and parameter == before.scaled(value):  # a number to scale by
                return f"{factor} {name}"
        if len(values := set(map(str, parameter.entries.values()))) == 1:
            return f"{name} = {values.pop()}"
        return f"{name}'"


def _call(name: str, points: Iterator[str], changes: Iterator[str]) -> str:
    arguments, changed = ", ".join(points), ", ".join(changes)
    return f"{name}({arguments}{'; ' if changed else ''}{changed})"


def _plainly_made(name: str, base: Any, values: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield the values that an axiom may derive from a ranking or list: the word for each, its name, and the value."""
    if hasattr(base, "reversed"):
        yield "reversed", f"reversed {name}", base.reversed()
    if isinstance(base, Judged):
        yield "ideal", f"ideal {name}", base.ideal
        yield "worst", f"worst {name}", base.worst
    for other, value in values.items():
        if isinstance(base, Ranking) and isinstance(value, Ranking) and len(value) == len(base) and value is not base:
            yield f"{other} o", f"{other} o {name}", base.moved(value)
        if isinstance(value, Relabelling) and hasattr(base, "renamed") and set(_items(base)) <= set(value.mapping):
            yield "renamed", f"{name} renamed", base.renamed(value)


def _items(base: Any) -> list[Any]:
    return list(base.items if hasattr(base, "items") else base.order)  # a list of the first few has no others


def entry(name: str, key: Any) -> str:
    """How an entry of a parameter is written: ``w[2]``, ``D[1,2]``."""
    return f"{name}[{','.join(map(str, key)) if isinstance(key, (tuple, list)) else key}]"


def entries(name: str, parameter: Any) -> str:
    """A parameter, or what a witness stores of one, with all its entries, on one line."""
    pairs = parameter.entries.items() if isinstance(parameter, Parameter) else parameter
    if not isinstance(parameter, Parameter) and not are_pairs(parameter):
        return f"{name} = {parameter}"
    return ", ".join(f"{entry(name, key)} = {value}" for key, value in pairs) or "no entries"


def _change(name: str, parameter: Any) -> str:
    values = set(map(str, parameter.entries.values())) if isinstance(parameter, Parameter) else set()
    return f"{name} = {values.pop()} throughout" if len(values) == 1 else entries(name, parameter)
