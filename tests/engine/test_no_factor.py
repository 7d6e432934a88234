"""Where no factor bounds a ratio, everything that is printed says so, and nothing calls its extreme a number."""

from __future__ import annotations

from typing import Any

import pytest
from explaining import explained
from faulty import registered
from msgspec import to_builtins
from whole import cell_from

import axiomatrix
from axiomatrix import axioms
from axiomatrix.evidence.account.making import account
from axiomatrix.evidence.evidence import INFINITE
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.evidence.status import best_text
from axiomatrix.report.saving import compliance_pages

SAID = "no factor exists: 1 <= f * 0 is false for every f"


def far(a: Any, b: Any) -> Any:
    """1 where the first of b stands more than one place down in a, else 0"""
    return 1 if a[b.order[0]] > 2 else 0


@pytest.fixture(scope="module")
def checked() -> tuple[Matrix, Any, Any]:
    mine, registry = registered(far, holds=[axioms.near_metric])
    matrix = axiomatrix.check(mine, axioms=["near-metric"], profile="quick", use_pins=False, registry=registry)
    return matrix, matrix.cells[0], registry


def test_the_extreme_is_infinite_and_its_instance_the_one_that_refutes(checked: Any) -> None:
    _, cell, _ = checked
    assert cell.evidence.verdict == "refuted"
    extreme, witness = cell.evidence.extreme, cell.evidence.witness
    assert (extreme.sense, extreme.value, extreme.witness) == ("sup", INFINITE, witness)
    assert (witness.lhs, witness.op, witness.rhs, witness.relation_with_truth) == ("1", "/", "0", SAID)
    assert extreme.text == best_text(extreme) == "no factor exists"
    assert cell_from(to_builtins(cell)) == cell


def test_no_page_calls_it_attained_or_a_false_ratio(checked: Any) -> None:
    matrix, cell, registry = checked
    shown = account(cell, matrix, registry)
    assert shown is not None and shown.sides == SAID
    for text in (
        "\n".join(compliance_pages(matrix, registry).values()),
        explained(matrix, registry.metric("mine"), registry),
    ):
        plain = text.replace("&lt;", "<").replace("\\*", "*")
        assert SAID in plain
        for wrong in ("best >= 1", "best >= 0", "attained at", "1 / 0"):
            assert wrong not in plain, plain


def test_a_ratio_that_has_a_factor_is_shown_as_before() -> None:
    cells = axiomatrix.check("footrule", axioms=["near-metric"], profile="quick", use_pins=False).cells
    assert best_text(cells[0].evidence.extreme) == "best >= 1"
    assert cells[0].evidence.extreme.witness.relation_with_truth.count("/") == 1
