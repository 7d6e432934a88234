"""What an exploration found, drawn: best constants against n, the plane of both sides, the extremal instance.

SVG with its text as text, the same bytes for the same data. matplotlib and scipy are imported where something is drawn,
so that nobody else waits for them.
"""

from __future__ import annotations

import math
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import StringIO
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from .. import witness as witnesses
from ..evidence import Witness
from ..methods.instance import Instance, terms
from ..parameters import Parameter, Similarity
from ..rankings import Item, Ranking
from ..registry import Registry
from ..report.safe import visible
from .answer import INFINITE, Answer, Question, Sense, approximate

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, GREY, FAINT, REFUTED = "#222222", "#767676", "#d9d9d9", "#b3261e"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#e69f00", "#56b4e9", "#332288", "#882255")
"""Told apart by those who do not see all colours (Okabe and Ito, Tol); a marker says the same."""
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "h")
RISES, FALLS = COLOURS[0], COLOURS[1]
STYLE: dict[Any, Any] = {
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": "white",
    "font.family": ["sans-serif"],
    "font.sans-serif": [
        "DejaVu Sans",
        "Verdana",
        "Arial",
        "Helvetica",
        "sans-serif",
    ],  # the first comes with matplotlib
    "font.size": 9,
    "path.simplify": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "axiomatrix",
    "text.color": INK,
    "text.parse_math": False,  # a user's $ is a dollar
    "xtick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.color": GREY,
    "ytick.labelcolor": INK,
}
LONGEST_FRACTION = 11
"""Characters of an exact number that fit beside a point; a longer one is shown as a decimal."""
LONGEST_ENTRY = 5
"""Characters of an exact number that fit a cell of the heat map."""
FINEST = 300
"""Points closer than a FINEST-th of the plane are drawn as one; the hull is that of all."""
LEGEND: dict[str, Any] = {"frameon": False, "fontsize": 8, "columnspacing": 1.4, "handletextpad": 0.4}
NO_METADATA = dict.fromkeys(("Date", "Creator", "Format", "Type"))


@contextmanager
def _drawing() -> Iterator[None]:
    from matplotlib import rc_context

    with rc_context(), warnings.catch_warnings():
        from matplotlib import rcdefaults, rcParams

        rcdefaults()  # a user's matplotlibrc must not change the bytes
        rcParams.update(STYLE)
        warnings.filterwarnings("ignore", message="Glyph .* missing")  # the viewer's font may well have it
        yield


def _figure(width: float, height: float) -> Figure:
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    FigureCanvasSVG(figure)
    return figure


def _svg(figure: Figure, title: str, description: str) -> str:
    """The figure as SVG, with a title and a description for those who do not see it."""
    out = StringIO()
    figure.savefig(out, format="svg", metadata=NO_METADATA, bbox_inches="tight", pad_inches=0.12)
    drawn = out.getvalue()
    start = drawn.index("<svg ")
    end = drawn.index(">", start)
    said = f"<title>{escape(said_safely(title))}</title>\n <desc>{escape(said_safely(description))}</desc>"
    head = '<?xml version="1.0" encoding="utf-8"?>\n'
    return f'{head}{drawn[start:end].rstrip()} role="img">\n {said}{drawn[end + 1 :]}'.rstrip("\n") + "\n"


