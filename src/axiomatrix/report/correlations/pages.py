"""A correlation as files: JSON, a page in Markdown, the scatter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ...evidence.files import write
from ...evidence.safe import prose
from ...studies.correlate import kv16
from ...studies.correlate.run import Correlation, Largest
from ...studies.correlate.words import (
    assumptions,
    bound_lines,
    extreme_name,
    extreme_text,
    how_extremes_are_found,
    pair_text,
    population_title,
    rounded,
    standing,
    statistics,
    weights_text,
)
from ..tables import github

FORMAT = "axiomatrix-correlation-1"
PICTURE = "scatter.svg"


def data(found: Correlation) -> dict[str, Any]:
    """The correlation as JSON: floats to six significant digits, exact numbers as texts."""
    asked = found.asked
    return {
        "format": FORMAT,
        "a": asked.a.name,
        "b": asked.b.name,
        "weights": weights_text(found) or None,
        "delta": [str(entry) for entry in asked.delta.entries.values()] if asked.weights else None,
        "numbers": dict(sorted(asked.numbers.items())),
        "population": {
            "name": found.population.name,
            **found.population.settings,
            "pairs": found.population.count,
            "says": list(found.population.says),
        },
        "notices": list(found.notices),
        "pearson": rounded(found.pearson),
        "spearman": rounded(found.spearman),
        "both_zero": found.both_zero,
        "only_b_zero": found.only_b_zero,
        "without_value": found.without_value,
        "range_a": _range(found, found.range_a),
        "range_b": _range(found, found.range_b),
        "extremes": [
            {
                "sense": extreme.sense,
                "value": extreme.value,
                "exact": extreme.exact,
                "approximately": rounded(extreme.approximate),
                "a": extreme.a,
                "b": extreme.b,
                **_pair(found, extreme.pair),
                "pairs_as_near": extreme.near,
                "evaluated_exactly": extreme.evaluated,
            }
            for extreme in found.extremes
        ],
        "bounds": [
            {
                "sense": bound.sense,
                "factor": str(bound.factor),
                "proved": bound.proved,
                "sources": list(bound.sources),
                "status": bound.status,
                "here": standing(found, bound),
            }
            for bound in found.bounds
        ],
        "kv16": kv16.judged(found),
    }


def _range(found: Correlation, of: Largest) -> dict[str, Any]:
    numbers = {"least": rounded(of.least), "mean": rounded(of.mean), "most": rounded(of.most)}
    return {**numbers, "largest_value": of.exact, **_pair(found, of.pair)}


def _pair(found: Correlation, pair: int) -> dict[str, Any]:
    orders = [list(map(str, ranking.order)) for ranking in found.population.pair(pair)]
    line = {} if found.population.lines is None else {"line": found.population.lines[pair]}
    return {"first": orders[0], "second": orders[1], **line}


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
        "correlation.json": json.dumps(data(found), indent=1, ensure_ascii=False) + "\n",
        "correlation.md": page(found, picture=picture),
    }
    if picture:
        from .picture import scatter

        files[PICTURE] = scatter(found)
    for name, text in files.items():
        write(directory / name, text)
    return [directory / name for name in files]
