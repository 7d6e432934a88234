"""The command ``axiomatrix check``: its options, the plan made of them, the run, and the output.

Workers and progress are in ``running.py``, files in ``saving.py``, and checks of libraries in ``check_libraries.py``.
*Settings* are the table ``tool.axiomatrix`` of pyproject.toml in the current folder; options take precedence. A
*policy* (``--fail-on``) says which claims end the command with status 1, and a *profile* how far methods search.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from ..engine.check import Interrupted
from ..engine.plan import MEMORY_LIMIT, TIME_LIMIT, BadConfig, Limits, Plan, Selection, read_settings
from ..engine.running import undisturbed
from ..engine.store import Store
from ..evidence.account.account import REPORTS
from ..evidence.expectations import BadExpectations, Expectations, compare_run, summary_lines
from ..evidence.expectations import read as read_expectations
from ..evidence.matrix import Matrix
from ..evidence.rules import METHODS
from ..evidence.verdict import Verdict
from ..methods.profile import DEEPER, Profile, profile_named
from ..model.registry import REGISTRY, Unknown
from ..report.ci import CI_FORMATS
from ..report.document import Code
from ..report.judged_claims import ReportSetting
from ..report.subjects.failures import FailureContext, topic_blocks
from ..report.subjects.run import Detail, RunContext, document
from .arguments import (
    Axioms,
    Commands,
    Depth,
    Fresh,
    Installed,
    Jobs,
    Packages,
    Pins,
    ProfileName,
    Pythons,
    RunAndQrels,
    Scheduler,
    Seed,
    command_from,
    library_homes,
    load_files,
    load_packages,
    origins_of,
    read_run,
    register_programs,
    require_folder,
    resolve_names,
)
from .environment import Homes
from .messages import check_name, note, refusing, show, usage_error, verbosity
from .running import check_and_count, executor_for, first_look, ledger_results, profiles_within
from .saving import check_folder, save, save_formats, save_partial, write_certificates, write_step_summary
from .statuses import INTERRUPTED, NOT_DECIDED

POLICIES = ("broken", "new", "never")
"""The policies: at a broken claim, at a new one (that the baseline does not accept), or at none."""


@dataclass(frozen=True)
class CheckArguments:
    """The options of ``check``. An option that is not given has the value of the settings, or else a default."""

    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILES.py]", help="Python files that register your metrics.")
    ] = None
    metric: Annotated[
        list[str] | None, typer.Option("--metric", "-m", help="Only these metrics (all variants of an id).")
    ] = None
    axiom: Axioms = None
    source: Annotated[
        list[str] | None, typer.Option("--source", "-s", help="Only claims of these sources (KV, KV7 ...).")
    ] = None
    profile: ProfileName = None
    seed: Seed = None
    jobs: Jobs = None
    scheduler: Scheduler = None
    out: Annotated[
        Path | None, typer.Option(help="Write the reports into this folder.  [default if CI is set: reports]")
    ] = None
    pins: Pins = None
    fail_on: Annotated[
        str | None,
        typer.Option(help="Exit with 1 if broken, new (unexpected) or never.  [default: broken with FILES, else new]"),
    ] = None
    instances: RunAndQrels = None
    depth: Depth = None
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", help="For --fail-on new: accepted failures, each with its witness."),
    ] = None
    command: Commands = None
    package: Packages = None
    installed: Installed = False
    library: Annotated[
        list[str] | None,
        typer.Option("--library", help="Check this library's metrics (scipy, sklearn ...; all: every installed one)."),
    ] = None
    python: Pythons = None
    ci: Annotated[
        list[str] | None,
        typer.Option("--ci", help=f"Write a file for build servers too: {', '.join(CI_FORMATS)}; may be repeated."),
    ] = None
    time_limit: Annotated[
        float | None,
        typer.Option(
            min=0.1,
            max=1e9,
            help=f"Seconds that a single call of a metric may take (verdict: timeout).  [default: {TIME_LIMIT:g}]",
        ),
    ] = None
    memory_limit: Annotated[
        int | None,
        typer.Option(min=256, help=f"MiB of memory for a worker (verdict: crashed).  [default: {MEMORY_LIMIT}]"),
    ] = None
    fresh: Fresh = False
    max_n: Annotated[int | None, typer.Option(min=1, help="Largest number of items that any method searches.")] = None
    seconds: Annotated[
        float | None,
        typer.Option(
            "--time",
            min=0.1,
            help="Deepen from profile to profile for about this many seconds; the report names the last one.",
        ),
    ] = None
    method: Annotated[
        list[str] | None, typer.Option(help=f"Only these methods: {', '.join(METHODS)}; may be repeated.")
    ] = None
    certificates: Annotated[
        bool, typer.Option("--certificates", help="Certify statements that hold too, up to --max-n or 3 items.")
    ] = False
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Print every statement, and the statistics of Hypothesis.")
    ] = False


@dataclass(frozen=True)
class _CheckRequest:
    """The check to run and the files to write, from the command line and the settings together."""

    options: CheckArguments
    plan: Plan
    origins: list[str]
    """The words that register the metrics, which a command to replay a witness must name: files, packages, programs."""
    jobs: int
    directory: Path | None
    """The folder of the reports; None if they are not written."""
    formats: tuple[str, ...]
    """The formats for build servers to write."""
    policy: str
    baseline: Expectations | None
    """The failures that are accepted; None without a baseline."""
    homes: Homes
    """The environments of the libraries to check."""


@command_from(CheckArguments)
def check_command(options: CheckArguments) -> None:
    """Check metrics against axioms and print the findings; with --out, write the reports too.

    A metric that raises, hangs or crashes affects only its own cells. The same command resumes an interrupted run.
    """
    with refusing(BadConfig, Unknown):
        settings = read_settings(Path.cwd())
    files = options.files or []
    if not (files or options.library or options.command):  # each of these names other metrics than the settings
        files = [Path(file) for file in settings.get("files", [])]
    baseline = _read_baseline(options, settings)
    has_user_metrics = bool(files or options.command or options.package or options.installed)
    policy = _choose_policy(options, settings, baseline, has_user_metrics=has_user_metrics)
    homes = _library_homes(options)
    with refusing(Unknown):
        plan, origins = _make_plan(options, settings, baseline, files, homes.local)
    jobs = options.jobs or settings.get("jobs") or os.cpu_count() or 1
    formats = tuple(dict.fromkeys(options.ci or settings.get("ci") or ()))
    for format in formats:
        check_name("--ci", format, CI_FORMATS)
    directory = _reports_folder(options, settings)
    request = _CheckRequest(options, plan, origins, jobs, directory, formats, policy, baseline, homes)
    interrupted = False
    try:
        with refusing(Unknown):
            matrix = _run_check(request)
    except Interrupted as error:
        matrix, interrupted = error.matrix, True
        save_partial(matrix, request.directory)
    folder = request.directory or Path(REPORTS)
    status = INTERRUPTED if interrupted else _show_matrix(request, matrix)
    if formats:
        reasons = {key: entry.reason for key, entry in baseline.by_key.items()} if baseline is not None else {}
        forgiving = policy == "new"  # an accepted failure then counts as passed
        setting = ReportSetting(REGISTRY, folder.as_posix(), tuple(origins), forgiving=forgiving, accepted=reasons)
        save_formats(matrix, folder, formats, setting)
    if options.certificates and not interrupted:
        write_certificates(matrix, folder, origins, options.max_n, verbose=options.verbose)
    raise typer.Exit(status)


def _read_baseline(options: CheckArguments, settings: Mapping[str, Any]) -> Expectations | None:
    """Read the baseline (accepted failures) that --baseline or the settings name; None if neither names one.

    A baseline in the settings does not apply to --instances, since its witnesses are other lists.
    """
    if options.instances is None:
        path = options.baseline or settings.get("baseline")
    elif options.baseline is None:
        path = None
    else:
        raise usage_error("--baseline is about all lists and cannot be combined with --instances")
    with refusing(BadExpectations):
        return read_expectations(Path(path)) if path is not None else None


def _reports_folder(options: CheckArguments, settings: Mapping[str, Any]) -> Path | None:
    """Return the folder of the reports: --out or the setting, else ``reports`` in CI, else None."""
    is_in_ci = os.environ.get("CI", "").lower() not in ("", "0", "false", "no")  # which CI services set
    folder = options.out or settings.get("out") or (REPORTS if is_in_ci else None)
    return require_folder(Path(folder)) if folder is not None else None


def _choose_policy(
    options: CheckArguments, settings: Mapping[str, Any], baseline: Expectations | None, *, has_user_metrics: bool
) -> str:
    """Return the policy.

    In this order: --fail-on; ``new`` if --baseline is given; the settings; ``new`` if the settings name a baseline;
    ``broken`` for a user's metrics and ``new`` for the catalogue, which has its own accepted failures.
    """
    default_policy = "new" if baseline is not None or not has_user_metrics else "broken"
    policy: str = options.fail_on or ("new" if options.baseline else settings.get("fail-on")) or default_policy
    check_name("--fail-on", policy, POLICIES)
    return policy


def _make_plan(
    options: CheckArguments,
    settings: Mapping[str, Any],
    baseline: Expectations | None,
    files: list[Path],
    libraries: tuple[str, ...],
) -> tuple[Plan, list[str]]:
    """Return the plan of the check, and the origins of its metrics (:attr:`_CheckRequest.origins`)."""
    time_limit = options.time_limit or settings.get("time-limit", TIME_LIMIT)
    limits = Limits(time_limit, options.memory_limit or settings.get("memory-limit", MEMORY_LIMIT))
    if options.seconds is not None and options.profile:
        raise usage_error("--time chooses the profiles itself and cannot be combined with --profile")
    if options.seconds is not None and options.library:
        raise usage_error("--time cannot be combined with --library; choose a --profile instead")
    paths, user_metrics, conjectured = load_files(files, limits)
    packages, package_metrics = load_packages(options.package, options.installed)
    programs = register_programs(options.command, limits)
    user_metrics += [*package_metrics, *(metric.name for program in programs for metric in program.metrics)]
    metrics = tuple(options.metric or ())
    if not metrics and not options.library:  # the settings do not choose among a library's metrics
        metrics = tuple(settings.get("metrics") or ())
    metrics = metrics or tuple(user_metrics)
    axioms = tuple(options.axiom or settings.get("axioms") or ())
    if not metrics and not options.library and conjectured:  # the files only conjecture something: decide just that
        metrics = tuple(conjectured)
        axioms = axioms or tuple(dict.fromkeys(id for ids in conjectured.values() for id in ids))
    plan = Plan(
        metrics=metrics,
        axioms=axioms,
        sources=tuple(options.source or settings.get("sources") or ()),
        budgets=_limited_profile(options, options.profile or settings.get("profile", "default")),
        seed=settings.get("seed", 0) if options.seed is None else options.seed,
        use_pins=settings.get("pins", True) if options.pins is None else options.pins,
        files=tuple(paths),
        packages=packages,
        programs=tuple(programs),
        libraries=libraries,
        judged_run=read_run(options.instances, options.depth),
        witnesses=baseline.witnesses if baseline is not None else (),
        limits=limits,
    )
    return plan, origins_of(paths, packages, options.command)


def _limited_profile(options: CheckArguments, name: str) -> Profile:
    """Return the profile of that name, limited by --max-n and --method."""
    budgets = profile_named(name)
    for method in options.method or ():
        check_name("--method", method, METHODS)
    if options.method:
        budgets = budgets.only(options.method)
    return budgets if options.max_n is None else budgets.up_to(options.max_n)


def _run_check(request: _CheckRequest) -> Matrix:
    """Run the check, write the reports and return the matrix; a check of libraries ends the command itself."""
    options, plan = request.options, request.plan
    folder = request.directory or (Path(REPORTS) if request.formats or options.certificates else None)
    if folder is not None:
        check_folder(folder)
    with executor_for(plan, request.jobs, options.scheduler) as executor, Store.open(fresh=options.fresh) as store:
        if options.library:
            from .check_libraries import check_libraries

            exit_code = check_libraries(
                plan,
                executor,
                directory=request.directory,
                policy=request.policy,
                ci_formats=request.formats,
                homes=request.homes,
                options=vars(options),
            )
            raise typer.Exit(exit_code)
        metrics, axioms = resolve_names(plan.metrics, plan.axioms)
        selection = Selection.of(replace(plan, metrics=metrics, axioms=axioms))
        if plan.judged_run is not None and not selection.rows:
            raise usage_error(
                "--instances: no selected metric takes the judged lists of a run; to find one: axiomatrix show metrics"
            )
        matrix = _decide_matrix(request, selection.plan, executor, store)
        if not matrix.cells:
            axioms_and_sources, rows = [*plan.axioms, *plan.sources], [row.name for row in matrix.rows[:3]]
            raise usage_error(f"nothing to check: {', '.join(axioms_and_sources)}: not applicable to {', '.join(rows)}")
        if request.baseline is not None:
            matrix.expect(request.baseline.outcomes(date.today()))
        if request.directory is None:
            return matrix
        with undisturbed():  # everything is decided; writing takes seconds and should not be interrupted
            ledger = ledger_results(executor, store) if selection.is_whole else None  # it lists all published claims
            try:
                save(matrix, request.directory, ledger)
            except typer.Exit:  # the disk may be full; show what took minutes to decide
                _show_matrix(replace(request, directory=None), matrix)
                raise
    return matrix


def _decide_matrix(request: _CheckRequest, plan: Plan, executor: Executor, store: Store) -> Matrix:
    """Decide the matrix with the plan's profile, or with --time with ever larger profiles until time is up."""
    options = request.options
    # Each step is a profile, and a function that says after it whether it was the last. The matrix of the step before
    # is shown while a step runs; before the only step, it is a preview by the quick profile, on a terminal.
    steps: Iterable[tuple[Profile, Callable[[], bool]]]
    if options.seconds is None:
        steps = [(plan.budgets, lambda: True)]
        matrix = first_look(plan, _limited_profile(options, DEEPER[0]), executor)
    else:
        steps = ((_limited_profile(options, name), is_last) for name, is_last in profiles_within(options.seconds))
        matrix = None
    for budgets, is_last in steps:
        try:
            matrix = check_and_count(replace(plan, budgets=budgets), executor, store, matrix)
        except Interrupted as error:  # cells that this step has not decided keep the evidence of the step before
            raise Interrupted(matrix.deepened(error.matrix) if matrix else error.matrix) from None
        if is_last():
            break
    assert matrix is not None  # one of the profiles is the last
    return matrix


