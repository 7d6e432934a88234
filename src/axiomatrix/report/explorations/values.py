"""What an exploration found, as a table of values."""

from __future__ import annotations

import csv as tables_of_values
import json
from io import StringIO

from ...evidence.evidence import Witness
from ...evidence.safe import visible
from ...model.registry import Registry
from ...studies.explore.answer import Answer, decimal
from .telling import sigma_of

CSV_HEADS = (
    "question",
    "metric",
    "statement",
    "n",
    "verdict",
    "rankings",
    "classes",
    "sense",
    "value",
    "decimal",
    "sigma",
    "parameter",
)


def csv(answer: Answer, registry: Registry) -> str:
    """One line for each question, n and extreme; then the bounds, whose verdict says so.

    A text that begins like a formula gets an apostrophe, so that no spreadsheet runs it.
    """
    out = StringIO()
    writer = tables_of_values.writer(out, lineterminator="\n")
    writer.writerow(CSV_HEADS)
    for question in answer.canonical().questions:
        names = [_no_formula(text) for text in (question.label, question.metric, question.statement)]
        for size in question.sizes:
            head = [*names, size.n, size.verdict, size.rankings, size.classes]
            for extreme in size.extremes:
                value = [extreme.sense, extreme.value, decimal(extreme.value)]
                writer.writerow([*head, *value, *_given(extreme.witness, registry)])
            if not size.extremes:
                writer.writerow([*head, *[""] * 5])
        for bound in question.bounds:
            head = [*names, bound.n, f"bound ({bound.kind})", "", ""]
            writer.writerow([*head, bound.sense, bound.value, decimal(bound.value), *_given(bound.witness, registry)])
    return out.getvalue()


def _given(witness: Witness | None, registry: Registry) -> tuple[str, str]:
    """The permutation, and the parameters as JSON."""
    if witness is None:
        return "", ""
    parameters = json.dumps(witness.parameters, sort_keys=True, separators=(",", ":")) if witness.parameters else ""
    return " ".join(map(str, sigma_of(witness, registry))), parameters


def _no_formula(text: str) -> str:
    cell = visible(text)
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@") else cell