def said_safely(text: object) -> str:
    """Text of others for a picture: on one line, without what XML forbids."""
    return visible(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff")


def _short(value: str) -> str:
    return value if len(value) <= LONGEST_FRACTION else f"~{approximate(value):.4f}"


# --- best constants against n ----------------------------------------------------------------------------------


@dataclass
class Series:
    """The extremes of one sense of one quantity: a line of the picture."""

    name: str
    sense: Sense
    colour: str
    marker: str
    exact: dict[int, str] = field(default_factory=dict)
    found: dict[int, str] = field(default_factory=dict)
    """Bounds: what is best found, where nothing exact is known."""
    refuted: set[int] = field(default_factory=set)

    @property
    def every(self) -> dict[int, str]:
        """Exact values and bounds."""
        return {**self.found, **self.exact}

    def before(self, n: int) -> str:
        """The value at the size before; empty if there is none."""
        return self.every[max(m for m in self.every if m < n)] if min(self.every) < n else ""

    def after(self, n: int) -> str:
        """The value at the size after; empty if there is none."""
        return self.every[min(m for m in self.every if m > n)] if max(self.every) > n else ""

    def add_bound(self, n: int, value: str) -> None:
        """Keep the strongest bound of each n that is not known exactly."""
        sign = 1 if self.sense == "inf" else -1
        if n not in self.exact and (
            n not in self.found or sign * (approximate(value) - approximate(self.found[n])) < 0
        ):
            self.found[n] = value


def series(answer: Answer, sense: Sense) -> list[Series]:
    """The lines of one sense: questions of one quantity of one row share a line."""
    same: dict[tuple[str, str, str], list[Question]] = defaultdict(list)
    for question in answer.questions:
        same[question.metric, question.quantity, question.space].append(question)
    made = []
    for k, ((metric, _, _), questions) in enumerate(same.items()):
        labels = {question.label for question in questions}
        name = labels.pop() if len(labels) == 1 else metric
        line = Series(
            said_safely(name), sense, COLOURS[k % len(COLOURS)], MARKERS[(k + k // len(COLOURS)) % len(MARKERS)]
        )
        for question in questions:
            for size in question.sizes:
                extreme = size.extreme(sense)
                if extreme is not None and size.verdict != "undecided":
                    line.exact[size.n] = extreme.value
                if size.verdict == "refuted" and question.sense == sense:
                    line.refuted.add(size.n)
        for question in questions:
            for size in question.sizes:
                extreme = size.extreme(sense)
                if extreme is not None and size.verdict == "undecided":
                    line.add_bound(size.n, extreme.value)
            for bound in question.bounds:
                if bound.sense == sense:
                    line.add_bound(bound.n, bound.value)
        if line.exact or line.found:
            made.append(line)
    return made


def claimed(questions: Sequence[Question], sense: Sense) -> dict[str, list[str]]:
    """The constants claimed, each with the sources that claim it."""
    found: dict[str, list[str]] = {}
    for question in questions:
        if question.constant and question.sense == sense:
            sources = found.setdefault(question.constant, [])
            sources += [note.source for note in question.claims if note.source not in sources]
    return found


def best_constants(answer: Answer) -> str:
    """Best constant against n, one line a row, as SVG.

    A panel for the supremum and one for the infimum, as far as there are any. Filled markers are exact; hollow ones
    on dotted lines are bounds (best found); a ring marks sizes at which the claim is refuted, dashed lines what is
    claimed.
    """
    with _drawing():
        panels = [lines for lines in (series(answer, "sup"), series(answer, "inf")) if lines]
        figure = _figure(6.4, 3.1 * max(1, len(panels)) + 0.5)
        if not panels:
            figure.text(0.5, 0.5, "nothing exact is known, and no bound", ha="center")
        grid = figure.subplots(max(1, len(panels)), 1, sharex=True, squeeze=False, gridspec_kw={"hspace": 0.16})
        for axes, lines in zip(grid[:, 0], panels, strict=False):
            _constants_panel(axes, answer, lines[0].sense, lines)
        if panels:
            grid[-1, 0].set_xlabel("n")
            _constants_legend(figure, grid[-1, 0], [line for lines in panels for line in lines])
        else:
            grid[0, 0].set_axis_off()
        title = f"{answer.title}: best constants against n"
        return _svg(figure, title, " ".join(_constants_said(line) for lines in panels for line in lines))


def _constants_said(line: Series) -> str:
    known = [f"n = {n}: {value}" + (" (refuted)" if n in line.refuted else "") for n, value in line.exact.items()]
    known += [f"n = {n}: best found {value}" for n, value in line.found.items()]
    return f"{line.name}, {'smallest' if line.sense == 'inf' else 'largest'}: {', '.join(known)}."


def _constants_panel(axes: Axes, answer: Answer, sense: Sense, lines: Sequence[Series]) -> None:
    from matplotlib.ticker import MaxNLocator

    constants = claimed(answer.questions, sense)
    finite = [v for line in lines for v in (*line.exact.values(), *line.found.values()) if v != INFINITE]
    heights = [approximate(v) for v in (*finite, *constants)] or [0.0, 1.0]
    low, high = min(heights), max(heights)
    room = (high - low or abs(high) or 1.0) * 0.22
    bottom, top = low - room, high + room
    sizes = sorted({n for line in lines for n in (*line.exact, *line.found)})
    span = max(sizes[-1] - sizes[0], 1)
    axes.set_xlim(sizes[0] - 0.06 * span - 0.1, sizes[-1] + 0.06 * span + 0.1)
    axes.set_ylim(bottom, top)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 2.5, 5, 10]))
    axes.tick_params(length=3)
    axes.grid(axis="y", color="#eeeeee", linewidth=0.7)
    axes.set_axisbelow(True)
    for constant, sources in constants.items():
        height = approximate(constant)
        axes.axhline(height, color=INK, linewidth=0.9, dashes=(5, 3), zorder=1.5)
        who = said_safely(f"{', '.join(sources)}: {constant}" if sources else f"asked: {constant}")
        above = sense == "inf"  # the labels of points are on the other side
        axes.annotate(
            who,
            (0.0, height),
            xycoords=("axes fraction", "data"),
            xytext=(4, 3 if above else -3),
            textcoords="offset points",
            va="bottom" if above else "top",
            fontsize=8,
        )

    def height_of(value: str) -> float:
        return top if value == INFINITE else approximate(value)  # on the edge, where the scale ends

    shifts = _dodged(lines, span)
    for k, line in enumerate(lines):
        _draw_series(axes, line, shifts[k], height_of)
    _label_points(axes, lines, height_of, sense)
    _label_lines(axes, lines, height_of, (bottom, top))
    quantities = {q.quantity for q in answer.questions if q.quantity}
    several = "ratio" if all(" / " in quantity for quantity in quantities) else "constant"
    what = said_safely(quantities.pop()) if len(quantities) == 1 else several
    axes.set_ylabel(f"{'smallest' if sense == 'inf' else 'largest'} {what}")


