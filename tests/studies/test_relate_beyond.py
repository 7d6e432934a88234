"""Identities beyond what was gone through: proved for every n, and for all values of the parameters or not."""

import pytest
from relating import related
from verdict_words import in_words

from axiomatrix import REGISTRY, Registry, inverted_pairs, metric, spaces

W = {"w": spaces.element_weights()}


def planted(definition, parameters, registry, id):
    return metric(id, parameters=parameters, registry=registry)(definition)


def twice(a, b, w):
    """2 K_w"""
    return 2 * sum(w[x] * w[y] for x, y in inverted_pairs(a, b))


def nearly(a, b, w):
    """K_w, and one more term that is 0 where all weights are 1"""
    value = sum(w[x] * w[y] for x, y in inverted_pairs(a, b))
    first = a.order[0]
    return value + (w[first] - 1) * (a != b)


def test_an_identity_at_unit_weights_is_proved_and_is_not_one_of_all_weights():
    found = related("kendall", "kendall-element", REGISTRY)
    assert found.kind == "identical"
    assert "proved for every n (KV9)" in found.verdict
    assert "for these values of w and not for all, first at n = 2" in found.verdict


def test_an_identity_of_all_weights_is_certified_for_all():
    registry = Registry(REGISTRY)
    planted(twice, W, registry, "twice")
    found = related("kendall-element", "twice", registry)
    assert (found.kind, found.formula) == ("affine", ("2", "0"))
    assert found.verdict.endswith(in_words("; for all values of w certified n<=3"))
    turned = related("twice", "kendall-element", registry)
    assert turned.verdict.endswith(in_words("; for all values of w certified n<=3"))


def test_a_planted_term_that_unit_weights_hide_is_seen():
    registry = Registry(REGISTRY)
    planted(nearly, W, registry, "nearly")
    found = related("kendall-element", "nearly", registry)
    assert found.kind == "identical"
    assert "for these values of w and not for all, first at n = 2" in found.verdict
    assert "certified" not in found.verdict


def test_nothing_is_added_where_there_is_nothing_to_say():
    found = related("kendall", "kendall-normalised", REGISTRY)
    assert "proved" not in found.verdict and "certified" not in found.verdict
    sided = related("kendall-element", "kendall-similarity", REGISTRY)  # each has a parameter of its own
    assert sided.kind == "identical" and "values" not in sided.verdict


@pytest.mark.parametrize("place", ["methods.symbolic._result_of", "studies.relate.columns.as_arguments"])
def test_a_bug_of_ours_is_not_passed_in_silence(place, monkeypatch):
    def broken(*given, **named):
        raise KeyError("planted")

    registry = Registry(REGISTRY)
    planted(twice, W, registry, "twice")
    monkeypatch.setattr(f"axiomatrix.{place}", broken)
    with pytest.raises(KeyError, match="planted"):
        related("kendall-element", "twice", registry)
