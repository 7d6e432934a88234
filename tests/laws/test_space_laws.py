"""Every space keeps the laws of spaces, and every law refuses a space that is planted against it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from axiomatrix import strategies
from axiomatrix.catalogue.axioms.effectiveness import amigo
from axiomatrix.spaces.base import Space
from axiomatrix.spaces.lists import Grades

from .every_space import BY_DEFINITION, LEFT_OUT, SPACES, STAND_INS, classes
from .space_laws import DATA_SUITES, SIZE_SUITES, VALUE_SUITES
from .suite import Law, counterexamples, each, laws_of

SETTINGS = settings(
    database=None, derandomize=True, deadline=None, max_examples=25, suppress_health_check=list(HealthCheck)
)


@each(SIZE_SUITES, SPACES)
def test_sizes(law: Law, instance: Space) -> None:
    for n in (1, 2, 3):
        assert counterexamples(law, instance, n) == []


@each(VALUE_SUITES, SPACES)
def test_values_that_are_listed(law: Law, instance: Space) -> None:
    for n in (1, 2, 3):
        listed = instance.enumerate(n)
        for value in listed[:: len(listed) // 40 + 1]:
            assert counterexamples(law, instance, n, value) == []


def drawn(space: Space) -> st.SearchStrategy[tuple[int, Any]]:
    """Sizes with values: by the public strategy, by the space's own ``draw``, and near another value."""

    def of_size(n: int) -> st.SearchStrategy[tuple[int, Any]]:
        near = strategies.related(space, n).map(lambda values: values[-1])
        return st.tuples(st.just(n), strategies.of(space, n) | strategies.structured(space, n) | near)

    return st.sampled_from([n for n in range(1, 6) if space.count(min(n, 4))]).flatmap(of_size)


NEEDS_OTHER_ARGUMENTS = {amigo.EqualCorrections}
"""Spaces that draw among what the values drawn before allow."""


ALONE = {name: space for name, space in SPACES.items() if type(space) not in NEEDS_OTHER_ARGUMENTS}


@pytest.mark.parametrize("name", ALONE)
def test_values_that_are_drawn(name: str) -> None:
    space = SPACES[name]

    @settings(SETTINGS)
    @given(drawn(space))
    def keep_all_laws(sized: tuple[int, Any]) -> None:
        for law in laws_of(VALUE_SUITES, space):
            assert counterexamples(law, space, *sized) == [], law.__name__

    keep_all_laws()


@pytest.mark.parametrize("name", [name for name, space in ALONE.items() if space.complete and 1 < space.count(3) < 60])
def test_every_value_of_a_complete_space_comes_up(name: str) -> None:
    space, seen = SPACES[name], set()

    @settings(SETTINGS, max_examples=1500, phases=[Phase.generate])
    @given(strategies.of(space, 3))
    def collect(value: Any) -> None:
        seen.add(value)

    collect()
    assert seen == set(space.enumerate(3))


# --- data of anybody ---------------------------------------------------------------------------------------------


def nested(depth: int) -> list[Any]:
    data: list[Any] = []
    for _ in range(depth):
        data = [data]
    return data


JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    0.5,
    float("nan"),
    "",
    "x",
    "__import__('os')",
    "-1",
    {},
    {"a": 1},
    [None],
    [1, 1],
    [0, 1],
    [2],
    [1.0],
    [True],
    ["1"],
    [[1]],
    [[1, 2]],
    [[1, 0.5]],
    [[1, "x"]],
    [[1, "-1"]],
    [[1, "9**9**9"]],
    [[2, "-1"]],
    [["a", "1"]],
    [[None, "1"]],
    [[[1, [2]], "1"]],
    [[{}, "1"]],
    [[1, "1"], [1, "1"]],
    [[7, "1"]],
    [[[1, 1], "1"]],
    [[[1, 2], "-1"]],
    [[[1, 2], None]],
    [[[1, 2, 3], "1"]],
    [[[1, 2], "1"], [[1, 3], "5"], [[2, 3], "1"]],
    [[[1, 2], "1"], [[1, 2], "1"]],
    list(range(2, 2000)),
    [[k, "1"] for k in range(20_000)],
    nested(500),
    {"grades": [], "x": 1},
    {"votes": [[1]]},
    [[1], [2]],
    [[["x"]]],
]


@each(DATA_SUITES, SPACES)
def test_data(law: Law, instance: Space) -> None:
    for data in JUNK:
        assert counterexamples(law, instance, data) == [], repr(data)[:60]


# --- completeness ------------------------------------------------------------------------------------------------


def test_every_class_of_spaces_has_an_instance_here() -> None:
    ours = {kind for kind in classes(Space) if kind.__module__.startswith("axiomatrix")}
    without = {"Space", "ParameterSpace", "Vectors", "ScalarSpace", "FewValues", "GradedLists"}
    without |= {"InducedLists"}  # they are all there, and a grid since ids of any names induce them
    without |= {"Shared"}  # it is made of a space of a user
    without |= {"ConeSpace", "GeneratedCone"}  # and these of the vectors of a user
    stand_ins = set().union(*map(classes, STAND_INS))
    missing = {kind.__name__ for kind in ours - stand_ins} - {type(space).__name__ for space in SPACES.values()}
    assert missing == without and not any(kind.complete for kind in stand_ins)


@pytest.mark.parametrize("name", SPACES)
def test_space_is_complete_by_definition_or_a_grid(name: str) -> None:
    space = SPACES[name]
    kind = type(space)
    if kind is Grades and not space.complete:
        assert not space.levels or space.contains(space.levels[0], 1)  # gains between bounds, or no grades known
    else:
        assert (kind in BY_DEFINITION) if space.complete else (kind in LEFT_OUT), f"{kind.__name__} says nothing here"
