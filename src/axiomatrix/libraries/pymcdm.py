"""Adapter of pymcdm: registers its correlations and distances of two rank vectors, to be checked.

Each row calls a function of pymcdm (:func:`.implementation.implementation`). Its values are compared with the exact
``definition``, which is the name of a metric of the catalogue or a function, and with the rows of other libraries that
have the same ``concept``. Reports show the body of the function that calls the library as a snippet.

A statement of the documentation is recorded by ``docs.says(id, wording, page, formalised)`` and attached to axioms by
``.holds(axiom)`` or ``.fails(axiom)``.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..model.axiom import Kind
from ..model.registry import Registry
from ..spaces import weak_order
from . import LIBRARIES
from .axioms.totality import answers_constant_input, answers_one_item
from .implementation import NO_CONCEPT, implementation
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
        "as it is of one item",  # the row's rankings have no ties, so that only one item has no variance
    ).fails(answers_one_item)
    incomparable = docs.says(
        "goodman_kruskal_gamma/incomparable",
        "If there are no comparable pairs (i.e., the denominator is zero), Gamma is undefined.",
        f"{SOURCE}correlations.py",
    ).fails(answers_constant_input, answers_one_item)

    add_correlation = partial(_add, registry, "correlations", "similarity")
    add_correlation(
        "spearman",
        "Spearman rho",
        "spearman-rho",
        formula="Spearman correlation between two rankings vectors",
        claims=[constant],
    )
    add_correlation("kendall_tau", "Kendall tau-a", tau_a, "Kendall Tau correlation between two rankings vectors")
    add_correlation(
        "goodman_kruskal_gamma",
        "gamma",
        "gamma[weak-orders]",
        formula="Goodman's and Kruskal's Gamma correlation between two ranking vectors",
        arguments=ORDERS_WITH_TIES,
        claims=[incomparable],
    )
    add_correlation(
        "weighted_spearman",
        NO_CONCEPT,
        weighted_rho,
        formula="Weighted Spearman correlation between two rankings vectors",
    )
    add_correlation(
        "rank_similarity_coef",
        NO_CONCEPT,
        rank_similarity,
        formula="Rank Similarity Coefficient (WS) between two ranking vectors",
    )

    add_distance = partial(_add, registry, "distances", "distance")
    add_distance("draWS", NO_CONCEPT, drastic, "Drastic WS distance between the ranking vectors")
    add_distance(
        "kemeny",
        NO_CONCEPT,
        kemeny,
        formula="Kemeny distance between two ranking vectors",
        arguments=ORDERS_WITH_TIES,
    )
    add_distance(
        "frobenius",
        NO_CONCEPT,
        frobenius,
        formula="Frobenius distance between two ranking vectors",
        arguments=ORDERS_WITH_TIES,
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

    ``module`` is the module of pymcdm that has the function, and ``name`` is the function's name. The vectors are of
    rankings without ties, unless ``options`` names other ``arguments``. ``options`` are further arguments of
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
        from_library={"function": f"pymcdm.{module}:"},  # ``function`` is the object called ``name`` in this module
        into=registry,
        **options,
    )(_call)


def _call(function: Any, x: Any, y: Any) -> Any:
    return function(x, y)
