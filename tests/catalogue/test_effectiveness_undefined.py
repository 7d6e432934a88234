"""Metrics of judged lists: what has no value, what has one by convention, and what is refused with what to do."""

from __future__ import annotations

import pytest

from axiomatrix import REGISTRY
from axiomatrix.numbers.exact import Undefined, exact_value, rational
from axiomatrix.spaces import Chooser
from axiomatrix.spaces.retrieved import Retrieval
from axiomatrix.values.judged import Judged
from axiomatrix.values.scored import Scored

ROWS = [m for m in REGISTRY.metrics.values() if m.family.startswith("effectiveness")]
USUAL = {"k": 2, "beta": 1, "b": 2, "alpha": 3, "p": "1/2", "top": 4, "discount": [2, 1]}
UNDEFINED_WITHOUT_RELEVANT = {
    "recall", "f-measure", "recall-at", "r-precision", "average-precision[R]", "average-precision[min-k-R]",
    "average-precision[retrieved]", "average-precision[whole]", "ndcg[exponential]", "ndcg[linear]", "ndcg[base]",
    "ndcg[half-life]", "ndcg[any]", "ndcg[signed]", "bpref", "mean-average-precision[R]",
    "q-measure", "graded-average-precision", "ndcg[retrieved]", "ndcg-of-ids[first]", "ndcg-of-ids[each]",
    "rank-effectiveness",
    "mean-average-precision[answered]",
    "mean-average-precision[min-k-R]", "mean-average-precision[retrieved]", "mean-average-precision[whole]",
    *(f"tied-{m}[{p}]" for m in ("average-precision", "ndcg") for p in ("mean", "input", "best", "worst")),
}  # fmt: skip
"""Rows without a value where nothing in the collection is relevant; the others are 0 there."""


def value(name, x, **parameters):
    row = REGISTRY.metric(name)
    return row(x, **{**{p: USUAL[p] for p in row.parameters}, **parameters})


def of_sort(row, grades):
    """The grades as what the row takes: a list, a run of one list, or items scored in that order."""
    return {
        "judged lists": Judged.of(grades),
        "retrieved ids": Retrieval.of(list(range(len(grades))), dict(enumerate(grades))),
        "runs": [grades],
        "scored lists": Scored.of(grades, scores=range(len(grades), 0, -1)),
    }[row.about]


def test_there_are_the_rows_that_are_meant():
    assert {row.about for row in ROWS} == {"judged lists", "retrieved ids", "runs", "scored lists"}
    assert {row.name for row in ROWS} >= UNDEFINED_WITHOUT_RELEVANT
    assert all(" = " in row.formula for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_docstring_says_where_there_is_no_value(row):
    assert "Undefined" in row.doc or "lways defined" in row.doc


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_nothing_relevant_has_no_value_or_zero(row):
    x = of_sort(row, [0, 0, 0])
    if row.name in UNDEFINED_WITHOUT_RELEVANT:
        with pytest.raises(Undefined, match=r"relevant|ideal list has no positive DCG"):
            value(row.name, x)
    else:
        assert value(row.name, x) == 0


@pytest.mark.parametrize("row", [m for m in ROWS if m.name != "rank-effectiveness"], ids=lambda row: row.name)
def test_values_are_exact_and_their_quotients_too(row):
    for grades in ([1, 0, 1], [0, 1, 0, 0], [1], [0, 0, 1]):
        found = exact_value(value(row.name, of_sort(row, grades)), row.name)
        assert not isinstance(value(row.name, of_sort(row, grades)) / 3, float)
        assert found >= 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [("precision", "empty"), ("f-measure", "empty"), ("recall", "relevant"), ("ndcg[linear]", "ideal")],
)
def test_the_empty_list_has_no_value(name, reason):
    with pytest.raises(Undefined, match=reason):
        value(name, [])


@pytest.mark.parametrize(
    "name",
    ["precision-at", "success-at", "reciprocal-rank", "dcg[linear]", "rbp[gains]", "err[gains]", "kendall-relevance"],
)
def test_the_empty_list_is_worth_nothing(name):
    assert value(name, []) == 0


def test_an_empty_list_of_a_collection_with_something_relevant():
    x = Judged.of([], missing=[1])
    for name in (
        "recall",
        "recall-at",
        "average-precision[R]",
        "average-precision[retrieved]",
        "ndcg[linear]",
        "bpref",
    ):
        assert value(name, x) == 0


