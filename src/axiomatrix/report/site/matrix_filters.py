"""What the filters of the matrix page offer: only what occurs in the matrix."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from ...evidence.matrix import Matrix
from ...evidence.verdict import STATES, Outcome
from ...evidence.words import grouped
from .inputs import Inputs

_DOCUMENT = re.compile(r"([A-Za-z][A-Za-z-]*)\d+\Z")
"""The name of a claim of a paper: the paper's letters, then its number there."""


Choices = Mapping[str, int]
"""The values of a filter, and how often each occurs."""


@dataclass(frozen=True)
class Filters:
    """The choices of every filter, in the order in which they are offered."""

    kinds: Choices
    verdicts: Choices
    outcomes: Choices
    sources: Mapping[str, Choices]
    """The claims of each document, or of each library's documentation."""
    libraries: Choices
    families: Choices
    groups: Choices


def filters(inputs: Inputs) -> Filters:
    """The filters of the site's matrix; a choice counts rows where it is about rows, else statements."""
    whole = inputs.whole
    states = Counter(cell.evidence.state.word for cell in whole.cells)
    outcomes = Counter(cell.outcome for cell in whole.cells)
    libraries = (inputs.library_of.get(row.name, "") for row in whole.rows)
    return Filters(
        kinds=Counter(row.kind for row in whole.rows),
        verdicts={word: states[word] for word in STATES if word in states},
        outcomes={outcome: outcomes[outcome] for outcome in Outcome if outcome in outcomes},
        sources=sources(whole),
        libraries=Counter(filter(None, libraries)),
        families=Counter(row.family for row in whole.rows),
        groups=Counter(column.group for column in whole.columns),
    )


def sources(whole: Matrix) -> dict[str, Choices]:
    """The claims by document, both in the order of their names, numbers by their value."""
    counts = Counter(claim.source for cell in whole.cells for claim in cell.claims)
    documents = grouped(sorted(counts, key=_natural), document)
    return {name: {id: counts[id] for id in documents[name]} for name in sorted(documents, key=str.lower)}


def document(source: str) -> str:
    """The document of a claim: ``KV`` of ``KV7``, ``ranx`` of ``ranx/k=0``; otherwise the source itself."""
    if "/" in source:
        return source.split("/", 1)[0]
    match = _DOCUMENT.match(source)
    return match[1] if match else source


def _natural(source: str) -> tuple[str, int, str]:
    name = document(source)
    number = source.removeprefix(name)
    return (name.lower(), int(number) if number.isascii() and number.isdigit() else 0, source)
