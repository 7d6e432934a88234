"""The adapters of ranx, ir_measures, pytrec_eval, lenskit and rbo: their definitions are what the libraries compute."""

import subprocess
import sys
from fractions import Fraction
from functools import partial
from itertools import product

import pytest
from library_values import answered, assert_rows_exist, close, compare_with_definition, instances, rows_of

from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.instance import Definitions
from axiomatrix.libraries import LIBRARIES, Documentation, load
from axiomatrix.libraries import list_definitions as formulas
from axiomatrix.libraries.call_variants import CHOICES, PLAIN_CALL
from axiomatrix.libraries.pair_definitions import rbo_extrapolated_at_the_shorter
from axiomatrix.libraries.ranx import SHORT_NAMING_SCHEMES
from axiomatrix.libraries.shapes import Inexpressible
from axiomatrix.libraries.shapes.dictionaries import MeanOverQueries, OneQuery, QrelsAndRun
from axiomatrix.libraries.shapes.scored import RatedItems, RecommendedItems
from axiomatrix.model.metric import BoundMetric
from axiomatrix.numbers.exact import Undefined, Whole, fraction, rational
from axiomatrix.spaces import graded_lists, weak_order
from axiomatrix.values.judged import Judged
from axiomatrix.values.orders import TopList
from axiomatrix.values.scored import Scored

NAMES = ("ranx", "ir-measures", "pytrec-eval", "lenskit", "rbo")
THERE = [name for name in NAMES if LIBRARIES[name].is_installed]
MISSING = set(NAMES) - set(THERE)

MAY_DEVIATE = {
    "ranx.bpref": "divides by min(R, N) where the page divides by R",
    "ranx.rbp": "multiplies with the grade where the page has 0 or 1",
    "ir-measures.AP": "divides by all relevant documents where the page takes the mean over those returned",
    "ir-measures.Judged": "divides by the length of a list shorter than k, and P@k by k",
    "lenskit.AveragePrecision": "divides by min(R, length) where the page takes the mean over the items listed",
}
"""Rows that are known to answer something else than their documentation says, and what they do."""
MAY_REFUSE = {
    "ranx.bpref": "nan where nothing is judged nonrelevant",
    "lenskit.Hit": "nan where nothing is relevant",
    "lenskit.RecipRank": "nan where nothing is relevant",
    "lenskit.RBP": "nan where nothing is relevant",
}
"""Rows that have no value somewhere although the documented formula has one, and where."""


rows = partial(rows_of, THERE)


# --- the definitions against the libraries --------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_definition_is_what_the_library_computes_without_ties_of_scores(name):
    if name in MISSING:
        pytest.skip(f"{name} is not installed")
    for metric in rows([name]):
        if metric.implementation.definition is not None:
            compare_with_definition(metric, 2 if metric.kind == "similarity" else 3, MAY_DEVIATE, MAY_REFUSE)


@pytest.mark.skipif("pytrec-eval" in MISSING, reason="pytrec_eval is not installed")
def test_bpref_beside_other_measures_ends_the_process_where_all_grades_are_negative():
    registry = load(["pytrec-eval"])
    axiom = registry.axiom("isolation-of-measures-on-negative-grades")
    at, call_variant = (Scored.of([0], [0]),), PLAIN_CALL.with_aspect("measures", "others")
    sides = {}
    for measure in ("bpref", "recip_rank"):
        row = BoundMetric(
            registry.metric(f"pytrec-eval.{measure}"), {"call_variant": PLAIN_CALL}, Definitions(registry)
        )
        relation = axiom.says(row, at, call_variant)
        sides[measure] = str(relation.lhs), str(relation.rhs)
    assert sides == {"bpref": ("the process is ended by SIGSEGV", "0.0"), "recip_rank": ("0.0", "0.0")}


@pytest.mark.skipif("pytrec-eval" in MISSING, reason="pytrec_eval is not installed")
def test_the_documented_tie_policy_is_what_pytrec_eval_does():
    for metric in rows(["pytrec-eval"]):
        compared = 0
        for order in weak_order.enumerate(3):
            if not order.has_ties:
                continue
            for grades in product((0, 1), repeat=3):
                x = Scored.of(grades, scores=[-int(order[i]) for i in order.items])
                given = {"k": 2} if "k" in metric.parameters else {}
                for call_variant in (
                    PLAIN_CALL,
                    PLAIN_CALL.with_aspect("names", "reversed"),
                    PLAIN_CALL.with_aspect("names", "integers"),
                ):
                    try:
                        exact = float(metric.implementation.exact_value(x, **given, call_variant=call_variant))
                    except Undefined:
                        continue
                    compared += 1
                    assert close(metric, answered(metric, [x], given, call_variant), exact), (
                        metric.name,
                        x,
                        call_variant,
                    )
        assert compared > 10, metric.name


