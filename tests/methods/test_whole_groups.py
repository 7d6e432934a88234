"""Invariance is decided on generators only where every value exists; else on the whole group."""

from __future__ import annotations

from dataclasses import fields, replace
from math import factorial
from types import FunctionType
from typing import Any

import pytest

from axiomatrix import axiom, axioms, metric, relation, spaces
from axiomatrix.catalogue.axioms import metric_space
from axiomatrix.engine.check import check
from axiomatrix.evidence.instance import Definitions
from axiomatrix.methods.enumeration import StatementSweep
from axiomatrix.methods.instances import generators_first
from axiomatrix.methods.table import tables_for
from axiomatrix.model.axiom import Axiom
from axiomatrix.model.promises import keeps_promise
from axiomatrix.model.registry import REGISTRY, Registry
from axiomatrix.numbers.exact import Undefined
from axiomatrix.values.rankings import Ranking, Relabelling


def cell(statement: Any, definition: Any, profile: str = "quick", **options: Any) -> Any:
    """The cell of a metric of one's own for a statement that it declares; ``axiom`` may be one of one's own too."""
    registry = Registry(REGISTRY)
    if statement.axiom.id not in registry.axioms:
        registry.add_axiom(statement.axiom)
    mine = metric("mine", holds=[statement], registry=registry, **{"kind": "distance", **options})(definition)
    (found,) = check(mine, axioms=[statement.axiom.id], profile=profile, use_pins=False, registry=registry)
    return found


def names_matter(a: Any, b: Any) -> Any:
    """No value where item 2 leads, so that no exchange of neighbours takes item 1 from the lead to item 3."""
    if a.order[0] == 2 or b.order[0] == 2:
        raise Undefined("item 2 leads")
    return 1 if a.order[0] == 1 else 2


def places_matter(a: Any, b: Any) -> Any:
    """Likewise with places: no value where item 1 stands second, another value where it leads than where it is last."""
    if a[1] == 2 or b[1] == 2:
        raise Undefined("item 1 stands second")
    return 1 if a[1] == 1 else 2


def test_a_metric_whose_generators_say_nothing_is_not_right_invariant() -> None:
    found = cell(axioms.right_invariance(), names_matter)
    assert found.evidence.verdict == "refuted" and found.evidence.method == "enumeration"
    witness = found.evidence.witness
    assert witness.n == 3 and witness.smallest
    pi = spaces.relabelling.decode(witness.instance["pi"])
    a = spaces.ranking.decode(witness.instance["a"])
    assert {a.order[0], a.renamed(pi).order[0]} == {1, 3}


def test_a_metric_whose_generators_say_nothing_is_not_left_invariant() -> None:
    found = cell(axioms.left_invariance(), places_matter)
    assert found.evidence.verdict == "refuted" and found.evidence.method == "enumeration"
    witness = found.evidence.witness
    assert witness.n == 3 and witness.smallest
    a, tau = (spaces.ranking.decode(witness.instance[name]) for name in ("a", "tau"))
    assert {a[1], a.moved(tau)[1]} == {1, 3}


@pytest.mark.parametrize("exact", [True, False])
def test_each_case_of_the_whole_group_is_counted_once(exact: bool) -> None:
    def definition(a: Any, b: Any) -> Any:
        """1, and no value where the two agree"""
        if a == b:
            raise Undefined("they agree")
        return 1 if exact else 1.0

    registry = Registry(REGISTRY)
    mine = metric("mine", kind="distance", exact=exact, registry=registry)(definition)
    tables = tables_for(mine, 3, Definitions(registry))[0]
    found = StatementSweep(axioms.right_invariance(), tables).run()["open"]
    assert (found.cases, found.discarded) == (30 * factorial(3), 6 * factorial(3))


def test_a_correlation_of_weak_orders_likewise() -> None:
    def of_first(a: Any, b: Any) -> Any:
        if any(2 in x.buckets[0] for x in (a, b)):
            raise Undefined("item 2 leads")
        return 1 if 1 in a.buckets[0] else 0

    both = {"a": spaces.weak_order, "b": spaces.weak_order}
    found = cell(axioms.correlation_invariance(), of_first, kind="similarity", arguments=both)
    assert found.evidence.verdict == "refuted" and found.evidence.method == "enumeration"
    assert found.evidence.witness.n <= 3


@pytest.mark.parametrize("undefined_on", [None, 3])
def test_the_reach_counts_the_generators_or_the_whole_group(undefined_on: int | None) -> None:
    def inversions(a: Any, b: Any) -> Any:
        if len(a) == undefined_on and a == b:
            raise Undefined("they are equal")
        return sum(1 for x, y in a.pairs if b[x] > b[y])

    found = cell(axioms.right_invariance(), inversions)
    (reach,) = [r for r in found.evidence.reach if r.method == "enumeration"]
    assert found.evidence.verdict == "exhausted" and (reach.smallest, reach.largest) == (2, 5)
    generated = {n: (n - 1) * factorial(n) ** 2 for n in range(1, 6)}
    if undefined_on is None:
        assert (reach.cases, reach.discarded) == (sum(generated.values()), 0)
    else:
        whole = factorial(3) * factorial(3) ** 2
        without = factorial(3) * factorial(3)
        assert reach.discarded == without
        assert reach.cases == sum(v for n, v in generated.items() if n != 3) + whole - without


