"""Pages of one subject each: a metric with its variants, an axiom, the proofs of a statement, a claim, a witness.

They are made of the documents of what they are about. What is decided here is which documents share a page, what else
the folder of reports has on a metric, and where links lead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...catalogue.metric_sentences import plain_name, plain_sentence
from ...evidence.cell import Cell
from ...evidence.evidence import DEVIATIONS
from ...evidence.matrix import Row
from ...evidence.words import grouped
from ...model.claim import ProofNote
from ...studies.relate.answer import MetricRelation
from ..dataset import entry
from ..document import Block, Code, Details, Document, Inline, Link, Mono, Table, Text, plain_text
from ..render.html import render
from ..subjects import axiom, metric, statements, witness
from ..subjects.claims import claim_document
from . import badges, links, playground
from .markup import slim
from .pictures import pictures
from .shells import AXIOMS, CLAIMS, METRICS, PROOFS, STATIC, WITNESS, Files, Page, rendered

if TYPE_CHECKING:
    from .inputs import Inputs

NEAREST = ("identical", "affine", "monotone", "refines", "refined by")
"""Kinds of relations, the nearest first; all others are told by how often two values are in different order."""
MOST_RELATIVES = 3
EMBEDDING = "Put the address of this site before badges and metric."
ABOUT_PROOFS = "The steps that a machine has checked on the definitions, and those that stand on paper."


def subject_pages(inputs: Inputs) -> Files:
    """All pages of metrics, axioms, proofs, claims and witnesses of broken claims."""
    return {
        **metric_pages(inputs),
        **axiom_pages(inputs),
        **proof_pages(inputs),
        **claim_pages(inputs),
        **pages_of_broken_claims(inputs),
    }


def document_page(
    inputs: Inputs,
    page: Page,
    file: str,
    sections: Sequence[tuple[str, Document]],
    *,
    title: str = "",
    summary: str = "",
    says: str = "",
    related: Iterable[tuple[str, str]] = (),
    drawn: Sequence[str] = (),
) -> Files:
    """A page of documents, each with its id. If there are several, the page has a title and a summary of its own."""
    is_one = len(sections) == 1
    first = sections[0][1]
    return rendered(
        page,
        inputs,
        "document.html.j2",
        file=file,
        title=title or plain_text(first.title),
        says=says or plain_text(first.summary),
        heading="" if is_one else title,
        summary="" if is_one else summary,
        sections=[(id, slim(render(one, level=1 if is_one else 2, address=_in_site))) for id, one in sections],
        list_page=page,
        pictures=drawn,
        related=list(related),
    )


def _in_site(to: str) -> str:
    """The address in the site of what a document names by its file in the folder of reports."""
    slug = re.fullmatch(r"witnesses/(.+)\.md", to)
    return links.witness(slug[1]) if slug else to


# --- metrics


def metric_pages(inputs: Inputs) -> Files:
    """A page for each metric with its variants."""
    files: Files = {}
    for file, rows in grouped(inputs.whole.rows, lambda row: links.metric_page(row.name)).items():
        declared = inputs.known.metrics.get(rows[0].name)
        title, sentence = metric_title(inputs, rows), plain_sentence(declared) if declared is not None else ""
        known = badges.summary(line for row in rows for line in inputs.lines_of[row.name])
        before = [None, *rows]
        sections = [
            (row.name, metric.document(row, inputs.context, _beside(inputs, row, above)))
            for row, above in zip(rows, before, strict=False)
        ]
        ends = tuple(_page_blocks(inputs, file, title, rows))
        if len(rows) == 1:
            (id, only), *_ = sections
            sections = [(id, replace(only, blocks=(*only.blocks, *ends)))]
        else:
            sections.append(("variants", Document("The variants", "", ends)))
        files |= document_page(
            inputs,
            METRICS,
            file,
            sections,
            title=title,
            summary=sentence,
            says=f"{sentence or rows[0].formula} Its axioms: {known}.",
        )
    return files


def metric_title(inputs: Inputs, rows: Sequence[Row]) -> str:
    """Return the common name of a metric's variants."""
    declared = inputs.known.metrics.get(rows[0].name)
    if len({metric.base_name(row.name) for row in rows}) > 1:
        return rows[0].name
    return plain_name(declared).partition(" [")[0] if declared is not None else metric.base_name(rows[0].name)


