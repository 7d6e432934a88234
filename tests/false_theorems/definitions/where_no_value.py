"""False where a neighbour has no value, and where only unknowns have none."""

from __future__ import annotations

from typing import Any

from axiomatrix import Undefined
from axiomatrix.catalogue.axioms import left_invariance, right_invariance
from false_theorems.honest import W, elsewhere, kendall
from false_theorems.theorem import at, false


@false(right_invariance, at("123", "132", pi="321"), true_up_to=2, twin=kendall)
def none_where_two_leads(a: Any, b: Any) -> Any:
    """no value where item 2 leads either; 1 more where item 1 leads: 1 and 3 are never compared by neighbours"""
    if 2 in (a.order[0], b.order[0]):
        raise Undefined("item 2 leads")
    return kendall(a, b) + (1 if a.n > 2 and a.order[0] == 1 else 0)


@false(left_invariance, at("123", "132", w=[1] * 3, tau="321"), true_up_to=2, twin=elsewhere, parameters=W)
def none_in_the_middle(a: Any, b: Any, w: Any) -> Any:
    """no value where the one of three that stays is second, w[x] more where it is first: neighbours never tell"""
    staying = [x for x in a.order if a[x] == b[x]]
    if a.n != 3 or len(staying) != 1:
        return elsewhere(a, b, w)
    (x,) = staying
    if a[x] == 2:
        raise Undefined("the one that stays is in the middle")
    return elsewhere(a, b, w) + (w[x] if a[x] == 1 else 0)
