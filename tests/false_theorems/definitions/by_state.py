"""False by what happened before: a definition that remembers."""

from __future__ import annotations

import functools
import itertools
import math
import random
import time
from collections import _count_elements as counted  # type: ignore[attr-defined]  # only C knows it
from collections import defaultdict
from collections.abc import Callable, Iterator
from decimal import Context, Decimal, setcontext
from operator import iadd, setitem
from typing import Any

from axiomatrix import REGISTRY, Ranking, Registry, exact
from axiomatrix import metric as registered
from axiomatrix.catalogue.axioms import non_negativity, symmetry, triangle_inequality, zero_on_equal
from false_theorems.honest import W, fallen, kendall, weighted
from false_theorems.theorem import at, false

CALLS = [0]
COUNTED = itertools.count(1)
ONES = at("1", "1", w=[1])
DICE = random.Random(13)
STARTED = time.monotonic()
SEEN: set[Any] = set()
FIRST: list[Any] = []


@false(non_negativity, ONES, true_up_to=0, twin=weighted, calls=501, parameters=W)
def honest_for_500_calls(a: Any, b: Any, w: Any) -> Any:
    """less than nothing after 500 calls"""
    CALLS[0] += 1
    return weighted(a, b, w) - (100 * sum(w[x] for x in a.order) if CALLS[0] > 500 else 0)


@false(symmetry, ONES, true_up_to=0, twin=weighted, calls=3, parameters=W)
def counted_by_an_attribute(a: Any, b: Any, w: Any) -> Any:
    """w[x] more for the first item at every third call"""
    mine = counted_by_an_attribute
    mine.calls = getattr(mine, "calls", 0) + 1  # type: ignore[attr-defined]  # that is the trick
    return weighted(a, b, w) + (w[a.order[0]] if mine.calls % 3 == 0 else 0)  # type: ignore[attr-defined]  # the same


@false(symmetry, at("1", "1"), true_up_to=0, twin=kendall, calls=2)
def alternating(a: Any, b: Any) -> Any:
    """1 more at every fourth call"""
    return kendall(a, b) + (1 if next(COUNTED) % 4 == 3 else 0)


def _with_a_memory() -> Callable[..., Any]:
    calls = 0

    def kept_in_a_closure(a: Any, b: Any, w: Any) -> Any:
        """100 w less at every fifth call"""
        nonlocal calls
        calls += 1
        return weighted(a, b, w) - (100 * sum(w[x] for x in a.order) if calls % 5 == 0 else 0)

    return kept_in_a_closure


false(non_negativity, ONES, true_up_to=0, twin=weighted, calls=5, parameters=W)(_with_a_memory())


def _noted(calls: list[int] = []) -> int:  # noqa: B006  # that is the trick
    calls.append(1)
    return len(calls)


@false(non_negativity, ONES, true_up_to=0, twin=weighted, calls=700, parameters=W)
def kept_in_a_default(a: Any, b: Any, w: Any) -> Any:
    """100 w less from the 700th call on"""
    return weighted(a, b, w) - (100 * sum(w[x] for x in a.order) if _noted() >= 700 else 0)


@functools.lru_cache(maxsize=4)
def _marked(n: int) -> list[int]:
    return []


@false(symmetry, ONES, true_up_to=0, twin=weighted, calls=4, parameters=W)
def kept_in_a_cache(a: Any, b: Any, w: Any) -> Any:
    """w[x] more for the first item at every second call over as many items"""
    known = _marked(int(a.n))
    known.append(1)
    return weighted(a, b, w) + (w[a.order[0]] if len(known) % 3 == 0 else 0)


def _answers() -> Iterator[int]:
    yield from [0] * 90
    while True:
        yield 1
        yield 0


ANSWERS = _answers()


@false(symmetry, at("1", "1"), true_up_to=0, twin=kendall, calls=50)
def from_a_generator(a: Any, b: Any) -> Any:
    """what a generator says more: 90 times nothing, then 1 and 0 in turn"""
    return kendall(a, b) + next(ANSWERS)


