"""Documents of metrics: formula, definition and parameters, and the results on their axioms.

- :func:`document` is a metric in a report, with its verdicts: a page of the site, on which :func:`variants` follows.
- :func:`declaration_document` is a registered metric without evidence: ``axiomatrix show METRIC``.
- :func:`list_document` lists all registered metrics.
- :func:`values_document` says for which values of a parameter statements hold (``explore --where``).

A *row* is a metric as the report describes it; it may differ from the registered definition. A *line* has the texts of
a statement about a metric (:class:`Line`): ``statement`` has the arguments of its axiom, ``symbol`` is the sign of its
verdict. A metric may have *variants*, which are separate rows: ``footrule[le]`` is one of ``footrule``.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from ...catalogue.metric_sentences import distinction, plain_name, plain_sentence
from ...evidence.matrix import Row
from ...evidence.words import Line, counted, grouped
from ...model.metric import Metric
from ...model.registry import Registry
from ...studies.parameter_values import AnsweredStatement
from ..document import (
    Block,
    Code,
    Details,
    Document,
    Formula,
    Heading,
    Inline,
    List,
    Mono,
    Picture,
    Span,
    Strong,
    Table,
    Text,
)
from ..pictures.diagrams import number_line
from . import statements, witness
from .cell import CellContext
from .statements import symbol_blocks

FLOATS_NOTE = "Its values are floats: a failure that rounding may explain has a verdict of its own."
TRUTH_WORDS: dict[statements.Truth, tuple[str, str]] = {
    "fails": ("fails", "fail"),
    "holds": ("holds", "hold"),
    "open": ("is not decided", "are not decided"),
}
"""Words after a number of statements by their truth, in the singular and the plural."""
TRUTH_HEADINGS: dict[statements.Truth, str] = {"fails": "Fails", "holds": "Holds", "open": "Not decided"}


# --- a metric in a report -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RelatedResults:
    """Results on a metric that its page has besides the cells of its row, from other reports, and its place there."""

    relatives: Sequence[Inline] = ()
    """The metrics nearest to it, each with the relation."""
    implementations: Sequence[Inline] = ()
    """The libraries' metrics that compute it, each with the axioms on which it deviates."""
    explored: Sequence[Inline] = ()
    """The explorations about it."""
    facts: Sequence[Inline] = ()
    """Further facts for the list of its properties."""
    library: str = ""
    """The library of the metric, by its name on the command line; empty for the catalogue's and users' metrics."""
    previous_variant: Row | None = None
    """The variant before it on the same page; what both have in common is not written again."""


def document(row: Row, context: CellContext, related: RelatedResults = RelatedResults()) -> Document:
    """Return the document of a metric in a report: its definition, and its statements, first those that fail.

    Counterexamples and the wordings of claims are left out, since they have their own pages.
    """
    metric = context.registry.metrics.get(row.name)
    lines = statements.lines_of(row.name, context)
    applicable = [line for line in lines if line.status.is_asked]  # the axiom applies to the metric
    blocks: list[Block] = [*_definition_blocks(row, metric, related)]
    for heading, items in (("Nearest", related.relatives), ("In libraries", related.implementations)):
        blocks += [Heading(heading), List(tuple(items))] if items else []
    for truth in statements.TRUTHS:
        same_truth = statements.by_urgency(line for line in applicable if statements.truth_of(line.cell) == truth)
        if not same_truth:
            continue
        blocks.append(Heading(f"{TRUTH_HEADINGS[truth]} ({len(same_truth)})"))
        if related.library:
            blocks.append(_verdict_table(same_truth, context))
        else:
            # the first variant already has the sentences
            blocks.append(_statement_table(same_truth, context, with_sentences=related.previous_variant is None))
    blocks += _best_constants(applicable, context)
    blocks += _value_ranges(applicable)
    previous = related.previous_variant
    lines_of_previous = statements.lines_of(previous.name, context) if previous is not None else []
    not_applicable = list(_not_applicable(lines))
    if not_applicable != list(_not_applicable(lines_of_previous)):  # else the page has them above
        blocks += not_applicable
    if related.explored:
        blocks += [Heading("Explored size by size"), List(tuple(related.explored))]
    blocks += [Heading("To check it again"), Code("\n".join(_check_commands(row, applicable, related)), "console")]
    title = row.name if metric is None else plain_name(metric)
    return Document(title, _summary(row, metric, applicable), tuple(blocks))


