"""The axioms about prefixes and means: where they apply."""

from fractions import Fraction

import pytest

from axiomatrix import REGISTRY, check, metric, spaces
from axiomatrix.catalogue.axioms import ranked_prefix
from axiomatrix.model.registry import Registry

CUT_OFF = {"i": spaces.cut_offs()}


def cell(definition, statement, kind="distance", parameters=None):
    """The cell of one statement about a definition."""
    registry = Registry(REGISTRY)
    metric("mine", kind=kind, parameters=parameters, holds=[statement], registry=registry)(definition)
    axiom = getattr(statement, "axiom", statement)
    (found,) = check("mine", axioms=[axiom.id], registry=registry, profile="quick").at("mine", axiom.id)
    return found.evidence


def heads(a, b, i):
    """How many of the first i items are not the same"""
    return sum(x != y for x, y in zip(a.order[:i], b.order[:i], strict=True))


def inversions(a, b):
    """Kendall"""
    return sum(b[x] > b[y] for x, y in a.pairs)


def share(a, b):
    """The share of the pairs that are not inverted"""
    return Fraction(1) if a.n < 2 else 1 - Fraction(2 * inversions(a, b), int(a.n * (a.n - 1)))


def test_the_mean_is_asked_of_rankings_of_at_most_five_items():
    def mean(a, b):
        """The share of inverted pairs, 1/2 for fewer than two items"""
        return Fraction(1, 2) if a.n < 2 else 1 - share(a, b)

    assert cell(mean, ranked_prefix.mean_over_rankings("1/2")).verdict == "exhausted"


def test_without_a_cut_off_the_axioms_about_depth_are_not_applicable():
    for axiom in (ranked_prefix.at_full_depth("hamming"), ranked_prefix.grows_with_depth()):
        assert axiom.not_applicable(REGISTRY.metric("kendall")) == "it has no cut-off"


def test_with_two_cut_offs_they_are_not_applicable_either():
    def twice(a, b, i, j):
        """How many of the first i items, and of the first j, are not the same"""
        return heads(a, b, i) + heads(a, b, j)

    with pytest.raises(ValueError, match="it has the cut-offs i, j"):
        cell(twice, ranked_prefix.grows_with_depth, parameters={"i": spaces.cut_offs(), "j": spaces.cut_offs()})
