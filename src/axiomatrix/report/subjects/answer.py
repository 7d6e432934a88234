"""Answers to questions in words: about a metric and an axiom, which metrics fit wishes, or where words are found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...evidence.account.account import Account
from ...evidence.account.making import account
from ...evidence.cell import Cell
from ...evidence.matrix import Matrix
from ...evidence.safe import visible
from ...evidence.status import EvidenceGrade
from ...evidence.witness import decode, statement_of
from ...evidence.words import lines
from ...model.axiom import KIND_PLURALS, Axiom
from ...model.names import Reading, folded, texts_of_readings
from ...model.registry import Registry
from ...studies.ask.answering import AskedAxiom, AskedMetric, QuestionAnswer, Reply
from ...studies.ask.choosing import Choice, Wish, behind
from ...studies.ask.comparing import MetricSide, Standing, answer_of
from ...studies.ask.question import Hit, nearest_topics, search
from ..document import Block, Code, Document, Heading, Inline, List, Mono, Nested, Note, Strong, Table, Text, plain_text
from .verdicts import AS_FAR, brief, relation, sentence, short
from .witness import term_lines

MOST_HITS = 8
MOST_CARDS = 3
"""Axioms of one metric up to which each has its evidence here; of more there is a table, and what decides."""
OPEN_QUESTIONS = ("what", "what's", "why", "how", "when", "where", "which", "who")
"""How questions begin that neither yes nor no answers."""
LEADS = {Reply.YES: "Yes", Reply.NO: "No", Reply.OPEN: "Not decided", Reply.SILENT: "Does not apply"}
"""How an answer begins."""


def document(
    result: QuestionAnswer, matrix: Matrix, registry: Registry, origin: str, *, is_yes_or_no: bool = True
) -> Document:
    """The answer; why; the smallest instance; the readings that were taken, and what the others come to."""
    parts, title = result.chosen.parts, lead(result, registry, is_yes_or_no=is_yes_or_no)
    blocks: list[Block] = []
    if len(parts) > 1 and any(part.standing.cells for part in parts):
        rows: list[tuple[Inline, ...]] = [(Mono(part.id), short(part.standing)) for part in parts]
        blocks.append(Table(("axiom", result.metric.shown), tuple(rows)))
    cards = parts if len(parts) <= MOST_CARDS else result.chosen.deciding[:1] if result.reply is not Reply.YES else ()
    for part in cards:
        blocks += [Heading(f"{part.metric.shown}: {part.axiom.shown}")] if len(cards) > 1 else []
        blocks += _card(part, matrix, registry, title)
    blocks += _readings(result, registry)
    is_undeclared = result.reply is Reply.SILENT and bool(result.chosen.deciding[0].standing.cells)
    has_table = bool(result.others) and (result.differs or is_undeclared)
    if has_table:
        blocks.append(Heading("By variant"))
        heads = ("variant", *(part.id for part in parts), "formula")
        blocks.append(Table(heads, tuple(_variant(row, answer, registry) for row, answer in _by_row(result).items())))
    elif result.others:
        blocks.append(Text(f"The answer is the same for {', '.join(result.others)}."))
    differ = "The answer is not the same for all variants of the name" if result.differs else "The name has variants"
    summary = f"{differ}: the table below has them with their formulas." if has_table else ""
    return Document(title, summary, (*blocks, Note(origin)))


def lead(result: QuestionAnswer, registry: Registry, *, is_yes_or_no: bool = True) -> str:
    """The answer in a sentence: whether it is as asked, of which axioms, and what that is known by."""
    deciding = result.chosen.deciding
    weakest, metric = deciding[0], deciding[0].metric.shown
    cell = weakest.standing.telling
    if result.reply is Reply.SILENT:
        return f"{LEADS[result.reply]}. {_silence(weakest, registry)}."
    if result.reply is Reply.OPEN or cell is None:
        verb = "satisfies" if weakest.holds else "violates"
        says = result.inequality.text if result.inequality else f"{metric} {verb} {_label(weakest, registry)}"
        return f"{LEADS[result.reply]} whether {says}.{'' if cell is None else f' {sentence(cell)}'}"
    labels = {
        holds: dict.fromkeys(_label(part, registry) for part in deciding if part.standing.holds is holds)
        for holds in (True, False)
    }
    verbs = {True: "satisfies", False: "does not satisfy"}
    predicate = ", and ".join(f"{verbs[holds]} {', '.join(names)}" for holds, names in labels.items() if names)
    says = result.inequality.text if result.inequality else f"{metric} {predicate}"
    bounded = weakest.standing.holds and weakest.standing.grade < EvidenceGrade.PROVED
    begins = [LEADS[result.reply]] if is_yes_or_no else []
    begins += [f"up to n = {cell.evidence.up_to()}"] if bounded else []
    begin = ", ".join(begins).capitalize() + (". " if begins else "")
    verdict = brief(weakest.standing)
    return f"{begin}{says}: {verdict.word if bounded else verdict.aloud}."


def _label(part: AskedAxiom, registry: Registry) -> str:
    """The axiom with what it says for newcomers, or the topic where all of that holds."""
    if part.in_topic and part.reply in (Reply.YES, Reply.SILENT):
        topic = registry.topics.get(folded(part.axiom.asked))
        of_what = " for 1 - m" if topic and registry.metric(part.metric.name).kind == "similarity" else ""
        return f"the axioms of {topic.shown if topic else part.axiom.asked}{of_what}"
    cell, axiom = part.standing.telling, registry.axiom(part.id)
    title = part.id if cell is None else cell.title
    return f"{title} ({in_brackets(axiom, {} if cell is None else cell.arguments)})"


def in_brackets(axiom: Axiom, arguments: Mapping[str, Any]) -> str:
    """Return the axiom's statement for use within a sentence: its plain one, else the formula."""
    says = axiom.sentence_of(arguments)
    return f"{says[:1].lower()}{says[1:].rstrip('.')}" if says else axiom.formula


def _silence(part: AskedAxiom, registry: Registry) -> str:
    """Why the axiom says nothing of the metric."""
    row, axiom, label = registry.metric(part.metric.name), registry.axiom(part.id), _label(part, registry)
    if part.standing.telling is None and not axiom.is_about(row):
        kinds = sorted(plural for plural, kind in KIND_PLURALS.items() if kind in axiom.kinds)
        verb = "are" if label.startswith("the axioms ") else "is"
        whose = f"{part.metric.shown} is a {row.kind} of {row.about}"
        return f"{whose}; {label} {verb} about {' and '.join(kinds)} of {', '.join(axiom.about)}"
    reason = part.standing.telling.evidence.reason if part.standing.telling else "no statement of it is asked"
    return f"{label} says nothing of {part.metric.shown}: {visible(reason)}"


def _by_row(result: QuestionAnswer) -> dict[str, AskedMetric]:
    return {result.chosen.parts[0].metric.name: result.chosen, **result.others}


def _variant(row: str, asked: AskedMetric, registry: Registry) -> tuple[Inline, ...]:
    return (Mono(row), *(short(part.standing) for part in asked.parts), registry.metric(row).formula)


def _readings(result: QuestionAnswer, registry: Registry) -> Iterator[Block]:
    """How names were read, with the formulas and where they are from."""
    parts = result.chosen.parts
    rows = {part.metric.name: part.metric for part in parts}
    rows |= {result.inequality.other.name: result.inequality.other} if result.inequality else {}
    items = [f"{name}: {registry.metric(name).formula}" for name in rows]
    items += [f"{part.id}: {registry.axiom(part.id).formula}" for part in parts]
    items += [metric.text for metric in rows.values() if not metric.exact]
    items += texts_of_readings((part.axiom, [part.id]) for part in parts)
    yield List(tuple(dict.fromkeys(items)))
    for part in parts if len(parts) <= MOST_CARDS else ():
        yield Text(f"{part.id}: {' '.join(registry.axiom(part.id).doc.split(chr(10) * 2, 1)[-1].split())}")
    for name in rows:
        row = registry.metric(name)
        yield Text(f"{name}: {' '.join(row.doc.split(chr(10) * 2, 1)[-1].split())} {row.source}".rstrip())


def _card(part: AskedAxiom, matrix: Matrix, registry: Registry, lead_text: str) -> Iterator[Block]:
    """The evidence on each statement of the axiom, without what the answer has said already."""
    for line in lines(matrix.at(part.metric.name, part.id)):
        yield from _answer(line.cell, line.verdict, matrix, part.metric, registry, lead_text)


def with_unknown_words(known: Document, words: Sequence[str], registry: Registry) -> Document:
    """An answer to the rest of a question of which some words are not known: it says so first."""
    named = " ".join(words)
    blocks: list[Block] = [Text("The question is not answered as it stands. Topics like them:")]
    items: list[Inline] = []
    for word in words:
        near = list(
            dict.fromkeys((*nearest_topics(word, registry), *(hit.name for hit in search([word], registry)[:3])))
        )
        items.append((Strong(word), f": {', '.join(near) or 'none (axiomatrix show axioms)'}"))
    blocks += [List(tuple(items)), Heading("Without these words"), Text((Strong(plain_text(known.title)),))]
    blocks += [Text(known.summary)] if known.summary else []
    hint = Note("A metric of yours must be registered first: import it, or name its file too.")
    return Document(f"Not known here, and part of the question: {named}", blocks=(*blocks, *known.blocks, hint))


