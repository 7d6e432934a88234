"""The array kernels against the exact definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from axiomatrix import REGISTRY, Metric, Ranking, Registry, metric
from axiomatrix.catalogue.metrics.position import average_swap_cost
from axiomatrix.studies.correlate.kernels import KERNELS, kendall_sum, kernel_of, swap_costs
from axiomatrix.studies.correlate.populations import all_permutations, all_sigma
from axiomatrix.studies.correlate.weights import parameters_of
from axiomatrix.values.parameters import ElementWeights, PositionWeights, Similarity

RELATIVE = 1e-12
POSITIONS = [name for name in KERNELS if "-position[" in name]
WEIGHTS = {
    "unit": PositionWeights.unit,
    "dcg": PositionWeights.dcg,
    "geometric": PositionWeights.geometric,
    "top-2": lambda n: PositionWeights.top_k(n, 2),
    "rising": lambda n: PositionWeights.of([Fraction(k, 7) for k in range(n - 1)]),
}


def row(name: str) -> Metric:
    return REGISTRY.metric(name)


def random_parameters(name: str, n: int, seed: int) -> dict[str, object]:
    generator = np.random.default_rng(seed)

    def drawn(count: int) -> list[Fraction]:
        return [Fraction(int(p), int(q)) for p, q in generator.integers(1, 40, (count, 2))]

    pairs = [(x, y) for x in range(1, n + 1) for y in range(x + 1, n + 1)]
    values = {
        "w": ElementWeights.of(drawn(n)),
        "delta": PositionWeights.of(drawn(n - 1)),
        "D": Similarity.of({pair: 1 + value for pair, value in zip(pairs, drawn(len(pairs)), strict=True)}),
    }
    return {parameter: values[parameter] for parameter in row(name).parameters}


def agree(name: str, sigma: np.ndarray, parameters: dict[str, object]) -> None:
    """The kernel on all columns of sigma is the definition on each of them."""
    kernel = KERNELS[name]
    got = kernel(sigma, parameters)
    n = len(sigma)
    first = Ranking.identity(n)
    for column, value in zip(sigma.T, got, strict=True):
        second = Ranking.from_positions([int(p) + 1 for p in column])
        exact = float(row(name).evaluate(first, second, parameters))
        assert abs(value - exact) <= RELATIVE * abs(exact), (name, column, value, exact)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_kernels_are_the_definitions_on_all_permutations_of_at_most_five_items(name: str, n: int) -> None:
    agree(name, all_permutations(n), random_parameters(name, n, seed=n))


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("name", POSITIONS)
def test_position_kernels_are_the_definitions_under_the_weights_that_ship(name: str, weights: str) -> None:
    for n in (2, 3, 4):
        agree(name, all_permutations(n), {"delta": WEIGHTS[weights](n)})


@pytest.mark.parametrize("name", KERNELS)
def test_kernels_are_the_definitions_on_random_longer_rankings(name: str) -> None:
    for n in (7, 10, 23):
        sigma = np.argsort(np.random.default_rng(n).random((n, 12)), axis=0).astype(np.int8)
        agree(name, sigma, random_parameters(name, n, seed=n))


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_the_value_of_a_pair_is_that_of_its_permutation_for_all_pairs_of_at_most_five_items(n: int) -> None:
    names = ["kendall", "footrule", *POSITIONS]
    delta = PositionWeights.geometric(n)
    of = {
        name: KERNELS[name](all_permutations(n), {"delta": delta} if "delta" in row(name).parameters else {})
        for name in names
    }
    place = {tuple(column): k for k, column in enumerate(all_permutations(n).T.tolist())}
    for k, a in enumerate(permutations(range(n))):
        for m, b in enumerate(permutations(range(n))):
            sigma = tuple(b.index(item) for item in a)
            for name in names if n < 5 else names[(k + m) % 5 :: 5]:  # there, two of the ten in turn
                given = {"delta": delta} if "delta" in row(name).parameters else {}
                exact = row(name).evaluate(Ranking.from_order(a), Ranking.from_order(b), given)
                assert of[name][place[sigma]] == pytest.approx(float(exact), rel=RELATIVE, abs=0)


@pytest.mark.parametrize("name", ["kendall", "footrule", "kendall-position[one]", "footrule-position[one]"])
def test_whole_numbers_are_exact(name: str) -> None:
    n = 10
    sigma = np.argsort(np.random.default_rng(5).random((n, 200)), axis=0).astype(np.int8)
    given = parameters_of(row(name), tuple(range(1, n + 1)), PositionWeights.unit(n), {})
    plain = row(name.partition("-")[0])
    for column, value in zip(sigma.T, KERNELS[name](sigma, given), strict=True):
        second = Ranking.from_positions([int(p) + 1 for p in column])
        assert value == int(plain(Ranking.identity(n), second))


@pytest.mark.parametrize("variant", ["one", "next", "local", "zero"])
def test_the_table_of_swap_costs_is_that_of_the_definition(variant: str) -> None:
    for n in (1, 2, 5):
        delta = PositionWeights.dcg(n)
        table = swap_costs(delta, n, variant)
        for i in range(n):
            for j in range(n):
                moved = list(range(1, n + 1))
                moved[i], moved[j] = moved[j], moved[i]
                costs = average_swap_cost(Ranking.identity(n), Ranking.from_positions(moved), delta, variant)
                assert table[i, j] == pytest.approx(float(costs[i + 1]), rel=RELATIVE, abs=0)


def test_all_permutations_are_each_once_and_in_order() -> None:
    for n in range(6):
        listed = [tuple(column) for column in all_permutations(n).T.tolist()]
        assert listed == list(permutations(range(n)))


def test_kendall_sum_counts_inversions() -> None:
    population = all_sigma(7)
    counts = np.bincount(kendall_sum(population.sigma, np.ones((7, 1))).astype(int))
    assert counts.tolist()[:5] == [1, 6, 20, 49, 98] and counts.sum() == 5040  # the Mahonian numbers of 7


def test_a_users_metric_of_a_kernels_name_has_no_kernel() -> None:
    registry = Registry()

    @metric("kendall", registry=registry)
    def other(a: Ranking, b: Ranking) -> int:
        """twice K"""
        return 2

    assert kernel_of(other) is None
    assert kernel_of(row("kendall")) is KERNELS["kendall"]
