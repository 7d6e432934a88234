"""Search beyond the exact sweep: it finds what the sweep finds, always the same, and every bound replays."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix import REGISTRY, Registry, axioms, metric, spaces
from axiomatrix.evidence.evidence import INFINITE
from axiomatrix.evidence.witness import replay
from axiomatrix.methods.linear import minimum
from axiomatrix.methods.sweep import Spec, Sweep, fixed_value
from axiomatrix.model.axiom import Statement
from axiomatrix.numbers.exact import parse
from axiomatrix.numbers.forms import NotLinear, coprime
from axiomatrix.studies.explore import search as by
from axiomatrix.studies.explore.cases import Case, extended, inflated, moved, structured_orders, wrapped
from axiomatrix.studies.explore.inquiry import RATIOS
from axiomatrix.studies.explore.problem import NoRatio, Problem
from axiomatrix.studies.explore.results import Bound
from axiomatrix.values.rankings import Ranking, inverted_pairs

OTHER = "kendall-similarity"


def spec(reading: str) -> Spec:
    return Spec(f"footrule-similarity[{reading}]", "lower-bound", (("other", OTHER), ("factor", "1")), "D")


def problem_at(asked: Spec, n: int, sense: str) -> Problem:
    metric, statement = REGISTRY.metric(asked.metric), REGISTRY.axiom(asked.axiom)(**dict(asked.arguments))
    fixed = {name: fixed_value(kind, metric.parameters[name], n) for name, kind in asked.fixed}
    return Problem(metric, statement, REGISTRY, n, sense, linear=asked.parameter or None, fixed=fixed)


def search(asked: Spec, n: int, sense: str, **effort: Any) -> Bound | None:
    return by.search(lambda size: problem_at(asked, size, sense), n, **effort)


def sense(statement: Statement) -> str:
    return RATIOS.get(statement.axiom.id, "sup")


def search_mixed(
    name: str, statement: Statement, n: int, *, linear: str, registry: Registry = REGISTRY, **effort: Any
) -> Bound | None:
    row = registry.metric(name)
    return by.search(lambda size: Problem(row, statement, registry, size, sense(statement), linear=linear), n, **effort)


def search_plain(
    name: str,
    statement: Statement,
    n: int,
    *,
    decreasing: tuple[str, ...] = (),
    registry: Registry = REGISTRY,
    **effort: Any,
) -> Bound | None:
    problem = Problem(registry.metric(name), statement, registry, n, sense(statement), decreasing=decreasing)
    return by.search_plain(problem, **effort)


def swept(reading: str, sense: str, largest: int) -> Any:
    """The exact extreme over all orders of up to that many items."""
    sweep = Sweep.of(spec(reading))
    floors: dict[str, str] = {}
    for n in range(2, largest + 1):
        for found, (value, _) in sweep.chunk(n, (), floors)["best"].items():
            floors[found] = value
    return parse(floors[sense]) if sense == "inf" else -parse(floors[sense])


def check(bound: Bound | None) -> Bound:
    """The bound's witness attains its value by the definition."""
    assert bound is not None
    assert bound.kind == "search"
    assert bound.witness is not None
    assert bound.witness.shows == "attains"
    again = replay(bound.witness, REGISTRY)
    assert again.stands
    assert again.op == "/"
    assert parse(again.lhs) / parse(again.rhs) == parse(bound.value)
    return bound


@pytest.mark.parametrize(("reading", "sense"), [("deck", "inf"), ("deck", "sup"), ("le", "sup"), ("passed", "sup")])
def test_a_search_attains_what_the_sweep_says_is_best(reading: str, sense: str) -> None:
    n = 6 if (reading, sense) == ("deck", "inf") else 5
    found = check(search(spec(reading), n, sense, seed=1, budget=120))
    assert found.sense == sense
    assert parse(found.value) == swept(reading, sense, n)


def test_a_search_never_claims_more_than_the_sweep() -> None:
    exact = swept("deck", "inf", 5)
    for seed in range(4):
        assert parse(check(search(spec("deck"), 5, "inf", seed=seed, budget=12)).value) >= exact


