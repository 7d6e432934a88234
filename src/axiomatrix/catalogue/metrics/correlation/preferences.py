"""Orders as sets of binary preferences."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Undefined
from ....values.orders import PartialOrder, WeakOrder
from ... import axioms
from ...formulas import lines
from .pairs import Order, concordant, decided
from .rows import PARTIAL_ORDERS, WEAK_ORDERS, of_partial_orders, of_weak_orders

SETS = [axioms.one_on_equal, axioms.correlation_symmetry, axioms.one_minus_triangle]
SOURCE = "Levandowsky and Winter, Distance between Sets, 1971 (1 minus the Jaccard coefficient is a metric)"

JACCARD = lines(
    r"J(a,b)=\frac{\left\lvert A\cap B\right\rvert}{\left\lvert A\cup B\right\rvert}",
    r"A=\{(x,y)\mid x\prec_a y\}",
    r"B=\{(x,y)\mid x\prec_b y\}",
)


def shared(a: Order, b: Order) -> Any:
    """The share of the union that is in the intersection; ``Undefined`` if both sets are empty."""
    both = concordant(a, b)
    either = decided(a) + decided(b) - both
    if not either:
        raise Undefined("neither order prefers an item: the value would be 0/0")
    return both / either


@of_weak_orders("jaccard-preferences", kind="similarity", holds=SETS, source=SOURCE, latex=lines(JACCARD, WEAK_ORDERS))
def jaccard_of_weak_orders(a: WeakOrder, b: WeakOrder) -> Any:
    """J(a, b) = |A & B| / |A | B|, A and B the sets of the preferences of two weak orders

    Jaccard 1901; Fuernkranz and Huellermeier (slides). Undefined where neither order prefers an item (0/0).
    ``ValueError`` for orders of different items.
    """
    return shared(a, b)


@of_partial_orders(
    "jaccard-preferences", kind="similarity", holds=SETS, source=SOURCE, latex=lines(JACCARD, PARTIAL_ORDERS)
)
def jaccard_of_partial_orders(a: PartialOrder, b: PartialOrder) -> Any:
    """J(a, b) = |A & B| / |A | B|, A and B the sets of the preferences of two partial orders

    Jaccard 1901; Fuernkranz and Huellermeier (slides). Undefined where neither order prefers an item (0/0).
    ``ValueError`` for orders of different items.
    """
    return shared(a, b)