def _dodged(lines: Sequence[Series], span: int) -> list[float]:
    """How far each line is moved sideways, so that equal values do not hide each other."""
    values = [{*line.exact.items(), *line.found.items()} for line in lines]
    meets = any(one & other for one, other in combinations(values, 2))
    step = min(0.013 * span, 0.09) if meets else 0.0
    return [(k - (len(lines) - 1) / 2) * step for k in range(len(lines))]


def _draw_series(axes: Axes, line: Series, shift: float, height_of: Callable[[str], float]) -> None:
    known = sorted(line.exact)
    xs, ys = [n + shift for n in known], [height_of(line.exact[n]) for n in known]
    axes.plot(xs, ys, color=line.colour, linewidth=1.4, solid_capstyle="round", zorder=2, clip_on=False)
    axes.plot(
        xs,
        ys,
        line.marker,
        color=line.colour,
        markersize=5.5,
        markeredgecolor="white",
        markeredgewidth=0.6,
        zorder=4,
        clip_on=False,
    )
    rings = [n for n in known if n in line.refuted]
    ring_heights = [height_of(line.exact[n]) for n in rings]
    axes.plot(
        [n + shift for n in rings],
        ring_heights,
        "o",
        markersize=11,
        markerfacecolor="none",
        markeredgecolor=REFUTED,
        zorder=3,
        clip_on=False,
    )
    bounds = sorted(line.found)
    if bounds:
        start = [n for n in known if n < bounds[0]][-1:]
        path = [(n + shift, height_of(line.exact[n])) for n in start]
        path += [(n + shift, height_of(line.found[n])) for n in bounds]
        axes.plot(*zip(*path, strict=True), color=line.colour, linewidth=1.2, linestyle=":", zorder=2, clip_on=False)
        hollow = [(n + shift, height_of(line.found[n])) for n in bounds]
        axes.plot(
            *zip(*hollow, strict=True),
            line.marker,
            markersize=5.5,
            markerfacecolor="white",
            markeredgecolor=line.colour,
            markeredgewidth=1.1,
            zorder=4,
            clip_on=False,
        )


