"""Formats of JSON files: each has a ``msgspec.Struct`` from which files are written, read and given a JSON Schema.

A module with such files, such as :mod:`.witness`, makes a :class:`Format` of its struct, which is a :class:`Record`.

A field with its default value is left out of the file. msgspec compares a value with the default by identity, so the
only text that may be a default is the empty one. Files are read with the limits of :mod:`.files`. Rules that no type
can express are in :mod:`.rules` and beside each format.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar, dataclass_transform, overload

import msgspec

from .files import Unreadable, read_json

T = TypeVar("T")
Content = TypeVar("Content")
Json = dict[str, Any]
"""A JSON object."""
_MSGSPEC_ERROR = re.compile(r"(?P<fault>.*) - at `(?P<key>key` in `)?\$(?P<place>.*)`", re.DOTALL)
"""Parts of a message of ``msgspec``: the fault, whether it is about a key, and the place."""
_FIELD_FAULTS = (
    (re.compile(r"Object missing required field `(.*)`", re.DOTALL), "is missing"),
    (re.compile(r"Object contains unknown field `(.*)`", re.DOTALL), "is not known"),
)
"""Messages of ``msgspec`` that name a field, each with the text about the field that replaces it."""


OBJECTS_WORTH_FREEZING = 100_000
"""Number of new objects above which :func:`gc_paused` moves them to the oldest generation."""


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the garbage collector while a large file is decoded: it would take a fifth of the time and free nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            # Freezing and unfreezing moves the new objects to the oldest generation, so that the collector does not go
            # through all of them at once. For few objects that is not worth the time, because counting the frozen
            # ones takes long too.
            if gc.get_count()[0] > OBJECTS_WORTH_FREEZING and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of the structs that are stored in JSON files: frozen, unknown fields refused, defaults left out."""


class Misfit(ValueError):
    """Data that do not fit a type; the message says where, such as ``cells[3].evidence: 'seed' is missing``."""


def convert(data: Any, kind: type[T]) -> T:
    """Convert JSON data to a value of the type ``kind``; :class:`Misfit` says what does not fit."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        reason = _with_place_first(str(error))
    except UnicodeEncodeError as error:  # a lone surrogate
        reason = f"{error.object[:40]!r} is not one of the allowed values"
    except RecursionError:
        reason = "it is nested too deeply"
    raise Misfit(reason)


def _with_place_first(error: str) -> str:
    """Rewrite a message of ``msgspec``, which ends with the place in the data, so that the place comes first."""
    match = _MSGSPEC_ERROR.fullmatch(error)
    fault, place = error, ""  # a message about the whole file names no place
    if match is not None:
        fault, place = match["fault"], match["place"].lstrip(".")
    for pattern, predicate in _FIELD_FAULTS:
        if field_match := pattern.fullmatch(fault):
            fault = f"{field_match[1]!r:.80} {predicate}"
    is_about_key = match is not None and bool(match["key"])
    fault = f"{'a key: ' if is_about_key else ''}{fault[:1].lower()}{fault[1:300]}"
    return f"{place[:200]}: {fault}" if place else fault


@dataclass(frozen=True)
class Format(Generic[T]):
    """A format of JSON files: an object with the fields of a type, and the name of the format in a field ``format``."""

    name: str
    """Value of the field ``format``, such as ``axiomatrix-witness-1``."""
    noun: str
    """Word for such a file in messages, such as ``witness``."""
    kind: type[T]
    """Type that the content is converted to."""
    description: str
    """Description in the schema."""
    error: type[ValueError]
    """Exception for files that do not fit this format."""
    max_bytes: int = 0
    """Most bytes of a file that is read; 0 for formats that are only written."""
    has_format_field: bool = True
    """False if the content has no field ``format``, as for a line of a table; this concerns only the schema."""

    @property
    def noun_with_article(self) -> str:
        """Noun with its article, such as ``a witness``."""
        return f"{'an' if self.noun[0] in 'aeiou' else 'a'} {self.noun}"

    def data(self, value: T) -> Json:
        """Encode a value as the JSON data of a file."""
        return {"format": self.name, **msgspec.to_builtins(value)}

    def content(self, path: Path) -> Any:
        """Read the JSON data of a file without a look at its field ``format``: it may be of another format.

        Raises :attr:`error` if the file cannot be read or is not JSON.
        """
        try:
            return read_json(path, self.max_bytes, self.noun_with_article)
        except Unreadable as error:
            raise self.error(str(error)) from None

    @overload
    def read(self, path: Path) -> T: ...

    @overload
    def read(self, path: Path, decode: Callable[[Any], Content]) -> Content: ...

    def read(self, path: Path, decode: Callable[[Any], Any] | None = None) -> Any:
        """Read a file and convert its JSON data, by :meth:`decode` unless another function is given.

        Errors name the path.
        """
        with gc_paused():
            data = self.content(path)
            try:
                return (decode or self.decode)(data)
            except self.error as error:
                raise type(error)(f"{path}: {error}") from None

    def decode(self, data: Any) -> T:
        """Convert the JSON data of a file to a value; :attr:`error` if they do not fit this format."""
        if not isinstance(data, Mapping) or data.get("format") != self.name:
            raise self.error(f"this is not {self.noun_with_article}: its format must be {self.name!r}")
        try:
            return convert({name: part for name, part in data.items() if name != "format"}, self.kind)
        except Misfit as error:
            raise self.error(f"{self.noun}: {error}") from None

    def schema(self) -> Json:
        """Return the published JSON Schema of the format."""
        (top,), definitions = msgspec.json.schema_components([self.kind], ref_template="#/$defs/{name}")
        root = definitions.pop(top["$ref"].removeprefix("#/$defs/"))
        schema = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": self.name.replace("axiomatrix-", "urn:axiomatrix:"),
            **root,
            "title": f"axiomatrix {self.noun}",
            "description": self.description,
            "properties": root["properties"],
            "required": root["required"],
            "$defs": definitions,
        }
        if self.has_format_field:
            schema["properties"] = {"format": {"const": self.name}} | root["properties"]
            schema["required"] = ["format", *root["required"]]
        as_json: Json = json.loads(json.dumps(schema))  # defaults may be tuples and other values of Python
        return as_json
