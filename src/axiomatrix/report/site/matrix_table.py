"""The page of the matrix: a table for each sort of metrics, complete without a script.

Fifteen thousand table cells are most of the page, and the browser reads them all before anything can be filtered. So
the markup is as short as HTML allows: optional end tags are left out, a table cell is ``<td class=x>X2``, and its full
text is in the block ``cells``, a file of data that a script reads later. Unchecked cells at the end of a row are left
out. A *sort* is what metrics are about, such as rankings. ``inputs.matrix`` is the matrix of the run, ``inputs.whole``
the same with the rows of libraries, and a *line* is a cell with its texts. The *headline* of several lines is the most
important one, and ``open_lines`` are those that are not on the closure of the parameter space.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from ...evidence.matrix import Matrix, Row
from ...evidence.safe import visible
from ...evidence.verdict import NOTATION, Outcome, Verdict
from ...evidence.words import NOTES, Line, Sort, by_sort, counted, grouped, groups, headline, open_lines, summary
from . import cell_words, links
from .cell_words import key
from .inputs import Inputs
from .markup import text, value
from .shells import MATRIX, Files, render_page

_CLAIM_OF_PAPER = re.compile(r"([A-Za-z][A-Za-z-]*)\d+\Z")
"""The name of a claim of a paper: the paper's letters, then its number there."""


def tables(inputs: Inputs) -> list[PageTable]:
    """Return the tables of the page, in the order of their first rows."""
    return [PageTable(inputs, number, sort) for number, sort in enumerate(by_sort(inputs.whole), 1)]


class PageTable:
    """One table of the page: the metrics of one sort. The template reads its attributes.

    A row carries its place among the rows of the whole matrix (``data-m``), its kind and its library; the head of a
    column the place of its axiom (``data-a``).
    """

    def __init__(self, inputs: Inputs, number: int, sort: Sort) -> None:
        self.inputs, self.sort, self.id = inputs, sort, f"sort-{number}"
        self.groups = groups(sort.columns)
        self.columns = [column for columns in self.groups.values() for column in columns]  # group by group

    @cached_property
    def size(self) -> str:
        """The numbers of metrics and axioms in words."""
        return f"{counted(len(self.sort.rows), 'metric')}, {counted(len(self.columns), 'axiom')}"

    @property
    def longest_name_length(self) -> int:
        """The number of letters of the longest name of an axiom; 0 without axioms."""
        return max((len(column.id) for column in self.columns), default=0)

    @property
    def bodies(self) -> list[Markup]:
        """The table bodies, one for each family, in the order of their first rows."""
        families = grouped(self.sort.rows, lambda row: row.family)
        return [self.body(family, rows) for family, rows in families.items()]

    @property
    def head(self) -> Markup:
        """The head of the table: the axioms, with slanted names, and below them their groups."""
        group_heads = (
            f"<th scope=colgroup role=columnheader colspan={len(columns)}><span>{_fold_button(name)}</span>"
            for name, columns in self.groups.items()
        )
        names = (
            f"<th scope=col role=columnheader data-a={self.inputs.column_places[column.id]}>"
            f'<a href="{text(links.axiom(column.id))}">{text(column.id)}</a>'
            for column in self.columns
        )
        axioms = f"<tr role=row><th scope=col role=columnheader rowspan=2>metric{''.join(names)}"
        return Markup(f"{axioms}\n<tr role=row>{''.join(group_heads)}")

    def body(self, family: str, rows: Iterable[Row]) -> Markup:
        """The rows of a family below a line with its name."""
        width = len(self.columns) + 1  # with the column of names
        button = _fold_button(family)
        family_line = f"<tr role=row><th scope=rowgroup role=rowheader colspan={width}><span>{button}</span>"
        return Markup("\n".join((family_line, *map(self.row, rows))))

    def row(self, row: Row) -> str:
        """A metric's row; the scripts find metric, kind and library in its attributes."""
        library = self.inputs.library_of.get(row.name, "")
        attributes = f'data-m={self.inputs.row_places[row.name]} data-k="{text(row.kind)}"'
        if library:
            attributes += f' data-l="{text(library)}"'
        linked_name = f'<a href="{text(links.metric(row.name))}">{text(row.name)}</a>'
        cells = [table_cell(self.inputs.context.positions.at(row.name, column.id)) for column in self.columns]
        while cells and cells[-1] == "<td>":  # unchecked cells at the end
            cells.pop()
        return f"<tr role=row {attributes}><th scope=row role=rowheader>{linked_name}{''.join(cells)}"


def table_cell(lines: list[Line]) -> str:
    """Write a cell of the table: the text of its statements, and the CSS classes of its colours and marks."""
    if not lines:
        return "<td>"
    classes = cell_words.classes_of(headline(open_lines(lines)).cell)  # those of the most important statement
    attribute = f" class={value(classes)}" if classes else ""
    return f"<td{attribute}>{escape(cell_words.text(lines))}"


def _fold_button(name: str) -> str:
    """Write the button that hides and shows a family or a group."""
    return f'<button type=button class=fold aria-expanded=true title="{text(name)}">{text(name)}</button>'


