"""Texts of the calls that an axiom makes on an instance, with short names for their arguments, and of parameters.

- :class:`CallNames` writes calls as the formula of the axiom does, such as ``d(a, reversed b)`` or ``d(a, b')``.
- :func:`parameter_text` writes a parameter on one line, with an :func:`entry_name` such as ``w[2]`` for each entry.

A *point* is an argument of a call: a ranking, order or list. It is a value of the instance, or the axiom *derives* it
from one, such as ``reversed a``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from ...model.axiom import Statement
from ...model.metric import Metric
from ...spaces import Permutations
from ...values.judged import Judged
from ...values.parameters import Parameter
from ...values.rankings import Ranking, Relabelling
from ..instance import Instance
from .figures import are_pairs

SPARE_NAMES = ("u", "v", "y", "z", "s", "t")
"""Names for values that an axiom derives from its instance by a derivation without a name."""
PRIME = "'"
"""Marks a changed value: ``a'`` is derived from ``a``."""
_ARGUMENT_BEFORE_WITH = re.compile(r"\b(\w+) with ")
"""Finds the changed argument in a formula such as ``d(a, b with i, i+1 swapped)``."""


class CallNames:
    """Short names for the arguments of every call that an axiom makes on an instance.

    The values of the instance have their own names. A value that the axiom derives from them, such as ``reversed a``,
    is named when it is first met and keeps that name.
    """

    def __init__(self, instance: Instance, statement: Statement, metric: Metric) -> None:
        self.metric = metric.name
        self.formula = statement.axiom.formula
        """The formula of the axiom, whose words name derived values."""
        self.metric_letter = next(iter(inspect.signature(statement.axiom.says).parameters))
        """The axiom's own name for the metric: ``d``, ``m`` ..."""
        self.values = instance.values
        self.parameters = instance.parameters
        spaces = statement.over(metric).items()
        point_names = {name for name, space in spaces if space.sort and not isinstance(space, Permutations)}
        self.points = {name: value for name, value in instance.values.items() if name in point_names}
        """The rankings, orders and lists of the instance, on which a metric is called; no numbers or permutations."""
        self.derived: dict[str, Any] = {}
        """The derived rankings, orders or lists by short name, in the order of their calls."""

    def of_point(self, point: Any) -> str | None:
        """Return the name of this value of the instance, or of an equal value; None if neither exists."""
        identical = (name for name, value in self.points.items() if value is point)
        equal = (name for name, value in self.points.items() if value == point)
        return next(chain(identical, equal), None)

    def full_call(self, name: str, points: list[Any], parameters: Mapping[str, Any]) -> str:
        """Write the call in full, with derived values and changed parameters written out."""
        changes = (_full_change(k, p) for k, p in self._changed_parameters(parameters))
        return _call_text(name, map(self._full_argument, points), changes)

    def short_call(self, name: str, points: list[Any], parameters: Mapping[str, Any]) -> str:
        """Write the call as the axiom's formula does, with short names for derived values."""
        changes = (self._short_change(k, p) for k, p in self._changed_parameters(parameters))
        letter_or_name = self.metric_letter if name == self.metric else name
        return _call_text(letter_or_name, iter(self.arguments(points)), changes)

    def arguments(self, points: list[Any]) -> tuple[str, ...]:
        """Return the short names of the arguments of a call."""
        return tuple(map(self._short_name, points))

    def is_changed(self, parameters: Mapping[str, Any]) -> bool:
        """Return whether these parameters differ from the instance's."""
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
        changed = [name for name in _ARGUMENT_BEFORE_WITH.findall(self.formula) if name in self.points]
        if len(self.points) == 1:  # there is nothing else that it could be derived from
            changed = list(self.points)
        yield from (f"{name}{PRIME * count}" for name in changed for count in range(1, 4))
        yield from SPARE_NAMES
        # one more than there are derived values, so that one of these names is unused
        yield from (f"u{count}" for count in range(1, len(self.derived) + 2))

    def _short_change(self, name: str, parameter: Any) -> str:
        """Write a changed parameter: ``c w`` if it is scaled, ``w = 1`` if it is constant, or else ``w'``."""
        before = self.parameters.get(name)
        if not isinstance(parameter, Parameter) or not isinstance(before, Parameter):
            return f"{name} = {parameter}"
        for factor, value in self.values.items():
            if _is_rational(value) and parameter == before.scaled(value):
                return f"{factor} {name}"
        distinct_entries = set(map(str, parameter.entries.values()))
        if len(distinct_entries) == 1:
            return f"{name} = {distinct_entries.pop()}"
        return f"{name}{PRIME}"


def _is_rational(value: Any) -> bool:
    """Return whether a value is an fmpq (it has a numerator p), and so a factor; a ranking or list is not."""
    return hasattr(value, "p")


def _call_text(name: str, points: Iterator[str], changes: Iterator[str]) -> str:
    """Write a call with the texts of its arguments and, after a semicolon, of its changed parameters."""
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
    """List the items of a ranking or list."""
    return list(base.items if hasattr(base, "items") else base.order)  # a top list has no items beyond its order


def entry_name(name: str, key: Any) -> str:
    """Write the name of a parameter's entry: ``w[2]``, ``D[1,2]``."""
    return f"{name}[{','.join(map(str, key)) if isinstance(key, (tuple, list)) else key}]"


def parameter_text(name: str, parameter: Any) -> str:
    """Write all entries of a parameter, or of its stored form, on one line."""
    if isinstance(parameter, Parameter):
        pairs = parameter.entries.items()
    elif are_pairs(parameter):  # the stored form of a vector
        pairs = parameter
    else:
        return f"{name} = {parameter}"
    return ", ".join(f"{entry_name(name, key)} = {value}" for key, value in pairs) or "no entries"


def _full_change(name: str, parameter: Any) -> str:
    """Write a changed parameter out; a constant one as ``w = 1 throughout``."""
    values = set(map(str, parameter.entries.values())) if isinstance(parameter, Parameter) else set()
    return f"{name} = {values.pop()} throughout" if len(values) == 1 else parameter_text(name, parameter)
