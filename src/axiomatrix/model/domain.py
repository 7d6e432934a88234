"""Signature and domain of a metric: the spaces that it declares, the values they admit, and where it has a value.

An axiom derives further instances from those that are enumerated and drawn: longer lists, other grades, scaled
weights. A metric is never evaluated outside its spaces.
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
    """Shape of a metric: the signature of metrics, and of declarations before there is a definition."""

    @property
    def kind(self) -> str: ...

    @property
    def about(self) -> str: ...

    @property
    def arguments(self) -> Mapping[str, Space]: ...

    @property
    def parameters(self) -> Mapping[str, Space]: ...


INDUCED: Mapping[str, str] = {"retrieved ids": "judged lists"}
"""By sort, the sort of the lists that its values induce: axioms about those are asked of it too."""


def lists_of(metric: Signature) -> Space:
    """The space of the metric's (first) argument; of ids, that of the judged lists that they induce."""
    mine = next(iter(metric.arguments.values()))
    return mine.induced or mine


def stood_in(space: Space, metric: Signature, mine: Space) -> Space:
    """The space that replaces the space of an axiom; ``mine`` is the space of the metric's arguments."""
    if (of_metric := getattr(space, "of_metric", None)) is not None:
        return of_metric(metric)  # type: ignore[no-any-return]  # a space for this metric
    if isinstance(space, OwnSpace) or type(space) is Rankings:
        return mine
    if isinstance(space, Relabellings) and isinstance(mine, TopLists):
        return UniverseRelabellings(mine.universe)
    if isinstance(space, OwnGrades):
        lists = mine.lists if isinstance(mine, Runs) else mine
        if isinstance(lists, (JudgedLists, ScoredLists)):
            return Grades(lists.levels, grid=isinstance(lists, JudgedLists) and lists.grid)
        return Grades((0, 1))
    return space


class OutsideDomain(Undefined):
    """The metric has no value there, because an axiom left the spaces that it declares."""


class HasDomain(Protocol):
    """Parts of a metric that decide where it has a value."""

    @property
    def name(self) -> str: ...

    @property
    def arguments(self) -> Mapping[str, Space]: ...

    @property
    def closed(self) -> Mapping[str, ParameterSpace]: ...

    @property
    def any_grade(self) -> bool: ...

    @property
    def asked_anywhere(self) -> bool: ...

    @property
    def implementation(self) -> Any: ...


class Domain:
    """The spaces of a metric that an axiom can leave."""

    def __init__(self, metric: HasDomain) -> None:
        self._name = metric.name
        self._first = next(iter(metric.arguments.values()))
        self._closed = metric.closed
        if metric.asked_anywhere or metric.implementation is not None:  # a library is given any input on purpose
            self._arguments: dict[int, tuple[str, Space]] = {}
            self._parameters: dict[str, ParameterSpace] = {}
            return
        self._arguments = {
            place: (name, space.of_any_grade() if metric.any_grade else space)
            for place, (name, space) in enumerate(metric.arguments.items())
            if can_be_left(space)
        }
        self._parameters = {name: space for name, space in metric.closed.items() if can_be_left(space)}

    def admit(self, place: int, value: Any) -> None:
        """Raise ``ValueError`` for a value that the argument at this place does not take."""
        if place in self._arguments:
            _, space = self._arguments[place]
            space.admit(value)

    def parameter(self, name: str, value: Any, first: Any) -> Any:
        """The parameter as the definition takes it, for this first argument; ``ValueError`` if it is not of its space.

        Inside another definition, what that one was given is handed on as it is, linear forms and columns too.
        """
        space = self._closed[name]
        if not isinstance(space, ScalarSpace):
            return _vector(f"{self._name}: {name}", space, value, first, self._first.size_of(first))
        if stands_for_numbers(value) or (is_own_argument(value, space) and not isinstance(value, float)):
            return value
        try:
            admitted = space.admitted(value)
            if name in self._parameters:
                space.validate(admitted, self._first.size_of(first))
        except ValueError as error:
            raise ValueError(f"{self._name}: {name}: {error}") from None
        return admitted

    def require(self, arguments: Sequence[Any], parameters: Mapping[str, Any]) -> None:
        """Raise :class:`OutsideDomain` naming the first value that an axiom made and that is not in its space."""
        for place, (name, space) in self._arguments.items():
            _require(name, arguments[place], space.admit)
        for name, space in self._parameters.items():
            if is_of_numbers(parameters[name]):
                _require(name, parameters[name], space.validate, self._first.size_of(arguments[0]))


