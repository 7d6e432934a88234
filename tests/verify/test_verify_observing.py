"""What stands for items and numbers refuses to be looked at, and what cannot refuse is read in the code or compared."""

from __future__ import annotations

import copy
import math
import operator
import pickle
import subprocess
import sys
from fractions import Fraction
from operator import attrgetter, is_not
from types import SimpleNamespace

import pytest
from flint import fmpq

from axiomatrix import exact, relation
from axiomatrix.catalogue.loading import load_catalogue
from axiomatrix.model.relation import at_most as no_more_than
from axiomatrix.numbers.exact import Undefined
from axiomatrix.numbers.frozen import worked_out
from axiomatrix.values.rankings import Ranking, _behind_of
from axiomatrix.verify import Refused
from axiomatrix.verify.numbers import Sum
from axiomatrix.verify.reading import readable, says_of_many
from axiomatrix.verify.sealed import Item, ItemObserved, NotASum
from axiomatrix.verify.symbols import NotFollowed, Symbols
from axiomatrix.verify.world import in_all_orders, items, ranked

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
    "called": lambda x: x(),
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
    "directory": dir,
    "variables": vars,
    "copy": copy.copy,
    "deep copy": copy.deepcopy,
    "pickle": pickle.dumps,
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


@pytest.mark.parametrize("look", [LOOKS[name] for name in LOOKS if name != "sorted"])  # w < w is false of every w
def test_a_symbol_of_a_polynomial_refuses_inside_a_definition_and_the_refusal_is_kept(look):
    symbols = Symbols(["w[1]"], [])
    with symbols.within(), pytest.raises(NotFollowed):
        look(symbols.value("w[1]"))
    assert symbols.refused is not None


def test_items_can_be_told_from_each_other_and_nothing_else():
    one, other = items(2)
    assert one == one and one != other and one in (one, other)


@pytest.mark.parametrize("look", [lambda a: a.items, lambda a: a.positions, lambda a: a.behind])
def test_the_order_in_which_items_are_listed_is_not_told(look):
    ranking = ranked(items(3), (2, 1, 3))
    with pytest.raises(ItemObserved, match="order tells the names"):
        look(ranking)
    assert [ranking[x] for x in ranking.order] == [1, 2, 3]


# --- code that is read ------------------------------------------------------------------------------------------------

COUNT = [0]
NAMES = ["x", "y"]
FOUR = 4


def remembers(a, b, w):
    COUNT[0] += 1
    return COUNT[0]


def writes_a_global(a, b, w):
    global STATE
    STATE = 1
    return STATE


def by_type(a, b, w):
    return sum(w[x] for x in a.items if type(w[x]) is not int)


def by_identity(a, b, w):
    return sum(w[x] for x in a.items if x is not FOUR)


def catches(a, b, w):
    try:
        return w[a.order[0]] % 2
    except TypeError:
        return w[a.order[0]]


def suppresses(a, b, w):
    with open("x"):  # noqa: PTH123  # any context would do
        return 0


def by_name(a, b, w):
    return getattr(w, "ent" + "ries")


def private(a, b, w):
    return a._places


def inside(a, b, w):
    return w.entries


def formatted(a, b, w):
    return "{.terms}".format(w[a.order[0]])  # noqa: UP032  # what is tried


def imports(a, b, w):
    import os

    return os.environ


def a_set_of_texts(a, b, w):
    return w[a.order[0]] * len(next(iter(set(NAMES))))


def with_an_iterator(a, b, w, it=iter(range(9))):  # noqa: B008  # a state in a default is what is tried
    return next(it)