@pytest.mark.parametrize("name", ["mean-average-precision", "mean-reciprocal-rank", "hit-rate"])
def test_a_run_without_a_query_has_no_mean(name):
    with pytest.raises(Undefined, match="no query"):
        value(name, [])


def test_a_query_without_anything_relevant_leaves_no_map_but_an_mrr():
    with pytest.raises(Undefined, match="nothing in the collection is relevant"):
        value("mean-average-precision", [[1, 0], [0, 0]])
    assert value("mean-reciprocal-rank", [[1, 0], [0, 0]]) == rational(1, 2)


def test_nothing_relevant_is_listed_but_something_is_missing():
    x = Judged.of([0, 0], missing=[1])
    for name in ("recall", "f-measure", "average-precision[retrieved]", "r-precision", "bpref", "ndcg[exponential]"):
        assert value(name, x) == 0


def test_cut_offs_beyond_the_end():
    assert value("precision-at", [1, 1], k=4) == rational(1, 2)
    assert (
        value("recall-at", [1, 1], k=4) == value("ndcg[linear]", [1, 1], k=4) == value("success-at", [1, 1], k=4) == 1
    )
    assert value("average-precision[R]", [1, 1], k=9) == 1


def test_grades_are_positive_or_not_for_binary_metrics():
    for name in ("precision", "precision-at", "average-precision[R]", "reciprocal-rank", "rbp[binary]"):
        assert value(name, [3, 0, "1/2", -1]) == value(name, [1, 0, 1, 0])


def test_an_ideal_that_is_not_positive_has_no_quotient():
    for x in ([-1, -1], [-1, 0], Judged.of([-1], missing=[-2])):
        with pytest.raises(Undefined, match="ideal"):
            value("ndcg[signed]", x, k=2)
    assert value("dcg[signed]", [-1, -1], k=1) == -1


def test_bpref_without_judged_nonrelevant_items():
    assert value("bpref", [1, -1, 1]) == 1
    assert value("bpref", Judged.of([-1, 1], missing=[1])) == rational(1, 2)


def test_grades_off_the_scale_have_no_probability():
    for x in ([5, 0], [0, -1]):
        with pytest.raises(Undefined, match=r"is not on the scale 0\.\.4"):
            value("err[graded]", x)


# --- refusals -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["precision-at", "ndcg[linear]", "reciprocal-rank", "rbp[gains]", "bpref", "err[graded]"]
)
@pytest.mark.parametrize(
    ("x", "message"),
    [
        ("1,0,1", r"x: grades: '1,0,1' is not a list of numbers"),
        (["a"], r"x: grades: the number in place 1 is 'a'; it must be a number"),
        ([1, float("nan")], r"x: grades: the number in place 2 is nan; it must be a finite number"),
        ([float("inf")], r"x: grades: the number in place 1 is inf; it must be a finite number"),
        ([None], r"x: grades: the number in place 1 is None; it must be a number"),
        (7, r"x: grades: 7 is not a list of numbers"),
        ({1: 1}, r"x: grades: .* is not a list of numbers"),
    ],
)
def test_what_is_no_judged_list_is_refused_by_name(name, x, message):
    with pytest.raises(ValueError, match=f"^{name.replace('[', '.').replace(']', '.')}: {message}"):
        value(name, x)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("precision-at", {"k": 0}, r"precision-at: k: k is 0; a cut-off must be a whole number 1, 2, \.\.\."),
        ("precision-at", {"k": -1}, r"k is -1; a cut-off must be a whole number"),
        ("precision-at", {"k": 1.5}, r"k is 1\.5; a cut-off must be a whole number"),
        ("precision-at", {"k": float("nan")}, r"k: .*nan; it must be a finite number"),
        ("precision-at", {"k": "many"}, r"k: .*'many'; it must be a number"),
        ("precision-at", {"k": None}, r"k: .*None; it must be a number"),
        ("rbp[gains]", {"p": 2}, r"rbp\[gains\]: p: persistences in \(0, 1\): 2 must be above 0 and below 1"),
        ("rbp[gains]", {"p": 1}, r"1 must be above 0 and below 1"),
        ("rbp[gains]", {"p": float("nan")}, r"nan; it must be a finite number"),
        ("err[gains]", {"p": 2}, r"2 must be at least 0 and at most 1"),
        ("err[graded]", {"top": 0}, r"top is 0; the highest grade of the scale must be a whole number 1, 2, \.\.\."),
        ("err[graded]", {"top": 1.5}, r"top is 1\.5; the highest grade"),
        ("dcg[base]", {"b": 1}, r"b: bases above 1: 1 must be above 1"),
        ("half-life", {"alpha": 1}, r"alpha: half-lives above 1: 1 must be above 1"),
        ("f-measure", {"beta": 0}, r"beta: positive beta: 0 must be above 0"),
        ("dcg[any]", {"discount": []}, r"discount: the list is empty; it must have the weight of rank 1"),
        ("dcg[any]", {"discount": [1, 0]}, r"discount: the weight of rank 2 is 0; it must be a positive number"),
        ("dcg[any]", {"discount": [1, float("nan")]}, r"discount: the weight of rank 2 is nan; it must be a finite"),
        ("dcg[any]", {"discount": "1, 2"}, r"discount: '1, 2' is not a list of numbers"),
        ("dcg[any]", {"discount": 3}, r"discount: 3 is not a list of numbers"),
        ("dcg[any]", {"discount": [1, "x"]}, r"discount: "),
    ],
)
def test_parameters_outside_their_space_are_refused_with_the_rule(name, parameters, message):
    with pytest.raises(ValueError, match=message):
        value(name, [1, 0], **parameters)


