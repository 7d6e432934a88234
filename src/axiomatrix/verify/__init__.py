"""Independent checker of certificates, for ``axiomatrix verify`` and for the engine before a verdict is certified.

It re-derives inequalities from the definitions, in plain Fractions. It shares no code with the methods that find
certificates: it has no solver, and its own numbers. It does use the registered definitions and axioms, since a
certificate is about these.

There are four kinds of certificates, each with its module: ``linear`` for statements about rankings, for all values of
parameters that are vectors; ``forms`` for lists and weak orders; ``number`` for all values of a single number; and
``exhaustive`` for metrics without parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..evidence.refusal import Refused
from ..model.registry import Registry
from . import exhaustive, forms, linear, over_numbers
from .linear import LinearChecker
from .verified import Verified
from .world import look_up_subject

__all__ = ["LinearChecker", "Refused", "Verified", "verify"]

FIELDS = {"format", "digest", "kind", "metric", "axiom", "arguments", "space", "items", "largest", "sizes"}
FIELDS |= {"parameter", "sense", "by"}
"""The fields of a certificate, which :mod:`axiomatrix.evidence.certificate` describes."""
CHECK_OF_KIND = {
    "linear": linear.check,
    "forms": forms.check,
    "exhaustive": exhaustive.check,
    "number": over_numbers.check,
}
"""The check of each kind of certificate."""


def verify(data: Mapping[str, Any], registry: Registry) -> Verified:
    """Check the content of a certificate file, and return what it proves; :class:`Refused` with the first error.

    ``registry`` must have the metric and the axiom.
    """
    if data.get("kind") not in list(CHECK_OF_KIND):  # a list, since the data may be unhashable
        raise Refused(
            f"the certificate is of kind {data.get('kind')!r:.40}; it must be one of {', '.join(CHECK_OF_KIND)}"
        )
    try:
        return _check(data, registry)
    except Refused:
        raise
    except Exception as error:  # malformed data and definitions may raise anything
        raise Refused(f"it cannot be checked: {type(error).__name__}: {error!s:.200}") from None


def _check(data: Mapping[str, Any], registry: Registry) -> Verified:
    if unknown := set(data) - FIELDS:
        raise Refused(f"the certificate has the unknown field {sorted(unknown)[0]!r:.40}")
    metric, statement = look_up_subject(registry, data)
    if type(data["largest"]) is not int or data["largest"] != len(data["sizes"]) or not data["sizes"]:
        raise Refused(f"largest is {data['largest']!r:.40}, but the certificate has {len(data['sizes'])} sizes")
    verified = CHECK_OF_KIND[data["kind"]](data, registry, metric, statement)
    if data["space"] != verified.space:
        raise Refused(f"space is {data['space']!r:.40}, but the result holds for {verified.space!r}")
    if data["items"] not in (verified.items, "numbered"):  # a result for items of any name covers 1..n
        raise Refused(f"items is {data['items']!r:.40}, but the result holds for {verified.items!r}")
    return verified
