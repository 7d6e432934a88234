"""The matrix in a terminal: one symbol a cell with a key, the broken claims in full, counts; a large one in brief."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Collection, Sequence
from io import StringIO
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text

from ...evidence.account.account import REPORTS
from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.safe import visible
from ...evidence.verdict import BEST_SO_FAR, NO_EXAMPLE, NOTATION, Outcome, Tone, Verdict
from ...evidence.words import Line, counted, headline, opened, position_sign
from ...model.registry import Registry
from ..consoles import is_watched
from ..tables import plain as plain_table
from ..witness import one_line
from .folding import BETWEEN, SIGN
from .view import WIDE, View

WIDTH = 100
UNBROKEN = 10_000
"""Columns of plain text but for its tables: it may be searched, and copied."""
ROOMY = 110
"""Columns from which a console has room for the number of cases."""
NARROW = 90
"""Columns below which the names of statements are broken at hyphens."""
INDENTED = 6
"""Characters of a line from which the lines after the first one are indented."""
STYLES = {
    Tone.REFUTED: "red",
    Tone.PROVED: "green",
    Tone.CERTIFIED: "green",
    Tone.EXHAUSTED: "green",
    Tone.SEARCHED: "cyan",
    Tone.UNKNOWN: "yellow",
    Tone.NOTHING: "dim",
    Tone.FAULT: "magenta",
}
"""Colours of the verdicts; the symbol says the same without them."""
BROKEN_STYLE = "bold white on red"
FEW = 20
"""Rows up to which the matrix itself is shown."""
LISTED = 8
"""How many lines a list has."""
_SHOWN = (
    Verdict.PROVED,
    Verdict.CERTIFIED,
    Verdict.EXHAUSTED,
    Verdict.SEARCHED,
    NO_EXAMPLE,
    BEST_SO_FAR,
    Verdict.REFUTED,
)


def plain(matrix: Matrix, *, width: int = WIDTH, registry: Registry | None = None, files: Sequence[str] = ()) -> str:
    """The matrix as plain text: what :func:`show` prints without colours; tables alone are cut to the width."""
    out = StringIO()
    console = Console(file=out, width=UNBROKEN, height=1, color_system=None, highlight=False, force_jupyter=False)
    show(matrix, console, None, registry, files, width=width)
    return out.getvalue().rstrip("\n")


def glance(matrix: Matrix, console: Console) -> None:
    """A first verdict for every cell, in few words: nothing is written yet that could be replayed."""
    view = View(matrix, "", None, ())
    _print(Text(f"so far: {view.title}", style="bold"), console)
    if view.is_list:
        _print(_statements(view, console.width), console)
    else:
        _show_tables(view, console, ())
    _print(Text(f"{view.counts()}; going further, Ctrl-C keeps what there is\n", style="bold"), console)


def show(
    matrix: Matrix,
    console: Console,
    directory: str | Path | None = REPORTS,
    registry: Registry | None = None,
    files: Sequence[str] = (),
    unfold: Collection[str] = (),
    *,
    width: int = 0,
    verbose: bool = True,
) -> None:
    """The matrix on a rich console, with colours where it has them.

    In a terminal the matrix fits the width: groups of axioms are folded into a column each where it does not, but for
    those that ``unfold`` names. Elsewhere (a pipe, a file) nothing is folded: it is cut into tables that fit.
    Broken claims come first where ``files`` register the metrics. Unless it is to be ``verbose``, a large matrix is
    shown in few lines. Tables have the width of the console if they are given none; ``directory`` is None if nothing is
    in it.
    """
    where = directory.as_posix() if isinstance(directory, Path) else directory or REPORTS
    if not (verbose or files or matrix.interrupted) and len(matrix.rows) > FEW:  # nobody reads it in a terminal
        for line in brief(matrix, where):
            console.print(Text(line), soft_wrap=True)
        return
    view = View(matrix, where, registry, files)
    _print(Text(view.title, style="bold"), console)
    if matrix.interrupted:
        _print(Text(matrix.interrupted, style="yellow"), console)
    _show_contradictions(matrix, console)
    first = view.is_list or bool(files)
    if first:
        _show_broken(view, console)
    if view.is_list:
        _print(Text("\n" + visible(f"{matrix.rows[0].name}: {matrix.rows[0].formula}") + "\n", style="bold"), console)
        _print(_statements(view, console.width), console)
        if silent := view.not_applicable():
            _print(Text("\n".join(["", *silent]), style="dim"), console)
    else:
        _show_tables(view, console, unfold, width)
    _print(Text("\n" + "   ".join(f"{sign} {words}" for sign, words in view.symbol_key()), style="dim"), console)
    if not first:
        _show_broken(view, console)
    for statement in (*view.undecided(), *view.refused()):
        _print(Text(statement, style="yellow"), console)
    _print(Text(f"\n{view.counts()}", style="bold red" if matrix.broken else "bold"), console)
    if matrix.complete and directory is not None:  # of an interrupted run what was written is said before
        console.print(Text(visible(f"open {where}/site/index.html")), soft_wrap=True)


def _show_contradictions(matrix: Matrix, console: Console) -> None:
    """What cannot all be true, with both derivations; the last lines are read first, so it is said there again."""
    for contradiction in matrix.contradictions:
        for k, line in enumerate(contradiction.lines):
            console.print(Text(visible(line), style="bold red" if k == 0 else ""), soft_wrap=True)


def _show_tables(view: View, console: Console, unfold: Collection[str], width: int = 0) -> None:
    watched = is_watched(console)
    chunks = list(view.chunks(console.width, unfold) if watched else view.chunks(width or console.width - 1))
    for k, chunk in enumerate(chunks):
        if chunk.title:
            _print(Text(f"\n{chunk.title}", style="bold"), console)
        elif k:
            console.print()
        table = open_table("metric", *(column.head for column in chunk.columns), no_wrap=True)
        for name, positions in chunk.rows:
            table.add_row(Text(name), *map(_sign, positions))
        _print(table, console)
    key = Table.grid(padding=(0, 2))
    for short, name, formula in view.key_of(chunks):
        cells = [Text(short, style="bold"), Text(name), Text(formula, style="dim")]
        key.add_row(*cells[:2] if watched and console.width < WIDE else cells)
    console.print()
    _print(key, console)
    folded = dict.fromkeys(column.group for chunk in chunks for column in chunk.columns if column.folded)
    if folded:
        note = "A folded column stands for as many axioms as its number says, and shows the weakest sign of them. "
        note += f"Unfolded: in a wider terminal, by --group ({', '.join(map(visible, folded))}), "
        _print(Text(f"\n{note}or in {view.directory}/compliance.md", style="dim"), console)


def _statements(view: View, width: int) -> Table:
    """The list of statements: names whole where there is room, else broken at hyphens, else above their verdicts."""
    roomy = width >= ROOMY
    listed = view.statements()
    heads = ["axiom", "verdict and reach", "outcome", *(["cases"] if roomy else [])]
    table = open_table("", *(heads if width >= WIDE else [", ".join(heads)]))
    taken = 0
    for k, part in ((2, 3), (3, 6)):  # what the other columns take: no word of them is broken
        texts = [cells[k] for _, cells in listed]
        words = max((cell_len(word) for text in texts for word in text.split()), default=0)
        taken += max(words, min(max(map(cell_len, texts), default=0), width // part))
    most = max(width - taken - SIGN - 4 * BETWEEN, 1)
    table.columns[1].no_wrap = width >= WIDE  # a name is for copying
    for line, cells in listed:
        style = _style(line)
        if width >= WIDE:
            shown = [_in_lines(cells[1], most) if width < NARROW else cells[1], *cells[2 : 2 + len(heads) - 1]]
        else:
            room = max(width - SIGN - 2 * BETWEEN, 1)
            shown = ["\n".join([_in_lines(cells[1], room), *(_in_lines(f"  {cell}", room) for cell in cells[2:4])])]
        table.add_row(Text(cells[0], style=style), *map(Text, shown))
    return table


def _in_lines(text: str, most: int) -> str:
    """The text in lines of so many characters, broken at blanks and after hyphens."""
    return "\n".join(textwrap.wrap(text, most, subsequent_indent="  " if most > INDENTED else ""))


def _print(shown: Table | Text, console: Console) -> None:
    """A table or text without the blanks at the ends of its lines."""
    for line in console.render_lines(shown, pad=False):
        segments = list(line)
        while segments and not segments[-1].text.rstrip(" "):
            segments.pop()
        if segments:
            text, style, control = segments[-1]
            segments[-1] = Segment(text.rstrip(" "), style, control)
        console.print(Segments([*segments, Segment.line()]), end="")


def open_table(*heads: str, no_wrap: bool = False) -> Table:
    """A table without lines, whose cells are broken where they have to be."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for head in heads:
        table.add_column(Text(head), no_wrap=no_wrap, overflow="fold")
    return table


