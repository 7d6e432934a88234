"""Rendering of documents as HTML without scripts: as a part of a page, or for a notebook with a stylesheet."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ...evidence.safe import visible
from ...evidence.verdict import COLOURS
from ..document import Document, Formula, Math, Mono, Picture, StatusSign, plain_text, span_text, spans
from . import mathml


@lru_cache(maxsize=2)  # this package and the site
def environment(package: str) -> Environment:
    """Load the Jinja templates in the folder ``templates`` of a package, with escaping on."""
    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_with_visible_control_characters,
    )


def _with_visible_control_characters(value: Any) -> Any:
    """Make control characters visible, but keep line breaks. Jinja calls this for each expression of a template."""
    return value if isinstance(value, Markup) or not isinstance(value, str) else visible(value, lines=True)


SAFE_SCHEMES = ("", "http", "https")
"""Schemes of addresses that a link may have; others, such as ``javascript``, could run scripts."""


def render(document: Document, *, title: bool = True, level: int = 1, address: Callable[[str], str] = str) -> Markup:
    """Render the document as a part of a page, with or without its title, which is a heading of that ``level``.

    ``address`` maps the target of a link to its address on that page.
    """

    def safe_address_on_page(to: str) -> str:
        return safe_address(address(to))

    # ``deeper`` is added to the levels of headings
    options = {"title": title, "deeper": level - 1, "address": safe_address_on_page}
    return _fill_template("document.html.j2", document=document, **options)


def render_for_notebook(document: Document) -> Markup:
    """Render the document for a notebook, with a stylesheet that applies to it alone."""
    options = {"title": True, "deeper": 0, "address": safe_address, "colours": COLOURS}
    return _fill_template("notebook.html.j2", document=document, **options)


def _fill_template(template: str, **variables: Any) -> Markup:
    """Render a template with the variables, and with the functions by which templates take documents apart."""
    helpers = {
        "formula": _formula, "is_mono": lambda span: isinstance(span, Mono), "sign_class": _sign_class,
        "kind_of": lambda value: type(value).__name__, "picture": _picture, "plain": plain_text,
        "shown": span_text, "spans": spans,
    }  # fmt: skip
    return Markup(environment("axiomatrix.report.render").get_template(template).render(**variables, **helpers))


def _sign_class(span: object) -> str:
    """Return the CSS classes of a status sign, or an empty string for any other part of a text.

    A *loud* sign contradicts a claim, and stands out.
    """
    if not isinstance(span, StatusSign):
        return ""
    return f"sign tone-{span.tone} broken" if span.loud else f"sign tone-{span.tone}"


def safe_address(to: str) -> str:
    """Return the address, or ``#`` if it could run a script."""
    try:
        return to if urlsplit(to).scheme in SAFE_SCHEMES else "#"
    except ValueError:
        return "#"


def _formula(formula: Formula | Mono) -> Markup:
    """Typeset the LaTeX of a formula; without LaTeX that can be converted, show its text as code."""
    latex = formula.latex if isinstance(formula, (Formula, Math)) else ""
    if latex and mathml.lines(latex) is not None:
        return Markup(mathml.spans(latex))
    return Markup("<code>{}</code>").format(visible(formula.text))


def _picture(picture: Picture) -> Markup:
    """Return the SVG as markup, or else an image element. ``report/pictures`` has escaped user text in the SVG."""
    if picture.svg:
        return Markup(picture.svg)
    # alt is empty because the caption describes the picture
    return Markup('<img src="{}" alt="">').format(safe_address(picture.file))