def _label_points(axes: Axes, lines: Sequence[Series], height_of: Callable[[str], float], sense: Sense) -> None:
    """Each value once where it first comes up, away from what is drawn there already."""
    down = sense == "inf"
    bottom, top = axes.get_ylim()
    taken: dict[int, list[float]] = defaultdict(list)
    for n in sorted({n for line in lines for n in line.every}):
        new: dict[str, list[Series]] = defaultdict(list)
        for line in lines:
            if n in line.every and line.before(n) != line.every[n]:
                new[line.every[n]].append(line)
        for value in sorted(new, key=approximate, reverse=not down):
            height = height_of(value)
            if any(abs(height - other) < (top - bottom) * 0.085 for other in taken[n]):
                continue  # another one stands there; the table has them all
            taken[n].append(height)
            bound = value != INFINITE and not any(n in line.exact for line in new[value])
            side = _free_side(new[value], n, down)
            axes.annotate(
                f"{'≤' if down else '≥'} {_short(value)}" if bound else _short(value),
                (n, height),
                xytext=(5 * side, -7 if down else 7),
                textcoords="offset points",
                ha={-1: "right", 0: "center", 1: "left"}[side],
                va="top" if down else "bottom",
                fontsize=8,
                zorder=5,
            )


def _free_side(lines: Sequence[Series], n: int, down: bool) -> int:
    """Left (-1), middle or right (1) of a point: where no line goes that way (down, or up)."""
    sign = -1 if down else 1
    left = right = False
    for line in lines:
        here = approximate(line.every[n])
        left |= any(sign * (approximate(value) - here) > 0 for value in [line.before(n)] if value)
        right |= any(sign * (approximate(value) - here) > 0 for value in [line.after(n)] if value)
    return int(left) - int(right)


def _label_lines(
    axes: Axes, lines: Sequence[Series], height_of: Callable[[str], float], limits: tuple[float, float]
) -> None:
    """The name of each line behind its end; names that would meet stand above each other."""
    bottom, top = limits
    gap = (top - bottom) * 0.07
    ends = sorted(
        ((height_of(line.every[max(line.every)]), max(line.every), line) for line in lines), key=lambda e: e[:2]
    )
    heights = spread([height for height, _, _ in ends], gap, bottom, top)
    for (height, _, line), moved in zip(ends, heights, strict=True):
        last = max(n for other, n, _ in ends if abs(other - height) < gap)
        axes.annotate(
            line.name,
            (last, moved),
            xytext=(10, 0),
            textcoords="offset points",
            va="center",
            color=line.colour,
            annotation_clip=False,
            zorder=3.5,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.8},
        )


