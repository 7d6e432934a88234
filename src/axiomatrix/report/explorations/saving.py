"""All files of an exploration."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from ...evidence import witness as witnesses
from ...evidence.files import write
from ...model.registry import Registry
from ...studies.explore.answer import Answer, dumps
from ..plot.constants import best_constants
from ..plot.planes import plane
from .files import Files
from .markdown import markdown
from .values import csv


def save(
    answer: Answer, directory: Path, registry: Registry, *, files: Sequence[str] = (), pictures: bool = True
) -> list[Path]:
    """Write ``answer.json``, ``answer.md``, ``answer.csv``, witnesses and pictures; the files, in a fixed order.

    Instances are drawn by the site, and by ``axiomatrix plot``.
    The same answer gives the same bytes everywhere; each file appears whole or not at all. Nothing else in the
    directory is touched.
    """
    answer = answer.canonical()
    named = Files(answer, pictures=pictures)
    written = {
        "answer.json": dumps(answer),
        "answer.md": markdown(answer, registry, [_seen_from(directory, file) for file in files], pictures=pictures),
        "answer.csv": csv(answer, registry),
    }
    for kept in named.witnesses.values():
        written[f"witnesses/{kept.name}.json"] = json.dumps(witnesses.to_json(kept.witness), indent=1) + "\n"
    if named.constants:
        written[named.constants] = best_constants(answer)
    for question in answer.questions:
        if name := named.plane(question.metric):
            written.setdefault(name, plane(answer, question.metric))
    (directory / "witnesses").mkdir(parents=True, exist_ok=True)
    for name, text in written.items():
        write(directory / name, text)
    return [directory / name for name in written]


def _seen_from(directory: Path, file: str) -> str:
    return Path(os.path.relpath(file, directory)).as_posix()