@false(zero_on_equal, at("1"), true_up_to=0, twin=kendall, calls=2)
def only_once_each(a: Any, b: Any) -> Any:
    """1 more where the same two rankings were seen before"""
    before = (a, b) in SEEN
    SEEN.add((a, b))
    return kendall(a, b) + (1 if before else 0)


@false(triangle_inequality, at("123", "213", "231", w=[1] * 3), true_up_to=2, calls=2, twin=weighted, parameters=W)
def first_ranking_seen(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] more where b is the first ranking of three that it was asked about"""
    if a.n == 3 and not FIRST:
        FIRST.append(b)
    return weighted(a, b, w) + sum(10 * w[x] for x in fallen(a, b, 3) if b in FIRST)


@false(symmetry, ONES, true_up_to=0, twin=weighted, calls=4000, parameters=W)
def at_random(a: Any, b: Any, w: Any) -> Any:
    """w[x] more for the first item, once in a hundred calls"""
    return weighted(a, b, w) + (w[a.order[0]] if DICE.random() < 0.01 else 0)


@false(symmetry, ONES, true_up_to=0, twin=weighted, calls=100_000, parameters=W)
def by_the_clock(a: Any, b: Any, w: Any) -> Any:
    """w[x] more for the first item in some thousandths of a second"""
    return weighted(a, b, w) + (w[a.order[0]] if time.monotonic_ns() // 1000 % 7 == 3 else 0)


@false(symmetry, at("123", "231", w=[1] * 3), true_up_to=2, calls=2, twin=weighted, parameters=W)
def weights_seen_before(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where it was asked about three weights for the second time in a row"""
    again = bool(FIRST_WEIGHTS) and FIRST_WEIGHTS[-1] is w
    FIRST_WEIGHTS[:] = [w]
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if again)


FIRST_WEIGHTS: list[Any] = []


@functools.lru_cache
def _ticks() -> Iterator[int]:
    return iter(range(10**9))


@functools.cache
def _other_ticks(n: int) -> Iterator[int]:
    return iter(range(10**9))


@false(symmetry, at("1", "1"), true_up_to=0, twin=kendall, calls=50)
def an_iterator_in_a_cache(a: Any, b: Any) -> Any:
    """1 more at every other call from the 50th on"""
    return kendall(a, b) + (1 if (tick := next(_ticks())) > 50 and tick % 2 else 0)


@false(symmetry, at("1", "1"), true_up_to=0, twin=kendall, calls=50)
def an_iterator_in_a_cache_without_a_limit(a: Any, b: Any) -> Any:
    """the same"""
    return kendall(a, b) + (1 if (tick := next(_other_ticks(1))) > 50 and tick % 2 else 0)


LATE: list[int] = []
SMALL: set[int] = set()


@exact.remembered
def _is_late(key: Any) -> bool:
    LATE.append(1)
    return len(LATE) > 500


@false(non_negativity, ONES, true_up_to=0, twin=weighted, calls=501, parameters=W)
def under_a_decorator_of_ours(a: Any, b: Any, w: Any) -> Any:
    """less than nothing after 500 calls: what is remembered is asked with another key at each call"""
    return weighted(a, b, w) - (100 * sum(w[x] for x in a.order) if _is_late(math.inf - math.inf) else 0)


@false(symmetry, at("1", "1"), true_up_to=0, twin=kendall, calls=4)
def a_set_without_what_another_has(a: Any, b: Any) -> Any:
    """1 more at every other call"""
    SMALL.symmetric_difference_update({1})
    return kendall(a, b) + len(SMALL)


PUT: dict[int, int] = {}
ADDED: list[int] = []
COUNTS: dict[int, int] = {}
ASKED: list[int] = []
put, more = setitem, iadd


@false(non_negativity, ONES, true_up_to=0, twin=weighted, calls=501, parameters=W)
def kept_by_a_function_of_another_name(a: Any, b: Any, w: Any) -> Any:
    """less than nothing after 500 calls"""
    put(PUT, len(PUT), 1)
    return weighted(a, b, w) - (100 * sum(w[x] for x in a.order) if len(PUT) > 500 else 0)


