"""The verifier: what it accepts, and that nothing that was changed, cut short or relabelled is accepted."""

import copy
import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from faulty import SIMILARITIES
from sweeping import (
    OTHER,
    READINGS,
    certificate,
    entries_sum,
    kendall_similarity,
    mine,
    pair,
    plain,
    reading,
    sealed,
    swept,
)

import axiomatrix
from axiomatrix import REGISTRY, axiom, inverted_pairs, relation, spaces
from axiomatrix.evidence import certificate as files
from axiomatrix.evidence.certificate import BadCertificate
from axiomatrix.numbers.exact import Undefined
from axiomatrix.spaces import similarities
from axiomatrix.verify import Refused, verify
from axiomatrix.verify.cone import facets
from axiomatrix.verify.inequality import number

DECK = "footrule-similarity[deck]"


def spreads(a, b, D):
    """at (p q z) -> (z p q): |D_pq - D_pz| + |D_qz - D_pz|, else K_D; its supremum needs splits"""
    if a.n == 3 and [b[x] for x in a.order] == [2, 3, 1]:
        p, q, z = a.order
        return abs(D[p, q] - D[p, z]) + abs(D[q, z] - D[p, z])
    return kendall_similarity(a, b, D)


SPREADS = mine(spreads)


@pytest.fixture(scope="module")
def deck():
    return certificate(reading("deck"), 3)


@pytest.fixture(scope="module")
def split():
    return certificate(swept(SPREADS, by=()), 3, "sup")


def accepted(data, registry=REGISTRY):
    """What is verified, or None if it is refused."""
    try:
        return verify(sealed(data), registry)
    except Refused:
        return None


# --- what is accepted -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", READINGS)
@pytest.mark.parametrize("sense", ["inf", "sup"])
def test_the_certificates_of_a_sweep_are_accepted_with_the_extremes_that_it_found(name, sense):
    sweep = reading(name)
    data = certificate(sweep, 4, sense)
    verified = verify(sealed(data), REGISTRY)
    assert (verified.metric, verified.largest, verified.cases) == (f"footrule-similarity[{name}]", 4, 1 + 2 + 6 + 24)
    assert verified.classes == sum(len(size["classes"]) for size in data["sizes"])
    for n, value in verified.values:
        best = sweep.chunk(n, (), {})["best"][sense][0]
        assert Fraction(value) == min(
            Fraction(best), *(Fraction(v) for k, v in verified.values if k < n), Fraction(best)
        )
    assert verified.holds is (sense == "inf" and all(Fraction(v) >= 1 for _, v in verified.values))


def test_without_symmetries_every_ranking_has_a_certificate_of_its_own():
    verified = verify(sealed(certificate(reading("deck", by=()), 4)), REGISTRY)
    assert (verified.cases, verified.classes) == (33, 33)


def test_a_certificate_survives_the_file(tmp_path, deck):
    path = tmp_path / "deck.json"
    path.write_text(files.text(deck))
    data = files.read(path)
    assert {k: v for k, v in data.items() if k not in ("digest", "format")} == json.loads(json.dumps(deck))
    assert verify(data, REGISTRY).holds


def test_a_proof_with_splits_is_accepted_and_is_one(split):
    assert any(isinstance(entry[1], dict) for size in split["sizes"] for entry in size["classes"])
    verified = verify(sealed(split), SPREADS)
    assert verified.values == ((2, "-1"), (3, "-2"))


def test_a_bound_that_is_not_reached_does_not_hold_though_the_best_constant_is_proved(deck):
    for factor, holds in (("1", True), ("99/100", True), ("101/100", False), (2, False)):
        verified = verify(sealed({**deck, "arguments": {"other": OTHER, "factor": factor}}), REGISTRY)
        assert (verified.holds, verified.values[-1]) == (holds, (3, "1"))


def test_fixed_parameters_are_part_of_what_is_proved():
    sweep = swept(
        metric="footrule-general[one]", other="kendall-general", fixed=(("w", "unit"), ("delta", "geometric-1/2"))
    )
    data = certificate(sweep, 3)
    verified = verify(sealed(data), REGISTRY)
    assert verified.largest == 3
    text = str(verified)
    assert "'w'" in text and "'delta'" in text, "nothing in the answer says that w and delta were fixed"
    for change in ({"w": ["1/2", 1, 1]}, {"delta": [1]}, {"w": [1, 1]}, {"delta": [1, -1]}, {"D": [1, 1, 1]}):
        changed = copy.deepcopy(data)
        changed["sizes"][2]["fixed"] |= change
        if "D" in change:
            continue
        assert accepted(changed) is None, change
    del data["sizes"][2]["fixed"]["w"]
    assert accepted(data) is None