def test_a_missing_or_an_unknown_parameter_is_named():
    with pytest.raises(ValueError, match=r"precision-at: parameter 'k' is missing; its parameters are \['k'\]"):
        REGISTRY.metric("precision-at")([1, 0])
    with pytest.raises(ValueError, match=r"reciprocal-rank: no parameter 'k'; its parameters are \[\]"):
        REGISTRY.metric("reciprocal-rank")([1, 0], k=3)
    with pytest.raises(ValueError, match=r"precision-at: got 2 arguments; it takes 1: x"):
        REGISTRY.metric("precision-at")([1, 0], [0, 1], k=1)


@pytest.mark.parametrize("name", ["rbp[gains]", "err[gains]"])
def test_gains_outside_0_to_1_are_refused_with_what_to_do(name):
    with pytest.raises(ValueError, match=r"x: grades: the gain in place 2 is 3; it must be from 0 to 1: divide the"):
        value(name, [1, 3])
    with pytest.raises(ValueError, match=r"x: missing: the gain in place 1 is -1; it must be from 0 to 1"):
        value(name, Judged.of([1], missing=[-1]))


def test_runs_and_scored_lists_are_refused_by_name():
    with pytest.raises(ValueError, match=r"mean-reciprocal-rank: run: run: 'abc' is not a list of judged lists"):
        REGISTRY.metric("mean-reciprocal-rank")("abc")
    with pytest.raises(ValueError, match=r"scores"):
        REGISTRY.metric("tied-reciprocal-rank")([1, 0])
    with pytest.raises(ValueError, match=r"there are 1 for 2 grades"):
        Scored.of([1, 0], scores=[1])


# --- the spaces of the parameters -----------------------------------------------------------------------------


class Choices(Chooser):
    """Choices made by counting on."""

    def __init__(self) -> None:
        self.count = 0

    def integer(self, low: int, high: int) -> int:
        self.count += 1
        return low + self.count * 7 % (high - low + 1)


@pytest.mark.parametrize("name", ["dcg[any]", "err[graded]", "rbp[gains]", "half-life", "dcg[base]", "precision-at"])
def test_parameters_are_enumerated_drawn_and_encoded_inside_their_space(name):
    ((_, space),) = REGISTRY.metric(name).parameters.items()
    choose = Choices()
    for n in (1, 2, 5):
        values = [*space.enumerate(n), *(space.draw(choose, n) for _ in range(20))]
        assert len(set(space.enumerate(n))) == len(space.enumerate(n))
        for v in values:
            space.validate(v, n)
            assert space.decode(space.encode(v)) == v
            assert hash(space.decode(space.encode(v))) == hash(v)


def test_discounts_are_long_enough_for_two_items_more():
    space = REGISTRY.metric("dcg[any]").parameters["discount"]
    for n in (1, 2, 3):
        assert all(len(d) == n + 2 and d[n + 2] > 0 and d[n + 3] == 0 for d in space.enumerate(n))
    assert not space.contains([1, 2], 2) and not space.contains(None, 2)
    for bad in ("1", [1], {"a": 1}, ["0"], ["x"], [], None):
        with pytest.raises(ValueError):
            space.decode(bad)
