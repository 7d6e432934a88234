"""Pages about one subject: a metric with its variants, an axiom, the proofs of a statement, a claim, a witness.

``report/subjects`` makes the documents. This module decides which documents share a page, collects what the other
reports say of a metric, and makes the links between pages. A *row* is a metric or a variant of one, in the matrix of
the run; ``inputs.whole`` has the rows of libraries behind those. A *head* is that of a column: an axiom. A *line* is
the evidence on one statement about a metric, with its texts.
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
from ..dataset import bibtex_entry
from ..document import Block, Code, Details, Document, Inline, Link, Mono, Table, Text, plain_text
from ..render.html import render
from ..subjects import axiom, metric, statements, witness
from ..subjects.claims import claim_document
from . import badges, links, playground
from .markup import slim
from .pictures import pictures
from .shells import AXIOMS, CLAIMS, METRICS, PROOFS, STATIC_SCRIPTS, WITNESS, Files, Page, render_page

if TYPE_CHECKING:
    from .inputs import Inputs

NEAREST_RELATIONS = ("identical", "affine", "monotone", "refines", "refined by")
"""Kinds of relations, the nearest first; others are ranked by how often the two metrics order a pair differently."""
MAX_RELATIVES = 3
"""Most related metrics that the page of a metric names."""
MAX_SHARE_OF_RELATIVES = 0.5
"""Share of pairs ordered differently from which on two metrics are no more alike than by chance."""
EMBEDDING_HINT = "Put the address of this site before badges and metric."
ABOUT_PROOFS = "The steps checked by machine on the definitions, and those on paper."


def subject_pages(inputs: Inputs) -> Files:
    """All pages of metrics, axioms, proofs, claims, and witnesses of broken claims."""
    return {
        **metric_pages(inputs),
        **axiom_pages(inputs),
        **proof_pages(inputs),
        **claim_pages(inputs),
        **broken_claim_pages(inputs),
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
    """Render a page of documents, with navigation and scripts of the kind ``page``, under the name ``file``.

    ``sections`` are pairs (anchor, document). ``title`` and ``summary`` are for pages of several documents; a single
    document has its own, but ``title`` may still name the page in the browser. ``says`` is the page's description for
    search engines, ``related`` are pairs (address, text) of links, and ``drawn`` the pictures as SVG markup.
    """
    is_single = len(sections) == 1
    first = sections[0][1]
    return render_page(
        page,
        inputs,
        "document.html.j2",
        file=file,
        title=title or plain_text(first.title),
        says=says or plain_text(first.summary),
        heading="" if is_single else title,
        summary="" if is_single else summary,
        sections=[
            # slim leaves out end tags and quotes that HTML does not need
            (id, slim(render(section, level=1 if is_single else 2, address=_in_site)))
            for id, section in sections
        ],
        list_page=page,
        pictures=drawn,
        related=list(related),
    )


def _in_site(to: str) -> str:
    """The address in the site of a link of a document, which may be to the page of a witness in the reports' folder."""
    slug = re.fullmatch(r"witnesses/(.+)\.md", to)
    return links.witness(slug[1]) if slug else to


# --- metrics


def metric_pages(inputs: Inputs) -> Files:
    """A page for each metric with its variants."""
    files: Files = {}
    for file, rows in grouped(inputs.whole.rows, lambda row: links.metric_page(row.name)).items():
        declared = inputs.declarations.metrics.get(rows[0].name)
        title = metric_title(inputs, rows)
        sentence = plain_sentence(declared) if declared is not None else ""
        verdict_counts = badges.summary(line for row in rows for line in inputs.lines_of[row.name])
        # each variant with the one before it, whose text is not repeated
        sections = [
            (row.name, metric.document(row, inputs.context, _related(inputs, row, row_before)))
            for row, row_before in zip(rows, [None, *rows], strict=False)
        ]
        shared_blocks = tuple(_page_blocks(inputs, file, title, rows))
        if len(rows) == 1:
            (id, document), *_ = sections
            sections = [(id, replace(document, blocks=(*document.blocks, *shared_blocks)))]
        else:
            sections.append(("variants", Document("The variants", "", shared_blocks)))
        files |= document_page(
            inputs,
            METRICS,
            file,
            sections,
            title=title,
            summary=sentence,
            says=f"{sentence or rows[0].formula} Its axioms: {verdict_counts}.",
        )
    return files


