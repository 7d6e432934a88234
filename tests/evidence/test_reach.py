"""How far a verdict reaches, said in one place for all that ask it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from verdict_words import in_words

from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.evidence.reach import Reach, Stop
from axiomatrix.evidence.status import status_of, strength_of
from axiomatrix.evidence.verdict import Verdict
from axiomatrix.spaces.parameters import ParameterDomain
from axiomatrix.studies.explore.beside import _verdict

EXHAUSTIVE, GRID = Reach("enumeration", 1, 4, 90), Reach("enumeration", 1, 5, 90, grid=True)
LINEAR, NONE = Reach("linear", 1, 3, 20), Reach("linear", 1, 6, 20, stop=Stop.NONE)
DRAWN, PROOF, NOTHING = Reach("hypothesis", 2, 9, 500), Reach("proof", 1, 7, 3), Reach("hypothesis", 1, 0, 0, 50)
UNDECIDED = Reach("linear", 1, 8, 20, undecided=1)

CASES = [
    (Verdict.PROVED, (EXHAUSTIVE, PROOF), 7),
    (Verdict.CERTIFIED, (GRID, LINEAR, DRAWN), 3),
    (Verdict.CERTIFIED, (LINEAR, UNDECIDED), 3),
    (Verdict.EXHAUSTED, (EXHAUSTIVE, NONE, DRAWN), 4),
    (Verdict.SEARCHED, (GRID, DRAWN, NOTHING), 9),
    (Verdict.UNDECIDED, (GRID, UNDECIDED), 8),
    (Verdict.REFUTED, (GRID, PROOF), 7),
    (Verdict.VACUOUS, (NOTHING,), 0),
]


@pytest.mark.parametrize(("verdict", "reach", "n"), CASES)
def test_a_verdict_reaches_as_far_as_the_methods_that_have_it(verdict: Verdict, reach: tuple[Reach, ...], n: int):
    evidence = Evidence(verdict, reach=reach)
    assert evidence.up_to() == n
    settled = verdict in (Verdict.PROVED, Verdict.CERTIFIED, Verdict.EXHAUSTED)
    assert evidence.settled_up_to == (n if settled else 0)
    assert strength_of(evidence)[1:2] == ((evidence.settled_up_to,) if settled or verdict is Verdict.SEARCHED else ())
    shown = _verdict(Cell("m", "a", {}, ParameterDomain.OPEN, claims=(), evidence=evidence))
    assert shown == (f"{verdict.written} n<={n}" if n and verdict is not Verdict.PROVED else verdict.written)


def test_it_is_asked_of_each_verdict_that_the_evidence_bears_out():
    evidence = Evidence(Verdict.PROVED, reach=(Reach("enumeration", 1, 5, 9), LINEAR, replace(PROOF, largest=8)))
    asked = (Verdict.SEARCHED, Verdict.EXHAUSTED, Verdict.CERTIFIED, Verdict.PROVED)
    assert [evidence.up_to(verdict) for verdict in asked] == [5, 5, 3, 8]


def test_what_bears_the_verdict_is_named_first():
    def reach(verdict: Verdict, *reaches: Reach) -> str:
        return status_of(Evidence(verdict, reach=reaches)).reach

    assert reach(Verdict.CERTIFIED, GRID, LINEAR, DRAWN).startswith(in_words("certified n<=3; grid n<=5; "))
    assert reach(Verdict.EXHAUSTED, DRAWN, EXHAUSTIVE).startswith(in_words("exhausted n<=4; searched "))
    assert reach(Verdict.SEARCHED, GRID, DRAWN).startswith(in_words("grid n<=5; searched "))
