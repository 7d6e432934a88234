"""A second checker of axioms: plain loops over tuples and Fractions, which share nothing with the enumerator.

Rankings are tuples of positions by item, parameters tuples of Fractions.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, permutations, product

from faulty import WEIGHTS

from axiomatrix import (
    REGISTRY,
    Registry,
    inverted_pairs,
    metric,
)
from axiomatrix.methods.search import SizeTally
from axiomatrix.numbers.exact import fraction


def pairs(n):
    return [(x, y) for x in range(n) for y in range(x + 1, n)]


def inverted(a, b):
    return [(x, y) for x, y in pairs(len(a)) if (a[x] - a[y]) * (b[x] - b[y]) < 0]


def ahead(a, x):
    return [y for y in range(len(a)) if a[y] < a[x]]


def plain_kendall(a, b, p):
    return Fraction(len(inverted(a, b)))


def plain_footrule(a, b, p):
    return sum((Fraction(abs(x - y)) for x, y in zip(a, b, strict=True)), Fraction(0))


def plain_kendall_element(a, b, p):
    return sum((p["w"][x] * p["w"][y] for x, y in inverted(a, b)), Fraction(0))


def plain_footrule_element(a, b, p):
    w = p["w"]
    return sum(
        (w[x] * abs(sum(w[y] for y in ahead(a, x)) - sum(w[y] for y in ahead(b, x))) for x in range(len(a))),
        Fraction(0),
    )


def between(p, x, y):
    n = len(p["rank"])
    return Fraction(0) if x == y else p["D"][pairs(n).index((min(x, y), max(x, y)))]


def plain_footrule_similarity(a, b, p):
    q = {**p, "rank": a}
    return sum(
        (
            abs(sum(between(q, x, y) for y in ahead(a, x)) - sum(between(q, x, y) for y in ahead(b, x)))
            for x in range(len(a))
        ),
        Fraction(0),
    )


def plain_kendall_similarity(a, b, p):
    q = {**p, "rank": a}
    return sum((between(q, x, y) for x, y in inverted(a, b)), Fraction(0))


def plain_kendall_position(a, b, p):
    n, delta = len(a), (None, None, *p["delta"])  # delta[2], delta[3], ...
    cost = [None, Fraction(0)]
    for i in range(2, n + 1):
        cost.append(cost[-1] + delta[i])

    def mean(x):
        i, j = a[x], b[x]
        if i == j:
            return delta[min(i + 1, n)]
        return (cost[i] - cost[j]) / (i - j)

    return sum((mean(x) * mean(y) for x, y in inverted(a, b)), Fraction(0))


def plain_lopsided(a, b, p):
    return Fraction(abs(a[0] - b[0]) + (a[-1] != b[-1]) * a[0])


def plain_favourite(a, b, p):
    return p["w"][0] * (len(inverted(a, b)) - (2 if len(a) > 2 and a[2] == b[2] else 0))


def lopsided(a, b):
    """|a(1) - b(1)| + a(1) if the last item moves: items are not alike, and it is not a metric"""
    n = len(a)
    return abs(a[1] - b[1]) + (a[n] != b[n]) * a[1]


def favourite(a, b, w):
    """w_1 (K - 2 if item 3 stays): negative, and items are not alike"""
    return w[1] * (len(inverted_pairs(a, b)) - (2 if len(a) > 2 and a[3] == b[3] else 0))


OURS = Registry(REGISTRY)
metric("lopsided", registry=OURS)(lopsided)
metric("favourite", registry=OURS, parameters=WEIGHTS)(favourite)

PLAIN = {
    "kendall": plain_kendall,
    "footrule": plain_footrule,
    "kendall-element": plain_kendall_element,
    "footrule-element": plain_footrule_element,
    "footrule-similarity[deck]": plain_footrule_similarity,
    "kendall-similarity": plain_kendall_similarity,
    "kendall-position[next]": plain_kendall_position,
    "lopsided": plain_lopsided,
    "favourite": plain_favourite,
}


def grid_of(name, n):
    """(value, open?) of the only parameter: {0, 1, 2}, and those with a zero lifted by 8 v + 1."""
    if name is None:
        return [({}, True)]
    count = {"w": n, "delta": n - 1, "D": len(pairs(n))}[name]

    def admitted(vector):
        if name != "D":
            return True
        d = dict(zip(pairs(n), vector, strict=True))
        far = {**d, **{(y, x): v for (x, y), v in d.items()}}
        return all(far[x, z] <= far[x, y] + far[y, z] for x, y, z in permutations(range(n), 3))

    closed = [v for v in product((0, 1, 2), repeat=count) if admitted(v)]
    lifted = [v for v in (tuple(8 * e + 1 for e in v) for v in closed if 0 in v) if admitted(v)]
    values = sorted(set(closed) | set(lifted))
    return [({name: tuple(map(Fraction, v))}, 0 not in v) for v in values]


def exchanged(a, x):
    """Items x and x + 1 called by each other's names."""
    return tuple({x: a[x + 1], x + 1: a[x]}.get(y, a[y]) for y in range(len(a)))


