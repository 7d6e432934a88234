"""The pages of axioms: what each axiom says, and what every metric has there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from ...evidence.cell import DECLARED
from ...evidence.matrix import ColumnHead
from ...evidence.words import counted, grouped
from ...model.claim import Status
from . import links
from .cell_words import MetricStatement
from .markup import definitions, link, listed, paragraphs, sign, text
from .metric_pages import base

if TYPE_CHECKING:
    from .inputs import Inputs

QUANTIFIERS = {
    "for all": "A statement about all instances: one that breaks it refutes it, and no number of others proves it.",
    "there is": "A statement of existence: one instance proves it, and no number of others refutes it.",
    "extreme": "A question for the best constant: its verdict says only how far the search went, unless no constant "
    "will do.",
}


@dataclass(frozen=True)
class AxiomPage:
    """A page: an axiom, or several whose names are nearly alike."""

    inputs: Inputs
    file: str
    entries: list[AxiomEntry]

    @property
    def group(self) -> str:
        """The group of the axiom."""
        return self.entries[0].column.group

    @property
    def title(self) -> str:
        """The plain name of the axiom; its id where nothing declares it here."""
        axiom = self.inputs.known.axioms.get(self.entries[0].column.id)
        return axiom.plain_name if axiom is not None else self.entries[0].column.id

    @property
    def sentence(self) -> str:
        """What the axiom says, for newcomers."""
        axiom = self.inputs.known.axioms.get(self.entries[0].column.id)
        return axiom.sentence_of({}) if axiom is not None else ""

    @property
    def says(self) -> str:
        """The description of the page."""
        return f"{self.sentence or self.entries[0].column.formula} Which ranking metrics satisfy it, and which do not."

    @property
    def quantifiers(self) -> list[tuple[str, str]]:
        """What kinds of statements there are among them."""
        kinds = {entry.column.quantifier for entry in self.entries}
        return [one for one in QUANTIFIERS.items() if one[0] in kinds]


def axioms(inputs: Inputs) -> list[AxiomPage]:
    """The pages, in the order of their first axioms."""
    statements = grouped(inputs.statements, lambda one: one.column.id)
    pages = grouped(inputs.whole.columns, lambda column: links.axiom(column.id).partition("#")[0])
    return [
        AxiomPage(inputs, file, [AxiomEntry(inputs, one, statements.get(one.id, [])) for one in columns])
        for file, columns in pages.items()
    ]


class AxiomEntry:
    """An axiom on its page; ``statements`` are what every metric has there."""

    def __init__(self, inputs: Inputs, column: ColumnHead, statements: list[MetricStatement]) -> None:
        self.inputs, self.column, self.statements = inputs, column, statements
        self.own = [one for one in statements if one.row.name not in inputs.library_of]

    @property
    def doc(self) -> Markup:
        return paragraphs(self.column.doc, self.column.formula)

    @cached_property
    def violator(self) -> Markup:
        """The smallest refutation."""
        refuted = [one for one in _ordered(self.statements) if one.status.holds == "no" and one.line.slug]
        if not refuted:
            return Markup("")
        first = refuted[0]
        title = "Where no constant will do" if self.column.quantifier == "extreme" else "The known violator"
        statement = f" ({first.line.statement})" if first.line.statement else ""
        shown = link(links.witness(first.line.slug or ""), first.row.name)
        return Markup(f"{title}: {shown}{text(statement)}, n={first.cell.evidence.settled_at}")

    @property
    def verdicts(self) -> Markup:
        """What is known of the metrics of the catalogue or the user."""
        return self.by_verdict(one for one in self.own if one.is_asked)

    @property
    def more(self) -> list[tuple[str, Markup]]:
        """The metrics of which it has nothing to say, and those of libraries."""
        parts = {
            "Not applicable": [one for one in self.own if not one.is_asked],
            "Of libraries": [one for one in self.statements if one.row.name in self.inputs.library_of],
        }
        return [
            (f"{title}: {counted(len({one.row.name for one in some}), 'metric')}", self.by_verdict(some))
            for title, some in parts.items()
            if some
        ]

    @property
    def explored(self) -> Markup:
        return listed(link(links.conjecture(id), id) for id in self.inputs.exploring.get(("axiom", self.column.id), ()))

    def by_verdict(self, statements: Iterable[MetricStatement]) -> Markup:
        """The metrics by verdict and reach: what is proved first, what is refuted with the smallest n first."""
        alike = grouped(
            _ordered(statements),
            lambda one: (sign(one.status.symbol, one.status.tone) if one.is_asked else "", one.line.verdict),
        )
        by_rank = sorted(alike.items(), key=lambda group: _rank(group[1][0]))
        return definitions(f"<dt>{shown} {text(verdict)}<dd>{self.names(same)}" for (shown, verdict), same in by_rank)

    def names(self, statements: Iterable[MetricStatement]) -> Markup:
        """The metrics by family or library, each with its page."""
        families = grouped(statements, lambda one: one.row.family)
        return listed((self.family(name, same) for name, same in families.items()), "; ")

    def family(self, name: str, statements: list[MetricStatement]) -> str:
        library = self.inputs.library_of.get(statements[0].row.name, "")
        bases = grouped(statements, lambda one: base(one.row.name))
        names = (_named(own, own.removeprefix(f"{library}.") if library else own, same) for own, same in bases.items())
        return f"{text(name)}: {', '.join(names)}"

    @cached_property
    def claims(self) -> Markup:
        """Who claims it of which metrics."""
        notes: dict[tuple[str, Status], list[str]] = {}
        for one in self.statements:
            for claim in one.cell.claims:
                if claim.source in self.inputs.ledger:
                    notes.setdefault((claim.source, claim.status), []).append(one.row.name)
        return listed(
            f"{link(links.claim(source), source)} {text(DECLARED[status])} of "
            f"{', '.join(text(name) for name in dict.fromkeys(names))}"
            for (source, status), names in notes.items()
        )


def _rank(one: MetricStatement) -> tuple[bool, int]:
    """What is asked comes first, and of that what says most."""
    return not one.is_asked, -one.status.notation.rank


def _ordered(statements: Iterable[MetricStatement]) -> list[MetricStatement]:
    """The smaller witnesses first."""
    return sorted(statements, key=lambda one: (one.cell.evidence.settled_at, one.line.closed))


def _named(own: str, shown: str, statements: list[MetricStatement]) -> str:
    """A metric with its variants and its page: ``name[one, other]``."""
    linked = link(links.metric_page(own), shown)
    plain = [f"{linked}{_beside(one)}" for one in statements if one.row.name == own]
    variants = [f"{text(one.row.name[len(own) + 1 : -1])}{_beside(one)}" for one in statements if one.row.name != own]
    return ", ".join([*plain, *([f"{linked}[{', '.join(variants)}]"] if variants else [])])


def _beside(one: MetricStatement) -> str:
    """The statement where the axiom has several, and what became of claims if it is not as they say."""
    note = "; ".join(filter(None, [one.line.statement, one.beside[0]]))
    return f" ({text(note)})" if note else ""
