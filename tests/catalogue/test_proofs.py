"""The steps of the proofs can fail: every proof is refused for a metric that is not the one it is about."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from handwritten import PLANTED, Planted
from share import share

from axiomatrix import Ranking, axioms
from axiomatrix.catalogue import load_catalogue
from axiomatrix.catalogue.proofs import PROOFS, Proof, charging, cuts, general, high_items, levels, proof_of
from axiomatrix.catalogue.proofs.evaluating import same, with_atoms_resolved
from axiomatrix.catalogue.proofs.exchange import exchange
from axiomatrix.catalogue.proofs.partial_order import Order
from axiomatrix.catalogue.proofs.proof import FIRST_RANKINGS, Step
from axiomatrix.model.metric import Metric
from axiomatrix.model.registry import Registry
from axiomatrix.numbers.polynomials import Polynomial, never_negative
from axiomatrix.numbers.ring import Ring
from axiomatrix.spaces import SimilaritySpace
from axiomatrix.spaces.lists import JudgedLists
from axiomatrix.spaces.scalars import Numbers

REGISTRY = load_catalogue()
SIZE = 3


def mutated(row: str, change: Any) -> Registry:
    """The catalogue with another definition in that row: ``change`` of the value, the rankings and the parameters."""
    made = Registry(REGISTRY)
    original = REGISTRY.metric(row)

    def definition(a: Any, b: Any, **parameters: Any) -> Any:
        """Not what it says it is"""
        return change(original.definition(a, b, **parameters), a, b, parameters)

    made.metrics[row] = replace(original, definition=definition)
    return made


def entry(parameters: Any) -> Any:
    """An entry of a parameter, or 1: something to add that has not the degree of the value."""
    return next((e for p in parameters.values() if hasattr(p, "entries") for e in p.entries.values()), 1)


def is_last(a: Ranking, b: Ranking) -> bool:
    """A rare case: three items, the second ranking (2, 3, 1)."""
    return b.order == (2, 3, 1) and a.order == (1, 2, 3)


def added(value: Any, a: Any, b: Any, parameters: Any) -> Any:
    return value + entry(parameters) ** 3 if is_last(a, b) else value


def one_more(value: Any, a: Any, b: Any, parameters: Any) -> Any:
    return value + 1 if is_last(a, b) else value


def always_one_more(value: Any, a: Any, b: Any, parameters: Any) -> Any:
    return value + 1


def negated(value: Any, a: Any, b: Any, parameters: Any) -> Any:
    return -value


def tripled(value: Any, a: Any, b: Any, parameters: Any) -> Any:
    return 4 * value


def refuses(value: Any, a: Any, b: Any, parameters: Any) -> Any:
    raise RuntimeError("no disc left")


CHANGES = (added, one_more, always_one_more, negated, tripled, refuses)


WITH_SYMBOLS = [proof for proof in PROOFS if proof.instances == FIRST_RANKINGS]


@pytest.mark.parametrize("proof", share(WITH_SYMBOLS, 3), ids=lambda proof: proof.id)
def test_proof_holds_for_the_catalogue_and_fails_for_a_mutant(proof: Proof) -> None:
    assert proof.failure(REGISTRY, SIZE) is None
    missed = [change.__name__ for change in CHANGES if proof.failure(mutated(proof.metric, change), SIZE) is None]
    allowed = {
        "scale-free": {"negated", "tripled"},  # multiples are homogeneous as well
        "free-swap": {"one_more", "always_one_more", "negated", "tripled"},
        "upper-bound": {"negated", "added", "one_more"},  # bounds may have slack
        "lower-bound": set[str](),
        "rotations": set(),
        "generalizes": set(),
        "subdivision": set(),
    }
    if proof.metric == "footrule-similarity[passed]" and proof.id.startswith("lower-bound"):
        # the argument is that it is not less than le: what is added to it does no harm
        allowed["lower-bound"] = {"added", "one_more", "always_one_more", "tripled"}
    kind = next((kind for kind in allowed if proof.id.startswith(kind)), None)
    if kind is None:  # the axioms of a metric space: multiples of a metric are metrics
        assert set(missed) <= {"tripled"}
    else:
        assert set(missed) <= allowed[kind]
    assert "refuses" not in missed


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: f"{p.row}: {p.name}")
def test_no_statement_that_a_planted_bug_breaks_keeps_its_proof(planted: Planted) -> None:
    """The bug's axiom is refuted for the mutant, so that its proof must be refused."""
    wanted = planted.axiom.removesuffix(" on the closure")
    for proof in PROOFS:
        if proof.metric == planted.row and proof.statement.id == wanted:
            assert proof.failure(planted.registry, planted.n or SIZE) is not None


