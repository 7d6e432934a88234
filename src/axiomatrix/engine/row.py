"""What is asked of one metric: the statements of its row, the spaces that they are asked on, and the seeds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from ..evidence.cell import Cell, CellKey, ClaimNote
from ..evidence.evidence import Evidence
from ..evidence.instance import Definitions
from ..evidence.reach import Reach
from ..evidence.verdict import Verdict
from ..methods.work import RowWork, Work
from ..model.axiom import Statement
from ..model.metric import Metric
from ..model.registry import Registry
from ..spaces.parameters import ParameterDomain
from .recording import cell

Wanted = Callable[[Statement, tuple[ClaimNote, ...]], bool]
"""Whether a statement, about which this is claimed, is asked."""


def statements_of(metric: Metric, registry: Registry) -> list[tuple[Statement, tuple[ClaimNote, ...]]]:
    """The statements that make up the row: the claimed ones, and what can be observed of every other axiom."""
    found: list[tuple[Statement, tuple[ClaimNote, ...]]] = []
    for axiom in registry.axioms.values():
        claimed: dict[Statement, list[ClaimNote]] = {}
        for claim in metric.claims:
            if claim.statement.axiom is axiom:
                note = ClaimNote(claim.status, claim.source.id, claim.source.wording)
                claimed.setdefault(claim.statement, []).append(note)
        observed = (
            [s for s in axiom.observed(metric) if s.not_applicable(metric) is None] if _meets(axiom, metric) else []
        )
        for statement in dict.fromkeys([*claimed, *observed]):
            found.append((statement, tuple(claimed.get(statement, ()))))
    return found


def _meets(axiom: Any, metric: Metric) -> bool:
    return metric.kind in axiom.kinds and metric.about in axiom.about


def not_applicable(metric: Metric, registry: Registry) -> Iterator[Cell]:
    """The cells of the axioms that say nothing of this metric, with the reason."""
    present = {statement.axiom.id for statement, _ in statements_of(metric, registry)}
    for axiom in registry.axioms.values():
        if axiom.id in present or metric.about not in axiom.about:
            continue  # of what it is not about at all, the matrix says nothing
        if not _meets(axiom, metric):
            reason = axiom.other_kind(metric)
        elif axiom.arguments or axiom.open_arguments:
            reason = "nothing is declared that gives the axiom its arguments"
        else:
            reason = axiom().not_applicable(metric) or "it is not observed"
        yield Cell(metric.name, axiom.id, {}, ParameterDomain.OPEN, (), Evidence(Verdict.NOT_APPLICABLE, reason=reason))


def derived_seed(seed: int, *names: str) -> int:
    """The seed of one cell."""
    digest = hashlib.sha256("/".join([str(seed), *names]).encode("utf-8", "backslashreplace")).digest()
    return int.from_bytes(digest[:8], "big")


def row_work(
    metric: Metric,
    registry: Registry,
    seed: int,
    *,
    only: Wanted = lambda statement, claims: True,
    tick: Callable[[], None] = lambda: None,
    told: Callable[[dict[CellKey, list[Reach]]], None] = lambda found: None,
) -> RowWork:
    """The row of the metric, nothing of it decided."""
    row = RowWork(metric, registry, Definitions(registry, tick), [], [], told)
    for statement, claims in statements_of(metric, registry):
        if not only(statement, claims) or not _is_asked(metric, statement, claims):
            continue
        reason = statement.not_applicable(metric)
        if reason is not None:
            evidence = Evidence(Verdict.NOT_APPLICABLE, reason=reason)
            row.meaningless.append(cell(metric, statement, ParameterDomain.OPEN, claims, evidence))
            continue
        for space, noted in _spaces(metric, statement, claims):
            here = derived_seed(seed, metric.name, statement.id, space)
            row.works.append(Work(statement, space, noted, here))
    return row


def _is_asked(metric: Metric, statement: Statement, claims: tuple[ClaimNote, ...]) -> bool:
    """A row of a library may name the few axioms that it is for: an optimiser takes seconds for each call."""
    asked = metric.implementation.options.get("axioms") if metric.implementation else None
    return asked is None or bool(claims) or statement.axiom.id in asked


def _spaces(
    metric: Metric, statement: Statement, claims: tuple[ClaimNote, ...]
) -> list[tuple[ParameterDomain, tuple[ClaimNote, ...]]]:
    """Where the statement is asked: the declared space, and its closure if the verdict can differ there."""
    if metric.implementation is not None or not metric.takes_rankings:
        return [(ParameterDomain.OPEN, claims)]
    has_boundary = any(space.positive and space.has_boundary for space in metric.parameters.values())
    if statement.axiom.closed_only:
        return [(ParameterDomain.CLOSED, claims)]
    if statement.axiom.boundary and has_boundary:
        return [(ParameterDomain.OPEN, claims), (ParameterDomain.CLOSED, ())]
    return [(ParameterDomain.OPEN, claims)]
