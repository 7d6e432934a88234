"""The formats for continuous integration: what they say, that they say it safely, that they are well formed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import commanding
import pytest
from explaining import missing_in_order
from faulty import kendall
from msgspec import structs
from verdict_words import in_words

import axiomatrix
from axiomatrix import REGISTRY, Matrix, Registry, axioms, inverted_pairs, metric, spaces
from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.expectations import shipped
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.verdict import Outcome, Verdict
from axiomatrix.report import ci, judged_claims
from axiomatrix.report.judged_claims import ReportSetting, source_place
from axiomatrix.spaces.parameters import ParameterDomain

HOSTILE = "<script>alert(1)</script>]]>|`x` \x00\x1b[31m\u202e\udc80\uffff [a](javascript:b) {0}\n" + "y" * 400
NAME = HOSTILE.replace("\udc80", "")
ROOT = Path(__file__).parent


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The catalogue with a metric that has a claim of every outcome, and one that is hostile in all it says."""
    made = Registry(REGISTRY)

    @metric(
        "mine",
        parameters={"w": spaces.element_weights()},
        holds=[axioms.triangle_inequality, axioms.scale_free("w", degree=1), axioms.scale_free("w", degree=3)],
        fails=[axioms.symmetry, axioms.separation],
        conjectured=[axioms.left_invariance, axioms.right_invariance],
        source="Me 2026, eq. 3",
        registry=made,
    )
    def mine(a: Any, b: Any, w: Any) -> Any:
        """Sum over inverted pairs {x, y} of w_x w_y"""
        return sum(w[x] * w[y] for x, y in inverted_pairs(a, b))

    def hostile(a: Any, b: Any) -> Any:
        if len(a) > 2:
            raise RuntimeError(HOSTILE)
        return len(inverted_pairs(a, b)) + (a.order < b.order)

    hostile.__doc__ = HOSTILE
    metric(NAME, holds=[axioms.symmetry, axioms.non_negativity], source=HOSTILE, registry=made)(hostile)
    return made


@pytest.fixture(scope="module")
def matrix(registry: Registry) -> Matrix:
    return axiomatrix.check("mine", NAME, profile="quick", use_pins=False, registry=registry)


@pytest.fixture(scope="module")
def setting(registry: Registry) -> ReportSetting:
    return ReportSetting(registry, "out", ("mine.py",), ROOT)


def only(matrix: Matrix, name: str) -> Matrix:
    """The rows and cells of one metric."""
    chosen = [cell for cell in matrix if cell.metric == name]
    return Matrix([row for row in matrix.rows if row.name == name], matrix.columns, chosen, "quick", 0)


# --- what becomes of a claim -----------------------------------------------------------------------------------


def test_each_claim_is_judged_by_itself(matrix: Matrix) -> None:
    found = {claim.name: claim.result for claim in judged_claims.judged_claims(matrix, "mine")}
    assert found == {
        "triangle-inequality": "passed",
        "scale-free(parameter=w, degree=1)": "failed",
        "scale-free(parameter=w, degree=3)": "failed",
        "symmetry, declared to fail": "failed",  # it is certified
        "separation, declared to fail": "skipped",  # no witness was found, and nothing is certified
        "left-invariance, conjectured": "passed",  # settled: it is refuted
        "right-invariance, conjectured": "skipped",  # open
    }
    assert {c.result for c in judged_claims.judged_claims(matrix, NAME)} == {"failed", "fault"}


def test_claims_that_contradict_each_other_in_one_cell_are_judged_apart() -> None:
    reach = (Reach("enumeration", 1, 5, 10),)
    notes = tuple(
        ClaimNote(status, source, "") for status, source in [("holds", "A1"), ("fails", "B1"), ("holds", "A1")]
    )
    cell = Cell(
        "m", "symmetry", {}, ParameterDomain.OPEN, claims=notes, evidence=Evidence(Verdict.EXHAUSTED, reach=reach)
    )
    found = [(c.name, c.result) for c in judged_claims.judged_claims(Matrix([], [], [cell], "quick", 0))]
    assert found == [
        ("symmetry [A1]", "passed"),
        ("symmetry, declared to fail [B1]", "skipped"),
        ("symmetry [A1] (2)", "passed"),
    ]


@pytest.mark.parametrize("verdict", [Verdict.UNDECIDED, Verdict.VACUOUS, Verdict.ROUNDING, Verdict.NOT_APPLICABLE])
def test_what_is_not_decided_is_skipped_with_the_reason_and_never_passed(verdict: Any) -> None:
    cell = Cell(
        "m",
        "symmetry",
        {},
        ParameterDomain.OPEN,
        claims=(ClaimNote("holds", "A", ""),),
        evidence=Evidence(verdict, reason="because"),
    )
    (found,) = judged_claims.judged_claims(Matrix([], [], [cell], "quick", 0))
    assert found.result == "skipped" and "because" in found.summary


