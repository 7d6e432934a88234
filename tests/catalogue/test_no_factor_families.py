"""Families on which a ratio grows beyond every constant: true ones stand, planted ones are refused, cells say it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from explaining import explained
from flint import fmpq
from msgspec import to_builtins
from whole import BadCell, cell_from

import axiomatrix
from axiomatrix import axioms
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.proofs import Proof, no_factor, proof_of
from axiomatrix.catalogue.proofs.family import FamilyCase, GrowingFamily, Quotient
from axiomatrix.evidence.cell import Cell
from axiomatrix.evidence.evidence import INFINITE
from axiomatrix.evidence.witness import replay
from axiomatrix.evidence.words import Line
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.polynomials import Polynomial
from axiomatrix.numbers.ring import Ring
from axiomatrix.report.saving import compliance_pages
from axiomatrix.values.parameters import PositionWeights
from axiomatrix.values.rankings import Ranking

REGISTRY = load_catalogue()
CHECKED = 4
ONE = "kendall-position[one]"


def family_of(row: str) -> GrowingFamily:
    proof = proof_of(row, axioms.near_metric())
    assert proof is not None and proof.family is not None
    return proof.family


def failure(family: GrowingFamily) -> str | None:
    return no_factor.proof_of(family).failure(REGISTRY, CHECKED)


@pytest.mark.parametrize("proof", no_factor.PROOFS, ids=lambda proof: proof.id)
def test_every_family_of_the_catalogue_stands_and_fails_for_another_definition(proof: Proof) -> None:
    assert proof.is_about(REGISTRY)
    assert proof.failure(REGISTRY, CHECKED) is None
    metric = REGISTRY.metric(proof.metric)
    others = [lambda value: value * value + value, lambda value: value + 1]
    for change in [lambda value: value * 0, *([] if proof.family and proof.family.at_least else others)]:
        made = Registry(REGISTRY)
        made.metrics[proof.metric] = replace(metric, definition=changed(metric.definition, change))
        assert not proof.is_about(made)
        assert proof.failure(made, CHECKED) is not None


@pytest.mark.parametrize("proof", no_factor.PROOFS, ids=lambda proof: proof.id)
def test_the_instance_that_is_shown_can_be_written_and_read_again(proof: Proof) -> None:
    assert proof.family is not None
    metric, shown = REGISTRY.metric(proof.metric), proof.family.shown
    given = {**shown.values, **shown.parameters}
    for name, space in {**proof.statement.over(metric), **metric.parameters}.items():
        assert space.decode(msgspec.json.decode(msgspec.json.encode(space.encode(given[name])))) == given[name], name


def changed(definition: Callable[..., Any], change: Callable[[Any], Any]) -> Callable[..., Any]:
    def other(*given: Any, **named: Any) -> Any:
        return change(definition(*given, **named))

    return other


def test_the_ratio_of_the_example_is_that_of_the_definition() -> None:
    """By hand: (c^2 + 2 c) / (3 c^2), a fixed point costing 1."""
    family = family_of(ONE)
    assert "the ratio is (2 + c)/(3 c), which grows beyond every number as c tends to 0" in family.theorem
    a, b, c = (Ranking.from_order(order) for order in ((1, 2, 3), (1, 3, 2), (3, 2, 1)))
    K = REGISTRY.metric(ONE)
    for k in (1, 2, 7, 1000):
        delta = PositionWeights.of([fmpq(1, k)] * 2)
        assert K(a, c, delta=delta) / (K(a, b, delta=delta) + K(b, c, delta=delta)) == (2 + fmpq(1, k)) / (
            3 * fmpq(1, k)
        )


# --- planted families -----------------------------------------------------------------------------------------


def times(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    total = [0] * (len(one) + len(other) - 1)
    for j, x in enumerate(one):
        for k, y in enumerate(other):
            total[j + k] += x * y
    return tuple(total)


def plus(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    size = max(len(one), len(other))
    padded = [(*part, *[0] * (size - len(part))) for part in (one, other)]
    return tuple(x + y for x, y in zip(*padded, strict=True))


def test_a_ratio_that_is_right_at_every_value_that_is_tried_and_nowhere_else_is_refused() -> None:
    family = family_of(ONE)
    zero = (1,)
    for k in range(1, CHECKED + 1):
        zero = times(zero, (-1, k))  # k c - 1
    wrong = Quotient(plus(family.ratio.above, zero), family.ratio.below)
    planted = replace(family, ratio=wrong)
    assert not any([*planted.wrong_at(REGISTRY, k)] for k in range(1, CHECKED + 1))
    assert "ratio, n = 1" in (failure(planted) or "")


@pytest.mark.parametrize(
    ("row", "ratio", "step"),
    [
        (ONE, Quotient((3, 1), (0, 3)), "ratio"),
        (ONE, Quotient((-2, -1), (0, -3)), "instances"),  # the same ratio; its parts are not positive
        ("position-error", Quotient((0, 2), (1,)), "instances"),
        ("position-error", Quotient((0, 1, 1), (1,)), "instances"),
    ],
)
def test_a_wrong_ratio_is_refused(row: str, ratio: Quotient, step: str) -> None:
    assert (failure(replace(family_of(row), ratio=ratio)) or "").startswith(f"{step}, n = ")


def test_a_family_whose_ratio_has_a_finite_limit_is_refused() -> None:
    """The footrule: the ratio is 1 on every one of these instances."""

    def make(m: int) -> FamilyCase:
        orders = (range(1, m + 2), range(m + 1, 0, -1), range(1, m + 2))
        a, b, _ = (Ranking.from_order(order) for order in orders)
        return FamilyCase(m + 1, {"a": a, "b": a, "c": b}, {})

    for ratio in (Quotient((1,), (1,)), Quotient((0, 1), (0, 1)), Quotient((0, 7, 1), (1, 7, 1))):
        planted = GrowingFamily("footrule", axioms.near_metric(), "planted", make, ratio, "m")
        assert failure(planted) is not None
    assert "limit, n = 1" in (failure(replace(planted, ratio=Quotient((1,), (1,)))) or "")


def test_the_limit_of_a_quotient_has_a_sign_and_a_side() -> None:
    assert Quotient((2, 1), (0, 3)).infinite_at_zero() and not Quotient((2, 1), (0, 3)).infinite_at_infinity()
    assert not Quotient((-2, 1), (0, 3)).infinite_at_zero()
    assert not Quotient((0, 2), (0, 3, 1)).infinite_at_zero()
    assert (
        Quotient((0, 0, 1), (5, 1)).infinite_at_infinity() and not Quotient((0, 0, 1), (5, -1)).infinite_at_infinity()
    )


def test_an_instance_outside_the_space_is_refused() -> None:
    """delta = (0, 0) is on the closure only, where the ratio is 1/0; so is a constant negative one."""
    family = family_of(ONE)

    def with_delta(entry: Callable[[Any], Any]) -> GrowingFamily:
        def make(c: Any) -> FamilyCase:
            case = family.make(c)
            return case._replace(parameters={"delta": PositionWeights({2: entry(c), 3: entry(c)})})

        return replace(family, make=make)

    assert failure(with_delta(lambda c: c)) is None
    assert failure(with_delta(lambda c: c * 0)) is not None
    negative = replace(with_delta(lambda c: -c), ratio=Quotient((-2, 1), (0, 3)))
    assert "not" in (failure(negative) or "")


def test_a_bound_from_below_that_is_too_large_is_refused() -> None:
    family = family_of("discounted-error")
    assert family.at_least
    assert failure(family) is None
    assert failure(replace(family, ratio=Quotient((0, 2), (1,)))) is not None
    assert failure(replace(family, at_least=False)) is not None


def test_what_is_divided_by_must_be_positive_for_all_values() -> None:
    """d(a, b) = d(b, c) = 0 on the diagonal: 0/0 agrees with every ratio, and shows nothing."""
    family = family_of(ONE)

    def make(c: Any) -> FamilyCase:
        case = family.make(c)
        return case._replace(values=dict.fromkeys(case.values, case.values["a"]))

    assert failure(replace(family, make=make)) is not None


def test_symbols_that_are_subtracted_are_not_said_to_be_positive() -> None:
    ring = Ring(["c"], positive=["c"])
    c = Polynomial.symbol(ring, "c")
    from axiomatrix.catalogue.proofs.family import _is_positive

    assert _is_positive(c + 1) and _is_positive(fmpq(2))
    assert not _is_positive(c - 1) and not _is_positive(c * 0) and not _is_positive(fmpq(0))


# --- cells ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def checked() -> Any:
    return axiomatrix.check(ONE, axioms=["near-metric"], profile="quick", use_pins=False)


def test_the_cell_says_that_no_factor_exists_with_the_family_and_its_limit(checked: Any) -> None:
    cell: Cell = checked.cells[0]
    evidence = cell.evidence
    assert (evidence.verdict, evidence.method, evidence.witness) == ("refuted", "proof", None)
    assert evidence.extreme is not None and evidence.extreme.value == INFINITE and evidence.by_family
    assert Line(cell).verdict == "refuted by a family of instances"
    assert Line(cell).best.startswith("no factor exists: with three items, delta = (c, c)")
    assert cell_from(to_builtins(cell)) == cell
    again = replay(evidence.extreme.witness, REGISTRY)
    assert again.stands


def test_every_page_has_the_family_and_no_number_in_its_place(checked: Any) -> None:
    metric = REGISTRY.metric(ONE)
    for text in ("\n".join(compliance_pages(checked, REGISTRY).values()), explained(checked, metric, REGISTRY)):
        plain = text.replace("&lt;", "<").replace("\\*", "*").replace("\\", "")
        assert "the ratio is (2 + c)/(3 c), which grows beyond every number as c tends to 0" in plain
        assert "best >=" not in plain.replace("'best >= c'", "") and "attained at" not in plain


@pytest.mark.parametrize(
    ("part", "value"),
    [("verdict", "searched"), ("verdict", "proved"), ("proof", None), ("method", "hypothesis"), ("extreme", None)],
)
def test_an_altered_cell_is_refused(checked: Any, part: str, value: Any) -> None:
    data = to_builtins(checked.cells[0])
    if value is None:
        del data["evidence"][part]
    else:
        data["evidence"][part] = value
    with pytest.raises(BadCell):
        cell_from(data)


def test_a_row_of_another_definition_has_no_such_cell() -> None:
    made = Registry(REGISTRY)
    metric = REGISTRY.metric(ONE)
    made.metrics[ONE] = replace(metric, definition=changed(metric.definition, lambda value: value))
    cells = axiomatrix.check(made.metrics[ONE], axioms=["near-metric"], profile="quick", use_pins=False, registry=made)
    assert cells.cells[0].evidence.proof is None
    assert cells.cells[0].status.key == "best found"


def test_an_exploration_says_that_no_constant_will_do() -> None:
    from axiomatrix.studies.explore.inquiry import inquiries_named
    from axiomatrix.studies.explore.run import ExplorationRun

    asked = [one for one in inquiries_named("near-metric", REGISTRY, readings=("one",)) if one.metric.name == ONE]
    (question,) = ExplorationRun("near-metric", "near-metric", asked, REGISTRY).result().answer.questions
    assert question.proof is not None and question.proof.no_factor
    assert question.proof.theorem_text.startswith("no factor exists: with three items")
    assert question.outcome == question.why_no_constant == "no constant exists: proved by a family of instances"
