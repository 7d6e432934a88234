"""Recognise closed forms from exact values, compute their limits, and prove closed forms of sums.

`axiomatrix explore` recognises the best constants of a family of instances, numbered by m, and `axiomatrix relate` the
coefficients of an identity by the number of items n. The ledger proves sums. sympy does the algebra.

A recognised form fits every value exactly and has fewer coefficients than there are values. It proves nothing about
other m. Its limit is computed from the form, and never guessed from the last values. A sum is proved for every n: its
closed form is compared with the one that Gosper's algorithm finds. sympy has no types, so expressions are ``Any``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ..evidence.evidence import INFINITE
from ..numbers.exact import Formal
from ..numbers.radicals import expression

UNBOUNDED = "unbounded"
"""The limit of a form that grows beyond every number."""
UNKNOWN = "unknown"
"""The limit of a form that has none, or none that sympy finds."""
TENDS = {UNBOUNDED: "which is unbounded", UNKNOWN: "whose limit is not known"}
"""Text for a form without a known finite limit, by :attr:`ClosedForm.limit`."""
SPARE_VALUES = 2
"""Smallest number of values beyond the number of coefficients: they could have contradicted the form."""
MAX_TERMS_ADDED = 4
"""Largest n up to which the terms of a sum are also added one by one, as a check of the algorithm."""


@dataclass(frozen=True)
class ClosedForm:
    """A closed form in m, and the m whose values it was recognised from."""

    form: Any
    """An expression of sympy in one symbol, or a number of sympy."""
    ms: tuple[int, ...]
    """The m whose values it fits."""

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
        return _value_at(self.form, m)


def recognise_form(ms: Sequence[int], values: Sequence[Any]) -> ClosedForm | None:
    """Find the ratio of polynomials in m of least degree through all values, or else the form of a recurrence, or None.

    The values belong to different m. They are rational numbers or texts of them; an infinite value fits no form.
    """
    if any(value == INFINITE for value in values):
        return None
    value_at = dict(zip(ms, map(as_sympy_number, values), strict=True))
    m = whole_symbol("m")
    for total_degree in range(len(value_at) - SPARE_VALUES):  # such a ratio has total_degree + 1 free coefficients
        for form in rational_functions(value_at, total_degree, m):
            return ClosedForm(form, tuple(value_at))
    form = _solved_recurrence(value_at, m)
    return None if form is None else ClosedForm(form, tuple(value_at))


def formula_in_n(points: Sequence[tuple[int, Any]]) -> tuple[str, Any] | None:
    """Find a formula in n through all the points (n, value); return (text, sympy expression), or None if none fits.

    Rational functions of n or of n^2 with fewer coefficients than points are tried, the simplest first. Those of n are
    also multiplied or divided by floor(n^2 / 2), the largest footrule of n items, by which metrics are normalised. The
    fit is exact; nothing is claimed about other n. Values with logarithms or roots fit only if all are equal.
    """
    from sympy import floor

    values = {value for _, value in points}
    if len(values) == 1:
        return str(points[0][1]), expression(points[0][1])
    if any(isinstance(value, Formal) for value in values):
        return None
    value_at = {size: as_sympy_number(value) for size, value in points}
    n = whole_symbol("n")
    powers_of_footrule = (0, -1, 1) if min(value_at) > 1 else (0,)  # below n = 2 the largest footrule is 0
    for total_degree in range(1, len(points) - 1):  # total_degree + 1 coefficients, fewer than points
        for power in powers_of_footrule:
            # the values divided by this power of floor(n^2 / 2)
            without_factor = {size: value * as_sympy_number(size**2 // 2) ** -power for size, value in value_at.items()}
            for form in rational_functions(without_factor, total_degree, n):
                return _with_text(form * floor(n**2 / 2) ** power)
        for form in rational_functions({size**2: value for size, value in value_at.items()}, total_degree, n):
            return _with_text(form.subs(n, n**2).factor())
    return None


def _with_text(form: Any) -> tuple[str, Any]:
    """Return (text of the form, form)."""
    return formula_text(form), form


def rational_functions(value_at: Mapping[int, Any], total_degree: int, variable: Any) -> Iterator[Any]:
    """Yield the ratios of polynomials in a variable that have all these values, factored.

    ``value_at`` maps each place to the value there. The degrees of numerator and denominator sum to ``total_degree``;
    ratios of nearly equal degrees come first. The first ``total_degree`` + 1 points determine a ratio, the others test
    it.
    """
    from sympy import factor
    from sympy.polys.polyfuncs import rational_interpolate

    def preference(numerator_degree: int) -> tuple[int, int]:
        denominator_degree = total_degree - numerator_degree
        return max(numerator_degree, denominator_degree), denominator_degree

    fitted_points = list(value_at.items())[: total_degree + 1]
    for numerator_degree in sorted(range(total_degree + 1), key=preference):
        form = factor(rational_interpolate(fitted_points, numerator_degree, variable))
        if all(_value_at(form, place) == value for place, value in value_at.items()):
            yield form


def _solved_recurrence(value_at: Mapping[int, Any], m: Any) -> Any | None:
    """Find the closed form of a linear recurrence with constant coefficients that all values follow, or None.

    The values must belong to consecutive m. A recurrence of order r, which gives each value from the r before it, takes
    r coefficients and r starting values.
    """
    from sympy import Function, rsolve, simplify
    from sympy.concrete.guess import find_simple_recurrence, find_simple_recurrence_vector

    places, values = list(value_at), list(value_at.values())
    order = len(find_simple_recurrence_vector(list(values))) - 1
    are_consecutive = all(later == place + 1 for place, later in pairwise(places))
    if not order or not are_consecutive or 2 * order + SPARE_VALUES > len(places):
        return None
    term = Function("a")
    starts = {term(place): value_at[place] for place in places[:order]}
    form = rsolve(find_simple_recurrence(list(values), term, m), term(m), starts)
    fits = form is not None and all(_value_at(form, place) == value for place, value in value_at.items())
    return simplify(form) if fits else None


def _value_at(form: Any, m: int) -> Any:
    """Return the value at m of an expression in one symbol, or of a number."""
    from sympy import expand

    return expand(form.subs(dict.fromkeys(form.free_symbols, m)))


def sum_less_form(term: Any, index: Any, last: Any, form: Any) -> Any:
    """Return the sum of a term for index = 1 .. last less a form, simplified: 0 if they are equal.

    ``term`` and ``form`` are expressions of sympy, ``index`` and ``last`` are symbols in them. Raises ``ValueError`` if
    the sum has no closed form, or differs from adding the first terms.
    """
    from sympy import factor, simplify
    from sympy.concrete.gosper import gosper_sum

    total = gosper_sum(term, (index, 1, last))
    if total is None:
        raise ValueError(f"the sum of {term} has no closed form")
    for n in range(1, MAX_TERMS_ADDED + 1):
        sum_of_terms = sum(term.subs(last, n).subs(index, i) for i in range(1, n + 1))
        if simplify(total.subs(last, n) - sum_of_terms) != 0:
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
