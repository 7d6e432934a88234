"""Write the files of an exploration (``axiomatrix explore --out``): data, page, table, witnesses and pictures.

An answer has *questions*: statements such as F_D >= 1/2 K_D. Each was decided for all rankings of some sizes n, with
the *extreme* of the ratio F_D / K_D there, its smallest or largest value. A *bound* is the ratio of a single instance
beyond these sizes. A *witness* is a stored instance.

The lower part writes the page on a metric's parameter values (``explore --where``).
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from ..evidence import witness as witnesses
from ..evidence.files import indented_json, write_all
from ..evidence.notation import near
from ..evidence.safe import field
from ..model.registry import Registry
from ..studies.explore.answer import Answer, dumps
from ..studies.explore.results import Bound, Extremal
from ..studies.parameter_values import AnsweredStatement
from .pictures.constants import draw_constants
from .pictures.diagrams import number_line
from .pictures.plotting import as_svg
from .render.markdown import render
from .subjects import exploration, metric
from .subjects.exploration_parts import ExplorationFiles, sigma_of

# --- the answer of an exploration -----------------------------------------------------------------------------------

SIZE_HEADS = ["question", "metric", "statement", "n", "verdict", "rankings", "classes"]
"""Columns of ``answer.csv`` about a question and a size."""
EXTREME_HEADS = ["sense", "value", "decimal", "sigma", "parameter"]
"""Columns about an extreme at that size, or a bound; see :func:`_extreme_fields`."""
CSV_HEADS = (*SIZE_HEADS, *EXTREME_HEADS)


def save_exploration(
    answer: Answer, directory: Path, registry: Registry, *, files: Sequence[str] = (), pictures: bool = True
) -> list[Path]:
    """Write ``answer.json``, ``answer.md``, ``answer.csv``, witnesses and the picture of constants; return the files.

    The same answer gives the same bytes everywhere. Each file appears whole or not at all. Nothing else in the
    directory is touched. Instances are drawn by the site, and by ``axiomatrix report --picture``. ``files`` are the
    user's files that define the metrics; the commands on the page name them.
    """
    answer = answer.canonical()  # as its file is read back, so that the page can be made again from it
    names = ExplorationFiles(answer, pictures=pictures)
    relative_files = [Path(os.path.relpath(file, directory)).as_posix() for file in files]
    page = exploration.document(answer, registry, folder="", files=relative_files, picture=names.constants_picture)
    contents = {
        "answer.json": dumps(answer),
        "answer.md": render(page),
        "answer.csv": exploration_csv(answer, registry),
    }
    for name, witness in names.witnesses.items():
        contents[f"witnesses/{name}.json"] = indented_json(witnesses.to_json(witness))
    if names.constants_picture:
        contents[names.constants_picture] = as_svg(draw_constants, answer)
    (directory / "witnesses").mkdir(parents=True, exist_ok=True)  # the folder is expected even if it stays empty
    return write_all(contents, directory)


def exploration_csv(answer: Answer, registry: Registry) -> str:
    """The content of ``answer.csv``: for each question a line by n and extreme, and then a line for each bound.

    A text that begins like a formula gets an apostrophe, so that no spreadsheet evaluates it.
    """
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_HEADS)
    for question in answer.canonical().questions:
        names = [field(text) for text in (question.label, question.metric, question.statement)]
        for size in question.sizes:
            head = [*names, size.n, size.verdict, size.rankings, size.classes]
            for extreme in size.extremes:
                writer.writerow([*head, *_extreme_fields(extreme, registry)])
            if not size.extremes:
                writer.writerow([*head, *[""] * len(EXTREME_HEADS)])
        for bound in question.bounds:
            head = [*names, bound.n, f"bound ({bound.kind})", "", ""]
            writer.writerow([*head, *_extreme_fields(bound, registry)])
    return out.getvalue()


def _extreme_fields(extreme: Extremal | Bound, registry: Registry) -> list[str]:
    """The fields of an extreme or a bound: sense, exact value, six decimals, permutation, and parameters as JSON."""
    parameters = extreme.witness.parameters if extreme.witness else None
    parameters_json = json.dumps(parameters, sort_keys=True, separators=(",", ":")) if parameters else ""
    # two rankings as one permutation, up to the names of items: the positions in the second, in the order of the first
    sigma = " ".join(map(str, sigma_of(extreme.witness, registry)))
    return [extreme.sense, extreme.value, f"{near(extreme.value):.6f}", sigma, parameters_json]


# --- parameter values -----------------------------------------------------------------------------------------------

VALUES_PAGE = "values.md"
"""The page on parameter values."""


def save_values(answers: Sequence[AnsweredStatement], directory: Path, title: str) -> list[Path]:
    """Write the page on parameter values and a picture for each decided statement, and return the files."""
    picture_files: list[str] = []
    """The file of each answer's picture, empty for an undecided one."""
    contents: dict[str, str] = {}
    for number, answer in enumerate(answers, 1):
        file = f"values-{number}.svg" if answer.values else ""
        picture_files.append(file)
        if answer.values:
            contents[file] = f"{number_line(answer.values.note)}\n"
    contents[VALUES_PAGE] = render(metric.values_document(title, answers, picture_files))
    return write_all(contents, directory)