def _page_blocks(inputs: Inputs, file: str, title: str, rows: Sequence[Row]) -> Iterator[Block]:
    """Yield what the metrics of a page share: the variants side by side, the sources, the badges."""
    for _, same in grouped(rows, lambda row: metric.base_name(row.name)).items():
        if len(same) > 1:
            yield from metric.variants(same, inputs.context)
    if rows[0].name in inputs.library_of:
        return
    claimed = {claim.source for row in rows for line in inputs.lines_of[row.name] for claim in line.cell.claims}
    sources = [one for one in inputs.known.sources.values() if claimed & set(one.claims)]
    if sources:
        yield Details("Its sources in BibTeX", (Code("\n\n".join(entry(one.id, note=one.title) for one in sources)),))
    yield Details("Badges in Markdown", (Text(EMBEDDING), Code("\n".join(map(badges.embedded, rows)))))
    yield Text(("Open data: ", Link("all cells as a table", "matrix.csv")))


def _beside(inputs: Inputs, row: Row, above: Row | None) -> metric.BesideMetric:
    """Return the results on a metric in the folder of reports beside its cells."""
    library = inputs.library_of.get(row.name, "")
    explored = inputs.exploring.get(("metric", row.name), ())
    return metric.BesideMetric(
        relatives=list(_relatives(inputs, row.name)),
        implementations=list(_implementations(inputs, row.name)),
        explored=[Link(id, links.conjecture(id)) for id in explored],
        facts=list(_library_facts(inputs, row.name)) if library else (),
        library=library,
        follows=above,
        brief=True,
    )


def _relatives(inputs: Inputs, name: str) -> Iterator[Inline]:
    """The metrics that are nearest to it, and how near, of the relations that it has."""
    seen: set[str] = set()
    known = {row.name for row in inputs.matrix.rows}
    near = ((_nearness(one), one) for one in inputs.relations_of.get(name, ()))
    for (rank, differently), one in sorted(near, key=lambda pair: pair[0]):
        other = one.b if one.a == name else one.a
        if (rank, differently) >= (len(NEAREST), 0.5) or len(seen) == MOST_RELATIVES:
            break
        if other in known and other not in seen:
            seen.add(other)
            named = inputs.context.named("metric", other)
            is_near = rank < len(NEAREST)
            yield named, ": ", Mono(one.statement) if is_near else f"{differently:.1%} of pairs in another order"


def _nearness(one: MetricRelation) -> tuple[int, float]:
    """The place of its kind, and the share of pairs of values that are in different order."""
    rank = NEAREST.index(one.kind) if one.kind in NEAREST else len(NEAREST)
    return rank, one.differently / one.pairs if one.pairs else 1.0


def _implementations(inputs: Inputs, computed: str) -> Iterator[Inline]:
    """Who else computes it, and what was found there that neither definition nor documentation says."""
    for name, note in inputs.libraries.notes.items() if inputs.libraries is not None else ():
        if note.computes == computed:
            compared = [(line.cell.axiom, line.cell.evidence.comparison) for line in inputs.lines_of[name]]
            wrong = dict.fromkeys(axiom for axiom, one in compared if one is not None and one.wording in DEVIATIONS)
            yield inputs.context.named("metric", name), f": {', '.join(wrong) or 'no deviation found'}"


def _library_facts(inputs: Inputs, name: str) -> Iterator[Inline]:
    """The library in its version, where its documentation is, what it is compared with."""
    assert inputs.libraries is not None
    note = inputs.libraries.notes[name]
    library = next(one for one in inputs.libraries.libraries if one.id == note.library)
    yield (
        f"Of {library.distribution} {library.version}: ",
        Link("what was found of it", f"libraries.html#library={links.encoded(library.id)}"),
    )
    if note.page or library.docs:
        yield Link("Its documentation", note.page or library.docs)
    yield from (f"Of ties: {note.ties}",) if note.ties else ()
    yield from (("Compared with ", Mono(note.definition)),) if note.definition else ()


