"""A correlation as a page in Markdown, and all its files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ...evidence.files import write_all
from ...evidence.safe import prose
from ...studies.correlate import kv16
from ...studies.correlate.run import Correlation
from ...studies.correlate.words import (
    HOW_EXTREMES_ARE_FOUND,
    assumptions,
    bound_lines,
    extreme_name,
    extreme_text,
    pair_text,
    population_title,
    statistics,
    weights_text,
)
from ..tables import github
from .data import dumps

PICTURE = "scatter.svg"


def page(correlation: Correlation, *, picture: bool = True) -> str:
    """The correlation as a page in Markdown."""
    asked, population = correlation.asked, correlation.population
    under = f", weights {weights_text(correlation)}" if asked.weights else ""
    is_what = [f"{name} is {metric.name}: {metric.formula}" for name, metric in (("A", asked.a), ("B", asked.b))]
    drawn = [f"Seed {population.settings['seed']}."] if "seed" in population.settings else []
    largest = [
        f"largest {name}: {of.exact} at {pair_text(correlation, of.pair)}"
        for name, of in (("A", correlation.range_a), ("B", correlation.range_b))
    ]
    extremes = [
        f"- {extreme_name(correlation, extreme)}: {prose(extreme_text(correlation, extreme))}"
        for extreme in correlation.extremes
    ]
    bounds = [[prose(cell) for cell in row] for row in bound_lines(correlation)]
    lines = [f"# {prose(asked.a.name)} against {prose(asked.b.name)}{prose(under)}", ""]
    lines += [*_listed(is_what, assumptions(correlation), correlation.notices), ""]
    lines += [f"## Population: {prose(population_title(correlation))}", "", *_listed(population.sentences, drawn), ""]
    figures = github(["", ""], [[prose(name), prose(value)] for name, value in statistics(correlation)])
    lines += ["## Found", "", figures, "", *extremes, *_listed(largest), "", HOW_EXTREMES_ARE_FOUND, ""]
    none = "No bound on this ratio is claimed or proved."
    lines += ["## Bounds", "", github(["bound", "status", "here"], bounds) if bounds else none]
    if judged := kv16.judged(correlation):
        lines += ["", "## What this says of the source's experiment (KV16)", "", *_listed(judged)]
    lines += ["", f"![A against B]({PICTURE})"] if picture else []
    return "\n".join(lines) + "\n"


def _listed(*sentences: Iterable[str]) -> list[str]:
    return [f"- {prose(sentence)}" for some in sentences for sentence in some]


def save(correlation: Correlation, directory: Path, *, picture: bool = True) -> list[Path]:
    """Write ``correlation.json``, ``correlation.md`` and ``scatter.svg`` into the folder; the files written."""
    files = {"correlation.json": dumps(correlation), "correlation.md": page(correlation, picture=picture)}
    if picture:
        from .picture import scatter

        files[PICTURE] = scatter(correlation)
    return write_all(files, directory)
