"""The data of the pages of metrics and axioms: the blocks decode back to what the reports say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from unpacking import unpacked, untabled

from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence, Extreme, Witness
from axiomatrix.evidence.matrix import ColumnHead, Matrix, Row
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.safe import visible
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.evidence.words import lines_of_position
from axiomatrix.model.claim import ProofNote
from axiomatrix.report import json_reports
from axiomatrix.report.json_reports import BadReport
from axiomatrix.report.libraries import data as libraries_data
from axiomatrix.report.site import cells_block, links
from axiomatrix.report.site.blocks import data_script
from axiomatrix.report.site.inputs import Inputs, read
from axiomatrix.report.subjects.verdicts import brief_text, verdict_sentence
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.studies.ask.comparing import Standing, size_reached
from axiomatrix.studies.explore.answer import Answer, Question

OPEN = ParameterDomain.OPEN
REPORTS = Path(__file__).parents[2] / "reports"
STATIC = Path(cells_block.__file__).parent / "static"


def decoded(block: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cells of the block, as the script of the pages decodes them."""
    found = []
    for cell in untabled(block["cells"]):
        answer, short, stands, at, *_ = cell.pop("standing")
        cell["statement"], cell["closed"] = cell["statement"]
        del cell["spoken"], cell["says"]
        cell |= {"answer": answer.replace("{}", cell["cases"]), "short": short, "stands": stands, "at": at}
        cell["metric"], cell["axiom"] = (block["metrics"][cell["metric"]]["name"], block["axioms"][cell["axiom"]]["id"])
        cell["claims"] = [tuple(claim) for claim in cell["claims"]]
        found.append({**cell, "slug": cell["slug"] or None})
    return found


STANDS = {"yes": 1, "no": -1, "unknown": 0}


def expected(matrix: Matrix) -> list[dict[str, Any]]:
    """What the other reports say of the cells, in the order of metrics and axioms."""
    found = []
    by: dict[tuple[str, str], list[Cell]] = {}
    for cell in matrix.cells:
        by.setdefault((cell.metric, cell.axiom), []).append(cell)
    for row in matrix.rows:
        for column in matrix.columns:
            for line in lines_of_position(by.get((row.name, column.id), [])):
                evidence = line.cell.evidence
                found.append(
                    {
                        "metric": visible(row.name),
                        "axiom": visible(column.id),
                        "statement": line.statement,
                        "closed": line.cell.space == "closed",
                        "verdict": line.status.key,
                        "colour": "b" if line.mark == "*" else line.status.tone,
                        "reached": line.verdict,
                        "cases": line.cases,
                        "method": visible(evidence.method),
                        "outcome": line.cell.outcome,
                        "best": line.gist,
                        "answer": verdict_sentence(line.cell),
                        "short": brief_text(Standing((line.cell,))),
                        "stands": STANDS[line.status.holds] * line.status.grade,
                        "at": 0
                        if evidence.verdict == "proved" or line.status.holds == "unknown"
                        else size_reached(line.cell),
                        "claims": [(visible(c.status), visible(c.source)) for c in line.cell.claims],
                        "slug": line.slug,
                    }
                )
    return found


@pytest.fixture(scope="module")
def committed() -> Inputs:
    """The reports of the repository."""
    return Inputs(
        json_reports.read_matrix(REPORTS / "compliance.json"),
        libraries=libraries_data.read(REPORTS / "libraries.json"),
        ledger=json_reports.load_ledger(json.loads((REPORTS / "claims.json").read_text(encoding="utf-8"))),
    )


@pytest.fixture(scope="module")
def block(committed: Inputs) -> dict[str, Any]:
    """Their block of cells, written and read."""
    made: dict[str, Any] = unpacked(data_script("cells", cells_block.block(committed)))
    return made


# --- cells ---


@pytest.mark.slow
def test_the_cells_of_the_committed_reports_decode_back_field_by_field(
    committed: Inputs, block: dict[str, Any]
) -> None:
    found, due = decoded(block), expected(committed.whole)
    assert len(found) > 10_000
    assert [cell for cell, other in zip(found, due, strict=True) if cell != other] == []
    assert sum(cell["slug"] is not None for cell in found) == sum(cell["slug"] is not None for cell in due)


