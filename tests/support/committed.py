"""The committed reports, and what is built from them and not committed."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from axiomatrix import REGISTRY, Matrix
from axiomatrix.catalogue import load_catalogue
from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.witness import to_json
from axiomatrix.report.json_reports import dump_relations, read_matrix
from axiomatrix.studies.relate.run import Columns, all_pairs, relate_pairs

REPORTS = Path(__file__).parents[2] / "reports"
RELATED = (
    "kendall",
    "kendall-tau",
    "kendall-element",
    "footrule",
    "hamming",
    "precision-at",
    "success-at",
    "mse",
    "rmse",
)
"""Metrics of several signatures, enough for every kind of relation but the slow ones."""


@lru_cache(maxsize=1)
def matrix() -> Matrix:
    return read_matrix(REPORTS / "compliance.json")


@lru_cache(maxsize=1)
def witnesses() -> dict[str, Witness]:
    """The witnesses of the report, by the names of their pages."""
    found = [cell.evidence.witness for cell in matrix().cells if cell.evidence.witness is not None]
    return {witness.slug: witness for witness in found}


def witness_file(slug: str, folder: Path) -> Path:
    """The file of a witness, as ``check`` writes it."""
    file = folder / f"{slug}.json"
    file.write_text(json.dumps(to_json(witnesses()[slug]), indent=1) + "\n", encoding="utf-8")
    return file


def claims() -> Any:
    """What ``claims.json`` holds, each time anew."""
    return json.loads((REPORTS / "claims.json").read_text(encoding="utf-8"))


def answer(id: str) -> Any:
    """What the ``answer.json`` of an exploration holds, each time anew."""
    return json.loads((REPORTS / "explorations" / id / "answer.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def relations() -> str:
    """A ``relations.json`` of few metrics: that of all of them takes minutes, and is not committed."""
    load_catalogue()
    return dump_relations(relate_pairs(all_pairs([REGISTRY.metric(name) for name in RELATED]), Columns(REGISTRY)))


def with_relations(folder: Path) -> Path:
    """The committed reports with relations beside them, in the folder; the path of ``compliance.json`` there."""
    for path in REPORTS.iterdir():
        if path.name != "relations.json":
            (folder / path.name).symlink_to(path)
    (folder / "relations.json").write_text(relations(), encoding="utf-8")
    return folder / "compliance.json"
