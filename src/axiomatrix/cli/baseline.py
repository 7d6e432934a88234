"""The commands ``baseline`` (keep a file of accepted failures) and ``diff`` (compare two reports).

A baseline is a file that lists broken claims which the user accepts. An entry is an *expectation*: the claim with its
witness, and why and until when it is accepted. It is *met* while the witness still refutes the claim and the last day
has not passed. If not, its status says what has changed: it is *gone* if its claim or metric is not there any more.
Texts from files and metrics pass through ``visible``, which escapes characters that would control the terminal.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ..engine.check import check_in_workers
from ..engine.plan import BadConfig, Plan, read_settings
from ..evidence.cell import Cell
from ..evidence.expectations import NAME, BadExpectations, Expectation, Expectations, read, reason_problem, status_alone
from ..evidence.safe import visible
from ..evidence.verdict import Outcome
from ..evidence.words import counted
from ..methods.profile import profile_named
from ..model.registry import REGISTRY, Unknown
from ..studies.changed import POLICIES, changes_between, dumps
from .arguments import Commands, Jobs, ProfileName, Seed, load_files, register_programs
from .messages import check_name, note, print_lines, refusing, show, usage_error
from .running import executor_for
from .studies import FORMATS, Format, print_as

ACTIONS = ("write", "check", "prune")

Action = Annotated[str, typer.Argument(help="write, check or prune")]
Files = Annotated[
    list[Path] | None, typer.Argument(metavar="[FILES.py]", help="Python files that register the metrics.")
]
BaselineFile = Annotated[Path | None, typer.Option("--baseline", help=f"The file.  [default: {NAME}]")]
Reason = Annotated[str | None, typer.Option("--reason", help="Why the new failures are accepted (write).")]
Until = Annotated[str | None, typer.Option("--until", help="The last day to accept them, YYYY-MM-DD (write).")]
FailuresOfReport = Annotated[
    Path | None, typer.Option("--report", help="Take the failures from this report instead of a check (write).")
]


def baseline_command(
    action: Action,
    files: Files = None,
    baseline: BaselineFile = None,
    reason: Reason = None,
    until: Until = None,
    report: FailuresOfReport = None,
    profile: ProfileName = None,
    seed: Seed = None,
    jobs: Jobs = None,
    command: Commands = None,
) -> None:
    """Keep a baseline of accepted failures, each with its witness and a reason.

    write adds new broken claims and keeps the existing entries. check replays every witness, and exits with status 1 if
    one no longer stands or has expired, or if its claim or metric is gone. prune drops the entries whose witness no
    longer stands or whose claim or metric is gone. check --baseline FILE compares a run with the file.
    """
    check_name("action", action, ACTIONS)
    with refusing(BadExpectations, BadConfig, Unknown):
        settings = read_settings(Path.cwd())
        path = baseline or Path(settings.get("baseline", NAME))
        metric_files = files or [Path(file) for file in settings.get("files", []) if not command]
        stored = Expectations(path=path) if action == "write" and not path.exists() else read(path)
    paths, names, _ = load_files(metric_files)
    programs = register_programs(command)
    names += [metric.name for program in programs for metric in program.metrics]
    has_user_files = bool(paths or programs)
    today = date.today()
    if action == "check":
        raise typer.Exit(_check(stored, today, has_user_files=has_user_files))
    if action == "prune":
        _prune(stored, today, has_user_files=has_user_files)
        return
    last_day = _last_day(until, today)
    if reason is not None and (problem := reason_problem(reason)):
        raise usage_error(f"--reason: {problem}")
    with refusing(Unknown, ValueError):
        plan = Plan(
            metrics=tuple(names),
            budgets=profile_named(profile or settings.get("profile", "default")),
            seed=settings.get("seed", 0) if seed is None else seed,
            files=tuple(paths),
            programs=tuple(programs),
            witnesses=stored.witnesses,
        )
        cells = _cells_of_report_or_check(report, plan, jobs or os.cpu_count() or 1)
    with refusing(BadExpectations, at=report):
        _write(stored, cells, reason, last_day, today)


def _last_day(until: str | None, today: date) -> date | None:
    """Read the day of --until, which must not be past; None without the option."""
    if until is None:
        return None
    try:
        last_day = date.fromisoformat(until)
    except ValueError:
        raise usage_error(f"--until: {until!r:.80} is not a day; write YYYY-MM-DD, such as 2030-12-31") from None
    if last_day < today:
        raise usage_error(f"--until {last_day} has passed; name the last day on which the failures are accepted")
    return last_day


def _cells_of_report_or_check(report: Path | None, plan: Plan, jobs: int) -> list[Cell]:
    """Return the cells of the report, or those of a check if no report is named."""
    if report is not None:
        from ..report.json_reports import read_matrix as read_report

        return read_report(report).cells
    if not plan.is_foreign:
        raise usage_error("baseline write needs FILES.py, --command COMMAND or --report reports/compliance.json")
    with executor_for(plan, jobs, None) as executor:
        return check_in_workers(plan, executor).cells


def _write(stored: Expectations, cells: Iterable[Cell], reason: str | None, until: date | None, today: date) -> None:
    """Add the broken cells to the baseline, save it, and print what was added.

    ``reason`` and ``until`` apply to new failures. A stored failure keeps its own. Its witness is replaced if it is no
    longer confirmed. Nothing is saved if there are new failures but no reason.
    """
    entries = stored.by_key
    added, kept_count, replaced_count = [], 0, 0
    for cell in cells:
        if cell.outcome is not Outcome.BROKEN:
            continue
        if cell.evidence.witness is None:  # a proof contradicts the claim, and no instance
            declared = "hold" if cell.status.holds == "no" else "fail"
            verdict = cell.evidence.verdict.written
            broken_claim = f"{cell.metric}: {cell.title}: {verdict}, though declared to {declared}"
            note(f"{visible(broken_claim)}: not added, because it has no witness; correct the claim")
            continue
        entry = entries.get(cell.key)
        if entry is None:
            added.append(cell)
            entries[cell.key] = _require_confirmed(Expectation.of(cell, reason or "", until))
            continue
        status = status_alone(entry, REGISTRY, today)
        if status.met or status.expired:  # the witness of an expired entry still stands
            kept_count += 1
        else:
            entries[cell.key] = _require_confirmed(Expectation.of(cell, entry.reason, entry.until))
            replaced_count += 1
    if added and reason is None:
        titles = "".join(f"\n  {visible(cell.metric)}: {visible(cell.title)}" for cell in added)
        raise usage_error(f'{counted(len(added), "new failure")} without a reason; add --reason "..."{titles}')
    _save(replace(stored, entries=tuple(entries.values())))
    for cell in added:
        print_lines(visible(f"added {cell.metric}: {cell.title}"))
    counts = f"{len(added)} added, {kept_count} kept, {replaced_count} with a new witness, {len(entries)} in all"
    print_lines(f"{stored.path}: {counts}")


def _require_confirmed(entry: Expectation) -> Expectation:
    """Return the entry if its witness is confirmed, since the report that it comes from may be old, or edited.

    Raises :class:`BadExpectations` if not.
    """
    status = status_alone(entry, REGISTRY, date.min)  # on the first day of all, no entry has expired
    if not status.met:
        hint = "; if it is yours, name its file: axiomatrix baseline write FILE.py" if status.change == "gone" else ""
        raise BadExpectations(f"not added: {status.text}{hint}")
    return entry


def _check(stored: Expectations, today: date, *, has_user_files: bool) -> int:
    """Replay every witness, print the entries with their status, and return the exit status."""
    statuses = [status_alone(entry, REGISTRY, today) for entry in stored.entries]
    met_count = sum(status.met for status in statuses)
    print_lines(f"{stored.path}: {met_count} of {len(statuses)} expectations are met")
    for status in statuses:
        print_lines(f"  {status.text}")
    if not has_user_files and any(status.change == "gone" for status in statuses):
        note("name the files that register the metrics: axiomatrix baseline check FILE.py")
    return int(met_count < len(statuses))


def _prune(stored: Expectations, today: date, *, has_user_files: bool) -> None:
    """Drop the entries that are not met any more, except expired ones, which still fail."""
    statuses = [status_alone(entry, REGISTRY, today) for entry in stored.entries]
    dropped = [status for status in statuses if not status.met and not status.expired]
    why_gone = next((status.why for status in dropped if status.change == "gone"), None)
    if not has_user_files and why_gone:  # perhaps a user's metric, which is only not imported here
        raise usage_error(f"{stored.path}: {why_gone}; name its file: axiomatrix baseline prune FILE.py")
    kept = tuple(status.expectation for status in statuses if status.met or status.expired)
    if dropped:  # else the file is unchanged
        _save(replace(stored, entries=kept))
    print_lines(f"{stored.path}: {len(dropped)} dropped, {len(kept)} kept")
    for status in dropped:
        print_lines(f"  {status.text}")


def _save(expectations: Expectations) -> None:
    with refusing(OSError, at=expectations.path):
        expectations.save()


# --- ``axiomatrix diff`` -----------------------------------------------------------------------------------------


MAX_COMMENT_BYTES = 65_000
"""Limit of the Markdown output, because GitHub refuses a comment of more than 65,536 characters."""

Old = Annotated[Path, typer.Argument(help="The earlier report: its compliance.json.", metavar="OLD.json")]
New = Annotated[Path, typer.Argument(help="The later report: its compliance.json.", metavar="NEW.json")]
FailOn = Annotated[
    str, typer.Option("--fail-on", help="When to exit with status 1: worse, weaker (or worse), any (change) or never.")
]


def diff_command(old: Old, new: New, format: Format = "text", fail_on: FailOn = "worse") -> None:
    """Compare two reports: what is worse, gone, renamed, better, on stronger or weaker evidence; status 1 by --fail-on.

    Gone and renamed cells also count as worse, and so does a statement that is no longer declared to hold. A statement
    that is no longer refuted is better only if the metric was edited or every instance of that size is decided now.
    Otherwise its witness still stands, and the evidence is weaker.
    """
    from ..report.json_reports import BadReport, read_matrix
    from ..report.subjects.changes import document

    check_name("--format", format, FORMATS)
    check_name("--fail-on", fail_on, POLICIES)
    with refusing(BadReport):
        changes = changes_between(read_matrix(old), read_matrix(new))
    print_on_terminal = partial(show, document(changes, worst_last=True), details=True)
    print_as(
        format,
        document(changes),
        partial(dumps, changes),
        print_on_terminal,
        max_bytes=MAX_COMMENT_BYTES,
        ending_if_cut="The whole comparison: axiomatrix diff OLD.json NEW.json.",
    )
    if status := changes.exit_code(fail_on):
        note(f"if all these changes are intended, compare with {new} from now on")
    raise typer.Exit(status)
