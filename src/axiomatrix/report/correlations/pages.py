"""A correlation as a page in Markdown, and all its files."""

from __future__ import annotations

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
    a, b = correlation.asked.a, correlation.asked.b
    under = f", weights {weights_text(correlation)}" if correlation.asked.weights else ""
    lines = [
        f"# {prose(a.name)} against {prose(b.name)}{prose(under)}",
        "",
        *(f"- {prose(f'{name} is {metric.name}: {metric.formula}')}" for name, metric in (("A", a), ("B", b))),
        *(f"- {prose(sentence)}" for sentence in (*assumptions(correlation), *correlation.notices)),
        "",
        f"## Population: {prose(population_title(correlation))}",
        "",
        *(f"- {prose(sentence)}" for sentence in correlation.population.says),
        *(
            ["- " + prose(f"Seed {correlation.population.settings['seed']}.")]
            if "seed" in correlation.population.settings
            else []
        ),
        "",
        "## Found",
        "",
        github(["", ""], [[prose(name), prose(value)] for name, value in statistics(correlation)]),
        "",
        *(
            f"- {extreme_name(correlation, extreme)}: {prose(extreme_text(correlation, extreme))}"
            for extreme in correlation.extremes
        ),
        *(
            f"- {prose(f'largest {name}: {of.exact} at {pair_text(correlation, of.pair)}')}"
            for name, of in (("A", correlation.range_a), ("B", correlation.range_b))
        ),
        "",
        HOW_EXTREMES_ARE_FOUND,
        "",
        "## Bounds",
        "",
    ]
    bounds = [[prose(cell) for cell in row] for row in bound_lines(correlation)]
    lines.append(
        github(["bound", "status", "here"], bounds) if bounds else "No bound on this ratio is claimed or proved."
    )
    if judged := kv16.judged(correlation):
        lines += [
            "",
            "## What this says of the source's experiment (KV16)",
            "",
            *(f"- {prose(sentence)}" for sentence in judged),
        ]
    if picture:
        lines += ["", f"![A against B]({PICTURE})"]
    return "\n".join(lines) + "\n"


def save(correlation: Correlation, directory: Path, *, picture: bool = True) -> list[Path]:
    """Write ``correlation.json``, ``correlation.md`` and ``scatter.svg`` into the folder; the files written."""
    files = {"correlation.json": dumps(correlation), "correlation.md": page(correlation, picture=picture)}
    if picture:
        from .picture import scatter

        files[PICTURE] = scatter(correlation)
    return write_all(files, directory)
