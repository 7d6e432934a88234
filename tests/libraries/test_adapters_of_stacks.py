"""The adapters of the libraries of stacks that train, recommend and retrieve: definitions are what they compute."""

from functools import partial

import pytest
from library_values import assert_rows_exist, compare_with_definition, rows_of

from axiomatrix.engine.row import inapplicable_cells
from axiomatrix.libraries import LIBRARIES, build_registry
from axiomatrix.libraries import list_definitions as formulas
from axiomatrix.libraries.call_variants import CHOICES, PLAIN_CALL
from axiomatrix.libraries.list_definitions import complete_definition, precision_of_first_r, restrict_definition
from axiomatrix.libraries.shapes import Inexpressible
from axiomatrix.libraries.shapes.dictionaries import RatingTables
from axiomatrix.libraries.shapes.scored import NumberedItems
from axiomatrix.libraries.shapes.tensors import PredictionsAndClass, PredictionsByRow
from axiomatrix.numbers.exact import Undefined, Whole, fraction, rational
from axiomatrix.values.judged import Judged

NAMES = (
    "pandas",
    "llama-index",
    "haystack",
    "lightgbm",
    "xgboost",
    "ignite",
    "torcheval",
    "recommenders",
    "implicit",
    "sentence-transformers",
    "mteb",
    "ragas",
    "trulens",
)
THERE = [name for name in NAMES if LIBRARIES[name].is_installed]
MISSING = set(NAMES) - set(THERE)

MAY_DEVIATE = {
    "llama-index.MRR[granular]": "divides by the relevant documents retrieved, not by all relevant ones",
    "llama-index.NDCG": "the ideal list is not cut at the number of documents retrieved",
    "implicit.precision_at_k": "divides by min(k, relevant items), not by k",
    "ragas.NonLLMContextPrecisionWithReference": "1e-10 is added to the denominator",
    "recommenders.r_precision_at_k": "divides by R where fewer than R items are looked at",
    "trulens.precision_at_k": "divides by the length of a list shorter than k",
    "xgboost.pre": "divides by the length of a list shorter than k",
}
"""Rows that are known to answer something else than their documentation says, and what they do."""
MAY_REFUSE = {
    "ignite.HitRate": "a cut-off beyond the number of items is refused",
    "implicit.precision_at_k": "a division by zero where nothing is relevant, or everything",
    "implicit.ndcg_at_k": "a division by zero where everything is relevant",
    "recommenders.r_precision_at_k": "nan where items are hit below rank R alone",
}
"""Rows that have no value somewhere although the documented formula has one, and where."""


rows = partial(rows_of, THERE)


@pytest.mark.parametrize(
    ("library", "axiom", "is_asked"),
    [
        ("implicit", "duplicate-item-keeps-range", False),  # its lists are those of a recommender
        ("llama-index", "duplicate-item-keeps-range", True),
        ("xgboost", "scores-equal-in-float32", False),  # its scores are predictions in single precision
        ("xgboost", "huge-and-tiny-scores", False),
        ("lightgbm", "scores-equal-in-float32", True),
        ("lightgbm", "huge-and-tiny-scores", True),
    ],
)
def test_an_axiom_is_asked_where_the_caller_chooses_what_it_is_about(library: str, axiom: str, is_asked: bool) -> None:
    registry = build_registry(LIBRARIES[library].module)
    rows = [metric for metric in registry.metrics.values() if metric.implementation]
    outside = [{cell.axiom for cell in inapplicable_cells(metric, registry)} for metric in rows]
    assert rows and not any("answers-one-item" in axioms for axioms in outside)
    assert any(axiom not in axioms for axioms in outside) == is_asked


def test_sentence_transformers_is_asked_for_each_cut_off_once() -> None:
    class SumsOverCutOffs:
        """Answers 1 for each time that a cut-off is asked for."""

        queries_ids = ("q1",)

        def __init__(self, *_, mrr_at_k, **__):
            self.cut_offs = mrr_at_k

        def compute_metrics(self, _):
            return {"mrr@k": {at: self.cut_offs.count(at) for at in self.cut_offs}}

    registry = build_registry(LIBRARIES["sentence-transformers"].module)
    row = registry.metric("sentence-transformers.InformationRetrievalEvaluator[mrr]").implementation
    for before, after in (([], []), ([1, 10], []), ([], [10, 1]), ([1], [10])):
        assert row.function(SumsOverCutOffs, {"q1": {}}, {"q1": {}}, before, after, 10) == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_definition_is_what_the_library_computes_without_ties_of_scores(name):
    if name in MISSING:
        pytest.skip(f"{name} is not installed")
    for metric in rows([name]):
        if metric.implementation.definition is None:
            continue
        did = compare_with_definition(metric, 3, MAY_DEVIATE, MAY_REFUSE, skips_inexpressible=True)
        assert did == (metric.name in MAY_DEVIATE, metric.name in MAY_REFUSE), metric.name


@pytest.mark.skipif(not THERE, reason="no library is installed")
def test_explained_deviations_and_refusals_name_rows_that_there_are():
    assert_rows_exist((*MAY_DEVIATE, *MAY_REFUSE), rows(), MISSING)


