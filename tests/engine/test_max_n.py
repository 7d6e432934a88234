"""``--max-n``: no method goes beyond it, and the report says so."""

from __future__ import annotations

import pytest

from axiomatrix import REGISTRY
from axiomatrix.catalogue import load_catalogue
from axiomatrix.engine.check import assemble
from axiomatrix.engine.plan import Plan, Selection
from axiomatrix.engine.row import CheckedRow
from axiomatrix.methods.profile import PROFILES


@pytest.mark.parametrize("profile", ["quick", "default"])
@pytest.mark.parametrize("name", ["kendall", "footrule-element", "precision-at", "jonckheere-terpstra[half]"])
def test_no_method_goes_beyond_it(name: str, profile: str) -> None:
    load_catalogue()
    metric = REGISTRY.metric(name)
    selection = Selection(Plan((name,), budgets=PROFILES[profile].up_to(2), use_pins=False), REGISTRY)
    row = CheckedRow(metric, selection)
    cells = list(row.decide())
    reaches = [reach.largest for cell in cells for reach in cell.evidence.reach]
    assert reaches and max(reaches) <= 2
    matrix = assemble(selection, {name: [*row.inapplicable, *cells]}, [metric])
    assert matrix.profile == f"{profile}, n <= 2"


def test_what_goes_no_further_is_as_it_was() -> None:
    quick = PROFILES["quick"]
    assert quick.up_to(99).sizes == quick.sizes and quick.up_to(99).max_n == quick.max_n
    assert quick.up_to(1).max_n_case_by_case == (1, 1)
