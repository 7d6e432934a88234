"""Adapter of implicit: its metrics of a recommender model.

The model is a stand-in that recommends to each user the list in question.

Each metric is registered as a *row* by ``row(name, concept, definition, formula, ...)(function)``, with the arguments
of :func:`.implementation.implementation`:

- ``function`` calls the library. Reports show its body as a snippet, imports included.
- ``from_library={"function": "module:"}`` passes to it, as the argument ``function``, the object of ``module`` with the
  ``name`` of the row.
- ``shape`` makes its arguments ``items`` and ``relevant`` of the judged list in ``arguments``: a list for each user, of
  the column numbers of the items that are recommended, and of those that are relevant.
- ``definition`` is the name of the catalogue's metric with which the values of the row are compared; None if the
  documentation gives no formula.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
"""

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
        # the answer is the mean over all users of the call; the lists are a recommender's, which lists an item once
        options={"mean_over_rows": True, "recommends": True},
        from_library={"function": "implicit.evaluation:"},
        into=registry,
    )
    row("precision_at_k", "P@k", "precision-at", "P@K")(_call_with_stand_in_model)
    row("mean_average_precision_at_k", "AP@k (divisor min(k, R))", None, "MAP@K")(_call_with_stand_in_model)
    row("ndcg_at_k", "nDCG@k (gains 1)", "ndcg[linear]", "ndcg@K, of gains 1")(_call_with_stand_in_model)


# Matrices have a row for each user and a column for each item. The test matrix has a 1 for each relevant item. The
# training matrix is empty, since the library would leave out its items.
def _call_with_stand_in_model(function: Any, items: Any, relevant: Any, k: int) -> Any:
    from types import SimpleNamespace

    import numpy as np
    from scipy.sparse import csr_matrix

    shape = (len(items), max([0, *(item for users in (items, relevant) for user in users for item in user)]) + 1)
    users = [user for user, columns in enumerate(relevant) for _ in columns]
    columns = [item for user in relevant for item in user]
    test = csr_matrix((np.ones(len(columns)), (users, columns)), shape)
    best = [[*user, *[-1] * k][:k] for user in items]  # no item is number -1; fewer than k would be read beyond the end
    lists = np.array(best, dtype="int32").reshape(len(items), k)
    model = SimpleNamespace(recommend=lambda users, *_, **__: (lists[users], None))
    return function(model, csr_matrix(shape), test, K=k, show_progress=False, num_threads=1)
