"""The user's own pairs of rankings, from a CSV file.

Two columns, a pair of rankings a line; each an order of the same items, best first, with spaces between the items::

    a,b
    x y z,y x z
    z y x,x y z

The first line may be the heading ``a,b``. Empty lines are passed over. All lines have the same number of items; the
items themselves may differ from line to line.
"""

from __future__ import annotations

import csv
from pathlib import Path

from ...engine.given.given import JudgedRun
from ...evidence.untrusted import text_lines
from ...evidence.words import counted
from .kernels import MAX_ITEMS_IN_BYTES
from .populations import Population, of_orders


class BadPairs(ValueError):
    """A file that cannot be read as pairs of rankings, with the line that is wrong."""


def read(path: Path) -> Population:
    """The pairs of the file; :class:`BadPairs` names file, line and what is wrong there."""
    orders: list[tuple[list[str], list[str]]] = []
    lines: list[int] = []
    rows = csv.reader((line for _, line in text_lines(path, BadPairs, newline="")), strict=True)
    try:
        for row in rows:
            if not any(field.strip() for field in row) or _is_heading(row, bool(orders)):
                continue
            pair = _pair(row, f"{path}, line {rows.line_num}")
            if orders and len(pair[0]) != len(orders[0][0]):
                raise BadPairs(
                    f"{path}, line {rows.line_num}: {len(pair[0])} items, but {len(orders[0][0])} in line "
                    f"{lines[0]}; all lines must have the same number"
                )
            orders.append(pair)
            lines.append(rows.line_num)
    except csv.Error as error:
        raise BadPairs(f"{path}, line {rows.line_num}: {error}") from None
    if not orders:
        raise BadPairs(f"{path}: there is no pair in it; write a line such as: x y z,y x z")
    n = len(orders[0][0])
    sentences = (f"{counted(len(orders), 'pair')} of rankings of {n} items, from {path.name}.",)
    return Population("pairs", n, of_orders(orders), sentences, {"file": path.name}, orders, lines)


def of_run(given: JudgedRun) -> Population:
    """A pair for each topic of a run: the order of the run, and that order sorted by grade, best first.

    Raises :class:`BadPairs` if no topic has as many documents as are asked for.
    """
    depth = given.depth
    if depth > MAX_ITEMS_IN_BYTES:
        raise BadPairs(f"--depth: {depth} items; there may be {MAX_ITEMS_IN_BYTES}")
    orders = [(list(a), list(b)) for a, b in given.pairs()]
    if not orders:
        raise BadPairs(f"--instances: no topic of {given.run} lists {depth} documents; say how many with --depth")
    name = Path(given.run).name
    sentences = (
        f"{len(orders):,} topics of {name} with at least {depth} documents, the first {depth} of each.",
        "The first ranking is the order of the run, the second that order sorted by grade, best first; documents of "
        "one grade (0 if nobody judged them) keep the order of the run.",
    )
    return Population("instances", depth, of_orders(orders), sentences, {"run": name, "depth": depth}, orders)


def _is_heading(row: list[str], begun: bool) -> bool:
    return not begun and [field.strip().lower() for field in row] == ["a", "b"]


def _pair(row: list[str], where: str) -> tuple[list[str], list[str]]:
    if len(row) != 2:
        raise BadPairs(f"{where}: {len(row)} columns; there must be 2, each an order with spaces between the items")
    a, b = (field.split() for field in row)
    for which, order in (("first", a), ("second", b)):
        twice = [item for k, item in enumerate(order) if item in order[:k]]
        if twice:
            raise BadPairs(f"{where}: item {twice[0]!r} occurs twice in the {which} order")
    for which, mine, others in (("first", a, b), ("second", b, a)):
        alone = [item for item in mine if item not in set(others)]
        if alone:
            raise BadPairs(f"{where}: only the {which} order has the item {alone[0]!r}; both must have the same items")
    if len(a) > MAX_ITEMS_IN_BYTES:
        raise BadPairs(f"{where}: {len(a)} items; there may be {MAX_ITEMS_IN_BYTES}")
    return a, b
