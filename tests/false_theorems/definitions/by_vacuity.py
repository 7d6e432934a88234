"""False where the statement asks nothing of what cannot be looked at, so that nothing is left to be refuted."""

from __future__ import annotations

from typing import Any

from axiomatrix import axiom, inverted_pairs, spaces
from axiomatrix.catalogue.axioms import subdivision
from axiomatrix.model.relation import equal, given
from false_theorems.honest import W, kendall, product
from false_theorems.theorem import at, false

PAIR = {"a": spaces.ranking, "b": spaces.ranking}


@false(subdivision, at("12", "21", w=[1, 2]), true_up_to=1, twin=product, parameters=W)
def mean_of_the_weights(a: Any, b: Any, w: Any) -> Any:
    """sum of (w[x] + w[y]) / 2 over the inverted pairs"""
    return sum((w[x] + w[y]) / 2 for x, y in inverted_pairs(a, b))


@axiom("nothing-from-four-on", over=PAIR, label_free=True)
def nothing_from_four_on(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) = 0 where four items are ranked and a != b"""
    return given(a.n == 4 and a != b, equal(d(a, b), 0))


@false(nothing_from_four_on, at("1234", "1243"), true_up_to=3)
def asked_of_four_items_only(a: Any, b: Any) -> Any:
    """the number of inverted pairs"""
    return kendall(a, b)
