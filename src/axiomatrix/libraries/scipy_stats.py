"""Adapter of scipy.stats: rank correlations of two vectors, with the claims of SciPy's documentation.

``weightedtau`` takes scores. The other functions take ranks or scores alike. Each correlation is registered as a *row*
by the decorator ``row(name, concept, definition, ...)`` of a function, with the arguments of
:func:`.implementation.implementation`:

- The function calls the library. Reports print its docstring as the formula, and show its body as a snippet.
- ``from_library={"kendalltau": "scipy.stats:"}`` passes to it, as the argument ``kendalltau``, the function of
  ``scipy.stats`` with the ``name`` of the row.
- ``shape`` makes its other arguments of the two orders in ``arguments``: ``x`` and ``y``, the ranks or the scores of
  the items.
- ``variant`` stands in brackets behind the name of the row, as in ``kendalltau[b]``.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..catalogue.axioms import agrees_on_rankings, correlation_invariance, correlation_range, correlation_symmetry
from ..model.claim import SourceClaim
from ..model.registry import Registry
from ..spaces import weak_order
from . import LIBRARIES
from .axioms.order import order_of_items, order_of_tied_items
from .axioms.parameters import documented_range
from .axioms.refusal import refuses_nan_score
from .axioms.totality import answers_constant_input
from .implementation import implementation
from .library import Documentation, Row
from .pair_definitions import multiplicative_tau, somers_d, tau_of_indices, tau_of_reversed_indices, tau_with_gaps
from .shapes import TwoVectors

SCIPY = LIBRARIES["scipy"]
PAGES = "https://docs.scipy.org/doc/scipy/reference/generated/scipy.stats."
KENDALL_PAGE = f"{PAGES}kendalltau.html"
WEIGHTED_PAGE = f"{PAGES}weightedtau.html"
SPEARMAN_PAGE = f"{PAGES}spearmanr.html"
SOMERS_PAGE = f"{PAGES}somersd.html"
ORDERS = {"a": weak_order, "b": weak_order}
"""The arguments of every row."""


def register(registry: Registry) -> None:
    """Add scipy's rank correlations to the registry."""
    docs = Documentation("scipy", "SciPy's documentation")
    registry.add_source(docs)
    _add_kendalltau(registry, docs)
    _add_spearmanr_and_somersd(registry, docs)
    nan_is_smallest = docs.says(
        "weightedtau/nan",
        "NaNs are considered the smallest possible score.",
        WEIGHTED_PAGE,
        "answered, although the same page says of nan_policy='propagate', its default, that the output will be NaN",
    )
    weightedtau_row = partial(
        implementation,
        SCIPY,
        "weightedtau",
        shape=TwoVectors(scores=True),
        kind="similarity",
        arguments=ORDERS,
        page=WEIGHTED_PAGE,
        from_library={"weightedtau": "scipy.stats:"},
        into=registry,
    )
    _add_with_ranks_by_value(weightedtau_row, docs, nan_is_smallest)
    _add_with_ranks_by_index(weightedtau_row, docs, nan_is_smallest)


def _add_kendalltau(registry: Registry, docs: Documentation) -> None:
    unit_range = docs.says("kendalltau/range", "normalized to lie within the range -1 to 1", KENDALL_PAGE)
    reduces_to_tau_a = docs.says(
        "kendalltau/tau-a", "both tau-b and tau-c reduce to tau-a in the absence of ties", KENDALL_PAGE, "equal to tau"
    )
    nan_output = docs.says(
        "kendalltau/nan",
        "if a NaN is present in the axis slice (e.g. row) along which the statistic is computed, the corresponding "
        "entry of the output will be NaN.",
        KENDALL_PAGE,
        "refused, by an answer that is not a number",
    )
    claims = [
        unit_range.holds(correlation_range, documented_range(low=-1, high=1)),
        reduces_to_tau_a.holds(agrees_on_rankings("kendall-tau")),
        nan_output.holds(refuses_nan_score),
    ]

    row = partial(
        implementation,
        SCIPY,
        "kendalltau",
        shape=TwoVectors(),
        kind="similarity",
        arguments=ORDERS,
        page=KENDALL_PAGE,
        claims=claims,
        from_library={"kendalltau": "scipy.stats:"},
        into=registry,
    )

    @row("Kendall tau-b", "kendall-tau-b", variant="b")
    def tau_b(kendalltau: Any, x: Any, y: Any) -> Any:
        """tau_b = (P - Q) / sqrt((P + Q + T) (P + Q + U))"""
        return kendalltau(x, y).statistic

    @row("Kendall tau-c", "kendall-tau-c", variant="c")
    def tau_c(kendalltau: Any, x: Any, y: Any) -> Any:
        """tau_c = 2 (P - Q) / (n^2 (m - 1) / m)"""
        return kendalltau(x, y, variant="c").statistic


