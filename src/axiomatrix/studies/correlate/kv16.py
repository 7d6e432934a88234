"""KV16: what a correlation says of the experiment that Kumar and Vassilvitskii 2010 report, and what it cannot say.

Their slides show one scatter of the footrule against Kendall's tau under DCG weights, of 80,000 queries of a search
engine in September 2009: the order shown against the order by clicks. No coefficient is printed, the data are not
published, and four things that change every value are not said: the base of the logarithm in delta_i, how many results
a query has, what an item at a fixed point is charged, and how equal numbers of clicks are ordered. What can be read are
the axes: labelled up to 2.5 for Kendall's tau and up to 5 for the footrule.
"""

from __future__ import annotations

from .bounds import PROVED
from .run import Correlation
from .words import line

AXES = {"footrule-position": 5.0, "kendall-position": 2.5}
"""The largest labels on the axes of the source's scatter (DCG weights)."""
NOT_PUBLISHED = (
    "The source's clicks (80,000 queries of a search engine, September 2009) are not published and it prints no "
    "coefficient: its experiment can neither be repeated nor contradicted here."
)
NOT_STATED = (
    "The source does not say the base of the logarithm, the number of results a query, what an item at a fixed point "
    "is charged, or how equal numbers of clicks are ordered; each changes the figures."
)


def concerns(correlation: Correlation) -> bool:
    """Return whether these are the metrics of the source's scatter."""
    return {correlation.asked.a.id, correlation.asked.b.id} == set(AXES)


def kv16_sentences(correlation: Correlation) -> list[str]:
    """Describe what the correlation implies for KV16, in a sentence or two each; empty for other metrics."""
    if not concerns(correlation):
        return []
    sentences = [NOT_PUBLISHED, NOT_STATED]
    proved = [bound for bound in correlation.bounds if bound.proved]
    if {bound.sense for bound in proved} == {"inf", "sup"}:
        low, high = (next(b.factor for b in proved if b.sense == sense) for sense in ("inf", "sup"))
        sentences.append(
            f"That every point lies between the lines {line(low)} and {line(high)} is {PROVED} and all position "
            "weights: no data can show anything else, and a scatter within the lines is not evidence of more."
        )
    if correlation.asked.weights == "dcg":
        sentences.append(_reach(correlation))
    if correlation.population.name == "clicks":
        sentences.append(
            "What the simulation shows is how strongly the two go together in a population of this kind; another "
            "click model, population or convention gives another coefficient."
        )
    return sentences


def _reach(correlation: Correlation) -> str:
    """The largest values beside the ends of the source's axes."""
    most = {correlation.asked.a.id: correlation.range_a.most, correlation.asked.b.id: correlation.range_b.most}
    comparison = "; ".join(f"{name} {most[name]:.4g}, the axis {AXES[name]:g}" for name in AXES)
    outside = [name for name in AXES if most[name] < AXES[name]]
    if correlation.population.name != "exhaustive":
        return f"Largest values here, beside where the axes of the source's scatter (DCG) end: {comparison}."
    base = correlation.asked.base or "e"
    setting = (
        f"{correlation.population.n} results, logarithms to the base {base} and the convention "
        f"{correlation.asked.a.variant!r}"
    )
    verdict = (
        f"no pair of rankings whatever reaches the end of the axis of {' or of '.join(outside)}; a scatter that fills "
        "the axes is of other weights, other lengths or another charge at fixed points than these"
        if outside
        else "the axes can be reached"
    )
    return (
        f"Largest values of all pairs, beside where the axes of the source's scatter (DCG) end: {comparison}. With "
        f"{setting}, {verdict}. (An axis may end beyond its points: at the end of "
        "the Kendall axis the line F = 2K stands at 5.)"
    )
