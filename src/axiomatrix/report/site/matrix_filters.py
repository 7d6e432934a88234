"""What the filters of the matrix page offer: only what occurs in the matrix."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ...evidence.matrix import Matrix
from ...evidence.verdict import STATES, Outcome
from ...evidence.words import grouped
from .inputs import Inputs

_DOCUMENT = re.compile(r"([A-Za-z][A-Za-z-]*)\d+\Z")
"""The name of a claim of a paper: the paper's letters, then its number there."""


@dataclass(frozen=True)
class FilterChoice:
    """A value of a filter, its words, and how often it occurs."""

    value: str
    words: str
    count: int


@dataclass(frozen=True)
class Sources:
    """The claims of one document, or of one library's documentation."""

    document: str
    count: int
    ids: tuple[FilterChoice, ...]


@dataclass(frozen=True)
class Filters:
    """The choices of every filter, in the order in which they are offered."""

    kinds: tuple[FilterChoice, ...]
    verdicts: tuple[FilterChoice, ...]
    outcomes: tuple[FilterChoice, ...]
    sources: tuple[Sources, ...]
    libraries: tuple[FilterChoice, ...]
    families: tuple[FilterChoice, ...]
    groups: tuple[FilterChoice, ...]


def filters(inputs: Inputs) -> Filters:
    """The filters of the site's matrix; a choice counts rows where it is about rows, else statements."""
    whole = inputs.whole
    states = Counter(cell.evidence.state.word for cell in whole.cells)
    outcomes = Counter(cell.outcome for cell in whole.cells)
    libraries = Counter(inputs.library_of.get(row.name, "") for row in whole.rows)
    return Filters(
        kinds=_choices(row.kind for row in whole.rows),
        verdicts=tuple(FilterChoice(word, word, states[word]) for word in STATES if word in states),
        outcomes=tuple(
            FilterChoice(outcome, outcome.written, outcomes[outcome]) for outcome in Outcome if outcome in outcomes
        ),
        sources=sources(whole),
        libraries=tuple(FilterChoice(name, name, count) for name, count in libraries.items() if name),
        families=_choices(row.family for row in whole.rows),
        groups=_choices(column.group for column in whole.columns),
    )


def sources(whole: Matrix) -> tuple[Sources, ...]:
    """The claims by document, both in the order of their names, numbers by their value."""
    counts = Counter(claim.source for cell in whole.cells for claim in cell.claims)
    documents = grouped(sorted(counts, key=_natural), document)
    return tuple(
        Sources(name, sum(counts[id] for id in ids), tuple(FilterChoice(id, id, counts[id]) for id in ids))
        for name, ids in sorted(documents.items(), key=lambda item: item[0].lower())
    )


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


def _choices(values: Iterable[str]) -> tuple[FilterChoice, ...]:
    return tuple(FilterChoice(name, name, count) for name, count in Counter(values).items())
