"""The cells of a matrix by their names."""

from __future__ import annotations

import re

import pytest

import axiomatrix


def test_a_cell_is_not_picked_where_there_are_several_or_none() -> None:
    row = "footrule-similarity[deck]"
    matrix = axiomatrix.check(row, axioms=["lower-bound"], profile="quick")
    several = f"2 cells {row} x lower-bound on the open space with arguments {{}}; there are: lower-bound(other=kendall"
    with pytest.raises(LookupError, match=f"^{re.escape(several)}"):
        matrix.cell(row, "lower-bound")
    assert matrix.cell(row, "lower-bound", factor="1/3").arguments["factor"] != 1
    with pytest.raises(LookupError, match=rf"^no cells footrule x symmetry .*; there are: rows {re.escape(row)}$"):
        matrix.cell("footrule", "symmetry")
