"""Documents of ``axiomatrix ask`` and ``choose``: answers about a metric, places where words occur, and choices.

A question such as "is kendall symmetric?" asks about a metric and axioms. A word such as "metric" is a *topic*, which
represents several axioms. A *reading* is a name as the question writes it (``asked``; ``shown`` in the field's
spelling) with the registered names that it may mean, such as the *variants* of a metric. ``answer.chosen`` is about the
variant that is most likely meant, and ``answer.others`` about the others.

There is a result for each axiom, and the *deciding* results settle the answer (:mod:`...studies.ask.answering`). A
result rests on a *standing*: the report's cells of the metric and the axiom. Its ``deciding_cell`` is the one that
decides, None if there are no cells. The site's page "ask" uses the same words (``LEADS``,
:func:`statement_within_sentence`).
"""

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
from ...evidence.words import lines_of_position
from ...model.axiom import KIND_PLURALS, Axiom
from ...model.names import Reading, folded, texts_of_readings
from ...model.registry import Registry
from ...studies.ask.answering import AxiomResult, MetricResult, QuestionAnswer, Reply
from ...studies.ask.choosing import Choice, Wish, explaining_clashes
from ...studies.ask.comparing import Standing
from ...studies.ask.distinguishing import MetricSide, answer_of
from ...studies.ask.question import Hit, nearest_topics, search
from ..document import Block, Code, Document, Heading, Inline, List, Mono, Nested, Note, Strong, Table, Text, plain_text
from .verdicts import AS_FAR_AS_DECIDED, brief_text, brief_verdict, relation_text, verdict_sentence
from .witness import term_lines

# --- answers about a metric -----------------------------------------------------------------------------------------

MAX_AXIOMS_WITH_EVIDENCE = 3
"""Axioms of an answer up to which the evidence on each is shown.

If there are more, only the evidence on the first deciding axiom is shown, and none if the answer is yes.
"""
OPEN_QUESTIONS = ("what", "what's", "why", "how", "when", "where", "which", "who")
"""First words of questions that cannot be answered by yes or no."""
MAX_NAMES_WITH_WORD = 3
"""Metrics, axioms and claims that are listed for an unknown word because their texts have it."""
LEADS = {Reply.YES: "Yes", Reply.NO: "No", Reply.OPEN: "Not decided", Reply.SILENT: "Does not apply"}
"""The beginning of an answer; the reply is SILENT if the axiom does not apply to the metric."""


def document(
    answer: QuestionAnswer, matrix: Matrix, registry: Registry, origin: str, *, is_yes_or_no: bool = True
) -> Document:
    """Lay out an answer: the answer, its evidence, how the names were read, and the answers for variants.

    ``matrix`` has the cells that were looked up, and ``origin`` says where they are from. ``is_yes_or_no`` is false for
    a question such as "what does X satisfy?".
    """
    results, title = answer.chosen.results, lead(answer, registry, is_yes_or_no=is_yes_or_no)
    blocks: list[Block] = []
    if len(results) > 1 and any(result.standing.cells for result in results):
        rows: list[tuple[Inline, ...]] = [(Mono(result.id), brief_text(result.standing)) for result in results]
        blocks.append(Table(("axiom", answer.metric.shown), tuple(rows)))
    explained_results: Sequence[AxiomResult] = results
    if len(results) > MAX_AXIOMS_WITH_EVIDENCE:
        explained_results = () if answer.reply is Reply.YES else answer.chosen.deciding[:1]
    for result in explained_results:
        if len(explained_results) > 1:
            blocks.append(Heading(f"{result.metric.shown}: {result.axiom.shown}"))
        for line in lines_of_position(matrix.at(result.metric.name, result.id)):
            blocks += _statement_blocks(line.cell, line.verdict, matrix, result.metric, registry, title)
    blocks += _readings(answer, registry)
    summary = ""
    # an axiom may apply to some variants only: where a cell says that it does not apply to this one, the table shows
    # the others
    is_not_applicable = answer.reply is Reply.SILENT and bool(answer.chosen.deciding[0].standing.cells)
    if answer.others and (answer.differs or is_not_applicable):
        blocks.append(Heading("By variant"))
        heads = ("variant", *(result.id for result in results), "formula")
        result_by_variant = {results[0].metric.name: answer.chosen, **answer.others}
        variant_rows = [_variant_row(name, result, registry) for name, result in result_by_variant.items()]
        blocks.append(Table(heads, tuple(variant_rows)))
        reason = "The name has variants"
        if answer.differs:
            reason = "The answer or its evidence depends on the variant of the name"
        summary = f"{reason}: the table below lists them with their formulas."
    elif answer.others:
        blocks.append(Text(f"The answer is the same for {', '.join(answer.others)}."))
    return Document(title, summary, (*blocks, Note(origin)))


