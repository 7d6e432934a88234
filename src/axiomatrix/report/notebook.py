"""What a notebook shows of a metric, a cell, a witness or a matrix: HTML without scripts, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from markupsafe import Markup

from ..catalogue.loading import load_catalogue
from ..evidence.account.account import Account
from ..evidence.account.making import account_in, account_of
from ..evidence.cell import Cell
from ..evidence.evidence import Witness
from ..evidence.matrix import Matrix
from ..evidence.words import verdict_text
from ..model.metric import Metric
from .ask.words import sentence
from .matrix.fragment import fragment
from .site.markup import spans
from .site.typeset import typeset
from .templates import environment
from .witness import term_lines


def shown(value: Any) -> str:
    """The value as a piece of HTML."""
    if isinstance(value, Matrix):
        return fragment(value)
    if isinstance(value, Metric):
        return _metric(value)
    return _cell(value) if isinstance(value, Cell) else _witness(value)


def _metric(metric: Metric) -> str:
    takes = {name: space.name for name, space in metric.parameters.items()}
    facts = [f"{metric.kind} of {metric.about}", *(f"{name}: {space}" for name, space in takes.items()), metric.source]
    about = [spans(" ".join(part.split())) for part in metric.doc.split("\n\n")[1:]]
    formula = Markup(typeset(metric, metric.formula))
    return _page(metric.name, formula=formula, paragraphs=[*about, *filter(None, facts)])


def _cell(cell: Cell) -> str:
    paragraphs = [sentence(cell), *(claim.sentence for claim in cell.claims)]
    account = account_in(cell, load_catalogue())
    return _page(f"{cell.metric}: {cell.title}", verdict_text(cell.evidence), paragraphs=paragraphs, account=account)


def _witness(witness: Witness) -> str:
    account = account_of(witness)
    return _page(account.title, account.found, account=account)


def _page(
    title: str,
    beside: str = "",
    formula: Markup = Markup(""),  # noqa: B008  # it does not change
    paragraphs: Iterable[str] = (),
    account: Account | None = None,
) -> str:
    template = environment("axiomatrix.report.matrix").get_template("notebook.html.j2")
    given = {"title": title, "beside": beside, "formula": formula, "paragraphs": list(paragraphs), "account": account}
    return template.render(**given, term_lines=term_lines)
