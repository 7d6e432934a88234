"""The laws of methods: each finds a planted bug, refutes nothing that brute force keeps, and states its reach.

A law takes a method by name. The planted metric is judged here a second time, by loops over tuples and fractions that
share nothing with any method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any
from unittest.mock import patch

from axiomatrix import REGISTRY, Cell, Registry, check, metric, spaces
from axiomatrix.methods.profile import PROFILES

from .suite import Suite

EQUALITIES, INEQUALITIES = ("symmetry", "reversal-invariance"), ("non-negativity",)
STATEMENTS = {
    "enumeration": (*EQUALITIES, *INEQUALITIES),
    "hypothesis": (*EQUALITIES, *INEQUALITIES),
    "linear": INEQUALITIES,
    "symbolic": EQUALITIES,
}
"""The statements that each searching method decides."""
SIZES = (2, 3)
GRID = (Fraction(1), Fraction(2))


def weighted_footrule(a: Any, b: Any, w: Any) -> Any:
    """sum of w(x) |a(x) - b(x)|"""
    return sum(w[x] * abs(a[x] - b[x]) for x in a.items)


def lopsided_footrule(a: Any, b: Any, w: Any) -> Any:
    """The weighted footrule, and three times the weight of item 1 less where it leads a alone"""
    return weighted_footrule(a, b, w) - (3 * w[1] if a[1] == 1 != b[1] else 0)


@cache
def decided_alone(method: str, definition: Callable[..., Any], axiom: str) -> Cell:
    """The cell of a definition where no other method runs."""
    registry = Registry(REGISTRY)
    mine = metric("mine", kind="distance", parameters={"w": spaces.element_weights()}, registry=registry)(definition)
    with patch.dict(PROFILES, {"alone": PROFILES["default"].only([method])}):
        cells = check(mine, axioms=[axiom], profile="alone", use_pins=False, registry=registry)
    (cell,) = [cell for cell in cells if cell.space == "open"]
    return cell


# --- brute force -----------------------------------------------------------------------------------------------

Order = tuple[int, ...]


def value(definition: Callable[..., Any], a: Order, b: Order, w: tuple[Fraction, ...]) -> Fraction:
    """The value on rankings that list the items best first, by the formulas above."""
    items = range(1, len(a) + 1)
    total = sum((w[x - 1] * abs(a.index(x) - b.index(x)) for x in items), Fraction(0))
    return total - (3 * w[0] if definition is lopsided_footrule and a[0] == 1 != b[0] else 0)


def holds(definition: Callable[..., Any], axiom: str, a: Order, b: Order, w: tuple[Fraction, ...]) -> bool:
    if axiom == "non-negativity":
        return value(definition, a, b, w) >= 0
    other = (b, a) if axiom == "symmetry" else (a[::-1], b[::-1])
    return value(definition, a, b, w) == value(definition, *other, w)


def keeps(definition: Callable[..., Any], axiom: str) -> bool:
    """Return whether the axiom holds on all rankings of two and three items and all weights of the grid."""
    return all(
        holds(definition, axiom, a, b, w)
        for n in SIZES
        for a, b in product(permutations(range(1, n + 1)), repeat=2)
        for w in product(GRID, repeat=n)
    )


# --- laws ------------------------------------------------------------------------------------------------------


def discovery(method: str) -> Iterator[object]:
    """A planted bug is refuted by the method, with an instance on which brute force breaks it too."""
    for axiom in STATEMENTS[method]:
        if keeps(lopsided_footrule, axiom):
            yield "nothing is planted", axiom
        evidence = decided_alone(method, lopsided_footrule, axiom).evidence
        if (evidence.verdict, evidence.method) != ("refuted", method):
            yield axiom, evidence.verdict, evidence.method
            continue
        witness = evidence.witness
        assert witness is not None
        weights = tuple(Fraction(entry) for _, entry in witness.parameters["w"])
        instance = tuple(witness.instance["a"]), tuple(witness.instance["b"])
        if holds(lopsided_footrule, axiom, *instance, weights):
            yield "not a counterexample", axiom, instance, weights


def soundness(method: str) -> Iterator[object]:
    """A statement that holds by brute force is not refuted, and has no counterexample."""
    for axiom in STATEMENTS[method]:
        if not keeps(weighted_footrule, axiom):
            yield "brute force breaks it", axiom
        evidence = decided_alone(method, weighted_footrule, axiom).evidence
        if evidence.verdict in ("refuted", "error", "flaky") or evidence.witness is not None:
            yield axiom, evidence.verdict, evidence.witness


def reach(method: str) -> Iterator[object]:
    """Evidence without a counterexample says how far this method went, names no other, and claims no more than that."""
    for axiom in STATEMENTS[method]:
        evidence = decided_alone(method, weighted_footrule, axiom).evidence
        if [part.method for part in evidence.reach] != [method]:
            yield axiom, evidence.reach
        for part in evidence.reach:
            if part.cases <= 0 or not 1 <= part.smallest <= part.largest:
                yield axiom, part
            if not part.supports(evidence.verdict):
                yield axiom, evidence.verdict, part


SEARCHING = Suite((discovery, soundness, reach), lambda method: method not in ("replay", "given", "proof"))
"""Replay and given instances search nothing; a proof refutes nothing by itself."""
