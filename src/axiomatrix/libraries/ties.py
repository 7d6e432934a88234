"""Tie policies: the order of items with equal scores that a metric judges, or the orders over which it takes the mean.

Libraries take *scored items*, with grades and scores in the order of the input. A definition of *judged lists* (grades
by rank) has no value where scores are equal. :func:`value_under_policy` gives it one, which the axioms of
implementations compare with a library's answer. A *bucket* of scored items has the numbers of items of equal score,
and ``x.listed(order)`` is the judged list of the scored items ``x`` in an order of their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from math import factorial, prod
from typing import Any

from ..numbers.exact import Undefined, exact_value, rational
from ..values.judged import Judged
from ..values.scored import Scored

MOST_ORDERS = 5040
"""Most orders of tied items over which a mean, best or worst value is computed: 7!, the orders of seven tied items."""
Definition = Callable[..., Any]
"""A definition of judged lists or, for the policy :data:`BY_FORMULA`, of scored items."""
POLICIES = (
    "mean over orders",
    "best order",
    "worst order",
    "input order",
    "reversed input order",
    "name ascending",
    "name descending",
)
"""The policies that can be computed; ``name`` is the name of the document."""
BY_FORMULA = "by the formula"
"""Policy of a formula that is stated on scores, equal ones included: its definition takes scored items directly."""
DOCUMENTED = (*POLICIES, BY_FORMULA)
"""The policies that a library can document."""


def orders(x: Scored) -> Iterator[tuple[int, ...]]:
    """Yield every order of the items 1..n that the scores allow, best first: items of equal score in any order."""
    for permuted_buckets in product(*(permutations(bucket) for bucket in x.buckets)):
        yield tuple(item for bucket in permuted_buckets for item in bucket)


def is_tied(x: Any) -> bool:
    """Return whether two items of a scored list have the same score."""
    return isinstance(x, Scored) and any(len(bucket) > 1 for bucket in x.buckets)


def list_by_policy(x: Scored, policy: str, names: Sequence[Any]) -> Judged:
    """Return the one list that a policy by input order or by name makes of scored items.

    ``names[k - 1]`` is the name of item k.
    """
    order: list[int] = []
    for bucket in x.buckets:
        items = list(bucket)  # in input order
        if policy.startswith("name"):
            items.sort(key=lambda k: names[k - 1])
        if policy in ("reversed input order", "name descending"):
            items.reverse()
        order += items
    return x.listed(order)


def value_under_policy(policy: str, definition: Definition, x: Scored, names: Sequence[Any]) -> Any:
    """Evaluate a definition of judged lists on scored items under a policy of :data:`DOCUMENTED`.

    ``names[k - 1]`` is the name of item k. Raises ``Undefined`` for ties if the policy is empty, and for more than
    :data:`MOST_ORDERS` orders.
    """
    if not is_tied(x):  # one order alone is possible
        return definition(x.listed([k for bucket in x.buckets for k in bucket]))
    if not policy:
        raise Undefined("there are ties, and no policy is documented")
    if policy == BY_FORMULA:
        return definition(x)
    if policy in ("mean over orders", "best order", "worst order"):
        if prod(factorial(len(bucket)) for bucket in x.buckets) > MOST_ORDERS:
            raise Undefined(f"there are more than {MOST_ORDERS} orders")
        values = [exact_value(definition(x.listed(order)), "definition") for order in orders(x)]
        if policy == "mean over orders":
            return sum(values[1:], values[0]) * rational(1, len(values))
        return max(values, key=float) if policy == "best order" else min(values, key=float)
    return definition(list_by_policy(x, policy, names))
