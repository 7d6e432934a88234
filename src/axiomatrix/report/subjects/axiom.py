"""The document of an axiom: its statement in words and as a formula, and the verdicts on all metrics.

The site's pages have it in full, ``axiomatrix show AXIOM`` without evidence (:func:`declaration_document`).
"""

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

QUANTIFIER_NOTES = {
    "for all": "A statement about all instances: one that breaks it refutes it, and no number of others proves it.",
    "there is": "A statement of existence: one instance proves it, and no number of others refutes it.",
    "extreme": "A question for the best constant: its verdict says only how far the search went, unless no constant "
    "exists.",
}
"""What evidence can decide about a statement, by its quantifier."""


@dataclass(frozen=True)
class BesideAxiom:
    """Results on an axiom beside the cells of a matrix."""

    of_libraries: Collection[str] = ()
    """The names of libraries' metrics, whose verdicts are folded."""
    explored: Sequence[Inline] = ()
    """The explorations about the axiom."""


def declaration_document(axiom: Axiom, arguments: Mapping[str, Any] = MappingProxyType({})) -> Document:
    """The document of an axiom, or of its statement with these arguments, without evidence."""
    title = f"{axiom.plain_name} ({label(arguments)})" if arguments else axiom.plain_name
    return Document(title, axiom.sentence_of(arguments), tuple(declaration(axiom)))


def declaration(axiom: Axiom) -> Iterator[Block]:
    """Yield the formula, the rest of the docstring, and the properties of an axiom."""
    yield Formula(axiom.formula, axiom.latex)
    yield from symbol_blocks(axiom)
    yield from paragraphs(axiom.doc)
    yield Note(QUANTIFIER_NOTES[axiom.quantifier])
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
    """Yield the certified implications between the axiom and others (see ``report/axiom_lattice.py``)."""
    by_scope: dict[str, list[tuple[Span, ...]]] = {}
    for theorem in CERTIFIED:
        premises = [atom for atom in theorem.given if atom.axiom != HAS_A_VALUE]
        if theorem.then is not None and axiom.id in {theorem.then.axiom, *(atom.axiom for atom in premises)}:
            implication = Mono(f"{' and '.join(map(str, premises))} => {theorem.then}")
            by_scope.setdefault(f"{', '.join(theorem.rows)}, n <= {theorem.certified_up_to}: ", []).append(
                (implication,)
            )
    if by_scope:
        heading = f"Certified implications over few items: {sum(map(len, by_scope.values()))}"
        items = tuple((scope, *joined(implications)) for scope, implications in by_scope.items())
        yield Details(heading, (Text("Of metrics with a value everywhere. Others follow from these."), List(items)))


def _examples(axiom: Axiom) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ("Holds for", axiom.kept_by), ("Fails for", axiom.broken_by)


def _arguments(axiom: Axiom) -> str:
    return ", ".join([*axiom.arguments, *(["..."] if axiom.open_arguments else [])])


def list_document(registry: Registry) -> Document:
    """The document that lists all registered axioms, a line each."""
    rows: list[tuple[Inline, ...]] = []
    for axiom in registry.axioms.values():
        rows.append((Mono(axiom.id), axiom.sentence_of({}), axiom.formula, _arguments(axiom), axiom.group))
    heads = ("axiom", "what it says", "formula", "arguments", "group")
    return Document("Axioms", f"{len(rows):,} are registered.", (Table(heads, tuple(rows)),))


def document(head: ColumnHead, context: CellContext, beside: BesideAxiom = BesideAxiom()) -> Document:
    """The document of an axiom in a report: its declaration, the smallest counterexample, all verdicts, the claims."""
    assert context.matrix is not None
    axiom = context.registry.axioms.get(head.id)
    all_lines = [line for row in context.matrix.rows for line in context.positions.at(row.name, head.id)]
    lines_of_metrics = [line for line in all_lines if line.cell.metric not in beside.of_libraries]
    blocks: list[Block] = [*_declaration_blocks(head, axiom)]
    blocks += _smallest_counterexample(all_lines, head, context)
    applicable = [line for line in lines_of_metrics if line.status.is_asked]
    if applicable:
        number_of_metrics = len({line.cell.metric for line in applicable})
        blocks += [Heading(f"What is known ({number_of_metrics} metrics)"), _verdicts(applicable, context)]
    of_libraries = [line for line in all_lines if line.cell.metric in beside.of_libraries]
    for heading, lines in (
        ("Not applicable", [line for line in lines_of_metrics if not line.status.is_asked]),
        ("Of libraries", [line for line in of_libraries if line.status.is_asked]),
    ):
        if lines:
            number = counted(len({line.cell.metric for line in lines}), "metric")
            blocks.append(Details(f"{heading}: {number}", (_verdicts(lines, context, linked=False),)))
    blocks += _claims(all_lines, context)
    if beside.explored:
        blocks += [Heading("Explored size by size"), List(tuple(beside.explored))]
    title = axiom.plain_name if axiom is not None else head.id
    return Document(title, axiom.sentence_of({}) if axiom is not None else "", tuple(blocks))


