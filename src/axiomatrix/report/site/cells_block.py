"""The block ``cells``: metrics, axioms, and every cell that a report shows, in the words of the report.

``{"axioms": [...], "metrics": [...], "names": {...}, "ledger": [...], "marks": {...},
"cells": table, "version": "..."}``

``cells`` is a table (see :mod:`.packing`) in the order of the metrics, then of the axioms:

* ``metric`` and ``axiom`` are places in the lists of that name.
* ``statement``, ``verdict``, ``colour``, ``reached``, ``cases``, ``method``, ``outcome`` and ``best`` are texts, empty
  where there is none. ``reached`` is the verdict with its reach, ``outcome`` that of :class:`~...evidence.cell.Cell`.
* ``standing`` is the verdict as the answer to a question, in which ``{}`` stands for the cases; in two or three words;
  how strong the evidence is, positive for what holds as far as is known, negative for what fails, 0 for what is not
  decided; and the size at which it fails or up to which it holds, 0 for every one.
* ``spoken`` says whether it holds or fails, and how far that is known, in words that are read aloud.
* ``claims`` is a list of ``[status, source]``.
* ``slug`` names the witness page, empty where there is none.

``metrics``, ``axioms`` and what is said of them beside their cells are in :mod:`.heads`; ``verdict`` may
also be *none found*, and ``marks`` has what stands before the words of each. ``version`` is that of the program, and
the run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, Any

from ...evidence.cell import Cell
from ...evidence.safe import unaccented, visible
from ...evidence.verdict import BEST_FOUND, NONE_FOUND
from ...studies.ask.standing import Standing, compared_at, holds, strength
from ..ask.words import sentence, short
from .cell_words import MARKS
from .heads import heads
from .packing import table

if TYPE_CHECKING:
    from .inputs import Inputs


SPOKEN = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (r"^proved$", "proved for every n"),
        (r"^all n", "every case n"),
        (r"^none n", "no example found n"),
        (r"^best ", "best constant so far "),
        (r" n<=", " up to n = "),
        (r" n=", " at n = "),
        (r"\((\d+)\)$", r"(\1 cases)"),
    )
)
"""The words of a table as they are read aloud."""
IN_VAIN = (NONE_FOUND, BEST_FOUND)
_WORD = re.compile(r"[^\W_]{3,}")
"""What is searched for: shorter words say little."""


def block(inputs: Inputs) -> dict[str, Any]:
    """The data of the block; :class:`BadReport` if a cell is about a metric or an axiom that the report lacks."""
    from ... import __version__  # known once the package is

    return {
        **heads(inputs),
        "marks": MARKS,
        "version": f"axiomatrix {__version__}, profile {inputs.matrix.profile}, seed {inputs.matrix.seed}",
        "cells": table(_lines(inputs)),
    }


def _lines(inputs: Inputs) -> Iterator[dict[str, Any]]:
    for one in inputs.statements:
        shown, cell, evidence = one.line, one.cell, one.cell.evidence
        yield {
            "metric": inputs.row_places[one.row.name],
            "axiom": inputs.column_places[one.column.id],
            "statement": shown.statement,
            "verdict": evidence.state.word,
            "colour": one.colour,
            "reached": shown.verdict,
            "cases": shown.cases,
            "method": visible(evidence.method),
            "outcome": cell.outcome,
            "claims": tuple((visible(c.status), visible(c.source)) for c in cell.claims),
            "best": shown.gist,
            "slug": shown.slug or "",
            "standing": (answer := _answer(cell, shown.cases)),
            "spoken": _spoken(answer[1], answer[2]) if answer[2] or evidence.state in IN_VAIN else shown.verdict,
        }


def _answer(cell: Cell, cases: str) -> tuple[str, str, int, float]:
    stands = strength(cell) * (1 if holds(cell) else -1)
    at = compared_at(cell) if stands else 0
    return sentence(cell).replace(f"({cases})", "({})"), short(Standing((cell,))), stands, at if at < inf else 0


@lru_cache(maxsize=4096)
def _spoken(brief: str, stands: int) -> str:
    """Whether a statement holds or fails, and how far that is known, for those who do not see the sign."""
    for pattern, words in SPOKEN:
        brief = pattern.sub(words, brief)
    return f"{'holds: ' if stands > 1 else 'nothing found against it: ' if stands > 0 else ''}{brief}"


def texts(inputs: Inputs) -> dict[str, Any]:
    """The block ``texts``: the words that stand in what is said of metrics and axioms, to be searched.

    ``{"metrics": [...], "axioms": [...]}``: a text for each, in the order of the block ``cells``, of its docstring and
    of where it is from; every word once, in small letters, without those that the names and the formula have.
    """
    whole = inputs.whole
    return {
        "metrics": [_words(f"{row.doc} {row.source}", row.formula) for row in whole.rows],
        "axioms": [_words(column.doc, column.formula) for column in whole.columns],
    }


def _words(text: str, formula: str) -> str:
    words = dict.fromkeys(_WORD.findall(unaccented(text)))
    for word in _WORD.findall(unaccented(formula)):
        words.pop(word, None)
    return " ".join(words)