# --- axioms and proofs


def axiom_pages(inputs: Inputs) -> Files:
    """A page for each axiom; those whose names are nearly alike share one."""
    files: Files = {}
    for file, heads in grouped(inputs.whole.columns, lambda head: links.axiom(head.id).partition("#")[0]).items():
        sections = []
        for head in heads:
            explored = inputs.exploring.get(("axiom", head.id), ())
            beside = axiom.BesideAxiom(inputs.library_of, [Link(id, links.conjecture(id)) for id in explored])
            sections.append((head.id, axiom.document(head, inputs.context, beside)))
        first = sections[0][1]
        says = f"{plain_text(first.summary) or heads[0].formula} Which ranking metrics satisfy it, and which do not."
        files |= document_page(inputs, AXIOMS, file, sections, title=plain_text(first.title), says=says)
    return files


def proof_pages(inputs: Inputs) -> Files:
    """A page for the proofs of each statement, and the list of these pages."""
    pages: dict[str, dict[ProofNote, list[Cell]]] = {}
    for note, cells in statements.proofs(inputs.whole).items():
        pages.setdefault(links.proof(note.id).partition("#")[0], {})[note] = cells
    files: Files = {}
    rows: list[tuple[Inline, ...]] = []
    for file, proved in sorted(pages.items()):
        cells = [cell for those in proved.values() for cell in those]
        known = inputs.known.axioms.get(cells[0].axiom)
        name = next(iter(proved)).id.partition("/")[0].partition("(")[0]
        sentence = known.sentence_of({}) if known is not None else ""
        title, says = f"Proofs: {name}", f"Proved for every n: {sentence or next(iter(proved)).theorem}"
        files |= document_page(
            inputs,
            PROOFS,
            file,
            list(statements.documents_by_argument(proved, inputs.context)),
            title=title,
            summary=sentence,
            says=says,
        )
        metrics = ", ".join(dict.fromkeys(cell.metric for cell in cells))
        rows.append((Link(name, file), sentence, metrics))
    table = Table(("statement", "what it says", "proved of"), tuple(rows))
    document = Document("Proofs", f"{statements.MEANING}", (Text(ABOUT_PROOFS), table))
    listed = [("list", document)]
    return files | document_page(inputs, PROOFS, PROOFS.file, listed, title=PROOFS.title, says=PROOFS.says)


# --- claims and the witnesses of those that are broken


def claim_pages(inputs: Inputs) -> Files:
    """A page for each claim of the ledger."""
    files: Files = {}
    if inputs.claimed is None:
        return files
    for claim in inputs.claimed.claims:
        explored = inputs.exploring.get(("claim", claim.id), ())
        files |= document_page(
            inputs,
            CLAIMS,
            links.claim_page(claim.id),
            [("claim", claim_document(claim, inputs.claimed))],
            says=f"{claim.statement} {claim.source}: {claim.verdict}.",
            related=[(links.conjecture(id), f"the exploration {id}") for id in explored],
        )
    return files


def pages_of_broken_claims(inputs: Inputs) -> Files:
    """A page for the witness of each broken claim, which needs no script."""
    files: Files = {}
    for cell in inputs.matrix.broken:
        if (instance := cell.evidence.witness) is None:
            continue
        shown, tried = inputs.accounts[instance.slug], playground.address(instance)
        files |= document_page(
            inputs,
            replace(WITNESS, scripts=STATIC),
            links.broken_claim(instance.slug),
            [("witness", witness.document(shown))],
            says=f"{plain_text(witness.lead(shown))} {shown.sides}",
            drawn=pictures(shown.figures),
            related=[
                (inputs.defined[cell.metric][0], cell.metric),
                (links.axiom(cell.axiom), cell.axiom),
                *([(tried, playground.OPEN)] if tried else []),
            ],
        )
    return files
