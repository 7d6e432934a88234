"""Formats of files, each described once, by a ``msgspec.Struct``: it is written and read as it is, and is the schema.

A field with a default is left out where it has that value; it must be known by its identity, as no text but the empty
one is. What comes from outside goes through :mod:`.untrusted` first; rules that no type can say are in :mod:`.rules`
and beside each format.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar, dataclass_transform

import msgspec

from .files import Unreadable, read_json

T = TypeVar("T")
R = TypeVar("R")
Json = dict[str, Any]
_PLACED = re.compile(r"(?P<said>.*) - at `(?P<key>key` in `)?\$(?P<place>.*)`", re.DOTALL)
_OF_OBJECTS = (
    (re.compile(r"Object missing required field `(.*)`", re.DOTALL), "is missing"),
    (re.compile(r"Object contains unknown field `(.*)`", re.DOTALL), "is not known"),
)


OBJECTS_WORTH_FREEZING = 100_000
"""Objects that are worth it."""


@contextmanager
def uncollected() -> Iterator[None]:
    """For what makes much and gives nothing back before its end: looking for that takes a fifth of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            # what was made counts as old, and is not looked through at once; to count what is frozen takes long, too
            if gc.get_count()[0] > OBJECTS_WORTH_FREEZING and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A value of the program that is written to files as it is."""


class Misfit(ValueError):
    """Data that are not of a type; the text says where, such as ``cells[3].evidence: 'seed' is missing``."""


def convert(data: Any, kind: type[T]) -> T:
    """The value of that type that JSON data say; :class:`Misfit` for anything else."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        reason = _placed(str(error))
    except UnicodeEncodeError as error:
        reason = f"{error.object[:40]!r} is none of the words that may stand there"
    except RecursionError:
        reason = "it is nested too deeply"
    raise Misfit(reason)


def _placed(error: str) -> str:
    """Format the message of ``msgspec`` with the place first."""
    match = _PLACED.fullmatch(error)
    fault, place = (match["said"], match["place"].lstrip(".")) if match else (error, "")
    for pattern, what in _OF_OBJECTS:
        if named := pattern.fullmatch(fault):
            fault = f"{named[1]!r:.80} {what}"
    fault = ("a key: " if match and match["key"] else "") + fault[:1].lower() + fault[1:300]
    return f"{place[:200]}: {fault}" if place else fault


@dataclass(frozen=True)
class Format(Generic[T]):
    """The format of a file: an object that names it in its field ``format`` and has the fields of a type."""

    name: str
    """What the field says, such as ``axiomatrix-witness-1``."""
    noun: str
    """What such a file is, such as ``witness``."""
    kind: type[T]
    means: str
    """What is in it."""
    error: type[ValueError]
    """What is raised for anything else."""
    most: int = 0
    """Bytes of the longest file that is read."""
    named: bool = True
    """Whether the content says its format; a line of a table does not."""

    @property
    def what(self) -> str:
        """Such as ``a witness``."""
        return f"{'an' if self.noun[0] in 'aeiou' else 'a'} {self.noun}"

    def data(self, value: T) -> Json:
        """The content of the file as JSON data."""
        return {"format": self.name, **msgspec.to_builtins(value)}

    def content(self, path: Path) -> Any:
        """The JSON data in a file that should be of this format, or of another one; errors say what is wrong."""
        try:
            return read_json(path, self.most, self.what)
        except Unreadable as error:
            raise self.error(str(error)) from None

    def read(self, path: Path, made: Callable[[Any], R]) -> R:
        """Read a file and convert its content; errors name its path."""
        with uncollected():
            data = self.content(path)
            try:
                return made(data)
            except self.error as error:
                raise type(error)(f"{path}: {error}") from None

    def taken(self, data: Any) -> T:
        """Decode the content of a file."""
        if not isinstance(data, Mapping) or data.get("format") != self.name:
            raise self.error(f"this is not {self.what}: its format must be {self.name!r}")
        try:
            return convert({name: part for name, part in data.items() if name != "format"}, self.kind)
        except Misfit as error:
            raise self.error(f"{self.noun}: {error}") from None

    def schema(self) -> Json:
        """The published JSON Schema."""
        (top,), parts = msgspec.json.schema_components([self.kind], ref_template="#/$defs/{name}")
        whole = parts.pop(top["$ref"].removeprefix("#/$defs/"))
        schema = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": self.name.replace("axiomatrix-", "urn:axiomatrix:"),
            **whole,
            "title": f"axiomatrix {self.noun}",
            "description": self.means,
            "properties": ({"format": {"const": self.name}} if self.named else {}) | whole["properties"],
            "required": ["format"] * self.named + whole["required"],
            "$defs": parts,
        }
        described: Json = json.loads(json.dumps(schema))  # defaults are values of Python
        return described
