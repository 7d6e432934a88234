"""Pages complete without a script: lists of metrics and axioms, claims, libraries, changes, explorations, topics.

Those of single metrics, axioms, proofs and claims are in ``subject_pages.py``, which :func:`pages` includes. ``inputs``
has the reports of this run: ``matrix`` is that of its metrics, ``whole`` the same with the rows of libraries. Where the
run has no ledger or no libraries, the *stored* results that come with the package take their place. The keyword
arguments of ``render_page`` are the variables of the templates.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from ...catalogue import load_catalogue
from ...catalogue.metric_sentences import plain_sentence
from ...catalogue.practice import PRACTICE, PracticeTopic
from ...evidence.account.making import account
from ...evidence.judgement import Change
from ...evidence.notation import with_float
from ...evidence.verdict import NOTATION, Tone, Verdict
from ...evidence.words import grouped
from ...studies.changed import HEADINGS, changes_between
from ...studies.ledger.entry import VERDICT_MEANINGS
from ..document import Document, Inline, Link, Mono, Table, Text, plain_text
from ..libraries import words as library_words
from ..libraries.data import LibraryReport
from ..libraries.findings import Finding, scripts, sides_text
from ..libraries.sheet import OTHER_OUTCOMES
from ..libraries.sheet import sign as library_sign
from ..render.html import render
from ..subjects import changes as changes_subject
from ..subjects import exploration, practice
from ..subjects.claims import STATUS_WORDS, grouped_evidence, list_document
from ..subjects.libraries import issue, summary
from . import badges, cell_words, explorations, links
from .cell_words import BROKEN
from .markup import link, sign, text
from .pictures import pictures
from .shells import AXIOMS, CHANGES, CLAIMS, CONJECTURES, LIBRARIES, METRICS, TOPICS, Files, Page, render_page
from .subject_pages import document_page, metric_title, subject_pages

if TYPE_CHECKING:
    from .inputs import Inputs


CLAIM_SIGNS = {
    "true (proved)": (NOTATION[Verdict.PROVED].symbol, Tone.PROVED),
    "true as far as checked": (NOTATION[Verdict.SEARCHED].symbol, Tone.SEARCHED),
    "false": (NOTATION[Verdict.REFUTED].symbol, BROKEN),
    "true of some readings": ("/", Tone.UNKNOWN),
    "true of some readings as far as checked": ("/", Tone.UNKNOWN),
    "shown by an instance": (NOTATION[Verdict.PROVED].symbol, Tone.PROVED),
    "open": (NOTATION[Verdict.UNDECIDED].symbol, Tone.UNKNOWN),
    "not checkable by machine": (NOTATION[Verdict.NOT_APPLICABLE].symbol, Tone.NOTHING),
}
"""The sign of a verdict on a claim and the CSS class of its colour; the words beside it say the same."""
CHANGE_MEANINGS: dict[Change, str] = {
    "worse": "A claim is now broken, undecided, or no longer declared to hold; a definition is now at fault; or what "
    "stood is refuted. A statement declared to fail is worse if it now stands.",
    "gone": "The new report has no such metric or cell.",
    "renamed": "A metric has a new name, but the same code, or formula and claims. Its cells are compared.",
    "better": "The reverse: a claim is no longer broken, is now decided, or what was refuted no longer is, and the "
    "definition was edited or every instance of that size is decided. A statement declared to fail is better if it is "
    "now refuted.",
    "stronger": "The same result on stronger evidence, a first decision, or a conjecture that is settled.",
    "weaker": "The same result on weaker evidence, or no longer decided. A refutation that was not found again is "
    "listed here: its witness still holds.",
    "other witness": "Refuted or shown as before, by another instance or with other values.",
    "new": "The old report has no such metric or cell.",
    "other": "Another reason, another best constant, or claims added or withdrawn.",
}
"""The meaning of each kind of change, as the page of changes explains it."""
EVIDENCE_HINT = "axiomatrix show claims, followed by the name of a claim, prints its evidence."
MAX_UNFOLDED = 2
"""Refuted questions of an exploration that are unfolded when the page opens."""
PROVED_WORDS = ("shown", "attained")
"""Results of an exploration that are shown with the sign of a proof."""


def pages(inputs: Inputs) -> Files:
    """Render all pages of this module but explorations and topics, with their files of data; and the badges."""
    earlier = inputs.earlier
    return {
        **badges.badge_files(inputs),
        **_lists(inputs),
        **subject_pages(inputs),
        **_claims(inputs),
        **render_page(
            CHANGES,
            inputs,
            changes=changes_between(earlier, inputs.matrix) if earlier is not None else None,
            cell_words=cell_words,
            headings=HEADINGS,
            means=CHANGE_MEANINGS,
            plain=plain_text,
            text=changes_subject,
        ),
        **_libraries(inputs),
    }


def _claims(inputs: Inputs) -> Files:
    """Render the page of the claims ledger; if the run has no ledger, a table of the stored one."""
    ledger = inputs.ledger
    if ledger is None:
        return _stored_page(CLAIMS, inputs)
    by_source = grouped(ledger.claims, lambda claim: claim.source)
    totals = Counter(claim.verdict for claim in ledger.claims)
    sources = inputs.declarations.sources.values()
    latex_of_claims = {id: claim.latex for source in sources for id, claim in source.claims.items()}
    return render_page(
        CLAIMS,
        inputs,
        ledger=ledger,
        marks={word: sign(symbol, tone) for word, (symbol, tone) in CLAIM_SIGNS.items()},
        means=VERDICT_MEANINGS,
        counts=[(word, totals[word]) for word in VERDICT_MEANINGS if totals[word]],
        by_source=[(id, by_source[id]) for id in ledger.sources if id in by_source],
        evidence=grouped_evidence,
        statuses=STATUS_WORDS,
        exploring=inputs.explorations_about,
        formulas=latex_of_claims,
        has_page=inputs.metric_entries.__contains__,
        claim_page=links.claim_page,
    )


def _libraries(inputs: Inputs) -> Files:
    """Render the page of the libraries' metrics, from this run or else from the stored results."""
    if inputs.libraries is None:
        return _stored_page(LIBRARIES, inputs)
    return render_page(
        LIBRARIES,
        inputs,
        sheet=inputs.library_sheet,
        beside=OTHER_OUTCOMES,
        words=library_words,
        issue_of=_finding_markup,
        sides_text=sides_text,
        snippets_of=scripts,
        sign_of=library_sign,
        with_float=with_float,
    )


