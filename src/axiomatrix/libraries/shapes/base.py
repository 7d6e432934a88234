"""Base of the shapes, which convert our values to the variables that a library's function takes.

Adapters choose a shape for each row. A shape also says which manners of a call it can express.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from ...numbers.exact import fraction
from ..manner import CHOICES, NUMBER_NAMES, TRANSFORMATIONS, Manner

DOCUMENT, QUERY = "d", "q"
NAN, INFINITY = float("nan"), float("inf")


class Inexpressible(ValueError):
    """Raised for a manner or a value that a shape cannot express."""


class Shape:
    """Conversion of values to variables called ``names``; ``aspects`` are those of a manner that it can express."""

    names: ClassVar[tuple[str, ...]]
    aspects: frozenset[str] = frozenset({"again", "process"})
    faults: frozenset[str] = frozenset()
    dtypes: Sequence[str] = ()
    containers: Sequence[str] = ()
    number_names: bool = False
    """Whether documents and queries (or items) may have whole numbers as names."""

    def can(self, aspect: str, value: str) -> bool:
        """Return whether the shape can express this value of an aspect."""
        if aspect == "fault":
            return value in self.faults
        if aspect in ("truth", "scores"):
            return aspect in self.aspects and value in self.dtypes
        if aspect == "container":
            return value in self.containers
        if value in NUMBER_NAMES and not self.number_names:
            return False
        return aspect in self.aspects and value in CHOICES[aspect]

    def variables(self, arguments: Sequence[Any], manner: Manner) -> dict[str, Any]:
        """The variables of a call, by name; :class:`Inexpressible` for a value or manner that it cannot express."""
        raise NotImplementedError

    def named(self, manner: Manner, n: int) -> list[Any]:
        """The names of the documents 1..n in this manner."""
        return names(manner.names, n, DOCUMENT)


def names(scheme: str, n: int, letter: str) -> list[Any]:
    """Name n documents or queries: by strings, as in qrels files, or by integers for the schemes of whole numbers."""
    if scheme == "reversed":
        return [f"{letter}{n - k}" for k in range(n)]
    name_of: dict[str, Callable[[int], Any]] = {
        "": lambda k: f"{letter}{k}",
        "integers": lambda k: str(8 + k),  # 9 and 10 sort differently as texts and as numbers
        "negative integers": lambda k: str(-(8 + k)),
        "beyond 2^53": lambda k: str(2**53 + k - 1),  # 2^53 + 1 is not a float64
        "whole numbers": lambda k: k,
        "negative whole numbers": lambda k: -k,  # in CPython -1 and -2 have one hash
        "whole numbers beyond 2^53": lambda k: 2**53 + k - 1,
        "long": lambda k: f"{letter}{'x' * 300}{k}",
    }
    return [name_of[scheme](k) for k in range(1, n + 1)]


def inserted(pairs: Sequence[tuple[Any, Any]], manner: Manner) -> dict[Any, Any]:
    """Fill a dictionary in the order of the manner."""
    orders = {"reversed": pairs[::-1], "rotated": [*pairs[1:], *pairs[:1]]}
    return dict(orders.get(manner.insertion, pairs))


def number(value: Any) -> int | float:
    """Convert an exact number to an equal int or float; :class:`Inexpressible` if there is none."""
    exact = fraction(value)
    if exact.denominator == 1 and abs(exact) < 2**63:
        return int(exact)
    try:
        converted = float(exact)
    except OverflowError:
        raise Inexpressible(f"{exact} is too large for a float") from None
    if Fraction(converted) != exact:
        raise Inexpressible(f"{exact} is not a float")
    return converted


def transformed(scores: Sequence[Any], manner: Manner) -> list[int | float]:
    """Apply the manner's increasing transformation to scores, exactly."""
    if not manner.transformation:
        return [number(s) for s in scores]
    change = TRANSFORMATIONS[manner.transformation]
    return [number(change(fraction(s))) for s in scores]


def as_container(values: Sequence[int | float], container: str, dtype: str, standard: str = "list") -> Any:
    """Put numbers into a list, a tuple or an array of a dtype, which must represent them exactly."""
    container = container or ("array" if dtype else standard)
    if container in ("list", "tuple"):
        return tuple(values) if container == "tuple" else list(values)
    return typed(values, dtype) if dtype else np.array(values)


def other_measures(others: Sequence[Any], manner: Manner) -> tuple[list[Any], list[Any]]:
    """The other measures, or cut-offs, that the manner evaluates before and after the one in question."""
    before, after = {
        "others": ((), others),
        "others first": (others, ()),
        "others around": (others[1:], others[:1]),
    }.get(manner.measures, ((), ()))
    return list(before), list(after)


def typed(values: Sequence[int | float], dtype: str) -> Any:
    """Make an array of a dtype; :class:`Inexpressible` unless it represents the numbers exactly."""
    with np.errstate(all="ignore"):
        try:
            array = np.array(values).astype(dtype) if len(values) else np.array([], dtype=dtype)
        except (OverflowError, ValueError):
            raise Inexpressible(f"{dtype} cannot hold {list(values)}") from None
    if any(Fraction(float(m)) != Fraction(v) for m, v in zip(array.tolist(), values, strict=True)):
        raise Inexpressible(f"{dtype} cannot hold {list(values)}")
    return array


def faulty(truth: list[Any], scores: list[Any], fault: str) -> tuple[list[Any], list[Any]]:
    """Put a fault into the two lists."""
    if fault == "fewer scores":
        return truth, scores[:-1]
    if fault == "empty":
        return [], []
    if fault == "negative grades":
        return [-1 for _ in truth], scores
    target, value = {
        "nan score": (scores, NAN),
        "infinite score": (scores, INFINITY),
        "nan grade": (truth, NAN),
        "infinite grade": (truth, INFINITY),
        "negative grade": (truth, -1),
    }.get(fault, (None, 0))
    if target is not None and target:
        target[-1] = value
    return truth, scores