def test_a_size_whose_whole_group_is_too_large_is_not_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("axiomatrix.methods.enumeration.MAX_CASES_IN_ARRAYS", 1000)

    def inversions(a: Any, b: Any) -> Any:
        if len(a) == 4 and a == b:
            raise Undefined("they are equal")
        return sum(1 for x, y in a.pairs if b[x] > b[y])

    found = cell(axioms.right_invariance(), inversions)
    (reach,) = [r for r in found.evidence.reach if r.method == "enumeration"]
    assert reach.largest == 3


def test_what_is_no_invariance_is_asked_of_the_whole_group() -> None:
    over = {"a": spaces.ranking, "pi": spaces.relabelling}

    @axiom("moves-little", over=over, about=("rankings",))
    def moves_little(d: Any, a: Any, pi: Any) -> Any:
        """d(a, a o pi) <= 1"""
        return relation.at_most(d(a, a.renamed(pi)), 1)

    def largest_move(a: Any, b: Any) -> Any:
        return max(abs(a[x] - b[x]) for x in a.items)

    found = cell(moves_little(), largest_move)  # by exchanges of neighbouring labels alone it fails too, at n = 3
    assert found.evidence.verdict == "refuted"

    @axiom("few-fixed", over={"a": spaces.ranking, "tau": spaces.permutation}, about=("rankings",))
    def few_fixed(d: Any, a: Any, tau: Any) -> Any:
        """d(a, tau o a) <= 2, with d the number of items that move: true of exchanges, and of nothing more"""
        return relation.at_most(d(a, a.moved(tau)), 2)

    found = cell(few_fixed(), lambda a, b: sum(a[x] != b[x] for x in a.items))
    assert found.evidence.verdict == "refuted" and found.evidence.witness.n == 3


def test_generators_are_for_statements_about_all() -> None:
    with pytest.raises(ValueError, match="from_generators needs the quantifier 'for all', not 'there is'"):
        axiom("x", over={"pi": spaces.relabelling}, from_generators=True, quantifier="there is")


@pytest.mark.parametrize("n", range(5))
def test_generators_make_up_the_group(n: int) -> None:
    def grown(generators: list[Any], product: Any, one: Any) -> set[Any]:
        known, new = {one}, [one]
        while new:
            new = [y for y in dict.fromkeys(product(x, g) for x in new for g in generators) if y not in known]
            known |= set(new)
        return known

    one = Relabelling({x: x for x in range(1, n + 1)})
    after = lambda f, g: Relabelling({x: f(g(x)) for x in f.mapping})  # noqa: E731  # an argument
    assert grown(list(spaces.relabelling.generators(n)), after, one) == set(spaces.relabelling.enumerate(n))
    moved = grown(list(spaces.permutation.generators(n)), lambda a, g: a.moved(g), Ranking.identity(n))
    assert moved == set(spaces.permutation.enumerate(n))


def test_all_relabellings_are_a_sequence() -> None:
    every = spaces.relabelling.enumerate(3)
    assert len(every) == 6 == len(list(every)) and every[-1] == every[5] and every[1:3] == [every[1], every[2]]
    assert len(spaces.relabelling.enumerate(12)) == factorial(12)
    with pytest.raises(IndexError):
        every[6]


def test_the_first_ranking_is_not_fixed_where_values_are_missing() -> None:
    def far_behind_three(a: Any, b: Any) -> Any:
        """Seen from 1 > 2 > 3 every distance is 1; the two rankings that 3 leads are 5 apart."""
        if 2 in (a.order[0], b.order[0]):
            raise Undefined("item 2 leads")
        return 0 if a == b else 5 if a.order[0] == b.order[0] == 3 else 1

    found = cell(axioms.triangle_inequality(), far_behind_three)
    assert found.evidence.verdict == "refuted" and found.evidence.method == "enumeration"
    assert found.evidence.witness.n == 3


def test_generators_are_enough_for_no_axiom_of_ones_own() -> None:
    """Nobody would have checked that exchanges of neighbours generate what it says."""
    with pytest.raises(ValueError, match="from_generators is reserved for invariances of this package"):

        @axiom("mine", over={"pi": spaces.relabelling}, from_generators=True)
        def mine(d, pi):
            """d, whatever the names"""


# --- which axioms are asked of generators ---


