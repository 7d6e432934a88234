"""Pages of libraries: rendered again from their data alone, each with links that lead somewhere."""

from __future__ import annotations

import json
import re
from pathlib import Path

import commanding
import pytest
from msgspec import structs

from axiomatrix import Matrix, Registry
from axiomatrix.cli.report import render_pages
from axiomatrix.engine.check import check
from axiomatrix.report.json_reports import BadReport
from axiomatrix.report.json_reports import dump_matrix as dumps_matrix
from axiomatrix.report.libraries import data
from axiomatrix.report.libraries import pages as files
from axiomatrix.report.libraries.data import LibraryReport
from axiomatrix.report.libraries.pages import save
from axiomatrix.report.render import markdown


def axiomatrix(*arguments: object, cwd: Path) -> commanding.Done:
    return commanding.axiomatrix(cwd, *map(str, arguments))


def test_rendering_again_gives_the_same_bytes_without_the_library(saved: Path, tmp_path: Path) -> None:
    done = axiomatrix("report", saved / "libraries.json", "--markdown", tmp_path / "new", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "new/libraries.md").read_bytes() == (saved / "libraries.md").read_bytes()
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["libraries.md"]


def test_pages_go_beside_the_file_unless_told_otherwise(saved: Path, tmp_path: Path) -> None:
    (tmp_path / "libraries.json").write_bytes((saved / "libraries.json").read_bytes())
    assert axiomatrix("report", "libraries.json", "--markdown", ".", cwd=tmp_path).returncode == 0
    assert (tmp_path / "libraries.md").read_bytes() == (saved / "libraries.md").read_bytes()


def linked(text: str) -> list[str]:
    return re.findall(r"\]\(([^):#]*\.md)", text)


def test_a_large_report_has_a_page_for_each_library_with_all_that_one_page_has(
    agreeing: LibraryReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    (whole,) = files.pages(agreeing).values()
    monkeypatch.setattr(markdown, "MAX_PAGE_CHARACTERS", 100)
    made = files.pages(agreeing)
    first = made.pop("libraries.md")
    assert list(made) == ["libraries-planted.md", "libraries-agreement.md"] and linked(first) == list(made)
    assert whole.startswith(first[: first.index("## Libraries")])
    parts = [text[text.index("\n## ") :] for text in made.values()]
    assert whole.endswith("".join(parts))
    for text in made.values():
        assert text.startswith(files.MARKER) and set(linked(text)) == {"libraries.md"}
    assert "\n## Libraries\n" in first, "where the words are explained"


def test_an_old_page_of_a_library_is_removed_and_files_of_others_stay(
    matrix: Matrix, registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markdown, "MAX_PAGE_CHARACTERS", 100)
    save(data.library_report(matrix, registry), tmp_path)
    assert (tmp_path / "libraries-planted.md").is_file()
    (tmp_path / "libraries-notes.md").write_text("# mine\n", encoding="utf-8")
    monkeypatch.undo()
    save(data.library_report(matrix, registry), tmp_path)
    assert sorted(path.name for path in tmp_path.glob("*.md")) == ["libraries-notes.md", "libraries.md"]


def test_no_id_of_a_library_leads_out_of_the_folder_or_to_the_page_of_another(
    report: LibraryReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markdown, "MAX_PAGE_CHARACTERS", 100)
    notes = [structs.replace(report.libraries[0], id=id) for id in ("../../x", "agreement", "Agreement")]
    made = files.pages(structs.replace(report, libraries=tuple(notes)))
    assert list(made) == ["libraries.md", "libraries-x.md", "libraries-agreement.md", "libraries-agreement-2.md"]


def test_a_compliance_report_is_rendered_again(tmp_path: Path) -> None:
    matrix = check("kendall", "precision-at", axioms=["symmetry", "confidence"], profile="quick", use_pins=False)
    matrix.save(tmp_path)
    before = {path: path.read_bytes() for path in [tmp_path / "compliance.md", *(tmp_path / "site").rglob("*.*")]}
    assert len(before) > 40
    for path in before:
        path.unlink()
    for options in (["--markdown", "."], ["--html", "site"]):
        done = axiomatrix("report", "compliance.json", *options, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file"),
        (b"{", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"1" * 5000, "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "not a report that can be rendered"),
        (b'{"format": ["x"]}', "not a report that can be rendered"),
        (b'{"format": "axiomatrix-claims-1"}', "axiomatrix check"),
        (b'{"format": "axiomatrix-libraries-1"}', "'rows' is missing"),
        (b'{"format": "axiomatrix-report-1"}', "'rows' is missing"),
    ],
)
def test_a_file_that_is_no_report_is_refused_with_what_is_wrong(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    if content is not None:
        (tmp_path / "given.json").write_bytes(content)
    with pytest.raises(BadReport, match=re.escape(message)) as refused:
        render_pages(tmp_path / "given.json", tmp_path)
    assert str(refused.value).startswith(f"{tmp_path / 'given.json'}: ")
    assert [p.name for p in tmp_path.iterdir()] in ([], ["given.json"])


def test_a_damaged_compliance_report_is_an_error_of_the_call(matrix: Matrix, tmp_path: Path) -> None:
    damaged = json.loads(dumps_matrix(matrix))
    next(c for c in damaged["cells"] if c["evidence"].get("witness"))["evidence"]["witness"]["n"] = "many"
    (tmp_path / "compliance.json").write_text(json.dumps(damaged), encoding="utf-8")
    done = axiomatrix("report", "compliance.json", "--markdown", ".", cwd=tmp_path)
    assert "Traceback" not in done.stderr
    assert done.returncode == 2 and done.stderr.startswith("error: compliance.json: ")
    (tmp_path / "out").write_text("", encoding="utf-8")
    assert axiomatrix("report", "compliance.json", "--markdown", "out", cwd=tmp_path).returncode == 2
