"""Documents of the claims ledger (``claims.md``, ``axiomatrix show claims``), and lists of sources and spaces.

An *entry* is a claim of a source with the *pieces* of evidence that judge it (:mod:`...studies.ledger.entry`). A piece
is a cell of the matrix (a statement about a metric, with its verdict), or a check that computes what the claim says;
its ``kind`` says which. ``said`` is its result in words. A piece with an instance, a *witness*, has the name of its
file as ``slug``. If a source leaves a definition open, a claim may be judged in several *readings* of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...evidence.words import counted, grouped
from ...model.registry import Registry
from ...studies.ledger.entry import VERDICT_MEANINGS, Entry, Ledger, Piece, derive_reach
from ..document import Block, Code, Document, Heading, Inline, Link, List, Mono, Nested, Note, Span, Strong, Table, Text

STATUS_WORDS = {
    "false": "contradicted",
    "open": "open",
    "shown": "shown by an instance",
    "proved": "proved or computed",
    "checked": "not contradicted as far as checked",
    "cites": "cited",
}
"""The statuses of evidence in words, in the order in which they are listed."""
MAX_FULL_INSTANCES = 3
"""Instances of a claim up to which each is written out; of more, only those that refute it are."""
HOW_TO_READ = (
    "Each claim is quoted as the source words it, slips included, and judged by the evidence below it: cells of the ",
    Link("compliance matrix", "compliance.md"),
    ", and checks that compute what the source says in words. Verdicts are derived from the evidence.",
)


@dataclass(frozen=True)
class AlikeEvidence:
    """Pieces of evidence that share a line, since they have the same status and text: usually on several metrics."""

    status: str
    text: str
    pieces: tuple[Piece, ...]


def grouped_evidence(pieces: Sequence[Piece]) -> list[AlikeEvidence]:
    """Group pieces by status, the most important first, and by text.

    Checks, and pieces with a witness, are not put together with others that have another title.
    """

    def status_text_and_title(piece: Piece) -> tuple[str, str, str]:
        has_own_line = bool(piece.slug) or piece.kind == "check"
        return piece.status, piece.said, piece.title if has_own_line else ""

    order = list(STATUS_WORDS)
    groups = grouped(sorted(pieces, key=lambda piece: order.index(piece.status)), status_text_and_title)
    return [AlikeEvidence(status, text, tuple(alike)) for (status, text, _), alike in groups.items()]


def readings_text(entry: Entry) -> str:
    """The readings of a claim by their verdict, such as "false: deck; true: le"; empty if the verdicts agree."""
    return "; ".join(f"{state}: {', '.join(names)}" for state, names in entry.readings.items())


def document(ledger: Ledger) -> Document:
    """The page of the whole ledger: the meaning of verdicts, a table of all claims, then each claim in full."""
    rows = []
    for entry in ledger.claims:
        verdict = short_verdict(entry)
        is_marked = entry.readings or entry.verdict == "false"
        rows.append((Link(entry.id, f"#{anchor(entry)}"), Strong(verdict) if is_marked else verdict, entry.statement))
    blocks: list[Block] = [Text(HOW_TO_READ), Heading("What the verdicts mean")]
    blocks += [Table(("verdict", "what it means"), tuple(VERDICT_MEANINGS.items())), Heading("Summary")]
    blocks.append(Table(("claim", "verdict", "what it says"), tuple(rows)))
    for source, entries in ledger.by_source.items():
        blocks.append(Heading(f"{source}: {ledger.sources[source]}"))
        for entry in entries:
            # refuting instances are always written out
            number_of_instances = sum(piece.slug != "" and piece.status != "false" for piece in entry.evidence)
            blocks += _entry(entry, with_instances=number_of_instances <= MAX_FULL_INSTANCES)
    checked = f"Cells checked with profile {ledger.profile}, seed {ledger.seed}."
    size = f"{counted(len(ledger.claims), 'claim')} of {counted(len(ledger.by_source), 'source')}"
    return Document("Claims ledger", f"{size}: {_totals(ledger)}. {checked}", tuple(blocks))


def list_document(ledger: Ledger, origin: str) -> Document:
    """The document that lists the claims of a ledger, a line each; ``origin`` says where the evidence is from."""
    rows = tuple((Mono(entry.id), short_verdict(entry), entry.statement) for entry in ledger)
    table = Table(("claim", "verdict", "what it says"), rows)
    return Document("Claims ledger", origin, (table, Text(f"{counted(len(rows), 'claim')}: {_totals(ledger)}.")))


def claims_document(ledger: Ledger, origin: str, directory: str = "") -> Document:
    """The document of all claims of a ledger in full; ``origin`` says where the evidence is from.

    ``directory`` is the folder of a report; the witnesses in it get commands that replay them. Empty for none.
    """
    blocks: list[Block] = []
    for entry in ledger:
        blocks += _entry(entry)
        blocks.append(Note(f"{entry.source}: {ledger.sources[entry.source]}"))
        files = (f"{directory}/witnesses/{piece.slug}.json" for piece in entry.evidence if piece.slug)
        # of the report that comes with the package, only few witnesses exist as files
        commands = [f"axiomatrix verify {file}" for file in files if directory and Path(file).exists()]
        blocks += [Code("\n".join(commands), "console")] if commands else []
    title = ", ".join(f"{entry.id}: {entry.verdict}" for entry in ledger)
    return Document(title, origin, tuple(blocks))


def claim_document(entry: Entry, ledger: Ledger) -> Document:
    """The document of one claim, for its own page."""
    _, *blocks = _entry(entry)  # without its heading, which is the page's title
    source = Note(f"{entry.source}: {ledger.sources[entry.source]}")
    return Document(f"{entry.id}: {entry.verdict}", entry.statement, (*blocks, source))


def _totals(ledger: Ledger) -> str:
    """The numbers of claims by verdict, in the order of the legend."""
    verdicts = [entry.verdict for entry in ledger]
    return ", ".join(f"{verdicts.count(word)} {word}" for word in VERDICT_MEANINGS if word in verdicts)


def anchor(entry: Entry) -> str:
    """The anchor of a claim on the page of the ledger."""
    return "".join(character for character in entry.id.lower() if character.isalnum() or character == "-")


def short_verdict(entry: Entry) -> str:
    """The verdict of a claim for a table, with its reach apart from cited evidence."""
    if entry.verdict == "not checkable by machine":
        return f"{entry.verdict} (cites)"  # the only evidence there is
    reach_computed = derive_reach([piece for piece in entry.evidence if piece.status != "cites"], entry.verdict)
    return f"{entry.verdict} ({reach_computed})" if reach_computed else entry.verdict


def _entry(entry: Entry, *, with_instances: bool = True) -> Iterator[Block]:
    """Yield a claim: wording, verdict, formalisation and evidence, with all instances or only the refuting ones.

    The statement is the claim in our words, and the formalisation says how it was made precise.
    """
    yield Heading(entry.id, 3)
    yield Note(entry.wording)
    if entry.supplied:
        yield Text("The wording is ours; the source is silent.")
    verdict = f"{entry.verdict} ({entry.reach})" if entry.reach else entry.verdict
    facts = [
        ("What it says", entry.statement if entry.statement != entry.wording else ""),
        ("Formalised", entry.formalised),
        ("Readings", readings_text(entry)),
        *(("What is true instead", correction) for correction in entry.instead),
    ]
    sentences = (f"{label}: {text}" for label, text in facts if text)
    yield List((("Verdict: ", Strong(verdict)), *sentences))
    yield Text("Evidence:")
    yield List(tuple(_evidence(entry, with_instances=with_instances)))


def _evidence(entry: Entry, *, with_instances: bool) -> Iterator[Inline | Nested]:
    """Yield the evidence by status; a single piece is on the same line as its status."""
    for status, groups in grouped(grouped_evidence(entry.evidence), lambda group: group.status).items():
        items = []
        previous_title = ""
        for group in groups:
            title = group.pieces[0].title
            with_instance = with_instances or status == "false"
            items.append(_piece(group, with_instance=with_instance, is_first=title != previous_title))
            previous_title = title
        if len(items) == 1:
            yield f"{STATUS_WORDS[status]}: ", *items[0]
        else:
            yield Nested(f"{STATUS_WORDS[status]}:", tuple(items))


def _piece(group: AlikeEvidence, *, with_instance: bool, is_first: bool) -> tuple[Span, ...]:
    """The text of a group of pieces: statements or the title of a check, then the result, and the instance.

    A check may have several results in a row. Only the first (``is_first``) and those of a reading get its title.
    """
    first = group.pieces[0]
    if first.kind == "check" and first.reading:
        return (f"{first.title} ({first.reading}): {group.text}",)
    if first.kind == "check":
        return (f"{first.title}: {group.text}" if is_first else group.text,)
    if not first.slug:
        return *_names(group.pieces), f": {group.text}"
    instance = f": {first.instance}" if with_instance and first.instance else ""
    return *_names(group.pieces), f": {group.text}; ", Link(first.sides, f"witnesses/{first.slug}.md"), instance


def _names(pieces: Sequence[Piece]) -> Iterator[Span]:
    """Yield the statements of the pieces; metrics with the same statements are listed together.

    The title of a piece is a metric and a statement, such as ``kendall: symmetry``, or only one of them.
    """
    if len(pieces) == 1:
        yield Mono(pieces[0].title)
        return
    statements_of_metric: dict[str, list[str]] = {}
    for piece in pieces:
        metric, _, statement = piece.title.partition(": ")
        statements_of_metric.setdefault(metric, []).append(statement)
    metrics_by_statements = grouped(
        statements_of_metric, lambda metric: tuple(filter(None, statements_of_metric[metric]))
    )
    for k, (statements, metrics) in enumerate(metrics_by_statements.items()):
        if k > 0:
            yield "; "
        yield from _listed(metrics)
        if statements:
            yield ": "
            yield from _listed(statements)


def _listed(names: Sequence[str]) -> Iterator[Span]:
    """Yield the names with commas between them."""
    for k, name in enumerate(names):
        if k > 0:
            yield ", "
        yield Mono(name)


# --- lists of sources and spaces ------------------------------------------------------------------------------------


def sources_document(registry: Registry) -> Document:
    """The document of all sources with their claims."""
    blocks: list[Block] = []
    for source in registry.sources.values():
        rows: list[tuple[Inline, ...]] = []
        for claim in source.claims.values():
            rows.append((Mono(claim.id), claim.wording + (" (our wording)" if claim.supplied else "")))
        blocks += [Heading(source.id), Text(source.title)]
        blocks += [Table(("claim", "wording"), tuple(rows))] if rows else []
    return Document("Sources", f"{len(registry.sources):,} are registered.", tuple(blocks))


def spaces_document(registry: Registry) -> Document:
    """The document of the spaces of metrics' arguments and parameters, with the metrics of each."""
    metrics_by_use: dict[tuple[str, str], list[str]] = {}
    """The metrics that use a space, by its name and "arguments" or "parameters"."""
    for metric in registry.metrics.values():
        for use, spaces in (("arguments", metric.arguments), ("parameters", metric.parameters)):
            for name in dict.fromkeys(registry.name_of_space(metric, space) for space in spaces.values()):
                metrics_by_use.setdefault((name, use), []).append(metric.name)
    rows: list[tuple[Inline, ...]] = [
        (name, use, f"{len(metrics):,}, such as {metrics[0]}") for (name, use), metrics in metrics_by_use.items()
    ]
    return Document("Spaces", f"{len(rows):,} are used.", (Table(("space", "of", "metrics"), tuple(rows)),))
