"""The matrix as JSON data and back; the format is described by ``schema.json`` beside this file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import Any

from ...evidence import cell_data
from ...evidence.cell import Cell
from ...evidence.cell_data import exactly
from ...evidence.files import by_line
from ...evidence.matrix import ColumnHead, Matrix, Row
from ...evidence.untrusted import Unreadable, read_json
from ...evidence.verdict import Outcome
from .together import wrong_together

FORMAT = "axiomatrix-report-1"
MAX_BYTES = 200_000_000
_OUTCOMES = tuple(Outcome)


class BadReport(ValueError):
    """A file that is no report, with what is wrong with it."""


def to_data(matrix: Matrix) -> dict[str, Any]:
    """The matrix as JSON data: nothing in it but what was checked and what came of it."""
    return {
        "format": FORMAT,
        "profile": matrix.profile,
        "seed": matrix.seed,
        "complete": matrix.complete,
        "missing": matrix.missing,
        "metrics": [asdict(row) for row in matrix.rows],
        "axioms": [asdict(column) for column in matrix.columns],
        "cells": [_cell(cell, matrix) for cell in matrix.cells],
    }


def _cell(cell: Cell, matrix: Matrix) -> dict[str, Any]:
    data = cell_data.to_data(cell)
    evidence = data.pop("evidence")
    expected = matrix.expected.get(cell.key)
    return {**data, "expected": None if expected is None else expected.value, "evidence": evidence}


def dumps(matrix: Matrix) -> str:
    """The matrix as the content of ``compliance.json``."""
    return by_line(to_data(matrix))


def from_data(data: Any) -> Matrix:
    """The matrix that :func:`to_data` wrote; :class:`BadReport` says what is wrong with anything else."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise BadReport(f"this is not a report: its format must be {FORMAT!r}, that of compliance.json")
    try:
        cells = [_cell_from(cell, f"cells[{k}]") for k, cell in enumerate(data["cells"])]
        expected = {
            cell.key: Outcome(given["expected"])
            for cell, given in zip(cells, data["cells"], strict=True)
            if given["expected"] is not None
        }
        rows = [Row(**exactly(Row, {"doc": "", "source": "", **row})) for row in data["metrics"]]  # older reports
        columns = [ColumnHead(**exactly(ColumnHead, column)) for column in data["axioms"]]
        profile, seed, missing = data["profile"], data["seed"], data.get("missing", 0)  # older reports do not say
    except KeyError as absent:
        raise BadReport(f"report: {absent.args[0]!r} is missing") from None
    except BadReport:
        raise
    except (TypeError, AttributeError, ValueError) as error:
        raise BadReport(f"report: {error}") from None
    if not isinstance(profile, str) or type(seed) is not int:
        raise BadReport("report: profile must be a text and seed a whole number")
    if type(missing) is not int or missing < 0 or data.get("complete", True) is not (missing == 0):
        raise BadReport("report: missing must count the cells that were not decided, none if it is complete")
    matrix = Matrix(rows, columns, cells, profile, seed, expected, missing)
    if wrong := wrong_together(matrix):
        raise BadReport(f"report: {wrong}")
    return matrix


def _cell_from(data: Mapping[str, Any], where: str) -> Cell:
    if data["expected"] is not None and data["expected"] not in _OUTCOMES:
        raise BadReport(f"report: {where}.expected: there is no outcome {data['expected']!r:.80}")
    try:
        return cell_data.from_data(data)
    except cell_data.BadCell as error:
        raise BadReport(f"report: {where}: {error}") from None


def read(path: Path) -> Matrix:
    """Read ``compliance.json``; :class:`BadReport` for anything that is none."""
    try:
        data = read_json(path, MAX_BYTES, "a report")
    except Unreadable as error:
        raise BadReport(str(error)) from None
    try:
        return from_data(data)
    except BadReport as error:
        raise BadReport(f"{path}: {error}") from None


def schema(name: str = "schema") -> dict[str, Any]:
    """The published JSON Schema of the report, or (``"witness.schema"``) of a witness file."""
    text = resources.files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded
