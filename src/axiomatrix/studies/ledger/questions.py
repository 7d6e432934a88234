"""Open questions of the source documents, each an entry of the ledger; ``docs/open_questions.md`` answers them."""

from __future__ import annotations

QUESTIONS: tuple[str, ...] = (
    "KV5",
    "KV6",
    "KV7",
    "KV8",
    "KV16",
    "KV17",
    "KV19",
    "KV20",
    "PA7",
    "PA9",
    "PA10",
    "PA11",
    "TN8",
    "PL14",
)
"""The claims that a source conjectures, plans, asks or leaves without a proof, in the order of the page."""
