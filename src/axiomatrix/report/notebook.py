"""What a notebook shows of a metric, a cell, a witness or a matrix: HTML without scripts, nothing from elsewhere."""

from __future__ import annotations

import hashlib
from typing import Any

from markupsafe import Markup

from ..catalogue.loading import load_catalogue
from ..evidence.account.making import account, account_in, account_of
from ..evidence.cell import Cell
from ..evidence.matrix import Matrix
from ..evidence.verdict import NOTATION, Outcome
from ..evidence.words import Line, Positions, by_sort, fault_lines, headline, marks, opened, size_text, summary
from ..model.metric import Metric
from ..model.registry import Registry
from .ask.words import sentence
from .matrix.view import View
from .render.html import render_for_notebook
from .results import StudyResult, result_document
from .site.markup import spans
from .site.typeset import typeset
from .subjects.witness import term_lines
from .templates import environment


def html_of(value: Any) -> str:
    """The value as a piece of HTML."""
    if isinstance(value, Matrix):
        return fragment(value)
    if isinstance(value, Metric):
        return _metric(value)
    if isinstance(value, Cell):
        return _cell(value)
    if isinstance(value, StudyResult):
        return render_for_notebook(result_document(value))
    account = account_of(value)
    return _page(account.title, account.found, account=account)


def _metric(metric: Metric) -> str:
    takes = {name: space.name for name, space in metric.parameters.items()}
    facts = [f"{metric.kind} of {metric.about}", *(f"{name}: {space}" for name, space in takes.items()), metric.source]
    about = [spans(" ".join(part.split())) for part in metric.doc.split("\n\n")[1:]]
    formula = Markup(typeset(metric, metric.formula))
    return _page(metric.name, formula=formula, paragraphs=[*about, *filter(None, facts)])


def _cell(cell: Cell) -> str:
    paragraphs = [sentence(cell), *(claim.sentence for claim in cell.claims)]
    account = account_in(cell, load_catalogue())
    parts = {"paragraphs": paragraphs, "account": account, "fault": fault_lines(cell)}
    return _page(f"{cell.metric}: {cell.title}", cell.status.text, **parts)


def _page(title: str, beside: str = "", **parts: Any) -> str:
    """A title with what stands beside it, and below of these parts whichever there are."""
    parts = {"formula": "", "paragraphs": (), "account": None, "fault": (), **parts}
    return _rendered("notebook.html.j2", title=title, beside=beside, **parts)


def _rendered(template: str, **given: Any) -> str:
    return environment("axiomatrix.report.matrix").get_template(template).render(**given, term_lines=term_lines)


def fragment(matrix: Matrix, registry: Registry | None = None) -> str:
    """The matrix and its broken claims, to be shown in a notebook."""
    known = {a.slug: a for a in (account(cell, matrix, registry) for cell in matrix.broken) if a}
    keys = "\n".join("\t".join(cell.key) for cell in matrix.cells)
    # several matrices may be shown on one page, and anchors must not meet
    prefix = hashlib.sha256(keys.encode()).hexdigest()[:8] + "-"

    def anchor(shown: Line) -> str | None:
        """Where the witness of a line is in the fragment, if it is."""
        return f"{prefix}w-{shown.slug}" if shown.slug in known else None

    return _rendered(
        "fragment.html.j2",
        matrix=matrix,
        title=size_text(matrix),
        prefix=prefix,
        summary=summary(matrix),
        broken=[known[cell.evidence.witness.slug] for cell in matrix.broken if cell.evidence.witness],
        undecided=View(matrix, "", registry, ()).undecided(),
        sorts=by_sort(matrix),
        positions=Positions(matrix),
        verdicts=tuple(NOTATION.values()),
        marks=marks(Outcome, ", "),
        anchor=anchor,
        style=_style,
        style_of=_class,
    )


def _style(lines: list[Line]) -> str:
    """The class that colours a position; its lines have colours of their own."""
    names = _class(headline(opened(lines)).cell).split() if lines else []
    return " ".join(f"cell-{name}" for name in names)


def _class(cell: Cell) -> str:
    return f"tone-{cell.status.tone}" + (" broken" if cell.outcome is Outcome.BROKEN else "")
