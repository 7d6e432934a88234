"""Write the files of ``axiomatrix check``: reports, formats for build servers, the CI summary, certificates.

A file that cannot be written ends the command with one line that names the option and the file. Only the CI summary
is not essential: its failure is a note.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ..engine.check import NotCertified, certify
from ..evidence import certificate
from ..evidence.files import unwritable_reason, write_all
from ..evidence.matrix import Matrix
from ..evidence.slug import short_name
from ..evidence.witness import statement_named
from ..evidence.words import counted
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import REGISTRY
from ..report.ci import save_formats as write_formats
from ..report.document import Block, Code, Details, Document, Inline, List, Mono, Text
from ..report.judged_claims import ReportSetting
from ..studies.ledger.check import Result
from .messages import note, refusing, show, usage_error

MAX_SUMMARY_BYTES = 1_000_000
"""GitHub accepts a summary of 1 MiB from a step."""


def check_folder(directory: Path) -> None:
    """Refuse a folder that cannot be written, before the check begins; the folder need not exist yet."""
    if reason := unwritable_reason(directory):
        raise usage_error(f"--out: {directory}: {reason}")


def save(matrix: Matrix, directory: Path, ledger_results: Mapping[str, Sequence[Result]] | None = None) -> list[Path]:
    """Write the reports and return the files.

    ``ledger_results`` has the results, if any, of checking the *ledger*, the list of published claims.
    """
    from ..report.saving import save as write

    try:
        return write(matrix, directory, ledger_results=ledger_results)
    except OSError as error:  # for instance, a folder has the name of a report
        raise usage_error(
            f"--out: {error.filename2 or error.filename or directory}: {error.strerror or error}"
        ) from None


def save_formats(matrix: Matrix, directory: Path, formats: Sequence[str], setting: ReportSetting) -> None:
    """Write a file for build servers in each of the formats, such as ``junit``.

    ``setting`` has what else the files need, such as the words of the command line.
    """
    try:
        write_formats(matrix, directory, formats, setting)
    except OSError as error:
        raise usage_error(f"--ci: {error.filename2 or error.filename}: {error.strerror or error}") from None


def save_partial(matrix: Matrix, directory: Path | None) -> None:
    """Note that the run was interrupted, and write its reports, if there is a folder for them."""
    note(matrix.interrupted or f"interrupted: the results of profile {matrix.profile} are complete")
    if directory is not None:
        save(matrix, directory)
        note(f"the reports in {directory} have all results so far")


def write_step_summary(document: Document) -> None:
    """Add the document to the summary of a CI job, if the service names a file for it."""
    path = os.environ.get("GITHUB_STEP_SUMMARY")
    if not path:
        return
    from ..report.render.markdown import render_up_to

    text = render_up_to(document, MAX_SUMMARY_BYTES, "The whole summary: see the output of the command.")
    try:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        note(f"GITHUB_STEP_SUMMARY: {path}: {error.strerror or error}")


# --- ``--certificates``: certificates of statements that hold, written beside the report -------------------------


MAX_ITEMS_CERTIFIED = 3
"""Items up to which statements that hold are certified without --max-n."""


def write_certificates(
    matrix: Matrix, directory: Path, origins: Sequence[str], max_n: int | None, *, verbose: bool
) -> None:
    """Certify the statements that hold for all parameters up to ``max_n`` items, write and list the certificates.

    ``origins`` are the files that register the metrics, which the command to verify the report must name. ``verbose``
    also lists the statements that are not certified, with the reasons.
    """
    largest_size = max_n or MAX_ITEMS_CERTIFIED
    certified: list[str] = []
    reasons: list[str] = []  # why other statements that hold are not certified
    for metric, statement in _statements_that_hold(matrix):
        try:
            content = certify(metric, statement, REGISTRY, largest_size)
        except NotCertified as error:
            reasons.append(f"{metric.name}: {error}")
            continue
        file = f"{certificate.FOLDER}/{short_name(f'{metric.name}--{statement.id}')}.json"
        with refusing(OSError, at=f"--out: {directory}"):
            write_all({file: certificate.text(content)}, directory)
        certified.append(f"{metric.name}: {statement.id}")
    command = shlex.join(["axiomatrix", "verify", (directory / "compliance.json").as_posix(), *origins])
    title: Inline = "No certificate was written"
    blocks: list[Block] = []
    if certified:
        folder = Mono((directory / certificate.FOLDER).as_posix())
        title = (f"{counted(len(certified), 'certificate')} up to n = {largest_size} in ", folder)
        blocks += [
            List(tuple(map(Mono, certified))),
            Text("Verify the report and its certificates:"),
            Code(command, "console"),
        ]
    summary = ""
    if reasons:
        holding = "statement holds" if len(reasons) == 1 else "statements hold"
        summary = f"{len(reasons)} {holding} without a certificate (-v says why)."
        blocks.append(Details("Not certified", (List(tuple(reasons)),)))
    show(Document(title, summary, tuple(blocks)), details=verbose)


def _statements_that_hold(matrix: Matrix) -> Iterator[tuple[Metric, Statement]]:
    """Yield each statement that holds by the matrix once, with its metric."""
    seen: set[tuple[str, str]] = set()  # several cells may have one statement, by different claims
    for cell in matrix.cells:
        if cell.status.holds != "yes":
            continue
        metric = REGISTRY.metric(cell.metric)
        statement = statement_named(metric, REGISTRY.axiom(cell.axiom), cell.arguments)
        if (metric.name, statement.id) not in seen:
            seen.add((metric.name, statement.id))
            yield metric, statement
