"""Measures of ``axiomatrix evaluate``: metrics by specification such as ``rbp:p=4/5``, or by trec_eval's names.

trec_eval is the reference program for evaluating *runs*: the documents that a search system lists for each *topic*. A
*level* is the lowest grade of a document that counts as relevant. A measure named as in trec_eval follows its
conventions where the metric is undefined. :func:`parse_measure` parses a specification, and a :class:`Measure` is
evaluated on topics of :mod:`.judged_run`. A *ball* is a number computed with bounds on its error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..evidence.instance import float_value
from ..model.metric import Metric
from ..model.registry import REGISTRY, Unknown
from ..numbers.balls import Ball, in_balls
from ..numbers.exact import Undecided, Whole, exact_value, rational
from ..spaces import ScalarSpace
from ..spaces.scalars import DiscountVectors
from ..values.judged import Run
from .judged_run import Topic, list_for

COUNTS = ("num_q", "num_ret", "num_rel", "num_rel_ret")
"""trec_eval's measures that count topics or documents."""
MEASURES_WITHOUT_CUT_OFF: dict[str, tuple[str, dict[str, Any]]] = {
    "map": ("average-precision[whole]", {}),
    "Rprec": ("r-precision", {}),
    "bpref": ("bpref", {}),
    "recip_rank": ("reciprocal-rank", {}),
    "set_P": ("precision", {}),
    "set_recall": ("recall", {}),
    "set_F": ("f-measure", {"beta": Whole(1)}),
    "ndcg": ("ndcg[linear]", {"k": None}),
}
"""trec_eval's measures without a cut-off, each with the metric and the parameters that compute it here.

Its ndcg has linear gains.
"""
MEASURES_WITH_CUT_OFF = {
    "P": "precision-at",
    "recall": "recall-at",
    "success": "success-at",
    "ndcg_cut": "ndcg[linear]",
    "map_cut": "average-precision[R]",
}
"""trec_eval's measures with a cut-off, such as P_5, each with the metric that has it as ``k``."""
USUAL = (*COUNTS, "map", "Rprec", "bpref", "recip_rank", "P_5", "P_10", "P_20", "recall_10", "ndcg", "ndcg_cut_10")
"""The measures that are computed if the user names none."""
GUARD_DECIMALS = 12
"""Decimals to which every value is known at least, so that the decimals printed of a mean are certain too."""
_CUT = re.compile(rf"({'|'.join(MEASURES_WITH_CUT_OFF)})_([1-9][0-9]{{0,8}})")
"""Names such as ``P_5``: the measure, and a cut-off of at most nine digits."""


class BadMeasure(ValueError):
    """Raised for a specification that names no metric which can be evaluated on a run; the text says why."""


@dataclass(frozen=True)
class Measure:
    """A measure to compute for each topic, under the name that the user gave.

    Where the metric is undefined on a topic, a measure ``as_trec_eval`` is 0 there, as in trec_eval. The mean of any
    other measure leaves these topics out, and the output counts them.
    """

    name: str
    metric: Metric | None
    """The metric to evaluate; None for the measures of :data:`COUNTS`."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Values of the metric's parameters; a cut-off of None keeps the whole list."""
    as_trec_eval: bool = False
    """Whether the measure has trec_eval's name and conventions."""

    @property
    def is_count(self) -> bool:
        """Return whether it counts topics or documents; the total is a sum over topics, and not a mean."""
        return self.metric is None

    @property
    def is_of_run(self) -> bool:
        """Return whether it has one value for the whole run, and none for a single topic."""
        return self.metric is not None and self.metric.about == "runs"

    def argument_of(self, topic: Topic, level: int) -> Any:
        """Convert the topic's list to the metric's argument; :class:`BadMeasure` if it does not take such a list.

        Grades from ``level`` on are relevant to a metric of binary lists.
        """
        assert self.metric is not None
        space = next(iter(self.metric.arguments.values()))
        try:
            return space.convert(list_for(space, topic, level))
        except ValueError as error:
            raise BadMeasure(f"{self.name}, topic {topic.name}: {error}") from None

    def value(self, argument: Any) -> Any:
        """Evaluate the metric on a topic's list or on a run, as :meth:`argument_of` or :meth:`run` gives it.

        The value is exact, a ball with ``GUARD_DECIMALS`` decimals, or a float if the metric is declared to compute in
        floats.
        """
        assert self.metric is not None
        # None is a cut-off that keeps the whole list
        parameters = {
            name: _whole_list(argument) if value is None else value for name, value in self.parameters.items()
        }
        if not self.metric.exact:
            return float_value(self.metric, argument, parameters)
        evaluate = partial(self.metric.evaluate, argument, parameters)
        try:
            number = in_balls(evaluate, _is_tight)
        except Undecided:
            number = evaluate()  # with formal logarithms and roots, which decide the comparisons that balls leave open
        return number if isinstance(number, Ball) else exact_value(number, self.name)

    def run(self, topics: list[Topic], level: int) -> Run:
        """Return all topics as a run of binary lists, the argument of a measure :attr:`is_of_run`."""
        return Run(tuple(topic.binary(level) for topic in topics))

    def count(self, topic: Topic, level: int) -> int:
        """Return the value of one of :data:`COUNTS` on the topic."""
        judged = topic.binary(level)
        relevant_retrieved, relevant = int(judged.relevant()), int(judged.R)  # R counts those that were missed, too
        counts = {"num_q": 1, "num_ret": len(judged), "num_rel": relevant, "num_rel_ret": relevant_retrieved}
        return counts[self.name]


