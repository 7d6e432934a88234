"""Matrix of metrics and axioms whose cells carry the evidence: the result of ``check``, rendered by all reports.

A row is a metric, a column an axiom. A row and a column may have several cells: one for each statement of the axiom
(the axiom with its arguments), and another where the statement is also decided on the *closure* of the parameter space,
which has the boundary too, such as zero weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from ..model.axiom import Kind, Quantifier
from ..model.claim import Named
from ..model.metric import Metric
from ..model.names import Reading, near
from ..model.registry import REGISTRY, Registry
from ..model.showing import ShownInNotebooks, render
from ..spaces.parameters import ParameterDomain
from .cell import Cell, CellKey
from .derivation import Contradiction
from .formats import Record
from .reach import SearchStatistics
from .verdict import Outcome


class Row(Record):
    """A metric as the report shows it."""

    name: str
    kind: Kind
    family: str
    formula: str
    parameters: Annotated[dict[str, str], Meta(description="The space of each parameter.")]
    exact: bool
    digest: Annotated[str, Meta(description="A digest of the file that defines the metric.")]
    about: Annotated[
        str, Meta(description="What the arguments are, in the plural: rankings, judged lists, runs, weak orders ...")
    ]
    arguments: Annotated[dict[str, str], Meta(description="The space of each argument.")] = {}  # noqa: RUF012  # a copy each
    doc: Annotated[
        str, Meta(description="The docstring of the definition: the formula, then shapes and conventions.")
    ] = ""
    source: Annotated[str, Meta(description="The source that the definition names; may be empty.")] = ""
    code: Annotated[str, Meta(description="The definition in Python, without its docstring; may be empty.")] = ""

    @classmethod
    def of(cls, metric: Metric, registry: Registry) -> Row:
        """The row of a metric of this registry."""
        return cls(
            name=metric.name,
            kind=metric.kind,
            family=metric.family,
            formula=metric.formula,
            parameters={name: registry.name_of_space(metric, space) for name, space in metric.parameters.items()},
            exact=metric.exact,
            digest=metric.file_digest,
            about=metric.about,
            arguments={name: registry.name_of_space(metric, space) for name, space in metric.arguments.items()},
            doc=metric.doc,
            source=metric.source,
            code=metric.code,
        )


class ColumnHead(Record):
    """An axiom as the report shows it."""

    id: str
    formula: str
    group: str
    quantifier: Quantifier
    doc: str


class NoSuchCell(KeyError):
    """Raised for a cell that the matrix does not have; the message suggests the nearest name."""

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would quote the message


class Matrix(Struct, ShownInNotebooks, forbid_unknown_fields=True, omit_defaults=True):
    """Rows, columns and cells, and the run that they are from; iterates as cells, and saves as any format."""

    rows: list[Row]
    columns: list[ColumnHead]
    cells: list[Cell]
    profile: str
    """The name of the budgets of the run: ``quick``, ``default`` or ``thorough``."""
    seed: Annotated[int, Meta(ge=0)]
    """The seed from which the seeds of all searches are derived."""
    missing: Annotated[
        int, Meta(ge=0, description="How many cells an interrupted run had not decided; they are not among the cells.")
    ] = 0
    contradictions: Annotated[
        list[Contradiction], Meta(description="What follows from some cells and contradicts others.")
    ] = []
    """A contradiction means an error in a verdict, a theorem or an axiom, so the run fails."""

    @cached_property
    def accounts(self) -> dict[str, Any]:
        """Accounts of witnesses (:class:`~.account.account.Account`) that were made during the run, by slug.

        They are in no file.
        """
        return {}

    @cached_property
    def statistics(self) -> list[SearchStatistics]:
        """Return the search statistics of Hypothesis for each metric and signature; they are in no file."""
        return []

    @property
    def complete(self) -> bool:
        """Return whether every requested cell is there."""
        return not self.missing

    @property
    def interrupted(self) -> str:
        """Return a sentence on an interrupted run; empty for a complete one."""
        if self.complete:
            return ""
        decided = len(self.cells)
        return f"interrupted: {decided:,} of {decided + self.missing:,} cells decided; the same command resumes"

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def at(self, metric: str, axiom: str) -> list[Cell]:
        """The cells of one row and column: one for each statement and space."""
        return [cell for cell in self.cells if cell.metric == metric and cell.axiom == axiom]

    def cell(self, metric: str, axiom: str, space: str = ParameterDomain.OPEN, **arguments: Any) -> Cell:
        """Return the only cell with these arguments; ``LookupError`` if there is none, or more than one."""
        argument_texts = {name: str(value) for name, value in arguments.items()}

        def is_meant(cell: Cell) -> bool:
            return cell.space == space and all(str(cell.arguments.get(k)) == v for k, v in argument_texts.items())

        candidates = self.at(metric, axiom)
        cells = [cell for cell in candidates if is_meant(cell)]
        if len(cells) != 1:
            titles = ", ".join(cell.title for cell in candidates) or f"rows {', '.join(row.name for row in self.rows)}"
            request = f"{metric} x {axiom} on the {space} space with arguments {argument_texts}"
            raise LookupError(f"{len(cells) or 'no'} cells {request}; there are: {titles:.500}")
        return cells[0]

    def __getitem__(self, place: tuple[Metric | str, Named]) -> Cell:
        """The cell of a metric and an axiom, each given as the object or by name: ``matrix["kendall", "symmetry"]``.

        For an axiom with arguments give the statement, such as ``"scale-free(parameter=w, degree=1)"``, unless the row
        has only one. Raises :class:`NoSuchCell`, a ``KeyError``, if the matrix has no such cell.
        """
        if not isinstance(place, tuple) or len(place) != 2:
            raise NoSuchCell('a matrix is indexed by a metric and an axiom: matrix["kendall", "symmetry"]')
        metric, axiom = place
        row = self._resolve_row_name(metric if isinstance(metric, str) else metric.name)
        cells = [cell for cell in self.cells if cell.metric == row]
        name = str(getattr(axiom, "id", axiom))
        ids = _meanings(name, REGISTRY.find_axiom)
        with suppress(LookupError, ValueError, TypeError):  # such as a name that is misspelt
            ids.append(REGISTRY.statement(axiom).id)
        # prefer the exact statement to the axiom, and the declared space to its closure
        matching = [cell for cell in cells if name == cell.title or cell.key.statement in ids]
        matching = matching or [cell for cell in cells if cell.axiom in ids]
        matching = [cell for cell in matching if cell.space is ParameterDomain.OPEN] or matching
        if len(matching) == 1:
            return matching[0]
        titles = list(dict.fromkeys(cell.title for cell in matching or cells))
        if matching:
            raise NoSuchCell(f"{row} has {len(matching)} cells of {name}: {'; '.join(titles)}; write one of these")
        is_known_axiom = len(ids) > 1  # ids has the name itself; a known axiom is not misspelt, so none is suggested
        names = [] if is_known_axiom else [text for cell in cells for text in (cell.axiom, cell.title)]
        raise NoSuchCell(f"{row} has no cell of {name!r}; {_suggestion(name, names, titles)}")

    def _resolve_row_name(self, name: str) -> str:
        """Return the name of the first row that the name means; a name without its variant means every variant."""
        names = [row.name for row in self.rows]
        if name in names:
            return name
        meanings = _meanings(name, REGISTRY.find_metric)
        rows = [row for row in names if row in meanings or row.startswith(f"{name}[")]
        if not rows:
            raise NoSuchCell(f"no row {name!r}; {_suggestion(name, names, names)}")
        return rows[0]

    def to_pandas(self) -> Any:
        """The cells as a ``pandas.DataFrame``, with the columns of ``matrix.csv``."""
        return render("frame", self)

    def with_outcome(self, *outcomes: str) -> list[Cell]:
        """The cells with one of these outcomes."""
        return [cell for cell in self.cells if cell.outcome in outcomes]

    def followed_by(self, other: Matrix) -> Matrix:
        """Join two matrices, this one first. A row in both is kept once, with the cells of this matrix.

        The profile, seed, accounts and ``missing`` come from this matrix.
        """
        names, ids = {row.name for row in self.rows}, {column.id for column in self.columns}
        joined = replace(
            self,
            rows=[*self.rows, *(row for row in other.rows if row.name not in names)],
            columns=[*self.columns, *(column for column in other.columns if column.id not in ids)],
            cells=[*self.cells, *(cell for cell in other.cells if cell.metric not in names)],
            contradictions=[*self.contradictions, *other.contradictions],
        )
        joined.accounts.update(self.accounts)
        return joined

    def expect(self, outcomes: Mapping[CellKey, Outcome]) -> None:
        """Store the expected outcome with each cell; a cell without one in ``outcomes`` has none from then on."""
        self.cells = [replace(cell, expected=outcomes.get(cell.key)) for cell in self.cells]

    def deepened(self, by: Matrix) -> Matrix:
        """Return this matrix with cells replaced by those of a later, deeper run where it decided them."""
        deeper = {cell.key: cell for cell in by.cells}
        cells = [deeper.get(cell.key, cell) for cell in self.cells]
        earlier = self.contradictions if by.missing else []  # a complete run finds again those that remain
        contradictions = list(dict.fromkeys([*earlier, *by.contradictions]))
        deepened = replace(self, cells=cells, contradictions=contradictions)
        deepened.accounts.update(self.accounts | by.accounts)
        deepened.statistics.extend(by.statistics)
        return deepened

    @property
    def broken(self) -> list[Cell]:
        """Claims that the evidence contradicts."""
        return self.with_outcome(Outcome.BROKEN)

    @property
    def unresolved(self) -> list[Cell]:
        """Declared claims that could not be decided."""
        return self.with_outcome(Outcome.UNRESOLVED)

    @property
    def surprises(self) -> list[Cell]:
        """Declared cells whose outcome is not the stored expectation; without a stored one, broken claims."""

        def is_surprise(cell: Cell) -> bool:
            if cell.expected is None:
                return cell.outcome is Outcome.BROKEN
            return cell.outcome != cell.expected

        return [cell for cell in self.cells if cell.claims and is_surprise(cell)]

    def exit_code(self, fail_on: str) -> int:
        """Return 1 for a failure under ``fail_on`` (``broken`` or ``new``), 3 for an undecided declared claim, else 0.

        A contradiction gives 1 whatever ``fail_on`` says, since the verdicts cannot all be right.
        """
        if self.contradictions or (fail_on == "broken" and self.broken) or (fail_on == "new" and self.surprises):
            return 1
        return 3 if self.unresolved else 0

    def __repr__(self) -> str:
        rows, cells = f"{len(self.rows):,} metrics", f"{len(self.cells):,} cells"
        return f"<matrix of {rows}, {cells}, {len(self.broken):,} broken; print it, or save it in a folder>"

    def __str__(self) -> str:
        return str(render("plain", self))

    def save(self, directory: str | Path, registry: Registry | None = None) -> list[Path]:
        """Write every report (JSON, Markdown, HTML, witnesses) into the directory, and return the files.

        ``registry`` is the registry of the metrics, by default the common one.
        """
        written: list[Path] = render("save", self, Path(directory), registry)
        return written

    def export(self, directory: str | Path) -> list[Path]:
        """Write the cells as open data (a table and its witnesses) into the directory, and return the files."""
        written: list[Path] = render("export", self, Path(directory))
        return written


def _meanings(name: str, find: Callable[[str], Reading | None]) -> list[str]:
    """Return the name itself, then the registered names that people mean by it."""
    try:
        reading = find(name)
    except LookupError:  # a name with parameters that nothing takes
        reading = None
    return [name, *(reading.means if reading is not None else ())]


def _suggestion(name: str, names: Sequence[str], listed: Sequence[str]) -> str:
    """Suggest the nearest of ``names`` as a question; if none is near, list the names in ``listed``."""
    nearest = near(name, names)
    return f"did you mean {nearest[0]!r}?" if nearest else f"there are: {', '.join(listed):.500}"
