"""``--max-n``: no method goes beyond it, and the report says so."""

from __future__ import annotations

import pytest

from axiomatrix import REGISTRY
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.engine.check import assembled
from axiomatrix.engine.options import Options
from axiomatrix.engine.row import CheckedRow, Plans
from axiomatrix.engine.selection import Selection
from axiomatrix.methods.profile import PROFILES


@pytest.mark.parametrize("profile", ["quick", "default"])
@pytest.mark.parametrize("name", ["kendall", "footrule-element", "precision-at", "jonckheere-terpstra[half]"])
def test_no_method_goes_beyond_it(name: str, profile: str) -> None:
    load_catalogue()
    metric = REGISTRY.metric(name)
    options = Options((name,), profile=profile, max_n=2, use_pins=False)
    row = CheckedRow(metric, Selection(options, REGISTRY))
    cells = list(row.cells())
    reaches = [reach.largest for cell in cells for reach in cell.evidence.reach]
    assert reaches and max(reaches) <= 2
    assert Plans(Selection(options, REGISTRY)).wrong_with_row(name, cells, row.inapplicable) is None
    matrix = assembled(Selection(options, REGISTRY), {name: [*row.inapplicable, *cells]}, [metric])
    assert matrix.profile == f"{profile}, n <= 2"


def test_what_goes_no_further_is_as_it_was() -> None:
    quick = PROFILES["quick"]
    assert quick.up_to(99).sizes == quick.sizes and quick.up_to(99).max_n == quick.max_n
    assert quick.up_to(1).lists == (1, 1)