def test_ignite_answers_in_the_order_of_its_sorted_cut_offs():
    class SortedCutOffs:
        """Answers a tenth of each cut-off, in the documented order: that of the sorted cut-offs."""

        def __init__(self, top_k, **_):
            self.top_k = sorted(top_k)

        def update(self, output):
            pass

        def compute(self):
            return [at / 10 for at in self.top_k]

    registry = build_registry(LIBRARIES["ignite"].module)
    rows = [metric.implementation for metric in registry.metrics.values() if metric.implementation]
    cut = [row for row in rows if "before" in row.shape.variable_names]
    assert len(cut) == 3
    for row in cut:
        for before, after in (([], []), ([1], []), ([], [1]), ([3], [1])):
            assert row.function(SortedCutOffs, None, None, before, after, 2) == 0.2, row.row


@pytest.mark.skipif(not THERE, reason="no library is installed")
def test_a_cut_off_has_its_value_beside_others_in_any_order():
    asked = set()
    for metric in rows():
        others = getattr(metric.implementation.shape, "further_measures", ())
        if "k" in metric.parameters and others and all(isinstance(other, int) for other in others):
            asked.add(metric.implementation.library.id)
            values, given = [Judged.of([0, 1])], {"k": Whole(2)}
            alone = metric.implementation.value(values, given)
            for measures in CHOICES["measures"]:
                among = metric.implementation.value(values, given, PLAIN_CALL.with_aspect("measures", measures))
                assert among == alone, (metric.name, measures)
    assert asked == {"ignite", "lightgbm", "sentence-transformers", "xgboost"} & set(THERE)


# --- what they take -------------------------------------------------------------------------------------------


def test_ratings_are_tables_of_all_users_and_predictions_of_what_is_listed():
    x, other = Judged.of([1, 0], missing=[2]), Judged.of([0])
    made = RatingTables().variables([x], PLAIN_CALL.with_company(other))
    assert made["rating_true"] == {
        "userID": ["q1", "q1", "q1", "q2"],
        "itemID": ["d1", "d2", "d3", "d1"],
        "rating": [1, 0, 2, 0],
    }
    assert made["rating_pred"] == {
        "userID": ["q1", "q1", "q2"],
        "itemID": ["d1", "d2", "d1"],
        "prediction": [2.0, 1.0, 1.0],
    }
    with pytest.raises(Inexpressible, match="without rows"):
        RatingTables().variables([Judged.of([], missing=[1])], PLAIN_CALL)


def test_numbered_items_are_the_columns_of_a_matrix():
    made = NumberedItems().variables([Judged.of([0, 1], missing=[1])], PLAIN_CALL)
    assert made == {"items": [[0, 1]], "relevant": [[1, 2]]}
    assert not NumberedItems().can_express("names", "long")


def test_one_class_is_right_and_rows_have_one_length():
    torch = pytest.importorskip("torch")
    made = PredictionsAndClass().variables([Judged.of([0, 1, 0])], PLAIN_CALL)
    assert torch.equal(made["preds"], torch.tensor([[3.0, 2.0, 1.0]]))
    assert torch.equal(made["target"], torch.tensor([1]))
    with pytest.raises(Inexpressible):
        PredictionsAndClass().variables([Judged.of([1, 1])], PLAIN_CALL)
    rows = PredictionsByRow().variables([Judged.of([0, 1])], PLAIN_CALL.with_company(Judged.of([1, 0])))
    assert torch.equal(rows["target"], torch.tensor([[0, 1], [1, 0]]))
    with pytest.raises(Inexpressible):
        PredictionsByRow().variables([Judged.of([0, 1])], PLAIN_CALL.with_company(Judged.of([1])))


def test_definitions_are_amended_at_the_edge_alone():
    limited = restrict_definition("precision-at", lambda x: x.R, "nothing is relevant")
    assert limited(Judged.of([1, 0]), k=Whole(2)) == rational(1, 2)
    with pytest.raises(Undefined, match="nothing is relevant"):
        limited(Judged.of([0]), k=Whole(1))
    extended = complete_definition("ndcg[linear]", 1)
    assert extended(Judged.of([0]), k=Whole(1)) == 1
    assert extended(Judged.of([1]), k=Whole(1)) == 1
    assert vars(extended)["computes"] == "ndcg[linear]"


def test_precision_at_r_looks_at_no_more_than_k_items():
    assert precision_of_first_r(Judged.of([1, 0], missing=[1, 1]), Whole(1)) == 1
    assert precision_of_first_r(Judged.of([1, 0, 1]), Whole(3)) == rational(1, 2)


# --- the formulas that the catalogue does not have ------------------------------------------------------------


def test_formulas_of_what_is_retrieved_have_the_values_worked_out_by_hand():
    x = Judged.of([1, 0, 1], missing=[1])
    assert formulas.hit(x) == 1
    assert fraction(formulas.precision(x)) == fraction(formulas.recall(x)) == fraction(2) / 3
    assert fraction(formulas.reciprocal_ranks(x)) == (1 + fraction(1) / 3) / 3
    assert fraction(formulas.precision_of_hits(x)) == (1 + fraction(2) / 3) / 2
    assert float(formulas.ndcg_at_length(x)) == pytest.approx(1.5 / (1.5 + 0.6309297535714575))
    assert formulas.ndcg_at_length(Judged.of([1], missing=[1])) == 1
    assert float(formulas.ndcg_of_whole_ideal(Judged.of([1], missing=[1]))) == pytest.approx(1 / 1.6309297535714575)


def test_formulas_of_what_is_retrieved_are_undefined_where_they_divide_by_zero():
    for formula, x in (
        (formulas.precision, Judged.of([], missing=[1])),
        (formulas.recall, Judged.of([0])),
        (formulas.reciprocal_ranks, Judged.of([0])),
        (formulas.ndcg_at_length, Judged.of([0])),
    ):
        with pytest.raises(Undefined):
            formula(x)
