"""The command ``axiomatrix explore``, which answers three kinds of questions.

* By default it explores a conjecture, such as ``explore kv7``: for each size, is it certified or refuted, and what is
  the best constant?
* With ``--where`` it finds the values of a parameter for which a metric keeps an axiom.
* With ``--axioms`` it decides whether some metric satisfies a set of axioms.

Each kind takes only some of the options, and refuses the others.

For a conjecture, a *sweep* decides all instances of a size exactly, by linear programs where the metric has a parameter
such as weights. Beyond the sizes swept, a *search* and a *family* (instances that a user's function makes from
m = 1, 2, 3 ...) give bounds on the best constant.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from msgspec.structs import replace

from ..catalogue import load_catalogue
from ..catalogue.loading import CannotImport, NoSuchFile
from ..engine.executor import Cluster, NoDask, Unreachable, local_executor
from ..engine.store import ChunkFailed, Store
from ..evidence.certificate import FOLDER as CERTIFICATES
from ..evidence.files import indented_json, write_all
from ..model.metric import Metric
from ..model.registry import REGISTRY, Unknown
from ..report import exploration_files
from ..report.document import Block, Code, Document, Text
from ..report.exploration_files import save_exploration
from ..report.render import markdown
from ..report.subjects import axiom_set, exploration
from ..report.subjects.metric import values_document
from ..studies.axiom_sets.answer import dumps as axiom_set_json
from ..studies.axiom_sets.asking import answer_axioms, subject_of
from ..studies.axiom_sets.deciding import NoExactAnswer
from ..studies.axiom_sets.tables import NotAsked
from ..studies.explore.answer import Answer
from ..studies.explore.answer import dumps as exploration_json
from ..studies.explore.beside import readings_beside
from ..studies.explore.family import BadFamily, load_family
from ..studies.explore.inquiry import Inquiry, NothingToExplore, inquiries_declared, inquiries_named
from ..studies.explore.run import ExplorationResult, ExplorationRun
from ..studies.parameter_values import statement_values
from .arguments import (
    Fresh,
    Pictures,
    Seed,
    decide_pictures,
    find_axiom,
    find_metric,
    import_files,
    report_error,
)
from .messages import note, refusing, usage_error
from .running import progress_bar
from .statuses import INTERRUPTED, NOT_DECIDED
from .studies import StudyOutput, WorkerOptions, study

EXPLORATION_ERRORS = (BadFamily, NoDask, Unreachable, ChunkFailed)
"""Errors of a family or of the workers, which end the command."""
MAX_N = 6
"""Default of --max-n."""
OPTIONS_WITH_AXIOMS = frozenset(
    {"--axioms", "--implies", "--grades", "--max-n", "--out", "--format", "--quiet", "--verbose"}
)
"""The options that apply to a set of axioms; any other is refused."""
OPTIONS_WITH_WHERE = frozenset({"--where", "--max-n", "--out", "--format", "--quiet", "--verbose"})
"""The options that apply to values of a parameter; any other is refused."""


@dataclass(frozen=True, kw_only=True)
class ExploreOptions(WorkerOptions):
    """Options of all three kinds of questions; those of every study, such as ``out``, are inherited."""

    context: typer.Context
    """Says which options the user wrote (:func:`_options_on_command_line`)."""
    what: Annotated[
        str,
        typer.Argument(
            help="A claim or source (kv7, KV), an axiom (near-metric), or a FILE.py with a conjecture; with --where a "
            "metric, or a FILE.py that registers some; with --axioms the first axiom."
        ),
    ]
    axiom: Annotated[
        str | None,
        typer.Argument(help="With --where: the axiom.  [default: all of the metric's]"),
    ] = None
    others: Annotated[list[str] | None, typer.Argument(help="With --axioms: further axioms.")] = None
    where: Annotated[
        str | None, typer.Option(help="Find the values of this parameter for which the metric satisfies the axiom.")
    ] = None
    axioms: Annotated[
        bool,
        typer.Option("--axioms", help="Does some metric satisfy all these axioms? Decided by a table up to --max-n."),
    ] = False
    implies: Annotated[str | None, typer.Option(help="With --axioms: does this axiom follow from them?")] = None
    grades: Annotated[
        int | None, typer.Option(min=1, max=3, help="With --axioms: the highest grade of lists.  [default: 1]")
    ] = None
    reading: Annotated[list[str] | None, typer.Option("--reading", "-r", help="Only these readings (variants).")] = None
    max_n: Annotated[int, typer.Option(min=1, max=12, help="Largest number of items in the exact sweep.")] = MAX_N
    search: Annotated[int | None, typer.Option(min=2, max=16, help="Beyond the sweep: bounds up to this n.")] = None
    budget: Annotated[
        int,
        typer.Option(
            min=1,
            help="At most this many linear programs (or evaluations) for each n of --search, and fillings of holes.",
        ),
    ] = 400
    family: Annotated[
        str | None,
        typer.Option(help="Instances for m = 1, 2, 3 ...; from a template with holes, the worst family."),
    ] = None
    side_by_side: Annotated[
        bool,
        typer.Option("--side-by-side/--no-side-by-side", help="Show the readings side by side, as check decides them."),
    ] = True
    pictures: Pictures = True
    seed: Seed = None
    fresh: Fresh = False


@study(ExploreOptions)
def explore_command(options: ExploreOptions) -> StudyOutput:
    """Explore a conjecture: certified or refuted size by size, exact best constants, extremal instances.

    Results that earlier runs cached are reused.
    """
    if options.axioms:
        return _explore_axioms_of(options)
    if options.where is not None:
        written_options = _options_on_command_line(options.context)
        _refuse_other_options(written_options, OPTIONS_WITH_WHERE, "--where")
        if options.others:
            raise usage_error(f"{options.others[0]}: --where takes one axiom, or none to check all of the metric's")
        return _explore_values(options.what, options.axiom, options.where, options.max_n)
    return _explore_conjecture(options)


def _options_on_command_line(context: typer.Context) -> list[str]:
    """Return the long names of the options that the user wrote."""
    return [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.param_type_name == "option"
        and (source := context.get_parameter_source(parameter.name or "")) is not None
        and source.name == "COMMANDLINE"
    ]


def _refuse_other_options(written_options: Sequence[str], allowed: frozenset[str], kind: str) -> None:
    """End the command if an option does not apply to this kind of question; ``kind`` is the option that chooses it."""
    refused = [option for option in written_options if option not in allowed]
    if refused:
        specific = ", ".join(sorted(allowed - {kind, "--quiet", "--verbose"}))
        raise usage_error(f"{', '.join(refused)} cannot be combined with {kind}, which takes only {specific}")


# --- a conjecture, size by size --------------------------------------------------------------------------------------


class Conjecture(NamedTuple):
    """The questions to explore, each a statement about one metric: of a claim, a source, an axiom, or a user's file."""

    id: str
    """The name of the answer, from which names of files are made."""
    title: str
    questions: list[Inquiry]
    files: tuple[str, ...]
    """The user's file; none for a claim, a source or an axiom."""


