"""The ledger as entries, data, pages and on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from shutil import rmtree
from typing import Any

import commanding
import jsonschema
import pytest
from verdict_words import in_words

import axiomatrix
from axiomatrix import REGISTRY, Matrix, Registry, axioms
from axiomatrix.catalogue import load_catalogue
from axiomatrix.model.claim import Source
from axiomatrix.model.registry import Unknown, metric
from axiomatrix.report import json_reports, known
from axiomatrix.report.document import Document, Heading, Link, List, Mono, Nested, Strong, Table, words
from axiomatrix.report.render import markdown, terminal
from axiomatrix.report.subjects.claims import claims_document, document, list_document
from axiomatrix.studies.ledger.building import build_ledger, cells_carrying, claims_named, is_complete, missing_cells
from axiomatrix.studies.ledger.entry import Entry, Ledger, Piece
from axiomatrix.studies.ledger.statements import STATEMENTS

load_catalogue()
CLAIMS = [
    *(f"KV{k}" for k in range(1, 21)),
    *(f"OV{k}" for k in range(1, 14)),
    *(f"PL{k}" for k in range(1, 15)),
    *(f"PA{k}" for k in range(1, 7)),
    *(f"TN{k}" for k in range(1, 8)),
]
CHECKED = ("KV1", "KV9", "KV13", "OV3", "OV4", "OV5", "PA2", "PA4")
ROWS = (
    "footrule",
    "kendall-element",
    "kendall-position",
    "kendall-general",
    "recall-at",
    "precision-at",
    "point[full]",
    "area-correlation[full]",
)


@pytest.fixture(scope="module")
def matrix() -> Matrix:
    """Cells of some claims: proved, shown, broken, and broken under one reading."""
    return axiomatrix.check(*ROWS, sources=CHECKED, profile="quick", use_pins=False)


@pytest.fixture(scope="module")
def ledger(matrix: Matrix) -> Ledger:
    return build_ledger(matrix, REGISTRY)


@pytest.mark.slow
def test_every_claim_of_the_sources_has_an_entry_with_a_verdict_and_a_formalisation(ledger: Ledger) -> None:
    entries = {entry.id: entry for entry in ledger}
    assert [entry.id for entry in ledger][: len(CLAIMS) - 13] == CLAIMS[: len(CLAIMS) - 13]
    assert set(CLAIMS) <= set(entries)
    for claim in CLAIMS:
        entry = entries[claim]
        assert entry.verdict and entry.formalised and entry.wording, claim
        assert entry.statement == STATEMENTS[claim]
        assert entry.evidence, f"nothing checks {claim}"
    assert set(STATEMENTS) <= set(entries)


def test_wordings_are_those_of_the_sources(ledger: Ledger) -> None:
    for entry in ledger:
        claim = REGISTRY.sources[entry.source].claims[entry.id]
        assert (entry.wording, entry.formalised) == (claim.wording, claim.formalised)


def test_no_entry_says_true_where_a_cell_that_carries_it_is_broken(matrix: Matrix, ledger: Ledger) -> None:
    broken = {note.source for cell in matrix.broken for note in cell.claims}
    assert {"KV9", "PA2", "PA4"} <= broken
    for claim in broken & set(CLAIMS):
        cells = cells_carrying(claim, matrix, REGISTRY)
        if any(cell.outcome == "broken" for cell in cells):
            assert ledger[claim].verdict in ("false", "true of some readings", "open"), claim


@pytest.mark.slow
def test_the_readings_of_a_claim_are_told_apart(matrix: Matrix) -> None:
    entry = build_ledger(matrix, REGISTRY, ["KV9"])["KV9"]
    statuses = {p.reading: p.status for p in entry.evidence if p.title.startswith("kendall-position")}
    assert statuses["zero"] == "false" and statuses["one"] != "false"
    assert "zero" in entry.readings["false"]


def test_a_claim_whose_cells_are_not_in_the_report_is_open(matrix: Matrix) -> None:
    entry = build_ledger(matrix, REGISTRY, ["KV2"])["KV2"]
    assert entry.verdict == "open" and all(piece.said == "not in this report" for piece in entry.evidence)


@pytest.mark.slow
def test_corrections_are_shown_only_where_the_claim_is_found_wrong(ledger: Ledger) -> None:
    for entry in ledger:
        if entry.instead:
            assert entry.verdict == "false" or entry.verdict.startswith("true of some readings"), entry.id
    assert ledger["OV13"].instead and ledger["PL2"].instead and not ledger["PL3"].instead


def test_a_metric_of_a_user_does_not_enter_the_ledger(matrix: Matrix) -> None:
    names = {metric.name for metric in REGISTRY.metrics.values() if metric.family == "user"}
    assert not [cell for claim in CHECKED for cell in cells_carrying(claim, matrix, REGISTRY) if cell.metric in names]


def test_choosing_claims() -> None:
    assert claims_named(["ov3", "KV7"], REGISTRY) == ["OV3", "KV7"]
    assert claims_named(["TN"], REGISTRY) == [f"TN{k}" for k in range(1, 9)]
    with pytest.raises(Unknown, match="did you mean 'KV9'"):
        claims_named(["KV99"], REGISTRY)


def test_only_a_whole_check_makes_a_ledger(matrix: Matrix, tmp_path: Path) -> None:
    assert not is_complete(matrix, REGISTRY) and missing_cells(matrix, REGISTRY)
    assert not missing_cells(matrix, REGISTRY, ["KV1"])
    matrix.save(tmp_path)
    assert not list(tmp_path.glob("claims.*"))


def test_a_whole_check_writes_the_ledger_with_the_same_bytes_every_time(tmp_path: Path) -> None:
    made = Registry()
    source = Source("ZZ", "A small source")
    made.add_source(source)
    symmetric = source.claim("ZZ1", "It is symmetric.", "symmetry")
    left = source.claim("ZZ2", "It is left-invariant.", "left-invariance")
    source.claim("ZZ3", "It is beautiful.", "no axiom")

    @metric(
        "zz-footrule",
        claims=[symmetric.holds(axioms.symmetry), left.holds(axioms.left_invariance)],
        family="zz",
        registry=made,
    )
    def footrule(a: Any, b: Any) -> Any:
        """sum of |a(x) - b(x)|"""
        return sum(abs(a[x] - b[x]) for x in a.items)

    whole = axiomatrix.check("zz-footrule", profile="quick", use_pins=False, registry=made)
    for name in ("one", "two"):
        whole.save(tmp_path / name, made)
    for file in ("claims.md", "claims.json"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    written = json.loads((tmp_path / "one" / "claims.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(json_reports.CLAIMS.schema()).validate(written)
    found = {claim["id"]: claim["verdict"] for claim in written["claims"]}
    assert found == {"ZZ1": "true as far as checked", "ZZ2": "false", "ZZ3": "open"}
    refuted = next(c for c in written["claims"] if c["id"] == "ZZ2")["evidence"][0]
    assert (tmp_path / "one" / refuted["witness"]).is_file() and "zz-footrule(a, b) = " in refuted["instance"]
    md = (tmp_path / "one" / "claims.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\((witnesses/[^)]*)\)", md):
        assert (tmp_path / "one" / target).is_file()


# --- formats ---------------------------------------------------------------------------------------------------

NASTY = "<script>alert(1)</script>|x `y` [a](javascript:b) \x1b[31m\u202e"


@pytest.fixture(scope="module")
def nasty() -> Ledger:
    piece = Piece("cell", NASTY, "false", NASTY, sides=NASTY, instance=NASTY, witness="witnesses/m--a.json")
    checked = Piece("check", NASTY, "proved", NASTY, reading=NASTY, readings=(NASTY,))
    words = {"wording": NASTY, "statement": NASTY, "formalised": NASTY, "instead": (NASTY,)}
    entry = Entry(id="X1", source="X", supplied=True, evidence=(piece, checked), **words)
    return Ledger(NASTY, 0, {"X": NASTY}, (entry,))


def test_the_data_fit_the_published_schema(ledger: Ledger, nasty: Ledger) -> None:
    jsonschema.Draft202012Validator.check_schema(json_reports.CLAIMS.schema())
    for made in (ledger, nasty):
        jsonschema.Draft202012Validator(json_reports.CLAIMS.schema()).validate(
            json.loads(json_reports.dump_ledger(made))
        )
    with pytest.raises(jsonschema.ValidationError):
        wrong = json.loads(json_reports.dump_ledger(ledger))
        wrong["claims"][0]["verdict"] = "certainly"
        jsonschema.Draft202012Validator(json_reports.CLAIMS.schema()).validate(wrong)


@pytest.mark.slow
def test_the_pages_are_the_same_bytes_every_time(matrix: Matrix, ledger: Ledger) -> None:
    again = build_ledger(matrix, REGISTRY)
    for make in (document, json_reports.dump_ledger):
        assert make(again) == make(ledger)


def of_claim(told: Document, id: str) -> list[Any]:
    """The blocks below the heading of a claim."""
    first = told.blocks.index(Heading(id, 3)) + 1
    ends = (k for k in range(first, len(told.blocks)) if isinstance(told.blocks[k], Heading))
    return [*told.blocks[first : next(ends, None)]]


def test_every_claim_is_told_with_its_verdict(ledger: Ledger) -> None:
    told = document(ledger)
    for entry in ledger:
        quoted, *_, facts, _, evidence = of_claim(told, entry.id)
        assert quoted.text == entry.wording and facts.items[0][1].text.startswith(entry.verdict)
        if entry.instead:
            assert f"What is true instead: {entry.instead[0]}" in facts.items
        assert [*words(evidence)]
    summary = [block for block in told.blocks if isinstance(block, Table)][1]
    assert [row[0] for row in summary.rows] == [Link(entry.id, f"#{entry.id.lower()}") for entry in ledger]
    verdict = dict(zip((entry.id for entry in ledger), (row[1] for row in summary.rows), strict=True))
    assert verdict["OV13"] == Strong("false")


def test_the_evidence_of_a_claim_says_once_what_several_pieces_share() -> None:
    pieces = [
        *(Piece("cell", f"{m}: {s}", "proved", "for every n") for m in ("a", "b") for s in ("symmetry", "richness")),
        Piece("cell", "c: symmetry", "proved", "for every n"),
        Piece("cell", "d: symmetry", "checked", in_words("searched n<=6")),
        Piece("check", "Medians", "proved", "2 of them"),
        Piece("check", "Medians", "proved", "3 of them"),
        Piece("check", "Medians", "false", "none", reading="strict", readings=("loose", "strict")),
    ]
    texts = {"wording": "wording", "statement": "statement", "formalised": ""}
    entry = Entry(id="X1", source="X", supplied=False, evidence=tuple(pieces), **texts)
    told = document(Ledger("quick", 0, {"X": "title"}, (entry,)))
    contradicted, proved, checked = of_claim(told, "X1")[-1].items
    assert contradicted == ("contradicted: ", "Medians (strict): none")
    assert isinstance(proved, Nested) and [*words(List((proved,)))] == [
        "proved or computed:",
        "a, b: symmetry, richness; c: symmetry: for every n",
        "Medians: 2 of them",
        "3 of them",
    ]
    assert checked == ("not contradicted as far as checked: ", Mono("d: symmetry"), in_words(": searched n<=6"))


def test_text_of_others_is_shown_as_text(nasty: Ledger) -> None:
    page = markdown.render(document(nasty))
    page = re.sub(r"(?<![\\`])(`+)(?!`).+?(?<!`)\1(?!`)", "", page)  # code spans say what they hold
    assert "<script" not in page and "\x1b" not in page and "](javascript" not in page.replace("\\]", "")
    for told in (claims_document(nasty, NASTY), list_document(nasty, NASTY)):
        shown = terminal.render(told)
        assert "\x1b" not in shown and "\u202e" not in shown


@pytest.mark.parametrize("width", [60, 80, 140])
def test_the_terminal_list_and_details_fit_the_width(ledger: Ledger, width: int) -> None:
    for told in (list_document(ledger, "here"), claims_document(ledger, "here", "reports")):
        shown = terminal.render(told, width)
        assert all(len(line) <= width for line in shown.splitlines())
        assert all(entry.id in shown for entry in ledger)
    contradicted = " ".join(words(of_claim(claims_document(ledger, "here"), "OV4")[-2]))
    assert "(grows with every step)" in contradicted


# --- command line ----------------------------------------------------------------------------------------------


def run(*arguments: str, cwd: Path, code: int = 0) -> commanding.Done:
    done = commanding.axiomatrix(cwd, *arguments)
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.slow
def test_claims_are_printed_with_the_evidence_of_the_report(matrix: Matrix, tmp_path: Path) -> None:
    matrix.save(tmp_path / "reports")
    output = run("show", "claims", "KV1", "TN1", cwd=tmp_path).stdout
    assert "\nEvidence: reports/compliance.json, profile quick, seed 0.\n" in output
    assert "KV1: true" in output and "TN1: true (proved)" in output and "RR = 1/2" in output
    assert "\x1b" not in output
    output = run("show", "claims", "KV9", cwd=tmp_path).stdout  # of which the report here lacks cells
    assert "\nEvidence: the results that come with axiomatrix" in output
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(known, "shipped_report", lambda: None)
        output = run("show", "claims", "KV9", cwd=tmp_path).stdout
    assert "\nEvidence: checked here with profile quick (reports/compliance.json lacks" in output
    output = run("show", "claims", "KV9", "--report", "reports/compliance.json", cwd=tmp_path).stdout
    output = " ".join(output.replace("\\\n", " ").split())  # a long command goes on after a backslash
    assert "claimed cells are not in it" in output and "axiomatrix verify reports/witnesses/" in output
    rmtree(tmp_path / "reports/witnesses")  # as in a clone, which has few of them
    assert (
        "axiomatrix verify"
        not in run("show", "claims", "KV9", "--report", "reports/compliance.json", cwd=tmp_path).stdout
    )


@pytest.mark.slow
def test_claims_without_a_report_are_checked_on_the_spot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known, "shipped_report", lambda: None)
    done = run("show", "claims", "KV14", cwd=tmp_path)
    assert "\nEvidence: checked here with profile quick (there is no reports/compliance.json)." in done.stdout
    assert "KV14: true" in done.stdout
    assert not list(tmp_path.iterdir())


def test_wrong_names_and_reports_are_usage_errors(tmp_path: Path) -> None:
    assert "unknown claim 'KV99'" in run("show", "claims", "KV99", cwd=tmp_path, code=2).stderr
    assert "No such file" in run("show", "claims", "--report", "none.json", cwd=tmp_path, code=2).stderr
