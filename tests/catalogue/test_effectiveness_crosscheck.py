"""Metrics of judged lists against pytrec_eval, ir_measures and scikit-learn, on 1,000 tie-free random queries each.

Each disagreement is a convention with a name: ``NOTHING_RELEVANT`` (they print 0 where there is no value here),
``FIVE_DECIMALS`` (gdeval prints no more). scikit-learn knows no
items outside the list, so nothing is missing from the lists that it gets.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from axiomatrix import REGISTRY
from axiomatrix.numbers.exact import Undefined
from axiomatrix.values.judged import Judged
from axiomatrix.values.scored import Scored

QUERIES = 1000
NEAR = 1e-12
FIVE_DECIMALS = 1e-5
NOTHING_RELEVANT = 0.0
"""What trec_eval and scikit-learn say where nothing in the collection is relevant; here the value is Undefined."""


def queries(
    top: int, lowest: int = 0, missing: bool = True, seed: int = 4, asked: Callable[[Judged], bool] = lambda x: True
) -> list[Judged]:
    """A thousand random lists of up to 12 items with up to 4 missing, of those that are asked for."""
    choose = random.Random(seed)
    made: list[Judged] = []
    while len(made) < QUERIES:
        grades = [0] * 3 + list(range(lowest, top + 1))  # more of 0 than of any other grade
        listed = [choose.choice(grades) for _ in range(choose.randint(1, 12))]
        rest = [choose.randint(0, top) for _ in range(choose.randint(0, 4) if missing else 0)]
        x = Judged.of(listed, missing=rest)
        made += [x] if asked(x) else []
    return made


def qrels_and_run(made: list[Judged]) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """The queries as TREC has them; a negative grade is an item that nobody judged."""
    qrels, run = {}, {}
    for q, x in enumerate(made, 1):
        judged = {f"d{i:02}": int(x[i]) for i in x.ranks() if x[i] >= 0}
        judged |= {f"m{k:02}": int(g) for k, g in enumerate(x.missing)}
        qrels[str(q)] = judged
        run[str(q)] = {f"d{i:02}": float(100 - i) for i in x.ranks()}
    return qrels, run


def ours(name: str, x: Any, **parameters: Any) -> float | None:
    """The exact value as a float, or None where there is none."""
    try:
        value = REGISTRY.metric(name)(x, **parameters)
    except Undefined:
        return None
    return float(value) if not hasattr(value, "p") else int(value.p) / int(value.q)


def disagreements(
    name: str, made: list[Judged], theirs: list[float], near: float = NEAR, **parameters: Any
) -> list[tuple[Judged, float | None, float]]:
    """Where the two differ by more than ``near``, the convention NOTHING_RELEVANT aside."""
    found = []
    for x, other in zip(made, theirs, strict=True):
        value = ours(name, x, **parameters)
        if value is None:
            if x.R > 0 or other != NOTHING_RELEVANT:
                found.append((x, value, other))
        elif not abs(value - other) <= near:
            found.append((x, value, other))
    return found


# --- pytrec_eval ----------------------------------------------------------------------------------------------

BINARY_MEASURES: list[tuple[str, str, dict[str, Any]]] = [
    ("P_5", "precision-at", {"k": 5}),
    ("P_20", "precision-at", {"k": 20}),
    ("recall_5", "recall-at", {"k": 5}),
    ("recall_20", "recall-at", {"k": 20}),
    ("success_5", "success-at", {"k": 5}),
    ("success_1", "success-at", {"k": 1}),
    ("map", "average-precision[whole]", {}),
    ("map_cut_5", "average-precision[R]", {"k": 5}),
    ("map_cut_20", "average-precision[R]", {"k": 20}),
    ("recip_rank", "reciprocal-rank", {}),
    ("Rprec", "r-precision", {}),
    ("set_P", "precision", {}),
    ("set_recall", "recall", {}),
    ("set_F", "f-measure", {"beta": 1}),
    ("ndcg", "ndcg[linear]", {"k": 16}),
    ("ndcg_cut_5", "ndcg[linear]", {"k": 5}),
    ("bpref", "bpref", {}),
]


@pytest.fixture(scope="module")
def by_trec() -> tuple[list[Judged], list[dict[str, float]]]:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    made = queries(top=1)
    qrels, run = qrels_and_run(made)
    evaluated = pytrec_eval.RelevanceEvaluator(qrels, pytrec_eval.supported_measures).evaluate(run)
    return made, [evaluated[str(q)] for q in range(1, QUERIES + 1)]


@pytest.mark.parametrize(("theirs", "name", "parameters"), BINARY_MEASURES, ids=[m[0] for m in BINARY_MEASURES])
def test_pytrec_eval_on_binary_grades(by_trec: Any, theirs: str, name: str, parameters: dict[str, Any]) -> None:
    made, evaluated = by_trec
    assert any(x.R == 0 for x in made) and any(x.n < x.R for x in made)
    values = [q[theirs] for q in evaluated]
    assert len({round(v, 6) for v in values}) > 1  # the inputs tell something
    assert disagreements(name, made, values, **parameters) == []


@pytest.mark.parametrize("k", [5, 16])
def test_pytrec_eval_ndcg_of_five_grades(k: int) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    made = queries(top=4)
    qrels, run = qrels_and_run(made)
    evaluated = pytrec_eval.RelevanceEvaluator(qrels, {f"ndcg_cut.{k}"}).evaluate(run)
    values = [evaluated[str(q)][f"ndcg_cut_{k}"] for q in range(1, QUERIES + 1)]
    assert disagreements("ndcg[linear]", made, values, k=k) == []


def test_pytrec_eval_bpref_with_items_that_nobody_judged() -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    made = queries(top=1, lowest=-1, asked=lambda x: max((*x.grades, *x.missing)) >= 0)  # some judgement at all
    assert sum(-1 in x.grades for x in made) > 500
    qrels, run = qrels_and_run(made)
    evaluated = pytrec_eval.RelevanceEvaluator(qrels, {"bpref"}).evaluate(run)
    values = [evaluated[str(q)]["bpref"] for q in range(1, len(made) + 1)]
    assert disagreements("bpref", made, values) == []


def test_a_wrong_formula_would_not_agree(by_trec: Any) -> None:
    made, evaluated = by_trec
    assert len(disagreements("average-precision[min-k-R]", made, [q["map_cut_5"] for q in evaluated], k=5)) > 20
    assert len(disagreements("average-precision[retrieved]", made, [q["map"] for q in evaluated], k=16)) > 100


# --- ir_measures ----------------------------------------------------------------------------------------------


def by_ir_measures(made: list[Judged], *measures: str) -> dict[str, list[float]]:
    """The values of each measure, all queries in one call."""
    ir_measures = pytest.importorskip("ir_measures")
    parsed = [ir_measures.parse_measure(m) for m in measures]
    values: dict[str, dict[str, float]] = {str(m): {} for m in parsed}
    qrels, run = qrels_and_run(made)
    for found in ir_measures.iter_calc(parsed, qrels, run):
        values[str(found.measure)][found.query_id] = found.value
    numbered = [str(q) for q in range(1, len(made) + 1)]
    return {
        m: [values[str(p)].get(q, NOTHING_RELEVANT) for q in numbered] for m, p in zip(measures, parsed, strict=True)
    }


def test_ir_measures_on_binary_grades() -> None:
    made = queries(top=1, seed=5)
    named = {
        "P@5": ("precision-at", {"k": 5}),
        "R@5": ("recall-at", {"k": 5}),
        "AP": ("average-precision[whole]", {}),
        "AP@5": ("average-precision[R]", {"k": 5}),
        "RR": ("reciprocal-rank", {}),
        "Rprec": ("r-precision", {}),
        "nDCG@5": ("ndcg[linear]", {"k": 5}),
        "Bpref": ("bpref", {}),
        "Success@5": ("success-at", {"k": 5}),
        "SetF": ("f-measure", {"beta": 1}),
    }
    theirs = by_ir_measures(made, *named)
    assert {m: disagreements(name, made, theirs[m], **p) for m, (name, p) in named.items()} == {m: [] for m in named}


@pytest.mark.parametrize(("p", "printed"), [("4/5", "0.8"), ("1/2", "0.5")])
def test_ir_measures_binary_rbp(p: str, printed: str) -> None:
    pytest.importorskip("cwl", reason="ir_measures takes RBP from cwl-eval")
    made = queries(top=1, seed=6)
    measure = f"RBP(p={printed},rel=1)"
    assert disagreements("rbp[binary]", made, by_ir_measures(made, measure)[measure], p=p) == []


def test_ir_measures_err_and_exponential_ndcg_as_gdeval_prints_them() -> None:
    ir_measures = pytest.importorskip("ir_measures")
    if not ir_measures.providers.registry["gdeval"].is_available():
        pytest.skip("gdeval needs perl")
    made = queries(top=4, seed=7)
    theirs = by_ir_measures(made, "ERR@20", "nDCG(dcg='exp-log2')@5")
    assert disagreements("err[graded]", made, theirs["ERR@20"], near=FIVE_DECIMALS, top=4) == []
    assert disagreements("ndcg[exponential]", made, theirs["nDCG(dcg='exp-log2')@5"], near=FIVE_DECIMALS, k=5) == []


# --- scikit-learn ---------------------------------------------------------------------------------------------


def falling_scores(x: Judged) -> list[int]:
    return [100 - int(i) for i in x.ranks()]


def test_scikit_learn_ndcg() -> None:
    ranking = pytest.importorskip("sklearn.metrics")
    made = queries(top=4, missing=False, asked=lambda x: x.n > 1)  # it refuses a single item
    for k in (5, 12):
        theirs = [ranking.ndcg_score([list(map(int, x))], [falling_scores(x)], k=k) for x in made]
        assert disagreements("ndcg[linear]", made, theirs, k=k) == []


def test_scikit_learn_dcg() -> None:
    ranking = pytest.importorskip("sklearn.metrics")
    made = queries(top=4, missing=False, asked=lambda x: x.n > 1)
    theirs = [ranking.dcg_score([list(map(int, x))], [falling_scores(x)], k=7) for x in made]
    assert disagreements("dcg[linear]", made, theirs, near=1e-11, k=7) == []  # the sums are up to 15


def test_scikit_learn_average_precision() -> None:
    ranking = pytest.importorskip("sklearn.metrics")
    made = queries(top=1, missing=False, asked=lambda x: x.R > 0)  # it warns where nothing is relevant
    theirs = [ranking.average_precision_score(list(map(int, x)), falling_scores(x)) for x in made]
    assert disagreements("average-precision[whole]", made, theirs) == []


def scored_queries() -> list[Scored]:
    choose = random.Random(8)
    sizes = [choose.randint(2, 12) for _ in range(QUERIES)]
    return [
        Scored.of([choose.randint(0, 1) for _ in range(n)], [choose.randint(0, 3) for _ in range(n)]) for n in sizes
    ]


def test_scikit_learn_ndcg_with_ties_is_the_mean_over_their_orders() -> None:
    ranking = pytest.importorskip("sklearn.metrics")
    made = scored_queries()
    assert sum(len(x.buckets) < x.n for x in made) > 800
    for x in made:
        theirs = ranking.ndcg_score([list(map(int, x.grades))], [list(map(int, x.scores))], k=5)
        value = ours("tied-ndcg[mean]", x, k=5)
        assert theirs == NOTHING_RELEVANT if value is None else abs(theirs - value) <= NEAR


def test_scikit_learn_average_precision_with_ties_is_none_of_the_policies() -> None:
    """It adds up precision at the end of each bucket: one relevant of two tied items has 1/2, the mean is 3/4."""
    ranking = pytest.importorskip("sklearn.metrics")
    x = Scored.of([1, 0], scores=[1, 1])
    assert ranking.average_precision_score([1, 0], [1, 1]) == 0.5
    values = {p: ours(f"tied-average-precision[{p}]", x) for p in ("mean", "input", "best", "worst")}
    assert values == {"mean": 0.75, "input": 1.0, "best": 1.0, "worst": 0.5}
    y = Scored.of([1, 0, 1], scores=[1, 1, 1])
    assert ranking.average_precision_score([1, 0, 1], [1, 1, 1]) == pytest.approx(2 / 3)
    assert ours("tied-average-precision[worst]", y) == pytest.approx((1 / 2 + 2 / 3) / 2)
