"""Parts shared by the commands: options, the lookup of names, and the loading of files and libraries.

Type aliases such as ``Seed`` are options with their help, used as annotations. Help texts and error messages are part
of the command line's interface. A *reading* of a name is the registered name that it means: ``nDCG@5`` is read as a
metric and a cut-off. The *homes* of libraries are the Python environments in which they are checked.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, get_type_hints

import typer

from ..catalogue import load_catalogue
from ..catalogue.any_language import DescribedProgram, describe, register
from ..catalogue.loading import CannotImport, NoSuchFile, installed_packages, load_entry_points
from ..catalogue.program import ANSWER_SECONDS, CannotRun, ProgramFailed
from ..engine.judged_run import DEPTH, JudgedRun
from ..engine.plan import Limits, axioms_named
from ..engine.run_files import BadFile
from ..evidence.extras import can_draw, installation
from ..libraries import LIBRARIES, NotInstalled
from ..methods.profile import PROFILES
from ..model.axiom import Axiom
from ..model.metric import Metric
from ..model.names import Reading
from ..model.registry import REGISTRY, Unknown
from ..report.results import DEFAULT_REPORT, StudyResult
from .environment import BadEnvironment, Homes, homes_of
from .messages import note, refusing, usage_error, width

AnyOptions = TypeVar("AnyOptions")
"""A dataclass whose fields are the options of a command."""

ProfileName = Annotated[
    str | None, typer.Option(help=f"How far to search: {', '.join(PROFILES)}, or default-x4.  [default: default]")
]
Seed = Annotated[int | None, typer.Option(min=0, help="Seed; the same seed gives the same result.  [default: 0]")]
Pins = Annotated[bool | None, typer.Option("--pins/--no-pins", help="Replay known witnesses first.  [default: pins]")]
Report = Annotated[
    Path | None, typer.Option(help=f"Answer from this report.  [default: {DEFAULT_REPORT}, if it exists]")
]
Packages = Annotated[
    list[str] | None, typer.Option("--package", help="Load the metrics of this installed package; may be repeated.")
]
Commands = Annotated[
    list[str] | None,
    typer.Option(
        "--command", metavar="COMMAND", help="Load the metrics of a program, in any language; may be repeated."
    ),
]
Pythons = Annotated[
    list[str] | None,
    typer.Option(metavar="PATH", help="A Python interpreter whose environment has the libraries; may be repeated."),
]
Installed = Annotated[bool, typer.Option("--installed", help="Load the metrics of all installed packages.")]
Axioms = Annotated[list[str] | None, typer.Option("--axiom", "-a", help="Only these axioms.")]
UserFiles = Annotated[
    list[Path] | None, typer.Argument(metavar="[FILES.py]", help="Python files that register your metrics.")
]
Jobs = Annotated[int | None, typer.Option(min=1, help="Worker processes.  [default: one per core]")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Recompute everything instead of reusing cached results.")]
Scheduler = Annotated[
    str | None, typer.Option(help="Run on the Dask cluster of this scheduler, such as tcp://HOST:8786.")
]
RunAndQrels = Annotated[
    tuple[Path, Path] | None,
    typer.Option(metavar="RUN QRELS", help="Use only the lists of this run instead of all lists."),
]
Pictures = Annotated[bool, typer.Option("--pictures/--no-pictures", help="Write pictures too (with --out).")]
Depth = Annotated[
    int | None, typer.Option(min=1, help=f"Documents per topic in the lists of --instances.  [default: {DEPTH}]")
]


def command_from(
    options_class: type[AnyOptions],
) -> Callable[[Callable[[AnyOptions], None]], Callable[..., None]]:
    """Make a typer command of a function that takes an instance of ``options_class``: each field is an option.

    Typer reads the options from the signature of a function, so the command gets one with a parameter for each field.
    """
    hints = get_type_hints(options_class, include_extras=True)  # resolves annotations that are strings
    own_fields = inspect.get_annotations(options_class)  # listed in the help before fields of base classes
    parameters = sorted(inspect.signature(options_class).parameters.values(), key=lambda p: p.name not in own_fields)
    fields = [parameter.replace(annotation=hints[parameter.name]) for parameter in parameters]

    def decorate(function: Callable[[AnyOptions], None]) -> Callable[..., None]:
        @wraps(function)
        def command(**values: Any) -> None:
            function(options_class(**values))

        command.__signature__ = inspect.Signature(fields)  # type: ignore[attr-defined]  # inspect.signature returns it
        command.__annotations__ = hints
        return command

    return decorate


def find_metric(name: str) -> Metric:
    """Find the metric of that name; a note says how the name was read if it is not exactly a registered one."""
    reading = REGISTRY.read_metric(name)
    note_reading(reading)
    return REGISTRY.metric(reading.name)


def find_axiom(name: str, metric: Metric | None = None) -> Axiom:
    """Find the axiom of that name, or its reading that applies to the metric; a note says how the name was read."""
    reading = REGISTRY.read_axiom(name, metric)
    note_reading(reading)
    return REGISTRY.axiom(reading.name)


def note_reading(reading: Reading) -> None:
    """Print a note on how a name was read, unless it is exactly a registered one.

    A name such as nDCG@5 also gives values of parameters. Commands take them as a name only, and the note says so.
    """
    if not reading.exact:
        note(reading.text + (f"; {reading.parameters_text} is ignored here" if reading.parameters else ""))


def resolve_names(metrics: Sequence[str], axioms: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Translate names of metrics and of axioms, as users write them, to registered names; notes say how they were read.

    An axiom name with several readings is replaced by all that apply to one of the metrics.
    """
    # An exact name stays: the id of a metric is one, and means all its variants.
    rows = tuple(name if REGISTRY.read_metric(name).exact else find_metric(name).name for name in metrics)
    ids = axioms_named(axioms, rows, REGISTRY)
    for name in axioms:
        if name not in ids:
            note(REGISTRY.read_axiom(name).read_as(axioms_named([name], rows, REGISTRY)))
    return rows, ids


