"""The block ``cells``: metrics, axioms, and every cell that a report shows, in the words of the report.

``{"axioms": [...], "metrics": [...], "names": {...}, "ledger": [...], "marks": {...}, "words": [...], "told": [...],
"fields": [...], "cells": [...], "digests": "...", "version": "..."}``

``cells`` holds a list for each of the ``fields``, all of one length (which packs to half of a list for each cell): the
k-th entries of them are the k-th cell. Cells stand in the order of the metrics, then of the axioms.

* ``metric`` and ``axiom`` are places in the lists of that name.
* ``statement``, ``verdict``, ``colour``, ``said``, ``cases``, ``method``, ``outcome``, ``best``, ``compared``
  are places in ``words``; what is empty is the empty text. ``said`` is the verdict with its reach, ``outcome`` that of
  :class:`~...evidence.matrix.Cell`, ``compared`` what became of a library beside its definition and documentation.
* ``told`` is a place in the list of that name: the verdict as the answer to a question, in which ``{}`` stands for the
  cases; in two or three words; how strong the evidence is, positive for what holds as far as is known, negative
  for what fails, 0 for what is not decided; and the size at which it fails or up to which it holds, 0 for every one.
* ``claims`` is a list of ``[status, source, wording]``, each a place in ``words``.
* ``slug`` names the witness page: -1 where there is none, otherwise a place in ``words`` of what follows the stems of
  metric and axiom, ``STEM--STEM``. ``#`` at its end stands for ``-`` and the next twelve characters of ``digests``;
  after ``/`` at its beginning stands the whole name instead.

``metrics``, ``axioms`` and what is said of them beside their cells are in :mod:`.heads`; ``verdict`` may
also be *none found*, and ``marks`` has what stands before the words of each. ``version`` is that of the program, and
the run.
"""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING, Any

from ...evidence.cell import Cell
from ...evidence.safe import visible
from ...studies.ask.standing import Standing, compared_at, holds, strength
from ..ask.words import sentence, short
from .cell_words import MARKS
from .heads import heads
from .links import stem
from .told import Told

if TYPE_CHECKING:
    from .inputs import Inputs

FIELDS = (
    "metric",
    "axiom",
    "statement",
    "verdict",
    "colour",
    "said",
    "cases",
    "method",
    "outcome",
    "claims",
    "best",
    "slug",
    "compared",
    "told",
)
_DIGEST = re.compile(r"-([0-9a-f]{12})\Z")


def block(inputs: Inputs) -> dict[str, Any]:
    """The data of the block; :class:`BadReport` if a cell is about a metric or an axiom that the report lacks."""
    from ... import __version__  # known once the package is

    return {
        **heads(inputs),
        "marks": MARKS,
        "version": f"axiomatrix {__version__}, profile {inputs.matrix.profile}, seed {inputs.matrix.seed}",
        **_Cells(inputs).data(),
    }


class _Cells:
    """The cells as columns of numbers, and what the numbers stand for."""

    def __init__(self, inputs: Inputs) -> None:
        self.words: dict[str, int] = {}
        self.told: dict[tuple[str, str, int, float], int] = {}
        self.digests: list[str] = []
        self.columns: list[list[Any]] = [[] for _ in FIELDS]
        rows = {row.name: number for number, row in enumerate(inputs.whole.rows)}
        columns = {column.id: number for number, column in enumerate(inputs.whole.columns)}
        for told in inputs.told:
            values = self._values(rows[told.row.name], columns[told.column.id], told)
            for column, value in zip(self.columns, values, strict=True):
                column.append(value)

    def data(self) -> dict[str, Any]:
        """Their part of the block."""
        return {
            "words": list(self.words),
            "told": list(self.told),
            "fields": list(FIELDS),
            "cells": self.columns,
            "digests": "".join(self.digests),
        }

    def _values(self, metric: int, axiom: int, told: Told) -> tuple[Any, ...]:
        shown, cell, evidence, word = told.line, told.cell, told.cell.evidence, self._word
        return (
            metric,
            axiom,
            word(shown.statement),
            word(evidence.state.word),
            word(told.colour),
            word(shown.verdict),
            word(shown.cases),
            word(visible(evidence.method)),
            word(cell.outcome),
            [[word(visible(part)) for part in (c.status, c.source, c.wording)] for c in cell.claims],
            word(shown.gist),
            self._slug(cell, shown.slug),
            word(evidence.comparison.wording if evidence.comparison else ""),
            self._told(cell, shown.cases),
        )

    def _told(self, cell: Cell, cases: str) -> int:
        stands = strength(cell) * (1 if holds(cell) else -1)
        at = compared_at(cell) if stands else 0
        told = sentence(cell).replace(f"({cases})", "({})"), short(Standing((cell,))), stands, at if at < inf else 0
        return self.told.setdefault(told, len(self.told))

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
