"""Axioms stay in the declared space: whatever a definition is given belongs to the spaces that its metric declares.

Each space here admits some values alone. Its definitions refuse all others with an error, as a table of gains or a
fixed length would, so that a case outside the space is a cell that is at fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from axiomatrix import REGISTRY, ElementWeights, Judged, Metric, Ranking, Registry, check, metric, relation, spaces
from axiomatrix.evidence.matrix import Matrix
from axiomatrix.model.axiom import Axiom, axiom
from axiomatrix.numbers.evaluation import is_number
from axiomatrix.numbers.exact import Undefined, Whole
from axiomatrix.spaces import Chooser, JudgedLists, Space

Rule = Callable[[Any, int], bool]


def narrowed(space: Space, is_inside: Rule) -> Space:
    """The part of a space where a rule holds, as a user writes it: listed, drawn and validated."""
    kind: Any = type(space)

    class Narrow(kind):  # type: ignore[misc]  # made from any of them
        complete = False

        def enumerate(self, n: int) -> list[Any]:
            return [value for value in super().enumerate(n) if is_inside(value, n)]

        def draw(self, choose: Chooser, n: int, before: Any = ()) -> Any:
            value = super().draw(choose, n, before)
            if not is_inside(value, n):
                raise Undefined("outside")
            return value

        def near(self, choose: Chooser, value: Any, n: int) -> Any:
            near = super().near(choose, value, n)
            return near if is_inside(near, n) else value

        def validate(self, value: Any, n: int) -> None:
            super().validate(value, n)
            if not is_inside(value, n):
                raise ValueError(f"{value} is outside")

        def closure(self) -> Any:
            return self

    narrow: Space = object.__new__(Narrow)
    vars(narrow).update(vars(space))
    return narrow


def is_small(w: ElementWeights, n: int) -> bool:
    return all(0 < entry <= 2 for entry in w.entries.values())


LISTS: Mapping[str, tuple[Space, Callable[[Any], bool]]] = {
    "two or more": (narrowed(spaces.whole_lists(), lambda x, n: n >= 2), lambda x: len(x) >= 2 and not x.missing),
    "three exactly": (narrowed(spaces.binary_list, lambda x, n: n == 3), lambda x: len(x) == 3),
    "whole": (spaces.whole_lists(2), lambda x: not x.missing and {*x} <= {0, 1, 2}),
    "two grades": (spaces.binary_list, lambda x: {*x.grades, *x.missing} <= {0, 1}),
    "three grades": (spaces.graded_lists(2), lambda x: {*x.grades, *x.missing} <= {0, 1, 2}),
    "gains": (spaces.gain_lists(), lambda x: all(0 <= g <= 1 for g in (*x.grades, *x.missing))),
    "something relevant": (narrowed(spaces.binary_list, lambda x, n: x.R > 0), lambda x: x.R > 0),
    "first is relevant": (
        narrowed(spaces.binary_list, lambda x, n: n > 0 and x[1] > 0),
        lambda x: len(x) > 0 and x[1] > 0,
    ),
    "even": (narrowed(spaces.graded_lists(3), lambda x, n: n % 2 == 0), lambda x: len(x) % 2 == 0),
}
SCORED: Mapping[str, tuple[Space, Callable[[Any], bool]]] = {
    "any scores": (spaces.scored_list, lambda x: {*x.grades, *x.missing} <= {0, 1}),
    "no ties": (
        narrowed(spaces.scored_list, lambda x, n: len({*x.scores}) == n),
        lambda x: len({*x.scores}) == len(x.scores),
    ),
    "four items": (narrowed(spaces.scored_list, lambda x, n: n == 3), lambda x: len(x) == 3),
}
PAIRS: Mapping[str, tuple[Space, Callable[[Any], bool]]] = {
    "rankings of three": (narrowed(spaces.ranking, lambda a, n: n == 3), lambda a: len(a) == 3),
    "first stays": (narrowed(spaces.ranking, lambda a, n: a[1] == 1), lambda a: a[a.items[0]] == 1),
    "no ties": (
        narrowed(spaces.weak_order, lambda a, n: len(a.buckets) == n),
        lambda a: len(a.buckets) == len(a.items),
    ),
    "two levels": (spaces.two_levels, lambda a: len(a.buckets) == 2),
    "few preferences": (
        narrowed(spaces.partial_order, lambda a, n: len(a.preferences) <= 1),
        lambda a: len(a.preferences) <= 1,
    ),
    "top two": (narrowed(spaces.top_list, lambda a, n: n == 2), lambda a: len(a) == 2),
    "of items 1 to 3": (
        narrowed(spaces.top_list_of_any_length, lambda a, n: max(a.order) <= 3),
        lambda a: max(a.order) <= 3,
    ),
    "scores from 0": (
        narrowed(spaces.score_vector, lambda s, n: min(s.values, default=0) >= 0),
        lambda s: min(s.values, default=0) >= 0,
    ),
}


@pytest.fixture
def registry() -> Registry:
    return Registry(REGISTRY)


def checked(made: Metric, registry: Registry) -> Matrix:
    """All axioms, with no cell at fault: a definition was given nothing that it refuses."""
    matrix = check(made, profile="quick", registry=registry)
    assert not [(cell.title, cell.evidence.reason) for cell in matrix.cells if cell.status.is_fault]
    assert made.kind == "loss" or {cell.status.holds for cell in matrix.cells} & {"yes", "no"}  # few are about losses
    return matrix


def refusing(is_inside: Callable[[Any], bool], value: Callable[..., Any]) -> Callable[..., Any]:
    """A definition that ends in an error where an argument is outside."""

    def definition(*arguments: Any, **parameters: Any) -> Any:
        for argument in arguments:
            if not is_inside(argument):
                raise AssertionError(f"given {argument!r}")
        return value(*arguments, **parameters)

    return definition


# --- all axioms of all sorts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("kind", ["score", "loss"])
@pytest.mark.parametrize("has_cut", [True, False])
def test_no_axiom_of_lists_leaves_the_space(name: str, kind: Any, has_cut: bool, registry: Registry) -> None:
    space, is_inside = LISTS[name]
    parameters = {"k": spaces.cut_offs()} if has_cut else {}
    declare = metric("mine", kind=kind, arguments={"x": space}, parameters=parameters, registry=registry)
    checked(declare(refusing(is_inside, lambda x, k=2: x.relevant(k) + sum(x.grades))), registry)


@pytest.mark.parametrize("name", SCORED)
def test_no_axiom_of_scored_lists_leaves_the_space(name: str, registry: Registry) -> None:
    space, is_inside = SCORED[name]
    declare = metric("mine", kind="score", arguments={"x": space}, registry=registry)
    checked(declare(refusing(is_inside, lambda x: x.grades[0] if len(x) else 0)), registry)


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("kind", ["distance", "similarity", "score", "loss"])
def test_no_axiom_of_two_orders_leaves_the_space(name: str, kind: Any, registry: Registry) -> None:
    space, is_inside = PAIRS[name]
    declare = metric("mine", kind=kind, arguments={"a": space, "b": space}, registry=registry)
    made = declare(refusing(is_inside, lambda a, b: int(a != b)))
    matrix = check(made, profile="quick", registry=registry)
    assert not [(cell.title, cell.evidence.reason) for cell in matrix.cells if cell.status.is_fault]


@pytest.mark.parametrize("most", [0, 1])
@pytest.mark.parametrize("relevant", [set, dict])
def test_no_axiom_of_retrieved_ids_leaves_the_space(most: int, relevant: type, registry: Registry) -> None:
    space = spaces.retrieved_ids(relevant=relevant, ids=(str,), most=most)

    def hits(retrieved: Any, relevant: Any) -> int:
        """the first id is relevant"""
        assert most or {*relevant} <= {*retrieved}
        assert {*map(type, retrieved), *map(type, relevant)} <= {str}
        assert relevant is None or not isinstance(relevant, dict) or {*relevant.values()} <= {0, 1}
        return int(retrieved[0] in relevant) if retrieved else 0

    checked(metric("mine", kind="score", arguments={"x": space}, registry=registry)(hits), registry)


def test_no_axiom_of_runs_leaves_the_space(registry: Registry) -> None:
    declare = metric("mine", kind="score", arguments={"run": spaces.runs(spaces.whole_lists())}, registry=registry)
    checked(declare(refusing(lambda run: not any(x.missing for x in run), lambda run: run.lists[0].R)), registry)


# --- parameters --------------------------------------------------------------------------------------------------


def test_weights_that_are_scaled_stay_in_their_space(registry: Registry) -> None:
    space: Any = narrowed(spaces.element_weights(), is_small)
    seen: list[Any] = []

    def weighed(a: Ranking, b: Ranking, w: ElementWeights) -> Any:
        """d(a, b) = sum of w over items that moved"""
        seen.append([w[x] for x in a.items])
        return sum(w[x] for x in a.items if a[x] != b[x])

    holds = ["scale-free(parameter=w, degree=1)", "right-invariance", "richness(parameter=w)"]
    made = metric("mine", parameters={"w": space}, holds=holds, registry=registry)(weighed)
    checked(made, registry)
    numbers = [entry for entries in seen for entry in entries if is_number(entry)]
    assert len(numbers) > 100
    assert not [entry for entry in numbers if not 0 < entry <= 2]


@pytest.mark.parametrize("allowed", [{1}, {1, 2}])
def test_a_cut_off_stays_among_those_that_are_declared(allowed: set[int], registry: Registry) -> None:
    space: Any = narrowed(spaces.cut_offs(), lambda k, n: k in allowed)

    def first(x: Judged, k: Any) -> Any:
        """the relevant ones of the first k"""
        assert k in allowed
        return x.relevant(k)

    options: dict[str, Any] = {"kind": "score", "arguments": {"x": spaces.binary_list}, "parameters": {"k": space}}
    matrix = checked(metric("mine", registry=registry, **options)(first), registry)
    cell = matrix.cell("mine", "monotone-in-cut-off")
    if allowed == {1}:
        assert cell.evidence.verdict == "not applicable"
        assert "outside the declared space" in cell.evidence.reason
    else:
        assert cell.status.holds == "yes"


# --- what becomes of a case outside ------------------------------------------------------------------------------


def longer(space: Space, registry: Registry, **options: Any) -> Any:
    """An axiom of a user that asks for a list with one more item, and its cell for a metric over the space."""

    @axiom("longer", over={"x": spaces.own}, kinds=("score",), about=("judged lists",), **options)
    def longer(m: Any, x: Any) -> Any:
        """m(x 0) = m(x)"""
        return relation.equal(m(x.extended(0)), m(x))

    made = metric("mine", kind="score", arguments={"x": space}, registry=registry)(lambda x: x.relevant())
    return check(made, axioms=[longer], profile="quick", registry=registry).cell("mine", "longer").evidence


def test_an_axiom_that_always_leaves_the_space_is_not_applicable_and_says_why(registry: Registry) -> None:
    found = longer(narrowed(spaces.binary_list, lambda x, n: n == 2), registry)
    assert (found.verdict, found.reach, found.witness) == ("not applicable", (), None)
    assert "x = Judged.of([0, 0, 0]), outside the declared space" in found.reason


def test_a_case_that_leaves_the_space_is_discarded_and_counted(registry: Registry) -> None:
    found = longer(narrowed(spaces.binary_list, lambda x, n: n <= 2), registry)
    assert found.verdict == "searched"
    assert all(reach.cases and reach.discarded for reach in found.reach if reach.method == "enumeration")


def test_the_domain_is_no_question_of_being_defined(registry: Registry) -> None:
    @axiom("emptied", over={"x": spaces.own}, kinds=("score",), about=("judged lists",))
    def emptied(m: Any, x: Any) -> Any:
        """m() is defined"""
        return relation.equal(int(m.is_defined(Judged(()))), 1)

    space = narrowed(spaces.whole_lists(), lambda x, n: n >= 2)
    made = metric("mine", kind="score", arguments={"x": space}, registry=registry)(lambda x: x.relevant())
    (cell,) = check(made, axioms=[emptied], profile="quick", registry=registry).cells
    assert cell.evidence.verdict == "not applicable"


# --- direct calls ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "inside", "outside"),
    [
        (spaces.binary_list, [1, 0], [2, 0]),
        (spaces.binary_list, Judged.of([1], [0, 0, 0, 1]), Judged.of([1], [2])),
        (spaces.graded_lists(2), [2, 0], [3]),
        (spaces.whole_lists(), [1], Judged.of([1], [1])),
        (spaces.gain_lists(), ["1/3"], ["4/3"]),
        (narrowed(spaces.binary_list, lambda x, n: n >= 2), [1, 0], [1]),
        (spaces.signed_lists(), [-1], [-2]),
    ],
)
def test_a_direct_call_admits_what_the_space_has(space: JudgedLists, inside: Any, outside: Any) -> None:
    made = metric("mine", kind="score", arguments={"x": space}, registry=Registry())(lambda x: len(x))
    assert made(inside) == len(inside)
    with pytest.raises(ValueError, match="mine: x: "):
        made(outside)
    whole = metric("any", kind="score", arguments={"x": space}, any_grade=True, registry=Registry())(lambda x: len(x))
    assert whole(inside) == len(inside)


def test_any_grade_is_declared(registry: Registry) -> None:
    options: dict[str, Any] = {"kind": "score", "arguments": {"x": spaces.binary_list}, "registry": registry}
    wide = metric("wide", any_grade=True, **options)(lambda x: x.relevant())
    assert wide([3, "1/2", -1]) == 2
    narrow = metric("narrow", **options)(lambda x: x.relevant())
    cells = {made.name: check(made, axioms=["ignores-levels"], profile="quick", registry=registry).cells[0]
             for made in (wide, narrow)}  # fmt: skip
    assert cells["wide"].status.holds == "yes"
    assert cells["narrow"].evidence.verdict == "not applicable"


@pytest.mark.parametrize("items", ["ab", [7, 9]])
def test_the_names_of_items_do_not_matter_in_a_direct_call(items: Any) -> None:
    space = narrowed(spaces.ranking, lambda a, n: n == 2)
    made = metric("mine", arguments={"a": space, "b": space}, registry=Registry())(lambda a, b: len(a))
    assert made(Ranking.from_order(items), Ranking.from_order(items[::-1])) == 2
    with pytest.raises(ValueError, match="mine: a: "):
        made(Ranking.from_order([1, 2, 3]), Ranking.from_order([1, 2, 3]))


# --- the catalogue -----------------------------------------------------------------------------------------------


def test_every_axiom_is_asked_of_some_narrow_space() -> None:
    sorts = {space.sort for group in (LISTS, SCORED, PAIRS) for space, _ in group.values()}
    sorts |= {"runs", "retrieved ids", "proposed rankings"}
    left: list[Axiom] = [known for known in REGISTRY.axioms.values() if not any(map(known.is_about_sort, sorts))]
    assert not [known.id for known in left if known.group != "user"]


class Committees(Space):
    """Sets of some of the candidates 1..n, or their bits: values that do not tell of how many items they are."""

    sort = "committees"
    complete = True

    def __init__(self, written: Callable[[frozenset[int]], Any]) -> None:
        self.name = f"committees as {written.__name__}"  # type: ignore[misc]  # an instance has its own
        self.written = written

    def enumerate(self, n: int) -> list[Any]:
        chosen = (frozenset(k + 1 for k in range(n) if bits >> k & 1) for bits in range(2**n))
        return sorted(map(self.written, chosen), key=repr)

    def draw(self, choose: Chooser, n: int, before: Any = ()) -> Any:
        return self.written(frozenset(k for k in range(1, n + 1) if choose.integer(0, 1)))

    def validate(self, value: Any, n: int) -> None:
        if value not in self.enumerate(n):
            raise ValueError(f"{value!r} is no committee of {n}")

    def convert(self, value: Any) -> Any:
        return value

    def encode(self, value: Any) -> Any:
        return repr(value)


def as_bits(committee: frozenset[int]) -> int:
    return sum(1 << k for k in committee)


@pytest.mark.parametrize("written", [frozenset, as_bits])
def test_values_that_do_not_tell_their_size_are_in_their_space(written: Any, registry: Registry) -> None:
    space = Committees(written)

    @axiom("triangle-of-committees", about=["committees"], over={"a": space, "b": space, "c": space})
    def triangle(d: Any, a: Any, b: Any, c: Any) -> Any:
        """d(a, c) <= d(a, b) + d(b, c)"""
        return relation.at_most(d(a, c), d(a, b) + d(b, c))

    @metric("far-apart", arguments={"a": space, "b": space}, holds=[triangle], registry=registry)
    def far_apart(a: Any, b: Any) -> Any:
        """1 between two of one candidate each, and 1/3 between others, 0 to itself"""
        alone = {written(frozenset({k})) for k in range(1, 9)}
        return Whole(0) if a == b else Whole(1) if {a, b} <= alone else Whole(1) / 3

    assert far_apart(written(frozenset({3})), written(frozenset({5}))) == 1
    (cell,) = check(far_apart, axioms=[triangle], profile="quick", use_pins=False, registry=registry)
    assert cell.evidence.verdict == "refuted" and cell.evidence.witness is not None
    assert cell.evidence.witness.n == 2 and cell.evidence.witness.smallest
    assert not any(reach.discarded for reach in cell.evidence.reach)
