"""Immutable values, such as rankings and parameters, which many definitions share.

:class:`Frozen` is their base class. The functions below it make such values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Never, TypeVar

_Key = TypeVar("_Key")
_Entry = TypeVar("_Entry")
_Value = TypeVar("_Value", bound="Frozen")
new = object.__new__
"""Make an empty value of a class; for ``__new__``."""


class Frozen:
    """A value whose attributes are set when it is made, and not afterwards.

    A definition that writes to it by mistake gets an ``AttributeError``, so that all other definitions keep their
    values. The attributes are immutable too: tuples, frozen sets, :func:`read_only` mappings, arrays that are not
    writable. Two values of one class are equal if the attributes of :attr:`made_from` are.

    A subclass defines ``__slots__``, ``made_from``, and a ``__new__`` that calls :func:`build`:

        def __new__(cls, order):
            return build(cls, order=order, n=len(order))

    Where speed matters, ``__new__`` uses :data:`new` and the :func:`setters` of the slots instead, and the class stores
    its hash.
    """

    __slots__ = ()
    made_from: ClassVar[tuple[str, ...]] = ()
    """The attributes that the constructor takes, in its order."""
    lazy: ClassVar[Mapping[str, Callable[[Any], Any]]] = MappingProxyType({})
    """Attributes that are computed when they are first read: by name, the function of the value that computes each."""

    if not TYPE_CHECKING:  # a type checker would then accept every attribute name

        def __getattr__(self, name: str) -> Any:
            """Compute and store an attribute of :attr:`lazy` when it is first read."""
            return compute_lazily(self, name) if name in type(self).lazy else object.__getattribute__(self, name)

    def __eq__(self, other: object) -> bool:
        """Return whether the other is of the same kind and has equal parts."""
        return type(other) is type(self) and _parts(self) == _parts(other)

    def __hash__(self) -> int:
        return hash(_parts(self))

    def __setattr__(self, name: str, content: Any) -> Never:
        raise AttributeError(f"{name}: a {type(self).__name__} cannot be changed; make another one")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"{name}: a {type(self).__name__} cannot be changed; make another one")

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    def __reduce__(self) -> Any:
        """Pickle the constructor's arguments; a mapping proxy cannot be pickled, and becomes a dict."""
        parts = [getattr(self, name) for name in self.made_from]
        return type(self), tuple(dict(part) if isinstance(part, MappingProxyType) else part for part in parts)


def _parts(value: Frozen) -> Any:
    """Return the parts that the value is made from: the one part, or a tuple of them."""
    return attrgetter(*value.made_from)(value)


def build(kind: type[_Value], **contents: Any) -> _Value:
    """Make a value of a class with these attributes; for ``__new__``."""
    value = new(kind)
    for name, content in contents.items():
        object.__setattr__(value, name, content)
    return value


def compute_lazily(value: Frozen, name: str) -> Any:
    """Compute an attribute of :attr:`Frozen.lazy` and store it."""
    content = value.lazy[name](value)
    object.__setattr__(value, name, content)
    return content


def setters(kind: type[Frozen], *names: str) -> tuple[Callable[[Any, Any], None], ...]:
    """Return functions that set slots of a class, for its ``__new__``.

    They are faster than ``object.__setattr__``, and set the slot of this class even if a subclass has a property of the
    same name.
    """
    return tuple(kind.__dict__[name].__set__ for name in names)


def read_only(entries: Mapping[_Key, _Entry]) -> Mapping[_Key, _Entry]:
    """Copy the entries to a read-only mapping."""
    return MappingProxyType(dict(entries))
