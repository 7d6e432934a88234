"""Check the theorems of a report with ``coqc``, the kernel of Rocq, and record the result in the cells.

``axiomatrix report --data DIRECTORY --kernel`` uses it, after :mod:`.statements` has made the files.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from ...evidence.cell import CellKey
from ...evidence.matrix import Matrix
from .statements import LIBRARY, RocqFile

ROCQ_FOLDER = "rocq"
"""The folder of the files inside the directory of the data."""
MAX_SECONDS_OF_FILE = 1800
"""Seconds after which the check of a file is given up."""
NO_ASSUMPTIONS = "Closed under the global context"
"""The line that ``Print Assumptions`` writes for a theorem without axioms and gaps."""


class NoKernel(ValueError):
    """The program that checks theorems is not installed, or its version does not accept the files of ``LIBRARY``."""


class NotChecked(ValueError):
    """A file that the kernel refuses; the text is the kernel's output."""


def compile_file(folder: Path, name: str) -> str:
    """Check a file with ``coqc`` and return its output.

    Raises :class:`NotChecked` if it refuses the file, and :class:`NoKernel` if ``coqc`` is not installed.
    """
    program = shutil.which("coqc")
    if program is None:
        raise NoKernel("coqc is not installed; install Rocq (Debian and Ubuntu: apt install coq; opam install coq)")
    command = [program, "-q", "-Q", ".", "Axiomatrix", name]
    try:
        process = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=MAX_SECONDS_OF_FILE, check=False
        )
    except subprocess.TimeoutExpired:
        raise NotChecked(f"{name}: no answer within {MAX_SECONDS_OF_FILE} seconds") from None
    if process.returncode:
        raise NotChecked(f"{name}: {process.stderr.strip() or process.stdout.strip()}")
    return process.stdout


def check_files(folder: Path, files: Mapping[str, RocqFile]) -> Iterator[tuple[str, dict[CellKey, int] | NotChecked]]:
    """Check each file in the folder; yield its name with the refusal, or with the reach of each checked cell.

    The reach is the number of items up to which the kernel checked the statement. A file counts only as a whole: every
    theorem in it must rest on no axiom, which it prints of each. Raises :class:`NoKernel` if the files of the library
    are refused, on which all others rest.
    """
    try:
        for name in LIBRARY:
            compile_file(folder, name)
    except NotChecked as error:
        raise NoKernel(f"this version of coqc does not accept the checker: {error}") from None
    for name, file in files.items():
        reach_by_cell = {theorem.cell: theorem.largest for theorem in file.theorems if theorem.largest}
        try:
            output = compile_file(folder, name)
        except NotChecked as error:
            yield name, error
            continue
        if output.count(NO_ASSUMPTIONS) == len(reach_by_cell):
            yield name, reach_by_cell
        else:
            yield name, NotChecked(f"{name}: a theorem rests on an axiom:\n{output.strip()}")


def strengthened(matrix: Matrix, reach_by_cell: Mapping[CellKey, int]) -> Matrix:
    """Record in each cell the number of items up to which the kernel checked it, 0 for a cell not in the mapping."""
    return Matrix(
        rows=matrix.rows,
        columns=matrix.columns,
        cells=[
            replace(cell, evidence=replace(cell.evidence, kernel=reach_by_cell.get(cell.key, 0)))
            for cell in matrix.cells
        ],
        profile=matrix.profile,
        seed=matrix.seed,
        contradictions=matrix.contradictions,
    )
