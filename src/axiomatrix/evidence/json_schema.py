"""JSON data against one of our published schemas, without a further dependency: files of others are untrusted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from reprlib import repr as shown
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "null": (type(None),),
}
ANYTHING = frozenset(kind for kinds in TYPES.values() for kind in kinds)
SILENT = frozenset({"$schema", "$id", "$defs", "title", "description"})
"""Keywords that forbid nothing."""
CHECKED = frozenset(
    {
        "type",
        "const",
        "enum",
        "anyOf",
        "$ref",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "prefixItems",
        "minItems",
        "minLength",
        "minimum",
        "maximum",
    }
)
"""All other keywords of our schemas; a schema with one that is not here is refused, not half obeyed."""


def problem(data: Any, schema: Mapping[str, Any]) -> str | None:
    """The first thing in which the data do not fit the schema, with its place (``cells[3].seed is ...``), or None.

    Data are what ``json.loads`` gives. A whole number must be written as one: 1.0 is none. Raises ``ValueError`` for a
    schema with a keyword that is not known here.
    """
    return next(_problems(data, schema, _Whole(schema), ""), None)


class _Whole:
    """A schema with what was found out about its parts: a report has many cells, and its schema few parts."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.parts = schema.get("$defs", {})
        self._plain: dict[int, frozenset[type]] = {}

    def plain(self, part: Any) -> frozenset[type]:
        """The types that a part asks for if it asks for nothing else; none if it does.

        ``ValueError`` for a part with a keyword that is not known.
        """
        if part is True:
            return ANYTHING
        found = self._plain.get(id(part))
        if found is None:
            unknown = set(part) - SILENT - CHECKED
            if unknown:
                raise ValueError(f"schema: {sorted(unknown)[0]!r} is not known")
            types = part["type"] if set(part) - SILENT == {"type"} else []
            found = frozenset(kind for name in _each(types) for kind in TYPES[name])
            self._plain[id(part)] = found
        return found


def _problems(data: Any, part: Any, whole: _Whole, where: str) -> Iterator[str]:
    if type(data) in whole.plain(part):
        return
    if "$ref" in part:
        yield from _problems(data, whole.parts[part["$ref"].removeprefix("#/$defs/")], whole, where)
    place = where or "the whole"
    if "type" in part and not _is_of(data, part["type"]):
        yield f"{place} is {shown(data)}; it must be of type {_listed(part['type'])}"
    if "const" in part and not _is(data, part["const"]):
        yield f"{place} is {shown(data)}; it must be {part['const']!r}"
    if "enum" in part and not any(_is(data, value) for value in part["enum"]):
        yield f"{place} is {shown(data)}; it must be one of {', '.join(map(repr, part['enum']))}"
    if "anyOf" in part:
        found = [next(_problems(data, option, whole, where), None) for option in part["anyOf"]]
        if all(found):
            within = [said for said in found if said and not said.startswith(f"{place} is ")]
            yield within[0] if len(within) == 1 else f"{place} is {shown(data)}, which is none of what may stand there"
    yield from _of_number(data, part, place)
    if isinstance(data, str) and len(data) < part.get("minLength", 0):
        yield f"{place} is too short a text"
    if isinstance(data, dict):
        yield from _of_object(data, part, whole, where)
    if isinstance(data, list):
        yield from _of_list(data, part, whole, where)


def _of_number(data: Any, part: Mapping[str, Any], place: str) -> Iterator[str]:
    if isinstance(data, bool) or not isinstance(data, (int, float)):
        return
    if "minimum" in part and not data >= part["minimum"]:
        yield f"{place} is {shown(data)}; it must be at least {part['minimum']}"
    if "maximum" in part and not data <= part["maximum"]:
        yield f"{place} is {shown(data)}; it must be at most {part['maximum']}"


def _of_object(data: dict[str, Any], part: Mapping[str, Any], whole: _Whole, where: str) -> Iterator[str]:
    known, others = part.get("properties", {}), part.get("additionalProperties", True)
    before = f"{where}." if where else ""
    for name in part.get("required", ()):
        if name not in data:
            yield f"{before}{name} is missing"
    for name, value in data.items():
        if name in known and type(value) in whole.plain(known[name]):
            continue  # most of a report are texts and numbers; this saves half of the time
        at = f"{before}{name[:80]}"
        if name in known:
            yield from _problems(value, known[name], whole, at)
        elif others is False:
            yield f"{at} is not known"
        else:
            yield from _problems(value, others, whole, at)


def _of_list(data: list[Any], part: Mapping[str, Any], whole: _Whole, where: str) -> Iterator[str]:
    first, others = part.get("prefixItems", []), part.get("items", True)
    if len(data) < part.get("minItems", 0):
        yield f"{where} has {len(data)} entries; it must have at least {part['minItems']}"
    for k, value in enumerate(data):
        at = f"{where}[{k}]"
        if k < len(first):
            yield from _problems(value, first[k], whole, at)
        elif others is False:
            yield f"{at} is one too many"
        else:
            yield from _problems(value, others, whole, at)


def _is_of(data: Any, types: str | list[str]) -> bool:
    return any(
        isinstance(data, TYPES[name]) and (name == "boolean" or not isinstance(data, bool)) for name in _each(types)
    )


def _each(types: str | list[str]) -> list[str]:
    return [types] if isinstance(types, str) else types


def _is(data: Any, value: Any) -> bool:
    """Equality of JSON, in which true is not 1."""
    return type(data) is type(value) and bool(data == value)


def _listed(types: str | list[str]) -> str:
    return types if isinstance(types, str) else " or ".join(types)
