"""Write the reports of a matrix into a directory, for ``axiomatrix check`` and ``Matrix.save``.

They are the matrix and the ledger of claims as JSON and Markdown, a file and a page for each witness, and the site. A
*witness* is the instance that decides a cell of the matrix. Its *account* is the same in words, and its *slug* the name
of its files.
"""

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
from ..evidence.files import indented_json, write, write_all
from ..evidence.formats import gc_paused
from ..evidence.matrix import Matrix
from ..model.registry import Registry
from ..studies.ledger.building import build_ledger, is_complete
from ..studies.ledger.check import Result
from . import json_reports, site
from .document import Document, Link, List, Text
from .render.markdown import begins_with, is_too_large, page_file, remove_old, render
from .subjects import claims
from .subjects import witness as shown_witness
from .subjects.matrix import Section, chapter_document, chapters, document

__all__ = ["save", "save_witnesses"]

WITNESS_MARKER = f"<!-- {witnesses.FORMAT} -->"
"""First line of a witness page; a later run removes stale pages that begin with it."""
ALL_RESULTS = Text(Link("All results", "../compliance.md"))
"""The last line of a witness page."""
COMPLIANCE_REPORT = "compliance"
"""The stem of the names of the matrix's files in Markdown."""
INDEX = f"{COMPLIANCE_REPORT}.md"
COMPLIANCE_MARKER = "<!-- axiomatrix-compliance-1 -->"
"""First line of every page but the index; a later run removes stale pages that begin with it."""
REACH_TITLE = "Each cell with its reach"
"""The heading over the links from the index to the other pages."""
SITE_FOLDER = "site"
"""The folder of the site inside the directory of the reports."""
MAX_SECONDS_INTERRUPTED = 0.8
"""After this time no further file of an interrupted run is begun: its user waits."""
MIN_FILES_INTERRUPTED = 100
"""This many files of an interrupted run are written however long it takes."""


@gc_paused()
def save(
    matrix: Matrix,
    directory: Path,
    registry: Registry | None = None,
    ledger_results: Mapping[str, Sequence[Result]] | None = None,
) -> list[Path]:
    """Write every report of the matrix into the directory, and return the files in a fixed order.

    The files are ``compliance.json`` and ``.md``, the ledger ``claims.json`` and ``.md`` if the matrix has everything
    that the catalogue claims, ``witnesses/<slug>.json`` and ``.md`` for each witness, and the site in ``site/``. Equal
    matrices give equal bytes everywhere. Each file appears whole or not at all. Pages and witness files of an earlier
    run that this one does not have are removed; nothing else in the directory is touched.
    ``ledger_results`` are results of the ledger's own checks, if the caller has them already.

    The files of an interrupted run are written one after the other, the most important first: ``compliance.json``,
    ``.md``, the witnesses, the site. If there are many, files not begun within a second are left out, because the user
    is waiting. No ledger is written, and witness files of earlier runs stay.
    """
    witness_accounts = accounts(matrix, registry)  # made once, since several reports need them
    matrix = replace(matrix)  # a copy, so that the caller's matrix does not keep the accounts
    matrix.accounts.update(witness_accounts)
    folder = directory / "witnesses"
    folder.mkdir(parents=True, exist_ok=True)
    if not matrix.complete:
        return _save_interrupted(matrix, directory, registry)
    catalogue = registry if registry is not None else load_catalogue()
    files = dict(_files(matrix, registry))
    ledger = None
    if is_complete(matrix, catalogue):
        ledger = build_ledger(matrix, catalogue, accounts=matrix.accounts, results=ledger_results)
        files |= {"claims.json": json_reports.dump_ledger(ledger), "claims.md": render(claims.document(ledger))}
    remove_old(COMPLIANCE_REPORT, COMPLIANCE_MARKER, directory, files)
    for path in sorted(folder.iterdir()):
        if f"witnesses/{path.name}" not in files and _is_witness_file(path):
            path.unlink()
    written = write_all(files, directory)
    made_on = site.day_of(directory / "compliance.json")
    inputs = site.Inputs(matrix, registry, ledger=ledger, made_on=made_on)
    return [*written, *site.write_site(inputs, directory / SITE_FOLDER)]


