"""pymcdm: correlations and distances of two rank vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
from .library import Documentation, Row
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
    _correlations(registry, docs)
    _further_correlations(registry)
    _distances(registry)


def _row(
    registry: Registry,
    name: str,
    definition: Callable[..., Any],
    concept: str = "",
    *,
    kind: Kind = "similarity",
    arguments: Mapping[str, Space] = RANKINGS,
    claims: Iterable[Iterable[Claim]] = (),
) -> Row:
    """The decorator of a function of two rank vectors, which are held in arrays as its documentation has them."""
    return implementation(
        PYMCDM,
        name,
        shape=RankVectors(),
        kind=kind,
        arguments=arguments,
        concept=concept,
        definition=definition,
        page=f"{SOURCE}{'distances' if kind == 'distance' else 'correlations'}.py",
        claims=claims,
        into=registry,
    )


def _correlations(registry: Registry, docs: Documentation) -> None:
    exact = load_catalogue()
    constant = docs.says(
        "spearman/constant",
        "If either input vector has zero variance, the Spearman correlation is undefined.",
        f"{SOURCE}correlations.py",
        "as it is of one item",
    )
    incomparable = docs.says(
        "goodman_kruskal_gamma/incomparable",
        "If there are no comparable pairs (i.e., the denominator is zero), Gamma is undefined.",
        f"{SOURCE}correlations.py",
    )

    @_row(registry, "spearman", exact.metric("spearman-rho"), "Spearman rho", claims=[constant.fails(answers_one_item)])
    def spearman(x: Any, y: Any) -> Any:
        """Spearman correlation between two rankings vectors"""
        from pymcdm.correlations import spearman

        return spearman(x, y)

    @_row(registry, "kendall_tau", tau_a, "Kendall tau-a")
    def kendall(x: Any, y: Any) -> Any:
        """Kendall Tau correlation between two rankings vectors"""
        from pymcdm.correlations import kendall_tau

        return kendall_tau(x, y)

    @_row(
        registry,
        "goodman_kruskal_gamma",
        exact.metric("gamma[weak-orders]"),
        "gamma",
        arguments=TIED,
        claims=[incomparable.fails(answers_constant_input, answers_one_item)],
    )
    def gamma(x: Any, y: Any) -> Any:
        """Goodman's and Kruskal's Gamma correlation between two ranking vectors"""
        from pymcdm.correlations import goodman_kruskal_gamma

        return goodman_kruskal_gamma(x, y)


def _further_correlations(registry: Registry) -> None:
    @_row(registry, "weighted_spearman", weighted_rho)
    def weighted(x: Any, y: Any) -> Any:
        """Weighted Spearman correlation between two rankings vectors"""
        from pymcdm.correlations import weighted_spearman

        return weighted_spearman(x, y)

    @_row(registry, "rank_similarity_coef", rank_similarity)
    def similarity(x: Any, y: Any) -> Any:
        """Rank Similarity Coefficient (WS) between two ranking vectors"""
        from pymcdm.correlations import rank_similarity_coef

        return rank_similarity_coef(x, y)


def _distances(registry: Registry) -> None:
    @_row(registry, "draWS", drastic, kind="distance")
    def drastic_distance(x: Any, y: Any) -> Any:
        """Drastic WS distance between the ranking vectors"""
        from pymcdm.distances import draWS

        return draWS(x, y)

    @_row(registry, "kemeny", kemeny, kind="distance", arguments=TIED)
    def kemeny_distance(x: Any, y: Any) -> Any:
        """Kemeny distance between two ranking vectors"""
        from pymcdm.distances import kemeny

        return kemeny(x, y)

    @_row(registry, "frobenius", frobenius, kind="distance", arguments=TIED)
    def frobenius_distance(x: Any, y: Any) -> Any:
        """Frobenius distance between two ranking vectors"""
        from pymcdm.distances import frobenius

        return frobenius(x, y)
