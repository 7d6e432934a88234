"""Parameters: what is refused and how it is said, renaming, and the position weights that ship."""

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from axiomatrix.numbers.columns import Column
from axiomatrix.numbers.exact import Whole, log, sign, sqrt
from axiomatrix.values.parameters import ElementWeights, PositionWeights, Similarity
from axiomatrix.values.rankings import Relabelling

quick = settings(deadline=None, max_examples=50)
entries = st.fractions(min_value=0, max_value=9, max_denominator=9) | st.sampled_from([log(3), sqrt(2), 1 / log(2)])
BAD_ENTRIES = [
    (-1, "is -1; it must not be negative"),
    ("-1/2", "is -1/2; it must not be negative"),
    (-0.5, "is -1/2; it must not be negative"),
    (log(Fraction(1, 2)), r"is -1\*log\(2\); it must not be negative"),
    (float("nan"), "is nan; it must be a finite number"),
    (float("inf"), "is inf; it must be a finite number"),
    (float("-inf"), "is -inf; it must be a finite number"),
    (np.float32("nan"), r"is np.float32\(nan\); it must be a finite number"),
    (None, "is None; it must be a number"),
    (True, "is True; it must be a number"),
    (1j, "is 1j; it must be a number"),
    ("nan", "is 'nan'; it must be a number"),
    ("x", "is 'x'; it must be a number"),
    ("1/0", "is '1/0'; it must be a number"),
    ([1], r"is \[1\]; it must be a number"),
]


@pytest.mark.parametrize(("bad", "message"), BAD_ENTRIES)
def test_bad_entries_are_named(bad, message):
    with pytest.raises(ValueError, match=f"w: the weight of item 2 {message}"):
        ElementWeights.of([1, bad])
    with pytest.raises(ValueError, match=f"w: the weight of item 'b' {message}"):
        ElementWeights.of({"a": 1, "b": bad})
    with pytest.raises(ValueError, match=f"delta: delta_3 {message}"):
        PositionWeights.of([1, bad])
    with pytest.raises(ValueError, match=rf"D: D\[1, 2\] {message}"):
        Similarity.of([[0, bad], [bad, 0]])
    with pytest.raises(ValueError, match=rf"D: D\['a', 'b'\] {message}"):
        Similarity.of({("a", "b"): bad})


def test_zero_is_refused_where_positive_is_asked():
    with pytest.raises(ValueError, match="w: the weight of item 2 is 0; it must be positive"):
        ElementWeights.of([1, 0], positive=True)
    with pytest.raises(ValueError, match="delta: delta_2 is 0; it must be positive"):
        PositionWeights.of([0], positive=True)
    with pytest.raises(ValueError, match=r"D: D\[1, 2\] is 0; it must be positive"):
        Similarity.of([[0, 0], [0, 0]], level="metric")
    assert ElementWeights.of([1, 0])[2] == PositionWeights.of([0])[2] == Similarity.of([[0, 0], [0, 0]])[1, 2] == 0


@pytest.mark.parametrize("bad", [5, None, "12", {1, 2}, b"12"])
def test_what_is_no_list_is_refused(bad):
    for kind, name in ((ElementWeights, "w"), (PositionWeights, "delta"), (Similarity, "D")):
        with pytest.raises(ValueError, match=f"{name}: .* is not a list"):
            kind.of(bad)


def test_numbers_of_every_kind_are_taken_exactly():
    weights = ElementWeights.of([1, "1/2", Fraction(1, 3), fmpq(1, 4), 0.5, log(2), np.int64(7), np.float32(0.25)])
    assert list(weights.entries.values()) == [
        fmpq(1),
        fmpq(1, 2),
        fmpq(1, 3),
        fmpq(1, 4),
        fmpq(1, 2),
        log(2),
        fmpq(7),
        fmpq(1, 4),
    ]
    assert ElementWeights.of([0.1])[1] == fmpq(3602879701896397, 36028797018963968)


def test_position_weights_from_a_mapping():
    assert PositionWeights.of({3: 7, 2: 5}) == PositionWeights.of([5, 7])
    with pytest.raises(ValueError, match=r"delta: the positions are \[1, 2\]; they must be 2..n"):
        PositionWeights.of({1: 5, 2: 7})


def test_missing_entries_are_named():
    with pytest.raises(KeyError, match=r"w\[9\].*there is no such entry"):
        ElementWeights.of([1, 2])[9]
    with pytest.raises(KeyError, match=r"D\[1, 9\]"):
        Similarity.of([[0, 1], [1, 0]])[1, 9]


# --- similarities ---------------------------------------------------------------------------------------------


