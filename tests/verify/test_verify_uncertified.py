"""Definitions and statements that may not be certified: names, listings, text, swallowed refusals, no value."""

import json
from fractions import Fraction

import pytest
from certified import accepted, with_
from sweeping import (
    OTHER,
    certificate,
    entries_sum,
    kendall_similarity,
    mine,
    reading,
    sealed,
    swept,
)

from axiomatrix import REGISTRY, axiom, inverted_pairs, relation, spaces
from axiomatrix.numbers.exact import Undefined
from axiomatrix.spaces import similarities
from axiomatrix.verify import Refused, verify
from axiomatrix.verify.cone import facets


def forced(definition, largest, sense="inf", by=(), **options):
    """A certificate of what the search found, whatever the verifier says of it; None if the search refuses."""
    sweep = swept(mine(definition), by=by, **options)
    try:
        return certificate(sweep, largest, sense), sweep.registry
    except (ValueError, RuntimeError, TypeError):
        return None


def first_of_two(a, b, D):
    """2 K_D if the first item listed is the best, else 0"""
    return kendall_similarity(a, b, D) * (2 if a.order[0] == a.items[0] else 0)


def first_of_exactly_two(a, b, D):
    """2 K_D or 0 on two items, K_D on more"""
    return first_of_two(a, b, D) if a.n == 2 else kendall_similarity(a, b, D)


def last_listed(a, b, D):
    """K_D, but 0 on four items if the last of a is not the last listed"""
    return kendall_similarity(a, b, D) * (0 if a.n == 4 and a.order[-1] != a.items[-1] else 1)


def two_listed_last(a, b, D):
    """K_D, but 0 on four items if the third and fourth listed are exchanged in a, and only they"""
    odd = a.n == 4 and [a[x] for x in a.items] == [1, 2, 4, 3]
    return kendall_similarity(a, b, D) * (0 if odd else 1)


def last_of_five(a, b, D):
    """K_D, but 0 on five items if the last of a is not the last listed"""
    return kendall_similarity(a, b, D) * (0 if a.n == 5 and a.order[-1] != a.items[-1] else 1)


def by_number(a, b, D):
    """K_D, and the best of a must be item 1"""
    return kendall_similarity(a, b, D) * (1 if a.order[0] == 1 else 0)


def by_order(a, b, D):
    """K_D where the names are in order"""
    return sum(D[x, y] for x, y in inverted_pairs(a, b) if x < y)


def by_text(a, b, D):
    """K_D, and 0 where the best of a is not the first by its text"""
    return kendall_similarity(a, b, D) * (1 if sorted(a.order, key=str)[0] == a.order[0] else 0)


def by_formatted_text(a, b, D):
    """the same with a format string"""
    return kendall_similarity(a, b, D) * (1 if min(a.order, key="{}".format) == a.order[0] else 0)


