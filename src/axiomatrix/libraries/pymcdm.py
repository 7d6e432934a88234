"""Adapter of pymcdm: registers its correlations and distances of two rank vectors.

Each of them is registered as a *row* by ``add_correlation(name, concept, definition, formula, ...)`` or
``add_distance``, see :func:`_add`:

- ``function`` calls the library. Reports show its body as a snippet.
- ``from_library={"function": "module:"}`` passes to it, as its argument ``function``, the object of ``module`` with the
  ``name`` of the row.
- ``shape`` makes its other arguments ``x`` and ``y``, the ranks of the items in two orders.
- ``docs.says(id, wording, page, formalised)`` records a statement; ``.fails(axioms)`` of it is a list of its claims,
  that these axioms fail. ``formalised`` continues a wording that does not name the case.
- :mod:`.implementation` explains rows, definitions and concepts, :class:`.library.Documentation` the claims.
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
    undefined_if_constant = docs.says(
        "spearman/constant",
        "If either input vector has zero variance, the Spearman correlation is undefined.",
        f"{SOURCE}correlations.py",
        "as it is of one item",  # the row's rankings have no ties, so that only one item has no variance
    ).fails(answers_one_item)
    undefined_if_incomparable = docs.says(
        "goodman_kruskal_gamma/incomparable",
        "If there are no comparable pairs (i.e., the denominator is zero), Gamma is undefined.",
        f"{SOURCE}correlations.py",
    ).fails(answers_constant_input, answers_one_item)

    add_correlation = partial(_add, registry, "correlations", "similarity")
    add_correlation(
        "spearman",
        "Spearman rho",
        "spearman-rho",
        "Spearman correlation between two rankings vectors",
        claims=[undefined_if_constant],
    )
    add_correlation("kendall_tau", "Kendall tau-a", tau_a, "Kendall Tau correlation between two rankings vectors")
    add_correlation(
        "goodman_kruskal_gamma",
        "gamma",
        "gamma[weak-orders]",
        "Goodman's and Kruskal's Gamma correlation between two ranking vectors",
        arguments=ORDERS_WITH_TIES,
        claims=[undefined_if_incomparable],
    )
    add_correlation(
        "weighted_spearman",
        NO_CONCEPT,
        weighted_rho,
        "Weighted Spearman correlation between two rankings vectors",
    )
    add_correlation(
        "rank_similarity_coef",
        NO_CONCEPT,
        rank_similarity,
        "Rank Similarity Coefficient (WS) between two ranking vectors",
    )
    _add_distances(registry)


def _add_distances(registry: Registry) -> None:
    add_distance = partial(_add, registry, "distances", "distance")
    add_distance("draWS", NO_CONCEPT, drastic, "Drastic WS distance between the ranking vectors")
    add_distance(
        "kemeny",
        NO_CONCEPT,
        kemeny,
        "Kemeny distance between two ranking vectors",
        arguments=ORDERS_WITH_TIES,
    )
    add_distance(
        "frobenius",
        NO_CONCEPT,
        frobenius,
        "Frobenius distance between two ranking vectors",
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
        from_library={"function": f"pymcdm.{module}:"},
        into=registry,
        **options,
    )(_call)


def _call(function: Any, x: Any, y: Any) -> Any:
    return function(x, y)
