"""The command ``axiomatrix explore``; with ``--where``, for which values of a parameter."""

from __future__ import annotations

import os
import shlex
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from msgspec.structs import replace

from ..catalogue.loading import CannotImport, NoSuchFile, load_catalogue
from ..engine.chunks import ChunkFailed
from ..engine.cluster import Cluster, NoDask, Unreachable
from ..engine.executor import local_executor
from ..engine.store import Store
from ..evidence.certificate import FOLDER as CERTIFICATES
from ..evidence.files import indented, write
from ..model.metric import Metric
from ..model.registry import REGISTRY, Unknown
from ..report import values
from ..report.document import Block, Code, Document, Mono, Text
from ..report.explorations.saving import save
from ..report.subjects import exploration, parameter_values
from ..studies.explore.beside import readings as readings_beside
from ..studies.explore.family import BadFamily, load_family
from ..studies.explore.inquiry import Inquiry, NothingToExplore, declared_in, named
from ..studies.explore.run import ExplorationRun
from ..studies.values.asking import answers
from .arguments import Jobs, Scheduler, axiom_named, entered, folder_named, metric_named, refused
from .messages import note, refusing, show, usage
from .running import progress_bar

NOT_EXPLORED = (BadFamily, NoDask, Unreachable, ChunkFailed)
"""What is wrong with a family or the workers, and ends the command."""

What = Annotated[
    str,
    typer.Argument(
        help="A claim or source (kv7, KV), an axiom (near-metric), or a FILE.py with a conjecture; "
        "with --where a metric, or a FILE.py that registers some."
    ),
]
Asked = Annotated[str | None, typer.Argument(help="With --where: the axiom.  [default: all of the metric's]")]
Where = Annotated[
    str | None, typer.Option(metavar="PARAMETER", help="For which values of this parameter the metric keeps the axiom.")
]
Readings = Annotated[list[str] | None, typer.Option("--reading", "-r", help="Only these readings (variants).")]
MaxN = Annotated[int, typer.Option("--max-n", min=1, max=12, help="Largest n of the exact sweep.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Compute everything anew, whatever earlier runs have finished.")]
Out = Annotated[Path | None, typer.Option(help="Where the answer goes.  [default: explorations/WHAT]")]
Pins = Annotated[bool, typer.Option("--pins/--no-pins", help="Put the readings side by side, as check finds them.")]
Pictures = Annotated[bool, typer.Option("--pictures/--no-pictures", help="Draw the pictures.")]
Search = Annotated[int | None, typer.Option("--search", min=2, max=16, help="Beyond the sweep: bounds up to this n.")]
Family = Annotated[str | None, typer.Option(help="FILE.py:FUNCTION, a family of instances by m = 1, 2, 3 ...")]
Seed = Annotated[int, typer.Option(min=0, help="The seed of the search.")]
Budget = Annotated[
    int, typer.Option(min=1, help="Linear programs (or evaluations) that the search may take for each n.")
]


def rows(what: str, where: str) -> list[Metric]:
    """The metric of that name, or those of a user's file, that have the parameter."""
    files = entered([Path(what)] if what.endswith(".py") else [])
    metrics = [REGISTRY.metric(name) for registered in files.values() for name in registered]
    if files and not metrics:
        raise usage(f"{what}: registers no metric")
    metrics = metrics or [metric_named(what)]
    kept = [metric for metric in metrics if where in metric.parameters]
    if not kept:
        known = sorted({name for metric in metrics for name in metric.parameters})
        raise usage(
            f"--where {where}: {metrics[0].name if len(metrics) == 1 else what} has no parameter of that name; "
            + (f"it has {', '.join(known)}" if known else "it has none")
        )
    return kept


TAKEN = frozenset({"--where", "--max-n", "--out"})
"""The options that the question for values has; any other is refused and not passed over."""


def given_options(context: typer.Context) -> list[str]:
    """The options on the command line, each by its long name."""
    return [
        one.opts[0]
        for one in context.command.params
        if one.param_type_name == "option"
        and (source := context.get_parameter_source(one.name or "")) is not None
        and source.name == "COMMANDLINE"
    ]


def explore_values(
    context: typer.Context, what: str, axiom: str | None, where: str | None, max_n: int, out: Path | None
) -> NoReturn:
    """Say for which values of the parameter each statement holds, and write the page with the pictures."""
    others = [option for option in given_options(context) if option not in TAKEN]
    if where is not None and others:
        raise usage(f"{', '.join(others)}: not with --where, which takes {' and '.join(sorted(TAKEN - {'--where'}))}")
    if where is None:
        raise usage(f"{axiom}: what is explored has one name; of a metric and an axiom say --where PARAMETER")
    with refusing(Unknown):
        metrics = rows(what, where)
        id = None if axiom is None else axiom_named(axiom, metrics[0]).id
    all_answers = [answer for metric in metrics for answer in answers(metric, id, REGISTRY, max_n)]
    if not all_answers:
        raise usage(f"{id} says nothing of {', '.join(metric.name for metric in metrics)}: see axiomatrix explain")
    directory = out or Path("explorations") / "-".join([Path(what).stem, *([id] if id else []), where])
    title = f"For which values of {where}: {what}"
    with refusing(OSError, at=directory):
        values.save(all_answers, directory, title)
    shown = parameter_values.document(title, all_answers)
    written = Text(("Written to ", Mono(directory.as_posix()), f": {values.PAGE} is the page to read."))
    show(Document(shown.title, shown.summary, (*shown.blocks, written)))
    raise typer.Exit(0 if any(answer.values for answer in all_answers) else 3)


