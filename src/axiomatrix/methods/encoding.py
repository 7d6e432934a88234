"""Proofs and sizes as certificates have them (see :mod:`~..evidence.certificate`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..evidence.cell import arguments_of
from ..model.axiom import Statement
from ..numbers.exact import rational
from ..spaces.parameters import ParameterDomain
from .coordinates import Coordinates
from .linear import Leaf, Tree


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
