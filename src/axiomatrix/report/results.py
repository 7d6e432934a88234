"""Results of studies as Python shows them: as the text that the command prints, as a table, as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from msgspec.structs import asdict

from ..evidence.evidence import Witness
from ..evidence.extras import can_draw, needed_for
from ..evidence.files import write
from ..evidence.matrix import Matrix
from ..model.registry import Registry
from ..model.showing import ShownInNotebooks
from .dataset import asked_cells, line_of_cell
from .document import Document, Note, Picture
from .render import terminal
from .subjects import run

REPORT = Path("reports/compliance.json")
"""What a check writes, and what answers are from unless another report is named."""
COLUMNS = 80
"""Characters of a line where nobody says how many there is room for."""
MATRIX_COLUMNS = 100
"""The same of a matrix, which is a table."""
Data = TypeVar("Data")
Record = dict[str, Any]


@dataclass(frozen=True, repr=False)
class StudyResult(ShownInNotebooks, Generic[Data]):
    """Result of ``ask``, ``choose``, ``compare``, ``evaluate``, ``explore`` or ``relate``.

    Printed, it is what the command prints, in a notebook the same as HTML. ``data`` is the result as data, of the type
    of the study.
    """

    title: str
    data: Data
    document: Document
    records: Callable[[], Sequence[Record]]
    """Gives the lines of the table."""
    notes: tuple[str, ...] = ()
    """Notes beside the result, such as which reading of a name was taken."""
    draw: Callable[[], str] | None = None
    """Gives the picture as SVG, if there is one."""
    printed: str = ""
    """The text that is printed in the place of the document, where programs read it."""

    def text(self, width: int = COLUMNS) -> str:
        """The text that the command prints, with lines of at most so many characters where that is possible."""
        return self.printed or terminal.render(self.document, width, details=False).rstrip("\n")

    def to_pandas(self) -> Any:
        """The table as a ``pandas.DataFrame``; raises ``ImportError`` where pandas is not installed."""
        return frame(self.records())

    def picture(self) -> SvgPicture:
        """The picture: a notebook shows it, :meth:`SvgPicture.save` writes it; ``ValueError`` where there is none."""
        if self.draw is None:
            raise ValueError(f"{self.title}: there is no picture of it")
        return SvgPicture(self.draw())

    def __str__(self) -> str:
        return "\n".join([*self.notes, self.text()])

    def __repr__(self) -> str:
        return str(self)


class SvgPicture(str):
    """A picture: its SVG as a text."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | Path) -> None:
        """Write the SVG file."""
        write(Path(path), self)


def frame(records: Sequence[Record]) -> Any:
    """The records as a ``pandas.DataFrame``."""
    with needed_for("to_pandas", "pandas"):
        import pandas
    return pandas.DataFrame.from_records(records)


def cell_records(matrix: Matrix) -> list[Record]:
    """A record for each cell of a matrix that its axiom is about, with the columns of ``matrix.csv``."""
    rows = {row.name: row for row in matrix.rows}
    lines = (asdict(line_of_cell(cell, rows[cell.metric])) for cell in asked_cells(matrix))
    return [{**line, "n": int(line["n"]), "cases": int(line["cases"]), "thin": line["thin"] == "yes"} for line in lines]


def matrix_frame(matrix: Matrix) -> Any:
    """The cells of a matrix as a ``pandas.DataFrame``."""
    return frame(cell_records(matrix))


def witness_drawing(witness: Witness, registry: Registry | None = None) -> SvgPicture:
    """The picture of a witness; ``ValueError`` for one that cannot be drawn."""
    from ..catalogue import load_catalogue
    from .pictures.plotting import as_svg
    from .pictures.witness import drawn_witness

    return SvgPicture(as_svg(drawn_witness, witness, load_catalogue() if registry is None else registry))


def matrix_text(
    matrix: Matrix, width: int = MATRIX_COLUMNS, registry: Registry | None = None, files: Sequence[str] = ()
) -> str:
    """Everything that a matrix says, as lines of at most so many characters."""
    context = run.RunContext(registry, files, detail=run.Detail.FULL)
    return terminal.render(run.document(matrix, context), width).rstrip("\n")


def result_document(result: StudyResult[Any]) -> Document:
    """The document of a result with its notes first, and last its picture if there is one."""
    shown = result.document
    picture = result.draw() if result.draw is not None and can_draw() else ""
    drawn = [Picture(picture[picture.index("<svg") :], result.title)] if picture else []
    return Document(shown.title, shown.summary, (*map(Note, result.notes), *shown.blocks, *drawn))
