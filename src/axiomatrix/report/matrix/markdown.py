"""The matrix as Markdown: the signs of all positions first, then each with its reach, then what the words mean.

What fits one page is one; of more, ``compliance.md`` has the signs, the broken claims and the legend, and leads to a
page for each sort of metrics (or, of a large sort, for each group of axioms) and to the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from ...evidence.account.account import Account
from ...evidence.account.making import account
from ...evidence.cell import Cell
from ...evidence.decimals import INFINITE, rounded
from ...evidence.derivation import Contradiction, known_text
from ...evidence.matrix import ColumnHead, Matrix
from ...evidence.safe import code, fenced, prose
from ...evidence.verdict import NOTATION, Outcome
from ...evidence.words import (
    NOTES,
    Line,
    Positions,
    Sort,
    by_sort,
    column_keys,
    counted,
    grouped,
    groups,
    position_sign,
    size_text,
    summary_text,
)
from ...model.registry import Registry
from ..paging import file_of, is_too_large, joined
from ..tables import github
from .theorems import theorem_text

REPORT = "compliance"
"""What its files are called."""
INDEX = f"{REPORT}.md"
COMPARED = (
    "Formulas are compared with definitions on all instances of few items, on hundreds of a size where there are more, "
    "and on some of larger sizes. *Checked* is what a machine looks at."
)
IN_GENERAL = ", for every n and all values of the parameters"
"""What most theorems end with."""
SHARED = 2
"""How many arguments have a sentence in common that is listed once."""
MARKER = "<!-- axiomatrix-compliance-1 -->"
"""The first line of the pages beside the index, by which those of an earlier run are known."""
Accounts = Callable[[Cell], Account | None]
"""The account of the witness in a cell."""


@dataclass(frozen=True)
class Section:
    """A part of the report that may have a page of its own."""

    title: str
    lines: list[str]

    @property
    def text(self) -> list[str]:
        """The lines with the heading."""
        return [f"## {prose(self.title)}", "", *self.lines, ""]


def pages(matrix: Matrix, registry: Registry | None = None) -> dict[str, str]:
    """All pages by the names of their files."""
    known = partial(account, matrix=matrix, registry=registry)
    positions = Positions(matrix)
    head, legend = _index(matrix, known, positions), Section("Legend", _legend())
    chapters = [
        (name, filled)
        for name, sections in _chapters(matrix, known, positions)
        if (filled := [one for one in sections if one.lines])
    ]
    rest = [part for _, sections in chapters for one in sections for part in one.text]
    if not is_too_large([*head, *rest]):
        return {INDEX: joined([*head, *rest, *legend.text])}
    made: dict[str, tuple[str, list[str]]] = {}
    for name, sections in chapters:
        is_one = not is_too_large(part for one in sections for part in one.text)
        for title, own in [(name, sections)] if is_one else [(one.title, [one]) for one in sections]:
            made[file_of(REPORT, title, made)] = title, [part for one in own for part in one.text]
    links = Section("Each cell with its reach", [f"- [{prose(title)}]({file})" for file, (title, _) in made.items()])
    back = [f"From the [compliance matrix]({INDEX}), where the [words]({INDEX}#legend) are explained.", ""]
    index = {INDEX: joined([*head, *links.text, *legend.text])}
    return index | {
        file: joined([MARKER, f"# {prose(title)}", "", *back, *text]) for file, (title, text) in made.items()
    }


# --- the first page ----------------------------------------------------------------------------------------------


def _index(matrix: Matrix, known: Accounts, positions: Positions) -> list[str]:
    lines = [
        "# Compliance matrix",
        "",
        f"{size_text(matrix)}, profile {prose(matrix.profile)}, seed {matrix.seed}. "
        f"{counted(len(matrix), 'cell')}: {summary_text(matrix)}.",
        "",
        *([f"**{prose(matrix.interrupted)}**", ""] if matrix.interrupted else []),
        *(line for contradiction in matrix.contradictions for line in _contradiction(contradiction)),
        "Each position has the most telling sign of its statements; the [legend](#legend) says what the signs mean and "
        "do *not* mean. Each refuted cell has a witness (a page of the site, and a file in `witnesses/`), or follows "
        "from other cells.",
        "",
    ]
    for sort in by_sort(matrix):
        lines += [f"## {prose(sort.title)}", "", *_signs(sort, matrix, positions), ""]
    broken = Section(f"Broken claims: {len(matrix.broken)}", _listed(matrix.broken, known))
    return [*lines, *broken.text]


def _signs(sort: Sort, matrix: Matrix, positions: Positions) -> list[str]:
    keys = column_keys(matrix.columns)
    shown = [c for c in sort.columns if any(_is_applicable(positions.at(row.name, c.id)) for row in sort.rows)]
    if not shown:
        return ["No metric here has anything to do with these axioms."]
    rows = [[code(row.name), *(_sign(positions.at(row.name, column.id)) for column in shown)] for row in sort.rows]
    meant = "; ".join(f"{prose(keys[column.id])} {code(column.id)}" for column in shown)
    return [github(["metric", *(prose(keys[column.id]) for column in shown)], rows), "", meant]


def _sign(lines: list[Line]) -> str:
    sign = prose(position_sign(lines)) if _is_applicable(lines) else ""
    return f"**{sign}**" if any(shown.cell.outcome is Outcome.BROKEN for shown in lines) else sign


def _listed(cells: Iterable[Cell], known: Accounts) -> list[str]:
    """A line for each cell: what it says, what was found, and who says what of it."""
    rows = []
    for cell in cells:
        shown, of_witness = Line(cell), known(cell)
        text = of_witness.sides if of_witness is not None else shown.verdict
        finding = f"[{prose(text)}](witnesses/{shown.slug}.md)" if shown.slug else prose(text)
        statement = [code(cell.metric), code(cell.title)]
        rows.append([*statement, f"{prose(shown.sign)} {finding}", prose(shown.short), prose(cell.claimed_by)])
    return [github(["metric", "statement", "what was found", "verdict and reach", "claimed by"], rows)] if rows else []


# --- the sections that may have pages of their own -------------------------------------------------------------------


def _chapters(matrix: Matrix, known: Accounts, positions: Positions) -> Iterator[tuple[str, list[Section]]]:
    sorts = by_sort(matrix)
    for sort in sorts:
        about = sort.about.capitalize()
        titled = (lambda group, about=about: f"{about}: {group}") if len(sorts) > 1 else str.capitalize
        tables = {group: _table(sort, columns, positions) for group, columns in groups(sort.columns).items()}
        yield about, [Section(titled(group), table) for group, table in tables.items()]
    open_ = {
        "Conjectures": matrix.with_outcome(Outcome.SETTLED, Outcome.OPEN),
        "Declared, not confirmed": matrix.with_outcome(Outcome.UNCONFIRMED),
        "Declared, not decided": matrix.unresolved,
    }
    yield "Conjectures and what is open", [Section(title, _listed(cells, known)) for title, cells in open_.items()]
    yield "Best constants", [Section("Best constants", _constants(matrix))]
    rows = {sort.about: {row.name for row in sort.rows} for sort in sorts}
    proofs = {about: _proofs(c for c in matrix.cells if c.metric in names) for about, names in rows.items()}
    yield "Proofs", [Section(f"Proofs: {about}", lines) for about, lines in proofs.items()]
    yield "Derived", [Section("Derived", _derived(matrix))]
    yield "Not applicable", [Section("Not applicable", _not_applicable(matrix))]
    yield "Metrics", [Section("Metrics", _metrics(matrix))]


def _table(sort: Sort, columns: list[ColumnHead], positions: Positions) -> list[str]:
    formulas = [f"- {code(column.id)}: {code(column.formula)}" for column in columns]
    rows = [
        [code(row.name), *(_cell(positions.at(row.name, column.id)) for column in columns)]
        for row in sort.rows
        if any(_is_applicable(positions.at(row.name, column.id)) for column in columns)
    ]
    if not rows:
        return [*formulas, "", "No metric here has anything to do with these."]
    return [*formulas, "", github(["metric", *(code(column.id) for column in columns)], rows)]


def _cell(lines: list[Line]) -> str:
    if not _is_applicable(lines):
        return " ".join(prose(shown.symbol) for shown in lines[:1])  # the reasons have a section of their own
    texts = []
    for shown in lines:  # what a derivation rests on has a section of its own
        text = prose(f"{shown.sign} {shown.short}")
        text = f"**{text}**" if shown.cell.outcome is Outcome.BROKEN else text
        texts.append(text + (f" ({prose(shown.brief)})" if shown.brief else ""))
    return "<br>".join(texts)


def _is_applicable(lines: list[Line]) -> bool:
    return any(shown.cell.outcome is not Outcome.NOT_APPLICABLE for shown in lines)


def _constants(matrix: Matrix) -> list[str]:
    rows = []
    for cell in matrix.cells:
        extreme = cell.evidence.extreme
        if extreme is None:
            continue
        decimal = rounded(extreme.best, down=extreme.sense == "sup")
        about = f" (~{decimal})" if decimal and not extreme.best.isdigit() else ""
        reach = prose(Line(cell).verdict)
        constant = cell.status.bound if extreme.best == INFINITE else extreme.text
        more = f" {extreme.derived.text}" if extreme.derived is not None else ""
        rows.append([code(cell.metric), code(cell.title), prose(constant) + about + prose(more), reach])
    return [github(["metric", "statement", "best constant", "verdict and reach"], rows)] if rows else []


def _derived(matrix: Matrix) -> list[str]:
    """The verdicts that follow by theorems: each theorem with its proof, then its cells with what they rest on."""
    cells = [(cell, derivation) for cell in matrix.cells if (derivation := cell.evidence.derivation) is not None]
    lines: list[str] = []
    for theorem, derived in grouped(cells, lambda pair: pair[1].theorem).items():
        lines.append(f"- {prose(' '.join(theorem_text(theorem)))}")
        for cell, derivation in derived:
            search = f" (found: {derivation.own_verdict.written})" if derivation.own_verdict else ""
            known = known_text(cell.evidence.verdict, derivation.n)
            lines.append(f"  - {code(cell.metric)} {code(cell.title)}: {known}{search}, {prose(derivation.text)}")
    return lines


def _contradiction(contradiction: Contradiction) -> list[str]:
    sentence, *steps = contradiction.lines
    return [f"**{prose(sentence)}**", "", fenced("\n".join(steps), "text"), ""]


def _proofs(cells: Iterable[Cell]) -> list[str]:
    """What is proved for every n, grouped by the argument; sentences that many arguments share are listed once."""
    by_argument: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for cell in cells:
        if (proof := cell.evidence.proof) is not None:
            theorem = proof.theorem.removesuffix(IN_GENERAL)
            by_argument.setdefault((proof.checked, proof.argued), []).append(theorem)
    counts = Counter(sentence for argument in by_argument for sentence in (*argument[0], *argument[1]))
    shared = {sentence: f"({number})" for number, sentence in enumerate((s for s in counts if counts[s] >= SHARED), 1)}
    lines = [f"Theorems are{IN_GENERAL[1:]}, where they say nothing else. {COMPARED}", ""] if by_argument else []
    lines += [f"- {number} {prose(sentence)}" for sentence, number in shared.items()]
    for (checked, argued), theorems in by_argument.items():
        lines += [f"- {prose('; '.join(dict.fromkeys(theorems)))}"]
        for how, sentences in (("checked", checked), ("on paper", argued)):
            numbers = ", ".join(shared[sentence] for sentence in sentences if sentence in shared)
            own = [prose(sentence) for sentence in sentences if sentence not in shared]
            lines += [f"  - {how}: {text}" for text in (numbers, *own) if text]
    return lines


def _not_applicable(matrix: Matrix) -> list[str]:
    silent = grouped(matrix.with_outcome(Outcome.NOT_APPLICABLE), lambda cell: (cell.title, cell.evidence.reason))
    return [
        f"- {code(title)}: {prose(reason)}: {', '.join(code(cell.metric) for cell in silent[title, reason])}"
        for title, reason in sorted(silent, key=lambda key: key[0])  # stable: reasons stay in cell order
    ]


def _metrics(matrix: Matrix) -> list[str]:
    several = len(by_sort(matrix)) > 1
    rows = []
    for row in matrix.rows:
        spaces = [
            prose(", ".join(f"{n}: {space}" for n, space in of.items())) for of in (row.parameters, row.arguments)
        ]
        kind = prose(row.kind) + ("" if row.exact else ", floats")
        rows.append([code(row.name), kind, prose(row.formula), *spaces[: 1 + several]])
    return [github(["metric", "kind", "definition", "parameters", *(["arguments"] if several else [])], rows)]


def _legend() -> list[str]:
    verdicts = [[prose(s.symbol), s.word, s.means, s.does_not_mean] for s in NOTATION.values()]
    outcomes = [[prose(outcome.mark), outcome.written, outcome.means] for outcome in Outcome]
    meanings = github(["", "verdict", "what it means", "what it does not mean"], verdicts)
    return [meanings, "", github(["", "outcome", "what it means"], outcomes), "", *(f"- {prose(x)}" for x in NOTES)]
