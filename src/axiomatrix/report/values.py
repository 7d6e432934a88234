"""Files that say for which values of a parameter statements hold: a page and its number lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..evidence.files import write_all
from ..studies.parameter_values import AnsweredStatement
from .pictures.number_line import number_line
from .render.markdown import render
from .subjects import parameter_values

PAGE = "values.md"


def save(answers: Sequence[AnsweredStatement], directory: Path, title: str) -> list[Path]:
    """Write the page and its pictures; the files written."""
    names = [f"values-{number}.svg" if answer.values else "" for number, answer in enumerate(answers, 1)]
    lines = zip(names, answers, strict=True)
    files = {name: number_line(answer.values.note) + "\n" for name, answer in lines if answer.values}
    return write_all(files | {PAGE: render(parameter_values.document(title, answers, names))}, directory)
