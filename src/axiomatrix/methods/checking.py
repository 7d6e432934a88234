"""The independent checker as methods see it: the engine hands them one, so that search and checker share nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import Registry

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
