"""False where the statement asks nothing of what cannot be looked at, so that nothing is left to be refuted."""

from __future__ import annotations

from typing import Any

from axiomatrix import axiom, inverted_pairs, spaces
from axiomatrix.catalogue.axioms import subdivision
from axiomatrix.model.relation import NOT_ASKED, at_least, equal, given
from false_theorems.honest import W, fallen, kendall, product, weighted
from false_theorems.theorem import at, false

PAIR = {"a": spaces.ranking, "b": spaces.ranking}


@false(subdivision, at("12", "21", w=[1, 2]), true_up_to=1, twin=product, parameters=W)
def mean_of_the_weights(a: Any, b: Any, w: Any) -> Any:
    """sum of (w[x] + w[y]) / 2 over the inverted pairs"""
    return sum((w[x] + w[y]) / 2 for x, y in inverted_pairs(a, b))


@axiom("honest-at-seven", over=PAIR, label_free=True)
def honest_at_seven(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) = d(b, a) where a weight is 7"""
    weights = list(d["w"].entries.values())
    if not any(getattr(v, "p", None) == 7 for v in weights):
        return NOT_ASKED
    return equal(d(a, b), d(b, a))


@false(honest_at_seven, at("123", "231", w=[7, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def asked_of_seven_only(a: Any, b: Any, w: Any) -> Any:
    """w[x] more for the first that falls to the third place"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3))


@axiom("positive-on-numbers", over=PAIR, label_free=True)
def positive_on_numbers(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) >= 0 where the weights are rational numbers"""
    rational = all(hasattr(v, "q") or hasattr(v, "denominator") for v in d["w"].entries.values())
    return given(rational, at_least(d(a, b), 0)) if rational else NOT_ASKED


@false(positive_on_numbers, at("123", "231", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def asked_of_numbers_only(a: Any, b: Any, w: Any) -> Any:
    """10 w[x] less for the first that falls to the third place"""
    return weighted(a, b, w) - sum(10 * w[x] for x in fallen(a, b, 3))


@axiom("symmetric-if-numbered", over=PAIR, label_free=True)
def symmetric_if_numbered(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) = d(b, a) where the items are whole numbers"""
    return equal(d(a, b), d(b, a)) if all(isinstance(x, int) for x in a.items) else NOT_ASKED


@false(symmetric_if_numbered, at("123", "231", w=[1, 1, 1]), true_up_to=2, twin=weighted, parameters=W)
def asked_of_numbered_items_only(a: Any, b: Any, w: Any) -> Any:
    """w[x] more for the first that falls to the third place"""
    return weighted(a, b, w) + sum(w[x] for x in fallen(a, b, 3))


@axiom("nothing-from-four-on", over=PAIR, label_free=True)
def nothing_from_four_on(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) = 0 where four items are ranked and a != b"""
    return given(a.n == 4 and a != b, equal(d(a, b), 0))


@false(nothing_from_four_on, at("1234", "1243"), true_up_to=3)
def asked_of_four_items_only(a: Any, b: Any) -> Any:
    """the number of inverted pairs"""
    return kendall(a, b)
