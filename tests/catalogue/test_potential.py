"""The bound F_D >= 3 K_D / 16: its constants, its charges and its certificates stand, and planted errors do not."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axiomatrix import Ranking
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.proofs import Proof, corners, halves, levels, potential, proof_of
from axiomatrix.catalogue.proofs import potential_certificate as certificates
from axiomatrix.catalogue.proofs.masses import spread
from axiomatrix.catalogue.proofs.partial_order import Order
from axiomatrix.catalogue.proofs.potential_certificate import UpperSide
from axiomatrix.catalogue.proofs.potential_constants import CHOSEN, Constants, ball, charged, faults
from axiomatrix.values.parameters import Similarity

REGISTRY = load_catalogue()
PROOF = potential.PROOFS[0]
LEVEL = CHOSEN.levels[0]


def scaled_weights(factor: Fraction) -> tuple[tuple[Fraction, Fraction], ...]:
    return tuple((b, a * factor) for b, a in CHOSEN.weights)


def with_level(number: int, **changes: Fraction) -> Constants:
    chosen = list(CHOSEN.levels)
    chosen[number] = replace(chosen[number], **changes)
    return replace(CHOSEN, levels=tuple(chosen))


WRONG: dict[str, tuple[Constants, str]] = {
    "c too small": (replace(CHOSEN, bound=Fraction(53, 10)), "f reaches"),
    "R too large": (replace(CHOSEN, high=Fraction(20)), "f reaches"),
    "R too small": (replace(CHOSEN, high=Fraction(7)), "(H)"),
    "Q too large": (replace(CHOSEN, steep=Fraction(8)), "(H)"),
    "Q close to 1": (replace(CHOSEN, steep=Fraction(2)), "the thresholds"),
    "J below 1": (replace(CHOSEN, jump=Fraction(99, 100)), "J >= 1"),
    "m too small": (replace(CHOSEN, weights=scaled_weights(Fraction(999, 1000))), "integral"),
    "m too large": (replace(CHOSEN, weights=scaled_weights(Fraction(11, 10))), "(M3)"),
    "m all near": (replace(CHOSEN, weights=((Fraction(9, 25), Fraction(25, 9)),)), "(M"),
    "m all far": (replace(CHOSEN, weights=((Fraction(1, 40), Fraction(40)),)), "(M"),
    "m reaches p < 1": (replace(CHOSEN, weights=((Fraction(1, 2), Fraction(2)),)), "1/e"),
    "a threshold too large": (with_level(0, threshold=Fraction(2)), "(H)"),
    "k' too small": (with_level(4, room=Fraction(11, 10)), "(H)"),
    "phi too small": (with_level(4, rise=Fraction(4, 10)), "kappa"),
    "kappa stays below 1": (with_level(4, rise=Fraction(1, 2)), "kappa"),
    "a threshold below 1": (with_level(0, threshold=Fraction(9, 10)), "the thresholds"),
}


def test_the_constants_satisfy_every_inequality() -> None:
    assert faults(CHOSEN) == ()
    assert Fraction(16, 3) == CHOSEN.bound == potential.CONSTANT


@pytest.mark.parametrize("name", WRONG)
def test_wrong_constants_are_refused(name: str) -> None:
    constants, word = WRONG[name]
    assert any(word in fault for fault in faults(constants))


@settings(deadline=None, max_examples=40, derandomize=True)
@given(st.floats(0, 2.2), st.floats(0.5, 4), st.floats(0, 1))
def test_the_cells_bound_t_from_above(s: float, p: float, y: float) -> None:
    """T by a numerical integral, against the balls."""

    def m(x: float) -> float:
        return sum(float(a) for b, a in CHOSEN.weights if x <= b)

    steps = 4000
    integral = sum((1 - t) * m(math.exp(t - p)) for t in (y * (k + 0.5) / steps for k in range(steps))) * y / steps
    value = charged(CHOSEN, arb(s), arb(p), arb(y))
    assert abs(float(value.mid()) - (math.exp(-1 - s) * m(math.exp(-p)) + integral)) < 2e-3


def test_m3_is_worst_at_the_least_s() -> None:
    """The three inequalities as stated, on a grid in all variables: what the docstring reduces them to is enough."""
    for k, quarter in product(range(23 * 23), range(5)):
        s, p = (1 + 0.055 * step for step in divmod(k, 23))
        if p > s:
            continue
        nu = (math.exp(-p) - math.exp(-s)) * quarter / 4
        y = min(1.0, -math.log(1 - nu))
        assert charged(CHOSEN, arb(s), arb(p), arb(y)).lower() <= p + math.log(1 + nu * math.exp(s)) - 1


def test_every_step_holds_and_says_so_with_each_part_in_use() -> None:
    assert PROOF.failure(REGISTRY, 3) is None
    used: dict[str, int] = dict.fromkeys(("over_dense", "over_mid", "over_sparse"), 0)
    groups = set()
    for _, order in potential._long(3):
        for side in certificates.sides(order, CHOSEN):
            groups |= set(side.group.values())
            for name in used:
                used[name] += len(list(getattr(side, name)()))
    assert all(used.values())
    assert len(groups) > 3


blocks = st.lists(st.sampled_from((1, 1, 1, 2, 4, 9, 30)), min_size=3, max_size=10).map(
    lambda sizes: potential.blocks(*sizes)
)
shuffled = st.sampled_from((9, 14, 20)).flatmap(lambda n: st.permutations(range(1, n + 1)))
any_order = shuffled.map(lambda order: Order.of(Ranking.identity(len(order)), Ranking.from_order(order)))
few = settings(deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow])


@few
@given(blocks | any_order)
def test_the_certificate_stands_on_orders_that_the_steps_do_not_have(order: Order) -> None:
    assert certificates.fault(order, CHOSEN) is None
    assert certificates.fault(order.reversed(), CHOSEN) is None


def changed_side(name: str, change: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    original = getattr(UpperSide, name)
    monkeypatch.setattr(UpperSide, name, lambda side: change(list(original(side))))


CHANGED: dict[str, tuple[str, Any, str]] = {
    "mid pairs are not charged": ("over_mid", lambda charges: [], "mid pairs"),
    "mid pairs are charged three times": (
        "over_mid",
        lambda charges: [(3 * m, w, x, y) for m, w, x, y in charges],
        "mid pairs",
    ),
    "one mediator for all": (
        "over_mid",
        lambda charges: [(m, charges[0][1], x, y) for m, w, x, y in charges if len({charges[0][1], x, y}) == 3],
        "mid pairs",
    ),
    "dense items are not charged": ("over_dense", lambda charges: [], "density"),
    "dense items are charged three times": (
        "over_dense",
        lambda charges: [(9 * m, w, x, y) for m, w, x, y in charges],
        "density",
    ),
    "high items are not charged": ("over_sparse", lambda charges: [], "the sum"),
    "high items are charged to one mediator": (
        "over_sparse",
        lambda charges: [(m, charges[0][1], x, y) for m, w, x, y in charges if len({charges[0][1], x, y}) == 3],
        "the sum",
    ),
}


@pytest.mark.parametrize("name", CHANGED)
def test_the_argument_fails_if_its_charges_are_changed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    attribute, change, step = CHANGED[name]
    changed_side(attribute, change, monkeypatch)
    failing = [s.name for s in PROOF.steps if replace(PROOF, steps=(s,)).failure(REGISTRY, 3) is not None]
    assert step in failing


@pytest.mark.parametrize(
    ("name", "constants"),
    [
        ("the sum", replace(CHOSEN, jump=Fraction(0))),
        ("the sum", with_level(4, rise=Fraction(0))),
        ("the sum", replace(CHOSEN, bound=Fraction(4))),
        ("density", with_level(0, rise=Fraction(-1))),
        ("the constants", replace(CHOSEN, bound=Fraction(21, 4))),
    ],
)
def test_wrong_constants_fail_a_step(name: str, constants: Constants, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(potential, "CHOSEN", constants)
    failing = [s.name for s in PROOF.steps if replace(PROOF, steps=(s,)).failure(REGISTRY, 3) is not None]
    assert name in failing


def test_a_flow_exists_only_within_the_bounds() -> None:
    reached: Any = {"u": "xy", "v": "yz"}
    edges = {"u": fmpq(3, 4), "v": fmpq(3, 4)}
    found = spread(reached, edges, fmpq(2, 3))
    assert found is not None
    assert all(sum((m for (u, _), m in found.items() if u == name), fmpq(0)) == 1 for name in reached)
    assert all(sum((m for (_, w), m in found.items() if w == name), fmpq(0)) <= fmpq(2, 3) for name in "xyz")
    assert spread(reached, edges, fmpq(3, 5)) is None
    assert spread(reached, {"u": fmpq(1, 3), "v": fmpq(1)}, fmpq(1)) is None
    crossing: Any = {"u": "xy", "v": "x"}
    assert spread(crossing, dict.fromkeys("uv", fmpq(1)), fmpq(1)) == {("u", "y"): fmpq(1), ("v", "x"): fmpq(1)}


@few
@given(blocks)
def test_density_is_the_maximum_over_all_y(order: Order) -> None:
    side = UpperSide(order, replace(CHOSEN, high=Fraction(2), steep=Fraction(1, 2)))
    for v, below in order.below.items():
        steep = [x for x in below if x in side.steep]
        by_y = [Fraction(sum(order.o(x) <= y for x in steep), y) for y in range(1, len(order.below))]
        assert max(by_y, default=0) == (side.dense[v][0] if v in side.dense else 0)


def test_the_bound_is_about_the_printed_reading_alone() -> None:
    assert proof_of(levels.DECK, PROOF.statement) is PROOF
    for reading in ("le", "lt", "passed"):
        made = type(REGISTRY)(REGISTRY)
        made.metrics[levels.DECK] = replace(REGISTRY.metric(f"footrule-similarity[{reading}]"), variant="deck")
        found = PROOF.failure(made, 3)
        assert found is not None
        assert found.startswith("below and above")


@settings(deadline=None, max_examples=20)
@given(st.lists(st.integers(0, 9).map(fmpq), min_size=2, max_size=8))
def test_reversals_reach_their_bound_for_no_line(places: list[fmpq]) -> None:
    n, a = len(places), Ranking.identity(len(places))
    D = Similarity({(x, y): abs(places[x - 1] - places[y - 1]) for x, y in combinations(range(1, n + 1), 2)})
    values = [REGISTRY.metric(row).evaluate(a, a.reversed(), {"D": D}) for row in (levels.DECK, levels.KENDALL)]
    assert halves.factor(n) * Fraction(str(values[0])) >= Fraction(str(values[1]))


def test_the_factor_of_reversals_is_one_up_to_five_items() -> None:
    assert [halves.factor(n) for n in (2, 3, 4, 5, 6)] == [1, 1, 1, 1, Fraction(7, 6)]


def test_a_smaller_factor_for_reversals_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halves, "factor", lambda n: Fraction(9, 10))
    assert halves.LEMMA.failure(REGISTRY, 2) is not None


@pytest.mark.parametrize("planted", ["always the lower item", "the corners exchanged"])
def test_a_wrong_charge_at_a_corner_is_refused(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original = corners.charged_to
    changes: dict[str, Any] = {
        "always the lower item": lambda D, a, b, pair, first: pair[0],
        "the corners exchanged": lambda D, a, b, pair, first: original(D, b, a, pair[::-1], first) and pair[0],
    }
    monkeypatch.setattr(corners, "charged_to", changes[planted])
    assert corners.LEMMA.failure(REGISTRY, 4) is not None


def test_the_pairs_bad_at_both_corners_have_at_most_the_rest() -> None:
    for order in permutations(range(1, 5)):
        a, b = Ranking.identity(4), Ranking.from_order(order)
        D = Similarity({pair: fmpq(1) for pair in ((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))})
        bad = corners.bad_at_both(D, a, b)
        values = [REGISTRY.metric(row).evaluate(a, b, {"D": D}) for row in (levels.DECK, levels.KENDALL)]
        assert values[1] - sum((D[pair] for pair in bad), fmpq(0)) <= 2 * values[0]


def test_the_proof_is_asked_about_its_row() -> None:
    assert isinstance(PROOF, Proof) and PROOF.is_about(REGISTRY)
    assert ball(Fraction(1, 3)).contains(arb(1) / 3)


def test_the_open_step_of_kv5_survives_metrics_with_entries_one_and_two() -> None:
    """Every such D is a metric. All of four items, and some of six and seven with pairs bad at both corners."""
    drawn = random.Random(5)
    cases = [(order, values) for order in permutations(range(1, 5)) for values in product((1, 2), repeat=6)]
    for n in (6, 7) * 60:
        values = tuple(drawn.choice((1, 2)) for _ in range(n * (n - 1) // 2))
        cases.append((tuple(drawn.sample(range(1, n + 1), n)), values))
    bad_pairs = 0
    for order, values in cases:
        a, b = Ranking.identity(len(order)), Ranking.from_order(order)
        D = Similarity(dict(zip(combinations(range(1, len(order) + 1), 2), map(fmpq, values), strict=True)))
        bad = corners.bad_at_both(D, a, b)
        bad_pairs += len(bad)
        assert sum((D[pair] for pair in bad), fmpq(0)) <= REGISTRY.metric(levels.DECK).evaluate(a, b, {"D": D})
    assert bad_pairs
