"""Theorems of a report checked by ``coqc``, and the cells that this strengthens."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from ...evidence.cell import Cell, CellKey
from ...evidence.matrix import Matrix
from .statements import LIBRARY, RocqFile

FOLDER = "rocq"
"""Where the files are, in the folder of the data."""
SECONDS = 1800
"""Time for a file, after which it is not checked."""
CLOSED = "Closed under the global context"
"""What the kernel prints of a theorem that rests on no axiom and on no gap."""


class NoKernel(ValueError):
    """The program that checks theorems is not there, or does not accept the library of the checker."""


class NotChecked(ValueError):
    """A file that the kernel refuses, with what it prints."""


def compile_file(folder: Path, name: str) -> str:
    """Check a file with ``coqc`` and return what it prints; :class:`NotChecked` if it refuses."""
    program = shutil.which("coqc")
    if program is None:
        raise NoKernel("coqc is not installed; install Rocq (Debian and Ubuntu: apt install coq; opam install coq)")
    command = [program, "-q", "-Q", ".", "Axiomatrix", name]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise NotChecked(f"{name}: no answer within {SECONDS} seconds") from None
    if done.returncode:
        raise NotChecked(f"{name}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def checked(folder: Path, files: Mapping[str, RocqFile]) -> Iterator[tuple[str, dict[CellKey, int] | NotChecked]]:
    """Each file that was written into the folder, with the cells that the kernel checked, or why it refused."""
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
        if printed.count(CLOSED) == len(proved):
            yield name, proved
        else:
            yield name, NotChecked(f"{name}: a theorem rests on an axiom:\n{printed.strip()}")


def strengthened(matrix: Matrix, proved: Mapping[CellKey, int]) -> Matrix:
    """The matrix whose cells say up to how many items the kernel checked them."""
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
