"""False by an axiom of a user's own that looks at who asks, or is not what it declares itself to be."""

from __future__ import annotations

from typing import Any

from axiomatrix import axiom, spaces
from axiomatrix.model.relation import at_most, equal
from false_theorems.honest import W, kendall, product
from false_theorems.theorem import at, false

PAIR = {"a": spaces.ranking, "b": spaces.ranking}


@axiom("symmetric-at-item-three", over=PAIR, label_free=True)
def symmetric_at_item_three(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) = 0 where item 3 leads a; it calls itself free of labels"""
    return equal(d(a, b) if a.order[0] == 3 else 0 * d(a, b), 0)


@false(symmetric_at_item_three, at("312", "123"), true_up_to=2)
def knows_no_labels(a: Any, b: Any) -> Any:
    """the number of inverted pairs"""
    return kendall(a, b)


@axiom("nothing-at-weight-two", over=PAIR, ignores_parameters=True, label_free=True)
def nothing_at_weight_two(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) <= d(a, b; 1) and it says that it ignores parameters, which it does not"""
    return at_most(d(a, b), d.with_(w=1)(a, b))


@false(nothing_at_weight_two, at("12", "21", w=[2, 2]), true_up_to=1, parameters=W)
def more_with_more_weight(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] w[y] over the inverted pairs"""
    return product(a, b, w)


@axiom("two-truths-at-most-one", over=PAIR)
def two_truths_at_most_one(d: Any, a: Any, b: Any) -> Any:
    """[d(a, b) = 6] + [d(b, a) = 6] <= 1"""
    return at_most((d(a, b) == 6) + (d(b, a) == 6), 1)


@false(two_truths_at_most_one, at("1234", "4321"), true_up_to=3)
def asked_for_two_truths(a: Any, b: Any) -> Any:
    """the number of inverted pairs"""
    return kendall(a, b)
