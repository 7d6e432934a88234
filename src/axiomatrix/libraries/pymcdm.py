"""pymcdm: correlations and distances of two rank vectors."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..model.axiom import Kind
from ..model.registry import Registry
from ..spaces import weak_order
from . import LIBRARIES
from .axioms.totality import answers_constant_input, answers_one_item
from .implementation import implementation
from .library import Documentation
from .pair_definitions import drastic, frobenius, kemeny, rank_similarity, tau_a, weighted_rho
from .shapes.pairs import RankVectors

PYMCDM = LIBRARIES["pymcdm"]
SOURCE = "https://github.com/kotbaton/pymcdm/blob/master/pymcdm/"
"""Its pages are made from the texts of its functions, which stand here."""
TIED = {"a": weak_order, "b": weak_order}


def register(registry: Registry) -> None:
    """Add pymcdm's correlations and distances to the registry."""
    docs = Documentation("pymcdm", "pymcdm's documentation")
    registry.add_source(docs)
    constant = docs.says(
        "spearman/constant",
        "If either input vector has zero variance, the Spearman correlation is undefined.",
        f"{SOURCE}correlations.py",
        "as it is of one item",
    ).fails(answers_one_item)
    incomparable = docs.says(
        "goodman_kruskal_gamma/incomparable",
        "If there are no comparable pairs (i.e., the denominator is zero), Gamma is undefined.",
        f"{SOURCE}correlations.py",
    ).fails(answers_constant_input, answers_one_item)

    add = partial(_of, registry, "correlations", "similarity")
    text = "Spearman correlation between two rankings vectors"
    add("spearman", "Spearman rho", "spearman-rho", text, claims=[constant])
    add("kendall_tau", "Kendall tau-a", tau_a, "Kendall Tau correlation between two rankings vectors")
    text = "Goodman's and Kruskal's Gamma correlation between two ranking vectors"
    add("goodman_kruskal_gamma", "gamma", "gamma[weak-orders]", text, arguments=TIED, claims=[incomparable])
    add("weighted_spearman", "", weighted_rho, "Weighted Spearman correlation between two rankings vectors")
    add("rank_similarity_coef", "", rank_similarity, "Rank Similarity Coefficient (WS) between two ranking vectors")

    add = partial(_of, registry, "distances", "distance")
    add("draWS", "", drastic, "Drastic WS distance between the ranking vectors")
    add("kemeny", "", kemeny, "Kemeny distance between two ranking vectors", arguments=TIED)
    add("frobenius", "", frobenius, "Frobenius distance between two ranking vectors", arguments=TIED)


def _of(registry: Registry, module: str, kind: Kind, name: str, *described: Any, **more: Any) -> None:
    """Add a function of two rank vectors, which are held in arrays as its documentation has them."""
    page, place = f"{SOURCE}{module}.py", {"function": f"pymcdm.{module}:"}
    row = partial(implementation, PYMCDM, shape=RankVectors(), kind=kind, page=page, from_library=place, into=registry)
    row(name, *described, **more)(_of_ranks)


def _of_ranks(function: Any, x: Any, y: Any) -> Any:
    return function(x, y)
