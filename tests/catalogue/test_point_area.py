"""Point and area measures: the source's examples, what the sums count, and how they relate to the classical ones."""

from itertools import pairwise, permutations, product

import pytest
from flint import Ordering, fmpq, fmpq_mpoly_ctx

from axiomatrix import REGISTRY, Ranking, check
from axiomatrix.numbers.exact import Undefined, rational
from axiomatrix.spaces import all_rankings
from axiomatrix.values.parameters import Heights

A, B = Ranking.from_order(["D1", "D2", "D3", "D4"]), Ranking.from_order(["D1", "D4", "D3", "D2"])


def row(name):
    return REGISTRY.metric(name)


def at(name, n, b, **parameters):
    """The value against the identity, by the bare definition."""
    return row(name).definition(Ranking.identity(n), b, **parameters)


# --- examples of the source ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "terms"), [("footrule-prefix", (0, 2, 0, 2)), ("kendall-prefix", (0, 2, 1, 0)), ("point", (0, 2, 0, -2))]
)
def test_the_terms_of_the_example(name, terms):
    prefix = row(f"{name}[cut-off]")
    values = [0] + [prefix(A, B, i=i) for i in range(1, 5)]
    assert tuple(after - before for before, after in pairwise(values)) == terms
    assert row(name)(A, B) == sum(terms)


def test_area_and_correlation_of_the_example():
    assert [row("area[cut-off]")(A, B, i=i) for i in (1, 2, 3, 4)] == [0, 1, 3, 4]
    assert row("area")(A, B) == 4
    assert row("area")(A, A.reversed()) == 10
    assert row("area-normalised")(A, B) == rational("2/5")
    assert row("area-correlation")(A, B) == rational("3/5")
    assert row("area[heights]")(A, B, h=[4, 3, 2, 1]) == 4 * 0 + 3 * 1 + 2 * 2 + 1 * 1


def test_the_relevance_classes_of_the_example():
    listed = [1, 2, 1, 0, 0, 2, 0]  # PR HR PR NR NR HR NR against HR HR PR PR NR NR NR
    assert [row("point[relevance]")(listed, i=i) for i in range(1, 8)] == [2, 1, 2, 3, 4, 0, 0]
    assert row("area[relevance]")(listed) == 12
    assert row("area-correlation[relevance]")(listed) == 1 - rational(12, 50)


# --- conventions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["footrule-prefix", "kendall-prefix", "point", "area", "area-normalised"])
def test_a_cut_off_beyond_the_end_is_the_end(name):
    assert row(f"{name}[cut-off]")(A, B, i=9) == row(f"{name}[cut-off]")(A, B, i=4) == row(f"{name}[full]")(A, B)


@pytest.mark.parametrize("name", ["footrule-prefix", "kendall-prefix", "point", "area"])
def test_rankings_of_other_items_are_refused_and_of_none_have_value_0(name):
    with pytest.raises(ValueError, match="different items"):
        row(name)(A, Ranking.from_order(["D1", "D4", "D3", "D5"]))
    assert row(name)(Ranking.from_order([]), Ranking.from_order([])) == 0


@pytest.mark.parametrize("name", ["area-normalised", "area-correlation"])
@pytest.mark.parametrize(("variant", "given"), [("full", {}), ("cut-off", {"i": 1}), ("heights", {"h": [2]})])
def test_nothing_can_be_out_of_place_in_a_single_item(name, variant, given):
    one = Ranking.identity(1)
    with pytest.raises(Undefined, match="fewer than two items"):
        row(f"{name}[{variant}]")(one, one, **given)


@pytest.mark.parametrize("listed", [[], [1], [0, 0, 0], [2, 2]])
def test_lists_of_one_grade_have_no_correlation(listed):
    assert row("area[relevance]")(listed) == 0
    with pytest.raises(Undefined, match="one grade"):
        row("area-correlation[relevance]")(listed)


def test_missing_items_do_not_enter_the_relevance_form():
    from axiomatrix.values.judged import Judged

    x, y = Judged.of([0, 1, 2], missing=[2, 2]), Judged.of([0, 1, 2])
    for name, given in (("point", {"i": 2}), ("area", {}), ("area-correlation", {})):
        assert row(f"{name}[relevance]")(x, **given) == row(f"{name}[relevance]")(y, **given)


@pytest.mark.parametrize(
    ("given", "message"),
    [([1, 2, 3], "3 entries"), ([1, 2, 3, -1], "must not be negative"), ([1, 0, 1, 1], "must be positive")],
)
def test_heights_that_are_none_are_refused(given, message):
    with pytest.raises(ValueError, match=message):
        row("area-normalised[heights]")(A, B, h=given)


def test_heights_are_read_by_rank_and_written_as_python():
    h = Heights.of({1: 2, 2: "1/3"})
    assert (h[1], h[2], repr(h)) == (2, fmpq(1, 3), "Heights.of([2, '1/3'])")
    assert Heights.of([2, "1/3"]) == h
    with pytest.raises(ValueError, match=r"must be 1\.\.n"):
        Heights.of({2: 1, 3: 1})


# --- what the sums count ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 6))
def test_k_counts_the_inverted_pairs_whose_upper_item_is_among_the_first(n):
    for b in all_rankings(n):
        for i in range(1, n + 1):
            pairs = [(x, y) for x in range(1, i + 1) for y in range(x + 1, n + 1) if b[x] > b[y]]
            assert at("kendall-prefix[cut-off]", n, b, i=i) == len(pairs)


