"""Definitions evaluated on items without names: what they answer then holds for items of any name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..axiom import Statement
from ..exact import fractions_instead_of_flint
from ..metric import Bound, Metric
from ..parameters import Parameter
from ..rankings import Ranking
from ..registry import Registry, Unknown
from ..spaces import ParameterSpace, Rankings
from .numbers import NotASum, Sum, as_number
from .refusal import Refused


class Item:
    """An item that can be told from others and nothing else: it has no order, no number and no text of its own."""

    __slots__ = ()

    def __repr__(self) -> str:
        raise NotASum("the text of an item")

    def __format__(self, spec: str) -> str:
        return repr(self)


class Plain:
    """Evaluates definitions on whatever the parameters hold."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    def metric(self, name: str) -> Metric:
        """The metric of that name."""
        return self.registry.metric(name)

    def value(self, metric: Metric, a: Ranking, b: Ranking, parameters: Mapping[str, Any]) -> Any:
        """The bare definition; whole numbers divide into Fractions where it mixes in Fractions of its own."""
        try:
            return metric.evaluate(a, b, parameters)
        except NotASum:
            raise
        except TypeError:
            plain = {name: value.mapped(_as_fraction) for name, value in parameters.items()}
            with fractions_instead_of_flint():
                return metric.evaluate(a, b, plain)


def _as_fraction(value: Any) -> Any:
    return value if isinstance(value, Sum) else Fraction(as_number(value))


def items(n: int) -> tuple[Item, ...]:
    """So many items without names."""
    return tuple(Item() for _ in range(n))


def ranked(listed: Sequence[Item], order: Sequence[int]) -> Ranking:
    """The ranking that has the ``order[0]``-th of the listed items first (numbered from 1)."""
    places = {number: place for place, number in enumerate(order, 1)}
    return Ranking(tuple(listed), tuple(places[number] for number in range(1, len(listed) + 1)))


def parameter(space: ParameterSpace, listed: Sequence[Item], entries: Sequence[Any]) -> Parameter:
    """The value with these entries, in the order of the space's keys; element data under the items themselves."""
    keys = space.keys(len(listed))
    if not space.value_type.travels:
        return space.value_type(dict(zip(keys, entries, strict=True)))

    def named(key: Any) -> Any:
        return tuple(listed[k - 1] for k in key) if isinstance(key, tuple) else listed[key - 1]

    return space.value_type({named(key): entry for key, entry in zip(keys, entries, strict=True)})


def says(
    registry: Registry, metric: Metric, statement: Statement, values: Mapping[str, Any], parameters: Mapping[str, Any]
) -> Any:
    """What the axiom says, by the bare definitions."""
    return statement.says(Bound(metric, parameters, Plain(registry)), *(values[name] for name in statement.axiom.over))


def subject(registry: Registry, data: Mapping[str, Any]) -> tuple[Metric, Statement]:
    """The metric and the statement that a certificate is about."""
    try:
        metric, axiom = registry.metric(str(data["metric"])), registry.axiom(str(data["axiom"]))
    except Unknown as error:
        raise Refused(f"{error}; if it is yours, name its file: axiomatrix verify CERTIFICATE FILE.py") from None
    wanted = {str(k): str(v) for k, v in dict(data["arguments"]).items()}
    candidates = [c.statement for c in metric.claims if c.statement.axiom is axiom] + axiom.observed(metric)
    for statement in candidates:
        if {k: str(v) for k, v in statement.arguments} == wanted:
            return metric, statement
    try:
        return metric, axiom(**dict(data["arguments"]))
    except TypeError as error:
        raise Refused(str(error)) from None


def ranking_names(statement: Statement) -> list[str]:
    """The names of the rankings that the statement quantifies over."""
    return [name for name, space in statement.axiom.over.items() if type(space) is Rankings]
