"""Formats of files, each described once, by a type: what is written, what is read and the JSON Schema come from it.

The type is a dataclass of the program where a file says just what that says, else a :class:`Record` of the file's own.
A field with a default is left out where it has that value. What comes from outside goes through :mod:`.untrusted`
first; rules that no type can say are in :mod:`.rules` and beside each format.
"""

from __future__ import annotations

import dataclasses
import gc
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, is_dataclass
from functools import lru_cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from .untrusted import Unreadable, read_json

T = TypeVar("T")
R = TypeVar("R")
Json = dict[str, Any]
_PLACED = re.compile(r"(?P<said>.*) - at `(?P<key>key` in `)?\$(?P<place>.*)`", re.DOTALL)
_OF_OBJECTS = (
    (re.compile(r"Object missing required field `(.*)`", re.DOTALL), "is missing"),
    (re.compile(r"Object contains unknown field `(.*)`", re.DOTALL), "is not known"),
)


MANY = 100_000
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
            if gc.get_count()[0] > MANY and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """What stands in a file where the program says it in another form."""


@dataclass(frozen=True)
class MustBe:
    """Beside a type that leaves JSON data as they are (``Annotated[Any, MustBe(...)]``): what they must be."""

    kind: Any


class Misfit(ValueError):
    """Data that are not of a type; the text says where, such as ``cells[3].evidence: 'seed' is missing``."""


def plain(value: Any, kind: type | None = None) -> Any:
    """The value as JSON data: texts, numbers, lists and objects, in the order of the fields of its type.

    It may be of another type than the ``kind`` that is written, if it has attributes of these names and types.
    """
    strict = _strict(kind or type(value))
    written = msgspec.convert(value, strict, from_attributes=True)
    return json.loads(json.dumps(msgspec.to_builtins(written)))


def taken(data: Any, kind: type[T]) -> T:
    """The value of that type that JSON data say; :class:`Misfit` for anything else."""
    try:
        msgspec.convert(data, _strict(kind))  # type: ignore[arg-type]  # types have hashes
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        reason = _placed(str(error))
    except UnicodeEncodeError as error:
        reason = f"{error.object[:40]!r} is none of the words that may stand there"
    except RecursionError:
        reason = "it is nested too deeply"
    raise Misfit(reason)


def _placed(error: str) -> str:
    """What ``msgspec`` says is wrong, with the place first."""
    match = _PLACED.fullmatch(error)
    fault, place = (match["said"], match["place"].lstrip(".")) if match else (error, "")
    for pattern, what in _OF_OBJECTS:
        if named := pattern.fullmatch(fault):
            fault = f"{named[1]!r:.80} {what}"
    fault = ("a key: " if match and match["key"] else "") + fault[:1].lower() + fault[1:300]
    return f"{place[:200]}: {fault}" if place else fault


@lru_cache(maxsize=128)
def _strict(kind: Any) -> Any:
    """The type with no field unknown, and none written that has the value that it has if it is left out."""
    hints = get_type_hints(kind, include_extras=True)
    known = dataclasses.fields(kind) if is_dataclass(kind) else msgspec.structs.fields(kind)
    fields: list[Any] = [(f.name, _strictly(hints[f.name]), *_default(f, hints[f.name])) for f in known]
    return msgspec.defstruct(
        kind.__name__, fields, bases=(Record,), kw_only=True, omit_defaults=True, namespace={"__doc__": kind.__doc__}
    )


def _default(field: Any, hint: Any) -> list[Any]:
    """The value of a field that is left out, or what makes it; nothing if it may not be.

    Nor may a text that could be any: ``msgspec`` knows a default by its identity, which a text that was read lacks.
    """
    if field.default_factory not in (dataclasses.MISSING, msgspec.NODEFAULT):
        return [msgspec.field(default_factory=field.default_factory)]
    kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    any_text = type(field.default) is str and field.default and get_origin(kind) is not Literal
    left_out = field.default not in (dataclasses.MISSING, msgspec.NODEFAULT) and not any_text
    return [field.default] if left_out else []


def _strictly(hint: Any) -> Any:
    """The type of a field with everything in it strict."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        checked = [part.kind for part in inner if isinstance(part, MustBe)]
        kept = [part for part in inner[1:] if not isinstance(part, MustBe)]
        kind = _strictly((checked or inner)[0])
        return Annotated[(kind, *kept)] if kept else kind
    if origin in (Union, UnionType):
        return Union[tuple(map(_strictly, inner))]  # noqa: UP007  # of types that are known when it runs
    if origin in (tuple, list, dict):
        return origin[tuple(map(_strictly, inner))]
    is_record = isinstance(hint, type) and issubclass(hint, Record)
    return _strict(hint) if is_record or is_dataclass(hint) else hint


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

    def data(self, value: Any) -> Json:
        """The content of the file as JSON data; the value has the fields of the type, if it is not of it."""
        return {"format": self.name, **plain(value, self.kind)}

    def content(self, path: Path) -> Any:
        """The JSON data in a file that should be of this format, or of another one; what is wrong is said."""
        try:
            return read_json(path, self.most, self.what)
        except Unreadable as error:
            raise self.error(str(error)) from None

    def read(self, path: Path, made: Callable[[Any], R]) -> R:
        """What is made of the content of a file; what is wrong is said with its path."""
        with uncollected():
            data = self.content(path)
            try:
                return made(data)
            except self.error as error:
                raise type(error)(f"{path}: {error}") from None

    def taken(self, data: Any) -> T:
        """What the content of a file says."""
        if not isinstance(data, Mapping) or data.get("format") != self.name:
            raise self.error(f"this is not {self.what}: its format must be {self.name!r}")
        try:
            return taken({name: part for name, part in data.items() if name != "format"}, self.kind)
        except Misfit as error:
            raise self.error(f"{self.noun}: {error}") from None

    def schema(self) -> Json:
        """The published JSON Schema."""
        strict = _strict(self.kind)  # type: ignore[arg-type]  # types have hashes
        (top,), parts = msgspec.json.schema_components([strict], ref_template="#/$defs/{name}")
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
