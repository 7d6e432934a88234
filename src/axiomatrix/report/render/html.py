"""Documents as HTML: a piece of a page without scripts, and for a notebook with a style of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ...evidence.safe import visible
from ...evidence.verdict import COLOURS
from ..document import Document, Formula, Math, Mono, Picture, StatusSign, plain_text, shown, spans
from . import mathml


@lru_cache(maxsize=2)
def environment(package: str) -> Environment:
    """The templates in the folder ``templates`` of a package."""
    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_shown,
    )


def _shown(value: Any) -> Any:
    """Every expression of a template goes through here: control characters are shown, lines are kept."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else visible(value, lines=True)


SAFE_SCHEMES = ("", "http", "https")
"""Of addresses that a page may lead to; others could be scripts."""


def render(document: Document, *, title: bool = True, level: int = 1, address: Callable[[str], str] = str) -> Markup:
    """The document as a piece of a page, with or without its title, whose heading is of that level.

    ``address`` says where a link leads there.
    """
    shown = {"title": title, "deeper": level - 1, "address": lambda to: safe_address(address(to))}
    return _rendered("document.html.j2", document=document, **shown)


def render_for_notebook(document: Document) -> Markup:
    """The document as what a notebook shows: with its style, which touches nothing around it."""
    return _rendered("notebook.html.j2", document=document, title=True, deeper=0, address=safe_address, colours=COLOURS)


def _rendered(template: str, **given: Any) -> Markup:
    helpers = {
        "formula": _formula, "is_mono": lambda span: isinstance(span, Mono), "sign_class": _sign_class,
        "kind_of": lambda value: type(value).__name__, "picture": _picture, "plain": plain_text,
        "shown": shown, "spans": spans,
    }  # fmt: skip
    return Markup(environment("axiomatrix.report.render").get_template(template).render(**given, **helpers))


def _sign_class(span: object) -> str:
    """The classes of a sign; empty for another part of a text."""
    return f"sign tone-{span.tone}" + " broken" * span.loud if isinstance(span, StatusSign) else ""


def safe_address(to: str) -> str:
    """The address, or ``#`` for one that could be a script."""
    try:
        return to if urlsplit(to).scheme in SAFE_SCHEMES else "#"
    except ValueError:
        return "#"


def _formula(formula: Formula | Mono) -> Markup:
    """The formula typeset, if it has LaTeX that can be; else as it is typed."""
    latex = formula.latex if isinstance(formula, (Formula, Math)) else ""
    if latex and mathml.lines(latex) is not None:
        return Markup(mathml.spans(latex))
    return Markup("<code>{}</code>").format(visible(formula.text))


def _picture(picture: Picture) -> Markup:
    """The drawing; it is made by ``report/pictures``, which escapes what users wrote."""
    if picture.svg:
        return Markup(picture.svg)
    return Markup('<img src="{}" alt="">').format(safe_address(picture.file))  # the caption says what it shows
