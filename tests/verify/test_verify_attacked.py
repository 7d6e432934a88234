"""Certificates of definitions that look at their items, have no value somewhere, or keep a state; spaces that lie."""

from __future__ import annotations

import copy
import subprocess
import sys
from itertools import pairwise

import pytest
from faulty import WEIGHTS, registered

from axiomatrix import REGISTRY, Ranking, axioms, inverted_pairs, spaces
from axiomatrix.engine.check import NotCertified, certify
from axiomatrix.evidence import certificate
from axiomatrix.evidence.instance import Definitions
from axiomatrix.evidence.refusal import NotDecided
from axiomatrix.methods.certification import Certifier
from axiomatrix.numbers.exact import Undefined
from axiomatrix.spaces import ElementWeightsSpace, ParameterSpace, PositionWeightsSpace
from axiomatrix.verify import LinearChecker, Refused, verify
from axiomatrix.verify.cone import facets

# --- certificates -----------------------------------------------------------------------------------------------------

GROUP = {4: "B"}


def unfair(a, b, w):
    """w_x + w_y over inverted pairs, less 10 w_x for each of group B that falls from the head to the end"""
    total = sum(w[x] + w[y] for x, y in inverted_pairs(a, b))
    return total - sum(10 * w[x] for x in a.items if GROUP.get(x, "A") == "B" and a[x] == 1 and b[x] == a.n)


def fair(a, b, w):
    """w_x + w_y over inverted pairs"""
    return sum(w[x] + w[y] for x, y in inverted_pairs(a, b))


def made_for(definition, statement, largest):
    """The certificate of a definition that is called mine."""
    metric, registry = registered(definition, parameters=WEIGHTS)
    return certify(metric, statement, registry, largest), registry


def accepted(data, registry):
    try:
        return verify({**data, "digest": certificate.digest(data)}, registry)
    except Refused:
        return None


def test_a_label_in_a_table_is_certified_below_it_and_about_numbered_items_only():
    data, registry = made_for(unfair, axioms.non_negativity(), 3)
    assert data["items"] == "numbered"
    assert "for the items 1..n, under all their names" in accepted(data, registry).text
    with pytest.raises(NotCertified, match="depends on the names of its items"):
        made_for(unfair, axioms.non_negativity(), 4)


def test_a_certificate_made_by_force_is_refused_where_the_label_counts():
    for largest, stands in ((3, True), (4, False)):
        data, _ = made_for(fair, axioms.non_negativity(), largest)
        assert data["items"] == "unnamed"
        _, registry = registered(unfair, parameters=WEIGHTS)
        assert (accepted({**data, "items": "numbered"}, registry) is not None) is stands
        assert accepted(data, registry) is None


def once_at_five(a, b, w):
    """fair, but 0 at one pair of rankings of five items as they are listed"""
    odd = a.n == 5 and a.order == a.items and [b[x] for x in a.order] == [2, 5, 1, 3, 4]
    return fair(a, b, w) * (-1 if odd else 1)


@pytest.mark.slow
def test_one_pair_of_rankings_of_five_is_seen_by_its_listing():
    data, _ = made_for(fair, axioms.non_negativity(), 5)
    _, registry = registered(once_at_five, parameters=WEIGHTS)
    assert accepted(data, registry) is None
    assert accepted({**data, "items": "numbered"}, registry) is None


def once_where_reversed(a, b, w):
    """fair, but its negative at one pair of rankings, where a is the list of items turned around"""
    odd = a.n == 5 and a.order[::-1] == a.items and [b[x] for x in a.order] == [4, 1, 5, 3, 2]
    return fair(a, b, w) * (-1 if odd else 1)


def test_each_case_is_derived_by_the_checker_under_all_names_and_not_only_one_of_each_class():
    metric, registry = registered(once_where_reversed, parameters=WEIGHTS)
    certifier = Certifier(metric, axioms.non_negativity(), Definitions(registry), LinearChecker)
    for n in range(1, 5):
        assert certifier.size(n).closed_instance is None
    with pytest.raises(Refused, match="depends on the names of its items"):
        certifier.size(5)


