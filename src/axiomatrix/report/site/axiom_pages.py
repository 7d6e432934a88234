"""The pages of axioms: one for each group, with what each axiom says and what every metric has there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from ...evidence.account.account import DECLARED
from ...evidence.matrix import ColumnHead
from ...evidence.verdict import Verdict
from ...evidence.words import counted
from . import links
from .markup import link, listed, paragraphs, sign, text
from .metric_pages import base
from .told import Told, same

if TYPE_CHECKING:
    from .inputs import Inputs

QUANTIFIERS = {
    "for all": "A statement about all instances: one that breaks it refutes it, and no number of others proves it.",
    "there is": "A statement of existence: one instance proves it, and no number of others refutes it.",
    "extreme": "A question for the best constant: its verdict says only how far the search went, unless no constant "
    "will do.",
}


@dataclass(frozen=True)
class AxiomEntry:
    """An axiom on the page of its group."""

    column: ColumnHead
    doc: Markup
    violator: Markup
    verdicts: Markup
    more: list[tuple[str, Markup]]
    """The metrics of which it has nothing to say, and those of libraries."""
    claims: Markup
    explored: Markup


@dataclass(frozen=True)
class AxiomGroupPage:
    """A page."""

    file: str
    title: str
    entries: list[AxiomEntry]
    quantifiers: list[tuple[str, str]]
    """What kinds of statements there are among them."""


def groups(inputs: Inputs, told: Mapping[str, list[Told]]) -> list[AxiomGroupPage]:
    """The pages, in the order of their first axioms; ``told`` are the statements by axiom."""
    pages: dict[str, list[ColumnHead]] = {}
    for column in inputs.whole.columns:
        pages.setdefault(links.page("axiom", column.group), []).append(column)
    maker = _AxiomPageMaker(inputs)
    made = []
    for file, columns in pages.items():
        kinds = {column.quantifier for column in columns}
        entries = [maker.entry(column, told.get(column.id, [])) for column in columns]
        made.append(
            AxiomGroupPage(file, columns[0].group, entries, [one for one in QUANTIFIERS.items() if one[0] in kinds])
        )
    return made


class _AxiomPageMaker:
    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs

    def entry(self, column: ColumnHead, statements: list[Told]) -> AxiomEntry:
        names = {row.name for row in self.inputs.whole.rows}
        asked = [
            link(links.conjecture(id), id)
            for id, pairs in self.inputs.explored.items()
            if any(metric in names and axiom == column.id for metric, axiom in pairs)
        ]
        libraries = self.inputs.library_of
        own = [one for one in statements if one.row.name not in libraries]
        of_libraries = [one for one in statements if one.row.name in libraries]
        nothing = [one for one in own if not one.is_asked]
        return AxiomEntry(
            column,
            paragraphs(column.doc, column.formula),
            self.violator(column, statements),
            self.verdicts(one for one in own if one.is_asked),
            [
                (f"{title}: {counted(len({one.row.name for one in some}), 'metric')}", self.verdicts(some))
                for title, some in (("Not applicable", nothing), ("Of libraries", of_libraries))
                if some
            ],
            self.claims(statements),
            listed(asked),
        )

    def violator(self, column: ColumnHead, statements: list[Told]) -> Markup:
        """The smallest refutation."""
        refuted = [one for one in _ordered(statements) if one.verdict is Verdict.REFUTED and one.line.slug]
        if not refuted:
            return Markup("")
        first = refuted[0]
        title = "Where no constant will do" if column.quantifier == "extreme" else "The known violator"
        statement = f" ({first.line.statement})" if first.line.statement else ""
        shown = link(links.witness(first.line.slug or ""), first.row.name)
        return Markup(f"{title}: {shown}{text(statement)}, n={_n(first)}")

    def verdicts(self, statements: Iterable[Told]) -> Markup:
        """The metrics by verdict and reach: what is proved first, what is refuted with the smallest n first."""
        told: dict[tuple[str, str, str], list[Told]] = {}
        for one in _ordered(statements):
            shown = (one.mark, one.cell.tone, one.line.verdict) if one.is_asked else ("", "", one.line.verdict)
            told.setdefault(shown, []).append(one)
        by_rank = sorted(told.items(), key=lambda group: (not group[1][0].is_asked, -group[1][0].rank))
        lines = (
            f"<dt>{sign(*key[:2]) if key[0] else ''} {text(key[2])}<dd>{self.names(same)}" for key, same in by_rank
        )
        return Markup(f"<dl class=v>{''.join(lines)}</dl>") if told else Markup("")

    def names(self, statements: Iterable[Told]) -> Markup:
        """The metrics by family or library, each with its page."""
        families: dict[str, list[Told]] = {}
        for one in statements:
            families.setdefault(one.row.family, []).append(one)
        return listed((self.family(name, same) for name, same in families.items()), "; ")

    def family(self, name: str, statements: list[Told]) -> str:
        library = self.inputs.library_of.get(statements[0].row.name, "")
        bases: dict[str, list[Told]] = {}
        for one in statements:
            bases.setdefault(base(one.row.name), []).append(one)
        names = (_named(own, own.removeprefix(f"{library}.") if library else own, same) for own, same in bases.items())
        return f"{link(links.page('metric', name), name)}: {', '.join(names)}"

    def claims(self, statements: list[Told]) -> Markup:
        """Who claims it of which metrics."""
        notes: dict[tuple[str, str], list[str]] = {}
        for one in statements:
            for claim in one.cell.claims:
                if claim.source in self.inputs.ledger:
                    notes.setdefault((claim.source, claim.status), []).append(one.row.name)
        return listed(
            f"{link(links.claim(source), source)} {text(DECLARED.get(status, status))} of "
            f"{', '.join(text(name) for name in dict.fromkeys(names))}"
            for (source, status), names in notes.items()
        )


def _n(one: Told) -> int:
    """The size of its witness, 0 without one."""
    return one.cell.evidence.witness.n if one.cell.evidence.witness else 0


def _ordered(statements: Iterable[Told]) -> list[Told]:
    """The smaller witnesses first."""
    return sorted(statements, key=lambda one: (_n(one), one.line.closed))


def _named(own: str, shown: str, statements: list[Told]) -> str:
    """A metric with its variants: ``name[one, other]``."""
    plain = [f"{text(shown)}{_beside(one)}" for one in statements if one.row.name == own]
    variants = [f"{text(one.row.name[len(own) + 1 : -1])}{_beside(one)}" for one in statements if one.row.name != own]
    return ", ".join([*plain, *([f"{text(shown)}[{', '.join(variants)}]"] if variants else [])])


def _beside(one: Told) -> str:
    """The statement where the axiom has several, and what became of claims if it is not as they say."""
    note = "; ".join(filter(None, [one.line.statement, same(one).outcome]))
    return f" ({text(note)})" if note else ""
