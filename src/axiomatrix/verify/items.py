"""Items and rankings that reveal nothing: what a definition is evaluated on in the place of items with names.

A definition that cannot observe its items computes one form, which is its value for items of any name. So whatever
could be observed refuses: comparisons with anything but items, hashes, texts, truth values, attributes, type tests, the
order in which items are listed. Every refusal is counted, so that a definition which catches one does not go on
unnoticed.

``is``, ``id`` and ``type`` cannot refuse. What a definition makes of these shows where it is compared with real items
and numbers, at every instance (:mod:`axiomatrix.verify.inequality`).

The code of this package may look: rankings, parameters and numbers are made of it, and the rows of the catalogue are
known to be label-invariant.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, ClassVar, NoReturn

from ..numbers.rationals import Unanswerable
from ..values.rankings import Ranking

_PACKAGE = __name__.partition(".")[0] + "."


class Observed(Unanswerable):
    """A definition examined a stand-in for all items, or for all numbers."""

    count: ClassVar[int] = 0
    """How often that was refused. The checker compares it before and after it evaluates a definition."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        type(self).count += 1


class NotASum(Observed):
    """The definition does something with an unknown that gives no sum."""

    count: ClassVar[int] = 0


class ItemObserved(Observed):
    """The definition tells an item from others by more than being another one."""

    count: ClassVar[int] = 0


def is_package_asking(depth: int = 2) -> bool:
    """Return whether the caller, that many frames up, is of this package (or does sums for it, in fractions)."""
    frame: FrameType | None = sys._getframe(depth)
    if frame is not None and frame.f_globals.get("__name__") == "abc":  # it asks for whoever called isinstance
        frame = frame.f_back
    asker = "" if frame is None else str(frame.f_globals.get("__name__"))
    return asker.startswith(_PACKAGE) or asker == "fractions"


def refusing(error: type[Observed], what: str) -> Callable[..., NoReturn]:
    """A method that refuses."""

    def refuse(self: Any, *_: Any, **__: Any) -> NoReturn:
        raise error(what)

    return refuse


def type_unless_observed(error: type[Observed], what: str) -> property:
    """``__class__`` for code of this package; ``isinstance`` reads it where the type is not the one it looks for."""

    def read_type(self: Any) -> type:
        if is_package_asking():
            return type(self)
        raise error(what)

    return property(read_type)


class Item:
    """An item that can be told from others and nothing else: it has no order, no number and no text of its own."""

    __slots__ = ()
    __class__ = type_unless_observed(ItemObserved, "the type of an item")

    def __eq__(self, other: object) -> bool:
        if type(other) is not Item:
            raise ItemObserved(f"the comparison of an item with {type(other).__name__}")
        return self is other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        if not is_package_asking():
            raise ItemObserved("the hash of an item, as in a dict or a set")
        return id(self) >> 4

    def __getattr__(self, name: str) -> NoReturn:
        raise ItemObserved(f"the attribute {name!r} of an item")

    __repr__ = __str__ = __format__ = __bytes__ = __fspath__ = refusing(ItemObserved, "the text of an item")
    __lt__ = __le__ = __gt__ = __ge__ = refusing(ItemObserved, "the order of two items")
    __bool__ = refusing(ItemObserved, "the use of an item as a number")
    __int__ = __index__ = __float__ = __complex__ = __bool__
    __round__ = __trunc__ = __floor__ = __ceil__ = __neg__ = __pos__ = __abs__ = __invert__ = __bool__
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __bool__
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __divmod__ = __rdivmod__ = __pow__ = __rpow__ = __bool__
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __bool__
    __len__ = __iter__ = __getitem__ = __contains__ = refusing(ItemObserved, "the use of an item as a collection")


_SLOTS: Any = vars(Ranking)


class Unlisted(Ranking):
    """A ranking of such items that does not tell in which order the items are listed.

    The list of the items of a real ranking is sorted by their names; ``order`` is not, and is handed out.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not Unlisted:
            raise ItemObserved("the comparison of a ranking with one of other items")
        return Ranking.__eq__(self, other)

    def __hash__(self) -> int:
        if not is_package_asking():
            raise ItemObserved("the hash of a ranking, as in a dict or a set")
        return Ranking.__hash__(self)

    renamed = handing_out = refusing(ItemObserved, "what goes through the items of a ranking as they are listed")

    @property
    def items(self) -> Any:  # type: ignore[override]  # an attribute of other rankings, that nobody writes either
        """The items as they are listed, for code of this package."""
        return self._listed("items")

    @property
    def positions(self) -> Any:  # type: ignore[override]  # likewise
        """The positions of the items as they are listed, for code of this package."""
        return self._listed("positions")

    @property
    def preferences(self) -> Any:  # type: ignore[override]  # likewise
        """The pairs (x, y) with x ahead of y, for code of this package: iterating over a set reveals an order."""
        return self._listed("preferences")

    def _listed(self, name: str) -> Any:
        if not is_package_asking(3):
            raise ItemObserved(f"a.{name}, whose order tells the names of the items (a.order does not)")
        try:
            return _SLOTS[name].__get__(self)
        except AttributeError:  # worked out where it is asked for first
            _SLOTS[name].__set__(self, Ranking.later[name](self))
            return _SLOTS[name].__get__(self)