def show_result(result: StudyResult[Any]) -> None:
    """Print the result of a study, and its notes on standard error."""
    for remark in result.notes:
        note(remark)
    typer.echo(result.text(width()))


def report_error(error: Exception) -> typer.Exit:
    """Print an error and return the exit to raise: status 3 for a file whose import fails, 2 for any other error."""
    usage_exit = usage_error(str(error))
    is_import_failure = isinstance(error, CannotImport) and not isinstance(error, NoSuchFile)
    return typer.Exit(3) if is_import_failure else usage_exit


def import_files(files: Sequence[Path], limits: Limits | None = None) -> dict[Path, list[str]]:
    """Import the catalogue and these files, and return the names of the metrics that each file registers."""
    load_catalogue()
    if not files:
        return {}
    from ..engine.tasks import import_user_files  # it starts processes, which most commands do not

    try:
        return import_user_files(files, limits or Limits())
    except CannotImport as error:
        raise report_error(error) from None


class LoadedFiles(NamedTuple):
    """Metrics and conjectures of users' files."""

    paths: list[str]
    """The files as they were named."""
    names: list[str]
    """The metrics that the files register."""
    conjectured: dict[str, list[str]]
    """The axioms that the files conjecture of metrics registered elsewhere, by metric."""


def load_files(files: list[Path], limits: Limits | None = None) -> LoadedFiles:
    """Import users' files. If one registers no metric, and none conjectures anything, the command ends."""
    names: list[str] = []
    load_catalogue()
    # A conjecture about a metric of the catalogue shows as a claim that the metric did not have before the import.
    claim_counts = {name: len(metric.claims) for name, metric in REGISTRY.metrics.items()}
    files_without_metric: list[Path] = []
    for file, registered in import_files(files, limits).items():
        names += registered
        if not registered:
            files_without_metric.append(file)
    conjectured = {
        name: [claim.statement.axiom.id for claim in REGISTRY.metrics[name].claims[count:]]
        for name, count in claim_counts.items()
        if len(REGISTRY.metrics[name].claims) > count
    }
    if files_without_metric and not conjectured:
        file = files_without_metric[0]
        advice = _advice_without_metric(file, set(REGISTRY.metrics) - claim_counts.keys())
        raise usage_error(f"{file}: registers no metric; {advice}")
    return LoadedFiles([str(file) for file in files], names, conjectured)


