"""Formulas: coefficients that are known for some n, as one formula in n where one of low degree gives them all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...numbers.exact import Formal
from ..closed.forms import number, rational_functions, symbol, written

Point = tuple[int, Any]


def formula_in_n(points: Sequence[Point]) -> str | None:
    """A formula in n that gives all the points, or None; a constant one if all values are the same.

    Tried are rational functions of n or of n^2 with fewer coefficients than points, the simplest first, those of n also
    multiplied by floor(n^2 / 2) or divided by it. That it gives them is checked exactly; nothing is claimed of others.
    """
    from sympy import floor

    values = {value for _, value in points}
    if len(values) == 1:
        return str(points[0][1])
    if any(isinstance(value, Formal) for value in values):
        return None
    known, n = {n: number(value) for n, value in points}, symbol("n")
    for total in range(1, len(points) - 1):
        for power in (0, -1, 1) if min(known) > 1 else (0,):  # below n = 2 the factor is zero
            shifted = {n: value * number(n * n // 2) ** -power for n, value in known.items()}
            for form in rational_functions(shifted, total, n):
                return written(form * floor(n**2 / 2) ** power)
        for form in rational_functions({n * n: value for n, value in known.items()}, total, n):
            return written(form.subs(n, n**2).factor())
    return None


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