def metric_title(inputs: Inputs, rows: Sequence[Row]) -> str:
    """Return the title of a page of metrics: the common plain name of the variants, or a name from the report."""
    base_names = {metric.base_name(row.name) for row in rows}
    if len(base_names) > 1:  # metrics whose names differ in special characters share a page
        return rows[0].name
    declared = inputs.declarations.metrics.get(rows[0].name)
    return plain_name(declared).partition(" [")[0] if declared is not None else metric.base_name(rows[0].name)


def _page_blocks(inputs: Inputs, file: str, title: str, rows: Sequence[Row]) -> Iterator[Block]:
    """Yield the blocks for all metrics of a page together: the variants side by side, the sources, the badges."""
    for variants in grouped(rows, lambda row: metric.base_name(row.name)).values():
        if len(variants) > 1:
            yield from metric.variants(variants, inputs.context)
    if rows[0].name in inputs.library_of:  # badges and sources are for other metrics
        return
    claimed = {claim.source for row in rows for line in inputs.lines_of[row.name] for claim in line.cell.claims}
    sources = [source for source in inputs.declarations.sources.values() if claimed & set(source.claims)]
    if sources:
        entries = (bibtex_entry(source.id, note=source.title) for source in sources)
        yield Details("Its sources in BibTeX", (Code("\n\n".join(entries)),))
    yield Details("Badges in Markdown", (Text(EMBEDDING_HINT), Code("\n".join(map(badges.badge_markdown, rows)))))
    yield Text(("Open data: ", Link("all cells as a table", "matrix.csv")))


def _related(inputs: Inputs, row: Row, row_before: Row | None) -> metric.RelatedResults:
    """Return the results on a metric in the other reports: relations, implementations, explorations, library facts."""
    library = inputs.library_of.get(row.name, "")
    explored = inputs.explorations_about.get(("metric", row.name), ())
    return metric.RelatedResults(
        relatives=list(_relatives(inputs, row.name)),
        implementations=list(_implementations(inputs, row.name)),
        explored=[Link(id, links.conjecture(id)) for id in explored],
        facts=list(_library_facts(inputs, row.name)) if library else (),
        library=library,
        previous_variant=row_before,
    )


def _relatives(inputs: Inputs, name: str) -> Iterator[Inline]:
    """Yield the metrics that are nearest to a metric by its relations, each with the relation."""
    relatives: set[str] = set()
    own_rows = {row.name for row in inputs.matrix.rows}
    for relation in sorted(inputs.relations_of.get(name, ()), key=_nearness):
        rank, share_differently = _nearness(relation)
        is_near = rank < len(NEAREST_RELATIONS)
        # relations of no near kind come last, the most alike first
        if len(relatives) == MAX_RELATIVES or (not is_near and share_differently >= MAX_SHARE_OF_RELATIVES):
            break
        other = relation.b if relation.a == name else relation.a
        if other in own_rows and other not in relatives:
            relatives.add(other)
            likeness = Mono(relation.statement) if is_near else f"{share_differently:.1%} of pairs ordered differently"
            yield inputs.context.name_or_link("metric", other), ": ", likeness


def _nearness(relation: MetricRelation) -> tuple[int, float]:
    """Return a sort key: (rank of the relation's kind, share of pairs that the metrics order differently).

    The share is 1 if no pairs were compared, since the similarity is then unknown.
    """
    rank = NEAREST_RELATIONS.index(relation.kind) if relation.kind in NEAREST_RELATIONS else len(NEAREST_RELATIONS)
    share_differently = relation.differently / relation.pairs if relation.pairs else 1.0
    return rank, share_differently


def _implementations(inputs: Inputs, metric_name: str) -> Iterator[Inline]:
    """Yield the libraries' metrics that compute a metric, each with the axioms on which it deviates."""
    for name, note in inputs.libraries.notes.items() if inputs.libraries is not None else ():
        if note.computes == metric_name:
            compared = [(line.cell.axiom, line.cell.evidence.comparison) for line in inputs.lines_of[name]]
            deviating = dict.fromkeys(
                axiom for axiom, comparison in compared if comparison is not None and comparison.wording in DEVIATIONS
            )
            findings = ", ".join(deviating) or "no deviation found"
            yield inputs.context.name_or_link("metric", name), f": {findings}"


