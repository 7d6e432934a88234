"""Write the HTML site of a report: static pages that can be read offline and load nothing from other hosts.

Every page is a file with a strict content security policy. Scripts add filters and relations, and fill in data that is
too large for the pages: witnesses, the cases of each verdict, the verdicts on libraries. These are stored in
separate files, the *blocks*.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

from ...catalogue.practice import PRACTICE
from ...evidence.files import write_all
from .. import dataset
from . import blocks, cells_block, discoveries, links, matrix_table, playground, witnesses_block
from .badges import BADGE_START
from .blocks import DATA_START, data_script
from .inputs import Inputs, day_of, library_inputs, read
from .shells import PAGES, PLAYGROUND, WITNESS, Files, render_page
from .static_pages import exploration_pages, pages, topic_pages

__all__ = ["Inputs", "day_of", "library_inputs", "page_files", "read", "write_site"]

BLOCKS: dict[str, Callable[[Inputs], Any]] = {
    "cells": cells_block.block,
    "formulas": blocks.formulas_block,
    "library-witnesses": witnesses_block.library_block,
    "playground": playground.block,
    "relations": blocks.relations_block,
    "texts": cells_block.texts,
    "witnesses": witnesses_block.block,
}
"""The function that makes each block of data for the scripts, by the block's name."""
TABLE_FILE = "matrix.csv"
"""The table of all cells, as open data."""
FOLDERS = ("badges", "data", "static")
"""The folders of the site."""
PAGE_MARKER = '<html lang="en" data-blocks="'
"""Marker near the beginning of each page, which tells our pages from others of the same name."""


def write_site(inputs: Inputs, directory: Path) -> list[Path]:
    """Write the site into the directory and return the files.

    Pages and data of an earlier site that this one does not have are removed; nothing else in the directory is touched.
    Raises :class:`BadReport`, with the reason, for an invalid report. Raises ``FileExistsError`` and writes no page if
    a file of another origin has the name of one of the site's.
    """
    _make_folders(directory, inputs)
    files = _files(inputs)
    written_before = (path for pattern in ("*.html", "data/*.js", "badges/*.svg") for path in directory.glob(pattern))
    for path in sorted(written_before):
        if path.relative_to(directory).as_posix() not in files and _is_ours(path):
            path.unlink()
    return write_all(files, directory)


def page_files(inputs: Inputs) -> set[str]:
    """Return the file names of all pages of the site, without rendering them; :func:`_files` has the same pages."""
    addresses = [entry.address for entry in inputs.metric_entries.values()]
    addresses += [links.axiom(column.id) for column in inputs.whole.columns]
    addresses += [links.proof(proof.id) for cell in inputs.whole.cells if (proof := cell.evidence.proof) is not None]
    files = {page.file for page in PAGES} | set(map(links.conjecture, inputs.answers))
    files |= set(map(links.claim_page, inputs.claim_ids)) | {links.topic(topic.id) for topic in PRACTICE}
    files |= {links.broken_claim(witness.slug) for cell in inputs.matrix.broken if (witness := cell.evidence.witness)}
    return files | {address.partition("#")[0] for address in addresses}  # several addresses are on one page


def _make_folders(directory: Path, inputs: Inputs) -> None:
    """Make the folders of the site, unless a file of another origin has the name of a page or a folder."""
    for file in sorted(page_files(inputs)):
        _refuse_foreign_file(directory / file)
    for folder in FOLDERS:
        if (directory / folder).exists() and not (directory / folder).is_dir():
            raise FileExistsError(errno.EEXIST, f"its {folder} is a file; name another folder, or remove it")
    for folder in FOLDERS:
        (directory / folder).mkdir(parents=True, exist_ok=True)


def _files(inputs: Inputs) -> Files:
    """Return the content of all files by path: scripts and styles, pages, data for the scripts, the table of cells."""
    shipped = sorted(resources.files(__package__).joinpath("static").iterdir(), key=lambda file: file.name)
    return {
        **{f"static/{file.name}": file.read_bytes() for file in shipped if file.name.endswith((".js", ".css", ".svg"))},
        **{f"data/{name}.js": data_script(name, BLOCKS[name](inputs)) for name in inputs.blocks},
        TABLE_FILE: dataset.matrix_csv(inputs.matrix),
        **exploration_pages(inputs),
        **render_page(WITNESS, inputs),  # filled by a script, as the playground is
        **render_page(PLAYGROUND, inputs),
        **matrix_table.page(inputs),
        **discoveries.pages(inputs),
        **pages(inputs),
        **topic_pages(inputs),
    }


def _is_ours(path: Path) -> bool:
    """Return whether a site of ours wrote the file, by its beginning."""
    with path.open("rb") as file:
        beginning = file.read(400).decode("utf-8", "replace")
    return PAGE_MARKER in beginning if path.suffix == ".html" else beginning.startswith((DATA_START, BADGE_START))


def _refuse_foreign_file(path: Path) -> None:
    """Raise ``FileExistsError`` if there is a file of this name that no site of ours wrote."""
    if not path.is_file() or _is_ours(path):
        return
    raise FileExistsError(errno.EEXIST, f"its {path.name} is not from axiomatrix; name another folder, or remove it")
