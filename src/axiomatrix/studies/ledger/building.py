"""Build the ledger from the cells of a matrix and from the checks.

``axiomatrix show claims``, reports and the site use :func:`build_ledger`. A *claim* is a sentence of a source, such as
KV7. A metric of the catalogue may *declare* it as a statement, and then carries it: the metric's cell of the matrix is
evidence on the claim. Other evidence are checks, which compute what the source says in words (:mod:`.check`). Each cell
and each result of a check becomes a :class:`.entry.Piece` of the claim's entry. ``id`` is always that of a claim.

A *note* of a cell names a claim and its status there, such as ``holds``. A *witness* is an instance that decides a
cell. Its *account* has the values on it for readers, and its *slug* names its file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from ...evidence.account.account import Account
from ...evidence.account.making import account
from ...evidence.cell import Cell, CellKey
from ...evidence.matrix import Matrix
from ...evidence.status import EvidenceGrade
from ...evidence.words import Line, grouped
from ...model.claim import Claim
from ...model.metric import Metric
from ...model.registry import Registry, Unknown
from . import (  # noqa: F401  # imported as they declare the checks
    checks_kv,
    checks_others,
    checks_ov,
    checks_pa,
    checks_pl,
    checks_questions,
    checks_tn,
)
from .check import CHECKS, CORRECTIONS, Result
from .entry import CORRECTED_VERDICTS, Entry, Ledger, Piece, Status
from .statements import STATEMENTS

FIRST_SOURCES = ("KV", "OV", "PL", "PA", "TN")
"""The sources that come first, in their order; others follow in the order of the registry."""


def results_of_share(share_of: tuple[int, int]) -> dict[str, list[dict[str, Any]]]:
    """Return the results of one share of the checks that need no matrix, by their keys, as JSON data.

    ``share_of`` is (share, number of shares): (0, 4) is the first of four. Each worker process runs one share.
    """
    share, count = share_of
    without_matrix = [*CHECKS, *(correction for correction in CORRECTIONS if not correction.needs_matrix)]
    return {check.key: to_builtins(check.results()) for check in without_matrix[share::count]}


def claims_named(ids: Sequence[str], registry: Registry) -> list[str]:
    """Return the claims that ids of claims or of sources name, in upper or lower case; all claims if none is given.

    Raises ``Unknown`` for a name that no claim and no source has.
    """
    source_of = {claim: source for source in _ordered_sources(registry) for claim in registry.sources[source].claims}
    if not ids:
        return list(source_of)
    claims: list[str] = []
    for id in ids:
        matches = [claim for claim, source in source_of.items() if id.upper() in (claim.upper(), source.upper())]
        if not matches:
            raise Unknown("claim", id, {*source_of, *source_of.values()})
        claims += matches
    return list(dict.fromkeys(claims))


def _ordered_sources(registry: Registry) -> list[str]:
    """Return the ids of the sources in the order of the ledger."""
    first = [source for source in FIRST_SOURCES if source in registry.sources]
    return first + [source for source in registry.sources if source not in first]


def build_ledger(
    matrix: Matrix,
    registry: Registry,
    ids: Sequence[str] = (),
    accounts: Mapping[str, Account] | None = None,
    results: Mapping[str, Sequence[Result]] | None = None,
) -> Ledger:
    """Build the ledger of these claims (all claims if ``ids`` is empty) on the evidence of the matrix.

    ``accounts`` has the accounts of the matrix's witnesses by slug. A witness without one is shown by its two sides
    only. ``results`` has the results of checks that have run, by key; the other checks run here.
    """
    accounts = accounts or {}
    results = results or {}
    included = set(claims_named(ids, registry))
    entries = []
    for source in _ordered_sources(registry):
        for claim in registry.sources[source].claims.values():
            if claim.id not in included:
                continue
            cells = cells_carrying(claim.id, matrix, registry)
            pieces = [*_cell_pieces(claim.id, cells, registry, accounts), *_check_pieces(claim.id, results)]
            entry = Entry(
                id=claim.id,
                source=source,
                wording=claim.wording,
                supplied=claim.supplied,
                statement=STATEMENTS.get(claim.id, claim.wording),
                formalised=claim.formalised,
                evidence=tuple(pieces),
                only=claim.only,
            )
            entries.append(replace(entry, instead=_corrections(entry, matrix, results)))
    titles = {source: registry.sources[source].title for source in _ordered_sources(registry)}
    return Ledger(matrix.profile, matrix.seed, titles, tuple(entries))


def declarations_of(claim_id: str, registry: Registry) -> list[tuple[Metric, Claim]]:
    """Return the catalogue's metrics that declare the claim, each with its declaration; users' metrics do not count."""
    rows = [metric for metric in registry.metrics.values() if metric.family != "user"]
    return [(metric, claim) for metric in rows for claim in metric.claims if claim.source.id == claim_id]


def cells_carrying(claim_id: str, matrix: Matrix, registry: Registry) -> list[Cell]:
    """Return the cells of the metrics that declare the claim.

    Their notes on other claims are dropped, since the outcome of a cell depends on all of its notes.
    """
    carriers = {metric.name for metric, _ in declarations_of(claim_id, registry)}
    cells = []
    for cell in matrix.cells:
        notes = tuple(note for note in cell.claims if note.source == claim_id)
        if notes and cell.metric in carriers:
            cells.append(replace(cell, claims=notes))
    return cells


def missing_cells(matrix: Matrix, registry: Registry, ids: Sequence[str] = ()) -> list[tuple[str, str, str]]:
    """Return (metric, axiom, arguments) of each cell that these claims need and the matrix lacks."""
    present = {(cell.metric, cell.axiom, cell.label) for cell in matrix.cells}
    needed = [
        _cell_key(metric, claim)
        for claim_id in claims_named(ids, registry)
        for metric, claim in declarations_of(claim_id, registry)
    ]
    return [key for key in dict.fromkeys(needed) if key not in present]


def is_complete(matrix: Matrix, registry: Registry) -> bool:
    """Return whether the matrix has a cell for every claim of the catalogue, as a ledger of all claims needs."""
    return bool(matrix.cells) and not missing_cells(matrix, registry)


def _cell_key(metric: Metric, claim: Claim) -> tuple[str, str, str]:
    """Return (metric, axiom, arguments) of the cell in which a metric's claim is decided."""
    return CellKey.of_statement(metric.name, claim.statement)[:3]