# --- JUnit -----------------------------------------------------------------------------------------------------

FAILURE = [
    "mine: scale-free(parameter=w, degree=1)",
    "4 == 2 is false",
    '- declared to hold: "Me 2026, eq. 3" (broken claim)',
    "a     1 > 2                         (1, 2)",
    "w     w[1] = 1, w[2] = 1",
    "- mine(a, b; w = 2 throughout) = w[1]*w[2] = 2*2 = 4",
    "@example(a=Ranking.from_order([1, 2]), b=Ranking.from_order([2, 1]), c=2, w=ElementWeights.of({1: 1, 2: 1}))",
    "axiomatrix verify out/witnesses/mine--scale-free--parameter-w--degree-1.json mine.py",
]


def test_junit_shows_a_broken_claim_with_the_witness_the_wording_and_the_replay(
    matrix: Matrix, setting: ReportSetting
) -> None:
    where = source_place(setting.registry.metric("mine"), ROOT)
    assert where is not None
    top = ElementTree.fromstring(ci.junit_page(only(matrix, "mine"), setting))
    case = next(case for case in top.iter("testcase") if case.get("name") == "scale-free(parameter=w, degree=1)")
    assert (case.get("classname"), case.get("file"), case.get("line")) == ("mine", "test_formats.py", str(where.line))
    (failure,) = case
    assert (failure.tag, failure.get("type")) == ("failure", "refuted")
    assert failure.get("message") == in_words("4 == 2 is false (refuted n=2)")
    assert missing_in_order(FAILURE, (failure.text or "").splitlines()) == []


def test_junit_counts_what_it_has(matrix: Matrix, setting: ReportSetting) -> None:
    top = ElementTree.fromstring(ci.junit_page(matrix, setting))
    assert top[0].get("name") == "mine" and len(top) == 2
    for part in (top, *top):
        cases = list(part.iter("testcase"))
        assert int(part.get("tests", "")) == len(cases)
        for count, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(part.get(count, "")) == sum(case.find(tag) is not None for case in cases)
    assert {count: top.get(count) for count in ("tests", "failures", "errors", "skipped")} == {
        "tests": "9",
        "failures": "4",
        "errors": "1",
        "skipped": "2",
    }
    claims = sum(len(cell.claims) for cell in matrix)
    assert len(list(top.iter("testcase"))) == claims < len(matrix)  # what is observed only is not a test


def test_what_passes_says_how_far_it_reaches(matrix: Matrix, setting: ReportSetting) -> None:
    top = ElementTree.fromstring(ci.junit_page(matrix, setting))
    (case,) = (case for case in top.iter("testcase") if case.get("name") == "triangle-inequality")
    text = case.findtext("system-out", "")
    assert in_words("grid n<=3") in text and "It is not a proof" in text


def test_pinned_failures_are_skipped_only_where_they_are_forgiven_and_surprises_fail(
    matrix: Matrix, setting: ReportSetting
) -> None:
    pinned = only(matrix, "mine")
    pinned.expect({cell.key: Outcome.BROKEN for cell in pinned if cell.axiom in ("scale-free", "triangle-inequality")})
    forgiven = ElementTree.fromstring(ci.junit_page(pinned, replace(setting, forgiving=True)))
    became = {case.get("name"): case[0].tag for case in forgiven.iter("testcase")}
    assert became["scale-free(parameter=w, degree=1)"] == "skipped"
    assert became["triangle-inequality"] == "failure"  # it was expected to be broken, and it is not
    assert became["symmetry, declared to fail"] == "failure"  # broken, and nobody expected it
    strict = ElementTree.fromstring(ci.junit_page(pinned, setting))
    assert strict.get("failures") == "3"


# --- known failures --------------------------------------------------------------------------------------------


REASON = "until <b>3.0</b> | `x`"


@pytest.fixture
def known(matrix: Matrix) -> Matrix:
    """One metric: two of its three broken claims are expected, and one that stands was expected to be broken."""
    found = only(matrix, "mine")
    found.expect({cell.key: Outcome.BROKEN for cell in found if cell.axiom in ("scale-free", "triangle-inequality")})
    return found


@pytest.fixture
def forgiving(known: Matrix, setting: ReportSetting) -> ReportSetting:
    reasons = {cell.key: REASON for cell in known if cell.label == "parameter=w, degree=1"}
    return replace(setting, forgiving=True, accepted=reasons)


def test_what_is_forgiven_is_what_is_broken_as_expected_with_why(known: Matrix, forgiving: ReportSetting) -> None:
    found = {key[2]: why for key, why in forgiving.known_failures(known).items()}
    assert found == {
        "parameter=w, degree=1": f"accepted: {REASON}",
        "parameter=w, degree=3": "accepted",  # the catalogue expects nothing of it
    }
    assert replace(forgiving, forgiving=False).known_failures(known) == {}


