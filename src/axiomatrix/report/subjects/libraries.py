"""Documents on libraries' metrics: verdicts, findings as issues for maintainers, and agreement between libraries.

They are ``libraries.md`` with a page for each library, and the summary that ``check --library`` prints.

A library's metric is compared with its exact definition and its documentation, on each axiom; the result on one axiom
is a *cell*. A *finding* is a deviation, with all the cells that it affects; its *rank* is what a maintainer would call
it, such as a defect or a convention. The *wording* of a cell's comparison has a sign and a meaning
(:mod:`..libraries.words`). A *concept* is a metric that several libraries claim to compute.

The *sheet* has all results, arranged for the pages. A *note* describes a library (``library.note``: its name, version
and address of the documentation) or one of its metrics (``library.notes``). ``library.documented`` has the
sentences of its documentation, and ``library.groups`` the groups of axioms that apply to some of its metrics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ...evidence.cell import Cell, ClaimNote
from ...evidence.matrix import Matrix
from ...evidence.notation import with_float
from ...evidence.verdict import Outcome, Verdict
from ...evidence.words import counted, grouped
from ..document import Block, Code, Document, Heading, Inline, Link, List, Mono, Nested, Note, Span, Strong, Table, Text
from ..libraries.agreement import Concept, Disagreement
from ..libraries.causes import comparison_of
from ..libraries.data import LibraryReport
from ..libraries.findings import Finding, findings_of, scripts, sides_text
from ..libraries.sheet import OTHER_OUTCOMES, LibrariesSheet, LibrarySheet
from ..libraries.words import AGREEMENT, LISTED, RANKS, WHAT_THE_PAGE_IS, WHAT_THE_PAGE_IS_NOT, WORDINGS

TITLE = "What the ranking metrics of libraries do"
LEGEND_INTRODUCTION = (
    "The first numbers count findings, by what a maintainer would call them. The others count cells: one property of "
    "one metric. What the words, and the signs of the tables, mean:"
)
AGREEMENT_TITLE = "Agreement between libraries"
MAX_FINDINGS_PRINTED = 12
"""Findings that the summary lists; the pages have all of them."""


class Chapter(NamedTuple):
    """A part of the report that may have a page of its own."""

    name: str
    """The library, or "agreement"; the name of the file has it too."""
    blocks: tuple[Block, ...]


def document(sheet: LibrariesSheet, files: Sequence[str] = ()) -> Document:
    """The first page: all chapters, or links to them if each has a file of its own.

    ``files`` are the files of :func:`chapters`, in that order; empty if all chapters are on this page.
    """
    matrix = sheet.matrix
    interrupted: tuple[Span, ...] = (Strong(matrix.interrupted), " ") if matrix.interrupted else ()
    blocks: list[Block] = [
        Text("What this page is:"),
        List(WHAT_THE_PAGE_IS),
        Text("What it is not:"),
        List(WHAT_THE_PAGE_IS_NOT),
    ]
    blocks += [Heading("Libraries"), _libraries(sheet, files)]
    if files:
        blocks.append(Text("The name of a library leads to its page, the version to its documentation."))
    if files and sheet.concepts:
        agreement = Link(AGREEMENT_TITLE.lower(), files[-1])  # its chapter is the last
        blocks.append(Text(("What several of them claim to compute: ", agreement, ".")))
    ranks = tuple(("What is it to a maintainer?", "", rank, means) for rank, means in RANKS.items())  # without signs
    legend = tuple((line.question, Mono(line.sign), line.word, line.means) for line in sheet.legend)
    blocks += [Text(LEGEND_INTRODUCTION), Table(("question", "sign", "word", "what it means"), (*ranks, *legend))]
    if not files:
        blocks += [block for chapter in chapters(sheet) for block in chapter.blocks]
    title_and_run = f"{sheet.title}; profile {matrix.profile}, seed {matrix.seed}."
    return Document(TITLE, (*interrupted, title_and_run), tuple(blocks))


def chapters(sheet: LibrariesSheet) -> Iterator[Chapter]:
    """Yield the chapter of each library, and last that on agreement if there are concepts."""
    for library in sheet.libraries:
        yield Chapter(library.note.id, tuple(_library(library, sheet)))
    if sheet.concepts:
        yield Chapter("agreement", tuple(_agreement(sheet.concepts)))


def chapter_document(chapter: Chapter, index: str) -> Document:
    """A chapter on a page of its own, with links to the first page, the file ``index``."""
    table, words = Link("table of libraries", index), Link("words", f"{index}#libraries")
    summary = ("From the ", table, ", where the ", words, " are explained.")
    return Document(f"{TITLE}: {chapter.name}", summary, chapter.blocks)


def summary(matrix: Matrix) -> Document:
    """The document that ``check --library`` prints: numbers of cells by outcome for each metric, and first findings."""
    counts: list[tuple[Inline, ...]] = [(Mono(row.name), *map(str, _counts(matrix, row.name))) for row in matrix.rows]
    signs = [wording.sign for wording in WORDINGS.values()]
    findings = findings_of(matrix)
    listed = [finding for finding in findings if finding.rank in LISTED]  # all but conventions
    items: list[Inline] = [(Mono(finding.title), f": {finding.rank}") for finding in listed[:MAX_FINDINGS_PRINTED]]
    if len(listed) > MAX_FINDINGS_PRINTED:
        items.append(f"and {len(listed) - MAX_FINDINGS_PRINTED:,} more")
    return Document(
        TITLE,
        f"{counted(len(listed), 'finding')}, and {counted(len(findings) - len(listed), 'convention')}.",
        (
            Table(("metric", *signs, "rounding", "faults", "not contradicted"), tuple(counts)),
            Note("; ".join(f"{wording.sign}: {name}" for name, wording in WORDINGS.items()) + "."),
            List(tuple(contradiction.sentence for contradiction in matrix.contradictions)),
            List(tuple(items)),
        ),
    )


def _counts(matrix: Matrix, name: str) -> list[int]:
    """The numbers of a metric's cells: by wording of the comparison, rounding, faults, not contradicted."""
    cells = [cell for cell in matrix.cells if cell.metric == name and cell.outcome is not Outcome.NOT_APPLICABLE]
    wordings = [str(compared.wording) for cell in cells if (compared := comparison_of(cell))]
    faults = sum(cell.status.is_fault for cell in cells)
    rounding = sum(cell.status.key == Verdict.ROUNDING for cell in cells)
    not_contradicted = sum(cell.status.is_unrefuted for cell in cells)
    return [*map(wordings.count, WORDINGS), rounding, faults, not_contradicted]


