"""Relations that were planted: each is found, and what is nearly one is refused with the instance that breaks it."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from relating import relate, related
from verdict_words import in_words

from axiomatrix import Ranking, Registry, Undefined, exact, inverted_pairs, metric, spaces
from axiomatrix.studies.relate.answer import ShownInstance
from axiomatrix.studies.relate.run import NotRelated, pairs_by_cut


@pytest.fixture
def registry() -> Registry:
    made = Registry()

    @metric("plain", registry=made)
    def plain(a, b):
        """number of inverted pairs"""
        return len(inverted_pairs(a, b))

    @metric("affine", kind="similarity", registry=made)
    def affine(a, b):
        """3 - inverted pairs / (n^2 + 1)"""
        return 3 - Fraction(len(inverted_pairs(a, b)), len(a) ** 2 + 1)

    @metric("monotone", registry=made)
    def monotone(a, b):
        """the root of the number of inverted pairs"""
        return exact.sqrt(len(inverted_pairs(a, b)))

    @metric("coarse", registry=made)
    def coarse(a, b):
        """half the number of inverted pairs, rounded down"""
        return len(inverted_pairs(a, b)) // 2

    @metric("nearly", registry=made)
    def nearly(a, b):
        """number of inverted pairs, but one more at one pair of rankings of four items"""
        count = len(inverted_pairs(a, b))
        return count + 1 if a.order == (1, 2, 3, 4) and b.order == (1, 2, 4, 3) else count

    @metric("opposite", registry=made)
    def opposite(a, b):
        """number of pairs that are not inverted"""
        return len(a) * (len(a) - 1) // 2 - len(inverted_pairs(a, b))

    @metric("of-a-list", kind="score", arguments={"x": spaces.binary_list}, registry=made)
    def of_a_list(x):
        """1"""
        return x.relevant()

    return made


def at(order_a: list[int], order_b: list[int]) -> tuple[str, str]:
    return repr(Ranking.from_order(order_a)), repr(Ranking.from_order(order_b))


def test_the_same_definition_is_identical(registry: Registry) -> None:
    @metric("again", registry=registry)
    def again(a, b):
        """number of inverted pairs"""
        return sum(1 for _ in inverted_pairs(a, b))

    found = related("plain", "again", registry)
    assert (found.kind, found.symbol, found.statement) == ("identical", "=", "again = plain")
    assert found.verdict == in_words("exhausted n<=4, up to renaming n<=5")
    assert found.refusals == ()


def test_a_planted_affine_identity_is_found_with_its_coefficients_as_a_formula(registry: Registry) -> None:
    found = related("plain", "affine", registry)
    assert (found.kind, found.direction, found.opposed) == ("affine", -1, True)
    assert found.statement == "affine = 3 - 1/(n^2 + 1) * plain for n = 2..5"
    assert [(k.n, k.c, k.s) for k in found.coefficients] == [(n, f"-1/{n * n + 1}", "3") for n in range(2, 6)]
    assert found.differently == 0


def test_a_planted_monotone_function_is_found_and_its_being_affine_refused(registry: Registry) -> None:
    found = related("plain", "monotone", registry)
    assert (found.kind, found.symbol) == ("monotone", "m")
    (refusal,) = found.refusals
    assert "not affine" in refusal.sentence
    points = [(Fraction(shown.a), shown.b) for shown in refusal.instances]
    assert points == [(0, "0"), (3, "sqrt(3)"), (1, "1")]


def test_a_near_identity_is_refused_with_the_one_instance_that_breaks_it(registry: Registry) -> None:
    found = related("plain", "nearly", registry)
    assert found.kind == "none"
    assert found.verdict == "refuted"
    broken = [shown for refusal in found.refusals for shown in refusal.instances if shown.a != shown.b]
    assert {shown.arguments for shown in broken} == {at([1, 2, 3, 4], [1, 2, 4, 3])}
    assert {(shown.n, shown.a, shown.b) for shown in broken} == {(4, "1", "2")}


def test_what_breaks_renaming_is_not_compared_up_to_renaming(registry: Registry) -> None:
    assert [size.n for size in related("plain", "nearly", registry).sizes] == [1, 2, 3, 4]
    assert [size.n for size in related("plain", "affine", registry).sizes] == [1, 2, 3, 4, 5]


def test_what_sees_an_item_of_a_larger_size_is_not_compared_up_to_renaming(registry: Registry) -> None:
    @metric("of-item-five", registry=registry)
    def of_item_five(a, b):
        """number of inverted pairs, but one more where the last of five items goes from first to last"""
        return len(inverted_pairs(a, b)) + int(len(a) > 4 and a[5] == 1 and b[5] == 5)

    found = related("plain", "of-item-five", registry)
    assert [size.n for size in found.sizes] == [1, 2, 3, 4]
    assert found.verdict == in_words("exhausted n<=4")


def test_a_planted_refinement_is_found_in_both_directions(registry: Registry) -> None:
    found = related("plain", "coarse", registry)
    assert (found.kind, found.symbol, found.direction) == ("refines", ">", 1)
    turned = related("coarse", "plain", registry)
    assert (turned.kind, turned.symbol) == ("refined by", "<")
    (refusal,) = found.refusals
    one, other = refusal.instances
    assert one.b == other.b
    assert one.a != other.a


def test_two_distances_that_run_against_each_other_are_ordered_differently(registry: Registry) -> None:
    found = related("plain", "opposite", registry)
    assert (found.kind, found.direction) == ("affine", -1)
    assert found.statement == "opposite = n (n - 1)/2 - plain for n = 2..5"
    two = found.agreement[1]
    assert (two.n, two.pairs, two.alike, two.differently, two.only_a, two.only_b) == (2, 6, 0, 4, 0, 0)
    assert found.disagreement == (
        ShownInstance(2, at([1, 2], [1, 2]), "0", "1"),
        ShownInstance(2, at([1, 2], [2, 1]), "1", "0"),
    )


def test_metrics_of_different_arguments_are_not_related(registry: Registry) -> None:
    assert pairs_by_cut(registry.metric("plain"), registry.metric("of-a-list")) == []


def test_a_definition_that_raises_is_left_out_and_the_others_are_not(registry: Registry) -> None:
    @metric("raises", registry=registry)
    def raises(a, b):
        """nothing"""
        raise ZeroDivisionError("no\nvalue")

    call = re.escape("raises(Ranking.from_order([1]), Ranking.from_order([1])) raised ZeroDivisionError: no at ")
    with pytest.raises(NotRelated, match=call):
        related("plain", "raises", registry)
    assert not any("raises" in (found.a, found.b) for found in relate(registry=registry))


def test_a_metric_in_floats_decides_nothing(registry: Registry) -> None:
    @metric("floats", exact=False, registry=registry)
    def floats(a, b):
        """number of inverted pairs, as a float"""
        return float(len(inverted_pairs(a, b)))

    with pytest.raises(NotRelated, match="floats"):
        related("plain", "floats", registry)


def test_instances_without_a_value_are_counted_and_marked(registry: Registry) -> None:
    @metric("partial", registry=registry)
    def partial(a, b):
        """number of inverted pairs, where there are any"""
        if a == b:
            raise Undefined("they are the same")
        return len(inverted_pairs(a, b))

    found = related("plain", "partial", registry)
    assert (found.kind, found.symbol) == ("identical", "=*")
    assert [(size.n, size.compared, size.only_a) for size in found.sizes][:3] == [(1, 0, 1), (2, 2, 2), (3, 30, 6)]


def test_a_constant_says_nothing(registry: Registry) -> None:
    @metric("constant", registry=registry)
    def constant(a, b):
        """7"""
        return 7

    assert related("plain", "constant", registry).symbol == "c"


def test_values_nearer_than_floats_are_told_apart_exactly(registry: Registry) -> None:
    @metric("closely", registry=registry)
    def closely(a, b):
        """inverted pairs plus 10^-40 of the exchanges at the top"""
        return len(inverted_pairs(a, b)) + exact.rational(int(a.order[0] != b.order[0]), 10**40)

    found = related("plain", "closely", registry)
    assert found.kind == "refined by"
    refusal = found.refusals[0]
    assert {shown.a for shown in refusal.instances} == {"1"}
    assert len({shown.b for shown in refusal.instances}) == 2


@pytest.mark.parametrize(("power", "kind"), [(1, "affine"), (2, "monotone")])
def test_what_floats_take_for_identical_or_affine_is_not(power: int, kind: str, registry: Registry) -> None:
    @metric("by-a-hair", registry=registry)
    def by_a_hair(a, b):
        """inverted pairs plus 10^-40 times a power of them"""
        count = len(inverted_pairs(a, b))
        return count + exact.rational(count**power, 10**40)

    assert related("plain", "by-a-hair", registry).kind == kind


def test_all_pairs_are_related_and_what_is_nearly_an_identity_is_none(registry: Registry) -> None:
    kinds = {(one.a, one.b): one.kind for one in relate(registry=registry)}
    assert kinds["plain", "affine"] == "affine"
    assert not {kind for pair, kind in kinds.items() if "nearly" in pair} & {"identical", "affine", "monotone"}
