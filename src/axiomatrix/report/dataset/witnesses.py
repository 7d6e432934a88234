"""``witnesses.jsonl``: each witness of the matrix as one line, which is the content of a file that can be replayed."""

from __future__ import annotations

import hashlib

from ...evidence.evidence import Witness
from ...evidence.files import compact
from ...evidence.witness import to_json

DIGITS = 16
"""Of a digest in the table; it has thousands of lines."""


def text(witness: Witness) -> str:
    """The line of a witness."""
    return compact(to_json(witness))


def digest(witness: Witness) -> str:
    """How SHA-256 of that line begins: what the table calls the witness by, and what shows that it is the same."""
    return hashlib.sha256(text(witness).encode()).hexdigest()[:DIGITS]
