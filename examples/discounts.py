"""Discounts and gains as vectors: each bound is asked for all of them at once, whatever sizes they have.

Where discounts fall, a list is worth the most in falling order of its grades (Hardy, Littlewood and Polya 1934), and
that is at least the mean over all orders (Chebyshev's sum inequality): ``axiomatrix explore examples/discounts.py``.
"""

from axiomatrix import axioms, metric, spaces


def dcg(x, discount):
    """DCG(x) = sum over ranks i of x[i] discount[i]"""
    return sum(x[i] * discount[i] for i in x.ranks())


def best_dcg(x, discount):
    """DCG of the grades in falling order"""
    return sum(g * discount[i] for i, g in enumerate(sorted(x, reverse=True), 1))


def mean_dcg(x, discount):
    """Mean of the DCG over all orders of the list"""
    return sum(x) * sum(discount[i] for i in x.ranks()) / len(x)


def gain(x, gain):
    """Sum of the gains of all grades"""
    return sum(gain[g] for g in x)


def gain_of_top(x, gain):
    """Gain of the top grade for each item that is relevant"""
    return sum(gain[2] for g in x if g)


GRADED = {"kind": "score", "arguments": {"x": spaces.whole_lists(2)}}
for word, space in (("falling", spaces.rank_weights(falling=True)), ("any", spaces.rank_weights())):
    best, mean = (f"{name}-{word}" for name in ("best-dcg", "mean-dcg"))
    under = {**GRADED, "parameters": {"discount": space}}
    metric(f"dcg-{word}", **under, conjectured=[axioms.upper_bound(best, 1)])(dcg)
    metric(best, **under, conjectured=[axioms.lower_bound(mean, 1)])(best_dcg)
    metric(mean, **under)(mean_dcg)
rising = {**GRADED, "parameters": {"gain": spaces.gains(2, rising=True)}}
metric("gain", **rising, conjectured=[axioms.upper_bound("gain-of-top", 1)])(gain)
metric("gain-of-top", **rising)(gain_of_top)
