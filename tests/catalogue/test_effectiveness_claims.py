"""What the sources say of metrics of judged lists: attached to which rows, and what becomes of it."""

from __future__ import annotations

import pytest

import axiomatrix
from axiomatrix import REGISTRY
from axiomatrix.catalogue.axioms.effectiveness.exchange import prefers_a_later_first_relevant
from axiomatrix.catalogue.sources import documents, papers
from axiomatrix.model.claim import Source, SourceClaim
from axiomatrix.model.registry import Registry, metric
from axiomatrix.spaces import graded_lists

ROWS = [m for m in REGISTRY.metrics.values() if m.family.startswith("effectiveness")]
EXPECTED = {
    ("OV2", "kendall-relevance"): {"prefers-a-later-first-relevant"},
    ("OV3", "precision-at"): {"ignores-order-inside-top", "not:order-inside-top-matters"},
    ("OV4", "recall-at"): {"monotone-in-cut-off"},
    ("OV5", "precision-at"): {"not:monotone-in-cut-off"},
    ("OV6", "recall-at"): {"set-completeness"},
    ("OV7", "average-precision[R]"): {"range-zero-one"},
    ("OV7", "average-precision[min-k-R]"): {"range-zero-one"},
    ("OV7", "average-precision[retrieved]"): {"range-zero-one"},
    ("OV8", "ndcg[exponential]"): {"range-zero-one"},
    ("OV8", "ndcg[linear]"): {"range-zero-one"},
    ("OV9", "rbp[gains]"): {"range-zero-one"},
    ("OV9", "rbp[binary]"): {"range-zero-one"},
    ("OV10", "dcg[exponential]"): {
        "gain-doubles(tolerance=2/5, lowest=2)",
        "not:gain-doubles(tolerance=2/5, lowest=1)",
    },
    ("OV11", "average-precision[R]"): {"ignores-levels"},
    ("OV11", "average-precision[min-k-R]"): {"ignores-levels"},
    ("OV11", "average-precision[retrieved]"): {"ignores-levels"},
    ("OV11", "reciprocal-rank"): {"ignores-levels"},
    ("OV11", "ndcg[exponential]"): {"levels-matter"},
    ("OV11", "ndcg[linear]"): {"levels-matter"},
    ("OV11", "rbp[gains]"): {"levels-matter"},
    ("OV11", "err[gains]"): {"levels-matter"},
    ("OV11", "err[graded]"): {"levels-matter"},
    ("CMS1", "dcg[exponential]"): {"binary-special-case(other=dcg[linear])"},
    ("MZ1", "rbp[gains]"): {"binary-special-case(other=rbp[binary])"},
    ("TN4", "ndcg[base]"): {"ideal-is-one"},
    ("TN4", "ndcg[half-life]"): {"ideal-is-one"},
    ("TN8", "rank-effectiveness"): {"range-zero-one", "ideal-is-one", "id-invariance"},
    ("SQ1", "q-measure"): {"range-zero-one", "ideal-is-one"},
    ("GA1", "graded-average-precision"): {"range-zero-one", "ideal-is-one"},
    ("GA2", "graded-average-precision"): {"binary-special-case(other=average-precision[whole])"},
}


def test_every_claim_of_the_two_sources_is_there_and_numbered():
    assert list(documents.OV.claims) == [f"OV{k}" for k in range(1, 14)]
    assert list(documents.TN.claims) == [f"TN{k}" for k in range(1, 9)]
    assert all(c.wording and c.formalised for s in (documents.OV, documents.TN) for c in s.claims.values())


def test_a_claim_has_the_name_that_its_module_gives_it():
    for module in (documents, papers):
        named = {name: value.id for name, value in vars(module).items() if isinstance(value, SourceClaim)}
        registered = [value for value in vars(module).values() if isinstance(value, Source)]
        assert named == {id: id for source in registered for id in source.claims}
        assert all(vars(module)[source.id] is source for source in registered)


def test_the_claims_are_attached_to_these_rows():
    attached = {(c.source.id, row.name) for row in ROWS for c in row.claims if c.source.id not in ("VH1", "declared")}
    assert attached == set(EXPECTED)


def test_a_source_says_of_ov10_that_it_holds_and_of_ov5_that_it_fails():
    statuses = {(c.source.id, c.statement.axiom.id): c.status for row in ROWS for c in row.claims}
    assert statuses["OV10", "gain-doubles"] == "holds"
    assert statuses["OV5", "monotone-in-cut-off"] == "fails"
    assert statuses["OV3", "order-inside-top-matters"] == "fails"
    assert statuses["OV3", "ignores-order-inside-top"] == "holds"


@pytest.mark.parametrize(("claim", "name"), EXPECTED, ids=lambda part: part)
def test_what_becomes_of_the_claim(claim, name):
    row = REGISTRY.metric(name)
    statements = [c.statement for c in row.claims if c.source.id == claim]
    matrix = axiomatrix.check(name, axioms=sorted({s.axiom.id for s in statements}), profile="quick")
    found = []
    for statement in statements:
        evidence = matrix.cell(name, statement.axiom.id, **dict(statement.arguments)).evidence
        assert evidence.verdict in ("proved", "exhausted", "searched", "refuted")
        exists = statement.axiom.quantifier == "there is"
        fails = evidence.verdict != "proved" if exists else evidence.verdict == "refuted"
        found.append(("not:" if fails else "") + statement.id)
    assert sorted(found) == sorted(EXPECTED[claim, name])


def test_ov10_is_refuted_by_grade_1_to_2():
    matrix = axiomatrix.check("dcg[exponential]", axioms=["gain-doubles"], profile="quick")
    witness = matrix.cell("dcg[exponential]", "gain-doubles", tolerance="2/5", lowest=1).evidence.witness
    assert witness.n == 1 and witness.instance["x"] == {"grades": ["1"], "missing": []}


# --- the axiom of OV2: a satisfier and a violator -------------------------------------------------------------


def evidence(definition):
    registry = Registry(REGISTRY)
    metric("mine", kind="loss", arguments={"x": graded_lists()}, registry=registry)(definition)
    return (
        axiomatrix.check("mine", axioms=["prefers-a-later-first-relevant"], profile="quick", registry=registry)
        .cell("mine", "prefers-a-later-first-relevant")
        .evidence
    )


def test_the_first_relevant_rank_never_prefers_a_later_one():
    def first(x):
        """the rank of the first relevant item, n + 1 without one"""
        return next((i for i in x.ranks() if x[i] > 0), x.n + 1)

    found = evidence(first)
    assert found.verdict == "exhausted" and found.witness is None


def test_inversions_prefer_a_later_first_relevant_item_from_four_items_on():
    found = axiomatrix.check("kendall-relevance", axioms=["prefers-a-later-first-relevant"], profile="quick")
    witness = found.cell("kendall-relevance", "prefers-a-later-first-relevant").evidence.witness
    assert (witness.n, witness.smallest, witness.lhs, witness.rhs) == (4, True, "2", "3")
    assert REGISTRY.axioms["prefers-a-later-first-relevant"] is prefers_a_later_first_relevant