def test_the_hash_seed_and_what_was_solved_before_do_not_matter() -> None:
    asked = spec("deck")
    program = (
        "from axiomatrix.catalogue import load_catalogue\n"
        "from axiomatrix.studies.explore.problem import Problem\n"
        "from axiomatrix.studies.explore.search import search\n"
        "registry = load_catalogue()\n"
        f"metric, asked = registry.metric({asked.metric!r}), registry.axiom({asked.axiom!r})\n"
        f"statement = asked(**dict({asked.arguments!r}))\n"
        "problem_at = lambda n: Problem(metric, statement, registry, n, 'inf', linear='D')\n"
        "print(search(problem_at, 6, seed=5, budget=25))"
    )
    output = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": hashed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hashed in ("1", "2")
    }
    search(spec("deck"), 5, "sup", seed=0, budget=10)
    assert output == {f"{search(spec('deck'), 6, 'inf', seed=5, budget=25)}\n"}


def test_a_budget_counts_programs_and_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[None] = []
    spend = by.Budget.spend
    monkeypatch.setattr(by.Budget, "spend", lambda budget: spent.append(None) or spend(budget))
    check(search(spec("deck"), 6, "inf", seed=0, budget=30))
    assert 20 <= len(spent) <= 30 + 8


def test_a_start_is_used_and_may_be_smaller() -> None:
    best = check(search(spec("deck"), 6, "inf", seed=0, budget=60))
    assert best.witness is not None
    order = tuple(best.witness.instance["b"])
    assert parse(check(search(spec("deck"), 6, "inf", seed=9, budget=3, start=[order])).value) <= parse(best.value)
    assert parse(check(search(spec("deck"), 8, "inf", seed=9, budget=60, start=[order])).value) <= parse(best.value)


def test_the_entries_that_are_reported_are_coprime_and_small() -> None:
    found = check(search(spec("deck"), 7, "inf", seed=0, budget=40))
    assert found.witness is not None
    entries = [parse(value) for _, value in found.witness.parameters["D"]]
    assert entries == coprime(entries)[0]
    assert found.witness.space == ("closed" if 0 in entries else "open")


def test_a_bound_says_that_it_is_one() -> None:
    found = check(search(spec("le"), 5, "inf", seed=2, budget=20))
    assert "a bound" in found.note
    assert "seed 2" in found.note


def test_a_search_of_one_size_only_needs_an_inversion() -> None:
    assert parse(check(search(spec("deck"), 2, "sup", seed=0, budget=3)).value) == swept("deck", "sup", 2)


def test_a_statement_that_is_not_linear_is_refused_with_the_operation() -> None:
    asked = Spec("footrule-position[local]", "lower-bound", (("other", "kendall-position"), ("factor", "1")), "delta")
    with pytest.raises(NotLinear, match="product of two parameter entries"):
        search(asked, 4, "inf", seed=0, budget=5)


def test_what_has_no_ratio_is_refused() -> None:
    with pytest.raises(NoRatio, match="two or more rankings"):
        search_plain("kendall", axioms.zero_on_equal(), 4, seed=0, budget=5)


def test_parameters_that_are_not_followed_have_their_fixed_values() -> None:
    asked = Spec(
        "footrule-general[local]",
        "lower-bound",
        (("other", "kendall-general"), ("factor", "1/3")),
        "D",
        fixed=(("w", "unit"), ("delta", "geometric-1/2")),
    )
    found = check(search(asked, 4, "inf", seed=0, budget=30))
    assert found.witness is not None
    assert [value for _, value in found.witness.parameters["delta"]] == ["1", "1/2", "1/4"]
    assert parse(found.value) == parse(Sweep.of(replace(asked, by=())).chunk(4, (), {})["best"]["inf"][0])


def test_a_search_over_three_rankings_finds_the_exact_near_metric_factor() -> None:
    asked = Spec("footrule-similarity[passed]", "near-metric", (), "D")
    found = check(search(asked, 3, "sup", seed=0, budget=120))
    problem = problem_at(asked, 3, "sup")
    orders = list(permutations((1, 2, 3)))
    cases = [problem.goal(Case((b, c))) for b in orders for c in orders]
    cone = problem.traced.cone(3)
    least = [minimum(a.numerator_for("sup"), a.denominator, cone).value for a in cases if a is not None]
    assert parse(found.value) == -min(least)


def test_a_single_item_has_no_ratio() -> None:
    assert search(spec("deck"), 1, "inf", seed=0, budget=5) is None
    assert search_plain("footrule", axioms.upper_bound("kendall", 2), 1, seed=0, budget=5) is None


def test_a_search_without_a_parameter_is_a_plain_one() -> None:
    asked = Spec("footrule", "upper-bound", (("other", "kendall"), ("factor", 2)), "")
    plain = search_plain("footrule", axioms.upper_bound("kendall", 2), 4, seed=0, budget=by.EVALUATIONS_PER_PROGRAM * 5)
    assert search(asked, 4, "sup", seed=0, budget=5) == plain


