"""The adapters of scipy, scikit-learn, torchmetrics and pymcdm: their definitions are what the libraries compute."""

import subprocess
import sys
from fractions import Fraction
from functools import partial
from itertools import product

import pytest
from library_values import answered, assert_rows_exist, close, compare_with_definition, defined, instances, rows_of

from axiomatrix.libraries import LIBRARIES, Documentation, load
from axiomatrix.libraries.call_variants import PLAIN_CALL
from axiomatrix.libraries.shapes import Inexpressible
from axiomatrix.libraries.shapes.pairs import RankVectors
from axiomatrix.libraries.shapes.scored import BinaryLabels, LabelAndScores
from axiomatrix.numbers.exact import Undefined, fraction
from axiomatrix.spaces import weak_order
from axiomatrix.values.judged import Judged
from axiomatrix.values.rankings import Ranking
from axiomatrix.values.scored import Scored

NAMES = ("scipy", "sklearn", "torchmetrics", "pymcdm")
THERE = [name for name in NAMES if LIBRARIES[name].is_installed]
MISSING = set(NAMES) - set(THERE)

MAY_DEVIATE = {
    "scipy.weightedtau[rank array with gaps]": "the array is made dense before its ranks are weighed",
    "torchmetrics.spearman_corrcoef": "1e-6 is added to the denominator",
    "torchmetrics.retrieval_fall_out": "where no target is True the value is that of the formula, not 0",
}
"""Rows that are known to answer something else than their documentation says, and what they do."""
MAY_REFUSE = {
    "scipy.somersd": "the formula gives 0 where all items of the second order alone are tied",
    "sklearn.ndcg_score": "one document is refused",
    "sklearn.dcg_score": "one document is refused",
    "sklearn.label_ranking_loss": "one label is refused",
    "sklearn.coverage_error": "one label is refused",
    "sklearn.label_ranking_average_precision_score": "one label may be refused",
    "sklearn.top_k_accuracy_score": "there are only values for one relevant label of three or more",
}
"""Rows that have no value somewhere although the documented formula has one, and where."""


rows = partial(rows_of, THERE)


# --- the definitions against the libraries --------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_definition_is_what_the_library_computes_without_ties_of_scores(name):
    if name in MISSING:
        pytest.skip(f"{name} is not installed")
    for metric in rows([name]):
        compare_with_definition(metric, 3, MAY_DEVIATE, MAY_REFUSE)


@pytest.mark.skipif("sklearn" in MISSING, reason="scikit-learn is not installed")
def test_documented_tie_policies_are_what_scikit_learn_does():
    for metric in rows(["sklearn"]):
        assert metric.implementation.ties
        compared = 0
        for n in (2, 3):
            for order in weak_order.enumerate(n):
                if not order.has_ties:
                    continue
                for grades in product((0, 1), repeat=n):
                    x = Scored.of(grades, scores=[-int(order[i]) for i in order.items])
                    given = {"k": 2} if "k" in metric.parameters else {}
                    exact, found = defined(metric, [x], given), answered(metric, [x], given)
                    if exact is None or found is None:
                        continue
                    compared += 1
                    assert close(metric, found, exact), (metric.name, x, found, exact)
        assert compared > 10, metric.name


@pytest.mark.skipif(not THERE, reason="no library is installed")
def test_explained_deviations_and_refusals_name_rows_that_there_are():
    assert_rows_exist((*MAY_DEVIATE, *MAY_REFUSE), rows(), MISSING)


# --- the formulas that the catalogue does not have ------------------------------------------------------------


def test_list_formulas_agree_with_the_catalogue():
    from axiomatrix.catalogue import load_catalogue
    from axiomatrix.libraries.list_definitions import area_under_roc, average_precision_at_thresholds, misordered_pairs
    from axiomatrix.values.orders import WeakOrder

    exact = load_catalogue()
    for order in weak_order.enumerate(4):
        for grades in product((0, 1), repeat=4):
            if len(set(grades)) < 2:
                continue
            scores = [-int(order[i]) for i in order.items]
            x = Scored.of(grades, scores=scores)
            target, prediction = WeakOrder.from_scores(grades), WeakOrder.from_scores(scores)
            assert area_under_roc(x) == exact.metric("auc[half]")(target, prediction)
            assert misordered_pairs(x) == 1 - exact.metric("auc[strict]")(target, prediction)
            if not order.has_ties:
                judged = x.listed([k for bucket in x.buckets for k in bucket])
                assert average_precision_at_thresholds(x) == exact.metric("average-precision[whole]")(judged)


