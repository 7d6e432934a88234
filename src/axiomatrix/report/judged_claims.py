"""The claims of a matrix as tests: passed, failed, at fault or skipped, each with the text of its failure.

JUnit XML and SARIF (``report/ci.py``) make test cases of them, and the pytest plugin shows the same text of a failure.
A cell has one outcome for all its claims; here each claim is judged on its own.
"""

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

LOG_LINE_CHARACTERS = 10_000
"""The length to which lines are wrapped, so great that none is: viewers of logs wrap them."""


def failure_lines(witness_account: Account, directory: str = REPORTS, files: Sequence[str] = ()) -> list[str]:
    """The document of a witness as lines of text; the last one is the command that replays it from the directory."""
    text = terminal.render(
        witness.document(witness_account, directory=directory, files=files), LOG_LINE_CHARACTERS, details=False
    )
    return text.rstrip("\n").splitlines()


TestResult = Literal["passed", "failed", "fault", "skipped"]
"""The result of a test; ``fault`` if the metric's definition failed, so that nothing was decided."""
_RESULTS: dict[str, TestResult] = {
    "as declared": "passed",
    "confirmed": "passed",
    "settled": "passed",
    "broken": "failed",
    "unconfirmed": "skipped",
    "open": "skipped",
}
"""The result of a claim by the outcome of its cell; the others are faults or skipped."""
OWN_SOURCE = "declared"
"""The source of claims that are declared with the metric itself, which needs no mention."""


@dataclass(frozen=True)
class JudgedClaim:
    """A claim of a cell with its result as a test. A conjecture that is settled either way has passed."""

    cell: Cell
    claim: ClaimNote
    result: TestResult
    name: str
    """The name of the test: the statement, "fails" or "conjectured" unless it is to hold, and the source if any."""
    summary: str
    """The reason of a failure, or the verdict with its reach, on one line."""

    @property
    def cell_with_claim(self) -> Cell:
        """The cell with this claim only."""
        return _with_claim(self.cell, self.claim)


def _with_claim(cell: Cell, claim: ClaimNote) -> Cell:
    """The cell with one of its claims only."""
    return structs.replace(cell, claims=(claim,))


def judged_claims(matrix: Matrix, metric: str | None = None) -> Iterator[JudgedClaim]:
    """Yield the claims of the matrix (or of one metric) in the order of the cells; a metric's names are distinct."""
    name_counts: dict[tuple[str, str], int] = {}
    """How often each name was used so far, by metric and name; further ones get a number."""
    for cell in matrix.cells:
        for claim in cell.claims if metric in (None, cell.metric) else ():
            judged = _with_claim(cell, claim)
            result = _RESULTS.get(judged.outcome, "fault" if cell.status.is_fault else "skipped")
            status = "" if claim.status == "holds" else f", {claim.declared}"
            name = visible(cell.title + status + ("" if claim.source == OWN_SOURCE else f" [{claim.source}]"))
            name_counts[cell.metric, name] = count = name_counts.get((cell.metric, name), 0) + 1
            yield JudgedClaim(cell, claim, result, name if count == 1 else f"{name} ({count})", summary_of(judged))


def summary_of(cell: Cell) -> str:
    """The reason why a claim failed, or the verdict with its reach, on one line; the cell has only this claim."""
    verdict, witness = cell.status.text, cell.evidence.witness
    if cell.outcome is Outcome.BROKEN and witness is not None:
        return visible(f"{witness.relation_with_truth_and_decimals} ({verdict})")
    if cell.outcome is Outcome.BROKEN:
        declared = "hold" if cell.status.holds == "no" else "fail"
        return f"declared to {declared}, but {verdict}"
    if cell.outcome in (Outcome.UNCONFIRMED, Outcome.OPEN, Outcome.SETTLED):
        return f"{cell.outcome.means.rstrip('.')}: {verdict}"
    return verdict


@dataclass
class ReportSetting:
    """Everything besides the matrix that a report for a build server needs."""

    registry: Registry = field(default_factory=load_catalogue)
    directory: str = REPORTS
    """The folder of the reports, for commands that replay witnesses."""
    files: tuple[str, ...] = ()
    """The user's files that define the metrics, for the same commands."""
    root: Path = field(default_factory=Path.cwd)
    """The directory to which paths are relative: the top of the repository in CI."""
    forgiving: bool = False
    """Whether expected broken claims count as skipped, and unexpected outcomes as failed."""
    accepted: Mapping[CellKey, str] = field(default_factory=dict)
    """The reasons in the user's expectations for which failures are accepted."""

    def known_failures(self, matrix: Matrix) -> dict[CellKey, str]:
        """The broken cells that the exit status forgives, each with the reason; empty unless ``forgiving``."""
        if not self.forgiving:
            return {}
        reasons = {key: entry.reason for key, entry in shipped().items()} | dict(self.accepted)
        keys = [cell.key for cell in matrix.broken if cell.expected is Outcome.BROKEN]
        return {key: f"accepted: {visible(reasons[key])}" if key in reasons else "accepted" for key in keys}

    def failure(self, cell: Cell, matrix: Matrix) -> list[str]:
        """The text of a broken cell's failure: the witness with both sides, the wording, and how to replay it."""
        witness_account = account(cell, matrix, self.registry)
        proof, comparison = cell.evidence.proof, cell.evidence.comparison
        if witness_account is not None:
            lines = failure_lines(witness_account, self.directory, self.files)
        else:
            quoted = [f"  {visible(claim.quotation)}" for claim in cell.claims]
            lines = [visible(f"{cell.metric}: {cell.title}"), *quoted, f"  {summary_of(cell)}"]
            lines += [f"  {visible(proof.theorem)}"] if proof else []
            lines += [f"  {line}" for line in derivation_lines(cell)]
        return lines + ([f"  {comparison.wording}"] if comparison else [])


@dataclass(frozen=True)
class SourcePlace:
    """The file and line of a definition. The path is relative, with forward slashes."""

    path: str
    line: int
    inside: bool
    """Whether the path starts at the working directory; otherwise at the folder where the package is installed."""


def source_place(metric: Metric, root: Path) -> SourcePlace | None:
    """The file and line of a metric's definition, relative to ``root`` if the file is inside of it.

    The line is that of the first decorator, which has the claims. None for a metric without a file, such as one typed
    into a notebook.
    """
    try:
        definition = inspect.unwrap(metric.definition)
        file = Path(inspect.getsourcefile(definition) or "").resolve()
    except (TypeError, ValueError):  # a callable object, or wrappers that wrap each other in a circle
        return None
    if not file.is_file():
        return None
    try:
        line = max(1, inspect.getsourcelines(definition)[1])
    except (OSError, TypeError):  # the file has changed since it was compiled
        line = 1
    if file.is_relative_to(root.resolve()):
        return SourcePlace(file.relative_to(root.resolve()).as_posix(), line, True)
    return SourcePlace(file.relative_to(_package_parent(file)).as_posix(), line, False)


def _package_parent(file: Path) -> Path:
    """The folder that contains the outermost package of the file."""
    folder = file.parent
    while (folder / "__init__.py").is_file() and folder != folder.parent:
        folder = folder.parent
    return folder
