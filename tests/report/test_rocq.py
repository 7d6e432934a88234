"""Theorems for a proof assistant: what is written, what the kernel accepts and refuses, and what a cell then says."""

from __future__ import annotations

import json
import os
import re
import shutil
from functools import cache
from pathlib import Path

import commanding
import committed
import pytest

from axiomatrix import Matrix
from axiomatrix.catalogue import load_catalogue
from axiomatrix.engine.check import certify
from axiomatrix.evidence import certificate
from axiomatrix.evidence.rules import first_problem
from axiomatrix.evidence.slug import short_name
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.report.json_reports import load_matrix, matrix_data
from axiomatrix.report.rocq.formulas import AXIOMS, FORMULAS
from axiomatrix.report.rocq.kernel import NO_ASSUMPTIONS, NotChecked, check_files, compile_file, strengthened
from axiomatrix.report.rocq.statements import LIBRARY, RocqFile, library, metric_files

needs_coqc = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed (apt install coq)")
FOOTRULE = "footrule-similarity[deck]"
BOUND = "lower_bound_other_kendall_similarity_factor_1_3"


@cache
def written(largest: int, certificates: Path | None = None) -> dict[str, RocqFile]:
    return metric_files(committed.matrix(), load_catalogue(), certificates, largest)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate of F_D >= K_D / 3 up to four items, as ``check --certificates`` writes it."""
    folder = tmp_path_factory.mktemp("certificates")
    registry = load_catalogue()
    metric = registry.metric(FOOTRULE)
    statements = {claim.statement for claim in metric.claims if claim.statement.axiom.id == "lower-bound"}
    (statement,) = [statement for statement in statements if "1/3" in statement.id]
    content = certificate.text(certify(metric, statement, registry, 4))
    (folder / f"{short_name(f'{metric.name}--{statement.id}')}.json").write_text(content, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library, which the kernel has checked."""
    folder = tmp_path_factory.mktemp("rocq")
    for name, text in library().items():
        (folder / name).write_text(text, encoding="utf-8")
        compile_file(folder, name)
    return folder


def accepts(folder: Path, text: str) -> bool:
    (folder / "tried.v").write_text(text, encoding="utf-8")
    try:
        compile_file(folder, "tried.v")
    except NotChecked:
        return False
    return True


def only(file: RocqFile, name: str) -> str:
    """The file with that theorem alone."""
    head = file.text[: file.text.index(file.theorems[0].text)]
    (theorem,) = [theorem.text for theorem in file.theorems if theorem.name == name]
    return head + theorem


def test_each_proved_or_certified_cell_of_the_four_metrics_has_a_statement() -> None:
    cells = {theorem.cell for file in written(5).values() for theorem in file.theorems}
    expected = {
        cell.key
        for cell in committed.matrix()
        if cell.metric in FORMULAS
        and cell.axiom in AXIOMS
        and cell.evidence.verdict in (Verdict.PROVED, Verdict.CERTIFIED)
    }
    assert cells == expected
    assert len(cells) > 30
    assert {f"{formula.name}.v" for formula in FORMULAS.values()} == written(5).keys()


def test_statements_have_no_gap_and_no_multipliers_means_no_theorem() -> None:
    for file in written(5).values():
        assert not re.search(r"\b(Admitted|Axiom|Parameter|Conjecture|admit)\b", file.text)
        for theorem in file.theorems:
            assert theorem.text in file.text
            assert ("Theorem" in theorem.text) == bool(theorem.largest)
    open_ones = {t.name for f in written(5).values() for t in f.theorems if not t.largest}
    assert BOUND in open_ones
    assert not re.search(r"\b(Admitted|Axiom|admit)\b", "".join(library().values()).replace("Axioms", ""))


def test_the_reach_of_a_theorem_is_that_of_its_certificate(certificates: Path) -> None:
    theorems = {t.name: t for t in written(5, certificates)["footrule_similarity.v"].theorems}
    assert theorems[BOUND].largest == 4
    assert theorems["symmetry"].largest == 5


def test_a_cell_says_that_it_is_kernel_checked_in_data_and_status() -> None:
    theorems = [t for f in written(5).values() for t in f.theorems]
    matrix = strengthened(committed.matrix(), {t.cell: t.largest for t in theorems if t.largest})
    again = load_matrix(json.loads(json.dumps(matrix_data(matrix))))
    for theorem in theorems:
        (cell,) = [cell for cell in again if cell.key == theorem.cell]
        assert cell.evidence.kernel == theorem.largest
        assert (f"kernel-checked n<={theorem.largest}" in cell.status.reach) == bool(theorem.largest)
    assert sum(cell.evidence.kernel > 0 for cell in again) == sum(t.largest > 0 for t in theorems)


