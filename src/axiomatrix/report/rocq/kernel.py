"""Check the theorems of a report with ``coqc``, the kernel of Rocq, and record the result in the cells."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from ...evidence.cell import Cell, CellKey
from ...evidence.matrix import Matrix
from .statements import LIBRARY, RocqFile

ROCQ_FOLDER = "rocq"
"""The folder of the files inside the directory of the report."""
MAX_SECONDS_OF_FILE = 1800
"""Seconds after which the check of a file is given up."""
NO_ASSUMPTIONS = "Closed under the global context"
"""The line that the kernel prints for a theorem without axioms and gaps."""


class NoKernel(ValueError):
    """The program that checks theorems is not installed, or its version does not accept our library."""


class NotChecked(ValueError):
    """A file that the kernel refuses; the text is the kernel's output."""


def compile_file(folder: Path, name: str) -> str:
    """Check a file with ``coqc`` and return what it prints; :class:`NotChecked` if it refuses."""
    program = shutil.which("coqc")
    if program is None:
        raise NoKernel("coqc is not installed; install Rocq (Debian and Ubuntu: apt install coq; opam install coq)")
    command = [program, "-q", "-Q", ".", "Axiomatrix", name]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=MAX_SECONDS_OF_FILE, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotChecked(f"{name}: no answer within {MAX_SECONDS_OF_FILE} seconds") from None
    if done.returncode:
        raise NotChecked(f"{name}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def check_files(folder: Path, files: Mapping[str, RocqFile]) -> Iterator[tuple[str, dict[CellKey, int] | NotChecked]]:
    """Check each file in the folder; yield its name with the items by cell that were checked, or the refusal."""
    try:
        for name in LIBRARY:
            compile_file(folder, name)
    except NotChecked as error:
        raise NoKernel(f"this version of coqc does not accept the checker: {error}") from None
    for name, file in files.items():
        proved = {theorem.cell: theorem.largest for theorem in file.theorems if theorem.largest}
        try:
            printed = compile_file(folder, name)
        except NotChecked as error:
            yield name, error
            continue
        if printed.count(NO_ASSUMPTIONS) == len(proved):
            yield name, proved
        else:
            yield name, NotChecked(f"{name}: a theorem rests on an axiom:\n{printed.strip()}")


def strengthened(matrix: Matrix, proved: Mapping[CellKey, int]) -> Matrix:
    """The matrix with the number of items up to which the kernel checked each cell."""
    return Matrix(
        rows=matrix.rows,
        columns=matrix.columns,
        cells=[_with_kernel(cell, proved.get(cell.key, 0)) for cell in matrix.cells],
        profile=matrix.profile,
        seed=matrix.seed,
        contradictions=matrix.contradictions,
    )


def _with_kernel(cell: Cell, n: int) -> Cell:
    return replace(cell, evidence=replace(cell.evidence, kernel=n))