def test_list_formulas_give_the_values_of_the_user_guide():
    from axiomatrix.libraries import list_definitions as formulas

    first = Scored.of([1, 0, 0], scores=[Fraction(3, 4), Fraction(1, 2), 1])
    second = Scored.of([0, 0, 1], scores=[1, Fraction(1, 5), Fraction(1, 10)])

    def mean(formula):
        return (fraction(formula(first)) + fraction(formula(second))) / 2

    assert mean(formulas.average_precision_at_thresholds) == Fraction(5, 12)  # 0.416...
    assert mean(formulas.misordered_pairs) == Fraction(3, 4)
    assert mean(formulas.depth_of_coverage) == Fraction(5, 2)
    assert fraction(formulas.fall_out(Judged.of([1, 0, 1, 0]), 2)) == Fraction(1, 2)
    assert formulas.reciprocal_rank_at(Judged.of([0, 1]), 1) == 0


def test_pair_formulas_agree_with_the_catalogue():
    from axiomatrix.catalogue import load_catalogue
    from axiomatrix.libraries import pair_definitions as formulas

    exact = load_catalogue()
    orders = weak_order.enumerate(3)
    for a, b in product(orders, orders):
        if len(a.buckets) < 2:
            with pytest.raises(Undefined):
                formulas.somers_d(a, b)
            continue
        if len(b.buckets) > 1:
            ranks = formulas.lexicographic_ranks(a, b)
            assert formulas.weighted_tau(a, b, ranks) == exact.metric("weighted-tau[first-ties]")(a, b)
            both = formulas.somers_d(a, b) * formulas.somers_d(b, a)
            assert both == exact.metric("kendall-tau-b")(a, b) ** 2
        if not (a.has_ties or b.has_ties):
            inverted = (1 - fraction(formulas.tau_a(a, b))) * Fraction(3, 2)
            assert fraction(formulas.kemeny(a, b)) == 2 * inverted
            assert fraction(formulas.frobenius(a, b) ** 2) == 8 * inverted
            assert abs(formulas.weighted_rho(a, b)) <= 1


def test_a_definition_of_scores_takes_scored_items_with_ties():
    metric = load(["sklearn"]).metric("sklearn.average_precision_score") if "sklearn" in THERE else None
    if metric is None:
        pytest.skip("scikit-learn is not installed")
    assert fraction(metric.implementation.exact_value(Scored.of([0, 1], scores=[1, 1]))) == Fraction(1, 2)


# --- shapes ---------------------------------------------------------------------------------------------------


def test_labels_are_the_places_of_the_relevant_items():
    shape = LabelAndScores()
    x = Scored.of([0, 0, 1], scores=[5, 6, 7])
    made = shape.variables([x], PLAIN_CALL.with_company(Scored.of([1, 0, 0], scores=[1, 2, 3])))
    assert made == {"y_true": [2, 0], "y_score": [[5, 6, 7], [1, 2, 3]], "labels": [0, 1, 2]}
    for grades in ([1, 0], [1, 1, 0], [0, 0, 0]):
        with pytest.raises(Inexpressible):
            shape.variables([Judged.of(grades)], PLAIN_CALL)


def test_binary_labels_and_rank_vectors_express_nothing_else():
    assert BinaryLabels().variables([Judged.of([1, 0])], PLAIN_CALL) == {"y_true": [1, 0], "y_score": [2, 1]}
    with pytest.raises(Inexpressible):
        BinaryLabels().variables([Judged.of([2, 0])], PLAIN_CALL)
    pair = [Ranking.from_order([2, 1]), Ranking.from_order([1, 2])]
    assert [v.tolist() for v in RankVectors().variables(pair, PLAIN_CALL).values()] == [[2, 1], [1, 2]]
    assert not RankVectors().can_express("transformation", "plus 16")
    with pytest.raises(Inexpressible):
        RankVectors().variables(pair, PLAIN_CALL.with_aspect("transformation", "plus 16"))


