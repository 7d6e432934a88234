"""The matrix as JSON data and back; the format is described by ``schema.json`` beside this file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from importlib import resources
from pathlib import Path
from typing import Any, get_args

from ..evidence import VERDICTS, Evidence
from ..matrix import Cell, ClaimNote, ColumnHead, Matrix, Outcome, Row

FORMAT = "axiomatrix-report-1"
MAX_BYTES = 200_000_000
_OUTCOMES = get_args(Outcome)


class BadReport(ValueError):
    """A file that is no report, with what is wrong with it."""


def to_data(matrix: Matrix) -> dict[str, Any]:
    """The matrix as JSON data: nothing in it but what was checked and what came of it."""
    return {
        "format": FORMAT,
        "profile": matrix.profile,
        "seed": matrix.seed,
        "metrics": [asdict(row) for row in matrix.rows],
        "axioms": [asdict(column) for column in matrix.columns],
        "cells": [_cell(cell, matrix) for cell in matrix.cells],
    }


def _cell(cell: Cell, matrix: Matrix) -> dict[str, Any]:
    evidence = cell.evidence.to_json()
    evidence["reach"] = list(evidence["reach"])
    if evidence["proof"] is not None:
        evidence["proof"] = {name: list(v) if isinstance(v, tuple) else v for name, v in evidence["proof"].items()}
    return {
        "metric": cell.metric,
        "axiom": cell.axiom,
        "arguments": dict(cell.arguments),
        "space": cell.space,
        "claims": [asdict(claim) for claim in cell.claims],
        "outcome": cell.outcome,
        "expected": matrix.expected.get(cell.key),
        "evidence": evidence,
    }


def dumps(matrix: Matrix) -> str:
    """The matrix as the content of ``compliance.json``."""
    return json.dumps(to_data(matrix), indent=1) + "\n"


def from_data(data: Any) -> Matrix:
    """The matrix that :func:`to_data` wrote; :class:`BadReport` says what is wrong with anything else."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise BadReport(f"this is not a report: its format must be {FORMAT!r}")
    try:
        cells = [_cell_from(cell) for cell in data["cells"]]
        expected = {
            cell.key: given["expected"]
            for cell, given in zip(cells, data["cells"], strict=True)
            if given["expected"] is not None
        }
        rows = [Row(**_exactly(Row, row)) for row in data["metrics"]]
        columns = [ColumnHead(**_exactly(ColumnHead, column)) for column in data["axioms"]]
        profile, seed = data["profile"], data["seed"]
    except KeyError as missing:
        raise BadReport(f"report: {missing.args[0]!r} is missing") from None
    except (TypeError, AttributeError, ValueError) as error:
        raise BadReport(f"report: {error}") from None
    if not isinstance(profile, str) or type(seed) is not int:
        raise BadReport("report: profile must be a text and seed a whole number")
    return Matrix(rows, columns, cells, profile, seed, expected)


def _cell_from(data: Mapping[str, Any]) -> Cell:
    evidence = Evidence.from_json(data["evidence"])
    if evidence.verdict not in VERDICTS:
        raise BadReport(f"report: there is no verdict {evidence.verdict!r}")
    if data["expected"] is not None and data["expected"] not in _OUTCOMES:
        raise BadReport(f"report: there is no outcome {data['expected']!r}")
    claims = tuple(ClaimNote(**_exactly(ClaimNote, claim)) for claim in data["claims"])
    cell = Cell(data["metric"], data["axiom"], dict(data["arguments"]), data["space"], claims, evidence)
    if cell.outcome != data["outcome"]:
        raise BadReport(f"report: {cell.metric} x {cell.title} says {data['outcome']!r}, but comes to {cell.outcome!r}")
    return cell


def _exactly(kind: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    return {f.name: data[f.name] for f in fields(kind)}


def read(path: Path) -> Matrix:
    """Read ``compliance.json``; :class:`BadReport` for anything that is none."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadReport(f"{path}: a report is at most {MAX_BYTES:,} bytes")
        return from_data(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise BadReport(f"{path}: {error.strerror or error}") from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise BadReport(f"{path}: not JSON: {error}") from None


def schema(name: str = "schema") -> dict[str, Any]:
    """The published JSON Schema of the report, or (``"witness.schema"``) of a witness file."""
    text = resources.files(__package__).joinpath(f"{name}.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded
