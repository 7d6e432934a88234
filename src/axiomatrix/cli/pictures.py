"""Draw witnesses and explorations as SVG, PNG or PDF, for ``axiomatrix report --picture``.

For example, ``report precision-at confidence --picture confidence.png`` draws the witness of a cell of the report: the
instance on which precision@k breaks the axiom *confidence*. An *exploration* is the answer.json of ``explore``, which
has several pictures with names. :data:`Draw` is a function that draws a picture of a given width.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from ..evidence.files import write_all
from ..evidence.safe import visible
from ..model.registry import REGISTRY, Unknown
from ..report.pictures import requests
from ..report.pictures.plotting import TitledFigure, drawing, pdf, png, svg
from ..report.pictures.requests import Draw
from ..report.pictures.witness import CannotDraw
from .arguments import find_axiom, find_metric
from .messages import note, refusing, usage_error

SUFFIXES = (".svg", ".png", ".pdf")
DPI = 200
"""Default of --dpi."""
MAX_NAMES_LISTED = 12
"""Names of further pictures that a note lists."""


def write_pictures(
    file: Path, names: Sequence[str], place: Path, *, is_report: bool, width: float | None, dpi: int | None
) -> list[Path]:
    """Draw a witness, an exploration, or the witness of a cell of a report, and return the files.

    ``place`` is the file of a single picture, or a folder for pictures under their own names. ``names`` are those of
    pictures of an exploration, or, if the file ``is_report``, a metric and an axiom. ``width`` is in inches and ``dpi``
    in dots per inch; None for the defaults.
    """
    suffix = _suffix(place)
    if dpi is not None and suffix != ".png":
        raise usage_error("--dpi needs a PNG, such as --picture picture.png")
    draw_functions, other_names = _pictures_to_draw(file, names, is_report=is_report)
    places = _picture_files(list(draw_functions), place)
    content = {
        name: _picture_content(file, partial(draw, width), suffix, dpi or DPI) for name, draw in draw_functions.items()
    }
    if metric := requests.unregistered_metric(str(file), REGISTRY):
        note(f"{metric} is not registered: drawn as stored. To show every value, name its file: {file} FILE.py")
    if other_names:
        unlisted = len(other_names) - MAX_NAMES_LISTED
        names_listed = ", ".join(other_names[:MAX_NAMES_LISTED]) + (f" and {unlisted} more" if unlisted > 0 else "")
        note(f"more pictures, by name or prefix: {names_listed}")
    written: list[Path] = []
    for name, path in places.items():
        with refusing(OSError, at=path):
            written += write_all({path.name: content[name]}, path.parent)
    return written


def _suffix(place: Path) -> str:
    """Return the suffix of the pictures, which is .svg for a folder."""
    if place.is_dir() or not place.suffix:
        return ".svg"
    suffix = place.suffix.lower()
    if suffix not in SUFFIXES:
        raise usage_error(f"--picture: {place}: must be a folder or end in .svg, .png or .pdf")
    return suffix


def _pictures_to_draw(file: Path, names: Sequence[str], *, is_report: bool) -> tuple[dict[str, Draw], list[str]]:
    """Return the functions that draw the pictures, by the stem of the picture's file, and the names of other pictures.

    The other pictures are those that the file has and that ``names`` do not ask for.
    """
    try:
        if not is_report:
            return requests.pictures(file, names, REGISTRY)
        if len(names) != 2:
            raise requests.NothingToDraw(requests.missing_names(file, names, REGISTRY))
        name, draw = requests.cell_picture(*_registered_names(*names), file, REGISTRY)
    except requests.NothingToDraw as error:
        raise usage_error(visible(error)) from None
    return {name: draw}, []


def _picture_content(file: Path, draw: Callable[[], TitledFigure], suffix: str, dpi: int) -> str | bytes:
    """Draw a picture and return the content of its file."""
    try:
        with drawing():
            if suffix == ".png":
                return png(draw(), dpi)
            return pdf(draw()) if suffix == ".pdf" else svg(draw())
    except CannotDraw as error:
        raise usage_error(f"{file}: {visible(error)}") from None
    except LookupError as error:
        raise usage_error(f"{file}: {visible(error)}; if it is yours, name its file: {file} FILE.py") from None


def _registered_names(metric: str, axiom: str) -> tuple[str, str]:
    """Return the registered names of a metric and an axiom; unknown names stay, since the report may have them."""
    try:
        row = find_metric(metric)
        return row.name, find_axiom(axiom, row).id
    except Unknown:
        return metric, axiom


def _picture_files(names: Sequence[str], place: Path) -> dict[str, Path]:
    """Return the file of each picture: ``place`` itself, or a file with the picture's name in the folder ``place``."""
    if place.suffix and not place.is_dir():
        if len(names) > 1:
            raise usage_error(f"--picture: {place} is one file, but there are {len(names)} pictures; name a folder")
        return {names[0]: place}
    return {name: place / f"{name}.svg" for name in names}
