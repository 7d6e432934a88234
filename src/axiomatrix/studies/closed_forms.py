"""Recognise closed forms from exact values, compute their limits, and prove closed forms of sums.

A recognised form fits every value exactly and has fewer coefficients than there are values. It proves nothing about
other places. Its limit is computed from the form by sympy, and never guessed from the last values. A sum is proved for
every n: its closed form is compared with the one that Gosper's algorithm finds, by sympy.
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
SPARE_VALUES = 2
"""Smallest number of values beyond the number of coefficients."""
MAX_TERMS_ADDED = 4
"""Largest n up to which the terms are also added one by one."""


@dataclass(frozen=True)
class ClosedForm:
    """A closed form in m, and the places whose values it was recognised from."""

    form: Any
    """An expression of sympy's in one symbol, or a number."""
    ms: tuple[int, ...]

    @property
    def text(self) -> str:
        """Write the form, as in ``2 m/(3 m - 2)``."""
        return formula_text(self.form)

    @property
    def limit(self) -> str:
        """Return the limit for m to infinity: an exact number, :data:`UNBOUNDED` or :data:`UNKNOWN`."""
        from sympy import PoleError, limit, oo, zoo

        try:
            at_infinity = limit(self.form, whole_symbol("m"), oo)
        except (NotImplementedError, PoleError):
            return UNKNOWN
        if at_infinity in (oo, -oo, zoo):
            return UNBOUNDED
        return formula_text(at_infinity) if at_infinity.is_number and at_infinity.is_finite else UNKNOWN

    def at(self, m: int) -> Any:
        """Return the value at m, as a number of sympy."""
        return _at(self.form, m)


def recognise_form(ms: Sequence[int], values: Sequence[Any]) -> ClosedForm | None:
    """Find the ratio of polynomials in m of least degree through all values, or else the form of a recurrence, or None.

    Values are rational numbers or texts of them, at different places. An infinite value fits no form.
    """
    if any(value == INFINITE for value in values):
        return None
    points = dict(zip(ms, map(as_sympy_number, values), strict=True))
    places, m = tuple(points), whole_symbol("m")
    for total in range(len(points) - SPARE_VALUES):
        for form in rational_functions(points, total, m):
            return ClosedForm(form, places)
    form = _of_recurrence(points, m)
    return None if form is None else ClosedForm(form, places)


def formula_in_n(points: Sequence[tuple[int, Any]]) -> tuple[str, Any] | None:
    """Find a formula in n through all the points, as a text and as a sympy expression; None if none fits.

    Rational functions of n or of n^2 with fewer coefficients than points are tried, the simplest first. Those of n are
    also multiplied or divided by floor(n^2 / 2). The fit is exact; nothing is claimed about other n.
    """
    from sympy import floor

    values = {value for _, value in points}
    if len(values) == 1:
        return str(points[0][1]), expression(points[0][1])
    if any(isinstance(value, Formal) for value in values):
        return None
    value_at, n = {n: as_sympy_number(value) for n, value in points}, whole_symbol("n")
    for total in range(1, len(points) - 1):
        for power in (0, -1, 1) if min(value_at) > 1 else (0,):  # below n = 2 the factor is zero
            shifted = {n: value * as_sympy_number(n * n // 2) ** -power for n, value in value_at.items()}
            for form in rational_functions(shifted, total, n):
                return _written_too(form * floor(n**2 / 2) ** power)
        for form in rational_functions({n * n: value for n, value in value_at.items()}, total, n):
            return _written_too(form.subs(n, n**2).factor())
    return None


def _written_too(form: Any) -> tuple[str, Any]:
    return formula_text(form), form


def rational_functions(points: Mapping[int, Any], total: int, variable: Any) -> Iterator[Any]:
    """Ratios of polynomials in a variable whose degrees sum to ``total`` through all points, factored.

    Those with equal degrees above and below come first.
    """
    from sympy import factor
    from sympy.polys.polyfuncs import rational_interpolate

    fitted_points = list(points.items())[: total + 1]
    for numerator_degree in sorted(
        range(total + 1),
        key=lambda numerator_degree: (max(numerator_degree, total - numerator_degree), total - numerator_degree),
    ):
        form = factor(rational_interpolate(fitted_points, numerator_degree, variable))
        if all(_at(form, m) == value for m, value in points.items()):
            yield form


def _of_recurrence(points: Mapping[int, Any], m: Any) -> Any | None:
    """Find the closed form of a linear recurrence with constant coefficients that all values follow."""
    from sympy import Function, rsolve, simplify
    from sympy.concrete.guess import find_simple_recurrence, find_simple_recurrence_vector

    places, values = list(points), list(points.values())
    order = len(find_simple_recurrence_vector(list(values))) - 1
    if not order or places != list(range(places[0], places[0] + len(places))) or 2 * order + SPARE_VALUES > len(places):
        return None
    term = Function("a")
    starts = {term(place): points[place] for place in places[:order]}
    form = rsolve(find_simple_recurrence(list(values), term, m), term(m), starts)
    follows = form is not None and all(_at(form, place) == value for place, value in points.items())
    return simplify(form) if follows else None


def _at(form: Any, m: int) -> Any:
    """Return the value at m of an expression in one symbol, or of a number."""
    from sympy import expand

    return expand(form.subs(dict.fromkeys(form.free_symbols, m)))


def sum_less_form(term: Any, index: Any, last: Any, form: Any) -> Any:
    """Return the sum of a term for index = 1 .. last less a form, simplified: 0 if they are equal.

    Raises ``ValueError`` if the sum has no closed form, or differs from adding the first terms.
    """
    from sympy import factor, simplify
    from sympy.concrete.gosper import gosper_sum

    total = gosper_sum(term, (index, 1, last))
    if total is None:
        raise ValueError(f"the sum of {term} has no closed form")
    for n in range(1, MAX_TERMS_ADDED + 1):
        added = sum(term.subs(last, n).subs(index, i) for i in range(1, n + 1))
        if simplify(total.subs(last, n) - added) != 0:
            raise ValueError(f"the sum of {term} is not {total} at {last} = {n}")
    return factor(simplify(total - form))


def adds_up_to(term: Any, index: Any, last: Any, form: Any) -> bool:
    """Return whether the sum of a term for index = 1 .. last has that form, for every last index."""
    return bool(sum_less_form(term, index, last, form) == 0)


def as_sympy_number(value: Any) -> Any:
    """Convert a rational number, or a text of one, to sympy."""
    from sympy import Rational

    return Rational(str(value))


def whole_symbol(name: str) -> Any:
    """Return the symbol of a positive whole number."""
    from sympy import Symbol

    return Symbol(name, integer=True, positive=True)


def positive_symbol(name: str) -> Any:
    """Return the symbol of a positive number."""
    from sympy import Symbol

    return Symbol(name, positive=True)


def formula_text(form: Any) -> str:
    """Write an expression as a formula: ``n (n - 1)/2``."""
    return str(form).replace("**", "^").replace("*", " ")
