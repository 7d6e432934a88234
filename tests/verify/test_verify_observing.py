"""What stands for items and numbers refuses to be looked at, and every refusal is counted."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from flint import fmpq

from axiomatrix.verify.items import Item, ItemObserved, NotASum
from axiomatrix.verify.numbers import Sum
from axiomatrix.verify.world import opaque_items, ranking_of_order

LOOKS = {
    "text": str,
    "representation": repr,
    "format": "{}".format,
    "f-string": lambda x: f"{x}",
    "percent": lambda x: "%s" % x,  # noqa: UP031  # the old way to make a text is what is tried
    "bytes": bytes,
    "whole": int,
    "float": float,
    "complex": complex,
    "index": lambda x: [1, 2, 3][x],
    "range": range,
    "truth": bool,
    "not": lambda x: not x,
    "length": len,
    "iterated": list,
    "contains": lambda x: 1 in x,
    "entry": lambda x: x[0],
    "hash": hash,
    "looked up": lambda x: {4: 1}.get(x),
    "in a set": lambda x: x in {4, 5},
    "in a list": lambda x: x in [4, 5],
    "equal": lambda x: x == 4,
    "different": lambda x: x != 4,
    "equal the other way": lambda x: Fraction(4) == x,
    "less": lambda x: x < 4,
    "at least": lambda x: x >= 4,
    "sorted": lambda x: sorted([x, x]),
    "rounded": round,
    "floor": math.floor,
    "remainder": lambda x: x % 2,
    "quotient": lambda x: x // 2,
    "divmod": lambda x: divmod(x, 2),
    "exponent": lambda x: 2**x,
    "bits": lambda x: x & 1,
    "attribute": lambda x: x.numerator,
    "attribute with a default": lambda x: getattr(x, "name", None),
    "has an attribute": lambda x: hasattr(x, "q"),
    "is a whole number": lambda x: isinstance(x, int),
    "is a rational": lambda x: isinstance(x, (fmpq, Fraction)),
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_an_item_refuses_and_the_refusal_is_counted(look):
    before = ItemObserved.count
    with pytest.raises(ItemObserved):
        look(Item())
    assert ItemObserved.count > before


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_an_unknown_of_a_sum_refuses_and_the_refusal_is_counted(look):
    before = NotASum.count
    with pytest.raises(NotASum):
        look(Sum.unknown(0))
    assert NotASum.count > before


def test_items_can_be_told_from_each_other_and_nothing_else():
    one, other = opaque_items(2)
    assert one == one and one != other and one in (one, other)


@pytest.mark.parametrize("look", [lambda a: a.items, lambda a: a.positions, lambda a: a.preferences])
def test_the_order_in_which_items_are_listed_is_not_told(look):
    ranking = ranking_of_order(opaque_items(3), (2, 1, 3))
    with pytest.raises(ItemObserved, match="order reveals the names"):
        look(ranking)
    assert [ranking[x] for x in ranking.order] == [1, 2, 3]
