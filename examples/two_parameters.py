"""Two parameters at once: what an item weighs, and how far it is from the items that it passes.

Both enter linearly together, so that one program has the exact best constants over all weights and all distances:
``axiomatrix explore examples/two_parameters.py --max-n 4``.
"""

from axiomatrix import axioms, inverted_pairs, metric, spaces

PARAMETERS = {"w": spaces.element_weights(), "D": spaces.similarities()}


@metric("kendall-sum", parameters=PARAMETERS)
def kendall_sum(a, b, w, D):
    """K(a, b) = sum of w[x] + w[y] + D[x, y] over the inverted pairs"""
    return sum(w[x] + w[y] + D[x, y] for x, y in inverted_pairs(a, b))


@metric(
    "footrule-sum",
    parameters=PARAMETERS,
    conjectured=[axioms.lower_bound("kendall-sum", 1), axioms.upper_bound("kendall-sum", 2)],
    source="Diaconis and Graham 1977, if it were true of sums",
)
def footrule_sum(a, b, w, D):
    """F(a, b) = sum over items x of w[x] |a[x] - b[x]| + |sum of D[x, y] over y ahead of x in a - the same in b|"""
    moved = {x: sum(D[x, y] * ((a[y] < a[x]) - (b[y] < b[x])) for y in a.items) for x in a.items}
    return sum(w[x] * abs(a[x] - b[x]) + abs(moved[x]) for x in a.items)
