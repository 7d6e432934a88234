"""Traces: how a metric's value comes about, term by term, for the account of a witness.

The definition runs once more on rankings and parameters whose entries are :class:`TracedNumber`: numbers that carry the
expression by which they were computed, in symbols (``w[2]*a[1]``) and in numbers (``3*1``). A trace is shown only if
its value is the decided value. A definition that uses numbers as keys or converts them to floats has no trace.

The account also traces the two sides of a relation with these numbers (``account.two_sides``).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from types import MappingProxyType
from typing import Any, Self

from flint import fmpq, fmpz

from ...model.metric import Metric
from ...numbers.exact import Formal, Whole, exact_value, rational
from ...numbers.frozen import build
from ...numbers.rationals import Comparison, Ordered
from ...values.judged import Judged
from ...values.parameters import Parameter
from ...values.rankings import Item, Ranking
from ..formats import Record
from .call_names import entry_name

SUM, PRODUCT, ATOM = 1, 2, 3
"""Levels of an expression by its outermost operator; an operand of a lower level than needed is put in parentheses."""
LONGEST_EXPRESSION = 4000
"""Most characters of an expression. Tracing ends there, since the text can grow exponentially."""
LONGEST_ONE_LINE_TRACE = 110
"""Characters up to which a trace stays on one line."""
LONGEST_READABLE_TERM = 400
"""Characters of one term beyond which the trace is left out."""


class Untraceable(Exception):
    """Raised for an operation of a definition that no expression can show."""


@dataclass(frozen=True)
class Expression:
    """Text of an expression, with its level."""

    text: str
    level: int
    """``SUM``, ``PRODUCT`` or ``ATOM``."""

    def within(self, level: int) -> str:
        """The text, in parentheses if the place needs them."""
        return self.text if self.level >= level else f"({self.text})"


def _number(value: Any) -> Expression:
    """The expression of a number: a fraction has the level of a product, a negative or formal number that of a sum."""
    text = str(value)
    if text.replace(".", "", 1).isdigit():  # a whole number or a float
        return Expression(text, ATOM)
    if text.replace("/", "", 1).isdigit():
        return Expression(text, PRODUCT)
    return Expression(text, SUM)


def _operator(compute: Callable[[Any, Any], Any], sign: str, level: int, right_level: int) -> Callable[[Any, Any], Any]:
    """Make a method for a binary operator.

    ``level`` is the level of the result, and the lowest at which the left operand needs no parentheses.
    ``right_level`` is the lowest for the right operand: it is higher, so that ``a - (b - c)`` keeps its parentheses.
    """
    return lambda self, other: self._combine(other, compute, sign, (level, level, right_level))


def _reflected(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Make a method for a binary operator whose left operand is a number without a trace."""

    def reflected(self: TracedNumber, other: Any) -> Any:
        left = TracedNumber.of(other)
        return NotImplemented if left is None else operation(left, self)

    return reflected


