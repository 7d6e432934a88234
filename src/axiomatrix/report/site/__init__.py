"""The HTML site: pages that are complete when they are written, offline and without anything from elsewhere.

Every page is a file of its own with a strict content security policy. Scripts add: formulas typeset, filters,
relations, and what is packed beside a page, since there is much of it: witnesses, the cases of each verdict,
the verdicts on libraries' metrics.
"""

from __future__ import annotations

import errno
from codecs import BOM_UTF16
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

from ...evidence.files import write
from .. import dataset
from . import (
    asking_pages,
    cells_block,
    changes_block,
    claims_block,
    conjectures_block,
    libraries_block,
    matrix_table,
    relations_block,
    texts_block,
    typeset,
    witnesses_block,
)
from .inputs import Inputs, of_libraries, read
from .metric_facts import BADGE
from .packing import packed
from .shells import PAGES, shell
from .static_pages import pages

__all__ = ["Inputs", "of_libraries", "read", "written"]

BLOCKS: dict[str, Callable[[Inputs], Any]] = {
    "cells": cells_block.block,
    "formulas": typeset.block,
    "library-witnesses": witnesses_block.library_block,
    "relations": relations_block.block,
    "texts": texts_block.block,
    "witnesses": witnesses_block.block,
}
"""What makes each block of data; None where the report has nothing for it."""
FILLED = ("witness.html",)
"""The pages that a script fills."""
FOLDERS = ("badges", "data", "dataset", "static")
PACKED = "axiomatrix.give("
"""How a file of data begins, by which one that is not written any more is known."""
OURS = '<html lang="en" data-blocks="'
"""What is near the beginning of each page, by which a page of somebody else under the same name is known."""


def written(inputs: Inputs, directory: Path) -> list[Path]:
    """Write the site into the directory; the files written.

    Files of data of an earlier site that this one does not have are removed; nothing else in the directory is touched.
    :class:`BadReport` says what is wrong with the report; ``FileExistsError`` that a file of somebody else has the
    name of one of the site's, and nothing is written then.
    """
    for page in PAGES:
        _not_somebody_elses(directory / page.file)
    for folder in FOLDERS:
        if (directory / folder).exists() and not (directory / folder).is_dir():
            raise FileExistsError(errno.EEXIST, f"its {folder} is a file; name another folder, or take it away")
    files = _files(inputs)
    for name in files:
        _not_somebody_elses(directory / name)
    for folder in FOLDERS:
        (directory / folder).mkdir(parents=True, exist_ok=True)
    for path in (*directory.glob("*.html"), *(directory / "data").glob("*.js"), *(directory / "badges").glob("*.svg")):
        if path.relative_to(directory).as_posix() not in files and _is_ours(path):
            path.unlink()
    for name, text in files.items():
        write(directory / name, text)
    return [directory / name for name in files]


def _files(inputs: Inputs) -> dict[str, str | bytes]:
    """Everything that is written, by its path."""
    blocks = {name: data for name, made in BLOCKS.items() if (data := made(inputs)) is not None}
    told = conjectures_block.blocks(inputs)
    told |= {"claims": claims_block.block(inputs), "changes": changes_block.block(inputs)}
    told["libraries"] = libraries_block.block(inputs)
    files: dict[str, str | bytes] = {f"data/{name}.js": packed(name, data) for name, data in blocks.items()}
    files |= {f"static/{name}": text for name, text in _static().items()}
    files |= {page.file: shell(page, inputs, sorted(blocks)) for page in PAGES if page.file in FILLED}
    files["dataset.tar.gz"] = dataset.published(inputs.matrix)
    files["matrix.html"] = matrix_table.page(inputs, sorted(blocks))
    files |= asking_pages.pages(inputs, sorted(blocks))
    return files | pages(inputs, told, sorted(blocks))


def _is_ours(path: Path) -> bool:
    with path.open("rb") as file:
        begins = file.read(400).lstrip(BOM_UTF16).replace(b"\0", b"").decode("utf-8", "replace")
    return OURS in begins if path.suffix == ".html" else begins.startswith((PACKED, BADGE))


def _not_somebody_elses(path: Path) -> None:
    if not path.is_file() or path.suffix != ".html" or _is_ours(path):
        return
    raise FileExistsError(errno.EEXIST, f"its {path.name} is of no site of ours; name another folder, or take it away")


def _static() -> dict[str, str]:
    """The scripts and style sheets, as they ship."""
    folder = resources.files(__package__).joinpath("static")
    return {
        file.name: file.read_text(encoding="utf-8")
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith((".js", ".css"))
    }
