"""Documents of the values that a user prints in Python: matrix, metric, axiom, cell, witness, result of a study.

``report/showing.py`` connects the functions here to ``print(value)``, ``value.markdown()`` and notebooks. The modules
of ``subjects`` make the documents. A command passes them a *context*, such as the folder of its report; a value printed
in Python gets an empty one.
"""

from __future__ import annotations

from typing import Any

from ..catalogue import load_catalogue
from ..evidence.account.making import account_of
from ..evidence.cell import Cell
from ..evidence.evidence import Witness
from ..evidence.matrix import Matrix
from ..model.axiom import Axiom, Statement
from ..model.metric import Metric
from ..studies.difference.answer import Difference, NoDifference
from .document import Document
from .render import markdown, terminal
from .render.html import render_for_notebook
from .results import TEXT_COLUMNS, StudyResult, result_document
from .subjects import axiom, cell, comparison, metric, run, witness


def document_of(value: Any) -> Document:
    """The document of a matrix, a metric, an axiom, a statement, a cell, a witness, or a result of a study."""
    match value:
        case Matrix():
            return run.document(value, run.RunContext(detail=run.Detail.FULL))
        case Metric():
            return metric.declaration_document(value, load_catalogue())  # for the names of spaces
        case Axiom():
            return axiom.declaration_document(value)
        case Statement():
            return axiom.declaration_document(value.axiom, dict(value.arguments))
        case Cell():
            return cell.document(value, cell.CellContext())
        case Witness():
            return witness.document(account_of(value), directory=None)
        case StudyResult():
            return result_document(value)
        case Difference() | NoDifference():  # no StudyResult: a NoDifference is false in conditions
            return comparison.difference_document(value)
    raise TypeError(f"{type(value).__name__} cannot be shown as a document")


def text_of(value: Any) -> str:
    """The value's document as lines of text, for ``print``; folded details, which Markdown has, are left out."""
    return terminal.render(document_of(value), TEXT_COLUMNS, details=False).rstrip("\n")


def markdown_of(value: Any) -> str:
    """The value's document as Markdown."""
    return markdown.render(document_of(value))


def html_of(value: Any) -> str:
    """The value's document as HTML for a notebook."""
    return render_for_notebook(document_of(value))