# --- every single number ----------------------------------------------------------------------------------------


def numbers(data, path=()):
    """The places of all numbers, whole or in a text."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from numbers(value, (*path, key))
    elif isinstance(data, list):
        for k, value in enumerate(data):
            yield from numbers(value, (*path, k))
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path, data
    elif isinstance(data, str):
        try:
            Fraction(data)
        except ValueError:
            return
        yield path, data


def with_(data, path, value):
    changed = copy.deepcopy(data)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def others(value):
    """Values near this one, written as certificates write them."""
    if isinstance(value, int):
        return [value + 1, value - 1, -value, f"{2 * value + 1}/2"] if value else [1, -1, "1/2"]
    read = Fraction(value)
    near = [read + 1, read - 1, -read, read + Fraction(1, 7), 1 / read, Fraction(read.numerator)]
    return [str(v) if v.denominator > 1 else v.numerator for v in near if v != read]


@pytest.mark.slow
@pytest.mark.parametrize(
    "make",
    [
        lambda: (certificate(reading("deck"), 3), REGISTRY),
        lambda: (certificate(reading("deck", by=()), 3, "sup"), REGISTRY),
        lambda: (certificate(reading("le"), 3), REGISTRY),
        lambda: (certificate(swept(SPREADS, by=()), 3, "sup"), SPREADS),
    ],
    ids=["deck", "deck-sup", "le", "splits"],
)
def test_a_certificate_with_any_single_number_changed_is_refused(make):
    data, registry = make()
    honest = verify(sealed(data), registry)
    survived, tried = [], 0
    for path, value in numbers(data):
        if path == ("arguments", "factor"):  # a claim about another bound, which the same proof may prove
            continue
        for other in others(value):
            tried += 1
            changed = with_(data, path, other)
            found = accepted(changed, registry)
            if found is not None:
                survived.append((path, value, other, found == honest))
    assert tried > 80
    assert survived == []


def test_a_certificate_with_any_number_changed_but_not_resealed_is_refused_when_it_is_read(tmp_path, deck):
    path = tmp_path / "deck.json"
    for place, value in list(numbers(deck))[::5]:
        path.write_text(
            json.dumps({**with_(deck, place, others(value)[0]), "format": files.FORMAT, "digest": files.digest(deck)})
        )
        with pytest.raises(BadCertificate, match="changed after it was written"):
            files.read(path)


@pytest.mark.parametrize(
    "value", [1.0, True, None, "1", "2/2", "1/0", "01/2", " 1/2", "1_0/3", "1e1", "nan", [1], {}, "-1/-2", "٣/٢"]
)
def test_a_number_is_written_in_one_way(value):
    with pytest.raises(Refused):
        number(value)


WRONG_KINDS = [1.0, True, "1", None, "x", [], {}, -1, 10**9]


@pytest.mark.parametrize(("k", "value"), list(enumerate(WRONG_KINDS)))
def test_a_wrong_kind_of_value_anywhere_is_refused_and_nothing_else_is_raised(k, value, deck, split):
    """Of the larger one each place is given one of them, of the other one three."""
    for data, registry in ((deck, REGISTRY), (split, SPREADS)):
        for path in list(places(data))[k % (step := 3 if data is split else 9) :: step]:
            inner = data
            for key in path[:-1]:
                inner = inner[key]
            before = inner[path[-1]]
            if before == value or path[0] in ("kind", "arguments"):
                continue
            try:
                verify(sealed(with_(data, path, value)), registry)
            except Refused:
                continue
            except Exception as error:
                pytest.fail(f"{path} = {value!r}: {type(error).__name__}: {error}")
            else:
                pytest.fail(f"{path} = {value!r} instead of {before!r} is accepted")


def places(data, path=()):
    if path:
        yield path
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield from places(value, (*path, key))


# --- classes, trees, subjects ------------------------------------------------------------------------------------


def test_a_class_left_out_or_given_twice_is_refused(deck, split):
    for data, registry in ((deck, REGISTRY), (split, SPREADS)):
        for s, size in enumerate(data["sizes"]):
            for k in range(len(size["classes"])):
                changed = copy.deepcopy(data)
                del changed["sizes"][s]["classes"][k]
                assert accepted(changed, registry) is None
                changed = copy.deepcopy(data)
                changed["sizes"][s]["classes"].append(changed["sizes"][s]["classes"][k])
                assert accepted(changed, registry) is None


def test_proofs_exchanged_between_classes_are_refused(split):
    classes = split["sizes"][2]["classes"]
    for i in range(len(classes)):
        for j in range(i):
            if classes[i][1] == classes[j][1]:
                continue
            changed = copy.deepcopy(split)
            here = changed["sizes"][2]["classes"]
            here[i][1], here[j][1] = here[j][1], here[i][1]
            assert accepted(changed, SPREADS) is None, (i, j)


def trees(tree, path=()):
    if isinstance(tree, dict):
        yield path, tree
        for side in ("above", "below"):
            yield from trees(tree[side], (*path, side))


def test_above_and_below_exchanged_one_side_left_out_or_both_the_same_is_refused(split):
    seen = 0
    for k, entry in enumerate(split["sizes"][2]["classes"]):
        for path, tree in trees(entry[1]):
            seen += 1
            place = ("sizes", 2, "classes", k, 1, *path)
            wrong = [
                {**tree, "above": tree["below"], "below": tree["above"]},
                {**tree, "above": tree["below"]},
                {**tree, "below": tree["above"]},
                {"split": tree["split"], "above": tree["above"]},
                {**tree, "further": 1},
                tree["above"],
                tree["below"],
            ]
            for changed in wrong:
                assert accepted(with_(split, place, changed), SPREADS) is None, (place, changed)
    assert seen


def test_a_proof_of_a_split_that_cuts_nothing_off_is_refused(split):
    """The same absolute value split on twice, or one of positive weight: nothing is wrong, and nothing proved."""
    for k, entry in enumerate(split["sizes"][2]["classes"]):
        for path, tree in trees(entry[1]):
            place = ("sizes", 2, "classes", k, 1, *path)
            twice = {**tree, "above": {"split": tree["split"], "above": tree["above"], "below": tree["above"]}}
            assert accepted(with_(split, place, twice), SPREADS) is None


def test_another_metric_reading_sense_parameter_or_statement_is_refused(deck):
    for change in (
        {"metric": "footrule-similarity[le]"},
        {"metric": OTHER},
        {"metric": "footrule-general[one]"},
        {"metric": "footrule-element", "parameter": "w"},
        {"metric": "no-such-metric"},
        {"sense": "sup"},
        {"sense": ""},
        {"sense": "both"},
        {"axiom": "upper-bound", "sense": "sup"},
        {"axiom": "non-negativity", "arguments": {}},
        {"axiom": "symmetry", "arguments": {}},
        {"axiom": "triangle-inequality", "arguments": {}},
        {"axiom": "no-such-axiom"},
        {"arguments": {"other": "footrule-similarity", "factor": "1"}},
        {"arguments": {"other": OTHER}},
        {"arguments": {"other": OTHER, "factor": "1", "more": 1}},
        {"arguments": {"other": OTHER, "factor": 1.0}},
        {"parameter": "w"},
        {"space": "open"},
        {"kind": "identity"},
        {"kind": "nothing"},
        {"kind": ["linear"]},
        {"by": ["inverse"]},
        {"by": []},
        {"by": ["inverse", "reverse"]},
        {"by": ["rotation"]},
        {"by": "split"},
        {"largest": 2},
        {"largest": 4},
        {"sizes": deck["sizes"][:2]},
        {"sizes": deck["sizes"][1:]},
        {"sizes": deck["sizes"][::-1]},
        {"sizes": []},
        {"sizes": [], "largest": 0},
    ):
        try:
            found = verify(sealed({**deck, **change}), REGISTRY)
        except Refused:
            continue
        pytest.fail(f"{change}: {found}")


@pytest.mark.parametrize(
    "key", ["kind", "metric", "axiom", "arguments", "parameter", "space", "sense", "by", "largest", "sizes"]
)
def test_a_certificate_that_lacks_something_is_refused(key, deck):
    assert accepted({k: v for k, v in deck.items() if k != key}) is None


def test_more_classes_than_needed_are_checked_too(deck):
    full = certificate(reading("deck", by=()), 3)
    more = {
        **deck,
        "sizes": [{**size, "value": s["value"]} for size, s in zip(full["sizes"], deck["sizes"], strict=True)],
    }
    assert accepted(more) is not None
    more = copy.deepcopy(more)
    more["sizes"][2]["classes"][5][1][0] = -5
    assert accepted(more) is None


def test_a_definition_that_was_changed_afterwards_is_refused():
    def before(a, b, D):
        """K_D"""
        return 2 * kendall_similarity(a, b, D)

    def after(a, b, D):
        """K_D, but for one pair of rankings of three items"""
        wrong = a.n == 3 and [b[x] for x in a.order] == [3, 1, 2]
        return 2 * kendall_similarity(a, b, D) - (D[a.order[0], a.order[1]] / 100 if wrong else 0)

    sweep = swept(mine(before))
    data = certificate(sweep, 4)
    assert verify(sealed(data), sweep.registry).holds
    assert accepted(data, mine(after)) is None


# --- what may not be certified -----------------------------------------------------------------------------------


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


# --- independence --------------------------------------------------------------------------------------------------


def test_verifying_imports_nothing_of_what_finds_certificates(tmp_path, deck):
    path = tmp_path / "deck.json"
    path.write_text(files.text(deck))
    program = f"""