def spread(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Ascending heights moved apart as little as they need to be ``gap`` apart, within low..high if there is room."""
    groups: list[tuple[list[float], float]] = []  # the wanted heights of a block, and where its lowest goes
    for height in heights:
        block, start = [height], height
        while groups and groups[-1][1] + gap * len(groups[-1][0]) > start:
            block = groups.pop()[0] + block
            start = sum(h - k * gap for k, h in enumerate(block)) / len(block)
            start = max(low, min(start, high - gap * (len(block) - 1)))
        groups.append((block, start))
    return [start + k * gap for block, start in groups for k in range(len(block))]


def _constants_legend(figure: Figure, axes: Axes, lines: Sequence[Series]) -> None:
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], color=GREY, marker="o", markersize=5, linewidth=1.4, label="exact")]
    if any(line.found for line in lines):
        style: dict[str, Any] = {"marker": "o", "markersize": 5, "markerfacecolor": "white", "linestyle": ":"}
        handles.append(Line2D([], [], color=GREY, label="best found (a bound)", **style))
    if any(line.refuted for line in lines):
        ring: dict[str, Any] = {"marker": "o", "markersize": 9, "markerfacecolor": "none", "linestyle": ""}
        handles.append(Line2D([], [], markeredgecolor=REFUTED, label="claim refuted", **ring))
    handles.append(Line2D([], [], color=INK, linewidth=0.9, dashes=(5, 3), label="claimed"))
    axes.legend(handles=handles, ncols=len(handles), loc="upper center", bbox_to_anchor=(0.5, -0.16), **LEGEND)


# --- the plane of both sides -----------------------------------------------------------------------------------


def hull(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of the convex hull, counter-clockwise; both ends if the points are on a line, or the only point."""
    different = sorted(set(points))
    if len(different) < 3:
        return different
    (x0, y0), (x1, y1) = different[0], different[-1]
    length = math.hypot(x1 - x0, y1 - y0)
    if max(abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) for x, y in different) <= 1e-12 * length * max(
        length, 1e-300
    ):
        return [different[0], different[-1]]
    from scipy.spatial import ConvexHull

    corners = [different[k] for k in ConvexHull(different).vertices]
    first = corners.index(min(corners))
    return corners[first:] + corners[:first]


def plane(answer: Answer, metric: str) -> str:
    """The points (K, F) found for one row, their convex hull for each n, and the lines F = cK claimed, as SVG."""
    questions = [question for question in answer.questions if question.metric == metric]
    points: dict[int, set[tuple[float, float]]] = defaultdict(set)
    for question in questions:
        for size in question.sizes:
            points[size.n] |= {(approximate(k), approximate(f)) for k, f in size.points}
    points = {n: found for n, found in sorted(points.items()) if found}
    lines = [(c, sense, who) for sense in ("inf", "sup") for c, who in claimed(questions, sense).items()]
    with _drawing():
        figure = _figure(5.6, 4.6)
        axes = figure.add_subplot()
        top, _, bottom = next((q.quantity for q in questions if q.quantity), "").partition(" / ")
        sides = said_safely(top or "numerator"), said_safely(bottom or "denominator")
        _plane(axes, points, lines, sides)
        axes.set_xlabel(f"{sides[1]} (entries of the parameter sum to 1)")
        axes.set_ylabel(sides[0])
        axes.set_title(said_safely(f"{metric}: points found, and their convex hull"), fontsize=10, loc="left")
        return _svg(figure, f"{answer.title}: {metric}", _plane_said(points, lines))


def _plane_said(points: Mapping[int, set[tuple[float, float]]], lines: Sequence[tuple[str, str, list[str]]]) -> str:
    said = [f"n = {n}: {len(found)} points found." for n, found in points.items()]
    said += [f"Line with slope {constant}: {', '.join(who) or 'asked'}." for constant, _, who in lines]
    return " ".join(said) or "No points found."