# --- without a linear parameter ---


def test_a_plain_search_finds_the_best_constants_of_the_plain_distances() -> None:
    for statement in (axioms.lower_bound("kendall", 1), axioms.upper_bound("kendall", 2)):
        footrule, kendall = REGISTRY.metric("footrule"), REGISTRY.metric("kendall")
        a = Ranking.identity(5)
        others = [Ranking.from_order(o) for o in permutations(range(1, 6)) if o != (1, 2, 3, 4, 5)]
        ratios = [fmpq(int(footrule(a, b)), int(kendall(a, b))) for b in others]
        found = check(search_plain("footrule", statement, 5, seed=0, budget=600))
        assert parse(found.value) == (min if statement.axiom.id == "lower-bound" else max)(ratios)


def test_a_plain_search_with_three_rankings_finds_that_a_metric_is_one() -> None:
    assert check(search_plain("kendall", axioms.near_metric(), 4, seed=0, budget=300)).value == "1"


def test_a_plain_search_keeps_decreasing_parameters_decreasing_and_repeats_itself() -> None:
    statement = axioms.near_metric()
    found = check(search_plain("footrule-position[local]", statement, 4, seed=1, budget=500, decreasing=("delta",)))
    assert found.witness is not None
    delta = [parse(value) for _, value in found.witness.parameters["delta"]]
    assert delta == sorted(delta, reverse=True)
    assert found == search_plain("footrule-position[local]", statement, 4, seed=1, budget=500, decreasing=("delta",))
    assert parse(found.value) > 1


def test_a_mixed_search_moves_the_weights_and_solves_for_the_rest() -> None:
    statement = axioms.lower_bound("kendall-general", "1/3")
    found = check(search_mixed("footrule-general[local]", statement, 5, linear="D", seed=0, budget=60))
    assert set(found.witness.parameters if found.witness else ()) == {"w", "delta", "D"}
    again = search_mixed("footrule-general[local]", statement, 5, linear="D", seed=0, budget=60)
    assert found == again


def test_a_ratio_that_nothing_bounds_is_called_infinite_with_an_instance() -> None:
    registry = Registry()
    registry.add_metric(REGISTRY.metric(OTHER))

    @metric("about-item-1", parameters={"D": spaces.similarities()}, registry=registry)
    def about_item_1(a: Any, b: Any, D: Any) -> Any:
        """the sum of D_1x over the items x inverted with item 1"""
        return sum(D[x, y] for x, y in inverted_pairs(a, b) if 1 in (x, y))

    statement = axioms.upper_bound("about-item-1", 1)
    for found in (
        search_mixed(OTHER, statement, 4, linear="D", seed=0, budget=20, registry=registry),
        search_plain(OTHER, statement, 4, seed=0, budget=4000, registry=registry),
    ):
        assert found is not None
        assert found.value == INFINITE
        assert found.witness is not None
        assert (found.witness.space, found.witness.rhs) == ("closed", "0")
        assert parse(found.witness.lhs) > 0


# --- moves and starts ---


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_moves_and_starts_are_permutations(n: int, random: Random) -> None:
    everything = list(range(1, n + 1))
    order = tuple(everything)
    for _ in range(20):
        order = moved(order, random)
        assert sorted(order) == everything
    for start in structured_orders(n):
        assert sorted(start) == everything
    for size in range(2, n + 1):
        grown = extended(tuple(range(size, 0, -1)), n, random)
        assert grown
        assert all(sorted(o) == everything for o in grown)


def test_all_orders_can_be_reached_by_moves() -> None:
    random, seen, order = Random(1), set(), (1, 2, 3, 4)
    for _ in range(2000):
        order = moved(order, random)
        seen.add(order)
    assert len(seen) == 24


def test_inflation_puts_blocks_of_neighbours_in_place_of_items() -> None:
    assert inflated((2, 1), ((1, 2), (2, 1))) == (4, 3, 1, 2)
    assert wrapped((2, 1, 3)) == (5, 3, 2, 4, 1)


def test_the_best_parameter_of_a_case_agrees_with_the_exact_minimum() -> None:
    sweep = Sweep.of(spec("deck"))
    for order in structured_orders(5)[:8]:
        asked = sweep.goal(order)
        for sense, numerator in (("inf", asked.numerator), ("sup", -asked.numerator)):
            least = minimum(numerator, asked.denominator, sweep.traced.cone(5)).value
            found = problem_at(spec("deck"), 5, sense).adapt(Case((order,)), lambda: True)
            assert found is not None
            assert found.score == least if sense == "inf" else found.score >= least
