"""The catalogue as open data: flat files that say what the report says, as the published schemas describe them."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path
from typing import Any

import commanding
import committed
import jsonschema
import pytest

import axiomatrix
from axiomatrix import REGISTRY, Matrix, Registry, metric
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.evidence.witness import from_json, replay
from axiomatrix.report.dataset import columns
from axiomatrix.report.json_formats import JSON_FORMATS

SCHEMAS = {name: format.schema() for name, format in JSON_FORMATS.items()}


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset")
    committed.matrix().export(folder)
    return folder


def table(folder: Path) -> list[dict[str, str]]:
    with (folder / "matrix.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def lines(folder: Path) -> list[str]:
    return (folder / "witnesses.jsonl").read_text(encoding="utf-8").splitlines()


def digest(line: str) -> str:
    return hashlib.sha256(line.encode()).hexdigest()[:16]


def test_each_cell_that_is_asked_has_a_line_that_says_what_the_report_says(exported: Path) -> None:
    asked = [cell for cell in committed.matrix() if cell.evidence.verdict is not Verdict.NOT_APPLICABLE]
    found = table(exported)
    assert len(found) == len(asked) > 2000
    for line, cell in zip(found, asked, strict=True):
        evidence = cell.evidence
        assert [line[name] for name in ("metric", "axiom", "arguments", "space")] == [*cell.key]
        assert line["verdict"] == cell.status.key
        assert int(line["cases"]) == evidence.cases
        assert line["outcome"] == cell.outcome
        assert line["claims"] == ", ".join(f"{claim.source} {claim.status}" for claim in cell.claims)
        assert bool(line["witness"]) == bool(evidence.witnesses)
        if evidence.witness is not None:
            assert int(line["n"]) == evidence.witness.n
    assert {line["thin"] for line in found} == {"yes", "no"}
    none = [line for line in found if line["verdict"] == "none found"]
    assert none, "an instance that was looked for in vain is not a cell that holds"


def test_what_stands_on_few_cases_is_thin_and_a_witness_or_a_proof_is_not(exported: Path) -> None:
    for line in table(exported):
        counted = line["verdict"] not in ("refuted", "proved", "rounding")
        assert (line["thin"] == "yes") == (counted and int(line["cases"]) < 20), line


@pytest.mark.slow
def test_every_line_is_as_its_schema_says(exported: Path) -> None:
    for line in table(exported):
        jsonschema.Draft202012Validator(SCHEMAS["line"]).validate(line)
    for text in lines(exported)[::10]:
        jsonschema.validate(json.loads(text), SCHEMAS["witness"])
    jsonschema.validate(json.loads((exported / "dataset.json").read_text(encoding="utf-8")), SCHEMAS["dataset"])
    spoilt = {**table(exported)[0], "thin": "perhaps"}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(spoilt, SCHEMAS["line"])


def test_the_columns_are_those_of_the_table_and_each_says_what_it_means(exported: Path) -> None:
    assert list(table(exported)[0]) == list(columns())
    assert all(len(means) > 10 for means in columns().values())
    description = json.loads((exported / "dataset.json").read_text(encoding="utf-8"))
    assert description["columns"] == columns()


def test_a_witness_is_found_by_its_digest_and_stands(exported: Path) -> None:
    known = {digest(line): json.loads(line) for line in lines(exported)}
    named = [line for line in table(exported) if line["witness"]]
    assert {line["witness"] for line in named} == set(known)
    for line in named[::100]:
        assert replay(from_json(known[line["witness"]]), REGISTRY).stands, line


def test_the_description_has_the_digests_the_version_and_the_licence(exported: Path) -> None:
    description = json.loads((exported / "dataset.json").read_text(encoding="utf-8"))
    assert description["version"] == axiomatrix.__version__ and description["licence"] == "CC0-1.0"
    for file in description["files"]:
        content = (exported / file["name"]).read_bytes()
        assert file["sha256"] == hashlib.sha256(content).hexdigest()
        assert file["entries"] == content.count(b"\n") - (file["name"] == "matrix.csv")


def test_the_same_matrix_gives_the_same_bytes_and_other_files_stay(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text('{"mine": 1}', encoding="utf-8")
    small = axiomatrix.check("kendall", axioms=["symmetry", "separation"], profile="quick")
    written = small.export(tmp_path)
    first = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(first) == {*written, tmp_path / "mine.json"}
    axiomatrix.check("kendall", axioms=["symmetry", "right-invariance"], profile="quick").export(tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} != first
    small.export(tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == first


@pytest.fixture(scope="module")
def hostile() -> Matrix:
    """Metrics whose names are formulas of a spreadsheet."""
    registry = Registry(REGISTRY)

    def definition(a: Any, b: Any) -> Any:
        """=1+1, "quoted", two
        lines"""
        return 0

    for name in (".1", '=HYPERLINK("http://x","y")', "+1", "-1", "@SUM(1)", "\uff1d1", "a,b\r\nc", "\t=1", "'=1"):
        metric(name, family="=1", registry=registry)(definition)
    names = [name for name in registry.metrics if name not in REGISTRY.metrics]
    assert len(names) >= 6
    return axiomatrix.check(*names, axioms=["symmetry", "separation"], profile="quick", registry=registry)


def test_no_field_is_a_formula_to_a_spreadsheet(hostile: Matrix, tmp_path: Path) -> None:
    hostile.export(tmp_path)
    found = table(tmp_path)
    assert len(found) == 2 * len(hostile.rows)
    for line in found:
        for text in line.values():
            assert text[:1] not in ("=", "+", "-", "@", "\uff1d", "\t", "\r") and "\n" not in text


def test_a_file_where_a_folder_is_to_be_is_said_so(hostile: Matrix, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(NotADirectoryError, match="it is a file; name a folder"):
        hostile.export(tmp_path / "out")
    assert (tmp_path / "out").read_text() == "mine"


def test_the_command_reads_a_report_and_says_what_it_wrote(tmp_path: Path) -> None:
    axiomatrix.check("kendall", axioms=["symmetry", "separation"], profile="quick").save(tmp_path / "reports")
    done = commanding.axiomatrix(tmp_path, "report", "--data", "dataset")
    assert (done.returncode, done.stdout) == (0, "")
    assert "dataset/matrix.csv" in done.stderr
    assert len(table(tmp_path / "dataset")) == 2
    whole = (tmp_path / "reports/compliance.json").read_text(encoding="utf-8")
    part = whole.replace('"seed":0,', '"seed":0,\n"missing":7,', 1)
    (tmp_path / "part.json").write_text(part, encoding="utf-8")
    for arguments, text in (
        (["missing.json", "--data", "new"], "there is no such file"),
        (["dataset/dataset.json", "--data", "new"], "this is not a report"),
        (
            ["part.json", "--data", "new"],
            "--data needs a complete report; this one was interrupted: 2 of 9 cells decided",
        ),
        (["--data", "reports/compliance.json"], "it must be a folder"),
    ):
        done = commanding.axiomatrix(tmp_path, "report", *arguments)
        assert done.returncode == 2 and text in done.stderr, done.stderr


def test_the_site_publishes_the_same_table(tmp_path: Path) -> None:
    small = axiomatrix.check("kendall", axioms=["symmetry", "near-metric"], profile="quick")
    small.export(tmp_path / "dataset")
    for _ in range(2):
        small.save(tmp_path)
        assert (tmp_path / "site/matrix.csv").read_bytes() == (tmp_path / "dataset/matrix.csv").read_bytes()
