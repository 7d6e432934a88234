"""What a definition is handed in the place of items and numbers, and what it may not do with it.

A definition that cannot observe its unknowns computes one form, and that form is its value for all of them. So whatever
can be observed refuses: comparisons, hashes, texts, truth values, lengths, attributes, type tests. Every refusal is
counted, so that a definition which catches one has not gone on unnoticed.

What cannot refuse (``is``, ``id``, ``type``) is for :mod:`axiomatrix.verify.reading`, and for the comparison with real
items and numbers at every instance (:mod:`axiomatrix.verify.inequality`).
"""

from __future__ import annotations

import fractions
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any, ClassVar, NoReturn

from ..numbers.rationals import Unanswerable
from ..values.rankings import Ranking

_HERE = Path(__file__).parent
_NUMBERS = ("numbers/constants", "numbers/formal", "numbers/rationals")
_GROUND = (*_NUMBERS, "model/axiom", "model/metric", "values/parameters", "values/rankings", "model/relation")
TRUSTED = frozenset(
    [str(_HERE.parent / f"{name}.py") for name in _GROUND] + [*map(str, _HERE.glob("*.py")), fractions.__file__]
)
"""The files whose code may look items up and ask for types: what rankings, parameters and numbers are made of."""


_summing: dict[tuple[int, int], FunctionType] = {}
"""The definitions that go through ``a.items`` only to sum up (see :mod:`axiomatrix.verify.summing`).

By their code and by what its names stand for: equal code may call something else ``sum``.
"""


def let_sum(function: FunctionType) -> None:
    """Let a definition go through ``a.items``."""
    _summing[id(function.__code__), id(function.__globals__)] = function


ABC = "<frozen abc>"
"""Where ``isinstance`` asks classes such as Fraction; it asks for whoever called it."""


class Observed(Unanswerable):
    """A definition looked at something that stands for all items, or for all numbers."""

    count: ClassVar[int] = 0
    """How often that was refused; whoever follows a definition compares it before and after."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        type(self).count += 1


class NotASum(Observed):
    """The definition does something with an unknown that gives no sum."""

    count: ClassVar[int] = 0


class ItemObserved(Observed):
    """The definition tells an item from others by more than being another one."""

    count: ClassVar[int] = 0


def is_trusted(depth: int = 2) -> bool:
    """Whether the code that asks is code of ours that has to look."""
    return sys._getframe(depth).f_code.co_filename in TRUSTED


_RANKINGS = {str(_HERE.parent / "values/rankings.py"), str(_HERE.parent / "numbers/frozen.py")}
"""Rankings, and what works out what they are asked for."""
_LOOKING = {"__getitem__", "ahead", "__getattr__", "is_between", "ascends", "inverted_pairs"}
_LOOKING |= {"moved", "reversed", "swapped", "rotated"}
"""What may look items up in rankings for a definition: it puts no item beside others than those of its ranking."""


def _is_mixing() -> bool:
    """Whether code that is not ours has rankings hash an item in another way: to make one, or to rename."""
    first: FrameType | None = None
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_code.co_filename in _RANKINGS:
        first, frame = frame, frame.f_back
    if first is None or first.f_code.co_name in _LOOKING:
        return False
    return frame is None or frame.f_code.co_filename not in TRUSTED


def refusing(error: type[Observed], what: str) -> Callable[..., NoReturn]:
    """A method that refuses."""

    def refuse(self: Any, *_: Any, **__: Any) -> NoReturn:
        raise error(what)

    return refuse


def type_unless_observed(error: type[Observed], what: str) -> property:
    """``__class__`` for code of ours; ``isinstance`` asks for it where the type is not the one that it looks for."""

    def asked(self: Any) -> type:
        if is_trusted() or (sys._getframe(1).f_code.co_filename == ABC and is_trusted(3)):
            return type(self)
        raise error(what)

    return property(asked)


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
        asker = sys._getframe(1).f_code.co_filename
        if asker not in TRUSTED or (asker in _RANKINGS and _is_mixing()):
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
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __lshift__ = __rlshift__ = __bool__
    __rshift__ = __rrshift__ = __matmul__ = __rmatmul__ = __bool__
    __len__ = refusing(ItemObserved, "the use of an item as a collection")
    __length_hint__ = __iter__ = __next__ = __reversed__ = __getitem__ = __contains__ = __call__ = __len__
    __enter__ = __exit__ = __len__
    __dir__ = __sizeof__ = __reduce__ = __reduce_ex__ = __copy__ = __deepcopy__ = __getstate__ = __len__


_ITEMS: Any = vars(Ranking)["items"]
_POSITIONS: Any = vars(Ranking)["positions"]
_BEHIND: Any = vars(Ranking)["behind"]


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
        if not is_trusted():
            raise ItemObserved("the hash of a ranking, as in a dict or a set")
        return Ranking.__hash__(self)

    renamed = handing_out = refusing(ItemObserved, "what goes through the items of a ranking as they are listed")

    @property
    def items(self) -> Any:  # type: ignore[override]  # an attribute of other rankings, that nobody writes either
        """The items as they are listed, for code of ours, and for code that only sums over them."""
        return _listing(self, _ITEMS, "a.items")

    @property
    def positions(self) -> Any:  # type: ignore[override]  # likewise
        """The positions of the items as they are listed, for code of ours."""
        return _listing(self, _POSITIONS, "a.positions")

    @property
    def behind(self) -> Any:  # type: ignore[override]  # likewise
        """The pairs (x, y) with x behind y, for code of ours: a set tells an order when it is gone through."""
        if not is_trusted():
            raise ItemObserved("a.behind, whose order tells the names of the items")
        try:
            return _BEHIND.__get__(self)
        except AttributeError:  # nobody has asked for it yet
            _BEHIND.__set__(self, Ranking.later["behind"](self))
            return _BEHIND.__get__(self)


def _listing(ranking: Unlisted, slot: Any, name: str) -> Any:
    asks = sys._getframe(2)
    if not is_trusted(3) and (name != "a.items" or (id(asks.f_code), id(asks.f_globals)) not in _summing):
        raise ItemObserved(f"{name}, whose order tells the names of the items (a.order does not)")
    return slot.__get__(ranking)