def parse_measure(text: str) -> Measure:
    """Parse a specification: a name of trec_eval (``map``, ``P_5``), or a metric with parameters (``rbp:p=4/5``).

    Raises :class:`BadMeasure` for a metric that is not about judged lists, an unknown or missing parameter, or a value
    outside its space, and :class:`Unknown` for an unknown name.
    """
    if text in COUNTS:
        return Measure(text, None, as_trec_eval=True)
    if text in MEASURES_WITHOUT_CUT_OFF:
        name, parameters = MEASURES_WITHOUT_CUT_OFF[text]
        return Measure(text, REGISTRY.metric(name), parameters, as_trec_eval=True)
    if matched := _CUT.fullmatch(text):
        metric = REGISTRY.metric(MEASURES_WITH_CUT_OFF[matched[1]])
        return Measure(text, metric, {"k": Whole(int(matched[2]))}, as_trec_eval=True)
    # close to such a name, but with a cut-off that cannot be a number of documents
    if mistaken := re.fullmatch(rf"({'|'.join(MEASURES_WITH_CUT_OFF)})_-?[0-9.]+", text):
        raise BadMeasure(f"{text}: the cut-off must be a whole number, 1 or more, such as {mistaken[1]}_10")
    name, _, parameters_text = text.partition(":")
    try:
        reading = REGISTRY.read_metric(name)  # a usual name such as nDCG@5 is a metric and values of its parameters
    except Unknown:
        known_names = {*REGISTRY.metrics, *COUNTS, *MEASURES_WITHOUT_CUT_OFF, "P_5", "recall_10"}
        raise Unknown("metric", name, known_names) from None
    metric = REGISTRY.metric(reading.name)
    if reading.ignored_cut_off:
        raise BadMeasure(f"{name}: {metric.name} has no cut-off; leave {reading.ignored_cut_off} out")
    if metric.about not in ("judged lists", "runs", "scored lists", "retrieved ids") or len(metric.arguments) != 1:
        raise BadMeasure(
            f"{name} is a metric of {metric.about}, but a run has one judged list per topic; "
            f"use a metric of judged lists, retrieved ids, runs or scored lists (axiomatrix show metrics)"
        )
    written_values = {**reading.parameters, **_split_parameters(name, parameters_text)}
    return Measure(text, metric, _checked_parameters(metric, written_values))


def _split_parameters(name: str, text: str) -> dict[str, str]:
    """Split ``p=4/5,k=10`` into values by parameter; ``name`` names the metric in errors."""
    texts: dict[str, str] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not value or key in texts:
            raise BadMeasure(f"{name}: {part!r} is not a parameter; write {name}:k=5 or {name}:p=4/5,k=10")
        texts[key] = value
    return texts


def _checked_parameters(metric: Metric, written_values: Mapping[str, Any]) -> dict[str, Any]:
    """Convert the values, texts or numbers, to exact ones in the spaces of the metric's parameters, one for each."""
    for name in written_values:
        if name not in metric.parameters:
            raise BadMeasure(
                f"{metric.name} has no parameter {name!r}; it has {', '.join(metric.parameters) or 'none'}"
            )
    parameters = {}
    for name, space in metric.parameters.items():
        if not isinstance(space, ScalarSpace) or isinstance(space, DiscountVectors):
            raise BadMeasure(
                f"{metric.name} takes {name} ({space.name}), which cannot be written here; in Python, call "
                f"REGISTRY.metric({metric.name!r})([1, 0, 1], {name}=[...])"
            )
        if name not in written_values:
            raise BadMeasure(f"{metric.name} needs {name} ({space.name}): write {metric.name}:{name}=VALUE")
        try:
            parameters[name] = space.to_exact(_exact_number(written_values[name]))
        except ValueError as error:
            raise BadMeasure(f"{metric.name}: {name}: {error}") from None
    return parameters


def _exact_number(value: Any) -> Any:
    """Return the rational number, as an int if it is whole."""
    exact = rational(value)  # with numerator p and denominator q
    return int(exact.p) if exact.q == 1 else exact


def _whole_list(judged: Any) -> Whole:
    """Return the smallest cut-off that cuts neither the list nor its ideal order, which has the missing items too."""
    return Whole(len(judged) + len(judged.missing) or 1)  # a cut-off is at least 1, also for an empty list


def _is_tight(value: Any) -> bool:
    """Return whether the value is exact or a ball with ``GUARD_DECIMALS`` decimals."""
    low, high = value.ends() if isinstance(value, Ball) else (0, 0)
    return bool((high - low) * 10**GUARD_DECIMALS < 1)
