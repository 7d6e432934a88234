"""The HTML site: pages that are complete when they are written, offline and without anything from elsewhere.

Every page is a file of its own with a strict content security policy. Scripts add: formulas typeset, filters,
relations, and what is packed beside a page, since there is much of it: witnesses, the cases of each verdict,
the verdicts on libraries' metrics.
"""

from __future__ import annotations

import errno
from codecs import BOM_UTF16
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

from ...engine.workers.beside import in_a_copy
from ...evidence.files import write_all
from .. import dataset
from . import cells_block, discoveries, links, matrix_table, relations_block, typeset, witnesses_block
from .badges import BADGE
from .inputs import Inputs, of_libraries, read, taken_claims
from .packing import packed
from .shells import PAGES, WITNESS, Files, rendered
from .static_pages import exploration_pages, pages

__all__ = ["Inputs", "of_libraries", "page_files", "read", "taken_claims", "write_aside", "write_site"]

BLOCKS: dict[str, Callable[[Inputs], Any]] = {
    "cells": cells_block.block,
    "formulas": typeset.block,
    "library-witnesses": witnesses_block.library_block,
    "relations": relations_block.block,
    "texts": cells_block.texts,
    "witnesses": witnesses_block.block,
}
"""What makes each block of data that there may be."""
TABLE = "matrix.csv"
FOLDERS = ("badges", "data", "static")
ASIDE = ("formulas", "library-witnesses", "relations", "witnesses")
"""The blocks that are made aside: nothing in them is derived of cells."""
MADE_ASIDE = ("conjecture*.html", "data/conjecture*.js", *(f"data/{name}.js" for name in ASIDE))
PACKED = "axiomatrix.give("
"""How a file of data begins, by which one that is not written any more is known."""
OURS = '<html lang="en" data-blocks="'
"""What is near the beginning of each page, by which a page of somebody else under the same name is known."""


def write_site(inputs: Inputs, directory: Path, end: Callable[[], object] | None = None) -> list[Path]:
    """Write the site into the directory; the files written.

    Pages and data of an earlier site that this one does not have are removed; nothing else in the directory is touched.
    :class:`BadReport` says what is wrong with the report; ``FileExistsError`` that a file of somebody else has the
    name of one of the site's, and no page is written then. ``end`` ends a :func:`write_aside` that was begun before.
    """
    if end is None:
        with in_a_copy(partial(write_aside, inputs, directory)) as end:
            return write_site(inputs, directory, end)
    _make_folders(directory, inputs)
    files = _files(inputs)
    _replace(files, directory, aside=False)
    end()
    made_aside = (directory / TABLE, *_of_a_site(directory, aside=True))
    return [*made_aside, *(directory / name for name in files)]


def write_aside(inputs: Inputs, directory: Path) -> None:
    """Write what needs nothing that is derived of cells, which takes as long as to derive it and to write the rest."""
    _make_folders(directory, inputs)
    blocks = {f"data/{name}.js": packed(name, BLOCKS[name](inputs)) for name in inputs.blocks if name in ASIDE}
    files = {TABLE: dataset.table(inputs.matrix), **exploration_pages(inputs)}
    _replace(blocks | files, directory, aside=True)


def _of_a_site(directory: Path, *, aside: bool) -> list[Path]:
    """The pages and data of a site that are there, of those that are made aside or of the others.

    Which of the two a file is says its name alone: the others may come and go meanwhile.
    """
    there = sorted(path for pattern in ("*.html", "data/*.js", "badges/*.svg") for path in directory.glob(pattern))
    named = ((path, path.relative_to(directory).as_posix()) for path in there)
    return [
        path for path, name in named if any(fnmatchcase(name, one) for one in MADE_ASIDE) is aside and _is_ours(path)
    ]


def _replace(files: Mapping[str, str | bytes], directory: Path, *, aside: bool) -> None:
    """Write the files, and remove those of an earlier site that are not among them."""
    for path in _of_a_site(directory, aside=aside):
        if path.relative_to(directory).as_posix() not in files:
            path.unlink()
    write_all(files, directory)


def page_files(inputs: Inputs) -> set[str]:
    """The files of all pages of the site."""
    addresses = [address for address, _ in inputs.defined.values()]
    addresses += [links.axiom(column.id, column.group) for column in inputs.whole.columns]
    files = {page.file for page in PAGES} | set(map(links.conjecture, inputs.answers))
    return files | {address.partition("#")[0] for address in addresses}


def _make_folders(directory: Path, inputs: Inputs) -> None:
    """Make the folders, unless something of somebody else is in the way."""
    for file in sorted(page_files(inputs)):
        _not_somebody_elses(directory / file)
    for folder in FOLDERS:
        if (directory / folder).exists() and not (directory / folder).is_dir():
            raise FileExistsError(errno.EEXIST, f"its {folder} is a file; name another folder, or take it away")
    for folder in FOLDERS:
        (directory / folder).mkdir(parents=True, exist_ok=True)


def _files(inputs: Inputs) -> Files:
    """All that :func:`write_aside` does not write, by its path: scripts and styles as they ship, pages, verdicts."""
    shipped = sorted(resources.files(__package__).joinpath("static").iterdir(), key=lambda file: file.name)
    return {
        **{f"static/{one.name}": one.read_bytes() for one in shipped if one.name.endswith((".js", ".css", ".svg"))},
        **{f"data/{name}.js": packed(name, BLOCKS[name](inputs)) for name in inputs.blocks if name not in ASIDE},
        **rendered(WITNESS, inputs),  # which a script fills
        **matrix_table.page(inputs),
        **discoveries.pages(inputs),
        **pages(inputs),
    }


def _is_ours(path: Path) -> bool:
    with path.open("rb") as file:
        begins = file.read(400).lstrip(BOM_UTF16).replace(b"\0", b"").decode("utf-8", "replace")
    return OURS in begins if path.suffix == ".html" else begins.startswith((PACKED, BADGE))


def _not_somebody_elses(path: Path) -> None:
    if not path.is_file() or _is_ours(path):
        return
    raise FileExistsError(errno.EEXIST, f"its {path.name} is of no site of ours; name another folder, or take it away")
