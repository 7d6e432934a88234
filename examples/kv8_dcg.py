"""KV8 under DCG weights: logarithms cannot enter an exact linear program, so only a search can look for bounds.

``axiomatrix explore examples/kv8_dcg.py --max-n 2 --search 4``
"""

from axiomatrix import ElementWeights, PositionWeights, axioms, metric, spaces
from axiomatrix.catalogue.metrics.general import footrule_general, kendall_general


def at_dcg(definition, a, b, D):
    """The general distance with w = 1 and delta_i = 1/log i - 1/log(i+1)."""
    w = ElementWeights(dict.fromkeys(a.items, 1))
    return definition.definition(a, b, w, PositionWeights.dcg(len(a)), D, "one")


@metric("kendall-dcg", parameters={"D": spaces.similarities()})
def kendall_dcg(a, b, D):
    """K*(a, b) with w = 1 and DCG position weights"""
    return at_dcg(kendall_general, a, b, D)


@metric(
    "footrule-dcg",
    parameters={"D": spaces.similarities()},
    conjectured=[axioms.lower_bound("kendall-dcg", "1/3"), axioms.upper_bound("kendall-dcg", 3)],
    source="KV8 under DCG weights",
)
def footrule_dcg(a, b, D):
    """F*(a, b) with w = 1 and DCG position weights"""
    return at_dcg(footrule_general, a, b, D)
