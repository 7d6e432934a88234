"""Gains of grades and discounts of ranks."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import log, power, remembered


def gain(grade: Any, variant: str) -> Any:
    """``exponential`` 2^g - 1 (Burges 2005), or ``linear`` g (Jarvelin and Kekalainen 2002)."""
    if variant == "linear":
        return grade
    return (2**grade if isinstance(grade, int) else power(2, grade)) - 1


@remembered
def logarithmic(i: Any) -> Any:
    """1 / log2(i + 1)."""
    return 1 / log(i + 1, 2)


@remembered
def undiscounted_up_to_base(i: Any, b: Any) -> Any:
    """1 up to rank b, 1 / log_b i beyond."""
    return 1 / log(i, b) if i > b else 1


@remembered
def halving(i: Any, alpha: Any) -> Any:
    """2^(-(i - 1) / (alpha - 1)): 1 at rank 1, 1/2 at rank alpha."""
    return power(2, -(i - 1) / (alpha - 1))
