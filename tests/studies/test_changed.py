"""``axiomatrix diff``: a planted change for each group, the order of evidence, the renderings, the exit status."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from changed_cells import (
    CERTIFIED,
    ERROR,
    EXHAUSTED,
    IN_VAIN,
    NOT_APPLICABLE,
    PROOF,
    PROVED,
    REFUTED,
    ROUNDING,
    SEARCHED,
    SHOWN,
    TIMEOUT,
    UNDECIDED,
    VACUOUS,
    cell,
    certified_to,
    drawn,
    enumerated,
    matrix,
    row,
    rows_of,
    witness,
)
from msgspec.structs import replace

from axiomatrix import Matrix
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import Evidence, Extreme
from axiomatrix.evidence.judgement import NOT_FOUND_AGAIN, judge_change
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.status import strength_of
from axiomatrix.evidence.values import End, Stretch, ValuesNote
from axiomatrix.evidence.verdict import FAULTS, Verdict
from axiomatrix.report.subjects.changes import document
from axiomatrix.studies.changed import changes_between

# --- groups ----------------------------------------------------------------------------------------------------

HOLDS, FAILS, CONJECTURED, NOBODY = ("holds",), ("fails",), ("conjectured",), ()


@pytest.mark.parametrize(
    ("before", "after", "claims", "group"),
    [
        # what stood is refuted
        (SEARCHED, REFUTED, HOLDS, "worse"),
        (EXHAUSTED, REFUTED, NOBODY, "worse"),
        (PROVED, REFUTED, NOBODY, "worse"),
        (SEARCHED, REFUTED, FAILS, "better"),
        (SEARCHED, REFUTED, CONJECTURED, "stronger"),
        (UNDECIDED, REFUTED, HOLDS, "worse"),
        (UNDECIDED, REFUTED, NOBODY, "stronger"),
        # what was refuted stands, and the metric was edited
        (REFUTED, SEARCHED, HOLDS, "better"),
        (REFUTED, EXHAUSTED, NOBODY, "better"),
        (REFUTED, EXHAUSTED, FAILS, "worse"),
        (REFUTED, PROVED, FAILS, "worse"),  # and broken
        (REFUTED, EXHAUSTED, CONJECTURED, "other"),
        (REFUTED, UNDECIDED, HOLDS, "weaker"),
        (REFUTED, UNDECIDED, FAILS, "worse"),
        (REFUTED, VACUOUS, NOBODY, "weaker"),
        # instances that should be there
        (IN_VAIN, SHOWN, HOLDS, "better"),
        (IN_VAIN, SHOWN, NOBODY, "better"),
        (SHOWN, IN_VAIN, HOLDS, "worse"),
        (SHOWN, IN_VAIN, NOBODY, "worse"),
        # faults
        (EXHAUSTED, ERROR, HOLDS, "worse"),
        (EXHAUSTED, ERROR, NOBODY, "worse"),
        (REFUTED, TIMEOUT, HOLDS, "worse"),
        (VACUOUS, ERROR, NOBODY, "worse"),
        (NOT_APPLICABLE, ERROR, NOBODY, "worse"),
        (ERROR, EXHAUSTED, HOLDS, "better"),
        (ERROR, REFUTED, NOBODY, "better"),
        (ERROR, REFUTED, HOLDS, "worse"),
        (ERROR, TIMEOUT, HOLDS, "other"),
        (ERROR, VACUOUS, HOLDS, "better"),
        (ERROR, replace(ERROR, reason="mine raised another"), NOBODY, "other"),
        # nothing known
        (EXHAUSTED, VACUOUS, HOLDS, "worse"),
        (EXHAUSTED, ROUNDING, HOLDS, "worse"),
        (EXHAUSTED, ROUNDING, NOBODY, "weaker"),
        (UNDECIDED, EXHAUSTED, HOLDS, "better"),
        (UNDECIDED, EXHAUSTED, NOBODY, "stronger"),
        (UNDECIDED, VACUOUS, HOLDS, "other"),
        (NOT_APPLICABLE, EXHAUSTED, NOBODY, "other"),
        (EXHAUSTED, NOT_APPLICABLE, NOBODY, "other"),
        (EXHAUSTED, NOT_APPLICABLE, HOLDS, "worse"),
        # the same on other evidence
        (SEARCHED, EXHAUSTED, HOLDS, "stronger"),
        (EXHAUSTED, CERTIFIED, NOBODY, "stronger"),
        (CERTIFIED, PROVED, CONJECTURED, "stronger"),
        (PROVED, CERTIFIED, HOLDS, "weaker"),
        (EXHAUSTED, SEARCHED, NOBODY, "weaker"),
        (SEARCHED, CERTIFIED, FAILS, "worse"),  # declared to fail, and certified not to: broken
        (CERTIFIED, SEARCHED, FAILS, "weaker"),
        (REFUTED, Evidence(Verdict.REFUTED, witness=witness(2)), HOLDS, "stronger"),
        (REFUTED, Evidence(Verdict.REFUTED, witness=witness(4)), NOBODY, "weaker"),
        (REFUTED, Evidence(Verdict.REFUTED, witness=witness(smallest=False)), HOLDS, "weaker"),
        (REFUTED, Evidence(Verdict.REFUTED, witness=witness(channel="float")), HOLDS, "weaker"),
        (REFUTED, Evidence(Verdict.REFUTED, witness=witness(instance={"a": [3, 2, 1]})), HOLDS, "other witness"),
        (REFUTED, Evidence(Verdict.REFUTED, witness=replace(witness(), lhs="7")), HOLDS, "other witness"),
        (SHOWN, replace(SHOWN, witness=witness(3, shows="shows"), reach=(enumerated(3),)), HOLDS, "weaker"),
        (PROVED, replace(PROVED, proof=replace(PROOF, id="q")), HOLDS, "other"),
    ],
)
def test_the_group_of_a_change_of_an_edited_metric(before: Any, after: Any, claims: Any, group: str) -> None:
    found = judge_change(cell(before, *claims), cell(after, *claims), edited=True)
    assert found.change == group and found.why, found


@pytest.mark.parametrize("verdict", [v for v in Verdict if v not in FAULTS])
@pytest.mark.parametrize("fault", FAULTS)
def test_from_any_verdict_to_a_fault_is_worse(verdict: Any, fault: Any) -> None:
    for claims in (HOLDS, FAILS, CONJECTURED, NOBODY):
        before = Evidence(verdict, witness=witness() if verdict == "refuted" else None)
        found = judge_change(cell(before, *claims), cell(Evidence(fault), *claims), edited=False)
        assert found.change == "worse"


@pytest.mark.parametrize("after", [SEARCHED, replace(EXHAUSTED, reach=(enumerated(2),)), IN_VAIN])
@pytest.mark.parametrize("claims", [HOLDS, FAILS, CONJECTURED, NOBODY])
def test_an_instance_that_is_not_found_again_is_no_progress_unless_the_metric_was_edited(
    after: Evidence, claims: Any
) -> None:
    found = judge_change(cell(REFUTED, *claims), cell(after, *claims), edited=False)
    assert found == ("weaker", NOT_FOUND_AGAIN)


def test_an_instance_is_gone_where_the_metric_that_is_compared_with_was_edited() -> None:
    def run(evidence: Evidence, digest: str) -> Matrix:
        bound = cell(evidence, "holds", axiom="lower-bound", other="o", factor=1)
        return Matrix([row(), row("o[le]", digest)], [], [bound], "quick", 0)

    for digest, group in (("1", "weaker"), ("2", "better")):
        assert [one.group for one in changes_between(run(REFUTED, "1"), run(SEARCHED, digest)).changes] == [group]


def test_a_fault_that_is_gone_is_not_said_to_be_decided() -> None:
    found = judge_change(cell(ERROR, "holds"), cell(UNDECIDED, "holds"), edited=True)
    assert found == ("better", "no longer at fault (error before)")


def test_that_it_fails_for_other_values_is_a_change() -> None:
    one, two = (Stretch(None, End(text, text)) for text in "12")
    before, after = (cell(replace(REFUTED, values=ValuesNote("k", 3, two, (held,), ()))) for held in (one, two))
    for pair in ((before, after), (before, cell(REFUTED)), (cell(REFUTED), before)):
        assert judge_change(*pair, edited=False) == ("other", "other values of the parameter")
    assert judge_change(before, before, edited=False).change == "same"


@pytest.mark.parametrize("after", [EXHAUSTED, CERTIFIED, PROVED])
def test_an_instance_whose_size_is_decided_now_is_gone_even_so(after: Evidence) -> None:
    found = judge_change(cell(REFUTED, "holds"), cell(after, "holds"), edited=False)
    assert found.change == "better"
    sampled = cell(Evidence(Verdict.REFUTED, witness=witness(smallest=False)), "holds")
    if after is EXHAUSTED:  # a list that was drawn may lie outside what is enumerated
        assert judge_change(sampled, cell(after, "holds"), edited=False) == ("weaker", NOT_FOUND_AGAIN)


@pytest.mark.parametrize(
    "evidence", [SEARCHED, EXHAUSTED, CERTIFIED, PROVED, REFUTED, SHOWN, UNDECIDED, ERROR, NOT_APPLICABLE], ids=repr
)
def test_nothing_of_substance_is_no_change(evidence: Evidence) -> None:
    other = replace(evidence, seed=5, reach=tuple(replace(r, discarded=9, stop="other") for r in evidence.reach))
    for edited in (True, False):
        assert judge_change(cell(evidence, "holds"), cell(other, "holds"), edited=edited).change == "same"


def test_claims_that_come_and_go() -> None:
    bare, declared = cell(EXHAUSTED), cell(EXHAUSTED, "holds")
    assert judge_change(bare, declared, edited=True) == ("other", "a claim was added")
    assert judge_change(cell(EXHAUSTED, "conjectured"), bare, edited=True) == ("other", "a claim was withdrawn")
    assert judge_change(cell(EXHAUSTED, "conjectured"), declared, edited=True) == ("other", "a claim was changed")
    broken = judge_change(cell(REFUTED), cell(REFUTED, "holds"), edited=True)
    assert broken == ("worse", "a broken claim was added")


@pytest.mark.parametrize("evidence", [EXHAUSTED, REFUTED, PROVED, UNDECIDED, IN_VAIN])
@pytest.mark.parametrize("after", [FAILS, CONJECTURED, NOBODY])
def test_a_statement_that_was_declared_to_hold_and_no_longer_is_is_worse(evidence: Evidence, after: Any) -> None:
    found = judge_change(cell(evidence, "holds"), cell(evidence, *after), edited=True)
    assert found.change == "worse" and "declared to hold before" in found.why
    two_sources = judge_change(cell(evidence, "holds", "fails"), cell(evidence, "holds"), edited=True)
    assert two_sources.change != "better"


@pytest.mark.parametrize("before", [EXHAUSTED, PROVED, SEARCHED, UNDECIDED, VACUOUS])
@pytest.mark.parametrize("declared", [HOLDS, NOBODY])
def test_a_claim_that_is_moved_to_fails_hides_no_refutation(before: Evidence, declared: Any) -> None:
    """Who breaks a metric and declares that it fails has made nothing better."""
    found = judge_change(cell(before, *declared), cell(REFUTED, "fails"), edited=True)
    assert found.change in (("worse",) if declared or before not in (UNDECIDED, VACUOUS) else ("stronger", "better"))


def test_best_constants() -> None:
    def bounded(value: str, sense: Any = "sup") -> Cell:
        return cell(replace(SEARCHED, extreme=Extreme(sense, value, witness(shows="attains"))))

    group = lambda *pair, edited=False: judge_change(*pair, edited=edited).change  # noqa: E731  # short
    assert group(bounded("3/2"), bounded("2")) == "stronger"
    assert group(bounded("sqrt(2)"), bounded("7/5")) == "weaker"
    assert group(bounded("3/2", "inf"), bounded("2", "inf")) == "weaker"
    assert group(bounded("3/2"), bounded("2"), edited=True) == "other"  # another metric has another constant
    assert group(bounded("3/2"), bounded("junk")) == "other"
    assert group(cell(SEARCHED), bounded("2")) == "stronger" and group(bounded("2"), cell(SEARCHED)) == "weaker"
    assert group(bounded("2"), bounded("2")) == "same"
    assert group(bounded("2"), bounded("4/2")) == "other"  # written otherwise


# --- the order of evidence -------------------------------------------------------------------------------------


def test_evidence_for_what_stands_is_ordered_as_it_is_said() -> None:
    ascending = [
        Evidence(Verdict.SEARCHED, reach=(drawn(100, 6, undecided=2),)),
        Evidence(Verdict.SEARCHED, reach=(drawn(100, 6),)),
        Evidence(Verdict.SEARCHED, reach=(drawn(100, 8),)),
        Evidence(Verdict.SEARCHED, reach=(drawn(2000, 8),)),
        Evidence(Verdict.SEARCHED, reach=(enumerated(3, grid=True, cases=3), drawn(100, 8))),
        Evidence(Verdict.SEARCHED, reach=(enumerated(3, grid=True), drawn(100, 8))),
        Evidence(Verdict.SEARCHED, reach=(enumerated(4, grid=True),)),
        Evidence(Verdict.EXHAUSTED, reach=(enumerated(2),)),
        Evidence(Verdict.EXHAUSTED, reach=(enumerated(2), drawn(100))),
        Evidence(Verdict.EXHAUSTED, reach=(enumerated(5),)),
        Evidence(Verdict.EXHAUSTED, reach=(enumerated(6),)),
        Evidence(Verdict.CERTIFIED, reach=(enumerated(3, grid=True), certified_to(2))),
        Evidence(Verdict.CERTIFIED, reach=(enumerated(4, grid=True), certified_to(2))),
        Evidence(Verdict.CERTIFIED, reach=(enumerated(3, grid=True), certified_to(3))),
        Evidence(Verdict.PROVED, proof=PROOF, reach=(Reach("proof", 1, 3, 2),)),
        Evidence(Verdict.PROVED, proof=PROOF, reach=(Reach("proof", 1, 4, 2),)),
    ]
    for weak, strong in pairwise(ascending):
        assert strength_of(weak) < strength_of(strong), (weak, strong)
        assert judge_change(cell(weak), cell(strong), edited=False) == ("stronger", "stronger evidence")
        assert judge_change(cell(strong), cell(weak), edited=True) == ("weaker", "weaker evidence")


def test_more_cases_make_nothing_more_refuted() -> None:
    more = replace(REFUTED, reach=(enumerated(6), drawn(10_000)))
    assert strength_of(more) == strength_of(REFUTED)
    assert judge_change(cell(REFUTED), cell(more), edited=False).change == "same"


@pytest.mark.parametrize(("evidence", "n"), [(SEARCHED, 0), (SHOWN, 0), (EXHAUSTED, 5), (CERTIFIED, 3), (PROVED, 1000)])
def test_a_counterexample_is_gone_up_to_the_size_that_is_decided(evidence: Evidence, n: int) -> None:
    for size, group in ((max(n, 1), "better" if n else "weaker"), (n + 1, "better" if n == 1000 else "weaker")):
        old = cell(Evidence(Verdict.REFUTED, witness=witness(size)))
        assert judge_change(old, cell(evidence), edited=False).change == group


# --- metrics under another name --------------------------------------------------------------------------------


def named(name: str, *cells: Cell, formula: str = "m(a, b) = 1", code: str = "", digest: str = "2") -> Matrix:
    one = replace(row(name, digest), formula=formula, code=code)
    return Matrix([one], [], [replace(cell, metric=name) for cell in cells], "quick", 0)


def test_a_metric_that_is_gone_fails() -> None:
    both = Matrix([row("m"), row("o")], [], [cell(EXHAUSTED, "holds"), cell(EXHAUSTED, metric="o")], "quick", 0)
    found = changes_between(both, matrix(cell(EXHAUSTED, metric="o")))
    assert [(change.group, change.metric) for change in found.changes] == [("gone", "m")]
    assert found.exit_code("worse") == 1


def test_a_metric_that_is_renamed_and_broken_is_compared_under_its_new_name() -> None:
    old = named("m", cell(EXHAUSTED, "holds"), code="def m(a, b):\n    return 1")
    new = named("k", cell(REFUTED, "holds"), code="def k(a, b):\n    return a[1]")
    found = changes_between(old, new)
    assert [(change.group, change.metric, change.was) for change in found.changes] == [
        ("renamed", "k", "m"),
        ("worse", "k", ""),
    ]
    assert found.exit_code("worse") == 1
    assert [row[:4] for row in rows_of(document(found))["Renamed: 1"]] == [("k", "", "m", "")]


def test_a_renamed_metric_with_the_same_code_is_found_though_its_claims_were_moved() -> None:
    old = named("m[le]", cell(EXHAUSTED, "holds"), code="def m(a, b):\n    return 1")
    new = named("k[le]", cell(EXHAUSTED, "fails"), code="def k(a, b):\n    return 1", formula="another")
    assert [(change.group, change.metric) for change in changes_between(old, new).changes] == [
        ("renamed", "k[le]"),
        ("worse", "k[le]"),
    ]


def test_another_formula_or_variant_is_another_metric() -> None:
    old = named("m[le]", cell(EXHAUSTED, "holds"))
    others = (
        named("k[le]", cell(EXHAUSTED, "holds"), formula="another"),
        named("k[lt]", cell(EXHAUSTED, "holds")),
        named("k[le]", cell(EXHAUSTED, "fails")),
    )
    for new in others:
        groups = {change.group for change in changes_between(old, new).changes}
        assert groups == {"gone", "new"}
        assert changes_between(old, new).exit_code("worse") == 1


def test_a_statement_about_a_renamed_metric_is_the_same_statement() -> None:
    bound = cell(EXHAUSTED, "holds", metric="o", axiom="upper-bound", other="m", factor=2)

    def both(name: str) -> Matrix:
        about = replace(bound, arguments={"other": name, "factor": 2})
        named_row = replace(row(name), formula="f")
        return Matrix([named_row, row("o")], [], [cell(EXHAUSTED, metric=name), about], "quick", 0)

    assert [change.group for change in changes_between(both("m"), both("k")).changes] == ["renamed"]


def test_an_example_that_is_not_found_again_is_called_an_example() -> None:
    judgement = judge_change(cell(SHOWN), cell(IN_VAIN), edited=False)
    assert judgement.change == "weaker" and "the example was not found again" in judgement.why