def exchanged_parameters(p, x, n):
    def name(y):
        return {x: x + 1, x + 1: x}.get(y, y)

    moved = dict(p)
    if "w" in p:
        moved["w"] = exchanged(p["w"], x)
    if "D" in p:
        moved["D"] = tuple(p["D"][pairs(n).index(tuple(sorted((name(y), name(z)))))] for y, z in pairs(n))
    return moved


def swapped(a, i):
    """Positions i and i + 1 exchanged, i = 1, 2, ..."""
    return tuple({i: i + 1, i + 1: i}.get(k, k) for k in a)


def at(a, i):
    return a.index(i)


def is_between(b, a, c):
    return all((b[x] < b[y]) == (a[x] < a[y]) for x, y in pairs(len(a)) if (a[x] < a[y]) == (c[x] < c[y]))


FACTORS = Fraction(2), Fraction(1, 3)


class Loops:
    """All rankings of n items, with a metric and its parameter; plain loops over them decide each axiom."""

    def __init__(self, d, n, p, arguments):
        self.plain, self.n, self.p, self.arguments = d, n, p, arguments
        self.ranks, self.places = list(permutations(range(1, n + 1))), range(1, n)
        self.pairs = list(product(self.ranks, repeat=2))
        self.factor = Fraction(str(arguments.get("factor", 0)))

    def d(self, a, b, p=None):
        return self.plain(a, b, self.p if p is None else p)

    def other(self, a, b, p=None):
        return PLAIN[self.arguments["other"]](a, b, self.p if p is None else p)

    def triples(self):
        return product(self.ranks, repeat=3)

    def scaled(self, c):
        name = self.arguments["parameter"]
        return {**self.p, name: tuple(c * e for e in self.p[name])}

    def ones(self):
        return {k: tuple(Fraction(1) for _ in v) for k, v in self.p.items()}

    def reverse(self, a):
        return tuple(self.n + 1 - k for k in a)

    # --- of distances ---

    def non_negativity(self):
        return [(self.d(a, b) >= 0,) for a, b in self.pairs]

    def zero_on_equal(self):
        return [(self.d(a, a) == 0,) for a in self.ranks]

    def separation(self):
        return [(None if a == b else self.d(a, b) != 0,) for a, b in self.pairs]

    def symmetry(self):
        return [(self.d(a, b) == self.d(b, a),) for a, b in self.pairs]

    def triangle_inequality(self):
        return [(self.d(a, c) <= self.d(a, b) + self.d(b, c),) for a, b, c in self.triples()]

    def near_metric(self):
        sides = ((self.d(a, c), self.d(a, b) + self.d(b, c)) for a, b, c in self.triples())
        return [(True, num, den) if den > 0 else (False,) if num > 0 else (None,) for num, den in sides]

    def betweenness(self):
        found = []
        for a, b, c in self.triples():
            straight, through = self.d(a, c), self.d(a, b) + self.d(b, c)
            found.append((straight == through if is_between(b, a, c) else straight < through,))
        return found

    # --- of renaming, moving and reversing ---

    def right_invariance(self):
        return [
            (self.d(exchanged(a, x), exchanged(b, x), exchanged_parameters(self.p, x, self.n)) == self.d(a, b),)
            for a, b in self.pairs
            for x in range(self.n - 1)
        ]

    def left_invariance(self):
        return [(self.d(swapped(a, i), swapped(b, i)) == self.d(a, b),) for a, b in self.pairs for i in self.places]

    def reversal_invariance(self):
        return [(self.d(self.reverse(a), self.reverse(b)) == self.d(a, b),) for a, b in self.pairs]

    def maximum_at_reversal(self):
        return [(self.d(a, b) <= self.d(a, self.reverse(a)),) for a, b in self.pairs]

    def bruhat_monotone(self):
        return [
            (None if a[at(b, i)] > a[at(b, i + 1)] else self.d(a, swapped(b, i)) >= self.d(a, b),)
            for a, b in self.pairs
            for i in self.places
        ]

    def top_heaviness(self):
        delta = self.p["delta"]
        falling = all(x >= y for x, y in pairwise(delta))
        return [
            (self.d(a, swapped(a, i)) >= self.d(a, swapped(a, j)) if falling and i < j else None,)
            for a in self.ranks
            for i in self.places
            for j in self.places
        ]

    # --- of parameters ---

    def scale_free(self):
        k = self.arguments["degree"]
        return [(self.d(a, b, self.scaled(c)) == c**k * self.d(a, b),) for a, b in self.pairs for c in FACTORS]

    def scale_free_normalised(self):
        found = []
        for q in map(self.scaled, FACTORS):
            values = [(self.d(a, b), self.d(a, b, q)) for a, b in self.pairs]
            found += [(y * u == v * x,) for x, y in values for u, v in values]
        return found

    def subdivision(self):
        w = self.p["w"]
        if sum(w) > 16:
            return [(None,) for _ in self.pairs]
        return [(self.d(a, b) == self.d(*copies(a, b, w)),) for a, b in self.pairs]

    def free_swap(self):
        found = []
        for (a, b), i in product(self.pairs, self.places):
            free = between({**self.p, "rank": a}, at(b, i), at(b, i + 1)) == 0
            found.append((self.d(a, swapped(b, i)) == self.d(a, b) if free else None,))
        return found

    def richness(self):
        return [(self.d(a, b) != self.d(a, b, self.ones()),) for a, b in self.pairs]

    # --- of two metrics ---

    def generalizes(self):
        return [(self.d(a, b, self.ones()) == self.other(a, b, {}),) for a, b in self.pairs]

    def ratios(self, holds):
        sides = ((self.d(a, b), self.other(a, b)) for a, b in self.pairs)
        return [(holds(x, self.factor * y), x, y) if y > 0 else (holds(x, self.factor * y),) for x, y in sides]

    def lower_bound(self):
        return self.ratios(operator.ge)

    def upper_bound(self):
        return self.ratios(operator.le)

    def bound_attained(self):
        sides = ((self.d(a, b), self.other(a, b)) for a, b in self.pairs)
        return [(None if den == 0 else num == self.factor * den,) for num, den in sides]

    def bound_attained_by_rotations(self):
        turned = [(a, tuple((k - 1 - i) % self.n + 1 for k in a)) for a in self.ranks for i in self.places]
        return [(self.d(a, b) == self.factor * self.other(a, b),) for a, b in turned]

    def differences(self, holds):
        constant = Fraction(self.arguments["constant"])
        gaps = (self.d(a, b) - self.other(a, b) for a, b in self.pairs)
        return [(holds(gap, constant), gap, 1) for gap in gaps]

    def additive_lower_bound(self):
        return self.differences(operator.ge)

    def additive_upper_bound(self):
        return self.differences(operator.le)


def brute(id, d, n, p, arguments):
    """(True, False or None for a discarded case; numerator; denominator) of every instance, by plain loops."""
    return getattr(Loops(d, n, p, arguments), id.replace("-", "_"))()


def copies(a, b, w):
    """Each item as w_x unit copies in order."""
    items = [(x, k) for x in range(len(a)) for k in range(int(w[x]))]

    def long(r):
        order = sorted(items, key=lambda item: (r[item[0]], item[1]))
        return tuple(order.index(item) + 1 for item in items)

    return long(a), long(b), {"w": tuple(Fraction(1) for _ in items)}


@dataclass
class Counted:
    cases: int = 0
    discarded: int = 0
    hit: bool = False
    extreme: Fraction | None = None


def counted(found: SizeTally) -> Counted:
    extreme = None if found.extreme is None else fraction(found.extreme[0])
    return Counted(found.cases, found.discarded, found.hit is not None, extreme)
