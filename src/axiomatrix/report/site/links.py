"""Addresses of the site's pages, for all modules that link to them: relative, so valid on any host and on disk.

The metric ``kendall-position[one]``, for instance, is at ``metric-kendall-position.html#kendall-position[one]``.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from ...evidence.safe import visible
from ...evidence.slug import stem

MAX_NAME_IN_FILE = 60
"""Characters that a page's file name takes from the name of its subject."""


def metric(name: str) -> str:
    """The address of a metric on the page that it shares with its variants."""
    return f"{metric_page(name)}#{encoded(name)}"


def metric_page(name: str) -> str:
    """The page of a metric and its variants."""
    return page("metric", name.partition("[")[0] if name.endswith("]") else name)


def axiom(id: str) -> str:
    """The address of an axiom; names that differ only in special characters share a page."""
    return f"{page('axiom', id)}#{encoded(id)}"


def witness(slug: str) -> str:
    """The address of a witness on the page that a script fills; a slug is its file name without the ending."""
    return f"witness.html#slug={encoded(slug)}"


def broken_claim(slug: str) -> str:
    """The page of the witness of a broken claim, which needs no script."""
    return f"witness-{slug}.html"


def conjecture(id: str) -> str:
    """The page of an explored conjecture."""
    return page("conjecture", id)


def claim(id: str) -> str:
    """The entry of a claim in the ledger."""
    return f"claims.html#{encoded(id)}"


def claim_page(id: str) -> str:
    """The page of a claim."""
    return page("claim", id)


def topic(id: str) -> str:
    """The page of a topic of practice."""
    return page("practice", id)


def proof(id: str) -> str:
    """The address of a proof on the page of all proofs of its statement."""
    return f"{page('proof', id.partition('/')[0].partition('(')[0])}#{encoded(id)}"


def choice(kind: str, about: str, must: Iterable[str]) -> str:
    """The address of the page "choose", set to a kind and sort of metrics and to axioms that must hold."""
    return f"choose.html#kind={encoded(kind)}&sort={encoded(about)}&must={encoded(','.join(must))}"


def page(kind: str, name: str) -> str:
    """The file of a subject's page; names that differ only in special characters share a file."""
    return f"{kind}-{stem(name)[:MAX_NAME_IN_FILE]}.html"


def encoded(text: str) -> str:
    """Encode the displayed text after the # of an address; brackets and commas are kept."""
    return quote(visible(text), safe="!'()*~-_.[],:=/")
