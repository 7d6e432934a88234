"""Every kind of numbers keeps the laws of numbers, and every law refuses numbers that are planted against it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq
from hypothesis import Phase, given, settings

from axiomatrix.numbers.exact import Formal, Whole, fraction, sqrt

from . import number_laws
from .every_number import FORMAL, KINDS
from .number_laws import SUITES, Kind
from .suite import Law, counterexamples, laws_of

LAWS = list(dict.fromkeys(law for suite in SUITES for law in suite.all_laws()))


@pytest.mark.parametrize("name", KINDS)
def test_numbers(name: str) -> None:
    kind, numbers = KINDS[name]

    @settings(deadline=None, max_examples=25, phases=[Phase.generate])
    @given(numbers)
    def keep_the_laws(drawn: tuple[Any, Any, Any]) -> None:
        for law in laws_of(SUITES, kind):
            assert counterexamples(law, kind, *drawn) == [], law.__name__

    keep_the_laws()


# --- what is planted against the laws ----------------------------------------------------------------------------


def wrong(**methods: Any) -> Any:
    """Numbers whose operations are those of Fractions, but for some; and they stay among themselves."""

    def staying(name: str) -> Any:
        def operation(self: Any, *others: Any) -> Any:
            result = getattr(Fraction, name)(self, *map(fraction_of, others))
            return result if result is NotImplemented else kind(result)

        return operation

    arithmetic = ("add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "neg", "abs")
    usual = {f"__{name}__": staying(f"__{name}__") for name in arithmetic}
    kind = type("Planted", (Fraction,), {"__hash__": Fraction.__hash__, **usual, **methods})
    return kind


def fraction_of(value: Any) -> Any:
    """The value as arithmetic of Fractions takes it; a float or a text is not taken."""
    if isinstance(value, Fraction | fmpq) or type(value) is int or isinstance(value, Whole):
        return fraction(value)
    raise TypeError(f"{value!r} is not exact")


def planted(kind: Any, **options: Any) -> tuple[Kind, Any, Any, Any]:
    reads = {"types": (kind,), "read": lambda x: (Fraction(x),), "quotients": (kind,), **options}
    return Kind(**reads), kind(-3, 2), kind(2), kind(5, 7)


def off(name: str) -> Any:
    """An operation whose result is one more."""
    return lambda self, *others: type(self)(getattr(Fraction, name)(self, *map(fraction_of, others)) + 1)


class Displaced(Formal):
    """A number whose balls lie beside it."""

    __slots__ = ()

    def ball(self, bits: int) -> arb:
        return super().ball(bits) + 1


class Narrow(Formal):
    """A number whose balls are the narrower the fewer bits there are."""

    __slots__ = ()

    def ball(self, bits: int) -> arb:
        return super().ball(1000 - bits)


SOUND = wrong()
FALSE = {"codecs": ((lambda x: x, lambda x: x + 1),)}
PLANTED: dict[str, list[tuple[Any, ...]]] = {
    "arithmetic": [planted(wrong(__add__=off("__add__"))), planted(wrong(__abs__=lambda self: self)),
                   planted(SOUND, types=(fmpq,)), planted(wrong(__neg__=lambda self: self))],
    "mixing": [planted(wrong(__rsub__=off("__rsub__"))), planted(wrong(__rmul__=off("__rmul__")))],
    "exactness": [planted(wrong(__add__=lambda self, other: self))],
    "comparison": [planted(wrong(__lt__=lambda self, other: True)), planted(wrong(__eq__=lambda self, other: False)),
                   planted(wrong(__ge__=Fraction.__gt__))],
    "ring": [planted(wrong(__mul__=off("__mul__"))), planted(wrong(__sub__=off("__sub__"))),
             planted(wrong(__pow__=off("__pow__")))],
    "absoluteness": [planted(wrong(__abs__=off("__abs__"))), planted(wrong(__abs__=lambda self: self))],
    "division": [planted(wrong(__truediv__=off("__truediv__"))), planted(wrong(__rtruediv__=off("__rtruediv__"))),
                 planted(SOUND, zero_division=(TypeError,))],
    "order": [planted(SOUND, compare=lambda x, y: 1), planted(SOUND, compare=lambda x, y: None),
              planted(SOUND, compare=lambda x, y: int(x < y) - int(x > y))],
    "signs": [planted(wrong(__gt__=lambda self, other: False)), planted(wrong(__abs__=lambda self: self))],
    "hashing": [planted(wrong(__hash__=lambda self: id(self)))],
    "round_trip": [planted(SOUND, **FALSE)],
    "enclosure": [(FORMAL, *(Displaced((sqrt(2) + k).num, (sqrt(2) + k).den) for k in range(3))),
                  (FORMAL, *(Narrow((sqrt(2) + k).num, (sqrt(2) + k).den) for k in range(3)))],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "arguments"), [(name, arguments) for name, cases in PLANTED.items() for arguments in cases]
)
def test_law_finds_the_numbers_that_are_planted_against_it(name: str, arguments: tuple[Any, ...]) -> None:
    law = getattr(number_laws, name)
    try:
        found = counterexamples(law, *arguments)
    except ZeroDivisionError:
        found = ["division by zero"] * (name == "division")
    assert found


@pytest.mark.parametrize("law", [law for law in LAWS if law.__name__ != "enclosure"], ids=lambda law: law.__name__)
def test_sound_numbers_are_not_blamed(law: Law) -> None:
    kind, *numbers = planted(SOUND, compare=lambda x, y: (x > y) - (x < y))
    assert counterexamples(law, kind, *numbers) == []


def test_every_law_of_numbers_has_something_planted_against_it() -> None:
    assert {law.__name__ for law in LAWS} == set(PLANTED)
