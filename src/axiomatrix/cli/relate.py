"""The commands ``relate`` and ``correlate``.

``relate`` finds exact relations between metrics, such as identities and best constants, by enumeration. ``correlate``
compares two distances over a population of pairs of rankings, which is enumerated, drawn, or the user's own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from ..engine.judged_run import JudgedRun
from ..engine.plan import Plan
from ..evidence.files import write_all
from ..evidence.safe import visible
from ..model.metric import Metric
from ..model.registry import REGISTRY, Unknown
from ..report.correlation import dump_correlation as correlation_json
from ..report.correlation import save_correlation
from ..report.json_reports import dump_relations as relations_json
from ..report.json_reports import save_relations
from ..report.render import markdown
from ..report.results import StudyResult
from ..report.studying import relate, relation_result, require_pairs
from ..report.subjects.correlation import document
from ..report.subjects.relations import counts_document
from ..spaces import PositionWeightsSpace
from ..studies.correlate.kernels import MAX_ITEMS_IN_BYTES
from ..studies.correlate.populations import (
    CLICK_MODELS,
    POPULATION_NAMES,
    BadPairs,
    Population,
    clicks,
    mallows,
    of_run,
    plackett_luce,
    read_pairs,
)
from ..studies.correlate.run import CannotCorrelate, CorrelatedPair, Correlation, check_comparable, exhaustive
from ..studies.correlate.weights import BadWeights, position_weights
from ..studies.relate.answer import Related
from ..studies.relate.domains import domain_name
from ..studies.relate.run import Columns, MetricPair, all_pairs, metrics_without_partner, relate_pairs
from .arguments import (
    Commands,
    Depth,
    Pictures,
    RunAndQrels,
    Seed,
    decide_pictures,
    find_metric,
    import_files,
    read_run,
    register_programs,
    split_files,
)
from .messages import note, refusing, usage_error
from .running import executor_of, progress_bar
from .statuses import NOT_DECIDED
from .studies import StudyOptions, StudyOutput, WorkerOptions, study


@dataclass(frozen=True, kw_only=True)
class RelateOptions(WorkerOptions):
    """Options of ``relate``; ``jobs``, ``scheduler`` and those of every study are inherited."""

    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[A] [B] [FILES.py]",
            help="Two metrics; or one, to relate it to all that share its arguments; or none, for all pairs. "
            "Files that register yours may follow.",
        ),
    ] = None
    instances: RunAndQrels = None
    depth: Depth = None
    command: Commands = None


@study(RelateOptions)
def relate_command(options: RelateOptions) -> StudyOutput:
    """Relate metrics: identities, refinements, best constants, rank agreement; exact, by enumeration.

    Two metrics: all relations with witnesses, and the smallest instance on which they differ, in floats too. One: its
    partners. None: the number of relations of each kind; --out writes all of them.
    """
    names, files = split_files(options.words or [])
    if len(names) > 2:
        raise usage_error(f"{names[2]}: relate takes two metrics at most")
    import_files(files)
    programs = register_programs(options.command)
    with refusing(Unknown):
        rows = [find_metric(name) for name in names]  # a metric is called a row, as in the matrix of a check
        judged_run = read_run(options.instances, options.depth)
    lists = judged_run.graded if judged_run else None  # the user's lists, instead of all lists
    all_metrics = list(REGISTRY.metrics.values())
    if len(rows) == 2 and lists is None and not all(row.exact for row in rows):
        # values in floats have no exact relations: only the smallest instance on which they differ is shown
        with refusing(ValueError):
            return _output(relate(*rows), Related(defaults={}, left_out=[], relations=[]))
    with refusing(ValueError):
        if len(rows) == 2:
            pairs = require_pairs(rows, lists)
        elif rows:
            pairs = all_pairs(rows, all_metrics, lists)  # one metric with all others
        else:
            pairs = all_pairs(all_metrics, None, lists)  # all with each other
    plan = Plan(files=tuple(map(str, files)), programs=tuple(programs), judged_run=judged_run)
    related = _related(pairs, options, plan, explained=len(rows) == 2)
    if not rows:
        related.left_out.extend(metrics_without_partner(all_metrics, pairs))
        names_in_order = [row.name for row in all_metrics]
        return StudyOutput(
            document=counts_document(related),
            json=lambda: relations_json(related),
            write=lambda folder: save_relations(related, names_in_order, folder),
        )
    if not related.relations and (related.left_out or len(rows) == 2):
        # The pairs were left out, each with a reason: for instance, a definition raised an error.
        note(f"error: {'; '.join(map(str, related.left_out))}", always=True)
        raise typer.Exit(NOT_DECIDED)
    if not related.relations:
        raise usage_error(f"no other metric takes {domain_name(tuple(rows[0].arguments.values()))}")
    # the smallest instance on which two metrics differ is sought among all lists, and so not shown of a user's lists
    return _output(relation_result(rows, related, REGISTRY, differences=lists is None), related)


def _related(pairs: list[MetricPair], options: RelateOptions, plan: Plan, *, explained: bool) -> Related:
    """Relate the pairs in worker processes, or a single pair of the catalogue in this process, which is quicker.

    ``explained`` adds details shown only for a single pair, such as witnesses.
    """
    columns = Columns(REGISTRY)  # the values of each metric on all instances, computed once for all of its pairs
    is_in_this_process = explained and not (plan.is_foreign or options.jobs or options.scheduler)
    jobs = options.jobs or os.cpu_count() or 1
    workers = nullcontext() if is_in_this_process else executor_of(jobs, options.scheduler)
    with workers as executor, progress_bar() as progress:
        if executor is not None:
            columns.evaluate(pairs, executor, plan, progress)
        return relate_pairs(pairs, columns, explained=explained, progress=progress)


def _output(result: StudyResult[Any], related: Related) -> StudyOutput:
    """Return the output of the command: the page of the result, and the relations as data."""

    def write(folder: Path) -> list[Path]:
        pages = {"relations.md": markdown.render(result.document), "relations.json": relations_json(related)}
        return write_all(pages, folder)

    return StudyOutput(document=result.document, json=lambda: relations_json(related), write=write, notes=result.notes)


# --- ``axiomatrix correlate`` ------------------------------------------------------------------------------------


class DrawnPopulation(NamedTuple):
    """A population of pairs of rankings that are drawn at random."""

    draw: Callable[..., Population]
    """Draws it, given the number of items, --count, the values of its options in their order, and --seed."""
    defaults: dict[str, Any]
    """The options of the command that apply to it, with their defaults, in the order of the arguments."""


N_DRAWN = 10
"""Default of -n for a drawn population."""
DRAWN_POPULATIONS: Mapping[str, DrawnPopulation] = {
    "clicks": DrawnPopulation(clicks, {"model": CLICK_MODELS[0], "clicks": 1000, "exponent": 1.0}),
    "mallows": DrawnPopulation(mallows, {"dispersion": 0.5}),
    "plackett-luce": DrawnPopulation(plackett_luce, {"exponent": 1.0}),
}


@dataclass(frozen=True, kw_only=True)
class CorrelateOptions(StudyOptions):
    """Options of ``correlate``; those of every study are inherited. Some apply only to one population (below)."""

    words: Annotated[
        list[str],
        typer.Argument(
            metavar="A B [FILES.py]",
            help="Two metrics of two rankings, such as footrule-position[next]; the ratio is A / B. "
            "Files that register yours may follow.",
        ),
    ]
    weights: Annotated[
        str,
        typer.Option(
            help="Position weights: unit, dcg, geometric, top-K, or a file with delta_2, delta_3 ... one per line."
        ),
    ] = "unit"
    base: Annotated[str | None, typer.Option(help="The base of the logarithm in dcg.  [default: natural]")] = None
    population: Annotated[
        str | None, typer.Option("--population", help=f"{', '.join(POPULATION_NAMES)}.  [default: clicks]")
    ] = None
    pairs: Annotated[
        Path | None,
        typer.Option(
            help="CSV of your own pairs: two columns, each a ranking of the same items, best first: x y z,y x z"
        ),
    ] = None
    n: Annotated[
        int | None,
        typer.Option("-n", min=1, max=MAX_ITEMS_IN_BYTES, help="Items per ranking.  [default: 10; exhaustive 8]"),
    ] = None
    count: Annotated[int, typer.Option(min=1, max=5_000_000, help="Pairs (or queries) to draw.")] = 80_000
    seed: Seed = None
    model: Annotated[
        str | None, typer.Option(help=f"How users click: {', '.join(CLICK_MODELS)}.  [default: {CLICK_MODELS[0]}]")
    ] = None
    clicks: Annotated[int | None, typer.Option(min=1, max=10**9, help="Clicks per query.  [default: 1000]")] = None
    exponent: Annotated[float | None, typer.Option(help="Zipf exponent of relevances, or of worths.  [default: 1]")] = (
        None
    )
    dispersion: Annotated[
        float | None, typer.Option(help="Mallows' dispersion, above 0, at most 1.  [default: 0.5]")
    ] = None
    set: Annotated[list[str] | None, typer.Option("--set", help="Set a numeric parameter, such as p=9/10.")] = None
    pictures: Pictures = True
    instances: RunAndQrels = None
    depth: Depth = None


@study(CorrelateOptions)
def correlate_command(options: CorrelateOptions) -> StudyOutput:
    """Correlate two metrics over a population of pairs of rankings; the extremes of A / B against the proved bounds."""
    with refusing(Unknown, CannotCorrelate, BadPairs, BadWeights, ValueError):
        judged_run = read_run(options.instances, options.depth)
        name = _population_name(options, judged_run)
        population_options = _population_options(options, name)
        names, files = split_files(options.words)
        if len(names) != 2:
            raise CannotCorrelate(f"{' '.join(options.words)}: correlate takes two metrics, not {len(names)}")
        import_files(files)
        a, b = find_metric(names[0]), find_metric(names[1])  # the ratio is A / B
        for metric in (a, b):
            check_comparable(metric)
        if judged_run is not None:
            population = of_run(judged_run)
        elif options.pairs is not None:
            population = read_pairs(options.pairs)
        elif name == "exhaustive":
            population = exhaustive(a, b, options.n)
        else:
            draw = DRAWN_POPULATIONS[name].draw
            population = draw(options.n or N_DRAWN, options.count, *population_options.values(), options.seed or 0)
        spaces = [*a.parameters.values(), *b.parameters.values()]
        has_weights = any(isinstance(space, PositionWeightsSpace) for space in spaces)
        if not has_weights and (options.weights != "unit" or options.base is not None):
            raise BadWeights(f"--weights: neither {a.name} nor {b.name} has position weights")
        # the cost of a swap at each position; all 1 where no metric takes weights
        delta = position_weights(options.weights, population.n, options.base)
        numbers = _read_numbers(options.set or [], a, b)
        weights_name = options.weights if has_weights else ""
        pair = CorrelatedPair(a, b, weights=weights_name, delta=delta, numbers=numbers, base=options.base)
        correlation = Correlation(pair, population, REGISTRY)
    return StudyOutput(
        document=document(correlation),
        json=lambda: correlation_json(correlation),
        write=lambda folder: save_correlation(correlation, folder, picture=decide_pictures(options.pictures)),
        notes=[visible(notice) for notice in correlation.notices],
    )


def _population_name(options: CorrelateOptions, judged_run: JudgedRun | None) -> str:
    """Return the name of the population of pairs that is compared over; --pairs and --instances exclude all others."""
    if options.pairs is not None and options.population is not None:
        raise CannotCorrelate("--pairs replaces the population; leave out --population")
    if judged_run is not None and (options.pairs is not None or options.population is not None):
        raise CannotCorrelate("--instances replaces the population; leave out --pairs and --population")
    if judged_run is not None:
        return "instances"
    if options.pairs is not None:
        return "pairs"
    if (name := options.population or "clicks") not in POPULATION_NAMES:
        raise Unknown("population", name, POPULATION_NAMES)
    return name


def _population_options(options: CorrelateOptions, name: str) -> dict[str, Any]:
    """Return the values of the options that the population takes, in their order; options of others are refused."""
    own_defaults = DRAWN_POPULATIONS[name].defaults if name in DRAWN_POPULATIONS else {}  # the others take none
    written: dict[str, Any] = {}  # the options of any drawn population that the user wrote
    for drawn in DRAWN_POPULATIONS.values():
        for option in drawn.defaults:
            if (value := getattr(options, option)) is not None:
                written[option] = value
    for option in written:
        if option not in own_defaults:
            others = [other for other, drawn in DRAWN_POPULATIONS.items() if option in drawn.defaults]
            raise CannotCorrelate(f"--{option} needs --population {' or '.join(others)}, not {name}")
    if name == "pairs" and options.n is not None:
        raise CannotCorrelate("-n cannot be combined with --pairs, which fixes the number of items")
    if written.get("model", CLICK_MODELS[0]) not in CLICK_MODELS:
        raise Unknown("model", written["model"], CLICK_MODELS)
    return {**own_defaults, **written}  # in the order of the defaults, which are the arguments of ``draw``


def _read_numbers(settings: list[str], a: Metric, b: Metric) -> dict[str, str]:
    """Read the values of --set, each ``NAME=NUMBER`` for a parameter of one of the metrics, by parameter."""
    numbers: dict[str, str] = {}
    for text in settings:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            raise BadWeights(f"--set {text}: write it as NAME=NUMBER, such as p=9/10")
        parameters = {**a.parameters, **b.parameters}
        if name not in parameters:
            raise Unknown(f"parameter of {a.name} and {b.name}", name, parameters)
        numbers[name] = value
    return numbers
