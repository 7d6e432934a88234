"""Reports: one matrix as JSON, as Markdown, as a site, and a page for each witness."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from ..catalogue import load_catalogue
from ..evidence import witness as witnesses
from ..evidence.account.account import Account
from ..evidence.account.making import account, accounts
from ..evidence.cell import Cell
from ..evidence.files import indented, write, write_all
from ..evidence.formats import uncollected
from ..evidence.matrix import Matrix
from ..model.registry import Registry
from ..studies.ledger.building import built, is_complete
from ..studies.ledger.check import Result
from . import json_reports, site
from .document import Document, Link, List, Text
from .render.markdown import begins_with, file_of, is_too_large, remove_old, render
from .subjects import claims
from .subjects import witness as shown_witness
from .subjects.matrix import Section, chapter_document, chapters, document

__all__ = ["save", "save_witnesses"]

MARKER = f"<!-- {witnesses.FORMAT} -->"
"""First line of a witness page, by which it is known again when it has become stale."""
ALL_RESULTS = Text(Link("All results", "../compliance.md"))
COMPLIANCE_REPORT = "compliance"
"""The stem of the names of the matrix's files in Markdown."""
INDEX = f"{COMPLIANCE_REPORT}.md"
COMPLIANCE_MARKER = "<!-- axiomatrix-compliance-1 -->"
"""The first line of the pages beside the index, by which those of an earlier run are known."""
REACHES = "Each cell with its reach"
SITE = "site"
"""The folder of the site, in that of the reports."""
PATIENCE = 0.8
"""Seconds after which no further file of an interrupted run is begun."""
ALWAYS = 100
"""How many of its files are written however long it takes."""


@uncollected()
def save(
    matrix: Matrix,
    directory: Path,
    registry: Registry | None = None,
    ledger_results: Mapping[str, Sequence[Result]] | None = None,
) -> list[Path]:
    """Write every report of the matrix into the directory; the files written, in a fixed order.

    ``compliance.json`` and ``.md``, the ledger ``claims.json`` and ``.md`` if the matrix has everything that the
    catalogue claims, for each witness ``witnesses/<slug>.json`` and ``.md``, and the site of all this in ``site/``. The
    same matrix gives the same bytes everywhere. Each file appears whole or not at all. Pages and witness
    files of an earlier run that this one does not have are removed; nothing else in the directory is touched.
    ``ledger_results`` are what checks of the ledger found already.

    Of an interrupted run, whose user waits for the end, the files are written one after the other as they are made,
    what matters most first: ``compliance.json``, ``.md``, the witnesses, the site. If there are many, those that are
    not begun within a second are left to the running check. No ledger is written, and witness files of earlier runs
    stay.
    """
    shown = accounts(matrix, registry)
    matrix = replace(matrix)
    matrix.accounts.update(shown)
    folder = directory / "witnesses"
    folder.mkdir(parents=True, exist_ok=True)
    if not matrix.complete:
        return _save_at_once(matrix, directory, registry)
    files, ledger, known = dict(_files(matrix, registry)), None, registry if registry is not None else load_catalogue()
    if is_complete(matrix, known):
        ledger = built(matrix, known, shown=matrix.accounts, results=ledger_results)
        files |= {"claims.json": json_reports.dump_ledger(ledger), "claims.md": render(claims.document(ledger))}
    remove_old(COMPLIANCE_REPORT, COMPLIANCE_MARKER, directory, files)
    for path in sorted(folder.iterdir()):
        if f"witnesses/{path.name}" not in files and _is_ours(path):
            path.unlink()
    written = write_all(files, directory)
    made_on = site.day_of(directory / "compliance.json")
    return [
        *written,
        *site.write_site(site.Inputs(matrix, registry, claimed=ledger, made_on=made_on), directory / SITE),
    ]


