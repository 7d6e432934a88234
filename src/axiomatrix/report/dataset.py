"""A matrix as open data, for ``Matrix.export`` and the site: ``matrix.csv``, ``witnesses.jsonl``, ``dataset.json``.

The matrix has a row for each metric, and *cells*: the evidence on one statement about a metric. A *witness* is an
instance that decides a cell. The table has a line for each cell whose axiom applies to its metric, the second file a
line for each witness. The third describes both. A verdict is *thin* if it rests on few cases. ``evidence.safe.field``
writes a text so that no spreadsheet takes it for a formula.

The published schemas include the descriptions of the fields; ``dataset.json`` repeats them for the columns.
"""

from __future__ import annotations

import csv
import errno
import hashlib
import io
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from .. import __version__
from ..evidence.cell import Cell
from ..evidence.evidence import Witness
from ..evidence.files import compact_json, json_by_entry, write_all
from ..evidence.formats import Format, Record
from ..evidence.matrix import Matrix, Row
from ..evidence.safe import field, visible
from ..evidence.witness import to_json
from .json_reports import MAX_BYTES, BadReport

LICENCE: Literal["CC0-1.0"] = "CC0-1.0"
Licence = Annotated[Literal["CC0-1.0"], Meta(description="Licence of the data: public domain.")]
AUTHOR = "The axiomatrix developers"


class Published(Record, kw_only=True):
    """Self-description of a data file."""

    version: Annotated[str, Meta(description="The version of axiomatrix that wrote the file.")]
    licence: Licence
    profile: str
    seed: int


def published_of(matrix: Matrix) -> dict[str, Any]:
    """The fields of :class:`Published` for the data of a matrix."""
    return {"version": __version__, "licence": LICENCE, "profile": matrix.profile, "seed": matrix.seed}


# --- how to cite a result -------------------------------------------------------------------------------------------

_BIBTEX_ESCAPES = str.maketrans(
    {character: f"\\{character}" for character in "&%$#_{}"} | {"\\": r"\textbackslash{}", "~": r"\~{}", "^": r"\^{}"}
)
"""The characters with a meaning in LaTeX, each with the command that prints it."""


def bibtex_entry(key: str, **fields: str) -> str:
    """A BibTeX entry; its texts are escaped, so that none is a command or ends its field."""
    lines = "".join(f",\n  {name} = {{{visible(text).translate(_BIBTEX_ESCAPES)}}}" for name, text in fields.items())
    return f"@misc{{{key}{lines}\n}}"


def own_entry(key: str, title: str, where: str, matrix: Matrix) -> str:
    """The BibTeX entry for a result of a run; ``where`` is the file or address that has it."""
    run = f"axiomatrix {__version__}, profile {matrix.profile}, seed {matrix.seed}"
    entry = bibtex_entry(f"axiomatrix:{key}", author=AUTHOR, title=title, note=run, howpublished=where)
    # in double braces, BibTeX does not divide the author into a first and a last name
    return entry.replace("{" + AUTHOR + "}", "{{" + AUTHOR + "}}", 1)


# --- matrix.csv and witnesses.jsonl ---------------------------------------------------------------------------------

DIGEST_DIGITS = 16
"""Hexadecimal digits of a witness's SHA-256 in the table, enough to tell thousands of witnesses apart."""
Count = Annotated[str, Meta(pattern="^[0-9]+$")]


class DatasetLine(Record, kw_only=True):
    """A cell of the matrix as a line of ``matrix.csv``; every field is text."""

    metric: Annotated[str, Meta(min_length=1, description="The metric, with its variant in brackets.")]
    kind: Annotated[str, Meta(description="What its value means: distance, similarity, score or loss.")]
    about: Annotated[str, Meta(description="What it applies to: rankings, judged lists, weak orders, ...")]
    axiom: Annotated[str, Meta(min_length=1, description="The id of the axiom.")]
    arguments: Annotated[str, Meta(description="The axiom's arguments, as name=value; empty if it takes none.")]
    space: Annotated[
        Literal["open", "closed"],
        Meta(description="Whether parameters are from the declared space or from its closure (zero weights too)."),
    ]
    verdict: Annotated[
        str, Meta(min_length=1, description="The verdict, in a word; 'none found' does not mean 'holds'.")
    ]
    reach: Annotated[str, Meta(description="How far the verdict reaches.")]
    n: Annotated[
        Count,
        Meta(
            description="The size of the witness that refutes or shows, else the largest n reached; 0 for a refutation "
            "that follows from other cells for every n."
        ),
    ]
    cases: Annotated[Count, Meta(description="How many cases were decided, over all methods.")]
    thin: Annotated[
        Literal["yes", "no"], Meta(description="Whether the verdict rests on so few cases that they say little.")
    ]
    outcome: Annotated[str, Meta(description="How the verdict compares with what is declared; observed if nothing is.")]
    claims: Annotated[str, Meta(description="Who declares it, and as what; empty if nobody does.")]
    best: Annotated[str, Meta(description="The bound on the best constant, if one is asked for.")]
    witness: Annotated[
        str,
        Meta(
            pattern="^([0-9a-f]{16})?$",
            description="First digits of the SHA-256 of the witness, its line of witnesses.jsonl.",
        ),
    ]