def test_a_wrong_counterpart_fails_the_bound_too() -> None:
    """K larger than it is: the lower bound of F against it must not be said to hold."""
    for other, row in (
        ("kendall", "footrule"),
        ("kendall-element", "footrule-element"),
        ("kendall-similarity", "footrule-similarity[le]"),
    ):
        proof = proof_of(row, axioms.lower_bound(other, 1))
        assert proof is not None
        assert proof.failure(mutated(other, tripled), SIZE) is not None


def test_the_exchange_argument_fails_for_the_deck_reading() -> None:
    """Its steps name what each reading loses; in the place of le, the printed formula does not lose that."""
    made = Registry(REGISTRY)
    deck = REGISTRY.metric("footrule-similarity[deck]")
    made.metrics["footrule-similarity[le]"] = replace(deck, variant="le")
    proof = proof_of("footrule-similarity[le]", axioms.lower_bound("kendall-similarity", 1))
    assert proof is not None
    found = proof.failure(made, SIZE)
    assert found is not None
    assert "loses" in found


def test_triangle_steps_fail_for_the_readings_whose_triangle_inequality_fails() -> None:
    proof = proof_of("footrule-similarity[deck]", axioms.triangle_inequality())
    assert proof is not None
    for reading in ("le", "lt", "passed"):
        made = Registry(REGISTRY)
        wrong: Metric = REGISTRY.metric(f"footrule-similarity[{reading}]")
        made.metrics[proof.metric] = replace(wrong, variant="deck")
        assert proof.failure(made, SIZE) is not None


def test_nothing_is_proved_of_what_the_tool_refutes() -> None:
    for row in ("footrule-similarity[le]", "footrule-similarity[lt]", "footrule-similarity[passed]"):
        assert proof_of(row, axioms.triangle_inequality()) is None
    assert proof_of("footrule-similarity[deck]", axioms.lower_bound("kendall-similarity", 1)) is None
    assert proof_of("footrule-similarity[passed]", axioms.upper_bound("kendall-similarity", 3)) is None


def test_every_proof_is_about_a_row_and_a_statement_that_is_asked_of_it() -> None:
    for proof in PROOFS:
        metric = REGISTRY.metrics[proof.metric]
        assert proof.statement.not_applicable(metric) is None
        assert proof.steps
        assert proof.argued or proof.family is not None
        assert proof_of(proof.metric, proof.statement) is proof
    assert len({proof.id for proof in PROOFS}) == len(PROOFS)


def test_a_proof_on_the_closed_space_holds_on_both_and_one_on_the_open_space_does_not() -> None:
    closed = proof_of("kendall-element", axioms.triangle_inequality(), "closed")
    assert closed is proof_of("kendall-element", axioms.triangle_inequality(), "open")
    harmonic = "kendall-element-mean[harmonic]"
    assert proof_of(harmonic, axioms.triangle_inequality(), "open") is not None
    assert proof_of(harmonic, axioms.triangle_inequality(), "closed") is None


def test_a_proof_is_about_the_catalogue_and_not_about_another_definition_of_the_same_name() -> None:
    proof = proof_of("footrule-element", axioms.lower_bound("kendall-element", 1))
    assert proof is not None
    assert proof.is_about(REGISTRY)
    assert proof.is_about(Registry(REGISTRY))
    assert proof.is_about(mutated("cayley", tripled))
    for row in ("footrule-element", "kendall-element"):
        assert not proof.is_about(mutated(row, refuses))


def test_a_proof_is_not_about_other_values_of_the_parameters() -> None:
    proof = proof_of("footrule-similarity[le]", axioms.lower_bound("kendall-similarity", 1))
    assert proof is not None

    class Wider(SimilaritySpace):
        """Not only metrics."""

    for row in ("footrule-similarity[le]", "kendall-similarity"):
        made = Registry(REGISTRY)
        made.metrics[row] = replace(REGISTRY.metric(row), parameters={"D": Wider(positive=False)})
        assert not proof.is_about(made)


