"""Libraries: what their metrics do, each library for itself, then the metrics that several have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ...evidence.cell import Cell
from ...evidence.decimals import with_float
from ...evidence.evidence import DEVIATIONS
from ...evidence.matrix import Matrix
from ...evidence.verdict import Outcome, Verdict
from ...evidence.words import counted, grouped
from ..document import Block, Code, Document, Heading, Inline, Link, List, Mono, Nested, Note, Span, Strong, Table, Text
from ..libraries.agreement import Concept, Disagreement
from ..libraries.findings import Finding, comparison_of, findings, scripts, sides_text
from ..libraries.sheet import OTHERS, LibrariesSheet, LibrarySheet
from ..libraries.words import AGREEMENT, IN_FULL, IS, IS_NOT, WORDINGS

TITLE = "What the ranking metrics of libraries do"
LEGEND = "Each number counts cells: one property of one metric. What the words, and the signs of the tables, mean:"
AGREE = "Agreement between libraries"
FINDINGS_PRINTED = 12
"""Deviations that a summary lists; the pages have all of them."""
Chapter = tuple[str, tuple[Block, ...]]


def document(sheet: LibrariesSheet, files: Sequence[str] = ()) -> Document:
    """Everything; or, where each chapter is in a file of its own, what leads to these ``files``."""
    matrix = sheet.matrix
    interrupted: tuple[Span, ...] = (Strong(matrix.interrupted), " ") if matrix.interrupted else ()
    blocks: list[Block] = [Text("What this page is:"), List(IS), Text("What it is not:"), List(IS_NOT)]
    blocks += [Heading("Libraries"), _libraries(sheet, files)]
    if files:
        blocks.append(Text("The name of a library leads to its page, the version to its documentation."))
    if files and sheet.concepts:
        agreement = Link(AGREE.lower(), files[-1])
        blocks.append(Text(("What several of them claim to compute: ", agreement, ".")))
    legend = tuple((asks, Mono(sign), name, means) for asks, sign, name, means, _ in sheet.legend)
    blocks += [Text(LEGEND), Table(("question", "sign", "word", "what it means"), legend)]
    if not files:
        blocks += [block for _, chapter in chapters(sheet) for block in chapter]
    run = f"{sheet.title}; profile {matrix.profile}, seed {matrix.seed}."
    return Document(TITLE, (*interrupted, run), tuple(blocks))


def chapters(sheet: LibrariesSheet) -> Iterator[Chapter]:
    """What there is to say of each library, and of how they agree, each with a name."""
    for library in sheet.libraries:
        yield library.note.id, tuple(_library(library, sheet))
    if sheet.concepts:
        yield "agreement", tuple(_agreement(sheet.concepts))


def chapter_document(chapter: Chapter, index: str) -> Document:
    """A chapter for itself, with links to the file that explains its words."""
    name, blocks = chapter
    table, words = Link("table of libraries", index), Link("words", f"{index}#libraries")
    return Document(f"{TITLE}: {name}", ("From the ", table, ", where the ", words, " are explained."), blocks)


def summary(matrix: Matrix) -> Document:
    """How many findings each implementation has, and the first of those that deviate."""
    counts: list[tuple[Inline, ...]] = [(Mono(row.name), *map(str, _counts(matrix, row.name))) for row in matrix.rows]
    signs = [wording.sign for wording in WORDINGS.values()]
    listed = findings(matrix.cells)
    deviations = [finding for finding in listed if finding.wording in DEVIATIONS]
    more = len(deviations) - FINDINGS_PRINTED
    items = [(Mono(finding.title), f": {finding.wording}") for finding in deviations[:FINDINGS_PRINTED]]
    return Document(
        TITLE,
        f"{counted(len(listed), 'finding')}: {len(deviations):,} deviate.",
        (
            Table(("metric", *signs, "rounding", "faults", "not contradicted"), tuple(counts)),
            Note("; ".join(f"{wording.sign}: {name}" for name, wording in WORDINGS.items()) + "."),
            List(tuple(contradiction.sentence for contradiction in matrix.contradictions)),
            List((*items, *([f"and {more:,} more"] if more > 0 else []))),
        ),
    )


def _counts(matrix: Matrix, name: str) -> list[int]:
    cells = [cell for cell in matrix.cells if cell.metric == name and cell.outcome is not Outcome.NOT_APPLICABLE]
    words = [str(compared.wording) for cell in cells if (compared := comparison_of(cell))]
    faults = sum(cell.status.is_fault for cell in cells)
    rounding = sum(cell.status.key == Verdict.ROUNDING for cell in cells)
    stands = sum(cell.status.is_unrefuted for cell in cells)
    return [*map(words.count, WORDINGS), rounding, faults, stands]


def _linked(text: str, address: str) -> Span:
    """A text that leads to an address, if it has one."""
    return Link(text, address) if address else text


def _libraries(sheet: LibrariesSheet, files: Sequence[str]) -> Table:
    rows: list[tuple[Inline, ...]] = []
    for library, file in zip(sheet.libraries, files or [""] * len(sheet.libraries), strict=False):
        name = _linked(library.note.distribution, file or library.note.docs)
        version = _linked(library.note.version, library.note.docs if file else "")
        counts = (f"{library.counts[kind]:,}" for kind in (*WORDINGS, *OTHERS))
        rows.append((name, version, str(len(library.rows)), *counts))
    return Table(("library", "version", "metrics", *WORDINGS, *OTHERS.values()), tuple(rows))


def _library(library: LibrarySheet, sheet: LibrariesSheet) -> Iterator[Block]:
    yield Heading(library.title)
    yield Table(("metric", *library.groups), tuple(_signs(library)))
    if library.documented:
        yield Heading("What the documentation says", 3)
        yield Table(("documentation", "what was found"), tuple(_documented(library)))
    if library.definitions:
        yield Heading("The definitions that it is compared with", 3)
        rows = tuple((Mono(name), Mono(note.definition), library.ties_of(name)) for name, note in library.definitions)
        yield Table(("metric", "definition", "documented of ties"), rows)
    for wording, means in WORDINGS.items():
        if of_wording := library.of_wording(wording):
            many = f"{counted(library.counts[wording], 'cell')} in {counted(len(of_wording), 'finding')}"
            yield Heading(f"{wording.capitalize()}: {many}", 3)
            if wording in IN_FULL:
                yield Text(means.means)
                for finding in of_wording:
                    yield from _finding(finding, library, sheet)
            else:
                where = ("Each input, with its snippet, is on the site (", Mono("axiomatrix report --html DIR"), ").")
                yield Text((f"{means.means} ", *where))
                yield _in_brief(of_wording)
    yield from _listed("Rounding", library.rounding, sides_text)
    yield from _listed("Not decided", library.not_decided, lambda cell: cell.status.text)


def _signs(library: LibrarySheet) -> Iterator[tuple[Inline, ...]]:
    for row in library.rows:
        signs = (Mono(library.of_group(row, group)) for group in library.groups)
        page = library.notes[row.name].page
        yield Link(row.name, page) if page else Mono(row.name), *signs


def _documented(library: LibrarySheet) -> Iterator[tuple[Inline, ...]]:
    """The sentences of the documentation, each with what became of it; what contradicts it is emphasised."""
    for one in library.documented:
        results: list[Span] = []
        for what, of in one.results:
            results += ["; " * bool(results), Strong(what) if what in one.contradicting else what, ": "]
            results += [part for k, name in enumerate(of) for part in (", " * (k > 0), Mono(name))]
        yield _linked(f'"{one.note.wording}"', one.note.page), tuple(results)


def _finding(finding: Finding, library: LibrarySheet, sheet: LibrariesSheet) -> Iterator[Block]:
    yield Heading(finding.title, 4)
    if len(finding.rows) > 1:
        yield Text(("Of ", *(part for k, row in enumerate(finding.rows) for part in (", " * (k > 0), Mono(row))), "."))
    for claim in dict.fromkeys(claim for cell in finding.cells for claim in cell.claims):
        source = sheet.report.sources.get(claim.source)
        where = _linked("documentation", source.page) if source else claim.source
        yield Note((f"{claim.wording} (", where, ")"))
    yield List(tuple(_statement(cell, library) for cell in finding.statements))
    yield Text(finding.definition)
    compared = [cell.evidence.comparison for cell in finding.statements]
    for script in scripts(dict.fromkeys(call for one in compared if one is not None for call in one.calls)):
        yield Code(script, "python")
    if len(finding.rows) > 1:
        yield Text(("This is ", Mono(finding.rows[0]), "; the same for each of the others is on the site."))


def _statement(cell: Cell, library: LibrarySheet) -> Nested:
    head = library.heads.get(cell.axiom)
    expected = Mono(head.formula if head is not None else "")
    return Nested((Mono(cell.title), ": ", expected), (("came: ", Mono(sides_text(cell))),))


def _in_brief(some: Iterable[Finding]) -> Table:
    rows: dict[str, list[str]] = {}
    for finding in some:
        for cell in finding.cells:
            rows.setdefault(cell.metric, []).append(f"{cell.title} ({cell.evidence.settled_at})")
    table = tuple((Mono(row), ", ".join(titles)) for row, titles in rows.items())
    return Table(("metric", "properties that fail, with the size of the input"), table)


def _listed(title: str, cells: Sequence[Cell], words_of: Callable[[Cell], str]) -> Iterator[Block]:
    if cells:
        yield Heading(f"{title}: {counted(len(cells), 'cell')}", 3)
        rows = tuple((Mono(cell.metric), Mono(cell.title), words_of(cell)) for cell in cells)
        yield Table(("metric", "property", "what came"), rows)


def _agreement(concepts: Iterable[Concept]) -> Iterator[Block]:
    yield Heading(AGREE)
    yield Text("For each metric that several implementations claim to compute, with the same parameters:")
    rows = tuple((Mono(sign), word, means) for word, (sign, means, _) in AGREEMENT.items())
    yield Table(("sign", "word", "what it means"), rows)
    for concept in concepts:
        yield from _concept(concept)


def _concept(concept: Concept) -> Iterator[Block]:
    yield Heading(concept.name, 3)
    number = {name: str(k) for k, name in enumerate(concept.rows, 1)}
    signs = {(a, b): AGREEMENT[pair.standing][0] for a in number for b in number if (pair := concept.pair(a, b))}
    rows: list[tuple[Inline, ...]] = []
    for a in number:
        rows.append((number[a], Mono(a), *(Mono(signs.get((a, b), "")) for b in number)))
    yield Table(("", "implementation", *number.values()), tuple(rows))
    reaches = grouped(concept.pairs, lambda pair: f"{pair.standing}, {pair.reach}")
    listed = {words: [f"{number[p.a]}-{number[p.b]}" for p in pairs] for words, pairs in reaches.items()}
    yield List(tuple(f"{words}: {', '.join(pairs)}" for words, pairs in listed.items()))  # by numbers in the table
    for parting in concept.partings:
        yield from _parting(parting)


def _parting(parting: Disagreement) -> Iterator[Block]:
    minimal = "no smaller input parts them" if parting.smallest else "the smallest found"
    yield Text(f"Where they part, n = {parting.n} ({minimal}):")
    answers: list[Inline] = [(Mono(one.row), ": ", Mono(one.answer)) for one in parting.answers]
    if parting.definition:
        answers.append(("the exact definition: ", Mono(with_float(parting.definition))))
    yield List(tuple(answers))
    for one in parting.answers:
        for script in scripts(one.calls):
            yield Code(script, "python")
