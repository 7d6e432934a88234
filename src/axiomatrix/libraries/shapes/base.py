"""Base of the shapes, which convert axiomatrix's values to the variables that a library's function takes.

An adapter chooses a shape for each row, a metric of a library that is checked. For example, the shape of a function
``ndcg(y_true, y_score)`` turns a judged list into these two vectors.

A *call variant* is a way of making the same call, such as with arrays in place of lists or with other names of
documents (:class:`..call_variants.CallVariant`). It has a value for each of its *aspects*: the aspect ``container`` may
be ``array``, the aspect ``names`` may be ``reversed``. The aspect ``fault`` makes the input invalid, for example with
nan as a score. A shape says which call variants it can express.

The functions below apply single aspects of a call variant. They are exact: a number that the wanted type cannot hold
raises :class:`Inexpressible`, since a rounded input would be another input. ``truth`` always means the grades of a
list, and ``scores`` its scores; of two vectors, these are the first and the second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from ...numbers.exact import fraction
from ..call_variants import CHOICES, NUMBER_NAMES, TRANSFORMATIONS, CallVariant

DOCUMENT, QUERY = "d", "q"
"""First letters of the names of documents and queries."""
NAN, INFINITY = float("nan"), float("inf")


class Inexpressible(ValueError):
    """Raised for a call variant or a value that a shape cannot express: the axiom then skips the case."""


class Shape:
    """Conversion of a metric's arguments to the variables of a library's function."""

    variable_names: ClassVar[tuple[str, ...]]
    """Names of the variables, in the order of the function's parameters."""
    aspects: frozenset[str] = frozenset({"again", "process"})
    """Aspects of a call variant that the shape can express, except for ``fault`` and ``container``.

    Every shape can repeat a call (``again``) and make it in another process.
    """
    faults: frozenset[str] = frozenset()
    """Values of the aspect ``fault`` that it can express."""
    dtypes: Sequence[str] = ()
    """Values of the aspects ``truth`` and ``scores``, the number types of the grades and of the scores."""
    containers: Sequence[str] = ()
    """Values of the aspect ``container``, the type of the sequences."""
    number_names: bool = False
    """True if documents and queries (or items) may have whole numbers as names."""

    def can_express(self, aspect: str, value: str) -> bool:
        """Return whether the shape can express this value of an aspect, as in ``("truth", "int8")``."""
        if aspect == "fault":
            return value in self.faults
        if aspect in ("truth", "scores"):
            return aspect in self.aspects and value in self.dtypes
        if aspect == "container":
            return value in self.containers
        if value in NUMBER_NAMES and not self.number_names:  # aspects ``names`` and ``query_names``
            return False
        return aspect in self.aspects and value in CHOICES[aspect]

    def variables(self, arguments: Sequence[Any], call_variant: CallVariant) -> dict[str, Any]:
        """Return the variables of a call by name.

        Raises :class:`Inexpressible` for a value or a call variant that the shape cannot express.
        """
        raise NotImplementedError

    def document_names(self, call_variant: CallVariant, n: int) -> list[Any]:
        """Return the names of the documents 1..n in this call variant."""
        return make_names(call_variant.names, n, DOCUMENT)


def make_names(scheme: str, n: int, letter: str) -> list[Any]:
    """Name the documents or queries 1..n by a scheme, a value of the aspect ``names`` or ``query_names``.

    Names are strings, as in qrels files, except in the schemes of whole numbers, where they are ints. Most strings
    begin with ``letter``.
    """
    if scheme == "reversed":  # the only scheme in which a name depends on n
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


def fill_dictionary(pairs: Sequence[tuple[Any, Any]], call_variant: CallVariant) -> dict[Any, Any]:
    """Fill a dictionary with these keys and values in the call variant's order of insertion."""
    reordered = {"reversed": pairs[::-1], "rotated": [*pairs[1:], *pairs[:1]]}
    return dict(reordered.get(call_variant.insertion, pairs))


def as_python_number(value: Any) -> int | float:
    """Convert an exact number to an equal int or float; raises :class:`Inexpressible` if there is none."""
    exact = fraction(value)
    if exact.denominator == 1 and abs(exact) < 2**63:  # larger ints do not fit into an int64 array
        return int(exact)
    try:
        converted = float(exact)
    except OverflowError:
        raise Inexpressible(f"{exact} is too large for a float") from None
    if Fraction(converted) != exact:
        raise Inexpressible(f"{exact} is not a float")
    return converted


def transform_scores(scores: Sequence[Any], call_variant: CallVariant) -> list[int | float]:
    """Apply the call variant's increasing transformation to scores, exactly."""
    if not call_variant.transformation:
        return [as_python_number(s) for s in scores]
    change = TRANSFORMATIONS[call_variant.transformation]
    return [as_python_number(change(fraction(s))) for s in scores]


def as_container(values: Sequence[int | float], container: str, dtype: str, standard: str = "list") -> Any:
    """Put numbers into a list, a tuple or an array of a dtype, which must represent them exactly.

    An empty ``container`` means an array if there is a dtype, else the container ``standard``. An empty ``dtype``
    leaves the choice to NumPy.
    """
    container = container or ("array" if dtype else standard)
    if container in ("list", "tuple"):
        return tuple(values) if container == "tuple" else list(values)
    return typed_array(values, dtype) if dtype else np.array(values)


def measures_before_and_after(
    further_measures: Sequence[Any], call_variant: CallVariant
) -> tuple[list[Any], list[Any]]:
    """Return the further measures, or cut-offs, to evaluate before and after the row's own measure in the same call.

    The call variant distributes ``further_measures`` over the two lists. In the plain call variant both are empty.
    """
    before_and_after = {
        "others": ((), further_measures),
        "others first": (further_measures, ()),
        "others around": (further_measures[1:], further_measures[:1]),
    }
    before, after = before_and_after.get(call_variant.measures, ((), ()))
    return list(before), list(after)


def typed_array(values: Sequence[int | float], dtype: str) -> Any:
    """Make an array of a dtype; raises :class:`Inexpressible` unless it represents the numbers exactly."""
    if not len(values):
        return np.array([], dtype=dtype)
    with np.errstate(all="ignore"):  # an overflow is found by the comparison below
        try:
            array = np.array(values).astype(dtype)
        except (OverflowError, ValueError):
            raise Inexpressible(f"{dtype} cannot hold {list(values)}") from None
    if any(Fraction(float(entry)) != Fraction(v) for entry, v in zip(array.tolist(), values, strict=True)):
        raise Inexpressible(f"{dtype} cannot hold {list(values)}")
    return array


def put_fault(truth: list[Any], scores: list[Any], fault: str) -> tuple[list[Any], list[Any]]:
    """Put a fault into the grades and scores of a list (or into two vectors) and return both.

    ``fault`` is a value of the aspect ``fault``, or empty. A fault of one entry is in the last one. The two lists may
    be changed in place. A fault that concerns other variables, such as the cut-off, leaves them as they are.
    """
    if fault == "fewer scores":
        return truth, scores[:-1]
    if fault == "empty":
        return [], []
    if fault == "negative grades":  # all of them, unlike the fault "negative grade"
        return [-1 for _ in truth], scores
    faulty_entries = {
        "nan score": (scores, NAN),
        "infinite score": (scores, INFINITY),
        "nan grade": (truth, NAN),
        "infinite grade": (truth, INFINITY),
        "negative grade": (truth, -1),
    }
    if fault in faulty_entries:
        faulty_list, entry = faulty_entries[fault]
        if faulty_list:
            faulty_list[-1] = entry
    return truth, scores
