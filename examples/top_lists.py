"""Top lists of different items: an overlap of whole lists is no metric, its mean over all depths is.

``axiomatrix check examples/top_lists.py``
"""

from axiomatrix import axioms, exact, metric, spaces

FAGIN = "Fagin, Kumar and Sivakumar, Comparing Top k Lists, 2003"
LISTS = {"a": spaces.top_list, "b": spaces.top_list}
METRIC = [axioms.non_negativity, axioms.zero_on_equal, axioms.symmetry, axioms.triangle_inequality]


@metric("set-difference", arguments=LISTS, holds=METRIC, fails={axioms.separation: "order is ignored"}, source=FAGIN)
def set_difference(a, b):
    """d(a, b) = |items in one of the two lists only|"""
    return len(a.head(a.n) ^ b.head(b.n))


@metric("intersection-metric", arguments=LISTS, holds=[*METRIC, axioms.separation], source=FAGIN)
def intersection_metric(a, b):
    """d(a, b) = the mean over depths i of |items among the first i of one list only| / (2i)"""
    depths = range(1, max(a.n, b.n) + 1)
    return sum(exact.rational(len(a.head(i) ^ b.head(i)), 2 * i) for i in depths) / exact.rational(
        max(len(depths), 1), 1
    )