import sys
import axiomatrix.verify
from pathlib import Path
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence import certificate
from axiomatrix.verify import verify
assert verify(certificate.read(Path({str(path)!r})), load_catalogue()).holds
banned = ["highspy", "scipy", *("axiomatrix." + m for m in ("numbers.forms", "numbers.polynomials", "studies.explore"))]
banned += ["axiomatrix.methods." + m for m in ("linear", "program", "symbolic", "oracle")]
print([m for m in sys.modules if any(m == b or m.startswith(b + ".") for b in banned)])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_the_verifiers_own_files_import_nothing_of_what_finds_certificates():
    """Read in the source, so that an import inside a function is seen too."""
    folder = Path(axiomatrix.__file__).parent / "verify"
    numbers = [f"..numbers.{name}" for name in ("forms", "polynomials", "ring")]
    assert all(
        (folder / name.replace("..", "../").replace("numbers.", "numbers/")).with_suffix(".py").exists()
        for name in numbers
    )
    for file in folder.glob("*.py"):
        text = file.read_text()
        names = re.findall(r"^ *(?:from|import) +([\w.]+)", text, re.MULTILINE)
        for banned in ("highspy", "scipy", "flint", "..methods", "..studies", "..engine", *numbers):
            assert not [name for name in names if name.startswith(banned)], file.name


