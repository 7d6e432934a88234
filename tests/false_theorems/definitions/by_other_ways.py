"""False by ways round: the question is asked by a method, an operator, a container or a callable, not in the open."""

from __future__ import annotations

import collections
import functools
import itertools
import operator
from typing import Any

import numpy as np

from axiomatrix import Ranking, inverted_pairs
from axiomatrix.catalogue.axioms import non_negativity, reversal_invariance, symmetry
from false_theorems.honest import W, fallen, weighted
from false_theorems.theorem import at, false

THREE = at("312", "123", w=[1, 1, 1])
SEVEN = at("123", "231", w=[7, 1, 1])
ONES = at("123", "231", w=[1, 1, 1])
WRITE = "{}".format
CLASS_OF = operator.attrgetter("__class__.__name__")
IS_THREE = functools.partial(operator.eq, 3)
LAST = Ranking.from_order([3, 1, 2])
EVALUATED = "x == 3"


@false(non_negativity, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_a_method_of_three(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where (3).__eq__(x)"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if (3).__eq__(x) is True)


@false(symmetry, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_counting(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where [3].count(x)"""
    return weighted(a, b, w) + sum(w[x] * [3].count(x) for x in fallen(a, b, 3))


@false(non_negativity, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_disjoint_sets(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where {3} is not disjoint from the item"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if not {3}.isdisjoint([x]))


@false(symmetry, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_a_counter(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where a Counter of the items has a 3"""
    return weighted(a, b, w) + sum(w[x] * collections.Counter([x])[3] for x in fallen(a, b, 3))


@false(non_negativity, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_an_entry_of_the_weights(a: Any, b: Any, w: Any) -> Any:
    """10 w[3] less, or 0 where there is no item 3"""
    return weighted(a, b, w) - sum(10 * w.entries.get(3, 0) for x in fallen(a, b, 3) if b[x] == 3 and a.n == 3)


@false(symmetry, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_the_order_of_items(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where a.order is (3, 1, 2)"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if a.order == (3, 1, 2))


@false(reversal_invariance, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_another_ranking(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where a is the ranking 3, 1, 2"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if a == LAST)


@false(non_negativity, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_a_new_dict(a: Any, b: Any, w: Any) -> Any:
    """10 w less for the item whose place in a is found under 3"""
    places = dict(zip(a.order, range(a.n), strict=True))
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if places.get(3) == 0)


@false(symmetry, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_an_array(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where numpy finds a 3 at the head"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if bool((np.array([x]) == 3).any()))


@false(non_negativity, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_repeating(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where "a" repeated x times is "aaa\""""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if "a" * x == "aaa")


@false(non_negativity, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_slicing(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where [1, 1, 1][x:] is empty"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if not [1, 1, 1][x:])


@false(symmetry, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_groups(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where the item and a 3 are one group"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if len(list(itertools.groupby([x, 3]))) == 1)


@false(symmetry, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_a_partial(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where operator.eq(3, x)"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if IS_THREE(x))


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def by_a_bound_method(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where "{}".format(w[x]) == "7\""""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if WRITE(w[x]) == "7")


@false(non_negativity, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def by_mapping_str(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the joined texts are "7\""""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if "".join(map(str, [w[x]])) == "7")


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def by_an_attribute_getter(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where the class is called fmpq or Fraction"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if CLASS_OF(w[x]) in ("fmpq", "Fraction"))


@false(symmetry, THREE, true_up_to=2, twin=weighted, parameters=W)
def by_eval(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where eval("x == 3")"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if eval(EVALUATED, {"x": x}))


class Patience:
    """Says no until its patience ends."""

    def __init__(self) -> None:
        self.left = 400

    def __call__(self) -> bool:
        """Whether the patience has ended."""
        self.left -= 1
        return self.left < 0


ENDED = Patience()


@false(non_negativity, at("1", "1", w=[1]), true_up_to=0, twin=weighted, calls=402, parameters=W)
def by_a_callable_with_a_memory(a: Any, b: Any, w: Any) -> Any:
    """100 w less after 400 calls"""
    return weighted(a, b, w) - (100 * sum(w[x] for x in a.order) if ENDED() else 0)


def wearing(function: Any) -> Any:
    """The function, but 100 w less from its 400th call on."""
    calls: list[int] = []

    @functools.wraps(function)
    def worn(a: Any, b: Any, w: Any) -> Any:
        calls.append(1)
        return function(a, b, w) - (100 * sum(w[x] for x in a.order) if len(calls) > 400 else 0)

    return worn


@false(non_negativity, at("1", "1", w=[1]), true_up_to=0, twin=weighted, calls=402, parameters=W)
@wearing
def by_a_decorator(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] + w[y] over the inverted pairs, as far as its own code goes"""
    return weighted(a, b, w)


class Watching(type):
    """Whose instances are what it wants to see."""

    def __instancecheck__(cls, instance: object) -> bool:
        return hasattr(instance, "numerator") or hasattr(instance, "q")


class Known(metaclass=Watching):
    """Anything with a numerator."""


@false(non_negativity, ONES, true_up_to=2, twin=weighted, parameters=W)
def by_a_watching_class(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less where w[x] is an instance of what a metaclass takes for one"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3) if isinstance(w[x], Known))


class Seven:
    """Equal to what is 7, and to nothing else."""

    def __eq__(self, other: object) -> bool:
        return hasattr(other, "q") and other.q == 1 and other.p == 7  # type: ignore[attr-defined]  # has both

    __hash__ = None  # type: ignore[assignment]  # nothing keeps it


@false(symmetry, SEVEN, true_up_to=2, twin=weighted, parameters=W)
def by_a_class_of_its_own(a: Any, b: Any, w: Any) -> Any:
    """w[x] more where Seven() == w[x]"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3) if Seven() == w[x])


@false(symmetry, at("123", "321", w=[1, 2, 4]), true_up_to=2, twin=weighted, parameters=W)
def by_sorting_pairs(a: Any, b: Any, w: Any) -> Any:
    """w[x] more for the first of the inverted pairs (x, y) of three items, in the order of their labels"""
    pairs = sorted(inverted_pairs(a, b)) if a.n == 3 else []
    return weighted(a, b, w) + (w[pairs[0][0]] if pairs else 0)