def _cell_pieces(
    claim_id: str, cells: Sequence[Cell], registry: Registry, accounts: Mapping[str, Account]
) -> Iterator[Piece]:
    """Yield a piece of evidence for each cell of the claim, then an open piece for each cell that is missing.

    The variants of one metric that declare the claim are its readings.
    """
    declarations = declarations_of(claim_id, registry)
    variants = grouped((metric for metric, _ in declarations if metric.variant is not None), lambda metric: metric.id)
    # each piece with the metric that it is about
    pieces = [(cell.metric, _cell_piece(cell, accounts)) for cell in cells]
    present = {(cell.metric, cell.axiom, cell.label) for cell in cells}
    for metric, claim in declarations:
        if _cell_key(metric, claim) not in present:
            title = f"{metric.name}: {claim.statement.id}"
            pieces.append((metric.name, Piece("cell", title, "open", "not in this report")))
    for name, piece in pieces:
        metric = registry.metric(name)
        readings = tuple(sorted({variant.variant or "" for variant in variants.get(metric.id, ())}))
        yield replace(piece, readings=readings, reading=metric.variant or "")


def _cell_piece(cell: Cell, accounts: Mapping[str, Account]) -> Piece:
    """Return the evidence of a cell as a piece, with the instance of its witness if there is an account of it."""
    line, witness = Line(cell), cell.evidence.witness  # the line has the texts of the cell in reports
    account = accounts.get(line.slug or "")  # the slug names the witness; a cell without one has none
    text = line.verdict + (f"; {line.further}" if line.further else "")
    return Piece(
        kind="cell",
        title=f"{cell.metric}: {cell.title}",
        status=status_of(cell),
        said=text,
        reach=cell.status.reach,
        strength=tuple(map(int, cell.status.strength)),
        sides=witness.relation_with_truth if witness else "",
        instance=_instance(account) if account else "",
        witness=f"witnesses/{line.slug}.json" if line.slug else None,
    )


