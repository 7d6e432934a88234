"""The average-precision correlation of two rankings, and its two forms for rankings with ties."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ....model.registry import metric
from ....numbers.exact import Undefined, Whole
from ....spaces import weak_order
from ....values.orders import WeakOrder
from ....values.rankings import Item, Ranking
from ... import axioms
from ...formulas import lines, size
from ...sources.papers import YA1, YA2, YA3

row = partial(metric, "tau-ap", kind="similarity", family="top-weighted", label_invariant=True)
RANGE = YA1.holds(axioms.correlation_range, axioms.one_on_equal, axioms.minus_one_on_reversed)
MEAN = YA2.holds(axioms.mean_over_rankings(0))
TIED = {"a": weak_order, "b": weak_order}

TAU_AP = r"\tau_{\mathrm{ap}}(a,b)=\frac{2}{n-1}\sum_{i=2}^{n}\frac{c_i}{i-1}-1"
CORRECT = r"c_i=" + size(r"y\mid b(y)<i,\ a(y)<a(b^{-1}(i))")


def concordant_above(is_ahead: Callable[[Item, Item], bool], x: Item, above: Any) -> int:
    """How many of the items above x in the one order are ahead of it in the other."""
    return sum(is_ahead(y, x) for y in above)


@row(
    variant="asymmetric",
    claims=[RANGE, MEAN, YA3.fails(axioms.correlation_symmetry)],
    latex=lines(TAU_AP, CORRECT),
)
def tau_ap(a: Ranking, b: Ranking) -> Any:
    """tau_ap = 2/(n-1) (sum over i = 2..n of C(i)/(i-1)) - 1

    a: the reference, b: the ranking that is judged; C(i): how many of the items above rank i of b are ahead of the
    item there in a. Draw a rank i >= 2 of b at random and then an item above it: the chance that the two are in the
    right order, brought to [-1, 1]. No value for fewer than two items (0/0). Yilmaz, Aslam, Robertson 2008.
    """
    if a.n < 2:
        raise Undefined("fewer than two items have no pair that could be in order")

    def is_ahead(y: Item, x: Item) -> bool:
        return bool(a[y] < a[x])

    shares = [concordant_above(is_ahead, x, b.ahead(x)) / (b[x] - 1) for x in b.order[1:]]
    return 2 * sum(shares) / (a.n - 1) - 1


@row(
    variant="symmetric",
    claims=[RANGE, MEAN, YA3.holds(axioms.correlation_symmetry)],
    latex=lines(r"r(a,b)=\frac{\tau_{\mathrm{ap}}(a,b)+\tau_{\mathrm{ap}}(b,a)}{2}", TAU_AP, CORRECT),
)
def tau_ap_symmetric(a: Ranking, b: Ranking) -> Any:
    """(tau_ap(a, b) + tau_ap(b, a)) / 2

    a, b: two rankings of the same items, neither of them the reference. No value for fewer than two items. Yilmaz,
    Aslam, Robertson 2008.
    """
    return (tau_ap.definition(a, b) + tau_ap.definition(b, a)) / 2


@row(
    variant="ties-a",
    arguments=TIED,
    latex=lines(
        r"\tau_{\mathrm{ap,a}}(a,b)=\frac{2}{n-1}\sum_{B}\sum_{\substack{0\le k<\left\lvert B\right\rvert\\ u_B+k>0}}"
        r"\frac{c_B+k/2}{u_B+k}-1",
        r"u_B=" + size(r"y\mid b(y)<b(x)") + r",\quad x\in B",
        r"c_B=\frac{1}{\left\lvert B\right\rvert}\sum_{x\in B}" + size(r"y\mid b(y)<b(x),\ a(y)<a(x)"),
    ),
)
def tau_ap_accuracy(a: WeakOrder, b: WeakOrder) -> Any:
    """tau_AP,a(a, b) = mean of tau_ap(a, c) over all rankings c that break the ties of b

    a: the reference, without ties; b: the order that is judged. In a bucket of t items, u of them above it, rank
    u + k + 1 holds each of the t items equally often, with k others of the bucket above, half of them rightly. No
    value if a has ties, or for fewer than two items (0/0). Urbano and Marrero, The treatment of ties in AP
    correlation, ICTIR 2017.
    """
    if a.has_ties:
        raise Undefined("the reference has ties; tau_AP,a is about a reference without")
    if a.n < 2:
        raise Undefined("fewer than two items have no pair that could be in order")
    total, above = Whole(0), list[Item]()
    for bucket in b.buckets:
        size, u = Whole(len(bucket)), Whole(len(above))
        right = sum(concordant_above(a.prefers, x, above) for x in bucket) / size
        total = total + sum((right + Whole(k) / 2) / (u + k) for k in range(len(bucket)) if u + k > 0)
        above += bucket
    return 2 * total / (a.n - 1) - 1


def agreement(a: WeakOrder, b: WeakOrder) -> Any:
    """2/m sum of C(x)/u(x) - 1 over the m items x that have u(x) > 0 items above their bucket of b."""
    total, m, above = Whole(0), Whole(0), list[Item]()
    for bucket in b.buckets:
        if above:
            m = m + len(bucket)
            total = total + sum(concordant_above(a.prefers, x, above) for x in bucket) / Whole(len(above))
        above += bucket
    if m == 0:
        raise Undefined("all items of an order are tied: nothing is above anything")
    return 2 * total / m - 1


@row(
    variant="ties-b",
    arguments=TIED,
    latex=lines(
        r"\tau_{\mathrm{ap,b}}(a,b)=\frac{t(a,b)+t(b,a)}{2}",
        r"t(a,b)=\frac{2}{m}\sum_{u(x)>0}\frac{c(x)}{u(x)}-1",
        r"u(x)=" + size(r"y\mid b(y)<b(x)"),
        r"c(x)=" + size(r"y\mid b(y)<b(x),\ a(y)<a(x)"),
        r"m=" + size(r"x\mid u(x)>0"),
    ),
)
def tau_ap_agreement(a: WeakOrder, b: WeakOrder) -> Any:
    """tau_AP,b(a, b) = (t(a, b) + t(b, a)) / 2, t(a, b) = 2/m sum of C(x)/u(x) - 1 over the m items x with u(x) > 0

    a, b: two orders, neither of them the reference; u(x): the number of items above the bucket of x in b, C(x): how
    many of these are ahead of x in a, ties in a not counted. No value if all items of an order are tied (0/0). Urbano
    and Marrero, The treatment of ties in AP correlation, ICTIR 2017.
    """
    return (agreement(a, b) + agreement(b, a)) / 2