def _linked(text: str, address: str) -> Span:
    """The text as a link, or alone if the address is empty."""
    return Link(text, address) if address else text


def _libraries(sheet: LibrariesSheet, files: Sequence[str]) -> Table:
    """The table of libraries: numbers of findings by rank, and of cells by kind."""
    rows: list[tuple[Inline, ...]] = []
    # the file of the chapter on agreement, if there is one, belongs to no library
    for library, file in zip(sheet.libraries, files or [""] * len(sheet.libraries), strict=False):
        name = _linked(library.note.distribution, file or library.note.docs)
        version = _linked(library.note.version, library.note.docs if file else "")
        ranks = (str(len(library.findings_of_rank(rank))) for rank in RANKS)
        counts = (f"{library.counts[kind]:,}" for kind in (*WORDINGS, *OTHER_OUTCOMES))
        rows.append((name, version, str(len(library.rows)), *ranks, *counts))
    return Table(("library", "version", "metrics", *RANKS, *WORDINGS, *OTHER_OUTCOMES.values()), tuple(rows))


def _library(library: LibrarySheet, sheet: LibrariesSheet) -> Iterator[Block]:
    """Yield the chapter of a library: signs, documentation, definitions, findings, and undecided cells."""
    yield Heading(library.title)
    yield Table(("metric", *library.groups), tuple(_signs(library)))
    if library.documented:
        yield Heading("What the documentation says", 3)
        yield Table(("documentation", "what was found"), tuple(_documented(library)))
    if library.definitions:
        yield Heading("The definitions that it is compared with", 3)
        rows = tuple((Mono(name), Mono(note.definition), library.ties_of(name)) for name, note in library.definitions)
        yield Table(("metric", "definition", "documented of ties"), rows)
    for rank in LISTED:
        if findings := library.findings_of_rank(rank):
            yield Heading(f"{rank.capitalize()}: {counted(len(findings), 'finding')}", 3)
            yield Text(RANKS[rank])
            for finding in findings:
                yield from issue(finding, sheet.report)
    yield from _cell_table("Rounding", library.rounding, sides_text)
    yield from _cell_table("Not decided", library.not_decided, lambda cell: cell.status.text)


def _signs(library: LibrarySheet) -> Iterator[tuple[Inline, ...]]:
    """Yield a table row for each metric of the library, with its signs by group of axioms."""
    for row in library.rows:
        signs = (Mono(library.signs_of_group(row, group)) for group in library.groups)
        page = library.notes[row.name].page
        yield Link(row.name, page) if page else Mono(row.name), *signs


def _documented(library: LibrarySheet) -> Iterator[tuple[Inline, ...]]:
    """Yield a table row for each sentence of the documentation: its results with the metrics, contradictions strong."""
    for sentence in library.documented:
        results: list[Span] = []
        for result, metrics in sentence.results:
            results += ["; "] if results else []
            results += [Strong(result) if result in sentence.contradicting else result, ": "]
            for k, name in enumerate(metrics):
                results += [", ", Mono(name)] if k > 0 else [Mono(name)]
        yield _linked(f'"{sentence.note.wording}"', sentence.note.page), tuple(results)


