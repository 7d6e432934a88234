"""Results of studies in Python: ``StudyResult`` is what ``ask``, ``compare``, ``explore``, ``relate`` ... return.

A result prints itself, and gives its table as a data frame and its picture. The functions below the classes do the same
for matrices and witnesses; ``report/showing.py`` connects them to the methods of these.
"""

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
from .dataset import applicable_cells, line_of_cell
from .document import Document, Note, Picture
from .render import terminal
from .subjects import run

DEFAULT_REPORT = Path("reports/compliance.json")
"""The file that a check writes, and from which questions are answered unless another report is named."""
TEXT_COLUMNS = 80
"""Characters of a line if no width is given."""
MATRIX_COLUMNS = 100
"""Characters of a line of a printed matrix, which is a wide table."""
Data = TypeVar("Data")
Record = dict[str, Any]
"""A row of a table: values by column."""


@dataclass(frozen=True, repr=False)
class StudyResult(ShownInNotebooks, Generic[Data]):
    """Result of ``ask``, ``choose``, ``compare``, ``evaluate``, ``explore`` or ``relate``.

    Its text is the command's output; a notebook shows it as HTML. ``data`` is the result in the study's own type.
    """

    title: str
    data: Data
    document: Document
    records: Callable[[], Sequence[Record]]
    """Makes the rows of the table."""
    notes: tuple[str, ...] = ()
    """Notes on the result, such as the chosen reading of a name."""
    draw: Callable[[], str] | None = None
    """Draws the picture as SVG; None for a result without a picture."""
    printed: str = ""
    """The text to print instead of the document, for results that programs read."""

    def text(self, width: int = TEXT_COLUMNS) -> str:
        """The text that the command prints, with lines of at most so many characters where that is possible."""
        return self.printed or terminal.render(self.document, width, details=False).rstrip("\n")

    def to_pandas(self) -> Any:
        """The table as a ``pandas.DataFrame``; raises ``ImportError`` where pandas is not installed."""
        return frame(self.records())

    def picture(self) -> SvgPicture:
        """The picture: notebooks show it, :meth:`SvgPicture.save` writes it. ``ValueError`` if there is none."""
        if self.draw is None:
            raise ValueError(f"{self.title} has no picture")
        return SvgPicture(self.draw())

    def __str__(self) -> str:
        return "\n".join([*self.notes, self.text()])

    def __repr__(self) -> str:
        return str(self)


class SvgPicture(str):
    """A picture: the text of its SVG, which a notebook draws."""

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
    """A record for each cell of a matrix whose axiom applies to its metric, with the columns of ``matrix.csv``."""
    rows = {row.name: row for row in matrix.rows}
    lines = (asdict(line_of_cell(cell, rows[cell.metric])) for cell in applicable_cells(matrix))
    return [{**line, "n": int(line["n"]), "cases": int(line["cases"]), "thin": line["thin"] == "yes"} for line in lines]


def matrix_frame(matrix: Matrix) -> Any:
    """The cells of a matrix as a ``pandas.DataFrame``."""
    return frame(cell_records(matrix))


def witness_drawing(witness: Witness, registry: Registry | None = None) -> SvgPicture:
    """Draw a witness. Raises ``ValueError`` if its kind has no drawing."""
    from ..catalogue import load_catalogue
    from .pictures.plotting import as_svg
    from .pictures.witness import draw_witness

    return SvgPicture(as_svg(draw_witness, witness, load_catalogue() if registry is None else registry))


def matrix_text(
    matrix: Matrix, width: int = MATRIX_COLUMNS, registry: Registry | None = None, files: Sequence[str] = ()
) -> str:
    """The full text of a matrix, in lines of at most ``width`` characters."""
    context = run.RunContext(registry, files, detail=run.Detail.FULL)
    return terminal.render(run.document(matrix, context), width).rstrip("\n")


def result_document(result: StudyResult[Any]) -> Document:
    """The document of a result for a page: notes first, and last the picture if there is one."""
    document = result.document
    svg = result.draw() if result.draw is not None and can_draw() else ""
    pictures = [Picture(svg[svg.index("<svg") :], result.title)] if svg else []
    return Document(document.title, document.summary, (*map(Note, result.notes), *document.blocks, *pictures))