def _finding_markup(finding: Finding, report: LibraryReport) -> Markup:
    """Render a finding on a library; its heading is left out because the page's summary line is the same."""
    _, *blocks = issue(finding, report)
    return render(Document("", blocks=tuple(blocks)), title=False)


def _stored_page(page: Page, inputs: Inputs) -> Files:
    """Render the claims or the libraries from the stored results; empty if there are none."""
    stored = inputs.stored
    if stored is None:
        return {}
    origin = f"This run did not check these. The page shows {stored.origin}."
    body = list_document(stored.claims, EVIDENCE_HINT) if page is CLAIMS else summary(stored.libraries)
    document = Document(page.title, origin, (Text(body.summary), *body.blocks))
    return document_page(inputs, page, page.file, [("stored", document)], says=page.says)


class ListEntry(NamedTuple):
    """A metric or an axiom in the list of all."""

    name: str
    title: str
    sentence: str
    kind: str
    """The kind of the metric, or the quantifier of the axiom."""
    formula: str


def _lists(inputs: Inputs) -> Files:
    """Render the page of all metrics by family, and that of all axioms by group."""
    by_family: dict[str, list[ListEntry]] = {}
    by_group: dict[str, list[ListEntry]] = {}
    for rows in grouped(inputs.whole.rows, lambda row: links.metric_page(row.name)).values():  # a metric's variants
        title = metric_title(inputs, rows)
        declared = inputs.declarations.metrics.get(rows[0].name)
        sentence = plain_sentence(declared) if declared is not None else ""
        for row in rows:
            by_family.setdefault(row.family, []).append(ListEntry(row.name, title, sentence, row.kind, row.formula))
    for head in inputs.whole.columns:
        axiom = inputs.declarations.axioms.get(head.id)
        title, sentence = (axiom.plain_name, axiom.sentence_of({})) if axiom is not None else (head.id, "")
        entry = ListEntry(head.id, title, sentence, head.quantifier, head.formula)
        by_group.setdefault(head.group, []).append(entry)
    metrics_intro = "All metrics by family, those of libraries last."
    axioms_intro = "All axioms by group."
    return {
        **render_page(
            METRICS, inputs, "list.html.j2", sections=by_family, intro=metrics_intro, what="metric", beside="kind"
        ),
        **render_page(
            AXIOMS, inputs, "list.html.j2", sections=by_group, intro=axioms_intro, what="axiom", beside="quantifier"
        ),
    }