def test_a_false_claim_of_a_source_is_accepted_with_its_reason(registry: Registry) -> None:
    entry = next(entry for entry in shipped().values() if entry.outcome == "broken")
    found = Matrix([], [], [entry], "quick", 0)
    found.expect({entry.key: entry.outcome})
    assert entry.reason.startswith("a false claim of ")
    assert ReportSetting(registry, forgiving=True).known_failures(found) == {entry.key: f"accepted: {entry.reason}"}


def test_sarif_suppresses_known_failures_only(known: Matrix, forgiving: ReportSetting, setting: ReportSetting) -> None:
    log = ci.sarif_data(known, forgiving)
    check_sarif(log)
    found = {result["ruleId"] + str(k): result for k, result in enumerate(log["runs"][0]["results"])}
    assert {name: result["suppressions"] for name, result in found.items()} == {
        "symmetry0": [],
        "scale-free1": [{"kind": "external", "justification": f"accepted: {REASON}"}],
        "scale-free2": [{"kind": "external", "justification": "accepted"}],
    }
    assert found["scale-free2"]["message"]["text"].startswith("known failure (accepted): mine: ")
    strict = ci.sarif_data(known, setting)["runs"][0]["results"]
    assert all("suppressions" not in result and "known failure" not in result["message"]["text"] for result in strict)
    assert [r["partialFingerprints"] for r in strict] == [r["partialFingerprints"] for r in found.values()]


# --- SARIF -----------------------------------------------------------------------------------------------------

LEVELS = {"none", "note", "warning", "error"}


def check_sarif(log: Any) -> None:
    """What section 3 of the standard and its schema require of the parts that are written here."""
    assert set(log) == {"$schema", "version", "runs"} and log["version"] == "2.1.0"
    for run in log["runs"]:
        assert set(run) <= {"tool", "originalUriBaseIds", "columnKind", "invocations", "results", "properties"}
        driver = run["tool"]["driver"]
        assert driver["name"] and set(driver) <= {"name", "version", "rules"}
        assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
        assert all(type(part["executionSuccessful"]) is bool for part in run["invocations"])
        rules = driver["rules"]
        assert len({rule["id"] for rule in rules}) == len(rules)
        for rule in rules:
            assert set(rule) == {"id", "shortDescription", "fullDescription", "help", "defaultConfiguration"}
            assert all(rule[part]["text"] for part in ("shortDescription", "fullDescription", "help"))
            assert rule["defaultConfiguration"]["level"] in LEVELS
        for result in run["results"]:
            always = {"ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"}
            assert set(result) - {"suppressions"} == always
            assert ("suppressions" in result) == ("suppressions" in run["results"][0])  # of all or of none: 3.27.23
            assert all(set(one) == {"kind", "justification"} for one in result.get("suppressions", ()))
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"] and result["level"] in LEVELS
            assert set(result["message"]) == {"text"} and result["message"]["text"]
            assert not re.search(r"(?<!\{)\{\d+\}(?!\})|\]\(", result["message"]["text"])  # no placeholder, no link
            assert all(isinstance(mark, str) for mark in result["partialFingerprints"].values())
            for location in result["locations"]:
                assert set(location) <= {"physicalLocation", "logicalLocations"}
                if "physicalLocation" in location:
                    file = location["physicalLocation"]["artifactLocation"]
                    assert file["uriBaseId"] in run["originalUriBaseIds"]
                    assert not file["uri"].startswith(("/", "..")) and " " not in file["uri"]
                    assert location["physicalLocation"]["region"]["startLine"] >= 1


def test_sarif_has_what_the_standard_requires(matrix: Matrix, setting: ReportSetting) -> None:
    check_sarif(json.loads(ci.sarif_page(matrix, setting)))


def test_sarif_has_an_error_for_a_broken_claim_and_one_warning_for_the_faults_of_a_definition(
    matrix: Matrix, setting: ReportSetting
) -> None:
    results = ci.sarif_data(matrix, setting)["runs"][0]["results"]
    assert [(result["ruleId"], result["level"]) for result in results] == [
        ("symmetry", "error"),
        ("scale-free", "error"),
        ("scale-free", "error"),
        ("symmetry", "error"),
        ("fault:error", "warning"),
    ]
    first = results[1]
    assert "4 == 2 is false" in first["message"]["text"] and "axiomatrix verify" in first["message"]["text"]
    where = first["locations"][0]["physicalLocation"]
    line = (
        (ROOT / where["artifactLocation"]["uri"])
        .read_text(encoding="utf-8")
        .splitlines()[where["region"]["startLine"] - 1]
    )
    assert line.strip() == "@metric("
    assert "non-negativity" in results[-1]["message"]["text"]  # what was not decided because of it


