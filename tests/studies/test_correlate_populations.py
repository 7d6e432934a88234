"""Populations of pairs: that they are drawn from the models they name, and own pairs read with clear errors."""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

from axiomatrix import Ranking, inverted_pairs
from axiomatrix.studies.correlate.populations import (
    CLICK_MODELS,
    DISCLAIMER,
    BadPairs,
    Population,
    all_pairs,
    by_clicks,
    chances,
    clicks,
    drawn_orders,
    mallows,
    plackett_luce,
    read_pairs,
    zipf,
)

DRAWS = 60_000


def frequencies(population: Population) -> dict[tuple[int, ...], float]:
    counted = Counter(map(tuple, population.sigma.T.tolist()))
    return {sigma: count / population.count for sigma, count in counted.items()}


def near(found: dict[tuple[int, ...], float], expected: dict[tuple[int, ...], float]) -> None:
    """Within five standard deviations for each permutation."""
    for sigma, chance in expected.items():
        assert abs(found.get(sigma, 0.0) - chance) < 5 * (chance * (1 - chance) / DRAWS) ** 0.5, sigma


@pytest.mark.parametrize("dispersion", [0.3, 1.0])
def test_mallows_draws_have_probability_dispersion_to_the_inversions(dispersion: float) -> None:
    first = Ranking.identity(4)
    weight = {
        tuple(p - 1 for p in places): dispersion ** len(inverted_pairs(first, Ranking.from_positions(places)))
        for places in permutations((1, 2, 3, 4))
    }
    total = sum(weight.values())
    near(frequencies(mallows(4, DRAWS, dispersion, 0)), {sigma: v / total for sigma, v in weight.items()})


def test_plackett_luce_picks_by_the_worths_that_are_left() -> None:
    worths = {0: 1.0, 1: 0.5, 2: 1 / 3}
    expected = {}
    for order in permutations(worths):
        chance, left = 1.0, sum(worths.values())
        for item in order:
            chance, left = chance * worths[item] / left, left - worths[item]
        expected[tuple(order.index(item) for item in range(3))] = chance
    near(frequencies(plackett_luce(3, DRAWS, 1.0, 0)), expected)


@pytest.mark.parametrize("dispersion", [0.0, -1.0, 1.5, float("nan")])
def test_a_dispersion_outside_its_range_is_refused(dispersion: float) -> None:
    with pytest.raises(ValueError, match="above 0 and at most 1"):
        mallows(3, 5, dispersion, 0)


def test_position_based_chances_are_relevance_discounted_as_in_dcg() -> None:
    relevance = np.array([[0.2, 1.0, 0.6]])
    clicked = [0.1 * 1, 0.5 / math.log2(3), 0.3 / 2]
    assert chances(relevance, "position-based")[0] == pytest.approx([c / sum(clicked) for c in clicked])


def test_cascade_chances_stop_at_the_first_click() -> None:
    relevance = np.array([[0.2, 1.0, 0.6]])
    clicked = [0.1, 0.9 * 0.5, 0.9 * 0.5 * 0.3]
    assert chances(relevance, "cascade")[0] == pytest.approx([c / sum(clicked) for c in clicked])


def test_equal_numbers_of_clicks_keep_the_shown_order() -> None:
    assert by_clicks(np.array([[3, 7, 3, 0, 7]])).T.tolist() == [[2, 0, 3, 4, 1]]


def test_simulated_clicks_say_that_they_are_simulated() -> None:
    population = clicks(5, 20, "cascade", 1000, 1.0, 0)
    assert population.sentences[0] == DISCLAIMER == "These are simulated clicks, not the data of any source."
    assert population.sigma.shape == (5, 20)
    assert sorted(map(int, population.sigma[:, 3])) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("model", CLICK_MODELS)
def test_many_clicks_give_the_order_of_the_chances(model: str) -> None:
    relevance = zipf(4, 1.0)
    shown = drawn_orders(relevance, 400, np.random.default_rng(3))
    clicked = chances(relevance[shown], model)
    told_apart = np.min(np.diff(np.sort(clicked, axis=1), axis=1), axis=1) > 1e-3
    expected = np.argsort(np.argsort(-clicked, axis=1), axis=1).T
    few, many = (clicks(4, 400, model, each, 1.0, 3).sigma == expected for each in (10, 10**8))
    assert np.mean(told_apart) > 0.8
    assert np.mean(few) < 0.9 and np.all(many[:, told_apart])


@pytest.mark.parametrize("seed", [0, 7])
def test_one_seed_gives_one_population(seed: int) -> None:
    for make in (
        lambda s: mallows(6, 50, 0.5, s),
        lambda s: plackett_luce(6, 50, 1.0, s),
        lambda s: clicks(6, 50, "position-based", 100, 1.0, s),
    ):
        assert np.array_equal(make(seed).sigma, make(seed).sigma)
        assert not np.array_equal(make(seed).sigma, make(seed + 1).sigma)


def test_all_pairs_are_all_pairs() -> None:
    population = all_pairs(3)
    assert population.count == 36
    pairs = {(a.order, b.order) for a, b in map(population.pair, range(36))}
    assert len(pairs) == 36
    a, b = population.pair(8)
    assert [b[item] - 1 for item in a.order] == population.sigma[:, 8].tolist()


def written(directory: Path, text: str) -> Path:
    path = directory / "mine.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_own_pairs_are_read_with_heading_quotes_and_empty_lines(tmp_path: Path) -> None:
    population = read_pairs(written(tmp_path, 'a,b\nx y z,y x z\n\n"u v w", w v u\n'))
    assert (population.n, population.count, population.lines) == (3, 2, [2, 4])
    assert population.sigma.T.tolist() == [[1, 0, 2], [2, 1, 0]]
    assert [r.order for r in population.pair(1)] == [("u", "v", "w"), ("w", "v", "u")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x y,y x\nx y\n", "line 2: 1 columns; write 2"),
        ("x y,y x,z\n", "line 1: 3 columns; write 2"),
        ("x y,y x\nx x,x y\n", "line 2: item 'x' occurs twice in the first order"),
        ("x y,y y\n", "line 1: item 'y' occurs twice in the second order"),
        ("x y,y z\n", "line 1: item 'x' is only in the first order"),
        ("x,x y\n", "line 1: item 'y' is only in the second order"),
        ("x y,y x\n\nx y z,z y x\n", "line 3: 3 items, but 2 in line 1"),
        ('x y,"y x\n', "line 1: unexpected end of data"),
        ("", "no pair in the file"),
        ("a,b\n", "no pair in the file"),
    ],
)
def test_what_is_wrong_with_own_pairs_is_said_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadPairs, match=message):
        read_pairs(written(tmp_path, text))


def test_a_file_that_is_missing_or_no_text_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadPairs, match="No such file"):
        read_pairs(tmp_path / "none.csv")
    (tmp_path / "raw.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadPairs, match="not a text file in UTF-8"):
        read_pairs(tmp_path / "raw.csv")