def base_name(name: str) -> str:
    """Return the name of a metric without its variant: ``footrule`` for ``footrule[le]``."""
    return name.partition("[")[0] if name.endswith("]") else name


def _summary(row: Row, metric: Metric | None, applicable: Sequence[Line]) -> Inline:
    """Return the plain sentence of the metric, and the numbers of statements that fail, hold and are open."""
    by_truth = grouped(applicable, lambda line: statements.truth_of(line.cell))
    counts = [counted(len(by_truth[truth]), *words) for truth, words in TRUTH_WORDS.items() if truth in by_truth]
    tally = "No axiom applies to it."
    if applicable:
        tally = f"Of {counted(len(applicable), 'statement')}: {', '.join(counts)}."
    sentence = plain_sentence(metric) if metric is not None else ""
    if not sentence:
        sentence = f"{row.kind.capitalize()} of {row.about}."
    return f"{sentence} {tally}"


def _definition_blocks(row: Row, metric: Metric | None, related: RelatedResults) -> Iterator[Block]:
    """Yield formula, docstring, parameters and code of a metric as its row in the report has them.

    ``metric`` is the registered metric of that name, or None. What the previous variant on the page has too is left
    out.
    """
    previous = related.previous_variant
    if row.formula:
        # the LaTeX of the registered metric fits the row only if the formulas agree
        same_metric = metric if metric is not None and metric.formula == row.formula else None
        yield Formula(row.formula, same_metric.latex if same_metric is not None else "")
        if same_metric is not None and previous is None:
            yield from symbol_blocks(same_metric)
    if metric is not None and metric.variant and (difference := distinction(metric)):
        yield Text((Strong(f"Variant {metric.variant}"), f": {difference}."))
    if previous is None or list(paragraphs(previous.doc)) != list(paragraphs(row.doc)):
        yield from paragraphs(row.doc)
    facts: list[Inline] = [
        ("Name: ", Mono(row.name), f", of the family {row.family}"),
        f"{row.kind.capitalize()} of {row.about}",
    ]
    # of two arguments a and b, "distance of rankings" tells the spaces
    has_usual_arguments = list(row.arguments) == ["a", "b"]
    spaces = row.parameters if has_usual_arguments else row.arguments | row.parameters
    facts += [(Mono(name), f": {space}") for name, space in spaces.items()]
    facts += [f"Source: {row.source}"] if row.source else []
    facts += [] if row.exact else [FLOATS_NOTE]
    yield List((*facts, *related.facts))
    if previous is not None and row.code and row.code == previous.code:
        yield Text(("Its definition in Python is that of ", Mono(previous.name), "; the variant is an argument."))
    elif row.code:
        yield Details("The definition in Python", (Code(row.code, "python"),))


def _statement_table(lines: Sequence[Line], context: CellContext, *, with_sentences: bool) -> Table:
    """Return the table of statements, each with verdict, evidence and claims; an empty column is left out.

    The statements are also in words if ``with_sentences`` is true.
    """
    heads = ("axiom", "what it says", "verdict", "evidence", "claimed")
    rows: list[tuple[Inline, ...]] = []
    for line in lines:
        name = _axiom_with_arguments(line, context)
        sentence = statements.statement_text(line, context) if with_sentences else ""
        claims = statements.claims_text(line, context)
        rows.append((name, sentence, statements.verdict_text(line), statements.evidence_text(line, context), claims))
    columns = [k for k in range(len(heads)) if any(row[k] for row in rows)]
    return Table(tuple(heads[k] for k in columns), tuple(tuple(row[k] for k in columns) for row in rows))


