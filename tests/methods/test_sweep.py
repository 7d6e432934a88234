"""Sweeps: reduced against unreduced, against brute force over a grid, chunk by chunk, and refusals."""

import json
import pickle
from fractions import Fraction
from math import factorial

import numpy as np
import pytest
from sweeping import (
    OTHER,
    READINGS,
    Lanes,
    certificate,
    entries_sum,
    kendall_similarity,
    mine,
    orders,
    pair,
    pseudometrics,
    reading,
    sealed,
    similarity,
    swept,
)

from axiomatrix import REGISTRY
from axiomatrix.evidence.instance import Definitions, Instance
from axiomatrix.methods.linear import minimum
from axiomatrix.methods.sweep import Sweep, Unsound, prefixes
from axiomatrix.model.relation import FAILS
from axiomatrix.numbers.exact import Undefined, fraction, rational
from axiomatrix.numbers.forms import CONSTANT
from axiomatrix.studies.explore.chunks import swept_chunk
from axiomatrix.verify import LinearChecker, Refused, verify


def extremes(sweep, largest):
    """The best constants up to each size, and what was counted."""
    best, found = {}, []
    for n in range(1, largest + 1):
        chunk = sweep.chunk(n, (), {})
        assert not chunk["undecided"] and not chunk["floored"]
        for sense, (value, _) in chunk["best"].items():
            best[sense] = min(rational(value), best.get(sense, rational(value)))
        found.append((dict(best), chunk))
    return found


# --- symmetries --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", READINGS)
def test_the_reduced_sweep_agrees_with_the_unreduced_one(name):
    largest = 5
    sweep = reading(name)
    assert sweep.symmetries
    reduced, full = extremes(sweep, largest), extremes(reading(name, by=()), largest)
    for n, ((best, chunk), (expected, everything)) in enumerate(zip(reduced, full, strict=True), 1):
        assert best == expected
        assert everything["classes"] == everything["rankings"] == chunk["rankings"] == len(orders(n))
        assert everything["split"] == 0 and chunk["classes"] + chunk["split"] <= chunk["rankings"]


@pytest.mark.parametrize(
    "by", [("inverse",), ("reverse",), ("split",), ("inverse", "reverse"), ("inverse", "reverse", "split")]
)
def test_each_symmetry_alone_gives_the_same_extremes(by):
    assert [best for best, _ in extremes(reading("deck", by=by), 4)] == [
        best for best, _ in extremes(reading("deck", by=()), 4)
    ]


def five(change):
    """K_D, but at one pair of rankings of five items something else."""

    def definition(a, b, D):
        """K_D, or at one pair of rankings of five items something else"""
        value = kendall_similarity(a, b, D)
        return change(value, a, b, D) if a.n == 5 else value

    return definition


def at(order):
    return lambda a, b: tuple(a[x] for x in b.order) == order


NOT_SPLIT = at((2, 4, 1, 5, 3))
SPLITS = at((2, 1, 4, 5, 3))


@pytest.mark.parametrize("where", [NOT_SPLIT, SPLITS], ids=["class", "split"])
def test_a_symmetry_that_breaks_only_beyond_the_sizes_tried_is_found_out(where):
    definition = five(lambda value, a, b, D: value - D[a.order[0], a.order[1]] if where(a, b) else value)
    sweep = swept(mine(definition))
    assert set(sweep.symmetries) == {"inverse", "reverse", "split"}  # as far as four items tell
    sweep.chunk(4, (), {})
    with pytest.raises(Unsound, match="mine"):
        for prefix in ((1,), (2,), (3,), (4,), (5,)):
            sweep.chunk(5, prefix, {})
    honest = swept(mine(definition), by=()).chunk(5, (2, 4) if where is NOT_SPLIT else (2, 1), {})
    assert rational(honest["best"]["inf"][0]) < 1


