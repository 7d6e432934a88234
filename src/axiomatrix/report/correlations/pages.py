"""A correlation as a page in Markdown, and all its files."""

from __future__ import annotations

from pathlib import Path

from ...evidence.files import write
from ...evidence.safe import prose
from ...studies.correlate import kv16
from ...studies.correlate.run import Correlation
from ...studies.correlate.words import (
    assumptions,
    bound_lines,
    extreme_name,
    extreme_text,
    how_extremes_are_found,
    pair_text,
    population_title,
    statistics,
    weights_text,
)
from ..tables import github
from .data import dumps

PICTURE = "scatter.svg"


def page(found: Correlation, *, picture: bool = True) -> str:
    """The correlation as a page in Markdown."""
    a, b = found.asked.a, found.asked.b
    under = f", weights {weights_text(found)}" if found.asked.weights else ""
    lines = [
        f"# {prose(a.name)} against {prose(b.name)}{prose(under)}",
        "",
        *(f"- {prose(f'{name} is {metric.name}: {metric.formula}')}" for name, metric in (("A", a), ("B", b))),
        *(f"- {prose(said)}" for said in (*assumptions(found), *found.notices)),
        "",
        f"## Population: {prose(population_title(found))}",
        "",
        *(f"- {prose(said)}" for said in found.population.says),
        *(["- " + prose(f"Seed {found.population.settings['seed']}.")] if "seed" in found.population.settings else []),
        "",
        "## Found",
        "",
        github(["", ""], [[prose(name), prose(value)] for name, value in statistics(found)]),
        "",
        *(f"- {extreme_name(found, extreme)}: {prose(extreme_text(found, extreme))}" for extreme in found.extremes),
        *(
            f"- {prose(f'largest {name}: {of.exact} at {pair_text(found, of.pair)}')}"
            for name, of in (("A", found.range_a), ("B", found.range_b))
        ),
        "",
        how_extremes_are_found(found),
        "",
        "## Bounds",
        "",
    ]
    bounds = [[prose(cell) for cell in row] for row in bound_lines(found)]
    lines.append(
        github(["bound", "status", "here"], bounds) if bounds else "No bound on this ratio is claimed or proved."
    )
    if judged := kv16.judged(found):
        lines += [
            "",
            "## What this says of the source's experiment (KV16)",
            "",
            *(f"- {prose(said)}" for said in judged),
        ]
    if picture:
        lines += ["", f"![A against B]({PICTURE})"]
    return "\n".join(lines) + "\n"


def save(found: Correlation, directory: Path, *, picture: bool = True) -> list[Path]:
    """Write ``correlation.json``, ``correlation.md`` and ``scatter.svg`` into the folder; the files written."""
    directory.mkdir(parents=True, exist_ok=True)
    files = {
        "correlation.json": dumps(found),
        "correlation.md": page(found, picture=picture),
    }
    if picture:
        from .picture import scatter

        files[PICTURE] = scatter(found)
    for name, text in files.items():
        write(directory / name, text)
    return [directory / name for name in files]
