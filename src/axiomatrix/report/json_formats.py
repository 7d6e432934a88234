"""The formats of all JSON files that other programs may read, with their published JSON Schemas (``docs/json.md``).

Most formats are defined next to the data they describe. Those of reported bugs, and of the lines that a metric in
any programming language exchanges with the checker, are defined here. The docstrings and descriptions of the classes
are in the schemas.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ..catalogue.program import ProgramAnswer, ProgramQuestion
from ..evidence.certificate import CERTIFICATE
from ..evidence.expectations import EXPECTATIONS
from ..evidence.formats import Format, Misfit, Record
from ..evidence.witness import WITNESS
from ..studies.axiom_sets.answer import AXIOM_SET
from ..studies.changed import CHANGES
from ..studies.explore.answer import EXPLORATION
from .aggregation import AGGREGATE
from .correlation import CORRELATION
from .dataset import DATASET, LINE
from .json_reports import CLAIMS, COMPLIANCE, RELATIONS
from .libraries.data import LIBRARIES
from .trec import EVALUATION
from .vectors import VECTORS

Text = Annotated[str, Meta(pattern=r"\S")]
"""A text that is not blank."""


class UnreadableBugs(ValueError):
    """A file that is not one of reported bugs."""


class BugValue(Record):
    """A value that a call has, or should have."""

    exact: Annotated[
        Text, Meta(description="Such as 3/2 or 1 + 1/log2(3); nan, or the name of the exception that is raised.")
    ]
    decimal: Annotated[float | None, Meta(description="The same as a decimal, where it is a number.")] = None


class BugCall(Record, kw_only=True):
    """How the metric is called, in the form that bugs/calls.py takes."""

    module: Text
    function: Annotated[Text, Meta(description="A function, or a class or measure of the module.")]
    options: Annotated[dict[str, Any], Meta(description="The options, the same in every call.")] = msgspec.field(
        default_factory=dict
    )
    arguments: Annotated[dict[str, Any], Meta(description="The smallest input that shows the bug.")]


class ReportedBug(Record, kw_only=True):
    """A bug of a metric that people reported in public."""

    id: Annotated[str, Meta(pattern="^[a-z0-9-]+$")]
    library: Annotated[Text, Meta(description="The name of the distribution.")]
    has: Annotated[Text, Meta(description="A version that has it.")]
    fixed: Annotated[str | None, Meta(description="A version that no longer has it; null if there is none.")]
    thread: Annotated[str, Meta(pattern="^https://github.com/")]
    date: Annotated[str, Meta(pattern="^20[0-9]{2}-[01][0-9]-[0-3][0-9]$", description="When the thread was opened.")]
    summary: Annotated[Text, Meta(description="One sentence.")]
    takes: Annotated[
        Literal["retrieved ids", "judged list", "scored list", "two score vectors"],
        Meta(description="What the metric is a function of, in the terms of the axioms."),
    ]
    call: BugCall
    expected: BugValue
    by: Annotated[Text | None, Meta(description="The row that gives the expected value; null: see the tests.")]
    actual: BugValue
    axiom: Annotated[Text | None, Meta(description="The axiom that catches it; null if none does.")]
    installs: Annotated[tuple[Text, ...], Meta(description="What else must be installed.")] = ()
    note: Annotated[str, Meta(description="What a reader should know before citing it.")] = ""


class ReportedBugs(Record):
    """All bugs."""

    bugs: list[ReportedBug]


BUGS = Format(
    "axiomatrix-bugs-1",
    "file of bugs",
    ReportedBugs,
    "Bugs of ranking metrics that people reported in public, each with the smallest input and the axiom that catches "
    "it.",
    UnreadableBugs,
    max_bytes=1_000_000,
)


QUESTION = Format(
    "axiomatrix-question-1",
    "question",
    ProgramQuestion,
    "A line that a program in any language reads: it asks which metrics the program has, or for a value of one.",
    Misfit,
    has_format_field=False,
)
ANSWER = Format(
    "axiomatrix-answer-1",
    "answer",
    ProgramAnswer,
    "A line that a program in any language writes: its metrics, a value, or the reason why there is none.",
    Misfit,
    has_format_field=False,
)
JSON_FORMATS: dict[str, Format[Any]] = {
    format.name.removeprefix("axiomatrix-").removesuffix("-1"): format
    for format in (
        AGGREGATE, ANSWER, AXIOM_SET, BUGS, CERTIFICATE, CHANGES, CLAIMS, CORRELATION, DATASET, EVALUATION,
        EXPECTATIONS, EXPLORATION, LIBRARIES, LINE, QUESTION, RELATIONS, COMPLIANCE, VECTORS, WITNESS,
    )
}  # fmt: skip
"""All formats by name, such as "report" for that of ``compliance.json``."""
