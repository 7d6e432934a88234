"""The command ``axiomatrix correlate``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from ..engine.given.given import Given
from ..evidence.safe import visible
from ..model.metric import Metric
from ..model.registry import REGISTRY, Unknown
from ..report.correlations.pages import save
from ..report.tables import narrow
from ..spaces import PositionWeightsSpace
from ..studies.correlate import kv16
from ..studies.correlate.clicks import MODELS, clicks
from ..studies.correlate.kernels import LARGEST
from ..studies.correlate.models import mallows, plackett_luce
from ..studies.correlate.pairs import BadPairs, of_run, read
from ..studies.correlate.populations import NAMES, Population
from ..studies.correlate.run import (
    CannotCorrelate,
    CorrelatedPair,
    Correlation,
    check_comparable,
    correlated,
    exhaustive,
)
from ..studies.correlate.weights import BadWeights, position_weights
from ..studies.correlate.words import (
    assumptions,
    bound_lines,
    extreme_name,
    extreme_text,
    population_title,
    statistics,
    weights_text,
)
from .arguments import Depth, Instances, MetricFiles, entered, folder_named, given_lists, metric_named
from .messages import note, refusing

A = Annotated[
    str, typer.Argument(help="A metric of two rankings, such as footrule-position or footrule-position[next].")
]
B = Annotated[str, typer.Argument(help="Another one; the ratio is A / B.")]
Weights = Annotated[
    str,
    typer.Option(
        help="Position weights: unit, dcg, geometric, top-K, or a file with delta_2, delta_3 ... a line each."
    ),
]
Base = Annotated[str | None, typer.Option(help="The base of the logarithm in dcg.  [default: natural]")]
Which = Annotated[str | None, typer.Option("--population", help=f"{', '.join(NAMES)}.  [default: clicks]")]
Pairs = Annotated[
    Path | None,
    typer.Option(help="CSV of your own pairs: two columns, each an order of the same items with spaces: x y z,y x z"),
]
Items = Annotated[
    int | None, typer.Option("-n", min=1, max=LARGEST, help="Items a ranking.  [default: 10; exhaustive 8]")
]
Count = Annotated[int, typer.Option(min=1, max=5_000_000, help="Pairs (or queries) to draw.")]
Seed = Annotated[int, typer.Option(min=0, help="The seed; one seed, one result.")]
Model = Annotated[str | None, typer.Option(help=f"How users click: {', '.join(MODELS)}.  [default: {MODELS[0]}]")]
Clicks = Annotated[int | None, typer.Option(min=1, max=10**9, help="Clicks a query.  [default: 1000]")]
Exponent = Annotated[float | None, typer.Option(help="Zipf exponent of relevances, or of worths.  [default: 1]")]
Dispersion = Annotated[float | None, typer.Option(help="Mallows' dispersion, above 0, at most 1.  [default: 0.5]")]
Set = Annotated[list[str] | None, typer.Option("--set", help="A parameter that is a number, such as p=9/10.")]
Out = Annotated[Path | None, typer.Option(help="Where the result goes.  [default: correlations/A-B-POPULATION]")]
Picture = Annotated[bool, typer.Option("--picture/--no-picture", help="Draw the scatter.")]
OWN_OPTIONS = {
    "clicks": ("model", "clicks", "exponent"),
    "mallows": ("dispersion",),
    "plackett-luce": ("exponent",),
    "exhaustive": (),
    "pairs": (),
    "instances": (),
}
"""The options that a population takes besides -n, --count and --seed."""


def correlate_command(
    a: A,
    b: B,
    weights: Weights = "unit",
    base: Base = None,
    population: Which = None,
    pairs: Pairs = None,
    n: Items = None,
    count: Count = 80_000,
    seed: Seed = 0,
    model: Model = None,
    clicks: Clicks = None,
    exponent: Exponent = None,
    dispersion: Dispersion = None,
    set: Set = None,
    files: MetricFiles = None,
    out: Out = None,
    picture: Picture = True,
    instances: Instances = None,
    depth: Depth = None,
) -> None:
    """Correlate two metrics over a population of pairs of rankings; the extremes of A / B against the proved bounds.

    For instance:

    axiomatrix correlate footrule-position kendall-position --weights dcg

    axiomatrix correlate footrule-position kendall-position --weights dcg --model cascade --seed 1

    axiomatrix correlate footrule kendall --population exhaustive -n 8

    axiomatrix correlate "footrule-position[next]" "kendall-position[next]" --weights top-3 --population mallows

    axiomatrix correlate footrule cayley --pairs mine.csv

    axiomatrix correlate footrule kendall --instances RUN QRELS --depth 10
    """
    given = {"model": model, "clicks": clicks, "exponent": exponent, "dispersion": dispersion}
    with refusing(Unknown, CannotCorrelate, BadPairs, BadWeights, ValueError):
        lists = given_lists(instances, depth)
        name = _named(population, pairs, lists)
        chosen = {option: value for option, value in given.items() if value is not None}
        _check_options(name, chosen, n)
        one, other = _metrics(a, b, files or [])
        own = of_run(lists) if lists is not None else read(pairs) if pairs is not None else None
        drawn = own or _drawn(name, one, other, n, count, seed, chosen)
        weighted = any(isinstance(s, PositionWeightsSpace) for m in (one, other) for s in m.parameters.values())
        if not weighted and (weights != "unit" or base is not None):
            raise BadWeights(f"--weights: neither {one.name} nor {other.name} has position weights")
        delta = position_weights(weights, drawn.n, base)
        asked = CorrelatedPair(one, other, weights if weighted else "", delta, _numbers(set or [], one, other), base)
        correlation = correlated(asked, drawn, REGISTRY)
    _show(correlation, out, picture=picture)


def _show(correlation: Correlation, out: Path | None, *, picture: bool) -> None:
    """Say what was found, and write it to its folder."""
    directory = folder_named(out or Path("correlations") / _folder(correlation))
    for notice in correlation.notices:
        note(visible(notice))
    typer.echo(terminal(correlation))
    with refusing(OSError, at=directory):
        save(correlation, directory, picture=picture)
    typer.echo(f"\nwritten to {directory}: correlation.md is the page to read")


def terminal(correlation: Correlation) -> str:
    """The result as plain text."""
    head, *rows = map(list, statistics(correlation))
    under = f", weights {weights_text(correlation)}" if correlation.asked.weights else ""
    lines = [
        f"A = {correlation.asked.a.name}, B = {correlation.asked.b.name}{under}",
        population_title(correlation),
        *(f"  {sentence}" for sentence in (*correlation.population.says, *assumptions(correlation))),
        "",
        *narrow(head, rows).splitlines(),
        *(
            f"{extreme_name(correlation, extreme)}: {extreme_text(correlation, extreme)}"
            for extreme in correlation.extremes
        ),
    ]
    bounds = bound_lines(correlation)
    lines += ["", *(f"{bound}: {status}; {here}" for bound, status, here in bounds)] if bounds else []
    judged = kv16.judged(correlation)
    lines += ["", "of the source's experiment (KV16):", *(f"  {sentence}" for sentence in judged)] if judged else []
    return "\n".join(visible(line) if line else "" for line in lines)


def _named(population: str | None, pairs: Path | None, lists: Given | None) -> str:
    """What the population is called; pairs and lists of one's own are one by themselves."""
    if pairs is not None and population is not None:
        raise CannotCorrelate("--pairs are a population of their own: leave out --population")
    if lists is not None and (pairs is not None or population is not None):
        raise CannotCorrelate("--instances are a population of their own: leave out --pairs and --population")
    return "instances" if lists else "pairs" if pairs is not None else population or "clicks"


