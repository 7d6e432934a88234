"""F_D >= K_D / 22 for F_D as the deck prints it: all n, all pseudometrics D.

Write u < v if u is ahead of v in a and behind v in b. This is a strict partial order, in which a lists the items; K_D
is the sum of D_uv over u < v. Let i_v and o_v be the numbers of items below and above v, I_v and O_v the sums of D to
them. Items ahead of v in both rankings cancel in F_D: F_D = sum of |I_v - O_v|. If u < v, then i_u < i_v and o_u >
o_v. (The argument uses nothing else of the order.)

*Levels.* Let rho_v = i_v / o_v, between 0 and infinity, which increases along the order. The level of v is the k with
2^k <= rho_v < 2^(k+1) for k = -5, ..., 4; it is 5 if rho_v >= 32 (v is high), and -6 if rho_v < 1/32 (v is low). For
any numbers G_k that do not decrease with the level, with difference T of the last and the first, f = 2 G / T +
constant lies between -1 and 1, so that

    F_D >= sum of f(v) (I_v - O_v) = sum over u < v of D_uv (f(v) - f(u)), that is,
    (T / 2) F_D >= sum over u < v of D_uv (G(v) - G(u)).   (1)

Only pairs of different levels are on the right of (1). The pairs of one level are charged to them by triangle
inequalities.

*Level k >= 0, not high.* Let u < v be of level k. Then i_v < 2 i_u and o_u < 2 o_v. Let W be the first half (rounded
up) of the items below u, as a lists them: every w in W has i_w < i_u / 2 and o_w > o_u, hence 2 rho_w < rho_u, and a
lower level. D_uv is at most the mean of D_wu + D_wv over W. In this,
- a pair (w, u) pays at most 2 / i_u for each v of the level above u. These are fewer than o_u / 2: none of them is
  above the highest, which has more than o_u / 2 of the items above u above itself. Together at most o_u / i_u <=
  2^-k.
- a pair (w, v) pays at most 2 / i_u < 4 / i_v for each u of the level below v. These are fewer than i_v / 2: none of
  them is below the lowest, which has more than i_v / 2 of the items below v below itself. Together at most 2.
*Level k < 0, not low.* The same with the order reversed: W is the last half of the items above v, of higher levels.
As rho < 2^(k+1), a pair pays at most 2^(k+1) and 2.

*High.* :mod:`.high_items` charges the pairs of two high items: X <= (768/233) F_H + (247/233) Y, where X is the sum of
D_uv over u < v with both high, Y with only v high, and F_H the sum of |I_v - O_v| over the high items. For the low
items, the same with the order reversed.

*The sum.* Every pair of one level is charged. The coefficient of D_uv with u and v of different levels is 1, and 2 +
2^-k if v is of level k >= 0 and not high, and 2 + 2^(k+1) if u is of level k < 0 and not low, and 247/233 if v is
high, and 247/233 if u is low. Let G increase by 7 to level 0, by 3 + 2^-k to level k for k = 1, ..., 4, by 3 +
2^(k+1) from level k for k = -2, ..., -5, and by 1 + 247/233 to level 5 and from level -6. Then that coefficient is at
most G(v) - G(u), and T / 2 is less than 18.5. So K_D <= (T / 2 + 768/233) F_D < 22 F_D.

:mod:`.potential` has 3/16, with logarithms. The least ratio known for any n is above 2/3, which it approaches (see
:mod:`.cuts`).
Where the order has no chain of five items, 2/3 is proved (see :mod:`.height`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain, combinations, permutations
from typing import Any

from ...model.registry import Registry
from ...values.rankings import Ranking
from .. import axioms
from .evaluating import ProofWorld, Sides, failed_at, identity
from .high_items import ROOM, Uses, dense
from .partial_order import Form, Order, Share, paid
from .proof import Proof, Step

DECK, KENDALL = "footrule-similarity[deck]", "kendall-similarity"
CONSTANT = 22
TOP = 5
"""Items with rho >= 2^TOP are high, those with rho < 2^-TOP low."""
FACTORS = Uses.of(Fraction(2**TOP), ROOM)


def level_of(order: Order, x: Any) -> int:
    """From -TOP - 1 (low) to TOP (high)."""
    return sum(order.i(x) >= Fraction(2) ** k * order.o(x) for k in range(-TOP, TOP + 1)) - TOP - 1


def halves(order: Order, close: Iterable[tuple[Any, Any]]) -> Iterator[Share]:
    """For u < v of one level: D_uv is at most the mean of D_wu + D_wv, w in the first half of the items below u."""
    for u, v in close:
        half = order.below[u][: (order.i(u) + 1) // 2]
        yield from ((Fraction(1, len(half)), w, u, v) for w in half)


def steps_of_g() -> dict[int, Fraction]:
    """By how much G increases to each level from the one below it."""
    step = {k: 3 + Fraction(1, 2 ** abs(k)) for k in range(1 - TOP, TOP)}
    return step | {0: Fraction(7), TOP: 1 + FACTORS.beta, -TOP: 1 + FACTORS.beta}


def charge(lower: int, upper: int) -> Fraction:
    """The largest coefficient of D_uv with u < v of these levels, different from each other."""
    total = Fraction(1)
    if upper >= 0:
        total += FACTORS.beta if upper == TOP else 2 + Fraction(1, 2**upper)
    if lower < 0:
        total += FACTORS.beta if lower == -TOP - 1 else 2 + Fraction(2) ** (lower + 1)
    return total


def certificate(order: Order) -> tuple[dict[Any, Fraction], list[Share]]:
    """Factors of I_v - O_v, none above the constant in absolute value, and triangle inequalities with their factors."""
    step = steps_of_g()
    half = sum(step.values(), Fraction(0)) / 2
    level = {x: level_of(order, x) for x in order.below}
    factor = {x: sum((step[k] for k in step if k <= level[x]), -half) for x in order.below}
    shares: list[Share] = []
    back = order.reversed()
    same_level = [(u, v) for u, v in order.pairs() if level[u] == level[v]]
    shares += halves(order, ((u, v) for u, v in same_level if 0 <= level[u] < TOP))
    shares += halves(back, ((v, u) for u, v in same_level if -TOP <= level[u] < 0))
    for sign, side, end in ((1, order, TOP), (-1, back, -TOP - 1)):
        charges = dense(side, frozenset(x for x in level if level[x] == end), ROOM)
        for v in charges.near:
            factor[v] += sign * FACTORS.alpha
        shares += ((FACTORS.alpha * m, w, x, y) for m, w, x, y in charges.over)
        shares += ((FACTORS.mean * m, w, x, y) for m, w, x, y in charges.apart)
    return factor, shares


def remainder(order: Order) -> Form:
    """sum of factor (I_v - O_v), less K_D and the triangle inequalities used; no coefficient may be negative."""
    factor, shares = certificate(order)
    form: Form = defaultdict(Fraction)
    for u, v in order.pairs():
        form[frozenset({u, v})] += factor[v] - factor[u] - 1
    for m, w, x, y in shares:
        form[frozenset({w, x})] -= m
        form[frozenset({w, y})] -= m
        form[frozenset({x, y})] += m
    return form


def fault(order: Order) -> str | None:
    """Return the fault of the certificate of an order; None if it proves K_D <= 22 F_D there."""
    for v, factor in certificate(order)[0].items():
        if abs(factor) > CONSTANT:
            return f"the factor of I - O of {v} is {factor}"
    for pair, coefficient in remainder(order).items():
        if coefficient < 0:
            return f"the coefficient of D for {set(pair)} is {coefficient}"
    return None


def sums_below_and_above(world: ProofWorld, a: Ranking, b: Ranking) -> Sides:
    """F_D against the sum of |I - O|, and K_D against the sums of I and O."""
    D, order = world.parameters["D"], Order.of(a, b)
    below = {v: sum(D[u, v] for u in order.below[v]) for v in a.items}
    above = {v: sum(D[v, z] for z in order.above[v]) for v in a.items}
    gaps = sum(abs(below[v] - above[v]) for v in a.items)
    yield "beside the sum of |I - O|, F_D is", world.value(DECK, a, b), gaps
    for part in (below, above):
        yield "beside the sum of I, or of O, K_D is", world.value(KENDALL, a, b), sum(part.values())


COPIES = 4
"""Few items have no two of one level; chains of that many items in their place do."""


def orders(n: int, most: int | None = None) -> Iterator[tuple[str, Order]]:
    """The orders of n items, and (for n up to ``most``) those with a chain in the place of every item."""
    a = Ranking.identity(n)
    for order in permutations(a.order):
        b = Ranking.from_order(order)
        yield failed_at(a, b), Order.of(a, b)
        if most is not None and n > most:
            continue
        long_a = Ranking.from_order((x, k) for x in a.order for k in range(COPIES))
        long_b = Ranking.from_order((x, -k) for x in b.order for k in range(1 - COPIES, 1))
        yield f"{failed_at(a, b)}, each item {COPIES} times", Order.of(long_a, long_b)


def with_high_items() -> Order:
    """Some high items have many high items close below them (B_v), and others have room below them (A_v)."""
    bottom, near, apart, top = (range(k, m) for k, m in ((1, 141), (141, 165), (165, 225), (225, 228)))
    return Order.of(Ranking.identity(227), Ranking.from_order([*reversed(top), *near, *bottom, *apart]))


def _long(n: int) -> Iterator[tuple[str, Order]]:
    """Yield orders with high items one above another (34 items or more): reversals, and for n = 3 the order above."""
    a = Ranking.identity(12 * n)
    yield f"a reversal of {12 * n} items", Order.of(a, a.reversed())
    if n == 3:
        yield "an order with high items", with_high_items()


def _increasing(registry: Registry, n: int) -> Iterator[str]:
    for where, order in orders(n):
        level = {x: level_of(order, x) for x in order.below}
        for u, v in order.pairs():
            if not (order.i(u) < order.i(v) and order.o(u) > order.o(v) and level[u] <= level[v]):
                yield f"{where}: {u} is below {v}, and the numbers below and above, or the levels, say otherwise"


def _one_level(registry: Registry, n: int) -> Iterator[str]:
    for where, order in orders(n):
        level = {x: level_of(order, x) for x in order.below}
        for k in range(-TOP, TOP):
            side = order if k >= 0 else order.reversed()
            shares = list(halves(side, ((u, v) for u, v in side.pairs() if level[u] == level[v] == k)))
            if any((level[w] < k) != (k >= 0) or level[w] == k for _, w, _, _ in shares):
                yield f"{where}: a pair of level {k} is charged to one of its own level, or on the wrong side"
            first, second = paid(shares)
            most = Fraction(1, 2**k) if k >= 0 else Fraction(2) ** (k + 1)
            if max(first.values(), default=0) > most or max(second.values(), default=0) > 2:
                yield f"{where}: a pair pays more than {most} or 2 for level {k}"


SMALL = tuple((Fraction(r), Fraction(m)) for r in ("1/2", "1", "2") for m in ("1/6", "1/3", "1/2", "1", "2"))
"""Other values for 32 and 1/6, at which there is something to check with few items."""


def _high(registry: Registry, n: int) -> Iterator[str]:
    for where, order in orders(n, most=3):
        for side in (order, order.reversed()):
            for ratio, room in SMALL:
                if wrong := dense_fault(side, ratio, room):
                    yield f"{where}, {ratio} for 32 and {room} for 1/6: {wrong}"


def dense_fault(order: Order, ratio: Fraction, room: Fraction) -> str | None:
    """Return the fault in the argument about high items, with i >= ratio o; None if it holds."""
    high = order.at_least(ratio)
    if any(z not in high for x in high for z in order.above[x]):
        return "an item above a high one is not high"
    charges = dense(order, high, room)
    most = 1 / (room * ratio)
    if any(order.o(v) > most * len(near) for v, near in charges.near.items()):
        return f"o is more than {most} t"
    between: Form = defaultdict(Fraction)
    for m, u, _, z in charges.over:
        between[frozenset({u, z})] += m
    if max(between.values(), default=0) > most:
        return f"a pair occurs more than {most} times in the bounds of O"
    first, second = paid(charges.apart)
    if max(first.values(), default=0) > 2 / ratio or max(second.values(), default=0) > 2 * room:
        return f"a pair pays more than {2 / ratio}, or an item is loaded with more than {2 * room}"
    whole: Form = defaultdict(Fraction)
    for m, _, u, v in charges.apart:
        whole[frozenset({u, v})] += m
    for v, near in charges.near.items():
        for u in near:
            whole[frozenset({u, v})] += 1
    wanted = {frozenset({u, v}) for u, v in order.pairs() if u in high}
    return None if whole == dict.fromkeys(wanted, 1) else "not every pair of high items is charged once"


def _arithmetic(registry: Registry, n: int) -> Iterator[str]:
    step = steps_of_g()
    if FACTORS.alpha <= 0 or FACTORS.mean <= 0:
        yield "the inequalities about high items do not combine"
    if sum(step.values()) / 2 + FACTORS.alpha > CONSTANT:
        yield f"T/2 + {FACTORS.alpha} is more than {CONSTANT}"
    for lower, upper in combinations(range(-TOP - 1, TOP + 1), 2):
        if charge(lower, upper) > sum(step[k] for k in range(lower + 1, upper + 1)):
            yield f"pairs of levels {lower} and {upper} pay {charge(lower, upper)}, more than G increases"


def _certificate(registry: Registry, n: int) -> Iterator[str]:
    for where, order in chain(orders(n), _long(n)):
        if wrong := fault(order):
            yield f"{where}: {wrong}"


STEPS = (
    identity(
        "below and above", "F_D is the sum of |I - O|, and K_D that of I, and that of O", DECK, sums_below_and_above
    ),
    Step("levels", "i and the level increase along the order, and o decreases", _increasing),
    Step(
        "pairs of one level",
        "they are charged to pairs of different levels, none of which pays too much (also with chains for items)",
        _one_level,
    ),
    Step("high items", "what is charged, with smaller numbers for 32 and larger ones for 1/6 (any D)", _high),
    Step(
        "the constant", "what pairs of any two levels pay is at most the increase of G; T/2 + 768/233 < 22", _arithmetic
    ),
    Step(
        "the sum",
        f"{CONSTANT} F_D - K_D is a sum of multiples of |I - O| +- (I - O), triangle inequalities and D, all >= 0 "
        "(also with chains for items, for reversals of 12 n items, and for an order of 227 items with all kinds)",
        _certificate,
    ),
)
ON_PAPER = (
    "F_D >= sum of f(v) (I_v - O_v), as f is between -1 and 1",
    "the bounds of what a pair pays hold for every n: they come from the counts i and o alone",
    "of the items below a high item u, at most i_u / 2 are loaded too much, so that the others have room",
    "the triangle inequalities, of which D satisfies all, and what pairs pay add up for every n",
)
PROOFS = (
    Proof(
        f"lower-bound-1/{CONSTANT}/{DECK}",
        f"{DECK} >= K_D / {CONSTANT}, for every n and every pseudometric D",
        DECK,
        axioms.lower_bound(KENDALL, f"1/{CONSTANT}"),
        ON_PAPER,
        STEPS,
    ),
)
