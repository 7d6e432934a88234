"""A cone of one's own by inequalities: position weights that fall, as they do wherever the top matters more.

Over all position weights the smallest F / K is 1/2, over those that fall it is larger:
``axiomatrix explore examples/falling_weights.py --max-n 5``.
"""

from axiomatrix import axioms, inverted_pairs, metric, spaces

FALLING = spaces.cone(
    spaces.position_weights(),
    "falling position weights",
    inequalities=lambda delta, n: [delta[i] - delta[i + 1] for i in range(2, n)],
)


@metric(
    "falling-footrule",
    parameters={"delta": FALLING},
    conjectured=[axioms.lower_bound("falling-kendall", "1/2"), axioms.upper_bound("falling-kendall", 1)],
    source="KV8 for falling weights",
)
def falling_footrule(a, b, delta):
    """F(a, b) = sum over items x of |p(a[x]) - p(b[x])|"""
    return sum(abs(delta.cost(a[x]) - delta.cost(b[x])) for x in a.items)


@metric("falling-kendall", parameters={"delta": FALLING})
def falling_kendall(a, b, delta):
    """K(a, b) = sum over the inverted pairs of the mean costs of both items' swaps"""
    moved = [z for pair in inverted_pairs(a, b) for z in pair if a[z] != b[z]]
    return sum(delta.mean_cost(a[z], b[z]) for z in moved)
