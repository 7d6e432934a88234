"""Families: a user's sequence of instances, and its exact ratios (``axiomatrix explore --family FILE:FUNCTION``).

The function takes m = 1, 2, 3 ... and returns an order of the items 1..n, or an order and values of parameters:

    def orders(m):  # two blocks of m items, exchanged
        return [*range(m + 1, 2 * m + 1), *range(1, m + 1)]

The instance, *member* m of the family, is the pair of 1, 2, 3 ... and that order. Each member proves a bound on the
best constant, and a closed form is recognised from the ratios of the first members (:func:`with_form`). A parameter is
*followed* if linear programs can choose its value. :mod:`.holes` adds *templates*, functions with keywords whose values
are chosen too.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from numbers import Integral
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ...catalogue.loading import CannotImport, imported
from ...catalogue.user_frames import USER_FILE
from ...engine.tasks import try_import
from ...evidence.certificate import TOGETHER
from ...methods.coordinates import Order
from ...methods.sweep import Spec, fixed_value
from ...model.registry import Registry
from ...numbers.forms import NotLinear
from ...numbers.radicals import latex
from ...values.parameters import Parameter
from ...values.rankings import Ranking
from ..closed_forms import recognise_form
from .cases import Case, ScoredCase
from .inquiry import Inquiry
from .problem import NoRatio, Problem, bound_of_case
from .results import Bound, FamilyForm

MAX_ITEMS = 200
"""The most items that an order of a family may have."""
# Hints on what to return, at the end of error messages.
RETURNS_HINT = "return an order of the items 1..n such as [3, 1, 2], or (order, parameter value)"
NAMED_VALUES_HINT = "(order, {name: value})"
MEMBERS_EVALUATED = 9
"""Number of members of a family that are evaluated."""

Family = Callable[..., Any]
"""A user's function of m that returns an order, or a pair of orders and values of parameters."""


class BadFamily(ValueError):
    """A family that cannot be evaluated; the message says why and what to do."""


class NoImport(BadFamily, CannotImport):
    """A file of a family that fails to import."""


# --- reading --------------------------------------------------------------------------------------------------


def load_family(file_and_function: str) -> Family:
    """Load the function that ``FILE:FUNCTION`` names; raises :class:`BadFamily` if it cannot."""
    file, colon, name = file_and_function.rpartition(":")
    if not colon or not file or not name:
        raise BadFamily(
            f"family: {file_and_function!r:.200} names no function; write FILE:FUNCTION, such as family.py:orders"
        )
    path = Path(file)
    if not path.is_file():
        raise BadFamily(f"family: there is no file {file!r:.200}; give the path of a Python file before the colon")
    if path.suffix != ".py":
        raise BadFamily(f"family: {file!r:.200} is not a Python file; its name must end in .py")
    module = _module(path)
    function = getattr(module, name, None)
    if not callable(function):
        defined = [n for n, f in vars(module).items() if inspect.isfunction(f) and f.__module__ == module.__name__]
        names = ", ".join(map(repr, defined[:10])) or "none"
        raise BadFamily(f"family: {file!r:.200} has no function {name!r:.80}; it defines {names}")
    return function  # type: ignore[no-any-return]  # it is callable


def _module(path: Path) -> Any:
    """Import the file as a module, unless it is already loaded because it also holds metrics.

    A separate process imports the file first, so that a crash does not end this one.
    """
    loaded = sys.modules.get(f"axiomatrix_user_file_{path.stem}")
    if loaded is not None and Path(getattr(loaded, "__file__", None) or "").resolve() == path.resolve():
        return loaded
    try:
        try_import([path])
        return imported(path, f"{USER_FILE}family_{path.stem}")
    except CannotImport as error:
        raise NoImport(f"family: the file cannot be imported: {error!s:.300}; make it run on its own first") from error


def first_m(function: Family) -> int:
    """Return the m at which a family begins: the default of its parameter (``def orders(m=2)``), or 1."""
    parameters = _parameters(function)
    default = parameters[0].default if parameters else None
    return default if isinstance(default, int) and not isinstance(default, bool) else 1


def holes_of(function: Family) -> dict[str, Sequence[Any]]:
    """Return the holes of a template (see :mod:`.holes`), by name: the values that the defaults of keywords list."""
    return {
        parameter.name: parameter.default
        for parameter in _parameters(function)
        if parameter.kind is parameter.KEYWORD_ONLY and isinstance(parameter.default, (range, tuple))
    }


def _parameters(function: Family) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return []  # a built-in without a signature: the call itself fails if it takes other arguments


