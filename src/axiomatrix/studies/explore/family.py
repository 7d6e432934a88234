"""Families: a user's sequence of instances, and its exact ratios.

``--family FILE:FUNCTION`` names a Python function of m = 1, 2, 3 ... that returns an order, or an order and values of
parameters.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from .problem import NoRatio, Problem, reported
from .results import Bound, FamilyForm

LARGEST = 200
"""The most items that an order of a family may have."""
RETURNS = "return an order of the items 1..n such as [3, 1, 2], or (order, parameter value)"
NAMED = "(order, {name: value})"
MEMBERS = 9
"""How many members of a family are evaluated."""

Family = Callable[..., Any]


class BadFamily(ValueError):
    """A family that cannot be evaluated: what is wrong with it, and what to do."""


class NoImport(BadFamily, CannotImport):
    """A file of a family that fails to import."""


# --- reading --------------------------------------------------------------------------------------------------


def load_family(named: str) -> Family:
    """The function that ``FILE:FUNCTION`` names; :class:`BadFamily` says what is wrong."""
    file, colon, name = named.rpartition(":")
    if not colon or not file or not name:
        raise BadFamily(f"family: {named!r:.200} names no function; write FILE:FUNCTION, such as family.py:orders")
    path = Path(file)
    if not path.is_file():
        raise BadFamily(f"family: there is no file {file!r:.200}; give the path of a Python file before the colon")
    if path.suffix != ".py":
        raise BadFamily(f"family: {file!r:.200} is not a Python file; its name must end in .py")
    module = _module(path)
    function = getattr(module, name, None)
    if not callable(function):
        defined = [n for n, f in vars(module).items() if inspect.isfunction(f) and f.__module__ == module.__name__]
        known = ", ".join(repr(n) for n in defined[:10]) or "none"
        raise BadFamily(f"family: {file!r:.200} has no function {name!r:.80}; it defines {known}")
    return function  # type: ignore[no-any-return]  # it is callable


def _module(path: Path) -> Any:
    """The file as a module; the one that is loaded already if it holds metrics too, as these register only once."""
    loaded = sys.modules.get(f"axiomatrix_user_file_{path.stem}")
    if loaded is not None and Path(getattr(loaded, "__file__", None) or "").resolve() == path.resolve():
        return loaded
    try:
        try_import([path])
        return imported(path, f"{USER_FILE}family_{path.stem}")
    except CannotImport as error:
        raise NoImport(f"family: the file does not import: {error!s:.300}; make it run by itself first") from error


def first_m(function: Family) -> int:
    """Where a family begins: the default of its parameter (``def orders(m=2)``), or 1."""
    for parameter in _parameters(function)[:1]:
        if isinstance(parameter.default, int) and not isinstance(parameter.default, bool):
            return parameter.default
    return 1


def holes_of(function: Family) -> dict[str, Sequence[Any]]:
    """The holes of a template, by name: the values that the defaults of its keyword-only parameters list."""
    return {
        parameter.name: parameter.default
        for parameter in _parameters(function)
        if parameter.kind is parameter.KEYWORD_ONLY and isinstance(parameter.default, (range, tuple))
    }


def _parameters(function: Family) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return []  # a built-in without a signature: calling it will tell


def member(
    function: Family, m: int, parameters: Mapping[str, Any], main: str | None, count: int
) -> tuple[tuple[Order, ...], dict[str, Parameter]]:
    """The family at m: all rankings but the first, which is 1, 2, 3 ..., and the values of parameters that it gives.

    ``main`` is the parameter that a bare value belongs to. With a ``count`` above 1 (a statement about more than two
    rankings) the function must give a list of so many orders. Raises :class:`BadFamily`.
    """
    called = f"{getattr(function, '__name__', 'the family')!s:.80}({m})"
    needed = [
        p
        for p in _parameters(function)
        if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    if len(needed) > 1:
        names = ", ".join(p.name for p in needed)
        raise BadFamily(f"family: {called}: the function takes ({names}); it must take one whole number m")
    try:
        returned = function(m)
    except Exception as error:
        raise BadFamily(f"family: {called} raised {_message(error)}; {RETURNS}") from error
    order, given = returned, None
    if isinstance(returned, (tuple, list)) and len(returned) == 2 and _depth(returned[0]) == (1 if count == 1 else 2):
        order, given = returned
    if count == 1:
        orders: tuple[Order, ...] = (_order(order, called, RETURNS),)
    elif _depth(order) != 2 or len(order) != count:
        raise BadFamily(f"family: {called} must return {count} orders, as the statement is about {count + 1} rankings")
    else:
        hint = f"return a list of {count} orders of the items 1..n, or (that list, parameter value)"
        orders = tuple(_order(one, called, hint) for one in order)
    n = len(orders[0])
    if any(len(one) != n for one in orders):
        raise BadFamily(f"family: {called} returned orders of {', '.join(str(len(o)) for o in orders)} items")
    values: dict[str, Parameter] = {}
    if given is not None:
        if not (isinstance(given, Mapping) and given and set(given) <= set(parameters)):
            if main is None:
                raise BadFamily(f"family: {called} gives a value of no named parameter; return an order, or {NAMED}")
            given = {main: given}
        for name, value in given.items():
            values[name] = _value(name, value, parameters[name], n, called)
    return orders, values


def _depth(value: Any) -> int:
    """1 for what may be an order, 2 for a list of such, 0 for anything else."""
    if isinstance(value, Ranking) or (isinstance(value, Iterable) and not isinstance(value, (str, bytes, Mapping))):
        inner = value[0] if isinstance(value, (tuple, list)) and value else None
        return 2 if _depth(inner) else 1
    return 0


def _order(order: Any, called: str, hint: str) -> Order:
    if isinstance(order, Ranking):
        order = order.order
    if isinstance(order, (set, frozenset)):
        raise BadFamily(f"family: {called} returned a set, which has no order; {hint}")
    if isinstance(order, (str, bytes, Mapping)) or not isinstance(order, Iterable):
        raise BadFamily(f"family: {called} returned {order!r:.80}, which is not an order; {hint}")
    items = []
    for item in order:
        if not isinstance(item, Integral) or isinstance(item, bool):
            raise BadFamily(f"family: {called}: the order contains {item!r:.80}; {hint}")
        items.append(int(item))
        if len(items) > LARGEST:
            raise BadFamily(f"family: {called} returned more than {LARGEST} items; evaluate it at smaller m")
    if sorted(items) != list(range(1, len(items) + 1)) or not items:
        shown = ", ".join(map(str, items[:20])) + (" ..." if len(items) > 20 else "")
        raise BadFamily(f"family: {called} returned ({shown}), which is not a permutation of 1..{len(items)}; {hint}")
    return tuple(items)


def _value(name: str, value: Any, space: Any, n: int, called: str) -> Parameter:
    try:
        parameter = value if isinstance(value, Parameter) else space.value_type.of(value)
        space.closure().validate(parameter, n)
        turned = {key: parameter[key] for key in space.keys(n)}
    except (ValueError, TypeError, KeyError) as error:
        raise BadFamily(f"family: {called}: its value of {name} is not one: {_message(error)}") from None
    return space.value_type(turned)  # type: ignore[no-any-return]  # a parameter


def _message(error: BaseException) -> str:
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]:.300}" if lines else type(error).__name__


# --- evaluating -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Member:
    """One member of a family with its exact ratio."""

    problem: Problem
    scored: ScoredCase
    m: int
    how: str

    def bound(self, more: str = "") -> Bound:
        """The bound that it proves, decided once more by the definition."""
        return reported(self.problem, self.scored, f"m = {self.m}, {more}{self.how}", kind="family")


def evaluated_at(function: Family, m: int, inquiry: Inquiry, spec: Spec | None, registry: Registry) -> Member:
    """The exact ratio at m: by a program where the family leaves the parameter open, else by the definition.

    Raises :class:`BadFamily`.
    """
    return _evaluated(m, *_posed(function, m, inquiry, spec, registry))


def members(
    function: Family, inquiry: Inquiry, spec: Spec | None, registry: Registry, most: int | None = None
) -> Iterator[Member]:
    """The first members, in turn; after the first only those of at most ``most`` items. Raises :class:`BadFamily`."""
    first = first_m(function)
    for m in range(first, first + MEMBERS):
        problem, case = _posed(function, m, inquiry, spec, registry)
        if most is not None and m > first and problem.n > most:
            return
        yield _evaluated(m, problem, case)


def _posed(function: Family, m: int, inquiry: Inquiry, spec: Spec | None, registry: Registry) -> tuple[Problem, Case]:
    """The rankings at m, and the problem about them."""
    metric, followed = inquiry.metric, spec.parameter.split(TOGETHER) if spec is not None else []
    main = followed[0] if len(followed) == 1 else None

    def problem_at(n: int, values: Mapping[str, Parameter]) -> Problem:
        kinds = spec.fixed if spec is not None else ()
        fixed = {name: fixed_value(kind, metric.parameters[name], n) for name, kind in kinds} | dict(values)
        linear = TOGETHER.join(name for name in followed if name not in fixed) or None
        return Problem(metric, inquiry.ratio, registry, n, inquiry.sense, linear=linear, fixed=fixed)

    try:
        orders, given = member(function, m, metric.parameters, main, problem_at(2, {}).count)
        return problem_at(len(orders[0]), given), Case(orders)
    except NoRatio as error:
        raise BadFamily(f"family: {error}") from None


def _followed(problem: Problem) -> str:
    several = problem.linear is not None and TOGETHER in problem.linear
    return str(problem.linear) if several else "the parameter"


def _evaluated(m: int, problem: Problem, case: Case) -> Member:
    """The member with its ratio."""
    try:
        if problem.linear is None:
            for name in problem.free:
                raise BadFamily(f"family: {name} is left open; return (order, {{{name!r}: value}})")
            best, how = problem.evaluated(case, None), "by the definition"
        else:
            best, how = problem.adapted(case, lambda: True), f"{_followed(problem)} by a linear program"
    except NotLinear as error:
        raise BadFamily(
            f"family: the best value of the parameter cannot be computed: {error}; return it with the order"
        ) from None
    except NoRatio as error:
        raise BadFamily(f"family: {error}") from None
    if best is None:
        raise BadFamily(
            f"family: at m = {m} the order {case.orders[0]!r:.200} has no ratio (nothing is inverted, or its program "
            f"was not solved); let the family begin later: def orders(m={m + 1})"
        )
    return Member(problem, best, m, how)


def with_form(members: Sequence[Member], more: str = "") -> tuple[Bound, ...]:
    """The bounds of the members, and on the last of them the closed form that is recognised from their values."""
    bounds = [member.bound(more) for member in members]
    ms = [member.m for member in members]
    form = recognise_form(ms, [bound.value for bound in bounds])
    if form is not None:
        bounds[-1] = replace(bounds[-1], form=FamilyForm(form.text, form.limit, form.ms, latex(form.form)))
    return tuple(bounds)