def test_metrics_and_axioms_are_those_of_the_reports(committed: Inputs, block: dict[str, Any]) -> None:
    whole = committed.whole
    assert [one["id"] for one in block["axioms"]] == [column.id for column in whole.columns]
    for shown, row in zip(block["metrics"], whole.rows, strict=True):
        assert (shown["name"], shown["family"], shown["formula"]) == (row.name, row.family, row.formula)
        assert links.metric(row.name).startswith(f"{shown['file']}#")
        assert shown["library"] == committed.library_of.get(row.name, "")


def test_claims_that_the_ledger_has_an_entry_for_are_named(block: dict[str, Any]) -> None:
    claims = {id: (verdict, explored) for id, verdict, _, explored in block["ledger"]}
    assert claims["KV7"] == ("true of some readings (true: le, lt, passed; false: deck)", [])
    assert "declared" not in claims


@pytest.mark.slow
def test_the_block_of_the_committed_reports_is_small(committed: Inputs) -> None:
    assert len(data_script("cells", cells_block.block(committed))) < 80 * len(committed.whole.cells)


def witness(
    metric: str, axiom: str, arguments: Mapping[str, Any] | None = None, space: ParameterDomain = OPEN
) -> Witness:
    """One that refutes at n = 2."""
    return Witness(
        metric,
        axiom,
        dict(arguments or {}),
        space,
        n=2,
        instance={},
        parameters={},
        lhs="1",
        op="=",
        rhs="2",
        smallest=True,
        channel="exact",
        shows="refutes",
    )


def refuted(metric: str, axiom: str, arguments: Mapping[str, Any] | None = None, space: ParameterDomain = OPEN) -> Cell:
    """A cell with such a witness."""
    found = witness(metric, axiom, arguments, space)
    reach = (Reach("enumeration", 1, 2, 3),)
    return Cell(
        metric,
        axiom,
        dict(arguments or {}),
        space,
        claims=(),
        evidence=Evidence(Verdict.REFUTED, "enumeration", reach, found),
    )


def small(*cells: Cell, rows: tuple[str, ...] = (), doc: str = "") -> Inputs:
    """A report of these cells and nothing else."""
    names = list(dict.fromkeys([cell.metric for cell in cells] + list(rows)))
    axioms = list(dict.fromkeys(cell.axiom for cell in cells))
    made = [Row(name, "distance", "mine", "m(a, b)", {"w": "weights"}, True, "", "rankings", doc=doc) for name in names]
    heads = [ColumnHead(id, "m(a, b) >= 0", "mine", "for all", "m(a, b) >= 0") for id in axioms]
    return Inputs(Matrix(made, heads, list(cells), "quick", 0))


@pytest.mark.parametrize(
    ("metric", "axiom", "arguments"),
    [
        ("plain", "symmetry", {}),
        ("plain[variant]", "bound", {"factor": "1/3", "other": "kendall[a]"}),
        ("Dotted.name[x=None]", "symmetry", {}),
        ("m" * 130, "symmetry", {}),
        ("<script>alert(1)</script>", "no, this", {"k": "##"}),
        ("naïve \u202ename\x07", "symmetry", {}),
        ("hash#", "a-0123456789ab", {}),
    ],
)
def test_names_of_witness_pages_survive_the_writing(metric: str, axiom: str, arguments: dict[str, Any]) -> None:
    cells = [refuted(metric, axiom, arguments), refuted("other", axiom, arguments, ParameterDomain.CLOSED)]
    inputs = small(*cells)
    found = decoded(unpacked(data_script("cells", cells_block.block(inputs))))
    assert [cell["slug"] for cell in found] == [
        witness(metric, axiom, arguments).slug,
        witness("other", axiom, arguments, ParameterDomain.CLOSED).slug,
    ]
    assert found == expected(inputs.whole)


