"""The command ``axiomatrix check``."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from ..engine.check import Interrupted
from ..engine.judged_run import JudgedRun
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
from ..report.document import Block, Code, List, Text
from ..report.judged_claims import ReportSetting
from ..report.subjects.run import Detail, RunContext, document
from .arguments import (
    Axioms,
    Commands,
    Depth,
    Fresh,
    Installed,
    Instances,
    Jobs,
    Packages,
    Pins,
    ProfileName,
    Pythons,
    Scheduler,
    Seed,
    chosen_names,
    filled,
    folder_named,
    given_lists,
    homes_named,
    installed_too,
    loaded,
    origins_of,
    programs_of,
)
from .environment import Homes
from .messages import check_name, note, refusing, show, talk_now, usage
from .running import check_and_count, executor_for, first_look, ledger_results, within
from .saving import check_folder, save, save_formats, save_partial, write_certificates, write_step_summary

FAIL_ON = ("broken", "new", "never")
SHOWN = 40
"""How many failures on a user's own lists are printed."""


@dataclass(frozen=True)
class CheckArguments:
    """Options of the command line; the others come from the settings, or have a default."""

    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILES.py]", help="Python files that register metrics of your own.")
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
    out: Annotated[Path | None, typer.Option(help="Write the reports into this folder (where CI is set: reports).")] = (
        None
    )
    pins: Pins = None
    fail_on: Annotated[
        str | None,
        typer.Option(help="broken, new (not as expected) or never.  [default: broken with FILES, else new]"),
    ] = None
    instances: Instances = None
    depth: Depth = None
    baseline: Annotated[
        Path | None,
        typer.Option("--baseline", help="Failures that are accepted, each with its witness (--fail-on new)."),
    ] = None
    command: Commands = None
    package: Packages = None
    installed: Installed = False
    library: Annotated[
        list[str] | None,
        typer.Option("--library", help="Check this library's metrics (scipy, sklearn ...; all: every one installed)."),
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
        typer.Option(min=256, help=f"MiB that a worker may hold (verdict: crashed).  [default: {MEMORY_LIMIT}]"),
    ] = None
    fresh: Fresh = False
    max_n: Annotated[int | None, typer.Option(min=1, help="No method searches beyond that many items.")] = None
    seconds: Annotated[
        float | None,
        typer.Option(
            "--time",
            min=0.1,
            help="Deepen from profile to profile for about so many seconds; the report names the last.",
        ),
    ] = None
    method: Annotated[
        list[str] | None, typer.Option(help=f"Only these methods: {', '.join(METHODS)}; may be repeated.")
    ] = None
    certificates: Annotated[
        bool, typer.Option("--certificates", help="Write certificates of what holds too, up to --max-n or 3 items.")
    ] = False
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Print every statement, and what Hypothesis was told.")
    ] = False


@dataclass(frozen=True)
class _AskedCheck:
    """Options of the command line and the settings together."""

    wished: CheckArguments
    plan: Plan
    origins: list[str]
    """The files and packages that a command which replays a witness must name."""
    jobs: int
    directory: Path | None
    """Where the reports go, if they are to be written."""
    formats: tuple[str, ...]
    policy: str
    known: Expectations | None
    homes: Homes
    """Where the libraries are that are checked."""


def _known(wished: CheckArguments, settings: Mapping[str, Any]) -> Expectations | None:
    """The failures that are accepted, if a file of them is named; what is configured is about all lists."""
    if wished.instances is None:
        path = wished.baseline or settings.get("baseline")
    elif wished.baseline is None:
        path = None
    else:
        raise usage("--baseline are about all lists and --instances about yours: give one of them")
    with refusing(BadExpectations):
        return read_expectations(Path(path)) if path is not None else None


@filled(CheckArguments)
def check_command(wished: CheckArguments) -> None:
    """Check metrics against axioms and print what is found; with --out, write the reports too.

    A metric that raises, hangs or crashes costs its own cells. An interrupted run is taken up by the same command.
    """
    with refusing(BadConfig, Unknown):
        settings = read_settings(Path.cwd())
    own = wished.files or [Path(file) for file in settings.get("files", []) if not (wished.library or wished.command)]
    known = _known(wished, settings)
    policy = _policy(wished, settings, known, is_own=bool(own or wished.command or wished.package or wished.installed))
    homes = _homes(wished)
    with refusing(Unknown):
        plan, origins = _plan(wished, settings, known, own, homes.local)
    jobs = wished.jobs or settings.get("jobs") or os.cpu_count() or 1
    kinds = tuple(dict.fromkeys(wished.ci or settings.get("ci") or ()))
    for kind in kinds:
        check_name("--ci", kind, CI_FORMATS)
    request = _AskedCheck(wished, plan, origins, jobs, _folder(wished, settings), kinds, policy, known, homes)
    interrupted = False
    try:
        with refusing(Unknown):
            matrix = _checked(request)
    except Interrupted as error:
        matrix, interrupted = error.matrix, True
        save_partial(matrix, request.directory)
    if kinds:
        folder = request.directory or Path(REPORTS)
        accepted = {key: entry.reason for key, entry in known.by_key.items()} if known is not None else {}
        forgiving = policy == "new"
        setting = ReportSetting(REGISTRY, folder.as_posix(), tuple(origins), forgiving=forgiving, accepted=accepted)
        save_formats(matrix, folder, kinds, setting)
    status = 130 if interrupted else _show_matrix(request, matrix)
    if wished.certificates and not interrupted:
        folder = request.directory or Path(REPORTS)
        write_certificates(matrix, folder, origins, wished.max_n, verbose=wished.verbose)
    raise typer.Exit(status)


