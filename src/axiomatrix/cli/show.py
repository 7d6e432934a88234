"""The command ``axiomatrix show``: lists, declarations of metrics and axioms, claims, and one cell step by step.

The words of the command line decide which: ``show metrics`` is a list, ``show kendall`` a declaration, ``show kendall
symmetry`` a cell (a metric and an axiom, with the evidence), and ``show claims KV7`` or ``show KV7`` a claim. A *claim*
is a statement of a published source about a metric. The *ledger* lists all claims with what became of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from ..catalogue import load_catalogue
from ..engine.check import check_in_workers
from ..engine.plan import Plan
from ..engine.store import Store
from ..evidence.matrix import Matrix
from ..evidence.words import counted
from ..methods.profile import profile_named
from ..model.axiom import Axiom
from ..model.metric import Metric
from ..model.registry import REGISTRY, Registry, Unknown
from ..report.document import Document
from ..report.json_reports import BadReport
from ..report.known import stored_reports
from ..report.subjects import axiom as axioms
from ..report.subjects import claims
from ..report.subjects import metric as metrics
from ..report.subjects.cell import CellContext, cells_document, not_asked_document
from ..report.subjects.claims import claims_document, list_document
from ..studies.ledger.building import accounts_of, build_ledger, claims_named, declarations_of, missing_cells
from .arguments import (
    Commands,
    Jobs,
    Packages,
    Pins,
    ProfileName,
    Report,
    Seed,
    command_from,
    find_axiom,
    find_metric,
    load_files,
    load_packages,
    origins_of,
    register_programs,
    split_files,
)
from .messages import note, refusing, show, usage_error
from .running import executor_for

LISTS: dict[str, Callable[[Registry], Document]] = {
    "metrics": metrics.list_document,
    "axioms": axioms.list_document,
    "spaces": claims.spaces_document,
    "sources": claims.sources_document,
}
"""The words that show a list, with the function that makes it."""
CLAIMS = "claims"
CLAIM_OPTIONS = ("report", "jobs")
"""The options that apply only to claims."""
CELL_OPTIONS = ("profile", "seed", "pins", "out")
"""The options that apply only to a metric with an axiom."""


@dataclass(frozen=True, kw_only=True)
class ShowOptions:
    """Options of the command line."""

    words: Annotated[
        list[str],
        typer.Argument(
            metavar="WHAT [FILES.py]",
            help=f"{', '.join(LISTS)}; a metric; an axiom; a metric and an axiom: that cell step by step; claims, "
            "maybe with names (OV3, KV7, PL, a metric or an axiom). Files that register yours may follow.",
        ),
    ]
    profile: ProfileName = None
    seed: Seed = None
    pins: Pins = None
    command: Commands = None
    package: Packages = None
    out: Annotated[Path | None, typer.Option(help="Write the witnesses of the cell into this folder too.")] = None
    report: Report = None
    jobs: Jobs = None


@command_from(ShowOptions)
def show_command(options: ShowOptions) -> None:
    """Show what is registered: metrics, axioms, spaces, sources, claims, one cell step by step.

    For a cell: formula, claim and source, evidence, and the witness with every value that enters. For a metric: its
    formula, in LaTeX too. For claims: their verdicts by the last report or, where it lacks them, checked here with
    profile quick.
    """
    names, files = split_files(options.words)
    if not names:
        raise usage_error(f"{files[0]}: add what to show, such as metrics, or the name of a metric")
    load_files(files)
    packages, _ = load_packages(options.package)
    register_programs(options.command)
    what, *further_names = names
    if what == CLAIMS or (not further_names and _is_claim(what)):
        _refuse_options(options, CELL_OPTIONS, what, "a metric with an axiom")
        show_claims(further_names if what == CLAIMS else names, options.report, options.jobs)
        return
    _refuse_options(options, CLAIM_OPTIONS, what, "claims")
    if len(names) > 2:
        raise usage_error(f"{names[2]}: show takes a metric and an axiom at most")
    if further_names:
        metric, axiom = _metric_and_axiom(what, further_names[0], has_files=bool(files))
        _show_cell(metric, axiom, options, origins_of(files, packages, options.command))
        return
    _refuse_options(options, CELL_OPTIONS, what, "a metric with an axiom")
    if what in LISTS:
        make_list = LISTS[what]
        show(make_list(REGISTRY))
    else:
        show(_declaration(what))


def _refuse_options(options: ShowOptions, names: Sequence[str], what: str, subject: str) -> None:
    """Refuse options that do not apply to ``what`` is shown; ``subject`` says what they are for."""
    written = [f"--{name}" for name in names if getattr(options, name) is not None]
    if written:
        raise usage_error(f"{written[0]} does not apply to {what}; it is only for {subject}")


def _is_claim(name: str) -> bool:
    """Return whether the name is that of a claim or a source, and of nothing else."""
    if REGISTRY.find_metric(name) or REGISTRY.find_axiom(name):
        return False
    claim_names = {*REGISTRY.sources, *(id for source in REGISTRY.sources.values() for id in source.claims)}
    return name.upper() in {claim_name.upper() for claim_name in claim_names}


def _metric_and_axiom(metric: str, axiom: str, *, has_files: bool) -> tuple[Metric, Axiom]:
    """Find the metric and the axiom of these names, in either order."""
    if not REGISTRY.find_metric(metric) and REGISTRY.find_metric(axiom) and REGISTRY.find_axiom(metric):
        metric, axiom = axiom, metric
    try:
        row = find_metric(metric)
    except Unknown as error:
        hint = "" if has_files else "; if it is yours, name its file too: FILE.py"
        raise usage_error(f"{error}{hint}") from None
    with refusing(Unknown):
        return row, find_axiom(axiom, row)


def _declaration(name: str) -> Document:
    """Return the document of the metric or axiom of that name."""
    if REGISTRY.find_metric(name):
        return metrics.declaration_document(find_metric(name), REGISTRY)
    if REGISTRY.find_axiom(name):
        return axioms.declaration_document(find_axiom(name))
    names = [*LISTS, CLAIMS, *REGISTRY.metrics, *(metric.id for metric in REGISTRY.metrics.values()), *REGISTRY.axioms]
    raise usage_error(str(Unknown("metric, axiom or list", name, dict.fromkeys(names))))


def _show_cell(metric: Metric, axiom: Axiom, options: ShowOptions, origins: Sequence[str]) -> None:
    """Check the cell, and print everything known of it."""
    from ..engine.check import check

    matrix = check(
        metric,
        axioms=[axiom.id],
        profile=options.profile or "default",
        seed=options.seed or 0,
        use_pins=options.pins is not False,
        registry=REGISTRY,
    )
    if options.out is not None:
        from ..report.saving import save_witnesses

        with refusing(OSError, at=f"--out: {options.out}"):
            save_witnesses(matrix, options.out, REGISTRY)
    # several cells if the axiom is stated with several arguments, and none if it says nothing about the metric
    context = CellContext(REGISTRY, matrix, options.out.as_posix() if options.out is not None else None, origins)
    cells = matrix.at(metric.name, axiom.id)
    show(cells_document(cells, context) if cells else not_asked_document(metric, axiom))


# --- ``axiomatrix show claims``: claims of the source documents, with their verdicts ------------------------------


def show_claims(ids: Sequence[str], report: Path | None, jobs: int | None) -> None:
    """Print the verdicts of these claims with their evidence; without ids, a line for each claim.

    The evidence comes from the last report. Without a report, or if it lacks a claimed cell, the cells are checked
    here with profile quick. The first line says which. With neither ids nor a report, claims are only listed.
    """
    registry = load_catalogue()
    with refusing(Unknown):
        claim_ids = claims_named(_claims_about(ids, registry), registry)
    if not ids and report is None and not any(stored.matrix for stored in stored_reports(None)):
        show(claims.sources_document(registry))
        return
    evidence = _evidence_of(claim_ids, report, jobs or os.cpu_count() or 1, registry)
    matrix = evidence.matrix
    ledger = build_ledger(matrix, registry, claim_ids, accounts_of(matrix, registry, claim_ids) if ids else {})
    if ids:
        show(claims_document(ledger, evidence.origin, evidence.directory))
    else:
        show(list_document(ledger, evidence.origin))


def _claims_about(filters: Sequence[str], registry: Registry) -> list[str]:
    """Return claims and sources by name. The name of a metric or an axiom means the claims about it."""
    claims_in_ledger = claims_named([], registry)  # no name: all claims
    claim_names = {name.upper() for name in (*claims_in_ledger, *registry.sources)}
    ids: list[str] = []
    for name in filters:
        metric, axiom = registry.find_metric(name), registry.find_axiom(name)
        if name.upper() in claim_names or not (metric or axiom):
            ids.append(name)
            continue
        metric_names = {row.name for row in registry.rows(name)} if metric else set()
        axiom_ids = set(axiom.means) if axiom else set()  # a name may mean several axioms
        claims_about_name = []
        for id in claims_in_ledger:
            declarations = declarations_of(id, registry)
            if any(m.name in metric_names or claim.statement.axiom.id in axiom_ids for m, claim in declarations):
                claims_about_name.append(id)
        if not claims_about_name:
            raise usage_error(f"{name}: no source makes a claim about it; to list all claims: axiomatrix show claims")
        ids += claims_about_name
    return ids


class ClaimEvidence(NamedTuple):
    """A matrix that decides claims."""

    matrix: Matrix
    origin: str
    """A sentence that says where it comes from."""
    directory: str
    """The folder of its witnesses; empty if they are not stored."""


def _evidence_of(claim_ids: list[str], report: Path | None, jobs: int, registry: Registry) -> ClaimEvidence:
    """Find a matrix that decides these claims.

    It is the matrix of the first stored report that has all claimed cells, or of a named report in any case. Without
    such a report, the claimed cells are checked.
    """
    reasons = []  # why each stored report is not used; the first is shown (without any report there is one, too)
    with refusing(BadReport):
        for stored in stored_reports(report):
            if stored.matrix is None:
                reasons.append(stored.unusable)
                continue
            lacking_cells = missing_cells(stored.matrix, registry, claim_ids)
            if report is not None or not lacking_cells:
                missing_text = f"; {len(lacking_cells)} claimed cells are not in it" if lacking_cells else ""
                profile, seed = stored.matrix.profile, stored.matrix.seed
                origin = f"Evidence: {stored.name}, profile {profile}, seed {seed}{missing_text}."
                return ClaimEvidence(stored.matrix, origin, stored.directory)
            reasons.append(f"{stored.name} lacks {len(lacking_cells)} claimed cells")
    rows = tuple(dict.fromkeys(metric.name for claim in claim_ids for metric, _ in declarations_of(claim, registry)))
    matrix = Matrix([], [], [], "quick", 0)
    if rows:
        note(f"checking {counted(len(rows), 'metric')} with profile quick ...")
        plan = Plan(metrics=rows, sources=tuple(claim_ids), budgets=profile_named("quick"))
        with executor_for(plan, jobs, None) as executor, Store.open() as store:
            matrix = check_in_workers(plan, executor, store)
    return ClaimEvidence(matrix, f"Evidence: checked here with profile quick ({reasons[0]}).", directory="")
