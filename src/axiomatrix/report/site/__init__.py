"""The HTML site: pages that are filled from packed data, offline and without anything from elsewhere.

Every page is a file of its own with a strict content security policy. The matrix is a table that is there before any
script has run; the other pages are shells, filled by a script from blocks of data when they are opened.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

from ...evidence.files import write
from ..matrix.data import BadReport
from . import (
    cells_block,
    changes_block,
    claims_block,
    conjectures_block,
    libraries_block,
    matrix_table,
    relations_block,
    witnesses_block,
)
from .exploration_data import picture_file
from .inputs import Inputs, of_libraries, read
from .packing import packed
from .shells import PAGES, shell

__all__ = ["Inputs", "of_libraries", "read", "written"]

BLOCKS: dict[str, Callable[[Inputs], Any]] = {
    "cells": cells_block.block,
    "changes": changes_block.block,
    "claims": claims_block.block,
    "libraries": libraries_block.block,
    "library-witnesses": witnesses_block.library_block,
    "relations": relations_block.block,
    "witnesses": witnesses_block.block,
}
"""What makes each block of data; None where the report has nothing for it."""
MANY: tuple[Callable[[Inputs], dict[str, Any]], ...] = (conjectures_block.blocks,)
"""What makes several blocks at once."""
FOLDERS = ("data", "pictures", "static")
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
    try:
        blocks = {name: made(inputs) for name, made in BLOCKS.items()}
        for several in MANY:
            blocks |= several(inputs)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        if isinstance(error, BadReport):
            raise
        raise BadReport(f"the report has not the shape of a report: {type(error).__name__}: {error!s:.200}") from None
    blocks = {name: data for name, data in blocks.items() if data is not None}
    files = {f"data/{name}.js": packed(name, data) for name, data in blocks.items()}
    files |= {f"static/{name}": text for name, text in _static().items()}
    files |= {page.file: shell(page, inputs, sorted(blocks)) for page in PAGES if page.file != "index.html"}
    files["index.html"] = matrix_table.page(inputs, sorted(blocks))
    files |= _pictures(inputs, blocks)
    for folder in FOLDERS:
        (directory / folder).mkdir(parents=True, exist_ok=True)
    for path in sorted((directory / "data").glob("*.js")):
        if f"data/{path.name}" not in files and path.read_text(encoding="utf-8", errors="replace").startswith(PACKED):
            path.unlink()
    for name, text in files.items():
        write(directory / name, text)
    return [directory / name for name in files]


def _not_somebody_elses(path: Path) -> None:
    if not path.is_file():
        return
    with path.open(encoding="utf-8", errors="replace") as file:
        if OURS in file.read(200):
            return
    raise FileExistsError(errno.EEXIST, f"its {path.name} is of no site of ours; name another folder, or take it away")


def _pictures(inputs: Inputs, blocks: dict[str, Any]) -> dict[str, str]:
    """The pictures of explorations that are shown, as they lie beside the answers."""
    found: dict[str, str] = {}
    for exploration in inputs.explorations.values():
        data = blocks[f"conjecture-{exploration.id}"]
        shown = {data["constants"], *(question["plane"] for question in data["questions"])}
        there = {picture_file(exploration.id, name): content for name, content in exploration.pictures.items()}
        found |= {name: content for name, content in there.items() if name in shown}
    return found


def _static() -> dict[str, str]:
    """The scripts and style sheets, as they ship."""
    folder = resources.files(__package__).joinpath("static")
    return {
        file.name: file.read_text(encoding="utf-8")
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith((".js", ".css"))
    }
