"""Signature and domain of a metric: the spaces that it declares, and the values at which it may be evaluated.

Values reach a metric in two ways, and :class:`Domain` checks both:

* A user calls it. A value outside its spaces raises ``ValueError`` (:meth:`Domain.admit_argument`,
  :meth:`Domain.admit_parameter`).
* The law of an axiom calls it, on arguments that the law derives from an instance: longer lists, other grades, scaled
  weights. Outside its spaces the metric is not evaluated, and the case is discarded (:class:`OutsideDomain`, raised by
  :meth:`Domain.require`).

The checker itself also calls definitions on stand-ins for numbers, such as symbols, or columns that hold many numbers.
They pass unchecked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from ..numbers.columns import Column, Unvectorised
from ..numbers.evaluation import current, is_number, is_own_argument, is_own_parameter, stands_for_numbers
from ..numbers.exact import Undefined
from ..spaces import (
    Grades,
    JudgedLists,
    OwnGrades,
    OwnSpace,
    ParameterSpace,
    Rankings,
    Relabellings,
    Runs,
    ScalarSpace,
    ScoredLists,
    Space,
    TopLists,
    UniverseRelabellings,
)
from ..values.parameters import Parameter


class Signature(Protocol):
    """Kind and spaces that a metric declares. A :class:`.Metric` has them, and a declaration without a definition."""

    @property
    def kind(self) -> str:
        """The meaning of the value, such as ``distance``."""
        ...

    @property
    def about(self) -> str:
        """The sort of the arguments, such as ``rankings``."""
        ...

    @property
    def arguments(self) -> Mapping[str, Space]: ...

    @property
    def parameters(self) -> Mapping[str, Space]: ...


INDUCED: Mapping[str, str] = {"retrieved ids": "judged lists"}
"""Maps a sort to the sort of the lists that its values induce: axioms about these apply to both."""


def lists_of(metric: Signature) -> Space:
    """Return the space of the first argument; for retrieved ids, the space of the judged lists they induce."""
    argument_space = next(iter(metric.arguments.values()))
    return argument_space.induced or argument_space  # induced: the space of the lists; None for most spaces


def space_for_metric(space: Space, metric: Signature, argument_space: Space) -> Space:
    """Return the space over which an axiom that names ``space`` quantifies for this metric; most spaces stay.

    ``argument_space`` is the space of the metric's arguments. It replaces the placeholder ``spaces.own``, and also
    ``spaces.ranking``, since axioms about metrics in general are written for rankings.
    """
    if (space_of_metric := getattr(space, "of_metric", None)) is not None:  # a space that depends on the metric
        return space_of_metric(metric)  # type: ignore[no-any-return]  # a space for this metric
    if isinstance(space, OwnSpace) or type(space) is Rankings:
        return argument_space
    if isinstance(space, Relabellings) and isinstance(argument_space, TopLists):
        # two top lists may list different items, so that more items than each list has are renamed
        return UniverseRelabellings(argument_space.universe)
    if isinstance(space, OwnGrades):  # the grades of the metric's lists, or 0 and 1 for a metric without grades
        lists = argument_space.lists if isinstance(argument_space, Runs) else argument_space
        if isinstance(lists, (JudgedLists, ScoredLists)):
            return Grades(lists.levels, grid=isinstance(lists, JudgedLists) and lists.is_grid)
        return Grades((0, 1))
    return space


class OutsideDomain(Undefined):
    """Raised where the law of an axiom evaluates the metric outside the spaces that the metric declares."""


class HasDomain(Protocol):
    """The attributes of a metric that determine its domain."""

    @property
    def name(self) -> str: ...

    @property
    def arguments(self) -> Mapping[str, Space]: ...

    @property
    def closed_spaces(self) -> Mapping[str, ParameterSpace]: ...

    @property
    def any_grade(self) -> bool: ...

    @property
    def evaluated_anywhere(self) -> bool: ...

    @property
    def implementation(self) -> Any: ...


class Domain:
    """Checks of arguments and parameters against the spaces of a metric.

    Only spaces that lack some value of their type need a check. A library's metric is given any input on purpose, to
    see what it does with it, and has no checks.
    """

    def __init__(self, metric: HasDomain) -> None:
        self._metric_name = metric.name
        self._first_space = next(iter(metric.arguments.values()))
        self._closed = metric.closed_spaces
        self._arguments: dict[int, tuple[str, Space]] = {}
        """The arguments that need a check: by index from 0, the name and the space."""
        self._parameters: dict[str, ParameterSpace] = {}
        """The parameters that need a check: by name, the space with its boundary."""
        if metric.evaluated_anywhere or metric.implementation is not None:
            return
        self._arguments = {
            index: (name, space.of_any_grade() if metric.any_grade else space)
            for index, (name, space) in enumerate(metric.arguments.items())
            if excludes_values(space)
        }
        self._parameters = {name: space for name, space in metric.closed_spaces.items() if excludes_values(space)}

    def admit_argument(self, index: int, value: Any) -> None:
        """Raise ``ValueError`` for a value that the argument with this index (from 0) does not take."""
        if index in self._arguments:
            _, space = self._arguments[index]
            space.admit(value)

    def admit_parameter(self, name: str, value: Any, first_argument: Any) -> Any:
        """Convert a call's value for a parameter; ``ValueError`` if it is not in the parameter's space.

        Vectors must have entries for the items of ``first_argument``. Inside another definition, that definition's own
        arguments and parameters, which may be linear forms or columns, are returned unchecked.
        """
        space = self._closed[name]  # a call may pass values on the boundary
        if not isinstance(space, ScalarSpace):
            n = self._first_space.size_of(first_argument)
            return _admit_vector(f"{self._metric_name}: {name}", space, value, first_argument, n)
        if stands_for_numbers(value) or (is_own_argument(value, space) and not isinstance(value, float)):
            return value
        try:
            admitted = space.to_exact(value)
            if name in self._parameters:
                space.validate(admitted, self._first_space.size_of(first_argument))
        except ValueError as error:
            raise ValueError(f"{self._metric_name}: {name}: {error}") from None
        return admitted

    def require(self, arguments: Sequence[Any], parameters: Mapping[str, Any]) -> None:
        """Raise :class:`OutsideDomain` naming the first value, derived by a law, that is not in its space.

        A parameter that holds stand-ins for numbers passes unchecked.
        """
        for index, (name, space) in self._arguments.items():
            _require(name, arguments[index], space.admit)
        for name, space in self._parameters.items():
            if is_of_numbers(parameters[name]):
                _require(name, parameters[name], space.validate, self._first_space.size_of(arguments[0]))


def _require(name: str, value: Any, check: Callable[..., None], *size: int) -> None:
    """Raise :class:`OutsideDomain` where ``check(value, *size)`` raises ``ValueError``."""
    try:
        check(value, *size)
    except ValueError as error:
        raise OutsideDomain(f"the axiom asks for {name} = {value}, outside the declared space: {error}") from None


def _admit_vector(name: str, space: ParameterSpace, value: Any, first_argument: Any, n: int) -> Parameter:
    """Convert and check a parameter with several entries, and return it with the keys that the metric needs.

    1. It must be a value of the parameter's type, with exactly the keys that the metric needs.
    2. If another definition made the call, its own parameters pass, and others are checked if they hold numbers.
    3. If a user did, the value is checked whole: by ``check`` with the names of its items, by ``validate`` without.

    A *key* says to what an entry belongs: an item, a pair of items, or a position. Spaces know the items 1..n only. The
    keys of element data, which belongs to the items, are therefore items of the argument in the value that is returned,
    and the numbers of these items in the copy that is checked. (``travels`` marks element data.)

    ``name`` is the metric and the parameter, for messages.
    """
    value_type = space.value_type
    if not isinstance(value, Parameter):
        value = value_type.of(value)  # type: ignore[attr-defined]  # every parameter type has it
    if not isinstance(value, value_type):
        raise ValueError(f"{name} is {value!r}; it must be {value_type.__name__}.of(...)")
    item_of_number = dict(enumerate(first_argument.items, 1)) if value_type.travels else {}
    numbered_keys = space.keys(n)
    keys = list(numbered_keys)
    if value_type.travels:  # a key is an item, or a pair of items
        keys = [
            tuple(item_of_number[k] for k in key) if isinstance(key, tuple) else item_of_number[key] for key in keys
        ]
    if len(value.entries) != len(keys):
        raise ValueError(f"{name} has {len(value.entries)} entries; for {n} items it must have {len(keys)}")
    for key in keys:
        try:
            value[key]
        except KeyError:
            have = list(value.entries)
            raise ValueError(f"{name} has no entry for {key!r}; it has entries for {have}") from None
    if is_own_argument(value, space):  # of the definition that calls the metric
        return value
    numbered = value_type({number: value[key] for number, key in zip(numbered_keys, keys, strict=True)})
    if current() is not None:  # another definition calls the metric
        _check_inside(name, space, value, numbered, n)
        return value
    admitted = value_type({key: value[key] for key in keys})
    space.check(admitted)
    space.validate(numbered, n)
    return admitted


def _check_inside(name: str, space: ParameterSpace, value: Parameter, numbered: Parameter, n: int) -> None:
    """Validate a parameter that a definition passes to another metric; stand-ins for numbers cannot be validated."""
    if is_of_numbers(numbered):
        space.validate(numbered, n)
    elif is_packed(numbered):
        raise Unvectorised(f"{name} holds many values at once; they are evaluated one by one")
    elif is_own_parameter(value):
        raise TypeError(f"{name} comes from a space other than {space.name}")


def excludes_values(space: Space) -> bool:
    """Return whether some value of the space's type is not in the space, such as a list with other grades."""
    return not space.fills_type  # as the space itself declares