@pytest.mark.parametrize(
    "definition",
    [
        writes_a_global,
        by_type,
        by_identity,
        catches,
        suppresses,
        by_name,
        private,
        inside,
        formatted,
        imports,
        a_set_of_texts,
        with_an_iterator,
        lambda a, b, w: id(a),
        lambda a, b, w: operator.is_(w[a.order[0]], 7),
        lambda a, b, w: is_not(a, b),
        lambda a, b, w: attrgetter("terms")(w),
        lambda a, b, w: vars(a),
        lambda a, b, w: sys.modules,
        lambda a, b, w: subprocess,
        lambda a, b, w: w[a.order[0]].__class__,
        math.floor,
        object(),
    ],
    ids=lambda value: getattr(value, "__name__", str(type(value))),
)
def test_code_that_looks_behind_or_keeps_a_state_is_not_followed(definition):
    if definition is math.floor:
        readable(definition)  # a well-known function is one
        return
    with pytest.raises(Refused, match="not followed for all values"):
        readable(definition)


def helper(a, x):
    """the items ahead"""
    return a.order[: a[x] - 1]


def ordinary(a, b, w):
    """sums, helpers, powers, conditions on positions, dicts and lists of numbers"""
    if a.n == 0:
        raise Undefined("no items")
    table = {k: Fraction(1, k) for k in range(1, len(a) + 1)}
    return sum(table[a[x]] * w[x] for x in a.items) + sum(w[y] for x in a.order for y in helper(b, x)) / math.comb(4, 2)


def test_an_ordinary_definition_is_read():
    readable(ordinary)
    for metric in load_catalogue().metrics.values():
        readable(metric.definition)


def at_most(left, right):
    """called as ours is, and looks at what it is given"""
    return relation.at_most(left, 0 if type(right) is int else right)


LOGARITHMS = (exact.log(2), exact.log(3))
AXIOMS = {
    "in the module": lambda d, a, b: relation.at_most(d(a, b), d(b, a)),
    "by another name": lambda d, a, b: no_more_than(d(a, b), rhs=d(b, a)),
    "under a condition": lambda d, a, b: relation.given(a != b, relation.more(d(a, b), 0)),
    "if and only if": lambda d, a, b: relation.either(a == b, relation.equal(d(a, b), 0), relation.more(d(a, b), 0)),
    "a ratio": lambda d, a, b: relation.bounded_above(d(a, b), exact.rational(3, 2), d(b, a)),
    "constants": lambda d, a, b: relation.differs(d(a, b) * exact.log(3, 2), exact.sqrt(2) * exact.power(3, 2)),
}
LOOKING = {
    "a function of the same name": lambda d, a, b: at_most(d(a, b), 1),
    "what decides": lambda d, a, b: relation.at_most(relation.float_code(d(a, b), 1), 1),
    "a text that is read": lambda d, a, b: relation.at_most(d(a, b), exact.parse("1")),
    "a default": lambda d, a, b, least=relation.answered: relation.at_most(least(d(a, b)), 1),
    "logarithms in a set": lambda d, a, b: relation.at_most(d(a, b), next(iter({exact.log(2), exact.log(3)}))),
    "constants in a set": lambda d, a, b: relation.at_most(d(a, b), len(next(iter({*LOGARITHMS})))),
}


@pytest.mark.parametrize("says", AXIOMS.values(), ids=AXIOMS)
def test_an_axiom_may_be_written_with_the_functions_that_the_pages_name(says) -> None:
    readable(says)
    assert says_of_many(says)


@pytest.mark.parametrize("says", LOOKING.values(), ids=LOOKING)
def test_and_with_no_others_of_ours_or_of_their_names(says) -> None:
    with pytest.raises(Refused, match="not followed for all values"):
        readable(says)


def test_a_helper_with_other_code_is_read_as_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relation.at_most, "__code__", at_most.__code__)
    with pytest.raises(Refused, match="uses type"):
        readable(lambda d, a, b: relation.at_most(d(a, b), 2))
    monkeypatch.setattr(relation, "at_least", at_most)
    with pytest.raises(Refused, match="uses type"):
        readable(lambda d, a, b: relation.at_least(d(a, b), 3))


def test_what_rankings_work_out_is_not_worked_out_of_anything_else() -> None:
    first, *_ = in_all_orders(2)
    x = first.order[0]
    for work_out in (_behind_of, lambda given: worked_out(given, "behind")):
        with pytest.raises(ItemObserved):
            work_out(SimpleNamespace(order=(x, 2, x, 2), later=Ranking.later))  # four pairs, or one if x is 2