def _verdict_table(lines: Sequence[Line], context: CellContext) -> Table:
    """Return the table of a library's metric: axioms by verdict, each linked to the instance that decides it."""
    rows: list[tuple[Inline, ...]] = []
    for verdict, same_verdict in grouped(lines, statements.verdict_text).items():
        names: list[tuple[Span, ...]] = []
        for line in same_verdict:
            axiom = context.name_or_link("witness", line.slug, line.cell.axiom) if line.slug else line.cell.axiom
            names.append((axiom, f" ({line.statement})" if line.statement else ""))
        rows.append((verdict, statements.join_spans(names, ", ")))
    return Table(("verdict", "axioms"), tuple(rows))


def _axiom_with_arguments(line: Line, context: CellContext) -> tuple[Span, ...]:
    """The axiom of a line, linked to its page if there is one, with its arguments in brackets."""
    return context.name_or_link("axiom", line.cell.axiom), f" ({line.statement})" if line.statement else ""


def _best_constants(lines: Sequence[Line], context: CellContext) -> Iterator[Block]:
    """Yield the list of known best constants, such as ``best >= 1/2``."""
    items: list[Inline] = [(*_axiom_with_arguments(line, context), f": {line.best}") for line in lines if line.best]
    if items:
        yield from (Heading("Best constants"), List(tuple(items)))


def _value_ranges(lines: Sequence[Line]) -> Iterator[Block]:
    """Yield a number line for each statement that holds for some values of a parameter only."""
    pictures = []
    for line in lines:
        values = line.cell.evidence.values  # the values of the parameter for which it is known to hold, or to fail
        if values is not None and values.holds:
            pictures.append(Picture(number_line(values), f"{line.cell.title}: {values.text}"))
    if pictures:
        yield Heading("For which values")
        yield from pictures


def _not_applicable(lines: Sequence[Line]) -> Iterator[Block]:
    """Yield the axioms that do not apply, grouped by reason."""
    not_applicable = [line for line in lines if not line.status.is_asked]
    items: list[Inline] = []
    by_reason = grouped(not_applicable, lambda line: line.cell.evidence.reason or line.verdict)
    for reason, same_reason in by_reason.items():
        items.append(f"{reason}: {', '.join(dict.fromkeys(line.cell.axiom for line in same_reason))}")
    if items:
        yield Details(f"{counted(len(not_applicable), 'statement')} not applicable", (List(tuple(items)),))


def _check_commands(row: Row, applicable: Sequence[Line], related: RelatedResults) -> Iterator[str]:
    """Yield the commands that check the metric again, and show the first of the statements that apply to it."""
    name = shlex.quote(row.name)
    # a report does not have the name of the user's file, so that the command has a placeholder for it
    file = f" {witness.ANY_FILE}" if row.family == "user" else ""
    if related.library:
        yield f"axiomatrix check --library {shlex.quote(related.library)} --metric {name}"
        return
    yield f"axiomatrix check{file} --metric {name}"
    if applicable:
        yield f"axiomatrix show {name} {shlex.quote(applicable[0].cell.axiom)}" + file


def variants(rows: Sequence[Row], context: CellContext) -> Iterator[Block]:
    """Yield a comparison of a metric's variants: their definitions, and the statements whose verdicts differ."""
    descriptions: list[tuple[Inline, ...]] = []
    for row in rows:
        metric = context.registry.metrics.get(row.name)
        difference = distinction(metric) if metric is not None else ""
        descriptions.append(
            (context.name_or_link("metric", row.name), difference, Mono(row.formula) if row.formula else "")
        )
    yield Table(("variant", "what it is", "formula"), tuple(descriptions))
    lines_by_variant: list[dict[tuple[str, str], Line]] = []
    """For each variant its lines by axiom and arguments."""
    for row in rows:
        lines = statements.lines_of(row.name, context)
        lines_by_variant.append({(line.cell.axiom, line.statement): line for line in lines})
    differing: list[tuple[Inline, ...]] = []
    for axiom, arguments in dict.fromkeys(key for lines_by_key in lines_by_variant for key in lines_by_key):
        same_statement = [lines_by_key.get((axiom, arguments)) for lines_by_key in lines_by_variant]
        if len({line.status.key if line is not None else "" for line in same_statement}) > 1:
            name = (context.name_or_link("axiom", axiom), f" ({arguments})" if arguments else "")
            verdicts = (f"{line.symbol} {line.verdict}" if line is not None else "" for line in same_statement)
            differing.append((name, *verdicts))
    if differing:
        heads: tuple[Inline, ...] = ("axiom", *(Mono(row.name) for row in rows))
        yield Details("Where their verdicts differ, side by side", (Table(heads, tuple(differing)),))
    else:
        yield Text("No verdict differs.")