def test_fingerprints_tell_results_apart_and_last(matrix: Matrix, setting: ReportSetting) -> None:
    marks = [r["partialFingerprints"] for r in ci.sarif_data(matrix, setting)["runs"][0]["results"]]
    for name in ("axiomatrixCell/v1", "primaryLocationLineHash"):
        assert len({mark[name] for mark in marks}) == len(marks)  # three are at one line of one file
    moved = [structs.replace(cell, evidence=structs.replace(cell.evidence, seed=7)) for cell in matrix]
    later = ci.sarif_data(Matrix(matrix.rows, matrix.columns, moved, "default", 7), setting)["runs"][0]["results"]
    assert [r["partialFingerprints"] for r in later] == marks


def test_a_definition_outside_the_directory_is_named_without_a_path_of_the_machine(tmp_path: Path) -> None:
    where = source_place(REGISTRY.metric("kendall"), tmp_path)
    assert where is not None and not where.is_below_root
    assert where.path.startswith("axiomatrix/catalogue/metrics/") and where.line > 1
    assert source_place(REGISTRY.metric("kendall"), Path(axiomatrix.__file__).parent).is_below_root  # type: ignore[union-attr]
    typed: dict[str, Any] = {}
    code = compile("def typed(a, b):\n    'K'\n    return 0\n", "<notebook>", "exec")
    exec(code, typed)
    made = Registry(REGISTRY)
    assert source_place(metric("typed", registry=made)(typed["typed"]), tmp_path) is None
    check_sarif(ci.sarif_data(axiomatrix.check("typed", profile="quick", registry=made), ReportSetting(made)))


# --- all of them -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(ci.CI_FORMATS))
def test_hostile_text_is_data_in_every_format(name: str, matrix: Matrix, setting: ReportSetting) -> None:
    _, page = ci.CI_FORMATS[name]
    text = page(matrix, setting)
    assert text == page(matrix, replace(setting))
    text.encode("utf-8")  # no lone surrogates
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", text)
    if name == "junit":
        names = {suite.get("name") for suite in ElementTree.fromstring(text)}
        assert any("<script>alert(1)</script>]]>|`x`" in str(found) for found in names)
    else:
        json.loads(text)


def test_an_interrupted_run_is_never_shown_as_a_whole_one(matrix: Matrix, setting: ReportSetting) -> None:
    part = structs.replace(matrix, missing=5)
    top = ElementTree.fromstring(ci.junit_page(part, setting))
    assert top.get("errors") == "2" and top[-1][0][0].get("type") == "interrupted"
    (invocation,) = ci.sarif_data(part, setting)["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    check_sarif(ci.sarif_data(part, setting))


def test_a_matrix_without_claims_and_one_without_metrics_have_all_formats() -> None:
    registry = Registry(REGISTRY)
    metric("bare", registry=registry)(kendall)
    for found in (axiomatrix.check("bare", profile="quick", registry=registry), Matrix([], [], [], "quick", 0)):
        assert len(ElementTree.fromstring(ci.junit_page(found, ReportSetting(registry)))) == 0
        check_sarif(ci.sarif_data(found, ReportSetting(registry)))


@pytest.mark.slow
def test_the_command_writes_the_formats_that_are_asked_for(tmp_path: Path) -> None:
    source = (
        "from axiomatrix import axioms, inverted_pairs, metric\n\n\n"
        "@metric('mine', holds=[axioms.symmetry, axioms.left_invariance])\n"
        "def mine(a, b):\n    'inverted pairs'\n    return len(inverted_pairs(a, b))\n"
    )
    (tmp_path / "mine.py").write_text(source, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.axiomatrix]\nci = ["sarif"]\n', encoding="utf-8")

    def run(*more: str, code: int) -> commanding.Done:
        asked = ("check", "mine.py", "--profile", "quick", "--jobs", "1", *more)
        done = commanding.axiomatrix(tmp_path, *asked)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    run(code=1)
    out = tmp_path / "reports"
    check_sarif(json.loads((out / "compliance.sarif").read_text(encoding="utf-8")))
    assert not (out / "compliance.junit.xml").exists()
    run("--ci", "junit", "--ci", "sarif", "--out", "axioms", code=1)
    found = {path.name for path in (tmp_path / "axioms").iterdir()}
    assert {"compliance.junit.xml", "compliance.sarif"} <= found
    (result,) = json.loads((tmp_path / "axioms/compliance.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "mine.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 4},
    }
    assert "verify axioms/witnesses/mine--left-invariance.json mine.py" in result["message"]["text"]
    assert "did you mean 'sarif'" in run("--ci", "sari", code=2).stderr