def except_at_one(d: Any, a: Any, b: Any, pi: Any) -> Any:
    """0 = 0, but 1 = 0 at one relabelling that is not an exchange of neighbours"""
    return relation.equal(0, 1 if tuple(pi.mapping.values()) == (3, 1, 2) else 0)


def spoofed() -> Any:
    """The same function in a module that calls itself one of ours."""
    module: dict[str, Any] = {"__name__": "axiomatrix.catalogue.axioms.metric_space", "relation": relation}
    return FunctionType(except_at_one.__code__, module, "except_at_one")


def with_our_names() -> Any:
    """The same function with everything that our module has."""
    return FunctionType(except_at_one.__code__, {**vars(metric_space), "relation": relation})


class Lying(Axiom):
    """An axiom that says that it is one of ours."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(axioms.right_invariance)

    def keeps_promise(self, promise: str) -> bool:
        return True


def lying() -> Axiom:
    mine = replace(axioms.right_invariance, id="mine", says=except_at_one)
    assert keeps_promise(axioms.right_invariance, "from_generators")  # it is known, if a lie were asked for it
    return Lying(**{field.name: getattr(mine, field.name) for field in fields(Axiom)})


GIVEN = {
    "a class of one's own": lying,
    "another function in our axiom": lambda: replace(axioms.right_invariance, id="mine", says=except_at_one),
    "an axiom made by hand": lambda: Axiom(
        "mine", except_at_one, frozenset({"distance"}), axioms.right_invariance.over, "user", from_generators=True
    ),
    "a module of our name": lambda: replace(axioms.right_invariance, id="mine", says=spoofed()),
    "the names of our module": lambda: replace(axioms.right_invariance, id="mine", says=with_our_names()),
}


@pytest.mark.parametrize("name", GIVEN)
def test_an_axiom_of_ones_own_is_asked_of_the_whole_group_however_it_was_made(name: str) -> None:
    mine = GIVEN[name]()
    assert not keeps_promise(mine, "from_generators")
    found = cell(mine(), lambda a, b: int(a != b)).evidence
    assert (found.verdict, found.witness.n, found.witness.smallest) == ("refuted", 3, True)
    named_alike = replace(mine, id="right-invariance")
    assert generators_first(named_alike) == (False,)
    assert generators_first(axioms.right_invariance) == (True, False)


@pytest.mark.parametrize(
    ("promise", "ours"),
    [
        ("from_generators", {"left-invariance", "right-invariance", "correlation-invariance"}),
        ("ignores_parameters", {"generalizes"}),
        ("label_free", {axiom.id for axiom in REGISTRY.axioms.values() if axiom.label_free}),
    ],
)
def test_ours_keep_what_they_promise(promise: str, ours: set[str]) -> None:
    assert {axiom.id for axiom in REGISTRY.axioms.values() if keeps_promise(axiom, promise)} == ours


# --- other promises of an axiom of one's own ---


def test_an_axiom_that_calls_itself_free_of_labels_is_asked_of_every_first_ranking() -> None:
    @axiom("triangle-unless-three-leads", over=dict.fromkeys("abc", spaces.ranking), label_free=True)
    def mine(d: Any, a: Any, b: Any, c: Any) -> Any:
        """d(a, c) <= d(a, b) + d(b, c), but d(a, c) <= 0 where item 3 leads a"""
        return relation.at_most(d(a, c), 0 if a.order[0] == 3 else d(a, b) + d(b, c))

    found = cell(mine(), lambda a, b: int(a != b)).evidence
    assert (found.verdict, found.witness.n, found.witness.smallest) == ("refuted", 3, True)


def test_an_axiom_that_says_it_ignores_parameters_is_asked_of_every_value() -> None:
    @axiom("little-at-one", over=dict.fromkeys("ab", spaces.ranking), ignores_parameters=True)
    def mine(d: Any, a: Any, b: Any) -> Any:
        """d(a, b) <= d(a, b; w = 1)"""
        return relation.at_most(d(a, b), d.with_(w=1)(a, b))

    def weighted(a: Any, b: Any, w: Any) -> Any:
        return sum(w[x] for x, y in a.pairs if b[x] > b[y])

    found = cell(mine(), weighted, parameters={"w": spaces.element_weights()}).evidence
    assert (found.verdict, found.method, found.witness.n) == ("refuted", "enumeration", 2)


def test_a_grid_of_parameters_has_a_limit_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four rankings of four items under a grid of weights: of three items it is enumerated, of four it is too many."""
    weighted = axioms.scale_free_normalised("w")
    definition, space = REGISTRY.metric("kendall-element").definition, {"w": spaces.element_weights()}
    asked = cell(weighted, definition, "default", parameters=space)
    monkeypatch.setattr("axiomatrix.methods.enumeration.MAX_CASES_IN_LANES", 100_000)
    limited = cell(weighted, definition, "default", parameters=space)
    largest = [next(r.largest for r in found.evidence.reach if r.method == "enumeration") for found in (asked, limited)]
    assert largest == [4, 3]
