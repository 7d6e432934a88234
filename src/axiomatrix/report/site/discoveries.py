"""The pages where one begins: home, compare, choose, and discoveries, what was found that one would not have guessed.

Discoveries are sentences made of what the reports say, by rules. Each rule looks at one report and takes what is most
telling in it; no sentence is kept anywhere. A fact that the reports do not have any more has no card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations, islice
from typing import TYPE_CHECKING

from markupsafe import Markup

from ...evidence.account.account import Account
from ...evidence.account.making import account_of
from ...evidence.cell import Cell
from ...evidence.evidence import Witness
from ...evidence.notation import with_four_decimals
from ...evidence.words import by_sort, counted, summary
from ...studies.ask.comparing import KnownCells
from ...studies.closed_forms import UNBOUNDED
from ...studies.relate.answer import MetricRelation
from ..dataset import asked_cells
from ..libraries.words import LISTED
from . import links
from .pictures import pictures
from .shells import CHOOSE, COMPARE, DISCOVERIES, HOME, Files, rendered

if TYPE_CHECKING:
    from .inputs import Inputs

EXAMPLES = ("nDCG swap", "P@10", "is AP an interval scale?", "AP nDCG RBP")
"""What the box of the home page may be asked, of the catalogue."""
MOST_CHARACTERS = 260
"""Of what is true instead of a claim, to stand in a card."""
MOST_DRAWN = 60
"""Entries of the values and parameters of an instance that are drawn in a card."""
COMMON = 3
"""So many metrics satisfy an axiom that it is not rare."""


@dataclass(frozen=True)
class Discovery:
    """A card."""

    about: str
    sentence: str
    href: str
    more: str
    """What the link leads to."""
    witness: Witness | None = None
    """The instance that is drawn on it."""
    drawn: str = ""
    sides: str = ""
    source: str = ""
    """The claim that it is about: each has one card."""


def discoveries(inputs: Inputs) -> list[Discovery]:
    """The cards, those of each rule together; the first card of a claim is its only one."""
    seen: set[str] = set()
    cards = []
    for rule, most in RULES:
        fresh = (one for one in rule(inputs) if not one.source or one.source not in seen)
        for one in islice(fresh, most):
            seen.add(one.source)
            cards.append(_drawn(one, inputs))
    return cards


# --- explorations


def conjectures_that_fall(inputs: Inputs) -> Iterator[Discovery]:
    """Yield statements that are certified up to some n and fail at n + 1: the latest failure first."""
    fallen = [
        (id, question, question.first_refuted)
        for id, answer in inputs.answers.items()
        for question in answer.questions
        if question.is_smallest and question.first_refuted is not None
    ]
    for id, question, first in sorted(fallen, key=lambda one: -one[2].n):
        statement = question.statement, question.constant
        readings = [q for q in inputs.answers[id].questions if (q.statement, q.constant) == statement]
        others = [q.label for q in readings if q.first_refuted is None and q.proof]
        rest = f"; proved for every n of {', '.join(others)}" if others else ""
        sentence = f"{question.asked} is true of up to {first.n - 1} items, whatever the parameters, and false of"
        sentence += f" {first.n}{rest}."
        source = ""
        if question.claims:
            source, wording = question.claims[0].source, question.claims[0].wording
            sentence = f"\u201c{wording}\u201d ({source}): {sentence}"
        href = links.conjecture(id)
        yield Discovery("conjecture", sentence, href, "the exploration", first.refutation, source=source)


def families_of_instances(inputs: Inputs) -> Iterator[Discovery]:
    """A closed form of what a family of instances attains, one for each exploration."""
    for id, answer in inputs.answers.items():
        for question in answer.questions:
            forms = ((bound, bound.form) for bound in question.bounds if bound.form)
            bound, form = next((of for of in forms if of[1].limit != of[1].formula), (None, None))  # it depends on m
            if bound is None or form is None:
                continue
            sentence = f"{question.metric}: {question.asked}. A family of instances attains {form.tends}"
            most = (
                f"{with_four_decimals(bound.value)} at n = {bound.n}"
                if form.limit != UNBOUNDED
                else "no constant exists"
            )
            sentence += f" (recognised from {form.places}, and not proved); {most}."
            yield Discovery("family of instances", sentence, links.conjecture(id), "the exploration")
            break


def sharper_constants(inputs: Inputs) -> Iterator[Discovery]:
    """A constant that is claimed, and a better one that is proved for every n; one for each claim."""
    for id, answer in inputs.answers.items():
        for question in answer.questions:
            proved = [p for p in question.proved if p.sense == question.sense]
            better = [p for p in proved if question.constant not in ("", p.value)]
            if better and question.proof and question.claims:
                sentence = f"{question.asked} is claimed; {with_four_decimals(better[0].value)} suffices, for every n."
                source = question.claims[0].source
                yield Discovery("constant", sentence, links.conjecture(id), "the proof", source=source)


# --- claims


def claims_that_do_not_follow(inputs: Inputs) -> Iterator[Discovery]:
    """Claims of the ledger that are false, with what is true instead: what can be said shortest first."""
    ledger = inputs.claimed
    if ledger is None:
        return
    false = [claim for claim in ledger.claims if claim.verdict == "false" and claim.instead]
    for claim in sorted(false, key=lambda claim: len(claim.instead[0])):
        if len(claim.instead[0]) <= MOST_CHARACTERS:
            sentence = f"\u201c{claim.statement.rstrip('.')}\u201d is false as printed: {claim.instead[0]}."
            more = f"{claim.id}, {ledger.sources[claim.source]}"
            yield Discovery("claim", sentence, links.claim(claim.id), more, source=claim.id)


# --- cells


def broken_claims(inputs: Inputs) -> Iterator[Discovery]:
    """Yield the declared claims that fail: the latest failure first, one for each axiom."""
    cells = [cell for cell in inputs.matrix.broken if cell.evidence.witness is not None]
    yield from of_cells(sorted(cells, key=lambda cell: -cell.evidence.settled_at), inputs)


def late_failures(inputs: Inputs) -> Iterator[Discovery]:
    """Yield statements that hold for every smaller list and fail at four items or more."""
    refuted = (cell for cell in inputs.matrix.cells if cell.status.holds == "no" and not cell.claims)
    smallest = (cell for cell in refuted if cell.evidence.witness and cell.evidence.witness.smallest)
    late = [cell for cell in smallest if cell.evidence.settled_at > 3]
    yield from of_cells(sorted(late, key=lambda cell: -cell.evidence.settled_at), inputs)


def of_cells(cells: Iterable[Cell], inputs: Inputs) -> Iterator[Discovery]:
    """A card for the first cell of each axiom that has a witness."""
    axioms: set[str] = set()
    for cell in cells:
        witness = cell.evidence.witness
        if cell.axiom in axioms or witness is None:
            continue
        axioms.add(cell.axiom)
        claims = ", ".join(dict.fromkeys(claim.stated_by for claim in cell.claims))
        first = f"first at n = {witness.n}: every smaller case satisfies it" if witness.smallest else f"n = {witness.n}"
        sentence = f"{cell.metric} breaks {cell.title}" + (f", which {claims} claims of it" if claims else "")
        href, source = links.witness(witness.slug), cell.claims[0].source if cell.claims else ""
        yield Discovery("counterexample", f"{sentence}, {first}.", href, "the witness", witness, source=source)


def axioms_apart(inputs: Inputs) -> Iterator[Discovery]:
    """Two axioms of different groups that metrics of one sort satisfy, each of them several, and none both."""
    cells, matrix = KnownCells(inputs.matrix), inputs.matrix
    for about, kind in dict.fromkeys((row.about, row.kind) for row in matrix.rows):
        rows = [row.name for row in matrix.rows if (row.about, row.kind) == (about, kind)]
        stating = [one for one in matrix.columns if one.quantifier != "extreme"]
        standings = {one: {row: cells.standing(row, [one.id]) for row in rows} for one in stating}
        keep = {one: {row for row, standing in of.items() if standing.holds} for one, of in standings.items()}
        rows_of = {one: {row for row, standing in of.items() if standing.applies} for one, of in standings.items()}
        apart = [
            (a, b)
            for a, b in combinations(stating, 2)
            if a.group != b.group and not keep[a] & keep[b]
            if min(len(keep[a] & rows_of[b]), len(keep[b] & rows_of[a])) >= COMMON
        ]
        if apart:
            a, b = max(apart, key=lambda two: min(len(keep[one]) for one in two))
            sentence = (
                f"Of {len(rows)} metrics of {about} ({kind}), {len(keep[a])} satisfy {a.id} and {len(keep[b])} {b.id}"
            )
            sentence += ", as far as was decided, and none both."
            yield Discovery("none has both", sentence, links.choice(kind, about, (a.id, b.id)), "choose with these")


# --- other reports


def libraries_that_deviate(inputs: Inputs) -> Iterator[Discovery]:
    """The finding of each library that its maintainers would thank for most."""
    sheet = inputs.library_sheet
    for library in sheet.libraries if sheet is not None else ():
        finding = next((finding for finding in library.findings if finding.rank in LISTED), None)
        if finding is None:
            continue
        cell = finding.first
        quoted = f" Its documentation: \u201c{cell.claims[0].wording}\u201d" if cell.claims else ""
        sentence = f"{library.title}, {finding.rank}: {finding.title}.{quoted}"
        witness, page = cell.evidence.witness, f"libraries.html#library={links.encoded(library.note.id)}"
        href = links.witness(witness.slug[-12:]) if witness else page
        yield Discovery("library", sentence, href, "the input, with code to paste")


def identities(inputs: Inputs) -> Iterator[Discovery]:
    """Metrics of different families of which one is a linear function of the other."""
    families = {row.name: row.family for row in inputs.whole.rows}
    pairs: set[frozenset[str]] = set()
    related = inputs.related.relations if inputs.related is not None else ()
    for one in sorted((one for one in related if _is_telling(one, families)), key=lambda one: len(one.statement)):
        between = frozenset((families[one.a], families[one.b]))
        if between not in pairs:
            pairs.add(between)
            sentence = f"{one.statement}, on {one.space} ({one.verdict})."
            yield Discovery("identity", sentence, inputs.defined[one.a][0], f"{one.a} and its relations")


def _is_telling(one: MetricRelation, families: dict[str, str]) -> bool:
    if one.kind != "affine" or one.formula is None or one.cut or one.a_given or one.b_given:
        return False
    return one.a in families and one.b in families and families[one.a] != families[one.b]


def _drawn(made: Discovery, inputs: Inputs) -> Discovery:
    """The card with the pictures of its instance, and both sides."""
    if made.witness is None:
        return made
    shown: Account = inputs.matrix.accounts.get(made.witness.slug) or account_of(made.witness, inputs.known)
    small = sum(len(one.rows) for one in shown.figures) <= MOST_DRAWN
    return replace(made, drawn=Markup("").join(pictures(shown.figures)) if small else "", sides=shown.sides)


# --- pages


def pages(inputs: Inputs) -> Files:
    """The pages by file."""
    cards = discoveries(inputs)
    sorts = [sort.about for sort in by_sort(inputs.matrix)]
    kinds = list(dict.fromkeys(row.kind for row in inputs.matrix.rows))
    return {
        **rendered(
            HOME,
            inputs,
            rows=len(inputs.whole.rows),
            size=f"{counted(len(inputs.whole.rows), 'metric')}, {counted(len(inputs.whole.columns), 'axiom')}",
            examples=_examples(inputs),
            discoveries=len(cards),
            card=_card(inputs),
            summary=summary(inputs.whole),
            cells=len(asked_cells(inputs.matrix)),
        ),
        **rendered(COMPARE, inputs),
        **rendered(CHOOSE, inputs, sorts=sorts, kinds=kinds),
        **rendered(DISCOVERIES, inputs, cards=cards),
    }


def _examples(inputs: Inputs) -> list[tuple[str, str]]:
    """Return questions for the box with their addresses: in a user's own report, about its own metric and axiom."""
    own = {row.name.split("[")[0] for row in inputs.matrix.rows}
    cells = [cell for cell in inputs.whole.cells if cell.status.is_asked]
    of_own = [f"{cell.metric} {cell.axiom}" for cell in (inputs.whole.broken or cells)[:2]]
    examples = EXAMPLES if {"ndcg", "average-precision", "rbp"} <= own else of_own
    return [(text, f"#q={links.encoded(text)}") for text in examples]


def _card(inputs: Inputs) -> Discovery | None:
    """The instance that stands on the home page: of a conjecture, of a broken claim, else of what is refuted."""
    refuted = (cell for cell in inputs.matrix.cells if cell.status.holds == "no")
    every = chain(conjectures_that_fall(inputs), broken_claims(inputs), of_cells(refuted, inputs))
    return next((card for one in every if (card := _drawn(one, inputs)).drawn), None)


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
"""What is looked for, in the order of the cards, and how many cards each may have."""