def _check_options(name: str, chosen: Mapping[str, Any], n: int | None) -> None:
    if name not in OWN_OPTIONS:
        raise Unknown("population", name, NAMES)
    for option in chosen:
        if option not in OWN_OPTIONS[name]:
            takes = [other for other, options in OWN_OPTIONS.items() if option in options]
            raise CannotCorrelate(f"--{option} is for the population {' or '.join(takes)}, not {name}")
    if name == "pairs" and n is not None:
        raise CannotCorrelate("-n: the pairs themselves say how many items they have")
    if "model" in chosen and chosen["model"] not in MODELS:
        raise Unknown("model", chosen["model"], MODELS)


def _metrics(a: str, b: str, files: list[Path]) -> tuple[Metric, Metric]:
    entered(files)
    metrics = metric_named(a), metric_named(b)
    for metric in metrics:
        check_comparable(metric)
    return metrics


def _drawn(
    name: str, a: Metric, b: Metric, n: int | None, count: int, seed: int, chosen: Mapping[str, Any]
) -> Population:
    if name == "exhaustive":
        return exhaustive(a, b, n)
    exponent = chosen.get("exponent", 1.0)
    if name == "mallows":
        return mallows(n or 10, count, chosen.get("dispersion", 0.5), seed)
    if name == "plackett-luce":
        return plackett_luce(n or 10, count, exponent, seed)
    return clicks(n or 10, count, chosen.get("model", MODELS[0]), chosen.get("clicks", 1000), exponent, seed)


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


def _folder(correlation: Correlation) -> str:
    from ..studies.explore.names import file_name

    model = correlation.population.settings.get("model")
    parts = [
        correlation.asked.a.name,
        correlation.asked.b.name,
        correlation.asked.weights,
        correlation.population.name,
        *([model] if model else []),
    ]
    return file_name("-".join(part for part in parts if part))