def lead(answer: QuestionAnswer, registry: Registry, *, is_yes_or_no: bool = True) -> str:
    """Write the answer as a sentence, such as "Yes, up to n = 4. kendall satisfies symmetry (...): exhausted."

    The verdict comes from the deciding result with the weakest evidence. A question such as "what does X satisfy?"
    (``is_yes_or_no`` is false) gets the sentence without yes or no.
    """
    deciding = answer.chosen.deciding  # the weakest evidence first
    weakest = deciding[0]
    metric = weakest.metric.shown
    cell = weakest.standing.deciding_cell
    if answer.reply is Reply.SILENT:
        return f"{LEADS[answer.reply]}. {_why_not_applicable(weakest, registry)}."
    if answer.reply is Reply.OPEN or cell is None:
        verb = "satisfies" if weakest.expects_to_hold else "violates"
        assertion = answer.inequality.text if answer.inequality else f"{metric} {verb} {_label(weakest, registry)}"
        sentence = "" if cell is None else f" {verdict_sentence(cell)}"
        return f"{LEADS[answer.reply]} whether {assertion}.{sentence}"
    predicates = []
    for holds, verb in ((True, "satisfies"), (False, "does not satisfy")):
        labels = dict.fromkeys(_label(result, registry) for result in deciding if result.standing.holds is holds)
        predicates += [f"{verb} {', '.join(labels)}"] if labels else []
    predicate = ", and ".join(predicates)
    assertion = answer.inequality.text if answer.inequality else f"{metric} {predicate}"
    verdict = brief_verdict(weakest.standing)
    verdict_text = verdict.aloud  # with the size, such as "fails at n = 3"
    opening_parts = [LEADS[answer.reply]] if is_yes_or_no else []
    if weakest.standing.holds and weakest.standing.grade < EvidenceGrade.PROVED:
        opening_parts.append(f"up to n = {cell.evidence.up_to()}")
        verdict_text = verdict.word  # the opening has the size
    opening = f"{', '.join(opening_parts).capitalize()}. " if opening_parts else ""
    return f"{opening}{assertion}: {verdict_text}."


def _label(result: AxiomResult, registry: Registry) -> str:
    """Name the axiom, with its plain sentence in brackets; or its topic, if all of that holds or does not apply.

    These replies decide a topic only if all its axioms have them, whereas a single axiom decides by no or open.
    """
    if result.in_topic and result.reply in (Reply.YES, Reply.SILENT):
        topic = registry.topics.get(folded(result.axiom.asked))  # found without regard to case and hyphens
        # the name of the topic alone does not say that a similarity m is judged as the distance 1 - m
        for_distance = " for 1 - m" if topic and registry.metric(result.metric.name).kind == "similarity" else ""
        return f"the axioms of {topic.shown if topic else result.axiom.asked}{for_distance}"
    cell, axiom = result.standing.deciding_cell, registry.axiom(result.id)
    title = result.id if cell is None else cell.title
    return f"{title} ({statement_within_sentence(axiom, {} if cell is None else cell.arguments)})"


def statement_within_sentence(axiom: Axiom, arguments: Mapping[str, Any]) -> str:
    """Return the axiom's statement for use within a sentence: its plain sentence, or else its formula."""
    statement = axiom.sentence_of(arguments)
    return f"{statement[:1].lower()}{statement[1:].rstrip('.')}" if statement else axiom.formula


def _why_not_applicable(result: AxiomResult, registry: Registry) -> str:
    """Return the reason why the axiom does not apply to the metric."""
    metric, axiom = registry.metric(result.metric.name), registry.axiom(result.id)
    label = _label(result, registry)
    cell = result.standing.deciding_cell
    is_topic = label.startswith("the axioms ")
    if cell is None and not axiom.is_about(metric):
        kinds = sorted(plural for plural, kind in KIND_PLURALS.items() if kind in axiom.kinds)
        verb = "are" if is_topic else "is"
        description = f"{result.metric.shown} is a {metric.kind} of {metric.about}"
        return f"{description}; {label} {verb} about {' and '.join(kinds)} of {', '.join(axiom.about)}"
    reason = cell.evidence.reason if cell is not None else "no statement of it is checked"
    verb = "say" if is_topic else "says"
    return f"{label} {verb} nothing about {result.metric.shown}: {visible(reason)}"


def _variant_row(name: str, metric_result: MetricResult, registry: Registry) -> tuple[Inline, ...]:
    """Write the row of a variant in the table of variants: its name, a verdict for each axiom, its formula."""
    return (
        Mono(name),
        *(brief_text(result.standing) for result in metric_result.results),
        registry.metric(name).formula,
    )


