"""Retrieved ids against relevant ids: the lists that they induce, the space, and how definitions are called."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axiomatrix import REGISTRY, Judged, Registry, Retrieval, Undefined, axioms, check, metric, spaces, strategies
from axiomatrix.model.domain import INDUCED
from axiomatrix.spaces import RetrievedIds
from axiomatrix.spaces.common import embed, meet


class Dice(Random):
    integer = Random.randint


SPACES = {
    "set": spaces.retrieved_ids(),
    "list": spaces.retrieved_ids(relevant=list),
    "dict": spaces.retrieved_ids(3),
    "binary dict": spaces.retrieved_ids(relevant=dict, ids=[int]),
    "whole": spaces.retrieved_ids(relevant=frozenset, ids=[tuple, str], most=0),
}


# --- the list that is induced -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ids", "relevant", "induced"),
    [
        ([], [], Judged.of([])),
        ([], ["a"], Judged.of([], missing=[1])),
        (["a", "b"], {"b"}, Judged.of([0, 1])),
        (["a", "a", "a"], {"a"}, Judged.of([1, 0, 0])),
        (["a", "c", "a"], {"a": 2, "b": 1, "c": 0, "d": 3}, Judged.of([2, 0, 0], missing=[3, 1])),
        ([1, "1", (1,)], [1, (1,)], Judged.of([1, 0, 1])),
    ],
)
def test_each_id_counts_once_and_unknown_ones_are_irrelevant(ids: Any, relevant: Any, induced: Judged) -> None:
    assert Retrieval.of(ids, relevant).listed == induced


@given(st.data())
def test_ids_that_induce_a_list_induce_it(data: st.DataObject) -> None:
    n = data.draw(st.integers(0, 6))
    listed = data.draw(strategies.judged_lists(n, (0, 1, 2, -1), missing=(1, 2), most=2))
    for judges_irrelevant in (False, True):
        x = Retrieval.inducing(listed, judges_irrelevant=judges_irrelevant)
        assert x.listed == listed
        assert not x.has_duplicates


def test_judgments_stay_where_items_of_one_collection_are_exchanged() -> None:
    x = Judged.of([0, 1, 0, 2], missing=[1])
    changed = [x.exchanged(1, 2), x.exchanged(3, 4), x.replaced(1, 1), x.ideal.head(4), x.worst.head(4)]
    assert {Retrieval.inducing(y).judgments for y in changed} == {Retrieval.inducing(x).judgments}


@pytest.mark.parametrize(
    ("ids", "relevant"),
    [("ab", {"a"}), (["a"], "a"), (None, []), ([["a"]], []), ({"a": 1}, []), (["a"], {"a": "x"}), (["a"], 5)],
)
def test_what_is_no_list_of_ids_is_refused(ids: Any, relevant: Any) -> None:
    with pytest.raises(ValueError, match=r"retrieved|relevant"):
        Retrieval.of(ids, relevant)


# --- the space --------------------------------------------------------------------------------------------------


def test_the_space_has_repetitions_unknown_ids_empty_lists_and_ids_of_each_type() -> None:
    space, dice = spaces.retrieved_ids(), Dice(0)
    enumerated = [x for n in (1, 2, 3) for x in space.enumerate(n)]
    assert Retrieval.of([], []) in enumerated
    assert Retrieval.of([], ["d1"]) in enumerated
    assert Retrieval.of(["d1", "d2", "d1"], ["d1"]) in enumerated
    assert Retrieval.of(["d1"], ["d2"]) in enumerated
    drawn = [space.draw(dice, 4) for _ in range(200)]
    assert {type(one) for x in drawn for one in x.ids} == {str, int}
    assert any(0 in x.ids for x in drawn)
    assert any(x.has_duplicates for x in drawn)
    assert any(not x.has_duplicates for x in drawn)


def test_lists_are_enumerated_up_to_the_names_of_ids() -> None:
    def pattern(x: Retrieval) -> Any:
        return tuple((x.ids.index(one), x.grades.get(one)) for one in x.ids), x.listed.missing

    listed = list(SPACES["dict"].enumerate(3))
    assert len({pattern(x) for x in listed}) == len(listed)


@pytest.mark.parametrize(
    "options", [{"top": 2, "relevant": set}, {"relevant": str}, {"ids": [float]}, {"ids": []}, {"top": 0}]
)
def test_a_space_that_cannot_be_is_refused(options: Any) -> None:
    with pytest.raises(ValueError, match=r"retrieved ids|lists graded"):
        spaces.retrieved_ids(**options)


# --- metrics ------------------------------------------------------------------------------------------------------


def registered(definition: Any, space: RetrievedIds, **options: Any) -> tuple[Any, Registry]:
    registry = Registry(REGISTRY)
    made = metric("mine", kind="score", exact=False, arguments={"x": space}, registry=registry, **options)(definition)
    return made, registry


def refuted(definition: Any, space: RetrievedIds, *ids: str, **options: Any) -> set[str]:
    mine, registry = registered(definition, space, **options)
    cells = check(mine, axioms=list(ids) or None, profile="quick", use_pins=False, registry=registry).cells
    assert not {cell.evidence.reason for cell in cells if cell.evidence.verdict in ("error", "flaky", "crashed")}
    return {cell.axiom for cell in cells if cell.evidence.verdict == "refuted"}


@pytest.mark.parametrize("name", SPACES)
def test_a_definition_gets_what_people_have(name: str) -> None:
    seen: list[Any] = []

    def record(retrieved: Any, relevant: Any, k: Any) -> float:
        """0"""
        seen.append((retrieved, relevant, k))
        return 0.0

    space = SPACES[name]
    mine, _ = registered(record, space, parameters={"k": spaces.cut_offs()})
    graded = {"a": 1, "c": int(space.levels[-1])} if space.relevant_type is dict else ["a", "c"]
    assert mine(["a", "c", "a"], graded, k=2) == 0.0
    (retrieved, relevant, k) = seen[-1]
    assert (retrieved, type(retrieved), type(relevant), type(k)) == (["a", "c", "a"], list, space.relevant_type, int)
    assert sorted(relevant) == ["a", "c"]
    if space.relevant_type is dict:
        assert {type(g) for g in relevant.values()} == {int}


def test_a_metric_may_be_asked_of_the_list_itself() -> None:
    def recall(retrieved: Any, relevant: Any) -> float:
        """distinct hits / relevant"""
        return len(relevant & set(retrieved)) / len(relevant)

    mine, _ = registered(recall, SPACES["set"])
    assert mine(["a", "b"], {"a", "c"}) == mine(Retrieval.of(["a", "b"], ["a", "c"])) == mine(Judged.of([1, 0], [1]))
    with pytest.raises(ValueError, match="retrieved"):
        mine("ab", {"a"})


def ndcg(retrieved: Any, relevance: Any, k: Any) -> float:
    """DCG / the DCG of all judgments by falling grade, each id counted once"""
    seen: set[Any] = set()
    gains = []
    for one in retrieved[:k]:
        gains.append(0 if one in seen else relevance.get(one, 0))
        seen.add(one)
    ideal = sorted(relevance.values(), reverse=True)[:k]
    best = sum(g / math.log2(i + 2) for i, g in enumerate(ideal))
    return sum(g / math.log2(i + 2) for i, g in enumerate(gains)) / best if best else 0.0


def ndcg_of_the_retrieved(retrieved: Any, relevance: Any, k: Any) -> float:
    """DCG / the DCG of what was retrieved by falling grade"""
    gains = [relevance.get(one, 0) for one in retrieved[:k]]
    best = sum(g / math.log2(i + 2) for i, g in enumerate(sorted(gains, reverse=True)))
    return sum(g / math.log2(i + 2) for i, g in enumerate(gains)) / best if best else 0.0


def precision(retrieved: Any, relevant: Any, k: Any) -> float:
    """distinct hits in the first k / how many were shown"""
    shown = retrieved[:k]
    return len(set(shown) & set(relevant)) / len(shown) if shown else 0.0


def truthy(retrieved: Any, relevant: Any, k: Any) -> float:
    """1 if a relevant id is among the first k, where the id 0 is taken for none"""
    return float(any(one and one in relevant for one in retrieved[:k]))


def sorting(retrieved: Any, relevant: Any, k: Any) -> float:
    """relevant ids among the first k of the sorted ones"""
    return len(set(sorted(set(retrieved))[:k]) & set(relevant)) / k


USUAL = ("range-zero-one", "duplicates", "id-invariance", "swap", "replacement", "padding", "appending-relevant")
MORE = ("ideal-from-judgments", "ideal-attains-maximum", "ideal-is-one", "without-results")


@pytest.mark.parametrize(
    ("definition", "space", "expected"),
    [
        (ndcg, SPACES["dict"], set()),
        (
            ndcg_of_the_retrieved,
            SPACES["dict"],
            {"swap", "replacement", "appending-relevant", "ideal-from-judgments", "duplicates"},
        ),
        (precision, SPACES["set"], {"padding", "ideal-is-one"}),
        (truthy, SPACES["set"], {"id-invariance"}),
        (sorting, SPACES["list"], {"id-invariance", "ideal-is-one"}),
    ],
)
def test_bugs_of_practice_are_found_and_a_right_definition_stands(definition: Any, space: Any, expected: Any) -> None:
    assert refuted(definition, space, *USUAL, *MORE, parameters={"k": spaces.cut_offs()}) == expected


def test_an_empty_list_that_is_divided_by_is_an_error_with_that_case() -> None:
    def careless(retrieved: Any, relevant: Any) -> float:
        """hits / retrieved"""
        return sum(one in relevant for one in retrieved) / len(retrieved)

    mine, registry = registered(careless, SPACES["set"])
    (cell,) = check(mine, axioms=["range-zero-one"], profile="quick", use_pins=False, registry=registry)
    assert cell.evidence.verdict == "error"
    assert "division by zero" in cell.evidence.reason
    assert repr(Retrieval.of([])) in cell.evidence.reason


def test_every_axiom_of_judged_lists_is_asked_and_none_of_other_sorts() -> None:
    mine, _ = registered(ndcg, SPACES["dict"], parameters={"k": spaces.cut_offs()})
    about = {axiom.id for axiom in REGISTRY.axioms.values() if axiom.is_about(mine)}
    lists = {a.id for a in REGISTRY.axioms.values() if {"judged lists", "retrieved ids"} & {*a.about}}
    scores = {a.id for a in REGISTRY.axioms.values() if "score" in a.kinds}
    assert about == {id for id in lists | {a.id for a in REGISTRY.axioms.values() if a.of_arguments} if id in scores}
    assert INDUCED[mine.about] == "judged lists"


# --- the same as the textbook's ---------------------------------------------------------------------------------


def recall(retrieved: Any, relevant: Any, k: Any) -> float:
    """distinct hits in the first k / relevant"""
    if not relevant:
        raise Undefined("nothing is relevant")
    return len(set(retrieved[:k]) & set(relevant)) / len(relevant)


def recall_of_entries(retrieved: Any, relevant: Any, k: Any) -> float:
    """hits in the first k / relevant"""
    if not relevant:
        raise Undefined("nothing is relevant")
    return sum(one in relevant for one in retrieved[:k]) / len(relevant)


@pytest.mark.parametrize(
    ("definition", "space", "other", "instance"),
    [
        (recall, SPACES["set"], "recall-at", None),
        (recall, SPACES["binary dict"], "recall-at", {"x": {"retrieved": [0], "relevant": [[0, "0"], [1, "1"]]}}),
        (recall_of_entries, SPACES["set"], "recall-at", {"x": {"retrieved": ["d1", "d1"], "relevant": [["d1", "1"]]}}),
        (ndcg, spaces.retrieved_ids(2), "ndcg[linear]", None),
    ],
)
def test_a_metric_is_compared_with_the_textbooks_on_the_list_that_ids_induce(
    definition: Any, space: Any, other: str, instance: Any
) -> None:
    claimed = {"parameters": {"k": spaces.cut_offs()}, "holds": [axioms.equals(other)]}
    mine, registry = registered(definition, space, **claimed)
    (cell,) = check(mine, axioms=["equals"], profile="quick", use_pins=False, registry=registry)
    assert cell.evidence.verdict == ("searched" if instance is None else "refuted")
    assert instance is None or cell.evidence.witness.instance == instance


def test_ids_and_lists_have_lists_in_common_and_ids_of_one_type_ids() -> None:
    assert meet(SPACES["set"], SPACES["list"]) in (SPACES["set"], SPACES["list"])
    assert meet(SPACES["set"], spaces.retrieved_ids(ids=[str], most=2)) == spaces.retrieved_ids(ids=[str])
    assert meet(spaces.retrieved_ids(ids=[str]), spaces.retrieved_ids(ids=[int])) is None
    assert meet(SPACES["set"], spaces.binary_list) == SPACES["set"]
    assert meet(spaces.binary_list, SPACES["set"]) == SPACES["set"]
    assert meet(SPACES["set"], spaces.ranking) is None
    x = Retrieval.of(["a", "a", "b"], ["a", "c"])
    assert embed(x, spaces.binary_list) == Judged.of([1, 0, 0], missing=[1])
    assert embed(x.listed, SPACES["set"]).listed == x.listed