def _folder(wished: CheckArguments, settings: Mapping[str, Any]) -> Path | None:
    """Where the reports go: as asked for, as configured, in CI into ``reports``; else nowhere."""
    named = wished.out or settings.get("out") or (REPORTS if is_in_ci() else None)
    return folder_named(Path(named)) if named is not None else None


def is_in_ci() -> bool:
    """Return whether the variable that CI services set is set."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false", "no")


def _policy(wished: CheckArguments, settings: Mapping[str, Any], known: Expectations | None, *, is_own: bool) -> str:
    """Return the outcomes that end with status 1: as requested, as configured, or the default for what is checked."""
    default = "new" if known is not None else None
    policy: str = (
        wished.fail_on
        or (default if wished.baseline else None)
        or settings.get("fail-on")
        or default
        or ("broken" if is_own else "new")
    )
    check_name("--fail-on", policy, FAIL_ON)
    return policy


def _plan(
    wished: CheckArguments,
    settings: Mapping[str, Any],
    known: Expectations | None,
    own: list[Path],
    libraries: tuple[str, ...],
) -> tuple[Plan, list[str]]:
    """Return the plan of the check, and the files and packages that a command to replay it must name."""
    limits = Limits(
        wished.time_limit or settings.get("time-limit", TIME_LIMIT),
        wished.memory_limit or settings.get("memory-limit", MEMORY_LIMIT),
    )
    if wished.seconds is not None and wished.profile:
        raise usage("--time goes from profile to profile: give it without --profile")
    if wished.seconds is not None and wished.library:
        raise usage("--time is not for --library: choose how far to go with --profile")
    paths, names, conjectured = loaded(own, limits)
    packages, more = installed_too(wished.package, wished.installed)
    programs = programs_of(wished.command, limits)
    more += [metric.name for program in programs for metric in program.metrics]
    metrics = tuple(wished.metric or (() if wished.library else settings.get("metrics")) or [*names, *more])
    axioms = tuple(wished.axiom or settings.get("axioms") or ())
    if not metrics and not wished.library and conjectured:  # files that only conjecture something: that is decided
        metrics = tuple(conjectured)
        axioms = axioms or tuple(dict.fromkeys(id for ids in conjectured.values() for id in ids))
    plan = Plan(
        metrics=metrics,
        axioms=axioms,
        sources=tuple(wished.source or settings.get("sources") or ()),
        budgets=_budgets(wished, wished.profile or settings.get("profile", "default")),
        seed=settings.get("seed", 0) if wished.seed is None else wished.seed,
        use_pins=settings.get("pins", True) if wished.pins is None else wished.pins,
        files=tuple(paths),
        packages=packages,
        programs=tuple(programs),
        libraries=libraries,
        given=given_lists(wished.instances, wished.depth),
        witnesses=known.witnesses if known is not None else (),
        limits=limits,
    )
    return plan, origins_of(paths, packages, wished.command)


def _budgets(wished: CheckArguments, name: str) -> Profile:
    """The budgets of that name, within --max-n and for the methods of --method."""
    budgets = profile_named(name)
    for method in wished.method or ():
        check_name("--method", method, METHODS)
    if wished.method:
        budgets = budgets.only(wished.method)
    return budgets if wished.max_n is None else budgets.up_to(wished.max_n)


def _checked(request: _AskedCheck) -> Matrix:
    """Write the reports and return the matrix; a check of libraries ends with its own summary."""
    wished, plan = request.wished, request.plan
    default = Path(REPORTS) if request.formats or wished.certificates else None
    for folder in filter(None, [request.directory or default]):
        check_folder(folder)
    with executor_for(plan, request.jobs, wished.scheduler) as executor, Store.open(fresh=wished.fresh) as store:
        if wished.library:
            from .check_libraries import check_libraries

            where = request.directory, request.policy, request.formats, request.homes
            raise typer.Exit(check_libraries(plan, executor, *where, vars(wished)))
        metrics, axioms = chosen_names(plan.metrics, plan.axioms)
        selection = Selection.of(replace(plan, metrics=metrics, axioms=axioms))
        if plan.given is not None and not selection.rows:
            raise usage(
                "--instances: no metric is of judged lists that a run has; axiomatrix show metrics says which are"
            )
        matrix = _deepened(request, selection.plan, executor, store)
        if not matrix.cells:
            names = [*plan.axioms, *plan.sources]
            raise usage(
                f"nothing is asked: {', '.join(names)} says nothing of {', '.join(row.name for row in matrix.rows[:3])}"
            )
        if request.known is not None:
            matrix.expect(request.known.outcomes(date.today()))
        if request.directory is None:
            return matrix
        with undisturbed():  # all is decided, and to write it takes seconds
            ledger = ledger_results(executor, store) if selection.is_whole else None
            try:
                save(matrix, request.directory, ledger)
            except typer.Exit:  # the disk may be full: what took minutes to decide is shown
                _show_matrix(request, matrix)
                raise
    return matrix


def _deepened(request: _AskedCheck, plan: Plan, executor: Executor, store: Store) -> Matrix:
    """The matrix by the budgets of the plan; with --time by those of the last profile that fits."""
    wished, matrix = request.wished, None
    steps: Iterable[tuple[Profile, Callable[[], bool]]] = [(plan.budgets, lambda: True)]
    if wished.seconds is None:
        matrix = first_look(plan, _budgets(wished, DEEPER[0]), executor)
    else:
        steps = ((_budgets(wished, name), is_last) for name, is_last in within(wished.seconds))
    for budgets, is_last in steps:
        try:
            matrix = check_and_count(replace(plan, budgets=budgets), executor, store, matrix)
        except Interrupted as error:
            raise Interrupted(matrix.deepened(error.matrix) if matrix else error.matrix) from None
        if is_last():
            break
    assert matrix is not None  # one of the profiles is the last
    return matrix


def _show_matrix(request: _AskedCheck, matrix: Matrix) -> int:
    """Show the matrix; the exit status."""
    wished, given = request.wished, request.plan.given
    detail = Detail.FAILURES if talk_now.quiet else Detail.FULL if wished.verbose else Detail.SHORT
    directory = request.directory.as_posix() if request.directory is not None else None
    shown = document(matrix, RunContext(REGISTRY, request.origins, directory, detail))
    if wished.verbose:
        statistics = "\n".join(line for search in matrix.statistics for line in search.lines())
        shown = replace(shown, blocks=(*shown.blocks, *([Code(statistics)] if statistics else [])))
    if given is not None:
        shown = replace(
            shown, blocks=(*shown.blocks, *_failing_topics(matrix, given, request.directory, request.origins))
        )
    show(shown, is_wide=True)
    write_step_summary(shown)
    if request.known is not None:
        statuses = compare_run(request.known, matrix.cells, REGISTRY, date.today())
        for line in summary_lines(request.known, statuses):
            note(line)
    code = matrix.exit_code(request.policy)
    about_none = given is not None and all(cell.status.key == Verdict.VACUOUS for cell in matrix.unresolved)
    return code % 3 if about_none else code  # it is not a failure that a claim is about none of the user's lists


def _homes(wished: CheckArguments) -> Homes:
    """Where the libraries are that are asked for; they are checked by themselves."""
    beside = ("files", "instances", "baseline", "command", "package", "installed")
    if wished.library and any(getattr(wished, name) for name in beside):
        others = "files, --instances, --baseline, --command, --package and --installed"
        raise usage(f"--library checks the metrics of libraries by themselves: give it without {others}")
    return homes_named(wished.library, wished.python)


def _failing_topics(matrix: Matrix, given: JudgedRun, directory: Path | None, origins: Sequence[str]) -> list[Block]:
    """On the lists of which topics the axioms fail that do, with the commands that show it where there are files."""
    items, commands = [], []
    for cell in matrix.cells:
        witness = cell.evidence.witness
        if cell.status.holds == "no" and witness is not None:
            names = given.topics_of(REGISTRY.metric(cell.metric), witness.instance.values())
            topics = f"topic {', '.join(names[:5])}{' ...' if names[5:] else ''}" if names else "a list made of yours"
            items.append(f"{cell.metric}: {cell.title}: {topics}")
            if directory is not None:
                path = directory / "witnesses" / f"{witness.slug}.json"
                commands.append(shlex.join(["axiomatrix", "verify", path.as_posix(), *origins]))
    if not items:
        return [Text("Nothing fails on your lists.")]
    more = [f"and {len(items) - SHOWN} more"] if len(items) > SHOWN else []
    shown = List((*items[:SHOWN], *more))
    return [Text("Fails on your lists:"), shown, *([Code("\n".join(commands[:SHOWN]), "console")] if commands else [])]