def _sign(position: list[Line]) -> Text:
    if not position:
        return Text("")
    return Text(position_sign(position), style=_style(headline(opened(position))))


def _style(line: Line) -> str:
    return BROKEN_STYLE if line.cell.outcome is Outcome.BROKEN else STYLES[line.status.tone]


def _show_broken(view: View, console: Console) -> None:
    if view.matrix.broken:
        _print(Text(f"\nbroken claims: {len(view.matrix.broken)}", style="bold red"), console)
    for cell in view.matrix.broken:
        title, *rest = view.failure(cell)
        witness = cell.evidence.witness
        false = one_line(witness.sides_with_decimals) if witness is not None and witness.is_false else ""
        _print(Text(f"\n{title}", style="bold"), console)
        for line in rest:
            # commands and expressions are for copying: no line is broken by us
            console.print(Text(line, style="bold" if false and line.endswith(false) else ""), soft_wrap=True)


def brief(matrix: Matrix, directory: str) -> list[str]:
    """At most 40 lines."""
    view = View(matrix, directory, None, ())
    lines = [view.title, "", *_by_kind(matrix), ""]
    unexpected = [cell for cell in matrix.surprises if cell.claims]
    lines += _listed("not as expected", unexpected)
    if as_expected := sum(cell not in unexpected for cell in matrix.broken):
        lines.append(f"broken as expected: {as_expected:,} claims of the sources, with their evidence in the reports")
    lines += _listed("unresolved", matrix.unresolved)
    lines += ["", view.counts(), f"{directory}/site/index.html, {directory}/compliance.md; --verbose shows the matrix"]
    return lines


