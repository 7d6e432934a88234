"""The verifier: what it accepts, and that nothing that was changed, cut short or relabelled is accepted."""

import copy
import json
from fractions import Fraction

import pytest
from certified import SPREADS, accepted, numbers, others, with_
from sweeping import (
    OTHER,
    READINGS,
    certificate,
    kendall_similarity,
    mine,
    reading,
    sealed,
    swept,
)

from axiomatrix import REGISTRY, axioms
from axiomatrix.evidence import certificate as files
from axiomatrix.evidence.certificate import BadCertificate
from axiomatrix.verify import LinearChecker, Refused, verify
from axiomatrix.verify.numbers import decode_number

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
        decode_number(value)


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


def test_a_proof_is_checked_at_the_values_that_are_fixed_for_it():
    """At w = (2, 2) the value is 8 D12, at w = (1, 1) 2 D12: the multiplier of one proves nothing of the other."""
    metric, statement = REGISTRY.metric("footrule-general[local]"), axioms.non_negativity()
    checker = LinearChecker(REGISTRY, metric, statement, "D")

    def proved(weight, multiplier):
        fixed = {"w": [weight, weight], "delta": [1]}
        return checker.check_case(2, ((2, 1),), fixed, "inf", [0, [], [[0, multiplier]]])

    for weight, multiplier in ((2, 8), (1, 2), (2, 8)):
        assert proved(weight, multiplier) == 0
        with pytest.raises(Refused, match="identity"):
            proved(weight, 10 - multiplier)
