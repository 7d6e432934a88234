"""The claims of a matrix as tests: passed, failed, at fault or skipped, each with the text of its failure.

For instance, the claim that kendall satisfies symmetry is a test, which passes if no counterexample was found. JUnit
XML and SARIF (``report/ci.py``) make test cases of these, and the pytest plugin shows the same text of a failure.

A *cell* of the matrix is a statement about a metric with its verdict and all claims about it. Its *outcome* is what the
verdict means for the claims, such as broken. A cell has one outcome for all its claims; here each claim is judged on
its own. A *witness* is the instance that decides a cell, and its *account* the same in words.
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

TestResult = Literal["passed", "failed", "fault", "skipped"]
"""The result of a test; ``fault`` if the metric's definition failed, so that nothing was decided."""
_RESULTS: dict[Outcome, TestResult] = {
    Outcome.AS_DECLARED: "passed",
    Outcome.CONFIRMED: "passed",
    Outcome.SETTLED: "passed",
    Outcome.BROKEN: "failed",
    Outcome.UNCONFIRMED: "skipped",
    Outcome.OPEN: "skipped",
}
"""The result of a claim by its outcome. With another outcome it is a fault if its cell is, and else skipped."""
OWN_SOURCE = "declared"
"""The source of claims that are declared with the metric itself, which needs no mention."""


@dataclass(frozen=True)
class JudgedClaim:
    """A claim of a cell with its result as a test. A conjecture that is settled either way has passed."""

    cell: Cell
    """The cell with all its claims."""
    claim: ClaimNote
    result: TestResult
    name: str
    """The name of the test, such as ``symmetry, declared to fail [KV3]``, distinct among the claims of a metric.

    It is the statement, with the status unless that is that it holds, and the source unless it is the metric itself.
    """
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
    """Yield the claims of the matrix, or of one metric, in the order of the cells."""
    name_counts: dict[tuple[str, str], int] = {}
    """How often each name was used so far, by metric and name; from the second use on it gets a number."""
    for cell in matrix.cells:
        if metric not in (None, cell.metric):
            continue
        for claim in cell.claims:
            cell_with_claim = _with_claim(cell, claim)
            result = _RESULTS.get(cell_with_claim.outcome, "fault" if cell.status.is_fault else "skipped")
            status = "" if claim.status == "holds" else f", {claim.status_in_words}"
            source = "" if claim.source == OWN_SOURCE else f" [{claim.source}]"
            name = visible(f"{cell.title}{status}{source}")
            count = name_counts.get((cell.metric, name), 0) + 1
            name_counts[cell.metric, name] = count
            distinct_name = name if count == 1 else f"{name} ({count})"
            yield JudgedClaim(cell, claim, result, distinct_name, _summary(cell_with_claim))


def _summary(cell: Cell) -> str:
    """The reason why the claims of a cell failed, or the verdict with its reach, on one line."""
    verdict, witness = cell.status.text, cell.evidence.witness
    if cell.outcome is Outcome.BROKEN and witness is not None:
        return visible(f"{witness.relation_with_truth_and_decimals} ({verdict})")
    if cell.outcome is Outcome.BROKEN:
        # decided by a theorem, without an instance
        declared = "hold" if cell.status.holds == "no" else "fail"
        return f"declared to {declared}, but {verdict}"
    if cell.outcome in (Outcome.UNCONFIRMED, Outcome.OPEN, Outcome.SETTLED):
        return f"{cell.outcome.means.rstrip('.')}: {verdict}"
    return verdict


# --- texts of failures ----------------------------------------------------------------------------------------------

LOG_LINE_CHARACTERS = 10_000
"""The length to which lines are wrapped, so great that none is: viewers of logs wrap them."""


def failure_lines(witness_account: Account, directory: str = REPORTS, files: Sequence[str] = ()) -> list[str]:
    """The document of a witness as lines of text; the last one is the command that replays it.

    ``directory`` is the folder of the reports, and ``files`` are the user's files that define the metric.
    """
    text = terminal.render(
        witness.document(witness_account, directory=directory, files=files), LOG_LINE_CHARACTERS, details=False
    )
    return text.rstrip("\n").splitlines()


@dataclass
class ReportSetting:
    """Everything besides the matrix that a report for a build server needs."""

    registry: Registry = field(default_factory=load_catalogue)
    directory: str = REPORTS
    """The folder of the reports, for commands that replay witnesses."""
    files: tuple[str, ...] = ()
    """The user's files that define the metrics, for the same commands."""
    root: Path = field(default_factory=Path.cwd)
    """The folder to which paths of definitions are relative: in CI, the top of the repository."""
    forgiving: bool = False
    """True if expected broken claims count as skipped, and unexpected outcomes as failed."""
    accepted: Mapping[CellKey, str] = field(default_factory=dict)
    """The failures that the user's expectations accept, by cell, each with the reason given there."""

    def known_failures(self, matrix: Matrix) -> dict[CellKey, str]:
        """The broken cells that do not make the check fail, each with the reason; none unless ``forgiving``."""
        if not self.forgiving:
            return {}
        # the expectations shipped with the package, then those of the user
        reasons = {key: entry.reason for key, entry in shipped().items()} | dict(self.accepted)
        keys = [cell.key for cell in matrix.broken if cell.expected is Outcome.BROKEN]
        return {key: f"accepted: {visible(reasons[key])}" if key in reasons else "accepted" for key in keys}

    def failure(self, cell: Cell, matrix: Matrix) -> list[str]:
        """The text of a broken cell's failure, in lines: the witness with both sides, and how to replay it.

        Without a witness it is the claims, the verdict, and the theorem of a proof or derivation. The comparison of a
        library's metric with its definition comes last.
        """
        witness_account = account(cell, matrix, self.registry)
        proof, comparison = cell.evidence.proof, cell.evidence.comparison
        if witness_account is not None:
            lines = failure_lines(witness_account, self.directory, self.files)
        else:
            quoted = [f"  {visible(claim.quotation)}" for claim in cell.claims]
            lines = [visible(f"{cell.metric}: {cell.title}"), *quoted, f"  {_summary(cell)}"]
            lines += [f"  {visible(proof.theorem)}"] if proof else []
            lines += [f"  {line}" for line in derivation_lines(cell)]
        return lines + ([f"  {comparison.wording}"] if comparison else [])


# --- places of definitions ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SourcePlace:
    """The file and line of a definition, counted from 1."""

    path: str
    """The relative path of the file, with forward slashes."""
    line: int
    is_below_root: bool
    """True if the file is below the root of the report, to which the path is relative then.

    Otherwise the path is relative to the folder in which the file's outermost package lies, such as site-packages.
    """


def source_place(metric: Metric, root: Path) -> SourcePlace | None:
    """The place of a metric's definition; the path is relative to ``root`` if the file is below it.

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
        return SourcePlace(file.relative_to(root.resolve()).as_posix(), line, is_below_root=True)
    package_parent = file.parent
    while (package_parent / "__init__.py").is_file() and package_parent != package_parent.parent:
        package_parent = package_parent.parent
    return SourcePlace(file.relative_to(package_parent).as_posix(), line, is_below_root=False)
