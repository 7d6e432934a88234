"""File names and seeds of cells, from metric, axiom, arguments and space."""

from __future__ import annotations

import hashlib
import re
from typing import Annotated

from msgspec import Meta

from ..spaces.parameters import ParameterDomain
from .formats import Record

_PLAIN_NAME = re.compile(r"[a-z0-9_-]+(\[[a-z0-9_-]+\])?")
_PLAIN_ARGUMENT = re.compile(r"(?!d$)[a-z0-9_/-]+(\[[a-z0-9_-]+\])?|D")
"""Names and arguments that stay distinct as file names, so that they need no digest.

File names are lower case. ``D`` is the usual parameter of similarities and counts as plain, so ``d`` does not.
"""

_NOT_IN_FILE_NAMES = re.compile(r"[^a-z0-9._-]")


Arguments = Annotated[dict[str, int | str], Meta(description="The axiom's arguments, by name.")]


class OfOneCell(Record):
    """A cell, or a witness in it."""

    metric: Annotated[str, Meta(description="The metric's name, with its variant in brackets.")]
    axiom: Annotated[str, Meta(description="The axiom's id.")]
    arguments: Arguments = {}  # noqa: RUF012  # a copy each
    space: ParameterDomain = ParameterDomain.OPEN


def slug_of(place: OfOneCell) -> str:
    """A file name for a cell, on any file system; a digest distinguishes names that would otherwise collide."""
    parts = [place.metric, place.axiom, *(f"{k}-{v}" for k, v in place.arguments.items())]
    if place.space is ParameterDomain.CLOSED:
        parts.append(place.space)
    arguments = [str(part) for pair in place.arguments.items() for part in pair]
    names = all(map(_PLAIN_NAME.fullmatch, parts[:2]))
    return _named("--".join(parts), is_plain=names and all(map(_PLAIN_ARGUMENT.fullmatch, arguments)))


def file_name(metric: str) -> str:
    """Return the name from which a metric's files are named."""
    return _named(metric, is_plain=_PLAIN_NAME.fullmatch(metric) is not None)


def short_name(text: str) -> str:
    """A file name for any text; a digest distinguishes texts that would otherwise collide."""
    dashed = "".join(c if c.isascii() and c.isalnum() else "-" for c in text.lower())
    short = re.sub("-+", "-", dashed).strip("-")[:60] or "x"
    if short == text:
        return short
    return f"{short}-{hashlib.sha256(text.encode('utf-8', 'backslashreplace')).hexdigest()[:6]}"


def stem(name: str) -> str:
    """Return the part of a file name that a name contributes."""
    return _NOT_IN_FILE_NAMES.sub("-", name.lower().replace("[", ".").replace("]", ""))


def _named(raw: str, *, is_plain: bool) -> str:
    slug = re.sub(r"^\.", "-", stem(raw))  # a leading dot would hide the file
    if is_plain and len(slug) <= 120:
        return slug
    return f"{slug[:100]}-{hashlib.sha256(raw.encode('utf-8', 'backslashreplace')).hexdigest()[:12]}"


def derived_seed(seed: int, *names: str) -> int:
    """Derive the seed of one cell, or of one search, from the seed of the run."""
    digest = hashlib.sha256("/".join([str(seed), *names]).encode("utf-8", "backslashreplace")).digest()
    return int.from_bytes(digest[:8], "big")
