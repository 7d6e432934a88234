"""The cells of a matrix by their names."""

from __future__ import annotations

import re

import pytest

import axiomatrix
from axiomatrix.evidence.cell import ClaimNote
from axiomatrix.model.claim import Status


def test_a_cell_is_not_picked_where_there_are_several_or_none() -> None:
    row = "footrule-similarity[deck]"
    matrix = axiomatrix.check(row, axioms=["lower-bound"], profile="quick")
    several = f"2 cells {row} x lower-bound on the open space with arguments {{}}; there are: lower-bound(other=kendall"
    with pytest.raises(LookupError, match=f"^{re.escape(several)}"):
        matrix.cell(row, "lower-bound")
    assert matrix.cell(row, "lower-bound", factor="1/3").arguments["factor"] != 1
    with pytest.raises(LookupError, match=rf"^no cells footrule x symmetry .*; there are: rows {re.escape(row)}$"):
        matrix.cell("footrule", "symmetry")


@pytest.mark.parametrize(
    ("status", "verb"),
    [("holds", "says that it holds"), ("fails", "says that it fails"), ("conjectured", "conjectures")],
)
def test_a_claim_is_a_sentence(status: Status, verb: str) -> None:
    assert ClaimNote(status, "KV7", "F >= K").sentence.startswith(f"KV7 {verb}")
