"""K* against F* on queries with clicks, with element weights and similarities."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from axiomatrix import REGISTRY
from axiomatrix.catalogue import load_catalogue
from axiomatrix.engine.judged_run import join_topics
from axiomatrix.engine.run_files import read_qrels, read_run
from axiomatrix.studies.correlate.kv16 import (
    CONVENTION,
    LEAST_RELEVANCE,
    SETTINGS,
    clicked,
    compared_on_clicks,
    judged_queries,
    simulated_queries,
    values_of,
)
from axiomatrix.values.parameters import ElementWeights, PositionWeights, Similarity
from axiomatrix.values.rankings import Ranking

load_catalogue()
ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data" / "trec"
MODELS = ("position-based", "cascade")


@pytest.mark.parametrize("weights", SETTINGS)
def test_the_values_are_those_of_the_definitions(weights: str) -> None:
    relevance = simulated_queries(5, 12, 1.0, seed=3)
    sigma = clicked(relevance, "cascade", 50, seed=3)
    kendall, footrule = values_of(relevance, sigma, weights)
    for query, row in enumerate(relevance):
        a = Ranking.identity(5)
        b = Ranking.from_positions([int(place) + 1 for place in sigma[:, query]])
        exact = [f"{x:.17g}" for x in row]
        given = {
            "w": ElementWeights.of([1 + float(x) if "w" in weights.split() else 1 for x in exact]),
            "delta": PositionWeights.dcg(5) if "delta" in weights else PositionWeights.unit(5),
            "D": Similarity.of(
                {
                    (i, j): 1 + abs(float(row[i - 1] - row[j - 1])) if "D" in weights else 1
                    for i, j in combinations(range(1, 6), 2)
                }
            ),
        }
        for values, name in ((kendall, "kendall-general"), (footrule, "footrule-general")):
            by_definition = REGISTRY.metric(f"{name}[{CONVENTION}]")(a, b, **given)
            assert values[query] == pytest.approx(float(by_definition))


def test_the_distances_are_a_metric_and_the_order_is_by_clicks() -> None:
    relevance = np.array([[0.05, 1.0, 0.5]])
    sigma = clicked(relevance, "position-based", 100_000, seed=0)
    assert sigma[:, 0].tolist() == [2, 0, 1]
    kendall, footrule = values_of(relevance, sigma, "D")
    # inverted: (1, 2) and (1, 3), at distances 1.95 and 1.45
    assert kendall[0] == pytest.approx(3.4) and footrule[0] == pytest.approx(6.8)


def test_windows_of_a_judged_list() -> None:
    rows = judged_queries([[0, 4, 0, 0, 0, 0, 2]], 2, 4)
    assert rows.tolist() == [[LEAST_RELEVANCE, 1.0]]  # the second window has one grade, the last item no partner


def _of_trec() -> np.ndarray:
    files = join_topics(read_run(DATA / "results.test"), read_qrels(DATA / "qrels.graded"))
    return judged_queries([[int(str(g)) for g in topic.graded().grades] for topic in files], 10, 4)


def test_the_page_has_the_coefficients_that_are_computed() -> None:
    """Simulated queries and the TREC run, both click models; the page shows Pearson's coefficient and the ratios."""
    page = (ROOT / "docs" / "open_questions.md").read_text(encoding="utf-8")
    row = r"^\| (simulated|TREC), ([\w-]+) \| `([\w ]+)` \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$"
    rows = re.findall(row, page, re.MULTILINE)
    computed = []
    for name, relevance in (("simulated", simulated_queries(10, 5000, 1.0, 0)), ("TREC", _of_trec())):
        for model in MODELS:
            for c in compared_on_clicks(relevance, clicked(relevance, model, 1000, 0)):
                assert c.pearson is not None
                figures = (c.pearson, c.least_ratio, c.largest_ratio)
                computed.append((name, model, c.weights, *(f"{figure:.3f}" for figure in figures)))
    assert [row for row in computed if row[2] in ("unit", "delta", "w D", "w delta D")] == rows
