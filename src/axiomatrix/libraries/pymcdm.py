"""pymcdm: correlations and distances of two rank vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from ..catalogue.loading import load_catalogue
from ..model.axiom import Kind
from ..model.claim import Claim
from ..model.metric import RANKINGS
from ..model.registry import Registry
from ..spaces import Space, weak_order
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
    exact = load_catalogue()
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

    add = partial(_add, registry)
    rho, gamma = exact.metric("spearman-rho"), exact.metric("gamma[weak-orders]")
    add("spearman", "Spearman correlation between two rankings vectors", rho, "Spearman rho", claims=[constant])
    add("kendall_tau", "Kendall Tau correlation between two rankings vectors", tau_a, "Kendall tau-a")
    text = "Goodman's and Kruskal's Gamma correlation between two ranking vectors"
    add("goodman_kruskal_gamma", text, gamma, "gamma", arguments=TIED, claims=[incomparable])
    add("weighted_spearman", "Weighted Spearman correlation between two rankings vectors", weighted_rho)
    text = "Rank Similarity Coefficient (WS) between two ranking vectors"
    add("rank_similarity_coef", text, rank_similarity)

    add = partial(add, kind="distance")
    add("draWS", "Drastic WS distance between the ranking vectors", drastic)
    add("kemeny", "Kemeny distance between two ranking vectors", kemeny, arguments=TIED)
    add("frobenius", "Frobenius distance between two ranking vectors", frobenius, arguments=TIED)


def _add(
    registry: Registry,
    name: str,
    formula: str,
    definition: Callable[..., Any],
    concept: str = "",
    *,
    kind: Kind = "similarity",
    arguments: Mapping[str, Space] = RANKINGS,
    claims: Iterable[Iterable[Claim]] = (),
) -> None:
    """Add a function of two rank vectors, which are held in arrays as its documentation has them."""
    module = "distances" if kind == "distance" else "correlations"
    implementation(
        PYMCDM,
        name,
        shape=RankVectors(),
        kind=kind,
        arguments=arguments,
        concept=concept,
        definition=definition,
        page=f"{SOURCE}{module}.py",
        claims=claims,
        formula=formula,
        taken={"function": f"pymcdm.{module}:{name}"},
        into=registry,
    )(_of_ranks)


def _of_ranks(function: Any, x: Any, y: Any) -> Any:
    return function(x, y)
