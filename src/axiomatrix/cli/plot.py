"""The command ``axiomatrix plot``: witnesses and explorations as pictures."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ..evidence.files import write_all
from ..evidence.safe import visible
from ..model.registry import REGISTRY, Unknown
from ..report.plot import asked
from ..report.plot.asked import Draw
from ..report.plot.drawing import TitledFigure, drawing, pdf, png, svg
from ..report.plot.witness import CannotDraw
from .arguments import MoreFiles, Packages, axiom_named, installed_too, loaded, metric_named
from .messages import note, refusing, usage

FORMATS = (".svg", ".png", ".pdf")
DPI = 200
LISTED = 12
"""Names of further pictures that are listed."""

What = Annotated[str, typer.Argument(help="A witness, an answer.json of an exploration, or a metric.")]
More = Annotated[
    list[str] | None,
    typer.Argument(
        help="Of a witness: files that register its metric. Of an answer: pictures, such as instance. "
        "Of a metric: an axiom."
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(help="The picture: FILE.svg, FILE.png, FILE.pdf, or a folder.  [default: beside the file]"),
]
Format = Annotated[str | None, typer.Option("--format", help="svg, png or pdf, where the name does not say it.")]
Dpi = Annotated[int | None, typer.Option(min=30, max=1200, help=f"Dots per inch of a PNG.  [default: {DPI}]")]
Width = Annotated[
    float | None, typer.Option(min=1.5, max=40, help="Inches of the picture, such as 3.3 for a column of a paper.")
]
Reports = Annotated[Path, typer.Option(help="The folder of the reports, to look up the witness of a cell.")]


def plot_command(
    what: What,
    more: More = None,
    files: MoreFiles = None,
    out: Out = None,
    format: Format = None,
    dpi: Dpi = None,
    width: Width = None,
    reports: Reports = Path("reports"),
    package: Packages = None,
) -> None:
    """Draw a witness or an exploration as SVG (text as text, described), PNG or PDF.

    Of a witness: its rankings, lists and parameters, both sides, and every value that enters. Of an exploration: the
    best constants against n, or the pictures named (a name, or how names begin: instance). Of a metric and an
    axiom: the witness of that cell.

    For instance: axiomatrix plot precision-at confidence --out confidence.png
    """
    suffix = _suffix(out, format)
    if dpi is not None and suffix != ".png":
        raise usage("--dpi: only a PNG has dots; name one, such as --out picture.png")
    wanted = list(more or [])
    code = [Path(name) for name in wanted if name.endswith(".py")]
    loaded([*(files or []), *code])
    installed_too(package)
    wanted = [name for name in wanted if not name.endswith(".py")]
    chosen, others = _chosen(what, wanted, reports)
    places = _places(list(chosen), Path(what), out, suffix)
    content = {name: _drawn(what, partial(draw, width), suffix, dpi or DPI) for name, draw in chosen.items()}
    if metric := asked.unregistered(what, REGISTRY):
        note(f"{metric} is not registered: drawn as stored. To show every value, name its file: {what} FILE.py")
    if others:
        listed = ", ".join(others[:LISTED]) + (f" and {len(others) - LISTED} more" if len(others) > LISTED else "")
        note(f"it has more pictures, by name (or how names begin): {listed}")
    for name, path in places.items():
        with refusing(OSError, at=path):
            write_all({path.name: content[name]}, path.parent)
        note(f"wrote {path}")


def _suffix(out: Path | None, format: str | None) -> str:
    """The format as a suffix, from the option or the name."""
    if format is not None and f".{format}" not in FORMATS:
        raise usage(f"--format: {format!r:.40} is not one of svg, png, pdf")
    if out is None or out.is_dir() or not out.suffix:
        return f".{format or 'svg'}"
    suffix = out.suffix.lower()
    if suffix not in FORMATS:
        raise usage(
            f"--out: {out}: pictures are .svg, .png or .pdf; name one of these (an SVG can be converted to others)"
        )
    if format is not None and suffix != f".{format}":
        raise usage(f"--out: {out}: its name says {suffix[1:]}, --format says {format}; leave one of them out")
    return suffix


def _chosen(what: str, wanted: Sequence[str], reports: Path) -> tuple[dict[str, Draw], list[str]]:
    """The pictures to draw by the stems of their files, and the names of those that there are besides."""
    try:
        if len(wanted) == 1 and not what.endswith(".json") and not Path(what).is_file():  # a metric and an axiom
            name, draw = asked.of_cell(*_read(what, wanted[0]), reports, REGISTRY)
            return {name: draw}, []
        if not _is_there(what):
            raise asked.NothingToDraw(asked.missing(what, wanted, reports, REGISTRY))
        return asked.pictures(Path(what), wanted, REGISTRY)
    except asked.NothingToDraw as error:
        raise usage(visible(error)) from None


def _drawn(what: str, draw: Callable[[], TitledFigure], suffix: str, dpi: int) -> str | bytes:
    """The content of the file of a picture."""
    try:
        with drawing():
            if suffix == ".png":
                return png(draw(), dpi)
            return pdf(draw()) if suffix == ".pdf" else svg(draw())
    except CannotDraw as error:
        raise usage(f"{what}: {visible(error)}") from None
    except LookupError as error:
        raise usage(f"{what}: {visible(error)}; if it is yours, name its file: --file FILE.py") from None


def _read(metric: str, axiom: str) -> tuple[str, str]:
    """The metric and the axiom by their own names; a report may have what is not registered here."""
    try:
        row = metric_named(metric)
        return row.name, axiom_named(axiom, row).id
    except Unknown:
        return metric, axiom


def _is_there(what: str) -> bool:
    """Whether there is something at that path, be it no file; what is wrong with it is said where it is read."""
    try:
        return os.path.lexists(what)
    except ValueError:  # a name that no file can have
        return True


def _places(names: Sequence[str], file: Path, out: Path | None, suffix: str) -> dict[str, Path]:
    """Where each picture goes: the name given, or its own name in a folder, beside the file unless one is given."""
    if out is not None and out.suffix and not out.is_dir():
        if len(names) > 1:
            raise usage(f"--out: {out} is one file, and there are {len(names)} pictures; name a folder")
        return {names[0]: out}
    folder = out if out is not None else file.parent if file.is_file() else Path()
    return {name: folder / f"{name}{suffix}" for name in names}
