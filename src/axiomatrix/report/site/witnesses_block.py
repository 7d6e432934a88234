"""The blocks ``witnesses`` and ``library-witnesses``: for each witness its document, and its pictures.

``{"drawn": [markup, ...], "blocks": [block, ...], "witnesses": table}``: pictures and blocks (see
:mod:`..render.blocks`), each once, and a line for each witness in a table (see :mod:`.blocks`):

* ``slug`` is the name of the page; of libraries' witnesses, whose names are long, the digest at its end alone.
* ``metric``, ``axiom``, ``statement``, ``n``, ``smallest``, ``outcome``; ``sides`` are both sides and whether the
  relation is true, in words; ``play`` is the address that opens the playground with the instance, if there is one.
* ``pictures`` (places in ``drawn``) and ``texts``, of values that have no picture, are the instance as markup, for
  every page that shows it; ``page`` has the places of its blocks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ...evidence.account import figures
from ...evidence.account.account import Account
from ...evidence.account.figures import Figure
from ...evidence.account.making import account_of
from ...evidence.cell import Cell
from ...evidence.evidence import Witness
from ...evidence.matrix import Matrix, Row
from ...evidence.safe import visible
from ...model.registry import Registry
from ...spaces import OF_SORT, Space
from ..document import Block, Heading, Note, Text
from ..render.blocks import Data, render
from ..subjects import witness
from ..subjects.cell import comparison_blocks
from . import playground
from .blocks import table
from .markup import text
from .pictures import pictures

if TYPE_CHECKING:
    from .inputs import Inputs

NOTHING = "{}"
"""The manner of a call that is the usual one."""
AS_STORED = "What the library answered is shown as it was stored."
INPUTS = "at"
"""Where the axioms of libraries have the arguments of a call."""
_DIGEST = re.compile(r"-([0-9a-f]{12})$")


def block(inputs: Inputs) -> dict[str, Any]:
    """The witnesses of the matrix."""
    return _block(inputs, inputs.matrix, lambda one: inputs.accounts[one.slug])


def library_block(inputs: Inputs) -> dict[str, Any] | None:
    """The witnesses of the libraries, with their values as they were stored; None without libraries."""
    if inputs.libraries is None:
        return None
    matrix = inputs.libraries
    rows = {row.name: row for row in matrix.rows}
    return _block(inputs, matrix, lambda one: _of_library(one, rows.get(one.metric), inputs.known), is_stored=True)


def _block(
    inputs: Inputs, matrix: Matrix, account: Callable[[Witness], Account], *, is_stored: bool = False
) -> dict[str, Any]:
    witnessed = [(cell, one, account(one)) for cell in matrix.cells if (one := cell.evidence.witness) is not None]
    drawn: dict[str, int] = {}
    blocks: dict[Data, int] = {}
    lines = [_line(drawn, blocks, *one, is_stored=is_stored) for one in witnessed]
    return {"drawn": list(drawn), "blocks": list(blocks), "witnesses": table(lines)}


def _of_library(stored: Witness, row: Row | None, known: Registry) -> Account:
    """Build the account of a stored witness; its library need not be installed."""
    shown = replace(account_of(stored, known), note="")
    drawn = {figure.name for figure in shown.figures}
    missing = {name: data for name, data in stored.instance.items() if name not in drawn}
    kind = OF_SORT.get(row.about) if row is not None else None
    if row is None or kind is None or not kind.fills_type:  # what another metric takes depends on its own space
        return shown
    space = kind()
    figures = [figure for name, data in missing.items() for figure in _figures(name, data, space, list(row.arguments))]
    return replace(shown, figures=(*figures, *shown.figures))


def _figures(name: str, data: Any, space: Space, arguments: list[str]) -> list[Figure]:
    """The figures of a value, or of the arguments of a call that stand together; none if it is not such."""
    several = name == INPUTS and isinstance(data, list) and len(data) == len(arguments)
    try:
        given = dict(zip(arguments, data, strict=True)) if several else {name: data}
        return [figures.figure(one, space.decode(value), "value") for one, value in given.items()]
    except (ValueError, TypeError, LookupError):
        return []


def _key(slug: str) -> str:
    match = _DIGEST.search(slug)
    return match[1] if match else slug


def _line(
    drawn: dict[str, int], blocks: dict[Data, int], cell: Cell, stored: Witness, shown: Account, *, is_stored: bool
) -> dict[str, Any]:
    """Return the data of one witness; pictures and blocks get a place where they have none."""
    named = {figure.name for figure in shown.figures}
    others = [(one.name, one.text) for one in shown.instance if one.name not in named and one.text != NOTHING]
    return {
        "slug": _key(stored.slug) if is_stored else stored.slug,
        "metric": visible(cell.metric),
        "axiom": visible(cell.axiom),
        "statement": visible(cell.title),
        "sides": visible(witness.sides_text(shown), lines=True),
        "n": stored.n,
        "smallest": int(stored.smallest),
        "outcome": visible(cell.outcome.written),
        "play": playground.address(stored),
        "pictures": tuple(drawn.setdefault(str(one), len(drawn)) for one in pictures(shown.figures)),
        "texts": "".join(f"<p class=small><code>{text(name)} = {text(words)}</code>" for name, words in others),
        "page": tuple(blocks.setdefault(one, len(blocks)) for one in render(_page(cell, shown, is_stored=is_stored))),
    }


def _page(cell: Cell, shown: Account, *, is_stored: bool) -> Iterator[Block]:
    """The document of the witness below its title; the script adds the formula of the axiom, and commands."""
    yield Text(witness.lead(shown))
    if is_stored:
        yield Note(AS_STORED)
    yield from witness.blocks(replace(shown, formula="", claims=cell.claims), None)
    if cell.evidence.comparison is not None:
        yield Heading("Beside its definition and documentation")
        yield from comparison_blocks(cell.evidence.comparison)