def is_packed(value: Any) -> bool:
    """Return whether a parameter has columns of many values in place of numbers."""
    return isinstance(value, Parameter) and any(type(entry) is Column for entry in value.entries.values())


def is_of_numbers(value: Any) -> bool:
    """Return whether a parameter consists of numbers, not of stand-ins such as columns or symbols."""
    return all(map(is_number, value.entries.values() if isinstance(value, Parameter) else [value]))


def undefined_marks(id: Any, undefined: Any) -> tuple[Any, ...]:
    """Check the option ``undefined`` of a metric, which lists exceptions, nan and None, and return it as a tuple."""
    marks = tuple(undefined) if isinstance(undefined, Iterable) and not isinstance(undefined, (str, type)) else None
    if marks is None or not all(_is_mark(mark) for mark in marks):
        raise ValueError(
            f"metric {id!r}: undefined is {undefined!r}; it must list exceptions, nan or None, such as [ValueError]"
        )
    return marks


def is_undefined(outcome: Any, marks: Iterable[Any]) -> bool:
    """Return whether a definition's result, or its exception, is one of the marks that mean *no value*."""
    if isinstance(outcome, BaseException):
        return isinstance(outcome, tuple(mark for mark in marks if isinstance(mark, type)))
    return any(outcome is mark or (_is_nan(mark) and _is_nan(outcome)) for mark in marks)


def _is_mark(mark: Any) -> bool:
    return issubclass(mark, Exception) if isinstance(mark, type) else mark is None or _is_nan(mark)


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and value != value
