"""A cone of one's own by generators: distances that are sums of cuts, which are the l1 distances.

``axiomatrix explore examples/own_cone.py --max-n 4`` has certificates that name the cuts.
"""

from itertools import combinations

from axiomatrix import axioms, inverted_pairs, metric, spaces


def cuts(n):
    """Distance 1 between the two sides, for each way to part the items 1..n."""
    items = range(1, n + 1)
    sides = [set(side) for size in range(1, n) for side in combinations(items, size)]
    return [{(x, y): int((x in side) != (y in side)) for x, y in combinations(items, 2)} for side in sides]


L1 = spaces.cone(spaces.similarities(), "sums of cuts", generators=cuts)


@metric("l1-footrule", parameters={"D": L1}, conjectured=[axioms.lower_bound("l1-kendall", 1)], source="KV7, printed")
def l1_footrule(a, b, D):
    """F(a, b) = sum over items x of |sum of D[x, y] over y up to x in a - the same in b|"""
    return sum(abs(sum(D[x, y] * ((a[y] < a[x]) - (b[y] < b[x])) for y in a.items)) for x in a.items)


@metric("l1-kendall", parameters={"D": L1})
def l1_kendall(a, b, D):
    """K(a, b) = sum of D[x, y] over the inverted pairs"""
    return sum(D[x, y] for x, y in inverted_pairs(a, b))