def _find_conjecture(what: str, readings: list[str]) -> Conjecture:
    """Find the questions to explore.

    ``what`` is a claim, a source, an axiom or a file with conjectures. ``readings`` restrict the questions to these
    readings of the claim, which are variants of the metrics that it is about. A file's conjectures are the claims that
    are new after its import.
    """
    load_catalogue()
    id_suffix = "".join(f"-{reading}" for reading in dict.fromkeys(readings))
    if not what.endswith(".py"):
        if "." in what or "/" in what:
            raise NoSuchFile(f"{what}: neither a claim nor a Python file; the name of a file must end in .py")
        with suppress(Unknown):  # a claim, or an unknown name, which is reported below
            what = find_axiom(what).id
        questions = inquiries_named(what, REGISTRY, readings=readings)
        all_claims = [claim for question in questions for claim in question.claims]
        wordings = dict.fromkeys(f"{claim.source}: {claim.wording}" for claim in all_claims)
        id = what.lower()  # claims have capitals, such as KV7, and names of files do not
        return Conjecture(id + id_suffix, "; ".join(wordings) or id, questions, ())
    claims_before = {metric.name: metric.claims for metric in REGISTRY.metrics.values()}
    import_files([Path(what)])
    new_claims = [
        (metric, claim)
        for metric in REGISTRY.metrics.values()
        for claim in metric.claims
        if claim not in claims_before.get(metric.name, ())
    ]
    questions = inquiries_declared(new_claims, REGISTRY, readings=readings, files=(what,))
    wordings = dict.fromkeys(claim.wording for question in questions for claim in question.claims)
    title = f"{Path(what).name}: {'; '.join(wordings)}"
    return Conjecture(Path(what).stem + id_suffix, title, questions, (what,))


def _read_conjecture(what: str, readings: list[str], family: str | None) -> Conjecture:
    """Find the questions to explore; an error in them or in the family ends the command before the sweep."""
    try:
        conjecture = _find_conjecture(what, readings)
        if family is not None:
            load_family(family)
    except (Unknown, NothingToExplore, CannotImport, BadFamily) as error:
        raise report_error(error) from None
    return conjecture


