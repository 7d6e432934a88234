"""``axiomatrix show claims``: what the sources say, and what became of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ..catalogue.loading import load_catalogue
from ..engine.check import check_in_workers
from ..engine.plan import Plan
from ..engine.store import Store
from ..evidence.matrix import Matrix
from ..evidence.words import counted
from ..methods.profile import profile_named
from ..model.registry import Registry, Unknown
from ..report.known import stored_reports
from ..report.matrix.data import BadReport
from ..report.subjects import sources
from ..report.subjects.claims import claims_document, list_document
from ..studies.ledger.building import accounts_of, built, chosen, claimed, missing
from .messages import note, refusing, show, usage
from .running import executor_for


def show_claims(ids: Sequence[str], report: Path | None, jobs: int | None) -> None:
    """Print what became of these claims, or a line for each of all; without a report all are listed as claimed.

    The evidence is that of the last report; where there is none, or it lacks what is claimed, the cells are checked
    here with profile quick. What is printed first says which.
    """
    registry = load_catalogue()
    with refusing(Unknown):
        wanted = chosen(_claims_about(ids, registry), registry)
    if not ids and report is None and not any(stored.matrix for stored in stored_reports(None)):
        show(sources.sources_document(registry))
        return
    matrix, origin, directory = _evidence(wanted, report, jobs or os.cpu_count() or 1, registry)
    ledger = built(matrix, registry, wanted, accounts_of(matrix, registry, wanted) if ids else {})
    show(claims_document(ledger, origin, directory) if ids else list_document(ledger, origin))


def _claims_about(filters: Sequence[str], registry: Registry) -> list[str]:
    """The claims, sources, metrics and axioms of these names, a metric or axiom as the claims that are about it."""
    every = chosen([], registry)
    known = {name.upper() for name in (*every, *registry.sources)}
    ids: list[str] = []
    for name in filters:
        metric, axiom = registry.find_metric(name), registry.find_axiom(name)
        if name.upper() in known or not (metric or axiom):
            ids.append(name)
            continue
        rows = {row.name for row in registry.rows(name)} if metric else set()
        axioms = set(axiom.means) if axiom else set()
        stated = {claim: claimed(claim, registry) for claim in every}
        about = [
            claim
            for claim, statements in stated.items()
            if any(row.name in rows or made.statement.axiom.id in axioms for row, made in statements)
        ]
        if not about:
            raise usage(f"{name}: no source says anything of it; what there is: axiomatrix show claims")
        ids += about
    return ids


def _evidence(wanted: list[str], report: Path | None, jobs: int, registry: Registry) -> tuple[Matrix, str, str]:
    """The matrix that the ledger stands on, where it is from, and the folder of its witnesses if there is one."""
    reasons = []
    with refusing(BadReport):
        for stored in stored_reports(report):
            if stored.matrix is None:
                reasons.append(stored.name)
                continue
            lacking = missing(stored.matrix, registry, wanted)
            if report is not None or not lacking:
                less = f"; {len(lacking)} claimed cells are not in it" if lacking else ""
                profile, seed = stored.matrix.profile, stored.matrix.seed
                origin = f"Evidence: {stored.name}, profile {profile}, seed {seed}{less}."
                return stored.matrix, origin, stored.directory
            reasons.append(f"{stored.name} lacks {len(lacking)} claimed cells")
    rows = tuple(dict.fromkeys(metric.name for claim in wanted for metric, _ in claimed(claim, registry)))
    matrix = Matrix([], [], [], "quick", 0)
    if rows:
        note(f"checking {counted(len(rows), 'metric')} with profile quick ...")
        plan = Plan(metrics=rows, sources=tuple(wanted), budgets=profile_named("quick"))
        with executor_for(plan, jobs, None) as executor, Store.open() as store:
            matrix = check_in_workers(plan, executor, store)
    return matrix, f"Evidence: checked here with profile quick ({reasons[0]}).", ""
