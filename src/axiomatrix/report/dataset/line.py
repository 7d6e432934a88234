"""A line of ``matrix.csv``: one cell that was asked, flat; and the table of all of them."""

from __future__ import annotations

import csv
import hashlib
import io
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ...evidence.cell import Cell
from ...evidence.evidence import Witness
from ...evidence.files import compact
from ...evidence.formats import Format, Record
from ...evidence.matrix import Matrix, Row
from ...evidence.safe import field
from ...evidence.slug import slug_of
from ...evidence.verdict import Verdict
from ...evidence.witness import to_json
from ...evidence.words import best_text
from ..ask.words import is_thin
from ..matrix.data import BadReport

DIGITS = 16
"""Of the digest of a witness; the table has thousands of lines."""
Count = Annotated[str, Meta(pattern="^[0-9]+$")]


class LineData(Record, kw_only=True):
    """A cell of the matrix as a line of ``matrix.csv``; every field is text."""

    metric: Annotated[str, Meta(min_length=1, description="The metric, with its variant in brackets.")]
    kind: Annotated[str, Meta(description="What its value means: distance, similarity, score or error.")]
    about: Annotated[str, Meta(description="What it is of: rankings, judged lists, weak orders, ...")]
    axiom: Annotated[str, Meta(min_length=1, description="The id of the axiom.")]
    arguments: Annotated[str, Meta(description="The axiom's arguments, as name=value; empty if it takes none.")]
    space: Annotated[
        Literal["open", "closed"],
        Meta(description="Whether parameters are from the declared space or from its closure (zero weights too)."),
    ]
    verdict: Annotated[str, Meta(min_length=1, description="What is known, in a word; none found is not holds.")]
    reach: Annotated[str, Meta(description="How far the verdict reaches.")]
    n: Annotated[Count, Meta(description="The size of the witness that refutes or shows; else the largest n reached.")]
    cases: Annotated[Count, Meta(description="How many cases were decided, over all methods.")]
    thin: Annotated[
        Literal["yes", "no"], Meta(description="Whether the verdict stands on so few cases that they say little.")
    ]
    outcome: Annotated[str, Meta(description="What the verdict means for what is declared; observed if nothing is.")]
    claims: Annotated[str, Meta(description="Who declares it, and as what; empty if nobody does.")]
    best: Annotated[str, Meta(description="The bound on the best constant, if one is asked for; exact in the file.")]
    witness: Annotated[
        str,
        Meta(
            pattern="^([0-9a-f]{16})?$", description="How SHA-256 of the witness begins, its line of witnesses.jsonl."
        ),
    ]
    file: Annotated[str, Meta(pattern=r"^cells/[^/]+\.json$", description="Where all of it is, as JSON.")]


LINE = Format(
    "axiomatrix-line-1",
    "line of matrix.csv",
    LineData,
    "One cell of the compliance matrix as a line of matrix.csv: its fields by the names in the first line.",
    BadReport,
    named=False,
)


def columns() -> dict[str, str]:
    """The columns in their order, and what each means."""
    return {name: shown["description"] for name, shown in LINE.schema()["properties"].items()}


def asked(matrix: Matrix) -> list[Cell]:
    """The cells that are in the table: all but those of axioms that have nothing to say of the metric."""
    return [cell for cell in matrix if cell.evidence.verdict is not Verdict.NOT_APPLICABLE]


def file_of(cell: Cell) -> str:
    """The path of a cell's file; it stays what it is from one version to the next."""
    return f"cells/{slug_of(cell)}.json"


def shown_by(cell: Cell) -> Witness | None:
    """The instance that settles the cell; where none does, the one that attains the best constant."""
    return next(iter(cell.evidence.witnesses), None)


def line_of(witness: Witness) -> str:
    """The line of a witness in ``witnesses.jsonl``, which is the content of a file that can be replayed."""
    return compact(to_json(witness))


def _digest(witness: Witness) -> str:
    """How SHA-256 of that line begins: what the table calls the witness by, and what shows that it is the same."""
    return hashlib.sha256(line_of(witness).encode()).hexdigest()[:DIGITS]


def table(matrix: Matrix) -> str:
    """The whole of ``matrix.csv``: UTF-8, a line for each cell, no field over several lines, none a formula."""
    rows = {row.name: row for row in matrix.rows}
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(columns())
    writer.writerows(map(field, msgspec.structs.astuple(_line(cell, rows[cell.metric]))) for cell in asked(matrix))
    return made.getvalue()


def _line(cell: Cell, row: Row) -> LineData:
    evidence, witness = cell.evidence, shown_by(cell)
    return LineData(
        metric=cell.metric,
        kind=row.kind,
        about=row.about,
        axiom=cell.axiom,
        arguments=cell.label,
        space=cell.space.value,
        verdict=evidence.state.word,
        reach=evidence.reach_text,
        n=str(evidence.settled_at or evidence.up_to()),
        cases=str(evidence.cases),
        thin="yes" if is_thin(cell) else "no",
        outcome=cell.outcome.value,
        claims=cell.claimed_by,
        best=best_text(evidence.extreme) if evidence.extreme else "",
        witness=_digest(witness) if witness else "",
        file=file_of(cell),
    )
