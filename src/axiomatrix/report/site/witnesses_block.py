"""The blocks ``witnesses`` and ``library-witnesses``: for each witness what its page shows.

``{"drawn": [markup, ...], "witnesses": table}``: the pictures, each once, and a line for each witness in a table (see
:mod:`.data_script`):

* ``slug`` is the name of the page; of libraries' witnesses, whose names are long, the digest at its end alone.
* ``metric``, ``axiom``, ``statement``, ``n``, ``smallest``, ``outcome``; ``sides`` are both sides and whether the
  relation is true, in words.
* ``pictures`` (places in ``drawn``) and ``texts``, of values that have no picture, are the instance as markup, for
  every page that shows it; ``head``, ``instance``, ``values`` and ``code`` are the parts of its own page, in which
  ``data-p`` has places of pictures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from markupsafe import escape
from msgspec.structs import replace

from ...evidence.account import figures
from ...evidence.account.account import Account
from ...evidence.account.figures import Figure
from ...evidence.account.making import account_of
from ...evidence.cell import Cell
from ...evidence.decimals import with_decimal
from ...evidence.evidence import Witness
from ...evidence.matrix import Matrix, Row
from ...evidence.safe import visible
from ...model.registry import Registry
from ...spaces import PartialOrders, Rankings, ScoreVectors, Space, TopLists, WeakOrders
from ..libraries.findings import is_number, scripts
from . import playground
from . import witness_parts as parts
from .data_script import table
from .markup import link, text, value
from .pictures import pictures

if TYPE_CHECKING:
    from .inputs import Inputs

SPACES: dict[str, Space] = {
    space.sort: space for space in (Rankings(), WeakOrders(), PartialOrders(), TopLists(), ScoreVectors())
}
"""What reads the values that are stored of metrics about these."""
NOTHING = "{}"
"""The manner of a call that is the usual one."""
INPUTS = "at"
"""Where the axioms of libraries have the arguments of a call."""
_DIGEST = re.compile(r"-([0-9a-f]{12})$")


def block(inputs: Inputs) -> dict[str, Any]:
    """The witnesses of the matrix."""
    return _block(inputs, inputs.matrix, lambda witness: inputs.accounts[witness.slug])


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
    drawn: set[str] = set()
    for _, _, shown in witnessed:
        drawn.update(pictures(shown.figures), parts.own_pictures(shown), parts.pictures_of_calls(shown))
    listed = sorted(drawn - {""})  # those that are alike beside each other, which packs to half
    places = {picture: k for k, picture in enumerate(listed)}
    return {"drawn": listed, "witnesses": table(_line(inputs, places, *one, is_stored=is_stored) for one in witnessed)}


def _of_library(witness: Witness, row: Row | None, known: Registry) -> Account:
    """What a witness stores, with the figures that can be made of it: the library need not be there."""
    shown = replace(account_of(witness, known), note="")
    drawn = {figure.name for figure in shown.figures}
    missing = {name: data for name, data in witness.instance.items() if name not in drawn}
    if row is None or row.about not in SPACES:
        return shown
    space = SPACES[row.about]
    made = [figure for name, data in missing.items() for figure in _figures(name, data, space, list(row.arguments))]
    return replace(shown, figures=(*made, *shown.figures))


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
    inputs: Inputs, places: Mapping[str, int], cell: Cell, witness: Witness, shown: Account, *, is_stored: bool
) -> dict[str, Any]:
    """What there is of one witness; ``places`` are those of the pictures."""
    drawn, compared = {figure.name for figure in shown.figures}, cell.evidence.comparison
    others = [(one.name, one.text) for one in shown.instance if one.name not in drawn and one.text != NOTHING]
    is_outcome = not is_number(witness.rhs)
    sides = f"{witness.lhs}; expected: {witness.rhs}" if is_outcome else shown.sides
    in_words = is_outcome or not shown.stands or witness.has_no_factor or with_decimal(witness.lhs) != witness.lhs
    large = f'<p class="relation words"><strong>{text(sides)}</strong></p>'
    large = large if in_words else parts.relation(shown, witness)
    note = f"<p class=problem>{text(shown.note)}</p>" if shown.note else ""
    tried = playground.address(witness)
    play = f"<p>{link(tried, playground.OPEN)}</p>" if tried else ""
    head = large + parts.facts(cell, witness, shown) + note
    return {
        "slug": _key(witness.slug) if is_stored else witness.slug,
        "metric": visible(cell.metric),
        "axiom": visible(cell.axiom),
        "statement": visible(cell.title),
        "sides": visible(sides, lines=True),
        "n": witness.n,
        "smallest": int(witness.smallest),
        "outcome": visible(cell.outcome.written),
        "pictures": tuple(places[one] for one in pictures(shown.figures)),
        "texts": "".join(f"<p class=small><code>{text(name)} = {text(words)}</code>" for name, words in others),
        "head": head + parts.claims(cell, inputs.ledger) + play,
        "instance": parts.instance(shown, others, places, is_stored=is_stored),
        "values": parts.values(shown, inputs.defined.get, places),
        "code": _code(shown, scripts(compared.calls) if compared else []),
    }


def _code(shown: Account, alone: list[str]) -> str:
    """What shows the witness again: in Python, in a test under ``@given``, and of a library with that alone."""
    made = [("In Python", "the Python code", shown.constructor)] if shown.constructor else []
    made += [("In a test of your own, above @given", "the line of a test", shown.example)] if shown.example else []
    for k, one in enumerate(alone, 1):
        made.append((f"With the library alone{f' ({k})' if len(alone) > 1 else ''}", "the script", one))
    return "".join(
        f"<h3>{title}</h3><pre aria-label={value(what)}>{escape(visible(code.rstrip(), lines=True))}</pre>"
        for title, what, code in made
    )
