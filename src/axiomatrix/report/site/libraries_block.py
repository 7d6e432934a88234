"""The block ``libraries``: the findings about other libraries' metrics, and where libraries agree.

``{"title", "profile", "seed", "interrupted", "is", "is_not", "legend", "kinds", "others", "libraries", "findings",
"standings", "agreement"}``.

* ``kinds`` are ``[name, sign, style, means, question]`` for each wording of a finding.
* a library is ``{"id", "name", "version", "docs", "rows": [...], "counts": [...], "documented": [...], "definitions":
  [...], "near": [...], "undecided": [...]}``; ``counts`` has the cells of each kind and then of each of ``others``.
* a finding is ``[library, kind, title, rows, statements, definition, anchor]`` with places for library and
  kind; a statement is ``[title, expected, came, [[wording, page, id] ...], witness]``, with the claims of the
  documentation, and the name of the witness.
* ``agreement`` is a list of metrics: ``{"name", "rows", "pairs": [[a, b, standing, reach] ...], "partings": [...]}``
  with places for a and b; ``standings`` says what the words mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...evidence.words import verdict_text
from ..libraries.agreement import Concept, Disagreement
from ..libraries.findings import Finding, came
from ..libraries.sheet import OTHERS, LibrariesSheet, LibrarySheet, sign
from ..libraries.snippets import scripts, with_decimal
from ..libraries.words import AGREEMENT, IS, IS_NOT, WORDINGS
from .seen import seen

if TYPE_CHECKING:
    from .inputs import Inputs

KINDS = list(WORDINGS)


def block(inputs: Inputs) -> dict[str, Any] | None:
    """The data of the block; None where the reports have no libraries."""
    if inputs.libraries is None:
        return None
    sheet = LibrariesSheet(inputs.libraries)
    made: dict[str, Any] = seen(
        {
            "title": sheet.title,
            "profile": sheet.matrix.profile,
            "seed": sheet.matrix.seed,
            "interrupted": sheet.matrix.interrupted,
            "is": IS,
            "is_not": IS_NOT,
            "legend": sheet.legend,
            "kinds": [[name, w.sign, w.style, w.means, w.asks] for name, w in WORDINGS.items()],
            "others": list(OTHERS.values()),
            "libraries": [_library(library) for library in sheet.libraries],
            "findings": [
                _finding(place, finding, library, sheet)
                for place, library in enumerate(sheet.libraries)
                for finding in library.findings
            ],
            "standings": [[word, sign_, means] for word, (sign_, means) in AGREEMENT.items()],
            "agreement": [_concept(concept) for concept in sheet.concepts],
        }
    )
    return made


def _library(library: LibrarySheet) -> dict[str, Any]:
    note, counts = library.note, library.counts
    return {
        "id": note.id,
        "name": note.distribution,
        "version": note.version,
        "docs": note.docs,
        "rows": [[row.name, library.notes[row.name].page] for row in library.rows],
        "counts": [counts[name] for name in (*KINDS, *OTHERS)],
        "documented": [
            [one.note.wording, one.note.page, one.note.formalised, one.contradicted, one.results]
            for one in library.documented
        ],
        "definitions": [[name, of.definition, library.ties_of(name)] for name, of in library.definitions],
        "near": [[cell.metric, cell.title, came(cell)] for cell in library.rounding],
        "undecided": [
            [sign(cell), cell.metric, cell.title, verdict_text(cell.evidence)] for cell in library.not_decided
        ],
    }


def _finding(place: int, finding: Finding, library: LibrarySheet, sheet: LibrariesSheet) -> list[Any]:
    statements = []
    for cell in finding.statements:
        head = library.heads.get(cell.axiom)
        claims = []
        for claim in cell.claims:
            note = sheet.source(claim.source)
            claims.append([claim.wording, note.page if note else "", claim.source])
        witness = cell.evidence.witness.slug if cell.evidence.witness else ""
        statements.append([cell.title, head.formula if head else "", came(cell), claims, witness])
    return [
        place,
        KINDS.index(finding.wording),
        finding.title,
        finding.rows,
        statements,
        finding.definition,
        finding.anchor,
    ]


def _concept(concept: Concept) -> dict[str, Any]:
    return {
        "name": concept.name,
        "rows": concept.rows,
        "pairs": [[concept.rows.index(p.a), concept.rows.index(p.b), p.standing, p.reach] for p in concept.pairs],
        "partings": [_parting(parting) for parting in concept.partings],
    }


def _parting(parting: Disagreement) -> dict[str, Any]:
    return {
        "n": parting.n,
        "smallest": parting.smallest,
        "definition": with_decimal(parting.definition) if parting.definition else "",
        "answers": [[one.row, one.answer, scripts(one.calls)] for one in parting.answers],
    }