def test_tensors_hold_predictions_before_targets_and_number_the_queries():
    torch = pytest.importorskip("torch")
    from axiomatrix.libraries.shapes.tensors import PredictionsAndTarget, PredictionsOfQueries, TwoTensors

    x = Judged.of([1, 0])
    made = PredictionsAndTarget().variables([x], PLAIN_CALL)
    assert list(made) == ["preds", "target"]
    assert made["preds"].dtype == torch.float32 and made["preds"].tolist() == [2, 1]
    assert made["target"].dtype == torch.int64 and made["target"].tolist() == [1, 0]
    flagged = PredictionsAndTarget().variables([x], PLAIN_CALL.with_aspect("truth", "bool"))["target"]
    assert flagged.tolist() == [True, False]
    with pytest.raises(Inexpressible):
        PredictionsAndTarget().variables([Judged.of([1], missing=[1])], PLAIN_CALL)

    several = PredictionsOfQueries().variables([x], PLAIN_CALL.with_company(Judged.of([0, 0, 1])))
    assert several["indexes"].tolist() == [0, 0, 1, 1, 1]
    assert several["target"].tolist() == [1, 0, 0, 0, 1]

    a, b = weak_order.convert([1, [2, 3]]), weak_order.convert([3, 2, 1])
    pair = TwoTensors().variables([a, b], PLAIN_CALL)
    assert pair["target"].tolist() == [1, 2, 2] and pair["preds"].tolist() == [3, 2, 1]


def test_scores_that_single_precision_cannot_hold_are_doubles_and_say_so():
    torch = pytest.importorskip("torch")
    from axiomatrix.libraries.shapes.tensors import PredictionsAndTarget

    x = Scored.of([1, 0], scores=[2**24 + 1, 2**24])
    assert PredictionsAndTarget().variables([x], PLAIN_CALL)["preds"].dtype == torch.float64
    with pytest.raises(Inexpressible):
        PredictionsAndTarget().variables([x], PLAIN_CALL.with_aspect("scores", "float32"))


# --- what is published ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_snippets_need_only_the_library_and_print_the_value(name):
    if name in MISSING:
        pytest.skip(f"{name} is not installed")
    made = rows([name])
    for metric in (made[0], made[-1]):
        values, given = next((v, g) for v, g in instances(metric, 4) if len(v[0]) > 2 and answered(metric, v, g))
        variables = metric.implementation.variables(values, given, PLAIN_CALL)
        text = metric.implementation.snippet(variables)
        assert "axiomatrix" not in text
        run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=300)
        assert run.returncode == 0, (text, run.stderr)
        printed = float(run.stdout.strip().removeprefix("tensor(").rstrip(")"))
        assert abs(printed - answered(metric, values, given)) < 1e-3, text  # torch prints four digits


def test_no_adapter_imports_its_library_before_a_call():
    text = """
import sys
from axiomatrix.libraries import LIBRARIES, load
there = [name for name in ("scipy", "sklearn", "torchmetrics", "pymcdm") if LIBRARIES[name].is_installed]
before = set(sys.modules)
load(there)
new = set(sys.modules) - before
print(sorted(new & {"scipy.stats", "sklearn", "torch", "torchmetrics", "pymcdm"}))
"""
    run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=300)
    assert run.stdout.strip() == "[]", run.stderr


@pytest.mark.skipif(not THERE, reason="no library is installed")
def test_every_claim_and_every_row_has_its_page():
    registry = load(THERE)
    pages = {}
    for source in registry.sources.values():
        if isinstance(source, Documentation):
            pages |= source.pages
    assert all(page.startswith("https://") for page in pages.values())
    for metric in rows():
        assert metric.implementation.page.startswith("https://")
        assert all(claim.source.id in pages for claim in metric.claims)