def test_similarities_are_symmetric_with_zero_diagonal():
    D = Similarity.of([[0, 1, 2], [1, 0, "3/2"], [2, "3/2", 0]])
    assert [D[x, y] for x in (1, 2, 3) for y in (1, 2, 3)] == [0, 1, 2, 1, 0, fmpq(3, 2), 2, fmpq(3, 2), 0]
    assert Similarity.of({(2, 1): 1, (1, 3): 2, (3, 2): Fraction(3, 2)}) == D
    assert hash(D) == hash(Similarity.of({(2, 1): 1, (1, 3): 2, (3, 2): Fraction(3, 2)}))


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[0, 1], [2, 0]], r"D\[2, 1\] is 2 but D\[1, 2\] is 1; D must be symmetric"),
        ([[0, 1], [1, 3]], r"D\[2, 2\] is 3; the diagonal must be zero"),
        ([[0, 1], [1]], "row 2 has 1 entries for 2 items; D must be square"),
        ([[0, 1, 2], [1, 0, 2]], "row 1 has 3 entries for 2 items"),
        ([[0, 1], 5], "5 is not a list"),
        ({("a", "b"): 1, ("b", "a"): 2}, r"D\['b', 'a'\] is 2 but D\['a', 'b'\] is 1"),
        ({("a", "a"): 1}, r"D\['a', 'a'\] is 1; the diagonal must be zero"),
        ({("a", "b"): 1, ("b", "c"): 1}, r"D\['a', 'c'\] is missing"),
        ({"a": 1}, "'a' is not a pair of items"),
        ({("a", "b", "c"): 1}, "is not a pair of items"),
    ],
)
def test_bad_similarities_are_named(matrix, message):
    with pytest.raises(ValueError, match=f"D: .*{message}"):
        Similarity.of(matrix)


def test_a_broken_triangle_is_named():
    broken = {("x", "y"): 1, ("y", "z"): 2, ("x", "z"): 4}
    assert Similarity.of(broken)["x", "z"] == 4
    for level in ("pseudometric", "metric"):
        with pytest.raises(ValueError, match=r"D\['x', 'z'\] = 4 > D\['x', 'y'\] \+ D\['y', 'z'\] = 1 \+ 2"):
            Similarity.of(broken, level=level)
    assert Similarity.of({**broken, ("x", "z"): 3}, level="metric")["x", "z"] == 3
    with pytest.raises(ValueError, match="level: 'ultra'; it must be"):
        Similarity.of(broken, level="ultra")


def test_a_triangle_over_irrational_entries():
    assert Similarity.of({(1, 2): log(2), (2, 3): log(3), (1, 3): log(6)}, level="metric")[3, 1] == log(6)
    with pytest.raises(ValueError, match="triangle inequality"):
        Similarity.of({(1, 2): log(2), (2, 3): log(3), (1, 3): log(7)}, level="metric")


# --- renaming -------------------------------------------------------------------------------------------------


def test_element_data_travels_and_position_data_stays():
    cycle = Relabelling({1: 2, 2: 3, 3: 1})
    assert ElementWeights.of([10, 20, 30]).renamed(cycle) == ElementWeights.of([30, 10, 20])
    delta = PositionWeights.of([5, 7])
    assert delta.renamed(cycle) == delta
    D = Similarity.of([[0, 1, 2], [1, 0, 3], [2, 3, 0]])
    renamed = D.renamed(cycle)
    assert all(renamed[cycle(x), cycle(y)] == D[x, y] for x in (1, 2, 3) for y in (1, 2, 3))
    assert renamed == Similarity.of([[0, 2, 3], [2, 0, 1], [3, 1, 0]])


def test_renamed_data_is_the_same_value_as_data_given_so():
    exchange = Relabelling({1: 2, 2: 1, 3: 3})
    w = ElementWeights.of([10, 20, 30]).renamed(exchange)
    assert hash(w) == hash(ElementWeights.of([20, 10, 30]))
    assert repr(w) == repr(ElementWeights.of([20, 10, 30])) == "ElementWeights.of({1: 20, 2: 10, 3: 30})"
    assert w.text() == "w[1] = 20, w[2] = 10, w[3] = 30"
    D = Similarity.of([[0, 1, 2], [1, 0, 3], [2, 3, 0]]).renamed(exchange)
    assert D.text() == "D[1, 2] = 1, D[1, 3] = 3, D[2, 3] = 2"


def test_equality_does_not_depend_on_the_order_of_the_keys():
    one, other = ElementWeights.of({"a": 1, "b": 2}), ElementWeights.of({"b": 2, "a": 1})
    assert one == other and hash(one) == hash(other)
    assert ElementWeights.of([1, 2]) != PositionWeights.of({2: 1, 3: 2})
    assert ElementWeights({2: fmpq(1)}) != PositionWeights({2: fmpq(1)})


# --- position weights -----------------------------------------------------------------------------------------


