"""Names that people use: each of the fifty most used ones stands for a metric of the right formula."""

from __future__ import annotations

from collections.abc import Callable
from math import log2
from typing import Any

import pytest

from axiomatrix import Judged, Ranking, Registry, Run, TopList, Unknown, WeakOrder, check
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.names import AXIOMS, OF_LISTS, OF_ORDERS
from axiomatrix.engine.measures import BadMeasure, parse_measure
from axiomatrix.model.names import Name

REGISTRY = load_catalogue()
B = (Judged.of([1, 0, 1, 0], missing=[1]),)
G = (Judged.of([2, 0, 1], missing=[1]),)
RUN = (Run.of([B[0], [0, 1]]),)
ONE, OTHER = Ranking.from_positions([1, 2, 3, 4]), Ranking.from_positions([2, 1, 4, 3])
PAIR = (ONE, OTHER)
WEAK = tuple(WeakOrder.of([[item] for item in sorted((1, 2, 3, 4), key=ranking.__getitem__)]) for ranking in PAIR)
TOP = (TopList.of([1, 2]), TopList.of([2, 3]))
LEVELS = (WeakOrder.of([[1, 2], [3, 4]]), WeakOrder.of([[1], [3], [2], [4]]))
TAU, RHO = 1 - 4 * 2 / (4 * 3), 1 - 6 * 4 / (4 * 15)
IDEAL = 1 / log2(3) + 1 / 2
FIFTY: list[tuple[str, str, tuple[Any, ...], dict[str, Any], float]] = [
    ("P@3", "precision-at", B, {}, 2 / 3),
    ("precision@3", "precision-at", B, {}, 2 / 3),
    ("P_3", "precision-at", B, {}, 2 / 3),
    ("Precision at 10", "precision-at", B, {}, 2 / 10),
    ("Recall@3", "recall-at", B, {}, 2 / 3),
    ("recall_3", "recall-at", B, {}, 2 / 3),
    ("R@1", "recall-at", B, {}, 1 / 3),
    ("success_1", "success-at", B, {}, 1),
    ("Hit@1", "success-at", B, {}, 1),
    ("hit_rate@1", "hit-rate", RUN, {}, 1 / 2),
    ("HR@1", "hit-rate", RUN, {}, 1 / 2),
    ("F1", "f-measure", B, {}, 4 / 7),
    ("set_F", "f-measure", B, {}, 4 / 7),
    ("F2", "f-measure", B, {}, 5 / 8),
    ("R-precision", "r-precision", B, {}, 2 / 3),
    ("Rprec", "r-precision", B, {}, 2 / 3),
    ("AP", "average-precision[whole]", B, {}, 5 / 9),
    ("average precision", "average-precision[whole]", B, {}, 5 / 9),
    ("AP@2", "average-precision[R]", B, {}, 1 / 3),
    ("MAP", "mean-average-precision[whole]", RUN, {}, (5 / 9 + 1 / 2) / 2),
    ("map@2", "mean-average-precision[R]", RUN, {}, (1 / 3 + 1 / 2) / 2),
    ("map_cut_2", "mean-average-precision[R]", RUN, {}, (1 / 3 + 1 / 2) / 2),
    ("RR", "reciprocal-rank", B, {}, 1),
    ("recip_rank", "reciprocal-rank", B, {}, 1),
    ("MRR", "mean-reciprocal-rank", RUN, {}, 3 / 4),
    ("DCG@3", "dcg[exponential]", G, {}, 3 + 1 / 2),
    ("dcg_burges@3", "dcg[exponential]", G, {}, 3 + 1 / 2),
    ("dcg_score", "dcg[linear]", G, {"k": 3}, 2 + 1 / 2),
    ("nDCG@3", "ndcg[exponential]", G, {}, (3 + 1 / 2) / (3 + IDEAL)),
    ("NDCG@3", "ndcg[exponential]", G, {}, (3 + 1 / 2) / (3 + IDEAL)),
    ("ndcg_cut_3", "ndcg[linear]", G, {}, (2 + 1 / 2) / (2 + IDEAL)),
    ("ndcg_score", "ndcg[linear]", G, {"k": 3}, (2 + 1 / 2) / (2 + IDEAL)),
    ("RBP(p=0.5)", "rbp[gains]", B, {}, 5 / 8),
    ("rbp.50", "rbp[gains]", B, {}, 5 / 8),
    ("ERR@20", "err[graded]", G, {"top": 2}, 3 / 4 + 1 / 3 * 1 / 4 * 1 / 4),
    ("bpref", "bpref", B, {}, 1 / 2),
    ("half-life utility", "half-life", G, {"alpha": 2}, 2 + 1 / 4),
    ("Kendall's tau", "kendall-tau", PAIR, {}, TAU),
    ("kendalltau", "kendall-tau", PAIR, {}, TAU),
    ("tau-b", "kendall-tau-b", WEAK, {}, TAU),
    ("Kendall\u2019s \u03c4-c", "kendall-tau-c", WEAK, {}, TAU),
    ("Kendall tau distance", "kendall", PAIR, {}, 2),
    ("Spearman's rho", "spearman-rho", PAIR, {}, RHO),
    ("spearmanr", "spearman-rho", PAIR, {}, RHO),
    ("Spearman footrule", "footrule", PAIR, {}, 4),
    ("AP correlation", "tau-ap[asymmetric]", PAIR, {}, 2 / 3 * (0 + 2 / 2 + 2 / 3) - 1),
    (
        "weighted tau",
        "weighted-tau[symmetric]",
        PAIR,
        {},
        1 - 2 * (1 + 1 / 2 + 1 / 3 + 1 / 4) / (3 * (1 + 1 / 2 + 1 / 3 + 1 / 4)),
    ),
    ("RBO(p=0.5)", "rbo[ext]", TOP, {}, 1 / 2 * 1 / 4 + 1 / 2 * 1 / 4),
    ("Goodman-Kruskal gamma", "gamma[weak-orders]", WEAK, {}, TAU),
    ("AUC", "auc[half]", LEVELS, {}, 3 / 4),
    ("C-index", "c-index[half]", LEVELS, {}, 3 / 4),
    ("FCP", "fraction-concordant[decided]", LEVELS, {}, 3 / 4),
    ("mean squared error", "mse", ([1, 0], [0, 0]), {}, 1 / 2),
]


