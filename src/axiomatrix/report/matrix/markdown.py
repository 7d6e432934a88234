"""The matrix as Markdown: a table for each group of axioms, then what stands out, then what the words mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...evidence.account.account import Account
from ...evidence.account.making import accounts
from ...evidence.cell import Cell
from ...evidence.matrix import ColumnHead, Matrix
from ...evidence.safe import code, prose
from ...evidence.verdict import Outcome, Verdict
from ...evidence.words import NOTES, Line, Positions, Sort, by_sort, counted, groups, line, rounded, summary
from ...model.registry import Registry
from ..tables import github
from ..witness.markdown import short_markdown

Section = tuple[str, list[str]]


def page(matrix: Matrix, registry: Registry | None = None, shown: dict[str, Account] | None = None) -> str:
    """The whole of ``compliance.md``; ``shown`` are the accounts of the witnesses if they are made already."""
    known = accounts(matrix, registry) if shown is None else shown
    positions = Positions(matrix)
    sections: list[Section] = [_broken(matrix, known)]
    for sort in by_sort(matrix):
        prefix = f"{sort.about.capitalize()}: " if len(by_sort(matrix)) > 1 else ""
        for group, columns in groups(sort.columns).items():
            sections.append((prefix + (group if prefix else group.capitalize()), _table(sort, columns, positions)))
    sections += [
        ("Conjectures", _listed(matrix.with_outcome(Outcome.SETTLED, Outcome.OPEN), known)),
        ("Declared, not confirmed", _listed(matrix.with_outcome(Outcome.UNCONFIRMED), known)),
        ("Declared, not decided", _listed(matrix.unresolved, known)),
        ("Best constants", _constants(matrix)),
        ("Proofs", _proofs(matrix)),
        ("Not applicable", _not_applicable(matrix)),
        ("Metrics", _metrics(matrix)),
        ("Legend", _legend()),
    ]
    title = f"{counted(len(matrix.rows), 'metric')} x {counted(len(matrix.columns), 'axiom')}"
    counts = ", ".join(f"{count:,} {words}" for words, count in summary(matrix))
    said = [
        "# Compliance matrix",
        "",
        f"{title}, profile {prose(matrix.profile)}, seed {matrix.seed}. {counted(len(matrix), 'cell')}: {counts}.",
        "",
        *([f"**{prose(matrix.interrupted)}**", ""] if matrix.interrupted else []),
        "Each cell says verdict and reach; the [legend](#legend) says what they do *not* mean. A refuted cell links "
        "its witness.",
        "",
    ]
    for heading, lines in sections:
        said += [f"## {prose(heading)}", "", *lines, ""] if lines else []
    return "\n".join(said).rstrip("\n") + "\n"


def witness_link(slug: str) -> str:
    """Where the page of a witness is, seen from ``compliance.md``."""
    return f"witnesses/{slug}.md"


def cell_line(shown: Line) -> str:
    """A line of a cell as Markdown; it links its witness."""
    said = prose(f"{shown.sign} {shown.short}")
    if shown.cell.outcome is Outcome.BROKEN:
        said = f"**{said}**"
    if shown.slug:
        said = f"[{said}]({witness_link(shown.slug)})"
    return said + (f" ({prose(shown.notes)})" if shown.notes else "")


def _table(sort: Sort, columns: list[ColumnHead], positions: Positions) -> list[str]:
    def cell(lines: list[Line]) -> str:
        if all(shown.cell.outcome is Outcome.NOT_APPLICABLE for shown in lines):
            return " ".join(prose(shown.symbol) for shown in lines[:1])  # the reasons have a section of their own
        return "<br>".join(map(cell_line, lines))

    formulas = [f"- {code(column.id)}: {code(column.formula)}" for column in columns]
    rows = [
        [code(row.name), *(cell(positions.at(row.name, column.id)) for column in columns)]
        for row in sort.rows
        if any(_says_something(positions.at(row.name, column.id)) for column in columns)
    ]
    if not rows:
        return [*formulas, "", "No metric here has anything to do with these."]
    return [*formulas, "", github(["metric", *(code(column.id) for column in columns)], rows)]


def _says_something(lines: list[Line]) -> bool:
    return any(shown.cell.outcome is not Outcome.NOT_APPLICABLE for shown in lines)


def _broken(matrix: Matrix, known: dict[str, Account]) -> Section:
    return f"Broken claims: {len(matrix.broken)}", _listed(matrix.broken, known)


def _listed(cells: Iterable[Cell], known: dict[str, Account]) -> list[str]:
    said = []
    for cell in cells:
        shown = line(cell)
        if shown.slug and shown.slug in known:
            said += short_markdown(known[shown.slug], witness_link(shown.slug))
        else:
            said.append(f"- {prose(f'{cell.metric}: {cell.title}')}: {cell_line(shown)}")
            said += [f"  - {prose(claim.source)}: {prose(claim.wording)}" for claim in cell.claims]
    return said


def _constants(matrix: Matrix) -> list[str]:
    rows = []
    for cell in matrix.cells:
        extreme = cell.evidence.extreme
        if extreme is None:
            continue
        decimal = rounded(extreme.value, down=extreme.sense == "sup")
        about = f" (~{decimal})" if decimal and not extreme.value.isdigit() else ""
        reach = prose(line(cell).verdict)
        rows.append([code(cell.metric), code(cell.title), prose(extreme.text) + about, reach])
    return [github(["metric", "statement", "best constant", "verdict and reach"], rows)] if rows else []


def _proofs(matrix: Matrix) -> list[str]:
    """What is proved for every n, grouped by the argument."""
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for cell in matrix.cells:
        if (proof := cell.evidence.proof) is not None:
            found.setdefault((proof.checked, proof.argued), []).append(proof.theorem)
    said: list[str] = []
    for (checked, argued), theorems in found.items():
        said += [f"- {prose('; '.join(dict.fromkeys(theorems)))}"]
        said += [f"  - checked by machine: {prose(step)}" for step in checked]
        said += [f"  - on paper: {prose(step)}" for step in argued]
    return said


def _not_applicable(matrix: Matrix) -> list[str]:
    found: dict[tuple[str, str], list[str]] = {}
    for cell in matrix.with_outcome(Outcome.NOT_APPLICABLE):
        found.setdefault((cell.title, cell.evidence.reason), []).append(cell.metric)
    order: Callable[[tuple[str, str]], str] = lambda key: key[0]  # noqa: E731  # stable: reasons stay in cell order
    return [
        f"- {code(title)}: {prose(reason)}: {', '.join(map(code, metrics))}"
        for (title, reason), metrics in ((key, found[key]) for key in sorted(found, key=order))
    ]


def _metrics(matrix: Matrix) -> list[str]:
    several = len(by_sort(matrix)) > 1
    rows = [
        [
            code(row.name),
            prose(row.kind) + ("" if row.exact else ", floats"),
            prose(row.formula),
            prose(", ".join(f"{name}: {space}" for name, space in row.parameters.items())),
            *([prose(", ".join(f"{name}: {space}" for name, space in row.arguments.items()))] if several else []),
        ]
        for row in matrix.rows
    ]
    return [github(["metric", "kind", "definition", "parameters", *(["arguments"] if several else [])], rows)]


def _legend() -> list[str]:
    verdicts = [[prose(verdict.letter), verdict, verdict.means, verdict.does_not_mean] for verdict in Verdict]
    outcomes = [[prose(outcome.mark), outcome.written, outcome.means] for outcome in Outcome]
    return [
        github(["", "verdict", "what it means", "what it does not mean"], verdicts),
        "",
        github(["", "outcome", "what it means"], outcomes),
        "",
        *(f"- {prose(note)}" for note in NOTES),
    ]
