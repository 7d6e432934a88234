"""The reference of the JSON Schemas: their fields as tables, and the schema itself to download."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from axiomatrix.report.json_formats import JSON_FORMATS

from .places import SCHEMAS, to
from .texts import code, fenced, heading, link, table, text

Schema = dict[str, Any]


def pages() -> dict[str, str | bytes]:
    """Each page and each raw schema by its path."""
    here = f"{SCHEMAS}/index.md"
    made: dict[str, str | bytes] = {}
    rows = []
    for name, format in JSON_FORMATS.items():
        schema = format.schema()
        made[f"{SCHEMAS}/{name}.md"] = _page(name, schema)
        made[f"{SCHEMAS}/{name}.schema.json"] = json.dumps(schema, indent=2, ensure_ascii=False).encode() + b"\n"
        page = link(text(schema["title"]), to(here, f"{SCHEMAS}/{name}.md"))
        rows.append([page, text(schema["description"]), code(format.name)])
    intro = (
        "The files of JSON that the tool writes to be read by others have schemas (draft 2020-12), made from the types "
        "that read and write them. Each file names its format and version in its first field. Exact numbers are "
        "written as text."
    )
    made[here] = "\n\n".join(["# JSON Schemas", intro, table(["schema", "of", "format"], rows)])
    return made


def _page(name: str, schema: Schema) -> str:
    said = [f"# {text(schema['title'])}", text(schema.get("description", ""))]
    said.append(f"{link('The schema', f'{name}.schema.json')} ({code(schema['$id'])})")
    said += _fields("The file", "file", schema)
    for defined, part in schema.get("$defs", {}).items():
        said += _fields(code(defined), f"def-{defined}", part)
    said += [heading(2, "The whole schema", "schema"), fenced(json.dumps(schema, indent=2, ensure_ascii=False), "json")]
    return "\n\n".join(said)


def _fields(title: str, at: str, schema: Schema) -> list[str]:
    said = [heading(2, title, at), text(schema.get("description", "")) if at != "file" else ""]
    rows = list(_rows(schema, ""))
    if rows:
        said.append(table(["field", "required", "value", "meaning"], rows))
    if not rows or "properties" not in schema:
        said.append(kind(schema))
    return said


def _rows(schema: Schema, before: str) -> Iterator[list[str]]:
    """A line for each field; the fields of an object written in place follow it, named with its path."""
    required = schema.get("required", ())
    for name, part in schema.get("properties", {}).items():
        path = f"{before}{name}"
        yield [code(path), "yes" if name in required else "", kind(part), text(part.get("description", ""))]
        yield from _rows(part, f"{path}.")
        if isinstance(part.get("items"), dict):
            yield from _rows(part["items"], f"{path}[].")
        if isinstance(part.get("additionalProperties"), dict):
            yield from _rows(part["additionalProperties"], f"{path}.*.")
    for key in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(key, ()) if "properties" not in schema or key == "allOf" else ():
            yield from _rows(part, before)


def kind(schema: Schema | bool) -> str:
    """What a value is, in words."""
    if isinstance(schema, bool):
        return "anything" if schema else "nothing"
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return link(code(name), f"#def-{name}") if schema["$ref"].startswith("#/$defs/") else code(schema["$ref"])
    if "const" in schema:
        return code(json.dumps(schema["const"], ensure_ascii=False))
    if "enum" in schema:
        return ", ".join(code(json.dumps(value, ensure_ascii=False)) for value in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema and "properties" not in schema:
            return " or ".join(dict.fromkeys(kind(part) for part in schema[key]))
    return _typed(schema)


def _typed(schema: Schema) -> str:
    types = schema.get("type", ())
    said = []
    for one in [types] if isinstance(types, str) else types:
        said.append(_array(schema) if one == "array" else _object(schema) if one == "object" else one)
    more = [f"pattern {code(schema['pattern'])}"] if "pattern" in schema else []
    for key, word in (("minimum", "at least"), ("maximum", "at most"), ("exclusiveMinimum", "above")):
        more += [f"{word} {schema[key]}"] if key in schema else []
    more += [f"at most {schema['maxLength']:,} characters"] if "maxLength" in schema else []
    more += ["not empty"] if schema.get("minLength", schema.get("minItems", 0)) == 1 else []
    return " or ".join(said) + ("".join(f", {part}" for part in more)) if said else "anything"


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return "array: " + ", then ".join(kind(part) for part in schema["prefixItems"])
    return f"array of {kind(schema['items'])}" if "items" in schema else "array"


def _object(schema: Schema) -> str:
    values = schema.get("additionalProperties")
    return f"object: any name to {kind(values)}" if isinstance(values, dict) else "object"
