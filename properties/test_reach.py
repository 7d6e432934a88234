"""How far each claim was checked: a claim of the catalogue that is not refuted reaches at least this far."""

from __future__ import annotations

import math

import pytest

from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.axioms.ranked_prefix import MEAN_UP_TO
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.reach import Reach, Stop
from axiomatrix.evidence.witness import statement_named
from axiomatrix.methods.cases import MAX_LARGE_IRRATIONAL_CASES
from axiomatrix.methods.instances import Combinations
from axiomatrix.methods.profile import PROFILES
from axiomatrix.spaces.votes import MAX_ITEMS_DRAWN

REGISTRY = load_catalogue()
PROFILE = PROFILES["default"]
TABULATED = {0: 6, 1: 4, 3: 3}
"""Of metrics of two rankings: number of parameters to the size that is enumerated."""
WHOLE = {"plain", "element", "position", "similarity", "general"}
"""Families whose rows are all enumerated that far."""
FRACTIONAL, IRRATIONAL = 5, 3
"""The sizes that are enumerated where values are fractions, or formal constants under a parameter."""
ENDS_ITSELF = {"mean-over-rankings"}
"""Axioms that ask nothing beyond a size of their own, which they name."""
SELDOM_ASKED = {("kendall-tau-x", "agrees-on-rankings"), ("graded-average-precision", "binary-special-case")}
"""Asked of the few drawn orders without ties, or lists of one level of relevance; most draws are discarded."""
LISTS = 4
"""The size to which statements about lists are enumerated at least, if cases are not too many and values rational."""


def unrefuted(matrix: Matrix, *, of_rankings: bool) -> list[Cell]:
    cells = [cell for cell in matrix if cell.claims and cell.evidence.verdict not in ("refuted", "proved")]
    return [cell for cell in cells if REGISTRY.metric(cell.metric).takes_rankings is of_rankings]


def argued(matrix: Matrix, *, of_rankings: bool) -> list[Cell]:
    """Those, and the ones that an argument proves where a best constant is asked for, which are enumerated as far."""
    cells = [cell for cell in matrix if cell.claims and cell.evidence.proof is not None and cell.evidence.extreme]
    proved = [cell for cell in cells if REGISTRY.metric(cell.metric).takes_rankings is of_rankings]
    return unrefuted(matrix, of_rankings=of_rankings) + proved


def guarded(cell: Cell) -> int:
    """The size to which a statement that an argument proves is enumerated, or less where larger ones are dear."""
    metric = REGISTRY.metric(cell.metric)
    place = min(len(metric.parameters), 2) if metric.takes_rankings else 3
    return min(PROFILE.max_n_proved[place], TABULATED.get(len(metric.parameters), PROFILE.max_n_proved[place]))


def enumerated(cell: Cell) -> Reach:
    (reach,) = [reach for reach in cell.evidence.reach if reach.method == "enumeration"]
    assert reach.cases > 0
    assert reach.undecided == 0
    return reach


def test_claims_about_rankings_are_enumerated(reported: Matrix) -> None:
    cells = argued(reported, of_rankings=True)
    assert len(cells) > 30
    for cell in cells:
        metric = REGISTRY.metric(cell.metric)
        least = TABULATED[len(metric.parameters)]
        allowed = {least}
        if metric.family not in WHOLE:
            allowed |= {IRRATIONAL} if metric.parameters else {FRACTIONAL}
        assert enumerated(cell).largest in allowed, cell.key
    full = [cell for cell in cells if cell.metric in ("kendall", "footrule", "hamming", "kendall-similarity")]
    assert full
    assert all(enumerated(c).largest == TABULATED[len(REGISTRY.metric(c.metric).parameters)] for c in full)


def test_what_an_argument_proves_is_enumerated_at_small_sizes(reported: Matrix) -> None:
    """A false theorem would be met there; where a best constant is asked for, the enumeration goes on."""
    proved = [cell for cell in reported if cell.evidence.proof is not None and cell.evidence.verdict == "proved"]
    cells = [cell for cell in proved if not cell.evidence.extreme]
    assert len(cells) > 500
    assert all(enumerated(cell).largest <= guarded(cell) for cell in cells)
    as_far = [cell for cell in cells if enumerated(cell).largest == guarded(cell)]
    assert len(as_far) > 0.9 * len(cells), {cell.key for cell in cells} - {cell.key for cell in as_far}


@pytest.mark.slow
def test_statements_about_lists_are_enumerated_as_far_as_there_are_not_too_many(reported: Matrix) -> None:
    """What is not proved of them, all of it observed: one size more would be too many cases, or irrational beyond 4."""
    held = [cell for cell in reported if cell.evidence.verdict in ("searched", "exhausted")]
    cells = [cell for cell in held if not REGISTRY.metric(cell.metric).takes_rankings]
    assert len(cells) > 300
    whole = 0
    for cell in cells:
        metric, largest = REGISTRY.metric(cell.metric), enumerated(cell).largest
        statement = statement_named(metric, REGISTRY.axiom(cell.axiom), cell.arguments)
        if cell.axiom == "mean-over-rankings":
            assert largest == MEAN_UP_TO, cell.key  # asked of no larger n
            continue
        spaces = statement.over(metric), statement.parameters(metric.parameters)
        more = math.prod(Combinations.of(of, largest + 1).count for of in spaces)
        dear = largest == PROFILE.max_n_irrational + 1 or (
            largest > PROFILE.max_n_irrational and more > MAX_LARGE_IRRATIONAL_CASES
        )
        ends = more > PROFILE.cases[not cell.claims] or dear or cell.axiom in ENDS_ITSELF
        assert largest >= LISTS or ends, cell.key
        whole += largest >= LISTS
    assert whole > 15


def test_claims_are_drawn_up_to_the_largest_size(reported: Matrix) -> None:
    """Most draws of few items repeat others, and what repeats is not counted."""
    for of_rankings, largest in ((True, PROFILE.max_n), (False, PROFILE.max_n_of_lists)):
        for cell in unrefuted(reported, of_rankings=of_rankings):
            if enumerated(cell).largest > largest:
                continue
            (drawn,) = [reach for reach in cell.evidence.reach if reach.method == "hypothesis"]
            if (cell.metric, cell.axiom) in SELDOM_ASKED:
                assert drawn.stop is Stop.DISCARDED and drawn.largest > enumerated(cell).largest, cell.key
                continue
            if REGISTRY.metric(cell.metric).about == "proposed rankings":
                assert drawn.largest == MAX_ITEMS_DRAWN and drawn.stop is Stop.REPEATED, cell.key
                continue
            assert drawn.largest == (MEAN_UP_TO if cell.axiom in ENDS_ITSELF else largest), cell.key
            assert drawn.cases >= PROFILE.drawn_cases[0] // 4, cell.key


def test_refuted_claims_are_refuted_at_their_smallest_size(reported: Matrix) -> None:
    """Enumeration goes upward, so a hit of its own has every smaller size of its grid behind it."""
    derived = [cell for cell in reported.broken if cell.evidence.derivation is not None]
    assert [(cell.axiom, cell.evidence.settled_at) for cell in derived] == [("bound-attained", 0)]  # for every n
    for cell in reported.broken:
        if cell in derived:
            continue
        assert cell.evidence.witness is not None
        assert cell.evidence.method == "enumeration"
        assert cell.evidence.witness.n <= 4
