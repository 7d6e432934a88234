"""Adapter of LensKit: registers its metrics of one list of recommendations, and rank-biased overlap.

Each metric is registered as a *row* by ``implementation(library, name, concept=..., definition=..., ...)(function)``:

- ``function`` calls the library. Reports show its body as a snippet, imports included, and its docstring as the formula
  unless ``formula`` is passed.
- ``from_library={"Metric": "module:"}`` passes to it, as the argument ``Metric``, the class of ``module`` with the
  ``name`` of the row.
- ``shape`` makes its other arguments of the judged list in ``arguments``: ``items`` (best first), ``relevant`` and
  perhaps the ``ratings`` of the relevant items.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..catalogue.axioms import antisymmetry, completeness, lies_between, minus_one_on_reversed
from ..model.registry import Registry
from ..spaces import binary_list, cut_offs, graded_lists, persistences, top_list_of_any_length
from . import LIBRARIES
from .implementation import implementation
from .library import Documentation, Row
from .list_definitions import (
    FunctionOrName,
    dcg_of_base_two,
    mean_precision_at_hits,
    ndcg_of_base_two,
    precision_of_listed,
    recall_of_possible,
    reciprocal_rank_at,
)
from .shapes import ItemLists
from .shapes.scored import RatedItems, RecommendedItems

LENSKIT = LIBRARIES["lenskit"]
PAGES = "https://github.com/lenskit/lkpy/blob/main/src/lenskit/metrics/"
"""The documentation is generated from the docstrings in this folder."""
CUT_OFF = {"k": cut_offs()}


def register(registry: Registry) -> None:
    """Add the metrics of LensKit to the registry."""
    docs = Documentation("lenskit", "the documentation of LensKit")
    registry.add_source(docs)
    _add_metrics_of_relevant_items(registry, docs)
    _add_rank_biased_precision(registry)
    _add_cumulative_gain(registry)
    _add_overlap(registry, docs)


def _row(
    registry: Registry,
    name: str,
    *,
    page: str,
    concept: str,
    definition: FunctionOrName,
    module: str = "lenskit.metrics",
    **options: Any,
) -> Row:
    """Return the decorator of a function of one list, whose first argument is the class ``name`` of LensKit.

    ``page`` is the file of its docstring, without its underscore and suffix. ``options`` are further arguments of
    :func:`.implementation.implementation`, and replace the defaults below.
    """
    return implementation(
        LENSKIT,
        name,
        concept=concept,
        definition=definition,
        kind="score",
        page=f"{PAGES}ranking/_{page}.py",
        from_library={"Metric": f"{module}:"},
        into=registry,
        **{"arguments": {"x": binary_list}, "parameters": CUT_OFF, "shape": RecommendedItems(), **options},
    )


def _call_with_relevant_items(Metric: Any, items: Any, relevant: Any, k: int) -> Any:
    from lenskit.data import ItemList

    return Metric(k).measure_list(ItemList(item_ids=items, ordered=True), ItemList(item_ids=relevant))


def _add_metrics_of_relevant_items(registry: Registry, docs: Documentation) -> None:
    # completeness only says that there is a value; that it is 0 is part of the definitions
    zero_without_relevant = docs.says(
        id="Hit/no-relevant-items",
        wording="lists with no relevant items as 0",
        page=f"{PAGES}ranking/_hit.py",
        formalised="m(x) is a number, namely 0",
    ).holds(completeness)
    zero_reciprocal_rank = docs.says(
        id="RecipRank/none-relevant",
        wording="If no elements are relevant, the reciprocal rank is therefore 0.",
        page=f"{PAGES}ranking/_recip.py",
        formalised="m(x) is a number, namely 0",
    ).holds(completeness)

    def add(name: str, *, page: str, concept: str, definition: FunctionOrName, **options: Any) -> None:
        _row(registry, name, page=page, concept=concept, definition=definition, **options)(_call_with_relevant_items)

    add(
        "Hit",
        page="hit",
        concept="hit@k",
        definition="success-at",
        formula="1 if a relevant item is among the first k, else 0",
        claims=[zero_without_relevant],
    )
    add(
        "Precision",
        page="pr",
        concept="P@k",
        definition=precision_of_listed,
        formula="relevant items among the first k / min(k, length of the list)",
    )
    add(
        "Recall",
        page="pr",
        concept="recall@k",
        definition=recall_of_possible,
        formula="relevant items among the first k / min(k, number of relevant items)",
    )
    add(
        "RecipRank",
        page="recip",
        concept="RR@k",
        definition=reciprocal_rank_at,
        formula="1 / rank of the first relevant item, if that is at most k, else 0",
        claims=[zero_reciprocal_rank],
    )
    add(
        "AveragePrecision",
        page="map",
        concept="AP@k",
        definition=mean_precision_at_hits,
        formula="the average of the precision at each relevant item in the ranked list",
        module="lenskit.metrics.ranking",  # lenskit.metrics does not export it
    )


def _add_rank_biased_precision(registry: Registry) -> None:
    @_row(registry, "RBP", page="rbp", concept="RBP", definition="rbp[binary]", parameters={"p": persistences()})
    def rank_biased_precision(Metric: Any, items: Any, relevant: Any, p: float) -> Any:
        """(1 - p) sum over ranks i of relevant items of p^(i - 1)"""
        from lenskit.data import ItemList

        return Metric(patience=p).measure_list(ItemList(item_ids=items, ordered=True), ItemList(item_ids=relevant))


def _call_with_ratings(Metric: Any, items: Any, relevant: Any, ratings: Any, k: int) -> Any:
    from lenskit.data import ItemList

    test = ItemList(item_ids=relevant, rating=ratings)
    return Metric(k, gain="rating").measure_list(ItemList(item_ids=items, ordered=True), test)


def _add_cumulative_gain(registry: Registry) -> None:
    row = partial(_row, registry, arguments={"x": graded_lists()}, shape=RatedItems())
    row(
        "NDCG",
        page="dcg",
        concept="nDCG@k (linear gains)",
        definition=ndcg_of_base_two,
        formula="DCG over that of the ideal list, the first two ranks undiscounted, log2 i beyond",
    )(_call_with_ratings)
    row(
        "DCG",
        page="dcg",
        concept="DCG@k (linear gains)",
        definition=dcg_of_base_two,
        formula="sum over ranks i <= k of r_i, divided by log2 i from the third rank on",
    )(_call_with_ratings)

    @row("NDCG", page="dcg", concept="nDCG@k (linear gains)", definition="ndcg[linear]", variant="offset 1")
    def ndcg_with_offset(Metric: Any, items: Any, relevant: Any, ratings: Any, k: int) -> Any:
        """DCG over that of the ideal list, discounted by log2(i + 1)"""
        from lenskit.data import ItemList
        from lenskit.metrics import LogRankWeight

        test = ItemList(item_ids=relevant, rating=ratings)
        measure = Metric(k, gain="rating", weight=LogRankWeight(offset=1))
        return measure.measure_list(ItemList(item_ids=items, ordered=True), test)


def _add_overlap(registry: Registry, docs: Documentation) -> None:
    page = f"{PAGES}reranking/_rbo.py"
    value_range = docs.says(id="rank_biased_overlap/range", wording="The RBO score between 0 and 1.", page=page)

    # No exact definition: the library cuts lists off at depth 10, its default, and no metric of the catalogue does.
    @implementation(
        LENSKIT,
        "rank_biased_overlap",
        shape=ItemLists(),
        kind="similarity",
        arguments={"a": top_list_of_any_length, "b": top_list_of_any_length},
        parameters={"p": persistences()},
        concept="RBO",
        page=page,
        claims=[
            value_range.holds(lies_between(0, 1)),
            value_range.fails(minus_one_on_reversed, antisymmetry),  # they need negative values
        ],
        into=registry,
    )
    def overlap(a: Any, b: Any, p: float) -> Any:
        """the overlap of the first d items, weighted by p^(d - 1), d = 1..10, over the sum of the weights"""
        from lenskit.data import ItemList
        from lenskit.metrics import GeometricRankWeight
        from lenskit.metrics.reranking import rank_biased_overlap

        first, second = ItemList(item_ids=a, ordered=True), ItemList(item_ids=b, ordered=True)
        return rank_biased_overlap(first, second, GeometricRankWeight(p))
