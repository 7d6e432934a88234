"""What is said of a proof beside the evidence that it gives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ProofNote:
    """A proof for every n: what it proves, which of its steps a machine checks, and which stand on paper."""

    id: str
    theorem: str
    checked: tuple[str, ...]
    argued: tuple[str, ...]