@pytest.mark.skipif(not THERE, reason="no library is installed")
def test_explained_deviations_and_refusals_name_rows_that_there_are():
    assert_rows_exist((*MAY_DEVIATE, *MAY_REFUSE), rows(), MISSING)


@pytest.mark.skipif(not THERE, reason="no library is installed")
def test_a_value_is_of_the_query_asked_for_beside_others_and_other_measures():
    x, other = Judged.of([0, 1]), Judged.of([1, 0])
    for metric in rows():
        made = metric.implementation
        if not made.options.get("per_query") or "company" not in made.shape.aspects:
            continue
        given = {name: {"k": 2, "p": Fraction(1, 2)}[name] for name in ("k", "p") if name in metric.parameters}
        plain = answered(metric, [x], given)
        assert plain is not None, metric.name
        assert answered(metric, [x], given, PLAIN_CALL.with_company(other)) == plain, metric.name
        for value in CHOICES["measures"]:
            if made.shape.can_express("measures", value):
                assert answered(metric, [x], given, PLAIN_CALL.with_aspect("measures", value)) == plain, metric.name


@pytest.mark.skipif("ranx" in MISSING, reason="ranx is not installed")
def test_the_value_of_dictionaries_is_the_mean_over_queries():
    metric = load(THERE).metric("ranx.mrr[dictionaries]")
    assert answered(metric, [Judged.of([0, 1])], {}, PLAIN_CALL.with_company(Judged.of([1, 0]))) == 0.75


# --- the formulas that the catalogue does not have ------------------------------------------------------------


def test_formulas_of_retrieval_agree_with_the_catalogue():
    exact = load_catalogue()
    for n in (1, 2, 3):
        for x in graded_lists(2).enumerate(n):
            for k in map(Whole, range(1, n + 2)):
                assert formulas.precision_of_listed(x, k) == exact.metric("precision-at")(x, k=min(k, x.n))
                assert formulas.judged_at(x, k) == min(k, x.n) / k
                hits = exact.metric("precision-at")(x, k=k) * k
                assert formulas.hits_at(x, k) == hits
                if not x.R:
                    for formula in (formulas.f1_at, formulas.recall_of_possible, formulas.ndcg_of_base_two):
                        with pytest.raises(Undefined):
                            formula(x, k)
                    continue
                assert formulas.recall_of_possible(x, k) * min(k, x.R) == hits
                if hits:
                    assert 2 / formulas.f1_at(x, k) == 1 / exact.metric("precision-at")(x, k=k) + 1 / exact.metric(
                        "recall-at"
                    )(x, k=k)
                    retrieved = exact.metric("average-precision[retrieved]")(x, k=k)
                    assert formulas.mean_precision_at_hits(x, k) == retrieved
                else:
                    with pytest.raises(Undefined):
                        formulas.mean_precision_at_hits(x, k)
            if x.R:
                whole = Whole(len(x) + len(x.missing))
                assert formulas.dcg_of_base_two(x, whole) == exact.metric("dcg[base]")(x, b=2)
                assert formulas.ndcg_of_base_two(x, whole) == exact.metric("ndcg[base]")(x, b=2)


def test_bpref_counts_the_first_r_that_are_not_relevant():
    assert fraction(formulas.bpref_of_first_r(Judged.of([0, 1], missing=[1]))) == Fraction(1, 4)
    assert formulas.bpref_of_first_r(Judged.of([0, 0, 1])) == 0
    assert formulas.bpref_of_first_r(Judged.of([-1, 1])) == 1
    assert fraction(formulas.pairs_in_order(Judged.of([1, 0, 1, 0]))) == Fraction(3, 4)
    with pytest.raises(Undefined):
        formulas.bpref_of_first_r(Judged.of([0]))


def test_overlap_is_extrapolated_from_the_shorter_list():
    exact, p = load_catalogue().metric("rbo[ext-unequal]"), rational(1, 2)
    a, b = TopList.of([1, 2]), TopList.of([3, 2, 1])
    assert rbo_extrapolated_at_the_shorter(a, b, p) == exact(a, TopList.of([3, 2]), p=p)
    assert rbo_extrapolated_at_the_shorter(a, b, p) != exact(a, b, p=p)
    with pytest.raises(Undefined):
        rbo_extrapolated_at_the_shorter(a, TopList.of([]), p)


# --- shapes ---------------------------------------------------------------------------------------------------