def test_dcg_weights_as_printed():
    assert PositionWeights.dcg(1).entries == {}
    assert PositionWeights.dcg(2).entries == {2: 1 / log(2) - 1 / log(3)}
    assert PositionWeights.dcg(4).entries == {
        2: 1 / log(2) - 1 / log(3),
        3: 1 / log(3) - 1 / (2 * log(2)),
        4: 1 / (2 * log(2)) - 1 / log(5),
    }
    assert PositionWeights.dcg(4, base=2)[2] == 1 - log(2) / log(3)
    assert PositionWeights.dcg(4).cost(4) == 1 / log(2) - 1 / log(5)
    assert PositionWeights.dcg(6).is_decreasing()
    assert all(sign(entry) == 1 for entry in PositionWeights.dcg(6).entries.values())


@pytest.mark.parametrize("base", [1, 0, -2, "1/2"])
def test_dcg_refuses_a_base_that_is_none(base):
    with pytest.raises(ValueError, match=r"base: .* must be above 1"):
        PositionWeights.dcg(3, base=base)


def test_the_other_position_weights():
    assert PositionWeights.unit(4) == PositionWeights.of([1, 1, 1])
    assert PositionWeights.geometric(4) == PositionWeights.of([1, "1/2", "1/4"])
    assert PositionWeights.geometric(4, 3) == PositionWeights.of([1, 3, 9])
    assert PositionWeights.geometric(3, 0) == PositionWeights.of([1, 0])
    assert [PositionWeights.top_k(4, k) for k in range(5)] == [
        PositionWeights.of(d) for d in ([0, 0, 0], [1, 0, 0], [1, 1, 0], [1, 1, 1], [1, 1, 1])
    ]
    with pytest.raises(ValueError, match="delta: the ratio is -1; it must not be negative"):
        PositionWeights.geometric(3, -1)
    for bad in (-1, 1.5, None, True):
        with pytest.raises(ValueError, match=r"k: .* must be a whole number"):
            PositionWeights.top_k(3, bad)


def test_costs_are_sums_from_the_head():
    delta = PositionWeights.of([5, "1/2", 2])
    assert [delta.cost(i) for i in (1, 2, 3, 4)] == [0, 5, fmpq(11, 2), fmpq(15, 2)]
    assert PositionWeights.of([3, 2, 2]).is_decreasing() is True
    assert PositionWeights.of([3, 2, 4]).is_decreasing() is False
    assert PositionWeights.of([]).is_decreasing() is True


# --- many at once ---------------------------------------------------------------------------------------------


def test_packed_values_have_a_lane_for_each():
    packed = PositionWeights.packed([PositionWeights.of([1, 2]), PositionWeights.of([3, "1/2"])])
    assert all(isinstance(entry, Column) for entry in packed.entries.values())
    assert [packed[3].lane(k) for k in (0, 1)] == [2, fmpq(1, 2)]
    assert [packed.cost(3).lane(k) for k in (0, 1)] == [3, fmpq(7, 2)]
    assert packed.is_decreasing().tolist() == [False, True]
    turned = Similarity.packed([Similarity.of({(1, 2): 5}), Similarity.of({(2, 1): 6})])
    assert [turned[2, 1].lane(k) for k in (0, 1)] == [5, 6]
    assert Similarity.packed([Similarity({}), Similarity({})]).entries == {}


def test_scaled_and_constant():
    w = ElementWeights.of([1, "1/2"])
    assert w.scaled(fmpq(2, 3)) == ElementWeights.of(["2/3", "1/3"])
    assert w.constant(1) == ElementWeights.of([1, 1])


# --- text -----------------------------------------------------------------------------------------------------


@quick
@given(st.lists(entries, max_size=4))
def test_repr_can_be_pasted(values):
    for made in (
        ElementWeights.of(values),
        ElementWeights.of(dict(zip("abcd", values, strict=False))),
        PositionWeights.of(values),
        PositionWeights.dcg(3),
        Similarity.of({(1, k): v for k, v in enumerate(values[:1], 2)}),
        Similarity.of([[0, 1, 2], [1, 0, "3/2"], [2, "3/2", 0]]),
    ):
        assert eval(repr(made)) == made


def test_repr_of_position_weights_follows_the_positions():
    assert repr(PositionWeights({3: fmpq(7), 2: fmpq(5)})) == "PositionWeights.of([5, 7])"


def test_the_mean_cost_between_two_positions_is_the_slope_of_the_costs() -> None:
    for n in (3, 20):
        delta = PositionWeights.of([i * i for i in range(1, n)])
        for i in range(1, n + 1):
            for j in range(1, n + 1):
                if i != j:
                    slope = (delta.cost(i) - delta.cost(j)) / (i - j)
                    assert delta.mean_cost(i, j) == delta.mean_cost(Whole(i), Whole(j)) == slope
