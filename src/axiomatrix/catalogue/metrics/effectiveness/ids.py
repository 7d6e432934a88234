"""Scores of retrieved ids: what an id that comes twice is worth, and the order of the rated ids alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....model.registry import metric
from ....numbers.exact import Undefined, Whole
from ....spaces import retrieved_ids
from ....values.grades import Grade
from ....values.retrieval import Id
from ... import axioms
from ...formulas import lines, over, size
from ...sources.documents import TN8
from .gain import logarithmic
from .rows import K

NDCG = r"\mathrm{nDCG}_k(x)=" + over(
    r"\sum_{i\le k}\frac{g_i}{\log_2(i+1)}", r"\sum_{i\le k}\frac{x^{*}_i}{\log_2(i+1)}"
)


@metric(
    "ndcg-of-ids",
    kind="score",
    arguments={"x": retrieved_ids(2)},
    parameters=K,
    family="effectiveness of ids",
    variants=("first", "each"),
    latex={
        "first": lines(NDCG, r"g_i=\text{the grade of the id at rank }i,\ 0\text{ where it came before}"),
        "each": lines(NDCG, r"g_i=\text{the grade of the id at rank }i"),
    },
)
def ndcg_of_ids(retrieved: Sequence[Id], relevant: Mapping[Id, Grade], k: Any, variant: str) -> Any:
    """nDCG@k(x) = sum over ranks i <= k of g_i / log2(i + 1), over that of the judged ids in falling order of grades

    x are retrieved ids, best first, and judged ids with their grades; g_i is the grade of the id at rank i, 0 where
    nobody judged it. An id that comes again counts at its first rank (variant first), or each time (each), as where a
    snippet looks each id up: then a score above 1 comes from retrieving a good id twice. Undefined where no id is
    relevant. Jarvelin and Kekalainen 2002.
    """
    gained, seen = Whole(0), set[Id]()
    for i, one in enumerate(retrieved[: int(k)], 1):
        if variant == "each" or one not in seen:
            gained += relevant.get(one, Whole(0)) * logarithmic(Whole(i))
        seen.add(one)
    ideal = sorted(relevant.values(), reverse=True)[: int(k)]
    best = sum((g * logarithmic(Whole(i)) for i, g in enumerate(ideal, 1)), Whole(0))
    if best <= 0:
        raise Undefined("no id is relevant")
    return gained / best


@metric(
    "rank-effectiveness",
    kind="score",
    arguments={"x": retrieved_ids(2)},
    family="effectiveness of ids",
    claims=[TN8.holds(axioms.range_zero_one, axioms.ideal_is_one, axioms.id_invariance)],
    latex=lines(
        r"m(x)=" + over(r"\left\lvert\{(i,j)\mid g_i>g_j,\ r_i<r_j\}\right\rvert", size(r"(i,j)\mid g_i>g_j")),
        r"g_i=\text{the grade of the judged id }i",
        r"r_i=\text{its first rank, beyond all others where it was not retrieved}",
    ),
)
def rank_effectiveness(retrieved: Sequence[Id], relevant: Mapping[Id, Grade]) -> Any:
    """m(x) = pairs of judged ids with the higher grade ranked ahead / pairs of judged ids with different grades

    x are the recommended ids, best first, and the ids that the user rated with their grades. Ids without a rating do
    not enter: the recommender is asked to order what the user rated, and its order is compared with the user's. Rank-
    aware top-N metrics (slides), which name no coefficient: the fraction of concordant pairs of the same slides is
    *supplied*, as is that a rated id that was not ordered stands behind all that were. Undefined where no two ids have
    different grades.
    """
    first = {one: rank for rank, one in reversed(list(enumerate(retrieved)))}
    pairs = [(x, y) for x, g in relevant.items() for y, h in relevant.items() if g > h]
    if not pairs:
        raise Undefined("no judged id is more relevant than another: there is no order to compare with")
    last = len(retrieved)
    return Whole(sum(first.get(x, last) < first.get(y, last) for x, y in pairs)) / len(pairs)
