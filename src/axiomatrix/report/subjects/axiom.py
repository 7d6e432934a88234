"""Documents of axioms: their statements in words and as formulas, and the verdicts on all metrics.

- :func:`declaration_document` is an axiom without evidence: ``axiomatrix show AXIOM``.
- :func:`list_document` lists all registered axioms.
- :func:`document` is an axiom in a report, with its verdicts: a page of the site.

An axiom with arguments, such as ``upper-bound(factor=2, other=kendall)``, has a *statement* for each of their values. A
*line* has the texts of a statement about a metric (:class:`Line`), with the arguments in ``line.statement`` and the
name of the witness's page in ``line.slug``. ``line.status.is_asked`` says that the axiom applies to the metric. The
*closure* is the parameter space with its boundary, such as weights of 0; a line may be about it (``line.closed``). A
metric may have *variants*, which are separate metrics: ``footrule[deck]`` and ``footrule[le]``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ...catalogue.theorems import CERTIFIED, HAS_A_VALUE
from ...evidence.cell import STATUS_WORDS
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
from .statements import join_spans, symbol_blocks

QUANTIFIER_NOTES = {
    "for all": "A statement about all instances: one that breaks it refutes it, and no number of others proves it.",
    "there is": "A statement of existence: one instance proves it, and no number of others refutes it.",
    "extreme": "A question about the best constant: its verdict says only how far the search went, unless no constant "
    "exists.",
}
"""Sentences on what evidence can decide about a statement, by its quantifier."""


def declaration_document(axiom: Axiom, arguments: Mapping[str, Any] = MappingProxyType({})) -> Document:
    """The document of an axiom, or of its statement with these arguments, without evidence."""
    title = f"{axiom.plain_name} ({label(arguments)})" if arguments else axiom.plain_name
    return Document(title, axiom.sentence_of(arguments), tuple(_declaration(axiom)))


def _declaration(axiom: Axiom) -> Iterator[Block]:
    """Yield the formula, the rest of the docstring, the properties and the implications of an axiom."""
    yield Formula(axiom.formula, axiom.latex)
    yield from symbol_blocks(axiom)
    yield from paragraphs(axiom.doc)
    yield Note(QUANTIFIER_NOTES[axiom.quantifier])
    kinds = sorted(plural for plural, kind in KIND_PLURALS.items() if kind in axiom.kinds)
    about = "any arguments" if axiom.of_arguments else ", ".join(axiom.about)
    items: list[Inline] = [
        ("Name: ", Mono(axiom.id), f", of the group {axiom.group}"),
        f"Applies to {', '.join(kinds)} of {about}",
    ]
    if axiom.arguments or axiom.open_arguments:  # open: their names differ from metric to metric
        items.append(f"Arguments: {_arguments(axiom)}")
    if axiom.requires:
        items.append(f"The metric must have: {', '.join(axiom.requires)}")
    # examples for readers, which the axiom's declaration names
    for head, metrics in (("Holds for", axiom.kept_by), ("Fails for", axiom.broken_by)):
        if metrics:
            items.append((Strong(head), f": {', '.join(metrics)}"))
    yield List(tuple(items))
    yield from _implications(axiom)


def _implications(axiom: Axiom) -> Iterator[Block]:
    """Yield the certified implications between the axiom and others (see ``report/axiom_lattice.py``).

    A theorem says that metrics (``rows``) which satisfy the axioms ``given`` also satisfy the axiom ``then``. Each is
    an *atom*: an axiom with its arguments.
    """
    implications_by_scope: dict[str, list[tuple[Span, ...]]] = {}
    for theorem in CERTIFIED:
        # that the metrics have a value everywhere is a premise of all, which the text above the list has
        premises = [atom for atom in theorem.given if atom.axiom != HAS_A_VALUE]
        if theorem.then is not None and axiom.id in {theorem.then.axiom, *(atom.axiom for atom in premises)}:
            implication = Mono(f"{' and '.join(map(str, premises))} => {theorem.then}")
            scope = f"{', '.join(theorem.rows)}, n <= {theorem.certified_up_to}: "
            implications_by_scope.setdefault(scope, []).append((implication,))
    if implications_by_scope:
        heading = f"Certified implications over few items: {sum(map(len, implications_by_scope.values()))}"
        items = tuple((scope, *join_spans(implications)) for scope, implications in implications_by_scope.items())
        yield Details(heading, (Text("For metrics that always have a value. Others follow from these."), List(items)))


def _arguments(axiom: Axiom) -> str:
    """The names of the axiom's arguments, with ``...`` for further ones, which differ from metric to metric."""
    names = [*axiom.arguments, "..."] if axiom.open_arguments else axiom.arguments
    return ", ".join(names)


