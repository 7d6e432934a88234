"""A machine-made corpus of corrupted files: valid ones, each with one thing wrong; one seed, the same bytes."""

from __future__ import annotations

import copy
import gzip
import json
import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corruption_values import DEEP, KEYS, VALUES

from axiomatrix.evidence import certificate


@dataclass(frozen=True)
class Original:
    """A valid file of one of our formats."""

    kind: str
    name: str
    content: bytes
    limit: int
    """The bytes that its reader takes at most."""


@dataclass(frozen=True)
class Corrupted:
    """A file of the corpus, with what was done to it."""

    name: str
    mutation: str
    path: Path
    original: Original
    sealed: bool
    """Whether it was made to look unharmed: the digests fit what it says now."""


class Nothing(Exception):
    """The mutation does not apply to this file."""


# --- bytes -----------------------------------------------------------------------------------------------------


def _flipped(draw: random.Random, content: bytes) -> bytes:
    changed = bytearray(content)
    changed[draw.randrange(len(changed))] ^= 1 << draw.randrange(8)
    return bytes(changed)


def _junk_inside(draw: random.Random, content: bytes) -> bytes:
    at = draw.randrange(len(content))
    return content[:at] + draw.randbytes(16) + content[at + 16 :]


def _inserted(what: bytes) -> Callable[[random.Random, bytes], bytes]:
    def change(draw: random.Random, content: bytes) -> bytes:
        at = draw.choice([i for i, byte in enumerate(content) if byte == ord('"')]) + 1
        return content[:at] + what + content[at:]

    return change


def _cut(draw: random.Random, content: bytes) -> bytes:
    start = draw.randrange(1, len(content) - 1)
    return content[:start] + content[draw.randrange(start + 1, len(content)) :]


def _in_lines(change: Callable[[random.Random, list[bytes]], None]) -> Callable[[random.Random, bytes], bytes]:
    def changed(draw: random.Random, content: bytes) -> bytes:
        lines = content.splitlines(keepends=True)
        if len(lines) < 2:
            raise Nothing
        change(draw, lines)
        return b"".join(lines)

    return changed


def _drop(draw: random.Random, lines: list[bytes]) -> None:
    del lines[draw.randrange(len(lines))]


def _double(draw: random.Random, lines: list[bytes]) -> None:
    at = draw.randrange(len(lines))
    lines.insert(at, lines[at])


def _swap(draw: random.Random, lines: list[bytes]) -> None:
    at = draw.randrange(len(lines) - 1)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]


LINES = {"line-dropped": _drop, "line-doubled": _double, "lines-swapped": _swap}
BYTES: dict[str, Callable[[random.Random, bytes], bytes]] = {
    "bit-flipped": _flipped,
    "another-bit-flipped": _flipped,
    "junk-inside": _junk_inside,
    "truncated": lambda draw, content: content[: draw.randrange(1, len(content))],
    "last-byte-lost": lambda draw, content: content.rstrip()[:-1],
    "middle-lost": _cut,
    **{name: _in_lines(change) for name, change in LINES.items()},
    "empty": lambda draw, content: b"",
    "blank": lambda draw, content: b" \n" * 1000,
    "nulls": lambda draw, content: b"\0" * len(content),
    "junk": lambda draw, content: draw.randbytes(4096),
    "gzip": lambda draw, content: gzip.compress(content, mtime=0),
    "elf": lambda draw, content: b"\x7fELF\x02\x01\x01" + draw.randbytes(600),
    "pickle": lambda draw, content: b"\x80\x04cos\nsystem\nX\x0b\0\0\0touch PWNED\x85R.",
    "bom": lambda draw, content: b"\xef\xbb\xbf" + content,
    "utf-16": lambda draw, content: content.decode("utf-8", "replace").encode("utf-16"),
    "utf-32": lambda draw, content: content.decode("utf-8", "replace").encode("utf-32"),
    "not-utf-8": _inserted(b"\xff\xfe\x80"),
    "overlong": _inserted(b"\xc0\xaf"),
    "surrogate-in-utf-8": _inserted(b"\xed\xa0\x80"),
    "control-characters": _inserted(b"\x1b[31m\x07\0"),
    "bare-line-break": _inserted(b"\r\n"),
    "twice": lambda draw, content: content + content,
    "more-after-the-end": lambda draw, content: content.rstrip() + b"\n]}\n",
    "comment": lambda draw, content: b"// a comment\n" + content,
    "in-brackets": lambda draw, content: b"[" + content + b"]",
    "only-brackets": lambda draw, content: b"[" * DEEP,
    "python": lambda draw, content: b"__import__('os').system('touch PWNED')\n",
    "html": lambda draw, content: b"<!DOCTYPE html><title>404 Not Found</title>\n" * 20,
}

