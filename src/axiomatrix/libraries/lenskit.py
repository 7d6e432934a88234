"""LensKit's metrics of a list of recommendations and the test items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..catalogue.axioms import antisymmetry, completeness, lies_between, minus_one_on_reversed
from ..catalogue.loading import load_catalogue
from ..model.registry import Registry
from ..spaces import binary_list, cut_offs, graded_lists, persistences, top_list_of_any_length
from . import LIBRARIES
from .implementation import implementation
from .library import Documentation, Row
from .list_definitions import reciprocal_rank_at
from .retrieval_definitions import (
    dcg_of_base_two,
    mean_precision_at_hits,
    ndcg_of_base_two,
    precision_of_listed,
    recall_of_possible,
)
from .shapes import ItemLists
from .shapes.recommended import RatedItems, RecommendedItems

LENSKIT = LIBRARIES["lenskit"]
PAGES = "https://github.com/lenskit/lkpy/blob/main/src/lenskit/metrics/"
"""The documentation is made of the docstrings there."""
K = {"k": cut_offs()}


def register(registry: Registry) -> None:
    """Add the metrics of LensKit to the registry."""
    docs = Documentation("lenskit", "the documentation of LensKit")
    registry.add_source(docs)
    _of_sets(registry, docs)
    _of_ranks(registry, docs)
    _cumulative_gain(registry)
    _overlap(registry, docs)


def _row(registry: Registry, name: str, page: str, concept: str, definition: Callable[..., Any], **more: Any) -> Row:
    """The decorator of a metric of one list."""
    given: dict[str, Any] = {"arguments": {"x": binary_list}, "parameters": K, "shape": RecommendedItems(), **more}
    return implementation(
        LENSKIT,
        name,
        kind="score",
        concept=concept,
        definition=definition,
        page=f"{PAGES}ranking/_{page}.py",
        into=registry,
        **given,
    )


def _of_sets(registry: Registry, docs: Documentation) -> None:
    exact = load_catalogue()
    no_hit = docs.says(
        "Hit/no-relevant-items",
        "lists with no relevant items as 0",
        f"{PAGES}ranking/_hit.py",
        "m(x) is a number, namely 0",
    ).holds(completeness)

    @_row(registry, "Hit", "hit", "hit@k", exact.metric("success-at"), claims=[no_hit])
    def hit(items: Any, relevant: Any, k: int) -> Any:
        """1 if a relevant item is among the first k, else 0"""
        from lenskit.data import ItemList
        from lenskit.metrics import Hit

        return Hit(k).measure_list(ItemList(item_ids=items, ordered=True), ItemList(item_ids=relevant))

    @_row(registry, "Precision", "pr", "P@k", precision_of_listed)
    def precision(items: Any, relevant: Any, k: int) -> Any:
        """relevant items among the first k / min(k, length of the list)"""
        from lenskit.data import ItemList
        from lenskit.metrics import Precision

        return Precision(k).measure_list(ItemList(item_ids=items, ordered=True), ItemList(item_ids=relevant))

    @_row(registry, "Recall", "pr", "recall@k", recall_of_possible)
    def recall(items: Any, relevant: Any, k: int) -> Any:
        """relevant items among the first k / min(k, number of relevant items)"""
        from lenskit.data import ItemList
        from lenskit.metrics import Recall

        return Recall(k).measure_list(ItemList(item_ids=items, ordered=True), ItemList(item_ids=relevant))


def _of_ranks(registry: Registry, docs: Documentation) -> None:
    exact = load_catalogue()
    none_relevant = docs.says(
        "RecipRank/none-relevant",
        "If no elements are relevant, the reciprocal rank is therefore 0.",
        f"{PAGES}ranking/_recip.py",
        "m(x) is a number, namely 0",
    ).holds(completeness)

    @_row(registry, "RecipRank", "recip", "RR@k", reciprocal_rank_at, claims=[none_relevant])
    def reciprocal_rank(items: Any, relevant: Any, k: int) -> Any:
        """1 / rank of the first relevant item, if that is at most k, else 0"""
        from lenskit.data import ItemList
        from lenskit.metrics import RecipRank

        return RecipRank(k).measure_list(ItemList(item_ids=items, ordered=True), ItemList(item_ids=relevant))

    @_row(registry, "AveragePrecision", "map", "AP@k", mean_precision_at_hits)
    def average_precision(items: Any, relevant: Any, k: int) -> Any:
        """the average of the precision at each relevant item in the ranked list"""
        from lenskit.data import ItemList
        from lenskit.metrics.ranking import AveragePrecision

        return AveragePrecision(k).measure_list(ItemList(item_ids=items, ordered=True), ItemList(item_ids=relevant))

    of_binary = exact.metric("rbp[binary]")

    @_row(registry, "RBP", "rbp", "RBP", of_binary, parameters={"p": persistences()})
    def rank_biased_precision(items: Any, relevant: Any, p: float) -> Any:
        """(1 - p) sum over ranks i of relevant items of p^(i - 1)"""
        from lenskit.data import ItemList
        from lenskit.metrics import RBP

        return RBP(patience=p).measure_list(ItemList(item_ids=items, ordered=True), ItemList(item_ids=relevant))


def _cumulative_gain(registry: Registry) -> None:
    exact = load_catalogue()
    graded: dict[str, Any] = {"arguments": {"x": graded_lists()}, "shape": RatedItems()}
    gains = "(linear gains)"

    @_row(registry, "NDCG", "dcg", f"nDCG@k {gains}", ndcg_of_base_two, **graded)
    def ndcg(items: Any, relevant: Any, ratings: Any, k: int) -> Any:
        """DCG over that of the ideal list, the first two ranks undiscounted, log2 i beyond"""
        from lenskit.data import ItemList
        from lenskit.metrics import NDCG

        test = ItemList(item_ids=relevant, rating=ratings)
        return NDCG(k, gain="rating").measure_list(ItemList(item_ids=items, ordered=True), test)

    @_row(registry, "DCG", "dcg", f"DCG@k {gains}", dcg_of_base_two, **graded)
    def dcg(items: Any, relevant: Any, ratings: Any, k: int) -> Any:
        """sum over ranks i <= k of r_i, divided by log2 i from the third rank on"""
        from lenskit.data import ItemList
        from lenskit.metrics import DCG

        test = ItemList(item_ids=relevant, rating=ratings)
        return DCG(k, gain="rating").measure_list(ItemList(item_ids=items, ordered=True), test)

    offset = exact.metric("ndcg[linear]")

    @_row(registry, "NDCG", "dcg", f"nDCG@k {gains}", offset, variant="offset 1", **graded)
    def ndcg_with_offset(items: Any, relevant: Any, ratings: Any, k: int) -> Any:
        """DCG over that of the ideal list, discounted by log2(i + 1)"""
        from lenskit.data import ItemList
        from lenskit.metrics import NDCG, LogRankWeight

        test = ItemList(item_ids=relevant, rating=ratings)
        measure = NDCG(k, gain="rating", weight=LogRankWeight(offset=1))
        return measure.measure_list(ItemList(item_ids=items, ordered=True), test)


def _overlap(registry: Registry, docs: Documentation) -> None:
    page = f"{PAGES}reranking/_rbo.py"
    span = docs.says("rank_biased_overlap/range", "The RBO score between 0 and 1.", page)

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
            span.holds(lies_between(0, 1)),
            span.fails(minus_one_on_reversed, antisymmetry),  # they need negative values
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
