"""The independent checker: certificates of inequalities re-derived from the definitions, in plain Fractions.

It shares no code with what finds certificates: no solver, no method, and numbers of its own. What it does use are the
registered definitions and axioms themselves, since these are what a certificate is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..evidence.refusal import Refused
from ..model.registry import Registry
from . import exhaustive, linear, over_numbers
from .linear import LinearChecker
from .verified import Verified
from .world import subject

__all__ = ["LinearChecker", "Refused", "Verified", "verify"]

KNOWN = {"format", "digest", "kind", "metric", "axiom", "arguments", "space", "items", "largest", "sizes"}
KNOWN |= {"parameter", "sense", "by"}
KINDS = {"linear": linear.check, "exhaustive": exhaustive.check, "number": over_numbers.check}


def verify(data: Mapping[str, Any], registry: Registry) -> Verified:
    """Check a certificate's content; :class:`Refused` with the first thing that is wrong."""
    if data.get("kind") not in list(KINDS):  # it may be anything, and not only what has a hash
        raise Refused(f"a certificate of kind {data.get('kind')!r:.40}; it must be {', '.join(KINDS)}")
    try:
        return _checked(data, registry)
    except Refused:
        raise
    except Exception as error:  # malformed data may be anything, and so may what a definition raises
        raise Refused(f"it cannot be checked: {type(error).__name__}: {error!s:.200}") from None


def _checked(data: Mapping[str, Any], registry: Registry) -> Verified:
    if unknown := set(data) - KNOWN:
        raise Refused(f"the certificate says {sorted(unknown)[0]!r:.40}, which means nothing")
    metric, statement = subject(registry, data)
    if type(data["largest"]) is not int or data["largest"] != len(data["sizes"]) or not data["sizes"]:
        raise Refused(f"the largest size is {len(data['sizes'])}, not {data['largest']!r:.40}")
    verified = KINDS[data["kind"]](data, registry, metric, statement)
    if data["space"] != verified.space:
        raise Refused(f"space is {data['space']!r:.40}; what is derived holds for {verified.space!r}")
    if data["items"] not in (verified.items, "numbered"):  # what holds for items of any name holds for 1..n
        raise Refused(f"items is {data['items']!r:.40}; what is derived holds for {verified.items!r}")
    return verified