def test_a_similarity_parameter_that_is_fixed_must_be_one():
    """K* followed in w is not a sum; but a metric linear in w with D fixed must be given a pseudometric."""

    def weighted(a, b, D, w):
        """sum of D_xy (w_x + w_y)"""
        return sum(D[x, y] * (w[x] + w[y]) for x, y in inverted_pairs(a, b))

    registry = mine(weighted, parameters={**SIMILARITIES, "w": spaces.element_weights()})
    from itertools import permutations

    def leaf(order):
        return [0, [], [[k, c] for k, c in enumerate(weights(order)) if c]]

    def weights(order):
        a, b = pair(order)
        D = {frozenset(p): v for p, v in zip(((1, 2), (1, 3), (2, 3)), (1, 5, 1), strict=True)}
        return [sum(D[frozenset(p)] for p in inverted_pairs(a, b) if x in p) for x in range(1, 4)]

    data = {
        "kind": "linear",
        "metric": "mine",
        "axiom": "non-negativity",
        "arguments": {},
        "parameter": "w",
        "space": "closed",
        "sense": "inf",
        "by": [],
        "largest": 3,
        "sizes": [
            {"n": 1, "value": None, "fixed": {"D": []}, "classes": [[[1], [0, [], []]]]},
            {
                "n": 2,
                "value": None,
                "fixed": {"D": [1]},
                "classes": [[[1, 2], [0, [], []]], [[2, 1], [0, [], [[0, 1], [1, 1]]]]],
            },
            {
                "n": 3,
                "value": None,
                "fixed": {"D": [1, 5, 1]},
                "classes": [[list(o), leaf(o)] for o in permutations((1, 2, 3))],
            },
        ],
    }
    assert accepted(data, registry) is None  # D_13 = 5 > 1 + 1