def test_a_cell_that_was_only_searched_is_not_kernel_checked() -> None:
    searched = next(cell for cell in committed.matrix() if cell.evidence.verdict is Verdict.SEARCHED)
    (wrong,) = strengthened(_alone(searched.key.metric, searched), {searched.key: 5})
    assert "evidence.kernel" in str(first_problem(wrong))


def _alone(metric: str, cell: object) -> Matrix:
    whole = committed.matrix()
    rows = [row for row in whole.rows if row.name == metric]
    return Matrix(rows=rows, columns=whole.columns, cells=[cell], profile=whole.profile, seed=whole.seed)  # type: ignore[list-item]  # a cell


def test_the_data_have_the_theorems_and_coqc_is_asked_for_by_name(tmp_path: Path) -> None:
    report = committed.REPORTS / "compliance.json"
    arguments = ("report", str(report), "--data", "out", "--kernel")
    done = commanding.axiomatrix(tmp_path, *arguments, PATH="")
    assert done.returncode == 2
    assert "coqc is not installed" in done.stderr and "apt install coq" in done.stderr
    assert {path.name for path in (tmp_path / "out" / "rocq").iterdir()} == {*LIBRARY, *written(5)}
    assert not (tmp_path / "out" / "compliance.json").exists()
    alone = commanding.axiomatrix(tmp_path, "report", str(report), "--kernel", "--html", "site")
    assert alone.returncode == 2 and "--data" in alone.stderr


@needs_coqc
def test_the_kernel_accepts_the_multipliers_and_refuses_others(compiled: Path, certificates: Path) -> None:
    file = written(4, certificates)["footrule_similarity.v"]
    text = only(file, BOUND).replace("(1 # 3)", "(1)")  # the best constant at four items
    assert accepts(compiled, text)
    assert "times (1) 3 1 3 2" in text
    assert not accepts(compiled, text.replace("times (1) 3 1 3 2", "times (2) 3 1 3 2"))
    assert not accepts(compiled, text.replace("times (1) 3 1 3 2", "times (-1) 3 1 3 2"))
    assert not accepts(compiled, text.replace(", (-1))]", ", (-2))]"))
    assert not accepts(compiled, re.sub(r"\(listed \[.*\]\)\)\.", "plain).", text, flags=re.DOTALL))


@needs_coqc
def test_a_false_statement_does_not_compile(compiled: Path) -> None:
    file = written(3)["footrule_similarity.v"]
    text = only(file, "upper_bound_other_kendall_similarity_factor_3")
    assert accepts(compiled, text.replace("(3)", "(2)"))
    assert not accepts(compiled, text.replace("(3)", "(1)"))
    reading = text.replace("Sum (D x) (ahead b x))", "Sum (D x) (x :: ahead b x))")
    assert reading != text  # the formula is another one than that of the definition in Python
    assert not accepts(compiled, reading)
    values = text.replace("(254)", "(255)")
    assert values != text
    assert not accepts(compiled, values)


@needs_coqc
def test_a_gap_is_seen(compiled: Path) -> None:
    file = written(3)["kendall_element.v"]
    gap = file.text.replace("vm_compute. reflexivity. Qed.\nPrint", "admit. Admitted.\nPrint", 1)
    assert gap != file.text
    (compiled / "kendall_element.v").write_text(gap, encoding="utf-8")
    ((name, result),) = check_files(compiled, {"kendall_element.v": file})
    assert name == "kendall_element.v" and isinstance(result, NotChecked)
    assert NO_ASSUMPTIONS in str(result)


@needs_coqc
@pytest.mark.skipif("CI" in os.environ, reason="a minute of the kernel: run by hand with -m slow")
@pytest.mark.slow
def test_the_kernel_checks_the_four_metrics_up_to_five_items_or_four_for_pairs_of_rankings(tmp_path: Path) -> None:
    report = committed.REPORTS / "compliance.json"
    done = commanding.axiomatrix(tmp_path, "report", str(report), "--data", "out", "--kernel")
    assert done.returncode == 0, done.stdout + done.stderr
    data = json.loads((tmp_path / "out" / "compliance.json").read_text(encoding="utf-8"))
    by_metric = dict.fromkeys(FORMULAS, 0)
    for cell in data["cells"]:
        if cell["evidence"].get("kernel"):
            by_metric[cell["metric"]] += 1
            assert cell["evidence"]["kernel"] == (4 if AXIOMS[cell["axiom"]].has_pairs else 5)
    assert min(by_metric.values()) >= 7
