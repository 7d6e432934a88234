"""Every method that searches keeps the laws of methods, alone, on one planted metric and on its sound original."""

from __future__ import annotations

from axiomatrix.evidence.rules import METHODS

from .method_laws import SEARCHING
from .suite import Law, counterexamples, each


@each((SEARCHING,), {method: method for method in METHODS})
def test_method(law: Law, instance: str) -> None:
    assert counterexamples(law, instance) == []
