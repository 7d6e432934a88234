"""Cells, rows and matrices before and after a change, and the rows of the document about it."""

from __future__ import annotations

from typing import Any

from axiomatrix import Matrix
from axiomatrix.evidence.cell import Cell, ClaimNote
from axiomatrix.evidence.evidence import Evidence, Witness
from axiomatrix.evidence.matrix import Row
from axiomatrix.evidence.reach import Reach
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.model.claim import ProofNote
from axiomatrix.report.document import Details, Document, Heading, Table, plain_text
from axiomatrix.spaces.parameters import ParameterDomain

HOSTILE = "<script>alert(1)</script>]]>|`x` \x00\x1b[31m\u202e\udc80 @everyone\n" + "y" * 400


def witness(n: int = 3, **more: Any) -> Witness:
    stored: dict[str, Any] = {"instance": {"a": list(range(1, n + 1))}, "parameters": {}, "smallest": True}
    stored |= {"shows": "refutes", "channel": "exact", **more}
    return Witness("m", "symmetry", n=n, lhs="1", op="==", rhs="2", **stored)


def enumerated(n: int, *, grid: bool = False, cases: int = 100) -> Reach:
    return Reach("enumeration", 1, n, cases, grid=grid)


def drawn(cases: int, n: int = 8, undecided: int = 0) -> Reach:
    return Reach("hypothesis", 2, n, cases, undecided=undecided)


def certified_to(n: int) -> Reach:
    return Reach("linear", 1, n, 10)


PROOF = ProofNote("p", "it holds", (), ())
SEARCHED = Evidence(Verdict.SEARCHED, reach=(enumerated(3, grid=True), drawn(100)))
EXHAUSTED = Evidence(Verdict.EXHAUSTED, reach=(enumerated(5), drawn(100)))
CERTIFIED = Evidence(Verdict.CERTIFIED, reach=(enumerated(3, grid=True), certified_to(3)))
PROVED = Evidence(Verdict.PROVED, proof=PROOF, reach=(enumerated(5), Reach("proof", 1, 4, 3)))
REFUTED = Evidence(Verdict.REFUTED, witness=witness())
SHOWN = Evidence(Verdict.PROVED, witness=witness(2, shows="shows"), reach=(enumerated(2),))
IN_VAIN = Evidence(Verdict.SEARCHED, reach=(enumerated(3, grid=True),), sought="an instance")
UNDECIDED = Evidence(Verdict.UNDECIDED, reason="cases")
VACUOUS = Evidence(Verdict.VACUOUS, reason="no case")
ROUNDING = Evidence(Verdict.ROUNDING, witness=witness(shows="rounds", channel="float"))
NOT_APPLICABLE = Evidence(Verdict.NOT_APPLICABLE, reason="it is a score")
ERROR = Evidence(Verdict.ERROR, reason="mine raised")
TIMEOUT = Evidence(Verdict.TIMEOUT, reason="too long")


def cell(evidence: Evidence, *statuses: str, metric: str = "m", axiom: str = "symmetry", **arguments: Any) -> Cell:
    return Cell(
        metric,
        axiom,
        arguments,
        ParameterDomain.OPEN,
        claims=tuple(ClaimNote(s, "A1", "it is so") for s in statuses),
        evidence=evidence,
    )


def row(name: str = "m", digest: str = "1") -> Row:
    return Row(name, "distance", "user", "", {}, True, digest, "rankings")


def matrix(*cells: Cell, digest: str = "1", seed: int = 0, profile: str = "quick", missing: int = 0) -> Matrix:
    rows = [row(name, digest) for name in dict.fromkeys(cell.metric for cell in cells)]
    return Matrix(rows, [], list(cells), profile, seed, missing=missing)


def rows_of(document: Document) -> dict[str, list[tuple[str, ...]]]:
    """The rows under each heading, whether it is open or has to be asked for."""
    found, heading = {}, ""
    for block in document.blocks:
        if isinstance(block, Heading):
            heading = plain_text(block.text)
        heading, table = (
            (plain_text(block.summary), block.blocks[0]) if isinstance(block, Details) else (heading, block)
        )
        if isinstance(table, Table):
            found[heading] = [tuple(map(plain_text, row)) for row in table.rows]
    return found