@pytest.mark.parametrize(
    ("row", "changed"),
    [
        ("rbp[gains]", {"parameters": {"p": Numbers("persistences in (0, 1)", ["1/2", "1/4", "4/5"], 0, None)}}),
        ("ndcg[linear]", {"arguments": {"x": JudgedLists("lists graded 0..2", (0, 1, 2, -5), missing=(1, 2), most=1)}}),
    ],
)
def test_a_proof_is_not_about_a_space_that_only_has_the_name_of_ours(row: str, changed: dict[str, Any]) -> None:
    proof, ours = proof_of(row, axioms.range_zero_one()), REGISTRY.metric(row)
    assert proof is not None
    known = {name: space.name for name, space in {**ours.parameters, **ours.arguments}.items()}
    for spaces in changed.values():
        assert all(known[name] == space.name for name, space in spaces.items())
    made = Registry(REGISTRY)
    made.metrics[row] = replace(ours, **changed)
    assert not proof.is_about(made)
    copies = pickle.loads(pickle.dumps((dict(ours.arguments), dict(ours.parameters))))
    made.metrics[row] = replace(ours, arguments=copies[0], parameters=copies[1])
    assert proof.is_about(made)


def test_a_step_that_asks_for_another_row_with_more_items_fails() -> None:
    def step(registry: Registry, n: int) -> list[str]:
        registry.metric("kendall" if n == 1 else "hamming")
        return []

    proof = replace(PROOFS[0], steps=(Step("rows", "they are asked for", step),))
    assert proof.rows(REGISTRY) >= {"kendall"} and "hamming" not in proof.rows(REGISTRY)
    assert proof.failure(REGISTRY, 1) is None
    assert proof.failure(REGISTRY, 2) == (
        "rows, n = 2: LookupError: the steps ask for hamming, which they do not with one item"
    )


def test_a_failing_step_is_named_with_its_size() -> None:
    step = Step("counting", "there are fewer than three items", lambda registry, n: ["three"] if n == 3 else [])
    proof = replace(PROOFS[0], steps=(step,))
    assert proof.failure(REGISTRY, 2) is None
    assert proof.failure(REGISTRY, 4) == "counting, n = 3: three"


def test_there_is_an_exchange_for_every_ranking_but_the_first() -> None:
    a = Ranking.identity(4)
    found = exchange(a, Ranking.from_order((4, 2, 3, 1)))
    assert found is not None
    i, j, between, at_v, at_u, after = found
    assert (i, j, between, at_v, at_u) == (1, 4, [2, 3], 1, 4)
    assert after == a
    assert exchange(a, a) is None


def test_absolute_values_are_bounded_by_their_terms() -> None:
    ring = Ring(["x", "y"])
    x, y = Polynomial.symbol(ring, "x"), Polynomial.symbol(ring, "y")
    value = 3 * x + abs(x - 2 * y)
    assert same(with_atoms_resolved(value), 4 * x + 2 * y)
    assert with_atoms_resolved(5) == 5
    with pytest.raises(ValueError, match="subtracted"):
        with_atoms_resolved(x - abs(x - y))


def test_a_value_with_a_negative_coefficient_is_not_said_to_be_non_negative() -> None:
    ring = Ring(["x", "y"])
    x, y = Polynomial.symbol(ring, "x"), Polynomial.symbol(ring, "y")
    assert never_negative(x * y + abs(x - y))
    assert not never_negative(x - y)
    assert not never_negative(x - abs(x - y))
    assert never_negative(0)
    assert not never_negative(-1)


@pytest.mark.parametrize("proof", [*charging.PROOFS, *levels.PROOFS, *general.PROOFS], ids=lambda proof: proof.id)
@pytest.mark.parametrize("change", [added, negated, tripled])
def test_bounds_fail_if_what_is_bounded_against_is_not_what_it_is(proof: Proof, change: Any) -> None:
    other = next(str(value) for name, value in proof.statement.arguments if name == "other")
    for row in [name for name in REGISTRY.metrics if name.partition("[")[0] == other]:
        if row.partition("[")[2] in ("", proof.metric.partition("[")[2]):
            assert proof.failure(mutated(row, change), SIZE) is not None


