"""The independent checker: certificates re-derived from the definitions, in plain Fractions and sympy's polynomials.

It shares no code with what finds certificates: no solver, another library of polynomials, and number classes of its
own. What it does use are the registered definitions and axioms themselves, since these are what a certificate is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..model.registry import Registry
from . import identity, linear
from .linear import Verified
from .reading import data_of
from .refusal import Refused
from .world import subject

__all__ = ["Refused", "Verified", "verify"]

KINDS = ("linear", "identity")
KNOWN = {"format", "digest", "kind", "metric", "axiom", "arguments", "space", "items", "largest", "sizes"}


def verify(data: Mapping[str, Any], registry: Registry) -> Verified:
    """Check a certificate's content; :class:`Refused` with the first thing that is wrong."""
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Refused(f"a certificate of kind {kind!r:.40}; there are: {', '.join(KINDS)}")
    try:
        return _checked(data, registry, kind)
    except Refused:
        raise
    except Exception as error:  # malformed data may be anything, and so may what a definition raises
        raise Refused(f"it cannot be checked: {type(error).__name__}: {error!s:.200}") from None


def _checked(data: Mapping[str, Any], registry: Registry, kind: str) -> Verified:
    check, further = (linear.check, linear.KNOWN) if kind == "linear" else (identity.check, set())
    if unknown := set(data) - KNOWN - further:
        raise Refused(f"the certificate says {sorted(unknown)[0]!r:.40}, which means nothing")
    metric, statement = subject(registry, data)
    if type(data["largest"]) is not int or data["largest"] != len(data["sizes"]) or not data["sizes"]:
        raise Refused(f"the largest size is {len(data['sizes'])}, not {data['largest']!r:.40}")
    before = data_of(metric.definition)
    verified = check(data, registry, metric, statement)
    if data_of(metric.definition) != before:
        raise Refused(f"{metric.name} writes to what it reads: its answers depend on what was asked before")
    for key, truth in (("space", verified.space), ("items", verified.items)):
        if data[key] != truth:
            raise Refused(f"{key} is {data[key]!r:.40}; what is derived holds for {truth!r}")
    return verified
