"""The command ``axiomatrix baseline``: write, check and prune the file of accepted failures."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from ..engine.check import check_in_workers
from ..engine.config import BadConfig
from ..engine.config import read as settings_of
from ..engine.plan import Plan
from ..evidence.cell import Cell
from ..evidence.safe import visible
from ..evidence.verdict import Outcome
from ..evidence.witness import BadWitness, from_json, to_json
from ..evidence.words import counted
from ..methods.profile import profile_named
from ..model.registry import REGISTRY, Unknown
from ..studies.baseline.file import NAME, BadBaseline, Baseline, KnownFailure, day, read, reason_of
from ..studies.baseline.standing import FailureStanding, standing
from .arguments import Jobs, ProfileName, Seed, loaded
from .messages import check_name, note, refusing, usage
from .running import executor_for

ACTIONS = ("write", "check", "prune")

Action = Annotated[str, typer.Argument(help="write, check or prune")]
Files = Annotated[list[Path] | None, typer.Argument(help="Python files that register the metrics.")]
Where = Annotated[Path | None, typer.Option("--baseline", help=f"The file.  [default: {NAME}]")]
Reason = Annotated[str | None, typer.Option("--reason", help="Why the new entries are accepted (write).")]
Until = Annotated[str | None, typer.Option("--until", help="The last day of the new entries, YYYY-MM-DD (write).")]
FromReport = Annotated[
    Path | None, typer.Option("--from", help="Take the failures from this compliance.json; else they are checked.")
]


def baseline_command(
    action: Action,
    files: Files = None,
    baseline: Where = None,
    reason: Reason = None,
    until: Until = None,
    report: FromReport = None,
    profile: ProfileName = None,
    seed: Seed = None,
    jobs: Jobs = None,
) -> None:
    """Keep the failures that are known and accepted: a file of witnesses, each with a reason.

    For instance:

    axiomatrix baseline write my_metrics.py --reason "the 2019 definition, kept for comparison" --until 2030-12-31

    axiomatrix baseline check my_metrics.py

    axiomatrix baseline prune my_metrics.py

    write adds the broken claims that the file does not have, and keeps what it has. check replays every witness; exit
    status 1 if one does not stand or has expired, or if its claim or metric is gone. prune drops the entries whose
    witness does not stand any more or whose claim or metric is gone. axiomatrix check --baseline FILE compares a run
    with the file.
    """
    check_name("action", action, ACTIONS)
    with refusing(BadBaseline, BadConfig, Unknown):
        settings = settings_of(Path.cwd())
        path = baseline or Path(settings.get("baseline", NAME))
        given = files or [Path(file) for file in settings.get("files", [])]
        here = Baseline(path=path) if action == "write" and not path.exists() else read(path)
    paths, names = loaded(given)
    today = date.today()
    if action == "check":
        raise typer.Exit(_check(here, today, named=bool(paths)))
    if action == "prune":
        _prune(here, today, named=bool(paths))
        return
    asked = Plan(
        metrics=tuple(names),
        budgets=profile_named(profile or settings.get("profile", "default")),
        seed=settings.get("seed", 0) if seed is None else seed,
        files=tuple(paths),
        witnesses=here.witnesses,
    )
    with refusing(BadBaseline, Unknown, ValueError):
        why = None if reason is None else reason_of(reason, "--reason")
        last = day(until) if until else None
        if last is not None and last < today:
            raise usage(f"--until {last} has passed; name the last day on which the failures are accepted")
        cells = _cells(report, asked, jobs or os.cpu_count() or 1)
    with refusing(BadBaseline, at=report):
        _write(here, cells, why, last, today)


def _cells(report: Path | None, plan: Plan, jobs: int) -> list[Cell]:
    """The cells of a report, or else those of a check."""
    if report is not None:
        from ..report.matrix.data import read as read_report

        return read_report(report).cells
    if not plan.files:
        raise usage("name the files whose failures are to be kept, or a report: --from reports/compliance.json")
    with executor_for(plan, jobs, None) as executor:
        return check_in_workers(plan, executor).cells


def _write(here: Baseline, cells: Iterable[Cell], reason: str | None, until: date | None, today: date) -> None:
    """Add the broken cells; an entry that is there keeps its reason and day, and its witness while that stands."""
    entries = here.by_key
    added, kept, refreshed = [], 0, 0
    for cell in cells:
        witness = cell.evidence.witness
        if cell.outcome is not Outcome.BROKEN:
            continue
        if witness is None:
            what = visible(f"{cell.metric}: {cell.title}: {cell.evidence.verdict}, though declared to fail")
            note(f"{what}: not taken; there is no witness to keep, the claim itself is to be changed")
            continue
        known = entries.get(cell.key)
        if known is None:
            added.append(cell)
            entries[cell.key] = _standing_entry(cell, reason, until)
        elif standing(known, REGISTRY, today).state in ("stands", "expired"):
            kept += 1
        else:
            entries[cell.key] = replace(known, witness=_standing_entry(cell, reason, until).witness)
            refreshed += 1
    if added and reason is None:
        titles = "".join(f"\n  {visible(cell.metric)}: {visible(cell.title)}" for cell in added)
        raise usage(f'{counted(len(added), "new failure")} without a reason; say why: --reason "..."{titles}')
    baseline = Baseline(tuple(entries.values()), here.path)
    _save(baseline)
    for cell in added:
        typer.echo(visible(f"added {cell.metric}: {cell.title}"))
    typer.echo(f"{here.path}: {len(added)} added, {kept} kept, {refreshed} with a new witness, {len(entries)} in all")


def _standing_entry(cell: Cell, reason: str | None, until: date | None) -> KnownFailure:
    """The entry of a broken cell; its witness is decided again, as a report may be old, or anybody's."""
    try:
        entry = KnownFailure(reason or "", from_json(to_json(cell.evidence.witness)), None)  # type: ignore[arg-type]  # is one
    except BadWitness as error:
        raise BadBaseline(f"{visible(cell.metric)}: {visible(cell.title)}: {error}") from None
    status = standing(entry, REGISTRY, date.min)
    if entry.key != cell.key or not status.is_fine:
        hint = "; if it is yours, name its file: axiomatrix baseline write FILE.py" if status.state == "unknown" else ""
        raise BadBaseline(visible(f"not taken: {status.text}") + hint)
    return replace(entry, until=until)


