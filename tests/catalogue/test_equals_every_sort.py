"""``equals`` is asked of every sort of space, exactly and in floats, on what both metrics take."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from axiomatrix import (
    Cell,
    Judged,
    Ranking,
    Registry,
    Undefined,
    axiom,
    axioms,
    check,
    inverted_pairs,
    metric,
    relation,
    spaces,
)
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.model.axiom import Axiom
from axiomatrix.model.relation import DISCARDED, HOLDS
from axiomatrix.spaces import Space

RUNS = {"run": spaces.runs()}
WHOLE = {"x": spaces.whole_lists()}


def equality(definition: Callable[..., Any], other: str, *, registry: Registry | None = None, **options: Any) -> Cell:
    """The cell of ``equals(other)`` about a metric of that definition."""
    registry = registry or Registry(load_catalogue())
    definition.__doc__ = "planted"
    metric("mine", registry=registry, holds=[axioms.equals(other)], **{"kind": "score", **options})(definition)
    (cell,) = check("mine", axioms=["equals"], profile="quick", use_pins=False, registry=registry).cells
    return cell


def mean_reciprocal_rank(run: Any) -> Fraction:
    firsts = [next((Fraction(1, int(i)) for i in x.ranks() if x[i] > 0), Fraction(0)) for x in run.lists]
    return sum(firsts, Fraction(0)) / len(firsts)


def mean_without_empty_topics(run: Any) -> Fraction:
    found = [x for x in run.lists if x.R]
    return mean_reciprocal_rank(type(run)(tuple(found))) if found else Fraction(0)


def reciprocal_rank_of_scored(x: Any) -> Fraction:
    """Of the list as it stands: what ties are does not matter."""
    places = sorted(range(len(x)), key=lambda k: -x.scores[k])
    return next((Fraction(1, r) for r, k in enumerate(places, 1) if x.grades[k]), Fraction(0))


def tau(a: Ranking, b: Ranking) -> Fraction:
    if a.n < 2:
        raise Undefined("one item")
    return 1 - Fraction(4 * len(inverted_pairs(a, b)), int(a.n) * (int(a.n) - 1))


HOLDING = [
    (mean_reciprocal_rank, "mean-reciprocal-rank", RUNS),
    (lambda x: Fraction(int(x.relevant()), int(x.n)), "precision", WHOLE),
    (lambda x: Fraction(int(x.relevant()), int(x.n)), "precision", {"x": spaces.graded_lists(3)}),
    (reciprocal_rank_of_scored, "tied-reciprocal-rank[input]", {"x": spaces.scored_list}),
    (tau, "kendall-tau-b", {"a": spaces.ranking, "b": spaces.ranking}),
]


@pytest.mark.parametrize(("definition", "other", "arguments"), HOLDING)
def test_what_is_the_same_is_found_to_be_the_same(
    definition: Callable[..., Any], other: str, arguments: Mapping[str, Space]
) -> None:
    evidence = equality(definition, other, arguments=arguments).evidence
    assert evidence.verdict in ("exhausted", "searched")
    assert evidence.cases > 20


PLANTED = [
    (mean_without_empty_topics, "mean-reciprocal-rank", RUNS, 1),
    (lambda x: Fraction(int(x.relevant()), max(2, int(x.n))), "precision", WHOLE, 1),
    (lambda x: Fraction(int(x.relevant(3)), int(x.n)), "precision", WHOLE, 4),
    (reciprocal_rank_of_scored, "tied-reciprocal-rank[worst]", {"x": spaces.scored_list}, 2),
    (lambda a, b: abs(tau(a, b)), "kendall-tau-b", {"a": spaces.ranking, "b": spaces.ranking}, 2),
]


@pytest.mark.parametrize(("definition", "other", "arguments", "n"), PLANTED)
def test_what_differs_is_refuted_at_the_first_size_at_which_it_does(
    definition: Callable[..., Any], other: str, arguments: Mapping[str, Space], n: int
) -> None:
    witness = equality(definition, other, arguments=arguments).evidence.witness
    assert witness is not None
    assert witness.n == n
    assert set(witness.instance) == set(arguments)


def test_a_metric_of_retrieved_ids_is_compared_with_one_of_the_lists_that_they_induce() -> None:
    def share(retrieved: Any, relevant: Any) -> Fraction:
        return Fraction(len({*retrieved} & {*relevant}), max(1, len(retrieved)))

    def share_with_duplicates(retrieved: Any, relevant: Any) -> Fraction:
        return Fraction(sum(x in relevant for x in retrieved), max(1, len(retrieved)))

    arguments = {"x": spaces.retrieved_ids()}
    evidence = equality(share, "precision", arguments=arguments).evidence
    assert evidence.verdict in ("exhausted", "searched")
    assert evidence.cases > 20
    witness = equality(share_with_duplicates, "precision", arguments=arguments).evidence.witness
    assert witness is not None
    assert witness.n == 2


def test_arguments_outside_the_other_space_are_not_asked() -> None:
    def wrong_beyond_binary(x: Any) -> Any:
        return Fraction(int(x.relevant()), int(x.n)) + (7 if max(x.grades) > 1 else 0)

    evidence = equality(wrong_beyond_binary, "precision", arguments={"x": spaces.graded_lists(3)}).evidence
    assert evidence.verdict in ("exhausted", "searched")
    assert evidence.discarded > 0


@pytest.mark.parametrize(("arguments", "other", "names"), [
    (WHOLE, "kendall", ("kendall",)),
    ({"x": spaces.scored_list}, "precision", ("precision", "scored lists")),
    (RUNS, "precision", ("precision", "runs")),
])  # fmt: skip
def test_metrics_with_nothing_in_common_are_not_compared_and_the_reason_names_both(
    arguments: Mapping[str, Space], other: str, names: Sequence[str]
) -> None:
    evidence = equality(lambda x: 0, other, arguments=arguments).evidence
    assert evidence.verdict == "not applicable"
    assert all(name in evidence.reason for name in names)


@pytest.mark.parametrize(("grades", "asked"), [((1, 0, 1), True), ((2, 0, 1), False)])
def test_lists_that_a_user_gave_are_asked_however_many_items_are_missing(grades: Sequence[int], asked: bool) -> None:
    registry = Registry(load_catalogue())
    given = spaces.GivenLists("given", [Judged.of(grades, missing=[1] * 7)])

    @metric("mine", kind="score", arguments={"x": given}, registry=registry, holds=[axioms.equals("recall")])
    def mine(x: Judged) -> Fraction:
        """recall"""
        return Fraction(int(x.relevant()), int(x.R))

    (x,) = given.collection
    decision = Definitions(registry).decide(mine, axioms.equals("recall"), Instance(3, {"x": x}, {}))
    assert decision.code == (HOLDS if asked else DISCARDED)


def in_floats(registry: Registry, changed: Callable[[float], float]) -> str:
    @metric("log-gain", kind="score", arguments=WHOLE, exact=False, registry=registry)
    def log_gain(x: Any) -> float:
        """sum of gains over the logarithm of the rank"""
        return changed(math.fsum(float(g) / math.log2(k + 1) for k, g in enumerate(x, 1)))

    return "log-gain"


@pytest.mark.parametrize(("changed", "verdict"), [
    (lambda v: v, "searched"),
    (lambda v: math.nextafter(v, math.inf), "searched"),
    (lambda v: v * (1 + 2**-40), "refuted"),
    (lambda v: v + 1e-9, "refuted"),
])  # fmt: skip
def test_floats_are_equal_within_the_stated_tolerance_and_differ_beyond_it(
    changed: Callable[[float], float], verdict: str
) -> None:
    registry = Registry(load_catalogue())
    other = in_floats(registry, changed)

    def mine(x: Any) -> float:
        return sum(float(g) / math.log2(k + 1) for k, g in enumerate(x, 1))

    evidence = equality(mine, other, registry=registry, exact=False, arguments=WHOLE).evidence
    assert evidence.verdict == verdict
    assert evidence.witness is None or evidence.witness.channel == "float"


def test_an_exact_metric_is_not_compared_with_floats_and_the_reason_says_what_to_declare() -> None:
    registry = Registry(load_catalogue())
    other = in_floats(registry, lambda v: v)
    evidence = equality(lambda x: 0, other, registry=registry, arguments=WHOLE).evidence
    assert evidence.verdict == "not applicable"
    assert "exact=False" in evidence.reason


def test_no_theorem_is_applied_to_an_identity_on_a_part_of_the_arguments() -> None:
    registry = Registry(load_catalogue())

    @metric("on-rankings", kind="similarity", registry=registry, holds=[axioms.equals("wide")])
    def on_rankings(a: Ranking, b: Ranking) -> int:
        """number of inverted pairs"""
        return len(inverted_pairs(a, b))

    @metric("wide", kind="similarity", registry=registry, holds=[axioms.equals("on-rankings")],
            arguments={"a": spaces.weak_order, "b": spaces.weak_order})  # fmt: skip
    def wide(a: Any, b: Any) -> Any:
        """the same, and minus 5 where there are ties"""
        return sum(a.prefers(x, y) and b.prefers(y, x) for x in a.items for y in a.items) - 5 * a.has_ties

    matrix = check("on-rankings", "wide", axioms=["equals", "symmetry"], profile="quick", registry=registry)
    assert all(cell.evidence.derivation is None for cell in matrix.cells if cell.axiom == "equals")
    assert matrix.cell("on-rankings", "equals").evidence.verdict in ("exhausted", "searched")


def test_an_axiom_of_ones_own_that_takes_all_arguments_is_asked_of_every_sort() -> None:
    @axiom("at-least-zero", over={"a": spaces.ranking, "b": spaces.ranking}, kinds=["score", "distance"])
    def at_least_zero(m: Any, *arguments: Any) -> relation.Relation:
        """m >= 0"""
        return relation.at_least(m(*arguments), 0)

    assert isinstance(at_least_zero, Axiom)
    registry = Registry(load_catalogue())
    registry.add_axiom(at_least_zero)
    names = ("mean-reciprocal-rank", "precision", "kendall", "kendall-tau-b")
    cells = check(*names, axioms=["at-least-zero"], profile="quick", registry=registry).cells
    verdicts = {cell.metric: cell.evidence.verdict for cell in cells}
    assert verdicts.pop("kendall-tau-b") == "not applicable"  # it is a similarity
    assert len(verdicts) == 3
    assert {*verdicts.values()} == {"exhausted", "searched"}