def test_claims_proofs_and_best_constants_stand_in_the_cells() -> None:
    proof = ProofNote("triangle", "It holds.", ("a step",), ("another",))
    proved = Evidence(Verdict.PROVED, "proof", (Reach("proof", 1, 4, 9),), proof=proof)
    extreme = Evidence(
        Verdict.SEARCHED,
        "hypothesis",
        (Reach("hypothesis", 1, 8, 2000, 5, 1),),
        extreme=Extreme("sup", "7/4", witness("m", "b")),
    )
    cells = [
        Cell(
            "m",
            "a",
            {},
            ParameterDomain.OPEN,
            claims=(ClaimNote("holds", "KV\t1", "it does"), ClaimNote("conjectured", "KV2", "")),
            evidence=proved,
        ),
        Cell("m", "b", {"factor": 3}, ParameterDomain.OPEN, claims=(), evidence=extreme),
        Cell(
            "m",
            "c",
            {},
            ParameterDomain.OPEN,
            claims=(),
            evidence=Evidence(Verdict.NOT_APPLICABLE, reason="it has no weights"),
        ),
    ]
    inputs = small(*cells)
    found = decoded(cells_block.block(inputs))
    assert found == expected(inputs.whole)
    assert found[0]["claims"] == [("holds", "KV 1"), ("conjectured", "KV2")]
    assert found[1]["best"] == "best >= 7/4 (~1.7500)"
    assert found[1]["cases"] == "2,000 cases, 5 discarded, 1 undecided"
    assert found[2]["reached"] == "not applicable: it has no weights"


def test_what_users_write_stays_text_that_can_be_shown() -> None:
    inputs = small(refuted("<b>\u202e", "x\x00y"))
    made = unpacked(data_script("cells", cells_block.block(inputs)))
    assert made["metrics"][0]["name"] == "<b>\\u202e"
    assert made["axioms"][0]["id"] == "x\\x00y"


@pytest.mark.parametrize("name", ["plain", "<b>\u202e\x07", "a+b & c=d#e%41", "lone \ud800", "naïve"])
def test_the_address_of_a_metric_names_it_as_its_page_does(name: str) -> None:
    assert unquote(links.metric(name).partition("#")[2]) == visible(name)


def test_an_empty_matrix_has_an_empty_block() -> None:
    made = cells_block.block(Inputs(Matrix([], [], [], "quick", 0)))
    assert decoded(made) == []
    assert (made["metrics"], made["axioms"], made["ledger"]) == ([], [], [])


ASKED = (("metric", "m"), ("axiom", "bound"), ("metric", "elsewhere"))


def test_explorations_say_which_metrics_and_axioms_they_ask_about() -> None:
    questions = tuple(
        Question(metric, statement, f"{metric}: {statement}", "", "inf")
        for metric, statement in (("m", "bound(factor=1)"), ("m", "bound(factor=2)"), ("elsewhere", "bound"))
    )
    inputs = small(refuted("m", "bound"))
    inputs.answers["kv7"] = Answer("kv7", "KV7: a bound", questions)
    assert inputs.explorations_about == {(what, name): ["kv7"] for what, name in ASKED}


@pytest.mark.parametrize("beside", ["libraries", "claims", "relations", "explorations/odd/answer"])
@pytest.mark.parametrize("content", ["{", '{"format": "other"}', "[]"])
def test_what_lies_beside_a_matrix_and_is_of_another_shape_is_named(beside: str, content: str, tmp_path: Path) -> None:
    (tmp_path / "compliance.json").write_text(
        json_reports.dump_matrix(Matrix([], [], [], "quick", 0)), encoding="utf-8"
    )
    path = tmp_path / f"{beside}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    with pytest.raises(BadReport, match=rf"{beside}\.json: .*; rewrite or remove the file$"):
        read(tmp_path / "compliance.json")


# --- scripts ---


@pytest.mark.parametrize("script", sorted(STATIC.glob("*.js")), ids=lambda script: script.stem)
def test_the_scripts_make_no_markup_of_texts(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "style:"):
        assert way not in text
    assert text.startswith('"use strict";\n')