def _plane(
    axes: Axes,
    points: Mapping[int, set[tuple[float, float]]],
    lines: Sequence[tuple[str, str, list[str]]],
    sides: tuple[str, str],
) -> None:
    from matplotlib import colormaps

    every = [point for found in points.values() for point in found] or [(1.0, 1.0)]
    width, height = (max(p[k] for p in every) * 1.08 or 1.0 for k in (0, 1))
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    shades = colormaps["viridis_r"]
    for k, (n, found) in enumerate(points.items()):
        colour = shades(0.15 + 0.75 * (k / max(len(points) - 1, 1)))
        corners = hull(list(found))
        if len(corners) > 2:
            axes.fill(
                *zip(*corners, strict=True), facecolor=(*colour[:3], 0.06), edgecolor=colour, linewidth=1.1, zorder=2
            )
        elif len(corners) == 2:
            axes.plot(*zip(*corners, strict=True), color=colour, linewidth=1.1, zorder=2)
        axes.plot(
            *zip(*thinned(found, width, height), strict=True),
            MARKERS[k % len(MARKERS)],
            color=colour,
            markersize=4,
            markeredgecolor="white",
            markeredgewidth=0.4,
            zorder=3 + 0.01 * k,
            clip_on=False,
            label=f"n = {n}",
        )
    beyond = sorted({p for p in every for c, sense, _ in lines if _is_beyond(p, approximate(c), sense)})
    if beyond:
        axes.plot(
            *zip(*thinned(beyond, width, height), strict=True),
            "o",
            markersize=9,
            markerfacecolor="none",
            markeredgecolor=REFUTED,
            markeredgewidth=1,
            zorder=4,
            clip_on=False,
            label="beyond what is claimed",
        )
    for constant, _, who in lines:
        _slope(
            axes, constant, f"{sides[0]} = {'' if constant == '1' else constant + ' '}{sides[1]}", who, width, height
        )
    if points:
        axes.legend(ncols=min(len(points) + bool(beyond), 6), loc="upper center", bbox_to_anchor=(0.5, -0.13), **LEGEND)


def _is_beyond(point: tuple[float, float], slope: float, sense: str) -> bool:
    excess = point[1] - slope * point[0]
    return excess < -1e-9 if sense == "inf" else excess > 1e-9


def thinned(points: Sequence[tuple[float, float]] | set[tuple[float, float]], width: float, height: float) -> list[Any]:
    """One of the points that nobody could tell apart."""
    cells: dict[tuple[int, int], tuple[float, float]] = {}
    for x, y in sorted(points):
        cells.setdefault((round(x / width * FINEST), round(y / height * FINEST)), (x, y))
    return list(cells.values())


def _slope(axes: Axes, constant: str, line: str, who: Sequence[str], width: float, height: float) -> None:
    slope = approximate(constant)
    if slope <= 0:
        return
    right = min(width, height / slope)
    axes.plot([0, right], [0, slope * right], color=INK, linewidth=0.9, dashes=(5, 3), zorder=1.5)
    said = line + (f" ({', '.join(who)})" if who else "")
    at_top = right < width
    axes.annotate(
        said_safely(said),
        (right, slope * right),
        xytext=(0, 3) if at_top else (4, 0),
        textcoords="offset points",
        ha="center" if at_top else "left",
        va="bottom" if at_top else "center",
        fontsize=8,
        annotation_clip=False,
    )


# --- the instance ----------------------------------------------------------------------------------------------


def instance(witness: Witness, registry: Registry) -> str:
    """The rankings as columns with a line for each item, and the parameters beside them, as SVG.

    Every crossing of two lines is an inverted pair {x, y}; its dot is as large as D_xy. In the heat map the inverted
    pairs have a frame. ``LookupError`` or ``BadWitness`` if the registry does not have what the witness is about.
    """
    metric = registry.metric(witness.metric)
    statement = witnesses.statement_of(witness, registry, metric)
    shown = witnesses.decode(statement, metric, witness)
    rankings = {name: value for name, value in shown.values.items() if isinstance(value, Ranking)}
    if len(rankings) < 2:  # the second one is made of the first: show what the metric is asked for
        first = next(iter(terms(registry, metric, statement, shown).seen), None)
        rankings = {"first": first[1], "second": first[2]} if first else rankings
    with _drawing():
        return _instance(witness, shown, rankings)


