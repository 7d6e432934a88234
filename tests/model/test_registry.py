"""The registry: what comes again, and spaces that have the name of ours."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import axiomatrix
from axiomatrix import REGISTRY, Claim, Registry, Source, SourceClaim, Statement, axioms, conjecture, metric, spaces
from axiomatrix.spaces import JudgedLists

CELL = """
@metric("mine", registry=registry)
def mine(a, b):
    "FORMULA"
    return a.n
"""


def run(text: str, registry: Registry, known: dict[str, Any]) -> None:
    exec(compile(text, "<cell>", "exec"), known | {"metric": metric, "registry": registry})


def test_a_cell_of_a_notebook_may_be_run_again() -> None:
    registry = Registry(REGISTRY)
    known: dict[str, Any] = {"__name__": "__main__"}
    for formula in ("n", "n, corrected"):
        run(CELL.replace("FORMULA", formula), registry, known)
    assert registry.metric("mine").formula == "n, corrected"


def test_one_file_does_not_give_a_name_twice() -> None:
    with pytest.raises(ValueError, match="'mine' is registered already; give yours another name"):
        run(CELL + CELL, Registry(REGISTRY), {"__name__": "__main__"})


def test_another_module_does_not_take_a_name() -> None:
    registry = Registry(REGISTRY)
    run(CELL, registry, {"__name__": "one"})
    with pytest.raises(ValueError, match="registered already"):
        run(CELL, registry, {"__name__": "other"})
    with pytest.raises(ValueError, match="registered already"):
        run(CELL.replace('"mine"', '"kendall"'), registry, {"__name__": "axiomatrix.catalogue.metrics.plain"})


def test_a_space_that_has_the_name_of_ours_is_marked_where_it_is_another() -> None:
    registry = Registry(REGISTRY)

    class Graded(JudgedLists):
        """Lists that are called binary."""

    graded = Graded("binary lists", (0, 1, 2))
    assert graded.name == spaces.binary_list.name

    @metric("mine", kind="score", arguments={"x": graded}, registry=registry)
    def mine(x: Any) -> Any:
        """The sum of the grades"""
        return sum(x)

    @metric("binary", kind="score", arguments={"x": spaces.binary_list}, registry=registry)
    def binary(x: Any) -> Any:
        """The sum of the grades"""
        return sum(x)

    assert registry.name_of_space(mine, graded) == f"{spaces.binary_list.name} (of its own)"
    assert registry.name_of_space(binary, spaces.binary_list) == spaces.binary_list.name
    matrix = axiomatrix.check(mine, registry=registry, axioms=["range-zero-one"], profile="quick")
    assert matrix.rows[0].arguments == {"x": f"{spaces.binary_list.name} (of its own)"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": -1}, "the seed is -1; it must be a whole number, 0 or more"),
        ({"seed": "3"}, "the seed is '3'; it must be a whole number"),
        ({"axioms": "symmetry"}, "axioms must be a list of axioms or their names"),
    ],
)
def test_what_a_check_cannot_take_is_said_before_it_begins(options: dict[str, Any], message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        axiomatrix.check("kendall", **options)


def test_metrics_are_named_one_by_one() -> None:
    metrics: Any = ["kendall"]
    with pytest.raises(TypeError, match=r"\['kendall'\] is not a metric; name metrics one by one"):
        axiomatrix.check(metrics)


def test_a_metric_under_the_name_of_another_is_not_taken_for_that_one() -> None:
    registry = Registry()

    @metric("mine", registry=registry)
    def mine(a: Any, b: Any) -> int:
        """0 for one ranking, else 1"""
        return int(a != b)

    other = replace(mine, definition=lambda a, b: 1)
    with pytest.raises(ValueError, match="'mine' is registered already"):
        axiomatrix.check(other, registry=registry, profile="quick")
    declared = replace(mine, claims=(Claim(Statement(axioms.symmetry), "holds", SourceClaim("mine", "")),))
    with pytest.raises(ValueError, match="'mine' is registered already"):
        axiomatrix.check(declared, registry=registry, profile="quick")
    with pytest.raises(ValueError, match="'mine' is not in this registry; pass its own"):
        conjecture(other, axioms.symmetry, registry=registry)
    conjecture(mine, axioms.symmetry, registry=registry)
    (cell,) = axiomatrix.check(mine, registry=registry, axioms=["symmetry"], profile="quick").cells
    assert cell.claims


def test_the_claims_of_a_source_are_read_from_its_text() -> None:
    first, second = Source("ZZ", "A small source").stated(r"""
ZZ1: It is
symmetric: always.
    symmetry, for
    all rankings
    $ d(a,b)
      =d(b,a)
    $ a\neq b
ZZ2 (supplied): It is left-invariant.
    left-invariance
    only: asked of two items
""")
    assert (first.id, first.wording, first.supplied) == ("ZZ1", "It is symmetric: always.", False)
    assert (first.formalised, first.latex) == ("symmetry, for all rankings", "d(a,b) =d(b,a)\na\\neq b")
    assert (second.id, second.supplied, second.only) == ("ZZ2", True, "asked of two items")
    assert (second.formalised, second.latex) == ("left-invariance", "")