def exploration_pages(inputs: Inputs) -> Files:
    """Render the page that lists the explorations, and a page for each."""

    def claim_link(source: str) -> Markup:
        """Write the id of a claim, linked to its entry in the ledger if it has one."""
        return link(links.claim(source), source) if source in inputs.claim_ids else text(source)

    entries = [explorations.list_entry(id, answer) for id, answer in inputs.answers.items()]
    files = render_page(CONJECTURES, inputs, "conjectures.html.j2", list=entries, tone_sign=tone_sign)
    for id in inputs.answers:
        content = explorations.ExplorationPage(id, inputs)
        labelled_verdicts = [(explorations.standing(q)[0], q.label) for q in content.answer.questions]
        refuted = [label for verdict, label in labelled_verdicts if verdict == Verdict.REFUTED]
        first_label = [label for _, label in labelled_verdicts[:1]]
        files |= render_page(
            CONJECTURES,
            inputs,
            file=links.conjecture(id),
            title=f"{content.answer.title} ({id})",
            id=id,
            it=content,
            opened=refuted[:MAX_UNFOLDED] or first_label,
            asked=explorations,  # the template calls functions of this module and of the next
            subject=exploration,
            claimed=claim_link,
            tone_sign=tone_sign,
            size_tone=size_tone,
            upper=lambda words: words[:1].upper() + words[1:],
        )
    return files


def tone_sign(word: str) -> Markup:
    """Return the sign of an explored question, by the word for its result; a dash for any word but a verdict.

    An exhausted question (mostly best constants) is not coloured like a proof.
    """
    if (verdict := _verdict_of(word)) is None:
        return Markup("<b class=sign aria-hidden=true>-</b>")
    coloured = Verdict.SEARCHED if verdict is Verdict.EXHAUSTED else verdict
    return sign(verdict.notation.symbol, coloured.notation.tone)


def size_tone(word: str) -> tuple[str, str]:
    """The CSS class and the sign of the word for a result at one size; both empty for any word but a verdict."""
    verdict = _verdict_of(word)
    return (verdict.notation.tone, f"{verdict.notation.symbol} ") if verdict else ("", "")


def _verdict_of(word: str) -> Verdict | None:
    """Return the verdict with this name in files or this word for people; None for any other word."""
    if word in PROVED_WORDS:
        return Verdict.PROVED
    return next((verdict for verdict in Verdict if word in (verdict.value, verdict.written)), None)


# --- topics of practice: what goes wrong in code that evaluates rankings

TOPICS_INTRO = "Common problems in code that evaluates rankings, each with its smallest counterexample."


def topic_pages(inputs: Inputs) -> Files:
    """Render the page that lists the topics of practice, and a page for each."""
    files: Files = {}
    rows: list[tuple[Inline, ...]] = []
    for topic in PRACTICE:
        files |= _topic_page(topic, inputs)
        rows.append((Link(topic.title, links.topic(topic.id)), topic.text.partition(". ")[0] + "."))
    table = Table(("topic", "what happens"), tuple(rows))
    return files | document_page(
        inputs, TOPICS, TOPICS.file, [("list", Document(TOPICS.title, TOPICS_INTRO, (table,)))], says=TOPICS.says
    )


def _topic_page(topic: PracticeTopic, inputs: Inputs) -> Files:
    """Render the page of a topic: from this run if it has the topic's metrics, else from the results of the package."""
    registry, stored = load_catalogue(), inputs.stored
    if stored is None or inputs.row_places.keys() >= set(topic.rows):
        matrix, source = inputs.matrix, "the report of this site"
    else:
        matrix, source = stored.matrix, stored.origin
    libraries = stored.libraries if inputs.libraries is None and stored is not None else inputs.libraries
    origin = f"From {source}: profile {matrix.profile}, seed {matrix.seed}."
    # the cell of the topic's smallest counterexample, whose instance is drawn
    cell = practice.telling_cell(topic, matrix)
    witness_account = account(cell, matrix, registry) if cell is not None else None

    def name_or_link(kind: str, name: str) -> Mono | Link:
        """The name of a metric or an axiom, linked to its page if the site has one."""
        has_page = name in (inputs.row_places if kind == "metric" else inputs.column_places)
        return inputs.context.name_or_link(kind, name) if has_page else Mono(name)

    document = practice.document(topic, matrix, libraries, registry, origin, name_or_link=name_or_link)
    return document_page(
        inputs,
        TOPICS,
        links.topic(topic.id),
        [("topic", document)],
        says=topic.text.partition(". ")[0] + ".",
        drawn=pictures(witness_account.figures) if witness_account is not None else (),
    )
