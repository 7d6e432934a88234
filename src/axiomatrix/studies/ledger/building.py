"""The ledger built from the cells of a matrix and from the checks."""

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
from . import (  # noqa: F401  # they register
    checks_kv,
    checks_others,
    checks_ov,
    checks_pa,
    checks_pl,
    checks_questions,
    checks_tn,
)
from .check import CHECKS, CORRECTIONS, Result
from .entry import CORRECTED, Entry, Ledger, Piece, Status
from .statements import STATEMENTS

FIRST = ("KV", "OV", "PL", "PA", "TN")
"""The sources in the order in which they are shown; other ones come behind them."""


def results_of_share(share_of: tuple[int, int]) -> dict[str, list[dict[str, Any]]]:
    """Return the results of one share of the checks that need no cell, such as the first of four: (0, 4)."""
    share, count = share_of
    alone = [*CHECKS, *(correction for correction in CORRECTIONS if not correction.of_matrix)]
    return {check.key: to_builtins(check.results()) for check in alone[share::count]}


def chosen(ids: Sequence[str], registry: Registry) -> list[str]:
    """The claims that ids of claims or of sources name, in any case; ``Unknown`` for a name that none has."""
    known = {claim: source for source in _ordered(registry) for claim in registry.sources[source].claims}
    if not ids:
        return list(known)
    claims: list[str] = []
    for given in ids:
        wanted = [claim for claim, source in known.items() if given.upper() in (claim.upper(), source.upper())]
        if not wanted:
            raise Unknown("claim", given, {*known, *known.values()})
        claims += wanted
    return list(dict.fromkeys(claims))


def _ordered(registry: Registry) -> list[str]:
    first = [source for source in FIRST if source in registry.sources]
    return first + [source for source in registry.sources if source not in first]


def built(
    matrix: Matrix,
    registry: Registry,
    ids: Sequence[str] = (),
    shown: Mapping[str, Account] | None = None,
    results: Mapping[str, Sequence[Result]] | None = None,
) -> Ledger:
    """The ledger of these claims (all of them if none is named) on the evidence of the matrix.

    ``shown`` are the accounts of its witnesses, if they are made already; without an account a witness has its two
    sides only. ``results`` are what checks found already, by their keys.
    """
    known = shown if shown is not None else {}
    done = results or {}
    wanted = set(chosen(ids, registry))
    entries = []
    for source in _ordered(registry):
        for claim in registry.sources[source].claims.values():
            if claim.id not in wanted:
                continue
            cells = carrying(claim.id, matrix, registry)
            pieces = [*_of_cells(claim.id, cells, matrix, registry, known), *_of_checks(claim.id, done)]
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
            entries.append(replace(entry, instead=_corrections(entry, matrix, done)))
    titles = {source: registry.sources[source].title for source in _ordered(registry)}
    return Ledger(matrix.profile, matrix.seed, titles, tuple(entries))


def claimed(claim: str, registry: Registry) -> list[tuple[Metric, Claim]]:
    """The catalogue's metrics that carry the claim, each with what it claims."""
    rows = [metric for metric in registry.metrics.values() if metric.family != "user"]
    return [(metric, declared) for metric in rows for declared in metric.claims if declared.source.id == claim]


def carrying(claim: str, matrix: Matrix, registry: Registry) -> list[Cell]:
    """The cells that carry the claim, each with that claim only: another one's status is not this one's."""
    ours = {metric.name for metric, _ in claimed(claim, registry)}
    cells = []
    for cell in matrix.cells:
        notes = tuple(note for note in cell.claims if note.source == claim)
        if notes and cell.metric in ours:
            cells.append(replace(cell, claims=notes))
    return cells


def missing(matrix: Matrix, registry: Registry, ids: Sequence[str] = ()) -> list[tuple[str, str, str]]:
    """Return the catalogue's claims (of these ids) without a cell in the matrix: metric, axiom, arguments."""
    present = {(cell.metric, cell.axiom, cell.label) for cell in matrix.cells}
    places = [
        _place(metric, declared) for claim in chosen(ids, registry) for metric, declared in claimed(claim, registry)
    ]
    return [place for place in dict.fromkeys(places) if place not in present]


