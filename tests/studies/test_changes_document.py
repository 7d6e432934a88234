"""``axiomatrix diff`` as people see it: its document, data, text of others, and exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from changed_cells import (
    ERROR,
    EXHAUSTED,
    HOSTILE,
    NOT_APPLICABLE,
    PROVED,
    REFUTED,
    SEARCHED,
    cell,
    matrix,
    rows_of,
)
from click.testing import Result
from faulty import kendall
from msgspec.structs import replace
from typer.testing import CliRunner
from verdict_words import in_words

import axiomatrix
from axiomatrix import REGISTRY, Matrix, Registry, axioms, inverted_pairs, metric
from axiomatrix.cli.app import app
from axiomatrix.cli.baseline import MAX_COMMENT_BYTES
from axiomatrix.evidence.cell import ClaimNote
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.report.document import words
from axiomatrix.report.render import markdown, terminal
from axiomatrix.report.subjects.changes import document
from axiomatrix.studies.changed import CHANGES, GROUPS, POLICIES, Changes, changes_between, dumps

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
        "Better: 1": [("m", "separation", refuted, held, "no longer refuted")],
        "Stronger evidence: 1": [("m", "betweenness", grid, exhausted, "stronger evidence")],
        "Weaker evidence: 1": [("m", "non-negativity", proved, grid, "weaker evidence")],
        "New: 2": [
            ("fresh", "", "", "", "new, with 2 cells, 1 of them declared"),
            ("m", "added", "", exhausted, "new"),
        ],
    }
    assert [*words(told.blocks[0])] == ["seed 0 -> 3", "file or definition changed for 1 metric: m"]
    assert list(rows_of(document(planted(), worst_last=True))) == list(rows_of(told))[::-1]


def test_the_document_says_that_nothing_changed() -> None:
    same = matrix(cell(PROVED))
    assert document(changes_between(same, same)).summary == "Nothing has changed."
    edited = document(changes_between(same, matrix(cell(PROVED), digest="2")))
    assert edited.summary == "No cell has changed."
    assert [*words(edited.blocks[0])] == ["file or definition changed for 1 metric: m"]


def test_a_cell_that_is_gone_says_what_was_declared_of_it_and_fails() -> None:
    gone = [cell(REFUTED, "holds", axiom="a"), cell(EXHAUSTED, "holds", axiom="b"), cell(REFUTED, axiom="c")]
    found = changes_between(matrix(*gone, cell(PROVED)), matrix(cell(PROVED)))
    whys = ["gone, with a broken claim", "gone, with its claims", "gone"]
    assert [(change.group, change.why) for change in found.changes] == [("gone", why) for why in whys]
    assert (found.exit_code("worse"), found.exit_code("never")) == (1, 0)


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
