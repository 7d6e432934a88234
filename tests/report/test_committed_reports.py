"""What is committed under reports/: small, complete, and linked so that it can be read where code is hosted."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from committed import REPORTS, matrix

from axiomatrix.evidence.safe import prose
from axiomatrix.evidence.verdict import FAULTS
from axiomatrix.evidence.words import by_sort
from axiomatrix.report.correlation import CORRELATION
from axiomatrix.report.json_reports import read_matrix
from axiomatrix.report.subjects.matrix import FOR_EVERY_N

ROOT = REPORTS.parent
LINK = re.compile(r"(?<!\\)\]\(([^()#\s]+)(?:#[^)\s]*)?\)")


@pytest.fixture(scope="module")
def files() -> list[str]:
    """The files that are committed, by their paths in the repository."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("no repository")
    return [name for name in done.stdout.split("\0") if name]


def test_the_reports_are_small(files: list[str]) -> None:
    ours = [ROOT / name for name in files if name.startswith("reports/")]
    assert len(ours) <= 300


def test_every_page_is_small_enough_for_a_code_host_to_show(files: list[str]) -> None:
    pages = [name for name in files if name.startswith("reports/") and name.endswith(".md")]
    assert len(pages) > 50
    assert {
        name: size for name in pages if (size := (ROOT / name).stat().st_size) >= 130_000
    } == {}  # claims.md, of 104 claims


def test_every_cell_of_the_catalogue_could_be_decided() -> None:
    """An error in a cell that nobody declared changes no exit status of the check."""
    cells = read_matrix(REPORTS / "compliance.json").cells
    assert [(cell.metric, cell.title) for cell in cells if cell.evidence.verdict in FAULTS] == []


def test_links_lead_to_what_is_committed(files: list[str]) -> None:
    there = {(ROOT / name).resolve() for name in files}
    pages = [
        ROOT / name
        for name in files
        if name.endswith(".md") and name.startswith(("README", "CONTRIBUTING", "docs/", "reports/"))
    ]
    found, dead = set(), []
    for page in pages:
        text = re.sub(r"^(`{3,}).*?^\1$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        for target in LINK.findall(re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "", text)):
            if not target.startswith(("http://", "https://", "mailto:")):
                path = (page.parent / target).resolve()
                found.add(path)
                if path not in there and not any(path in one.parents for one in there):
                    dead.append(f"{page.relative_to(ROOT)}: {target}")
    assert not dead
    kept = {path for path in there if path.parent == REPORTS / "witnesses"}
    assert kept and kept <= found, "a witness page that nothing links is not committed"


@pytest.mark.slow
def test_the_manifest_has_the_digest_of_the_witness_pages(files: list[str], tmp_path: Path) -> None:
    """Made from compliance.json alone: what is built beside it is what it was when the report was made."""
    from axiomatrix.evidence.files import write
    from axiomatrix.report.saving import witness_files

    folder = tmp_path / "reports"
    (folder / "witnesses").mkdir(parents=True)
    kept = {Path(name).name for name in files if name.startswith("reports/witnesses/")}
    for cell in matrix().cells:
        for name, text in witness_files(cell, matrix()).items():
            if name in kept:
                assert (REPORTS / "witnesses" / name).read_text(encoding="utf-8") == text
            else:
                write(folder / "witnesses" / name, text)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    shutil.copy(ROOT / ".gitignore", tmp_path)
    output = subprocess.run([sys.executable, ROOT / ".ci/manifest", folder], capture_output=True, text=True, check=True)
    assert output.stdout.strip() in (REPORTS / "manifest.txt").read_text(encoding="utf-8").splitlines()


def test_the_pages_of_proofs_have_every_theorem_and_every_sentence_of_its_argument() -> None:
    matrix = read_matrix(REPORTS / "compliance.json")
    number = 0
    for sort in by_sort(matrix):
        rows = {row.name for row in sort.rows}
        proofs = [cell.evidence.proof for cell in matrix if cell.metric in rows and cell.evidence.proof is not None]
        if not proofs:
            continue
        number += len(proofs)
        page = (REPORTS / f"compliance-proofs-{sort.about.replace(' ', '-')}.md").read_text("utf-8")
        sentences = {sentence for proof in proofs for sentence in (*proof.checked, *proof.argued)}
        theorems = {proof.theorem.removesuffix(FOR_EVERY_N) for proof in proofs}
        assert not [text for text in sorted(sentences | theorems) if prose(text) not in page]
        listed = [line.partition(") ")[2] for line in page.splitlines() if line.startswith("- (")]
        assert len(listed) == len(set(listed)) and f"({len(listed)})" in page
    assert number > 600


def test_committed_correlations_are_as_the_schema_says() -> None:
    found = sorted((REPORTS / "correlate").glob("*/correlation.json"))
    assert len(found) == 5
    for file in found:
        data = json.loads(file.read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator(CORRELATION.schema()).validate(data)
        CORRELATION.decode(data)