class TracedNumber(Ordered):
    """An exact number with the expression that computed it, in symbols and in numbers.

    ``addends`` are the terms of a sum, or the number alone. Comparisons compare the values: :class:`Ordered` has the
    operators ``<``, ``<=`` and so on, which call :meth:`_compare_with`.
    """

    __array_ufunc__ = None  # so that numpy's operators leave the operation to this class
    __slots__ = ("addends", "numbers", "symbols", "value")

    def __init__(
        self, value: Any, symbols: Expression, numbers: Expression, addends: tuple[TracedNumber, ...] | None = None
    ) -> None:
        if len(symbols.text) + len(numbers.text) > LONGEST_EXPRESSION:
            raise Untraceable("the expression is too long")
        self.value = value
        self.symbols = symbols
        self.numbers = numbers
        self.addends = (self,) if addends is None else addends

    @classmethod
    def leaf(cls, value: Any, label: str) -> TracedNumber:
        """A number of the instance, with its name as the symbol."""
        return cls(value, Expression(label, ATOM), _number(value))

    @staticmethod
    def of(value: Any) -> TracedNumber | None:
        """Return the number with its own text as expression; None for anything but an exact number."""
        if isinstance(value, TracedNumber):
            return value
        if isinstance(value, Fraction):
            value = rational(value)  # the wrapped rationals are flint's
        if isinstance(value, (int, fmpq, fmpz, Formal)) and not isinstance(value, bool):
            return TracedNumber(value, _number(value), _number(value))
        return None

    def _combine(self, other: Any, compute: Callable[[Any, Any], Any], sign: str, levels: tuple[int, int, int]) -> Any:
        """Combine with another number; ``levels`` belong to the result and the two operands."""
        right = TracedNumber.of(other)
        if right is None:
            return NotImplemented
        level, left_level, right_level = levels

        def join(left_text: Expression, right_text: Expression) -> Expression:
            return Expression(f"{left_text.within(left_level)}{sign}{right_text.within(right_level)}", level)

        symbols, numbers = join(self.symbols, right.symbols), join(self.numbers, right.numbers)
        return TracedNumber(compute(self.value, right.value), symbols, numbers)

    def __add__(self, other: Any) -> Any:
        right = TracedNumber.of(other)
        if right is None:
            return NotImplemented
        for addend, other_addend in ((self, right), (right, self)):
            if addend.symbols.text == "0":  # the start of sum(), which is not part of the formula
                return other_addend
        total = self._combine(right, operator.add, " + ", (SUM, SUM, PRODUCT))
        return TracedNumber(total.value, total.symbols, total.numbers, (*self.addends, *right.addends))

    __radd__ = _reflected(operator.add)
    __sub__, __rsub__ = _operator(operator.sub, " - ", SUM, PRODUCT), _reflected(operator.sub)
    __mul__, __rmul__ = _operator(operator.mul, "*", PRODUCT, ATOM), _reflected(operator.mul)
    __truediv__, __rtruediv__ = _operator(operator.truediv, "/", PRODUCT, ATOM), _reflected(operator.truediv)
    __floordiv__, __rfloordiv__ = _operator(operator.floordiv, "//", PRODUCT, ATOM), _reflected(operator.floordiv)
    __mod__, __rmod__ = _operator(operator.mod, "%", PRODUCT, ATOM), _reflected(operator.mod)

    def __pow__(self, other: Any) -> Any:
        if not isinstance(other, int) or isinstance(other, bool):
            return NotImplemented  # other exponents have no exact value in general
        return self._combine(other, lambda x, y: x**y, "**", (PRODUCT, ATOM, ATOM))

    def __neg__(self) -> Any:
        symbols, numbers = (Expression(f"-{e.within(ATOM)}", SUM) for e in (self.symbols, self.numbers))
        return TracedNumber(-self.value, symbols, numbers)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return self._apply(abs, "abs")

    def lanewise(self, function: Callable[[Any], Any]) -> Any:
        """Apply ``sqrt``. The functions of ``exact``, which definitions call, come here for a number that is not plain.

        Others than ``sqrt`` arrive as lambdas, whose name and base (of ``log``) cannot be shown.
        """
        if function.__name__ != "sqrt":
            raise Untraceable("a function that does not say its name")
        return self._apply(function, "sqrt")

    def _apply(self, function: Callable[[Any], Any], name: str) -> TracedNumber:
        symbols, numbers = (Expression(f"{name}({e.text})", ATOM) for e in (self.symbols, self.numbers))
        return TracedNumber(function(self.value), symbols, numbers)

    def _compare_with(self, other: Any, comparison: Comparison) -> Any:
        right = TracedNumber.of(other)
        return NotImplemented if right is None else comparison(self.value, right.value)

    def __eq__(self, other: object) -> Any:
        return self._compare_with(other, operator.eq)

    def __bool__(self) -> bool:
        return bool(self.value != 0)

    def __index__(self) -> int:
        if not isinstance(self.value, int):
            raise Untraceable("an index that is not a whole number")
        return int(self.value)

    __int__ = __index__

    def __float__(self) -> float:
        raise Untraceable("the definition turns a number into a float")

    def __hash__(self) -> int:
        # a cache of the definition must not keep a traced number
        raise Untraceable("the definition uses a number as a key")

    def __str__(self) -> str:
        return self.symbols.text

    __repr__ = __str__


class TracedRanking(Ranking):
    """A ranking that hands out positions as :class:`TracedNumber`."""

    __slots__ = ("label",)
    label: str

    def __new__(cls, ranking: Ranking, label: str) -> Self:
        self = super().__new__(cls, ranking.items, ranking.positions)
        object.__setattr__(self, "label", label)  # Ranking is immutable, but this one is still being built
        return self

    def _like(self, items: tuple[Item, ...], positions: tuple[int, ...]) -> Any:
        return Ranking(items, positions)  # a derived ranking has no label

    def __getitem__(self, item: Item) -> Any:
        return TracedNumber.leaf(Whole(super().__getitem__(item)), f"{self.label}[{item}]")

    def __hash__(self) -> int:
        raise Untraceable("the definition uses a ranking as a key")