def number(value: Any) -> float:
    ball: Callable[[int], Any] | None = getattr(value, "ball", None)
    return float(ball(64).mid() if ball else value)


@pytest.mark.parametrize(("name", "row", "given", "more", "value"), FIFTY, ids=[one[0] for one in FIFTY])
def test_the_names_that_are_used_most_stand_for_the_right_formula(
    name: str, row: str, given: tuple[Any, ...], more: dict[str, Any], value: float
) -> None:
    read = REGISTRY.read_metric(name)
    assert read.name == row
    found = REGISTRY.metric(name)(*given, **read.parameters, **more)
    assert number(found) == pytest.approx(value, abs=1e-12)


def test_they_are_fifty_and_each_is_written_otherwise_than_the_row() -> None:
    assert len({name for name, *_ in FIFTY}) >= 50
    assert all(name not in REGISTRY.metrics for name, row, *_ in FIFTY if name != row and row != "bpref")


@pytest.mark.parametrize(
    ("written", "shown", "message"),
    [
        ("ndcg@10", "nDCG@10", "ndcg@10 is read as ndcg[exponential] with k = 10; it may also mean ndcg[linear], "),
        ("nDCG@k", "nDCG@k", "nDCG@k is read as ndcg[exponential]; it may also mean"),
        ("rbp.95", "RBP(p=19/20)", "rbp.95 is read as rbp[gains] with p = 19/20; it may also mean rbp[binary]"),
        ("MRR@10", "MRR@10", "@10 is ignored, since mean-reciprocal-rank uses the whole list"),
        ("P(k=2)", "P(k=2)", "P(k=2) is read as precision-at with k = 2; it may also mean tied-precision-at[mean]"),
        ("AP(k=3)", "AP(k=3)", "AP(k=3) is read as average-precision[R] with k = 3; it may also mean"),
        ("kendall TAU", "Kendall's tau", "kendall TAU is read as kendall-tau; it may also mean kendall-tau-b"),
    ],
)
def test_a_reading_says_what_was_taken_and_what_else_there_is(written: str, shown: str, message: str) -> None:
    read = REGISTRY.read_metric(written)
    assert read.shown == shown
    assert message in read.text
    assert not read.exact


