"""What a metric returns in the place of a number is refused with the way to the number."""

from __future__ import annotations

from collections import namedtuple
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from axiomatrix import REGISTRY, Registry, check, metric
from axiomatrix.evidence.evidence import Evidence
from axiomatrix.numbers.exact import NotExact, exact_value

Result = namedtuple("Result", ["statistic", "pvalue"])
NUMBERS = [1, np.int64(3), np.uint8(200)]
FLOATS = [0.5, np.float64(0.5), np.float32(0.5), np.float16(0.5)]
ADVICE = [
    (np.array([0.5]), r"of shape \(1,\)\).*return result\.item\(\)"),
    (np.array([[2]]), r"of shape \(1, 1\)\).*return result\.item\(\)"),
    (np.array(["a", "b"]), r"of shape \(2,\)\).*result\.mean\(\)"),
    (np.zeros((0,)), r"of shape \(0,\)\).*result\.mean\(\)"),
    ((0.5, 0.1), r"a tuple.*result\[0\]"),
    (Result(0.5, 0.1), r"a Result.*result\.statistic"),
    ([1], r"a list.*result\[0\]"),
    ({"ndcg": 1.0, "mrr": 0.5}, r"a dict.*result\['ndcg'\]"),
    ({}, r"a dict.*result\['name'\]"),
    ("0.5", r"a str.*a string is not a number"),
    (None, r"a NoneType.*end in return"),
    (True, r"a bool.*int\(result\)"),
    (np.bool_(True), r"int\(result\)"),
    (Decimal("0.5"), r"a Decimal.*Fraction\(result\)"),
    (1 + 0j, r"a complex.*result\.real"),
    ((k for k in range(3)), r"a generator.*sum\("),
    (len, r"call it"),
    (object(), r"an object\); a metric must return a single exact number, such as an int or a Fraction$"),
]


def evidence(value: Any, *, exact: bool) -> Evidence:
    """What becomes of symmetry where a metric returns that."""
    registry = Registry(REGISTRY)
    returning = metric("returning", exact=exact, registry=registry)(lambda a, b: value)
    (cell,) = check(returning, axioms=["symmetry"], profile="quick", registry=registry).cells
    return cell.evidence


@pytest.mark.parametrize("value", NUMBERS)
def test_whole_numbers_of_numpy_are_exact(value: Any) -> None:
    assert exact_value(value, "m") == int(value)


@pytest.mark.parametrize("value", FLOATS)
def test_a_float_of_any_width_is_told_how_to_be_exact(value: Any) -> None:
    with pytest.raises(NotExact, match="declare the metric with exact=False"):
        exact_value(value, "m")


@pytest.mark.parametrize(("value", "message"), ADVICE, ids=[type(value).__name__ for value, _ in ADVICE])
@pytest.mark.parametrize("exact", [True, False])
def test_what_is_not_a_number_is_refused_with_the_way_to_it(value: Any, message: str, exact: bool) -> None:
    with pytest.raises(NotExact, match=message):
        exact_value(value, "m")
    found = evidence(value, exact=exact)
    assert found.verdict == "error"
    assert found.reason.startswith("returning returned")


@pytest.mark.parametrize("value", [*NUMBERS, *FLOATS, np.array(1), np.array(0.5)])
def test_scalars_are_taken_in_floats(value: Any) -> None:
    assert evidence(value, exact=False).verdict == "searched"
