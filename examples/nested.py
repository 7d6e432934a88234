"""A quantifier inside another: for all a and b there is a c between them, unless they are neighbours."""

from axiomatrix import axiom, axioms, metric, relation, spaces


@axiom("something-between", over={"a": spaces.ranking, "b": spaces.ranking})
def something_between(d, a, b):
    """for all a, b with d(a, b) > 1 there is c with 0 < d(a, c) < d(a, b) and d(a, c) + d(c, b) = d(a, b)

    True of the distances that count the edges of a shortest path in a graph. Example: Kendall's distance.
    """
    between = (c for c in spaces.all_rankings(a.n) if c not in (a, b))
    detour = min((d(a, c) + d(c, b) for c in between), default=d(a, b))
    return relation.given(d(a, b) > 1, relation.equal(detour, d(a, b)))


@metric("swaps-of-neighbours", holds=[something_between, axioms.equals("kendall")], source="Kendall 1938")
def swaps_of_neighbours(a, b):
    """d(a, b) = |pairs x, y with x ahead of y in a and behind it in b|"""
    return sum(b[x] > b[y] for i, x in enumerate(a.order) for y in a.order[i + 1 :])


@metric(
    "places-that-differ",
    fails={something_between: "a swap moves two items, and nothing moves one"},
    source="Hamming 1950",
)
def places_that_differ(a, b):
    """d(a, b) = |items x with a(x) != b(x)|"""
    return sum(a[x] != b[x] for x in a.items)
