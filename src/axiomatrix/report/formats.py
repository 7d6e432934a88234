"""The formats of all files of JSON that are written to be read by others, with their published JSON Schemas."""

from __future__ import annotations

from typing import Any

from ..catalogue.program import ProgramAnswer, ProgramQuestion
from ..evidence.certificate import CERTIFICATE
from ..evidence.expectations import EXPECTATIONS
from ..evidence.formats import Format, Misfit
from ..evidence.witness import WITNESS
from ..studies.axiom_sets.answer import AXIOM_SET
from ..studies.changed import CHANGES
from ..studies.explore.answer import EXPLORATION
from .aggregation import AGGREGATE
from .bugs import BUGS
from .correlation import CORRELATION
from .dataset import DATASET, LINE
from .json_reports import CLAIMS, COMPLIANCE, RELATIONS
from .libraries.data import LIBRARIES
from .trec import EVALUATION
from .vectors import VECTORS

QUESTION = Format(
    "axiomatrix-question-1",
    "question",
    ProgramQuestion,
    "A line that a program in any language reads: the question which metrics it has, or for a value of one.",
    Misfit,
    named=False,
)
ANSWER = Format(
    "axiomatrix-answer-1",
    "answer",
    ProgramAnswer,
    "A line that a program in any language writes: its metrics, a value, or the reason that there is none.",
    Misfit,
    named=False,
)
FORMATS: dict[str, Format[Any]] = {
    format.name.removeprefix("axiomatrix-").removesuffix("-1"): format
    for format in (
        AGGREGATE, ANSWER, AXIOM_SET, BUGS, CERTIFICATE, CHANGES, CLAIMS, CORRELATION, DATASET, EVALUATION,
        EXPECTATIONS, EXPLORATION, LIBRARIES, LINE, QUESTION, RELATIONS, COMPLIANCE, VECTORS, WITNESS,
    )
}  # fmt: skip
"""By what is in them: ``FORMATS["report"].schema()`` is that of ``compliance.json``."""