def test_symmetries_that_do_not_hold_are_refused_by_the_verifier_too():
    """What the sweep would not do, done by hand: the classes of a wrong symmetry left out."""

    def wrong(a, b, D):
        """K_D, and the pair in front of a counts half"""
        first = a.n > 1 and b[a.order[0]] > b[a.order[1]]
        return kendall_similarity(a, b, D) - (D[a.order[0], a.order[1]] / 2 if first else 0)

    sweep = swept(mine(wrong), by=())
    full = certificate(sweep, 3)
    assert verify(sealed(full), sweep.registry).values[-1] == (3, "1/2")
    for by in (["inverse"], ["reverse"], ["split"], ["inverse", "reverse", "split"]):
        for keep in range(1, 6):
            classes = [c for k, c in enumerate(full["sizes"][2]["classes"]) if k != keep]
            data = {**full, "by": by, "sizes": [*full["sizes"][:2], {**full["sizes"][2], "classes": classes}]}
            try:
                found = verify(sealed(data), sweep.registry)
            except Refused:
                continue
            assert dict(found.values)[3] == "1/2"  # what was left out is reached by another class, rightly


@pytest.mark.parametrize("by", [("inverse",), ("reverse",), ("split",)])
def test_a_symmetry_asked_for_that_does_not_hold_is_not_believed(by):
    def wrong(a, b, D):
        """K_D, and D of the first and second of a once more where they are inverted or b begins with the last"""
        more = a.n > 2 and (b[a.order[0]] > b[a.order[1]] or b.order[0] == a.order[-1])
        return kendall_similarity(a, b, D) + (D[a.order[0], a.order[1]] * a.n if more else 0)

    sweep = swept(mine(wrong), by=by)
    with pytest.raises(Unsound):
        for n in (2, 3, 4):
            sweep.chunk(n, (), {})


# --- chunks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "n"), [("deck", 4), ("le", 4), ("passed", 4)])
def test_the_chunks_of_a_size_add_up_to_the_whole(name, n):
    sweep = reading(name)
    whole = sweep.chunk(n, (), {})
    for length in (1, 2):
        chunks = [sweep.chunk(n, prefix, {}) for prefix in sorted({order[:length] for order in orders(n)})]
        for key in ("rankings", "classes", "split"):
            assert sum(chunk[key] for chunk in chunks) == whole[key]
        for sense in ("inf", "sup"):
            values = [rational(c["best"][sense][0]) for c in chunks if sense in c["best"]]
            assert min(values) == rational(whole["best"][sense][0])
            assert proved(c["proofs"].get(sense, []) for c in chunks) == proved([whole["proofs"][sense]])
        assert ratios(p for c in chunks for p in c["points"]) == ratios(whole["points"])


def ratios(points):
    """The extreme ratios of the points found: which of several optimal points are found depends on the chunk."""
    values = {Fraction(above) / Fraction(below) for below, above in points}
    return min(values), max(values)


def proved(listed):
    """The classes, each with the constant that is proved: which of several proofs are found depends on the chunk."""
    return [(order, least(tree)) for lines in listed for order, tree in map(json.loads, lines)]


def least(tree):
    return rational(tree[0]) if isinstance(tree, list) else min(least(tree["above"]), least(tree["below"]))


def test_what_a_chunk_finds_is_data_and_the_same_every_time():
    payload = (reading("deck").spec, 4, (), (("inf", "1"),))
    here = swept_chunk(*pickle.loads(pickle.dumps(payload)))
    assert json.loads(json.dumps(here)) == here
    assert json.dumps(here) == json.dumps(Sweep.of(payload[0], check=LinearChecker).chunk(4, (), {"inf": "1"}))


def test_the_prefixes_cover_all_rankings_once():
    for n in range(1, 9):
        listed = prefixes(n)
        assert len({len(p) for p in listed}) == 1 and len(set(listed)) == len(listed)
        assert len(listed) * factorial(n - len(listed[0])) == factorial(n)


# --- floors ------------------------------------------------------------------------------------------------------


def half_spread(a, b, D):
    """K_D, but at (p q z) -> (z p q) |D_pq - D_pz / 2|: there the supremum needs the sign, and is 3/2"""
    if a.n == 3 and [b[x] for x in a.order] == [2, 3, 1]:
        p, q, z = a.order
        return 3 * abs(D[p, q] - D[p, z] / 2)
    return kendall_similarity(a, b, D)


