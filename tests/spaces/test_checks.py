"""A space of somebody's own is looked at: what its methods say of each other, at small sizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from commanding import axiomatrix

from axiomatrix.numbers.exact import Undefined
from axiomatrix.spaces import Chooser, ElementWeightsSpace, Space
from axiomatrix.spaces.checks import BadSpace, check_space


class Switches(Space):
    """Tuples of n switches; each method can be replaced."""

    name = "switches"
    sort = "switches"
    complete = True

    def enumerate(self, n: int) -> Any:
        return [tuple(k >> i & 1 for i in range(n)) for k in range(2**n)]

    def draw(self, choose: Chooser, n: int, before: Any = ()) -> Any:
        return tuple(choose.integer(0, 1) for _ in range(n))

    def validate(self, value: Any, n: int) -> Any:
        if not isinstance(value, tuple) or len(value) != n or not set(value) <= {0, 1}:
            raise ValueError(f"switches: {value!r} must be {n} of 0 and 1")

    def encode(self, value: Any) -> Any:
        return list(value)

    def decode(self, data: Any) -> Any:
        return tuple(data)


def endless(self: Space, n: int) -> Iterator[Any]:
    while True:
        yield (0,) * n


def asked_anew() -> Callable[[Space, int], Any]:
    calls: list[int] = []

    def enumerate(self: Space, n: int) -> Any:
        calls.append(n)
        return Switches().enumerate(n)[:: 1 if len(calls) % 2 else -1]

    return enumerate


every = Switches().enumerate
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "a set": ({"enumerate": lambda self, n: set(every(n))}, "enumerate(1) returns a set, which has no order; return a"),
    "a generator": ({"enumerate": endless}, "enumerate(1) returns <generator"),
    "nothing": ({"enumerate": lambda self, n: None}, "enumerate(1) returns None; return a list"),
    "twice": (
        {"enumerate": lambda self, n: every(n) * 2},
        "enumerate(1) lists (0,) twice; list each value once",
    ),
    "not hashable": ({"enumerate": lambda self, n: [[0] * n]}, "enumerate(1) lists [0], which cannot be hashed"),
    "not valid": (
        {"enumerate": lambda self, n: [*every(n), (2,) * n]},
        "enumerate(1) lists (2,), but validate raised ValueError: switches: (2,) must be 1 of 0 and 1",
    ),
    "left out": (
        {"enumerate": lambda self, n: every(n)[1:]},
        "complete is True, but enumerate(1) omits (0,), which draw returns; list it, or set complete = False",
    ),
    "in another order": ({"enumerate": asked_anew()}, "enumerate(1) returns a different list the second time"),
    "drawn and not valid": ({"draw": lambda self, choose, n: (3,) * n}, "draw(choose, 1) returns (3,), but validate"),
    "a truth value": ({"validate": lambda self, value, n: value in every(n)}, "validate returns True; it must raise"),
    "another decoded": ({"decode": lambda self, data: tuple(data)[:1]}, "decode(encode(x)) is (0,) for x = (0, 0)"),
    "no JSON": ({"encode": lambda self, value: set(value)}, "encode returns {0}, which JSON cannot hold"),
    "an error": ({"enumerate": lambda self, n: 1 // 0}, "enumerate raised ZeroDivisionError"),
    "no n": ({"enumerate": lambda self: []}, "enumerate raised TypeError"),
}


@pytest.mark.parametrize("fault", BAD)
def test_a_space_whose_methods_do_not_agree_is_refused(fault: str) -> None:
    methods, message = BAD[fault]
    with pytest.raises(BadSpace, match=re.escape(f"Switches.{message}")):
        check_space(type("Switches", (Switches,), {"complete": True, **methods})())


def test_what_a_space_does_not_have_is_passed_over() -> None:
    def nowhere(self: Space, n: int) -> Any:
        raise Undefined("there is none over so few items")

    check_space(Switches())
    check_space(type("Bare", (Space,), {"name": "bare"})())
    check_space(type("Late", (Switches,), {"enumerate": nowhere})())
    check_space(type("Some", (Switches,), {"enumerate": lambda self, n: every(n)[1:]})())  # a grid


def test_a_file_with_such_a_space_does_not_import(tmp_path: Path) -> None:
    text = (
        Path("docs/extending/space.md").read_text(encoding="utf-8").split('title="committees.py"\n')[1].split("```")[0]
    )
    (tmp_path / "mine.py").write_text(
        text.replace("return [frozenset(c) for", "return {frozenset(c) for").replace("size)]", "size)}")
    )
    done = axiomatrix(tmp_path, "check", "mine.py")
    assert done.returncode == 3
    assert done.stderr.startswith("error: mine.py: Committees.enumerate(1) returns a set, which has no order; return a")


CONES: dict[str, tuple[dict[str, Any], str]] = {
    "another cone": ({"admits": lambda self, v, n: sum(v) > 0}, "facets, admits and validate disagree on (0,)"),
    "no tuples": ({"facets": lambda self, n: [[[0, 1]]]}, "facets(1) returns [[[0, 1]]]; list forms as tuples"),
    "a number": ({"facets": lambda self, n: 3}, "facets(1) returns 3; list forms as tuples"),
    "from 0": ({"keys": lambda self, n: range(n)}, "keys(1) are [0]; they must be made of the items (or places) 1..1"),
    "no such entry": ({"facets": lambda self, n: (((n, 1),),)}, "facets(1) returns (((1, 1),),); list forms"),
}


def test_a_cone_that_cannot_say_its_facets_is_not_compared() -> None:
    def unknown(self: Space, n: int) -> Any:
        raise NotImplementedError

    check_space(type("Mine", (ElementWeightsSpace,), {"facets": unknown})(positive=True))


@pytest.mark.parametrize("fault", CONES)
def test_a_cone_is_the_same_by_its_facets_and_by_what_is_admitted(fault: str) -> None:
    methods, message = CONES[fault]
    with pytest.raises(BadSpace, match=re.escape(f"Mine.{message}")):
        check_space(type("Mine", (ElementWeightsSpace,), methods)(positive=True))