@pytest.mark.parametrize("proof", general.PROOFS, ids=lambda proof: proof.id)
def test_the_bound_of_all_weights_needs_that_of_the_similarities(proof: Proof) -> None:
    assert proof.failure(mutated(levels.DECK, added), SIZE) is not None


@pytest.mark.parametrize("reading", ["le", "lt", "passed"])
def test_the_argument_about_the_deck_is_about_no_other_reading(reading: str) -> None:
    made = Registry(REGISTRY)
    made.metrics[levels.DECK] = replace(REGISTRY.metric(f"footrule-similarity[{reading}]"), variant="deck")
    found = levels.PROOFS[0].failure(made, SIZE)
    assert found is not None
    assert found.startswith("below and above, n = ")


@pytest.mark.parametrize("reading", ["deck", "le", "lt"])
def test_no_other_reading_is_taken_for_the_reading_passed(reading: str) -> None:
    made = Registry(REGISTRY)
    made.metrics[charging.PASSED] = replace(REGISTRY.metric(f"footrule-similarity[{reading}]"), variant="passed")
    for proof in charging.PROOFS:
        assert proof.failure(made, SIZE) is not None


def failing_steps(proof: Proof, n: int) -> set[str]:
    """The names of the steps that fail with at most n items."""
    return {step.name for step in proof.steps if replace(proof, steps=(step,)).failure(REGISTRY, n) is not None}


@pytest.mark.parametrize("proof", charging.PROOFS, ids=lambda proof: proof.id)
def test_the_charging_argument_fails_if_it_is_changed(proof: Proof, monkeypatch: pytest.MonkeyPatch) -> None:
    original = charging.assigned
    changes: dict[str, Any] = {
        "nothing assigned": lambda a, b: [],
        "assigned twice": lambda a, b: [found for found in original(a, b) for _ in range(2)],
        "the roles exchanged": lambda a, b: [(x, z, y) for x, y, z in original(a, b)],
        "always the last item": lambda a, b: [(x, y, b.order[0]) for x, y, _ in original(a, b)],
    }
    for name, change in changes.items():
        monkeypatch.setattr(charging, "assigned", change)
        assert "once" in failing_steps(proof, 5), name


def test_the_charging_argument_gives_no_smaller_factor() -> None:
    step = charging._sum(charging.PASSED, 3)
    assert any(step.check(REGISTRY, n) is not None for n in range(1, 5))


def test_four_is_attained_by_the_reading_passed() -> None:
    a, b = Ranking.identity(4), Ranking.from_order((3, 1, 4, 2))
    D = cuts.cut({x: x % 2 == 1 for x in a.items})
    values = [REGISTRY.metric(row).evaluate(a, b, {"D": D}) for row in (charging.PASSED, charging.KENDALL)]
    assert values == [4, 1]


def test_an_item_is_assigned_to_every_pair_that_is_not_inverted() -> None:
    assert charging.assigned(Ranking.identity(3), Ranking.from_order((3, 1, 2))) == [(1, 2, 3)]
    assert charging.assigned(Ranking.identity(3), Ranking.from_order((3, 2, 1))) == []


