"""What the rows of one process share: values made once, and whether they still are what they were when made.

Rankings, lists and constants are made once and handed to every definition. They are frozen; a definition that gets
around that (``object.__setattr__``, ``gc``, ``ctypes``) changes what every later row would be given. Whatever is shared
is made under :func:`shared`, which keeps its contents beside it, and :func:`changed_shared_values` compares.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sized
from fractions import Fraction
from functools import wraps
from itertools import chain
from operator import is_
from types import MappingProxyType, NoneType
from typing import Any, TypeVar

import numpy as np
from flint import arb, fmpq, fmpq_mpoly, fmpz

from .frozen import Frozen, getters

_Made = TypeVar("_Made", bound=Callable[..., Any])


class SharedValue:
    """A value that was made, the digest of its contents then, and what it consisted of when they were last compared."""

    __slots__ = ("digest", "layers", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        too_many = isinstance(value, Sized) and len(value) > MOST_COMPARED
        self.digest = None if too_many else digest(value)
        """None stands for the digest of what is too much to be compared."""
        self.layers: list[Layer] = []

    def is_as_made(self) -> bool:
        """Whether the contents are what they were: of the very same parts, which is quick to see, or alike."""
        try:
            layers = layers_of(self.value)
            if _are_the_same(layers, self.layers):
                return True
            if digest(self.value) != self.digest:
                return False
        except Exception:  # nothing that was made can raise
            return False
        self.layers = layers
        return True


class SharedValues(OrderedDict[tuple[Any, ...], SharedValue]):
    """Values that were made, by the arguments: what has been asked for, and nothing that a definition depends on."""


_register: list[tuple[str, SharedValues]] = []
"""Of each function that makes shared values: by its arguments, what it made."""
MOST_COMPARED = 5_000
"""Of more values than this no row is given those of an earlier one: to make them again is quicker than to compare."""
_forgotten: list[Callable[[], None]] = []
"""What lets go of values that are kept for speed alone and are not compared."""


def shared(size: int) -> Callable[[_Made], _Made]:
    """Like ``lru_cache`` with that many places, for functions whose values are handed to definitions."""

    def keeping(make: _Made) -> _Made:
        kept = SharedValues()
        _register.append((make.__name__, kept))

        @wraps(make)
        def made(*arguments: Any) -> Any:
            known = kept.get(arguments)
            if known is not None:
                kept.move_to_end(arguments)
                return known.value
            value = make(*arguments)
            kept[arguments] = SharedValue(value)
            if len(kept) > size:
                kept.popitem(last=False)
            return value

        return made  # type: ignore[return-value]  # it is called alike

    return keeping


def keep_in_view(name: str, value: Any) -> None:
    """Share a value that is made when its module is loaded."""
    _register.append((name, SharedValues({(): SharedValue(value)})))


def forgotten_between_rows(cached: _Made) -> _Made:
    """A cached function whose values are not worth comparing: after each row it starts anew."""
    _forgotten.append(cached.cache_clear)  # type: ignore[attr-defined]  # of lru_cache
    return cached


def changed_shared_values() -> list[str]:
    """The shared values that are not what they were when they were made, such as ``all_rankings(3)``; none is clean.

    To be asked after each row. What is kept for speed alone, or is too much to be compared, is let go of.
    """
    for clear in _forgotten:
        clear()
    for _, kept in _register:
        for arguments in [arguments for arguments, made in kept.items() if made.digest is None]:
            del kept[arguments]
    return [
        f"{name}({', '.join(map(_named, arguments))})"
        for name, kept in _register
        for arguments, made in kept.items()
        if not made.is_as_made()
    ]


def _named(argument: Any) -> str:
    return str(getattr(argument, "name", argument))


def digest(value: Any) -> int:
    """A number that is another one, in this process, if the contents of the value are."""
    return hash(contents(value))


def contents(value: Any) -> Any:
    """What is really in a value, as something that can be hashed and compared: no method of its own says it."""
    kind = type(value)
    known = _readers.get(id(kind))
    if known is None:
        known = _readers[id(kind)] = kind, _reader(kind)
    return known[1](value)


# A type is known by its identity alone: the type of a type may say that it is equal to another one.
_PLAIN = frozenset(map(id, (int, str, bool, NoneType)))
_WITHOUT_PARTS = _PLAIN | set(map(id, (float, complex, bytes, fmpq, fmpz, arb, type)))
"""Types whose values nobody can write to."""
_TOLD = _WITHOUT_PARTS | {id(Fraction)}
"""Types whose ``repr`` says all, in a tuple too if it is plain; of another type only which object it is counts."""


def _reader(kind: type) -> Callable[[Any], Any]:
    which = id(kind)
    if issubclass(kind, int):
        return lambda value: (which, int.__repr__(value))  # the hash of a number says too little: hash(-1) is hash(-2)
    if issubclass(kind, Frozen):
        return _reader_of_frozen(kind)
    if kind is tuple or kind is list:
        return _of_sequence
    if issubclass(kind, tuple):
        return lambda values: (which, _of_sequence(tuple(tuple.__iter__(values))))
    if kind is frozenset or kind is set:
        return lambda values: (which, frozenset(map(contents, values)))
    if kind is dict or kind is MappingProxyType:
        return lambda entries: (which, _of_sequence(tuple(entries)), _of_sequence(tuple(entries.values())))
    if issubclass(kind, np.ndarray):
        return lambda array: (which, array.dtype.str, array.shape, array.tobytes())
    if issubclass(kind, fmpq_mpoly):
        return lambda p: (which, p.context().names(), tuple(map(repr, p.to_dict().items())))
    if which in _TOLD:
        return lambda value: (which, repr(value))
    return lambda value: (which, id(value))


def _of_sequence(values: Any) -> Any:
    types = tuple(map(type, values))
    kinds = dict(zip(map(id, types), types, strict=True))
    if _PLAIN.issuperset(kinds) or all(issubclass(kind, int) and _is_written_as_int(kind) for kind in kinds.values()):
        return tuple(map(id, types)), repr(values)
    return id(type(values)), tuple(map(contents, values))


_bases, _names = type.__dict__["__mro__"].__get__, type.__dict__["__dict__"].__get__


def _is_written_as_int(kind: type) -> bool:
    """Whether a kind of whole numbers has the ``repr`` of int, whatever its own type says of it."""
    return next(_names(base) for base in _bases(kind) if "__repr__" in _names(base)) is _names(int)


def _reader_of_frozen(kind: type[Frozen]) -> Callable[[Any], Any]:
    """Of a frozen value every attribute; of one that was worked out later, whether it still follows from the others."""
    every, which = getters(kind), id(kind)
    first = [get for name, get in every.items() if name not in kind.later]
    later = [(every[name], follows) for name, follows in kind.later.items()]

    def read(value: Any) -> Any:
        own = tuple(contents(get(value)) for get in first)
        for get, follows in later:
            try:
                content = get(value)
            except AttributeError:  # it is not worked out yet
                continue
            if not _follows(content, follows, value):
                return which, own, False
        return which, own, True

    return read


def _follows(content: Any, follows: Callable[[Any], Any], value: Any) -> bool:
    try:
        return _same(content, follows(value))
    except Exception:  # what it follows from is not what it was
        return False


def _same(here: Any, due: Any) -> bool:
    """Whether what was worked out is what is due: made of the very same items, which is quick to see, or alike."""
    kind = type(due)
    if type(here) is not kind:
        return False
    if kind is MappingProxyType:
        return _same(tuple(here), tuple(due)) and _same(tuple(here.values()), tuple(due.values()))
    if kind in (tuple, frozenset) and all(type(part) is tuple for part in chain(here, due)):
        inside, known = set(map(id, chain.from_iterable(here))), set(map(id, chain.from_iterable(due)))
        return inside == known and bool(here == due)
    return bool(contents(here) == contents(due))


_readers: dict[int, tuple[type, Callable[[Any], Any]]] = {}
"""By the identity of a type, the type and what reads its values."""


# --- the parts of a value -----------------------------------------------------------------------------------------

Layer = tuple[list[Any], list[Any]]
"""Objects, and what else there is to say of them: their types, how many parts each has, what can be written to."""
DEEPEST = 64
"""A value with more layers is none that we made: it holds itself."""


def layers_of(value: Any) -> list[Layer]:
    """Everything that a value holds, what is inside each layer being the next one.

    Where the objects and their types are the very same as before, and what is said of them is equal, the contents are
    what they were; the reverse need not be so.
    """
    layers: list[Layer] = []
    layer = [value]
    while layer:
        if len(layers) == DEEPEST:
            raise ValueError("it holds itself")
        inside, types = list[Any](), list(map(type, layer))
        which = list(map(id, types))
        kinds = dict(zip(which, types, strict=True))
        notes: list[Any] = which if len(kinds) > 1 else list(kinds)  # objects may change their class
        for key, kind in kinds.items():
            if key not in _WITHOUT_PARTS:
                some = layer if len(kinds) == 1 else [part for part in layer if type(part) is kind]
                _look_inside(kind, some, inside, notes)
        layers.append((layer, notes))
        layer = inside
    return layers


def _look_inside(kind: type, values: list[Any], inside: list[Any], notes: list[Any]) -> None:
    """Add what values of one type hold, and what there is to say of them."""
    if issubclass(kind, Frozen):
        for get in getters(kind).values():
            inside += _gotten(get, values)
    elif issubclass(kind, tuple):
        notes += map(tuple.__len__, values)
        inside += chain.from_iterable(map(tuple.__iter__, values))
    elif kind in (list, frozenset, set, dict, MappingProxyType):
        notes += map(len, values)
        inside += chain.from_iterable(values)
        if kind in (dict, MappingProxyType):
            inside += chain.from_iterable(value.values() for value in values)
    elif not issubclass(kind, int):
        notes += map(contents, values)


def _gotten(get: Callable[[Any], Any], values: list[Any]) -> list[Any]:
    """What is in one slot of each value; None where nothing is."""
    try:
        return list(map(get, values))
    except AttributeError:
        return [_or_none(get, value) for value in values]


def _or_none(get: Callable[[Any], Any], value: Any) -> Any:
    try:
        return get(value)
    except AttributeError:
        return None


def _are_the_same(layers: list[Layer], others: list[Layer]) -> bool:
    """Whether two values consist of the same objects."""
    return len(layers) == len(others) and all(
        len(parts) == len(parts_then) and notes == notes_then and all(map(is_, parts, parts_then))
        for (parts, notes), (parts_then, notes_then) in zip(layers, others, strict=True)
    )
