"""The report on libraries as Markdown and as files: a table, each library, then the metrics that several have.

What fits one page is one; of more, ``libraries.md`` has the table and what the words mean, and leads to a page for each
library and to the metrics that several have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from ...evidence.cell import Cell
from ...evidence.decimals import with_float
from ...evidence.files import write_all
from ...evidence.matrix import Matrix
from ...evidence.safe import code, fenced, prose
from ...evidence.words import counted, grouped
from ...model.registry import Registry
from .. import site
from ..paging import file_of, is_too_large, joined, remove_old
from ..tables import github
from .agreement import Concept, Disagreement
from .data import LibraryReport, dumps, library_report
from .findings import Finding, scripts, sides_text
from .sheet import OTHERS, LibrariesSheet, LibrarySheet
from .words import AGREEMENT, IN_FULL, IS, IS_NOT, WORDINGS, Wording

TITLE = "What the ranking metrics of libraries do"
LEGEND = "Each number counts cells: one property of one metric. What the words, and the signs of the tables, mean:"
REPORT = "libraries"
"""What its files are called."""
INDEX = f"{REPORT}.md"
MARKER = "<!-- axiomatrix-libraries-1 -->"
"""The first line of the pages beside the index, by which those of an earlier run are known."""
AGREE = "Agreement between libraries"
SITE = "libraries"
"""The folder of the site, in that of the reports."""


def pages(report: LibraryReport) -> dict[str, str]:
    """All pages by the names of their files."""
    sheet = LibrariesSheet(report)
    chapters = [(library.note.id, _library(library, sheet)) for library in sheet.libraries]
    chapters += [("agreement", _agreement(sheet.concepts))] if sheet.concepts else []
    whole = [*_head(sheet), *(line for _, lines in chapters for line in lines)]
    if not is_too_large(whole):
        return {INDEX: joined(whole)}
    back = f"From the [table of libraries]({INDEX}), where the [words]({INDEX}#libraries) are explained."
    files: list[str] = []
    for name, _ in chapters:
        files.append(file_of(REPORT, name, files))
    index = {INDEX: joined(_head(sheet, files))}
    return index | {
        file: joined([MARKER, f"# {TITLE}: {prose(name)}", "", back, "", *lines])
        for file, (name, lines) in zip(files, chapters, strict=True)
    }


def _head(sheet: LibrariesSheet, files: Sequence[str] = ()) -> list[str]:
    """What comes before the libraries; ``files`` are theirs, and that of the agreement, if they have pages."""
    matrix = sheet.matrix
    lines = [f"# {TITLE}", ""]
    lines += [f"**{prose(matrix.interrupted)}**", ""] if matrix.interrupted else []
    lines += [f"{prose(sheet.title)}; profile {prose(matrix.profile)}, seed {matrix.seed}.", ""]
    lines += ["What this page is:", "", *(f"- {prose(line)}" for line in IS), ""]
    lines += ["What it is not:", "", *(f"- {prose(line)}" for line in IS_NOT), ""]
    legend = [[prose(asks), code(sign), prose(name), prose(means)] for asks, sign, name, means, _ in sheet.legend]
    lines += ["## Libraries", "", _summary(sheet, files), ""]
    if files:
        lines += ["The name of a library leads to its page, the version to its documentation.", ""]
    if files and sheet.concepts:
        lines += [f"What several of them claim to compute: [{AGREE.lower()}]({files[-1]}).", ""]
    return [*lines, LEGEND, "", github(["question", "sign", "word", "what it means"], legend), ""]


def link(text: str, address: str) -> str:
    """Markdown of a text that leads to an address, which a report has checked to be one."""
    return f"[{text}]({address.replace('(', '%28').replace(')', '%29')})" if address else text


def _summary(sheet: LibrariesSheet, files: Sequence[str]) -> str:
    heads = ["library", "version", "metrics", *WORDINGS, *OTHERS.values()]
    rows = [
        [
            link(prose(library.note.distribution), file or library.note.docs),
            link(prose(library.note.version), library.note.docs if file else ""),
            str(len(library.rows)),
            *(f"{library.counts[kind]:,}" for kind in (*WORDINGS, *OTHERS)),
        ]
        for library, file in zip(sheet.libraries, files or [""] * len(sheet.libraries), strict=False)
    ]
    return github(heads, rows)


def _library(library: LibrarySheet, sheet: LibrariesSheet) -> list[str]:
    lines = [f"## {prose(library.title)}", ""]
    lines += [_matrix(library), ""]
    if library.documented:
        rows = []
        for one in library.documented:
            shown = {
                what: f"**{prose(what)}**" if what in one.contradicting else prose(what) for what, _ in one.results
            }
            results = [f"{shown[what]}: {', '.join(map(code, of))}" for what, of in one.results]
            rows.append([link(prose(f'"{one.note.wording}"'), one.note.page), "<br>".join(results)])
        lines += ["### What the documentation says", "", github(["documentation", "what was found"], rows), ""]
    if library.definitions:
        rows = [[code(name), code(note.definition), prose(library.ties_of(name))] for name, note in library.definitions]
        heads = ["metric", "definition", "documented of ties"]
        lines += ["### The definitions that it is compared with", "", github(heads, rows), ""]
    for wording, means in WORDINGS.items():
        if findings := library.of_wording(wording):
            many = f"{counted(library.counts[wording], 'cell')} in {counted(len(findings), 'finding')}"
            lines += [f"### {prose(wording.capitalize())}: {many}", ""]
            if wording in IN_FULL:
                lines += [prose(means.means), "", *(part for one in findings for part in _finding(one, library, sheet))]
            else:
                lines += _in_brief(findings, means)
    lines += _listed("Rounding", library.rounding, sides_text)
    lines += _listed("Not decided", library.not_decided, lambda cell: cell.status.text)
    return lines


def _matrix(library: LibrarySheet) -> str:
    rows = [
        [
            link(code(row.name), library.notes[row.name].page),
            *(code(signs) if (signs := library.of_group(row, group)) else "" for group in library.groups),
        ]
        for row in library.rows
    ]
    return github(["metric", *map(prose, library.groups)], rows)


def _finding(finding: Finding, library: LibrarySheet, sheet: LibrariesSheet) -> list[str]:
    lines = [f"#### {prose(finding.title)}", ""]
    lines += [f"Of {', '.join(map(code, finding.rows))}.", ""] if len(finding.rows) > 1 else []
    for claim in dict.fromkeys(claim for cell in finding.cells for claim in cell.claims):
        source = sheet.report.sources.get(claim.source)
        where = link("documentation", source.page) if source else prose(claim.source)
        lines += [f"> {prose(claim.wording)} ({where})", ""]
    for cell in finding.statements:
        head = library.heads.get(cell.axiom)
        expected = code(head.formula) if head is not None else ""
        lines += [f"- {code(cell.title)}: {expected}", f"  - came: {code(sides_text(cell))}"]
    lines += ["", prose(finding.definition), ""]
    compared = [cell.evidence.comparison for cell in finding.statements]
    shown = dict.fromkeys(call for one in compared if one is not None for call in one.calls)
    for script in scripts(shown):
        lines += [fenced(script, "python"), ""]
    if len(finding.rows) > 1:
        lines += [f"This is {code(finding.rows[0])}; the same for each of the others is on the site.", ""]
    return lines


def _in_brief(findings: Iterable[Finding], wording: Wording) -> list[str]:
    rows: dict[str, list[str]] = {}
    for finding in findings:
        for cell in finding.cells:
            rows.setdefault(cell.metric, []).append(f"{prose(cell.title)} ({cell.evidence.settled_at})")
    table = [[code(row), ", ".join(titles)] for row, titles in rows.items()]
    where = "Each input, with its snippet, is on the site (`axiomatrix report --html DIR`)."
    heads = ["metric", "properties that fail, with the size of the input"]
    return [f"{prose(wording.means)} {where}", "", github(heads, table), ""]


def _listed(title: str, cells: Sequence[Cell], words_of: Callable[[Cell], str]) -> list[str]:
    if not cells:
        return []
    rows = [[code(cell.metric), code(cell.title), prose(words_of(cell))] for cell in cells]
    return [f"### {title}: {counted(len(cells), 'cell')}", "", github(["metric", "property", "what came"], rows), ""]


def _agreement(concepts: Iterable[Concept]) -> list[str]:
    rows = [[code(sign), word, prose(means)] for word, (sign, means, _) in AGREEMENT.items()]
    intro = "For each metric that several implementations claim to compute, with the same parameters:"
    lines = [f"## {AGREE}", "", intro, "", github(["sign", "word", "what it means"], rows), ""]
    return [*lines, *(line for concept in concepts for line in _concept(concept))]


def _concept(concept: Concept) -> list[str]:
    lines = [f"### {prose(concept.name)}", ""]
    number = {name: str(k) for k, name in enumerate(concept.rows, 1)}
    signs = {(a, b): code(AGREEMENT[pair.standing][0]) for a in number for b in number if (pair := concept.pair(a, b))}
    rows = [[number[a], code(a), *(signs.get((a, b), "") for b in number)] for a in number]
    lines += [github(["", "implementation", *number.values()], rows), ""]
    reaches = grouped(concept.pairs, lambda pair: f"{pair.standing}, {pair.reach}")
    for words, pairs in reaches.items():  # each pair by its numbers in the table
        lines.append(f"- {prose(words)}: {', '.join(f'{number[pair.a]}-{number[pair.b]}' for pair in pairs)}")
    lines += [""] if concept.pairs else []
    for parting in concept.partings:
        lines += _parting(parting)
    return lines


def _parting(parting: Disagreement) -> list[str]:
    minimal = "no smaller input parts them" if parting.smallest else "the smallest found"
    lines = [f"Where they part, n = {parting.n} ({minimal}):", ""]
    lines += [f"- {code(one.row)}: {code(one.answer)}" for one in parting.answers]
    lines += [f"- the exact definition: {code(with_float(parting.definition))}"] if parting.definition else []
    lines.append("")
    for one in parting.answers:
        for script in scripts(one.calls):
            lines += [fenced(script, "python"), ""]
    return lines


def save(matrix: Matrix, registry: Registry, directory: Path) -> list[Path]:
    """Write ``libraries.json``, ``.md`` and a site of the libraries' rows of a matrix; the files written.

    ``registry`` is the one that the matrix was checked with (``adapters.load``). Each file appears whole or not at all;
    the same matrix and the same versions give the same bytes.
    """
    report = library_report(matrix, registry)
    texts = pages(report)
    remove_old(REPORT, MARKER, directory, texts)
    own = write_all({"libraries.json": dumps(report), **texts}, directory)
    return [*own, *site.write_site(site.of_libraries(report), directory / SITE)]
