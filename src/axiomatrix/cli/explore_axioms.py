"""``axiomatrix explore --axioms``: a table of values that satisfies axioms, or a contradiction between them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from ..catalogue.loading import load_catalogue
from ..evidence.files import write_all
from ..model.registry import Unknown
from ..report.render import markdown
from ..report.subjects import axiom_set
from ..studies.axiom_sets.answer import dumps
from ..studies.axiom_sets.asking import answer_axioms, subject_of
from ..studies.axiom_sets.deciding import NoExactAnswer
from ..studies.axiom_sets.tables import NotAsked
from .arguments import axiom_named
from .messages import refusing, usage
from .studies import StudyOutput

DATA, PAGE = "axiom-set.json", "axiom-set.md"


def explore_axioms(names: Sequence[str], implies: str | None, length: int | None, grades: int | None) -> StudyOutput:
    """Decide whether a table satisfies the axioms, or whether another one follows from them."""
    load_catalogue()
    with refusing(Unknown, NotAsked, NoExactAnswer):
        axioms = list({axiom.id: axiom for axiom in map(axiom_named, names)}.values())
        conclusion = None if implies is None else axiom_named(implies)
        if conclusion in axioms:
            raise usage(f"--implies {implies}: it is one of the axioms; name another")
        subject = subject_of([*axioms, *([conclusion] if conclusion else [])], length, grades)
        answer = answer_axioms(subject, axioms, conclusion)
    document = axiom_set.document(answer)

    def write(folder: Path) -> Sequence[Path]:
        command = shlex.join(["axiomatrix", "verify", (folder / DATA).as_posix()])
        page = axiom_set.document(answer, verified_by=command)
        return write_all({DATA: dumps(answer), PAGE: markdown.render(page)}, folder)

    return StudyOutput(document=document, json=lambda: dumps(answer), write=write)
