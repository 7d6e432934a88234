"""Symbols of the formula of a metric or an axiom, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalogue import formulas
from ...model.axiom import Axiom
from ...model.metric import Metric
from ..document import Block, Details, Inline, List, Math


def symbol_blocks(declared: Metric | Axiom) -> Iterator[Block]:
    """The symbols of the formula in LaTeX, each with what it means; nothing where there is no such formula."""
    try:
        meanings = formulas.of_metric(declared) if isinstance(declared, Metric) else formulas.of_axiom(declared)
    except KeyError:  # a user's formula has letters of its own
        return
    items: list[Inline] = [(Math(names, names), f": {meaning}") for names, meaning in formulas.listed(meanings)]
    if items:
        yield Details("What the symbols mean", (List(tuple(items)),))
