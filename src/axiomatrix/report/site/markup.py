"""Small pieces of HTML for the site's long tables: as short as possible, with every text escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from markupsafe import Markup, escape

from ...evidence.safe import visible

_BARE = re.compile(r"[\w.#/:%,\[\]*!~()+-]+", re.ASCII)
"""Attribute values that need no quotes."""
_BACKQUOTED = re.compile(r"(?::\w+:)?`{1,2}([^`]+)`{1,2}")
"""Code in a docstring, such as ``n`` or a role like :func:`text`."""
_IMPLIED_END_TAG = re.compile(r"</(?:li|tr|th|td|thead|tbody)>\s*(?=<)")
"""An end tag that HTML implies by the tag after it."""
_UNQUOTABLE_LINK = re.compile(r'<a href="([\w.#:=,\[\]*!~()+%/-]*[\w\])])">', re.ASCII)
"""A link whose address needs no quotes; it must not end in a slash, which would close the tag."""
_PARAGRAPH_BREAK = re.compile(r"\n\s*\n")


def slim(markup: Markup) -> Markup:
    """Shorten the markup: no end tags that HTML implies, no quotes that an address does not need."""
    return Markup(_UNQUOTABLE_LINK.sub(r"<a href=\1>", _IMPLIED_END_TAG.sub("", markup)))


@lru_cache(maxsize=65536)
def text(words: str) -> Markup:
    """Escape a text for HTML, on one line."""
    return escape(visible(words))


@lru_cache(maxsize=65536)
def value(words: str) -> Markup:
    """Escape a text as the value of an attribute, with its quotes if it needs any."""
    written = visible(words)
    return Markup(written if _BARE.fullmatch(written) else f'"{escape(written)}"')


def link(href: str, words: str) -> Markup:
    """Write a link with the words as its text."""
    return Markup(f"<a href={value(href)}>{text(words)}</a>")


def outside(address: str, words: str) -> Markup:
    """Write a link to another site, or the text alone if it is not a web address."""
    if not re.match(r"https?://", address):
        return text(words)
    return Markup(f'<a href={value(address)} rel="noopener noreferrer">{text(words)}</a>')


def sign(symbol: str, tone: str) -> Markup:
    """Write the symbol of a verdict in the colour of its tone, which is a CSS class; ``n`` is the class of no tone."""
    return Markup(f"<b class={tone or 'n'}>{text(symbol)}</b>")


def spans(words: str) -> Markup:
    """Write a docstring's text with its backquoted parts as code elements."""
    parts = _BACKQUOTED.split(visible(words))  # texts and codes alternate, beginning with a text
    markup = Markup("")
    for k, part in enumerate(parts):
        is_code = k % 2 == 1
        markup += Markup("<code>{}</code>").format(part) if is_code else escape(part)
    return markup


def paragraphs(doc: str, without: str = "") -> Markup:
    """Write the paragraphs of a docstring, without the one that equals ``without``, its formula."""
    parts = (" ".join(part.split()) for part in _PARAGRAPH_BREAK.split(doc.replace("\r\n", "\n")))
    kept = (part for part in parts if part and part != " ".join(without.split()))
    return Markup("").join(Markup("<p>{}").format(spans(part)) for part in kept)


def definitions(lines: Iterable[str]) -> Markup:
    """Write a definition list of these lines; empty without any."""
    written = "".join(lines)
    return Markup(f"<dl class=v>{written}</dl>" if written else "")


def listed(items: Iterable[str], between: str = ", ") -> Markup:
    """Join pieces of markup."""
    return Markup(between.join(items))
