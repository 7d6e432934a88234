"""The lines that axiomatrix and a program in any language exchange: one question, then one answer (JSON).

These types read and write the lines, and the published schemas are made from them (docs/any_language.md).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ..model.axiom import Kind


class ProgramQuestion(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line that the program reads."""

    id: Annotated[int, Meta(ge=1, description="The number of the question; the answer repeats it.")]
    question: Annotated[
        Literal["metrics", "value"], Meta(description="What is asked: which metrics there are, or a value of one.")
    ]
    metric: Annotated[str, Meta(description="The metric that is called.")] = ""
    arguments: Annotated[dict[str, Any], Meta(description="The arguments of the call, by name.")] = {}
    parameters: Annotated[dict[str, Any], Meta(description="The parameters of the call, by name.")] = {}


class DescribedMetric(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Description that a program gives of one of its metrics."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    kind: Kind
    arguments: Annotated[dict[str, str], Meta(description="The sort of each argument, such as binary list, by name.")]
    parameters: Annotated[
        dict[str, str], Meta(description="The sort of each parameter, such as cut-off, by its name.")
    ] = {}
    exact: Annotated[bool, Meta(description="Whether its values are exact: whole numbers, or texts such as 1/3.")] = (
        False
    )
    formula: str = ""
    holds: Annotated[list[str], Meta(description="The axioms that are claimed to hold, by name.")] = []
    fails: Annotated[list[str], Meta(description="The axioms that are claimed to fail, by name.")] = []
    source: Annotated[str, Meta(description="Where the definition is from.")] = ""


class ProgramAnswer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line that the program writes: the metrics, a value, or the reason that there is none."""

    id: Annotated[int, Meta(description="The number of the question that is answered.")]
    metrics: Annotated[list[DescribedMetric], Meta(description="The metrics of the program.")] = []
    value: Annotated[
        int | float | str | None, Meta(description="The value of the metric: a number, or a text such as 1/3.")
    ] = None
    undefined: Annotated[str | None, Meta(description="The reason that the metric has no value there.")] = None
    error: Annotated[str | None, Meta(description="What went wrong: an error of the metric.")] = None
