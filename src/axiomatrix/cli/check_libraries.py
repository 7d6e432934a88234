"""``axiomatrix check --library``: check the metrics of libraries, print the findings, and write the reports.

A library of another environment (``--python``) is checked there by the same command, and its report is read from a
file. The reports of all environments are merged. An *adapter* is our module that declares the metrics of a library.
"""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import structs

from ..engine.check import Interrupted
from ..engine.plan import Plan, Selection
from ..engine.row import count_planned_cells
from ..engine.store import Store
from ..evidence.account.account import REPORTS
from ..evidence.matrix import Matrix
from ..libraries import LIBRARIES, cached_registry
from ..model.registry import Registry, Unknown
from ..report.document import Mono, Text
from ..report.json_reports import BadReport
from ..report.judged_claims import ReportSetting
from ..report.libraries.data import LibraryReport, library_report, merge_reports
from ..report.libraries.data import read as read_report
from ..report.libraries.pages import save
from ..report.subjects.libraries import summary
from .environment import CheckFailed, Environment, Homes
from .messages import note, refusing, show, usage_error, verbosity
from .running import check_and_count
from .saving import save_formats, write_step_summary
from .statuses import INTERRUPTED

FORWARDED_OPTIONS = (
    "axiom",
    "profile",
    "seed",
    "pins",
    "jobs",
    "time_limit",
    "memory_limit",
    "max_n",
    "method",
)
"""The options that are passed on to a check in another environment."""


class LibraryCheck(NamedTuple):
    """The part of a check that one environment decides."""

    environment: Environment | None
    """The environment; None for this one."""
    plan: Plan
    """The plan for the libraries of the environment."""


def check_libraries(
    plan: Plan,
    executor: Executor,
    *,
    directory: Path | None,
    policy: str,
    ci_formats: Sequence[str],
    homes: Homes,
    options: Mapping[str, Any],
) -> int:
    """Check the libraries, here and in other environments, print the findings, and return the exit status.

    The reports ``libraries.*`` go into the directory, if there is one. ``policy`` is a value of --fail-on.
    ``ci_formats`` are further formats, which show each claim of the documentation. ``options`` are the parsed options
    of the command by name.
    """
    if homes.elsewhere and (ci_formats or plan.sources or options["scheduler"]):
        raise usage_error("--python cannot be combined with --ci, --source or --scheduler")
    libraries = {*homes.local, *(id for _, names in homes.elsewhere for id in names)}
    # The adapters of libraries of other environments load here too: an adapter does not import its library.
    registry = cached_registry(*(library.module for id, library in LIBRARIES.items() if id in libraries))
    with refusing(Unknown, BadReport, CheckFailed):
        checks = list(_divide_by_environment(plan, homes, registry))
        if not checks:
            raise usage_error(
                f"--metric: none of {', '.join(plan.metrics)} is a metric of {', '.join(sorted(libraries))}"
            )
        report, matrix = _run_checks(checks, executor, registry, options)
    if directory is not None:
        save(report, directory)
    if report.missing:  # cells that an interrupted run has not decided
        note(report.interrupted)
        if directory is not None:
            note(f"the reports in {directory} have all results so far")
        return INTERRUPTED
    if ci_formats and matrix is not None:
        folder = directory or Path(REPORTS)
        library_options = tuple(word for id in homes.local for word in ("--library", id))
        save_formats(matrix, folder, ci_formats, ReportSetting(registry, folder.as_posix(), library_options))
    if len(checks) > 1:
        note("libraries of different environments are not compared with each other")
    versions = ", ".join(f"{library.id} {library.version}" for library in report.libraries)
    page = summary(report)
    blocks = [Text(versions), *page.blocks]
    if directory is not None:
        blocks.append(Text(("Written: ", Mono((directory / "libraries.md").as_posix()))))
    page = dataclasses.replace(page, blocks=tuple(blocks))
    show(page)
    write_step_summary(page)
    return report.exit_code("broken" if policy == "new" else policy)  # libraries have no accepted failures


