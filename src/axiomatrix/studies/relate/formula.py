"""Formulas: coefficients that are known for some n, as one formula in n where one of low degree fits them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq, fmpq_mat, fmpq_poly

from ...numbers.exact import Formal

Point = tuple[int, Any]


def fitted(points: Sequence[Point]) -> str | None:
    """A formula in n through all the points, or None; a constant one if all values are the same.

    Tried are rational functions of n or of n^2 with fewer coefficients than points, the simplest first, those of n also
    multiplied by floor(n^2 / 2) or divided by it. That it fits is checked exactly at these n and is no claim about
    others.
    """
    values = {value for _, value in points}
    if len(values) == 1:
        return str(points[0][1])
    if any(isinstance(value, Formal) for value in values):
        return None
    for total in range(1, len(points) - 1):
        for power, factor in ((0, ""), (-1, "floor(n^2/2)"), (1, "floor(n^2/2)")):
            if power and any(n < 2 for n, _ in points):  # the factor is zero there
                continue
            shifted = [(n, value * fmpq(n * n // 2) ** -power) for n, value in points]
            if found := _rational(shifted, total, 1):
                return _text(*found, factor, power)
        if found := _rational(points, total, 2):
            return _text(*found, "", 0)
    return None


def _rational(points: Sequence[Point], total: int, step: int) -> tuple[fmpq_poly, fmpq_poly] | None:
    """Numerator and denominator in n^step of degrees that sum to ``total``, without a pole at a point."""
    for below in range(total, -1, -1):
        above = total - below
        rows = [
            [fmpq(n) ** (step * k) for k in range(above + 1)]
            + [-value * fmpq(n) ** (step * k) for k in range(below + 1)]
            for n, value in points
        ]
        reduced, rank = fmpq_mat(rows).rref()
        free = above + below + 2 - rank
        if free != 1:  # none, or one of a lower degree, which was tried before
            continue
        solution = _kernel(reduced, rank, above + below + 2)
        num, den = _polynomial_in(solution[: above + 1], step), _polynomial_in(solution[above + 1 :], step)
        if all(den(n) != 0 and num(n) / den(n) == value for n, value in points):
            return num, den
    return None


def _kernel(reduced: fmpq_mat, rank: int, width: int) -> list[fmpq]:
    """The one vector, up to a factor, that the matrix in reduced row echelon form maps to zero."""
    pivots = [next(j for j in range(width) if reduced[i, j] != 0) for i in range(rank)]
    (free,) = set(range(width)) - set(pivots)
    vector = [fmpq(0)] * width
    vector[free] = fmpq(1)
    for i, j in enumerate(pivots):
        vector[j] = -reduced[i, free]
    return vector


def _polynomial_in(coefficients: Sequence[fmpq], step: int) -> fmpq_poly:
    """The polynomial in n with these coefficients of the powers of n^step."""
    return fmpq_poly([part for c in coefficients for part in (c, *[fmpq(0)] * (step - 1))])


def _text(num: fmpq_poly, den: fmpq_poly, factor: str, power: int) -> str:
    lead_above, above = _factors(num)
    lead_below, below = _factors(den)
    lead = lead_above / lead_below
    (above if power > 0 else below).extend([factor] if power else [])
    if lead.p not in (1, -1) or not above:
        above.insert(0, str(abs(int(lead.p))))
    if lead.q != 1:
        below.insert(0, str(lead.q))
    top = ("-" if lead < 0 else "") + " ".join(above)
    if not below:
        return top[1:-1] if len(above) == 1 and top.startswith("(") and top.endswith(")") else top
    return f"{top}/{below[0]}" if len(below) == 1 else f"{top}/({' '.join(below)})"


def _factors(p: fmpq_poly) -> tuple[fmpq, list[str]]:
    """The polynomial as a number and texts of its factors with whole coefficients."""
    lead, found = p.factor()
    number, texts = fmpq(lead), []
    for factor, exponent in found:
        whole = factor.denom()
        number /= fmpq(whole) ** exponent
        said = _polynomial([int(c) for c in (factor * whole).numer().coeffs()])
        texts += [said if exponent == 1 else f"{said}^{exponent}"]
    return number, sorted(texts, key=lambda text: (len(text), text))


def _polynomial(coefficients: Sequence[int]) -> str:
    """A polynomial in n from its coefficients, constant first; a sum in brackets."""
    terms = []
    for k in range(len(coefficients) - 1, -1, -1):
        c = coefficients[k]
        if c:
            power = "" if k == 0 else "n" if k == 1 else f"n^{k}"
            size = str(abs(c)) if abs(c) != 1 or not power else ""
            terms.append(("- " if c < 0 else "+ ") + " ".join(part for part in (size, power) if part))
    said = " ".join(terms).removeprefix("+ ")
    return said if len(terms) == 1 else f"({said})"


def linear(b: str, a: str, c: str, s: str) -> str:
    """``b = s + c * a`` without what is not needed."""
    negative = c.startswith("-") and not _is_sum(c)
    size = c[1:] if negative else c
    times = a if size == "1" else f"({size}) * {a}" if _is_sum(size) else f"{size} * {a}"
    if s == "0":
        return f"{b} = {'-' if negative else ''}{times}"
    return f"{b} = {s} {'-' if negative else '+'} {times}"


def _is_sum(text: str) -> bool:
    """Whether the text is a sum of terms, outside of brackets."""
    depth = 0
    for k, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0 and text[k : k + 3] in (" + ", " - "):
            return True
    return False
