"""Certificates as data (see :mod:`~..evidence.certificate`), and the independent checker as methods see it.

The engine hands the checker to the methods, so that the search and the checker share no code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from ..evidence.cell import arguments_of
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..numbers.exact import rational
from ..spaces.parameters import ParameterDomain
from .coordinates import Coordinates
from .linear import Leaf, Tree

Exact = int | Fraction


class IndependentChecker(Protocol):
    """Derives again what a certificate says of one statement, from the definitions alone.

    Everything raises :class:`~..evidence.refusal.Refused` where that cannot be derived.
    """

    @property
    def observed(self) -> str:
        """How the definition looked at its items, if it did: then the result is about the items 1..n only."""
        ...

    def proved(self, n: int, case: Any, fixed: Mapping[str, Sequence[Exact]], sense: str, tree: Any) -> Exact:
        """The constant that the multipliers of one case prove, as a certificate has them."""
        ...

    def size(self, data: Mapping[str, Any], by: Sequence[str], sense: str) -> Exact | None:
        """Check one size whole, after the smaller ones; the best constant that is proved so far."""
        ...


NewChecker = Callable[[Registry, Metric, Statement, str], IndependentChecker]
"""Makes the checker of a statement about a metric, for all values of the parameter of that name."""


# --- writing certificates ----------------------------------------------------------------------------------------


def _listed(coordinates: Coordinates, n: int) -> dict[str, Any]:
    """The cone as a certificate has it: its facets without the constant, and generators by parameter."""
    cone = coordinates.cone(n)
    listed: dict[str, Any] = {"facets": [[[k, c] for k, c in facet] for facet in cone.facets[:-1]]}
    generated = {
        name: [list(map(exact_data, g)) for g in generators]
        for name, space, _ in coordinates.blocks(n)
        if (generators := space.rays(n)) is not None
    }
    return {**listed, "generators": generated} if generated else listed


def of_size(coordinates: Coordinates, n: int, instances: int, asked: int) -> dict[str, Any]:
    """What a certificate says of a size besides its proofs: see its format (:mod:`~..evidence.certificate`)."""
    return {"instances": instances, "asked": asked, **_listed(coordinates, n)}


def certificate(
    metric: str, statement: Statement, parameter: str, sense: str, by: Sequence[str], observed: object, sizes: list[Any]
) -> dict[str, Any]:
    """The certificate of the sizes 1, 2 ..., as data for the independent checker."""
    return {
        "kind": "linear",
        "metric": metric,
        "axiom": statement.axiom.id,
        "arguments": arguments_of(statement),
        "parameter": parameter,
        "space": ParameterDomain.CLOSED,
        "sense": sense,
        "by": list(by),
        "items": "numbered" if observed else "unnamed",
        "largest": len(sizes),
        "sizes": sizes,
    }


def encoded(tree: Tree) -> Any:
    """The proof as a certificate has it."""
    if isinstance(tree, Leaf):
        return [
            exact_data(tree.value),
            [exact_data(s) for s in tree.signs],
            [[j, exact_data(mu)] for j, mu in tree.multipliers if mu != 0],
        ]
    return {"split": tree.atom, "above": encoded(tree.above), "below": encoded(tree.below)}


def exact_data(value: Any) -> Any:
    """A rational as a certificate has it."""
    value = rational(value)
    return int(value.p) if value.q == 1 else str(value)