def _advice_without_metric(file: Path, new_metrics: set[str]) -> str:
    """Return the advice for a file without a metric: name the file that it imports, or register a metric."""
    for name in sorted(new_metrics):
        registering_file = Path(REGISTRY.registered_in[name])
        if registering_file.resolve() != file.resolve():
            return f"{registering_file.name}, which it imports, registers {name}: name that file"
    return "decorate one with @axiomatrix.metric(...), or state a conjecture: axiomatrix.conjecture(METRIC, ...)"


def read_run(instances: tuple[Path, Path] | None, depth: int | None) -> JudgedRun | None:
    """Read the run and qrels of --instances, so that their errors are reported first; None without the option."""
    if instances is None:
        if depth is not None:
            raise usage_error("--depth needs --instances RUN QRELS")
        return None
    judged_run = JudgedRun(str(instances[0]), str(instances[1]), DEPTH if depth is None else depth)
    with refusing(BadFile):
        if not judged_run.topics:
            raise usage_error(
                f"--instances: {judged_run.run_path} has no topic that is judged in {judged_run.qrels_path}"
            )
    return judged_run


def library_homes(names: Sequence[str] | None, pythons: Sequence[str] | None = None) -> Homes:
    """Return the environments of these libraries; an unknown or missing library ends the command with advice."""
    if not names and pythons:
        raise usage_error("--python needs --library LIBRARY")
    if not names:
        return Homes()
    with refusing(BadEnvironment, at="--python"), refusing(Unknown, NotInstalled, at="--library"):
        homes = homes_of(names, pythons or ())
    if homes == Homes():
        raise usage_error(f"--library all: no supported library is installed; supported are {', '.join(LIBRARIES)}")
    return homes


def load_packages(packages: list[str] | None, all_installed: bool = False) -> tuple[tuple[str, ...], list[str]]:
    """Load installed packages by name, or all that register metrics; return their names and those of their metrics."""
    requested = list(installed_packages()) if all_installed else list(packages or [])
    if all_installed and not requested:
        raise usage_error("--installed: no installed package registers metrics (entry points axiomatrix.metrics)")
    try:
        return tuple(requested), load_entry_points(requested)
    except (CannotImport, Unknown) as error:
        raise report_error(error) from None


def register_programs(commands: Sequence[str] | None, limits: Limits | None = None) -> list[DescribedProgram]:
    """Run the programs of --command and register their metrics; a program that fails ends the command.

    ``limits`` are the run's limits, if the command checks something.
    """
    programs = []
    for command in commands or ():
        try:
            # Half of a call's time limit, since a question that is not answered in time is asked twice.
            program = describe(command, min(ANSWER_SECONDS, (limits or Limits()).time / 2))
            register(program)
        except CannotRun as error:
            raise usage_error(f"--command: {error}") from None
        except (ProgramFailed, ValueError, LookupError) as error:
            # Only the message is a usage error's: status 3 says that the program runs and answers wrongly.
            usage_error(f"--command: {error}")
            raise typer.Exit(3) from None
        programs.append(program)
    return programs


def origins_of(files: Iterable[object], packages: Iterable[str] = (), commands: Iterable[str] | None = ()) -> list[str]:
    """Return the words of a command line that register metrics: files, and options for packages and programs."""
    words = [str(file) for file in files]
    for package in packages:
        words += ["--package", package]
    for command in commands or ():
        words += ["--command", command]
    return words


def split_files(words: Sequence[str]) -> tuple[list[str], list[Path]]:
    """Split arguments into names and Python files."""
    names = [word for word in words if not word.endswith(".py")]
    return names, [Path(word) for word in words if word.endswith(".py")]


def require_folder(path: Path, option: str = "--out") -> Path:
    """Return the folder of an option, which need not exist yet; a file in its place ends the command."""
    if path.exists() and not path.is_dir():
        raise usage_error(f"{option}: {path} is a file; it must be a folder")
    return path


def decide_pictures(wanted: bool) -> bool:
    """Return whether to write pictures; print a note if they are wanted but matplotlib is missing."""
    if wanted and not can_draw():
        note(f"no pictures written: matplotlib is not installed; install it with: {installation('plot')}")
        return False
    return wanted