class TracedJudged(Judged):
    """A judged list whose grades are :class:`TracedNumber`; its counts are untraced numbers.

    ``lazy`` names attributes computed on first use; the ideal list of :class:`~...values.judged.Judged` is replaced by
    a traced one.
    """

    __slots__ = ("label", "untraced")
    lazy = MappingProxyType({"ideal": lambda x: TracedJudged(x.untraced.ideal, f"{x.label}.ideal")})
    label: str
    untraced: Judged

    def __new__(cls, judged: Judged, label: str) -> Self:
        traced = tuple(TracedNumber.leaf(grade, f"{label}[{i}]") for i, grade in enumerate(judged.grades, 1))
        return build(cls, untraced=judged, label=label, grades=traced, missing=judged.missing, n=judged.n)

    def relevant(self, k: int | None = None) -> Any:
        return self.untraced.relevant(k)

    @property
    def R(self) -> Any:  # noqa: N802  # the field's name for the number of relevant items
        return self.untraced.R

    @property
    def worst(self) -> Judged:
        return TracedJudged(self.untraced.worst, f"{self.label}.worst")

    def __eq__(self, other: object) -> bool:
        return self.untraced == (other.untraced if isinstance(other, TracedJudged) else other)

    def __hash__(self) -> int:
        raise Untraceable("the definition uses a list as a key")


class TraceStep(Record):
    """A term, or the whole value: its expression in symbols and in numbers, and its value."""

    symbols: str
    numbers: str
    value: str

    def lines(self) -> list[str]:
        """Return the parts worth showing, joined by equality signs, on one line or two."""
        parts = list(dict.fromkeys([self.symbols, self.numbers, self.value]))  # those that look alike only once
        joined = " = ".join(parts)
        if len(joined) <= LONGEST_ONE_LINE_TRACE or len(parts) == 1:
            return [joined]
        return [parts[0], "  = " + " = ".join(parts[1:])]


@dataclass(frozen=True)
class Trace:
    """How a value was computed: the whole, and the terms it sums (only the whole, unless it is a sum)."""

    whole: TraceStep
    terms: tuple[TraceStep, ...]

    @property
    def lines(self) -> list[str]:
        """The trace as lines to read; none if it is too long to be read."""
        if len(self.whole.lines()) == 1 or len(self.terms) == 1:  # short, or not a sum
            return self.whole.lines() if len(self.whole.symbols) <= LONGEST_READABLE_TERM else []
        if any(len(term.symbols) > LONGEST_READABLE_TERM for term in self.terms):
            return []
        text_lines = []
        for k, term in enumerate(self.terms):
            first, *rest = term.lines()
            text_lines += [("+ " if k else "  ") + first, *("  " + line for line in rest)]
        return [*text_lines, f"= {self.whole.value}"]


def _traced_parameter(name: str, parameter: Any) -> Any:
    """Return the parameter with traced entries."""
    if not isinstance(parameter, Parameter):  # a single number; a cut-off is clearer as a number than as a symbol
        return parameter if isinstance(parameter, int) else TracedNumber.leaf(parameter, name)
    return type(parameter)(
        {key: TracedNumber.leaf(value, entry_name(name, key)) for key, value in parameter.entries.items()}
    )


def _traced_argument(point: Any, label: str) -> Any:
    """Return the argument with traced positions or grades, if it is a ranking or a judged list."""
    if isinstance(point, Ranking):
        return TracedRanking(point, label)
    return TracedJudged(point, label) if isinstance(point, Judged) else point


def trace(
    metric: Metric, points: Sequence[Any], parameters: Mapping[str, Any], value: Any, labels: Sequence[str]
) -> Trace | None:
    """Trace how the definition computes ``value``; None if that fails or gives another value.

    ``points`` are the arguments of the call, such as rankings, and ``labels`` their names in the trace.
    """
    if not metric.exact:
        return None  # floats carry no expression
    try:
        traced_parameters = {name: _traced_parameter(name, parameter) for name, parameter in parameters.items()}
        traced_points = [_traced_argument(point, label) for point, label in zip(points, labels, strict=True)]
    except Untraceable:  # a parameter that is too long to be written out
        return None
    # First with symbols for positions and grades; then, if the definition cannot take these, for parameters alone.
    attempts = [traced_points, points] if traced_parameters else [traced_points]
    for arguments in attempts:
        try:
            with redirect_stdout(StringIO()):
                result = metric.evaluate(*arguments, traced_parameters)
            if isinstance(result, TracedNumber) and exact_value(result.value, metric.name) == value:
                return Trace(_step(result), tuple(map(_step, result.addends)))
        except Exception:  # a definition may do anything with traced numbers; then there is no trace
            continue
    return None


def _step(traced: TracedNumber) -> TraceStep:
    return TraceStep(traced.symbols.text, traced.numbers.text, str(traced.value))
