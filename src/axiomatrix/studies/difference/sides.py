"""The two sides of a comparison: registered metrics, or a metric and a plain function that takes what it takes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from itertools import chain
from math import isnan
from typing import Any

from ...model.metric import Metric
from ...model.names import Reading
from ...model.registry import Registry
from ...numbers.exact import Undefined, Whole
from ...spaces import ScalarSpace, Space
from ...spaces.common import embedded, meet
from ...values.parameters import Parameter
from ..relate.domains import common, parameters_text
from ..relate.domains import parameters as defaults

Sided = Metric | str | Reading | Callable[..., Any]
"""Things that can be compared: a metric, its name as it is written or as it was read, or a plain function."""


class NotComparable(ValueError):
    """Two things that cannot be compared, and what to write instead."""


@dataclass(frozen=True)
class ComparedSide:
    """A metric, or a function as one, with the parameters that are fixed."""

    name: str
    metric: Metric
    fixed: Mapping[str, Any] = field(default_factory=dict)
    is_function: bool = False

    @property
    def called(self) -> str:
        """The name in calls; that of a metric is the registered one."""
        return self.name if self.is_function else self.metric.name

    @property
    def has_item_data(self) -> bool:
        """Tell whether values of particular items are fixed, so that renaming the items makes another instance."""
        return any(isinstance(value, Parameter) for value in self.fixed.values())

    def arguments(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values as this side takes them: a ranking as a weak order, say."""
        return tuple(embedded(v, s) for v, s in zip(values.values(), self.metric.arguments.values(), strict=True))

    def parameters(self, n: int, shared: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters: those that are fixed or shared, and else the usual ones."""
        known = {**self.fixed, **shared}
        left = replace(self.metric, parameters={k: s for k, s in self.metric.parameters.items() if k not in known})
        usual = defaults(left, max(1, n), "n")
        return {name: known.get(name, usual.get(name)) for name in self.metric.parameters}


@dataclass(frozen=True)
class ComparedPair:
    """Both sides, the arguments that both take, and the parameters that both have and nobody fixed."""

    f: ComparedSide
    g: ComparedSide
    arguments: Mapping[str, Space]
    shared: Mapping[str, Space]

    @property
    def sides(self) -> tuple[ComparedSide, ComparedSide]:
        """Both sides."""
        return self.f, self.g

    def settings(self, side: ComparedSide) -> str:
        """The parameters of a side that are not gone through, such as ``k = n, p = 1/2``; empty if there are none."""
        left = {k: s for k, s in side.metric.parameters.items() if k not in {**self.shared, **side.fixed}}
        usual = parameters_text(replace(side.metric, parameters=left), "n")
        fixed = (f"{name} = {value}" for name, value in side.fixed.items())
        return ", ".join(filter(None, [*fixed, usual]))

    @property
    def spaces(self) -> list[Space]:
        """Everything that instances have values of."""
        return [*self.arguments.values(), *self.shared.values()]

    @property
    def in_floats(self) -> bool:
        """Tell whether one side gives floats."""
        return not (self.f.metric.exact and self.g.metric.exact)

    def with_float_functions(self) -> ComparedPair:
        """Return the pair with functions that give floats."""
        f, g = (
            replace(side, metric=replace(side.metric, exact=False)) if side.is_function else side for side in self.sides
        )
        return replace(self, f=f, g=g)

    def is_asked_at(self, n: int) -> bool:
        """Tell whether the fixed parameters are of that many items: weights of three items are of no others."""
        return all(
            side.metric.closed[name].contains(value, n)
            for side in self.sides
            for name, value in side.fixed.items()
            if not isinstance(side.metric.parameters[name], ScalarSpace)
        )


def pair_of(f: Sided, g: Sided, given: Mapping[str, Any], registry: Registry) -> ComparedPair:
    """Both sides. Raises :class:`NotComparable` where there is nothing to compare, ``Unknown`` for a name."""
    known = [_metric_side(one, registry) if isinstance(one, (Metric, str, Reading)) else None for one in (f, g)]
    basis = next((side for side in known if side is not None), None)
    if basis is None:
        raise NotComparable(
            "one of the two must be a metric, whose spaces say what is tried: register one of the functions with "
            "@axiomatrix.metric, or name a metric of the catalogue"
        )
    first, second = (side or _function_side(one, basis) for side, one in zip(known, (f, g), strict=True))
    _check_names(given, first, second)
    first, second = (_fixed(side, given) for side in (first, second))
    domain = common(first.metric, second.metric)
    if domain is None:
        raise NotComparable(f"{_about(first)}; {_about(second)}: they have nothing in common")
    shared = {}
    for name, space in first.metric.parameters.items():
        theirs = second.metric.parameters.get(name)
        if theirs is not None and name not in {**first.fixed, **second.fixed}:
            both = meet(space, theirs)
            if both is None:
                raise NotComparable(f"{name}: {space.name} and {theirs.name} have nothing in common")
            shared[name] = both
    return ComparedPair(first, second, dict(zip(first.metric.arguments, domain, strict=True)), shared)


def _metric_side(one: Metric | str | Reading, registry: Registry) -> ComparedSide:
    if isinstance(one, Metric):
        return ComparedSide(one.name, one)
    reading = registry.read_metric(one) if isinstance(one, str) else one
    return ComparedSide(reading.shown, registry.metric(reading.name), dict(reading.parameters))


def _function_side(function: Any, basis: ComparedSide) -> ComparedSide:
    """A function that is called as the definition of the metric is, with the parameters of the same names."""
    if not callable(function):
        raise NotComparable(f"{function!r:.60} is neither a metric nor a function")
    written = getattr(function, "__name__", type(function).__name__)
    metric = basis.metric
    name = written if written.isidentifier() else "the function"
    name = f"{name} (the function)" if name in (basis.name, metric.name) else name
    try:
        signature = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):  # such as some functions written in C
        signature = {}.values()
    by_position = [p for p in signature if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    count = sum(len(space.takes) or 1 for space in metric.arguments.values())
    further = [*by_position[count:], *(p for p in signature if p.kind is p.KEYWORD_ONLY)]
    takes_all = any(p.kind is p.VAR_KEYWORD for p in signature)
    parameters = [name for name in metric.parameters if takes_all or name in {p.name for p in further}]
    needed = [p.name for p in further if p.default is p.empty and p.name not in parameters]
    if needed:
        raise NotComparable(f"{name} needs {needed[0]}, which {metric.name} has not; give it a default")
    about = Metric(
        name,
        metric.kind,
        _without_nan(function),
        {p: metric.parameters[p] for p in parameters},
        arguments=metric.arguments,
    )
    return ComparedSide(
        name, about, {p: value for p, value in basis.fixed.items() if p in parameters}, is_function=True
    )


def _without_nan(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with no value where it returns nan, as functions of numpy and scipy do."""

    @wraps(function)
    def number(*arguments: Any, **given: Any) -> Any:
        value = function(*arguments, **given)
        if isinstance(value, float) and isnan(value):
            raise Undefined("it returned nan")
        return value

    return number


def _check_names(given: Mapping[str, Any], first: ComparedSide, second: ComparedSide) -> None:
    names = dict.fromkeys(chain(first.metric.parameters, second.metric.parameters))
    for name in given:
        if name not in names:
            known = f"they have {', '.join(names)}" if names else "they have none"
            raise NotComparable(f"neither {first.name} nor {second.name} has a parameter {name!r}; {known}")


def _fixed(side: ComparedSide, given: Mapping[str, Any]) -> ComparedSide:
    """The side with the given parameters as the metric takes them."""
    fixed = dict(side.fixed)
    for name, value in given.items():
        space = side.metric.parameters.get(name)
        if space is None:
            continue
        try:
            if isinstance(space, ScalarSpace):
                fixed[name] = space.admitted(Whole(value) if type(value) is int else value)
            else:
                fixed[name] = value if isinstance(value, Parameter) else space.value_type.of(value)  # type: ignore[attr-defined]  # every parameter type has it
        except ValueError as error:
            raise NotComparable(f"{side.name}: {name}: {error}") from None
    return replace(side, fixed=fixed)


def _about(side: ComparedSide) -> str:
    spaces = ", ".join(space.name for space in side.metric.arguments.values())
    return f"{side.name} takes {spaces}"