def _instance(account: Account) -> str:
    """Write the instance of a witness and the metric's values on it, on one line."""
    arguments = [f"{value.name} = {value.text}" for value in account.values]
    parameters = [value.text for value in account.parameters]  # the text of a parameter has its name in each entry
    values = [f"{term.call} = {term.value}" for term in account.terms]
    return "; ".join([*arguments, *parameters, *values])


def accounts_of(matrix: Matrix, registry: Registry, ids: Sequence[str]) -> dict[str, Account]:
    """Return the accounts of the witnesses in the cells that carry these claims, by the slug of the witness."""
    cells = (cell for claim_id in claims_named(ids, registry) for cell in cells_carrying(claim_id, matrix, registry))
    accounts = (account(cell, matrix, registry) for cell in cells)
    return {account.slug: account for account in accounts if account is not None}


def status_of(cell: Cell) -> Status:
    """Return the status of a cell as a piece of evidence, from the outcome of its claim in the matrix.

    ``broken`` is a claim that is contradicted, ``settled`` a conjecture that is proved or refuted, ``confirmed`` a
    claim of failure with its witness. ``as declared`` is a claim that holds as far as is known: if an instance proves
    it, it says that something exists. Any other outcome decides nothing.
    """
    is_proved = cell.status.holds == "yes" and cell.status.grade is EvidenceGrade.PROVED
    match cell.outcome:
        case "broken":
            return "false"
        case "settled":
            return "proved" if is_proved else "false"
        case "confirmed":
            return "shown"
        case "as declared":
            if is_proved:
                return "shown" if cell.evidence.witness is not None else "proved"
            return "checked"
        case _:
            return "open"


def _check_pieces(claim_id: str, results: Mapping[str, Sequence[Result]]) -> Iterator[Piece]:
    """Yield a piece of evidence for each result of the claim's checks; those without ``results`` run now.

    A result that holds proves the claim if it has no reach, since then it computes all of the claim. With a reach it
    only checks the claim up to there.
    """
    checks = [check for check in CHECKS if check.claim == claim_id]
    all_readings = tuple(sorted({check.reading for check in checks if check.reading}))
    status_of_finding: dict[str, Status] = {"fails": "false", "instance": "shown", "open": "open", "cites": "cites"}
    for check in checks:
        check_results = results[check.key] if check.key in results else check.results()
        for result in check_results:
            status_if_holding: Status = "checked" if result.reach else "proved"
            yield Piece(
                kind="check",
                title=check.doc,
                status=status_of_finding.get(result.finding, status_if_holding),
                said=result.sentence,
                reach=result.reach,
                readings=all_readings if check.reading else (),
                reading=check.reading,
                data=result.data,
                settles=result.settles,
            )


def _corrections(entry: Entry, matrix: Matrix, results: Mapping[str, Sequence[Result]]) -> tuple[str, ...]:
    """Return the sentences of the corrections that hold; none for a verdict that needs no correction."""
    if entry.verdict not in CORRECTED_VERDICTS:
        return ()
    sentences: list[str] = []
    for correction in CORRECTIONS:
        if correction.claim == entry.id:
            arguments = [matrix] if correction.needs_matrix else []
            computed = results[correction.key] if correction.key in results else correction.results(*arguments)
            sentences += [result.sentence for result in computed]
    return tuple(sentences)
