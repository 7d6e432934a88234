"""``axiomatrix diff``: a planted change for each group, the order of evidence, the renderings, the exit status."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import Result
from faulty import kendall
from msgspec.structs import replace
from typer.testing import CliRunner
from verdict_words import in_words

import axiomatrix
from axiomatrix import REGISTRY, Matrix, Registry, axioms, inverted_pairs, metric
from axiomatrix.cli.app import app
from axiomatrix.cli.baseline import MAX_COMMENT_BYTES
from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence, Extreme, Witness
from axiomatrix.evidence.judgement import NOT_FOUND_AGAIN, compare
from axiomatrix.evidence.matrix import Row
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.status import strength_of
from axiomatrix.evidence.values import End, Stretch, ValuesNote
from axiomatrix.evidence.verdict import FAULTS, Verdict
from axiomatrix.model.claim import ProofNote
from axiomatrix.report.document import Details, Document, Heading, Table, plain_text, words
from axiomatrix.report.render import markdown, terminal
from axiomatrix.report.subjects.changes import document
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.studies.changed import CHANGES, GROUPS, POLICIES, Changes, changes_between, dumps

HOSTILE = "<script>alert(1)</script>]]>|`x` \x00\x1b[31m\u202e\udc80 @everyone\n" + "y" * 400


def witness(n: int = 3, **more: Any) -> Witness:
    stored: dict[str, Any] = {"instance": {"a": list(range(1, n + 1))}, "parameters": {}, "smallest": True}
    stored |= {"shows": "refutes", "channel": "exact", **more}
    return Witness("m", "symmetry", n=n, lhs="1", op="==", rhs="2", **stored)


def enumerated(n: int, *, grid: bool = False, cases: int = 100) -> Reach:
    return Reach("enumeration", 1, n, cases, grid=grid)


def drawn(cases: int, n: int = 8, undecided: int = 0) -> Reach:
    return Reach("hypothesis", 2, n, cases, undecided=undecided)


def certified_to(n: int) -> Reach:
    return Reach("linear", 1, n, 10)


PROOF = ProofNote("p", "it holds", (), ())
SEARCHED = Evidence(Verdict.SEARCHED, reach=(enumerated(3, grid=True), drawn(100)))
EXHAUSTED = Evidence(Verdict.EXHAUSTED, reach=(enumerated(5), drawn(100)))
CERTIFIED = Evidence(Verdict.CERTIFIED, reach=(enumerated(3, grid=True), certified_to(3)))
PROVED = Evidence(Verdict.PROVED, proof=PROOF, reach=(enumerated(5), Reach("proof", 1, 4, 3)))
REFUTED = Evidence(Verdict.REFUTED, witness=witness())
SHOWN = Evidence(Verdict.PROVED, witness=witness(2, shows="shows"), reach=(enumerated(2),))
IN_VAIN = Evidence(Verdict.SEARCHED, reach=(enumerated(3, grid=True),), sought="an instance")
UNDECIDED = Evidence(Verdict.UNDECIDED, reason="cases")
VACUOUS = Evidence(Verdict.VACUOUS, reason="no case")
ROUNDING = Evidence(Verdict.ROUNDING, witness=witness(shows="rounds", channel="float"))
NOT_APPLICABLE = Evidence(Verdict.NOT_APPLICABLE, reason="it is a score")
ERROR = Evidence(Verdict.ERROR, reason="mine raised")
TIMEOUT = Evidence(Verdict.TIMEOUT, reason="too long")


def cell(evidence: Evidence, *statuses: str, metric: str = "m", axiom: str = "symmetry", **arguments: Any) -> Cell:
    return Cell(
        metric,
        axiom,
        arguments,
        ParameterDomain.OPEN,
        claims=tuple(ClaimNote(s, "A1", "it is so") for s in statuses),
        evidence=evidence,
    )


def row(name: str = "m", digest: str = "1") -> Row:
    return Row(name, "distance", "user", "", {}, True, digest, "rankings")


def matrix(*cells: Cell, digest: str = "1", seed: int = 0, profile: str = "quick", missing: int = 0) -> Matrix:
    rows = [row(name, digest) for name in dict.fromkeys(cell.metric for cell in cells)]
    return Matrix(rows, [], list(cells), profile, seed, missing=missing)


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
    found = compare(cell(before, *claims), cell(after, *claims), edited=True)
    assert found.change == group and found.why, found


@pytest.mark.parametrize("verdict", [v for v in Verdict if v not in FAULTS])
@pytest.mark.parametrize("fault", FAULTS)
def test_from_any_verdict_to_a_fault_is_worse(verdict: Any, fault: Any) -> None:
    for claims in (HOLDS, FAILS, CONJECTURED, NOBODY):
        before = Evidence(verdict, witness=witness() if verdict == "refuted" else None)
        found = compare(cell(before, *claims), cell(Evidence(fault), *claims), edited=False)
        assert found.change == "worse"


@pytest.mark.parametrize("after", [SEARCHED, replace(EXHAUSTED, reach=(enumerated(2),)), IN_VAIN])
@pytest.mark.parametrize("claims", [HOLDS, FAILS, CONJECTURED, NOBODY])
def test_an_instance_that_is_not_found_again_is_no_progress_unless_the_metric_was_edited(
    after: Evidence, claims: Any
) -> None:
    found = compare(cell(REFUTED, *claims), cell(after, *claims), edited=False)
    assert found == ("weaker", NOT_FOUND_AGAIN)


def test_an_instance_is_gone_where_the_metric_that_is_compared_with_was_edited() -> None:
    def run(evidence: Evidence, digest: str) -> Matrix:
        bound = cell(evidence, "holds", axiom="lower-bound", other="o", factor=1)
        return Matrix([row(), row("o[le]", digest)], [], [bound], "quick", 0)

    for digest, group in (("1", "weaker"), ("2", "better")):
        assert [one.group for one in changes_between(run(REFUTED, "1"), run(SEARCHED, digest)).changes] == [group]


def test_a_fault_that_is_gone_is_not_said_to_be_decided() -> None:
    found = compare(cell(ERROR, "holds"), cell(UNDECIDED, "holds"), edited=True)
    assert found == ("better", "no fault any more (error before)")


def test_that_it_fails_for_other_values_is_a_change() -> None:
    one, two = (Stretch(None, End(text, text)) for text in "12")
    before, after = (cell(replace(REFUTED, values=ValuesNote("k", 3, two, (held,), ()))) for held in (one, two))
    for pair in ((before, after), (before, cell(REFUTED)), (cell(REFUTED), before)):
        assert compare(*pair, edited=False) == ("other", "other values of the parameter")
    assert compare(before, before, edited=False).change == "same"


@pytest.mark.parametrize("after", [EXHAUSTED, CERTIFIED, PROVED])
def test_an_instance_whose_size_is_decided_now_is_gone_even_so(after: Evidence) -> None:
    found = compare(cell(REFUTED, "holds"), cell(after, "holds"), edited=False)
    assert found.change == "better"
    sampled = cell(Evidence(Verdict.REFUTED, witness=witness(smallest=False)), "holds")
    if after is EXHAUSTED:  # a list that was drawn may lie outside what is enumerated
        assert compare(sampled, cell(after, "holds"), edited=False) == ("weaker", NOT_FOUND_AGAIN)


@pytest.mark.parametrize(
    "evidence", [SEARCHED, EXHAUSTED, CERTIFIED, PROVED, REFUTED, SHOWN, UNDECIDED, ERROR, NOT_APPLICABLE], ids=repr
)
def test_nothing_of_substance_is_no_change(evidence: Evidence) -> None:
    other = replace(evidence, seed=5, reach=tuple(replace(r, discarded=9, stop="other") for r in evidence.reach))
    for edited in (True, False):
        assert compare(cell(evidence, "holds"), cell(other, "holds"), edited=edited).change == "same"


def test_claims_that_come_and_go() -> None:
    bare, declared = cell(EXHAUSTED), cell(EXHAUSTED, "holds")
    assert compare(bare, declared, edited=True) == ("other", "a claim was added")
    assert compare(cell(EXHAUSTED, "conjectured"), bare, edited=True) == ("other", "a claim was withdrawn")
    assert compare(cell(EXHAUSTED, "conjectured"), declared, edited=True) == ("other", "a claim was changed")
    broken = compare(cell(REFUTED), cell(REFUTED, "holds"), edited=True)
    assert broken == ("worse", "a claim was added that is broken")


@pytest.mark.parametrize("evidence", [EXHAUSTED, REFUTED, PROVED, UNDECIDED, IN_VAIN])
@pytest.mark.parametrize("after", [FAILS, CONJECTURED, NOBODY])
def test_a_statement_that_was_declared_to_hold_and_no_longer_is_is_worse(evidence: Evidence, after: Any) -> None:
    found = compare(cell(evidence, "holds"), cell(evidence, *after), edited=True)
    assert found.change == "worse" and "declared to hold before" in found.why
    two_sources = compare(cell(evidence, "holds", "fails"), cell(evidence, "holds"), edited=True)
    assert two_sources.change != "better"


@pytest.mark.parametrize("before", [EXHAUSTED, PROVED, SEARCHED, UNDECIDED, VACUOUS])
@pytest.mark.parametrize("declared", [HOLDS, NOBODY])
def test_a_claim_that_is_moved_to_fails_hides_no_refutation(before: Evidence, declared: Any) -> None:
    """Who breaks a metric and declares that it fails has made nothing better."""
    found = compare(cell(before, *declared), cell(REFUTED, "fails"), edited=True)
    assert found.change in (("worse",) if declared or before not in (UNDECIDED, VACUOUS) else ("stronger", "better"))


def test_best_constants() -> None:
    def bounded(value: str, sense: Any = "sup") -> Cell:
        return cell(replace(SEARCHED, extreme=Extreme(sense, value, witness(shows="attains"))))

    group = lambda *pair, edited=False: compare(*pair, edited=edited).change  # noqa: E731  # short
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
        assert compare(cell(weak), cell(strong), edited=False) == ("stronger", "stronger evidence")
        assert compare(cell(strong), cell(weak), edited=True) == ("weaker", "weaker evidence")


def test_more_cases_make_nothing_more_refuted() -> None:
    more = replace(REFUTED, reach=(enumerated(6), drawn(10_000)))
    assert strength_of(more) == strength_of(REFUTED)
    assert compare(cell(REFUTED), cell(more), edited=False).change == "same"


@pytest.mark.parametrize(("evidence", "n"), [(SEARCHED, 0), (SHOWN, 0), (EXHAUSTED, 5), (CERTIFIED, 3), (PROVED, 1000)])
def test_a_counterexample_is_gone_up_to_the_size_that_is_decided(evidence: Evidence, n: int) -> None:
    for size, group in ((max(n, 1), "better" if n else "weaker"), (n + 1, "better" if n == 1000 else "weaker")):
        old = cell(Evidence(Verdict.REFUTED, witness=witness(size)))
        assert compare(old, cell(evidence), edited=False).change == group


# --- reports ---------------------------------------------------------------------------------------------------


def planted() -> Changes:
    """One change of each group, and a few that are none."""
    old = matrix(
        cell(EXHAUSTED, "holds", axiom="symmetry"),
        cell(REFUTED, "holds", axiom="separation"),
        cell(SEARCHED, axiom="betweenness"),
        cell(PROVED, axiom="non-negativity"),
        cell(EXHAUSTED, axiom="gone"),
        cell(EXHAUSTED, axiom="same"),
        cell(NOT_APPLICABLE, axiom="swap"),
        cell(EXHAUSTED, "holds", metric="removed"),
        *(cell(EXHAUSTED, metric="removed", axiom=f"axiom-{k}") for k in range(4)),
    )
    new = matrix(
        cell(REFUTED, "holds", axiom="symmetry"),
        cell(EXHAUSTED, "holds", axiom="separation"),
        cell(EXHAUSTED, axiom="betweenness"),
        cell(SEARCHED, axiom="non-negativity"),
        cell(EXHAUSTED, axiom="same"),
        cell(EXHAUSTED, axiom="added"),
        cell(REFUTED, "holds", metric="fresh"),
        cell(ERROR, metric="fresh", axiom="separation"),
        cell(NOT_APPLICABLE, metric="fresh", axiom="swap"),
        digest="2",
        seed=3,
    )
    return changes_between(old, new)


def rows_of(document: Document) -> dict[str, list[tuple[str, ...]]]:
    """The rows under each heading, whether it is open or has to be asked for."""
    found, heading = {}, ""
    for block in document.blocks:
        if isinstance(block, Heading):
            heading = plain_text(block.text)
        heading, table = (
            (plain_text(block.summary), block.blocks[0]) if isinstance(block, Details) else (heading, block)
        )
        if isinstance(table, Table):
            found[heading] = [tuple(map(plain_text, row)) for row in table.rows]
    return found


def test_the_document_says_every_change_the_worst_first() -> None:
    told = document(planted())
    assert told.summary == "3 worse, 2 gone, 1 better, 1 stronger evidence, 1 weaker evidence, 2 new, 1 other."
    refuted = in_words("refuted n=3 (A1 holds: broken claim): 1 == 2 is false")
    exhausted, held = (
        in_words("exhausted n<=5; searched 100 n<=8"),
        in_words("exhausted n<=5; searched 100 n<=8 (A1 holds: as declared)"),
    )
    grid, proved = in_words("searched: grid n<=3; searched 100 n<=8"), "proved: for every n, steps checked n<=4"
    assert rows_of(told) == {
        "Worse: 3": [
            ("fresh", "separation", "", "error: mine raised", "new, and at fault"),
            ("fresh", "symmetry", "", refuted, "new, and a claim is broken"),
            ("m", "symmetry", held, refuted, "a claim is broken"),
        ],
        "Gone: 2": [
            ("removed", "", "", "", "gone, with 5 cells, 1 of them declared"),
            ("m", "gone", exhausted, "", "gone"),
        ],
        "Better: 1": [("m", "separation", refuted, held, "no counterexample any more")],
        "Stronger evidence: 1": [("m", "betweenness", grid, exhausted, "stronger evidence")],
        "Weaker evidence: 1": [("m", "non-negativity", proved, grid, "weaker evidence")],
        "New: 2": [
            ("fresh", "", "", "", "new, with 2 cells, 1 of them declared"),
            ("m", "added", "", exhausted, "new"),
        ],
    }
    assert [*words(told.blocks[0])] == ["seed 0 -> 3", "the file or definition has changed of 1 metric: m"]
    assert list(rows_of(document(planted(), worst_last=True))) == list(rows_of(told))[::-1]


def test_the_document_says_that_nothing_changed() -> None:
    same = matrix(cell(PROVED))
    assert document(changes_between(same, same)).summary == "Nothing has changed."
    edited = document(changes_between(same, matrix(cell(PROVED), digest="2")))
    assert edited.summary == "No cell has changed."
    assert [*words(edited.blocks[0])] == ["the file or definition has changed of 1 metric: m"]


def test_a_cell_that_is_gone_says_what_was_declared_of_it_and_fails() -> None:
    gone = [cell(REFUTED, "holds", axiom="a"), cell(EXHAUSTED, "holds", axiom="b"), cell(REFUTED, axiom="c")]
    found = changes_between(matrix(*gone, cell(PROVED)), matrix(cell(PROVED)))
    whys = ["gone, with a broken claim", "gone, with its claims", "gone"]
    assert [(change.group, change.why) for change in found.changes] == [("gone", why) for why in whys]
    assert (found.exit_code("worse"), found.exit_code("never")) == (1, 0)


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


# --- the renderings --------------------------------------------------------------------------------------------


def test_the_changes_as_data_fit_the_published_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(CHANGES.schema())
    found = json.loads(dumps(planted()))
    jsonschema.Draft202012Validator(CHANGES.schema()).validate(found)
    assert found["counts"] == dict.fromkeys(GROUPS, 0) | {
        "worse": 3,
        "gone": 2,
        "better": 1,
        "stronger": 1,
        "weaker": 1,
        "new": 2,
        "other": 1,
    }
    assert found["edited"] == ["m"]


def test_the_order_of_the_cells_in_the_reports_does_not_matter() -> None:
    found = [cell(EXHAUSTED, axiom=f"axiom-{k}") for k in range(5)]
    later = [cell(REFUTED, axiom=f"axiom-{k}") for k in range(5)]
    assert changes_between(matrix(*found), matrix(*later)) == changes_between(
        matrix(*found[::-1]), matrix(*later[::-1])
    )


def test_runs_that_differ_and_runs_that_were_interrupted_are_told() -> None:
    same = matrix(cell(PROVED))
    other = matrix(cell(PROVED), profile="default", seed=2, missing=1500)
    changes = changes_between(same, other)
    assert changes.differences == [("profile", "quick", "default"), ("seed", "0", "2")]
    assert changes.counts["other"] == 3
    assert [*words(document(changes).blocks[0])][2:] == ["the new run was interrupted: 1,500 cells are missing"]
    assert changes_between(same, other).exit_code("any") == 1 and changes_between(same, other).exit_code("weaker") == 0
    assert changes_between(same, same).exit_code("any") == 0


@pytest.mark.parametrize("policy", list(POLICIES))
@pytest.mark.parametrize(
    ("before", "after", "fails"),
    [
        (EXHAUSTED, REFUTED, {"worse", "weaker", "any"}),
        (EXHAUSTED, SEARCHED, {"weaker", "any"}),
        (SEARCHED, EXHAUSTED, {"any"}),
        (EXHAUSTED, EXHAUSTED, set()),
    ],
)
def test_the_exit_status_by_policy(policy: str, before: Evidence, after: Evidence, fails: set[str]) -> None:
    assert changes_between(matrix(cell(before)), matrix(cell(after))).exit_code(policy) == (policy in fails)


# --- text of others --------------------------------------------------------------------------------------------


def test_hostile_text_is_data_in_every_format() -> None:
    def hostile(evidence: Evidence) -> Matrix:
        note = ClaimNote("holds", HOSTILE, HOSTILE)
        named = replace(cell(evidence, metric=HOSTILE, axiom=HOSTILE, **{HOSTILE: HOSTILE}), claims=(note,))
        return matrix(named, profile=HOSTILE + evidence.verdict)

    found = changes_between(hostile(EXHAUSTED), hostile(Evidence(Verdict.ERROR, reason=HOSTILE)))
    json.loads(dumps(found).encode("ascii"))
    page = markdown.render(document(found))
    for shown in (terminal.render(document(found)), page):
        shown.encode("utf-8")
        assert not any(c in shown for c in "\x00\x1b\u202e\r")
    for line in page.splitlines():
        bare = line
        while "`" in bare:  # take the code spans out, whatever their fences
            fence = bare[bare.index("`") :]
            fence = fence[: len(fence) - len(fence.lstrip("`"))]
            start = bare.index(fence)
            end = bare.index(fence, start + len(fence))
            bare = bare[:start] + bare[end + len(fence) :]
        assert "script" not in bare and "@" not in bare and "](" not in bare
        assert not line.startswith("|") or line.replace("\\|", "").count("|") == 6


def test_a_comment_is_never_too_long_for_github() -> None:
    old = matrix(*(cell(EXHAUSTED, metric=f"{k}-\U0001d54f" * 50) for k in range(3000)))
    new = matrix(*(cell(REFUTED, metric=f"{k}-\U0001d54f" * 50) for k in range(3000)))
    page = markdown.render_up_to(document(changes_between(old, new)), MAX_COMMENT_BYTES, "Rest.")
    assert 60_000 < len(page.encode()) <= MAX_COMMENT_BYTES < 65_536
    assert "**Cut here**" in page.splitlines()[-1]


# --- the command -----------------------------------------------------------------------------------------------


def run(*arguments: str, code: int, cwd: Path) -> Result:
    paths = [str(cwd / part) if part.endswith(".json") else part for part in arguments]
    done = CliRunner().invoke(app, ["diff", *paths])
    assert done.exit_code == code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Reports of a metric before and after somebody broke it, and of one that raises."""
    folder = tmp_path_factory.mktemp("reports")

    def lopsided(a: Any, b: Any) -> Any:
        """Inverted pairs, and one more if a comes first"""
        return len(inverted_pairs(a, b)) + (a.order < b.order)

    def raising(a: Any, b: Any) -> Any:
        """Raises"""
        raise RuntimeError("no")

    for name, definition in (("sound", kendall), ("broken", lopsided), ("raising", raising)):
        registry = Registry(REGISTRY)
        metric("mine", holds=[axioms.symmetry], registry=registry)(definition)
        chosen = ("symmetry", "triangle-inequality", "zero-on-equal")
        found = axiomatrix.check("mine", axioms=chosen, profile="quick", use_pins=False, registry=registry)
        found.save(folder / name, registry)
    return folder


