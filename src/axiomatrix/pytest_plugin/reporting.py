"""Reports of a pytest run: rows as text, from whichever process checked them, put together and written once."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import reduce
from pathlib import Path

import msgspec
from msgspec.structs import replace

from ..evidence.account.account import Account
from ..evidence.account.making import accounts
from ..evidence.evidence import Evidence
from ..evidence.formats import convert
from ..evidence.matrix import Matrix
from ..evidence.verdict import Verdict
from ..model.registry import Registry
from ..report.matrix.data import from_data, to_data
from ..report.saving import save


def row_text(matrix: Matrix, registry: Registry, place: int) -> str:
    """A row with the accounts of its witnesses, made where its metric is registered; ``place`` orders the rows."""
    shown = msgspec.to_builtins(accounts(matrix, registry))
    return json.dumps({"place": place, "matrix": to_data(matrix), "shown": shown})


def write_reports(rows: Iterable[str], directory: Path) -> str:
    """Write the reports of these rows; what was done, in words."""
    written: dict[str, tuple[int, Matrix]] = {}
    shown: dict[str, Account] = {}
    for text in rows:
        data = json.loads(text)
        matrix = from_data(data["matrix"])
        name = matrix.rows[0].name
        if name in written:
            matrix = _agreed(written[name][1], matrix)
        written[name] = (data["place"], matrix)
        shown |= convert(data["shown"], dict[str, Account])
    if not written:
        return f"no reports were written to {directory}: no claim was tested"
    matrices = [matrix for _, matrix in sorted(written.values(), key=lambda row: row[0])]
    whole = joined(matrices)
    directory.mkdir(parents=True, exist_ok=True)
    whole.accounts = shown
    save(whole, directory)
    return f"reports of {len(whole.rows)} metric{'s'[: len(whole.rows) > 1]} are in {directory}"


def joined(matrices: list[Matrix]) -> Matrix:
    """Rows of one run as one matrix, the columns in the order in which they stand in the rows."""
    order = _merged_order([[column.id for column in matrix.columns] for matrix in matrices])
    whole = reduce(Matrix.followed_by, matrices)
    return replace(whole, columns=sorted(whole.columns, key=lambda column: order.index(column.id)))


def _merged_order(lists: list[list[str]]) -> list[str]:
    """One order that agrees with all the lists, which are parts of one order: the registry's."""
    left = [list(one) for one in lists]
    order: list[str] = []
    while left := [one for one in left if one]:
        heads = [one[0] for one in left]
        chosen = next((h for h in heads if not any(h in one[1:] for one in left)), heads[0])
        order.append(chosen)
        left = [[id for id in one if id != chosen] for one in left]
    return order


def _agreed(one: Matrix, other: Matrix) -> Matrix:
    """A row that two processes checked: one seed gives one result, and a cell that has two is not to be believed."""
    cells, again = [], {cell.key: cell for cell in other.cells}
    for cell in one.cells:
        if (second := again.get(cell.key, cell)) != cell:
            reason = f"{cell.metric} gave other evidence in another worker process: {second.evidence.verdict}"
            cell = replace(cell, evidence=Evidence(Verdict.FLAKY, reason=reason, seed=cell.evidence.seed))
        cells.append(cell)
    return replace(one, cells=cells)
