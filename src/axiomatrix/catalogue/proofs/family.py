"""Families: instances in one number, on which the ratio that an axiom asks for grows beyond every constant.

Such a family shows that no constant exists, although no single instance shows it. It states its instances, and their
ratio as a quotient of two polynomials. The number is a positive real that tends to 0, or an integer that grows.

A real number is checked for all its values at once: the definition is evaluated on a symbol, and both sides are
compared in normal form. Of integers, the first ones are checked one by one; the ratio at every integer is argued on
paper. The quotient gives the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from flint import fmpq

from ...model.axiom import Statement
from ...model.metric import BoundMetric, Metric
from ...model.registry import Registry
from ...model.relation import Bounded, Quantity
from ...numbers.exact import Whole, compare, sign
from ...numbers.polynomials import Polynomial, never_negative
from ...numbers.ring import Ring

GROWS = "which grows beyond every number"
Number = Literal["c", "m"]
"""``c``: any number above 0, which tends to 0; ``m``: a whole number 1, 2, 3, ..."""


class FamilyCase(NamedTuple):
    """An instance of n items."""

    n: int
    values: Mapping[str, Any]
    """What the statement quantifies over, by name."""
    parameters: Mapping[str, Any]


class Quotient(NamedTuple):
    """A quotient of two polynomials with integer coefficients, lowest power first."""

    above: tuple[int, ...]
    below: tuple[int, ...]

    def infinite_at_zero(self) -> bool:
        """Return whether it tends to infinity as the number tends to 0 from above."""
        (above, first), (below, second) = (min(_terms(part)) for part in self)
        return above < below and first * second > 0

    def infinite_at_infinity(self) -> bool:
        """Return whether it tends to infinity as the number does."""
        (above, first), (below, second) = (max(_terms(part)) for part in self)
        return above > below and first * second > 0

    def text(self, name: Number) -> str:
        """Text such as ``(2 + c)/(3 c)`` or ``m^2 + m``, with the dominant term first."""
        above, below = (_written(part, name) for part in self)
        if below == "1":
            return above
        return f"{_bracketed(above, ' + ', ' - ')}/{_bracketed(below, ' ', '^')}"


def _terms(coefficients: Sequence[int]) -> list[tuple[int, int]]:
    """The powers that occur, and their coefficients."""
    return [(k, c) for k, c in enumerate(coefficients) if c]


def value_of(coefficients: Sequence[int], x: Any) -> Any:
    """The polynomial at that number, or at a symbol."""
    total = x * 0
    for coefficient in reversed(coefficients):
        total = total * x + coefficient
    return total


def _written(coefficients: Sequence[int], name: Number) -> str:
    text = ""
    for k, c in sorted(_terms(coefficients), reverse=name == "m"):
        power = "" if k == 0 else name if k == 1 else f"{name}^{k}"
        size = " ".join(part for part in (str(abs(c)) if abs(c) > 1 or not power else "", power) if part)
        joined = (" - " if c < 0 else " + ") if text else "-" if c < 0 else ""
        text += joined + size
    return text or "0"


def _bracketed(text: str, *signs: str) -> str:
    return f"({text})" if any(part in text for part in signs) else text


@dataclass(frozen=True)
class GrowingFamily:
    """Instances of a question for a best constant, one for each value of a number."""

    metric: str
    """The name of the row."""
    statement: Statement
    wording: str
    """The instances in words, with the name of the number."""
    make: Callable[[Any], FamilyCase]
    """The instance at a value of the number, or at a symbol."""
    ratio: Quotient
    number: Number
    at_least: bool = False
    """Whether the ratio is only said to be no less than that."""
    most: int = 5
    """The largest whole number at which the instance is evaluated."""

    @property
    def theorem(self) -> str:
        """State that no factor exists, with the family and the limit."""
        tends = "tends to 0" if self.number == "c" else "grows"
        is_so = "is at least" if self.at_least else "is"
        ratio = self.ratio.text(self.number)
        return f"no factor exists: {self.wording}, the ratio {is_so} {ratio}, {GROWS} as {self.number} {tends}"

    @property
    def shown(self) -> FamilyCase:
        """One of the instances, to look at."""
        return self.at(min(4, self.most))

    def at(self, k: int) -> FamilyCase:
        """The instance at the k-th value that is evaluated: 1/k or k."""
        return self.make(fmpq(1, k) if self.number == "c" else k)

    def _value(self, k: int) -> Any:
        return fmpq(1, k) if self.number == "c" else Whole(k)

    # --- the checks -------------------------------------------------------------------------------------------

    def wrong_for_all(self, registry: Registry, k: int) -> Iterator[str]:
        """Yield the faults in the ratio of a real number, for all its values at once."""
        ring = Ring([self.number], positive=[self.number])
        c = Polynomial.symbol(ring, self.number)
        ratio = self._ratio_of(registry, self.make(c))
        difference = ratio.numerator * value_of(self.ratio.below, c) - value_of(self.ratio.above, c) * ratio.denominator
        if not isinstance(difference, Polynomial) or difference.terms:
            yield f"{ratio.numerator} / {ratio.denominator} is not {self.ratio.text('c')}"
        if not _is_positive(ratio.denominator):
            yield f"the denominator {ratio.denominator} need not be positive"

    def wrong_at(self, registry: Registry, k: int) -> Iterator[str]:
        """Yield the faults of the instance at the k-th value: it is not in the space, or has another ratio."""
        if self.number == "m" and k > self.most:
            return
        case, x = self.at(k), self._value(k)
        metric = registry.metric(self.metric)
        for name, space in (*self.statement.over(metric).items(), *metric.parameters.items()):
            if not space.contains({**case.values, **case.parameters}[name], case.n):
                yield f"{name} is not of the space at {self.number} = {x}"
        ratio = self._ratio_of(registry, case)
        above, below = (value_of(part, x) for part in self.ratio)
        if sign(ratio.denominator) != 1 or sign(below) != 1:
            yield f"a denominator is not positive at {self.number} = {x}"
        comparison = compare(ratio.numerator * below, above * ratio.denominator)
        if comparison != 0 and not (comparison == 1 and self.at_least):
            yield f"{ratio.numerator} / {ratio.denominator} is not {above} / {below} at {self.number} = {x}"

    def wrong_limit(self, registry: Registry, k: int) -> Iterator[str]:
        """Yield the faults of the limit."""
        infinite = self.ratio.infinite_at_zero() if self.number == "c" else self.ratio.infinite_at_infinity()
        if not infinite:
            yield f"{self.ratio.text(self.number)} stays below some number"

    def _ratio_of(self, registry: Registry, case: FamilyCase) -> Quantity:
        """Numerator and denominator by the definition."""
        bound = BoundMetric(registry.metric(self.metric), case.parameters, _AsDefined(registry.metric))
        answer = self.statement.says(bound, *(case.values[name] for name in self.statement.axiom.over))
        ratio = answer.quantity if isinstance(answer, Bounded) else answer
        if not isinstance(ratio, Quantity) or ratio.sense != "sup":
            raise TypeError(f"{self.statement.id} does not ask for the supremum of a ratio")
        return ratio


@dataclass(frozen=True)
class _AsDefined:
    """Unchanged definitions, evaluated on numbers or symbols."""

    metric: Callable[[str], Metric]

    def value(self, metric: Metric, *given: Any) -> Any:
        return metric.evaluate(*given)


def _is_positive(value: Any) -> bool:
    """Return whether no coefficient is negative and one is positive, so that the value is positive with the symbols."""
    if not isinstance(value, Polynomial):
        return sign(value) == 1
    return never_negative(value) and any(not atoms and p.coeffs() for atoms, p in value.terms.items())
