"""Base of the spaces, the source of their choices, and changes of one list into a related one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Sized
from random import Random
from reprlib import repr as shown
from typing import Any, ClassVar, NoReturn, Protocol, TypeVar

from ..numbers.exact import Undefined

MOST_SIZES = 32
"""Largest n tried for a value without a size of its own, such as a set of some items, unless its numbers are larger."""

MOST_ITEMS = 10_000
"""Larger numbers in a value are not items."""


class Chooser(Protocol):
    """A source of choices: Hypothesis, a random generator, or a replay."""

    def integer(self, low: int, high: int) -> int:
        """A whole number, low and high included; smaller is simpler."""


class Dice(Random):
    """Seeded choices, the same in every run."""

    integer = Random.randint


def lists_as(space: Space, kind: type[Space]) -> bool:
    """Return whether a space lists the values that spaces of that kind list: a derived one may list others."""
    return type(space).enumerate is kind.enumerate


class Space:
    """A set of values that can be enumerated up to a size, drawn, validated and written as JSON."""

    name: ClassVar[str]
    complete: ClassVar[bool] = False
    """Whether :meth:`enumerate` lists every value over n items that :meth:`validate` admits.

    A space must say so to be called exhausted, and a subclass that lists or admits other values must say it again; what
    any other space enumerates is a grid.
    """
    draws_enumerated: ClassVar[bool] = False
    """Whether :meth:`draw` gives only what :meth:`enumerate` lists, of a space that is not complete."""
    makes: ClassVar[Any] = None
    """The type whose ``of`` makes values of what users have, if there is one."""
    takes: ClassVar[tuple[str, ...]] = ()
    """The parts of a value, where a definition takes these in its place, as :meth:`unpack` has them."""
    induced: Space | None = None
    """The space of the lists that the values induce: axioms about such lists are asked of metrics over this one."""
    sort: ClassVar[str] = ""
    """What a value is, in the plural, if a metric can take it: ``rankings``, ``judged lists`` ..."""

    def __init_subclass__(cls) -> None:
        if not {"enumerate", "validate"}.isdisjoint(vars(cls)) and "complete" not in vars(cls):
            cls.complete = False

    def __repr__(self) -> str:
        return f"the space of {self.name}"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __call__(self, *given: Any, **named: Any) -> NoReturn:
        raise TypeError(f"{self!r} is a value, not a function: write it without parentheses")

    def enumerate(self, n: int) -> Sequence[Any]:
        """All values over n items, simplest first; of a space that is not :attr:`complete`, its grid."""
        raise NotImplementedError

    def count(self, n: int) -> int:
        """How many values are enumerated."""
        return len(self.enumerate(n))

    def generators(self, n: int) -> Sequence[Any]:
        """Values that make up all others, of a group; of any other space all values that are enumerated."""
        return self.enumerate(n)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        """One value over n items, ``before`` those drawn already; :class:`Undefined` if there is none over so few."""
        raise NotImplementedError

    def near(self, choose: Chooser, value: Any, n: int) -> Any:
        """A value related to a given one: the same, or one that differs in a way that people's metrics stumble over."""
        return value

    def contains(self, value: Any, n: int) -> bool:
        """Return whether the value belongs to the space over the items 1..n."""
        try:
            self.validate(value, n)
        except ValueError:
            return False
        return True

    def validate(self, value: Any, n: int) -> None:
        """Raise ``ValueError`` naming argument, value and rule if the value is not of this space."""
        raise NotImplementedError

    def unpack(self, value: Any, *, plain: bool) -> tuple[Any, ...]:
        """Return the definition's arguments in place of the value; ``plain``: with the numbers of Python alone."""
        return (value,)

    def admit(self, value: Any) -> None:
        """Raise ``ValueError`` unless a metric over this space takes the value, whatever its size and its item names.

        A metric takes what :meth:`validate` accepts over some number of items. Lists of a space from which items may
        be missing are taken with any number of them, since the space enumerates only lists with few.
        """
        numbered = _numbered(value)
        size = self.size_of(numbered)
        parts = getattr(numbered, "order", numbered)
        numbers = [part for part in parts if type(part) is int] if isinstance(parts, Iterable) else []
        items = [number for number in numbers if 0 < number <= MOST_ITEMS]
        largest = max([size, *items]) if hasattr(value, "n") else MOST_SIZES
        if not any(self.contains(numbered, n) for n in dict.fromkeys([size, *range(1, largest + 1), *items])):
            self.validate(numbered, size)

    def of_any_grade(self) -> Space:
        """The space that admits every grade; of values without grades the space itself."""
        return self

    def size_of(self, value: Any) -> int:
        """The number of items of a value; 1 for what has no length."""
        return len(value) if isinstance(value, Sized) else 1

    def encode(self, value: Any) -> Any:
        """The value as JSON."""
        raise NotImplementedError

    def decode(self, data: Any) -> Any:
        """The value written by :meth:`encode`; ``ValueError`` for anything else."""
        raise NotImplementedError

    def convert(self, value: Any) -> Any:
        """A user's value as one that metrics over this space take; wider than what is enumerated and drawn.

        Raises ``ValueError`` naming argument, value and rule.
        """
        return value if self.makes is None else self.makes.of(value)


def _numbered(value: Any) -> Any:
    """The value with its items called 1, 2, ... in their order, if they have other names."""
    items = getattr(value, "items", ())
    if not isinstance(items, Sequence) or not hasattr(value, "renamed"):  # such as the method of a mapping
        return value
    numbers = dict(zip(items, range(1, len(items) + 1), strict=True))
    return value if all(item == number for item, number in numbers.items()) else value.renamed(numbers.__getitem__)


class FewValues(Space):
    """A space of a few values that belong to no item: all are listed, and each is as likely to be drawn."""

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        known = self.enumerate(n)
        if not known:
            raise Undefined(f"of {n} items there is none: {self.name}")
        return known[choose.integer(0, len(known) - 1)]

    def validate(self, value: Any, n: int) -> None:
        if value not in self.enumerate(n):
            raise ValueError(f"{shown(value)} must be one of them: {self.name}")


Entry = TypeVar("Entry")


def exchange_neighbours(choose: Chooser, entries: Sequence[Entry]) -> list[Entry]:
    """The entries, two neighbouring ones exchanged."""
    changed = [*entries]
    if len(changed) > 1:
        i = choose.integer(0, len(changed) - 2)
        changed[i : i + 2] = changed[i + 1], changed[i]
    return changed


def replace_tail(choose: Chooser, entries: Sequence[Entry], draw: Callable[[], Sequence[Entry]]) -> list[Entry]:
    """The first entries, and after them those of a list of the same length that is drawn."""
    cut = choose.integer(min(1, len(entries) - 1), len(entries) - 1)
    return [*entries[:cut], *draw()[cut:]]


def replace_one(choose: Chooser, entries: Sequence[Entry], draw: Callable[[], Sequence[Entry]]) -> list[Entry]:
    """The entries, one of them taken from a list of the same length that is drawn."""
    k = choose.integer(0, len(entries) - 1)
    return [*entries[:k], draw()[k], *entries[k + 1 :]]


def reorder_tail(choose: Chooser, entries: Sequence[Entry], first: int) -> list[Entry]:
    """The entries in any order from a place on: each takes one of those that follow, its own as the simplest."""
    order = [*entries]
    for i in range(first, len(order) - 1):
        j = i + choose.integer(0, len(order) - 1 - i)
        order[i:j] = [order.pop(j), *order[i:j]] if j > i else []
    return order
