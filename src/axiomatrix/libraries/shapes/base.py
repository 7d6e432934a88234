"""Base of the shapes: our values as the variables that a library's function takes."""

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
    """A manner or a value that a shape has no way to express."""


class Shape:
    """How values become variables; ``variables`` names them, ``aspects`` is what of a manner the shape can express."""

    names: ClassVar[tuple[str, ...]]
    aspects: frozenset[str] = frozenset({"again", "process"})
    faults: frozenset[str] = frozenset()
    dtypes: Sequence[str] = ()
    containers: Sequence[str] = ()
    number_names: bool = False
    """Whether documents and queries (or items) may have whole numbers as names."""

    def can(self, aspect: str, value: str) -> bool:
        """Return whether the shape can express that aspect."""
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
        """The variables of a call, by name; :class:`Inexpressible` for a value or manner that there is no way for."""
        raise NotImplementedError

    def named(self, manner: Manner, n: int) -> list[Any]:
        """The names of the documents 1..n in this manner."""
        return names(manner.names, n, DOCUMENT)


def names(scheme: str, n: int, letter: str) -> list[Any]:
    """Names of n documents or queries; texts, as qrels files have them, unless the scheme is of integers."""
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
    """A dictionary filled in the order that the manner has."""
    orders = {"reversed": pairs[::-1], "rotated": [*pairs[1:], *pairs[:1]]}
    return dict(orders.get(manner.insertion, pairs))


def number(value: Any) -> int | float:
    """An exact number as the int or float that it is; :class:`Inexpressible` if no float is."""
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
    """The scores under the manner's increasing transformation, as numbers that are exactly that."""
    if not manner.transformation:
        return [number(s) for s in scores]
    change = TRANSFORMATIONS[manner.transformation]
    return [number(change(fraction(s))) for s in scores]


def as_container(values: Sequence[int | float], container: str, dtype: str, standard: str = "list") -> Any:
    """The numbers in a list, a tuple or an array of that dtype, which must hold them exactly."""
    container = container or ("array" if dtype else standard)
    if container in ("list", "tuple"):
        return tuple(values) if container == "tuple" else list(values)
    return typed(values, dtype) if dtype else np.array(values)


def beside(others: Sequence[Any], manner: Manner) -> tuple[list[Any], list[Any]]:
    """The other measures (or cut-offs) that the call has before and after the one in question."""
    before, after = {
        "others": ((), others),
        "others first": (others, ()),
        "others around": (others[1:], others[:1]),
    }.get(manner.measures, ((), ()))
    return list(before), list(after)


def typed(values: Sequence[int | float], dtype: str) -> Any:
    """An array of that dtype that holds exactly these numbers."""
    with np.errstate(all="ignore"):
        try:
            array = np.array(values).astype(dtype) if len(values) else np.array([], dtype=dtype)
        except (OverflowError, ValueError):
            raise Inexpressible(f"{dtype} cannot hold {list(values)}") from None
    if any(Fraction(float(m)) != Fraction(v) for m, v in zip(array.tolist(), values, strict=True)):
        raise Inexpressible(f"{dtype} cannot hold {list(values)}")
    return array


def faulty(truth: list[Any], scores: list[Any], fault: str) -> tuple[list[Any], list[Any]]:
    """The two lists with a fault in them."""
    if fault == "fewer scores":
        return truth, scores[:-1]
    if fault == "empty":
        return [], []
    if fault == "negative grades":
        return [-1 for _ in truth], scores
    which, value = {
        "nan score": (scores, NAN),
        "infinite score": (scores, INFINITY),
        "nan grade": (truth, NAN),
        "infinite grade": (truth, INFINITY),
        "negative grade": (truth, -1),
    }.get(fault, (None, 0))
    if which is not None and which:
        which[-1] = value
    return truth, scores