def _instance(witness: Witness, shown: Instance, rankings: Mapping[str, Ranking]) -> str:
    n = max(map(len, rankings.values()), default=1)
    parameters = [(name, p) for name, p in shown.parameters.items() if p.entries]
    square = max(1.9, 0.34 * n + 0.3)
    columns = 1.5 + 1.7 * max(len(rankings) - 1, 1)
    widths = [columns, *(square if isinstance(p, Similarity) else 0.45 + 1.5 for _, p in parameters)]
    figure = _figure(sum(widths) + 0.5 * len(parameters), square)
    grid = figure.subplots(1, len(widths), squeeze=False, gridspec_kw={"width_ratios": widths, "wspace": 0.12})[0]
    similarity = next((p for _, p in parameters if isinstance(p, Similarity)), None)
    _columns(grid[0], rankings, similarity, n)
    order = next(iter(rankings.values())).order if rankings else ()
    pairs = _inverted(rankings)
    for axes, (name, parameter) in zip(grid[1:], parameters, strict=True):
        if isinstance(parameter, Similarity):
            _heat(axes, name, parameter, order, pairs)
        else:
            _bars(axes, name, parameter)
    sides = f"{witness.lhs} {witness.op} {witness.rhs}" + {"refutes": " is false", "shows": " is true"}.get(
        witness.shows, ""
    )
    said = [f"{name}: {ranking}." for name, ranking in rankings.items()]
    said += [f"{parameter.text()}." for _, parameter in parameters]
    title = said_safely(f"{witness.metric}, n = {witness.n}: {sides}")
    grid[0].annotate(title, (0, 1), xycoords="axes fraction", xytext=(0, 24), textcoords="offset points", fontsize=10)
    return _svg(figure, title, " ".join(said))


def _inverted(rankings: Mapping[str, Ranking]) -> set[frozenset[Item]]:
    """The pairs that two rankings, one beside the other, order differently."""
    listed = list(rankings.values())
    return {frozenset((x, y)) for a, b in pairwise(listed) for x, y in combinations(a.order, 2) if b[x] > b[y]}


def _columns(axes: Axes, rankings: Mapping[str, Ranking], similarity: Similarity | None, n: int) -> None:
    axes.set_xlim(-0.3, max(len(rankings) - 1, 1) + 0.3)
    axes.set_ylim(n + 0.6, 0.4)
    axes.set_axis_off()
    size = 9 if n <= 12 else 8
    listed = list(rankings.items())
    largest = max((float(v) for v in similarity.entries.values()), default=0.0) if similarity else 0.0
    meaning = "dot: an inverted pair" + (", as large as its entry" if similarity else "")
    axes.text(max(len(listed) - 1, 1) / 2, n + 0.75, meaning, ha="center", va="top", fontsize=8, color=GREY)
    for k, (name, ranking) in enumerate(listed):
        axes.text(k, 0.3, said_safely(name), ha="center", va="bottom", color=GREY)
        for place, item in enumerate(ranking.order, 1):
            axes.text(
                k, place, said_safely(item), ha="center", va="center", fontsize=size, zorder=4,
                bbox={"boxstyle": "circle,pad=0.25", "facecolor": "white", "edgecolor": GREY, "linewidth": 0.7},
            )  # fmt: skip
        for place in range(1, n + 1) if k == 0 else ():
            axes.text(-0.26, place, f"{place}.", ha="right", va="center", fontsize=size - 1.5, color=GREY)
    for k, ((_, a), (_, b)) in enumerate(pairwise(listed)):
        _lines(axes, k, a, b)
        _crossings(axes, k, a, b, similarity, largest)


def _lines(axes: Axes, k: int, a: Ranking, b: Ranking) -> None:
    for item in a.order:
        start, end = int(a[item]), int(b[item])
        colour, dashes = (
            (RISES, (None, None)) if end < start else (FALLS, (None, None)) if end > start else (GREY, (4, 2))
        )
        axes.plot([k + 0.1, k + 0.9], [start, end], color=colour, linewidth=1.3, dashes=dashes, zorder=2)