@pytest.mark.parametrize("floor", ["-1", "-3/2", "-2", "-3", "-7/2", "-10"])
def test_a_floor_changes_no_extreme_and_no_proof_is_lost(floor):
    sweep = swept(mine(half_spread), by=())
    plain = sweep.chunk(3, (), {})
    floored = sweep.chunk(3, (), {"sup": floor})
    assert [json.loads(line)[0] for line in floored["proofs"]["sup"]] == [
        json.loads(line)[0] for line in plain["proofs"]["sup"]
    ]
    best = min(rational(floor), rational(plain["best"]["sup"][0]))
    found = floored["best"].get("sup")
    assert min(rational(floor), rational(found[0]) if found else rational(floor)) == best
    assert floored["best"]["inf"] == plain["best"]["inf"]


def test_the_rankings_that_are_said_to_attain_an_extreme_do():
    for sweep in (reading("deck"), reading("passed"), swept(mine(half_spread), by=())):
        for floors in ({}, {"inf": "1", "sup": "-2"}):
            for n in (2, 3, 4):
                found = sweep.chunk(n, (), floors)
                for sense, ties in found["ties"].items():
                    value = rational(found["best"][sense][0])
                    assert ties[0] == found["best"][sense][1]
                    for order in ties:
                        asked = sweep.goal(tuple(order))
                        towards = asked.numerator if sense == asked.sense else -asked.numerator
                        assert minimum(towards, asked.denominator, sweep.traced.cone(n)).value == value


# --- brute force over the grid ---------------------------------------------------------------------------------------


def on_grid(name, n):
    """Numerators and denominators of all orders on all pseudometrics with entries 0, 1, 2; by the definitions alone."""
    rows = pseudometrics(n)
    D = Lanes(n, rows)
    metric, other = REGISTRY.metric(f"footrule-similarity[{name}]"), REGISTRY.metric(OTHER)
    zero = np.zeros(len(rows), dtype=np.int64)
    for order in orders(n):
        a, b = pair(order)
        f, k = metric.definition(a, b, D=D) + zero, other.definition(a, b, D=D) + zero
        assert f.dtype == k.dtype == np.int64
        yield order, rows, f, k


@pytest.mark.parametrize("name", READINGS)
def test_no_order_has_a_grid_value_beyond_its_exact_extremes_and_extremes_on_the_grid_are_seen_there(name):
    sweep = reading(name, by=())
    attained = 0
    for n in (2, 3, 4):
        for order, rows, f, k in on_grid(name, n):
            asked = sweep.goal(order)
            if not asked.is_ratio:
                assert (k == 0).all() and (f == 0).all()
                continue
            some = k > 0
            ratios = {Fraction(int(x), int(y)) for x, y in set(zip(f[some].tolist(), k[some].tolist(), strict=True))}
            assert (f[~some] == 0).all()  # nothing there allows no constant
            for sense, grid in (("inf", min(ratios)), ("sup", -max(ratios))):
                towards = asked.numerator if sense == asked.sense else -asked.numerator
                found = minimum(towards, asked.denominator, sweep.traced.cone(n))
                exact = fraction(found.value)
                assert exact <= grid
                point = [int(fraction(x)) for x in sweep.traced.values_at(asked, found.point, n)["D"].entries.values()]
                if max(point) <= 2:
                    attained += 1
                    assert point in rows.tolist()
                    assert exact == grid
    assert attained > 30


@pytest.mark.parametrize("name", READINGS)
def test_the_extremes_for_five_items_agree_with_the_grid(name):
    sweep = reading(name)
    best = extremes(sweep, 5)[-1][0]
    least, most = [], []
    for _, _, f, k in on_grid(name, 5):
        some = k > 0
        if some.any():
            ratios = {Fraction(x, y) for x, y in set(zip(f[some].tolist(), k[some].tolist(), strict=True))}
            least.append(min(ratios))
            most.append(max(ratios))
    assert fraction(best["inf"]) <= min(least)
    assert -fraction(best["sup"]) >= max(most)
    assert (fraction(best["inf"]), -fraction(best["sup"])) == (min(least), max(most))  # here the grid has them


