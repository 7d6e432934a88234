"""Tie policies: the list that a metric judges where scores are equal, or the lists over which it takes the mean.

Definitions of judged lists are evaluated on scored items :func:`under` a policy, and compared with libraries.
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
"""Most orders of tied items for a mean, best or worst value."""
Definition = Callable[..., Any]
POLICIES = (
    "mean over orders",
    "best order",
    "worst order",
    "input order",
    "reversed input order",
    "name ascending",
    "name descending",
)
"""The policies; ``name`` is the name of the document."""
BY_FORMULA = "by the formula"
"""The documented formula is of scores, equal ones among them, and of no list: its definition takes scored items."""
DOCUMENTED = (*POLICIES, BY_FORMULA)
"""The policies that a library can document."""


def orders(x: Scored) -> Iterator[tuple[int, ...]]:
    """Yield every order of the items 1..n that the scores allow."""
    for chosen in product(*(permutations(bucket) for bucket in x.buckets)):
        yield tuple(item for bucket in chosen for item in bucket)


def is_tied(x: Any) -> bool:
    """Return whether two items of a scored list have the same score."""
    return isinstance(x, Scored) and any(len(bucket) > 1 for bucket in x.buckets)


def listed(x: Scored, policy: str, names: Sequence[Any]) -> Judged:
    """The list that a policy makes of scored items; ``names[k - 1]`` is the name of item k."""
    chosen: list[int] = []
    for bucket in x.buckets:
        items = sorted(bucket, key=lambda k: names[k - 1]) if policy.startswith("name") else list(bucket)
        chosen += items[::-1] if policy in ("reversed input order", "name descending") else items
    return x.listed(chosen)


def under(policy: str, definition: Definition, x: Scored, names: Sequence[Any]) -> Any:
    """Evaluate a definition of judged lists on scored items under a policy.

    Raises ``Undefined`` for ties without a policy, and for more than :data:`MOST_ORDERS` orders.
    """
    if not is_tied(x):
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
    return definition(listed(x, policy, names))
