"""Addresses within the site: relative, so that they hold on any host and from disk."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from ...evidence.safe import visible
from ...evidence.slug import stem

LONGEST = 60
"""Characters of a family or group in the name of its page."""


def metric(name: str, family: str) -> str:
    """Where a metric stands on the page of its family."""
    return f"{page('metric', family)}#{encoded(name)}"


def axiom(id: str, group: str) -> str:
    """Where an axiom stands on the page of its group."""
    return f"{page('axiom', group)}#{encoded(id)}"


def witness(slug: str) -> str:
    """The page of a witness."""
    return f"witness.html#slug={encoded(slug)}"


def conjecture(id: str) -> str:
    """The page of a conjecture that was explored."""
    return page("conjecture", id)


def claim(id: str) -> str:
    """The entry of a claim in the ledger."""
    return f"claims.html#{encoded(id)}"


def proof(id: str) -> str:
    """Where a proof is written out."""
    return f"proofs.html#{encoded(id)}"


def choice(kind: str, about: str, must: Iterable[str]) -> str:
    """The choice among the metrics of a kind and sort by axioms that must hold."""
    return f"choose.html#kind={encoded(kind)}&sort={encoded(about)}&must={encoded(','.join(must))}"


def page(kind: str, name: str) -> str:
    """The file of a family of metrics, a group of axioms or an exploration; names that are nearly alike share one."""
    return f"{kind}-{stem(name)[:LONGEST]}.html"


def encoded(text: str) -> str:
    """What follows the # of an address: any text as it is shown, brackets and commas as they are."""
    return quote(visible(text), safe="!'()*~-_.[],:=/")