@pytest.mark.parametrize(
    ("definition", "largest"),
    [
        (first_of_two, 2),
        (first_of_exactly_two, 2),
        (last_listed, 4),
        (two_listed_last, 4),
        (last_of_five, 5),
        (by_number, 2),
        (by_order, 3),
        (by_text, 2),
        (by_formatted_text, 2),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_metric_that_looks_at_names_or_at_the_listing_of_items_is_not_certified(definition, largest):
    made = forced(definition, largest)
    if made is not None:
        data, registry = made
        found = accepted(data, registry)
        assert found is None, f"certified: {found}"


def test_the_other_side_of_a_ratio_is_not_bounded_where_the_denominator_is_zero_and_the_numerator_is_not():
    """2 K_D, and the sum of all entries where both rankings are the same: no constant bounds it from above."""

    def twice(a, b, D):
        """2 K_D + [a = b] sum of D"""
        return 2 * kendall_similarity(a, b, D) + (entries_sum(a, D) if a == b else 0)

    sweep = swept(mine(twice), by=())
    assert sweep.chunk(2, (), {})["unbounded"]["sup"]
    for axiom_, sense in (("lower-bound", "sup"), ("upper-bound", "sup")):
        arguments = {"other": OTHER, "factor": "2"}
        lines = {  # what the search of the lower bound proves, put together by hand
            "inf": [[[1, 2], [0, [], [[0, 1]]]], [[2, 1], [2, [], []]]],
            "sup": [[[1, 2], [0, [], [[0, 1]]]], [[2, 1], [-2, [], []]]],
        }
        data = {
            **certificate(sweep, 1, sense),
            "axiom": axiom_,
            "arguments": arguments,
            "largest": 2,
            "sizes": [
                {"n": 1, "value": None, "instances": 1, "asked": 1, "facets": [], "classes": [[[1], [0, [], []]]]},
                {"n": 2, "value": -2, "instances": 2, "asked": 2, "facets": [[[0, 1]]], "classes": lines["sup"]},
            ],
        }
        assert accepted(data, sweep.registry) is None
    data = {
        **data,
        "axiom": "lower-bound",
        "sense": "inf",
        "sizes": [data["sizes"][0], {**data["sizes"][1], "value": 2, "classes": lines["inf"]}],
    }
    assert accepted(data, sweep.registry).holds


def test_a_negative_value_where_the_denominator_is_zero_is_no_bound():
    def less(a, b, D):
        """K_D - [a = b] sum of D"""
        return kendall_similarity(a, b, D) - (entries_sum(a, D) if a == b else 0)

    sweep = swept(mine(less), by=())
    assert sweep.chunk(2, (), {})["unbounded"]["inf"]
    assert accepted(certificate(sweep, 2), sweep.registry) is None
    data = certificate(sweep, 1)
    classes = [[[1, 2], [-1, [], [[1, 1]]]], [[2, 1], [1, [], []]]]
    data = {**data, "largest": 2, "sizes": [data["sizes"][0], {"n": 2, "value": 1, "classes": classes}]}
    assert accepted(data, sweep.registry) is None


def bounds(says):
    """An axiom of a user, with a relation and a quantity."""

    @axiom("mine", over={"a": spaces.ranking, "b": spaces.ranking}, label_free=True)
    def own(d, a, b):
        """a bound"""
        return says(d(a, b), d.other(OTHER)(a, b), d["D"], a)

    return own


@pytest.mark.parametrize(
    "says",
    [
        lambda f, k, D, a: relation.Bounded(relation.at_least(f, 2 * k), relation.Quantity(f, k, "sup")),
        lambda f, k, D, a: relation.Bounded(relation.at_most(f, k / 2), relation.Quantity(f, k, "inf")),
        lambda f, k, D, a: relation.Bounded(
            relation.at_least(f, k + entries_sum(a, D)), relation.Quantity(f, k, "inf")
        ),
        lambda f, k, D, a: relation.Bounded(relation.at_least(f - k, k), relation.Quantity(f, k, "inf")),
        lambda f, k, D, a: relation.Bounded(relation.at_least(f, k + 1), relation.Quantity(f, k, "inf")),
    ],
    ids=["other-sense", "other-sense-below", "further-term", "another-left-side", "constant"],
)
def test_a_bound_that_is_not_about_its_ratio_is_never_said_to_hold(says):
    """Each of these relations is false for K_D at some rankings of two items."""
    statement = bounds(says)()
    registry = mine(kendall_similarity)
    registry.add_axiom(statement.axiom)
    for sense in ("inf", "sup"):
        value = 1 if sense == "inf" else -1
        for slack in (0, -1):
            data = {
                "kind": "linear",
                "metric": "mine",
                "axiom": "mine",
                "arguments": {},
                "parameter": "D",
                "space": "closed",
                "sense": sense,
                "by": [],
                "largest": 2,
                "sizes": [
                    {"n": 1, "value": None, "classes": [[[1], [0, [], []]]]},
                    {
                        "n": 2,
                        "value": value,
                        "classes": [[[1, 2], [slack, [], [[0, 1], [1, 1]][: 2 * -slack]]], [[2, 1], [value, [], []]]],
                    },
                ],
            }
            data["sizes"][1]["classes"][0][1][2] = [] if not slack else [[1, 1]]
            found = accepted(data, registry)
            assert found is None or not found.holds, f"{sense}: {found}"


def test_a_statement_about_certain_items_or_other_spaces_is_refused():
    @axiom("named", over={"a": spaces.ranking, "b": spaces.ranking})
    def named(d, a, b):
        """d(a, b) >= 0"""
        return relation.at_least(d(a, b), 0)

    @axiom("strict", over={"a": spaces.ranking, "b": spaces.ranking}, label_free=True)
    def strict(d, a, b):
        """d(a, b) > 0"""
        return relation.more(d(a, b), 0)

    @axiom("factors", over={"a": spaces.ranking, "c": spaces.factor}, label_free=True)
    def factors(d, a, c):
        """c d(a, a) >= 0"""
        return relation.at_least(c * d(a, a), 0)

    for statement in (named(), strict(), factors()):
        registry = mine(kendall_similarity)
        registry.add_axiom(statement.axiom)
        data = {
            **certificate(reading("deck"), 1),
            "metric": "mine",
            "axiom": statement.axiom.id,
            "arguments": {},
            "by": [],
        }
        assert accepted(data, registry) is None


def test_a_root_of_a_constant_is_not_taken_for_a_whole_power():
    def rooted(a, b, D):
        """2 K_D, as K_D (4 + D - D)^(1/2)"""
        return sum(D[x, y] * (4 + D[x, y] - D[x, y]) ** Fraction(1, 2) for x, y in inverted_pairs(a, b))

    registry = mine(rooted)
    data = {
        **certificate(reading("deck"), 1),
        "metric": "mine",
        "by": [],
        "largest": 2,
        "sizes": [
            {"n": 1, "value": None, "classes": [[[1], [0, [], []]]]},
            {"n": 2, "value": 1, "classes": [[[1, 2], [0, [], []]], [[2, 1], [1, [], []]]]},
        ],
    }
    assert accepted(data, registry) is None  # K_D is not what this gives


def swallowed_comparison(a, b, D):
    """K_D, but 0 where an entry is above 1"""
    try:
        if any(D[x, y] > 1 for x, y in inverted_pairs(a, b)):
            return 0
    except Exception:
        pass
    return kendall_similarity(a, b, D)


def swallowed_type_error(a, b, D):
    """K_D, but nothing for entries that are zero"""
    value = kendall_similarity(a, b, D)
    try:
        return value - sum(D[x, y] for x, y in inverted_pairs(a, b) if int(D[x, y]) == 3)
    except TypeError:
        return value


def looks_at_text(a, b, D):
    """K_D, but 0 where an entry reads 1"""
    return sum(D[x, y] for x, y in inverted_pairs(a, b) if str(D[x, y]) != "1")


def looks_at_type(a, b, D):
    """K_D of what is not a number, else 0"""
    return sum(D[x, y] for x, y in inverted_pairs(a, b) if not hasattr(D[x, y], "q"))


@pytest.mark.parametrize("definition", [swallowed_comparison, swallowed_type_error, looks_at_text, looks_at_type])
def test_a_definition_that_swallows_the_refusal_or_looks_at_what_it_is_given_is_not_certified(definition):
    made = forced(definition, 2)
    if made is not None:
        data, registry = made
        assert accepted(data, registry) is None
    by_hand = {**certificate(swept(mine(kendall_similarity), by=()), 2), "metric": "mine"}
    assert accepted(by_hand, mine(definition)) is None


def test_a_definition_without_any_value_is_vacuous_and_does_not_hold():
    def never(a, b, D):
        """no value anywhere"""
        raise Undefined("never")

    sizes = [{"n": n, "value": None, "classes": []} for n in (1, 2, 3)]
    data = {**certificate(swept(mine(kendall_similarity), by=()), 1), "largest": 3, "sizes": sizes}
    found = accepted(data, mine(never))
    assert found is None or not found.holds


def test_a_definition_that_fails_is_a_refusal_and_no_crash():
    data = certificate(swept(mine(kendall_similarity), by=()), 3)

    def divides(a, b, D):
        """K_D / (n - 2)"""
        return kendall_similarity(a, b, D) / (a.n - 2)

    def raises(a, b, D):
        """what no engine expects"""
        raise RuntimeError("no disc left")

    for definition in (divides, raises):
        with pytest.raises(Refused):
            verify(sealed(data), mine(definition))


def test_a_tree_of_any_depth_is_refused_and_no_crash(deck):
    tree = [0, [], []]
    for _ in range(5000):
        tree = {"split": 0, "above": tree, "below": [0, [], []]}
    changed = json.loads(json.dumps(deck))
    changed["sizes"][2]["classes"][0][-1] = tree
    with pytest.raises(Refused):
        verify(changed, REGISTRY)


def test_a_definition_without_value_is_never_a_reason_to_accept():
    def nowhere(a, b, D):
        """no value on two items"""
        if a.n == 2:
            raise Undefined("not two")
        return kendall_similarity(a, b, D)

    registry = mine(nowhere)
    data = {**certificate(swept(mine(kendall_similarity), by=()), 2), "metric": "mine"}
    assert accepted(data, registry) is None  # a class is certified that nothing is asked of


def test_the_facets_of_the_verifier_are_the_metrics():
    """Every facet is not negative on every pseudometric, and together they let nothing else in."""
    import numpy as np
    from sweeping import pseudometrics

    for n in (1, 2, 3, 4):
        rows = pseudometrics(n) if n > 1 else np.zeros((1, 0), dtype=int)
        everything = np.indices((3,) * rows.shape[1]).reshape(rows.shape[1], -1).T if n > 1 else rows
        own = facets(similarities(), n)
        assert len(own) == n * (n - 1) * (n - 2) // 2 + n * (n - 1) // 2 + 1
        inside = [
            row
            for row in everything.tolist()
            if all(sum(c * (1 if k == -1 else row[k]) for k, c in facet.items()) >= 0 for facet in own)
        ]
        assert inside == rows.tolist()


def test_a_facet_that_is_no_inequality_of_the_space_cannot_be_smuggled_in(deck):
    """Multipliers that are negative, zero, repeated, or of a facet that is not there."""
    for s, size in enumerate(deck["sizes"]):
        for k, (_, tree) in enumerate(size["classes"]):
            if not isinstance(tree, list):
                continue
            place = ("sizes", s, "classes", k, 1, 2)
            for more in (
                [[0, -1]],
                [[0, 0]],
                [[99, 1]],
                [[-1, 1]],
                [[0, 1], [0, 1]],
                [[0]],
                [0],
                [["0", 1]],
                [[0, 1, 1]],
            ):
                assert accepted(with_(deck, place, tree[2] + more)) is None


def test_the_two_lists_of_facets_agree_though_they_are_written_twice():
    from axiomatrix.methods.coordinates import Coordinates
    from axiomatrix.numbers.forms import CONSTANT

    for space in (similarities(), spaces.element_weights(), spaces.position_weights()):
        for n in range(1, 6):
            cone = Coordinates((("x", space),)).cone(n)
            found = [{CONSTANT if k == cone.size - 1 else k: Fraction(c) for k, c in facet} for facet in cone.facets]
            assert found == facets(space, n)
