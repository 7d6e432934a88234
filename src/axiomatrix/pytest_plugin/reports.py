"""Reports of a pytest run: rows as text, and the files that the main process writes of them.

Any process may have checked a row: under pytest-xdist a worker, which sends it as text on a test report. Two workers
may have checked the same row, if its tests were divided among them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import reduce
from pathlib import Path

import msgspec
from msgspec import structs

from ..evidence.account.account import Account
from ..evidence.account.making import accounts
from ..evidence.evidence import Evidence
from ..evidence.formats import convert
from ..evidence.matrix import Matrix
from ..evidence.verdict import Verdict
from ..model.registry import Registry
from ..report.json_reports import load_matrix, matrix_data
from ..report.saving import save


def row_text(matrix: Matrix, registry: Registry, position: int) -> str:
    """Write a row, a matrix of one metric, as JSON for :func:`write_reports`.

    The text includes the *accounts* of the witnesses (the values on both sides with all steps), since only this process
    has the metric to compute them. ``position`` is the row's place in the reports.
    """
    witness_accounts = msgspec.to_builtins(accounts(matrix, registry))
    return json.dumps({"place": position, "matrix": matrix_data(matrix), "shown": witness_accounts})


def write_reports(rows: Iterable[str], directory: Path) -> str:
    """Write the reports of these rows, made by :func:`row_text`, and return a sentence for pytest's summary."""
    positions: dict[str, int] = {}
    matrices: dict[str, Matrix] = {}  # of a single row each, by the name of the metric
    witness_accounts: dict[str, Account] = {}
    for text in rows:
        data = json.loads(text)
        matrix = load_matrix(data["matrix"])
        name = matrix.rows[0].name
        matrices[name] = _agreeing_row(matrices[name], matrix) if name in matrices else matrix
        positions[name] = data["place"]
        witness_accounts |= convert(data["shown"], dict[str, Account])
    if not matrices:
        return f"no reports written to {directory}: no claim was tested"
    whole = join_rows([matrices[name] for name in sorted(matrices, key=positions.__getitem__)])
    directory.mkdir(parents=True, exist_ok=True)
    whole.accounts = witness_accounts
    save(whole, directory)
    plural = "s" if len(whole.rows) > 1 else ""
    return f"reports of {len(whole.rows)} metric{plural} written to {directory}"


def join_rows(matrices: list[Matrix]) -> Matrix:
    """Join the rows of a run to a matrix, with the columns in an order that agrees with all rows.

    A row has the columns that its metric needs. The registry, which has the order of all, is not in this process.
    """
    order = _merged_order([[column.id for column in matrix.columns] for matrix in matrices])
    whole = reduce(Matrix.followed_by, matrices)  # one below the other
    return structs.replace(whole, columns=sorted(whole.columns, key=lambda column: order.index(column.id)))


def _merged_order(lists: list[list[str]]) -> list[str]:
    """Merge lists, each a part of the registry's order, into an order that agrees with all.

    The next id is one that heads a list and comes later in none.
    """
    remaining = [list(ids) for ids in lists]
    order: list[str] = []
    while remaining := [ids for ids in remaining if ids]:
        heads = [ids[0] for ids in remaining]
        next_id = next((head for head in heads if not any(head in ids[1:] for ids in remaining)), heads[0])
        order.append(next_id)
        remaining = [[id for id in ids if id != next_id] for ids in remaining]
    return order


def _agreeing_row(first: Matrix, second: Matrix) -> Matrix:
    """Return a row that two processes checked; a cell with different evidence for the same seed is marked flaky."""
    second_cells = {cell.key: cell for cell in second.cells}
    cells = []
    for cell in first.cells:
        if (other := second_cells.get(cell.key, cell)) != cell:
            reason = (
                f"{cell.metric} gave different evidence in another worker process: {other.evidence.verdict.written}"
            )
            cell = structs.replace(cell, evidence=Evidence(Verdict.FLAKY, reason=reason, seed=cell.evidence.seed))
        cells.append(cell)
    return structs.replace(first, cells=cells)
