"""Documents of a compliance matrix in Markdown: signs of all cells, broken claims, then every cell with its reach.

They are ``compliance.md``, on one page or several. The first page is :func:`document`. The rest comes in *chapters* of
several *sections*; :mod:`..saving` decides which of them get their own pages (:func:`chapter_document`).

The matrix has a *row* for each metric and a *column* for each axiom. A *position* is a metric with an axiom. It may
have several *cells*, one for each statement, whose texts are *lines* (:class:`Line`): ``sign`` is the symbol of the
verdict with the mark of its outcome, and ``text_beside_symbol`` the verdict with its reach, such as ``exhausted n<=5``.
A *sort* is the sort of the metrics' arguments, such as rankings. Most axioms are about one sort, so each sort has its
own table. A claim is *broken* if a counterexample contradicts it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...evidence.account.making import account
from ...evidence.cell import Cell
from ...evidence.derivation import Contradiction, known_text
from ...evidence.matrix import ColumnHead, Matrix
from ...evidence.notation import INFINITE, rounded
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
    headline,
    open_lines,
    position_sign,
    size_text,
    summary_text,
)
from ...model.registry import Registry
from ..document import (
    Block,
    Code,
    Document,
    Heading,
    Inline,
    Link,
    List,
    Mono,
    Nested,
    Span,
    StatusSign,
    Strong,
    Table,
    Text,
)
from .cell import theorem_text

LEGEND = "Legend"
"""The title of the legend, to which pages link."""
FORMULA_CHECK_NOTE = (
    "Formulas are compared with definitions on all instances of few items, on hundreds of a size where there are more, "
    "and on some of larger sizes. Checked is what a machine looks at."
)
FOR_EVERY_N = ", for every n and all values of the parameters"
"""The words at the end of most theorems, which a list of proofs leaves out."""
MIN_SHARING_ARGUMENTS = 2
"""A sentence that this many proofs share is listed once and numbered."""
NO_AXIOM_APPLIES = "None of these axioms applies to a metric here."


@dataclass(frozen=True)
class Section:
    """A part of the report that may have a page of its own."""

    title: str
    blocks: tuple[Block, ...]


def document(matrix: Matrix, sections: Iterable[Section], registry: Registry | None = None) -> Document:
    """The first page, with ``sections`` before the legend: all of them, or a single one that links to their pages."""
    size_and_run = f"{size_text(matrix)}, profile {matrix.profile}, seed {matrix.seed}"
    broken = Section(f"Broken claims: {len(matrix.broken)}", cell_list(matrix.broken, matrix, registry))
    signs = [Section(sort.title, tuple(_signs(sort, matrix))) for sort in by_sort(matrix)]
    blocks = _under_headings([*signs, broken, *sections, Section(LEGEND, tuple(_legend()))])
    summary = f"{size_and_run}. {counted(len(matrix), 'cell')}: {summary_text(matrix)}."
    return Document("Compliance matrix", summary, (*_opening(matrix), *blocks))


def chapter_document(title: str, sections: Iterable[Section], index: str) -> Document:
    """A further page of the matrix, which links back to the first one, the file ``index``."""
    words = Link("words", f"{index}#{LEGEND.lower()}")
    back = Text(("From the ", Link("compliance matrix", index), ", where the ", words, " are explained."))
    return Document(title, "", (back, *_under_headings(sections)))


def _under_headings(sections: Iterable[Section]) -> Iterator[Block]:
    """Yield the blocks of the sections, each under its title; empty sections are left out."""
    for section in sections:
        if section.blocks:
            yield Heading(section.title)
            yield from section.blocks


def _opening(matrix: Matrix) -> Iterator[Block]:
    """Yield what comes before the signs: an interruption, contradictions between cells, and how to read the rest."""
    if matrix.interrupted:
        yield Text(Strong(matrix.interrupted))
    for contradiction in matrix.contradictions:
        yield from contradiction_blocks(contradiction)
    legend, witnesses = Link(LEGEND.lower(), f"#{LEGEND.lower()}"), Mono("witnesses/")
    yield Text(
        (
            *("Each position has the most telling sign of its statements; the ", legend, " says what the signs mean "),
            *("and do not mean. Each refuted cell has a witness (a page of the site, and a file in ", witnesses),
            "), or follows from other cells.",
        )
    )


def contradiction_blocks(contradiction: Contradiction) -> Iterator[Block]:
    """Yield the sentence of a contradiction between two cells, and the steps of both derivations."""
    sentence, *steps = contradiction.lines
    yield Text(Strong(sentence))
    yield Code("\n".join(steps), "text")


def _signs(sort: Sort, matrix: Matrix) -> Iterator[Block]:
    """Yield the table of signs for one sort of metrics, and the axioms that the column heads abbreviate."""
    short_names = column_keys(matrix.columns)  # initials, such as TI for triangle-inequality
    positions = Positions(matrix)
    columns = applicable_columns(sort, positions)
    if not columns:
        yield Text(NO_AXIOM_APPLIES)
        return
    yield sign_table(sort, columns, positions, short_names)
    abbreviations: list[Span] = []
    for column in columns:
        separator = "; " if abbreviations else ""
        abbreviations += [f"{separator}{short_names[column.id]} ", Mono(column.id)]
    yield Text(tuple(abbreviations))


def applicable_columns(sort: Sort, positions: Positions) -> list[ColumnHead]:
    """The axioms that apply to some metric of a sort."""
    return [
        column for column in sort.columns if any(is_applicable(positions.at(row.name, column.id)) for row in sort.rows)
    ]


def sign_table(
    sort: Sort, columns: Sequence[ColumnHead], positions: Positions, short_names: Mapping[str, str]
) -> Table:
    """The table of signs for one sort of metrics; ``short_names`` are the column heads of the axioms."""
    rows: list[tuple[Inline, ...]] = []
    for row in sort.rows:
        signs = (sign_of_position(positions.at(row.name, column.id)) for column in columns)
        rows.append((Mono(row.name), *signs))
    return Table(("metric", *(short_names[column.id] for column in columns)), tuple(rows))


def sign_of_position(lines: Sequence[Line]) -> Inline:
    """The sign of the position that has these lines; empty if the axiom does not apply to the metric."""
    if not is_applicable(lines):
        return ""
    is_broken = any(line.cell.outcome is Outcome.BROKEN for line in lines)
    # like the sign, the tone is from the most important line on the declared space
    return StatusSign(position_sign(lines), headline(open_lines(lines)).status.tone, loud=is_broken)


def is_applicable(lines: Sequence[Line]) -> bool:
    """Return whether the axiom of these lines applies to their metric."""
    return any(line.cell.outcome is not Outcome.NOT_APPLICABLE for line in lines)


def cell_list(cells: Sequence[Cell], matrix: Matrix, registry: Registry | None) -> tuple[Block, ...]:
    """A table with a row for each cell: statement, both sides of its witness or verdict, reach, and claims.

    Empty without cells.
    """
    rows: list[tuple[Inline, ...]] = []
    for cell in cells:
        line = Line(cell)
        witness_account = account(cell, matrix, registry)  # the witness in words; None without one
        text = witness_account.sides if witness_account is not None else line.verdict
        finding: Span = Link(text, f"witnesses/{line.slug}.md") if line.slug else text
        sign_and_finding = (StatusSign(line.sign, line.status.tone), " ", finding)
        rows.append((Mono(cell.metric), Mono(cell.title), sign_and_finding, line.text_beside_symbol, cell.claimed_by))
    heads = ("metric", "statement", "what was found", "verdict and reach", "claimed by")
    return (Table(heads, tuple(rows)),) if rows else ()


# --- the sections that may have pages of their own -------------------------------------------------------------------


def chapters(matrix: Matrix, registry: Registry | None = None) -> Iterator[tuple[str, list[Section]]]:
    """Yield the title and the sections of each chapter, in order; a section may be empty.

    First comes a chapter on the metrics of each sort, with a section for each group of axioms, such as symmetries.
    """
    sorts = by_sort(matrix)
    positions = Positions(matrix)
    for sort in sorts:
        about = sort.about.capitalize()
        sections = []
        for group, columns in groups(sort.columns).items():
            title = f"{about}: {group}" if len(sorts) > 1 else group.capitalize()
            sections.append(Section(title, tuple(_cells_of_group(sort, columns, positions))))
        yield about, sections
    cells_by_title = {
        "Conjectures": matrix.with_outcome(Outcome.SETTLED, Outcome.OPEN),
        "Declared, not confirmed": matrix.with_outcome(Outcome.UNCONFIRMED),
        "Declared, not decided": matrix.unresolved,
    }
    listed = [Section(title, cell_list(cells, matrix, registry)) for title, cells in cells_by_title.items()]
    yield "Conjectures and what is open", listed
    yield "Best constants", [Section("Best constants", tuple(_constants(matrix)))]
    cells_by_sort: dict[str, list[Cell]] = {}
    for sort in sorts:
        metrics = {row.name for row in sort.rows}
        cells_by_sort[sort.about] = [cell for cell in matrix.cells if cell.metric in metrics]
    yield "Proofs", [Section(f"Proofs: {about}", tuple(_proofs(cells))) for about, cells in cells_by_sort.items()]
    yield "Derived", [Section("Derived", tuple(_derived(matrix)))]
    cells_by_section = {f"Not applicable: {about}": cells for about, cells in cells_by_sort.items()}
    if len(sorts) == 1:
        cells_by_section = {"Not applicable": matrix.cells}
    yield "Not applicable", [Section(title, tuple(_not_applicable(cells))) for title, cells in cells_by_section.items()]
    yield "Metrics", [Section("Metrics", tuple(_metrics(matrix)))]


def _cells_of_group(sort: Sort, columns: Sequence[ColumnHead], positions: Positions) -> Iterator[Block]:
    """Yield a table of every cell of one sort of metrics and one group of axioms, with its reach."""
    yield List(tuple((Mono(column.id), ": ", Mono(column.formula)) for column in columns))
    rows = tuple(
        (Mono(row.name), *(_position(positions.at(row.name, column.id)) for column in columns))
        for row in sort.rows
        if any(is_applicable(positions.at(row.name, column.id)) for column in columns)
    )
    if rows:
        yield Table(("metric", *(Mono(column.id) for column in columns)), rows)
    else:
        yield Text(NO_AXIOM_APPLIES)


def _position(lines: Sequence[Line]) -> Inline:
    """All statements of a position, each with its sign and reach; only a sign if the axiom does not apply."""
    if not is_applicable(lines):  # the reason is in a separate section
        return lines[0].symbol if lines else ""
    spans: list[Span] = []
    for line in lines:
        text = f"{line.sign} {line.text_beside_symbol}"
        spans += ["; "] if spans else []
        spans.append(Strong(text) if line.cell.outcome is Outcome.BROKEN else text)
        # arguments, claims and constant; premises of derivations are in a separate section
        spans += [f" ({line.brief})"] if line.brief else []
    return tuple(spans)


def _constants(matrix: Matrix) -> Iterator[Block]:
    """Yield the table of best constants that were searched for."""
    rows: list[tuple[Inline, ...]] = []
    for cell in matrix.cells:
        extreme = cell.evidence.extreme
        if extreme is None:
            continue
        # an instance shows that a supremum is at least its value, so that rounding up would claim too much
        decimal = rounded(extreme.best, down=extreme.sense == "sup")
        approximation = f" (~{decimal})" if decimal and not extreme.best.isdigit() else ""  # a whole number needs none
        # an infinite ratio means that no constant exists, which the status words
        constant = cell.status.bound if extreme.best == INFINITE else extreme.text
        derived = f" {extreme.derived.text}" if extreme.derived is not None else ""  # a better one, by a theorem
        rows.append((Mono(cell.metric), Mono(cell.title), f"{constant}{approximation}{derived}", cell.status.text))
    if rows:
        yield Table(("metric", "statement", "best constant", "verdict and reach"), tuple(rows))


def _derived(matrix: Matrix) -> Iterator[Block]:
    """Yield the derived verdicts: each theorem with its proof, and the cells that it decides with their premises."""
    cells = [(cell, derivation) for cell in matrix.cells if (derivation := cell.evidence.derivation) is not None]
    items: list[Inline | Nested] = []
    for theorem, same_theorem in grouped(cells, lambda pair: pair[1].theorem).items():
        lines: list[Inline] = []
        for cell, derivation in same_theorem:
            # the weaker verdict of the cell's own search, if it was searched
            verdict_of_search = f" (found: {derivation.own_verdict.written})" if derivation.own_verdict else ""
            known = known_text(cell.evidence.verdict, derivation.n)
            text = f": {known}{verdict_of_search}, {derivation.text}"
            lines.append((Mono(cell.metric), " ", Mono(cell.title), text))
        items.append(Nested(" ".join(theorem_text(theorem)), tuple(lines)))
    if items:
        yield List(tuple(items))


def _proofs(cells: Iterable[Cell]) -> Iterator[Block]:
    """Yield the proofs for every n; theorems with the same proof share an item.

    A proof consists of the sentences that a machine checked, and those on paper. A sentence that several proofs share
    is listed once with a number, and proofs refer to the number.
    """
    # the key of a proof has the sentences that a machine checked, and those on paper
    theorems_by_proof: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for cell in cells:
        if (proof := cell.evidence.proof) is not None:
            theorem = proof.theorem.removesuffix(FOR_EVERY_N)
            theorems_by_proof.setdefault((proof.checked, proof.argued), []).append(theorem)
    if not theorems_by_proof:
        return
    counts = Counter(sentence for checked, argued in theorems_by_proof for sentence in (*checked, *argued))
    shared = [sentence for sentence in counts if counts[sentence] >= MIN_SHARING_ARGUMENTS]
    number_of = {sentence: f"({k})" for k, sentence in enumerate(shared, 1)}
    yield Text(f"Theorems are{FOR_EVERY_N[1:]}, where they say nothing else. {FORMULA_CHECK_NOTE}")
    items: list[Inline | Nested] = [f"{number} {sentence}" for sentence, number in number_of.items()]
    for (checked, argued), theorems in theorems_by_proof.items():
        steps: list[Inline] = []
        for kind, sentences in (("checked", checked), ("on paper", argued)):
            numbers = ", ".join(number_of[sentence] for sentence in sentences if sentence in number_of)
            own_sentences = [sentence for sentence in sentences if sentence not in number_of]
            steps += [f"{kind}: {text}" for text in (numbers, *own_sentences) if text]
        items.append(Nested("; ".join(dict.fromkeys(theorems)), tuple(steps)))
    yield List(tuple(items))


def _not_applicable(cells: Iterable[Cell]) -> Iterator[Block]:
    """Yield the statements that do not apply, each with the reason and the metrics."""
    not_applicable = [cell for cell in cells if cell.outcome is Outcome.NOT_APPLICABLE]
    by_reason = grouped(not_applicable, lambda cell: (cell.title, cell.evidence.reason))
    items: list[Inline] = []
    for (title, reason), same_reason in sorted(by_reason.items(), key=lambda entry: entry[0][0]):  # by title only
        names: list[Span] = []
        for cell in same_reason:
            names += [", ", Mono(cell.metric)]
        items.append((Mono(title), f": {reason}: ", *names[1:]))  # without the first comma
    if items:
        yield List(tuple(items))


def _metrics(matrix: Matrix) -> Iterator[Block]:
    """Yield the table of metrics with kind, definition and parameters, and arguments if they are of several sorts."""
    heads: list[Inline] = ["metric", "kind", "definition", "parameters"]
    has_arguments = len(by_sort(matrix)) > 1
    heads += ["arguments"] if has_arguments else []
    rows: list[tuple[Inline, ...]] = []
    for row in matrix.rows:
        parameters = ", ".join(f"{name}: {space}" for name, space in row.parameters.items())
        entries: list[Inline] = [Mono(row.name), row.kind + ("" if row.exact else ", floats"), row.formula, parameters]
        if has_arguments:
            entries.append(", ".join(f"{name}: {space}" for name, space in row.arguments.items()))
        rows.append(tuple(entries))
    if rows:
        yield Table(tuple(heads), tuple(rows))


def _legend() -> Iterator[Block]:
    """Yield the meaning of every sign: the symbols of verdicts with their limits, and the marks of outcomes."""
    verdicts = ((StatusSign(n.symbol, n.tone), n.word, n.means, n.does_not_mean) for n in NOTATION.values())
    yield Table(("sign", "verdict", "what it means", "what it does not mean"), tuple(verdicts))
    outcomes = ((Mono(outcome.mark) if outcome.mark else "", outcome.written, outcome.means) for outcome in Outcome)
    yield Table(("mark", "outcome", "what it means"), tuple(outcomes))
    yield List(NOTES)
