"""Errors of a predicted ranking b of a target ranking a that look at the target's first items more than at others."""

from __future__ import annotations

from typing import Any

from ....numbers.exact import Undefined, log
from ....spaces import bases
from ....values.rankings import Item, Ranking
from ... import axioms
from ...formulas import cases, lines
from ...sources.documents import PL5, PL6
from .rows import row


def first_item(a: Ranking) -> Item:
    """The target item argmin a(x); ``Undefined`` without items."""
    if not a.items:
        raise Undefined("of no items there is no target item")
    return a.order[0]


@row(
    "position-error",
    claims=[PL6.holds(axioms.equals("target-displacement"))],
    never_divides=True,
    latex=r"D_{\mathrm{PE}}(a,b)=b(a^{-1}(1))-1",
)
def position_error(a: Ranking, b: Ranking) -> Any:
    """D_PE(a, b) = b(x) - 1, x = argmin a(x)

    The number of wrong items that b lists ahead of the first item of the target a. Fuernkranz and Huellermeier
    (slides), which introduce it as a distance. Undefined for no items. ``ValueError`` for rankings of different items.
    """
    return b[first_item(a)] - 1


@row(
    "target-displacement",
    never_divides=True,
    latex=lines(
        r"d(a,b)=\sum_{x}v_x\left\lvert a(x)-b(x)\right\rvert", r"v_x=" + cases(("1", "a(x)=1"), ("0", r"a(x)\neq 1"))
    ),
)
def target_displacement(a: Ranking, b: Ranking) -> Any:
    """sum over items x of w_x |a(x) - b(x)|, w_x = 1 for x = argmin a(x) and 0 for all others

    Fuernkranz and Huellermeier (slides): "Spearman's footrule with all non-target weights set to 0". The weights are
    those of a sum of displacements; in the element-weighted footrule F_w every value would be 0. Undefined for no
    items. ``ValueError`` for rankings of different items.
    """
    target = first_item(a)
    return sum(abs(a[x] - b[x]) for x in a.items if x == target)


@row(
    "discounted-error",
    parameters={"base": bases()},
    claims=[PL5.fails(axioms.place_invariance(1))],
    latex=r"D_{\mathrm{DR}}(a,b)=\sum_{x}\frac{\left\lvert a(x)-b(x)\right\rvert}{\log_{\mathrm{base}}(a(x)+1)}",
)
def discounted_error(a: Ranking, b: Ranking, base: Any) -> Any:
    """D_DR(a, b) = sum over items x of |a(x) - b(x)| / log_base(a(x) + 1)

    Fuernkranz and Huellermeier (slides); a is the target. The source gives no base: with base c every value is log c
    times that of the natural logarithm. 0 for no items. ``ValueError`` for rankings of different items and a base that
    is not above 1.
    """
    return sum(abs(a[x] - b[x]) / log(a[x] + 1, base) for x in a.items)
