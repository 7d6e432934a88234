"""Formulas in blocks of data: ``math``, lines of MathML in pieces or null, and what their ``symbols`` mean."""

from __future__ import annotations

from typing import Any

from ...catalogue import symbols
from ...catalogue.loading import load_catalogue
from ...evidence.safe import visible
from ...model.axiom import Axiom
from ...model.claim import SourceClaim
from ...model.metric import Metric
from ...model.registry import Registry
from .. import mathml

MEANINGS: dict[type, Any] = {Metric: symbols.of_metric, Axiom: symbols.of_axiom, SourceClaim: symbols.of_claim}


def known(registry: Registry | None) -> Registry:
    """Where what the reports are about is declared."""
    return registry if registry is not None else load_catalogue()


def typeset(declared: Metric | Axiom | SourceClaim | None, said: str) -> dict[str, Any]:
    """The formula that is declared in LaTeX, if it is declared of what the report says in these words; its symbols."""
    words = declared.wording if isinstance(declared, SourceClaim) else declared.formula if declared else None
    trees = mathml.lines(declared.latex) if declared is not None and words == said else None
    if declared is None or trees is None:
        return {"math": None, "symbols": []}
    try:
        meant = MEANINGS[type(declared)](declared)
    except KeyError:  # a user's formula has letters of its own
        meant = {}
    shown = [[mathml.lines(names), visible(words)] for names, words in symbols.listed(meant)]
    return {"math": trees, "symbols": shown}
