"""Whether a lemma of a proof fails, whatever is remembered of it."""

from __future__ import annotations

from axiomatrix import REGISTRY
from axiomatrix.catalogue.proofs import written
from axiomatrix.catalogue.proofs.proof import Step


def fails(step: Step, n: int = 3) -> bool:
    """Whether it fails of up to n items; what tests put in the place of a name of its module is not remembered."""
    written._counterexamples.cache_clear()
    failures = [step.check(REGISTRY, size) for size in range(1, n + 1)]
    written._counterexamples.cache_clear()
    return any(failure is not None for failure in failures)
