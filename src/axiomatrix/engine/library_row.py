"""The row of a library's metric: decided case by case, and each refutation set beside the definition."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..evidence.cell import ClaimNote
from ..evidence.evidence import Evidence
from ..libraries.comparison import compared
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import Registry
from .general import GeneralRow
from .profile import Profile
from .row import Work


class LibraryRow(GeneralRow):
    """Decides every statement about one implementation."""

    def __init__(self, metric: Metric, registry: Registry, profile: Profile, seed: int, **options: Any) -> None:
        wanted = options.pop("only", lambda statement, claims: True)
        asked = metric.implementation.options.get("axioms") if metric.implementation else None

        def only(statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
            """A row may name the few axioms that it is for: an optimiser takes seconds for each call."""
            return (asked is None or bool(claims) or statement.axiom.id in asked) and wanted(statement, claims)

        super().__init__(metric, registry, profile.of_libraries(), seed, only=only, **options)

    def _evidence(self, work: Work) -> Evidence:
        evidence = super()._evidence(work)
        instance = work.hit if evidence.verdict == "refuted" else None
        if instance is None:
            return evidence
        return replace(
            evidence, comparison=compared(self.metric, work.statement, instance, work.claims, self.definitions)
        )
