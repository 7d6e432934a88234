"""implicit: its metrics of a recommender, here of one that recommends the list in question to the one user."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..model.registry import Registry
from ..spaces import binary_list, cut_offs
from . import LIBRARIES
from .implementation import implementation
from .shapes.scored import NumberedItems

IMPLICIT = LIBRARIES["implicit"]
PAGE = "https://benfred.github.io/implicit/api/evaluation.html"


def register(registry: Registry) -> None:
    """Add the metrics of implicit to the registry."""
    row = partial(
        implementation,
        IMPLICIT,
        shape=NumberedItems(),
        kind="score",
        arguments={"x": binary_list},
        parameters={"k": cut_offs()},
        page=PAGE,
        taken={"function": "implicit.evaluation:"},
        into=registry,
    )
    row("precision_at_k", "P@k", "precision-at", "P@K")(_of_items)
    row("mean_average_precision_at_k", "AP@k (divisor min(k, R))", None, "MAP@K")(_of_items)
    row("ndcg_at_k", "nDCG@k (gains 1)", "ndcg[linear]", "ndcg@K, of gains 1")(_of_items)


def _of_items(function: Any, items: Any, relevant: Any, k: int) -> Any:
    from types import SimpleNamespace

    import numpy as np
    from scipy.sparse import csr_matrix

    shape = (1, max([0, *items, *relevant]) + 1)
    test = csr_matrix((np.ones(len(relevant)), ([0] * len(relevant), relevant)), shape)
    best = [*items, *[-1] * k][:k]  # no item is number -1; fewer than k would be read beyond the end
    model = SimpleNamespace(recommend=lambda *_, **__: (np.array([best], dtype="int32"), None))
    return function(model, csr_matrix(shape), test, K=k, show_progress=False, num_threads=1)
