"""Addresses within the site: relative, so that they hold on any host and from disk."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from ...evidence.safe import visible
from ...evidence.slug import stem

LONGEST_PAGE_NAME = 60
"""Characters of a name in that of its page."""


def metric(name: str) -> str:
    """Where a metric stands on the page that it shares with its variants."""
    return f"{metric_page(name)}#{encoded(name)}"


def metric_page(name: str) -> str:
    """The page of a metric and its variants."""
    return page("metric", name.partition("[")[0] if name.endswith("]") else name)


def axiom(id: str) -> str:
    """Where an axiom stands: names that are nearly alike share a page."""
    return f"{page('axiom', id)}#{encoded(id)}"


def witness(slug: str) -> str:
    """The page of a witness, which a script fills."""
    return f"witness.html#slug={encoded(slug)}"


def broken_claim(slug: str) -> str:
    """The page of the witness of a broken claim, which is there without a script."""
    return f"witness-{slug}.html"


def conjecture(id: str) -> str:
    """The page of a conjecture that was explored."""
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
    """Where a proof stands on the page of all proofs of its statement."""
    return f"{page('proof', id.partition('/')[0].partition('(')[0])}#{encoded(id)}"


def choice(kind: str, about: str, must: Iterable[str]) -> str:
    """The choice among the metrics of a kind and sort by axioms that must hold."""
    return f"choose.html#kind={encoded(kind)}&sort={encoded(about)}&must={encoded(','.join(must))}"


def page(kind: str, name: str) -> str:
    """The file of one thing of a kind; names that are nearly alike share one."""
    return f"{kind}-{stem(name)[:LONGEST_PAGE_NAME]}.html"


def encoded(text: str) -> str:
    """Encode the text after the # of an address: as it is shown, brackets and commas kept."""
    return quote(visible(text), safe="!'()*~-_.[],:=/")