def call_family(
    function: Family, m: int, parameters: Mapping[str, Any], main_parameter: str | None, order_count: int
) -> tuple[tuple[Order, ...], dict[str, Parameter]]:
    """Call the function at m; return (orders, values of parameters by name), or raise :class:`BadFamily`.

    ``parameters`` has the space of each parameter of the metric. ``main_parameter`` is the one that a value without a
    name belongs to; values must have names if it is None. The function returns one order. In a statement about more
    than two rankings it returns a list of ``order_count`` orders, without the first ranking, which is 1, 2, 3 ...
    """
    named = function.func if isinstance(function, partial) else function  # a template whose holes are filled
    call_text = f"{getattr(named, '__name__', 'the family')!s:.80}({m})"
    required = [
        parameter
        for parameter in _parameters(function)
        if parameter.default is parameter.empty
        and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    if len(required) > 1:
        names = ", ".join(parameter.name for parameter in required)
        raise BadFamily(f"family: {call_text}: the function takes ({names}); it must take one whole number m")
    try:
        returned = function(m)
    except Exception as error:
        raise BadFamily(f"family: {call_text} raised {_message(error)}; {RETURNS_HINT}") from error
    returned_orders, returned_values = returned, None
    # A pair is (orders, values) if its first part is itself an order, or a list of orders.
    if (
        isinstance(returned, (tuple, list))
        and len(returned) == 2
        and _depth(returned[0]) == (1 if order_count == 1 else 2)
    ):
        returned_orders, returned_values = returned
    orders = _validated_orders(returned_orders, order_count, call_text)
    if returned_values is None:
        return orders, {}
    return orders, _validated_values(returned_values, parameters, main_parameter, len(orders[0]), call_text)


def _validated_orders(returned: Any, order_count: int, call_text: str) -> tuple[Order, ...]:
    """Return the orders that the call returned: one, or a list of more than one, all of equal length."""
    if order_count == 1:
        return (_validated_order(returned, call_text, RETURNS_HINT),)
    if _depth(returned) != 2 or len(returned) != order_count:
        raise BadFamily(
            f"family: {call_text} must return {order_count} orders, "
            f"as the statement is about {order_count + 1} rankings"
        )
    hint = f"return a list of {order_count} orders of the items 1..n, or (that list, parameter value)"
    orders = tuple(_validated_order(order, call_text, hint) for order in returned)
    if len({len(order) for order in orders}) > 1:
        sizes = ", ".join(str(len(order)) for order in orders)
        raise BadFamily(f"family: {call_text} returned orders of {sizes} items; all must have the same length")
    return orders


def _validated_values(
    returned: Any, parameters: Mapping[str, Any], main_parameter: str | None, n: int, call_text: str
) -> dict[str, Parameter]:
    """Return the values that the call returned, by name: it returned a mapping, or the value of the main parameter."""
    if not (isinstance(returned, Mapping) and returned and set(returned) <= set(parameters)):
        if main_parameter is None:
            raise BadFamily(
                f"family: {call_text} returned a parameter value without a name; "
                f"return an order, or {NAMED_VALUES_HINT}"
            )
        returned = {main_parameter: returned}
    return {name: _validated_value(name, value, parameters[name], n, call_text) for name, value in returned.items()}


def _depth(value: Any) -> int:
    """Return 1 for a value that may be an order, which is a list of items, 2 for a list of these, and else 0."""
    if isinstance(value, (str, bytes, Mapping)):
        return 0
    if not isinstance(value, (Ranking, Iterable)):
        return 0
    first = value[0] if isinstance(value, (tuple, list)) and value else None
    return 2 if _depth(first) else 1


def _validated_order(order: Any, call_text: str, hint: str) -> Order:
    """Return an order as a tuple; the error for another value names the call that returned it, and gives the hint."""
    if isinstance(order, Ranking):
        order = order.order
    if isinstance(order, (set, frozenset)):
        raise BadFamily(f"family: {call_text} returned a set, which has no order; {hint}")
    if isinstance(order, (str, bytes, Mapping)) or not isinstance(order, Iterable):
        raise BadFamily(f"family: {call_text} returned {order!r:.80}, which is not an order; {hint}")
    items = []
    for item in order:
        if not isinstance(item, Integral) or isinstance(item, bool):
            raise BadFamily(f"family: {call_text}: the order contains {item!r:.80}; {hint}")
        items.append(int(item))
        if len(items) > MAX_ITEMS:
            raise BadFamily(f"family: {call_text} returned more than {MAX_ITEMS} items; evaluate it at smaller m")
    if sorted(items) != list(range(1, len(items) + 1)) or not items:
        first_items = ", ".join(map(str, items[:20])) + (" ..." if len(items) > 20 else "")
        raise BadFamily(
            f"family: {call_text} returned ({first_items}), which is not a permutation of 1..{len(items)}; {hint}"
        )
    return tuple(items)


def _validated_value(name: str, value: Any, space: Any, n: int, call_text: str) -> Parameter:
    """Return the value of a parameter over n items with its entries in the order of the space."""
    try:
        parameter = value if isinstance(value, Parameter) else space.value_type.of(value)
        space.closure().validate(parameter, n)
        entries = {key: parameter[key] for key in space.keys(n)}
    except (ValueError, TypeError, KeyError) as error:
        raise BadFamily(f"family: {call_text} returned a bad value for {name}: {_message(error)}") from None
    return space.value_type(entries)  # type: ignore[no-any-return]  # a parameter


def _message(error: BaseException) -> str:
    """Return the type and the first line of an exception, for a message of one line."""
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]:.300}" if lines else type(error).__name__


