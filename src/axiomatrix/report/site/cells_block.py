"""The block ``cells``: metrics, axioms, and every cell that a report shows, in the words of the report.

``{"axioms": [...], "metrics": [...], "libraries": {...}, "pages": {...}, "ledger": [...],
"explored": [...], "symbols": {...}, "proofs": [...], "words": [...], "fields": [...], "cells": [...],
"digests": "..."}``

``cells`` holds a list for each of the ``fields``, all of one length (which packs to half of a list for each cell): the
k-th entries of them are the k-th cell. Cells stand in the order of the metrics, then of the axioms.

* ``metric`` and ``axiom`` are places in the lists of that name.
* ``statement``, ``verdict``, ``mark``, ``said``, ``cases``, ``method``, ``outcome``, ``best`` and ``compared`` are
  places in ``words``; what is empty is the empty text. ``said`` is the verdict with its reach, ``outcome`` is that of
  :class:`~...evidence.matrix.Cell`, ``compared`` what became of a library beside its definition and documentation.
* ``claims`` is a list of ``[status, source, wording]``, each a place in ``words``.
* ``proof`` is a place in ``proofs``, -1 where there is none.
* ``slug`` names the witness page: -1 where there is none, otherwise a place in ``words`` of what follows the stems of
  metric and axiom, ``STEM--STEM``. ``#`` at its end stands for ``-`` and the next twelve characters of ``digests``;
  after ``/`` at its beginning stands the whole name instead.

``metrics``, ``axioms`` and what is said of them beside their cells are in :mod:`.heads`; ``symbols`` has
the symbol of each verdict.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.safe import visible
from ...evidence.verdict import Verdict
from ...evidence.words import Line, lines
from ..matrix.data import BadReport
from .heads import heads, stem

if TYPE_CHECKING:
    from .inputs import Inputs

FIELDS = (
    "metric",
    "axiom",
    "statement",
    "verdict",
    "mark",
    "said",
    "cases",
    "method",
    "outcome",
    "claims",
    "best",
    "slug",
    "proof",
    "compared",
)
_DIGEST = re.compile(r"-([0-9a-f]{12})\Z")


def block(inputs: Inputs) -> dict[str, Any]:
    """The data of the block; :class:`BadReport` if a cell is about a metric or an axiom that the report lacks."""
    return {
        **heads(inputs),
        "symbols": {verdict: verdict.letter for verdict in Verdict},
        **_Cells(inputs.whole).data(),
    }


class _Cells:
    """The cells as columns of numbers, and what the numbers stand for."""

    def __init__(self, whole: Matrix) -> None:
        self.words: dict[str, int] = {}
        self.proofs: dict[str, tuple[int, dict[str, Any]]] = {}
        self.digests: list[str] = []
        self.columns: list[list[Any]] = [[] for _ in FIELDS]
        for metric, axiom, found in _positions(whole):
            for shown in lines(found):
                for column, value in zip(self.columns, self._values(metric, axiom, shown), strict=True):
                    column.append(value)

    def data(self) -> dict[str, Any]:
        """Their part of the block."""
        return {
            "proofs": [proof for _, proof in self.proofs.values()],
            "words": list(self.words),
            "fields": list(FIELDS),
            "cells": self.columns,
            "digests": "".join(self.digests),
        }

    def _values(self, metric: int, axiom: int, shown: Line) -> tuple[Any, ...]:
        cell, evidence, word = shown.cell, shown.cell.evidence, self._word
        return (
            metric,
            axiom,
            word(shown.statement),
            word(evidence.verdict),
            word(shown.mark),
            word(shown.verdict),
            word(shown.cases),
            word(visible(evidence.method)),
            word(cell.outcome),
            [[word(visible(part)) for part in (c.status, c.source, c.wording)] for c in cell.claims],
            word(shown.best),
            self._slug(cell, shown.slug),
            self._proof(cell),
            word(evidence.comparison.wording if evidence.comparison else ""),
        )

    def _word(self, text: str) -> int:
        return self.words.setdefault(text, len(self.words))

    def _slug(self, cell: Cell, slug: str | None) -> int:
        if slug is None:
            return -1
        usual = f"{stem(cell.metric)}--{stem(cell.axiom)}"
        if not slug.startswith(usual):
            return self._word(f"/{slug}")
        rest = slug.removeprefix(usual)
        if digest := _DIGEST.search(rest):
            self.digests.append(digest[1])
            rest = f"{rest[: digest.start()]}#"
        return self._word(rest)

    def _proof(self, cell: Cell) -> int:
        proof = cell.evidence.proof
        if proof is None:
            return -1
        data = {
            "id": visible(proof.id),
            "theorem": visible(proof.theorem),
            "checked": [visible(step) for step in proof.checked],
            "argued": [visible(step) for step in proof.argued],
        }
        return self.proofs.setdefault(repr(data), (len(self.proofs), data))[0]


def _positions(whole: Matrix) -> list[tuple[int, int, list[Cell]]]:
    """The cells by row and column."""
    rows = {row.name: number for number, row in enumerate(whole.rows)}
    columns = {column.id: number for number, column in enumerate(whole.columns)}
    found: dict[tuple[int, int], list[Cell]] = {}
    for cell in whole.cells:
        if cell.metric not in rows:
            raise BadReport(f"report: a cell is about {cell.metric!r}, and there is no metric of that name")
        if cell.axiom not in columns:
            raise BadReport(f"report: a cell is about {cell.axiom!r}, and there is no axiom of that name")
        found.setdefault((rows[cell.metric], columns[cell.axiom]), []).append(cell)
    return [(*place, found[place]) for place in sorted(found)]