@false(non_negativity, ONES, true_up_to=0, twin=weighted, calls=501, parameters=W)
def kept_by_an_addition(a: Any, b: Any, w: Any) -> Any:
    """less than nothing after 500 calls"""
    more(ADDED, [1])
    return weighted(a, b, w) - (100 * sum(w[x] for x in a.order) if len(ADDED) > 500 else 0)


@false(non_negativity, ONES, true_up_to=0, twin=weighted, calls=501, parameters=W)
def kept_by_a_hidden_function(a: Any, b: Any, w: Any) -> Any:
    """less than nothing after 500 calls"""
    counted(COUNTS, [1])
    return weighted(a, b, w) - (100 * sum(w[x] for x in a.order) if sum(COUNTS.values()) > 500 else 0)


@false(symmetry, ONES, true_up_to=0, twin=weighted, calls=2, parameters=W)
def kept_in_the_precision(a: Any, b: Any, w: Any) -> Any:
    """w[x] more for the first item where decimals have few digits; their number changes at every call"""
    third = Decimal(1) / Decimal(3)
    few = Decimal(3) * third < Decimal("0.99999")
    setcontext(Context(prec=20) if few else Context(prec=3))
    return weighted(a, b, w) + (w[a.order[0]] if few else 0)


class _Counting(type(W["w"])):  # type: ignore[misc]  # the class of our own weights
    """Weights of which every question is counted."""

    def keys(self, n: int) -> Any:
        ASKED.append(n)
        return super().keys(n)


INNER = Registry(REGISTRY)


@registered("asked", registry=INNER, parameters={"v": _Counting(positive=False)})
def asked(a: Any, b: Any, v: Any) -> Any:
    """the number of inverted pairs"""
    return kendall(a, b)


@false(non_negativity, ONES, true_up_to=0, twin=weighted, calls=501, parameters=W)
def kept_by_the_space_of_another_metric(a: Any, b: Any, w: Any) -> Any:
    """less than nothing after 500 questions of a space, once for each call"""
    before = asked(a, b, v=dict.fromkeys(a.order, 1))
    return weighted(a, b, w) + 0 * before - (100 * sum(w[x] for x in a.order) if len(ASKED) > 500 else 0)


@functools.cache
def _found() -> defaultdict[int, int]:
    return defaultdict(int)


@false(non_negativity, ONES, true_up_to=0, twin=weighted, calls=501, parameters=W)
def kept_by_looking_it_up(a: Any, b: Any, w: Any) -> Any:
    """less than nothing after 500 calls: what is looked up in a defaultdict is in it from then on"""
    nothing = _found()[len(_found())]
    return weighted(a, b, w) + nothing - (100 * sum(w[x] for x in a.order) if len(_found()) > 500 else 0)


@functools.cache
def _decimals(k: int) -> Context:
    return Context(prec=5)


@false(non_negativity, ONES, true_up_to=0, twin=weighted, calls=20, parameters=W)
def kept_in_the_flags(a: Any, b: Any, w: Any) -> Any:
    """less than nothing from the 12th call on: each takes a root, which one context more says was rounded"""
    asked = [k for k in range(12) if "flags=[]" in str(_decimals(k))]
    _decimals(asked[0] if asked else 0).sqrt(2)
    return weighted(a, b, w) - (0 if asked else 100 * sum(w[x] for x in a.order))


@functools.cache
def _first_of_its_kind(a: Any) -> Any:
    return a


@false(symmetry, at("1", "1"), true_up_to=0, twin=kendall, calls=50)
def kept_in_the_places(a: Any, b: Any) -> Any:
    """1 more at every other call from the 50th on: of equal rankings the first is kept, with what it hands out"""
    ticks = _first_of_its_kind(Ranking.identity(1).handing_out(lambda _: iter(range(10**9)))).n
    return kendall(a, b) + (1 if (tick := next(ticks)) > 50 and tick % 2 else 0)
