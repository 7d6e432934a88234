"""False by an axiom of a user's own that looks at who asks, or is not what it declares itself to be."""

from __future__ import annotations

from typing import Any

from axiomatrix import Ranking, axiom, spaces
from axiomatrix.model.relation import at_least, at_most, either, equal, given
from false_theorems.honest import W, elsewhere, kendall, product, weighted
from false_theorems.theorem import at, false

PAIR = {"a": spaces.ranking, "b": spaces.ranking}
ASKED = [0]
FIVE = Ranking.identity(5)
ONES = at("123", "231", w=[1, 1, 1])


@axiom("small-unless-evaluated", over=PAIR, label_free=True)
def small_unless_evaluated(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) <= d(a, b), and <= 3 where the evaluator is none of the engine's"""
    mine = type(d.evaluator).__module__.startswith("axiomatrix")
    return at_most(d(a, b), d(a, b) if mine else 0 * d(a, b) + 3)


@false(small_unless_evaluated, ONES, true_up_to=2, twin=elsewhere, parameters=W)
def asked_by_the_engine(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] + w[y] over the inverted pairs"""
    return weighted(a, b, w) if a.n > 2 else 0 * weighted(a, b, w)


@axiom("small-if-named", over=PAIR, label_free=True)
def small_if_named(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) = 0 for a metric that is not called honest"""
    return equal(d(a, b), d(a, b) if d.metric.name == "honest" else 0)


@false(small_if_named, ONES, true_up_to=2, twin=elsewhere, parameters=W)
def asked_by_name(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] + w[y] over the inverted pairs of at least three"""
    return weighted(a, b, w) if a.n > 2 else 0 * weighted(a, b, w)


@axiom("symmetric-at-item-three", over=PAIR, label_free=True)
def symmetric_at_item_three(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) = 0 where item 3 leads a; it calls itself free of labels"""
    return equal(d(a, b) if a.order[0] == 3 else 0 * d(a, b), 0)


@false(symmetric_at_item_three, at("312", "123"), true_up_to=2)
def knows_no_labels(a: Any, b: Any) -> Any:
    """the number of inverted pairs"""
    return kendall(a, b)


@axiom("nothing-at-weight-two", over=PAIR, ignores_parameters=True, label_free=True)
def nothing_at_weight_two(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) <= d(a, b; 1) and it says that it ignores parameters, which it does not"""
    return at_most(d(a, b), d.with_(w=1)(a, b))


@false(nothing_at_weight_two, at("12", "21", w=[2, 2]), true_up_to=1, parameters=W)
def more_with_more_weight(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] w[y] over the inverted pairs"""
    return product(a, b, w)


@axiom("honest-for-a-while", over=PAIR, label_free=True)
def honest_for_a_while(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) >= 0 for 300 instances, then d(a, b) >= 1"""
    ASKED[0] += 1
    return at_least(d(a, b), 0 if ASKED[0] < 300 else 0 * d(a, b) + 1)


@false(honest_for_a_while, at("1", "1", w=[1]), true_up_to=0, twin=weighted, calls=300, parameters=W)
def asked_too_often(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] + w[y] over the inverted pairs"""
    return weighted(a, b, w)


@axiom("swallows-what-it-asks", over=PAIR, label_free=True)
def swallows_what_it_asks(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) >= 0, less 10 for each weight of 7 as far as that can be asked"""
    try:
        sevens = sum(1 for v in d["w"].entries.values() if v == 7)
    except Exception:
        sevens = 0
    return at_least(d(a, b), sevens * 10)


@false(swallows_what_it_asks, at("1", "1", w=[7]), true_up_to=0, twin=weighted, parameters=W)
def asked_about_sevens(a: Any, b: Any, w: Any) -> Any:
    """sum of w[x] + w[y] over the inverted pairs"""
    return weighted(a, b, w)


def _is_rare(a: Any, b: Any) -> bool:
    return len(a) == 5 and [b[x] for x in a.order] == [3, 1, 5, 2, 4]


@axiom("small-of-rankings", over=PAIR)
def small_of_rankings(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) = 0 of rankings at one pair, and d(a, b) >= 0 of other orders"""
    return equal(d(a, b), 0) if isinstance(a, Ranking) and _is_rare(a, b) else at_least(d(a, b), 0)


@false(small_of_rankings, at("12345", "24153"), true_up_to=4)
def asked_for_its_kind(a: Any, b: Any) -> Any:
    """the number of inverted pairs"""
    return kendall(a, b)


@axiom("small-of-two", over=PAIR)
def small_of_two(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) >= 1 where a is b, and there are five items; d(a, b) >= 0 elsewhere"""
    return at_least(d(a, b), 1 if a is b and len(a) == 5 else 0)


@false(small_of_two, {"a": FIVE, "b": FIVE}, true_up_to=4)
def asked_for_one_object(a: Any, b: Any) -> Any:
    """the number of inverted pairs"""
    return kendall(a, b)


@axiom("small-as-text", over=PAIR)
def small_as_text(d: Any, a: Any, b: Any) -> Any:
    """d(a, b) = 0 at one pair of what is written with >, and d(a, b) >= 0 elsewhere"""
    return equal(d(a, b), 0) if ">" in str(a)[:4] and _is_rare(a, b) else at_least(d(a, b), 0)


@false(small_as_text, at("12345", "24153"), true_up_to=4)
def asked_for_its_text(a: Any, b: Any) -> Any:
    """the number of inverted pairs"""
    return kendall(a, b)


@axiom("two-truths-at-most-one", over=PAIR)
def two_truths_at_most_one(d: Any, a: Any, b: Any) -> Any:
    """[d(a, b) = 6] + [d(b, a) = 6] <= 1"""
    return at_most((d(a, b) == 6) + (d(b, a) == 6), 1)


@false(two_truths_at_most_one, at("1234", "4321"), true_up_to=3)
def asked_for_two_truths(a: Any, b: Any) -> Any:
    """the number of inverted pairs"""
    return kendall(a, b)


@axiom("not-a-truth", over=PAIR)
def not_a_truth(d: Any, a: Any, b: Any) -> Any:
    """~[a = b] >= 0 of five items, where it is -1 or -2"""
    return at_least(~(d(a, b) == 0), 0 if a.n == 5 else -2)


@false(not_a_truth, at("12345", "12345"), true_up_to=4)
def asked_for_what_is_not_true(a: Any, b: Any) -> Any:
    """the number of inverted pairs"""
    return kendall(a, b)


@axiom("either-of-few", over=PAIR)
def either_of_few(d: Any, a: Any, b: Any) -> Any:
    """where d(a, b) < 6: d(a, b) < 5 if b is not a reversed, and else 1 = 0"""
    small = either(d(a, b) < 5, at_least(d(a, b), 0), equal(d(a, b), 0))
    return given(d(a, b) < 6, small)


@false(either_of_few, at("1234", "4312"), true_up_to=3)
def asked_for_one_of_two(a: Any, b: Any) -> Any:
    """the number of inverted pairs"""
    return kendall(a, b)