def _show_matrix(request: _CheckRequest, matrix: Matrix) -> int:
    """Print the matrix, and return the exit status."""
    options, user_lists = request.options, request.plan.judged_run
    detail = Detail.FULL if options.verbose else Detail.SHORT
    if verbosity.quiet:
        detail = Detail.FAILURES
    directory = None if request.directory is None else request.directory.as_posix()
    page = document(matrix, RunContext(REGISTRY, request.origins, directory, detail))
    if options.verbose:
        statistics = "\n".join(line for search in matrix.statistics for line in search.lines())
        if statistics:
            page = replace(page, blocks=(*page.blocks, Code(statistics)))
    if user_lists is not None:
        topics = topic_blocks(FailureContext(matrix, REGISTRY, request.origins, directory), user_lists)
        page = replace(page, blocks=(*page.blocks, *topics))
    show(page, is_wide=True)
    write_step_summary(page)
    if request.baseline is not None:
        entry_statuses = compare_run(request.baseline, matrix.cells, REGISTRY, date.today())
        for line in summary_lines(request.baseline, entry_statuses):
            note(line)
    exit_code = matrix.exit_code(request.policy)
    # A claim that applies to none of the user's lists is vacuous, which is not a failure.
    is_only_vacuous = all(cell.status.key == Verdict.VACUOUS for cell in matrix.unresolved)
    return 0 if exit_code == NOT_DECIDED and user_lists is not None and is_only_vacuous else exit_code


def _library_homes(options: CheckArguments) -> Homes:
    """Return the environments of the libraries of --library; the option excludes all other metrics."""
    excluded = ("files", "instances", "baseline", "command", "package", "installed")
    if options.library and any(getattr(options, name) for name in excluded):
        others = "files, --instances, --baseline, --command, --package or --installed"
        raise usage_error(f"--library cannot be combined with {others}")
    return library_homes(options.library, options.python)