def list_document(registry: Registry) -> Document:
    """The document that lists all registered axioms, a line each."""
    rows: list[tuple[Inline, ...]] = []
    for axiom in registry.axioms.values():
        rows.append((Mono(axiom.id), axiom.sentence_of({}), axiom.formula, _arguments(axiom), axiom.group))
    heads = ("axiom", "what it says", "formula", "arguments", "group")
    return Document("Axioms", f"{len(rows):,} are registered.", (Table(heads, tuple(rows)),))


# --- an axiom in a report -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BesideAxiom:
    """Results on an axiom that its page has besides the cells of its column."""

    of_libraries: Collection[str] = ()
    """The names of libraries' metrics, whose verdicts are folded."""
    explored: Sequence[Inline] = ()
    """The explorations about the axiom."""


def document(head: ColumnHead, context: CellContext, beside: BesideAxiom = BesideAxiom()) -> Document:
    """The document of an axiom in a report: its declaration, the smallest counterexample, all verdicts, the claims.

    ``head`` is the column of the axiom in the matrix of ``context``, which must have one.
    """
    assert context.matrix is not None
    axiom = context.registry.axioms.get(head.id)
    all_lines = [line for row in context.matrix.rows for line in context.positions.at(row.name, head.id)]
    # of the catalogue, and of the user
    lines_of_metrics = [line for line in all_lines if line.cell.metric not in beside.of_libraries]
    blocks: list[Block] = [*_declaration_blocks(head, axiom)]
    blocks += _smallest_counterexample(all_lines, head, context)
    applicable = [line for line in lines_of_metrics if line.status.is_asked]
    if applicable:
        number_of_metrics = len({line.cell.metric for line in applicable})
        blocks += [Heading(f"What is known ({number_of_metrics} metrics)"), _verdicts(applicable, context)]
    lines_of_libraries = [line for line in all_lines if line.cell.metric in beside.of_libraries]
    folded = {
        "Not applicable": [line for line in lines_of_metrics if not line.status.is_asked],
        "Of libraries": [line for line in lines_of_libraries if line.status.is_asked],
    }
    for heading, lines in folded.items():
        if lines:
            number = counted(len({line.cell.metric for line in lines}), "metric")
            blocks.append(Details(f"{heading}: {number}", (_verdicts(lines, context, is_linked=False),)))
    blocks += _claims(all_lines, context)
    if beside.explored:
        blocks += [Heading("Explored size by size"), List(tuple(beside.explored))]
    title = axiom.plain_name if axiom is not None else head.id
    return Document(title, axiom.sentence_of({}) if axiom is not None else "", tuple(blocks))


def _declaration_blocks(head: ColumnHead, axiom: Axiom | None) -> Iterator[Block]:
    """Yield the declaration of the axiom; if the report is of another version, only what the report has of it."""
    if axiom is not None and axiom.doc == head.doc:
        yield from _declaration(axiom)
        return
    if head.formula:
        yield Formula(head.formula)
    yield from paragraphs(head.doc)
    yield Note(QUANTIFIER_NOTES[head.quantifier])


