"""Adapter of pandas: rank correlations of two Series, and of the columns of a DataFrame.

pandas implements the two separately. Each correlation is registered as a *row* by the decorator
``row(concept, definition, ...)`` of a function, with the arguments of :func:`.implementation.implementation`:

- The function calls the library. Reports print its docstring as the formula, and show its body as a snippet.
- ``from_library={"Series": "module:Series"}`` passes to it, as the argument ``Series``, the class ``module.Series``.
- ``shape`` makes its other arguments of the two orders in ``arguments``: ``x`` and ``y``, the ranks of the items.
- ``variant`` stands in brackets behind the name of the row, as in ``Series.corr[kendall]``.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..model.registry import Registry
from ..spaces import weak_order
from . import LIBRARIES
from .axioms.refusal import refuses_fewer_scores, refuses_nan_score
from .implementation import implementation
from .library import Documentation
from .shapes import TwoVectors

PANDAS = LIBRARIES["pandas"]
PAGES = "https://pandas.pydata.org/docs/reference/api/pandas."
SERIES, FRAME, RANK = f"{PAGES}Series.corr.html", f"{PAGES}DataFrame.corr.html", f"{PAGES}Series.rank.html"
ORDERS = {"a": weak_order, "b": weak_order}
"""The arguments of every row."""


class FrameColumns(TwoVectors):
    """Variables ``x`` and ``y``, two vectors of one length, as the columns of a DataFrame must be.

    ``faults`` are the kinds of invalid input that the axioms try. One vector cannot be shorter than the other.
    """

    faults = TwoVectors.faults - {"fewer scores"}


def register(registry: Registry) -> None:
    """Add the rank correlations of pandas to the registry."""
    docs = Documentation("pandas", "pandas' documentation")
    registry.add_source(docs)
    _add_series_correlations(registry, docs)
    _add_frame_correlations(registry, docs)


def _add_series_correlations(registry: Registry, docs: Documentation) -> None:
    missing = docs.says(
        "Series.corr/missing",
        "Compute correlation with `other` Series, excluding missing values.",
        SERIES,
        "nan is answered: its pair is left out",
    )
    other_lengths = docs.says(
        "Series.corr/lengths",
        "The two `Series` objects are not required to be the same length and will be aligned internally before the "
        "correlation function is applied.",
        SERIES,
        "vectors of different lengths are answered",
    )
    row = partial(
        implementation,
        PANDAS,
        "Series.corr",
        shape=TwoVectors(),
        kind="similarity",
        arguments=ORDERS,
        page=SERIES,
        claims=[missing.fails(refuses_nan_score), other_lengths.fails(refuses_fewer_scores)],
        from_library={"Series": "pandas:Series"},
        into=registry,
    )

    @row("Kendall tau-b", "kendall-tau-b", variant="kendall")
    def tau(Series: Any, x: Any, y: Any) -> Any:
        """tau_b = (P - Q) / sqrt((P + Q + T) (P + Q + U))"""
        return Series(x).corr(Series(y), method="kendall")

    @row("Spearman rho", "spearman-rho[mid-ranks]", variant="spearman")
    def rho(Series: Any, x: Any, y: Any) -> Any:
        """Spearman's rho: Pearson's coefficient of the ranks, tied ones having their mean"""
        return Series(x).corr(Series(y), method="spearman")

    # Without claims, which quote the page of Series.corr: this way to rho is documented by the page of Series.rank.
    @row("Spearman rho", "spearman-rho[mid-ranks]", variant="ranks", page=RANK, claims=[])
    def rho_of_ranks(Series: Any, x: Any, y: Any) -> Any:
        """Pearson's coefficient of ``Series.rank()``, "the average of the ranks" of equal values"""
        return Series(x).rank().corr(Series(y).rank())


def _add_frame_correlations(registry: Registry, docs: Documentation) -> None:
    missing = docs.says(
        "DataFrame.corr/missing",
        "Compute pairwise correlation of columns, excluding NA/null values.",
        FRAME,
        "nan is answered: its pair is left out",
    )
    row = partial(
        implementation,
        PANDAS,
        "DataFrame.corr",
        shape=FrameColumns(),
        kind="similarity",
        arguments=ORDERS,
        page=FRAME,
        claims=[missing.fails(refuses_nan_score)],
        from_library={"DataFrame": "pandas:DataFrame"},
        into=registry,
    )

    @row("Kendall tau-b", "kendall-tau-b", variant="kendall")
    def tau(DataFrame: Any, x: Any, y: Any) -> Any:
        """tau_b = (P - Q) / sqrt((P + Q + T) (P + Q + U))"""
        return DataFrame({"x": x, "y": y}).corr(method="kendall").loc["x", "y"]

    @row("Spearman rho", "spearman-rho[mid-ranks]", variant="spearman")
    def rho(DataFrame: Any, x: Any, y: Any) -> Any:
        """Spearman's rho: Pearson's coefficient of the ranks, tied ones having their mean"""
        return DataFrame({"x": x, "y": y}).corr(method="spearman").loc["x", "y"]
