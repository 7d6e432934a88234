"""The report on libraries as one HTML page without scripts and without anything from elsewhere."""

from __future__ import annotations

from functools import lru_cache

from jinja2 import ChoiceLoader, Environment, PackageLoader

from ...evidence.words import counted, verdict_text
from ..matrix.html import environment as of_matrices
from .data import LibraryReport
from .findings import came
from .sheet import OTHERS, Sheet, sign, style
from .snippets import scripts, with_decimal
from .words import AGREEMENT, IS, IS_NOT, WORDINGS

MOST_OPEN = 12
"""So many findings of one wording stand open; of more, all are folded."""


def page(report: LibraryReport) -> str:
    """The whole of ``libraries.html``; every text of a library or a user is escaped."""
    return _environment().get_template("libraries.html.j2").render(sheet=Sheet(report), matrix=report.matrix)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    """The environment of the other pages, with the templates of this one."""
    loader = ChoiceLoader([PackageLoader("axiomatrix.report.libraries"), PackageLoader("axiomatrix.report.matrix")])
    made = of_matrices().overlay(loader=loader)
    made.globals = {  # an overlay shares those of what it lies over
        **made.globals,
        "agreement": AGREEMENT,
        "came": came,
        "counted": counted,
        "is_": IS,
        "most_open": MOST_OPEN,
        "is_not": IS_NOT,
        "others": OTHERS,
        "scripts": scripts,
        "sign": sign,
        "style": style,
        "verdict_text": verdict_text,
        "with_decimal": with_decimal,
        "wordings": WORDINGS,
    }
    return made
