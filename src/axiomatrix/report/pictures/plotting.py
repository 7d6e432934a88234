"""The base of all matplotlib pictures: our style, figures, and SVG, PNG and PDF with title and description.

``constants.py``, ``witness.py`` and other drawing functions make a :class:`TitledFigure`; :func:`svg`, :func:`png` and
:func:`pdf` make a file of it. Both are called inside of ``with drawing():``, which sets the style. The same data give
the same bytes on every machine, so that committed pictures can be compared. matplotlib is imported inside functions,
because its import is slow.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape

from ...evidence.extras import needed_for
from ...evidence.safe import visible
from ...evidence.verdict import Tone

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


INK, GREY, FAINT, REFUTED = "#222222", "#767676", "#d9d9d9", Tone.REFUTED.colour.light
"""Colours of texts and outlines, of secondary ones, of the faintest outlines, and of refutations."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#e69f00", "#56b4e9", "#332288", "#882255")
"""Colours of lines that colour-blind readers can distinguish (Okabe and Ito, Tol); markers differ too."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "h")
"""matplotlib's names of the marks on lines, one for each colour."""
RISES, FALLS = COLOURS[0], COLOURS[1]
"""Colours of the lines of items that rise and fall."""
STYLE: dict[Any, Any] = {
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": "white",
    "font.family": ["sans-serif"],
    # the first comes with matplotlib; the others are for viewers of SVG
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "Helvetica", "sans-serif"],
    "font.size": 9,
    "path.simplify": False,  # every point is meant
    "svg.fonttype": "none",  # texts stay texts, to be read aloud and searched
    "svg.hashsalt": "axiomatrix",  # else the ids of elements are random
    "text.color": INK,
    "text.parse_math": False,  # a user's $ is a dollar
    "xtick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.color": GREY,
    "ytick.labelcolor": INK,
}
LEGEND: dict[str, Any] = {
    "frameon": False,
    "fontsize": 8,
    "columnspacing": 1.4,
    "handletextpad": 0.4,
    "loc": "upper center",
}
"""Style of a legend below the axes."""
CLAIMED_LINE: dict[str, Any] = {"color": INK, "linewidth": 0.9, "dashes": (5, 3)}
"""Style of the line of a claimed constant."""
RING: dict[str, Any] = {"markerfacecolor": "none", "markeredgecolor": REFUTED}
"""Style of the ring around a refuted value."""
NARROW_INCHES = 4.5
"""A legend has fewer columns in a figure up to this width."""
POINTS_PER_INCH = 72
"""Font sizes, and the distances of labels, are in points."""
PAD_INCHES = 0.12
"""Margin around a figure."""
NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))
"""The metadata that matplotlib writes into an SVG by default. None leaves each out."""


@contextmanager
def drawing() -> Iterator[None]:
    """Set our style, and no other, while pictures are drawn and written."""
    with needed_for("a picture", "plot"):  # raises an error that names the extra to install
        from matplotlib import rc_context

    with rc_context(), warnings.catch_warnings():  # the context restores the user's settings
        from matplotlib import rcdefaults, rcParams

        rcdefaults()  # a user's matplotlibrc must not change the bytes
        rcParams.update(STYLE)
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # the viewer's font may well have it
        yield


# Regular expressions that make matplotlib's SVG smaller without a visible difference. It has elements such as
#     <text style="font-size: 9px; font-family: 'DejaVu Sans', sans-serif; text-anchor: middle" x="100.8125" y="30"
#       transform="rotate(-0 100.8125 30)">
_TAG = re.compile("<[^>]*>")
_COORDINATES = re.compile(r' (?:d|x|y|width|height|transform)="[^"]*"')
"""An attribute with coordinates."""
_DECIMALS = re.compile(r"(\.\d\d)\d+")
"""A fraction of more than two decimals; the group is kept."""
_MARGINS = re.compile(r" *\n *")
"""Blanks around line ends."""
_FONT = re.compile(r" (font-family: [^;\"]*);")
"""The font of a text, which is the same everywhere and therefore named once for the whole picture."""
_NO_ROTATION = re.compile(r' transform="rotate\(-?0 [^"]*"')
"""A rotation by 0 degrees."""


class TitledFigure(NamedTuple):
    """A figure with the title and the description of the file to write."""

    figure: Figure
    title: str
    description: str


def figure_of(width: float, height: float) -> Figure:
    """Make an empty figure of that size in inches, with a canvas that can draw it."""
    with needed_for("a picture", "plot"):
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    FigureCanvasSVG(figure)  # the canvas attaches itself to the figure
    return figure


