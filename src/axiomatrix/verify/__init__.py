"""The independent checker: certificates re-derived from the definitions, in plain Fractions and sympy's polynomials.

It shares no code with what finds certificates: no solver, another library of polynomials, and number classes of its
own. What it does use are the registered definitions and axioms themselves, since these are what a certificate is about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..model.registry import Registry
from . import identity, linear
from .linear import Verified
from .refusal import Refused

__all__ = ["Refused", "Verified", "verify"]


def verify(data: Mapping[str, Any], registry: Registry) -> Verified:
    """Check a certificate's content; :class:`Refused` with the first thing that is wrong."""
    kinds: dict[Any, Callable[[Mapping[str, Any], Registry], Verified]] = {
        "linear": linear.check,
        "identity": identity.check,
    }
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise Refused(f"a certificate of kind {kind!r:.40}; there are: {', '.join(kinds)}")
    try:
        return kinds[kind](data, registry)
    except Refused:
        raise
    except Exception as error:  # malformed data may be anything, and so may what a definition raises
        raise Refused(f"it cannot be checked: {type(error).__name__}: {error!s:.200}") from None