@pytest.mark.parametrize("name", READINGS)
@pytest.mark.parametrize("factor", ["1/3", "1", "3/2", "2", "5/2"])
def test_what_is_certified_is_never_broken_on_the_grid_and_what_is_refuted_is_by_the_definition(name, factor):
    for axiom, sense in (("lower-bound", "inf"), ("upper-bound", "sup")):
        sweep = swept(metric=f"footrule-similarity[{name}]", axiom=axiom, factor=factor)
        verified = verify(sealed(certificate(sweep, 3, sense)), REGISTRY)
        wanted = Fraction(factor)
        on = [(f[k > 0], k[k > 0]) for n in (2, 3) for _, _, f, k in on_grid(name, n)]
        broken = any(
            (
                (f * wanted.denominator < k * wanted.numerator)
                if sense == "inf"
                else (f * wanted.denominator > k * wanted.numerator)
            ).any()
            for f, k in on
        )
        assert not (verified.holds and broken)
        if verified.holds:
            continue
        sense_value, order = max(
            (((c := sweep.chunk(n, (), {}))["best"][sense]) for n in (2, 3)), key=lambda found: -rational(found[0])
        )
        asked = sweep.goal(tuple(order))
        found = minimum(asked.numerator, asked.denominator, sweep.traced.cone(len(order)))
        assert str(found.value) == sense_value and c
        (D,) = sweep.traced.values_at(asked, found.point, len(order)).values()
        instance = Instance(len(order), dict(zip("ab", pair(order), strict=True)), {"D": D})
        assert Definitions(REGISTRY).decide(sweep.metric, sweep.statement, instance).code == FAILS


def test_points_of_the_plane_are_values_of_the_definitions_where_the_entries_sum_to_one():
    sweep = reading("deck")
    points = {tuple(map(Fraction, p)) for n in (2, 3) for p in sweep.chunk(n, (), {})["points"]}
    seen = set()
    for n in (2, 3):
        for _, rows, f, k in on_grid("deck", n):
            for row, x, y in zip(rows.tolist(), k.tolist(), f.tolist(), strict=True):
                if sum(row):
                    seen.add((Fraction(x, sum(row)), Fraction(y, sum(row))))
    assert points and points <= seen


# --- fixed parameters ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["one", "next", "local", "zero"])
def test_the_general_distances_at_unit_weights_are_those_of_the_similarities(variant):
    general = swept(
        metric=f"footrule-general[{variant}]", other="kendall-general", fixed=(("w", "unit"), ("delta", "unit")), by=()
    )
    plain = reading("deck", by=())
    for n in (2, 3, 4):
        for order in orders(n):
            here, there = general.goal(order), plain.goal(order)
            if variant == "zero" and any(x == k for k, x in enumerate(order, 1)):
                continue  # what stays in place pays nothing in this convention
            assert here.numerator == there.numerator and here.denominator == there.denominator


def test_fixed_parameters_weigh_as_the_definition_says():
    sweep = swept(
        metric="footrule-general[one]",
        other="kendall-general",
        fixed=(("w", "unit"), ("delta", "geometric-1/2")),
        by=(),
    )
    rows = pseudometrics(3)
    for order in orders(3):
        asked, (a, b) = sweep.goal(order), pair(order)
        for row in rows[::9].tolist():
            D = similarity(3, row)
            values = sweep.fixed(3)
            point = {CONSTANT: rational(1), **dict(enumerate(map(rational, row)))}
            assert asked.numerator.at(point) == rational(sweep.metric(a, b, D=D, **values))


# --- what has no extreme, no value, or no ratio ---------------------------------------------------------------------


def test_a_ratio_without_an_upper_bound_is_said_to_have_none_with_a_point_that_shows_it():
    def everything(a, b, D):
        """the sum of all entries"""
        return entries_sum(a, D)

    sweep = swept(mine(everything), by=())
    found = sweep.chunk(3, (), {})
    shown = {tuple(order): [Fraction(x) for x in point] for order, point in found["unbounded"]["sup"]}
    assert set(shown) == {(1, 2, 3), (1, 3, 2), (2, 1, 3)}  # where two entries are 0, the third is
    definitions = Definitions(sweep.registry)
    for order, point in shown.items():
        a, b = pair(order)
        D = sweep.traced.coordinates.values([rational(x) for x in point], 3)["D"]
        assert definitions.value(sweep.metric, a, b, {"D": D}) > 0
        assert definitions.value(sweep.registry.metric(OTHER), a, b, {"D": D}) == 0
    assert found["best"]["inf"][0] == "1"


