"""Prepare the two sides of `axiomatrix difference`: registered metrics, or a metric and a plain function.

A *side* is a metric or function, with the parameters that the user fixed. A pair adds what both sides share: common
arguments, and the parameters that are enumerated for both at once. :mod:`.search` compares the sides.
"""

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
from ...spaces.common import embed, meet
from ...values.parameters import Parameter
from ..relate.defaults import default_parameters, defaults_text
from ..relate.domains import common_domain

Sided = Metric | str | Reading | Callable[..., Any]
"""A thing that a user can compare: a metric, its name as text or as a reading, or a plain function."""


class NotComparable(ValueError):
    """Two things cannot be compared; the message says what to write instead."""


@dataclass(frozen=True)
class ComparedSide:
    """A metric, or a function as a metric, with the parameters that are fixed."""

    name: str
    """The name as the user wrote it."""
    metric: Metric
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Values by parameter, from the name (``nDCG@10``) or from the call."""
    is_function: bool = False
    """True if it is a plain function, and not a registered metric."""

    @property
    def call_name(self) -> str:
        """Return the name to write in calls; a metric has its registered name."""
        return self.name if self.is_function else self.metric.name

    @property
    def has_item_data(self) -> bool:
        """Return whether values of particular items are fixed, so that renaming the items makes another instance."""
        return any(isinstance(value, Parameter) for value in self.fixed.values())

    def arguments(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """Convert the values of an instance, in order, to this side's arguments, such as a ranking to a weak order."""
        spaces = self.metric.arguments.values()
        return tuple(embed(value, space) for value, space in zip(values.values(), spaces, strict=True))

    def parameters(self, n: int, shared: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parameters over n items: fixed or shared ones, and defaults for the rest."""
        specified = {**self.fixed, **shared}
        unspecified = {name: space for name, space in self.metric.parameters.items() if name not in specified}
        # Without items the defaults are those of one item, as a cut-off is at least 1.
        default_values = default_parameters(replace(self.metric, parameters=unspecified), max(1, n), "n")
        return {name: specified.get(name, default_values.get(name)) for name in self.metric.parameters}


@dataclass(frozen=True)
class ComparedPair:
    """Both sides, their common arguments, and the parameters that both have and that are not fixed."""

    f: ComparedSide
    g: ComparedSide
    arguments: Mapping[str, Space]
    """By the name that f has for the argument, the space of the values that both sides take."""
    shared: Mapping[str, Space]
    """By name of a parameter, the space of the values that both sides take."""

    @property
    def sides(self) -> tuple[ComparedSide, ComparedSide]:
        """Both sides."""
        return self.f, self.g

    def settings(self, side: ComparedSide) -> str:
        """Write the parameters of a side that are not enumerated, such as ``k = n, p = 1/2``; empty if none."""
        unspecified = {
            name: space
            for name, space in side.metric.parameters.items()
            if name not in self.shared and name not in side.fixed
        }
        default_values = defaults_text(replace(side.metric, parameters=unspecified), "n")
        fixed = (f"{name} = {value}" for name, value in side.fixed.items())
        return ", ".join(filter(None, [*fixed, default_values]))

    @property
    def spaces(self) -> list[Space]:
        """Return the spaces of everything that an instance has."""
        return [*self.arguments.values(), *self.shared.values()]

    @property
    def in_floats(self) -> bool:
        """Return whether one side gives floats."""
        return not (self.f.metric.exact and self.g.metric.exact)

    def with_float_functions(self) -> ComparedPair:
        """Return the pair with functions that give floats."""
        f, g = (
            replace(side, metric=replace(side.metric, exact=False)) if side.is_function else side for side in self.sides
        )
        return replace(self, f=f, g=g)

    def has_fixed_values_for(self, n: int) -> bool:
        """Return whether the fixed values are for n items: weights of three items fit no other size."""
        # A user may also fix values on the boundary of a space, such as weights of 0. A scalar is for every size.
        return all(
            side.metric.closed_spaces[name].contains(value, n)
            for side in self.sides
            for name, value in side.fixed.items()
            if not isinstance(side.metric.parameters[name], ScalarSpace)
        )


def pair_of(f: Sided, g: Sided, fixed_values: Mapping[str, Any], registry: Registry) -> ComparedPair:
    """Pair the two sides; raise :class:`NotComparable` if they have nothing in common.

    An unknown name raises ``Unknown``. A function becomes a side by the arguments and parameters of the other side,
    which must be a metric.
    """
    # None for a plain function, which becomes a side like the other one.
    metric_sides = [_metric_side(x, registry) if isinstance(x, (Metric, str, Reading)) else None for x in (f, g)]
    metric_side = next((side for side in metric_sides if side is not None), None)
    if metric_side is None:
        raise NotComparable(
            "at least one of the two must be a metric, whose spaces give the instances to try; register one of the "
            "functions with @axiomatrix.metric, or name a metric of the catalogue"
        )
    first, second = (side or _function_side(x, metric_side) for side, x in zip(metric_sides, (f, g), strict=True))
    _refuse_unknown_names(fixed_values, first, second)
    first, second = (_with_fixed_values(side, fixed_values) for side in (first, second))
    domain = common_domain(first.metric, second.metric)
    if domain is None:
        raise NotComparable(f"{_arguments_text(first)}; {_arguments_text(second)}: they have nothing in common")
    shared = {}
    for name, space in first.metric.parameters.items():
        other_space = second.metric.parameters.get(name)
        if other_space is not None and name not in {**first.fixed, **second.fixed}:
            common_space = meet(space, other_space)
            if common_space is None:
                raise NotComparable(f"{name}: {space.name} and {other_space.name} have nothing in common")
            shared[name] = common_space
    return ComparedPair(first, second, dict(zip(first.metric.arguments, domain, strict=True)), shared)


def _metric_side(subject: Metric | str | Reading, registry: Registry) -> ComparedSide:
    if isinstance(subject, Metric):
        return ComparedSide(subject.name, subject)
    reading = registry.read_metric(subject) if isinstance(subject, str) else subject
    return ComparedSide(reading.shown, registry.metric(reading.name), dict(reading.parameters))


def _function_side(function: Any, metric_side: ComparedSide) -> ComparedSide:
    """Make a side of a function that is called like the metric's definition, with its parameters of the same names."""
    if not callable(function):
        raise NotComparable(f"{function!r:.60} is neither a metric nor a function")
    metric = metric_side.metric
    own_name = getattr(function, "__name__", type(function).__name__)
    name = own_name if own_name.isidentifier() else "the function"  # a lambda is named <lambda>
    if name in (metric_side.name, metric.name):
        name = f"{name} (the function)"
    try:
        signature = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):  # such as some functions written in C
        signature = []
    by_position = [p for p in signature if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    # A list of retrieved ids is passed as several arguments (``takes``): ids and judgements.
    argument_count = sum(len(space.takes) or 1 for space in metric.arguments.values())
    after_arguments = [*by_position[argument_count:], *(p for p in signature if p.kind is p.KEYWORD_ONLY)]
    names_after_arguments = {p.name for p in after_arguments}
    takes_any_name = any(p.kind is p.VAR_KEYWORD for p in signature)
    shared = [parameter for parameter in metric.parameters if takes_any_name or parameter in names_after_arguments]
    required = [p.name for p in after_arguments if p.default is p.empty and p.name not in shared]
    if required:
        raise NotComparable(f"{name} needs {required[0]}, which {metric.name} does not have; give it a default")
    as_metric = Metric(
        name,
        metric.kind,
        _without_nan(function),
        {parameter: metric.parameters[parameter] for parameter in shared},
        arguments=metric.arguments,
    )
    fixed = {parameter: value for parameter, value in metric_side.fixed.items() if parameter in shared}
    return ComparedSide(name, as_metric, fixed, is_function=True)


def _without_nan(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with no value where it returns nan, as functions of numpy and scipy do for no value."""

    @wraps(function)
    def number(*arguments: Any, **parameters: Any) -> Any:
        value = function(*arguments, **parameters)
        if isinstance(value, float) and isnan(value):
            raise Undefined("it returned nan")
        return value

    return number


def _refuse_unknown_names(fixed_values: Mapping[str, Any], first: ComparedSide, second: ComparedSide) -> None:
    names = dict.fromkeys(chain(first.metric.parameters, second.metric.parameters))
    for name in fixed_values:
        if name not in names:
            choices = f"they have {', '.join(names)}" if names else "they have none"
            raise NotComparable(f"neither {first.name} nor {second.name} has a parameter {name!r}; {choices}")


def _with_fixed_values(side: ComparedSide, fixed_values: Mapping[str, Any]) -> ComparedSide:
    """Return the side with the fixed values that it takes, converted to the values of the metric's spaces."""
    fixed = dict(side.fixed)
    for name, value in fixed_values.items():
        space = side.metric.parameters.get(name)
        if space is None:
            continue
        try:
            if isinstance(space, ScalarSpace):
                fixed[name] = space.to_exact(Whole(value) if type(value) is int else value)
            else:
                fixed[name] = value if isinstance(value, Parameter) else space.value_type.of(value)  # type: ignore[attr-defined]  # every parameter type has it
        except ValueError as error:
            raise NotComparable(f"{side.name}: {name}: {error}") from None
    return replace(side, fixed=fixed)


def _arguments_text(side: ComparedSide) -> str:
    spaces = ", ".join(space.name for space in side.metric.arguments.values())
    return f"{side.name} takes {spaces}"
