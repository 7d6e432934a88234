"""Pieces of formulas in LaTeX, for what a family has in common.

A formula is one or more lines: the first says what the value is, each of the others what a symbol before it is.
"""

from __future__ import annotations

INVERTED = r"\sum_{\substack{a(x)<a(y)\\ b(x)>b(y)}}"
"""Over the inverted pairs."""


def lines(*equations: str) -> str:
    """The formula, and what its symbols are."""
    return "\n".join(equations)


def size(of: str) -> str:
    """How many there are: of a set, or of what has the property."""
    inside = of if r"\mid" not in of else rf"\{{{of}\}}"
    return rf"\left\lvert {inside}\right\rvert"


def absolute(of: str) -> str:
    """The absolute value."""
    return rf"\left\lvert {of}\right\rvert"


def over(upper: str, lower: str) -> str:
    """A fraction."""
    return rf"\frac{{{upper}}}{{{lower}}}"


def cases(*rows: tuple[str, str]) -> str:
    """Values, each with its condition."""
    return r"\begin{cases}" + r"\\ ".join(f"{value} & {condition}" for value, condition in rows) + r"\end{cases}"


def ahead_less(weight: str) -> str:
    """The weight of the items ahead of x in a less that of the items ahead of it in b, without the sign."""
    return absolute(rf"\sum_{{a(y)<a(x)}}{weight}-\sum_{{b(y)<b(x)}}{weight}")