def test_other_measures_stand_before_or_after_the_one_asked_for():
    shape, x = QrelsAndRun("map", "mrr"), Judged.of([1, 0], missing=[2])
    made = shape.variables([x], PLAIN_CALL)
    assert list(made) == list(QrelsAndRun.variable_names)
    assert made["qrels"] == {"q1": {"d1": 1, "d2": 0, "d3": 2}}
    assert made["run"] == {"q1": {"d1": 2.0, "d2": 1.0}}
    assert (made["query"], made["before"], made["after"]) == ("q1", [], [])
    assert shape.variables([x], PLAIN_CALL.with_aspect("measures", "others first"))["before"] == ["map", "mrr"]
    assert shape.variables([x], PLAIN_CALL.with_aspect("measures", "others"))["after"] == ["map", "mrr"]


def test_names_that_a_library_compiles_anew_for_are_not_asked():
    assert QrelsAndRun().can_express("names", "long")
    assert not QrelsAndRun(naming_schemes=SHORT_NAMING_SCHEMES).can_express("names", "long")
    assert QrelsAndRun(naming_schemes=SHORT_NAMING_SCHEMES).can_express("query_names", "long")


def test_one_query_and_means_over_queries_take_no_other_measures():
    x, other = Judged.of([1]), Judged.of([0])
    assert not OneQuery().can_express("measures", "others") and not MeanOverQueries().can_express("measures", "others")
    assert list(OneQuery().variables([x], PLAIN_CALL)) == ["qrels", "run", "query"]
    made = MeanOverQueries().variables([x], PLAIN_CALL.with_company(other))
    assert made == {"qrels": {"q1": {"d1": 1}, "q2": {"d1": 0}}, "run": {"q1": {"d1": 1.0}, "q2": {"d1": 1.0}}}


def test_recommended_items_are_in_the_order_of_their_scores():
    x = Scored.of([0, 2, 1], scores=[1, 2, 3], missing=[1])
    made = RatedItems().variables([x], PLAIN_CALL)
    assert made == {"items": ["d3", "d2", "d1"], "relevant": ["d2", "d3", "d4"], "ratings": [2.0, 1.0, 1.0]}
    assert RecommendedItems().variables([x], PLAIN_CALL) == {"items": made["items"], "relevant": made["relevant"]}
    assert RecommendedItems().variables([x], PLAIN_CALL.with_aspect("fault", "empty"))["items"] == []
    assert RecommendedItems().variables([x], PLAIN_CALL.with_aspect("fault", "duplicate item"))["items"] == [
        "d3",
        "d2",
        "d1",
        "d3",
    ]
    assert RatedItems().variables([x], PLAIN_CALL.with_aspect("fault", "nan grade"))["ratings"][:2] == [2.0, 1.0]
    assert not RecommendedItems().can_express("fault", "nan grade")


@pytest.mark.parametrize(
    ("x", "call_variant"),
    [
        (Scored.of([0, 1], scores=[1, 1]), PLAIN_CALL),
        (Judged.of([1]), PLAIN_CALL.with_company(Judged.of([0]))),
        (Judged.of([]), PLAIN_CALL.with_aspect("fault", "duplicate item")),
        (Judged.of([0]), PLAIN_CALL.with_aspect("fault", "nan grade")),
    ],
    ids=["ties", "two lists", "nothing twice", "no rating"],
)
def test_what_a_list_of_items_cannot_say_is_not_said(x, call_variant):
    with pytest.raises(Inexpressible):
        RatedItems().variables([x], call_variant)


# --- what is published ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_snippets_need_only_the_library_and_print_the_value(name):
    if name in MISSING:
        pytest.skip(f"{name} is not installed")
    made = rows([name])
    for metric in (made[0], made[-1]):
        values, given = next((v, g) for v, g in instances(metric, 2) if answered(metric, v, g))
        text = metric.implementation.snippet(metric.implementation.variables(values, given, PLAIN_CALL))
        assert "axiomatrix" not in text
        run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=300)
        assert run.returncode == 0, (text, run.stderr)
        assert close(metric, float(run.stdout), answered(metric, values, given)), text


def test_no_adapter_imports_its_library_before_a_call():
    text = """
import sys
from axiomatrix.libraries import LIBRARIES, load
load([name for name in ("ranx", "ir-measures", "pytrec-eval", "lenskit", "rbo") if LIBRARIES[name].is_installed])
print(sorted({"ranx", "ir_measures", "pytrec_eval", "lenskit", "rbo", "numba", "pandas"} & set(sys.modules)))
"""
    run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=300)
    assert run.stdout.strip() == "[]", run.stderr


@pytest.mark.skipif(not THERE, reason="no library is installed")
def test_every_claim_and_every_row_has_its_page():
    pages = {}
    for source in load(THERE).sources.values():
        if isinstance(source, Documentation):
            pages |= source.pages
    assert all(page.startswith("https://") for page in pages.values())
    for metric in rows():
        assert metric.implementation.page.startswith("https://")
        assert all(claim.source.id in pages for claim in metric.claims)
