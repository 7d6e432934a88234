"""Modules of which a version says all, as they were when this process began: what is written to them since is seen."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from ..workers.cleanliness import NamesInView, content_of, traits_of
from .known import is_versioned

_HEAP, _IMMUTABLE = 1 << 9, 1 << 8
"""Flags of a class: made when the program runs, and closed to changes all the same."""


class Untouched:
    """The names of such modules and of their classes, what their functions do, and what their tables and lists hold."""

    def __init__(self) -> None:
        modules = {name: vars(module) for name, module in sys.modules.items() if is_versioned(name)}
        every = {id(value): value for names in modules.values() for value in names.values()}
        classes = [value for value in every.values() if isinstance(value, type) and _may_be_written_to(value)]
        self._modules = [NamesInView(name, names) for name, names in modules.items()]
        self._classes = [NamesInView(f"{c.__module__}.{c.__qualname__}", c.__dict__) for c in classes]
        holders = (*modules.values(), *(c.__dict__ for c in classes))
        self._functions = [(f, traits_of(f)) for holder in holders for value in holder.values() for f in _inside(value)]
        self._contents = [
            (f"{name}.{key}", value, content_of(value))
            for name, names in modules.items()
            for key, value in names.items()
            if type(value) in (dict, list) and not key.startswith(("__", "_cache"))  # a cache fills when it is used
        ]

    def change(self) -> str | None:
        """Something that is not as it was, and how; None if there is nothing."""
        return next(self._changes(), None)

    def _changes(self) -> Iterator[str]:
        for names in self._modules:
            yield from names.damages(grown=False)  # what is new there is seen where it is named
        for names in self._classes:
            yield from names.damages(grown=True)
        for function, traits in self._functions:
            if any(now is not was for now, was in zip(traits_of(function), traits, strict=True)):
                yield f"{function.__module__}.{function.__qualname__} was changed"
        for name, value, content in self._contents:
            if content_of(value) != content:
                yield f"the content of {name} was changed"


def _may_be_written_to(kind: type) -> bool:
    return is_versioned(str(kind.__module__)) and kind.__flags__ & (_HEAP | _IMMUTABLE) == _HEAP


def _inside(value: Any) -> Iterator[FunctionType]:
    """The functions that are, or are in, a value of a module or of a class."""
    parts = (value.fget, value.fset, value.fdel) if type(value) is property else (getattr(value, "__func__", value),)
    for part in parts:
        if type(part) is FunctionType:
            yield part
            yield from _inside(part.__dict__.get("__wrapped__"))


OTHERS = Untouched()