def _readings(answer: QuestionAnswer, registry: Registry) -> Iterator[Block]:
    """Yield the formulas, docstrings and sources of the metrics and axioms as their names were read."""
    results = answer.chosen.results
    metric_readings = {result.metric.name: result.metric for result in results}
    if answer.inequality:
        metric_readings[answer.inequality.other.name] = answer.inequality.other
    items = [f"{name}: {registry.metric(name).formula}" for name in metric_readings]
    items += [f"{result.id}: {registry.axiom(result.id).formula}" for result in results]
    # a name that is registered as the question writes it needs no explanation
    items += [reading.text for reading in metric_readings.values() if not reading.exact]
    items += texts_of_readings((result.axiom, [result.id]) for result in results)
    yield List(tuple(dict.fromkeys(items)))
    if len(results) <= MAX_AXIOMS_WITH_EVIDENCE:
        for result in results:
            yield Text(f"{result.id}: {_body(registry.axiom(result.id).doc)}")
    for name in metric_readings:
        metric = registry.metric(name)
        yield Text(f"{name}: {_body(metric.doc)} {metric.source}".rstrip())


def _body(doc: str) -> str:
    """Return a docstring on one line, without the first of several paragraphs."""
    return " ".join(doc.split("\n\n", 1)[-1].split())


def with_unknown_words(answer: Document, words: Sequence[str], registry: Registry) -> Document:
    """Lay out the answer to a question with unknown words: similar topics for each word, and the answer without them.

    ``answer`` is the document of the question without the words. Its title, which is the answer, becomes a paragraph,
    so that nobody takes it for the answer to the whole question.
    """
    blocks: list[Block] = [Text("The question was not answered as it stands. Similar topics:")]
    items: list[Inline] = []
    for word in words:
        names_with_word = [hit.name for hit in search([word], registry)[:MAX_NAMES_WITH_WORD]]
        similar = dict.fromkeys((*nearest_topics(word, registry), *names_with_word))
        items.append((Strong(word), f": {', '.join(similar) or 'none (axiomatrix show axioms)'}"))
    blocks += [List(tuple(items)), Heading("Without these words"), Text((Strong(plain_text(answer.title)),))]
    blocks += [Text(answer.summary)] if answer.summary else []
    hint = Note("Register your own metric first: import it, or add its file to the command.")
    title = f"Unknown words in the question: {' '.join(words)}"
    return Document(title, blocks=(*blocks, *answer.blocks, hint))


def _statement_blocks(
    cell: Cell, verdict: str, matrix: Matrix, metric: Reading, registry: Registry, lead_text: str
) -> Iterator[Block]:
    """Yield the evidence on a statement of an axiom, without the sentence that the answer's lead already has.

    ``verdict`` is the one in the matrix, with its reach, such as ``refuted n=3``. ``metric`` is the reading of the
    metric's name, and ``lead_text`` the lead (:func:`lead`).
    """
    title = "" if cell.title == cell.axiom else f"{cell.title}: "  # the arguments of the axiom, if it has any
    # The sentence says more than the verdict below for statements with arguments and for derived verdicts only. The
    # lead of an open answer ends with the sentence of one cell, which other cells may share.
    if verdict_sentence(cell) not in lead_text and (title or cell.evidence.derivation is not None):
        yield Text(title + verdict_sentence(cell))
    if cell.status.is_asked:
        yield Text(f"{verdict}. {cell.evidence.verdict.notation.does_not_mean}")
    if cell.evidence.proof is not None:
        yield Text(f"{cell.evidence.proof.theorem} (proof {cell.evidence.proof.id})")
    if (witness_account := account(cell, matrix, registry)) is not None:
        yield from _instance_blocks(witness_account, cell, metric, registry)
    for claim in cell.claims:
        yield Text(claim.sentence)


def _instance_blocks(account: Account, cell: Cell, metric: Reading, registry: Registry) -> Iterator[Block]:
    """Yield the instance of a witness; for a name that fixes parameters, also the result with these parameters.

    The witness may have other parameters than the name, such as p = 1/2 for the name "RBO with p = 0.9". The statement
    is then evaluated again on the same instance with the parameters of the name.
    """
    yield Text(f"{account.outcome_text}{f' ({account.minimal})' if account.minimal else ''}:")
    items: list[Inline] = []
    for value in account.values:
        rank_vector = f", rank vector {value.vector}" if value.vector else ""
        items.append(f"{value.name} = {value.text}{rank_vector}")
    items += [parameter.text for parameter in account.parameters]  # the text begins with the parameter's name
    yield List(tuple(items))
    if account.terms:
        yield Code("\n".join(term_lines(account.terms)))
    yield Text(account.sides)
    witness = cell.evidence.witness
    if witness is None or not metric.parameters:
        return
    definition = registry.metric(metric.name)
    statement = statement_of(witness, registry, definition)
    instance = decode(statement, definition, witness)
    if all(instance.parameters.get(name) == value for name, value in metric.parameters.items()):
        return
    side = MetricSide(metric.shown, definition, metric.parameters, witness)
    evaluation = answer_of(side, statement, instance, registry)
    if evaluation is None:
        yield Text(f"With {metric.parameters_text} there is no value on this list.")
        return
    # the statement's relation is true on an example of an existential statement, and false on a counterexample
    is_example = witness.shows == "shows"
    outcome = "the same" if evaluation.is_true is is_example else "different: this instance does not decide it"
    relation = relation_text(evaluation.relation, true=evaluation.is_true)
    yield Text(f"With {metric.parameters_text} it is {outcome}: {relation}.")


