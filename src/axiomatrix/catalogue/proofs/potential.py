"""F_D >= 3 K_D / 16 for F_D as the deck prints it: all n, all pseudometrics D.

Write u < v if u is ahead of v in a and behind v in b; i_v and o_v are the numbers of items below and above v, I_v and
O_v the sums of D to them. F_D is the sum of |I_v - O_v|, and K_D that of D_uv over u < v. Items with i = o = 0 enter
neither and are left out. If u < v, then i_u < i_v and o_u > o_v. (Nothing else of the order is used.) Hence:

(A) Of the items below v, listed by increasing i, the j-th has i <= j - 1: what lies below it comes before it.
(B) Of the items above u, listed by decreasing o, the j-th has o <= o_u - j.

Numbers f(v) between -c and c, with triangle inequalities m D_xy <= m (D_wx + D_wy), prove K_D <= c F_D if for every
u < v the number f(v) - f(u), with what D_uv receives (as xy) and without what it pays (as wx or wy), is at least 1:
c F_D >= sum of f(v) (I_v - O_v) = sum over u < v of D_uv (f(v) - f(u)) >= K_D.

The constants R >= Q, J, (C_l, k'_l, phi_l), m are those of :mod:`.potential_constants`. Let rho = i / o, s = log rho, S
= log R, sigma = log Q. v is *high* if rho >= R, *upper* if rho >= 1, *mid* if upper and not high, and *steep* if rho >=
Q. The density d(v) is the maximum over y >= 1 of #{x < v: x steep, o_x <= y} / y; it does not fall along the order, and
is 0 unless v is steep. The group g(v) is the number of C_l below d(v); Phi_g = phi_1 + ... + phi_g, and kappa_g = the
sum of phi_l (1 - 1/C_l) over l <= g. Let f = 1/2 + s + Phi_g on mid items, 1/2 + S + J + Phi_g on high ones. The
items that are not upper are treated in the same way in the reversed order, with f negative.

*Density.* If d(v) > C_l, let B_v = {x < v: x steep, o_x <= y} for a y where d(v) is attained, t_v = |B_v| > C_l y. For
every z > v, phi_l D_vz is at most phi_l times the mean of D_xv + D_xz over B_v. For l <= g(y), a pair x < y of upper
items has phi_l from f if d(x) <= C_l, and receives it otherwise. It pays only for l <= g(y), and only if x is steep:
phi_l (o_y / t_y + sum of 1 / t_v over v between), where every t > C_l o_x, and o_y with the number of items between is
at most o_x - 1. So at least kappa_g(y) >= 0 remains. If x is not steep, it pays nothing and f has all of Phi_g(y).

*Mid pairs.* For u < v both mid, e = 1 - (s_v - s_u) is missing, if positive. Let w_1, w_2, ... be the items below u by
increasing i, and mu_j the integral of m from (j - 1)/i_u to j/i_u, at most m(i_w/i_u)/i_u for w = w_j by (A). e D_uv is
at most e times the sum of mu_j (D_wu + D_wv). What does a pair w < x pay, x mid? Let s = s_x and p = log(i_x / i_w).
- As (w, u): by (B) the sum of (1 - log(o_u/o_v))_+ over v > u is at most o_u / e. Together at most e^(-1-s) m(e^-p).
- As (w, v): the term of u is at most h(i_u/i_v) / i_v with h(y) = (1 + log y)_+ m((i_w/i_v)/y)/y, which does not fall
  for y <= 1. u is upper, hence i_u/i_v >= e^-s. If N items lie between w and v, the k-th largest i_u is at most i_v -
  k, by (A). Together at most the integral of h from max(1 - N/i_v, e^-s, 1/e) to 1. With y = e^-t it is the integral of
  (1 - t) m(e^(t-p)) over 0 <= t <= Y, where Y is the least of s, 1 and -log(1 - nu), nu = N/i_v.
So the pair pays at most T(s, p, Y). If w is mid too, let q = log(o_w/o_x), so that f differs by p + q or more. If p + q
< 1, it pays nothing, as p < 1, and e fills the rest. Otherwise q >= log(1 + nu e^s), as o_w >= o_x + N + 1, and (M3)
suffices: nu <= e^-p - e^-s because p + q <= s. If w is not upper, see below.

*High pairs.* For u < v both high, 1 - kappa_g is missing, g = g(v). Let C = C_(g+1) >= d(v). At most C z / R high
items u < v have i_u <= z, as they have o_u <= z / R. Of the items below such a u at most (C/Q) i_u are steep: they are
below v and have o <= i_u / Q. The others, at least (1 - C/Q) i_u of them, are its mediators w. There are masses mu(u,
w) >= 0 with sum 1 for every u, mu <= K_g / i_u, and sum at most L_g for every w, where K_g = k' / (1 - C/Q) and L_g =
C/R / (1 - C/Q) k' log(k' / (k' - 1)). By max-flow and min-cut it suffices that, for every set of tau mediators, the sum
over u of min(1, (1 - k' + k' j / i_u)_+) is at most L_g tau, j = tau / (1 - C/Q). With the number of u it is at most
C/R times the integral of min(1, (1 - k' + k' j / y)_+) over y > 0, that is j k' log(k'/(k' - 1)). So (1 - kappa_g) D_uv
is at most (1 - kappa_g) times the sum of mu (D_wu + D_wv). A pair w < x, x high, w not steep, pays at most (1 -
kappa_g) L_g as (w, v), g = g(x), and as (w, u) at most the largest (1 - kappa_h) K_h / R with h >= g, since at most
i_x / R items are above x. (H) says that both are at most J - 1 + S - sigma + Phi_g.

*All pairs w < x.*
- Both mid, or both high: shown above. w mid and steep, x high: f differs by J >= 1, and only density is charged.
- w mid and not steep, x high: f differs by J + S - sigma + Phi_g at least, and (H) suffices.
- w not upper, x mid: f differs by 1 + p + q and the Phi of both. The sides pay at most p and q by (M1). If w is low
  (high in the reversed order), it pays at most J - 1 + S - sigma + Phi_w by (H), and s + sigma + 1 by (M2): together
  what f has beyond 1.
- w not upper, x high: the same with the sides exchanged, or (H) on both sides.

*How far from the truth this is:* see :mod:`.cuts` for 2/3, which no larger factor can pass, and :mod:`.levels` for a
weaker bound without logarithms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, pairwise, product
from typing import Any

from flint import arb, fmpq

from ...model.registry import Registry
from ...numbers.rationals import rational
from ...values.rankings import Ranking
from .. import axioms
from .evaluating import identity
from .levels import DECK, KENDALL, orders, sums_below_and_above
from .partial_order import Order
from .potential_certificate import Inequality, UpperSide, fault, sides
from .potential_constants import CHOSEN, Constants, DensityLevel, ball, charged, faults
from .proof import Proof, Step

CONSTANT = CHOSEN.bound
FACTOR = str(1 / CONSTANT)
ROUNDING = arb(2) ** -20
"""More than the rounding of logarithms in f changes what a pair pays."""


def blocks(*sizes: int) -> Order:
    """The order of blocks of incomparable items, each below the next."""
    a = Ranking.identity(sum(sizes))
    ends = [sum(sizes[:k]) for k in range(len(sizes) + 1)]
    parts = [a.order[start:end] for start, end in pairwise(ends)]
    return Order.of(a, Ranking.from_order(chain(*reversed(parts))))


LONG = ((11, 8, 1, 1), (20, 5, 5, 3, 1, 1), (60, 4, 4, 4, 4, 1, 1), (40, *[1] * 12), (3, 1, 2, 4, 1, 1, 1, 9, 1))
"""Blocks with dense and sparse high items, and with mid pairs."""


def _long(n: int) -> Iterator[tuple[str, Order]]:
    """Reversals, and for n = 3 what has high items in all ways."""
    yield f"a reversal of {12 * n} items", blocks(*[1] * (12 * n))
    for sizes in LONG if n == 3 else ():
        yield f"blocks {sizes}", blocks(*sizes)
        yield f"blocks {sizes}, reversed", blocks(*sizes).reversed()


def _small() -> Iterator[Constants]:
    """Other constants, which make the checks nontrivial with few items."""
    choices = (("1", "3"), ("1/2", "1"), ("1/4", "3/4"), ("5/4", "7/4"))
    for high, steep, part, room in product(*(map(Fraction, values) for values in choices)):
        level = DensityLevel(threshold=part * steep, room=room, rise=Fraction(1, 2))
        yield replace(CHOSEN, high=high, steep=steep, levels=(level,))


def _counts(registry: Registry, n: int) -> Iterator[str]:
    for where, order in orders(n):
        if wrong := counts_fault(order):
            yield f"{where}: {wrong}"


def counts_fault(order: Order) -> str | None:
    """Return the fault of (A), (B), the ratios or the density in an order, or None."""
    for v, below in order.below.items():
        if any(i >= j for j, i in enumerate(sorted(map(order.i, below)), 1)):
            return f"(A) fails below {v}"
        largest_first = sorted(map(order.o, order.above[v]), reverse=True)
        if any(o > order.o(v) - j for j, o in enumerate(largest_first, 1)):
            return f"(B) fails above {v}"
    for constants in (CHOSEN, *_small()):
        for side in sides(order, constants):
            density = {v: side.dense[v][0] if v in side.dense else Fraction(0) for v in side.order.below}
            if any(v not in side.steep for v in side.dense):
                return "an item that is not steep has a density"
            if any(density[u] > density[v] for u, v in side.order.pairs()):
                return "the density falls"
            if any(u in side.upper and v not in side.upper for u, v in side.order.pairs()):
                return "an item above an upper item is not upper"
            for v, (d, near) in side.dense.items():
                y = max(map(side.order.o, near))
                if d * y != len(near) or any(side.order.o(x) < 1 or x not in side.order.below[v] for x in near):
                    return f"the density of {v} is not attained by its items"
    return None


def _paid(inequalities: Iterable[Inequality]) -> dict[frozenset[Any], fmpq]:
    total: defaultdict[frozenset[Any], fmpq] = defaultdict(lambda: fmpq(0))
    for m, w, x, y in inequalities:
        total[frozenset({w, x})] += m
        total[frozenset({w, y})] += m
    return total


def _received(inequalities: Iterable[Inequality]) -> dict[frozenset[Any], fmpq]:
    total: defaultdict[frozenset[Any], fmpq] = defaultdict(lambda: fmpq(0))
    for m, _, x, y in inequalities:
        total[frozenset({x, y})] += m
    return total


def mid_fault(side: UpperSide) -> str | None:
    """Return the fault in the charges of mid pairs; None if no pair pays more than T(s, p, Y)."""
    order, charges = side.order, list(side.over_mid())
    received = _received(charges)
    for u, v in order.pairs():
        if u in side.s and v in side.s and received[frozenset({u, v})] < 1 - side.s[v] + side.s[u]:
            return f"({u}, {v}) receives less than is missing"
    paid = _paid(charges)
    for w, x in order.pairs():
        if not (pays := paid.get(frozenset({w, x}))):
            continue
        if x not in side.s:
            return f"({w}, {x}) pays, and {x} is not mid"
        nu = Fraction(len(set(order.above[w]) & set(order.below[x])), order.i(x))
        s = ball(Fraction(order.i(x), order.o(x))).log()
        p = ball(Fraction(order.i(x), order.i(w))).log() if order.i(w) else arb(100)
        largest = s.min(arb(1)).min(-ball(1 - nu).log()) if nu < 1 else s.min(arb(1))
        if not arb(pays) <= charged(side.constants, s, p, largest) + ROUNDING:
            return f"({w}, {x}) pays {pays}, more than T"
    return None


def density_fault(side: UpperSide) -> str | None:
    """Return the fault in the charges by density; None if every pair keeps kappa of its upper item."""
    order, charges = side.order, list(side.over_dense())
    received, paid = _received(charges), _paid(charges)
    for x, y in order.pairs():
        pair, g = frozenset({x, y}), side.group[y]
        rise = rational(side.constants.risen(g) - side.constants.risen(side.group[x]))
        if rise + received.get(pair, 0) - paid.get(pair, 0) < rational(side.constants.kept(g)):
            return f"({x}, {y}) keeps less than kappa_{g}"
        if x not in side.steep and (pair in paid or side.group[x]):
            return f"{x} is not steep, and has a group, or ({x}, {y}) pays"
    return None


def masses_fault(side: UpperSide) -> str | None:
    """Return which bound the masses of high pairs break; None if they are as described."""
    order, constants = side.order, side.constants
    for v in side.high:
        if (g := side.group[v]) == len(constants.levels):
            continue
        masses = side.masses(v)
        by_item: defaultdict[Any, fmpq] = defaultdict(lambda: fmpq(0))
        by_mediator: defaultdict[Any, fmpq] = defaultdict(lambda: fmpq(0))
        for (u, w), m in masses.items():
            by_item[u] += m
            by_mediator[w] += m
            if w in side.steep or w not in order.below[u] or m > rational(constants.edge(g) / order.i(u)):
                return f"{w} does not mediate {u}, or gets {m} of it"
        share = 1 - constants.levels[g].threshold / constants.steep
        for u in order.below[v]:
            if u in side.high and by_item[u] != 1:
                return f"{u} has a mass of {by_item[u]}"
            if u in side.high and sum(w not in side.steep for w in order.below[u]) < share * order.i(u):
                return f"{u} has too few mediators"
        if any(load > rational(constants.load(g)) for load in by_mediator.values()):
            return f"a mediator below {v} has too much"
    return None


def _on_sides(wrong: Any, others: Sequence[Constants] = ()) -> Any:
    def faults_of(registry: Registry, n: int) -> Iterator[str]:
        for where, order in chain(orders(n, most=3), _long(n)):
            for constants in (CHOSEN, *(others if len(order.below) <= 12 else ())):
                for side in sides(order, constants):
                    if problem := wrong(side):
                        yield f"{where}: {problem}"

    return faults_of


def _constants(registry: Registry, n: int) -> Iterator[str]:
    yield from faults(CHOSEN)


def _certificate(registry: Registry, n: int) -> Iterator[str]:
    for where, order in chain(orders(n), _long(n)):
        if wrong := fault(order, CHOSEN):
            yield f"{where}: {wrong}"


STEPS = (
    identity(
        "below and above", "F_D is the sum of |I - O|, and K_D that of I, and that of O", DECK, sums_below_and_above
    ),
    Step("counts", "(A), (B), and the density: it does not fall, is 0 unless steep, and is attained", _counts),
    Step("mid pairs", "they receive what is missing of 1, and no pair pays more than T(s, p, Y)", _on_sides(mid_fault)),
    Step(
        "density",
        "every pair keeps kappa of the group of its upper item, and pays nothing unless its lower item is steep",
        _on_sides(density_fault),
    ),
    Step(
        "masses",
        "there are masses from high items to items that are not steep, within K/i and L (also with other constants)",
        _on_sides(masses_fault, list(_small())),
    ),
    Step(
        "the constants",
        f"(M1), (M2) and (M3) for all s and p by balls on cells, (H), the integral of m, kappa, and f <= {CONSTANT}",
        _constants,
    ),
    Step(
        "the sum",
        f"({CONSTANT}) F_D - K_D is a sum of multiples of |I - O| +- (I - O), triangle inequalities and D, all >= 0 "
        "(also with chains for items, for reversals of 12 n items, and for blocks with high items of all kinds)",
        _certificate,
    ),
)
ON_PAPER = (
    f"{CONSTANT} F_D >= sum of f(v) (I_v - O_v), as f is between -{CONSTANT} and {CONSTANT}",
    "no mid pair pays more than T(s, p, Y), for every n: sums over counts are at most the integrals, by (A) and (B)",
    "(M1), (M2) and (M3) are the inequalities that the cells show: T is monotone in s, p and Y",
    "the masses exist for every n, by max-flow and min-cut, and density keeps kappa for every n",
    "the inequalities of all pairs, case by case, add up for every n",
)
PROOFS = (
    Proof(
        f"lower-bound-{FACTOR}/{DECK}",
        f"{DECK} >= ({FACTOR}) K_D, for every n and every pseudometric D",
        DECK,
        axioms.lower_bound(KENDALL, FACTOR),
        ON_PAPER,
        STEPS,
    ),
)
