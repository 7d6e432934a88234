"""The blocks ``witnesses`` and ``library-witnesses``: for each witness what its page shows.

``{"fields": [...], "figures": [...], "roles": [...], "witnesses": [...]}``

``witnesses`` holds a list for each of the ``fields``, all of one length: the k-th entries of them are the k-th witness.

* ``slug`` is the name of the page; of libraries' witnesses, whose names are long, the digest at its end alone.
* ``shows`` is what it does to the statement: ``refutes``, ``shows``, ``attains`` or ``rounds``.
* ``said`` are both sides and whether the relation is true, in words; ``left`` and ``right`` are ``[symbols, numbers,
  value, decimal, [term ...]]``: symbols and numbers are empty where the axiom could not be followed, the decimal where
  the value needs none, terms are places in ``terms``.
* ``terms`` are ``[call, short call, value, decimal, [addend ...]]``: the short call is empty where it is the call, an
  addend is ``[symbols, numbers, value]`` without what says the same again.
* ``drawn`` are ``[name, figure, role, rows]`` with places in ``figures`` and ``roles``; what the rows mean is said in
  :mod:`axiomatrix.evidence.account.figures`. ``texts`` are ``[name, text]`` of values that have no figure.
* ``claims`` are ``[status, source, wording]``, ``scripts`` code that needs only the library that the metric is of.

The formulas are in the block ``cells``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...catalogue.loading import load_catalogue
from ...evidence.account import figures
from ...evidence.account.account import Account, Term
from ...evidence.account.figures import Figure
from ...evidence.account.making import account_of
from ...evidence.account.two_sides import Side
from ...evidence.cell import Cell
from ...evidence.evidence import Witness
from ...evidence.matrix import Row
from ...model.registry import Registry
from ...numbers.exact import parse
from ...spaces import PartialOrders, Rankings, ScoreVectors, Space, TopLists, WeakOrders
from ..libraries.snippets import scripts
from .seen import seen

if TYPE_CHECKING:
    from .inputs import Inputs

FIELDS = (
    "slug",
    "metric",
    "axiom",
    "statement",
    "outcome",
    "claims",
    "n",
    "shows",
    "smallest",
    "said",
    "left",
    "op",
    "right",
    "terms",
    "drawn",
    "texts",
    "constructor",
    "note",
    "scripts",
)
SPACES: dict[str, Space] = {
    space.sort: space for space in (Rankings(), WeakOrders(), PartialOrders(), TopLists(), ScoreVectors())
}
"""What reads the values that are stored of metrics about these."""
NOTHING = "{}"
"""The manner of a call that is the usual one."""
INPUTS = "at"
"""Where the axioms of libraries have the arguments of a call."""
_DIGEST = re.compile(r"-([0-9a-f]{12})$")
_PLAIN = re.compile(r"-?[0-9]{1,7}(/[0-9]{1,2})?")
"""Numbers whose size is seen at once."""
_FLOAT = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?|-?inf|nan")


def block(inputs: Inputs) -> dict[str, Any]:
    """The witnesses of the matrix."""
    return _packed(
        _record(cell, witness, inputs.accounts[witness.slug], witness.slug)
        for cell, witness in _with_witness(inputs.matrix.cells)
        if witness.slug in inputs.accounts
    )


def library_block(inputs: Inputs) -> dict[str, Any] | None:
    """The witnesses of the libraries, with their values as they were stored; None without libraries."""
    if inputs.libraries is None:
        return None
    known = inputs.registry if inputs.registry is not None else load_catalogue()
    matrix = inputs.libraries.matrix
    rows = {row.name: row for row in matrix.rows}
    return _packed(
        _record(cell, witness, _of_library(witness, rows.get(witness.metric), known), _key(witness.slug))
        for cell, witness in _with_witness(matrix.cells)
    )


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
    """The figures of a value, or of the arguments of a call that stand together; none if it is no such."""
    several = name == INPUTS and isinstance(data, list) and len(data) == len(arguments)
    try:
        given = dict(zip(arguments, data, strict=True)) if several else {name: data}
        return [figures.figure(one, space.decode(value), "value") for one, value in given.items()]
    except (ValueError, TypeError, LookupError):
        return []


def _with_witness(cells: Iterable[Cell]) -> Iterator[tuple[Cell, Witness]]:
    return ((cell, cell.evidence.witness) for cell in cells if cell.evidence.witness is not None)


def _packed(records: Iterable[tuple[Any, ...]]) -> dict[str, Any]:
    columns: list[Any] = [[] for _ in FIELDS]
    for record in records:
        for column, value in zip(columns, record, strict=True):
            column.append(value)
    return {
        "fields": list(FIELDS),
        "figures": list(figures.KINDS),
        "roles": list(figures.ROLES),
        "witnesses": seen(columns),
    }


def _key(slug: str) -> str:
    match = _DIGEST.search(slug)
    return match[1] if match else slug


def _record(cell: Cell, witness: Witness, shown: Account, key: str) -> tuple[Any, ...]:
    drawn = {figure.name for figure in shown.figures}
    compared = cell.evidence.comparison
    return (
        key,
        cell.metric,
        cell.axiom,
        cell.title,
        cell.outcome.written,
        [[claim.status, claim.source, claim.wording] for claim in cell.claims],
        witness.n,
        witness.shows,
        int(witness.smallest),
        shown.sides if _is_number(witness.rhs) else f"{witness.lhs}; expected: {witness.rhs}",
        _side(shown.left),
        witness.op,
        _side(shown.right),
        list(map(_term, shown.terms)),
        [
            [figure.name, figures.KINDS.index(figure.kind), figures.ROLES.index(figure.role), figure.rows]
            for figure in shown.figures
        ],
        [[value.name, value.text] for value in shown.instance if value.name not in drawn and value.text != NOTHING],
        shown.constructor,
        shown.note,
        scripts(compared.calls) if compared else [],
    )


def _side(side: Side) -> list[Any]:
    return [side.symbols, side.numbers, side.value, _decimal(side.value), list(side.terms)]


def _term(term: Term) -> list[Any]:
    addends = [list(dict.fromkeys([one.symbols, one.numbers, one.value])) for one in term.addends]
    return [term.call, "" if term.short == term.call else term.short, term.value, _decimal(term.value), addends]


def _is_number(text: str) -> bool:
    if _PLAIN.fullmatch(text) or _FLOAT.fullmatch(text):
        return True
    try:
        parse(text)
    except (ValueError, ArithmeticError):
        return False
    return True


def _decimal(text: str) -> str:
    """A number to six digits, where its text does not tell its size at once; empty where it does, or is no number."""
    if _PLAIN.fullmatch(text) or _FLOAT.fullmatch(text):
        return ""
    try:
        number = parse(text)
        return f"{int(number.p) / int(number.q) if hasattr(number, 'q') else float(number):.6g}"
    except (ValueError, ArithmeticError):
        return ""
