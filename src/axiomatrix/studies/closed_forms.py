"""Closed forms that are recognised from exact values, and their limits; and sums that have a closed form for every n.

A form that is recognised goes through every value exactly, and has fewer coefficients than there are values; of other
places it proves nothing. Its limit is that of the form, computed by sympy, never guessed from the last values. A sum
holds for every n: a closed form is compared with the sum that Gosper's algorithm finds, by sympy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..evidence.evidence import INFINITE
from ..numbers.exact import Formal
from ..numbers.radicals import expression

UNBOUNDED = "unbounded"
"""The limit of a form that grows beyond every number."""
UNKNOWN = "unknown"
"""The limit of a form that has none, or none that sympy finds."""
TENDS = {UNBOUNDED: "which is unbounded", UNKNOWN: "whose limit is not known"}
"""Text for a form without a finite limit."""
SPARE = 2
"""How many more values than coefficients there must be."""
BY_HAND = 4
"""Up to which n the terms are also added one by one."""


@dataclass(frozen=True)
class ClosedForm:
    """A closed form in m, and the places whose values it was recognised from."""

    form: Any
    """An expression of sympy's in one symbol, or a number."""
    ms: tuple[int, ...]

    @property
    def text(self) -> str:
        """Such as ``2 m/(3 m - 2)``."""
        return written(self.form)

    @property
    def limit(self) -> str:
        """The limit for m to infinity: an exact number, :data:`UNBOUNDED` or :data:`UNKNOWN`."""
        from sympy import PoleError, limit, oo, zoo

        try:
            at_infinity = limit(self.form, symbol("m"), oo)
        except (NotImplementedError, PoleError):
            return UNKNOWN
        if at_infinity in (oo, -oo, zoo):
            return UNBOUNDED
        return written(at_infinity) if at_infinity.is_number and at_infinity.is_finite else UNKNOWN

    def at(self, m: int) -> Any:
        """The value at m, a number of sympy's."""
        return _at(self.form, m)


def recognised(ms: Sequence[int], values: Sequence[Any]) -> ClosedForm | None:
    """The ratio of polynomials in m of least degree through all values, else what a recurrence gives, or None.

    Values are rational numbers, or texts of them, one for each of different places; nothing is recognised where one is
    infinite.
    """
    if any(value == INFINITE for value in values):
        return None
    points = dict(zip(ms, map(number, values), strict=True))
    places, m = tuple(points), symbol("m")
    for total in range(len(points) - SPARE):
        for form in rational_functions(points, total, m):
            return ClosedForm(form, places)
    form = _of_recurrence(points, m)
    return None if form is None else ClosedForm(form, places)


def formula_in_n(points: Sequence[tuple[int, Any]]) -> tuple[str, Any] | None:
    """A formula in n that gives all the points, as text and as sympy has it; a constant one if all are the same.

    Tried are rational functions of n or of n^2 with fewer coefficients than points, the simplest first, those of n also
    multiplied by floor(n^2 / 2) or divided by it. That it gives them is checked exactly; nothing is claimed of others.
    """
    from sympy import floor

    values = {value for _, value in points}
    if len(values) == 1:
        return str(points[0][1]), expression(points[0][1])
    if any(isinstance(value, Formal) for value in values):
        return None
    known, n = {n: number(value) for n, value in points}, symbol("n")
    for total in range(1, len(points) - 1):
        for power in (0, -1, 1) if min(known) > 1 else (0,):  # below n = 2 the factor is zero
            shifted = {n: value * number(n * n // 2) ** -power for n, value in known.items()}
            for form in rational_functions(shifted, total, n):
                return _written_too(form * floor(n**2 / 2) ** power)
        for form in rational_functions({n * n: value for n, value in known.items()}, total, n):
            return _written_too(form.subs(n, n**2).factor())
    return None


def _written_too(form: Any) -> tuple[str, Any]:
    return written(form), form


def rational_functions(points: Mapping[int, Any], total: int, variable: Any) -> Iterator[Any]:
    """Ratios of polynomials in a variable whose degrees sum to ``total`` through all points, factored.

    Those with equal degrees above and below come first.
    """
    from sympy import factor
    from sympy.polys.polyfuncs import rational_interpolate

    few = list(points.items())[: total + 1]
    for above in sorted(range(total + 1), key=lambda above: (max(above, total - above), total - above)):
        form = factor(rational_interpolate(few, above, variable))
        if all(_at(form, m) == value for m, value in points.items()):
            yield form


def _of_recurrence(points: Mapping[int, Any], m: Any) -> Any | None:
    """Find the closed form of a linear recurrence with constant coefficients that all values follow."""
    from sympy import Function, rsolve, simplify
    from sympy.concrete.guess import find_simple_recurrence, find_simple_recurrence_vector

    places, values = list(points), list(points.values())
    order = len(find_simple_recurrence_vector(list(values))) - 1
    if not order or places != list(range(places[0], places[0] + len(places))) or 2 * order + SPARE > len(places):
        return None
    term = Function("a")
    starts = {term(place): points[place] for place in places[:order]}
    form = rsolve(find_simple_recurrence(list(values), term, m), term(m), starts)
    follows = form is not None and all(_at(form, place) == value for place, value in points.items())
    return simplify(form) if follows else None


def _at(form: Any, m: int) -> Any:
    """The value of an expression in one symbol, or of a number."""
    from sympy import expand

    return expand(form.subs(dict.fromkeys(form.free_symbols, m)))


def difference(term: Any, index: Any, last: Any, form: Any) -> Any:
    """By how much the sum of a term for index = 1 .. last differs from a form, simplified: 0 if they are the same.

    ``ValueError`` where the sum has no closed form, or is not what adding the first terms gives.
    """
    from sympy import factor, simplify
    from sympy.concrete.gosper import gosper_sum

    total = gosper_sum(term, (index, 1, last))
    if total is None:
        raise ValueError(f"the sum of {term} has no closed form")
    for n in range(1, BY_HAND + 1):
        added = sum(term.subs(last, n).subs(index, i) for i in range(1, n + 1))
        if simplify(total.subs(last, n) - added) != 0:
            raise ValueError(f"the sum of {term} is not {total} at {last} = {n}")
    return factor(simplify(total - form))


def adds_up_to(term: Any, index: Any, last: Any, form: Any) -> bool:
    """Return whether the sum of a term for index = 1 .. last has that form, for every last index."""
    return bool(difference(term, index, last, form) == 0)


def number(value: Any) -> Any:
    """A rational number, or a text of one, as sympy has it."""
    from sympy import Rational

    return Rational(str(value))


def symbol(name: str) -> Any:
    """The symbol of a number 1, 2, 3 ..."""
    from sympy import Symbol

    return Symbol(name, integer=True, positive=True)


def above_zero(name: str) -> Any:
    """The symbol of any number above zero."""
    from sympy import Symbol

    return Symbol(name, positive=True)


def written(form: Any) -> str:
    """An expression as a formula: ``n (n - 1)/2``."""
    return str(form).replace("**", "^").replace("*", " ")
