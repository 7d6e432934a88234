"""What papers and libraries call the metrics and axioms of the catalogue: the usual reading first, then the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..model.names import Name
from ..model.registry import REGISTRY
from .metric_names import GIVEN, OF_LISTS, OF_ORDERS

AXIOMS = {
    "interval scale, interval, equally spaced, equidistant": "equal-spacing lexicographic",
    "top-heavy, top-weighted, top weighting": "top-weightedness top-heaviness priority deepness",
    "strict swap": "swap-strict swap",
    "strict replacement": "replacement-strict replacement",
    "bounded": "boundedness range-zero-one correlation-range",
    "normalised, normalized, between 0 and 1": "range-zero-one ideal-is-one",
    "monotone, monotonicity, monotonic": "monotone-in-depth monotone-in-cut-off bruhat-monotone",
    "complete": "completeness set-completeness",
    "realizable, realisable": "realizability",
    "localised, localized, localisation": "localization",
    "closeness, closeness property": "closeness-threshold",
    "deep": "deepness deepness-threshold",
    "graded relevance, graded": "levels-matter ignores-levels",
    "binary relevance": "ignores-levels levels-matter",
    "order matters": "order-inside-top-matters top-weightedness",
    "right-invariant": "right-invariance correlation-invariance",
    "ties, tie invariance": "tie-permutation-invariance input-order-invariance ties-do-not-pay",
    "chance, random scores": "constant-scorer-is-chance",
    "empty, empty list, no results": "without-results without-relevant-items",
    "padded, short list": "padding",
    "ordinal": "ordinal-invariance",
    "non-negative, nonnegative": "non-negativity",
    "symmetric": "symmetry correlation-symmetry",
    "triangle inequality, triangle": "triangle-inequality one-minus-triangle",
    "relaxed triangle inequality": "near-metric one-minus-near-metric",
    "identity of indiscernibles": "separation zero-on-equal value-only-on-equal",
    "label invariance, neutrality, neutral, relabelling": "right-invariance correlation-invariance",
    "homogeneous, homogeneity, scale invariance": "scale-free scale-free-normalised",
}
"""By every way to write it, the one that is shown first, what each may mean."""


def _names(table: Mapping[str, str]) -> Iterator[Name]:
    for written, means in table.items():
        shown, *spellings = written.split(", ")
        yield Name(shown, tuple(means.split()), tuple(spellings), GIVEN.get(shown, {}))


REGISTRY.add_names(metrics=(*_names(OF_LISTS), *_names(OF_ORDERS)), axioms=_names(AXIOMS))
