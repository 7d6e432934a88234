"""The parts of relations against slow and plain counterparts: agreement, constants, renaming, formulas, spaces."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest
from flint import fmpq
from relating import relate, related
from verdict_words import in_words

from axiomatrix import REGISTRY, Registry, exact, metric, spaces
from axiomatrix.numbers.exact import log, sign
from axiomatrix.studies.closed_forms import formula_in_n
from axiomatrix.studies.relate.answer import Bounds, equation_text
from axiomatrix.studies.relate.columns import SizeValues, group_values
from axiomatrix.studies.relate.constants import best_constants
from axiomatrix.studies.relate.domains import DomainSize, domain_sizes, one_pair_of_each_orbit, orbit_key
from axiomatrix.studies.relate.joint import Joint, count_agreement, instance_with_values, smallest_disagreement
from axiomatrix.values.orders import PartialOrder, TopList, WeakOrder

A = [0, 1, 1, 2, 3, None, 2, 0, 1, 4]
B = [0, 1, 2, 2, 1, 1, 3, 0, None, 2]


def values(raw: list) -> SizeValues:
    numbers = [None if v is None else exact.rational(v) if not isinstance(v, exact.Formal) else v for v in raw]
    return group_values(DomainSize(3, tuple((k,) for k in range(len(raw)))), numbers)


def plainly_counted(a: list, b: list, direction: int) -> tuple[int, ...]:
    both = [(x, direction * y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]
    counts = [0, 0, 0, 0, 0]
    for (x, y), (u, v) in combinations(both, 2):
        counts[0] += 1
        counts[1] += (x - u) * (y - v) > 0
        counts[2] += (x - u) * (y - v) < 0
        counts[3] += x != u and y == v
        counts[4] += x == u and y != v
    return tuple(counts)


@pytest.mark.parametrize("direction", [1, -1])
def test_agreement_counts_what_a_loop_over_all_pairs_counts(direction: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found = count_agreement(Joint(values(A), values(B)), direction)
    expected = plainly_counted(A, B, direction)
    assert (found.pairs, found.alike, found.differently, found.only_a, found.only_b) == expected
    monkeypatch.setattr("axiomatrix.studies.relate.joint.MAX_TABLE_CELLS", 0)
    assert count_agreement(Joint(values(A), values(B)), direction) == found


def test_the_smallest_disagreement_is_the_first_in_order() -> None:
    assert smallest_disagreement(Joint(values(A), values(B)), 1) == (2, 4)
    assert smallest_disagreement(Joint(values(A), values(A)), 1) is None
    assert smallest_disagreement(Joint(values(A), values(A)), -1) == (0, 1)


def test_constants_are_the_extreme_ratios_with_the_first_instances_that_attain_them() -> None:
    both = Joint(values(A), values(B))
    assert best_constants(both) == Bounds(
        3, "1/3", instance_with_values(both, 4), "2", instance_with_values(both, 2), None
    )


def test_there_is_no_upper_constant_where_only_the_first_is_zero() -> None:
    both = Joint(values([0, 1]), values([1, 1]))
    found = best_constants(both)
    assert found is not None
    assert (found.high, found.high_at, found.unbounded) == (None, None, instance_with_values(both, 0))


def test_constants_are_not_asked_of_negative_values() -> None:
    assert best_constants(Joint(values([-1, 1]), values([1, 1]))) is None


def test_constants_that_floats_do_not_tell_apart_are_told_apart_exactly() -> None:
    tiny = exact.rational(1, 10**30)
    both = Joint(values([1, 1, 1]), values([2, 2 + tiny, 2 - tiny]))
    found = best_constants(both)
    assert found is not None
    assert (found.high_at, found.low_at) == (instance_with_values(both, 1), instance_with_values(both, 2))


def test_values_are_put_in_exact_order_where_floats_are_equal() -> None:
    tiny = exact.rational(1, 10**30)
    found = values([log(2), log(2) + tiny, log(2) - tiny, log(4) / 2])
    assert found.value_indices.tolist() == [1, 2, 0, 1]
    assert all(sign(y - x) == 1 for x, y in zip(found.values, found.values[1:], strict=False))


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (lambda n: fmpq(3), "3"),
        (lambda n: fmpq(-4, n * (n - 1)), "-4/(n (n - 1))"),
        (lambda n: fmpq(6, n * (n * n - 1)), "6/(n (n - 1) (n + 1))"),
        (lambda n: fmpq(-2, n * n // 2), "-2/floor(n^2/2)"),
        (lambda n: fmpq(n, n + 1), "n/(n + 1)"),
        (lambda n: fmpq(n * n - 1, 2 * (n * n + 2)), "(n - 1) (n + 1)/(2 (n^2 + 2))"),
        (lambda n: fmpq(2**n), None),
        (lambda n: fmpq(n**4 + n**3), None),
    ],
)
def test_a_formula_is_found_where_a_simple_one_fits_and_none_is_made_up(formula, text: str | None) -> None:
    found = formula_in_n([(n, formula(n)) for n in range(2, 7)])
    assert (None if found is None else found[0]) == text


@pytest.mark.parametrize(
    ("a", "b", "text"),
    [
        ("kendall", "kendall-tau", r"1 - \frac{4}{n \left(n - 1\right)}"),
        ("kendall", "jonckheere-terpstra[half]", r"\frac{n \left(n - 1\right)}{2} -"),
        ("footrule", "footrule-normalised", r"\frac{1}{\left\lfloor{\frac{n^{2}}{2}}\right\rfloor}"),
        ("precision", "dcg[any]", "n"),
        ("kendall-normalised", "kendall-tau", ""),
    ],
)
def test_a_formula_with_n_is_told_in_latex_too(a: str, b: str, text: str) -> None:
    found = related(a, b)
    assert (found.kind, found.latex) == ("affine", text)


def test_a_formula_has_fewer_coefficients_than_points() -> None:
    assert formula_in_n([(2, fmpq(1)), (3, fmpq(5))]) is None
    assert formula_in_n([(2, fmpq(1)), (3, fmpq(2)), (4, fmpq(3))])[0] == "n - 1"


def test_a_line_is_written_without_what_is_not_needed() -> None:
    assert equation_text("b", "a", "1", "0") == "b = a"
    assert equation_text("b", "a", "-1", "1") == "b = 1 - a"
    assert equation_text("b", "a", "1 + log(2)", "0") == "b = (1 + log(2)) * a"


def test_pairs_of_one_form_are_renamings_of_each_other() -> None:
    orders = spaces.all_weak_orders(3)
    for a, b, c, d in product(orders[::2], orders[1::2], orders[::3], orders[2::3]):
        renamed = any(
            (a.renamed(p.__getitem__), b.renamed(p.__getitem__)) == (c, d)
            for p in ({1: x, 2: y, 3: z} for x, y, z in permutations((1, 2, 3)))
        )
        assert (orbit_key(a, b) == orbit_key(c, d)) == renamed


@pytest.mark.parametrize("space", [spaces.weak_order, spaces.partial_order, spaces.ranking])
def test_one_of_each_has_every_form(space: spaces.Space) -> None:
    every = {orbit_key(a, b) for a, b in product(space.enumerate(3), repeat=2)}
    assert {orbit_key(a, b) for a, b in one_pair_of_each_orbit((space, space), 3, 10_000)} == every


def test_top_lists_that_share_no_item_are_among_the_instances() -> None:
    (three,) = (size for size in domain_sizes((spaces.top_list, spaces.top_list)) if size.n == 3)
    assert any(not set(a) & set(b) for a, b in three.instances)
    assert len({orbit_key(a, b) for a, b in three.instances}) == 34


def test_rankings_are_handed_over_as_the_orders_that_a_metric_takes() -> None:
    made = Registry()
    seen = set()

    def noticed(a, b):
        """0 if they are the same, else 1"""
        seen.add(type(a))
        return int(a.renamed(lambda x: x) != b)

    for name, space in (("weak", spaces.weak_order), ("partial", spaces.partial_order), ("top", spaces.top_list)):
        metric(name, arguments={"a": space, "b": space}, registry=made)(noticed)
    metric("plain", registry=made)(lambda a, b: int(a != b))
    assert {r.kind for r in relate("plain", registry=made)} == {"identical"}
    assert seen == {WeakOrder, PartialOrder, TopList}


def test_every_cut_off_is_compared_and_named() -> None:
    made = Registry()

    @metric(
        "first", kind="score", arguments={"x": spaces.binary_list}, parameters={"k": spaces.cut_offs()}, registry=made
    )
    def first(x, k):
        """relevant items among the first k"""
        return x.relevant(k)

    @metric("all", kind="score", arguments={"x": spaces.binary_list}, registry=made)
    def every(x):
        """relevant items"""
        return x.relevant()

    whole, three = relate("first", "all", registry=made)
    assert (whole.a_given, whole.kind) == ("k = n", "identical")
    assert (three.a_given, three.kind) == ("k = 3", "none")
    assert related("first", "all", made, cut="3") == three


def test_given_lists_take_the_place_of_the_enumerated_ones() -> None:
    made = Registry()

    @metric("relevant", kind="score", arguments={"x": spaces.binary_list}, registry=made)
    def relevant(x):
        """relevant items"""
        return x.relevant()

    @metric("top", kind="score", arguments={"x": spaces.binary_list}, registry=made)
    def top(x):
        """relevant items of the first two"""
        return x.relevant(2)

    (found,) = relate("relevant", "top", registry=made, given=[[1, 0, 0], [0, 0, 0], [1, 1, 0]])
    assert (found.kind, found.verdict) == ("identical", in_words("searched 3 given lists"))
    (found,) = relate("relevant", "top", registry=made, given=[[0, 0, 1, 1], [1, 0, 0, 0], [1, 1, 0, 0]])
    assert (found.kind, found.verdict) == ("none", in_words("searched 3 given lists"))


def test_the_known_bounds_of_footrule_and_kendall_come_out() -> None:
    found = related("kendall", "footrule", REGISTRY)
    six = found.bounds[-1]
    assert (six.n, six.low, six.high) == (6, "10/9", "2")
    assert six.low_at is not None
    assert (six.low_at.a, six.low_at.b) == ("9", "10")
