"""What a definition computes of symbols, over a few items: for a paper, and for who wants to see what was written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from types import MappingProxyType
from typing import Any

from ...evidence.account.call_names import entry
from ...evidence.instance import Definitions, raise_if_ours
from ...model.metric import Metric
from ...model.registry import Registry
from ...numbers.exact import Undefined, Whole
from ...numbers.frozen import filled
from ...numbers.functions import NoFunction
from ...numbers.printed import expression
from ...spaces import CutOffs, Numbers, ScalarSpace, Space
from ...values.discounts import Discounts
from ...values.judged import Judged
from .symbols import InSymbols

SIZE = 3
LIST = (1, 0, 1)
"""The grades of the judged list at which a definition is asked that compares them."""
POINTS = 12
"""At so many numbers in the place of the symbols the definition must answer as its form says."""
IDEAL = ".ideal"
"""What follows the letter of a list where its ideal is meant."""


class NotTraced(Exception):
    """Why there is no value in symbols."""


def traced(metric: Metric, registry: Registry) -> tuple[str, Any]:
    """What the metric is evaluated at, in words, and its value as an expression of sympy's; :class:`NotTraced`.

    The definition is given symbols for parameters, and for grades where it does not compare them. The value is that of
    the definition on numbers in the place of the symbols, equal and unequal ones, or there is none.
    """
    if not metric.exact:
        raise NotTraced("it is available in floats only")
    reason = "it takes no number that a symbol could stand for"
    for points in zip(*(_given(metric, k) for k in range(POINTS)), strict=True):
        try:
            with redirect_stdout(StringIO()):  # a definition may print
                return _value(metric, points, registry)
        except (NoFunction, NotTraced, Undefined) as error:
            reason = f"the definition needs {error}" if isinstance(error, NoFunction) else str(error)
        except Exception as error:  # whatever a definition does with what it does not expect
            raise_if_ours(error)
            reason = f"the definition raises {type(error).__name__} where it is given symbols"
    raise NotTraced(reason)


def _value(metric: Metric, points: Sequence[_Point], registry: Registry) -> tuple[str, Any]:
    from sympy import count_ops, factor

    form = expression(metric.evaluate(*_side(metric, points[0], 0)))
    if form is None or not form.free_symbols:
        raise NotTraced("its value has no symbol in it")
    for point in points:
        known = {name: expression(number) for of in point for name, number in _numbers(of, point[of][1])}
        at = {symbol: known[symbol.name] for symbol in form.free_symbols}
        value = Definitions(registry).value(metric, *_side(metric, point, 1))
        if not (form.subs(at) - expression(value)).equals(0):
            raise NotTraced("the definition answers otherwise where it is given numbers")
    first = points[0].items()
    words = [f"{name} = {one}" for name, (one, number) in first if one is number or type(one) is _Grades]
    return ", ".join(words), min(form, factor(form), key=count_ops)


def _side(metric: Metric, point: _Point, k: int) -> list[Any]:
    """The arguments and the parameters: with symbols, or with numbers."""
    return [*(point[name][k] for name in metric.arguments), {name: point[name][k] for name in metric.parameters}]


# --- what it is given: arguments and parameters by name, each with symbols for its numbers, and with numbers --------


class _Grades(Judged):
    """A judged list whose grades are symbols, and so are those of its ideal: other ones."""

    __slots__ = ("letter",)
    letter: str
    later = MappingProxyType({"ideal": lambda x: _Grades.called(x.letter + IDEAL)})

    @classmethod
    def called(cls, letter: str) -> _Grades:
        """The list of that name."""
        known = {"positive" if letter.endswith(IDEAL) else "nonnegative": True}  # zeros alone have no ideal
        grades = tuple(_symbol(entry(letter, i), **known) for i in range(1, SIZE + 1))
        return filled(cls, letter=letter, grades=grades, missing=(), n=Whole(SIZE))

    def __hash__(self) -> int:
        return hash(self.letter)

    def __repr__(self) -> str:
        return f"({', '.join(grade.form.name for grade in self.grades)})"


_Point = Mapping[str, tuple[Any, Any]]


def _given(metric: Metric, k: int) -> Iterator[_Point]:
    """With grades as symbols, if there are any, and then without; the ``k``-th numbers in the place of the symbols."""
    plain, lists = {}, {}
    for place, (name, space) in enumerate(metric.arguments.items()):
        some = space.made(list(LIST)) if space.sort == "judged lists" else space.enumerate(SIZE)[-2 if place else 0]
        plain[name] = some, some
        if type(some) is Judged:
            lists[name] = _Grades.called(name), space.made([*LIST[k % SIZE :], *LIST[: k % SIZE]])
    parameters = {name: _parameter(name, space, k) for name, space in metric.parameters.items()}
    if lists:
        yield {**plain, **lists, **parameters}
    if any(symbols is not numbers for symbols, numbers in parameters.values()):
        yield {**plain, **parameters}


def _parameter(name: str, space: Space, k: int) -> tuple[Any, Any]:
    several = space.enumerate(SIZE)
    looked_at = isinstance(space, ScalarSpace) and not isinstance(space, Numbers)
    some = several[(len(several) // 2 + (0 if looked_at else k * -(-len(several) // POINTS))) % len(several)]
    named = {name: _symbol(name, positive=True) for name, _ in _numbers(name, some)}
    if isinstance(space, Numbers):
        return named[name], some
    if isinstance(some, Discounts):
        return Discounts(tuple(named.values())), some
    if looked_at:  # a whole number
        some = Whole(SIZE) if isinstance(space, CutOffs) else some
        return some, some
    return type(some)(dict(zip(some.entries, named.values(), strict=True))), some


def _symbol(name: str, **known: bool) -> InSymbols:
    from sympy import Symbol

    return InSymbols(Symbol(name, **known))


def _numbers(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The numbers in a value by the names of their symbols."""
    if isinstance(value, Judged):
        for letter, grades in ((name, value.grades), (name + IDEAL, value.ideal.grades)):
            yield from ((entry(letter, i), grade) for i, grade in enumerate(grades, 1))
    elif isinstance(value, Discounts):
        yield from ((entry(name, i), weight) for i, weight in enumerate(value.weights, 1))
    elif hasattr(value, "entries"):
        yield from ((entry(name, key), number) for key, number in value.entries.items())
    else:
        yield name, value
