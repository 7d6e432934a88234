"""The command ``axiomatrix report``: write a JSON report again as a site, as Markdown, as open data, or as a picture.

Nothing is checked. The report of a check is ``compliance.json``, with a *matrix* of metrics and axioms and the evidence
on each pair. The renderers are in the package ``report``; they are imported late, since each run needs few.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ..evidence import certificate
from ..evidence.cell import CellKey
from ..evidence.files import write_all
from ..evidence.formats import gc_paused
from ..evidence.matrix import Matrix
from ..evidence.safe import visible
from ..evidence.words import counted
from ..model.names import near
from ..model.registry import REGISTRY, Unknown
from ..report.json_reports import COMPLIANCE, BadReport
from ..report.json_reports import FORMAT as COMPLIANCE_FORMAT
from ..report.results import DEFAULT_REPORT
from ..report.rocq.statements import RocqFile
from .arguments import (
    Commands,
    Packages,
    command_from,
    find_metric,
    load_files,
    load_packages,
    register_programs,
    require_folder,
    split_files,
)
from .messages import note, print_lines, refusing, usage_error

OTHER_RENDERERS = {
    "axiomatrix-claims-1": "axiomatrix check (of the whole catalogue) writes its page",
    "axiomatrix-relations-1": "axiomatrix relate writes its page",
}
"""Formats whose JSON does not have all that their pages show, with the command that writes the pages."""


@dataclass(frozen=True)
class ReportOptions:
    """Options of the command line; ``html``, ``markdown``, ``data``, ``picture`` or ``vectors`` is required."""

    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[FILE.json] [NAME...]",
            help=f"A report, such as reports/libraries.json [default: {DEFAULT_REPORT}]; for --picture also a witness "
            "or an answer.json; then names of pictures, or a metric and an axiom; then Python files that register your "
            "metrics.",
        ),
    ] = None
    html: Annotated[Path | None, typer.Option(metavar="DIR", help="Write the HTML site into this folder.")] = None
    markdown: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the pages as Markdown into this folder.")
    ] = None
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write a table and its witnesses into this folder.")
    ] = None
    kernel: Annotated[
        bool, typer.Option("--kernel", help="With --data: check the theorems with coqc, and write what it accepts.")
    ] = False
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw a picture: FILE.svg, FILE.png, FILE.pdf, or a folder.")
    ] = None
    vectors: Annotated[
        str | None,
        typer.Option(metavar="METRIC", help="Print test vectors of this metric as JSON, for any implementation."),
    ] = None
    package: Packages = None
    command: Commands = None
    since: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="An earlier report: the site says what changed since.")
    ] = None
    repository: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Link the site to this repository, such as https://HOST/OWNER/NAME."),
    ] = None
    address: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Address of the published site, such as https://HOST/, for its canonical links."
        ),
    ] = None
    width: Annotated[
        float | None,
        typer.Option(min=1.5, max=40, help="Width of the picture in inches, such as 3.3 for a column of a paper."),
    ] = None
    dpi: Annotated[
        int | None, typer.Option(min=30, max=1200, help="Dots per inch of a PNG.  [default: 200]", show_default=False)
    ] = None


@command_from(ReportOptions)
def report_command(options: ReportOptions) -> None:
    """Render a report as a site, as Markdown, as open data, or as a picture; nothing is checked.

    --html: the matrix to filter and sort, and a page for each metric, axiom, witness, conjecture, claim and library,
    from compliance.json and the files beside it, or from libraries.json alone. It works from disk and from any host,
    offline.

    --markdown: compliance.md or libraries.md; for an answer.json of explore, all files beside it. Witnesses of metrics
    that are not registered are shown as stored.

    --data: matrix.csv with a line for each cell, witnesses.jsonl, dataset.json, which describes them, and rocq/
    with theorems for a proof assistant. The data of the catalogue are in the public domain (CC0 1.0); those of your
    own metrics are yours. --kernel checks the theorems with coqc and writes compliance.json beside them, with its cells
    marked as kernel-checked.

    --vectors: inputs with exact values, and the wrong definitions that each of them distinguishes from the metric.
    Those of the catalogue are in the public domain too.

    --picture: a witness, with both sides and every value that enters; the best constants or the instances of an
    exploration; or the witness of a metric and an axiom of the report.
    """
    words, user_files = split_files(options.words or [])
    reports = [word for word in words if word.endswith(".json")]
    names = [word for word in words if not word.endswith(".json")]
    file = Path(reports[0]) if reports else DEFAULT_REPORT
    _check_options(options, reports, names)
    if options.vectors is None:  # test vectors are of a metric, and need no report
        for path in (file, options.since):
            if path is not None and not path.exists():
                raise usage_error(f"{visible(path)}: there is no such file; {_suggestion(path)}")
    for option in ("html", "markdown", "data"):
        if (directory := getattr(options, option)) is not None:
            require_folder(directory, f"--{option}")
    load_files(user_files)
    load_packages(options.package)
    register_programs(options.command)
    if options.vectors is not None:
        _print_vectors(options.vectors)
        return
    if options.html is not None:
        with refusing(BadReport), refusing(OSError, at=options.html):
            written = _write_site(file, options.html, options)
        _note_written([options.html / "index.html", *written[1:]])  # the note names the page to open
    if options.markdown is not None:
        with refusing(BadReport), refusing(OSError, at=options.markdown):
            _note_written(render_pages(file, options.markdown, user_files))
    if options.data is not None:
        _note_written(_write_data(file, options.data, kernel=options.kernel))
    if options.picture is not None:
        from .pictures import write_pictures

        is_report = not reports or _file_format(file) == COMPLIANCE_FORMAT  # else a witness or an answer
        _note_written(
            write_pictures(file, names, options.picture, is_report=is_report, width=options.width, dpi=options.dpi)
        )


def _check_options(options: ReportOptions, reports: Sequence[str], names: Sequence[str]) -> None:
    """Refuse a call that does not say what to write, and options that do not apply to what it writes."""
    has_output = bool(options.html or options.markdown or options.data or options.picture)
    if options.vectors is not None and (reports or names or has_output):
        raise usage_error("--vectors METRIC takes no report and no other output; at most add your FILE.py")
    if len(reports) > 1:
        raise usage_error(f"{reports[1]}: only one report at a time; leave it out")
    if not has_output and not options.vectors:
        raise usage_error(
            "say what to write: --html DIR, --markdown DIR, --data DIR, --picture FILE or --vectors METRIC"
        )
    if names and not options.picture:
        raise usage_error(f"{names[0]}: a name needs --picture FILE; the name of a report must end in .json")
    if options.since is not None and not options.html:
        raise usage_error("--since needs --html DIR; to compare two reports without a site: axiomatrix diff OLD NEW")
    if options.kernel and not options.data:
        raise usage_error("--kernel needs --data DIR")
    for name in ("repository", "address"):
        if getattr(options, name) is not None and not options.html:
            raise usage_error(f"--{name} needs --html DIR")
    if not options.picture and (options.width is not None or options.dpi is not None):
        raise usage_error("--width and --dpi need --picture FILE")
    for name, form in (("repository", "https://HOST/OWNER/NAME"), ("address", "https://HOST/PATH/")):
        url = getattr(options, name)
        if url and not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", url):  # host and path; no query, no fragment
            raise usage_error(f"--{name}: {visible(url)} is not an address such as {form}")


def _suggestion(path: Path) -> str:
    """Suggest what to do about a missing report: a file of a similar name, or how to write a report."""
    try:
        similar = near(path.name, [other.name for other in path.parent.glob("*.json")])
    except (OSError, ValueError):  # the folder cannot be read, or the path is not a valid one
        similar = []
    if similar:
        return f"did you mean {path.with_name(similar[0])}?"
    return "name a report, or write one: axiomatrix check --out reports"


def _note_written(files: Sequence[Path]) -> None:
    """Print a note that names the first file."""
    others = f" and {counted(len(files) - 1, 'other file')}" if len(files) > 1 else ""
    note(f"wrote {files[0]}{others}")


def _print_vectors(name: str) -> None:
    """Print the test vectors of the metric of that name as JSON."""
    from ..report.vectors import dumps
    from ..studies.vectors.choosing import choose_vectors

    with refusing(Unknown, at="--vectors"):
        metric = find_metric(name)
    typer.echo(dumps(choose_vectors(metric)), nl=False)


def _write_data(file: Path, directory: Path, *, kernel: bool) -> list[Path]:
    """Write the table, the witnesses and the theorems for a proof assistant; ``kernel`` has it check them."""
    from ..report.dataset import save
    from ..report.json_reports import read_matrix
    from ..report.rocq.kernel import ROCQ_FOLDER
    from ..report.rocq.statements import library, metric_files

    # garbage collection is paused, since it would only slow down the reading of a large report
    with refusing(BadReport), refusing(OSError, at=f"--data: {visible(directory)}"), gc_paused():
        matrix = read_matrix(file)
        if matrix.interrupted:  # in the table, an undecided pair would look like one that the axiom is not about
            raise usage_error(f"{visible(file)}: --data needs a complete report; this one was {matrix.interrupted}")
        written = save(matrix, directory)
        theorems = metric_files(matrix, REGISTRY, file.parent / certificate.FOLDER)
        if theorems:
            texts = {**library(), **{name: theorem.text for name, theorem in theorems.items()}}
            written += write_all({f"{ROCQ_FOLDER}/{name}": text for name, text in texts.items()}, directory)
        if kernel:
            written.append(_check_by_kernel(matrix, directory, theorems))
        return written


def _check_by_kernel(matrix: Matrix, directory: Path, files: Mapping[str, RocqFile]) -> Path:
    """Let the kernel of the proof assistant check the theorems, and write the report with the cells that it confirms.

    Prints a line for each file. A refused theorem ends the command with status 1, after the report is written.
    """
    from ..report.json_reports import dump_matrix
    from ..report.rocq.kernel import ROCQ_FOLDER, NoKernel, NotChecked, check_files, strengthened

    reach_by_cell: dict[CellKey, int] = {}  # the number of items up to which the statement of a cell is checked
    has_refusal = False
    with refusing(NoKernel, at="--kernel"):
        for name, result in check_files(directory / ROCQ_FOLDER, files):
            if isinstance(result, NotChecked):
                has_refusal = True
                print_lines(visible(f"refused: {result}"))
            else:
                reach_by_cell |= result
                print_lines(visible(f"{name}: {counted(len(result), 'theorem')} checked by the kernel"))
    (written,) = write_all({DEFAULT_REPORT.name: dump_matrix(strengthened(matrix, reach_by_cell))}, directory)
    if has_refusal:
        raise typer.Exit(1)
    return written


def _file_format(file: Path) -> str:
    """Return the format that a file names; empty if it names none."""
    try:
        data = COMPLIANCE.content(file)
    except BadReport as error:
        raise usage_error(str(error)) from None
    format = data.get("format") if isinstance(data, dict) else None
    return format if isinstance(format, str) else ""


def _write_site(file: Path, directory: Path, options: ReportOptions) -> list[Path]:
    """Write the site of a report and return the files."""
    from ..report.site import read, write_site

    home = f"{options.address.rstrip('/')}/" if options.address else ""
    with gc_paused():
        inputs = read(file, since=options.since)
        return write_site(replace(inputs, source=options.repository or "", home=home), directory)  # addresses of links


def render_pages(file: Path, directory: Path, files: Sequence[Path] = ()) -> list[Path]:
    """Write the pages of a report into the directory and return the files.

    ``files`` are the user's files that commands on the pages must name. Raises :class:`BadReport`, which names the
    file and what is wrong with it.
    """
    data = COMPLIANCE.content(file)  # reads any JSON file, within the limit for a report
    format = data.get("format") if isinstance(data, dict) else None
    if isinstance(format, str) and format in OTHER_RENDERERS:
        raise BadReport(f"{file}: cannot be rendered on its own; {OTHER_RENDERERS[format]}")
    if not isinstance(format, str) or format not in RENDERERS:
        raise BadReport(f"{file}: not a report that can be rendered; its format must be one of {', '.join(RENDERERS)}")
    try:
        return RENDERERS[format](data, directory, files)
    except BadReport as error:
        raise BadReport(f"{file}: {error}") from None


def _write_library_pages(data: Any, directory: Path, files: Sequence[Path]) -> list[Path]:
    from ..report.libraries.data import from_data
    from ..report.libraries.pages import pages

    return write_all(pages(from_data(data)), directory)


def _write_compliance_pages(data: Any, directory: Path, files: Sequence[Path]) -> list[Path]:
    from ..report.json_reports import load_matrix
    from ..report.saving import compliance_pages

    return write_all(compliance_pages(load_matrix(data)), directory)


def _write_exploration_pages(data: Any, directory: Path, files: Sequence[Path]) -> list[Path]:
    from ..report.exploration_files import save_exploration
    from ..studies.explore.answer import Answer, BadAnswer

    try:
        return save_exploration(Answer.from_json(data), directory, REGISTRY, files=list(map(str, files)))
    except BadAnswer as error:
        raise BadReport(str(error)) from None


RENDERERS: dict[str, Callable[[Any, Path, Sequence[Path]], list[Path]]] = {
    "axiomatrix-exploration-1": _write_exploration_pages,
    "axiomatrix-libraries-1": _write_library_pages,
    "axiomatrix-report-1": _write_compliance_pages,
}
"""The function that writes the pages of a report, by the format that the report names.

It takes the data of the report, the directory, and the user's files that commands on the pages must name.
"""