def _library_facts(inputs: Inputs, name: str) -> Iterator[Inline]:
    """Yield facts on a library's metric: version, documentation, tie policy, the definition it is compared with."""
    assert inputs.libraries is not None
    note = inputs.libraries.notes[name]
    library = next(library for library in inputs.libraries.libraries if library.id == note.library)
    yield (
        f"Of {library.distribution} {library.version}: ",
        Link("what was found of it", f"libraries.html#library={links.encoded(library.id)}"),
    )
    if note.page or library.docs:
        yield Link("Its documentation", note.page or library.docs)
    if note.ties:
        yield f"Of ties: {note.ties}"
    if note.definition:
        yield "Compared with ", Mono(note.definition)


# --- axioms and proofs


def axiom_pages(inputs: Inputs) -> Files:
    """A page for each axiom; axioms whose names differ only in special characters share a page."""
    files: Files = {}
    for file, heads in grouped(inputs.whole.columns, lambda head: links.axiom(head.id).partition("#")[0]).items():
        sections = []
        for head in heads:
            explored = inputs.explorations_about.get(("axiom", head.id), ())
            beside = axiom.BesideAxiom(inputs.library_of, [Link(id, links.conjecture(id)) for id in explored])
            sections.append((head.id, axiom.document(head, inputs.context, beside)))
        first = sections[0][1]
        says = f"{plain_text(first.summary) or heads[0].formula} Which ranking metrics satisfy it, and which do not."
        files |= document_page(inputs, AXIOMS, file, sections, title=plain_text(first.title), says=says)
    return files


def proof_pages(inputs: Inputs) -> Files:
    """A page for the proofs of each statement, and the page that lists these."""
    pages: dict[str, dict[ProofNote, list[Cell]]] = {}  # by file, then by proof, the cells that it decides
    for note, cells in statements.cells_by_proof(inputs.whole).items():
        pages.setdefault(links.proof(note.id).partition("#")[0], {})[note] = cells
    files: Files = {}
    rows: list[tuple[Inline, ...]] = []
    for file, cells_by_proof in sorted(pages.items()):
        cells = [cell for group in cells_by_proof.values() for cell in group]
        declared = inputs.declarations.axioms.get(cells[0].axiom)
        first_proof = next(iter(cells_by_proof))
        name = first_proof.id.partition("/")[0].partition("(")[0]  # the axiom; a proof is named after its statement
        sentence = declared.sentence_of({}) if declared is not None else ""
        title = f"Proofs: {name}"
        says = f"Proved for every n: {sentence or first_proof.theorem}"
        files |= document_page(
            inputs,
            PROOFS,
            file,
            list(statements.documents_by_argument(cells_by_proof, inputs.context)),
            title=title,
            summary=sentence,
            says=says,
        )
        metrics = ", ".join(dict.fromkeys(cell.metric for cell in cells))
        rows.append((Link(name, file), sentence, metrics))
    table = Table(("statement", "what it says", "proved of"), tuple(rows))
    sections = [("list", Document("Proofs", statements.PROOFS_NOTE, (Text(ABOUT_PROOFS), table)))]
    return files | document_page(inputs, PROOFS, PROOFS.file, sections, title=PROOFS.title, says=PROOFS.says)


# --- claims and the witnesses of those that are broken


def claim_pages(inputs: Inputs) -> Files:
    """A page for each claim of the ledger."""
    files: Files = {}
    if inputs.ledger is None:
        return files
    for claim in inputs.ledger.claims:
        explored = inputs.explorations_about.get(("claim", claim.id), ())
        files |= document_page(
            inputs,
            CLAIMS,
            links.claim_page(claim.id),
            [("claim", claim_document(claim, inputs.ledger))],
            says=f"{claim.statement} {claim.source}: {claim.verdict}.",
            related=[(links.conjecture(id), f"the exploration {id}") for id in explored],
        )
    return files


def broken_claim_pages(inputs: Inputs) -> Files:
    """A page for the witness of each broken claim, which needs no script."""
    files: Files = {}
    for cell in inputs.matrix.broken:
        instance = cell.evidence.witness
        if instance is None:
            continue
        account = inputs.accounts[instance.slug]
        playground_address = playground.address(instance)
        files |= document_page(
            inputs,
            replace(WITNESS, scripts=STATIC_SCRIPTS),
            links.broken_claim(instance.slug),
            [("witness", witness.document(account))],
            says=f"{plain_text(witness.lead(account))} {account.sides}",
            drawn=pictures(account.figures),
            related=[
                (inputs.metric_entries[cell.metric].address, cell.metric),
                (links.axiom(cell.axiom), cell.axiom),
                *([(playground_address, playground.LINK_TEXT)] if playground_address else []),
            ],
        )
    return files
