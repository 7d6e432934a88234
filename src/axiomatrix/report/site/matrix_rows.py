"""The tables of the matrix page as markup: one for each sort of things, a few characters for each position.

Fifteen thousand positions are most of the page, and the browser reads all of them before anything can be filtered. So
the markup is the shortest that HTML allows: end tags that may be left out are left out, a position is
``<td class=x>✗2``, and what it says in full is in the block ``cells``, which a script reads later. Positions at the end
of a row that were not checked are left out, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup, escape

from ...evidence.matrix import ColumnHead, Row
from ...evidence.safe import visible
from ...evidence.words import Line, Sort, by_sort, counted, grouped, groups
from . import cell_words, links
from .inputs import Inputs
from .markup import text, value


@dataclass(frozen=True)
class PageTable:
    """One table of the page."""

    id: str
    about: str
    """What its metrics are about."""
    title: str
    size: str
    columns: int
    head: Markup
    groups: tuple[str, ...]
    bodies: tuple[Markup, ...]
    """One for each family, in the order of their first rows."""


def tables(inputs: Inputs) -> list[PageTable]:
    """The tables of a matrix, in the order of their first rows.

    A row carries its place among the rows of the whole matrix (``data-m``), its kind and its library; the head of a
    column the place of its axiom (``data-a``).
    """
    maker = _TableMaker(inputs)
    return [maker.table(number, sort) for number, sort in enumerate(by_sort(inputs.whole), 1)]


class _TableMaker:
    def __init__(self, inputs: Inputs) -> None:
        self.positions, self.library_of = inputs.positions, inputs.library_of
        self.row_numbers = {row.name: number for number, row in enumerate(inputs.whole.rows)}
        self.column_numbers = {column.id: number for number, column in enumerate(inputs.whole.columns)}

    def table(self, number: int, sort: Sort) -> PageTable:
        members = groups(sort.columns)
        columns = [column for those in members.values() for column in those]  # a group's columns stand together
        families = grouped(sort.rows, lambda row: row.family)
        return PageTable(
            id=f"sort-{number}",
            about=visible(sort.about),
            title=sort.title,
            size=f"{counted(len(sort.rows), 'metric')}, {counted(len(columns), 'axiom')}",
            columns=len(columns),
            head=self.head(members, columns),
            groups=tuple(map(visible, members)),
            bodies=tuple(self.body(family, rows, columns) for family, rows in families.items()),
        )

    def head(self, members: Mapping[str, list[ColumnHead]], columns: Iterable[ColumnHead]) -> Markup:
        """The axioms, whose names stand aslant, and below them their groups."""
        group = "<th scope=colgroup role=columnheader colspan={}><span>{}</span>"
        below = (group.format(len(those), _fold(name)) for name, those in members.items())
        names = (
            f"<th scope=col role=columnheader data-a={self.column_numbers[column.id]}>"
            f'<a href="{text(links.axiom(column.id, column.group))}">{text(column.id)}</a>'
            for column in columns
        )
        axioms = f"<tr role=row><th scope=col role=columnheader rowspan=2>metric{''.join(names)}"
        return Markup(f"{axioms}\n<tr role=row>{''.join(below)}")

    def body(self, family: str, rows: Iterable[Row], columns: list[ColumnHead]) -> Markup:
        """The rows of one family, after its name."""
        named = (
            f"<tr role=row><th scope=rowgroup role=rowheader colspan={len(columns) + 1}><span>{_fold(family)}</span>"
        )
        return Markup("\n".join((named, *(self.row(row, columns) for row in rows))))

    def row(self, row: Row, columns: Iterable[ColumnHead]) -> str:
        """One metric with its positions."""
        library = self.library_of.get(row.name, "")
        where = f'data-m={self.row_numbers[row.name]} data-k="{text(row.kind)}"'
        where += f' data-l="{text(library)}"' if library else ""
        named = f'<a href="{text(links.metric(row.name, row.family))}">{text(row.name)}</a>'
        cells = [position(self.positions.at(row.name, column.id)) for column in columns]
        while cells and cells[-1] == "<td>":
            cells.pop()
        return f"<tr role=row {where}><th scope=row role=rowheader>{named}{''.join(cells)}"


def position(lines: list[Line]) -> str:
    """One position: what stands in it, and the classes of how it looks."""
    if not lines:
        return "<td>"
    name = cell_words.classes(lines)
    return f"<td{f' class={value(name)}' if name else ''}>{escape(cell_words.text(lines))}"


def _fold(name: str) -> str:
    """The button that folds a family or a group."""
    return f'<button type=button class=fold aria-expanded=true title="{text(name)}">{text(name)}</button>'