def _answer(
    cell: Cell, verdict: str, matrix: Matrix, metric: Reading, registry: Registry, lead_text: str
) -> Iterator[Block]:
    title = "" if cell.title == cell.axiom else f"{cell.title}: "
    if sentence(cell) not in lead_text and (title or cell.evidence.derivation is not None):
        yield Text(title + sentence(cell))
    if cell.status.is_asked:
        yield Text(f"{verdict}. {cell.evidence.verdict.notation.does_not_mean}")
    if cell.evidence.proof is not None:
        yield Text(f"{cell.evidence.proof.theorem} (proof {cell.evidence.proof.id})")
    if (shown := account(cell, matrix, registry)) is not None:
        yield from _instance(shown, cell, metric, registry)
    for claim in cell.claims:
        yield Text(claim.sentence)


def _instance(shown: Account, cell: Cell, metric: Reading, registry: Registry) -> Iterator[Block]:
    yield Text(f"{shown.found}{f' ({shown.minimal})' if shown.minimal else ''}:")
    vectors = (f", rank vector {value.vector}" if value.vector else "" for value in shown.values)
    values = (f"{v.name} = {v.text}{vector}" for v, vector in zip(shown.values, vectors, strict=True))
    yield List((*values, *(value.text for value in shown.parameters)))  # whose entries carry its name
    if shown.terms:
        yield Code("\n".join(term_lines(shown.terms)))
    yield Text(shown.sides)
    witness = cell.evidence.witness
    if witness is None or not metric.parameters:
        return
    row = registry.metric(metric.name)
    statement = statement_of(witness, registry, row)
    instance = decode(statement, row, witness)
    if all(instance.parameters.get(name) == value for name, value in metric.parameters.items()):
        return
    again = answer_of(MetricSide(metric.shown, row, metric.parameters, witness), statement, instance, registry)
    if again is None:
        yield Text(f"With {metric.given} there is no value on this list.")
        return
    same = "the same" if again.true is (witness.shows == "shows") else "otherwise: this instance says nothing of it"
    yield Text(f"With {metric.given} it is {same}: {relation(again.relation, true=again.true)}.")


def hits_document(places: Sequence[Hit], words: Sequence[str]) -> Document:
    """Where the words of a question are found."""
    items: list[Inline] = [(f"{hit.what} ", Mono(hit.name), f": {hit.text}") for hit in places[:MOST_HITS]]
    more = len(places) - MOST_HITS
    title = f"{' '.join(words)}: named by no metric and no axiom; found in"
    return Document(title, blocks=(List((*items, *([f"and {more} more"] if more > 0 else []))),))


MOST_OTHERS = 12
"""Metrics that do not fit and are listed."""


def choice_document(chosen: Choice, kind: str, about: str, readings: Iterable[str], origin: str) -> Document:
    """The metrics that fit, the sets of wishes that nothing fulfils together, and what the others miss.

    ``readings`` say how the names of axioms were read, ``origin`` where the verdicts are from.
    """
    metric = kind or "metric"
    fit: list[tuple[Inline, ...]] = [
        (Mono(candidate.row.name), *(short(standing) for _, standing in candidate.standings))
        for candidate in chosen.fit
    ]
    whose = f"{metric} of {about}" if about else f"{metric} of the report"
    impossible = (
        Nested(
            f"no {whose} fulfils: {' and '.join(wish.text for wish in wish_set)}",
            tuple(f"theorem {clash.text}" for clash in behind(wish_set)),
        )
        for wish_set in chosen.impossible
    )
    blocks: list[Block] = [List(tuple(readings)), Table(("metric", *(wish.text for wish in chosen.wishes)), tuple(fit))]
    blocks.append(List(tuple(impossible)))
    if chosen.others:
        more = len(chosen.others) - MOST_OTHERS
        missed = [
            (
                Mono(other.row.name),
                ": ",
                "; ".join(f"{wish.text} ({_why(wish, standing)})" for wish, standing in other.missed),
            )
            for other in chosen.others[:MOST_OTHERS]
        ]
        blocks.append(Heading("The others, and what they miss"))
        blocks.append(Note("A metric with parameters fulfils a wish only if it does under all of them."))
        blocks.append(List((*missed, *([f"and {more} more"] if more > 0 else []))))
    return Document(choice_lead(chosen, metric), blocks=(*blocks, Note(origin)))


def choice_lead(chosen: Choice, metric: str) -> str:
    """How many metrics fit, of how many that the wishes are about."""
    every = len(chosen.fit) + len(chosen.others)
    plurals: dict[str, str] = {kind: plural for plural, kind in KIND_PLURALS.items()}
    verbs = {True: "satisfy", False: "do not satisfy"}
    names = {must: [wish.name for wish in chosen.wishes if wish.must is must] for must in verbs}
    predicate = " and ".join(f"{verbs[must]} {', '.join(listed)}" for must, listed in names.items() if listed)
    return f"{len(chosen.fit)} of {every:,} {plurals.get(metric, f'{metric}s')} {predicate}, {AS_FAR}."


def _why(wish: Wish, standing: Standing) -> str:
    if not standing.applies:
        return "it says nothing of it" if standing.cells else "not asked of it"
    return short(standing) if wish.must or standing.holds is None else f"nothing breaks it: {short(standing)}"