LINE = Format(
    "axiomatrix-line-1",
    "line of matrix.csv",
    DatasetLine,
    "One cell of the compliance matrix as a line of matrix.csv: its fields by the names in the first line.",
    BadReport,
    has_format_field=False,
)


def columns() -> dict[str, str]:
    """The columns of ``matrix.csv`` in their order, each with its meaning."""
    return {name: schema["description"] for name, schema in LINE.schema()["properties"].items()}


def applicable_cells(matrix: Matrix) -> list[Cell]:
    """The cells in the table: all whose axiom applies to their metric."""
    return [cell for cell in matrix if cell.status.is_asked]


def first_witness(cell: Cell) -> Witness | None:
    """The instance that decides the cell, or else the one that attains the best constant; None without any."""
    return next(iter(cell.evidence.witnesses), None)


def witness_line(witness: Witness) -> str:
    """The line of a witness in ``witnesses.jsonl``. Saved to a file, it can be replayed."""
    return compact_json(to_json(witness))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def matrix_csv(matrix: Matrix) -> str:
    """The content of ``matrix.csv``: a line for each cell, no line breaks in fields, no field a spreadsheet formula."""
    rows = {row.name: row for row in matrix.rows}
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns())
    for cell in applicable_cells(matrix):
        line = line_of_cell(cell, rows[cell.metric])
        writer.writerow(map(field, msgspec.structs.astuple(line)))
    return text.getvalue()


def line_of_cell(cell: Cell, row: Row) -> DatasetLine:
    """The line of a cell in ``matrix.csv``."""
    evidence, witness = cell.evidence, first_witness(cell)
    return DatasetLine(
        metric=cell.metric,
        kind=row.kind,
        about=row.about,
        axiom=cell.axiom,
        arguments=cell.label,
        space=cell.space.value,
        verdict=cell.status.key,
        reach=cell.status.reach,
        n=str(evidence.settled_at or evidence.up_to()),  # the size of the instance that settles it comes first
        cases=str(evidence.cases),
        thin="no" if cell.status.few_cases is None else "yes",
        outcome=cell.outcome.value,
        claims=cell.claimed_by,
        best=cell.status.bound if evidence.extreme else "",
        witness=_digest(witness_line(witness))[:DIGEST_DIGITS] if witness else "",
    )


# --- dataset.json, and all files ------------------------------------------------------------------------------------


class DatasetFile(Record):
    """A file of the dataset."""

    name: str
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    entries: Annotated[int, Meta(ge=0, description="Cells, or witnesses.")]
    schema: Annotated[str, Meta(description="The schema of each of its lines.")]


class Dataset(Published, kw_only=True):
    """Dataset beside a report: its files, its run, its licence."""

    version: Annotated[str, Meta(description="The version of axiomatrix that wrote the files.")]
    files: list[DatasetFile]
    columns: Annotated[dict[str, str], Meta(description="What each column of matrix.csv means.")]


DATASET = Format(
    "axiomatrix-dataset-1",
    "dataset",
    Dataset,
    "What is in matrix.csv and witnesses.jsonl, from which run it is, and on what terms it may be used.",
    BadReport,
    MAX_BYTES,
)


def files_of(matrix: Matrix) -> dict[str, str]:
    """The table, the witnesses and the description of both, by file name."""
    cells = applicable_cells(matrix)
    lines = [witness_line(witness) for witness in map(first_witness, cells) if witness]
    files = {"matrix.csv": matrix_csv(matrix), "witnesses.jsonl": "".join(f"{line}\n" for line in lines)}
    counts = {"matrix.csv": len(cells), "witnesses.jsonl": len(lines)}
    schemas = {"matrix.csv": "urn:axiomatrix:line-1", "witnesses.jsonl": "urn:axiomatrix:witness-1"}
    listed = [DatasetFile(name, _digest(text), counts[name], schemas[name]) for name, text in files.items()]
    description = Dataset(**published_of(matrix), files=listed, columns=columns())
    return {**files, "dataset.json": json_by_entry(DATASET.data(description))}


def save(matrix: Matrix, directory: Path) -> list[Path]:
    """Write all files into the directory, which is made if it does not exist, and return them.

    Nothing else in the directory is touched. Raises ``NotADirectoryError`` if it is a file.
    """
    if directory.exists() and not directory.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, "it is a file; name a folder", str(directory))
    directory.mkdir(parents=True, exist_ok=True)
    return write_all(files_of(matrix), directory)
