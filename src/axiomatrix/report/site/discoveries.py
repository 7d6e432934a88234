"""The pages home, compare, choose and discoveries: where readers of the site begin.

A discovery is a card with one surprising sentence, such as a conjecture that holds up to five items and fails at six.
Rules (:data:`RULES`, at the end) write these sentences from the reports, each rule from one kind of result, the most
surprising first. So a card disappears as soon as the reports no longer have its fact.

``inputs`` has the reports of the site: ``matrix`` is the run's matrix, ``whole`` also has the rows of libraries,
and ``answers`` are the explorations by id, each with its questions. A cell is one axiom for one metric, and its witness
the instance that decides it. In ``question.claims`` and ``cell.claims``, ``source`` is the id of a claim, such as KV6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import TYPE_CHECKING

from markupsafe import Markup

from ...evidence.account.account import Account
from ...evidence.account.making import account_of
from ...evidence.cell import Cell
from ...evidence.evidence import Witness
from ...evidence.matrix import ColumnHead
from ...evidence.notation import with_four_decimals
from ...evidence.words import by_sort, counted, summary
from ...studies.ask.comparing import KnownCells
from ...studies.closed_forms import UNBOUNDED
from ...studies.relate.answer import MetricRelation
from ..dataset import applicable_cells
from ..libraries.words import LISTED
from . import links
from .inputs import SHORT_SLUG_LENGTH
from .pictures import pictures
from .shells import CHOOSE, COMPARE, DISCOVERIES, HOME, Files, render_page

if TYPE_CHECKING:
    from .inputs import Inputs

EXAMPLES = ("nDCG swap", "P@10", "is AP an interval scale?", "AP nDCG RBP")
"""Questions that the home page suggests for a report on the catalogue."""
MAX_CLAIM_CHARACTERS = 260
"""Characters of the sentence that is true instead of a claim; longer ones do not fit on a card."""
MAX_DRAWN_ENTRIES = 60
"""Entries of the values and parameters of an instance; a larger one is not drawn on a card."""
MIN_METRICS_FOR_AXIOM = 3
"""An axiom that fewer metrics satisfy is too rare for the rule :func:`axioms_apart`."""


@dataclass(frozen=True)
class Discovery:
    """A card of the page."""

    about: str
    """The kind of result, in a word or two: the heading of the card."""
    sentence: str
    """The surprising sentence."""
    href: str
    """The address of the page with the evidence."""
    more: str
    """The text of the link to that page."""
    witness: Witness | None = None
    """The instance that is drawn on the card."""
    drawn: str = ""
    """Markup of the pictures of the witness, see :func:`_with_pictures`; empty if they are too large."""
    sides: str = ""
    """Both sides of the statement at the instance, such as ``1/2 <= 1/3 is false``."""
    source: str = ""
    """The claim that the card is about, if any; a claim has only one card."""


def discoveries(inputs: Inputs) -> list[Discovery]:
    """Return the cards of all rules in order; a claim that several rules find gets a card from the first."""
    seen_claims: set[str] = set()
    cards = []
    for rule, max_cards in RULES:
        cards_of_rule = 0
        for card in rule(inputs):
            if card.source and card.source in seen_claims:
                continue
            seen_claims.add(card.source)
            cards.append(_with_pictures(card, inputs))
            cards_of_rule += 1
            if cards_of_rule == max_cards:
                break
    return cards


# --- explorations


def conjectures_that_fall(inputs: Inputs) -> Iterator[Discovery]:
    """Yield statements that are certified up to some n and fail at n + 1: the latest failure first."""
    refuted = [
        (id, question, question.first_refuted)
        for id, answer in inputs.answers.items()
        for question in answer.questions
        if question.is_smallest and question.first_refuted is not None
    ]
    for id, question, failing_size in sorted(refuted, key=lambda refutation: -refutation[2].n):
        statement = question.statement, question.constant
        # the same statement may be asked of other readings of the metric, where it may hold
        same_statement = [q for q in inputs.answers[id].questions if (q.statement, q.constant) == statement]
        proved_labels = [q.label for q in same_statement if q.first_refuted is None and q.proof]
        readings = "reading" if len(proved_labels) == 1 else "readings"
        proved = f"; proved for every n in the {readings} {', '.join(proved_labels)}" if proved_labels else ""
        n = failing_size.n
        sentence = f"{question.asked} holds for up to {n - 1} items with any parameters; fails at {n}{proved}."
        source = ""
        if question.claims:
            source, wording = question.claims[0].source, question.claims[0].wording
            sentence = f"\u201c{wording}\u201d ({source}): {sentence}"
        href = links.conjecture(id)
        yield Discovery("conjecture", sentence, href, "the exploration", failing_size.refutation, source=source)


def families_of_instances(inputs: Inputs) -> Iterator[Discovery]:
    """Yield a closed form that was recognised in a family of instances, one for each exploration.

    Each instance of a family bounds the best constant; the form gives these bounds by the number of the instance.
    """
    for id, answer in inputs.answers.items():
        for question in answer.questions:
            with_form = ((bound, bound.form) for bound in question.bounds if bound.form)
            # a form that equals its limit is a constant, and not surprising
            varying = ((bound, form) for bound, form in with_form if form.limit != form.formula)
            bound, form = next(varying, (None, None))
            if bound is None or form is None:
                continue
            if form.limit == UNBOUNDED:
                consequence = "no constant exists"
            else:
                consequence = f"{with_four_decimals(bound.value)} at n = {bound.n}"
            sentence = f"{question.metric}: {question.asked}. A family of instances attains {form.formula_with_limit}"
            sentence += f" (recognised from {form.source_text}, and not proved); {consequence}."
            yield Discovery("family of instances", sentence, links.conjecture(id), "the exploration")
            break


def sharper_constants(inputs: Inputs) -> Iterator[Discovery]:
    """Yield claimed constants for which a better one is proved for every n.

    ``sense`` is ``inf`` or ``sup``: a lower or an upper bound. ``question.proved`` has the strongest proved bound of
    each sense. If the claim itself is proved (``question.proof``), a strongest bound with another value is better.
    """
    for id, answer in inputs.answers.items():
        for question in answer.questions:
            if not question.constant:  # none is claimed
                continue
            proved = [constant for constant in question.proved if constant.sense == question.sense]
            better = [constant for constant in proved if constant.value != question.constant]
            if better and question.proof and question.claims:
                sentence = f"{question.asked} is claimed; {with_four_decimals(better[0].value)} suffices, for every n."
                source = question.claims[0].source
                yield Discovery("constant", sentence, links.conjecture(id), "the proof", source=source)


# --- claims


def claims_that_do_not_follow(inputs: Inputs) -> Iterator[Discovery]:
    """Yield false claims of the ledger, each with what is true instead, the shortest first."""
    ledger = inputs.ledger
    if ledger is None:
        return
    false = [claim for claim in ledger.claims if claim.verdict == "false" and claim.instead]
    for claim in sorted(false, key=lambda claim: len(claim.instead[0])):
        if len(claim.instead[0]) <= MAX_CLAIM_CHARACTERS:
            sentence = f"\u201c{claim.statement.rstrip('.')}\u201d is false as printed: {claim.instead[0]}."
            more = f"{claim.id}, {ledger.sources[claim.source]}"
            yield Discovery("claim", sentence, links.claim(claim.id), more, source=claim.id)


# --- cells


def broken_claims(inputs: Inputs) -> Iterator[Discovery]:
    """Yield claims of metrics that are refuted, one for each axiom, those with the largest instance first."""
    cells = [cell for cell in inputs.matrix.broken if cell.evidence.witness is not None]
    yield from cell_cards(sorted(cells, key=lambda cell: -cell.evidence.settled_at), inputs)


def late_failures(inputs: Inputs) -> Iterator[Discovery]:
    """Yield statements without a claim that fail first at four items or more, the largest number first.

    ``settled_at`` is the number of items of the instance.
    """
    refuted = (cell for cell in inputs.matrix.cells if cell.status.holds == "no" and not cell.claims)
    smallest = (cell for cell in refuted if cell.evidence.witness and cell.evidence.witness.smallest)
    late = [cell for cell in smallest if cell.evidence.settled_at > 3]
    yield from cell_cards(sorted(late, key=lambda cell: -cell.evidence.settled_at), inputs)


def cell_cards(cells: Iterable[Cell], inputs: Inputs) -> Iterator[Discovery]:
    """Yield a card for the first cell with a witness of each axiom."""
    axioms: set[str] = set()
    for cell in cells:
        witness = cell.evidence.witness
        if cell.axiom in axioms or witness is None:
            continue
        axioms.add(cell.axiom)
        claims = ", ".join(dict.fromkeys(claim.stated_by for claim in cell.claims))
        first = f"first at n = {witness.n}: every smaller case satisfies it" if witness.smallest else f"n = {witness.n}"
        sentence = f"{cell.metric} breaks {cell.title}" + (f", which {claims} claims of it" if claims else "")
        href = links.witness(witness.slug)
        source = cell.claims[0].source if cell.claims else ""
        yield Discovery("counterexample", f"{sentence}, {first}.", href, "the witness", witness, source=source)


def axioms_apart(inputs: Inputs) -> Iterator[Discovery]:
    """Yield two axioms of different groups, each satisfied by several metrics of one sort, but never both together.

    For each sort and kind of metrics it is the pair whose rarer axiom is satisfied by most. Only metrics to which both
    axioms apply count as several, since no other metric could satisfy both.
    """
    cells, matrix = KnownCells(inputs.matrix), inputs.matrix
    axioms = [column for column in matrix.columns if column.quantifier != "extreme"]  # these ask for a best constant
    for about, kind in dict.fromkeys((row.about, row.kind) for row in matrix.rows):
        rows = [row.name for row in matrix.rows if (row.about, row.kind) == (about, kind)]
        satisfying: dict[ColumnHead, set[str]] = {}  # the metrics that satisfy each axiom, as far as is known
        applicable: dict[ColumnHead, set[str]] = {}  # the metrics to which each axiom applies
        for axiom in axioms:
            standings = {row: cells.standing(row, [axiom.id]) for row in rows}
            satisfying[axiom] = {row for row, standing in standings.items() if standing.holds}
            applicable[axiom] = {row for row, standing in standings.items() if standing.applies}
        apart = []
        for a, b in combinations(axioms, 2):
            if a.group == b.group or satisfying[a] & satisfying[b]:
                continue
            only_a = satisfying[a] & applicable[b]
            only_b = satisfying[b] & applicable[a]
            if min(len(only_a), len(only_b)) >= MIN_METRICS_FOR_AXIOM:
                apart.append((a, b))
        if apart:
            a, b = max(apart, key=lambda pair: min(len(satisfying[axiom]) for axiom in pair))
            sentence = f"Of {len(rows)} metrics of {about} ({kind}), {len(satisfying[a])} satisfy {a.id} and"
            sentence += f" {len(satisfying[b])} {b.id}, as far as is known; none satisfies both."
            yield Discovery("none has both", sentence, links.choice(kind, about, (a.id, b.id)), "choose with these")


# --- other reports


def libraries_that_deviate(inputs: Inputs) -> Iterator[Discovery]:
    """Yield the most serious finding of each library."""
    sheet = inputs.library_sheet
    for library in sheet.libraries if sheet is not None else ():
        # the findings come in the order of their ranks; the site lists the serious ranks
        finding = next((finding for finding in library.findings if finding.rank in LISTED), None)
        if finding is None:
            continue
        cell = finding.clearest_cell
        quoted = f" Its documentation: \u201c{cell.claims[0].wording}\u201d" if cell.claims else ""
        sentence = f"{library.title}, {finding.rank}: {finding.title}.{quoted}"
        href = f"libraries.html#library={links.encoded(library.note.id)}"
        if cell.evidence.witness is not None:
            href = links.witness(cell.evidence.witness.slug[-SHORT_SLUG_LENGTH:])
        yield Discovery("library", sentence, href, "the input, with code to paste")


def identities(inputs: Inputs) -> Iterator[Discovery]:
    """Yield pairs of metrics of different families where one is a linear function of the other."""
    families = {row.name: row.family for row in inputs.whole.rows}  # variants of a metric and its relatives
    seen_pairs: set[frozenset[str]] = set()
    relations = inputs.relations.relations if inputs.relations is not None else ()
    joining = (relation for relation in relations if _joins_families(relation, families))
    for relation in sorted(joining, key=lambda relation: len(relation.statement)):  # of two families the simplest first
        pair = frozenset((families[relation.a], families[relation.b]))
        if pair not in seen_pairs:
            seen_pairs.add(pair)
            sentence = f"{relation.statement}, on {relation.space} ({relation.verdict})."
            href = inputs.metric_entries[relation.a].address
            yield Discovery("identity", sentence, href, f"{relation.a} and its relations")


def _joins_families(relation: MetricRelation, families: dict[str, str]) -> bool:
    """Return whether the relation is linear, without parameters or cut-off, between metrics of two families."""
    a, b = relation.a, relation.b
    has_parameters = relation.cut or relation.a_given or relation.b_given
    if relation.kind != "affine" or relation.formula is None or has_parameters:
        return False
    return a in families and b in families and families[a] != families[b]


def _with_pictures(card: Discovery, inputs: Inputs) -> Discovery:
    """Return the card with the pictures of its instance, if these are small, and both sides of the relation."""
    if card.witness is None:
        return card
    account: Account = inputs.matrix.accounts.get(card.witness.slug) or account_of(card.witness, inputs.declarations)
    is_small = sum(len(figure.rows) for figure in account.figures) <= MAX_DRAWN_ENTRIES
    return replace(card, drawn=Markup("").join(pictures(account.figures)) if is_small else "", sides=account.sides)


# --- pages


def pages(inputs: Inputs) -> Files:
    """Return the four pages by file."""
    cards = discoveries(inputs)
    sorts = [sort.about for sort in by_sort(inputs.matrix)]
    kinds = list(dict.fromkeys(row.kind for row in inputs.matrix.rows))
    return {
        **render_page(
            HOME,
            inputs,
            rows=len(inputs.whole.rows),
            size=f"{counted(len(inputs.whole.rows), 'metric')}, {counted(len(inputs.whole.columns), 'axiom')}",
            examples=_examples(inputs),
            discoveries=len(cards),
            card=_home_card(inputs),
            summary=summary(inputs.whole),
            cells=len(applicable_cells(inputs.matrix)),
        ),
        **render_page(COMPARE, inputs),
        **render_page(CHOOSE, inputs, sorts=sorts, kinds=kinds),
        **render_page(DISCOVERIES, inputs, cards=cards),
    }


def _examples(inputs: Inputs) -> list[tuple[str, str]]:
    """Return (question, address) of the questions that the home page suggests, about metrics that the report has."""
    base_names = {row.name.split("[")[0] for row in inputs.matrix.rows}
    cells = [cell for cell in inputs.whole.cells if cell.status.is_asked]
    own_examples = [f"{cell.metric} {cell.axiom}" for cell in (inputs.whole.broken or cells)[:2]]
    examples = EXAMPLES if {"ndcg", "average-precision", "rbp"} <= base_names else own_examples
    return [(text, f"#q={links.encoded(text)}") for text in examples]


def _home_card(inputs: Inputs) -> Discovery | None:
    """Return the first card with a picture: a refuted conjecture, a broken claim, or any refutation; None without."""
    refuted = (cell for cell in inputs.matrix.cells if cell.status.holds == "no")
    candidates = chain(conjectures_that_fall(inputs), broken_claims(inputs), cell_cards(refuted, inputs))
    cards = (_with_pictures(candidate, inputs) for candidate in candidates)
    return next((card for card in cards if card.drawn), None)


RULES: tuple[tuple[Callable[[Inputs], Iterable[Discovery]], int], ...] = (
    (conjectures_that_fall, 3),
    (claims_that_do_not_follow, 6),
    (broken_claims, 3),
    (libraries_that_deviate, 4),
    (identities, 3),
    (axioms_apart, 2),
    (families_of_instances, 2),
    (sharper_constants, 2),
    (late_failures, 2),
)
"""The rules in the order of their cards, the most surprising first, each with the largest number of its cards."""