def _save_interrupted(matrix: Matrix, directory: Path, registry: Registry | None) -> list[Path]:
    """Write the files of an interrupted run as far as there is time, and return them."""
    start = time.monotonic()
    written: list[Path] = []
    for name, text in _files(matrix, registry):
        if len(written) >= MIN_FILES_INTERRUPTED and time.monotonic() - start > MAX_SECONDS_INTERRUPTED:
            return written
        write(directory / name, text)
        written.append(directory / name)
    made_on = site.day_of(directory / "compliance.json")
    return [*written, *site.write_site(site.Inputs(matrix, registry, made_on=made_on), directory / SITE_FOLDER)]


def _files(matrix: Matrix, registry: Registry | None) -> Iterator[tuple[str, str]]:
    """Yield name and content of the matrix's files, what matters most first; each is rendered when its turn comes."""
    yield "compliance.json", json_reports.dump_matrix(matrix)
    yield from compliance_pages(matrix, registry).items()
    for cell in matrix.cells:
        for name, text in witness_files(cell, matrix, registry).items():
            yield f"witnesses/{name}", text


def witness_files(cell: Cell, matrix: Matrix, registry: Registry | None = None) -> dict[str, str]:
    """The JSON file and the page of a cell's witness, by name; empty if the cell has none."""
    witness, witness_account = cell.evidence.witness, account(cell, matrix, registry)
    if witness is None or witness_account is None:
        return {}
    return {
        f"{witness.slug}.json": indented_json(witnesses.to_json(witness)),
        f"{witness.slug}.md": witness_page(witness_account),
    }


def witness_page(witness_account: Account) -> str:
    """The Markdown page of a witness, stored with its JSON file."""
    page = shown_witness.document(witness_account)
    return f"{WITNESS_MARKER}\n\n{render(Document(page.title, page.summary, (*page.blocks, ALL_RESULTS)))}"


def save_witnesses(matrix: Matrix, directory: Path, registry: Registry | None = None) -> None:
    """Write the two files of each witness into ``directory/witnesses``, and nothing else."""
    (directory / "witnesses").mkdir(parents=True, exist_ok=True)  # the folder is expected even if it stays empty
    for cell in matrix.cells:
        write_all(witness_files(cell, matrix, registry), directory / "witnesses")


def _is_witness_file(path: Path) -> bool:
    """Return whether an earlier run wrote the file: a page with the marker, or a witness named by its slug."""
    if path.suffix == ".md":
        return begins_with(path, WITNESS_MARKER)
    if path.suffix == ".json" and path.is_file() and not path.is_symlink():
        try:
            return witnesses.read(path).slug == path.stem
        except (witnesses.BadWitness, TypeError, AttributeError):
            return False
    return False


def compliance_pages(matrix: Matrix, registry: Registry | None = None) -> dict[str, str]:
    """The pages of the matrix in Markdown, by the names of their files.

    A matrix that fits on one page gets one. For a larger matrix ``compliance.md`` has the signs, the broken claims and
    the legend, and links to a page for each chapter. A large chapter is split into a page for each section.
    """
    pages = {}
    for file, page in compliance_documents(matrix, registry).items():
        marker = "" if file == INDEX else f"{COMPLIANCE_MARKER}\n"  # the index is replaced by every run
        pages[file] = marker + render(page)
    return pages


def compliance_documents(matrix: Matrix, registry: Registry | None = None) -> dict[str, Document]:
    """The documents of the pages of :func:`compliance_pages`, by the names of their files."""
    filled_chapters: list[tuple[str, list[Section]]] = []
    for title, sections in chapters(matrix, registry):
        if filled := [section for section in sections if section.blocks]:
            filled_chapters.append((title, filled))
    whole = document(matrix, [section for _, sections in filled_chapters for section in sections], registry)
    if not is_too_large([render(whole)]):
        return {INDEX: whole}
    links: list[Link] = []
    pages: dict[str, Document] = {}
    for title, sections in filled_chapters:
        chapter = chapter_document(title, sections, INDEX)
        documents = {title: chapter}
        if is_too_large([render(chapter)]):
            documents = {section.title: chapter_document(section.title, [section], INDEX) for section in sections}
        for page_title, page in documents.items():
            file = page_file(COMPLIANCE_REPORT, page_title, pages)  # a name that no other page has
            pages[file] = page
            links.append(Link(page_title, file))
    return {INDEX: document(matrix, [Section(REACH_TITLE, (List(tuple(links)),))], registry)} | pages
