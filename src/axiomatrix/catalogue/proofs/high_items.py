"""How pairs of two high items are charged to others, in the argument of :mod:`.levels`.

Let H be the high items: i_v >= 32 o_v, and every item above a high item is high. Let X be the sum of D_uv
over u < v in H, Y the sum over u < v with only v in H, and F_H the sum of |I_v - O_v| over H. Let v be high, and u_1,
u_2, ... the high items below v, by increasing i. Let t be the largest index with i < 6 t for u_t (or 0); B_v consists
of the first t items, A_v of the others: the j-th item, if it is in A_v, has i >= 6 j.
- B_v. Let t > 0 and beta the sum of D_uv over u in B_v. By triangle inequalities, O_v <= (o_v / t) beta + (1 / t) sum
  of D_uz over u in B_v and z > v. Here o_v < o_u <= i_u / 32 < 6 t / 32. As beta <= I_v <= O_v + |I_v - O_v|, (13/16)
  beta <= |I_v - O_v| + (1 / t) sum of D_uz. In the sum over v, D_uz occurs for items v between u and z, fewer than
  o_u <= i_u / 32 of them, with 1 / t < 6 / i_u: together less than 3/16. So the sum of D_uv with u in B_v is X_B with
  (13/16) X_B <= F_H + (3/16) X.
- A_v. Give every u in A_v, by increasing i, a set W of at least i_u / 2 items below it, so that no item is loaded
  with more than 1/3, where w in W is loaded with 1 / |W|: the items below u that are loaded with more than 1/3 - 2 /
  i_u can be avoided, because there are at most i_u / 2 of them. (Let u be the j-th item. All loads add up to at most
  j - 1 <= i_u / 6 - 1 = (i_u / 2) (1/3 - 2 / i_u).) D_uv is at most the mean of D_wu + D_wv over W. A pair (w, u)
  pays at most 2 / i_u for each of at most o_u items v, that is 1/16; a pair (w, v) pays at most 1/3. So X_A <=
  (19/48) (X + Y).

X = X_A + X_B; with the factors that leave X alone on the left, X <= (768/233) F_H + (247/233) Y. For the low items,
the same with the order reversed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .partial_order import Items, Order, Share

ROOM = Fraction(1, 6)
"""The j-th item of A_v has j <= ROOM i; no item is loaded with more than 2 ROOM."""


@dataclass(frozen=True)
class Dense:
    """Charges of the argument about high items."""

    near: Mapping[Any, Items]
    """B_v, where it is not empty."""
    over: tuple[Share, ...]
    """For O_v: D_vz is at most the mean of D_uv + D_uz, u in B_v."""
    apart: tuple[Share, ...]
    """For u in A_v."""


def dense(order: Order, high: frozenset[Any], room: Fraction) -> Dense:
    """The sets B_v, and the shares of the triangle inequalities, for an up-set of items; raises if room runs out."""
    near: dict[Any, Items] = {}
    over: list[Share] = []
    apart: list[Share] = []
    for v in sorted(high, key=order.i):
        known = sorted((u for u in order.below[v] if u in high), key=order.i)
        t = max((j for j, u in enumerate(known, 1) if room * order.i(u) < j), default=0)
        if t:
            near[v] = tuple(known[:t])
            over += ((Fraction(1, t), u, v, z) for z in order.above[v] for u in near[v])
        load: defaultdict[Any, Fraction] = defaultdict(Fraction)
        for u in known[t:]:
            free = [w for w in order.below[u] if load[w] <= 2 * room - Fraction(2, order.i(u))]
            if 2 * len(free) < order.i(u):
                raise ValueError(f"only {len(free)} of the {order.i(u)} items below {u} have room for {v}")
            share = Fraction(1, len(free))
            apart += ((share, w, u, v) for w in free)
            for w in free:
                load[w] += share
    return Dense(near, tuple(over), tuple(apart))


@dataclass(frozen=True)
class Uses:
    """How often the inequalities about high items are used, so that X <= alpha F_H + beta Y."""

    alpha: Fraction
    """Those about B_v, and |I_v - O_v|."""
    mean: Fraction
    """Those about A_v."""
    beta: Fraction

    @classmethod
    def of(cls, ratio: Fraction, room: Fraction) -> Uses:
        """With i >= ratio o."""
        near, apart = 1 / (room * ratio), 2 / ratio + 2 * room
        alpha = 1 / ((1 - near) * (1 - apart) - near)
        return cls(alpha, alpha * (1 - near), alpha * (1 - near) * apart)
