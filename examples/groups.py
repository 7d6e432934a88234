"""Exposure of two groups, a list of members (1) and others (0): equal treatment, and what an affirmative swap does."""

from axiomatrix import Undefined, axiom, exact, metric, spaces
from axiomatrix.relation import at_most, equal

LISTS = {"x": spaces.whole_lists(1)}


@axiom("groups-alike", kinds=["loss"], about=["judged lists"], over=LISTS)
def groups_alike(m, x):
    """m(x) = m(x with the names of the groups exchanged)"""
    return equal(m(x), m(x.reordered(1 - grade for grade in x)))


@axiom("promotion-helps", kinds=["loss"], about=["judged lists"], over={**LISTS, "i": spaces.place})
def promotion_helps(m, x, i):
    """m(x with a member exchanged with the other before it) <= m(x)"""
    if (x[i], x[i + 1]) != (0, 1):
        raise Undefined("no member stands behind another group's item")
    return at_most(m(x.exchanged(i, i + 1)), m(x))


def exposure(x, group):
    """The mean of 1 / rank over a group."""
    ranks = [exact.rational(1, int(i)) for i in x.ranks() if x[i] == group]
    if not ranks:
        raise Undefined("a group has no item")
    return sum(ranks) / exact.rational(len(ranks), 1)


@metric("exposure-gap", kind="loss", arguments=LISTS, holds=[groups_alike], fails={promotion_helps: "it may overshoot"})
def exposure_gap(x):
    """m(x) = |mean exposure of members - mean exposure of others| (Singh and Joachims 2018)"""
    return abs(exposure(x, 1) - exposure(x, 0))


@metric("members-behind", kind="loss", arguments=LISTS, holds=[promotion_helps], fails=[groups_alike])
def members_behind(x):
    """m(x) = |pairs of a member and an other before it| (the pairs that AUC counts)"""
    return sum(x[i] == 0 and x[j] == 1 for j in x.ranks() for i in x.ranks(j - 1))
