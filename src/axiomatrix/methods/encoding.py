"""Certificates as JSON data (:mod:`~..evidence.certificate` has their form), and the protocol of the checker.

A certificate proves a statement for all values of a parameter and all rankings of up to n items. The methods that
search (:mod:`.sweep`, :mod:`.certification` and ``explore``) encode their proofs here. An independent checker
(:mod:`..verify`) derives the result from the proofs again. The engine passes the checker to the methods, so that search
and checker share no code.

A *sense* is ``inf`` or ``sup``: the extreme of a ratio that is proved. For a supremum the ratio is negated, in the data
and in what the checker returns. A *case* is one instance without its parameter: all arguments but the first ranking,
which is 1, 2, 3 ..., such as ``((2, 1),)``. The values of the parameter on n items form a *cone*, which linear
inequalities describe, its *facets*. A *tree* proves numerator >= c * denominator on the cone: a leaf has c and the
multipliers of the facets that add up to the difference; a split has a proof for each sign of an absolute value
(:mod:`.linear`).
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
"""An exact number as the checker returns it; it knows no other type of rational."""


class IndependentChecker(Protocol):
    """Protocol of the checker that re-derives a certificate of one statement from the definitions alone.

    Its methods raise :class:`~..evidence.refusal.Refused` where the derivation fails.
    """

    @property
    def observed(self) -> str:
        """Describe how the definition looked at its items: it compared them or computed with them.

        Then the result is about the items 1..n only. If it did not, this is empty, and items may have any names.
        """
        ...

    def check_case(self, n: int, case: Any, fixed: Mapping[str, Sequence[Exact]], sense: str, tree: Any) -> Exact:
        """Return the constant that the multipliers of one case prove.

        ``fixed`` has the entries of the parameters with fixed values, such as ``{"w": [1, 1]}``, and ``tree`` is the
        proof as :func:`encode_proof` encodes it.
        """
        ...

    def check_next_size(self, data: Mapping[str, Any], by: Sequence[str], sense: str) -> Exact | None:
        """Check a whole size, and return the best constant proved so far; None if no case so far asks anything.

        Sizes are passed in order, from 1 on. ``data`` is the size in the form of a certificate, and ``by`` names the
        symmetries that were used.
        """
        ...


NewChecker = Callable[[Registry, Metric, Statement, str], IndependentChecker]
"""Makes the checker of a statement about a metric, for all values of the parameter with that name.

Several parameters have their names joined by :data:`~..evidence.certificate.TOGETHER`.
"""


# --- writing certificates ----------------------------------------------------------------------------------------


def _cone_data(coordinates: Coordinates, n: int) -> dict[str, Any]:
    """Encode the cone of the parameter: facets as pairs (coordinate, coefficient), and generators if it has any."""
    cone = coordinates.cone(n)
    facets = cone.facets[:-1]  # the last facet, constant >= 0, is not part of the space
    data: dict[str, Any] = {"facets": [[[k, c] for k, c in facet] for facet in facets]}
    generators_by_name = {
        name: [list(map(exact_data, g)) for g in generators]
        for name, space, _ in coordinates.blocks(n)
        if (generators := space.rays(n)) is not None
    }
    return {**data, "generators": generators_by_name} if generators_by_name else data


def size_data(coordinates: Coordinates, n: int, instances: int, asked: int) -> dict[str, Any]:
    """Encode a size apart from its proofs; ``asked`` counts the instances in which the statement asks something."""
    return {"instances": instances, "asked": asked, **_cone_data(coordinates, n)}


def certificate(
    metric: str, statement: Statement, parameter: str, sense: str, by: Sequence[str], observed: object, sizes: list[Any]
) -> dict[str, Any]:
    """Encode the certificate of the sizes 1, 2 ..., for the independent checker.

    ``by`` names the symmetries that were used, and ``sizes`` has the data of each size with its proofs. ``observed``
    comes from the checker: it is empty if the definition did not look at the names of items.
    """
    return {
        "kind": "linear",
        "metric": metric,
        "axiom": statement.axiom.id,
        "arguments": arguments_of(statement),
        "parameter": parameter,
        "space": ParameterDomain.CLOSED,  # a proof on the cone includes its boundary
        "sense": sense,
        "by": list(by),
        "items": "numbered" if observed else "unnamed",
        "largest": len(sizes),
        "sizes": sizes,
    }


def encode_proof(tree: Tree) -> Any:
    """Encode a proof: a leaf as a list of value, signs and multipliers, a split as a mapping; zeros are left out.

    The ``signs`` are the multipliers of the absolute values. Of the two proofs of a split, ``above`` is for the
    part of the cone where the form inside the absolute value ``atom`` is not negative, ``below`` for the other.
    """
    if isinstance(tree, Leaf):
        return [
            exact_data(tree.value),
            [exact_data(s) for s in tree.signs],
            [[j, exact_data(mu)] for j, mu in tree.multipliers if mu != 0],
        ]
    return {"split": tree.atom, "above": encode_proof(tree.above), "below": encode_proof(tree.below)}


def exact_data(value: Any) -> Any:
    """Encode a rational: an int, or a string such as ``3/2``."""
    value = rational(value)
    return int(value.p) if value.q == 1 else str(value)
