"""The few pieces of markup that thousands of lines are made of: short, and every text in them escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup, escape

from ...evidence.safe import visible

_BARE = re.compile(r"[\w.#/:%,\[\]*!~()+-]+", re.ASCII)
"""What may stand as the value of an attribute without quotes."""
_CODE = re.compile(r"(?::\w+:)?`{1,2}([^`]+)`{1,2}")
_IMPLIED = re.compile(r"</(?:li|tr|th|td|thead|tbody)>\s*(?=<)")
_QUOTED = re.compile(r'<a href="([\w.#:=,\[\]*!~()+%/-]*[\w\])])">', re.ASCII)
_PARAGRAPHS = re.compile(r"\n\s*\n")


def slim(markup: Markup) -> Markup:
    """Shorten the markup: no end tags that HTML implies, no quotes that an address does not need."""
    return Markup(_QUOTED.sub(r"<a href=\1>", _IMPLIED.sub("", markup)))


@lru_cache(maxsize=65536)
def text(words: str) -> Markup:
    """A text on one line."""
    return escape(visible(words))


@lru_cache(maxsize=65536)
def value(words: str) -> Markup:
    """A text as the value of an attribute."""
    shown = visible(words)
    return Markup(shown if _BARE.fullmatch(shown) else f'"{escape(shown)}"')


def link(href: str, words: str) -> Markup:
    """A link."""
    return Markup(f"<a href={value(href)}>{text(words)}</a>")


def outside(address: str, words: str) -> Markup:
    """A link to another site, or the text alone where the address is none."""
    if not re.match(r"https?://", address):
        return text(words)
    return Markup(f'<a href={value(address)} rel="noopener noreferrer">{text(words)}</a>')


def sign(shown: str, tone: str) -> Markup:
    """Return the coloured symbol of a verdict."""
    return Markup(f"<b class={tone or 'n'}>{text(shown)}</b>")


def spans(words: str) -> Markup:
    """A text with ``code`` in it."""
    parts = _CODE.split(visible(words))
    return Markup("").join(Markup("<code>{}</code>").format(p) if k % 2 else escape(p) for k, p in enumerate(parts))


def paragraphs(doc: str, without: str = "") -> Markup:
    """The paragraphs of a docstring, without the formula that it begins with."""
    parts = (" ".join(part.split()) for part in _PARAGRAPHS.split(doc.replace("\r\n", "\n")))
    kept = (part for part in parts if part and part != " ".join(without.split()))
    return Markup("").join(Markup("<p>{}").format(spans(part)) for part in kept)


def definitions(lines: Iterable[str]) -> Markup:
    """A list of terms, each with what follows it; nothing without lines."""
    written = "".join(lines)
    return Markup(f"<dl class=v>{written}</dl>" if written else "")


def listed(items: Iterable[str], between: str = ", ") -> Markup:
    """Markup in a row."""
    return Markup(between.join(items))
