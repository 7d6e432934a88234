"""Opaque items and rankings, on which the checker evaluates definitions to get results for items of any name.

A definition that cannot observe its items computes one formula, which is its value for items of any name. So every
observation is refused with :class:`ItemObserved`: comparisons with anything but items, hashes, texts, truth values,
attributes, type tests, and the order in which items are listed. The unknown numbers of :mod:`.numbers` refuse
observations in the same way, with :class:`NotASum`. Refusals are counted, so that one which a definition catches does
not go unnoticed.

``is``, ``id`` and ``type`` cannot be refused. If a definition depends on these, the comparison with real items and
numbers at every instance shows it (:mod:`axiomatrix.verify.inequality`).

Code of this package may observe items, since rankings, parameters and numbers need it, and the rows of the catalogue
are known to be label-invariant.
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
    """Raised where a definition examines a stand-in for all items, or for all numbers."""

    count: ClassVar[int] = 0
    """The number of refusals. The checker compares it before and after an evaluation."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        type(self).count += 1


class NotASum(Observed):
    """Raised for an operation on an unknown whose result is not a sum."""

    count: ClassVar[int] = 0


class ItemObserved(Observed):
    """Raised where a definition uses more of an item than its identity."""

    count: ClassVar[int] = 0


def is_package_asking(depth: int = 2) -> bool:
    """Return whether the code that asks is of this package (or of ``fractions``, which this package calls).

    A method that may refuse calls this function, and the code that asks is what called that method. ``depth`` is its
    distance in stack frames: 2 for the caller's caller, and more where the method delegates.
    """
    frame: FrameType | None = sys._getframe(depth)
    if frame is not None and frame.f_globals.get("__name__") == "abc":  # called by isinstance; its caller counts
        frame = frame.f_back
    module = "" if frame is None else str(frame.f_globals.get("__name__"))
    return module.startswith(_PACKAGE) or module == "fractions"


def refusing(error: type[Observed], what: str) -> Callable[..., NoReturn]:
    """Make a method that raises the error."""

    def refuse(self: Any, *_: Any, **__: Any) -> NoReturn:
        raise error(what)

    return refuse


def type_unless_observed(error: type[Observed], what: str) -> property:
    """Make a property ``__class__`` for code of this package only.

    ``isinstance`` reads it after ``type`` did not match, so that a definition's test for any other type is refused.
    """

    def read_type(self: Any) -> type:
        if is_package_asking():
            return type(self)
        raise error(what)

    return property(read_type)


class Item:
    """An opaque item: equal to itself only, without order, number, text or attributes."""

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
        return id(self) >> 4  # addresses are multiples of 16

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
"""Descriptors of the stored attributes of a ranking, which :class:`Unlisted` hides behind properties."""


class Unlisted(Ranking):
    """A ranking of opaque items that does not reveal the order in which they are listed.

    A real ranking lists its items sorted by their names, which would reveal these. ``order`` does not, and is
    available.
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

    renamed = handing_out = refusing(ItemObserved, "an iteration over the items of a ranking as they are listed")

    @property
    def items(self) -> Any:  # type: ignore[override]  # a read-only attribute of other rankings
        """The items in their listed order, for code of this package."""
        return self._listed("items")

    @property
    def positions(self) -> Any:  # type: ignore[override]  # as items
        """The positions of the items in their listed order, for code of this package."""
        return self._listed("positions")

    @property
    def preferences(self) -> Any:  # type: ignore[override]  # as items
        """The pairs (x, y) with x ahead of y, for code of this package: iterating over a set reveals an order."""
        return self._listed("preferences")

    def _listed(self, name: str) -> Any:
        if not is_package_asking(3):  # the caller of the property that calls this
            raise ItemObserved(f"a.{name}, whose order reveals the names of the items (a.order does not)")
        try:
            return _SLOTS[name].__get__(self)
        except AttributeError:  # computed on first use
            _SLOTS[name].__set__(self, Ranking.lazy[name](self))
            return _SLOTS[name].__get__(self)
