"""Test vectors of a metric as JSON, for implementers in any language: inputs with their exact values.

``axiomatrix report --vectors METRIC`` prints them. ``studies/vectors`` chooses inputs on which wrong definitions
(mutants) of the metric have other values: a vector "kills" these mutants.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from .. import __version__
from ..catalogue.metric_sentences import distinction
from ..evidence.files import indented_json
from ..evidence.formats import Format, Record
from ..studies.vectors.choosing import TOLERANCE, ChosenVector, ChosenVectors, input_as_json
from .dataset import LICENCE


class VectorData(Record, kw_only=True):
    """An input and its value."""

    arguments: Annotated[dict[str, Any], Meta(description="The arguments by name, as in docs/any_language.md.")]
    parameters: Annotated[dict[str, Any], Meta(description="The parameters by name.")]
    exact: Annotated[str | None, Meta(description="The exact value; none for a metric in floats.")] = None
    decimal: Annotated[float | None, Meta(description="The value as the nearest float.")] = None
    undefined: Annotated[str | None, Meta(description="The reason why there is no value.")] = None
    edges: Annotated[list[str], Meta(description="The edge cases that the input covers, such as no relevant.")]
    kills: Annotated[list[str], Meta(min_length=1, description="The mutants that have another value on this input.")]


class VectorsData(Record, kw_only=True):
    """The test vectors of a metric."""

    version: Annotated[str, Meta(description="The version of axiomatrix that wrote the file.")]
    licence: Annotated[
        Literal["CC0-1.0"] | None, Meta(description="For metrics of the catalogue, which are in the public domain.")
    ] = None
    metric: Annotated[str, Meta(min_length=1, description="The metric, with its variant in brackets.")]
    kind: Annotated[str, Meta(description="What its value means: distance, similarity, score or loss.")]
    formula: str
    convention: Annotated[str, Meta(description="What distinguishes it from its variants; empty if it has none.")]
    tolerance: Annotated[float, Meta(description="Values that differ by at most this much count as equal.")]
    vectors: list[VectorData]
    mutants: Annotated[int, Meta(ge=0, description="The number of wrong definitions tried.")]
    survivors: Annotated[list[str], Meta(description="The mutants that agree with the metric on all inputs tried.")]
    inputs: Annotated[int, Meta(ge=0, description="The number of inputs that the survivors were tried on.")]


VECTORS = Format(
    "axiomatrix-vectors-1",
    "file of test vectors",
    VectorsData,
    "Inputs of a metric with exact values, chosen to expose wrong implementations.",
    ValueError,
)


def dumps(chosen: ChosenVectors) -> str:
    """The chosen test vectors as JSON text, the content of a vectors file."""
    metric = chosen.metric
    data = VectorsData(
        version=__version__,
        licence=None if metric.is_foreign else LICENCE,
        metric=metric.name,
        kind=metric.kind,
        formula=metric.formula,
        convention=distinction(metric),
        tolerance=TOLERANCE,
        vectors=[_vector(vector, chosen) for vector in chosen.vectors],
        mutants=chosen.mutants,
        survivors=list(chosen.survivors),
        inputs=chosen.inputs,
    )
    return indented_json(VECTORS.data(data))


def _vector(vector: ChosenVector, chosen: ChosenVectors) -> VectorData:
    """An input with its value, or with the reason why it has none; values of float metrics are only decimal."""
    arguments, parameters = input_as_json(vector.vector_input, chosen.metric)
    return VectorData(
        arguments=arguments,
        parameters=parameters,
        exact=str(vector.value) if vector.value is not None and chosen.metric.exact else None,
        decimal=float(vector.value) if vector.value is not None else None,
        undefined=vector.reason or None,
        edges=list(vector.vector_input.edges),
        kills=list(vector.kills),
    )
