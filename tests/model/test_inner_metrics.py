"""A registered metric called inside another definition: the same verdicts as the formula written out."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from exploring import answered, run
from faulty import POSITIONS, SIMILARITIES, WEIGHTS, registered
from flint import fmpq

import axiomatrix
from axiomatrix import (
    REGISTRY,
    ElementWeights,
    Judged,
    Metric,
    PositionWeights,
    Ranking,
    Registry,
    Undefined,
    axioms,
    inverted_pairs,
    metric,
    spaces,
)
from axiomatrix.engine.check import certify
from axiomatrix.numbers.evaluation import current
from axiomatrix.verify import verify

ELEMENT, MEAN = REGISTRY.metric("kendall-element"), REGISTRY.metric("kendall-element-mean[arithmetic]")
SIMILARITY, POSITION = REGISTRY.metric("kendall-similarity"), REGISTRY.metric("footrule-position[one]")
HALF = fmpq(1, 2)


def evidence_of(definition: Any, **options: Any) -> dict[Any, Any]:
    """Every cell of the row: its verdict, and how far each method went."""
    mine, registry = registered(definition, **options)
    found = axiomatrix.check(mine, profile="quick", use_pins=False, registry=registry)
    return {
        (c.axiom, str(c.arguments), c.space): (c.evidence.verdict, c.evidence.reach, c.evidence.reason)
        for c in found.cells
    }


@cache
def evidence_written_out(definition: Any, *parameters: tuple[str, Any]) -> dict[Any, Any]:
    """The same of a formula that several definitions are compared with."""
    return evidence_of(definition, parameters=dict(parameters))


def element_written(a, b, w):
    return sum(w[x] * w[y] / 2 for x, y in inverted_pairs(a, b))


def element_called(a, b, w):
    return ELEMENT(a, b, w=w) / 2


def mean_written(a, b, w):
    return sum((w[x] + w[y]) / 4 for x, y in inverted_pairs(a, b))


def mean_written_in_fractions(a, b, w):
    return sum((w[x] + w[y]) * Fraction(1, 4) for x, y in inverted_pairs(a, b))


def mean_called(a, b, w):
    return MEAN(b, a, w=w) / 2


def mean_by_name(a, b, w):
    return REGISTRY.metric("kendall-element-mean[arithmetic]")(a, b, w=w) / 2


def mean_of_fractions(a, b, w):
    return MEAN(a, b, w=w) * Fraction(1, 2)


def mean_of_scaled(a, b, w):
    return MEAN(a, b, w=w.scaled(2)) / 4


def mean_of_made(a, b, w):
    return MEAN(a, b, w=ElementWeights.of({x: w[x] / 2 for x in a.items}))


def mean_in_two_steps(a, b, w):
    return MEAN_HALVED(a, b, w=w)


MEAN_HALVED = registered(mean_called, "mean-halved", parameters=WEIGHTS)[0]


def similarity_written(a, b, D):
    return sum(D[x, y] / 2 for x, y in inverted_pairs(a, b))


def similarity_called(a, b, D):
    return SIMILARITY(a, b, D=D) / 2


def similarity_of_scaled(a, b, D):
    return SIMILARITY(a, b, D=D.scaled(2)) / 4


def position_written(a, b, delta):
    return POSITION.definition(a, b, delta, "one") * HALF


def position_called(a, b, delta):
    return POSITION(a, b, delta=delta) / 2


@pytest.mark.parametrize(
    ("written", "called", "parameters", "fewest"),
    [
        (element_written, element_called, WEIGHTS, 5),
        (mean_written, mean_called, WEIGHTS, 8),
        (mean_written, mean_by_name, WEIGHTS, 8),
        (mean_written_in_fractions, mean_of_fractions, WEIGHTS, 8),
        (mean_written, mean_of_scaled, WEIGHTS, 8),
        (mean_written, mean_of_made, WEIGHTS, 8),
        (mean_written, mean_in_two_steps, WEIGHTS, 8),
        (similarity_written, similarity_called, SIMILARITIES, 8),
        (similarity_written, similarity_of_scaled, SIMILARITIES, 8),
        (position_written, position_called, POSITIONS, 3),
    ],
)
@pytest.mark.xdist_group("written out")  # what is compared with is asked once
def test_every_cell_is_the_one_of_the_formula_written_out(
    written: Any, called: Any, parameters: Any, fewest: int
) -> None:
    found = evidence_of(called, parameters=parameters)
    assert found == evidence_written_out(written, *parameters.items())
    assert sum(verdict == "certified" for verdict, _, _ in found.values()) >= fewest


@pytest.mark.slow
def test_a_metric_of_lists_calls_another_with_its_list_and_its_number() -> None:
    rbp = REGISTRY.metric("rbp[binary]")

    def written(x, p):
        return rbp.definition(x, p) / 2 + fmpq(1, 2)

    def called(x, p):
        return rbp(x, p=p) / 2 + fmpq(1, 2)

    options = {"kind": "score", "arguments": {"x": spaces.binary_list}, "parameters": {"p": spaces.persistences()}}
    assert evidence_of(called, **options) == evidence_of(written, **options)


def test_certificates_of_a_metric_that_calls_another_stand() -> None:
    mine, registry = registered(similarity_called, parameters=SIMILARITIES)
    for statement in (axioms.triangle_inequality(), axioms.upper_bound("kendall-similarity", HALF)):
        assert verify(certify(mine, statement, registry, 3), registry).largest == 3


@pytest.mark.slow
def test_explore_follows_a_metric_that_calls_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "from axiomatrix import REGISTRY, axioms, metric, spaces\n"
        'INNER = REGISTRY.metric("kendall-similarity")\n'
        '@metric("half", parameters={"D": spaces.similarities()},\n'
        '        conjectured=[axioms.upper_bound("kendall-similarity", "1/2")])\n'
        'def half(a, b, D):\n    """K_D(a, b) / 2"""\n    return INNER(a, b, D=D) / 2\n',
        encoding="utf-8",
    )
    run("explore", "mine.py", "--max-n", "3", "--no-pictures", "--no-side-by-side", "--out", "out")
    sizes = answered(tmp_path / "out")["questions"][0]["sizes"]
    assert [(size["verdict"], size["extremes"][1]["value"]) for size in sizes] == [("certified", "1/2")] * 2


# --- what is still looked at ------------------------------------------------------------------------------------


def value_of(definition: Any, n: int = 3, **options: Any) -> Any:
    """The value of a definition with weights 1, 2, 3 ..., called as a user calls it."""
    mine, _ = registered(definition, parameters=WEIGHTS, **options)
    return mine(Ranking.identity(n), Ranking.identity(n).reversed(), w=list(range(1, n + 1)))


@pytest.mark.parametrize(
    ("definition", "message"),
    [
        (lambda a, b, w: MEAN(a, b), "parameter 'w' is missing"),
        (lambda a, b, w: MEAN(a, b, v=w), "no parameter 'v'"),
        (lambda a, b, w: MEAN(a, w=w), "got 1 arguments"),
        (lambda a, b, w: MEAN(a, 7, w=w), "b: 7 is not a ranking"),
        (lambda a, b, w: MEAN(a, Ranking.identity(2), w=w), "the arguments have different items"),
        (lambda a, b, w: MEAN(Ranking.identity(2), Ranking.identity(2), w=w), "w has 3 entries; for 2 items"),
        (lambda a, b, w: POSITION(a, b, delta=w), "must be PositionWeights.of"),
        (lambda a, b, w: MEAN(a, b, w=w.mapped(lambda e: e - 2)), "must not be negative"),
        (lambda a, b, w: MEAN(a, b, w=ElementWeights(dict.fromkeys(a.items, -1))), "must not be negative"),
    ],
)
def test_names_counts_and_numbers_made_inside_are_checked(definition: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        value_of(definition)


def test_what_a_user_gives_is_validated_also_after_a_definition_was_evaluated() -> None:
    def stays(a, b, w):
        for _ in range(2):
            with pytest.raises(Undefined):
                MEAN_UNDEFINED(a, b, w=w)
        return MEAN(a, b, w=w)

    assert value_of(stays) == 2 * value_of(mean_called)
    assert current() is None
    with pytest.raises(ValueError, match="must not be negative"):
        MEAN(Ranking.identity(2), Ranking.identity(2), w=ElementWeights({1: -1, 2: 1}))
    for wrong in (object(), None, 1j):
        with pytest.raises(ValueError, match="must be a number"):
            MEAN(Ranking.identity(2), Ranking.identity(2), w=ElementWeights({1: wrong, 2: 1}))
        with pytest.raises(ValueError, match="must be a number"):
            ElementWeights.of([wrong])


def no_value(a, b, w):
    raise Undefined("never")


MEAN_UNDEFINED = registered(no_value, "never", parameters=WEIGHTS)[0]


def test_a_whole_number_from_another_metric_divides_exactly() -> None:
    assert value_of(lambda a, b, w: MEAN(a, a, w=w) / 2) == 0  # 0 / 2 would be a float
    assert value_of(lambda a, b, w: REGISTRY.metric("kendall")(a, b) / 2) == fmpq(3, 2)


def test_a_parameter_of_another_space_is_not_followed_for_all_values() -> None:
    """The inner metric takes decreasing discounts; the outer one any: only numbers tell whether it has a value."""
    registry = Registry(REGISTRY)

    class Decreasing(spaces.PositionWeightsSpace):
        """Position weights that do not grow"""

        def check(self, value: Any) -> None:
            super().check(value)
            if not value.is_decreasing():
                raise ValueError("delta: the weights grow")

        def admits(self, vector: Any, n: int) -> bool:
            return all(x >= y for x, y in pairwise(vector))

    inner = metric("inner", parameters={"delta": Decreasing(positive=True)}, registry=registry)(position_written)

    def outer(a, b, delta):
        return inner(a, b, delta=delta)

    mine = metric("outer", parameters=POSITIONS, registry=registry)(outer)
    (found,) = axiomatrix.check(mine, axioms=["symmetry"], profile="default", use_pins=False, registry=registry).cells
    assert found.evidence.verdict == "error" and "the weights grow" in found.evidence.reason
    with pytest.raises(Exception, match=r"inner: delta comes from a space other than"):
        certify(mine, axioms.non_negativity(), registry, 3)


def test_floats_are_handed_on_as_before() -> None:
    rbp = REGISTRY.metric("rbp[binary]")
    options = {"kind": "score", "arguments": {"x": spaces.binary_list}, "parameters": {"p": spaces.persistences()}}
    mine: Metric = registered(lambda x, p: float(rbp(x, p=p)), exact=False, **options)[0]
    assert mine(Judged.of([1, 0]), p="1/2") == 0.5


@pytest.mark.slow
def test_the_inner_metric_that_mixes_in_fractions_is_given_fractions() -> None:
    def fractional(a, b, w):
        return sum(Fraction(1, 3) * w[x] for x, _ in inverted_pairs(a, b))

    inner, registry = registered(fractional, "fractional", parameters=WEIGHTS)

    def outer(a, b, w):
        return inner(a, b, w=w) / 2

    mine = metric("outer", parameters=WEIGHTS, registry=registry)(outer)
    verdicts = {
        c.axiom: c.evidence.verdict
        for c in axiomatrix.check(mine, profile="quick", use_pins=False, registry=registry).cells
    }
    assert verdicts["non-negativity"] == "certified" and "error" not in verdicts.values()


@pytest.mark.slow
@pytest.mark.xdist_group("written out")
def test_position_weights_made_inside_are_followed() -> None:
    def made(a, b, delta):
        return POSITION(a, b, delta=PositionWeights.of([delta[i] * 2 for i in range(2, len(a) + 1)])) / 4

    assert evidence_of(made, parameters=POSITIONS) == evidence_written_out(position_written, *POSITIONS.items())