def _explore_conjecture(options: ExploreOptions) -> StudyOutput:
    """Explore the questions that the command line names, size by size."""
    if options.implies is not None or options.grades is not None:
        misplaced_option = "--grades" if options.implies is None else "--implies"
        raise usage_error(f"{misplaced_option} needs --axioms")
    if options.axiom is not None:
        raise usage_error(
            f"{options.axiom}: explore takes one name; to vary a parameter of a metric and an axiom, "
            "add --where PARAMETER"
        )
    conjecture = _read_conjecture(options.what, options.reading or [], options.family)
    run = ExplorationRun(conjecture.id, conjecture.title, conjecture.questions, REGISTRY)
    search, max_n = options.search, options.max_n
    # Nothing is computed yet. ``sweep_results`` is where the results of a sweep will go, and ``enumerations`` has the
    # plans for questions answered without a sweep. Both are exact, so that a search up to max_n would add nothing.
    is_all_exact = bool(run.enumerations) or all(question.sweep_results for question in run.questions)
    if search is not None and search <= max_n and is_all_exact:
        raise usage_error(f"--search {search} is within the exact sweep; it must be more than --max-n {max_n}")
    _run(run, options)
    explored = run.result()
    answer = explored.answer
    if options.side_by_side:
        answer = replace(answer, beside=readings_beside(answer, REGISTRY))  # the readings of the claim
    return _output(explored, answer, options, conjecture.files)


def _run(run: ExplorationRun, options: ExploreOptions) -> None:
    """Sweep all sizes, then search beyond and evaluate the family, as far as the options ask for it."""
    try:
        with refusing(*EXPLORATION_ERRORS), Store.open(fresh=options.fresh) as store:
            jobs = options.jobs or os.cpu_count() or 1
            executor = Cluster(options.scheduler) if options.scheduler else local_executor(jobs)
            with executor, progress_bar() as progress:
                run.sweep(options.max_n, executor, store, progress)
            with progress_bar() as progress:
                if options.search is not None:
                    run.search(options.search, seed=options.seed or 0, budget=options.budget, progress=progress)
                if options.family is not None:
                    run.family(options.family, seed=options.seed or 0, budget=options.budget)
    except KeyboardInterrupt:
        note("interrupted; run the same command again to resume", always=True)
        raise typer.Exit(INTERRUPTED) from None


def _output(
    explored: ExplorationResult, answer: Answer, options: ExploreOptions, files: tuple[str, ...]
) -> StudyOutput:
    """Return the output for an answer, with the certificates and times of ``explored``.

    ``files`` are the user's files that a command to verify it must name.
    """
    folder = options.out
    certificates = {f"{CERTIFICATES}/{name}": content for name, content in explored.certificates.items()}
    times = {(label, n): seconds for label, sizes in explored.times.items() for n, seconds in sizes.items()}
    # The refuted questions come last, where a terminal leaves them in view.
    page = exploration.document(
        answer, REGISTRY, folder=folder.as_posix() if folder else None, files=files, times=times, worst_last=True
    )

    def write(directory: Path) -> Sequence[Path]:
        written = save_exploration(answer, directory, REGISTRY, files=files, pictures=decide_pictures(options.pictures))
        (directory / CERTIFICATES).mkdir(exist_ok=True)  # even if it stays empty, so that users always find it
        return [*written, *write_all({**certificates, "times.json": indented_json(explored.times)}, directory)]

    verify: list[Block] = []
    if folder is not None and certificates:
        command = shlex.join(["axiomatrix", "verify", str(folder / next(iter(certificates))), *files])
        verify = [Text("To check a certificate:"), Code(command, "console")]
    # Status 0 needs an answer to every question. A refuted question is answered, even if larger sizes are undecided. A
    # question answered only by a remark has one for all values of a parameter at once, and no list of sizes.
    is_undecided = any(q.first_refuted is None and q.sizes_with("undecided") for q in answer.questions)
    are_all_answered = all(q.sizes or q.bounds or q.proof or q.remark for q in answer.questions)
    return StudyOutput(
        document=Document(page.title, page.summary, (*page.blocks, *verify)),
        json=lambda: exploration_json(answer),
        write=write,
        status=NOT_DECIDED if is_undecided or not are_all_answered else 0,
    )


# --- ``--axioms``: a table of values that satisfies axioms, or a contradiction between them -----------------------