LEVELS_MUTANTS: dict[str, tuple[str, Any, str]] = {
    "all that is below, not half of it": (
        "halves",
        lambda order, close: [(Fraction(1, order.i(u)), w, u, v) for u, v in close for w in order.below[u]],
        "pairs of one level",
    ),
    "one item instead of half": (
        "halves",
        lambda order, close: [(Fraction(1), order.below[u][0], u, v) for u, v in close],
        "pairs of one level",
    ),
    "G does not increase to level 0": (
        "steps_of_g",
        lambda original=levels.steps_of_g: original() | {0: Fraction(0)},
        "the sum",
    ),
    "pairs of one level are not charged": ("halves", lambda order, close: [], "the sum"),
    "high items are not charged": ("dense", lambda *arguments: high_items.Dense({}, (), ()), "the sum"),
    "the wrong half": (
        "halves",
        lambda order, close: [
            (Fraction(1, order.i(u) - order.i(u) // 2), w, u, v)
            for u, v in close
            for w in order.below[u][order.i(u) // 2 :]
        ],
        "pairs of one level",
    ),
    "too small a constant": ("CONSTANT", 21, "the constant"),
    "high from 16": ("FACTORS", high_items.Uses.of(Fraction(16), high_items.ROOM), "the constant"),
    "too much room": ("FACTORS", high_items.Uses.of(Fraction(32), Fraction(1, 2)), "the constant"),
    "G increases by 3 everywhere": ("steps_of_g", lambda: dict.fromkeys(range(-5, 6), Fraction(3)), "the constant"),
    "G does not increase to the high items": (
        "steps_of_g",
        lambda original=levels.steps_of_g: original() | {levels.TOP: Fraction(0)},
        "the constant",
    ),
    "the number of items below is one too large": ("Order.i", lambda order, x: len(order.below[x]) + 1, "high items"),
    "nothing is charged to what is below and near": (
        "dense",
        lambda *arguments, original=levels.dense: replace(original(*arguments), near={}),
        "high items",
    ),
    "shares are twice what they are": (
        "dense",
        lambda *arguments, original=levels.dense: replace(
            original(*arguments), apart=tuple((2 * m, *rest) for m, *rest in original(*arguments).apart)
        ),
        "high items",
    ),
}


@pytest.mark.parametrize("name", LEVELS_MUTANTS)
def test_the_argument_by_levels_fails_if_it_is_changed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    attribute, value, step = LEVELS_MUTANTS[name]
    target: Any = Order if attribute.startswith("Order.") else levels
    monkeypatch.setattr(target, attribute.removeprefix("Order."), value)
    assert step in failing_steps(levels.PROOFS[0], 4)


def test_the_certificate_stands_where_all_of_the_argument_is_used() -> None:
    order = levels.with_high_items()
    found = levels.dense(order, order.at_least(Fraction(32)), high_items.ROOM)
    assert found.near
    assert found.over
    assert found.apart
    assert levels.fault(order) is None
    assert levels.fault(order.reversed()) is None
    assert levels.dense_fault(order, Fraction(32), high_items.ROOM) is None
    assert levels.fault(Order.of(Ranking.identity(60), Ranking.identity(60).reversed())) is None


@pytest.mark.parametrize(
    "factors",
    [
        high_items.Uses(levels.FACTORS.alpha, levels.FACTORS.mean / 3, levels.FACTORS.beta),
        high_items.Uses(4 * levels.FACTORS.alpha, levels.FACTORS.mean, levels.FACTORS.beta),
        high_items.Uses(Fraction(0), levels.FACTORS.mean, levels.FACTORS.beta),
    ],
)
def test_the_certificate_fails_if_high_items_are_not_paid_for(
    factors: high_items.Uses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "FACTORS", factors)
    long = Order.of(Ranking.identity(60), Ranking.identity(60).reversed())
    assert any(levels.fault(order) is not None for order in (levels.with_high_items(), long))


def test_there_is_no_room_for_more_than_half() -> None:
    order = Order.of(Ranking.identity(3), Ranking.from_order((3, 2, 1)))
    with pytest.raises(ValueError, match="have room for 3"):
        levels.dense(
            replace(order, below={**order.below, 2: (1, 1, 1), 3: (2, 1, 2)}), frozenset({2, 3}), Fraction(2, 3)
        )


@pytest.mark.parametrize("step", cuts.LEMMA.steps, ids=lambda step: step.name)
def test_two_thirds_is_the_infimum_on_cut_metrics(step: Step) -> None:
    assert all(step.check(REGISTRY, n) is None for n in range(1, 5))
    for row in (levels.DECK, levels.KENDALL):
        assert any(step.check(mutated(row, tripled), n) is not None for n in range(1, 5))


def test_the_family_of_cut_metrics_comes_near_to_two_thirds() -> None:
    ratios = [cuts.ratio(REGISTRY, m) for m in range(2, 9)]
    assert ratios == [Fraction(2 * m, 3 * m - 2) for m in range(2, 9)]
    assert ratios[0] == 1 > ratios[1] == Fraction(6, 7)
    assert all(ratio > Fraction(2, 3) for ratio in ratios)


def test_items_are_put_between_where_they_were() -> None:
    a = Ranking.identity(4)
    red = {1: True, 2: False, 3: False, 4: True}
    assert cuts.between(red, a, Ranking.from_order((4, 3, 1, 2)), True).order == (1, 3, 2, 4)
