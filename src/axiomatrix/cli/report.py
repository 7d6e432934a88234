"""The command ``axiomatrix report``: the pages of a JSON report, rendered again."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ..evidence.files import write_all
from ..evidence.formats import uncollected
from ..evidence.safe import visible
from ..model.registry import REGISTRY
from ..report.matrix.data import REPORT as REPORTED
from ..report.matrix.data import BadReport
from ..report.results import REPORT
from .arguments import folder_named, loaded
from .messages import note, refusing, usage

ELSEWHERE = {
    "axiomatrix-claims-1": "axiomatrix check (of the whole catalogue) writes its page",
    "axiomatrix-relations-1": "axiomatrix relate writes its page",
}
"""Reports whose JSON does not have all that their pages show, and where those come from."""

File = Annotated[
    Path, typer.Argument(help=f"A report, such as reports/libraries.json.  [default: {REPORT}]", show_default=False)
]
Out = Annotated[Path | None, typer.Option(help="Where the pages go.  [default: the folder of FILE]")]
Site = Annotated[Path | None, typer.Option("--html", help="Write the HTML site of the report into this folder.")]
Since = Annotated[Path | None, typer.Option(help="An earlier compliance.json: the site says what changed since.")]
Source = Annotated[
    str | None,
    typer.Option(help="Where the source is on a code host, such as https://HOST/OWNER/NAME: the site leads there."),
]
Files = Annotated[
    list[Path] | None, typer.Option("--file", help="Files that register your metrics, to show witnesses in full.")
]


def report_command(
    file: File = REPORT,
    out: Out = None,
    html: Site = None,
    since: Since = None,
    files: Files = None,
    source: Source = None,
) -> None:
    """Render the pages of a JSON report again, as Markdown or as a site: nothing is checked, no library is needed.

    They are Markdown: libraries.md of libraries.json; compliance.md of compliance.json, where witnesses of metrics of
    the catalogue are shown term by term, those of other metrics as they were stored (or, with the file that registers
    them, in full). Of an answer.json of explore they are all files beside it: answer.md, tables, witnesses, pictures.

    With --html, a site is written instead: the matrix to filter and sort, and a page for each metric, axiom, witness,
    conjecture, claim and library, from compliance.json and what lies beside it, or from libraries.json alone. It works
    from disk and from any host, offline.

    For instance: axiomatrix report --html site
    """
    if since is not None and html is None:
        raise usage("--since: what changed is a page of the site; add --html DIR, or use axiomatrix diff OLD NEW")
    if source is not None and html is None:
        raise usage("--source: pages of the site lead there; add --html DIR")
    if source is not None and not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", source):
        raise usage(f"--source: {visible(source)} is not an address such as https://HOST/OWNER/NAME")
    if html is not None and out is not None:
        raise usage("--out and --html: the site goes into the folder of --html; leave --out away")
    for named in (file, since):
        if named is not None and not named.exists():
            raise usage(f"{visible(named)}: there is no such file; name a report, or write one with axiomatrix check")
    loaded(files or [])
    directory = folder_named(html or out or file.parent, "--out" if html is None else "--html")
    with refusing(BadReport), refusing(OSError, at=directory):
        written = rendered(file, directory, files or []) if html is None else _site(file, directory, since, source)
    first = written[0] if html is None else directory / "index.html"
    note(f"wrote {first}" + (f" and {len(written) - 1} files beside it" if len(written) > 1 else ""))


def _site(file: Path, directory: Path, since: Path | None, source: str | None) -> list[Path]:
    from ..report.site import read, write_site

    with uncollected():
        return write_site(replace(read(file, since=since), source=source or ""), directory)


def rendered(file: Path, directory: Path, files: Sequence[Path] = ()) -> list[Path]:
    """Write the pages of the report into the directory; the files written. :class:`BadReport` says what is wrong."""
    data = REPORTED.content(file)
    format = data.get("format") if isinstance(data, dict) else None
    if isinstance(format, str) and format in ELSEWHERE:
        raise BadReport(f"{file}: its pages are not rendered from it; {ELSEWHERE[format]}")
    if not isinstance(format, str) or format not in RENDERERS:
        raise BadReport(f"{file}: no report that can be rendered; its format must be one of {', '.join(RENDERERS)}")
    try:
        return RENDERERS[format](data, directory, files)
    except BadReport as error:
        raise BadReport(f"{file}: {error}") from None


def _libraries(data: Any, directory: Path, files: Sequence[Path]) -> list[Path]:
    from ..report.libraries.data import from_data
    from ..report.libraries.pages import pages

    return write_all(pages(from_data(data)), directory)


def _compliance(data: Any, directory: Path, files: Sequence[Path]) -> list[Path]:
    from ..report.matrix import markdown
    from ..report.matrix.data import from_data

    return write_all(markdown.pages(from_data(data)), directory)


def _answer(data: Any, directory: Path, files: Sequence[Path]) -> list[Path]:
    from ..report.explorations.saving import save
    from ..studies.explore.answer import Answer, BadAnswer

    try:
        return save(Answer.from_json(data), directory, REGISTRY, files=list(map(str, files)))
    except BadAnswer as error:
        raise BadReport(str(error)) from None


RENDERERS: dict[str, Callable[[Any, Path, Sequence[Path]], list[Path]]] = {
    "axiomatrix-exploration-1": _answer,
    "axiomatrix-libraries-1": _libraries,
    "axiomatrix-report-1": _compliance,
}
"""What can be rendered, by the format that the file names."""
