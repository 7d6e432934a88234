"""Addresses within the site: relative, so that they hold on any host and from disk."""

from __future__ import annotations

from urllib.parse import quote

from ...evidence.safe import visible


def metric(name: str) -> str:
    """The page of a metric."""
    return f"metric.html#name={_encoded(name)}"


def axiom(id: str) -> str:
    """The page of an axiom."""
    return f"axiom.html#id={_encoded(id)}"


def witness(slug: str) -> str:
    """The page of a witness."""
    return f"witness.html#slug={_encoded(slug)}"


def conjecture(id: str) -> str:
    """The page of a conjecture that was explored."""
    return f"conjecture.html#id={_encoded(id)}"


def claim(id: str) -> str:
    """The entry of a claim in the ledger."""
    return f"claims.html#id={_encoded(id)}"


def _encoded(text: str) -> str:
    """The same as the script's ``encodeURIComponent``, of the text as the blocks of data have it."""
    return quote(visible(text), safe="!'()*~-_.")
