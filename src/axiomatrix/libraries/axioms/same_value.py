"""Rows of one library that are to be equal: of one concept, and what is reported and what is recomputed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ...model.metric import Metric
from ...model.relation import Relation, equal
from .common import (
    INPUTS,
    any_implementation,
    place_of,
    rows_of,
    sibling,
)
from .inputs import every_input
from .siblings import sibling_axiom

if TYPE_CHECKING:
    from ...model.metric import BoundMetric


def _same_concept(metric: Metric) -> Iterable[Mapping[str, Any]]:
    """The later implementations of the same concept in the same library, of whatever variant."""
    mine = metric.implementation
    if mine is None or not mine.concept:
        return []
    return [
        {"other": other.name}
        for other in rows_of(metric)[place_of(metric) + 1 :]
        if other.implementation
        and (other.implementation.library, other.implementation.concept) == (mine.library, mine.concept)
        and set(other.parameters) == set(metric.parameters)
        and other.about == metric.about
    ]


@sibling_axiom(
    "same-concept-same-value",
    over={"at": every_input},
    about=INPUTS,
    applies=any_implementation,
    observe=_same_concept,
)
def same_concept_same_value(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x) = other(x)

    For all inputs, ties and all, on which both answer: two implementations of one metric in one library, such as two
    providers or two functions. Formalised here. Example: providers that break ties differently fail.
    """
    return equal(m(*at), sibling(m, other)(*at))


def _recomputed(metric: Metric) -> Iterable[Mapping[str, Any]]:
    mine = metric.implementation
    return [{"other": mine.options["recomputed"]}] if mine and "recomputed" in mine.options else []


@sibling_axiom(
    "reported-equals-recomputed",
    over={"at": every_input},
    observe=_recomputed,
    about=INPUTS,
    applies=any_implementation,
)
def reported_equals_recomputed(m: BoundMetric, at: Any, *, other: str) -> Relation:
    """m(x) = other(x): what is reported is what is got

    For all inputs, where one row is what the library reports (an optimiser's best score) and the other what it
    evaluates with what was chosen (option ``{"recomputed": the other row}``). Formalised here. Example: an optimiser
    that reports the score of rounded parameters fails.
    """
    return equal(m(*at), sibling(m, other)(*at))