def count_from_upper_left(axes: Axes, width: float, height: float) -> None:
    """Let coordinates count from the upper left corner, as those of ``shapes.py`` do, and hide the axes."""
    axes.set_xlim(0, width)
    axes.set_ylim(height, 0)
    axes.set_axis_off()


def label(axes: Axes, text: str, at: tuple[float, float], shift: tuple[float, float], **style: Any) -> None:
    """Write a small text near the point ``at`` of the axes, ``shift`` typographic points away from it."""
    axes.annotate(one_line_text(text), at, xytext=shift, textcoords="offset points", **({"fontsize": 8} | style))


def as_svg(draw: Callable[..., TitledFigure], *arguments: object) -> str:
    """Call a drawing function inside of ``with drawing():`` and return the picture as SVG."""
    with drawing():
        return svg(draw(*arguments))


def svg(titled: TitledFigure) -> str:
    """The figure as SVG, with a title and a description for screen readers; call it inside of ``with drawing():``.

    Matplotlib's file is edited: the head before ``<svg`` (a document type) is replaced by our own, the font is named
    once for all texts, and coordinates are cut to two decimals.
    """
    matplotlib_svg = _save_to_bytes(titled, NO_METADATA, format="svg").decode("utf-8")
    start = matplotlib_svg.index("<svg ")
    end = matplotlib_svg.index(">", start)  # of the tag <svg ...>
    title, description = (escape(one_line_text(text)) for text in (titled.title, titled.description))
    labels = f"<title>{title}</title>\n <desc>{description}</desc>"
    head = '<?xml version="1.0" encoding="utf-8"?>\n'
    font = f' style="{match[1]}"' if (match := _FONT.search(matplotlib_svg, end)) else ""
    body = _MARGINS.sub("\n", _TAG.sub(_shorten_tag, matplotlib_svg[end + 1 :]))
    return f'{head}{matplotlib_svg[start:end].rstrip()} role="img"{font}>\n {labels}{body}'.rstrip("\n") + "\n"


def _shorten_tag(tag: re.Match[str]) -> str:
    """Shorten the attributes of a tag: cut coordinates to two decimals, and drop the font and rotations by 0."""
    with_short_coordinates = _COORDINATES.sub(lambda attribute: _DECIMALS.sub(r"\1", attribute[0]), tag[0])
    return _NO_ROTATION.sub("", _FONT.sub("", with_short_coordinates))


def png(titled: TitledFigure, dpi: int) -> bytes:
    """The figure as PNG, title and description in its metadata; call it inside of ``with drawing():``."""
    metadata = {
        "Title": one_line_text(titled.title),
        "Description": one_line_text(titled.description),
        "Software": None,
    }
    return _save_to_bytes(titled, metadata, format="png", dpi=dpi)


def pdf(titled: TitledFigure) -> bytes:
    """The figure as PDF, title and description in its metadata; call it inside of ``with drawing():``."""
    metadata = {
        "Title": one_line_text(titled.title),
        "Subject": one_line_text(titled.description),
        "CreationDate": None,
        "Creator": None,
        "Producer": None,
    }
    return _save_to_bytes(titled, metadata, format="pdf")


def _save_to_bytes(titled: TitledFigure, metadata: Mapping[str, str | None], **options: Any) -> bytes:
    """Return the content of the figure's file; metadata that are None are left out."""
    content = BytesIO()
    titled.figure.savefig(content, metadata=metadata, bbox_inches="tight", pad_inches=PAD_INCHES, **options)
    return content.getvalue()


def fit_to_width(titled: TitledFigure, width: float) -> TitledFigure:
    """Scale a figure in place, with everything in it, so that its file is ``width`` inches wide; return the same."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch
    from matplotlib.text import Text

    figure = titled.figure
    for _ in range(4):  # the width of texts is not exactly proportional to their font size
        factor = (width - 2 * PAD_INCHES) / figure.get_tightbbox().width
        figure.set_size_inches(*(factor * size for size in figure.get_size_inches()))
        for artist in figure.findobj():
            if isinstance(artist, Text):
                artist.set_fontsize(factor * float(artist.get_fontsize()))
            elif isinstance(artist, Line2D):
                artist.set_markersize(factor * artist.get_markersize())
                artist.set_linewidth(factor * artist.get_linewidth())
            elif isinstance(artist, Patch):
                artist.set_linewidth(factor * artist.get_linewidth())
    return titled


def one_line_text(text: object) -> str:
    """A user's text for a picture: on one line, without characters that XML forbids."""
    return visible(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")
