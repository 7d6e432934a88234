"""The fraction of concordant pairs."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Undefined
from ....values.orders import WeakOrder
from ... import axioms
from .pairs import concordant, decided, discordant
from .rows import level_score


@level_score(
    "fraction-concordant",
    variant="decided",
    holds=[axioms.equals("gamma[weak-orders]", "1/2", "1/2")],
    source="Goodman and Kruskal, Measures of Association for Cross Classifications, 1954 (P(C) against P(D), no ties)",
    latex=r"\mathrm{FCP}(a,b)=\frac{N_{\mathrm{c}}}{N_{\mathrm{c}}+N_{\mathrm{d}}}",
)
def fraction_concordant(a: WeakOrder, b: WeakOrder) -> Any:
    """FCP(a, b) = C / (C + D), C concordant and D discordant pairs

    Koren and Sill, Collaborative Filtering on Ordinal User Feedback, 2013; rank-aware top-N metrics (slides), which
    give no formula. a is the user's order, b the recommender's; pairs that one of them ties are left out. Undefined
    where no pair is left (0/0). ``ValueError`` for orders of different items.
    """
    same, opposite = concordant(a, b), discordant(a, b)
    if not same + opposite:
        raise Undefined("no pair is concordant or discordant: the value would be 0/0")
    return same / (same + opposite)


@level_score(
    "fraction-concordant",
    variant="all",
    holds=[axioms.equals("c-index[strict]")],
    source="Gonen and Heller, Concordance probability and discriminatory power, 2005 (their share of pairs)",
    latex=r"\mathrm{FCP}(a,b)=\frac{N_{\mathrm{c}}}{P_a}",
)
def fraction_concordant_of_all(a: WeakOrder, b: WeakOrder) -> Any:
    """FCP(a, b) = C / P_a, C concordant pairs, P_a pairs that a does not tie

    Rank-aware top-N metrics (slides), "what fraction of pairs are in the correct relative order": of all pairs that
    the user orders; one that the recommender ties is not in the correct order. Undefined where the user ties all items
    (0/0). ``ValueError`` for orders of different items.
    """
    if not decided(a):
        raise Undefined("the user's order ties all items: the value would be 0/0")
    return concordant(a, b) / decided(a)
