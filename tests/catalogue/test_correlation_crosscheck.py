"""Against scipy and scikit-learn: 1,000 random inputs without ties and 1,000 with, each."""

from __future__ import annotations

import math
import random

import pytest

from axiomatrix import REGISTRY, Ranking
from axiomatrix.numbers.exact import Undefined
from axiomatrix.values.orders import WeakOrder

stats = pytest.importorskip("scipy.stats")
CASES = 1000


def value(name, *arguments):
    try:
        return float(REGISTRY.metric(name)(*arguments))
    except Undefined:
        return math.nan


def inputs(ties, seed):
    """Pairs of score lists of 2 to 9 items: all different, or of few values."""
    generator = random.Random(seed)
    for _ in range(CASES):
        n = generator.randint(2, 9)
        if ties:
            top = generator.randint(1, 4)
            yield [generator.randint(0, top) for _ in range(n)], [generator.randint(0, top) for _ in range(n)]
        else:
            yield generator.sample(range(100), n), generator.sample(range(100), n)


@pytest.mark.filterwarnings("ignore")  # scipy warns of constant input, where it returns nan
@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("kendall-tau-b", lambda x, y: stats.kendalltau(x, y, variant="b").statistic),
        ("kendall-tau-c", lambda x, y: stats.kendalltau(x, y, variant="c").statistic),
        ("spearman-rho[mid-ranks]", lambda x, y: stats.spearmanr(x, y).statistic),
    ],
)
def test_correlations_of_scores_against_scipy(name, theirs, ties):
    without = 0
    for x, y in inputs(ties, name):
        mine = value(name, WeakOrder.from_scores(x), WeakOrder.from_scores(y))
        assert mine == pytest.approx(theirs(x, y), abs=1e-12, nan_ok=True)
        without += math.isnan(mine)
    assert (without > 0) == ties  # nan exactly where ours is undefined


def test_correlations_of_rankings_against_scipy():
    for x, y in inputs(False, "rankings"):
        a, b = Ranking.from_scores(x), Ranking.from_scores(y)
        assert value("kendall-tau", a, b) == pytest.approx(stats.kendalltau(x, y).statistic, abs=1e-12)
        assert value("spearman-rho", a, b) == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12)


def test_gamma_against_somers_d_of_scipy_on_rankings():
    for x, y in inputs(False, "gamma"):
        mine = value("gamma", WeakOrder.from_scores(x), WeakOrder.from_scores(y))
        assert mine == pytest.approx(stats.somersd(x, y).statistic, abs=1e-12)


@pytest.mark.parametrize("ties", [False, True])
def test_the_auc_and_the_statistic_of_mann_and_whitney(ties):
    learn = pytest.importorskip("sklearn.metrics")
    generator = random.Random(f"auc {ties}")
    done = 0
    for _, scores in inputs(ties, "auc"):
        labels = [0, 1, *(generator.randint(0, 1) for _ in scores[2:])]
        generator.shuffle(labels)
        target, predicted = WeakOrder.from_scores(labels), WeakOrder.from_scores(scores)
        assert value("auc[half]", target, predicted) == pytest.approx(learn.roc_auc_score(labels, scores), abs=1e-12)
        chosen = [[s for s, label in zip(scores, labels, strict=True) if label == k] for k in (1, 0)]
        counted = stats.mannwhitneyu(*chosen, method="asymptotic").statistic if len(set(scores)) > 1 else None
        if counted is not None:
            assert value("jonckheere-terpstra[half]", target, predicted) == pytest.approx(counted, abs=1e-9)
        done += 1
    assert done == CASES


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize(
    ("name", "theirs", "root"),
    [("mse", "mean_squared_error", False), ("rmse", "mean_squared_error", True), ("mae", "mean_absolute_error", False)],
)
def test_errors_against_scikit_learn(name, theirs, root, ties):
    learn = pytest.importorskip("sklearn.metrics")
    for y, s in inputs(ties, name):
        expected = getattr(learn, theirs)(y, s)
        assert value(name, y, s) == pytest.approx(math.sqrt(expected) if root else expected, rel=1e-12, abs=1e-12)