def _save_at_once(matrix: Matrix, directory: Path, registry: Registry | None) -> list[Path]:
    begun = time.monotonic()
    written: list[Path] = []
    for name, text in _files(matrix, registry):
        if len(written) >= ALWAYS and time.monotonic() - begun > PATIENCE:
            return written
        write(directory / name, text)
        written.append(directory / name)
    made_on = site.day_of(directory / "compliance.json")
    return [*written, *site.write_site(site.Inputs(matrix, registry, made_on=made_on), directory / SITE)]


def _files(matrix: Matrix, registry: Registry | None) -> Iterator[tuple[str, str]]:
    """The files of the matrix alone, what matters most first; each is made when it is asked for."""
    yield "compliance.json", json_reports.dump_matrix(matrix)
    yield from compliance_pages(matrix, registry).items()
    for cell in matrix.cells:
        yield from ((f"witnesses/{name}", text) for name, text in of_witness(cell, matrix, registry).items())


def of_witness(cell: Cell, matrix: Matrix, registry: Registry | None = None) -> dict[str, str]:
    """The two files of the witness in a cell, if there is one."""
    witness, shown = cell.evidence.witness, account(cell, matrix, registry)
    if witness is None or shown is None:
        return {}
    return {
        f"{witness.slug}.json": indented(witnesses.to_json(witness)),
        f"{witness.slug}.md": witness_page(shown),
    }


def witness_page(shown: Account) -> str:
    """The account of a witness as a page beside its file."""
    page = shown_witness.document(shown)
    return f"{MARKER}\n\n{render(Document(page.title, page.summary, (*page.blocks, ALL_RESULTS)))}"


def save_witnesses(matrix: Matrix, directory: Path, registry: Registry | None = None) -> None:
    """Write the two files of each witness into ``directory/witnesses``, and nothing else."""
    (directory / "witnesses").mkdir(parents=True, exist_ok=True)  # also where there is none
    for cell in matrix.cells:
        write_all(of_witness(cell, matrix, registry), directory / "witnesses")


def _is_ours(path: Path) -> bool:
    """Return whether the file is of a witness of ours: its page, or by its content and its name."""
    if path.suffix == ".md":
        return begins_with(path, MARKER)
    if path.suffix == ".json" and path.is_file() and not path.is_symlink():
        try:
            return witnesses.read(path).slug == path.stem
        except (witnesses.BadWitness, TypeError, AttributeError):
            return False
    return False


def compliance_pages(matrix: Matrix, registry: Registry | None = None) -> dict[str, str]:
    """The pages of the matrix in Markdown, by the names of their files.

    A matrix that fits one page has one. Of a larger matrix ``compliance.md`` has the signs, the broken claims and the
    legend, and leads to a page for each chapter or, of a large chapter, for each of its sections.
    """
    pages_by_name = compliance_documents(matrix, registry)
    return {
        file: ("" if file == INDEX else f"{COMPLIANCE_MARKER}\n") + render(page) for file, page in pages_by_name.items()
    }


def compliance_documents(matrix: Matrix, registry: Registry | None = None) -> dict[str, Document]:
    """The documents of all pages by the names of their files."""
    filled = [
        (title, kept)
        for title, sections in chapters(matrix, registry)
        if (kept := [section for section in sections if section.blocks])
    ]
    whole = document(matrix, [section for _, sections in filled for section in sections], registry)
    if not is_too_large([render(whole)]):
        return {INDEX: whole}
    titles: dict[str, str] = {}
    by_name: dict[str, Document] = {}
    for title, sections in filled:
        chapter = chapter_document(title, sections, INDEX)
        parts = {title: chapter} if not is_too_large([render(chapter)]) else _one_each(sections)
        for name, page in parts.items():
            file = file_of(COMPLIANCE_REPORT, name, by_name)
            by_name[file], titles[file] = page, name
    links = List(tuple(Link(title, file) for file, title in titles.items()))
    return {INDEX: document(matrix, [Section(REACHES, (links,))], registry)} | by_name


def _one_each(sections: list[Section]) -> dict[str, Document]:
    return {section.title: chapter_document(section.title, [section], INDEX) for section in sections}