def _divide_by_environment(plan: Plan, homes: Homes, registry: Registry) -> Iterator[LibraryCheck]:
    """Divide the plan by environments; those without a metric of the plan are left out.

    An unknown name of a metric or an axiom raises ``Unknown``.
    """
    # every library, wherever it is installed, so that names are looked up among all metrics of the registry
    rows = Selection(dataclasses.replace(plan, libraries=tuple(LIBRARIES)), registry).rows
    for environment, names in ((None, homes.local), *homes.elsewhere):
        # a library's metric has an implementation, which is the call of the library
        metrics = tuple(m.name for m in rows if m.implementation and m.implementation.library.id in names)
        if metrics:
            chosen_metrics = metrics if plan.metrics else ()  # none chosen: all metrics of the libraries
            yield LibraryCheck(environment, dataclasses.replace(plan, libraries=names, metrics=chosen_metrics))


def _run_checks(
    checks: Sequence[LibraryCheck], executor: Executor, registry: Registry, options: Mapping[str, Any]
) -> tuple[LibraryReport, Matrix | None]:
    """Run all checks; return the merged report, and the matrix of the check in this environment, if there is one.

    After an interrupt, the report has the results so far and counts the cells that are missing.
    """
    reports: list[LibraryReport] = []
    matrix = None
    try:
        for environment, plan in checks:
            if environment is None:
                matrix = check_and_count(plan, executor, Store(None))
                reports.append(library_report(matrix, registry))
            else:
                reports.append(_report_from_environment(environment, plan, options))
    except Interrupted as error:
        results = error.matrix  # another environment gives a report, this one a matrix
        partial_report = results if isinstance(results, LibraryReport) else library_report(results, registry)
        unstarted = checks[len(reports) + 1 :]  # after the interrupted one
        unstarted_cells = sum(count_planned_cells(Selection(plan, registry)) for _, plan in unstarted)
        reports.append(structs.replace(partial_report, missing=partial_report.missing + unstarted_cells))
    return merge_reports(reports), matrix


def _report_from_environment(environment: Environment, plan: Plan, options: Mapping[str, Any]) -> LibraryReport:
    """Run a check in the environment of its libraries, and read its report, which is validated like any file."""
    words = [word for id in plan.libraries for word in ("--library", id)]
    words += [word for name in plan.metrics for word in ("--metric", name)]
    with tempfile.TemporaryDirectory(prefix="axiomatrix-") as folder:
        path = Path(folder, "libraries.json")
        try:
            environment.check([*words, *_forwarded_options(options)], Path(folder))
        except KeyboardInterrupt:
            if not path.is_file():
                raise
            raise Interrupted(_checked_report(read_report(path), environment, plan)) from None
        return _checked_report(read_report(path), environment, plan)


def _checked_report(report: LibraryReport, environment: Environment, plan: Plan) -> LibraryReport:
    """Return the report unchanged; raises BadReport unless it has the requested libraries, profile and seed."""
    versions = {(id, environment.libraries[id]) for id in plan.libraries}
    has_requested_versions = {(library.id, library.version) for library in report.libraries} <= versions
    if not has_requested_versions or (report.profile, report.seed) != (plan.budgets.name, plan.seed):
        raise BadReport(f"{environment.python}: the report does not match the requested libraries, profile and seed")
    return report


def _forwarded_options(options: Mapping[str, Any]) -> Iterator[str]:
    """Yield the words of the options for the command line of another environment."""
    for name in FORWARDED_OPTIONS:
        option, value = f"--{name.replace('_', '-')}", options[name]
        if isinstance(value, bool):
            yield option if value else f"--no-{name}"
        elif value is not None:
            for single_value in value if isinstance(value, list) else [value]:
                yield from (option, str(single_value))
    if verbosity.quiet:
        yield "--quiet"