def test_an_instance_without_value_on_unnamed_items_only_is_a_refusal():
    def named(a, b, w):
        """fair where items are called 1, 2 ..., else without value"""
        if a.order[0] not in range(1, 10):
            raise Undefined("no name")
        return fair(a, b, w)

    def unnamed(a, b, w):
        """without value where the best of a is item 2"""
        if a.order[0] == 2:
            raise Undefined("2 leads")
        return fair(a, b, w)

    for definition in (named, unnamed):
        data, _ = made_for(fair, axioms.non_negativity(), 3)
        _, registry = registered(definition, parameters=WEIGHTS)
        found = accepted(data, registry)
        assert found is None, definition.__doc__


@pytest.mark.parametrize(
    ("statement", "key", "value"),
    [
        (axioms.non_negativity(), "asked", 0),
        (axioms.non_negativity(), "instances", 1),
        (axioms.non_negativity(), "facets", []),
    ],
    ids=str,
)
def test_what_a_certificate_says_of_its_instances_is_derived_again(statement, key, value):
    data, registry = made_for(fair, statement, 3)
    assert accepted(data, registry)
    changed = copy.deepcopy(data)
    changed["sizes"][2][key] = value
    assert accepted(changed, registry) is None
    del changed["sizes"][2][key]
    assert accepted(changed, registry) is None


def test_a_certificate_in_which_nothing_is_asked_is_refused():
    metric = REGISTRY.metric("kendall-element-mean[arithmetic]")
    with pytest.raises(NotCertified):
        certify(metric, axioms.subdivision(), REGISTRY, 3)
    data, _ = made_for(fair, axioms.non_negativity(), 2)
    forged = {**data, "metric": metric.name, "axiom": "subdivision", "arguments": {}}
    for size in forged["sizes"]:
        size |= {"asked": 0, "instances": 1}
    assert accepted(forged, REGISTRY) is None


# --- spaces -----------------------------------------------------------------------------------------------------------


class Signed(ElementWeightsSpace):
    """Weights that may be negative, under a name that says otherwise."""

    def check(self, value):
        pass

    def draw(self, choose, n, before=()):
        return self.make([choose.integer(-2, 2) for _ in self.keys(n)], n)


class Silent(ParameterSpace):
    """Says nothing of its facets."""

    value_type = ElementWeightsSpace.value_type
    name = "silent weights"

    def keys(self, n):
        return range(1, n + 1)

    def draw(self, choose, n, before=()):
        return self.make([choose.integer(0, 3) for _ in self.keys(n)], n)


class Decreasing(PositionWeightsSpace):
    """delta_2 >= delta_3 >= ..."""

    def check(self, value):
        super().check(value)
        entries = list(value.entries.values())
        if any(x < y for x, y in pairwise(entries)):
            raise ValueError("not decreasing")

    def admits(self, vector, n):
        return list(vector) == sorted(vector, reverse=True)

    def draw(self, choose, n, before=()):
        return self.make(sorted((choose.integer(1, 9) for _ in self.keys(n)), reverse=True), n)

    def facets(self, n):
        size = len(self.keys(n))
        return (*(((k, 1), (k + 1, -1)) for k in range(size - 1)), *(((k, 1),) for k in range(size)))


class Lying(Decreasing):
    """Says that it is decreasing and admits what is not."""

    def check(self, value):
        PositionWeightsSpace.check(self, value)


def test_facets_come_from_the_space_and_are_tried_on_it():
    assert [dict(row) for row in facets(Decreasing(True), 3)] == [{0: 1, 1: -1}, {0: 1}, {1: 1}, {-1: 1}]
    for space, why in (
        (Signed(True), "breaks its facet"),
        (Silent(True), "declares no facets"),
        (Lying(True), "admits .* which breaks its facet"),
    ):
        with pytest.raises(NotDecided, match=why):
            facets(space, 3)