# --- values ----------------------------------------------------------------------------------------------------

Place = tuple[Any, Any]
"""What holds a value, and its key or index in there."""


def _places(data: Any) -> Iterator[Place]:
    for key in list(data) if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], (dict, list)):
            yield from _places(data[key])


def _place(draw: random.Random, data: Any) -> Place:
    """A place, every third time one at the top; of lists that are long, not always one deep inside."""
    found = list(_places(data))
    if not found:
        raise Nothing
    return draw.choice([place for place in found if place[0] is data] if draw.randrange(3) == 0 else found)


class _Raw:
    """Texts that stand for values which Python would not write."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def stand_in(self, text: str) -> str:
        self.values[f"<raw {len(self.values)}>"] = text
        return f"<raw {len(self.values) - 1}>"

    def dumped(self, data: Any, **style: Any) -> bytes:
        text = json.dumps(data, **style)
        for name, value in self.values.items():
            text = text.replace(json.dumps(name), value)
        return text.encode()


def _replaced(name: str) -> Callable[[random.Random, Any, _Raw], None]:
    def change(draw: random.Random, data: Any, raw: _Raw) -> None:
        holder, key = _place(draw, data)
        holder[key] = raw.stand_in(VALUES[name])

    return change


def _in_an_object(draw: random.Random, data: Any) -> Place:
    found = [(data, key) for key in data] if isinstance(data, dict) else []
    found += [place for place in _places(data) if isinstance(place[0], dict)]
    if not found:
        raise Nothing
    return draw.choice(found)


def _key_lost(draw: random.Random, data: Any, raw: _Raw) -> None:
    holder, key = _in_an_object(draw, data)
    del holder[key]


def _key_added(draw: random.Random, data: Any, raw: _Raw) -> None:
    holder, _ = _in_an_object(draw, data)
    holder[draw.choice(KEYS)] = raw.stand_in(VALUES[draw.choice(["class", "reduce", "one", "text"])])


def _key_renamed(draw: random.Random, data: Any, raw: _Raw) -> None:
    holder, key = _in_an_object(draw, data)
    name = draw.choice([*KEYS, key.upper(), f" {key}", key[:-1]])
    entries = [(name if k == key else k, v) for k, v in holder.items()]
    holder.clear()
    holder.update(entries)


def _key_doubled(draw: random.Random, data: Any, raw: _Raw) -> None:
    holder, key = _in_an_object(draw, data)
    other = VALUES[draw.choice(["null", "text", "one", "empty-list", "empty-object"])]
    entries = [(k, v) for k, v in holder.items()]
    holder.clear()
    for k, v in entries:
        holder[k] = v
        if k == key:  # "key": value, "key": other
            holder[k] = raw.stand_in(f"{json.dumps(v)}, {json.dumps(key)}: {other}")


def _in_a_list(draw: random.Random, data: Any) -> list[Any]:
    found = [holder[key] for holder, key in _places(data) if isinstance(holder[key], list) and holder[key]]
    if not found:
        raise Nothing
    return draw.choice(found)


def _entry_doubled(draw: random.Random, data: Any, raw: _Raw) -> None:
    listed = _in_a_list(draw, data)
    at = draw.randrange(len(listed))
    listed.insert(at, copy.deepcopy(listed[at]))


def _entry_lost(draw: random.Random, data: Any, raw: _Raw) -> None:
    listed = _in_a_list(draw, data)
    del listed[draw.randrange(len(listed))]


def _entries_turned(draw: random.Random, data: Any, raw: _Raw) -> None:
    _in_a_list(draw, data).reverse()


def _entries_many(draw: random.Random, data: Any, raw: _Raw) -> None:
    listed = _in_a_list(draw, data)
    listed *= max(2, 20_000 // (len(listed) * max(1, len(json.dumps(listed[0])) // 20)))


def _exchanged(draw: random.Random, data: Any, raw: _Raw) -> None:
    (one, first), (other, second) = _place(draw, data), _place(draw, data)
    one[first], other[second] = copy.deepcopy(other[second]), copy.deepcopy(one[first])


VALUE_CHANGES: dict[str, Callable[[random.Random, Any, _Raw], None]] = {
    **{f"value-{name}": _replaced(name) for name in VALUES},
    "key-lost": _key_lost,
    "another-key-lost": _key_lost,
    "key-added": _key_added,
    "another-key-added": _key_added,
    "key-renamed": _key_renamed,
    "key-doubled": _key_doubled,
    "entry-doubled": _entry_doubled,
    "entry-lost": _entry_lost,
    "entries-turned": _entries_turned,
    "entries-many": _entries_many,
    "values-exchanged": _exchanged,
}


def changed_value(name: str, draw: random.Random, original: Original) -> tuple[bytes, bool]:
    """The file with one value changed; mostly sealed again where there is a seal."""
    raw, data = _Raw(), json.loads(original.content)
    VALUE_CHANGES[name](draw, data, raw)
    if original.kind != "certificate":
        return raw.dumped(data, indent=1) + b"\n", False
    if draw.randrange(4) > 0 and isinstance(data, dict) and "digest" in data:
        data["digest"] = ""  # sealed below, when the values are in
    content, sealed = _sealed(raw.dumped(data, indent=1))
    return content + b"\n", sealed


def resealed(kind: str, content: bytes) -> bytes:
    """The content with the digest that fits what it says, where its format has one."""
    if kind != "certificate":
        return content
    data = json.loads(content)
    return json.dumps({**data, "digest": certificate.digest(data)}, indent=1).encode()


def _sealed(content: bytes) -> tuple[bytes, bool]:
    """A certificate with the digest that fits what it says, if anything does."""
    try:
        seal = certificate.digest(json.loads(content)).encode()
    except (ValueError, RecursionError, AttributeError):
        return content, False
    made = content.replace(b'"digest": ""', b'"digest": "' + seal + b'"')
    return made, made != content


# --- places ----------------------------------------------------------------------------------------------------


def _too_long(path: Path, original: Original) -> None:
    with path.open("wb") as file:
        file.truncate(original.limit + 1)  # no disk is used for it


PLACES: dict[str, Callable[[Path, Original], None]] = {
    "a-folder": lambda path, original: path.mkdir(),
    "beyond-the-limit": _too_long,
    "not-there": lambda path, original: None,
}
if os.name == "posix":
    PLACES |= {
        "endless-device": lambda path, original: path.symlink_to("/dev/zero"),
        "empty-device": lambda path, original: path.symlink_to(os.devnull),
        "pipe": lambda path, original: os.mkfifo(path),
        "loop": lambda path, original: path.symlink_to(path),
        "link-to-nothing": lambda path, original: path.symlink_to("nothing"),
        "link-to-a-folder": lambda path, original: path.symlink_to("/"),
    }

# --- the corpus ------------------------------------------------------------------------------------------------


def corpus(
    folder: Path, originals: Mapping[str, Sequence[Original]], shares: Mapping[str, int], seed: int
) -> list[Corrupted]:
    """So many corrupted files of each kind, each in a folder of its own; all mutations are taken in turn."""
    made = []
    for kind, count in shares.items():
        draw = random.Random(f"{seed} {kind}")
        names = [*BYTES, *VALUE_CHANGES]
        draw.shuffle(names)
        names = [*PLACES, *names]
        turn = 0
        while count:
            mutation, original = names[turn % len(names)], originals[kind][turn % len(originals[kind])]
            turn += 1
            found = _made(draw, mutation, original, folder / f"{len(made):03}-{kind}-{mutation}")
            if found is not None:
                made.append(found)
                count -= 1
    return made


def _made(draw: random.Random, mutation: str, original: Original, folder: Path) -> Corrupted | None:
    path, sealed = folder / original.name, False
    if mutation in PLACES:
        folder.mkdir()
        PLACES[mutation](path, original)
    else:
        try:
            if mutation in BYTES:
                content = BYTES[mutation](draw, original.content)
            else:
                content, sealed = changed_value(mutation, draw, original)
        except Nothing:
            return None
        if content == original.content:
            return None
        folder.mkdir()
        path.write_bytes(content)
    return Corrupted(folder.name, mutation, path, original, sealed)
