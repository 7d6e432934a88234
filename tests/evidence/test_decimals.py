"""A formal constant has a decimal beside it where people read it, and none in the data."""

from __future__ import annotations

import pytest
from explaining import explained

from axiomatrix import check
from axiomatrix.evidence.notation import short_number, with_decimal
from axiomatrix.report.json_reports import dump_matrix


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(log(2))/(log(3))", "(log(2))/(log(3)) (~0.63093)"),
        ("-1*sqrt(2)", "-1*sqrt(2) (~-1.4142)"),
        ("5/7", "5/7"),
        ("log(2) or so", "log(2) or so"),
        ("sqrt(", "sqrt("),
    ],
)
def test_only_formal_constants_have_one(text: str, message: str) -> None:
    assert with_decimal(text) == message


def test_it_stands_in_sides_and_best_constants_and_not_in_the_data() -> None:
    assert short_number("1/2*log(3)", down=True) == "1/2*log(3) (~0.54931)"
    from axiomatrix.catalogue import load_catalogue

    registry = load_catalogue()
    metric = registry.metric("ndcg[exponential]")
    matrix = check(metric, axioms=["monotone-in-depth"], profile="quick", registry=registry)
    assert "1 <= (log(3))/(log(2) + log(3)) (~0.61315) is false" in explained(matrix, metric, registry)
    assert '"(log(3))/(log(2) + log(3))"' in dump_matrix(matrix) and "0.61315" not in dump_matrix(matrix)
