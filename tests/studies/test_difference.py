"""``difference`` finds planted differences at their smallest instance, and says of none how far it was looked."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import Any

import pytest
from verdict_words import in_words

from axiomatrix import (
    Difference,
    ElementWeights,
    Judged,
    NoDifference,
    Ranking,
    Registry,
    Run,
    Scored,
    TopList,
    Undefined,
    difference,
    inverted_pairs,
    metric,
    spaces,
)
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.instance import Changed
from axiomatrix.studies.difference.search import CallFailed


def found(f: Any, g: Any, **parameters: Any) -> Difference:
    answer = difference(f, g, **parameters)
    assert isinstance(answer, Difference)
    assert answer
    assert max(map(len, repr(answer).splitlines())) <= 80
    return answer


def none_found(f: Any, g: Any, **parameters: Any) -> NoDifference:
    answer = difference(f, g, **parameters)
    assert isinstance(answer, NoDifference)
    assert not answer
    assert max(map(len, repr(answer).splitlines())) <= 80
    return answer


def precision_at(x: Judged, k: int) -> Fraction:
    return Fraction(int(x.relevant(k)), int(k))


def reciprocal_rank(x: Judged, depth: int = 1_000) -> Fraction:
    return next((Fraction(1, r) for r, g in enumerate(x.grades[:depth], 1) if g > 0), Fraction(0))


# --- planted differences ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 3, 6, 10])
def test_a_list_cut_at_a_depth_differs_first_on_a_list_that_is_one_longer(depth: int) -> None:
    answer = found("reciprocal-rank", lambda x: reciprocal_rank(x, depth))
    assert (answer.n, answer.is_smallest) == (depth + 1, True)
    assert answer.arguments == {"x": Judged.of([0] * depth + [1])}
    assert answer.values == (Fraction(1, depth + 1), 0)


def test_a_difference_beyond_what_is_enumerated_is_drawn_and_is_not_called_smallest() -> None:
    answer = found("reciprocal-rank", lambda x: reciprocal_rank(x, 14))
    assert (answer.n, answer.is_smallest) == (15, False)
    assert "smallest found" in repr(answer)
    just_beyond = found("reciprocal-rank", lambda x: reciprocal_rank(x, 11))
    assert just_beyond.reach.exhausted == 11
    assert (just_beyond.n, just_beyond.is_smallest) == (12, True)


def test_a_failure_that_is_shrunk_to_a_difference_is_no_error() -> None:
    def fragile(x: Judged) -> Fraction:
        if x.n >= 14 and sum(x.grades) > 3:
            raise KeyError("many are relevant")
        return reciprocal_rank(x) if x.n < 14 else reciprocal_rank(x, 1)

    answer = found("reciprocal-rank", fragile)
    assert sum(answer.arguments["x"].grades) == 1


@pytest.mark.parametrize("off", [-1, 1])
def test_a_cut_off_that_is_off_by_one_is_seen_at_the_first_cut_off_that_shows_it(off: int) -> None:
    answer = found("precision-at", lambda x, k: Fraction(int(x.relevant(k + off)), int(k)))
    assert answer.n == (1 if off < 0 else 2)
    assert answer.instance.f.parameters == answer.instance.g.parameters == {"k": 1}


def test_ties_that_are_broken_another_way_differ_first_on_two_tied_items() -> None:
    def as_it_stands(x: Scored) -> Fraction:
        places = sorted(range(len(x)), key=lambda k: (-x.scores[k], x.grades[k]))  # the relevant item last
        return next((Fraction(1, r) for r, k in enumerate(places, 1) if x.grades[k]), Fraction(0))

    answer = found("tied-reciprocal-rank[input]", as_it_stands)
    assert (answer.n, len({*answer.arguments["x"].scores})) == (2, 1)
    assert not none_found("tied-reciprocal-rank[worst]", as_it_stands).reach.exhausted  # scores are a grid


@pytest.mark.parametrize(("name", "empty", "value"), [
    ("reciprocal-rank", Judged.of([]), 1),
    ("tied-reciprocal-rank[mean]", Scored.of([], scores=[]), 1),
    ("mean-reciprocal-rank", Run.of([[]]), 1),
])  # fmt: skip
def test_an_empty_list_is_the_smallest_of_all(name: str, empty: Any, value: int) -> None:
    right = load_catalogue().metric(name).definition

    def wrong_on_nothing(x: Any, **given: Any) -> Any:
        return value if x == empty else right(x, **given, **_variant(name))

    answer = found(name, wrong_on_nothing)
    assert (answer.n, answer.is_smallest) == (0, True)
    assert (*answer.arguments.values(),) == (empty,)


def _variant(name: str) -> dict[str, str]:
    taken = inspect.signature(load_catalogue().metric(name).definition).parameters
    return {"variant": name.partition("[")[2].rstrip("]")} if "variant" in taken else {}


def test_a_function_that_fails_on_no_items_at_all_is_compared_on_all_others_and_that_is_said() -> None:
    answer = none_found("precision", lambda x: Fraction(sum(map(int, x.grades)), len(x)))
    assert answer.reach.exhausted
    assert any("ZeroDivisionError" in note and "Judged.of([])" in note for note in answer.notes)


def test_where_only_one_has_a_value_is_a_difference_if_there_is_no_other() -> None:
    answer = found("precision", lambda x: Fraction(int(x.relevant()), max(1, int(x.n))))
    assert (answer.n, answer.values) == (0, (None, 0))
    other = found("precision", lambda x: Fraction(int(x.relevant()), max(1, int(x.n))) + (x.n == 3))
    assert other.n == 3
    assert other.notes  # the empty list is mentioned


def test_pairs_of_rankings_top_lists_and_orders_differ_at_a_smallest_pair() -> None:
    answer = found("kendall", "footrule")
    assert (answer.n, answer.values, answer.is_smallest) == (2, (1, 2), True)
    assert found("kendall", lambda a, b: len(inverted_pairs(a, b)) + (a.order[0] == 3)).arguments["a"].order[0] == 3
    assert found("kendall-tau-b", lambda a, b: int(a == b)).n == 2
    assert none_found("kendall-tau", "kendall-tau-b").reach.is_renamed
    registry = Registry(load_catalogue())

    @metric("shared", registry=registry, arguments={"a": spaces.top_list, "b": spaces.top_list})
    def shared(a: TopList, b: TopList) -> int:
        """how many items both list"""
        return len({*a} & {*b})

    top = found(shared, lambda a, b: min(2, len({*a} & {*b})), registry=registry)
    assert (top.n, top.is_smallest) == (3, False)  # top lists are a grid


# --- floats -----------------------------------------------------------------------------------------------------


def dcg(x: Judged, k: int) -> float:
    return math.fsum((2 ** float(g) - 1) / math.log2(r + 1) for r, g in enumerate(x.grades[: int(k)], 1))


@pytest.mark.parametrize("changed", [
    lambda v: v,
    lambda v: math.nextafter(v, math.inf),
    lambda v: v * (1 + 2**-50),
])  # fmt: skip
def test_the_last_bits_of_a_float_decide_nothing_and_are_shown(changed: Callable[[float], float]) -> None:
    answer = none_found("dcg[exponential]", lambda x, k: changed(dcg(x, k)))
    assert answer.reach.in_floats
    assert answer.reach.exhausted is None
    assert answer.nearest is not None
    assert 0 < answer.deviation < 1e-12
    exact, computed = answer.nearest.f.value, answer.nearest.g.value
    assert float(exact) != computed
    assert "rounding may explain" in repr(answer)


@pytest.mark.parametrize("changed", [lambda v: v + 1e-11, lambda v: v * (1 + 2**-36)])
def test_what_is_beyond_rounding_is_a_difference_and_the_tolerance_is_stated(changed: Callable[[float], float]) -> None:
    answer = found("dcg[exponential]", lambda x, k: changed(dcg(x, k)), k=2)
    assert answer.n <= 1
    assert "64 units in the last place" in repr(answer)
    assert "smallest beyond rounding" in repr(answer)


def test_a_function_that_is_exact_until_it_divides_is_compared_exactly_until_then() -> None:
    answer = none_found("precision-at", lambda x, k: sum(map(int, x.grades[: int(k)])) / int(k))
    assert answer.reach.in_floats
    assert not none_found("precision-at", precision_at).reach.in_floats


# --- none -------------------------------------------------------------------------------------------------------


def test_none_is_never_called_proved_and_says_what_was_exhausted() -> None:
    answer = none_found("kendall", lambda a, b: len(inverted_pairs(a, b)))
    assert answer.reach.exhausted == 5
    assert "no difference found" in repr(answer)
    assert in_words("exhausted n <= 5") in repr(answer)
    assert "proved" not in repr(answer)
    grid = none_found("precision-at", precision_at)
    assert grid.reach.exhausted is None  # cut-offs have no end
    assert in_words("exhausted") not in repr(grid)


def test_parameters_are_shared_fixed_or_usual() -> None:
    assert none_found("precision-at", lambda x: Fraction(int(x.relevant()), max(1, int(x.n)))).notes  # k = n, said
    assert found("precision-at", lambda x: Fraction(int(x.relevant()), max(1, int(x.n))), k=2).n == 1
    assert none_found("nDCG@3", "ndcg[exponential]", k=3) is not None
    assert found("kendall-element", "kendall", w={1: 1, 2: 2}).n == 2
    answer = found("kendall-element", lambda a, b, w: sum(w[x] + w[y] - 1 for x, y in inverted_pairs(a, b)))
    assert isinstance(answer.instance.f.parameters["w"], ElementWeights)


@pytest.mark.parametrize(("f", "g", "given", "says"), [
    ("kendall", "precision", {}, "kendall takes rankings"),
    (len, max, {}, "one of the two must be a metric"),
    ("kendall", 3, {}, "neither a metric nor a function"),
    ("precision-at", precision_at, {"j": 1}, "has a parameter 'j'"),
    ("precision-at", precision_at, {"k": 0}, "k is 0"),
    ("precision", precision_at, {}, "needs k"),
])  # fmt: skip
def test_what_cannot_be_compared_is_refused_with_the_reason(f: Any, g: Any, given: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        difference(f, g, **given)


@pytest.mark.parametrize("n", [1, 3, 13])
def test_an_error_names_the_call_that_failed(n: int) -> None:
    def fails_from(x: Judged) -> Fraction:
        if x.n >= n:
            raise KeyError("no such item")
        return reciprocal_rank(x)

    with pytest.raises(CallFailed, match=r"fails_from\(Judged\.of\(\[0.*\) raised KeyError: 'no such item' at "):
        difference("reciprocal-rank", fails_from)


def test_what_is_no_number_is_an_error_that_names_the_call() -> None:
    with pytest.raises(CallFailed, match=r"nothing\(Judged\.of\(\[0\]\)\): .*None"):

        def nothing(x: Judged) -> None:
            return None

        difference("reciprocal-rank", nothing)


def test_a_function_that_changes_its_answer_is_not_believed() -> None:
    calls = iter(range(10_000))
    with pytest.raises(Changed):
        difference("reciprocal-rank", lambda x: reciprocal_rank(x) + (next(calls) == 7))


@pytest.mark.parametrize("wrong_calls", [{0}, {2}, {0, 1}, {0, 1, 2}], ids=str)
@pytest.mark.parametrize("fails", [False, True])
def test_a_function_that_changes_its_answer_where_instances_are_drawn_is_not_believed(
    wrong_calls: set[int], fails: bool
) -> None:
    calls = count()

    def changing(x: Judged) -> Fraction:
        is_wrong = x.n == 14 and next(calls) in wrong_calls
        if is_wrong and fails:
            raise KeyError("only now")
        return reciprocal_rank(x) + is_wrong

    with pytest.raises(Changed):
        difference("reciprocal-rank", changing)


def test_undefined_is_no_error_and_fewer_cases_reach_less_far() -> None:
    def on_two_or_more(a: Ranking, b: Ranking) -> Fraction:
        if a.n < 2:
            raise Undefined("one item")
        return 1 - Fraction(4 * len(inverted_pairs(a, b)), int(a.n) * (int(a.n) - 1))

    assert none_found("kendall-tau", on_two_or_more, most_cases=600).reach.exhausted == 4
    assert none_found("kendall-tau", on_two_or_more, most_cases=40).reach.exhausted == 3


def test_a_function_of_the_name_of_the_metric_is_told_from_it() -> None:
    def kendall(a: Ranking, b: Ranking) -> int:
        return 0

    answer = found("kendall", kendall)
    assert answer.f != answer.g
    assert len({call.name for call in (answer.instance.f, answer.instance.g)}) == 2


def test_weights_of_particular_items_are_asked_of_every_pair_of_rankings() -> None:
    answer = none_found("kendall-element", "kendall", w={1: 1, 2: 1, 3: 1})
    assert not answer.reach.is_renamed
    assert answer.reach.cases == 36
    assert any("only the size" in note for note in answer.notes)
    assert none_found("kendall-element", "kendall").reach.is_renamed  # all weights are 1


def test_nan_of_a_function_is_no_value() -> None:
    def tau(a: Ranking, b: Ranking) -> float:
        return math.nan if a.n < 2 else float(1 - Fraction(4 * len(inverted_pairs(a, b)), int(a.n) * (int(a.n) - 1)))

    answer = none_found("kendall-tau", tau)
    assert not answer.notes


def test_a_parameter_is_gone_through_where_both_spaces_have_it() -> None:
    registry = Registry(load_catalogue())

    @metric("closed-rbp", kind="score", arguments={"x": spaces.binary_list}, registry=registry,
            parameters={"p": spaces.persistences(closed=True)})  # fmt: skip
    def closed_rbp(x: Judged, p: Any) -> Any:
        """RBP, and 5 where p is 0 or 1"""
        if p in (0, 1):
            return 5
        return (1 - p) * sum(p ** (int(i) - 1) for i in x.ranks() if x[i])

    answer = none_found(closed_rbp, "rbp[binary]", registry=registry)
    assert answer.reach.cases > 1_000


@pytest.mark.parametrize("space", [spaces.graded_lists(3), spaces.whole_lists(), spaces.gain_lists()])
def test_only_what_both_metrics_take_is_asked(space: spaces.Space) -> None:
    registry, asked = Registry(load_catalogue()), []

    @metric("strict", kind="score", arguments={"x": space}, registry=registry)
    def strict(x: Judged) -> Fraction:
        """precision, and a record of what is asked"""
        asked.append(x)
        return Fraction(int(x.relevant()), max(1, int(x.n)))

    difference(strict, "precision", registry=registry)
    assert asked
    for x in asked:
        assert space.contains(x, len(x)) and spaces.binary_list.contains(x, len(x))


def test_functions_of_retrieved_and_relevant_ids_are_compared_as_they_are_written() -> None:
    registry = Registry(load_catalogue())

    @metric("share", kind="score", arguments={"x": spaces.retrieved_ids()}, registry=registry)
    def share(retrieved: Any, relevant: Any) -> Fraction:
        """the share of retrieved ids that are relevant, each counted once"""
        return Fraction(len({*retrieved} & {*relevant}), max(1, len(retrieved)))

    def share_of_all(retrieved: Any, relevant: Any) -> Fraction:
        return Fraction(sum(x in relevant for x in retrieved), max(1, len(retrieved)))

    answer = found(share, share_of_all, registry=registry)
    retrieval = answer.arguments["x"]
    assert len(set(retrieval.ids)) < len(retrieval.ids)  # an id that is retrieved twice
