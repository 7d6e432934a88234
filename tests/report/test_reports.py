"""Reports as data and as files: they fit their schemas, come back the same, and are written whole or not at all."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from nasty import NASTY
from unpacking import unpacked, untabled

from axiomatrix import Matrix, Registry
from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.files import write
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.evidence.witness import WITNESS, read, replay
from axiomatrix.report import json_reports
from axiomatrix.spaces.parameters import ParameterDomain

# --- data ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_data_fit_the_published_schema(matrix: Matrix) -> None:
    jsonschema.Draft202012Validator.check_schema(json_reports.COMPLIANCE.schema())
    jsonschema.Draft202012Validator(json_reports.COMPLIANCE.schema()).validate(
        json.loads(json_reports.dump_matrix(matrix))
    )


def test_every_witness_file_fits_its_schema_and_can_be_replayed(saved: Path, registry: Registry) -> None:
    validator = jsonschema.Draft202012Validator(WITNESS.schema())
    files = sorted((saved / "witnesses").glob("*.json"))
    assert files
    for file in files:
        validator.validate(json.loads(file.read_text(encoding="utf-8")))
        assert replay(read(file), registry).stands


def strict(schema: Any) -> bool:
    """Whether every object of a schema with named properties refuses others."""
    if isinstance(schema, dict):
        if "properties" in schema and schema.get("additionalProperties") is not False and "type" in schema:
            return False
        return all(map(strict, schema.values()))
    return all(map(strict, schema)) if isinstance(schema, list) else True


def test_the_schemas_are_strict_and_agree_on_witnesses() -> None:
    report, witness = json_reports.COMPLIANCE.schema(), WITNESS.schema()
    assert strict(report) and strict(witness)
    inner = report["$defs"]["Witness"]["properties"]
    assert {name: part for name, part in witness["properties"].items() if name != "format"} == inner
    assert all(report["$defs"][name] == part for name, part in witness["$defs"].items())
    assert set(report["$defs"]["Verdict"]["enum"]) == set(Verdict)


def first(report: Any) -> Any:
    """The first cell of a report."""
    return report["cells"][0]


@pytest.mark.slow
def test_data_come_back_as_the_same_matrix(matrix: Matrix, saved: Path) -> None:
    again = json_reports.read_matrix(saved / "compliance.json")
    assert json_reports.matrix_data(again) == json_reports.matrix_data(matrix)
    assert again.cells == matrix.cells
    assert again.rows == matrix.rows and again.columns == matrix.columns


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda d: d.update(format="other"), "its format must be"),
        (lambda d: d.pop("rows"), "'rows' is missing"),
        (lambda d: first(d).pop("evidence"), "'evidence' is missing"),
        (lambda d: first(d)["evidence"].update(verdict="fine"), "cells[0].evidence.verdict: invalid"),
        (lambda d: first(d).update(outcome="broken"), "outcome is 'broken'"),
        (lambda d: d["cells"].append(3), "report:"),
        (lambda d: first(d).update(axiom=[]), "cells[0].axiom: expected `str`, got `array`"),
        (lambda d: d.update(seed="0"), "seed: expected `int`, got `str`"),
    ],
)
def test_bad_data_are_refused_with_what_is_wrong(matrix: Matrix, damage: Any, message: str) -> None:
    broken = json.loads(json_reports.dump_matrix(matrix))
    damage(broken)
    with pytest.raises(json_reports.BadReport, match=re.escape(message)):
        json_reports.load_matrix(broken)


def test_a_file_that_is_no_report_is_refused(tmp_path: Path) -> None:
    with pytest.raises(json_reports.BadReport, match="No such file"):
        json_reports.read_matrix(tmp_path / "compliance.json")
    (tmp_path / "compliance.json").write_text("{", encoding="utf-8")
    with pytest.raises(json_reports.BadReport, match="not JSON"):
        json_reports.read_matrix(tmp_path / "compliance.json")


# --- files -----------------------------------------------------------------------------------------------------


def contents(directory: Path) -> dict[str, bytes]:
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.is_file()}


def test_two_saves_give_the_same_bytes(matrix: Matrix, saved: Path, registry: Registry, tmp_path: Path) -> None:
    json_reports.load_matrix(json.loads(json_reports.dump_matrix(matrix))).save(tmp_path, registry)
    assert contents(tmp_path) == contents(saved)
    texts = {name: content for name, content in contents(saved).items() if not name.endswith(".gz")}
    assert all(b"\r" not in content for content in texts.values())


def test_saving_again_removes_stale_witnesses_and_leaves_other_files(
    matrix: Matrix, registry: Registry, tmp_path: Path
) -> None:
    written = matrix.save(tmp_path, registry)
    folder = tmp_path / "witnesses"
    stale = next(p for p in written if p.suffix == ".json" and p.parent == folder)
    foreign = {
        "notes.md": "# mine\n",
        "data.json": "{}\n",
        "renamed.json": stale.read_text(encoding="utf-8"),  # a copy that somebody keeps
        "image.png": "x",
    }
    for name, content in foreign.items():
        (folder / name).write_text(content, encoding="utf-8")
    fewer = Matrix(matrix.rows, matrix.columns, [c for c in matrix if not c.evidence.witness], "quick", 0)
    fewer.save(tmp_path, registry)
    assert {p.name for p in folder.iterdir()} == set(foreign)
    assert not [p for p in tmp_path.rglob("*") if p.name.endswith(".tmp")]


def test_a_save_that_fails_leaves_the_old_file_and_no_draft(
    matrix: Matrix, registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matrix.save(tmp_path, registry)
    before = contents(tmp_path)

    def fail(self: Path, target: Path) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    other = Matrix(matrix.rows, matrix.columns, matrix.cells[1:], "quick", 0)
    with pytest.raises(OSError, match="disk full"):
        other.save(tmp_path, registry)
    assert contents(tmp_path) == before


def test_a_file_that_says_the_same_stays_and_another_one_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    write(path, "one")
    before = path.stat()
    write(path, "one")
    assert path.stat() == before
    write(path, "two")
    assert path.read_text() == "two" and path.stat().st_ino != before.st_ino
    (tmp_path / "link.md").symlink_to(path)
    write(tmp_path / "link.md", "two")
    assert not (tmp_path / "link.md").is_symlink()


def test_every_refuted_cell_links_a_page_that_exists(matrix: Matrix, saved: Path) -> None:
    md = (saved / "compliance.md").read_text(encoding="utf-8")
    page = (saved / "site/matrix.html").read_text(encoding="utf-8")
    slugs = {cell.evidence.witness.slug for cell in matrix if cell.evidence.witness}
    refuted = [c for c in matrix if c.evidence.verdict == "refuted"]
    assert refuted and all(c.evidence.witness for c in refuted)
    assert {p.stem for p in (saved / "witnesses").glob("*.md")} == slugs
    shown_first = {cell.evidence.witness.slug for cell in matrix.broken if cell.evidence.witness}
    assert shown_first and shown_first <= set(re.findall(r"\]\(witnesses/([^)]*)\.md\)", md))
    shown = untabled(unpacked((saved / "site/data/witnesses.js").read_bytes())["witnesses"])
    assert {one["slug"] for one in shown} == slugs
    ids = set(re.findall(r'id="([^"]*)"', page))
    assert set(re.findall(r'href="#([^"]*)"', page)) <= ids
    assert set(re.findall(r'href="witness.html#slug=([^"]*)"', page)) <= slugs
    for target in re.findall(r"\]\((witnesses/[^)]*)\)", md):
        assert (saved / target).is_file()


def test_names_that_a_file_system_confuses_have_files_of_their_own() -> None:
    def slug(name: str, **arguments: Any) -> str:
        return Witness(
            name,
            "symmetry",
            arguments,
            ParameterDomain.OPEN,
            n=2,
            instance={},
            parameters={},
            lhs="1",
            op="==",
            rhs="2",
            smallest=True,
            channel="exact",
            shows="refutes",
        ).slug

    names = ["mine", "Mine", "mi ne", "mi-ne", "mi/ne", "..", "k[a]", "k.a", "x" * 200, "x" * 201, NASTY, "\udc80", "é"]
    made = [slug(name) for name in names] + [slug("k", parameter="d"), slug("k", parameter="D")]
    assert len({s.lower() for s in made}) == len(made)
    assert all(re.fullmatch(r"[a-z0-9._-]{1,120}", s) for s in made)
