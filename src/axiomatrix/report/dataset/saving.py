"""The files of the dataset."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import tarfile
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from ...evidence.cell_data import CellData, fields_of
from ...evidence.files import by_line, write_all
from ...evidence.formats import Format, Record
from ...evidence.matrix import Matrix
from ..ask.words import sentence
from ..matrix.data import MAX_BYTES, BadReport
from .line import asked, columns, file_of, line_of, shown_by, table
from .terms import Published, of_cell, published_of


class CellFileData(Published, kw_only=True):
    """One cell of a compliance matrix, by itself."""

    says: Annotated[str, Meta(description="The verdict as the answer to the question whether the axiom holds.")]
    metric: Annotated[str, Meta(description="The formula of the metric.")]
    digest: Annotated[str, Meta(description="A digest of the file that defines the metric.")]
    axiom: Annotated[str, Meta(description="The formula of the axiom.")]
    citation: Annotated[str, Meta(description="An entry for a bibliography, in BibTeX.")]
    cell: CellData


class FileData(Record, kw_only=True):
    """A file of the dataset."""

    name: str
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    entries: Annotated[int, Meta(ge=0, description="Cells, or witnesses.")]
    schema: Annotated[str, Meta(description="The schema of each of its lines.")]


class DatasetData(Published, kw_only=True):
    """What lies beside it, from which run, and on what terms."""

    version: Annotated[str, Meta(description="The version of axiomatrix that wrote the files.")]
    files: list[FileData]
    columns: Annotated[dict[str, str], Meta(description="What each column of matrix.csv means.")]


CELL = Format(
    "axiomatrix-cell-1",
    "cell",
    CellFileData,
    "One cell of a compliance matrix with its formulas, its claims, its evidence, and how to cite it.",
    BadReport,
    MAX_BYTES,
)
DATASET = Format(
    "axiomatrix-dataset-1",
    "dataset",
    DatasetData,
    "What is in matrix.csv and witnesses.jsonl, from which run it is, and on what terms it may be used.",
    BadReport,
    MAX_BYTES,
)


def flat(matrix: Matrix) -> dict[str, str]:
    """The two flat files and their description, by name."""
    cells = asked(matrix)
    lines = [line_of(witness) for witness in map(shown_by, cells) if witness]
    files = {"matrix.csv": table(matrix), "witnesses.jsonl": "".join(f"{line}\n" for line in lines)}
    counts = {"matrix.csv": (len(cells), "line"), "witnesses.jsonl": (len(lines), "witness")}
    listed = [
        FileData(
            name=name,
            sha256=hashlib.sha256(files[name].encode()).hexdigest(),
            entries=entries,
            schema=f"urn:axiomatrix:{schema}-1",
        )
        for name, (entries, schema) in counts.items()
    ]
    description = DatasetData(**published_of(matrix), files=listed, columns=columns())
    return {**files, "dataset.json": by_line(DATASET.data(description))}


def whole(matrix: Matrix) -> dict[str, str]:
    """All files by name: the flat ones, and one for each cell that was asked."""
    rows, heads = {row.name: row for row in matrix.rows}, {column.id: column for column in matrix.columns}
    files = flat(matrix)
    for cell in asked(matrix):
        row = rows[cell.metric]
        made = CellFileData(
            **published_of(matrix),
            says=sentence(cell),
            metric=row.formula,
            digest=row.digest,
            axiom=heads[cell.axiom].formula,
            citation=of_cell(cell, matrix),
            cell=CellData(metric=cell.metric, axiom=cell.axiom, **fields_of(cell)),
        )
        files[file_of(cell)] = by_line(CELL.data(made))
    return files


def published(matrix: Matrix) -> bytes:
    """All files as a site has them, which is small: an archive with the same names, a tenth of them in size."""
    packed = io.BytesIO()
    with tarfile.TarFile(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, text in whole(matrix).items():
            raw = text.encode()
            entry = tarfile.TarInfo(f"dataset/{name}")  # of nobody and no time: the same report makes the same bytes
            entry.size = len(raw)
            archive.addfile(entry, io.BytesIO(raw))
    return gzip.compress(packed.getvalue(), mtime=0)


def save(matrix: Matrix, directory: Path) -> list[Path]:
    """Write all files; those written.

    Files of cells that an earlier export wrote and this one does not are removed; nothing else is touched.
    """
    if directory.exists() and not directory.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "it is a file; it must be a folder", str(directory))
    files = whole(matrix)
    folder = directory / "cells"
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.json"):
        if f"cells/{path.name}" not in files and _is_ours(path):
            path.unlink()
    return write_all(files, directory)


def _is_ours(path: Path) -> bool:
    begins = f'{{\n"format":"{CELL.name}"'
    if not path.is_file() or path.is_symlink():
        return False
    with path.open("rb") as file:
        return file.read(len(begins)) == begins.encode()