def _add_spearmanr_and_somersd(registry: Registry, docs: Documentation) -> None:
    row = partial(implementation, SCIPY, shape=TwoVectors(), kind="similarity", arguments=ORDERS, into=registry)

    @row(
        "spearmanr",
        "Spearman rho",
        "spearman-rho[mid-ranks]",
        page=SPEARMAN_PAGE,
        from_library={"spearmanr": "scipy.stats:"},
        claims=[
            docs.says("spearmanr/range", "this one varies between -1 and +1", SPEARMAN_PAGE).holds(
                correlation_range, documented_range(low=-1, high=1)
            ),
            docs.says("spearmanr/nan", "'propagate': returns nan", SPEARMAN_PAGE).holds(refuses_nan_score),
            docs.says(
                "spearmanr/constant",
                "The correlation coefficient is not defined in this case, so np.nan is returned.",
                SPEARMAN_PAGE,
            ).fails(answers_constant_input),
        ],
    )
    def rho(spearmanr: Any, x: Any, y: Any) -> Any:
        """Spearman's rho: Pearson's coefficient of the ranks, tied ones having their mean"""
        return spearmanr(x, y).statistic

    @row(
        "somersd",
        "Somers' D",
        somers_d,
        page=SOMERS_PAGE,
        from_library={"somersd": "scipy.stats:"},
        claims=[
            docs.says(
                "somersd/range",
                "both are normalized such that values close to 1 indicate strong agreement and values close to -1 "
                "indicate strong disagreement",
                SOMERS_PAGE,
                "-1 <= D <= 1",
            ).holds(correlation_range),
            docs.says("somersd/asymmetric", "the definition of Somers' D is asymmetric", SOMERS_PAGE).fails(
                correlation_symmetry
            ),
        ],
    )
    def somers(somersd: Any, x: Any, y: Any) -> Any:
        """D(Y|X) = tau_a(X, Y) / tau_a(X, X)"""
        return somersd(x, y).statistic


def _add_with_ranks_by_value(row: Callable[..., Row], docs: Documentation, nan_is_smallest: SourceClaim) -> None:
    """Add the variants of ``weightedtau`` in which an item's rank, and so its weight, follows from the scores."""
    answers_nan = nan_is_smallest.fails(refuses_nan_score)  # nan is answered, and not refused
    asymmetric = docs.says(
        "weightedtau/asymmetric", "in particular, swapping x and y will give a different result", WEIGHTED_PAGE
    ).fails(correlation_symmetry)

    @row("weighted tau", "weighted-tau[symmetric-ties]", variant="rank=True", claims=[answers_nan])
    def both_ranks(weightedtau: Any, x: Any, y: Any) -> Any:
        """the mean of the values with the decreasing lexicographical ranks by (x, y) and by (y, x)"""
        return weightedtau(x, y).statistic

    @row("weighted tau, ranks by x", "weighted-tau[first-ties]", variant="rank=None", claims=[asymmetric, answers_nan])
    def ranks_of_x(weightedtau: Any, x: Any, y: Any) -> Any:
        """the value with the decreasing lexicographical rank by (x, y)"""
        return weightedtau(x, y, rank=None).statistic

    @row("weighted tau, multiplicative", multiplicative_tau, variant="multiplicative", claims=[answers_nan])
    def multiplicative(weightedtau: Any, x: Any, y: Any) -> Any:
        """as with rank=True, the weight of an exchange being the product of those of the two ranks"""
        return weightedtau(x, y, additive=False).statistic


def _add_with_ranks_by_index(row: Callable[..., Row], docs: Documentation, nan_is_smallest: SourceClaim) -> None:
    """Add the variants of ``weightedtau`` in which an item's rank, and so its weight, follows from its index."""
    by_index = docs.says("weightedtau/indices", "the element indices will be used directly as ranks", WEIGHTED_PAGE)
    rank_array = docs.says(
        "weightedtau/array",
        "A nonnegative rank assigned to each element.",
        WEIGHTED_PAGE,
        "here by its index in the vectors",
    )
    # A rank belongs to a place in the vectors, so that handing the items over in another order changes the value: these
    # axioms fail, as documented. No other row computes such values, so that the rows have no concept.
    order_axioms = (correlation_invariance, order_of_items, order_of_tied_items)
    answers_nan = nan_is_smallest.fails(refuses_nan_score)  # nan is answered, and not refused
    array_claims = [rank_array.fails(*order_axioms), answers_nan]

    @row(variant="rank=False", definition=tau_of_indices, claims=[by_index.fails(*order_axioms), answers_nan])
    def indices(weightedtau: Any, x: Any, y: Any) -> Any:
        """the value with the indices 0..n-1 as ranks"""
        return weightedtau(x, y, rank=False).statistic

    @row(variant="rank array", definition=tau_of_reversed_indices, claims=array_claims)
    def reversed_indices(weightedtau: Any, x: Any, y: Any) -> Any:
        """the value with the ranks n-1..0, given as an array"""
        return weightedtau(x, y, rank=list(range(len(x)))[::-1]).statistic

    @row(variant="rank array with gaps", definition=tau_with_gaps, claims=array_claims)
    def with_gaps(weightedtau: Any, x: Any, y: Any) -> Any:
        """the value with the ranks 0, 10, 20, ..., given as an array: rank r has the weight 1 / (r + 1)"""
        return weightedtau(x, y, rank=[10 * i for i in range(len(x))]).statistic