def _check(here: Baseline, today: date, *, named: bool) -> int:
    statuses = [standing(entry, REGISTRY, today) for entry in here.entries]
    _print_statuses(statuses)
    bad = sum(not status.is_fine for status in statuses)
    typer.echo(f"{here.path}: {len(statuses) - bad} of {len(statuses)} entries stand")
    if not named and any(status.state == "unknown" for status in statuses):
        note("name the files that register the metrics: axiomatrix baseline check FILE.py")
    return 1 if bad else 0


def _prune(here: Baseline, today: date, *, named: bool) -> None:
    statuses = [standing(entry, REGISTRY, today) for entry in here.entries]
    gone = [status for status in statuses if status.state in ("unknown", "does not stand", "not claimed")]
    if not named and any(status.state == "unknown" for status in gone):
        why = next(status.why for status in gone if status.state == "unknown")
        raise usage(f"{here.path}: {why}; name the files that register the metrics: axiomatrix baseline prune FILE.py")
    _print_statuses(gone)
    kept = tuple(status.entry for status in statuses if status not in gone)
    if gone:
        _save(Baseline(kept, here.path))
    typer.echo(f"{here.path}: {len(gone)} dropped, {len(kept)} kept")


def _print_statuses(statuses: Iterable[FailureStanding]) -> None:
    for status in statuses:
        typer.echo(visible(status.text))


def _save(baseline: Baseline) -> None:
    with refusing(OSError, at=baseline.path):
        baseline.save()
