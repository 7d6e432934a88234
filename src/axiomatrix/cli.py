"""The command line: check, list, explain, replay, verify, certify, and the commands that are written elsewhere."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from . import __version__, config, witness
from .aggregate.command import aggregate_command
from .catalogue import CannotImport, load_catalogue, load_file
from .correlate.command import correlate_command
from .engine import Options, check_in_workers, selected
from .evidence import FAULTS
from .explore.command import explore_command
from .ledger.command import claims_command
from .matrix import Cell, Matrix
from .profile import PROFILES
from .registry import REGISTRY, Unknown
from .relate.command import relate_command
from .trec.command import evaluate_command
from .trec.given import Depth, Given, Instances, read_given
from .trec.lines import BadFile

EXIT_CODES = """Exit codes: 0 the world is as declared, or as pinned; 1 broken claims (see --fail-on), or a witness
that does not stand; 2 usage; 3 a declared claim could not be decided (error, timeout, crashed, flaky, undecided,
vacuous)."""
FAIL_ON = ("broken", "new", "never")
SHOWN = 40
"""How many failures on a user's own lists are printed."""

app = typer.Typer(
    name="axiomatrix",
    help="Checks the axioms of ranking metrics by machine.",
    epilog=EXIT_CODES,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _usage(message: str) -> typer.Exit:
    Console(stderr=True, soft_wrap=True).print(f"error: {message}", markup=False, highlight=False)
    return typer.Exit(2)


Files = Annotated[list[Path] | None, typer.Argument(help="Python files that register metrics of your own.")]
Names = Annotated[list[str] | None, typer.Option("--metric", "-m", help="Only these metrics (all variants of an id).")]
Axioms = Annotated[list[str] | None, typer.Option("--axiom", "-a", help="Only these axioms.")]
Sources = Annotated[
    list[str] | None, typer.Option("--source", "-s", help="Only claims of these sources (KV, KV7 ...).")
]
ProfileName = Annotated[str | None, typer.Option(help=f"How far to go: {', '.join(PROFILES)}.  [default: default]")]
Seed = Annotated[int | None, typer.Option(help="The seed; one seed, one result.  [default: 0]")]
Jobs = Annotated[int | None, typer.Option(min=1, help="Worker processes.  [default: one a core]")]
Out = Annotated[Path | None, typer.Option(help="Where the reports go.  [default: reports]")]
Pins = Annotated[bool | None, typer.Option("--pins/--no-pins", help="Replay known witnesses first.  [default: pins]")]
Changed = Annotated[bool, typer.Option("--changed", help="Only metrics whose file changed since the last report.")]
FailOn = Annotated[
    str | None,
    typer.Option(help="broken, new (not as pinned) or never.  [default: broken with FILES, else new]"),
]


def _loaded(files: list[Path]) -> tuple[list[str], list[str]]:
    """The files as given, and the names of the metrics that they register."""
    load_catalogue()
    names: list[str] = []
    for file in files:
        try:
            found = load_file(file)
        except CannotImport as error:
            raise _usage(str(error)) from None
        if not found:
            raise _usage(f"{file}: registers no metric; decorate one with @axiomatrix.metric(...)")
        names += found
    return [str(file) for file in files], names


def _given(instances: tuple[Path, Path] | None, depth: int | None) -> Given | None:
    try:
        return read_given(instances, depth)
    except BadFile as error:
        raise _usage(str(error)) from None


def _settings() -> dict[str, Any]:
    try:
        return config.read(Path.cwd())
    except (config.BadConfig, Unknown) as error:
        raise _usage(str(error)) from None


@app.command("check")
def check_command(
    files: Files = None,
    metric: Names = None,
    axiom: Axioms = None,
    source: Sources = None,
    profile: ProfileName = None,
    seed: Seed = None,
    jobs: Jobs = None,
    out: Out = None,
    pins: Pins = None,
    changed: Changed = False,
    fail_on: FailOn = None,
    instances: Instances = None,
    depth: Depth = None,
) -> None:
    """Check metrics against axioms, print the matrix, write the reports.

    For instance:

    axiomatrix check my_metrics.py

    axiomatrix check --metric ndcg --axiom swap --axiom convergence

    axiomatrix check --instances RUN QRELS --depth 5 --metric precision-at
    """
    settings = _settings()
    given = files or [Path(file) for file in settings.get("files", [])]
    policy = fail_on or settings.get("fail-on") or ("broken" if given else "new")
    if policy not in FAIL_ON:
        raise _usage(str(Unknown("--fail-on", policy, FAIL_ON)))
    paths, names = _loaded(given)
    options = Options(
        metrics=tuple(metric or settings.get("metrics") or names),
        axioms=tuple(axiom or settings.get("axioms") or ()),
        sources=tuple(source or settings.get("sources") or ()),
        profile=profile or settings.get("profile", "default"),
        seed=settings.get("seed", 0) if seed is None else seed,
        use_pins=settings.get("pins", True) if pins is None else pins,
        files=tuple(paths),
        given=_given(instances, depth),
    )
    directory = out or Path(settings.get("out", "reports"))
    if directory.exists() and not directory.is_dir():
        raise _usage(f"--out: {directory} is a file; it must be a folder")
    count = jobs or settings.get("jobs") or os.cpu_count() or 1
    try:
        if options.given is not None and not selected(options, REGISTRY):
            raise _usage(
                "--instances: none of the metrics is of judged lists that a run has; axiomatrix list says which are"
            )
        matrix = _checked(options, count, directory if changed else None)
    except Unknown as error:
        raise _usage(str(error)) from None
    from .report.text import show

    matrix.save(directory)
    show(matrix, Console(), directory, files=paths)
    if options.given is not None:
        for line in _where(matrix, options.given, directory):
            Console(soft_wrap=True).print(line, markup=False, highlight=False)
    code = matrix.exit_code(policy)
    if options.given is not None and all(cell.evidence.verdict == "vacuous" for cell in matrix.unresolved):
        code = code % 3  # that a claim is about none of the user's lists is no fault of anybody
    raise typer.Exit(code)


def _where(matrix: Matrix, given: Given, directory: Path) -> list[str]:
    """On the lists of which topics the axioms fail that do, with the command that shows it."""
    found = []
    for cell in matrix.cells:
        shown = cell.evidence.witness
        if cell.evidence.verdict == "refuted" and shown is not None:
            names = given.topics_of(REGISTRY.metric(cell.metric), shown.instance.values())
            topics = f"topic {', '.join(names[:5])}{' ...' if names[5:] else ''}" if names else "a list made of yours"
            path = directory / "witnesses" / f"{shown.slug}.json"
            found.append(f"  {cell.metric}: {cell.title}: {topics}: axiomatrix replay {path.as_posix()}")
    more = [f"  and {len(found) - SHOWN} more, in {directory / 'witnesses'}"] if len(found) > SHOWN else []
    return ["", "fails on your lists:", *found[:SHOWN], *more] if found else ["", "nothing fails on your lists"]


def _checked(options: Options, jobs: int, last: Path | None) -> Matrix:
    """The matrix of what is selected; with ``last``, only rows whose file changed are checked anew."""
    rows = selected(options, REGISTRY)
    kept = _unchanged(options, last, [row.name for row in rows]) if last else None
    if kept is not None:
        stale = tuple(row.name for row in rows if row.name not in kept)
        if not stale:
            Console(stderr=True).print("nothing changed since the last report")
        matrix = _with_progress(replace(options, metrics=stale), jobs) if stale else None
        return _merged(options, matrix, kept)
    return _with_progress(options, jobs)


def _unchanged(options: Options, directory: Path, names: list[str]) -> dict[str, list[Cell]] | None:
    """The cells of the last report for the rows whose file is as it was then."""
    from .report.data import BadReport, read

    try:
        before = read(directory / "compliance.json")
    except BadReport as error:
        Console(stderr=True).print(f"checking everything: {error}", markup=False, highlight=False)
        return None
    if (before.profile, before.seed) != (options.profile, options.seed):
        Console(stderr=True).print("checking everything: the last report has another profile or seed")
        return None
    digests = {row.name: row.digest for row in before.rows}
    same = [name for name in names if digests.get(name) == REGISTRY.metric(name).file_digest]
    return {name: [cell for cell in before.cells if cell.metric == name] for name in same}


def _merged(options: Options, fresh: Matrix | None, kept: dict[str, list[Cell]]) -> Matrix:
    from .engine import assembled

    cells = {name: [c for c in found if c.outcome != "not applicable" or c.arguments] for name, found in kept.items()}
    for cell in fresh.cells if fresh else ():
        if cell.outcome != "not applicable" or cell.arguments:
            cells.setdefault(cell.metric, []).append(cell)
    return assembled(selected(options, REGISTRY), cells, REGISTRY, options)


def _with_progress(options: Options, jobs: int) -> Matrix:
    """Check in workers, with a live count on standard error where somebody can see it."""
    rows = selected(options, REGISTRY)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("checking", total=len(rows))
        counts = {"decided": 0, "refuted": 0, "faults": 0}

        def report(name: str, cell: Cell | None) -> None:
            if cell is None:
                progress.advance(task)
            else:
                counts["decided"] += 1
                counts["refuted"] += cell.evidence.verdict == "refuted"
                counts["faults"] += cell.evidence.verdict in FAULTS
            said = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
            progress.update(task, description=f"{escape(name)}: {said}")

        return check_in_workers(options, jobs, report)


@app.command("list")
def list_command(
    what: Annotated[str, typer.Argument(help="metrics, axioms, claims or sources")] = "metrics",
    files: Annotated[list[Path] | None, typer.Option("--file", help="Files that register more.")] = None,
) -> None:
    """List what is registered: metrics, axioms, claims, sources.

    For instance: axiomatrix list axioms
    """
    from .report import listing

    _loaded(files or [])
    if what not in listing.KINDS:
        raise _usage(str(Unknown("list", what, listing.KINDS)))
    typer.echo(listing.KINDS[what](REGISTRY))


@app.command("explain")
def explain_command(
    metric: Annotated[str, typer.Argument(help="A metric, such as footrule-similarity[le].")],
    axiom: Annotated[str, typer.Argument(help="An axiom, such as triangle-inequality.")],
    files: Annotated[list[Path] | None, typer.Option("--file", help="Files that register more.")] = None,
    profile: ProfileName = None,
    seed: Seed = None,
    pins: Pins = None,
) -> None:
    """Explain one cell: formula, claim and source, evidence, and the witness step by step.

    For instance: axiomatrix explain precision-at monotone-in-cut-off
    """
    from .engine import check
    from .report.explain import explained

    _loaded(files or [])
    try:
        row = REGISTRY.metric(metric)
        matrix = check(
            row,
            axioms=[axiom],
            profile=profile or "default",
            seed=seed or 0,
            use_pins=pins is not False,
            registry=REGISTRY,
        )
    except Unknown as error:
        raise _usage(str(error)) from None
    typer.echo(explained(matrix, row, REGISTRY, [str(f) for f in files or []], [axiom]))


@app.command("replay")
def replay_command(
    file: Annotated[Path, typer.Argument(help="A witness, such as reports/witnesses/NAME.json.")],
    files: Annotated[list[Path] | None, typer.Argument(help="The files that register its metric, if yours.")] = None,
) -> None:
    """Decide a witness again by the definition alone; exit status 0 if it stands, 1 if not.

    For instance: axiomatrix replay reports/witnesses/precision-at--confidence.json
    """
    from .report.witness_page import replayed

    _loaded(files or [])
    try:
        result = witness.replay(witness.read(file), REGISTRY)
    except witness.BadWitness as error:
        raise _usage(str(error)) from None
    except Unknown as error:
        raise _usage(f"{error}; if it is yours, name its file: axiomatrix replay {file} FILE.py") from None
    except Exception as error:  # a definition may raise anything; here that is an answer, not a crash
        typer.echo(f"the definition raised {type(error).__name__}: {error}")
        raise typer.Exit(1) from None
    typer.echo(replayed(result))
    raise typer.Exit(0 if result.stands else 1)


@app.command("verify")
def verify_command(
    file: Annotated[Path, typer.Argument(help="A certificate, such as explorations/kv7/certificates/NAME.json.")],
    files: Annotated[list[Path] | None, typer.Argument(help="The files that register its metric, if yours.")] = None,
) -> None:
    """Check a certificate by the definitions alone, in plain fractions; exit status 0 if it stands, 1 if not.

    For instance: axiomatrix verify certificates/NAME.json
    """
    from . import certificate
    from .verify import Refused, verify

    load_catalogue()
    for path in files or []:
        try:
            load_file(path)
        except CannotImport as error:
            raise _usage(str(error)) from None
    try:
        verified = verify(certificate.read(file), REGISTRY)
    except certificate.Altered as error:
        typer.echo(f"refused: {error}")
        raise typer.Exit(1) from None
    except certificate.BadCertificate as error:
        raise _usage(str(error)) from None
    except Refused as error:
        typer.echo(f"refused: {error}")
        raise typer.Exit(1) from None
    typer.echo(verified.text)


@app.command("certify")
def certify_command(
    metric: Annotated[str, typer.Argument(help="A metric, such as footrule-similarity[le].")],
    axiom: Annotated[str, typer.Argument(help="An axiom, such as lower-bound or symmetry.")],
    files: Annotated[list[Path] | None, typer.Option("--file", help="Files that register more.")] = None,
    max_n: Annotated[int, typer.Option("--max-n", min=2, max=8, help="Up to how many items.")] = 3,
    out: Annotated[Path, typer.Option(help="The folder for the certificates.")] = Path("certificates"),
) -> None:
    """Write certificates of what a metric claims (or is observed to satisfy); exit status 1 if there is none.

    For instance: axiomatrix certify "footrule-similarity[le]" lower-bound
    """
    from . import certificate, certify

    _loaded(files or [])
    try:
        row, wanted = REGISTRY.metric(metric), REGISTRY.axiom(axiom)
    except Unknown as error:
        raise _usage(str(error)) from None
    missing = True
    for statement in certify.statements(row, wanted):
        try:
            content = certify.certified(row, statement, REGISTRY, max_n)
        except certify.NotCertified as error:
            typer.echo(f"not certified: {error}")
            continue
        missing = False
        out.mkdir(parents=True, exist_ok=True)
        path = out / certify.file_name(row, statement)
        path.write_text(certificate.text(content), encoding="utf-8", newline="\n")
        typer.echo(f"certified n<={max_n}: {statement.id}: axiomatrix verify {path}")
    raise typer.Exit(1 if missing else 0)


app.command("explore")(explore_command)
app.command("relate")(relate_command)
app.command("correlate")(correlate_command)
app.command("aggregate")(aggregate_command)
app.command("evaluate")(evaluate_command)
app.command("claims")(claims_command)


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False) -> None:
    if version:
        typer.echo(f"axiomatrix {__version__}")
        raise typer.Exit(0)


def main() -> None:
    """The ``axiomatrix`` command."""
    try:
        app()
    except KeyboardInterrupt:
        Console(stderr=True).print("interrupted; no report was written")
        sys.exit(130)


if __name__ == "__main__":
    main()