def _cell_table(title: str, cells: Sequence[Cell], result_of: Callable[[Cell], str]) -> Iterator[Block]:
    """Yield a table of cells, each with the text of ``result_of``, under a title; nothing without cells."""
    if cells:
        yield Heading(f"{title}: {counted(len(cells), 'cell')}", 3)
        rows = tuple((Mono(cell.metric), Mono(cell.title), result_of(cell)) for cell in cells)
        yield Table(("metric", "property", "what came"), rows)


def _agreement(concepts: Iterable[Concept]) -> Iterator[Block]:
    """Yield the chapter on agreement: the legend, then each metric that several libraries compute."""
    yield Heading(AGREEMENT_TITLE)
    yield Text("For each metric that several implementations claim to compute, with the same parameters:")
    rows = tuple((Mono(degree.sign), word, degree.meaning) for word, degree in AGREEMENT.items())
    yield Table(("sign", "word", "what it means"), rows)
    for concept in concepts:
        yield from _concept(concept)


def _concept(concept: Concept) -> Iterator[Block]:
    """Yield the agreement on one concept: a table of its implementations against each other, and where they differ."""
    yield Heading(concept.name, 3)
    numbers = {name: str(k) for k, name in enumerate(concept.rows, 1)}
    rows: list[tuple[Inline, ...]] = []
    for a in concept.rows:
        pairs_of_row = [concept.pair(a, b) for b in concept.rows]
        # a metric is not paired with itself
        signs = (AGREEMENT[pair.agreement].sign if pair is not None else "" for pair in pairs_of_row)
        rows.append((numbers[a], Mono(a), *map(Mono, signs)))
    yield Table(("", "implementation", *numbers.values()), tuple(rows))
    # below the table, the pairs with the same result in one line, as numbers of rows such as 1-3
    items: list[Inline] = []
    for result, pairs in grouped(concept.pairs, lambda pair: f"{pair.agreement}, {pair.reach}").items():
        items.append(f"{result}: {', '.join(f'{numbers[pair.a]}-{numbers[pair.b]}' for pair in pairs)}")
    yield List(tuple(items))
    for disagreement in concept.disagreements:
        yield from _disagreement(disagreement)


def _disagreement(disagreement: Disagreement) -> Iterator[Block]:
    """Yield an input on which implementations differ, with the answer of each and scripts that repeat it."""
    minimal = "no smaller input parts them" if disagreement.smallest else "the smallest found"
    yield Text(f"Where they part, n = {disagreement.n} ({minimal}):")
    answers: list[Inline] = [(Mono(answer.row), ": ", Mono(answer.answer)) for answer in disagreement.answers]
    if disagreement.definition:
        answers.append(("the exact definition: ", Mono(with_float(disagreement.definition))))
    yield List(tuple(answers))
    for answer in disagreement.answers:
        for script in scripts(answer.calls):
            yield Code(script, "python")


def issue(finding: Finding, report: LibraryReport, level: int = 4) -> Iterator[Block]:
    """Yield a finding in the form of an issue for the library's maintainers, under a heading of that level."""
    note = next(note for note in report.libraries if note.id == finding.library)
    # the axiom, with its formula; the clearest cell represents the finding
    head = next((column for column in report.columns if column.id == finding.clearest_cell.axiom), None)
    facts: list[Inline] = [
        (Strong("Versions"), f": {note.distribution} {note.version}"),
        (Strong("Expected"), ": ", Mono(finding.expected)),
        (Strong("Actual"), ": ", Mono(finding.actual)),
    ]
    if head is not None:
        facts.append((Strong("Property"), ": ", Mono(f"{finding.clearest_cell.title}: {head.formula}")))
    if witness := finding.clearest_cell.evidence.witness:
        minimal = "no smaller input does it" if witness.smallest else "the smallest found"
        facts.append((Strong("Smallest input"), f": n = {witness.n}, {minimal}"))
    facts += [(Strong("Documentation"), ": ", *sentence) for sentence in _documentation(finding, report)]
    yield Heading(finding.title, level)
    yield List(tuple(facts))
    for script in scripts(finding.calls):
        yield Code(script, "python")
    if len(finding.cells) > 1:
        touched = tuple((Mono(row), f": {', '.join(titles)}") for row, titles in finding.failing_properties.items())
        yield List((Nested("What else it touches:", touched),))


def _documentation(finding: Finding, report: LibraryReport) -> Iterator[tuple[Span, ...]]:
    """Yield the sentences of the documentation that the finding concerns, or else the definition."""
    # claims that the documentation makes, each once in its order
    claims: dict[ClaimNote, None] = dict.fromkeys(claim for cell in finding.cells for claim in cell.claims)
    row = report.notes[finding.clearest_cell.metric]
    for claim in claims:
        source = report.sources.get(claim.source)
        yield f'"{claim.wording}"', " ", _page(source.page if source is not None else "", claim.source)
    if not claims and row.definition:
        yield Mono(row.definition), " ", _page(row.page, "as we read it")


def _page(address: str, otherwise: str) -> Span:
    """A link to a page of the documentation, or without an address other words in brackets."""
    return Link("page", address) if address else f"({otherwise})"
