"""The blocks ``witnesses`` and ``library-witnesses``: document and pictures of each witness, for the site's scripts.

One page shows every witness: its script fills it from these blocks. A witness is an instance that refutes a statement,
or shows that something exists; its *account* is everything that can be said of it (``evidence/account``). The fields of
a block of data are:

* ``drawn``: the pictures as markup, each once.
* ``blocks``: the blocks of documents (see :mod:`..render.blocks`), each once.
* ``witnesses``: a table (see :mod:`.blocks`).

The fields of a witness in the table are:

* ``slug`` names the witness; for libraries' witnesses, whose slugs are long, it is only the digest at the end.
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
from ..subjects import witness as witness_subject
from ..subjects.cell import comparison_blocks
from . import playground
from .blocks import table
from .markup import text
from .pictures import pictures

if TYPE_CHECKING:
    from .inputs import Inputs

USUAL_CALL = "{}"
"""The text of the usual call of a library, which needs no mention: it has no option."""
STORED_NOTE = "The library's answer is shown as it was stored."
CALL_ARGUMENTS = "at"
"""The name under which instances of libraries' axioms hold the arguments of a call."""
_DIGEST = re.compile(r"-([0-9a-f]{12})$")
"""The digest at the end of the slug of a library's witness."""


def block(inputs: Inputs) -> dict[str, Any]:
    """Return the block of the matrix's witnesses."""
    return _block(inputs.matrix, lambda witness: inputs.accounts[witness.slug])


def library_block(inputs: Inputs) -> dict[str, Any] | None:
    """Return the block of the libraries' witnesses, with their stored values; None without a report on libraries."""
    if inputs.libraries is None:
        return None
    rows = {row.name: row for row in inputs.libraries.rows}

    def stored_account(witness: Witness) -> Account:
        return _stored_account(witness, rows.get(witness.metric), inputs.declarations)

    return _block(inputs.libraries, stored_account, is_library=True)


def _block(
    matrix: Matrix, account_of_witness: Callable[[Witness], Account], *, is_library: bool = False
) -> dict[str, Any]:
    """Return the block of a matrix's witnesses."""
    drawn: dict[str, int] = {}  # by picture its place in the list of pictures
    blocks: dict[BlockData, int] = {}  # by block of a document its place in the list of blocks
    records = [
        _record(drawn, blocks, cell, witness, account_of_witness(witness), is_library=is_library)
        for cell in matrix.cells
        if (witness := cell.evidence.witness) is not None
    ]
    return {"drawn": list(drawn), "blocks": list(blocks), "witnesses": table(records)}


def _stored_account(witness: Witness, row: Row | None, registry: Registry) -> Account:
    """Return the account of a library's stored witness, with drawings of its values; the library need not be installed.

    Without its definitions the values are only data. They are decoded in the space of all values of the metric's sort,
    if the sort has one. ``row`` is the metric in the report, None if it has none.
    """
    account = replace(account_of(witness, registry), note="")  # the page has its own note
    if row is None:
        return account
    space_type = OF_SORT.get(row.about)
    if space_type is None or not space_type.fills_type:  # fills_type: it admits all values of its type
        return account
    drawn_names = {figure.name for figure in account.figures}
    undrawn = {name: data for name, data in witness.instance.items() if name not in drawn_names}
    space = space_type()
    arguments = list(row.arguments)
    added = [figure for name, data in undrawn.items() for figure in _figures(name, data, space, arguments)]
    return replace(account, figures=(*added, *account.figures))


def _figures(name: str, data: Any, space: Space, arguments: list[str]) -> list[Figure]:
    """Return the drawings of a stored value, or of all arguments of a call; empty if the space cannot decode them."""
    is_call = name == CALL_ARGUMENTS and isinstance(data, list) and len(data) == len(arguments)
    try:
        values = dict(zip(arguments, data, strict=True)) if is_call else {name: data}
        return [figures.figure(label, space.decode(value), "value") for label, value in values.items()]
    except (ValueError, TypeError, LookupError):
        return []


def _short_slug(slug: str) -> str:
    """Return the digest at the end of a slug, or the slug if it has none."""
    match = _DIGEST.search(slug)
    return match[1] if match else slug


def _record(
    drawn: dict[str, int],
    blocks: dict[BlockData, int],
    cell: Cell,
    witness: Witness,
    account: Account,
    *,
    is_library: bool,
) -> dict[str, Any]:
    """Return the record of a witness; new pictures and blocks get the next place in ``drawn`` and ``blocks``."""
    drawn_names = {figure.name for figure in account.figures}
    undrawn_values = [
        (value.name, value.text)
        for value in account.instance
        if value.name not in drawn_names and value.text != USUAL_CALL
    ]
    page = _page(cell, account, is_library=is_library)
    return {
        "slug": _short_slug(witness.slug) if is_library else witness.slug,
        "metric": visible(cell.metric),
        "axiom": visible(cell.axiom),
        "statement": visible(cell.title),
        "sides": visible(witness_subject.both_sides(account), lines=True),
        "n": witness.n,
        "smallest": int(witness.smallest),
        "outcome": visible(cell.outcome.written),
        "play": playground.address(witness),
        "pictures": tuple(drawn.setdefault(str(svg), len(drawn)) for svg in pictures(account.figures)),
        "texts": "".join(f"<p class=small><code>{text(name)} = {text(words)}</code>" for name, words in undrawn_values),
        "page": tuple(blocks.setdefault(block, len(blocks)) for block in render(page)),
    }


def _page(cell: Cell, account: Account, *, is_library: bool) -> Iterator[Block]:
    """Yield the blocks of a witness's page; the script adds title, the axiom's formula, and commands."""
    yield Text(witness_subject.lead(account))
    if is_library:
        yield Note(STORED_NOTE)
    yield from witness_subject.blocks(replace(account, formula="", claims=cell.claims), directory=None)
    if cell.evidence.comparison is not None:
        yield Heading("Definition and documentation")
        yield from comparison_blocks(cell.evidence.comparison)