def _by_kind(matrix: Matrix) -> list[str]:
    """States by what the metrics are of and what their values mean."""
    kinds = {row.name: (row.about, row.kind) for row in matrix.rows}
    counts = Counter((kinds[cell.metric], cell.status.key) for cell in matrix.cells)
    rows = []
    for kind, many in sorted(Counter(kinds.values()).items()):
        asked = sum(n for (k, v), n in counts.items() if k == kind and v != Verdict.NOT_APPLICABLE)
        shown = [counts[kind, state] for state in _SHOWN]
        rows.append([f"{kind[1]} of {kind[0]}", *(f"{n:,}" for n in (many, asked, *shown, asked - sum(shown)))])
    return plain_table(["", "metrics", "cells", *(NOTATION[key].word for key in _SHOWN), "other"], rows).splitlines()


def _listed(what: str, cells: Sequence[Cell]) -> list[str]:
    lines = []
    for cell in cells[:LISTED]:
        broken = "broken, " if cell.outcome is Outcome.BROKEN else ""
        reach = one_line(cell.evidence.why or cell.status.reach)
        lines.append(f"  {visible(f'{cell.metric}: {cell.title}')}: {broken}{cell.status.word} {reach}"[:200])
    more = [f"  and {len(cells) - LISTED:,} more"] if len(cells) > LISTED else []
    return [f"{what}: {counted(len(cells), 'claim')}", *lines, *more] if cells else []