def test_the_registered_name_always_wins() -> None:
    for row in REGISTRY.metrics.values():
        assert REGISTRY.metric(row.name) is row
        assert REGISTRY.read_metric(row.id).exact
    for axiom in REGISTRY.axioms.values():
        assert REGISTRY.read_axiom(axiom.id).name == axiom.id
    assert REGISTRY.metric("average-precision").name == "average-precision[R]"  # and what people call so is [whole]
    mine = Registry(REGISTRY)
    mine.metrics["AP"] = REGISTRY.metrics["kendall"]
    assert mine.metric("AP") is REGISTRY.metrics["kendall"]
    assert REGISTRY.metric("AP").name == "average-precision[whole]"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("P@0", "k is 0; a cut-off must be a whole number"),
        ("RBP(p=2)", "2 must be above 0 and below 1"),
        ("P(rel=2)@10", "precision-at has no numeric parameter 'rel'; it has k"),
        ("MPA", "unknown metric 'MPA'; did you mean 'MAP' (mean-average-precision[whole])?"),
        ("nosuch", "unknown metric 'nosuch'; none of the "),
        ("my-metric", "unknown metric 'my-metric'; none of the "),
        ("accuracy", "unknown metric 'accuracy'; none of the "),
        ("F0.7", "unknown metric 'F0.7'"),
        ("@10", "unknown metric '@10'"),
        ("nDCG@-1", "unknown metric 'nDCG@-1'"),
        ("k", "unknown metric 'k'"),
        ("", "unknown metric ''"),
    ],
)
def test_what_is_no_name_is_refused_with_the_nearest(wrong: str, message: str) -> None:
    with pytest.raises(Unknown) as raised:
        REGISTRY.metric(wrong)
    assert message in str(raised.value)


def test_an_axiom_is_read_as_the_one_that_is_about_the_metric() -> None:
    assert REGISTRY.axiom("interval scale").id == "equal-spacing"
    assert REGISTRY.axiom("top-heavy", REGISTRY.metric("nDCG")).id == "top-weightedness"
    assert REGISTRY.axiom("top-heavy", REGISTRY.metric("K_delta")).id == "top-heaviness"
    assert REGISTRY.axiom("symmetric", REGISTRY.metric("Kendall's tau")).id == "correlation-symmetry"
    assert REGISTRY.axiom("right-invariant", REGISTRY.metric("kendall")).id == "right-invariance"
    assert REGISTRY.axiom("right-invariant", REGISTRY.metric("kendall-tau")).id == "correlation-invariance"
    assert [REGISTRY.axiom(a).id for a in ("antisymmetric", "convergent")] == ["antisymmetry", "convergence"]
    with pytest.raises(Unknown, match=r"axiom 'bounded\(bound=1\)': name it without arguments"):
        REGISTRY.axiom("bounded(bound=1)")
    with pytest.raises(Unknown, match=r"did you mean 'interval scale' \(equal-spacing\)"):
        REGISTRY.axiom("intervall scale")
    matrix = check("RR", "footrule", axioms=["symmetric", "ideal-is-one"], profile="quick")
    assert {cell.axiom for cell in matrix if cell.evidence.verdict != "not applicable"} == {"symmetry", "ideal-is-one"}


def test_no_spelling_is_given_twice_and_none_stands_for_what_is_not_there() -> None:
    shown = [written.partition(", ")[0] for written in (*OF_LISTS, *OF_ORDERS, *AXIOMS)]
    assert len(set(shown)) == len(shown)
    again = Registry(REGISTRY)
    with pytest.raises(ValueError, match="the spelling 'ap' already belongs to 'AP'"):
        again.add_names(metrics=[Name("Ap", ("kendall",))])
    with pytest.raises(ValueError, match="nothing is registered as 'gone'"):
        again.add_names(axioms=[Name("new", ("gone",))])
    again.add_names(metrics=[Name("the other one", ("footrule",))])
    assert again.metric("The Other-One").name == "footrule"
    with pytest.raises(Unknown):
        REGISTRY.metric("the other one")


def test_a_run_is_measured_by_these_names_too() -> None:
    asked = parse_measure("nDCG@5")
    assert asked.metric is REGISTRY.metrics["ndcg[exponential]"]
    assert asked.parameters == {"k": 5}
    assert parse_measure("map").metric is REGISTRY.metrics["average-precision[whole]"]  # trec_eval comes first
    with pytest.raises(BadMeasure, match="has no cut-off; leave @5 out"):
        parse_measure("RR@5")
