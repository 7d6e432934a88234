"""Each claim by itself, as a test has it: passed, failed, at fault or skipped, with the text of its failure."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from msgspec import structs

from ..catalogue import load_catalogue
from ..evidence.account.account import REPORTS, Account
from ..evidence.account.making import account
from ..evidence.cell import Cell, CellKey, ClaimNote
from ..evidence.expectations import shipped
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.verdict import Outcome
from ..evidence.words import derivation_lines
from ..model.metric import Metric
from ..model.registry import Registry
from .render import terminal
from .subjects import witness

UNWRAPPED = 10_000
"""Characters of a line: a log wraps its lines itself."""


def failure_lines(shown: Account, directory: str = REPORTS, files: Sequence[str] = ()) -> list[str]:
    """The account line by line; the last one is the command that decides the witness in the directory again."""
    text = terminal.render(witness.document(shown, directory, files), UNWRAPPED, details=False)
    return text.rstrip("\n").splitlines()


Became = Literal["passed", "failed", "fault", "skipped"]
_BECAME: dict[str, Became] = {
    "as declared": "passed",
    "confirmed": "passed",
    "settled": "passed",
    "broken": "failed",
    "unconfirmed": "skipped",
    "open": "skipped",
}
OWN = "declared"
"""The source of what is declared with a metric itself: its name says nothing more."""


@dataclass(frozen=True)
class JudgedClaim:
    """One claim of one cell, and what became of it. A conjecture that is settled either way is passed, not failed."""

    cell: Cell
    claim: ClaimNote
    became: Became
    name: str
    """The statement, how it is declared where that is not that it holds, and the source where it is not the file."""
    summary: str
    """On one line: why it failed, or what the verdict is and how far it reaches."""

    @property
    def alone(self) -> Cell:
        """The cell with this claim only."""
        return structs.replace(self.cell, claims=(self.claim,))


def judged_claims(matrix: Matrix, metric: str | None = None) -> Iterator[JudgedClaim]:
    """Every claim of the matrix (or of one metric), in the order of the cells; names are different in a metric."""
    used: dict[tuple[str, str], int] = {}
    for cell in matrix.cells:
        for claim in cell.claims if metric in (None, cell.metric) else ():
            alone = structs.replace(cell, claims=(claim,))
            became = _BECAME.get(alone.outcome, "fault" if cell.status.is_fault else "skipped")
            status = "" if claim.status == "holds" else f", {claim.declared}"
            name = visible(cell.title + status + ("" if claim.source == OWN else f" [{claim.source}]"))
            used[cell.metric, name] = count = used.get((cell.metric, name), 0) + 1
            yield JudgedClaim(cell, claim, became, name if count == 1 else f"{name} ({count})", summary_of(alone))


def summary_of(alone: Cell) -> str:
    """On one line, what became of what is declared of the cell."""
    verdict, witness = alone.status.text, alone.evidence.witness
    if alone.outcome is Outcome.BROKEN and witness is not None:
        return visible(f"{witness.sides_with_decimals} ({verdict})")
    if alone.outcome is Outcome.BROKEN:
        declared = "hold" if alone.status.holds == "no" else "fail"
        return f"declared to {declared}, but {verdict}"
    if alone.outcome in (Outcome.UNCONFIRMED, Outcome.OPEN, Outcome.SETTLED):
        return f"{alone.outcome.means.rstrip('.')}: {verdict}"
    return verdict


@dataclass
class ReportSetting:
    """Where the reports are, which files of the user were checked, where the metrics are."""

    registry: Registry = field(default_factory=load_catalogue)
    directory: str = REPORTS
    files: tuple[str, ...] = ()
    root: Path = field(default_factory=Path.cwd)
    """The directory that paths are relative to: the top of the repository, in CI."""
    forgiving: bool = False
    """Whether a broken claim that is expected is not a failure, and an outcome that is not the expected one is."""
    accepted: Mapping[CellKey, str] = field(default_factory=dict)
    """The reasons for which the user's expectations accept failures, where they are at hand."""

    def known_failures(self, matrix: Matrix) -> dict[CellKey, str]:
        """The broken cells that are forgiven, as the exit status forgives them, each with why; none without leave."""
        if not self.forgiving:
            return {}
        reasons = {key: entry.reason for key, entry in shipped().items()} | dict(self.accepted)
        keys = [cell.key for cell in matrix.broken if cell.expected is Outcome.BROKEN]
        return {key: f"accepted: {visible(reasons[key])}" if key in reasons else "accepted" for key in keys}

    def failure(self, cell: Cell, matrix: Matrix) -> list[str]:
        """The lines that a broken cell shows: the witness with both sides, the wording, and how to see it again."""
        shown, proof, compared = account(cell, matrix, self.registry), cell.evidence.proof, cell.evidence.comparison
        if shown is not None:
            lines = failure_lines(shown, self.directory, self.files)
        else:
            quoted = [f"  {visible(claim.quotation)}" for claim in cell.claims]
            lines = [visible(f"{cell.metric}: {cell.title}"), *quoted, f"  {summary_of(cell)}"]
            lines += [f"  {visible(proof.theorem)}"] if proof else []
            lines += [f"  {line}" for line in derivation_lines(cell)]
        return lines + ([f"  {compared.wording}"] if compared else [])


@dataclass(frozen=True)
class SourcePlace:
    """A file and a line. The path is relative, with forward slashes."""

    path: str
    line: int
    inside: bool
    """Whether the path starts at the working directory; otherwise it starts where the defining package is installed."""


def place(metric: Metric, root: Path) -> SourcePlace | None:
    """The place of the definition, its path relative to the directory ``root`` if it is in there.

    The definition begins with its first decorator: that is where the claims are. None where there is no file, as for
    a metric typed into a notebook.
    """
    try:
        definition = inspect.unwrap(metric.definition)
        file = Path(inspect.getsourcefile(definition) or "").resolve()
    except (TypeError, ValueError):  # an object that is called like a function; wrappers that go round in a circle
        return None
    if not file.is_file():
        return None
    try:
        line = max(1, inspect.getsourcelines(definition)[1])
    except (OSError, TypeError):  # the file is not the text any more that was compiled
        line = 1
    if file.is_relative_to(root.resolve()):
        return SourcePlace(file.relative_to(root.resolve()).as_posix(), line, True)
    return SourcePlace(file.relative_to(_above_package(file)).as_posix(), line, False)


def _above_package(file: Path) -> Path:
    """The folder that the outermost package of the file is in."""
    folder = file.parent
    while (folder / "__init__.py").is_file() and folder != folder.parent:
        folder = folder.parent
    return folder