SET_FILE = "axiom-set.json"
SET_PAGE = "axiom-set.md"


def _explore_axioms_of(options: ExploreOptions) -> StudyOutput:
    """Decide the set of axioms that the command line names."""
    written_options = _options_on_command_line(options.context)
    _refuse_other_options(written_options, OPTIONS_WITH_AXIOMS, "--axioms")
    # All arguments name axioms here: ``what`` is the first of them, and ``axiom`` the second, if there is one.
    names = [name for name in (options.what, options.axiom, *(options.others or ())) if name]
    max_n = options.max_n if "--max-n" in written_options else None  # this kind of question has its own default
    return _explore_axioms(names, options.implies, max_n, options.grades)


def _explore_axioms(names: Sequence[str], implies: str | None, max_n: int | None, grades: int | None) -> StudyOutput:
    """Decide whether a table of values satisfies the axioms or, with ``implies``, whether that axiom follows from them.

    The table has a value for each list of up to ``max_n`` items with grades of up to ``grades``, or for each pair of
    rankings; None for the defaults.
    """
    load_catalogue()
    with refusing(Unknown, NotAsked, NoExactAnswer):
        axioms = list({axiom.id: axiom for axiom in map(find_axiom, names)}.values())  # each once
        conclusion = None if implies is None else find_axiom(implies)
        if conclusion in axioms:
            raise usage_error(f"--implies {implies}: already one of the axioms; name another")
        all_axioms = axioms if conclusion is None else [*axioms, conclusion]
        subject = subject_of(all_axioms, max_n, grades)  # the lists or pairs of rankings that the table is about
        answer = answer_axioms(subject, axioms, conclusion)
    document = axiom_set.document(answer)

    def write(folder: Path) -> Sequence[Path]:
        verify_command = shlex.join(["axiomatrix", "verify", (folder / SET_FILE).as_posix()])
        page = axiom_set.document(answer, verified_by=verify_command)
        return write_all({SET_FILE: axiom_set_json(answer), SET_PAGE: markdown.render(page)}, folder)

    return StudyOutput(document=document, json=lambda: axiom_set_json(answer), write=write)


# --- ``--where``: for which values of a parameter a metric keeps an axiom -----------------------------------------


def _explore_values(what: str, axiom: str | None, where: str, max_n: int) -> StudyOutput:
    """Find the values of the parameter ``where`` for which each statement holds.

    ``what`` is the name of a metric, or a user's file that registers some. Without an axiom, all are asked. Instances
    have up to ``max_n`` items.
    """
    with refusing(Unknown):
        metrics = _metrics_with_parameter(what, where)
        # An axiom's name that has several readings is read for the first metric of a file.
        axiom_id = None if axiom is None else find_axiom(axiom, metrics[0]).id
    answers = [answer for metric in metrics for answer in statement_values(metric, axiom_id, REGISTRY, max_n)]
    if not answers:  # only for a named axiom, since every metric has statements
        names = ", ".join(metric.name for metric in metrics)
        raise usage_error(f"{axiom_id} does not apply to {names}; see axiomatrix show {axiom_id}")
    title = f"For which values of {where}: {what}"
    records = [
        {
            "metric": answer.metric,
            "statement": answer.statement,
            # a sentence such as "holds exactly for p >= 1/2 (n <= 5)"; else ``reason`` says why there is none
            "values": answer.values.note.text if answer.values else None,
            "reason": answer.reason,
        }
        for answer in answers
    ]
    return StudyOutput(
        document=values_document(title, answers),
        json=lambda: indented_json(records),
        write=lambda folder: exploration_files.save_values(answers, folder, title),
        status=0 if any(answer.values for answer in answers) else NOT_DECIDED,
    )


def _metrics_with_parameter(what: str, where: str) -> list[Metric]:
    """Return the metrics that have the parameter ``where``: the metric named ``what``, or those of a user's file."""
    files = import_files([Path(what)] if what.endswith(".py") else [])
    metrics = [REGISTRY.metric(name) for registered in files.values() for name in registered]
    if files and not metrics:
        raise usage_error(f"{what}: registers no metric")
    metrics = metrics or [find_metric(what)]
    with_parameter = [metric for metric in metrics if where in metric.parameters]
    if not with_parameter:
        parameters = sorted({name for metric in metrics for name in metric.parameters})
        raise usage_error(
            f"--where {where}: {metrics[0].name if len(metrics) == 1 else what} has no parameter of that name; "
            + (f"it has {', '.join(parameters)}" if parameters else "it has none")
        )
    return with_parameter