def page(inputs: Inputs) -> Files:
    """Render ``matrix.html``: counts, broken claims, filters, the tables, the legend.

    The filters need the script and are hidden without it; everything else is readable without.
    """
    whole = inputs.whole
    return render_page(
        MATRIX,
        inputs,
        size=size(inputs),
        runs=runs(inputs),
        summary=summary(whole),
        contradictions=[visible(contradiction.sentence) for contradiction in whole.contradictions],
        broken=broken(inputs),
        broken_count=len(whole.broken),
        broken_sources=Counter(document(claim.source) for cell in whole.broken for claim in cell.claims).most_common(),
        filters=filters(inputs),
        tables=tables(inputs),
        verdicts=tuple(NOTATION.values()),
        outcomes=tuple(Outcome),
        notes=NOTES,
        key=key(whole),
        refuted=NOTATION[Verdict.REFUTED].symbol,
        undecided="".join(NOTATION[v].symbol for v in (Verdict.VACUOUS, Verdict.UNDECIDED, Verdict.ROUNDING)),
    )


def size(inputs: Inputs) -> str:
    """Write the numbers of metrics and axioms in words, with libraries' metrics counted apart."""
    whole, own_rows = inputs.whole, len(inputs.matrix.rows)
    checked = f"{counted(len(whole.rows), 'metric')} and {counted(len(whole.columns), 'axiom')}"
    library_rows = len(whole.rows) - own_rows
    if not own_rows or not library_rows:
        return checked
    libraries = counted(len(set(inputs.library_of.values())), "library", "libraries")
    return f"{checked} ({own_rows:,} of this report, {library_rows:,} of {libraries})"


def runs(inputs: Inputs) -> list[str]:
    """Describe the runs that the cells come from: profile, seed, and whether they were interrupted."""
    matrix, libraries = inputs.matrix, inputs.libraries
    sentences = [f"Profile {matrix.profile}, seed {matrix.seed}."]
    if libraries and (libraries.profile, libraries.seed) != (matrix.profile, matrix.seed):
        sentences.append(f"Libraries: profile {libraries.profile}, seed {libraries.seed}.")
    if matrix.interrupted:
        sentences.append(f"The run was {matrix.interrupted}.")
    if libraries and libraries.interrupted:
        sentences.append(f"The run on the libraries was {libraries.interrupted}.")
    return sentences


class BrokenCell(NamedTuple):
    """A metric that breaks a claim, in the list above the tables."""

    metric: str
    verdict: str
    """The verdict; of a refutation, which is the usual one, its reach alone."""
    href: str
    """The address of the evidence."""


def broken(inputs: Inputs) -> dict[tuple[str, str], list[BrokenCell]]:
    """Return the broken claims by (sources, statement)."""
    claims: dict[tuple[str, str], list[BrokenCell]] = {}
    for cell in inputs.whole.broken:
        line = Line(cell)
        sources = ", ".join(dict.fromkeys(claim.source for claim in cell.claims))
        href = links.witness(line.slug) if line.slug else inputs.metric_entries[cell.metric].address
        verdict = line.status.reach if line.status.holds == "no" else line.verdict
        claims.setdefault((sources, cell.title), []).append(BrokenCell(cell.metric, verdict, href))
    return claims


# --- filters: only what occurs in the matrix


def filters(inputs: Inputs) -> dict[str, Any]:
    """Return the choices of every filter, each with its number of rows or, if it filters cells, of statements."""
    whole = inputs.whole
    statuses = Counter(cell.status.key for cell in whole.cells)
    outcomes = Counter(cell.outcome for cell in whole.cells)
    libraries = (inputs.library_of.get(row.name, "") for row in whole.rows)
    return {
        "kinds": Counter(row.kind for row in whole.rows),
        "verdicts": {key: (notation, statuses[key]) for key, notation in NOTATION.items() if key in statuses},
        "outcomes": {outcome: outcomes[outcome] for outcome in Outcome if outcome in outcomes},
        "sources": claims_by_document(whole),
        "libraries": Counter(filter(None, libraries)),
        "families": Counter(row.family for row in whole.rows),
        "groups": Counter(column.group for column in whole.columns),
    }


def claims_by_document(whole: Matrix) -> dict[str, dict[str, int]]:
    """Return the claims by document with their numbers of cells, sorted by name: ``KV7`` comes before ``KV10``."""
    counts = Counter(claim.source for cell in whole.cells for claim in cell.claims)
    documents = grouped(sorted(counts, key=_natural_key), document)
    return {name: {id: counts[id] for id in documents[name]} for name in sorted(documents, key=str.lower)}


def document(source: str) -> str:
    """Return the document of a claim: ``KV`` of ``KV7``, ``ranx`` of ``ranx/k=0``; otherwise the source itself."""
    if "/" in source:
        return source.split("/", 1)[0]
    match = _CLAIM_OF_PAPER.match(source)
    return match[1] if match else source


def _natural_key(source: str) -> tuple[str, int, str]:
    """Return a sort key by document, then by the number of the claim as a number: ``KV7`` before ``KV10``."""
    name = document(source)
    number = source.removeprefix(name)
    return (name.lower(), int(number) if number.isascii() and number.isdigit() else 0, source)
