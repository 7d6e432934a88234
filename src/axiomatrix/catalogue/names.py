"""Names of the metrics and axioms in papers and libraries: the usual reading first, then the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..model.names import AxiomTopic, Name
from ..model.registry import REGISTRY
from .metric_names import GIVEN, OF_LISTS, OF_ORDERS

AXIOMS = {
    "Condorcet, Condorcet criterion, Condorcet consistent, Condorcet consistency, majority winner": "condorcet-winner",
    "Pareto, Pareto efficiency, Pareto efficient, unanimous": "unanimity",
    "clones, clone, clone independence, independent of clones, spoiler, spoilers": "independence-of-clones",
    "anonymous, anonymity": "anonymity-of-voters",
    "interval scale, interval, equally spaced, equidistant, average, averaged, averaging, meaningful mean": (
        "equal-spacing lexicographic"
    ),
    "top-heavy, top-weighted, top weighting, top matters, early ranks matter": (
        "top-weightedness top-heaviness priority deepness"
    ),
    "strict swap": "swap-strict swap",
    "strict replacement": "replacement-strict replacement",
    "bounded": "boundedness range-zero-one correlation-range lies-between",
    "bounded by 1, bounded by one, at most 1": "range-zero-one lies-between correlation-range boundedness",
    "normalised, normalized, between 0 and 1": "range-zero-one ideal-is-one lies-between",
    "monotone, monotonicity, monotonic": (
        "monotone-in-depth monotone-in-cut-off bruhat-monotone monotonicity-of-winners"
    ),
    "complete": "completeness set-completeness",
    "defined, well-defined": "completeness",
    "realizable, realisable": "realizability",
    "localised, localized, localisation": "localization",
    "closeness, closeness property": "closeness-threshold",
    "deep": "deepness deepness-threshold",
    "graded relevance, graded, grades, grade, relevance grades, relevance levels": "levels-matter ignores-levels",
    "ignores grades, ignore grades, ignores relevance grades, ignores relevance levels": "ignores-levels",
    "binary relevance": "ignores-levels levels-matter",
    "order matters": "order-inside-top-matters top-weightedness",
    "right-invariant": "right-invariance correlation-invariance",
    "ties, tie, tied, tie invariance, tied scores, order of ties, tie breaking": (
        "tie-permutation-invariance input-order-invariance ties-do-not-pay"
    ),
    "chance, random scores": "constant-scorer-is-chance",
    "empty, empty list, empty ranking, no results, nothing retrieved, nothing is retrieved": (
        "without-results without-relevant-items"
    ),
    "no relevant documents, no relevant document, no relevant items, no relevant item, no relevant results, "
    "nothing relevant, nothing is relevant, without relevant documents": "completeness without-relevant-items",
    "gain form, gain function, exponential gain, linear gain, exponential or linear gain, exponential or linear, "
    "linear or exponential gain, linear or exponential": "gain-doubles",
    "divisor, denominator, divided by, normaliser, normalizer": "ideal-from-judgments ideal-is-one",
    "ideal, ideal list, ideal ranking, IDCG, from judgments, from the judgments, from what was retrieved, "
    "from the retrieved documents": "ideal-from-judgments ideal-is-one ideal-attains-maximum",
    "padded, short list": "padding",
    "ordinal": "ordinal-invariance",
    "non-negative, nonnegative": "non-negativity",
    "symmetric, symmetrical": "symmetry correlation-symmetry",
    "triangle inequality, triangle": "triangle-inequality one-minus-triangle",
    "relaxed triangle inequality": "near-metric one-minus-near-metric",
    "identity of indiscernibles": "separation zero-on-equal value-only-on-equal",
    "label invariance, neutrality, neutral, relabelling": "right-invariance correlation-invariance neutrality-of-items",
    "homogeneous, homogeneity, scale invariance": "scale-free scale-free-normalised",
}
"""By every way to write it, the one that is shown first, what each may mean."""
TOPICS = {
    "bounded by, bound, bounds, bound of, bounds of": "upper-bound boundedness lies-between | lower-bound boundedness",
    "a metric space, metric space, a metric, a true metric, a proper metric, axioms of a metric, metrics": (
        "non-negativity correlation-range | zero-on-equal one-on-equal | separation value-only-on-equal "
        "| symmetry correlation-symmetry | triangle-inequality one-minus-triangle"
    ),
    "greater than 1, larger than 1, more than 1, bigger than 1, above 1, over 1, exceed 1, exceeds 1": (
        "not range-zero-one lies-between correlation-range boundedness"
    ),
    "negative, below 0, less than 0, smaller than 0": "not non-negativity range-zero-one lies-between",
    "ties pay, tied scores pay, gain from ties, profit from ties": "not ties-do-not-pay",
    "order of ties matters, order of ties matter": "not tie-permutation-invariance input-order-invariance",
    "undefined, without a value": "not completeness",
    "duplicate documents, duplicate, duplicated, repeated documents, same document twice, retrieved twice, twice": (
        "duplicates"
    ),
    "asymmetric": "not symmetry correlation-symmetry",
}
"""By the phrases that name it, the axioms of a topic, each with its readings; those after ``not`` as failing."""


def _names(table: Mapping[str, str]) -> Iterator[Name]:
    for written, means in table.items():
        shown, *spellings = written.split(", ")
        yield Name(shown, tuple(means.split()), tuple(spellings), GIVEN.get(shown, {}))


def _topics() -> Iterator[tuple[str, AxiomTopic]]:
    for written, axioms in TOPICS.items():
        phrases = written.split(", ")
        parts = tuple(tuple(part.split()) for part in axioms.removeprefix("not ").split("|"))
        yield from dict.fromkeys(phrases, AxiomTopic(phrases[0], parts, not axioms.startswith("not "))).items()


REGISTRY.add_names(metrics=(*_names(OF_LISTS), *_names(OF_ORDERS)), axioms=_names(AXIOMS), topics=dict(_topics()))
