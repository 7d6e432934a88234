"""The tables of the matrix page as markup: one for each sort of things, a few characters for each position.

Fifteen thousand positions are most of the page, and the browser reads all of them before anything can be filtered. So
the markup is the shortest that HTML allows: end tags that may be left out are left out, a position is
``<td class=x>✗2``, and what it says in full is in the block ``cells``, which a script reads later. Positions at the end
of a row that were not checked are left out, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from markupsafe import Markup, escape

from ...evidence.matrix import Row
from ...evidence.words import Line, Sort, by_sort, counted, grouped, groups, headline, opened
from . import cell_words, links
from .inputs import Inputs
from .markup import text, value


def tables(inputs: Inputs) -> list[PageTable]:
    """The tables of a matrix, in the order of their first rows."""
    return [PageTable(inputs, number, sort) for number, sort in enumerate(by_sort(inputs.whole), 1)]


class PageTable:
    """One table of the page: the metrics that are about one sort of things.

    A row carries its place among the rows of the whole matrix (``data-m``), its kind and its library; the head of a
    column the place of its axiom (``data-a``).
    """

    def __init__(self, inputs: Inputs, number: int, sort: Sort) -> None:
        self.inputs, self.sort, self.id = inputs, sort, f"sort-{number}"
        self.groups = groups(sort.columns)
        self.columns = [column for those in self.groups.values() for column in those]  # those of a group together

    @cached_property
    def size(self) -> str:
        """How many metrics and axioms there are, in words."""
        return f"{counted(len(self.sort.rows), 'metric')}, {counted(len(self.columns), 'axiom')}"

    @property
    def bodies(self) -> list[Markup]:
        """One for each family, in the order of their first rows."""
        families = grouped(self.sort.rows, lambda row: row.family)
        return [self.body(family, rows) for family, rows in families.items()]

    @property
    def head(self) -> Markup:
        """The axioms, whose names stand aslant, and below them their groups."""
        group = "<th scope=colgroup role=columnheader colspan={}><span>{}</span>"
        below = (group.format(len(those), _fold(name)) for name, those in self.groups.items())
        names = (
            f"<th scope=col role=columnheader data-a={self.inputs.column_places[column.id]}>"
            f'<a href="{text(links.axiom(column.id, column.group))}">{text(column.id)}</a>'
            for column in self.columns
        )
        axioms = f"<tr role=row><th scope=col role=columnheader rowspan=2>metric{''.join(names)}"
        return Markup(f"{axioms}\n<tr role=row>{''.join(below)}")

    def body(self, family: str, rows: Iterable[Row]) -> Markup:
        """The rows of one family, after its name."""
        wide = len(self.columns) + 1
        named = f"<tr role=row><th scope=rowgroup role=rowheader colspan={wide}><span>{_fold(family)}</span>"
        return Markup("\n".join((named, *map(self.row, rows))))

    def row(self, row: Row) -> str:
        """One metric with its positions."""
        library = self.inputs.library_of.get(row.name, "")
        where = f'data-m={self.inputs.row_places[row.name]} data-k="{text(row.kind)}"'
        where += f' data-l="{text(library)}"' if library else ""
        named = f'<a href="{text(links.metric(row.name, row.family))}">{text(row.name)}</a>'
        cells = [position(self.inputs.positions.at(row.name, column.id)) for column in self.columns]
        while cells and cells[-1] == "<td>":
            cells.pop()
        return f"<tr role=row {where}><th scope=row role=rowheader>{named}{''.join(cells)}"


def position(lines: list[Line]) -> str:
    """One position: what stands in it, and the classes of how it looks."""
    if not lines:
        return "<td>"
    name = cell_words.classes_of(headline(opened(lines)).cell)
    return f"<td{f' class={value(name)}' if name else ''}>{escape(cell_words.text(lines))}"


def _fold(name: str) -> str:
    """The button that folds a family or a group."""
    return f'<button type=button class=fold aria-expanded=true title="{text(name)}">{text(name)}</button>'