# --- evaluating -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Member:
    """One member of a family with its exact ratio."""

    problem: Problem
    scored: ScoredCase
    m: int
    """The argument of the family's function."""
    how: str
    """How the ratio was computed, for the note of the bound."""

    def bound(self, filling_text: str = "") -> Bound:
        """Return the bound that it proves, decided once more by the definition.

        ``filling_text`` describes the filling of a template's holes, for the note of the bound.
        """
        return bound_of_case(self.problem, self.scored, f"m = {self.m}, {filling_text}{self.how}", kind="family")


def evaluate_member(function: Family, m: int, inquiry: Inquiry, spec: Spec | None, registry: Registry) -> Member:
    """Evaluate the family at m: by a linear program if it returns no value of the followed parameter.

    ``spec`` names the parameters that programs can choose; None if there are none. Raises :class:`BadFamily`.
    """
    return _evaluate_case(m, *_problem_and_case(function, m, inquiry, spec, registry))


def members(
    function: Family, inquiry: Inquiry, spec: Spec | None, registry: Registry, max_items: int | None = None
) -> Iterator[Member]:
    """Yield the first :data:`MEMBERS_EVALUATED` members, evaluated. Raises :class:`BadFamily`.

    The first member may have any number of items. The first later one of more than ``max_items`` items ends it.
    """
    first = first_m(function)
    for m in range(first, first + MEMBERS_EVALUATED):
        problem, case = _problem_and_case(function, m, inquiry, spec, registry)
        if max_items is not None and m > first and problem.n > max_items:
            return
        yield _evaluate_case(m, problem, case)


def _problem_and_case(
    function: Family, m: int, inquiry: Inquiry, spec: Spec | None, registry: Registry
) -> tuple[Problem, Case]:
    """Call the family at m; return the problem of its size, with the values that it returns, and its orders as a case.

    A program chooses the followed parameters that the family leaves open.
    """
    metric = inquiry.metric
    followed = spec.parameter.split(TOGETHER) if spec is not None else []
    main_parameter = followed[0] if len(followed) == 1 else None

    def problem_at(n: int, values: Mapping[str, Parameter]) -> Problem:
        names_of_values = spec.fixed if spec is not None else ()  # such as ``unit``: all entries 1
        fixed = {name: fixed_value(value, metric.parameters[name], n) for name, value in names_of_values} | dict(values)
        linear = TOGETHER.join(name for name in followed if name not in fixed) or None
        return Problem(metric, inquiry.quantity_statement, registry, n, inquiry.sense, linear=linear, fixed=fixed)

    try:
        order_count = problem_at(2, {}).rankings_per_case  # the size does not matter for it
        orders, values = call_family(function, m, metric.parameters, main_parameter, order_count)
        return problem_at(len(orders[0]), values), Case(orders)
    except NoRatio as error:
        raise BadFamily(f"family: {error}") from None


def _evaluate_case(m: int, problem: Problem, case: Case) -> Member:
    """Compute the ratio of the member at m, by a program if the problem has a linear parameter."""
    try:
        if problem.linear is None:
            if problem.free:
                name = problem.free[0]
                raise BadFamily(f"family: no value for {name}; return (order, {{{name!r}: value}})")
            scored, how = problem.evaluate(case, None), "by the definition"
        else:
            followed = problem.linear if TOGETHER in problem.linear else "the parameter"
            # The budget of programs is unlimited: a family has few members.
            scored, how = problem.adapt(case, lambda: True), f"{followed} by a linear program"
    except NotLinear as error:
        raise BadFamily(
            f"family: the best value of the parameter cannot be computed: {error}; return it with the order"
        ) from None
    except NoRatio as error:
        raise BadFamily(f"family: {error}") from None
    if scored is None:
        raise BadFamily(
            f"family: at m = {m} the order {case.orders[0]!r:.200} has no ratio (nothing is inverted, or its program "
            f"was not solved); start the family later: def orders(m={m + 1})"
        )
    return Member(problem, scored, m, how)


def with_form(members: Sequence[Member], filling_text: str = "") -> tuple[Bound, ...]:
    """Return the bounds of the members; the last has the closed form recognised from their values, if there is one.

    ``filling_text`` is that of :meth:`Member.bound`.
    """
    bounds = [member.bound(filling_text) for member in members]
    ms = [member.m for member in members]
    form = recognise_form(ms, [bound.value for bound in bounds])
    if form is not None:
        bounds[-1] = replace(bounds[-1], form=FamilyForm(form.text, form.limit, form.ms, latex(form.form)))
    return tuple(bounds)
