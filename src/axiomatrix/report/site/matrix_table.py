"""The page of the matrix: a table that is there before any script has run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from ...evidence.matrix import Matrix
from ...evidence.verdict import STATES, Outcome
from ...evidence.words import NOTES, counted, grouped, line, summary
from . import links
from .cell_words import key
from .inputs import Inputs
from .matrix_rows import tables
from .shells import MATRIX, rendered

_DOCUMENT = re.compile(r"([A-Za-z][A-Za-z-]*)\d+\Z")
"""The name of a claim of a paper: the paper's letters, then its number there."""


def page(inputs: Inputs) -> str:
    """``matrix.html``: counts, broken claims, filters, the tables, the legend.

    The filters need the script and are hidden without it; everything else is readable without.
    """
    whole = inputs.whole
    return rendered(
        MATRIX,
        inputs,
        size=size(inputs),
        runs=runs(inputs),
        summary=summary(whole),
        broken=broken(inputs),
        broken_count=len(whole.broken),
        broken_sources=Counter(document(claim.source) for cell in whole.broken for claim in cell.claims).most_common(),
        filters=filters(inputs),
        tables=tables(inputs),
        verdicts=tuple(STATES.values()),
        outcomes=tuple(Outcome),
        notes=NOTES,
        key=key(whole),
    )


def size(inputs: Inputs) -> str:
    """How much was checked, in words."""
    whole, own = inputs.whole, len(inputs.matrix.rows)
    checked = f"{counted(len(whole.rows), 'metric')} and {counted(len(whole.columns), 'axiom')}"
    others, libraries = len(whole.rows) - own, len(set(inputs.library_of.values()))
    where = f" ({own:,} of this report, {others:,} of {counted(libraries, 'library', 'libraries')})"
    return checked + (where if own and others else "")


def runs(inputs: Inputs) -> list[str]:
    """What is to be said of the runs that the cells come from: profile, seed, and whether they were interrupted."""
    matrix, libraries = inputs.matrix, inputs.libraries.matrix if inputs.libraries else None
    sentences = [f"Profile {matrix.profile}, seed {matrix.seed}."]
    if libraries and (libraries.profile, libraries.seed) != (matrix.profile, matrix.seed):
        sentences.append(f"Libraries: profile {libraries.profile}, seed {libraries.seed}.")
    if matrix.interrupted:
        sentences.append(f"The run was {matrix.interrupted}.")
    if libraries and libraries.interrupted:
        sentences.append(f"The run on the libraries was {libraries.interrupted}.")
    return sentences


def broken(inputs: Inputs) -> dict[tuple[str, str], list[tuple[str, str, str]]]:
    """The broken claims by source and statement: each metric, how far its verdict reaches, and where it is shown.

    The verdict itself stands there unless it is that of most: refuted.
    """
    claims: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for cell in inputs.whole.broken:
        shown, sources = line(cell), ", ".join(dict.fromkeys(claim.source for claim in cell.claims))
        href = links.witness(shown.slug) if shown.slug else inputs.defined[cell.metric][0]
        broken_cell = (cell.metric, shown.verdict.removeprefix("refuted "), href)
        claims.setdefault((sources, cell.title), []).append(broken_cell)
    return claims


# --- filters: only what occurs in the matrix


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
