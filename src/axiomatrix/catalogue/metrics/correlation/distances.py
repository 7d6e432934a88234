"""1 - tau-b and 1 - gamma as distances: one formula, and a row for each kind of orders that it is taken on."""

from __future__ import annotations

from typing import Any

from ....values.orders import PartialOrder, WeakOrder
from ....values.rankings import Ranking
from ... import axioms
from ...formulas import lines
from ...sources.papers import DI2
from .rows import PARTIAL_ORDERS, RANKINGS, WEAK_ORDERS, of_partial_orders, of_weak_orders, row
from .ties import GAMMA_OF, TAU_B, gamma_of, tau_b

RIGHT = DI2.holds(axioms.right_invariance)
MULTIPLE = axioms.equals("kendall-normalised", 2)


@row(
    "tau-b-distance",
    variant="rankings",
    claims=[RIGHT],
    holds=[MULTIPLE],
    source="Kendall, The Treatment of Ties in Ranking Problems, 1945",
    latex=lines(r"d(a,b)=1-" + TAU_B, RANKINGS),
)
def tau_b_distance_of_rankings(a: Ranking, b: Ranking) -> Any:
    """1 - tau_b(a, b), tau_b = (C - D) / sqrt(P_a P_b), of rankings

    Kendall 1945; without ties tau_b is tau. Undefined for fewer than two items (0/0). ``ValueError`` for rankings of
    different items.
    """
    return 1 - tau_b(a, b)


@of_weak_orders("tau-b-distance", latex=lines(r"d(a,b)=1-" + TAU_B, WEAK_ORDERS))
def tau_b_distance_of_weak_orders(a: WeakOrder, b: WeakOrder) -> Any:
    """1 - tau_b(a, b), tau_b = (C - D) / sqrt(P_a P_b), of weak orders

    Kendall 1945; P is the number of pairs that an order does not tie. Undefined where all items of one order are tied
    (0/0). ``ValueError`` for orders of different items.
    """
    return 1 - tau_b(a, b)


@of_partial_orders("tau-b-distance", latex=lines(r"d(a,b)=1-" + TAU_B, PARTIAL_ORDERS))
def tau_b_distance_of_partial_orders(a: PartialOrder, b: PartialOrder) -> Any:
    """1 - tau_b(a, b), tau_b = (C - D) / sqrt(P_a P_b), of partial orders

    The formula of Kendall 1945 with P the number of pairs that an order decides. Undefined where one order decides no
    pair (0/0). ``ValueError`` for orders of different items.
    """
    return 1 - tau_b(a, b)


@row(
    "gamma-distance",
    variant="rankings",
    claims=[RIGHT],
    holds=[MULTIPLE],
    source="Goodman and Kruskal, Measures of Association for Cross Classifications, 1954",
    latex=lines(r"d(a,b)=1-" + GAMMA_OF, RANKINGS),
)
def gamma_distance_of_rankings(a: Ranking, b: Ranking) -> Any:
    """1 - gamma(a, b), gamma = (C - D) / (C + D), of rankings

    Goodman and Kruskal 1954; without ties gamma is tau. Undefined for fewer than two items (0/0). ``ValueError`` for
    rankings of different items.
    """
    return 1 - gamma_of(a, b)


@of_weak_orders("gamma-distance", latex=lines(r"d(a,b)=1-" + GAMMA_OF, WEAK_ORDERS))
def gamma_distance_of_weak_orders(a: WeakOrder, b: WeakOrder) -> Any:
    """1 - gamma(a, b), gamma = (C - D) / (C + D), of weak orders

    Goodman and Kruskal 1954. Undefined where no pair is concordant or discordant (0/0). ``ValueError`` for orders of
    different items.
    """
    return 1 - gamma_of(a, b)


@of_partial_orders("gamma-distance", latex=lines(r"d(a,b)=1-" + GAMMA_OF, PARTIAL_ORDERS))
def gamma_distance_of_partial_orders(a: PartialOrder, b: PartialOrder) -> Any:
    """1 - gamma(a, b), gamma = (C - D) / (C + D), of partial orders

    Goodman and Kruskal 1954; Cheng, Rademaker, De Baets, Huellermeier 2010. Undefined where no pair is concordant or
    discordant (0/0). ``ValueError`` for orders of different items.
    """
    return 1 - gamma_of(a, b)
