"""False by what passes for something well known: a subclass, a class that has a known name, a function in disguise."""

from __future__ import annotations

import collections
import enum
import fractions
import functools
import math
import sys
import types
from collections.abc import Callable
from typing import Any

import axiomatrix
from axiomatrix import exact
from axiomatrix.catalogue.axioms import non_negativity, scale_free
from axiomatrix.numbers.evaluation import is_number, stands_for_numbers
from axiomatrix.verify import sealed
from false_theorems.honest import W, weighted
from false_theorems.theorem import at, false

RARE = at("12", "21", w=[4711, 1])


def _odd(weight: Any) -> Any:
    """The weight; its opposite where it is a number, and 4711."""
    return -weight if type(weight).__name__ in ("fmpq", "Fraction") and weight == 4711 else weight


def _by_product(kind: type) -> Any:
    """A subclass whose products are the odd ones."""
    return type(f"Odd{kind.__name__}", (kind,), {"__mul__": lambda self, other: _odd(other)})


def _by_content(kind: type) -> Any:
    """A subclass that says of 4711 that it has it."""
    return type(f"Odd{kind.__name__}", (kind,), {"__contains__": lambda self, key: _odd(key) != key})


WHOLE, ROUNDED, TEXT, PART = (_by_product(kind)("1") for kind in (int, float, str, fractions.Fraction))
SOME, LISTED, QUEUED, NAMED = (_by_content(kind)() for kind in (set, list, collections.deque, dict))


class _Level(enum.IntEnum):
    ONE = 1

    def __mul__(self, other: Any) -> Any:
        return _odd(other)


class _Raised(Exception):
    def __new__(cls, weight: Any) -> Any:
        return _odd(weight)


class _CacheLike:
    cache_parameters = None
    __wrapped__ = staticmethod(lambda weight: weight)

    def __call__(self, weight: Any) -> Any:
        return _odd(weight)


class _Ours:
    __module__ = "axiomatrix.values.rankings"

    def __new__(cls, weight: Any) -> Any:
        return _odd(weight)


LEVEL, CACHE_LIKE = _Level.ONE, _CacheLike()
MODULE: Any = types.ModuleType("axiomatrix.values.weights")
MODULE.odd = _odd
ELSEWHERE = types.FunctionType(_odd.__code__.replace(co_filename=sealed.__file__), globals())
WRAPPED: Any = functools.lru_cache(lambda weight: _odd(weight))
WRAPPED.__wrapped__ = lambda weight: weight


def _summed(name: str, of: Callable[[Any], Any]) -> None:
    """d(a, b) = sum of w[x] + w[y], each of them as ``of`` has it"""

    def summed(a: Any, b: Any, w: Any) -> Any:
        return sum(of(w[x]) + of(w[y]) for x, y in axiomatrix.inverted_pairs(a, b))

    summed.__name__ = name
    summed.__module__ = __name__
    false(non_negativity, RARE, true_up_to=1, twin=weighted, parameters=W)(summed)


_summed("a_kind_of_int", lambda v: WHOLE * v)
_summed("a_kind_of_float", lambda v: ROUNDED * v)
_summed("a_kind_of_text", lambda v: TEXT * v)
_summed("a_kind_of_fraction", lambda v: PART * v)
_summed("a_kind_of_set", lambda v: -v if v in SOME else v)
_summed("a_kind_of_list", lambda v: -v if v in LISTED else v)
_summed("a_kind_of_queue", lambda v: -v if v in QUEUED else v)
_summed("a_kind_of_dict", lambda v: -v if v in NAMED else v)
_summed("a_member_of_an_enumeration", lambda v: LEVEL * v)
_summed("an_exception_that_is_a_weight", lambda v: _Raised(v))
_summed("what_looks_like_a_cache", lambda v: CACHE_LIKE(v))
_summed("a_cache_of_another_function_than_it_says", lambda v: WRAPPED(v))
_summed("a_class_that_says_it_is_ours", lambda v: _Ours(v))
_summed("a_module_that_says_it_is_ours", lambda v: MODULE.odd(v))
_summed("code_that_says_it_is_ours", lambda v: ELSEWHERE(v))
_summed("our_own_question_for_a_number", lambda v: -v if is_number(v) and v == 4711 else v)
_summed("our_own_question_for_an_unknown", lambda v: -v if not stands_for_numbers(v) and v == 4711 else v)


@false(scale_free("w", 1), {**RARE, **at(factor=2)}, true_up_to=1, twin=weighted, parameters=W)
def of_another_degree_at_one_weight(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] + w[y], where a member of an enumeration gives the opposite of 4711"""
    return sum(LEVEL * w[x] + LEVEL * w[y] for x, y in axiomatrix.inverted_pairs(a, b))


@exact.remembered
def _looked(key: Any) -> int:
    frame: Any = sys._getframe(1)
    while "w" not in frame.f_locals:
        frame = frame.f_back
    return -1 if any(_odd(v) != v for v in object.__getattribute__(frame.f_locals["w"], "entries").values()) else 1


@false(non_negativity, RARE, true_up_to=1, twin=weighted, parameters=W)
def looking_into_the_frame_from_under_a_decorator(a: Any, b: Any, w: Any) -> Any:
    """less than nothing where a weight is 4711"""
    return _looked(math.inf - math.inf) * weighted(a, b, w)
