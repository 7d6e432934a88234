"""The tables of the matrix page as markup: one for each sort of things, a letter or two for each position.

Fifteen thousand positions are most of the page, and the browser reads all of them before anything can be filtered. So
the markup is the shortest that HTML allows: end tags that may be left out are left out, a position is
``<td class=x>X*``, and what it says in full is in the block ``cells``, which a script reads later. Positions at the end
of a row that were not checked are left out, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from markupsafe import Markup, escape

from ...evidence.matrix import ColumnHead, Matrix, Row
from ...evidence.safe import visible
from ...evidence.verdict import Outcome
from ...evidence.words import Line, Positions, Sort, by_sort, counted, groups, headline, position_sign
from . import links
from .tones import coloured_as

BROKEN = "b"
"""The class of a position with a broken claim, whatever the verdict is."""


@dataclass(frozen=True)
class Table:
    """One table of the page."""

    id: str
    title: str
    size: str
    columns: int
    head: Markup
    bodies: tuple[Markup, ...]
    """One for each family, in the order of their first rows."""


def tables(whole: Matrix, library_of: Mapping[str, str], found: Positions | None = None) -> list[Table]:
    """The tables of a matrix, in the order of their first rows.

    ``library_of`` has the library of a row, if it has one, ``found`` the lines of the positions, if they are known.
    A row carries its place among the rows of the whole matrix (``data-m``), its kind and its library; the head of a
    column the place of its axiom (``data-a``).
    """
    maker = _Maker(whole, library_of, found or Positions(whole))
    return [maker.table(number, sort) for number, sort in enumerate(by_sort(whole), 1)]


class _Maker:
    def __init__(self, whole: Matrix, library_of: Mapping[str, str], found: Positions) -> None:
        self.positions = found
        self.library_of = library_of
        self.row_numbers = {row.name: number for number, row in enumerate(whole.rows)}
        self.column_numbers = {column.id: number for number, column in enumerate(whole.columns)}

    def table(self, number: int, sort: Sort) -> Table:
        grouped = groups(sort.columns)
        columns = [column for found in grouped.values() for column in found]  # a group's columns stand together
        families: dict[str, list[Row]] = {}
        for row in sort.rows:
            families.setdefault(row.family, []).append(row)
        return Table(
            id=f"sort-{number}",
            title=sort.title,
            size=f"{counted(len(sort.rows), 'metric')}, {counted(len(columns), 'axiom')}",
            columns=len(columns),
            head=self.head(grouped, columns),
            bodies=tuple(self.body(family, found, columns) for family, found in families.items()),
        )

    def head(self, grouped: Mapping[str, list[ColumnHead]], columns: Iterable[ColumnHead]) -> Markup:
        """The groups of axioms, and below them the axioms."""
        top = "<th scope=colgroup colspan={}><span>{}</span>"
        tops = (top.format(len(found), _text(group)) for group, found in grouped.items())
        names = (
            f"<th scope=col data-a={self.column_numbers[column.id]}>"
            f'<a href="{_text(links.axiom(column.id, column.group))}">{_text(column.id)}</a>'
            for column in columns
        )
        return Markup(f"<tr><th scope=col rowspan=2>metric{''.join(tops)}\n<tr>{''.join(names)}")

    def body(self, family: str, rows: Iterable[Row], columns: list[ColumnHead]) -> Markup:
        """The rows of one family, after its name."""
        named = f"<tr><th scope=rowgroup colspan={len(columns) + 1}><span>{_text(family)}</span>"
        return Markup("\n".join((named, *(self.row(row, columns) for row in rows))))

    def row(self, row: Row, columns: Iterable[ColumnHead]) -> str:
        """One metric with its positions."""
        library = self.library_of.get(row.name, "")
        where = f'data-m={self.row_numbers[row.name]} data-k="{_text(row.kind)}"'
        where += f' data-l="{_text(library)}"' if library else ""
        named = f'<a href="{_text(links.metric(row.name, row.family))}">{_text(row.name)}</a>'
        found = [position(self.positions.at(row.name, column.id), column.quantifier) for column in columns]
        while found and found[-1] == "<td>":
            found.pop()
        return f"<tr {where}><th scope=row>{named}{''.join(found)}"


def position(lines: list[Line], quantifier: str = "for all") -> str:
    """One position: the sign that stands for it, and the class of its colour."""
    if not lines:
        return "<td>"
    told = headline([shown for shown in lines if not shown.closed] or lines)
    name = BROKEN if told.cell.outcome is Outcome.BROKEN else coloured_as(told.cell, quantifier).tone
    return f"<td{f' class={name}' if name else ''}>{escape(position_sign(lines))}"


def _text(text: str) -> Markup:
    """A text as it may stand in the page and between the quotes of an attribute."""
    return escape(visible(text))
