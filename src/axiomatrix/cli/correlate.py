"""The command ``axiomatrix correlate``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from ..engine.judged_run import JudgedRun
from ..evidence.safe import visible
from ..model.metric import Metric
from ..model.registry import REGISTRY, Unknown
from ..report.correlations.data import dumps, save
from ..report.subjects.correlation import document
from ..spaces import PositionWeightsSpace
from ..studies.correlate.kernels import MAX_ITEMS_IN_BYTES
from ..studies.correlate.populations import (
    CLICK_MODELS,
    NAMES,
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
from .arguments import (
    Depth,
    Instances,
    Pictures,
    Seed,
    can_write_pictures,
    entered,
    given_lists,
    metric_named,
    split_files,
)
from .messages import refusing
from .studies import StudyOptions, StudyOutput, study

DRAWN: Mapping[str, tuple[Callable[..., Population], dict[str, Any]]] = {
    "clicks": (clicks, {"model": CLICK_MODELS[0], "clicks": 1000, "exponent": 1.0}),
    "mallows": (mallows, {"dispersion": 0.5}),
    "plackett-luce": (plackett_luce, {"exponent": 1.0}),
}
"""How populations are drawn, and what each takes between -n, --count and --seed, in its order, with the defaults."""


@dataclass(frozen=True, kw_only=True)
class CorrelateOptions(StudyOptions):
    """Options of the command line."""

    named: Annotated[
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
            help="Position weights: unit, dcg, geometric, top-K, or a file with delta_2, delta_3 ... a line each."
        ),
    ] = "unit"
    base: Annotated[str | None, typer.Option(help="The base of the logarithm in dcg.  [default: natural]")] = None
    population: Annotated[str | None, typer.Option("--population", help=f"{', '.join(NAMES)}.  [default: clicks]")] = (
        None
    )
    pairs: Annotated[
        Path | None,
        typer.Option(
            help="CSV of your own pairs: two columns, each an order of the same items with spaces: x y z,y x z"
        ),
    ] = None
    n: Annotated[
        int | None,
        typer.Option("-n", min=1, max=MAX_ITEMS_IN_BYTES, help="Items a ranking.  [default: 10; exhaustive 8]"),
    ] = None
    count: Annotated[int, typer.Option(min=1, max=5_000_000, help="Pairs (or queries) to draw.")] = 80_000
    seed: Seed = None
    model: Annotated[
        str | None, typer.Option(help=f"How users click: {', '.join(CLICK_MODELS)}.  [default: {CLICK_MODELS[0]}]")
    ] = None
    clicks: Annotated[int | None, typer.Option(min=1, max=10**9, help="Clicks a query.  [default: 1000]")] = None
    exponent: Annotated[float | None, typer.Option(help="Zipf exponent of relevances, or of worths.  [default: 1]")] = (
        None
    )
    dispersion: Annotated[
        float | None, typer.Option(help="Mallows' dispersion, above 0, at most 1.  [default: 0.5]")
    ] = None
    set: Annotated[list[str] | None, typer.Option("--set", help="A parameter that is a number, such as p=9/10.")] = None
    pictures: Pictures = True
    instances: Instances = None
    depth: Depth = None


@study(CorrelateOptions)
def correlate_command(wished: CorrelateOptions) -> StudyOutput:
    """Correlate two metrics over a population of pairs of rankings; the extremes of A / B against the proved bounds."""
    with refusing(Unknown, CannotCorrelate, BadPairs, BadWeights, ValueError):
        lists = given_lists(wished.instances, wished.depth)
        name = _named(wished, lists)
        chosen = _chosen(wished, name)
        names, files = split_files(wished.named)
        if len(names) != 2:
            raise CannotCorrelate(f"{' '.join(names) or 'nothing'}: name two metrics, not {len(names)}")
        entered(files)
        one, other = metrics = metric_named(names[0]), metric_named(names[1])
        for metric in metrics:
            check_comparable(metric)
        if lists is not None:
            drawn = of_run(lists)
        elif wished.pairs is not None:
            drawn = read_pairs(wished.pairs)
        elif name == "exhaustive":
            drawn = exhaustive(one, other, wished.n)
        else:
            drawn = DRAWN[name][0](wished.n or 10, wished.count, *chosen.values(), wished.seed or 0)
        weighted = any(isinstance(s, PositionWeightsSpace) for m in metrics for s in m.parameters.values())
        if not weighted and (wished.weights != "unit" or wished.base is not None):
            raise BadWeights(f"--weights: neither {one.name} nor {other.name} has position weights")
        delta = position_weights(wished.weights, drawn.n, wished.base)
        numbers = _numbers(wished.set or [], one, other)
        asked = CorrelatedPair(one, other, wished.weights if weighted else "", delta, numbers, wished.base)
        correlation = Correlation(asked, drawn, REGISTRY)
    return StudyOutput(
        document=document(correlation),
        json=lambda: dumps(correlation),
        write=lambda folder: save(correlation, folder, picture=can_write_pictures(wished.pictures)),
        notes=[visible(notice) for notice in correlation.notices],
    )


def _named(wished: CorrelateOptions, lists: JudgedRun | None) -> str:
    """Name the population; a user's pairs and lists are a population of their own."""
    if wished.pairs is not None and wished.population is not None:
        raise CannotCorrelate("--pairs are a population of their own: leave out --population")
    if lists is not None and (wished.pairs is not None or wished.population is not None):
        raise CannotCorrelate("--instances are a population of their own: leave out --pairs and --population")
    if lists is not None or wished.pairs is not None:
        return "instances" if lists is not None else "pairs"
    if (name := wished.population or "clicks") not in NAMES:
        raise Unknown("population", name, NAMES)
    return name


def _chosen(wished: CorrelateOptions, name: str) -> dict[str, Any]:
    """Return the chosen options of the population; refuse options that it does not take."""
    takes = DRAWN[name][1] if name in DRAWN else {}
    options = dict.fromkeys(option for _, defaults in DRAWN.values() for option in defaults)
    given = {option: value for option in options if (value := getattr(wished, option)) is not None}
    for option in given:
        if option not in takes:
            others = [other for other, (_, defaults) in DRAWN.items() if option in defaults]
            raise CannotCorrelate(f"--{option} is for the population {' or '.join(others)}, not {name}")
    if name == "pairs" and wished.n is not None:
        raise CannotCorrelate("-n: the pairs themselves say how many items they have")
    if given.get("model", CLICK_MODELS[0]) not in CLICK_MODELS:
        raise Unknown("model", given["model"], CLICK_MODELS)
    return {**takes, **given}


def _numbers(given: list[str], a: Metric, b: Metric) -> dict[str, str]:
    numbers: dict[str, str] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name or not value:
            raise BadWeights(f"--set {text}: write it as NAME=NUMBER, such as p=9/10")
        known = {**a.parameters, **b.parameters}
        if name not in known:
            raise Unknown(f"parameter of {a.name} and {b.name}", name, known)
        numbers[name] = value
    return numbers
