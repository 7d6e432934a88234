"""The blocks ``witnesses`` and ``library-witnesses``: document and pictures of each witness, for the site's scripts.

``{"drawn": [markup, ...], "blocks": [block, ...], "witnesses": table}``: pictures and blocks (see
:mod:`..render.blocks`), each once, and a line for each witness in a table (see :mod:`.blocks`):

* ``slug`` names the witness; for libraries' witnesses, whose slugs are long, it is only the digest at its end.
* ``metric``, ``axiom``, ``statement``, ``n``, ``smallest``, ``outcome``; ``sides`` are both sides of the relation and
  whether it is true, in words; ``play`` is the address that opens the playground with the instance, or empty.
* ``pictures`` (places in ``drawn``) and ``texts`` (of values without a picture) are the instance as markup, for every
  page that shows it; ``page`` has the places of the document's blocks.
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
from ..render.blocks import BlockData, render
from ..subjects import witness
from ..subjects.cell import comparison_blocks
from . import playground
from .blocks import table
from .markup import text
from .pictures import pictures

if TYPE_CHECKING:
    from .inputs import Inputs

USUAL_CALL = "{}"
"""The text of the variant of a call without any special option, which needs no mention."""
STORED_NOTE = "What the library answered is shown as it was stored."
CALL_ARGUMENTS = "at"
"""The name under which instances of libraries' axioms hold the arguments of a call."""
_DIGEST = re.compile(r"-([0-9a-f]{12})$")


def block(inputs: Inputs) -> dict[str, Any]:
    """The block of the matrix's witnesses."""
    return _block(inputs, inputs.matrix, lambda witness: inputs.accounts[witness.slug])


def library_block(inputs: Inputs) -> dict[str, Any] | None:
    """The block of the libraries' witnesses, with their stored values; None without a report on libraries."""
    if inputs.libraries is None:
        return None
    matrix = inputs.libraries
    rows = {row.name: row for row in matrix.rows}

    def account(witness: Witness) -> Account:
        return _stored_account(witness, rows.get(witness.metric), inputs.declarations)

    return _block(inputs, matrix, account, is_stored=True)


def _block(
    inputs: Inputs, matrix: Matrix, account: Callable[[Witness], Account], *, is_stored: bool = False
) -> dict[str, Any]:
    drawn: dict[str, int] = {}
    blocks: dict[BlockData, int] = {}
    lines = [
        _line(drawn, blocks, cell, stored, account(stored), is_stored=is_stored)
        for cell in matrix.cells
        if (stored := cell.evidence.witness) is not None
    ]
    return {"drawn": list(drawn), "blocks": list(blocks), "witnesses": table(lines)}


def _stored_account(stored: Witness, row: Row | None, registry: Registry) -> Account:
    """The account of a library's stored witness, with drawings of its values; the library need not be installed."""
    account = replace(account_of(stored, registry), note="")
    drawn = {figure.name for figure in account.figures}
    undrawn = {name: data for name, data in stored.instance.items() if name not in drawn}
    kind = OF_SORT.get(row.about) if row is not None else None
    if row is None or kind is None or not kind.fills_type:  # the metric's own space may admit fewer values
        return account
    space = kind()
    figures = [figure for name, data in undrawn.items() for figure in _figures(name, data, space, list(row.arguments))]
    return replace(account, figures=(*figures, *account.figures))


def _figures(name: str, data: Any, space: Space, arguments: list[str]) -> list[Figure]:
    """The drawings of a stored value, or of all arguments of a call; empty if the space cannot decode them."""
    is_call = name == CALL_ARGUMENTS and isinstance(data, list) and len(data) == len(arguments)
    try:
        values = dict(zip(arguments, data, strict=True)) if is_call else {name: data}
        return [figures.figure(label, space.decode(value), "value") for label, value in values.items()]
    except (ValueError, TypeError, LookupError):
        return []


def _key(slug: str) -> str:
    """Return the digest at the end of a slug, or the slug if it has none."""
    match = _DIGEST.search(slug)
    return match[1] if match else slug


def _line(
    drawn: dict[str, int],
    blocks: dict[BlockData, int],
    cell: Cell,
    stored: Witness,
    account: Account,
    *,
    is_stored: bool,
) -> dict[str, Any]:
    """The record of a witness; new pictures and blocks are added to ``drawn`` and ``blocks``."""
    drawn_names = {figure.name for figure in account.figures}
    undrawn_values = [(v.name, v.text) for v in account.instance if v.name not in drawn_names and v.text != USUAL_CALL]
    page = _page(cell, account, is_stored=is_stored)
    return {
        "slug": _key(stored.slug) if is_stored else stored.slug,
        "metric": visible(cell.metric),
        "axiom": visible(cell.axiom),
        "statement": visible(cell.title),
        "sides": visible(witness.both_sides(account), lines=True),
        "n": stored.n,
        "smallest": int(stored.smallest),
        "outcome": visible(cell.outcome.written),
        "play": playground.address(stored),
        "pictures": tuple(drawn.setdefault(str(svg), len(drawn)) for svg in pictures(account.figures)),
        "texts": "".join(f"<p class=small><code>{text(name)} = {text(words)}</code>" for name, words in undrawn_values),
        "page": tuple(blocks.setdefault(block, len(blocks)) for block in render(page)),
    }


def _page(cell: Cell, account: Account, *, is_stored: bool) -> Iterator[Block]:
    """Yield the blocks of a witness's page; the script adds title, the axiom's formula, and commands."""
    yield Text(witness.lead(account))
    if is_stored:
        yield Note(STORED_NOTE)
    yield from witness.blocks(replace(account, formula="", claims=cell.claims), directory=None)
    if cell.evidence.comparison is not None:
        yield Heading("Beside its definition and documentation")
        yield from comparison_blocks(cell.evidence.comparison)