def is_complete(matrix: Matrix, registry: Registry) -> bool:
    """Return whether the matrix has a cell for every claim of the catalogue, as a ledger needs."""
    return bool(matrix.cells) and not missing(matrix, registry)


def _place(metric: Metric, declared: Claim) -> tuple[str, str, str]:
    return CellKey.of_statement(metric.name, declared.statement)[:3]


def _of_cells(
    claim: str, cells: Sequence[Cell], matrix: Matrix, registry: Registry, shown: Mapping[str, Account]
) -> Iterator[Piece]:
    carriers = claimed(claim, registry)
    variants = grouped((metric for metric, _ in carriers if metric.variant is not None), lambda metric: metric.id)
    pieces = [(cell.metric, _of_cell(cell, shown)) for cell in cells]
    present = {(cell.metric, cell.axiom, cell.label) for cell in cells}
    for metric, declared in carriers:
        if _place(metric, declared) not in present:
            title = f"{metric.name}: {declared.statement.id}"
            pieces.append((metric.name, Piece("cell", title, "open", "not in this report")))
    for name, piece in pieces:
        metric = registry.metric(name)
        readings = tuple(sorted({reading.variant or "" for reading in variants.get(metric.id, ())}))
        yield replace(piece, readings=readings, reading=metric.variant or "")


def _of_cell(cell: Cell, by_slug: Mapping[str, Account]) -> Piece:
    shown, witness = Line(cell), cell.evidence.witness
    account = by_slug.get(shown.slug or "")
    text = shown.verdict + (f"; {shown.further}" if shown.further else "")
    return Piece(
        kind="cell",
        title=f"{cell.metric}: {cell.title}",
        status=status(cell),
        said=text,
        reach=cell.status.reach,
        strength=tuple(map(int, cell.status.strength)),
        sides=witness.sides if witness else "",
        instance=_instance(account) if account else "",
        witness=f"witnesses/{shown.slug}.json" if shown.slug else None,
    )


def _instance(account: Account) -> str:
    """The instance of a witness and every value that enters, on one line."""
    given = [f"{value.name} = {value.text}" for value in account.values]
    given += [value.text for value in account.parameters]  # its entries carry its name
    return "; ".join([*given, *(f"{term.call} = {term.value}" for term in account.terms)])


def accounts_of(matrix: Matrix, registry: Registry, ids: Sequence[str]) -> dict[str, Account]:
    """The accounts of the witnesses in the cells that carry these claims, by the name of the witness."""
    cells = (cell for claim in chosen(ids, registry) for cell in carrying(claim, matrix, registry))
    described = (account(cell, matrix, registry) for cell in cells)
    return {one.slug: one for one in described if one is not None}


def status(cell: Cell) -> Status:
    """Return the status that a cell's evidence gives to its claim."""
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


def _of_checks(claim: str, done: Mapping[str, Sequence[Result]]) -> Iterator[Piece]:
    checks = [check for check in CHECKS if check.claim == claim]
    every = tuple(sorted({check.reading for check in checks if check.reading}))
    statuses: dict[str, Status] = {"fails": "false", "instance": "shown", "open": "open", "cites": "cites"}
    for check in checks:
        for result in done[check.key] if check.key in done else check.results():
            status = statuses.get(result.finding, "checked" if result.reach else "proved")
            of = every if check.reading else ()
            piece = Piece("check", check.doc, status, result.sentence, result.reach, readings=of, reading=check.reading)
            yield replace(piece, data=result.data, settles=result.settles)


def _corrections(entry: Entry, matrix: Matrix, done: Mapping[str, Sequence[Result]]) -> tuple[str, ...]:
    if entry.verdict not in CORRECTED:
        return ()
    results: list[Result] = []
    for correction in CORRECTIONS:
        if correction.claim == entry.id:
            of = [matrix] if correction.of_matrix else []
            results += done[correction.key] if correction.key in done else correction.results(*of)
    return tuple(result.sentence for result in results)
