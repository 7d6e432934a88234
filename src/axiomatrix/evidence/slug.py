"""File names and seeds of cells, from metric, axiom, arguments and space.

A *cell* is a statement about a metric: an axiom with its arguments, on the declared space of the metric's parameters or
on its closure, which has the boundary too. :class:`OfOneCell` has these four, and is the base of cells and of
witnesses. Names are cut far below the 255 bytes that file systems allow.

A *slug* is a file name that is safe on every file system. Different cells have different slugs, also where file names
ignore case, so that a digest is added where lower case or a replaced character would lose a difference.
"""

from __future__ import annotations

import hashlib
import re
from typing import Annotated

from msgspec import Meta

from ..spaces.parameters import ParameterDomain
from .formats import Record

_PLAIN_NAME = re.compile(r"[a-z0-9_-]+(\[[a-z0-9_-]+\])?")
"""Names of metrics and axioms that stay distinct as file names, so that they need no digest."""
_PLAIN_ARGUMENT = re.compile(r"(?!d$)[a-z0-9_/-]+(\[[a-z0-9_-]+\])?|D")
"""Names and values of arguments that stay distinct as file names.

File names are lower case, in which ``D`` and ``d`` are one. ``D`` is the usual parameter of similarities, so it is the
one that needs no digest, and ``d`` needs one.
"""
_NOT_IN_FILE_NAMES = re.compile(r"[^a-z0-9._-]")
"""Characters that are replaced by a hyphen."""


Arguments = Annotated[dict[str, int | str], Meta(description="The axiom's arguments, by name.")]


class OfOneCell(Record):
    """A cell, or a witness in it."""

    metric: Annotated[str, Meta(description="The metric's name, with its variant in brackets.")]
    axiom: Annotated[str, Meta(description="The axiom's id.")]
    arguments: Arguments = {}  # noqa: RUF012  # msgspec gives each record a copy
    space: ParameterDomain = ParameterDomain.OPEN


def slug_of(record: OfOneCell) -> str:
    """Return the slug of a cell, or of the cell that a witness belongs to."""
    parts = [record.metric, record.axiom, *(f"{name}-{value}" for name, value in record.arguments.items())]
    if record.space is ParameterDomain.CLOSED:
        parts.append(record.space)
    argument_texts = [*record.arguments, *map(str, record.arguments.values())]
    are_names_plain = _PLAIN_NAME.fullmatch(record.metric) and _PLAIN_NAME.fullmatch(record.axiom)
    is_plain = bool(are_names_plain) and all(map(_PLAIN_ARGUMENT.fullmatch, argument_texts))
    return _slug("--".join(parts), is_plain=is_plain)


def file_name(metric: str) -> str:
    """Return the slug of a metric, from which its files are named."""
    return _slug(metric, is_plain=_PLAIN_NAME.fullmatch(metric) is not None)


def short_name(text: str) -> str:
    """Return a slug of any text, from its first 60 letters and digits; with a digest if these are not all of it."""
    hyphenated = "".join(c if c.isascii() and c.isalnum() else "-" for c in text.lower())
    short = re.sub("-+", "-", hyphenated).strip("-")[:60] or "x"
    if short == text:
        return short
    return f"{short}-{hashlib.sha256(text.encode('utf-8', 'backslashreplace')).hexdigest()[:6]}"


def stem(name: str) -> str:
    """Replace what file names cannot have: upper case, brackets (by dots) and all other special characters.

    The result is not yet a slug, since different names may have the same.
    """
    return _NOT_IN_FILE_NAMES.sub("-", name.lower().replace("[", ".").replace("]", ""))


def _slug(raw: str, *, is_plain: bool) -> str:
    """Make a slug of a name; with a digest of the name, unless it is plain and short."""
    slug = re.sub(r"^\.", "-", stem(raw))  # a leading dot would hide the file
    if is_plain and len(slug) <= 120:
        return slug
    return f"{slug[:100]}-{hashlib.sha256(raw.encode('utf-8', 'backslashreplace')).hexdigest()[:12]}"


def derived_seed(seed: int, *names: str) -> int:
    """Derive the seed of one cell, or of one search, from the seed of the run."""
    digest = hashlib.sha256("/".join([str(seed), *names]).encode("utf-8", "backslashreplace")).digest()
    return int.from_bytes(digest[:8], "big")
