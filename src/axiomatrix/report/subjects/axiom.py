"""Axioms: what an axiom says in words and as a formula, of which metrics, and what is known of these."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ...catalogue.theorems import CERTIFIED, HAS_A_VALUE
from ...evidence.cell import DECLARED
from ...evidence.matrix import ColumnHead
from ...evidence.words import Line, counted, grouped
from ...model.axiom import KIND_PLURALS, Axiom, label
from ...model.claim import Status
from ...model.registry import Registry
from ..document import (
    Block,
    Details,
    Document,
    Formula,
    Heading,
    Inline,
    List,
    Mono,
    Note,
    Span,
    StatusSign,
    Strong,
    Table,
    Text,
)
from . import statements
from .cell import CellContext
from .metric import base_name, paragraphs
from .statements import joined, symbol_blocks

QUANTIFIERS = {
    "for all": "A statement about all instances: one that breaks it refutes it, and no number of others proves it.",
    "there is": "A statement of existence: one instance proves it, and no number of others refutes it.",
    "extreme": "A question for the best constant: its verdict says only how far the search went, unless no constant "
    "exists.",
}
"""What can be known of a statement, by its quantifier."""


@dataclass(frozen=True)
class BesideAxiom:
    """Results on an axiom beside the cells of a matrix."""

    of_libraries: Collection[str] = ()
    """The metrics that are of libraries, which are folded."""
    explored: Sequence[Inline] = ()
    """The explorations that ask about it."""


def declaration_document(axiom: Axiom, arguments: Mapping[str, Any] = MappingProxyType({})) -> Document:
    """An axiom by itself, or with these arguments, without any evidence."""
    title = f"{axiom.plain_name} ({label(arguments)})" if arguments else axiom.plain_name
    return Document(title, axiom.sentence_of(arguments), tuple(declaration(axiom)))


def declaration(axiom: Axiom) -> Iterator[Block]:
    """The formula, the rest of the docstring, and what the axiom is about."""
    yield Formula(axiom.formula, axiom.latex)
    yield from symbol_blocks(axiom)
    yield from paragraphs(axiom.doc)
    yield Note(QUANTIFIERS[axiom.quantifier])
    kinds = sorted(plural for plural, kind in KIND_PLURALS.items() if kind in axiom.kinds)
    about = "any arguments" if axiom.of_arguments else ", ".join(axiom.about)
    items: list[Inline] = [
        ("Name: ", Mono(axiom.id), f", of the group {axiom.group}"),
        f"Asked of {', '.join(kinds)} of {about}",
    ]
    if axiom.arguments or axiom.open_arguments:
        items.append(f"Arguments: {_arguments(axiom)}")
    if axiom.requires:
        items.append(f"The metric must have: {', '.join(axiom.requires)}")
    items += [(Strong(head), f": {', '.join(names)}") for head, names in _examples(axiom) if names]
    yield List(tuple(items))
    yield from _implications(axiom)


def _implications(axiom: Axiom) -> Iterator[Block]:
    """From which axioms it follows and which follow from it, as far as the lattice of axioms certifies that."""
    by_scope: dict[str, list[tuple[Span, ...]]] = {}
    for theorem in CERTIFIED:
        premises = [atom for atom in theorem.given if atom.axiom != HAS_A_VALUE]
        if theorem.then is not None and axiom.id in {theorem.then.axiom, *(atom.axiom for atom in premises)}:
            implication = Mono(f"{' and '.join(map(str, premises))} => {theorem.then}")
            by_scope.setdefault(f"{', '.join(theorem.rows)}, n <= {theorem.up_to}: ", []).append((implication,))
    if by_scope:
        heading = f"Certified implications over few items: {sum(map(len, by_scope.values()))}"
        items = tuple((scope, *joined(implications)) for scope, implications in by_scope.items())
        yield Details(heading, (Text("Of metrics with a value everywhere. Others follow from these."), List(items)))


def _examples(axiom: Axiom) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ("Holds for", axiom.kept_by), ("Fails for", axiom.broken_by)


def _arguments(axiom: Axiom) -> str:
    return ", ".join([*axiom.arguments, *(["..."] if axiom.open_arguments else [])])


def list_document(registry: Registry) -> Document:
    """A line for each axiom that is registered: what it says comes before its formula."""
    rows: list[tuple[Inline, ...]] = []
    for axiom in registry.axioms.values():
        rows.append((Mono(axiom.id), axiom.sentence_of({}), axiom.formula, _arguments(axiom), axiom.group))
    heads = ("axiom", "what it says", "formula", "arguments", "group")
    return Document("Axioms", f"{len(rows):,} are registered.", (Table(heads, tuple(rows)),))


def document(head: ColumnHead, context: CellContext, beside: BesideAxiom = BesideAxiom()) -> Document:
    """An axiom with what is known of every metric that it is asked of."""
    assert context.matrix is not None
    axiom = context.registry.axioms.get(head.id)
    every = [line for row in context.matrix.rows for line in context.positions.at(row.name, head.id)]
    own = [line for line in every if line.cell.metric not in beside.of_libraries]
    blocks: list[Block] = [*_head(head, axiom)]
    blocks += _violator(every, head, context)
    applicable = [line for line in own if line.status.is_asked]
    blocks += (
        [
            Heading(f"What is known ({len({line.cell.metric for line in applicable})} metrics)"),
            _verdicts(applicable, context),
        ]
        if applicable
        else []
    )
    for heading, those in (
        ("Not applicable", [line for line in own if not line.status.is_asked]),
        ("Of libraries", [line for line in every if line.cell.metric in beside.of_libraries]),
    ):
        if those:
            number = counted(len({line.cell.metric for line in those}), "metric")
            blocks.append(Details(f"{heading}: {number}", (_verdicts(those, context, linked=False),)))
    blocks += _claims(every, context)
    if beside.explored:
        blocks += [Heading("Explored size by size"), List(tuple(beside.explored))]
    title = axiom.plain_name if axiom is not None else head.id
    return Document(title, axiom.sentence_of({}) if axiom is not None else "", tuple(blocks))


def _head(head: ColumnHead, axiom: Axiom | None) -> Iterator[Block]:
    """The formula and the docstring as the report has them, and what can be known of such a statement."""
    if axiom is not None and axiom.doc == head.doc:
        yield from declaration(axiom)
        return
    if head.formula:
        yield Formula(head.formula)
    yield from paragraphs(head.doc)
    yield Note(QUANTIFIERS[head.quantifier])


def _violator(lines: Iterable[Line], head: ColumnHead, context: CellContext) -> Iterator[Block]:
    """The smallest refutation, with its instance."""
    refuted = [line for line in lines if line.status.holds == "no" and line.slug and line.cell.evidence.witness]
    if not refuted:
        return
    first = min(refuted, key=lambda line: (line.cell.evidence.settled_at, line.closed))
    yield Heading("Where no constant exists" if head.quantifier == "extreme" else "The smallest counterexample")
    statement = f" ({first.statement})" if first.statement else ""
    shown = context.account(first.cell)
    yield Text((context.named("metric", first.cell.metric), f"{statement}, n = {first.cell.evidence.settled_at}"))
    if shown is not None:
        yield Text((Strong(shown.sides),))
        yield List(
            tuple((Mono(value.name), f" = {value.text.removeprefix(f'{value.name} = ')}") for value in shown.instance)
        )
        yield from context.pictures.get(shown.slug, ())
    if first.slug and context.address("witness", first.slug):
        yield Text(("Step by step: ", context.named("witness", first.slug, "the counterexample")))


def _verdicts(lines: Iterable[Line], context: CellContext, *, linked: bool = True) -> Table:
    """The metrics by verdict and reach: what is proved first, what is refuted with the smallest n first."""
    ordered = sorted(lines, key=lambda line: (line.cell.evidence.settled_at, line.closed))
    alike = grouped(ordered, lambda line: (line.symbol, line.verdict))
    rows: list[tuple[Inline, ...]] = []
    for (symbol, verdict), same in sorted(alike.items(), key=lambda group: -group[1][0].status.notation.rank):
        names = statements.joined(list(_names(same, context, linked=linked)), ", ")
        rows.append(((StatusSign(symbol, same[0].status.tone), f" {verdict}"), names))
    return Table(("verdict", "metrics"), tuple(rows))


def _names(lines: Iterable[Line], context: CellContext, *, linked: bool) -> Iterator[tuple[Span, ...]]:
    """The metrics, the variants of one together as in ``footrule[deck, le]``; with a link where it is asked."""
    for metric, same in grouped(lines, lambda line: base_name(line.cell.metric)).items():
        notes = [f" ({note})" if (note := _beside(line)) else "" for line in same]
        variants: list[str] = []
        for line, note in zip(same, notes, strict=True):
            if line.cell.metric == metric:
                yield _named(metric, metric, context, linked=linked and line.status.is_asked), note
            else:
                variants.append(f"{line.cell.metric[len(metric) + 1 : -1]}{note}")
        if variants:
            last = same[-1]
            named = _named(last.cell.metric, metric, context, linked=linked and last.status.is_asked)
            yield named, f"[{', '.join(variants)}]"


def _named(metric: str, shown: str, context: CellContext, *, linked: bool) -> Span:
    return context.named("metric", metric, shown) if linked else shown


def _beside(line: Line) -> str:
    """The statement where the axiom has several, and what became of claims if it is not as they say."""
    cell = line.cell
    outcome = cell.outcome.written if cell.claims and cell.outcome not in statements.GOES_WITHOUT_SAYING else ""
    return "; ".join(filter(None, [line.statement, outcome]))


def _claims(lines: Iterable[Line], context: CellContext) -> Iterator[Block]:
    """Who claims it of which metrics."""
    notes: dict[tuple[str, Status], list[str]] = {}
    for line in lines:
        for claim in line.cell.claims:
            notes.setdefault((claim.source, claim.status), []).append(line.cell.metric)
    items: list[Inline] = [
        (context.named("claim", source), f" {DECLARED[status]} of {', '.join(dict.fromkeys(names))}")
        for (source, status), names in notes.items()
    ]
    if items:
        yield from (Heading("What is claimed"), List(tuple(items)))
