"""The picture of a witness: the two sides as the title, what it is made of, and every value that enters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...evidence.evidence import Witness
from ...model.registry import Registry
from ...spaces.discounts import Discounts
from ...studies.explore.answer import approximate
from ...values.judged import Judged, Run, Scored, Scores
from ...values.orders import PartialOrder, TopList, WeakOrder
from ...values.parameters import Parameter, Similarity
from ...values.rankings import Item, Ranking
from .drawing import FAINT, FALLS, GREY, INK, REFUTED, Drawn, said_safely, short
from .lists import PlotColumn, columns_of, weights
from .lists import panels as lists_panels
from .orders import buckets, columns, inverted, partial_order, top_lists
from .page import Panel, TextLine, page
from .shown import (
    LISTS,
    LONGEST_SIDES,
    Call,
    ShownWitness,
    brief,
    covers,
    described,
    plain,
    shown,
    sides_of,
    term_lines,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_CALLS = 3
"""Pairs of values that the metric is asked for and that have no name, drawn beside those that have one."""
MOST_COLUMNS = 10
"""Lists that are drawn; the values of further ones stand below."""
LARGEST = 60
"""Items beyond which a picture cannot be read."""
LONGEST_ENTRY = 5
"""Characters of an exact number that fit a cell of the heat map."""


class CannotDraw(ValueError):
    """A witness that makes no picture; the text says why."""


def drawn_witness(witness: Witness, registry: Registry) -> Drawn:
    """The witness on a page of panels; to be called while :func:`drawing`.

    Rankings are columns with crossing lines, weak orders have their ties framed, judged lists are bars of grades by
    rank with the changed ranks marked, weights are bars, similarities a heat map; anything else is a line of text.
    Values that a statement makes of those given (a renamed ranking, a list with two items exchanged) are drawn as the
    metric is asked for them. :class:`CannotDraw` if there is more than anybody could read, or a number that no picture
    can show.
    """
    picture = shown(witness, registry)
    most = max((_size(v) for v in (*picture.values.values(), *picture.parameters.values())), default=0)
    if most > LARGEST:
        raise CannotDraw(f"a picture of {most} items cannot be read; at most {LARGEST} are drawn")
    try:
        return _page(witness, picture)
    except (ArithmeticError, ValueError, LookupError, TypeError) as error:  # stored values may be anything
        raise CannotDraw(f"it cannot be drawn: {type(error).__name__}: {error!s:.200}") from None


def _size(value: Any) -> int:
    if isinstance(value, Run):
        return max(len(value), *(len(x) + len(x.missing) for x in value.lists), 0)
    if isinstance(value, (Judged, Scored)):
        return len(value) + len(value.missing)
    if isinstance(value, Similarity):
        return len(_items(value, {}))
    if isinstance(value, Parameter):
        return len(value.entries)
    return len(value) if hasattr(value, "__len__") and _is_drawn(value) else 0


def _page(witness: Witness, picture: ShownWitness) -> Drawn:
    panels = [*_panels(picture), *_parameter_panels(picture)]
    texts = [f"{name} = {plain(value)}" for name, value in picture.values.items() if not _is_drawn(value)]
    texts += [f"{name} = {plain(value)}" for name, value in picture.parameters.items() if not _has_entries(value)]
    account = picture.account
    sides = sides_of(witness, account.sides)
    short_sides = brief(witness, sides)
    above = [
        TextLine(short_sides, 12, REFUTED if witness.shows in ("refutes", "rounds") else INK, bold=True),
        TextLine(account.title, 9.5),
    ]
    above += [TextLine(account.formula, 8.5, GREY)] if account.formula else []
    minimal = f"; {account.minimal}" if account.minimal else ""
    above.append(TextLine(account.found + minimal, 8.5, GREY))
    above += [TextLine(f"exactly: {sides}", 7.5, GREY)] if short_sides != sides and len(sides) <= LONGEST_SIDES else []
    below = [TextLine(", ".join(texts), 9)] if texts else []
    more = len(picture.lists) - MOST_COLUMNS
    below += [TextLine(f"and {more} more lists", 8.5, GREY)] if more > 0 else []
    below += [TextLine(text, 8.5) for text in term_lines(picture)]
    below += [TextLine(account.note, 8, GREY)] if account.note else []
    title = f"{account.title}: {sides if len(sides) <= LONGEST_SIDES else short_sides}"
    return Drawn(page(above, panels, below), title, described(picture))


def _is_drawn(value: Any) -> bool:
    return isinstance(value, (Ranking, WeakOrder, PartialOrder, TopList, *LISTS))


def _has_entries(value: Any) -> bool:
    return isinstance(value, Discounts) or (isinstance(value, Parameter) and bool(value.entries))


# --- what the statement is about -------------------------------------------------------------------------------


def _panels(picture: ShownWitness) -> list[Panel]:
    """The named values by their type, then those that the metric is asked for besides."""
    if picture.lists:
        return _lists(picture)
    panels: list[Panel] = []
    for kind in (Ranking, WeakOrder, TopList, PartialOrder):
        named = {name: value for name, value in picture.values.items() if isinstance(value, kind)}
        calls = _unnamed(picture, kind)
        alone = len(named) == 1 and len(calls) > 0 and kind is not PartialOrder
        groups = ([] if alone or not named else [named]) + calls[:MOST_CALLS]
        for group in groups:
            panels += _orders(group, picture)
    return panels


def _unnamed(picture: ShownWitness, kind: type[Any]) -> list[dict[str, Any]]:
    """Pairs of which the metric is asked and that are not both given, each once, called as the account calls them."""
    pairs: list[dict[str, Any]] = []
    known = [value for value in picture.values.values() if isinstance(value, kind)]
    seen: list[tuple[Any, ...]] = []
    for call in picture.calls:
        points = tuple(point for point in call.points if isinstance(point, kind))
        if points and points not in seen and not all(point in known for point in points):
            seen.append(points)
            pairs.append(_labelled(points, picture))
    return pairs


def _labelled(points: tuple[Any, ...], picture: ShownWitness) -> dict[str, Any]:
    labels: dict[str, Any] = {}
    for place, point in zip(("first", "second", "third", "fourth"), points, strict=False):
        name = next((name for name, value in picture.values.items() if value == point), place)
        labels[name if name not in labels else f"{name} again"] = point
    return labels


def _orders(group: Mapping[str, Any], picture: ShownWitness) -> list[Panel]:
    first = next(iter(group.values()))
    if isinstance(first, Ranking):
        return [_rankings(group, picture)]
    if isinstance(first, WeakOrder):
        return [buckets(group)]
    if isinstance(first, TopList):
        return [top_lists(group)]
    return [partial_order(name, value) for name, value in group.items()]


def _rankings(group: Mapping[str, Ranking], picture: ShownWitness) -> Panel:
    n = max(map(len, group.values()))
    D = next((p for p in picture.parameters.values() if isinstance(p, Similarity) and p.entries), None)
    similarity = D if D is not None and all(covers(D, ranking.order) for ranking in group.values()) else None

    def draw(axes: Axes) -> None:
        columns(axes, group, similarity, n)

    return Panel(0.9 + 1.45 * max(len(group) - 1, 0.4), max(1.0, 0.36 * n + 0.35), draw, top=0.2, bottom=0.2)


def _lists(picture: ShownWitness) -> list[Panel]:
    """Named lists, then those that the metric is asked for, each once, with the values that came out."""
    columns: list[PlotColumn] = []
    cut = picture.parameters.get("k")
    depth = int(cut) if isinstance(cut, int) and not isinstance(cut, bool) else None
    named = any(isinstance(value, LISTS) for value in picture.values.values())
    (first, given), *_ = picture.lists.items()
    for name, value in picture.lists.items():
        before = given if named else None  # lists that the statement makes of nothing have nothing in common
        columns += columns_of(name, value, before, _value_of(value, picture.calls), depth)
    labels = {Scored: "score", Scores: "item"}.get(type(given), "rank")
    return lists_panels(columns[:MOST_COLUMNS], labels, first)


def _value_of(point: Any, calls: tuple[Call, ...]) -> str:
    """What came out for this list, if the metric takes one list and the values all agree."""
    values = {call.value for call in calls if len(call.points) == 1 and call.points[0] == point}
    return f"value {short(values.pop())}" if len(values) == 1 else ""


# --- what the metric takes besides -----------------------------------------------------------------------------


def _parameter_panels(picture: ShownWitness) -> list[Panel]:
    rankings = {name: value for name, value in picture.values.items() if isinstance(value, Ranking)}
    panels, vectors, items = [], [], []
    for name, value in picture.parameters.items():
        if isinstance(value, Similarity) and value.entries:
            panels.append(_heat(name, value, rankings))
        elif _has_entries(value):
            vectors.append(weights(name, value))
            items.append(
                "rank" if isinstance(value, Discounts) else "item" if getattr(value, "travels", True) else "position"
            )
    if vectors:
        panels += lists_panels(vectors, " or ".join(dict.fromkeys(items)))
    return panels


def _items(D: Similarity, rankings: Mapping[str, Ranking]) -> list[Any]:
    known = {item for key in D.entries for item in (key if isinstance(key, tuple) else tuple(key))}
    order = next((list(r.order) for r in rankings.values() if set(r.order) == known), None)
    return order if order is not None else sorted(known, key=str)


def _heat(name: str, D: Similarity, rankings: Mapping[str, Ranking]) -> Panel:
    """The entries as a labelled heat map; pairs that the rankings order differently have a frame."""
    order = _items(D, rankings)
    pairs = inverted(rankings) if len(rankings) > 1 else set()
    side = max(1.2, 0.36 * len(order) + 0.3)
    return Panel(side, side, lambda axes: _draw_heat(axes, name, D, order, pairs), left=0.2, top=0.2, bottom=0.25)


def _draw_heat(axes: Axes, name: str, D: Similarity, order: Sequence[Item], pairs: set[frozenset[Item]]) -> None:
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
