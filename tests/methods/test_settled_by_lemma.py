"""Orders that a lemma of the catalogue settles: the same extremes, certificates that verify, and lemmas that lie."""

from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from sweeping import OTHER, reading, sealed, swept

from axiomatrix import REGISTRY, Registry
from axiomatrix.catalogue import proofs
from axiomatrix.catalogue.proofs import height, lemmas_on_ratio
from axiomatrix.numbers.exact import rational
from axiomatrix.studies.explore.swept import SweepResults
from axiomatrix.verify import Refused, verify

DECK = "footrule-similarity[deck]"


def grown(sweep, largest):
    """The sweep of all sizes, as an exploration has it."""
    whole = SweepResults(sweep)
    for n in range(1, largest + 1):
        whole.add_size(n, [{**sweep.chunk(n, (), dict(whole.floors())), "seconds": 0}])
    return whole


@pytest.fixture(scope="module")
def deck():
    return grown(reading("deck"), 5)


def certified(whole):
    data = whole.certificate("inf", whole.sweep.statement)
    return {k: v for k, v in data.items() if k not in ("format", "digest")}


def test_the_extremes_are_those_of_the_sweep_that_knows_no_lemma(deck):
    plain = reading("deck")
    assert plain.lemmas
    plain.lemmas = ()
    other = grown(plain, 5)
    for n, totals in deck.sizes.items():
        assert {s: v for s, (v, _) in totals.best.items()} == {s: v for s, (v, _) in other.sizes[n].best.items()}
        assert totals.classes <= other.sizes[n].classes and not any(other.sizes[n].settled.values())
    assert deck.sizes[5].classes < other.sizes[5].classes


def test_what_is_settled_is_counted_by_its_height(deck):
    """From n = 4 the floors are 1 and 2: an order is settled from below if its height is 2 or 3."""
    for n in (4, 5):
        heights = [height.longest_decreasing(order) for order in permutations(range(1, n + 1))]
        assert deck.sizes[n].settled == {"inf": sum(h in (2, 3) for h in heights), "sup": len(heights)}


def test_the_certificate_names_the_lemma_and_verifies(deck):
    data = certified(deck)
    assert [size.get("lemmas") for size in data["sizes"]] == [None, None, ["height"], ["height"], ["height"]]
    found = verify(sealed(data), REGISTRY)
    assert found.by_lemma and found.lemmas == (height.LEMMA.theorem,) and dict(found.values)[5] == "1"
    assert found.cases == sum(len(list(permutations(range(n)))) for n in range(1, 6))


def test_without_the_lemma_the_cases_that_it_settles_are_missed(deck):
    data = certified(deck)
    data["sizes"] = [{k: v for k, v in size.items() if k != "lemmas"} for size in data["sizes"]]
    with pytest.raises(Refused, match="no certificate reaches the case"):
        verify(sealed(data), REGISTRY)


def test_a_class_that_no_lemma_settles_cannot_be_left_out(deck):
    """At h = 4 the lemma gives 2/3, which is not the constant that the certificate states."""
    data = certified(deck)
    *smaller, last = data["sizes"]
    for k in range(len(last["classes"])):
        classes = [c for j, c in enumerate(last["classes"]) if j != k]
        with pytest.raises(Refused, match="the constant proved is"):
            verify(sealed({**data, "sizes": [*smaller, {**last, "classes": classes}]}), REGISTRY)


@pytest.mark.parametrize("name", ["cuts", "no-such-lemma", ["height"]])
def test_a_lemma_about_something_else_is_refused(deck, name):
    data = certified(deck)
    data["sizes"] = [{**size, "lemmas": [name]} for size in data["sizes"]]
    with pytest.raises(Refused, match=r"lemma|cannot be checked"):
        verify(sealed(data), REGISTRY)


@pytest.mark.parametrize("row", [DECK, OTHER])
def test_another_definition_under_the_name_has_no_lemma(deck, row):
    changed = Registry(REGISTRY)
    metric = REGISTRY.metric(row)
    changed.metrics[row] = replace(metric, definition=lambda a, b, D: metric.definition(a, b, D=D))
    assert not swept(changed, DECK).lemmas
    with pytest.raises(Refused, match="not a lemma about this ratio"):
        verify(sealed(certified(deck)), changed)


@pytest.mark.parametrize("other", ["le", "lt", "passed"])
def test_other_readings_and_other_ratios_have_none(other):
    assert not reading(other).lemmas
    assert not swept(metric=DECK, other=f"footrule-similarity[{other}]").lemmas


def test_an_axiom_of_a_user_with_the_id_of_a_bound_has_none():
    bound = swept(metric=DECK).statement
    assert lemmas_on_ratio(REGISTRY.metric(DECK), bound, REGISTRY)
    theirs = replace(bound, axiom=copy(bound.axiom))
    assert not lemmas_on_ratio(REGISTRY.metric(DECK), theirs, REGISTRY)


def lying(least):
    """The lemma on height with another bound from below."""
    return replace(height.LEMMA, bounds=replace(height.LEMMA.bounds, least=least))


def test_a_lemma_that_is_false_is_seen_by_the_verifier(monkeypatch):
    """F_D >= 2 K_D everywhere: nothing is solved, and the verifier finds values of D that contradict it."""
    monkeypatch.setattr(proofs, "LEMMAS", (lying(lambda order: Fraction(2)),))
    whole = grown(reading("deck"), 4)
    with pytest.raises(Refused, match="the lemma does not hold at"):
        verify(sealed(certified(whole)), REGISTRY)


def test_a_lemma_of_some_members_of_a_class_leaves_no_member_out(monkeypatch):
    """Only orders that begin with 2 are settled: their inverses and reversals are solved all the same."""

    def least(order):
        return height.LEMMA.bounds.least(order) if order[0] == 2 else None

    monkeypatch.setattr(proofs, "LEMMAS", (lying(least),))
    whole = grown(reading("deck"), 4)
    monkeypatch.undo()
    for n, totals in whole.sizes.items():
        assert rational(totals.best["inf"][0] if "inf" in totals.best else 2) == {1: 2, 2: 2, 3: 1, 4: 1}[n]
    assert verify(sealed(certified(whole)), REGISTRY).values


def test_a_lemma_whose_steps_fail_stops_the_sweep(monkeypatch):
    wrong = proofs.Step("wrong", "never", lambda registry, n: ["it fails"])
    monkeypatch.setattr(proofs, "LEMMAS", (replace(height.LEMMA, steps=(wrong,)),))
    with pytest.raises(RuntimeError, match="does not hold on the definitions"):
        reading("deck")