def _crossings(axes: Axes, k: int, a: Ranking, b: Ranking, similarity: Similarity | None, largest: float) -> None:
    """A dot where lines cross, as large as the entries of the pairs that cross there."""
    found: dict[tuple[float, float], float] = defaultdict(float)
    for x, y in combinations(a.order, 2):
        ax, ay, bx, by = (int(r[item]) for r in (a, b) for item in (x, y))
        if bx > by:
            share = (ay - ax) / ((ay - ax) + (bx - by))
            spot = (round(k + 0.1 + 0.8 * share, 9), round(ax + (bx - ax) * share, 9))
            found[spot] += float(similarity[x, y]) / largest if similarity and largest else 0.0 if similarity else 1.0
    for (x, y), weight in sorted(found.items()):
        face = INK if weight else "white"
        axes.plot(
            x,
            y,
            "o",
            markersize=3 + 2.4 * math.sqrt(weight),
            color=face,
            markeredgecolor=INK,
            markeredgewidth=0.6,
            zorder=3,
        )


def _heat(axes: Axes, name: str, D: Similarity, order: Sequence[Item], pairs: set[frozenset[Item]]) -> None:
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.patches import Rectangle

    n = len(order)
    values = [[float(D[x, y]) for y in order] for x in order]
    largest = max(map(max, values)) or 1.0
    shades = LinearSegmentedColormap.from_list("light", ["#ffffff", "#c6dbef", "#6baed6", "#2171b5", "#08306b"])
    axes.set_xlim(0.5, n + 0.5)
    axes.set_ylim(n + 0.5, 0.5)
    axes.set_aspect("equal")
    shown = {(x, y): _entry(str(D[x, y])) for x in order for y in order}
    longest = max(map(len, shown.values()))
    size = min(9.0, 24.5 / (0.62 * max(longest, 2)) * 0.9)
    for row, x in enumerate(order, 1):
        for column, y in enumerate(order, 1):
            value = values[row - 1][column - 1]
            same = row == column
            face = "#f4f4f4" if same else shades(0.85 * value / largest)
            axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor=face, edgecolor=FAINT, linewidth=0.5))
            ink = "white" if value / largest > 0.68 else FAINT if same else INK
            axes.text(column, row, shown[x, y], ha="center", va="center_baseline", fontsize=size, color=ink)
    for row, x in enumerate(order, 1):
        for column, y in enumerate(order, 1):
            if frozenset((x, y)) in pairs:
                box = (column - 0.44, row - 0.44)
                axes.add_patch(Rectangle(box, 0.88, 0.88, facecolor="none", edgecolor=FALLS, linewidth=1.1, zorder=3))
    labels = [said_safely(item) for item in order]
    axes.set_xticks(range(1, n + 1), labels)
    axes.set_yticks(range(1, n + 1), labels)
    axes.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False, pad=2)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(said_safely(name) + (" (framed: inverted pairs)" if pairs else ""), color=GREY, labelpad=4)


def _entry(value: str) -> str:
    return value if len(value) <= LONGEST_ENTRY else f"{approximate(value):.2f}"


def _bars(axes: Axes, name: str, parameter: Parameter) -> None:
    keys = list(parameter.entries)
    values = [float(parameter.entries[key]) for key in keys]
    places = range(1, len(keys) + 1)
    largest = max(values) or 1.0
    axes.barh(places, values, height=0.6, color="#9ecae1")
    for place, key in zip(places, keys, strict=True):
        axes.text(0.03 * largest, place, _short(str(parameter.entries[key])), va="center", fontsize=8)
    axes.set_xlim(0, largest * 1.1)
    axes.set_ylim(len(keys) + 0.6, 0.4)
    axes.set_yticks(places, [said_safely(key) for key in keys])
    axes.set_xticks([])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(said_safely(name), color=GREY)