def _require(name: str, value: Any, check: Callable[..., None], *size: int) -> None:
    try:
        check(value, *size)
    except ValueError as error:
        raise OutsideDomain(f"the axiom asks for {name} = {value}, outside the declared space: {error}") from None


def _vector(name: str, space: ParameterSpace, value: Any, a: Any, n: int) -> Parameter:
    """A parameter that has entries for the items of a ranking, or for the places or grades of any argument."""
    kind = space.value_type
    if not isinstance(value, Parameter):
        value = kind.of(value)  # type: ignore[attr-defined]  # every parameter type has it
    if not isinstance(value, kind):
        raise ValueError(f"{name} is {value!r}; it must be {kind.__name__}.of(...)")
    numbered = dict(enumerate(a.items, 1)) if kind.travels else {}
    expected = space.keys(n)
    keys = [_called(key, numbered) for key in expected] if kind.travels else list(expected)
    if len(value.entries) != len(keys):
        raise ValueError(f"{name} has {len(value.entries)} entries; for {n} items it must have {len(keys)}")
    for key in keys:
        try:
            value[key]
        except KeyError:
            have = list(value.entries)
            raise ValueError(f"{name} has no entry for {key!r}; it has entries for {have}") from None
    if is_own_argument(value, space):
        return value
    numbers = kind({canon: value[key] for canon, key in zip(expected, keys, strict=True)})
    if current() is not None:
        _check_inside(name, space, value, numbers, n)
        return value
    admitted = kind({key: value[key] for key in keys})
    space.check(admitted)
    space.validate(numbers, n)
    return admitted


def _called(key: Any, numbered: Mapping[int, Any]) -> Any:
    return tuple(numbered[k] for k in key) if isinstance(key, tuple) else numbered[key]


def _check_inside(name: str, space: ParameterSpace, value: Parameter, numbers: Parameter, n: int) -> None:
    """Validate what a definition gives another metric, as far as it is numbers and not stand-ins."""
    if is_of_numbers(numbers):
        space.validate(numbers, n)
    elif is_packed(numbers):
        raise Unvectorised(f"{name} was made from many values at once; they are taken one by one")
    elif is_own_parameter(value):
        raise TypeError(f"{name} is of another space than {space.name}")


def can_be_left(space: Space) -> bool:
    """Return whether some value of the right type is not in the space."""
    return not space.fills_type


def is_packed(value: Any) -> bool:
    """Return whether a parameter has columns of many values in place of numbers."""
    return isinstance(value, Parameter) and any(type(entry) is Column for entry in value.entries.values())


def is_of_numbers(value: Any) -> bool:
    """Return whether a parameter consists of numbers, and not of stand-ins for many of them."""
    return all(map(is_number, value.entries.values() if isinstance(value, Parameter) else [value]))


def undefined_marks(id: Any, undefined: Any) -> tuple[Any, ...]:
    """The exceptions and values that are listed; ``ValueError`` for anything else."""
    marks = tuple(undefined) if isinstance(undefined, Iterable) and not isinstance(undefined, (str, type)) else None
    if marks is None or not all(_is_mark(mark) for mark in marks):
        raise ValueError(
            f"metric {id!r}: undefined is {undefined!r}; it must list exceptions, nan or None, such as [ValueError]"
        )
    return marks


def is_undefined(outcome: Any, marks: Iterable[Any]) -> bool:
    """Return whether a definition's result, or its exception, means that there is no value."""
    if isinstance(outcome, BaseException):
        return isinstance(outcome, tuple(mark for mark in marks if isinstance(mark, type)))
    return any(outcome is mark or (_is_nan(mark) and _is_nan(outcome)) for mark in marks)


def _is_mark(mark: Any) -> bool:
    return issubclass(mark, Exception) if isinstance(mark, type) else mark is None or _is_nan(mark)


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and value != value