def _smallest_counterexample(lines: Iterable[Line], head: ColumnHead, context: CellContext) -> Iterator[Block]:
    """Yield the refutation of smallest n, with its metric and its instance; nothing without a refutation."""
    refuted = [line for line in lines if line.status.holds == "no" and line.slug and line.cell.evidence.witness]
    if not refuted:
        return
    # settled_at is the n of the witness; of equal n, a witness in the declared space comes before one on its closure
    smallest = min(refuted, key=lambda line: (line.cell.evidence.settled_at, line.closed))
    # an axiom that asks for a best constant is refuted if no constant exists
    yield Heading("Where no constant exists" if head.quantifier == "extreme" else "The smallest counterexample")
    statement = f" ({smallest.statement})" if smallest.statement else ""
    account = context.account(smallest.cell)
    n = smallest.cell.evidence.settled_at
    yield Text((context.name_or_link("metric", smallest.cell.metric), f"{statement}, n = {n}"))
    if account is not None:
        yield Text((Strong(account.sides),))
        # the text of a parameter begins with its name, that of an argument does not
        texts = [(value.name, value.text.removeprefix(f"{value.name} = ")) for value in account.instance]
        yield List(tuple((Mono(name), f" = {text}") for name, text in texts))
        yield from context.pictures.get(account.slug, ())
    if smallest.slug and context.address("witness", smallest.slug):
        yield Text(("Step by step: ", context.name_or_link("witness", smallest.slug, "the counterexample")))


def _verdicts(lines: Iterable[Line], context: CellContext, *, is_linked: bool = True) -> Table:
    """The table of metrics by verdict and reach: proved ones first, then by strength, refuted ones by n."""
    by_n = sorted(lines, key=lambda line: (line.cell.evidence.settled_at, line.closed))
    by_verdict = grouped(by_n, lambda line: (line.symbol, line.verdict))
    # the rank of a notation is lowest for a refutation, and highest for a proof
    strongest_first = sorted(by_verdict.items(), key=lambda entry: -entry[1][0].status.notation.rank)
    rows: list[tuple[Inline, ...]] = []
    for (symbol, verdict), same_verdict in strongest_first:
        names = statements.join_spans(list(_names(same_verdict, context, is_linked=is_linked)), ", ")
        rows.append(((StatusSign(symbol, same_verdict[0].status.tone), f" {verdict}"), names))
    return Table(("verdict", "metrics"), tuple(rows))


def _names(lines: Iterable[Line], context: CellContext, *, is_linked: bool) -> Iterator[tuple[Span, ...]]:
    """Yield the metrics' names with remarks, variants together as in ``footrule[deck, le]``.

    A name links to the page of the metric if the axiom applies to it, several variants to the page of the last.
    """
    for base, lines_of_base in grouped(lines, lambda line: base_name(line.cell.metric)).items():
        variants: list[str] = []
        for line in lines_of_base:
            remarks = _remarks(line)
            remarks_in_brackets = f" ({remarks})" if remarks else ""
            if line.cell.metric == base:
                has_link = is_linked and line.status.is_asked
                yield context.name_or_link("metric", base) if has_link else base, remarks_in_brackets
            else:
                variant = line.cell.metric.removeprefix(f"{base}[").removesuffix("]")
                variants.append(f"{variant}{remarks_in_brackets}")
        if variants:
            last = lines_of_base[-1]
            has_link = is_linked and last.status.is_asked
            name = context.name_or_link("metric", last.cell.metric, base) if has_link else base
            yield name, f"[{', '.join(variants)}]"


def _remarks(line: Line) -> str:
    """The arguments of the statement if there are any, and the outcome of its claims unless they are right."""
    remarks = [line.statement] if line.statement else []
    if line.cell.claims and line.cell.outcome not in statements.UNREMARKABLE_OUTCOMES:
        remarks.append(line.cell.outcome.written)
    return "; ".join(remarks)


def _claims(lines: Iterable[Line], context: CellContext) -> Iterator[Block]:
    """Yield the claims about the axiom, each with its metrics."""
    metrics_by_claim: dict[tuple[str, Status], list[str]] = {}
    for line in lines:
        for claim in line.cell.claims:
            metrics_by_claim.setdefault((claim.source, claim.status), []).append(line.cell.metric)
    items: list[Inline] = []
    for (source, status), metrics in metrics_by_claim.items():
        # such as "KV3 holds of kendall"; a metric with several statements is named once
        items.append(
            (context.name_or_link("claim", source), f" {STATUS_WORDS[status]} for {', '.join(dict.fromkeys(metrics))}")
        )
    if items:
        yield Heading("What is claimed")
        yield List(tuple(items))
