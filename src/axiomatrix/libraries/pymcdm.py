"""Adapter of pymcdm: correlations and distances of two rank vectors.

Functions are registered by :func:`.implementation.implementation`. Reports show the body of the function that calls the
library as a snippet.
"""

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
from .list_definitions import FunctionOrName
from .pair_definitions import drastic, frobenius, kemeny, rank_similarity, tau_a, weighted_rho
from .shapes.pairs import RankVectors

PYMCDM = LIBRARIES["pymcdm"]
SOURCE = "https://github.com/kotbaton/pymcdm/blob/master/pymcdm/"
"""The documentation is generated from the docstrings in this folder."""
ORDERS_WITH_TIES = {"a": weak_order, "b": weak_order}


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

    add_correlation = partial(_add, registry, "correlations", "similarity")
    formula = "Spearman correlation between two rankings vectors"
    add_correlation("spearman", "Spearman rho", "spearman-rho", formula, claims=[constant])
    add_correlation("kendall_tau", "Kendall tau-a", tau_a, "Kendall Tau correlation between two rankings vectors")
    formula = "Goodman's and Kruskal's Gamma correlation between two ranking vectors"
    add_correlation(
        "goodman_kruskal_gamma",
        "gamma",
        "gamma[weak-orders]",
        formula,
        arguments=ORDERS_WITH_TIES,
        claims=[incomparable],
    )
    add_correlation("weighted_spearman", "", weighted_rho, "Weighted Spearman correlation between two rankings vectors")
    add_correlation(
        "rank_similarity_coef", "", rank_similarity, "Rank Similarity Coefficient (WS) between two ranking vectors"
    )

    add_distance = partial(_add, registry, "distances", "distance")
    add_distance("draWS", "", drastic, "Drastic WS distance between the ranking vectors")
    add_distance("kemeny", "", kemeny, "Kemeny distance between two ranking vectors", arguments=ORDERS_WITH_TIES)
    add_distance(
        "frobenius", "", frobenius, "Frobenius distance between two ranking vectors", arguments=ORDERS_WITH_TIES
    )


def _add(
    registry: Registry,
    module: str,
    kind: Kind,
    name: str,
    concept: str,
    definition: FunctionOrName,
    formula: str,
    **options: Any,
) -> None:
    """Add a function of two rank vectors, which are arrays as in its documentation.

    ``module`` is the module of pymcdm that has the function. ``options`` are further arguments of
    :func:`.implementation.implementation`.
    """
    implementation(
        PYMCDM,
        name,
        concept,
        definition,
        formula,
        shape=RankVectors(),
        kind=kind,
        page=f"{SOURCE}{module}.py",
        from_library={"function": f"pymcdm.{module}:"},
        into=registry,
        **options,
    )(_call)


def _call(function: Any, x: Any, y: Any) -> Any:
    return function(x, y)