def inquiries(what: str, readings: list[str]) -> tuple[str, str, list[Inquiry], tuple[str, ...]]:
    """The id and title of what is explored, its questions, and the user's file if it is one."""
    load_catalogue()
    chosen = "".join(f"-{reading}" for reading in dict.fromkeys(readings))
    if not what.endswith(".py"):
        if "." in what or "/" in what:
            raise NoSuchFile(f"{what}: neither a claim nor a Python file; the name of a file must end in .py")
        with suppress(Unknown):  # a claim, or a name that nothing has: it is said below
            what = axiom_named(what).id
        questions = named(what, REGISTRY, readings=readings)
        wordings = dict.fromkeys(f"{c.source}: {c.wording}" for i in questions for c in i.claims)
        return what.lower() + chosen, "; ".join(wordings) or what.lower(), questions, ()
    before = {m.name: m.claims for m in REGISTRY.metrics.values()}
    entered([Path(what)])
    declared = [(m, c) for m in REGISTRY.metrics.values() for c in m.claims if c not in before.get(m.name, ())]
    questions = declared_in(declared, REGISTRY, readings=readings, files=(what,))
    wordings = dict.fromkeys(c.wording for i in questions for c in i.claims)
    return Path(what).stem + chosen, f"{Path(what).name}: {'; '.join(wordings)}", questions, (what,)


def explore_command(
    context: typer.Context,
    what: What,
    axiom: Asked = None,
    where: Where = None,
    reading: Readings = None,
    max_n: MaxN = 6,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    fresh: Fresh = False,
    out: Out = None,
    pins: Pins = True,
    pictures: Pictures = True,
    search: Search = None,
    family: Family = None,
    seed: Seed = 0,
    budget: Budget = 400,
) -> None:
    """Explore a conjecture: certified or refuted size by size, exact best constants, extremal instances.

    For instance: axiomatrix explore kv7 --max-n 5; axiomatrix explore rbp[binary] equal-spacing --where p

    What an earlier run of the same questions finished is not computed again.
    """
    if axiom is not None or where is not None:
        explore_values(context, what, axiom, where, max_n, out)
    id, title, asked, files = _inquired(what, reading or [], family)
    directory = folder_named(out or Path("explorations") / id)
    run = ExplorationRun(id, title, asked, REGISTRY)
    if search is not None and search <= max_n and all(swept is not None for _, _, swept, _ in run.asked):
        raise usage(f"--search {search} lies within the exact sweep; give more than --max-n {max_n}")
    try:
        with refusing(OSError, at=directory), refusing(*NOT_EXPLORED):
            directory.mkdir(parents=True, exist_ok=True)
            with Store.open(fresh=fresh) as store:
                executor = Cluster(scheduler) if scheduler else local_executor(jobs or os.cpu_count() or 1)
                with executor, progress_bar() as progress:
                    run.sweep(max_n, executor, store, progress)
            with progress_bar() as progress:
                if search is not None:
                    run.search(search, seed=seed, budget=budget, progress=progress)
                if family is not None:
                    run.family(family)
    except KeyboardInterrupt:
        note("interrupted. Run the same command again to resume.")
        raise typer.Exit(130) from None
    _report(run, directory, files, pins=pins, pictures=pictures)


def _inquired(what: str, readings: list[str], family: str | None) -> tuple[str, str, list[Inquiry], tuple[str, ...]]:
    try:
        subject = inquiries(what, readings)
        if family is not None:
            load_family(family)  # so that a mistake costs no sweep
    except (Unknown, NothingToExplore, CannotImport, BadFamily) as error:
        raise refused(error) from None
    return subject


def _report(run: ExplorationRun, directory: Path, files: tuple[str, ...], *, pins: bool, pictures: bool) -> None:
    explored = run.explored()
    answer = explored.answer
    if pins:
        answer = replace(answer, beside=readings_beside(answer, REGISTRY))
    kept = directory / CERTIFICATES
    kept.mkdir(exist_ok=True)
    for name, content in explored.certificates.items():
        write(kept / name, content)
    write(directory / "times.json", indented(explored.times))
    times = {(label, n): seconds for label, sizes in explored.times.items() for n, seconds in sizes.items()}
    folder = directory.as_posix()
    shown = exploration.document(answer, REGISTRY, folder=folder, files=files, times=times, worst_last=True)
    save(answer, directory, REGISTRY, files=files, pictures=pictures)
    written: list[Block] = [Text(("Written to ", Mono(folder), ": answer.md is the page to read."))]
    for name in list(explored.certificates)[:1]:
        command = shlex.join(["axiomatrix", "verify", str(kept / name), *files])
        written += [Text("To check a certificate:"), Code(command, "console")]
    show(Document(shown.title, shown.summary, (*shown.blocks, *written)))
    # every question has an answer of some kind at every size; one that is refuted is answered
    undecided = any(q.first_refuted is None and q.sizes_with("undecided") for q in answer.questions)
    answered = all(q.sizes or q.bounds or q.proof or q.remark for q in answer.questions)
    raise typer.Exit(3 if undecided or not answered else 0)
