"""*Smallest* is said of an instance wherever all smaller sizes were exhausted or certified, whoever found it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from axiomatrix import Cell, Registry, axioms, check, inverted_pairs, metric, spaces
from axiomatrix.catalogue import load_catalogue
from axiomatrix.engine.ladder import decide_cells
from axiomatrix.engine.row import row_search
from axiomatrix.evidence.rules import first_problem
from axiomatrix.methods.symbolic import Symbolic
from axiomatrix.model.axiom import Statement

WEIGHTS = {"w": spaces.element_weights()}


def only_cells(
    definition: Callable[..., Any], statement: Statement | Any, profile: str = "quick", **options: Any
) -> list[Cell]:
    """The cells of one claim about a planted metric."""
    registry = Registry(load_catalogue())
    definition.__doc__ = "planted"
    metric("mine", registry=registry, holds=[statement], **options)(definition)
    asked = statement.axiom.id if isinstance(statement, Statement) else statement.id
    return list(check("mine", axioms=[asked], profile=profile, use_pins=False, registry=registry).cells)


def breaks_range_from(n: int) -> Callable[[Any], Any]:
    def share(x: Any) -> Any:
        return x.relevant() / x.n + 2 * (x.n >= n)

    return share


def reach_of(cell: Cell, method: str) -> int:
    return max((r.largest for r in cell.evidence.reach if r.method == method), default=0)


def enumerated(space: spaces.Space) -> int:
    (cell,) = only_cells(breaks_range_from(1_000), axioms.range_zero_one, kind="score", arguments={"x": space})
    return reach_of(cell, "enumeration")


@pytest.mark.parametrize(("space", "beyond", "is_smallest"), [
    (spaces.whole_lists(), 1, True),
    (spaces.whole_lists(), 2, False),
    (spaces.gain_lists(), 1, False),  # a grid exhausts nothing
])  # fmt: skip
def test_what_hypothesis_finds_is_smallest_just_beyond_what_was_exhausted(
    space: spaces.Space, beyond: int, is_smallest: bool
) -> None:
    n = enumerated(space) + beyond
    (cell,) = only_cells(breaks_range_from(n), axioms.range_zero_one, kind="score", arguments={"x": space})
    witness = cell.evidence.witness
    assert witness is not None
    assert (cell.evidence.method, witness.n, witness.smallest) == ("hypothesis", n, is_smallest)
    assert not first_problem(cell)


@pytest.mark.parametrize(("beyond", "is_smallest"), [(1, True), (2, False)])
def test_the_same_of_rankings(beyond: int, is_smallest: bool) -> None:
    def negative_from(n: int) -> Callable[[Any, Any], Any]:
        return lambda a, b: len(inverted_pairs(a, b)) - (1_000 if a.n >= n else 0)

    (cell,) = only_cells(negative_from(1_000), axioms.non_negativity, "default")
    n = reach_of(cell, "enumeration") + beyond
    (cell,) = only_cells(negative_from(n), axioms.non_negativity, "default")
    witness = cell.evidence.witness
    assert witness is not None
    assert (cell.evidence.method, witness.n, witness.smallest) == ("hypothesis", n, is_smallest)


@pytest.mark.parametrize("beyond", [1, 2])
def test_what_hypothesis_finds_is_smallest_just_beyond_what_was_certified(beyond: int) -> None:
    def negative_from(n: int) -> Callable[[Any, Any, Any], Any]:
        def weighted(a: Any, b: Any, w: Any) -> Any:
            return sum(w[x] for pair in inverted_pairs(a, b) for x in pair) * (-1 if a.n >= n else 1)

        return weighted

    cells = only_cells(negative_from(1_000), axioms.non_negativity, parameters=WEIGHTS)
    certified = min(reach_of(cell, "linear") for cell in cells)
    assert certified > 1
    for cell in only_cells(negative_from(certified + beyond), axioms.non_negativity, parameters=WEIGHTS):
        witness = cell.evidence.witness
        assert witness is not None
        assert witness.smallest is (witness.n - 1 <= certified)
        assert not first_problem(cell)


@pytest.mark.parametrize("n", [2, 3])
def test_an_identity_is_broken_by_a_smallest_instance_where_polynomials_certify_all_smaller_sizes(n: int) -> None:
    registry = Registry(load_catalogue())

    @metric("mine", registry=registry, holds=[axioms.equals("kendall-element")], parameters=WEIGHTS)
    def nearly(a: Any, b: Any, w: Any) -> Any:
        """K_w, and more of n items"""
        return sum(w[x] * w[y] for x, y in inverted_pairs(a, b)) + (w[1] if a.n == n and a != b else 0)

    row = row_search(nearly, registry, 0, only=lambda statement, _: statement.axiom.id == "equals")
    cells = list(decide_cells(row, [Symbolic(3)]))
    found = {cell.space: cell.evidence.witness for cell in cells if cell.evidence.witness}
    assert {(witness.n, witness.smallest) for witness in found.values()} == {(n, True)}
    assert not any(map(first_problem, cells))


def test_a_file_that_says_smallest_of_what_was_not_exhausted_is_refused() -> None:
    n = enumerated(spaces.whole_lists()) + 2
    (cell,) = only_cells(
        breaks_range_from(n), axioms.range_zero_one, kind="score", arguments={"x": spaces.whole_lists()}
    )
    assert not first_problem(cell)
    witness = cell.evidence.witness
    assert witness is not None
    witness = replace(witness, smallest=True)
    assert first_problem(replace(cell, evidence=replace(cell.evidence, witness=witness)))