# --- registered metrics, without evidence ---------------------------------------------------------------------------


def declaration_document(metric: Metric, registry: Registry) -> Document:
    """Return the document of a registered metric without evidence: formula, arguments, parameters, code."""
    latex = (Heading("In LaTeX"), Code(metric.latex, "latex")) if metric.latex else ()
    code = (Details("The definition in Python", (Code(metric.code, "python"),)),) if metric.code else ()
    summary = f"{plain_sentence(metric)} {metric.kind.capitalize()} of {metric.about}.".strip()
    return Document(plain_name(metric), summary, (*_declaration_blocks(metric, registry), *latex, *code))


def _declaration_blocks(metric: Metric, registry: Registry) -> Iterator[Block]:
    """Yield the formula, the rest of the docstring, the source, the arguments and the parameters of a metric."""
    if metric.formula:
        yield Formula(metric.formula, metric.latex)
    yield from symbol_blocks(metric)
    yield from paragraphs(metric.doc)
    if metric.source:
        yield Text(metric.source)
    # a metric of rankings takes two of them, which is the usual case
    arguments = {} if metric.takes_rankings else metric.arguments
    spaces = chain(arguments.items(), metric.parameters.items())
    items: list[Inline] = [("Name: ", Mono(metric.name))]
    items += [(Mono(name), f": {registry.name_of_space(metric, space)}") for name, space in spaces]
    yield List(tuple(items))
    if not metric.exact:
        yield Text(FLOATS_NOTE)


def paragraphs(doc: str) -> Iterator[Text]:
    """Yield the paragraphs of a docstring below its formula, the first paragraph, each on one line."""
    for paragraph in doc.replace("\r\n", "\n").split("\n\n")[1:]:
        if words := " ".join(paragraph.split()):
            yield Text(words)


def list_document(registry: Registry) -> Document:
    """Return the table of all registered metrics: name, plain sentence, kind, parameters, formula."""
    rows: list[tuple[Inline, ...]] = []
    for metric in registry.metrics.values():
        formula = metric.formula + ("" if metric.exact else " (floats)")
        parameters = ", ".join(metric.parameters)
        kind = f"{metric.kind} of {metric.about}"
        rows.append((Mono(metric.name), plain_sentence(metric), kind, parameters, formula))
    heads = ("metric", "what it says", "kind", "parameters", "formula")
    return Document("Metrics", f"{len(rows):,} are registered.", (Table(heads, tuple(rows)),))


# --- values of parameters -------------------------------------------------------------------------------------------


def values_document(title: str, answers: Sequence[AnsweredStatement], pictures: Sequence[str] = ()) -> Document:
    """Return the document of parameter values: where each statement holds, and instances that break it.

    ``pictures`` are the files of the number lines, one for each answer, empty for an undecided one. Without files the
    document has no pictures.
    """
    blocks: list[Block] = []
    for answer, file in zip(answers, pictures or [""] * len(answers), strict=True):
        blocks += _values_blocks(answer, file)
    decided = sum(answer.values is not None for answer in answers)
    return Document(title, f"{counted(len(answers), 'statement')}, {decided} decided.", tuple(blocks))


def _values_blocks(answer: AnsweredStatement, file: str) -> Iterator[Block]:
    """Yield the values for which a statement holds, the picture in ``file`` if it is not empty, and counterexamples."""
    outcome = answer.values.note.text if answer.values else f"not known: {answer.reason}"
    yield Text((Mono(answer.metric), " x ", Mono(answer.statement), ": ", Strong(outcome)))
    if file:
        yield Picture("", outcome, file=file)
    if answer.instances:
        yield List(answer.instances)