@pytest.mark.parametrize("n", range(8))
def test_at_the_last_rank_k_is_kendall_s_the_footrule_and_p_nothing(n):
    for b in all_rankings(n):
        assert at("kendall-prefix", n, b) == at("kendall", n, b)
        assert at("footrule-prefix", n, b) == at("footrule", n, b)
        assert at("point", n, b) == 0


@pytest.mark.parametrize("n", range(1, 8))
def test_the_point_measure_is_never_negative_and_largest_at_the_reversal(n):
    """So is the area for any heights, as a sum of these; and 0 only where the lists begin alike."""
    worst = [at("point[cut-off]", n, Ranking.identity(n).reversed(), i=i) for i in range(1, n + 1)]
    assert worst == [i * (n - i) for i in range(1, n + 1)]
    for b in all_rankings(n):
        values = [at("point[cut-off]", n, b, i=i) for i in range(1, n + 1)]
        assert all(0 <= value <= most for value, most in zip(values, worst, strict=True))
        assert (not any(values)) == (b == Ranking.identity(n))


@pytest.mark.parametrize("n", [*range(1, 7), pytest.param(7, marks=pytest.mark.slow)])
def test_the_reversal_alone_has_the_largest_area(n):
    areas = {b: at("area", n, b) for b in all_rankings(n)}
    assert [b for b, value in areas.items() if value == max(areas.values())] == [Ranking.identity(n).reversed()]


@pytest.mark.parametrize("n", range(1, 6))
def test_rising_grades_are_the_worst_order_of_a_judged_list(n):
    for listed in product((0, 1, 2), repeat=n):
        worst = row("area[relevance]")(sorted(listed))
        assert max(row("area[relevance]")(list(order)) for order in set(permutations(listed))) == worst


# --- relations to the classical coefficients -------------------------------------------------------------------


@pytest.mark.parametrize("n", range(2, 8))
def test_the_area_is_half_of_spearman_and_a_corr_is_half_of_1_plus_rho(n):
    for b in all_rankings(n):
        assert 2 * at("area", n, b) == at("spearman-distance[squared]", n, b)
        assert 2 * at("area-correlation", n, b) == 1 + at("spearman-rho", n, b)


@pytest.mark.parametrize("n", range(1, 9))
def test_the_area_is_half_of_spearman_for_whatever_has_the_sums_of_a_permutation(n):
    """A - sum (F - j)^2 / 2 as a polynomial in F(1)..F(n) vanishes with sum F - sum j and sum F^2 - sum j^2."""
    ring = fmpq_mpoly_ctx.get(tuple(f"F{j}" for j in range(1, n + 1)), Ordering.lex)
    F = dict(enumerate(ring.gens(), 1))
    ranks = range(1, n + 1)
    P = {k: sum((F[j] - j for j in range(1, k + 1)), ring.constant(0)) for k in range(n + 1)}
    area = sum(((P[k - 1] + P[k]) * fmpq(1, 2) for k in ranks), ring.constant(0))
    spearman = sum(((F[j] - j) ** 2 for j in ranks), ring.constant(0))
    first = sum((F[j] - j for j in ranks), ring.constant(0))
    second = sum((F[j] ** 2 - j * j for j in ranks), ring.constant(0))
    assert area - spearman * fmpq(1, 2) == first * fmpq(2 * n + 1, 2) - second * fmpq(1, 2)


@pytest.mark.parametrize("n", range(2, 7))
def test_a_corr_of_lists_that_have_nothing_to_do_with_each_other_is_one_half_in_the_mean(n):
    values = [at("area-correlation", n, b) for b in all_rankings(n)]
    assert sum(values) / len(values) == fmpq(1, 2)
    assert at("area-correlation", n, Ranking.identity(n).reversed()) == 0


# --- claims ----------------------------------------------------------------------------------------------------

BROKEN = {
    "footrule-prefix[cut-off]": {"place-invariance"},
    "kendall-prefix[cut-off]": {"place-invariance"},
    "point[full]": {"separation"},
    "point[cut-off]": {"separation", "symmetry", "triangle-inequality", "place-invariance"},
    "area-normalised[cut-off]": {"separation"},
    "area-correlation[full]": {"mean-over-rankings"},
    "area-correlation[heights]": {"mean-over-rankings"},
    "area-correlation[cut-off]": {"mean-over-rankings", "value-only-on-equal"},
}
ROWS = [m.name for m in REGISTRY.metrics.values() if m.family == "point and area" and m.about == "rankings"]


@pytest.mark.parametrize("name", ROWS)
def test_the_claims_that_the_evidence_contradicts(name):
    axioms = sorted({claim.statement.axiom.id for claim in row(name).claims})
    matrix = check(name, axioms=axioms, profile="quick")
    assert {cell.axiom for cell in matrix.broken} == BROKEN.get(name, set())
    assert not matrix.unresolved


def test_the_point_measure_does_not_tell_two_lists_apart():
    evidence = check("point", axioms=["separation"], profile="quick").cell("point[full]", "separation").evidence
    assert evidence.witness.instance == {"a": [1, 2], "b": [2, 1]}