def test_constants_on_both_sides_have_extremes_too():
    from axiomatrix import metric

    def one_more(a, b, D):
        """1 + K_D"""
        return 1 + kendall_similarity(a, b, D)

    def two_more(a, b, D):
        """2 + K_D"""
        return 2 + kendall_similarity(a, b, D)

    from faulty import SIMILARITIES

    registry = mine(one_more)
    metric("two-more", registry=registry, parameters=SIMILARITIES)(two_more)
    found = swept(registry, other="two-more", by=()).chunk(2, (), {})
    assert {s: v for s, (v, _) in found["best"].items()} == {"inf": "1/2", "sup": "-1"}


def test_a_bound_that_needs_the_triangle_inequality_and_a_sign_is_found():
    def across(a, b, D):
        """K_D, but at (p q z) -> (q p z) |D_pz - D_qz|"""
        if a.n == 3 and [b[x] for x in a.order] == [2, 1, 3]:
            p, q, z = a.order
            return abs(D[p, z] - D[q, z])
        return kendall_similarity(a, b, D)

    found = swept(mine(across), by=()).chunk(3, (2, 1), {})
    assert not found["undecided"] and not found.get("unbounded")
    assert {s: v for s, (v, _) in found["best"].items()} == {"inf": "0", "sup": "-1"}


def test_an_absolute_value_that_has_one_sign_on_all_metrics_does_no_harm():
    def one_sign(a, b, D):
        """10 K_D - |D_pq - 2 D_pz - 2 D_qz|, for three items"""
        if a.n != 3:
            return kendall_similarity(a, b, D)
        p, q, z = a.order
        return 10 * kendall_similarity(a, b, D) - abs(D[p, q] - 2 * D[p, z] - 2 * D[q, z])

    def resolved(a, b, D):
        """the same without the absolute value"""
        if a.n != 3:
            return kendall_similarity(a, b, D)
        p, q, z = a.order
        return 10 * kendall_similarity(a, b, D) - (2 * D[p, z] + 2 * D[q, z] - D[p, q])

    found, expected = (swept(mine(d), by=()).chunk(3, (), {}) for d in (one_sign, resolved))
    for key in ("best", "undecided"):
        assert found[key] == expected[key]
    unbounded = [{s: [order for order, _ in shown] for s, shown in f["unbounded"].items()} for f in (found, expected)]
    assert unbounded[0] == unbounded[1]


def test_where_the_definition_has_no_value_nothing_is_asked():
    def from_two(a, b, D):
        """K_D, for two items or more"""
        if a.n < 2:
            raise Undefined("too few items")
        return kendall_similarity(a, b, D)

    sweep = swept(mine(from_two))
    assert sweep.chunk(1, (), {})["classes"] == 0
    assert sweep.chunk(2, (), {})["best"]["inf"][0] == "1"


def test_a_named_value_that_there_is_not_is_refused():
    for fixed in ((("w", "unit"), ("delta", "nothing")), (("w", "geometric-1/2"), ("delta", "unit"))):
        with pytest.raises(ValueError, match="is not a value of"):
            swept(metric="footrule-general[one]", other="kendall-general", fixed=fixed)


def test_the_conjecture_of_the_deck_holds_up_to_five_items_and_fails_at_six():
    """What an earlier, independent computation found; the grid above goes to five."""
    sweep = reading("deck")
    assert [str(best["inf"]) for best, _ in extremes(sweep, 5)[1:]] == ["2", "1", "1", "1"]
    found = sweep.chunk(6, (6, 3, 2), {"inf": "1"})
    assert found["rankings"] == 6
    unreduced = reading("deck", by=()).chunk(6, (6, 3, 2), {})
    assert unreduced["best"]["inf"] == ["6/7", [6, 3, 2, 5, 4, 1]]
