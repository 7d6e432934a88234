"""Which columns of a table a terminal shows: all of them, or whole groups of axioms folded into a column each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ...evidence.matrix import ColumnHead
from ...evidence.safe import visible
from ...evidence.verdict import Outcome
from ...evidence.words import Line, Positions, Sort, column_keys, groups, headline, opened

SIGN = 3
"""Characters of the widest sign: symbol, mark, and what is said of the closure."""
BETWEEN = 2
"""Blanks after each column."""


@dataclass(frozen=True)
class ShownColumn:
    """A column of a table in the terminal: of one axiom, or of a folded group."""

    head: str
    columns: tuple[ColumnHead, ...]
    group: str
    folded: bool = False

    @property
    def width(self) -> int:
        """How many characters it takes, with the blanks after it."""
        return max(SIGN, len(self.head)) + BETWEEN

    def lines(self, positions: Positions, metric: str) -> list[Line]:
        """The lines of its weakest position in the row of a metric, which give it its sign.

        A broken claim comes first, then what is refuted, then the verdict that says least: no sign of one axiom says
        more than holds of the others. Where that position is not refuted but another one is on the closure, that is
        said too.
        """
        filled = [lines for column in self.columns if (lines := positions.at(metric, column.id))]
        if not filled:
            return []
        weakest = min(filled, key=_strength)
        closed = [line for lines in filled if lines is not weakest for line in lines if line.closed and _refuted(line)]
        return (
            weakest if any(map(_refuted, weakest)) or all(line.closed for line in weakest) else [*weakest, *closed[:1]]
        )


def _strength(lines: list[Line]) -> tuple[bool, int]:
    line = headline(opened(lines))
    return line.cell.outcome is not Outcome.BROKEN, line.status.notation.rank


def _refuted(line: Line) -> bool:
    return line.status.holds == "no"


def group_keys(columns: Sequence[ColumnHead]) -> dict[str, str]:
    """Short and different names of the groups, made as those of the columns are."""
    named = {visible(group).replace(" ", "-"): group for group in groups(columns)}
    heads = [replace(columns[0], id=name) for name in named]
    return {named[name]: key for name, key in column_keys(heads).items()}


def layout(
    sort: Sort,
    keys: Mapping[str, str],
    short: Mapping[str, str],
    broken: Mapping[str, int],
    room: int,
    wanted: Collection[str],
) -> list[ShownColumn]:
    """The columns that a table shows in so many characters.

    ``keys`` are the names of the columns and ``short`` those of the groups; ``broken`` says how many claims of this
    sort are broken of an axiom; ``wanted`` are groups that are unfolded in any case. If not all columns fit, every
    group starts as one column, and groups are unfolded as long as they fit: those with the most broken claims first,
    then the smaller ones, which gives the most. Of a group that never fits as a whole, axioms are unfolded as far as
    there is room left. Folded or not, the groups keep their order.
    """
    unfolded = {
        group: [ShownColumn(keys[column.id], (column,), group) for column in columns]
        for group, columns in groups(sort.columns).items()
    }
    if sum(map(_width, unfolded.values())) <= room:
        return [column for columns in unfolded.values() for column in columns]
    shown = {
        group: columns if group in wanted or len(columns) == 1 else [_folded(columns, short[group])]
        for group, columns in unfolded.items()
    }

    def urgency(group: str) -> tuple[int, int]:
        return -sum(broken.get(c.columns[0].id, 0) for c in unfolded[group]), _width(unfolded[group])

    left = room - sum(map(_width, shown.values()))
    never = [group for group in shown if _width(unfolded[group]) - _width(shown[group]) > left]
    for group in sorted(shown, key=urgency):
        more = _width(unfolded[group]) - _width(shown[group])
        if more <= left:
            shown[group] = unfolded[group]
            left -= more
    for group in sorted(never, key=urgency):
        if shown[group][-1].folded:
            columns = _partly(unfolded[group], short[group], broken, left + shown[group][-1].width)
            left -= _width(columns) - _width(shown[group])
            shown[group] = columns
    return [column for columns in shown.values() for column in columns]


def _width(columns: Sequence[ShownColumn]) -> int:
    return sum(column.width for column in columns)


def _folded(columns: Sequence[ShownColumn], short: str) -> ShownColumn:
    return ShownColumn(f"{short}:{len(columns)}", tuple(c.columns[0] for c in columns), columns[0].group, folded=True)


def _partly(columns: Sequence[ShownColumn], short: str, broken: Mapping[str, int], room: int) -> list[ShownColumn]:
    """As many columns of a group as fit, those with broken claims before others, and the rest of it folded."""
    left = room - _folded(columns, short).width
    chosen: list[ShownColumn] = []
    for column in sorted(columns, key=lambda c: -broken.get(c.columns[0].id, 0)):
        if column.width <= left and len(chosen) < len(columns) - 2:
            chosen.append(column)
            left -= column.width
    return [c for c in columns if c in chosen] + [_folded([c for c in columns if c not in chosen], short)]


def distinct_length(names: Sequence[str], most: int, longest: int) -> int:
    """To how many characters names may be cut so that they still differ: ``most``, or as many more as that takes."""
    while most < longest and len({shortened(name, most) for name in names}) < len(set(names)):
        most += 1
    return min(most, longest)


def shortened(name: str, most: int) -> str:
    """A name cut in its middle to so many characters: its beginning and its variant tell it from others."""
    if len(name) <= most:
        return name
    tail = (most - 1) // 2
    return f"{name[: most - 1 - tail]}\u2026{name[len(name) - tail :] if tail else ''}"