@pytest.mark.slow
def test_the_command_compares_two_reports(reports: Path) -> None:
    sound, broken = "sound/compliance.json", "broken/compliance.json"
    output = run(sound, broken, code=1, cwd=reports).stdout
    assert "\n1 worse.\n" in output and "Worse: 1" in output.splitlines()[-6]
    assert "a claim is broken" in output.splitlines()[-1] and "2 == 1 is false" in output
    assert "\n1 better.\n" in run(broken, sound, code=0, cwd=reports).stdout
    run(sound, broken, "--fail-on", "never", code=0, cwd=reports)
    run(broken, sound, "--fail-on", "any", code=1, cwd=reports)
    assert run(sound, sound, "--fail-on", "any", code=0, cwd=reports).stdout.endswith("Nothing has changed.\n")
    found = json.loads(run(sound, "raising/compliance.json", "--format", "json", code=1, cwd=reports).stdout)
    assert found["counts"]["worse"] == 3 and {c["new"]["evidence"]["verdict"] for c in found["changes"]} == {"error"}
    assert "## Worse: 1" in run(sound, broken, "--format", "markdown", code=1, cwd=reports).stdout


@pytest.mark.slow
def test_what_is_no_report_or_no_option_is_said_plainly(reports: Path, tmp_path: Path) -> None:
    sound = "sound/compliance.json"
    (tmp_path / "other.json").write_text('{"format": "axiomatrix-witness-1"}', encoding="utf-8")
    assert "No such file" in run(sound, "missing.json", code=2, cwd=reports).stderr
    assert "not a report" in run(str(tmp_path / "other.json"), sound, code=2, cwd=reports).stderr
    assert "did you mean 'markdown'" in run(sound, sound, "--format", "markdwn", code=2, cwd=reports).stderr
    assert "did you mean 'weaker'" in run(sound, sound, "--fail-on", "weakr", code=2, cwd=reports).stderr