def _declaration_blocks(head: ColumnHead, axiom: Axiom | None) -> Iterator[Block]:
    """Yield the declaration of the axiom, or only what the report has if that is of another version."""
    if axiom is not None and axiom.doc == head.doc:
        yield from declaration(axiom)
        return
    if head.formula:
        yield Formula(head.formula)
    yield from paragraphs(head.doc)
    yield Note(QUANTIFIER_NOTES[head.quantifier])


def _smallest_counterexample(lines: Iterable[Line], head: ColumnHead, context: CellContext) -> Iterator[Block]:
    """Yield the smallest refutation with its instance."""
    refuted = [line for line in lines if line.status.holds == "no" and line.slug and line.cell.evidence.witness]
    if not refuted:
        return
    first = min(refuted, key=lambda line: (line.cell.evidence.settled_at, line.closed))
    yield Heading("Where no constant exists" if head.quantifier == "extreme" else "The smallest counterexample")
    statement = f" ({first.statement})" if first.statement else ""
    account = context.account(first.cell)
    yield Text((context.named("metric", first.cell.metric), f"{statement}, n = {first.cell.evidence.settled_at}"))
    if account is not None:
        yield Text((Strong(account.sides),))
        yield List(
            tuple((Mono(value.name), f" = {value.text.removeprefix(f'{value.name} = ')}") for value in account.instance)
        )
        yield from context.pictures.get(account.slug, ())
    if first.slug and context.address("witness", first.slug):
        yield Text(("Step by step: ", context.named("witness", first.slug, "the counterexample")))


def _verdicts(lines: Iterable[Line], context: CellContext, *, linked: bool = True) -> Table:
    """The table of metrics by verdict and reach: proved ones first, then by strength, refuted ones by n."""
    ordered = sorted(lines, key=lambda line: (line.cell.evidence.settled_at, line.closed))
    alike = grouped(ordered, lambda line: (line.symbol, line.verdict))
    rows: list[tuple[Inline, ...]] = []
    for (symbol, verdict), same in sorted(alike.items(), key=lambda group: -group[1][0].status.notation.rank):
        names = statements.joined(list(_names(same, context, linked=linked)), ", ")
        rows.append(((StatusSign(symbol, same[0].status.tone), f" {verdict}"), names))
    return Table(("verdict", "metrics"), tuple(rows))


def _names(lines: Iterable[Line], context: CellContext, *, linked: bool) -> Iterator[tuple[Span, ...]]:
    """Yield the metrics' names, variants together as in ``footrule[deck, le]``; linked if the axiom applies."""
    for metric, same in grouped(lines, lambda line: base_name(line.cell.metric)).items():
        notes = [f" ({note})" if (note := _remarks(line)) else "" for line in same]
        variants: list[str] = []
        for line, note in zip(same, notes, strict=True):
            if line.cell.metric == metric:
                yield _named(metric, metric, context, linked=linked and line.status.is_asked), note
            else:
                variants.append(f"{line.cell.metric[len(metric) + 1 : -1]}{note}")
        if variants:
            last = same[-1]
            link = _named(last.cell.metric, metric, context, linked=linked and last.status.is_asked)
            yield link, f"[{', '.join(variants)}]"


def _named(metric: str, text: str, context: CellContext, *, linked: bool) -> Span:
    return context.named("metric", metric, text) if linked else text


def _remarks(line: Line) -> str:
    """The statement if the axiom has several, and the outcome of claims unless they are right."""
    cell = line.cell
    outcome = cell.outcome.written if cell.claims and cell.outcome not in statements.UNREMARKABLE_OUTCOMES else ""
    return "; ".join(filter(None, [line.statement, outcome]))


def _claims(lines: Iterable[Line], context: CellContext) -> Iterator[Block]:
    """Yield the sources that claim the axiom, each with its metrics."""
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
