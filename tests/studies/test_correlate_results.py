"""Correlations: coefficients, bounds with their status, exact extremes, pages and the picture."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats

from axiomatrix import REGISTRY, Ranking, Registry, Undefined, metric
from axiomatrix.model.registry import Unknown
from axiomatrix.report.correlation import correlation_data, save_correlation, scatter
from axiomatrix.report.document import Document, List, Picture, Table, plain_text, words
from axiomatrix.report.subjects.correlation import assumptions, document, statistics
from axiomatrix.studies.correlate import kv16
from axiomatrix.studies.correlate.bounds import RatioBound, bounds
from axiomatrix.studies.correlate.populations import Population, all_sigma, clicks, mallows, read_pairs
from axiomatrix.studies.correlate.run import (
    MAX_PAIRS_BY_DEFINITION,
    CannotCorrelate,
    CorrelatedPair,
    Correlation,
    exhaustive,
    state_of_bound,
)
from axiomatrix.studies.correlate.statistics import mean, mid_ranks, pearson, spearman
from axiomatrix.studies.correlate.weights import BadWeights, parameters_of, position_weights
from axiomatrix.values.parameters import PositionWeights
from axiomatrix.values.rankings import inverted_pairs

FOOTRULE, KENDALL = "footrule-position", "kendall-position"


def found(
    a: str,
    b: str,
    population: Population,
    weights: str = "unit",
    registry: Registry = REGISTRY,
    numbers: Mapping[str, str] | None = None,
) -> Correlation:
    delta = position_weights(weights, population.n)
    return Correlation(
        CorrelatedPair(registry.metric(a), registry.metric(b), weights, delta, numbers or {}), population, registry
    )


@pytest.fixture(scope="module")
def unit() -> Correlation:
    return found("footrule", "kendall", all_sigma(6))


@pytest.fixture(scope="module")
def dcg() -> Correlation:
    return found(FOOTRULE, KENDALL, clicks(10, 3000, "cascade", 1000, 1.0, 0), "dcg")


# --- coefficients ----------------------------------------------------------------------------------------------


def test_coefficients_are_those_of_scipy() -> None:
    generator = np.random.default_rng(0)
    x = generator.integers(0, 9, 500).astype(float)
    y = x + generator.integers(0, 5, 500)
    assert pearson(x, y) == pytest.approx(scipy.stats.pearsonr(x, y).statistic, rel=1e-13)
    assert spearman(x, y) == pytest.approx(scipy.stats.spearmanr(x, y).statistic, rel=1e-13)


def test_values_that_differ_by_rounding_share_their_rank() -> None:
    assert mid_ranks(np.array([0.3, 0.1 + 0.2, 5.0, 0.0])).tolist() == [2.5, 2.5, 4.0, 1.0]


def test_a_mean_or_coefficient_of_nothing_is_zero_without_rounding() -> None:
    x = np.array([0.1, 0.2, 0.3, -0.1, -0.2, -0.3])
    assert mean(x[np.array([0, 1, 2, 5, 4, 3])]) == 0.0
    assert pearson(np.array([0.1, 0.2, 0.3, 0.4]), np.array([0.7, 0.3, 0.3, 0.7])) == 0.0


@pytest.mark.parametrize("x", [[], [1.0], [2.0, 2.0, 2.0], [0.0, 0.0], [0.3, 0.1 + 0.2]])
def test_a_constant_has_no_coefficient(x: list[float]) -> None:
    values, rising = np.array(x), np.arange(len(x), dtype=float)
    assert pearson(values, rising) is None and spearman(rising, values) is None


# --- bounds ----------------------------------------------------------------------------------------------------


def known(a: str, b: str, **more: bool) -> list[tuple[str, str, str]]:
    found = bounds(REGISTRY.metric(a), REGISTRY.metric(b), REGISTRY, **more)
    return [(bound.sense, str(bound.factor), bound.status) for bound in found]


@pytest.mark.parametrize("variant", ["one", "next", "local", "zero"])
def test_proved_bounds_are_said_with_their_claim(variant: str) -> None:
    proved = [("inf", "1", "proved for every n (KV3)"), ("sup", "2", "proved for every n (KV3)")]
    assert known(f"{FOOTRULE}[{variant}]", f"{KENDALL}[{variant}]") == proved
    assert known(f"{FOOTRULE}[{variant}]", f"{KENDALL}[{variant}]", positive=False) == proved


def test_the_other_way_round_bounds_are_inverted() -> None:
    proved = [("inf", "1/2", "proved for every n (KV1)"), ("sup", "1", "proved for every n (KV1)")]
    assert known("kendall", "footrule") == proved


def test_nothing_is_known_of_metrics_or_variants_that_no_statement_compares() -> None:
    assert known("footrule", "cayley") == []
    assert known(f"{FOOTRULE}[one]", f"{KENDALL}[next]") == []


def test_a_claim_that_is_not_proved_says_so_beside_what_is() -> None:
    statuses = known("footrule-similarity[deck]", "kendall-similarity")
    assert ("inf", "3/16", "proved for every n") in statuses
    assert ("inf", "1/3", "claimed by KV5, not proved here") in statuses
    assert ("inf", "1", "conjectured by KV7, not proved here") in statuses
    assert ("sup", "2", "proved for every n") in statuses
    assert not [status for sense, _, status in statuses if sense == "sup" and "not proved" in status]


def test_a_bound_that_the_population_breaks_is_contradicted(unit: Correlation) -> None:
    assert state_of_bound(unit, RatioBound("sup", Fraction(2), True)) == "attained here"
    assert state_of_bound(unit, RatioBound("inf", Fraction(1), True)) == "not attained here"
    assert state_of_bound(unit, RatioBound("sup", Fraction(3, 2), False, ("X",))) == "contradicted here"
    assert state_of_bound(unit, RatioBound("inf", Fraction(3, 2), False, ("X",))) == "contradicted here"


# --- values and extremes ---------------------------------------------------------------------------------------


def test_all_permutations_of_six_items_by_hand(unit: Correlation) -> None:
    ratios: dict[tuple[int, ...], Fraction] = {}
    first = Ranking.identity(6)
    for column in unit.population.sigma.T.tolist():
        second = Ranking.from_positions([p + 1 for p in column])
        if inverted_pairs(first, second):
            f = sum(abs(first[x] - second[x]) for x in first.items)
            ratios[tuple(column)] = Fraction(int(f), len(inverted_pairs(first, second)))
    least, greatest = unit.extremes
    assert (least.value, greatest.value) == (str(min(ratios.values())), str(max(ratios.values())))
    assert ratios[tuple(unit.population.sigma[:, least.pair].tolist())] == Fraction(least.value)
    assert least.near == sum(value == min(ratios.values()) for value in ratios.values())
    assert greatest.near == sum(value == 2 for value in ratios.values())
    assert greatest.exact and unit.both_zero == 1 and unit.only_b_zero == 0


def test_the_instance_of_an_extreme_is_the_simplest(unit: Correlation) -> None:
    greatest = unit.extremes[1]
    assert (greatest.a, greatest.b) == ("2", "1")
    assert said(document(unit))[-3:-1] == [
        "greatest A / B: 2 at 1 2 3 4 5 6 against 1 2 3 4 6 5: A = 2, B = 1; 131 pairs within 1e-9 of it",
        "largest A: 18 at 1 2 3 4 5 6 against 4 5 6 1 2 3",
    ]


def test_irrational_extremes_are_evaluated_by_the_definition(dcg: Correlation) -> None:
    least, greatest = dcg.extremes
    assert greatest.value == "2" and greatest.exact  # though its sides are irrational
    assert least.value.startswith("~") and not least.exact
    a, b = dcg.population.pair(least.pair)
    delta = PositionWeights.dcg(10)
    ratio = REGISTRY.metric(FOOTRULE)(a, b, delta=delta) / REGISTRY.metric(KENDALL)(a, b, delta=delta)
    assert least.value == f"~{float(ratio):.12g}"


def test_a_value_over_zero_is_counted_and_is_no_extreme() -> None:
    found_ = found("hamming", KENDALL, all_sigma(3), "top-0")
    assert (found_.both_zero, found_.only_b_zero) == (1, 5)
    assert found_.pearson is None and found_.extremes == ()
    assert ("pairs with B = 0 but not A (ratio infinite)", "5") in statistics(found_)
    assert state_of_bound(found_, RatioBound("sup", Fraction(9), False, ("X",))).startswith("contradicted here")


def test_metrics_without_kernel_are_evaluated_one_by_one() -> None:
    with_notice = found("ulam", "cayley", exhaustive(REGISTRY.metric("ulam"), REGISTRY.metric("cayley"), 4))
    assert with_notice.population.count == 576
    assert with_notice.notices == ("ulam and cayley: no kernel, evaluated one pair at a time by the definition",)
    assert [e.value for e in with_notice.extremes] == ["1/3", "2"]  # a cycle of four, an exchange of ends
    for k in (0, 99, 575):
        a, b = with_notice.population.pair(k)
        assert with_notice.x[k] == REGISTRY.metric("ulam")(a, b)


def test_there_is_a_most_that_is_evaluated_one_by_one() -> None:
    many = found("footrule", "cayley", mallows(4, MAX_PAIRS_BY_DEFINITION + 5, 0.5, 0))
    assert many.population.count == MAX_PAIRS_BY_DEFINITION
    assert "only the first 20,000 of 20,005 pairs are compared" in many.notices[0]


def test_exhaustive_without_kernel_is_refused_where_it_is_too_much() -> None:
    with pytest.raises(CannotCorrelate, match="cayley has no kernel"):
        exhaustive(REGISTRY.metric("footrule"), REGISTRY.metric("cayley"), 6)
    with pytest.raises(CannotCorrelate, match="at most n = 10"):
        exhaustive(REGISTRY.metric("footrule"), REGISTRY.metric("kendall"), 11)


def test_pairs_without_a_value_are_left_out_and_counted() -> None:
    registry = Registry(REGISTRY)

    @metric("only-sometimes", registry=registry)
    def only_sometimes(a: Ranking, b: Ranking) -> Any:
        """K, where it is not 1"""
        k = len(inverted_pairs(a, b))
        if k == 1:
            raise Undefined("K = 1")
        return k

    some = found("only-sometimes", "kendall", all_sigma(4), registry=registry)
    assert some.without_value == 3
    assert some.pearson == pytest.approx(1.0)
    assert [extreme.value for extreme in some.extremes] == ["1", "1"]
    assert "null" not in json.dumps(correlation_data(some)["range_a"])


@pytest.mark.parametrize("n", [1, 2])
def test_the_smallest_sizes_have_a_result(n: int) -> None:
    small = found(FOOTRULE, KENDALL, mallows(n, 3, 0.5, 0), "dcg")
    assert small.population.count == 3
    assert ("pairs", "3") in statistics(small) and "<svg" in scatter(small)
    assert document(small).title == "footrule-position[one] against kendall-position[one], weights dcg"


# --- weights ---------------------------------------------------------------------------------------------------


def test_weights_by_name_and_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("1\n\n1/2\n0.25\n", encoding="utf-8")
    assert [str(v) for v in position_weights(str(file), 4).entries.values()] == ["1", "1/2", "1/4"]
    assert position_weights("dcg", 5) == PositionWeights.dcg(5)
    assert position_weights("dcg", 5, "2") == PositionWeights.dcg(5, 2)
    assert position_weights("top-3", 9) == PositionWeights.top_k(9, 3)
    assert position_weights("geometric", 4) == PositionWeights.geometric(4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\nx\n1\n", "line 2: 'x' is not a number"),
        ("1\n-1\n1\n", "line 2: .*negative"),
        ("1\n", "1 weights; 4 items need 3"),
    ],
)
def test_what_is_wrong_with_a_file_of_weights_is_said(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadWeights, match=message):
        position_weights(str(file), 4)


def test_unknown_weights_name_the_nearest() -> None:
    with pytest.raises(Unknown, match="did you mean 'dcg'"):
        position_weights("dgc", 4)


def test_element_weights_and_similarities_are_one() -> None:
    given = parameters_of(REGISTRY.metric("footrule-general"), (1, 2, 3), PositionWeights.unit(3), {})
    assert {str(v) for name in "wD" for v in given[name].entries.values()} == {"1"}
    same = found("footrule-general", "footrule", all_sigma(4))
    assert np.array_equal(same.x, same.y)
    assert [*assumptions(same)] == ["Element weights and similarities are 1."]


# --- what is written -------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        again = found(FOOTRULE, KENDALL, clicks(10, 500, "position-based", 1000, 1.0, 4), "dcg")
        save_correlation(again, tmp_path / name)
    for file in ("correlation.json", "correlation.md", "scatter.svg"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == [
        "correlation.json",
        "correlation.md",
        "scatter.svg",
    ]


def test_floats_are_written_to_six_digits(dcg: Correlation) -> None:
    assert dcg.pearson is not None
    written = correlation_data(dcg)
    assert written["pearson"] == float(f"{dcg.pearson:.6g}") != dcg.pearson
    assert json.loads(json.dumps(written))["pearson"] == written["pearson"]


def said(document: Document) -> list[str]:
    """The items of all lists."""
    return [text for block in document.blocks if isinstance(block, List) for text in words(block)]


def test_the_document_says_what_was_assumed_and_found(dcg: Correlation) -> None:
    told = document(dcg, "scatter.svg")
    assert f"Pearson {dcg.pearson:.6g}, Spearman {dcg.spearman:.6g}" in plain_text(told.summary)
    assert {"These are simulated clicks, not the data of any source.", "Seed 0."} <= {*said(told)}
    assert {*kv16.kv16_sentences(dcg), *dcg.population.sentences} <= {*said(told)}
    (found_, bounds_) = (block.rows for block in told.blocks if isinstance(block, Table))
    assert found_ == tuple(statistics(dcg))
    assert bounds_[1] == ("A / B <= 2", "proved for every n (KV3)", "attained here")
    assert told.blocks[-1] == Picture("", "A against B", file="scatter.svg")
    assert not any(isinstance(block, Picture) for block in document(dcg).blocks)


def test_the_picture_shows_the_lines_with_their_status_as_text(dcg: Correlation) -> None:
    root = ElementTree.fromstring(scatter(dcg))
    svg = "{http://www.w3.org/2000/svg}"
    assert root.get("role") == "img" and [child.tag for child in root][:2] == [f"{svg}title", f"{svg}desc"]
    texts = ["".join(element.itertext()).strip() for element in root.iter(f"{svg}text")]
    for text in ("A = B: proved for every n (KV3)", "A = 2 B: proved for every n (KV3)", "extremes of A / B"):
        assert text in texts
    assert f"Pearson {dcg.pearson:.6g}" in (root[1].text or "")
    assert "3,000 pairs" in (root[0].text or "")


def test_own_pairs_are_told_by_their_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("a,b\nx y z,x y z\nx y z,z x y\nx y z,y x z\n", encoding="utf-8")
    own = found("footrule", "kendall", read_pairs(file))
    assert any("at x y z against y x z (line 4)" in text for text in said(document(own)))
    assert correlation_data(own)["extremes"][1]["line"] == 4


# --- KV16 ------------------------------------------------------------------------------------------------------


def test_the_experiment_is_judged_only_for_its_metrics(unit: Correlation, dcg: Correlation) -> None:
    assert kv16.kv16_sentences(unit) == []
    text = " ".join(kv16.kv16_sentences(dcg))
    assert "between the lines A = B and A = 2 B is proved for every n" in text
    assert f"footrule-position {dcg.range_a.largest:.4g}, the axis 5" in text


def test_no_six_results_under_natural_logarithms_reach_the_axes_of_the_source() -> None:
    text = " ".join(kv16.kv16_sentences(found(FOOTRULE, KENDALL, all_sigma(6), "dcg")))
    assert (
        "no pair of rankings whatever reaches the end of the axis of footrule-position or of kendall-position" in text
    )
