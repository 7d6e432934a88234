"""Structs that are files: what they take, what they refuse and with which words, and the schemas made from them."""

from __future__ import annotations

import gc
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import jsonschema
import msgspec
import pytest
from msgspec import Meta

from axiomatrix.evidence.evidence import Witness
from axiomatrix.evidence.formats import Format, Misfit, Record, convert
from axiomatrix.report.json_formats import JSON_FORMATS


class Leaf(Record):
    """A leaf."""

    size: Annotated[int, Meta(ge=0, le=9, description="How large.")]
    tone: Literal["light", "dark"]
    marks: tuple[str, ...] = ()
    names: dict[str, int] = {}  # noqa: RUF012  # a copy each


class Branch(Record):
    """A branch."""

    leaves: list[Leaf]
    note: str = ""


class BadBranch(ValueError):
    """No branch."""


BRANCH = Format("axiomatrix-branch-1", "branch", Branch, "A branch with its leaves.", BadBranch, 1_000)
LEAF = Leaf(3, "dark", ("a",), {"x": 1})


def data() -> Any:
    return json.loads(json.dumps(BRANCH.data(Branch([LEAF, Leaf(0, "light")]))))


def test_what_is_written_is_json_in_the_order_of_the_fields_and_comes_back() -> None:
    written = data()
    assert json.dumps(written["leaves"][0]) == '{"size": 3, "tone": "dark", "marks": ["a"], "names": {"x": 1}}'
    assert list(written) == ["format", "leaves"]  # a field that has its default is not there
    assert written["leaves"][1] == {"size": 0, "tone": "light"}
    assert BRANCH.decode(written) == Branch([LEAF, Leaf(0, "light")])
    assert BRANCH.decode({**written, "note": "n"}).note == "n"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d.update(format="axiomatrix-branch-2"), "this is not a branch: its format must be"),
        (lambda d: d.pop("leaves"), "branch: 'leaves' is missing"),
        (lambda d: d.update(more=1), "branch: 'more' is not known"),
        (lambda d: d.update(note=None), "branch: note: expected `str`, got `null`"),
        (lambda d: d["leaves"].append([]), "branch: leaves[2]: expected `object`, got `array`"),
        (lambda d: d["leaves"][1].pop("size"), "branch: leaves[1]: 'size' is missing"),
        (lambda d: d["leaves"][1].update({"a" * 500: 1}), f"branch: leaves[1]: {'a' * 500!r:.80} is not known"),
        (lambda d: d["leaves"][0].update(size=1.0), "branch: leaves[0].size: expected `int`, got `float`"),
        (lambda d: d["leaves"][0].update(size=True), "branch: leaves[0].size: expected `int`, got `bool`"),
        (lambda d: d["leaves"][0].update(size="1"), "branch: leaves[0].size: expected `int`, got `str`"),
        (lambda d: d["leaves"][0].update(size=10**30), "branch: leaves[0].size: expected `int` <= 9"),
        (lambda d: d["leaves"][0].update(tone="x" * 10**6), "branch: leaves[0].tone: invalid enum value 'xxx"),
        (lambda d: d["leaves"][0].update(tone="\ud800"), "is not one of the allowed values"),
        (lambda d: d["leaves"][0].update(names={"x": "y"}), "branch: leaves[0].names[...]: expected `int`, got `str`"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_short_line_with_its_place(change: Any, message: str) -> None:
    changed = data()
    change(changed)
    with pytest.raises(BadBranch) as error:
        BRANCH.decode(changed)
    assert message in str(error.value) and len(str(error.value)) < 600 and "\n" not in str(error.value)


def test_a_key_that_may_not_stand_there_is_told() -> None:
    with pytest.raises(Misfit, match=r"^of: a key: invalid enum value 'c'$"):
        convert({"of": {"c": 1}}, Keyed)


class Keyed(Record):
    """A record."""

    of: dict[Literal["a", "b"], int]


def test_half_a_pair_of_surrogates_in_a_text_is_a_text() -> None:
    made = Leaf(1, "light", ("\ud800",))
    assert convert(json.loads(json.dumps(msgspec.to_builtins(made))), Leaf) == made


def test_a_file_is_read_with_its_path_in_what_is_wrong_and_memory_is_looked_after_again(tmp_path: Path) -> None:
    path = tmp_path / "branch.json"
    path.write_text(json.dumps(data()), encoding="utf-8")
    assert BRANCH.read(path).leaves == [LEAF, Leaf(0, "light")] and gc.isenabled()
    for content, text in (("{", "not JSON"), ("[]", "this is not a branch"), ("x" * 2_000, "at most 1,000 bytes")):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(BadBranch, match=text) as error:
            BRANCH.read(path)
        assert str(error.value).startswith(f"{path}: ") and gc.isenabled()


def test_the_schema_takes_what_is_taken_and_refuses_what_is_refused() -> None:
    schema = BRANCH.schema()
    assert (schema["$id"], schema["title"]) == ("urn:axiomatrix:branch-1", "axiomatrix branch")
    leaf = schema["$defs"]["Leaf"]
    assert leaf["required"] == ["size", "tone"]
    assert list(leaf["properties"]) == ["size", "tone", "marks", "names"]
    assert leaf["properties"]["marks"]["default"] == []
    assert leaf["additionalProperties"] is False and leaf["properties"]["size"]["description"] == "How large."
    assert (schema["required"], leaf["description"]) == (["format", "leaves"], "A leaf.")
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(data())
    assert not validator.is_valid({**data(), "more": 1}) and not validator.is_valid({**data(), "format": "x"})
    changed = data()
    del changed["leaves"][0]["size"]
    assert not validator.is_valid(changed)


@pytest.mark.parametrize("name", JSON_FORMATS)
def test_every_format_has_a_strict_schema_and_refuses_anything_else(name: str) -> None:
    """Memory is gone through after each: some unions make the library that reads them lose it."""
    format = JSON_FORMATS[name]
    jsonschema.Draft202012Validator.check_schema(format.schema())
    gc.collect()
    for junk in (None, [], {}, {"format": format.name}, {"format": format.name, "more": 1}):
        with pytest.raises(format.error):
            format.decode(junk)
    gc.collect()
    assert all(part["additionalProperties"] is False for part in objects(format.schema()))


def objects(part: Any) -> list[dict[str, Any]]:
    """Every object of a schema that names its properties."""
    inner = part if isinstance(part, list) else part.values() if isinstance(part, dict) else ()
    here = [part] if isinstance(part, dict) and "properties" in part and part.get("type") == "object" else []
    return here + [found for one in inner for found in objects(one)]


@pytest.mark.parametrize("name", JSON_FORMATS)
def test_no_default_is_a_text_that_is_known_by_its_letters_alone(name: str) -> None:
    """The same value would be left out or written, by where its texts came from: a process, a file, the program."""
    found = dict.fromkeys(structs_in(JSON_FORMATS[name].kind))
    assert found
    for kind in found:
        for field in msgspec.structs.fields(kind):
            text = field.default if type(field.default) is str else ""
            assert not text or (kind, field.name) in INTERNED, f"{kind.__name__}.{field.name}"


INTERNED = {(Witness, "shows"), (Witness, "channel")}


def test_a_text_that_is_the_default_is_left_out_wherever_it_came_from() -> None:
    words = {"shows": "refutes", "channel": "exact"}
    data = {"metric": "m", "axiom": "a", "n": 1, "instance": {}, "parameters": {}, "smallest": True}
    data |= {"lhs": "1", "op": "==", "rhs": "2"}
    again = pickle.loads(pickle.dumps(convert(json.loads(json.dumps(data | words)), Witness)))  # as workers hand it on
    assert msgspec.to_builtins(again) == data
    attained = convert(data | {"shows": "attains"}, Witness)
    assert msgspec.to_builtins(attained) == data | {"shows": "attains"}


def structs_in(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """The structs that a type is made of, which may refer to themselves."""
    todo, seen = [kind], set()
    while todo:
        one = todo.pop()
        todo += getattr(one, "__args__", ())
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one not in seen:
            seen.add(one)
            yield one
            todo += get_type_hints(one).values()
