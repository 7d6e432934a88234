"""Decimals beside exact numbers whose size is not seen at once."""

from __future__ import annotations

from functools import lru_cache

from ..numbers.exact import Formal, parse

_CONSTANTS = ("log(", "sqrt(", "root(")


@lru_cache(maxsize=4096)
def with_decimal(text: str) -> str:
    """A formal constant with a decimal near it, such as ``(log(2))/(log(3)) (~0.63093)``; any other text as it is."""
    if not any(name in text for name in _CONSTANTS):
        return text
    try:
        number = parse(text)
        return f"{text} (~{float(number):.5g})" if isinstance(number, Formal) else text
    except (ValueError, ArithmeticError, TypeError):
        return text