# --- metrics, axioms and claims with the words of a question ---------------------------------------------------------

MAX_HITS = 8
"""Metrics, axioms and claims that are listed."""


def hits_document(hits: Sequence[Hit], words: Sequence[str]) -> Document:
    """Lay out the metrics, axioms and claims whose texts have the words of a question that names none of them."""
    # ``hit.what`` is the word "metric", "axiom" or "claim"
    items: list[Inline] = [(f"{hit.what} ", Mono(hit.name), f": {hit.text}") for hit in hits[:MAX_HITS]]
    if len(hits) > MAX_HITS:
        items.append(f"and {len(hits) - MAX_HITS} more")
    title = f"{' '.join(words)}: not the name of a metric or an axiom; found in"
    return Document(title, blocks=(List(tuple(items)),))


# --- choices: metrics that fulfil wishes ----------------------------------------------------------------------------

MAX_MISSING_METRICS = 12
"""Metrics that are listed among those that miss a wish."""


def choice_document(chosen: Choice, kind: str, about: str, readings: Iterable[str], origin: str) -> Document:
    """Lay out a choice: metrics that fit, wishes that exclude each other, and what the other metrics miss.

    A wish is an axiom that a metric must satisfy (``wish.must``), or must not. ``kind`` and ``about`` are the kind and
    sort of the candidates, empty for any. ``readings`` say how the names of axioms were read, ``origin`` where
    the verdicts are from.
    """
    noun = kind or "metric"
    fit: list[tuple[Inline, ...]] = []
    for candidate in chosen.fit:
        fit.append((Mono(candidate.row.name), *(brief_text(standing) for _, standing in candidate.standings)))
    candidate_noun = f"{noun} of {about}" if about else f"{noun} of the report"
    impossible = []
    for wishes in chosen.impossible:  # empty if some metric fits
        # theorems of the catalogue by which the wishes exclude each other; there may be none
        theorems = tuple(f"theorem {clash.text}" for clash in explaining_clashes(wishes))
        wish_texts = " and ".join(wish.text for wish in wishes)
        impossible.append(Nested(f"no {candidate_noun} fulfils: {wish_texts}", theorems))
    blocks: list[Block] = [List(tuple(readings)), Table(("metric", *(wish.text for wish in chosen.wishes)), tuple(fit))]
    blocks.append(List(tuple(impossible)))
    if chosen.others:
        missed: list[Inline] = []
        for candidate in chosen.others[:MAX_MISSING_METRICS]:
            texts = (f"{wish.text} ({_reason_missed(wish, standing)})" for wish, standing in candidate.missed)
            missed.append((Mono(candidate.row.name), ": ", "; ".join(texts)))
        if len(chosen.others) > MAX_MISSING_METRICS:
            missed.append(f"and {len(chosen.others) - MAX_MISSING_METRICS} more")
        blocks.append(Heading("The others, and what they miss"))
        blocks.append(Note("A metric with parameters fulfils a wish only if it does so for all their values."))
        blocks.append(List(tuple(missed)))
    return Document(choice_lead(chosen, noun), blocks=(*blocks, Note(origin)))


def choice_lead(chosen: Choice, noun: str) -> str:
    """State in a sentence how many metrics fit the wishes, of all to which the wishes apply.

    ``noun`` is the kind of metric, or "metric".
    """
    candidates = len(chosen.fit) + len(chosen.others)
    plurals: dict[str, str] = {kind: plural for plural, kind in KIND_PLURALS.items()}  # without "metric"
    predicates = []
    for must, verb in ((True, "satisfy"), (False, "do not satisfy")):
        names = [wish.name for wish in chosen.wishes if wish.must is must]
        predicates += [f"{verb} {', '.join(names)}"] if names else []
    predicate = " and ".join(predicates)
    return f"{len(chosen.fit)} of {candidates:,} {plurals.get(noun, f'{noun}s')} {predicate}, {AS_FAR_AS_DECIDED}."


def _reason_missed(wish: Wish, standing: Standing) -> str:
    """Return the reason why a metric misses a wish, or at least is not known to fulfil it."""
    if not standing.applies:
        return "does not apply" if standing.cells else "not asked"
    if wish.must or standing.holds is None:
        return brief_text(standing)
    return f"no counterexample: {brief_text(standing)}"