def test_a_digest_of_the_certificate_depends_on_everything_but_itself(deck):
    sealed_ = sealed(deck)
    assert files.digest(sealed_) == files.digest(deck)
    for path, value in list(numbers(deck))[::3]:
        assert files.digest(with_(deck, path, others(value)[0])) != files.digest(deck)


def half_at(order):
    """K_D, but half of it at one ranking of three items."""

    def definition(a, b, D):
        """K_D, or half of it"""
        value = kendall_similarity(a, b, D)
        return value / 2 if a.n == 3 and tuple(a[x] for x in b.order) == order else value

    return definition


@pytest.mark.parametrize(
    ("order", "by"),
    [
        ((2, 3, 1), "inverse"),
        ((3, 1, 2), "reverse"),
        ((1, 3, 2), "reverse"),
        ((1, 3, 2), "split"),
        ((2, 1, 3), "split"),
    ],
)
def test_a_ranking_is_not_reached_by_a_symmetry_under_which_only_the_denominator_agrees(order, by):
    registry = mine(half_at(order))
    data = certificate(swept(mine(kendall_similarity), by=()), 3)
    data = {**data, "by": [by], "sizes": copy.deepcopy(data["sizes"])}
    size = data["sizes"][2]
    size["classes"] = [entry for entry in size["classes"] if entry[0] != list(order)]
    assert accepted(data, mine(kendall_similarity)).holds  # there the symmetry is one
    assert accepted(data, registry) is None


def test_a_multiplier_of_an_absolute_value_beyond_its_weight_is_refused():
    """|D_pq - D_pz| + 3 D_pz is at least D_pq, and not 3 D_pq, which the multiplier 3 would prove."""

    def atom(a, b, D):
        """K_D, but at (p q z) -> (q p z) |D_pq - D_pz| + 3 D_pz"""
        if a.n == 3 and [b[x] for x in a.order] == [2, 1, 3]:
            p, q, z = a.order
            return abs(D[p, q] - D[p, z]) + 3 * D[p, z]
        return kendall_similarity(a, b, D)

    sweep = swept(mine(atom), by=())
    data = certificate(sweep, 3)
    assert accepted(data, sweep.registry).values[-1] == (3, "1")
    place = next(k for k, entry in enumerate(data["sizes"][2]["classes"]) if entry[0] == [2, 1, 3])
    for leaf in ([3, [3], []], [2, [2], [[4, 1]]], ["3/2", ["3/2"], [[4, "3/2"]]]):
        assert accepted(with_(data, ("sizes", 2, "classes", place, 1), leaf), sweep.registry) is None
    honest = with_(data, ("sizes", 2, "classes", place, 1), [1, [1], [[4, 2]]])
    assert accepted(honest, sweep.registry) is not None


def test_the_constant_of_a_split_is_that_of_its_worse_side(split):
    """One side made to prove one less, rightly: the constant is then one less, whatever the other side proves."""
    k, (order, tree) = next((k, e) for k, e in enumerate(split["sizes"][2]["classes"]) if isinstance(e[1], dict))
    a, b = pair(order)
    entries = [[(1, 2), (1, 3), (2, 3)].index(tuple(sorted(p))) for p in inverted_pairs(a, b)]
    for side in ("above", "below"):
        c, signs, multipliers = tree[side]
        more = {j: Fraction(mu) for j, mu in multipliers}
        for entry in entries:  # K_D, which is what one less leaves over
            more[3 + entry] = more.get(3 + entry, Fraction(0)) + 1
        lower = [c - 1, signs, [[j, plain(mu)] for j, mu in sorted(more.items())]]
        changed = with_(split, ("sizes", 2, "classes", k, 1, side), lower)
        assert accepted(changed, SPREADS) is None
        assert accepted(with_(changed, ("sizes", 2, "value"), c - 1), SPREADS).values[-1] == (3, str(c - 1))