class FirstIsHeavy(ElementWeightsSpace):
    """w_1 >= w_2 >= ...: the space distinguishes the items."""

    def check(self, value):
        super().check(value)
        if list(value.entries.values()) != sorted(value.entries.values(), reverse=True):
            raise ValueError("not decreasing")

    def admits(self, vector, n):
        return list(vector) == sorted(vector, reverse=True)

    def draw(self, choose, n, before=()):
        return self.make(sorted((choose.integer(1, 9) for _ in self.keys(n)), reverse=True), n)

    def facets(self, n):
        return (*(((k, 1), (k + 1, -1)) for k in range(n - 1)), *(((k, 1),) for k in range(n)))


def test_a_cone_that_tells_the_items_apart_is_not_decided():
    """At a = (1, ..., n) the heavier item is the better one; under other names it is not."""
    with pytest.raises(NotDecided, match="distinguishes the items"):
        facets(FirstIsHeavy(True), 3)

    def in_favour_of_the_best(a, b, w):
        """the weight of the best of a less that of the last, where b is another ranking"""
        return 0 if a == b else w[a.order[0]] - w[a.order[-1]]

    metric, registry = registered(in_favour_of_the_best, parameters={"w": FirstIsHeavy(True)})
    with pytest.raises(NotCertified):
        certify(metric, axioms.non_negativity(), registry, 3)


@pytest.mark.parametrize("space", [Signed(True), Silent(True)], ids=lambda space: type(space).__name__)
@pytest.mark.parametrize("statement", [axioms.non_negativity(), axioms.triangle_inequality()], ids=str)
def test_over_a_space_that_the_checker_does_not_know_nothing_is_certified(space, statement):
    metric, registry = registered(fair, parameters={"w": space})
    with pytest.raises(NotCertified, match=r"facets|breaks its facet"):
        certify(metric, statement, registry, 3)
    forged, _ = made_for(fair, statement, 3)
    assert accepted(forged, registry) is None


def test_a_cone_of_ones_own_is_certified():
    def first(a, b, delta):
        """2 delta_2 - delta_3 on three items, delta_2 on fewer"""
        return 0 if a == b else 2 * delta[2] - (delta[3] if len(a) > 2 else 0)

    metric, registry = registered(first, parameters={"delta": Decreasing(True)})
    data = certify(metric, axioms.non_negativity(), registry, 3)
    assert data["sizes"][2]["facets"] == [[[0, 1], [1, -1]], [[0, 1]], [[1, 1]]]
    assert accepted(data, registry).holds
    _, wider = registered(first, parameters={"delta": spaces.position_weights()})
    assert accepted(data, wider) is None


# --- dependencies -----------------------------------------------------------------------------------------------------

NEEDED = """evidence evidence.refusal
    model model.axiom model.claim model.declaring model.domain model.guard model.metric model.names model.registry
    model.relation model.showing
    numbers numbers.columns numbers.evaluation numbers.exact numbers.formal numbers.frozen numbers.radicals
    numbers.rationals
    spaces spaces.base spaces.cones spaces.lists spaces.orders spaces.parameters spaces.rankings spaces.retrieved
    spaces.runs spaces.scalars spaces.scored spaces.vectors spaces.votes
    values values.grades values.judged values.orders values.parameters values.rankings
    values.retrieval values.scored values.votes
    verify verify.cone verify.coverage verify.exhaustive verify.forms verify.inequality verify.items verify.line
    verify.linear verify.numbers verify.over_numbers verify.proof_tree verify.unknowns verify.verified verify.world"""


def test_importing_the_checker_loads_values_spaces_and_relations_and_nothing_else():
    program = "import sys, axiomatrix.verify; print(*sorted(m for m in sys.modules if m.startswith('axiomatrix.')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [f"axiomatrix.{name}" for name in NEEDED.split()]


def test_a_ranking_of_real_items_tells_everything():
    assert Ranking.identity(2).items == (1, 2)
