"""Base class of spaces, the interface by which values are drawn, and changes of a list to a related list.

Every space of the package, and every space of a user, is a subclass of :class:`Space`. A user's space needs ``name``,
``enumerate``, ``draw``, ``validate``, ``encode`` and ``decode``; the other methods have defaults.

A space is a sequence of sets, one for each number n of items: its methods take n, and the values over n items are made
of the items 1..n. The enumerated part of an infinite set is a *grid*. Searches draw values by :meth:`Space.draw`, or by
:meth:`Space.near` a value that is related to an earlier one. A *definition* is a metric's Python function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Sized
from random import Random
from reprlib import repr as short_repr
from typing import Any, ClassVar, NoReturn, Protocol, TypeVar

from ..numbers.exact import Undefined

MAX_ITEMS_TRIED = 32
"""Largest n at which :meth:`Space.admit` looks for a value without an ``n``, such as a set of some of the items."""
MAX_ITEM_NUMBER = 10_000
"""Largest number in a value that :meth:`Space.admit` takes for an item."""


class Chooser(Protocol):
    """A source of choices: Hypothesis, a random generator, or a replay of earlier choices."""

    def integer(self, low: int, high: int) -> int:
        """Choose a whole number from low to high, both included; smaller ones are simpler."""


class Dice(Random):
    """A chooser with a seed: choices that are the same in every run."""

    integer = Random.randint


def inherits_enumerate(space: Space, space_class: type[Space]) -> bool:
    """Return whether a space enumerates the values of ``space_class``, so that the formula for their number is right.

    A subclass, such as a user's, may enumerate other values.
    """
    return type(space).enumerate is space_class.enumerate


class Space:
    """A set of values that can be enumerated up to a size, drawn, validated and written as JSON.

    Three methods check values. :meth:`convert` makes a value of what a user passes. :meth:`validate` accepts the values
    over the items 1..n over which axioms quantify. :meth:`admit` accepts what a metric may be called with, which is
    more: any number of items, of any names.
    """

    name: ClassVar[str]
    """Plural noun phrase for the values, such as ``weak orders``; it names the space in reports and messages."""
    complete: ClassVar[bool] = False
    """Whether :meth:`enumerate` lists every value over n items that :meth:`validate` admits.

    A search is called exhaustive only over a space that says so. A subclass that lists or admits other values must say
    so again. What any other space enumerates is a grid.
    """
    draws_enumerated: ClassVar[bool] = False
    """True if :meth:`draw` gives only what :meth:`enumerate` lists, although the space is not complete."""
    makes: ClassVar[Any] = None
    """The type whose ``of`` converts what users pass to a value; None if nothing is converted."""
    takes: ClassVar[tuple[str, ...]] = ()
    """Names of the arguments of a definition that stand for one value, in the order of :meth:`unpack`.

    For example, a value of retrieved ids is passed as ``retrieved`` and ``relevant``. Empty if a value is one argument.
    """
    induced: Space | None = None
    """The space of lists that values determine, such as judged lists by retrieved ids; axioms about them apply too."""
    sort: ClassVar[str] = ""
    """Plural noun for the values, such as ``rankings``: an axiom about rankings applies to every metric of this sort.

    Empty if no metric takes the values.
    """
    argument: ClassVar[str] = ""
    """What an argument of this sort is, for people who read a formula; ``{0}`` is its name."""
    fills_type: ClassVar[bool] = False
    """True if the space admits every value of its type, so that a value of the type needs no further check.

    A subclass that admits every value too must say so again.
    """

    def __init_subclass__(cls) -> None:
        """Reset the flags ``complete`` and ``fills_type``, which may be wrong for a subclass, unless it sets them."""
        if not {"enumerate", "validate"}.isdisjoint(vars(cls)) and "complete" not in vars(cls):
            cls.complete = False
        if "fills_type" not in vars(cls):
            cls.fills_type = False

    def __repr__(self) -> str:
        return f"the space of {self.name}"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __call__(self, *arguments: Any, **keywords: Any) -> NoReturn:
        """Refuse a call, which is a frequent mistake: some spaces are made by functions, others are there already."""
        raise TypeError(f"{self!r} is a value, not a function: write it without parentheses")

    def enumerate(self, n: int) -> Sequence[Any]:
        """Return all values over n items, simplest first, or a grid of them if the space is not :attr:`complete`.

        The list may be empty. It is the same, in the same order, in every process.
        """
        raise NotImplementedError

    def count(self, n: int) -> int:
        """Return the number of values that :meth:`enumerate` lists."""
        return len(self.enumerate(n))

    def generators(self, n: int) -> Sequence[Any]:
        """Return values that generate all others by composition, such as adjacent swaps; else all values enumerated."""
        return self.enumerate(n)

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        """Draw a value over n items; :class:`Undefined` if n is too small.

        ``before`` are the arguments drawn already. A space may draw a value related to them, which more often leads to
        a counterexample.
        """
        raise NotImplementedError

    def near(self, choose: Chooser, value: Any, n: int) -> Any:
        """Draw a value related to ``value``: itself, or with a change that often exposes faults of metrics.

        Subclasses draw a number, called *family*, that selects the kind of change. Family 0 changes nothing: Hypothesis
        shrinks to it.
        """
        return value

    def contains(self, value: Any, n: int) -> bool:
        """Return whether the value belongs to the space over the items 1..n: whether :meth:`validate` accepts it."""
        try:
            self.validate(value, n)
        except ValueError:
            return False
        return True

    def validate(self, value: Any, n: int) -> None:
        """Raise ``ValueError`` naming argument, value and rule if the value is not in this space."""
        raise NotImplementedError

    def unpack(self, value: Any, *, plain: bool) -> tuple[Any, ...]:
        """Return the arguments that a definition takes for a value, in the order of :attr:`takes`.

        With ``plain`` the numbers in them are Python's ``int``, ``float`` or ``Fraction``, else exact numbers.
        """
        return (value,)

    def admit(self, value: Any) -> None:
        """Raise ``ValueError`` unless a metric over this space takes the value, of any size and with any item names.

        A metric takes what :meth:`validate` accepts over some number n of items, which the value need not say:

        1. Number its items 1, 2, ... if they have other names.
        2. Try its length first, then every n up to its largest item (or up to ``MAX_ITEMS_TRIED``, if it has no
           ``n``), and then its items, which may be larger than that.
        3. If no n is valid, validate it once more at its length, to raise the error.
        """
        numbered = _number_items(value)
        size = self.size_of(numbered)
        parts = getattr(numbered, "order", numbered)  # the items of a ranking or list, or those of a set
        integers = [part for part in parts if type(part) is int] if isinstance(parts, Iterable) else []
        items = [number for number in integers if 0 < number <= MAX_ITEM_NUMBER]
        largest = max([size, *items]) if hasattr(value, "n") else MAX_ITEMS_TRIED
        if not any(self.contains(numbered, n) for n in dict.fromkeys([size, *range(1, largest + 1), *items])):
            self.validate(numbered, size)

    def of_any_grade(self) -> Space:
        """Return the space of the same values with any grades; the space itself if values have no grades."""
        return self

    def size_of(self, value: Any) -> int:
        """Return the number of items of a value, by default its length, or 1 if it has none."""
        return len(value) if isinstance(value, Sized) else 1

    def encode(self, value: Any) -> Any:
        """Encode a value as JSON data."""
        raise NotImplementedError

    def decode(self, data: Any) -> Any:
        """Decode what :meth:`encode` wrote; ``ValueError`` for any other data, since a file may be by anybody."""
        raise NotImplementedError

    def convert(self, value: Any) -> Any:
        """Convert what a user passes to a value of the right type, which need not be in the space.

        Raises ``ValueError`` naming argument, value and rule.
        """
        return value if self.makes is None else self.makes.of(value)


def _number_items(value: Any) -> Any:
    """Rename the items of a value to 1, 2, ... in their order, if they have other names."""
    items = getattr(value, "items", ())
    if not isinstance(items, Sequence) or not hasattr(value, "renamed"):  # such as a mapping, whose items is a method
        return value
    numbers = dict(zip(items, range(1, len(items) + 1), strict=True))
    return value if all(item == number for item, number in numbers.items()) else value.renamed(numbers.__getitem__)


class FewValues(Space):
    """A space of a few values that belong to no item: all are enumerated, and all are equally likely to be drawn."""

    def draw(self, choose: Chooser, n: int, before: Sequence[Any] = ()) -> Any:
        values = self.enumerate(n)
        if not values:
            raise Undefined(f"there are none for {n} items: {self.name}")
        return choose_one(choose, values)

    def validate(self, value: Any, n: int) -> None:
        if value not in self.enumerate(n):
            raise ValueError(f"{short_repr(value)} is not in the space: {self.name}")


# --- changes of a list to a related one, for ``near`` --------------------------------------------------------------

Entry = TypeVar("Entry")


def choose_one(choose: Chooser, options: Sequence[Entry]) -> Entry:
    """Choose one of the options; the first is the simplest."""
    return options[choose.integer(0, len(options) - 1)]


def exchange_neighbours(choose: Chooser, entries: Sequence[Entry]) -> list[Entry]:
    """Return a copy in which two neighbouring entries are exchanged."""
    changed = [*entries]
    if len(changed) > 1:
        i = choose.integer(0, len(changed) - 2)
        changed[i : i + 2] = changed[i + 1], changed[i]
    return changed


def replace_tail(choose: Chooser, entries: Sequence[Entry], draw: Callable[[], Sequence[Entry]]) -> list[Entry]:
    """Return a copy with the entries from some place on replaced by those of a drawn list of the same length."""
    cut = choose.integer(min(1, len(entries) - 1), len(entries) - 1)
    return [*entries[:cut], *draw()[cut:]]


def replace_one(choose: Chooser, entries: Sequence[Entry], draw: Callable[[], Sequence[Entry]]) -> list[Entry]:
    """Return a copy with one entry replaced by that of a drawn list of the same length."""
    k = choose.integer(0, len(entries) - 1)
    return [*entries[:k], draw()[k], *entries[k + 1 :]]


def reorder_tail(choose: Chooser, entries: Sequence[Entry], first: int) -> list[Entry]:
    """Return a copy with the entries from index ``first`` on in any order; the simplest choices change nothing.

    Each place in turn gets one of the entries that are left, so that all orders are equally likely.
    """
    order = [*entries]
    for i in range(first, len(order) - 1):
        j = i + choose.integer(0, len(order) - 1 - i)
        order.insert(i, order.pop(j))
    return order
