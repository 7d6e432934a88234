"""Mistakes in what a file declares are named where they are made, and nothing that it declares is passed over."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from axiomatrix import Metric, Ranking, Registry, Unknown, axiom, axioms, check, conjecture, metric, relation, spaces
from axiomatrix.numbers.exact import NotExact

TWO = {"a": spaces.ranking, "b": spaces.ranking}


def registered(definition: Any = None, **options: Any) -> Metric:
    def one(a: Any, b: Any) -> int:
        """d(a, b) = 1"""
        return 1

    return metric("one", registry=Registry(), **options)(definition or one)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"source": 3}, r"source is 3; it must be a string"),
        ({"source": None}, r"source is None; it must be a string"),
        ({"family": 4}, r"family is 4; it must be a string"),
        ({"variant": 3}, r"variant is 3; it must be a non-blank string"),
        ({"variant": " "}, r"variant is ' '; it must be a non-blank string"),
        ({"variants": "ab"}, r"variants is 'ab'; it must be a list: variants=\[\.\.\.\]"),
        ({"exact": "no"}, r"exact is 'no'; it must be True or False"),
        ({"holds": {axioms.symmetry: "a reason"}}, r"holds is \{<axiom symmetry>: 'a reason'\}; it must be a list"),
        ({"holds": (x for x in [axioms.symmetry])}, r"holds is <generator .*>; it must be a list: holds=\[\.\.\.\]"),
        ({"claims": [axioms.symmetry]}, r"claims has <axiom symmetry>; it must be a claim of a source, such as KV9\.h"),
        ({"parameters": {1: spaces.cut_offs()}}, r"parameters has 1; it must be a Python identifier, such as 'w'"),
        ({"parameters": {"1w": spaces.cut_offs()}}, r"parameters has '1w'; it must be a Python identifier"),
        ({"holds": [axioms.symmetry, axioms.symmetry]}, r"symmetry is in holds and again in holds$"),
        ({"holds": [axioms.symmetry], "conjectured": [axioms.symmetry()]}, r"symmetry is in holds and again in conj"),
        (
            {"holds": [axioms.scale_free("w", degree=2), axioms.scale_free(degree=2, parameter="w")]},
            r"scale-free\(parameter=w, degree=2\) is in holds and again in holds$",
        ),
    ],
)
def test_a_mistake_in_a_metric_is_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"metric 'one': {message}"):
        registered(**options)


@pytest.mark.parametrize(
    ("other", "meant"),
    [
        ("kendal", "kendall"),
        ("footrul", "footrule"),
        ("speerman-rho", "spearman-rho"),
        ("ndcg[exponental]", r"ndcg\[exponential\]"),
        ("Kendal's tau", "kendall-tau"),
        ("ndgc", "ndcg"),
    ],
)
def test_a_misspelt_metric_in_a_claim_is_refused_with_the_nearest(other: str, meant: str) -> None:
    for claim in (axioms.equals(other=other), f"equals(other={other})", axioms.upper_bound(other, 1)):
        with pytest.raises(
            Unknown, match=rf"metric 'one': holds: .*unknown metric .*; did you mean ['\"]{meant}['\"]\?"
        ):
            registered(holds=[claim])
    lookup = Registry()
    metric("one", registry=lookup)(lambda a, b: 1)
    with pytest.raises(Unknown, match=f"did you mean ['\"]{meant}['\"]"):
        conjecture("one", axioms.equals(other=other), registry=lookup)


@pytest.mark.parametrize(
    "other", ["my-footrule", "kendall2", "another", "K", "tau", "kendalltau", "one", "one[second]"]
)
def test_a_claim_may_name_a_metric_by_any_name_and_before_it_is_registered(other: str) -> None:
    assert registered(holds=[axioms.equals(other=other)]).claims[0].statement.arguments[0] == ("other", other)


def test_what_is_missing_in_a_definition_is_not_taken_for_a_metric_of_lists() -> None:
    with pytest.raises(ValueError, match=r"it must take \(a, b, w\)$"):
        registered(parameters={"w": spaces.element_weights()})
    with pytest.raises(ValueError, match=r"for a metric of one list declare kind='score'"):
        registered(lambda x, k: 1, parameters={"k": spaces.cut_offs()})


def test_retrieved_and_relevant_ids_are_said_to_be_one_argument() -> None:
    twice = dict.fromkeys(["retrieved", "relevant"], spaces.retrieved_ids())
    with pytest.raises(ValueError, match=r"arguments=\{'x': spaces\.retrieved_ids\(\)\}$"):
        registered(lambda retrieved, relevant: 1, kind="score", arguments=twice)
    for arguments in (None, twice):
        with pytest.raises(ValueError, match=r"retrieved_ids\(\)\}, parameters=\{'k': spaces\.cut_offs\(\)\}$"):
            registered(lambda docs, relevant_ids, k: 1, kind="score", arguments=arguments)


@pytest.mark.parametrize(
    ("id", "options", "message"),
    [
        (3, {}, "axiom: the name 3 must be a non-blank string"),
        (" ", {}, "axiom: the name ' ' must be a non-blank string"),
        (
            lambda d, a, b: None,
            {},
            r"axiom: the name <function .*> must be .* as in @axiom\('mine', over=\{...\}\)",
        ),
        ("one", {"over": None}, r"axiom 'one': over is None; .* as in \{'a': spaces.ranking\}"),
        ("one", {"over": {"a": spaces.graded_lists}}, r"it must be a space; write spaces.graded_lists\(\)"),
        ("one", {"group": 3}, "axiom 'one': group is 3; it must be a string"),
        ("one", {"kinds": []}, r"axiom 'one': kinds is \[\]; it must list some of distance"),
        ("one", {"kinds": iter(["distance"])}, r"axiom 'one': kinds is <list_iterator.*it must list some of distance"),
        ("one", {"about": "rankings"}, r"axiom 'one': about is 'rankings'; it must be a list"),
    ],
)
def test_a_mistake_in_an_axiom_is_named(id: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        axiom(id, **{"over": TWO} | options)


def test_a_decorator_without_parentheses_and_a_space_with_them_are_told_what_to_write() -> None:
    with pytest.raises(ValueError, match=r"the name <function .*> must .* as in @metric\('my-kendall'\)"):
        metric(lambda a, b: 0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"axiom: the name <function .*> must .* as in @axiom\('mine', over="):
        axiom(lambda d, a, b: None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="axiom 'about-nothing': over is None; it must map names to spaces"):
        axiom("about-nothing")  # where it is left out
    for space in (spaces.binary_list, spaces.ranking, spaces.element_weights()):
        with pytest.raises(TypeError, match=r"the space of .* is a value, not a function: write it without parenth"):
            space()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: spaces.graded_lists("x"), r"top is 'x'; it must be a whole number, 1 or more"),
        (lambda: spaces.whole_lists(-1), r"top is -1; it must be a whole number, 1 or more"),
        (
            lambda: spaces.runs(spaces.graded_lists),
            r"it must be a space of judged lists; write spaces.graded_lists\(\)",
        ),
        (lambda: Ranking([2, 1]), r"there are 0 for 2 items; .*: write Ranking.from_order\(\[...\]\), best first, or"),
    ],
)
def test_what_is_made_of_mistaken_values_says_what_to_write(make: Any, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        make()


def test_a_mistake_in_the_arguments_of_an_axiom_is_told_what_to_write() -> None:
    with pytest.raises(
        TypeError, match=r"argument 'parameter' is missing; write scale_free\(parameter=..., degree=...\)"
    ):
        registered(holds=[axioms.scale_free])
    with pytest.raises(TypeError, match="symmetry: got 1 arguments; it takes none"):
        axioms.symmetry(registered())
    with pytest.raises(TypeError, match=r"argument other is <metric one>; it must be .* such as the name of a metric"):
        axioms.upper_bound(registered(), 2)


@pytest.mark.parametrize("named", [axioms.symmetry, "symmetry", [spaces.ranking]])
def test_axioms_are_asked_for_in_a_list(named: Any) -> None:
    with pytest.raises(TypeError, match=r"list of axioms or their names, such as axioms=\['symmetry'\]"):
        check("kendall", axioms=named)


@pytest.mark.parametrize("side", [0.1, "3", None, 1j])
def test_a_side_of_a_relation_that_is_not_exact_is_named(side: Any) -> None:
    with pytest.raises(NotExact, match=r"a side of the relation is .*; it must be exact, such as Fraction\(1, 10\)"):
        relation.at_most(Fraction(1), side).decide()


def test_a_mistake_in_a_conjecture_is_named() -> None:
    with pytest.raises(ValueError, match="conjecture: <axiom symmetry> is not a metric; pass the metric first"):
        conjecture(axioms.symmetry, axioms.separation, registry=Registry())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="conjecture about kendall: source is 4; it must be a string"):
        conjecture("kendall", axioms.symmetry, source=4)  # type: ignore[arg-type]
