"""Claims of sources about metrics, and readers for the texts of claims and statements.

A source, such as a paper, makes numbered claims (:class:`SourceClaim`). ``KV15.holds(axioms.free_swap)`` in the options
of a metric makes a :class:`Claim`: that this statement (an axiom with its arguments) holds for this metric. The
catalogue declares the sources and their claims, and the ledger compares each claim with the verdict.

Three more things are for other modules: :func:`entries` reads any indented text of the catalogue,
:class:`ProofNote` is the note of a theorem, and :func:`read_statement` reads a statement for the registry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct

from .axiom import Axiom, Statement, as_statement

Status = Literal["holds", "fails", "conjectured"]
"""The stance of a source on a statement: that it holds, that it fails, or that it may hold."""


@dataclass(frozen=True)
class SourceClaim:
    """One numbered claim of a source."""

    id: str
    """Its name in reports, such as ``KV15``."""
    wording: str
    """The words of the source."""
    formalised: str = ""
    """How this package understands the wording, in one sentence."""
    supplied: bool = False
    """Whether the wording is that of this package, because the source does not state the claim itself."""
    latex: str = ""
    """The claim as a formula in LaTeX, on one or more lines; empty if it cannot be written as one."""
    only: str = ""
    """The case to which the check is restricted, if the claim says more; the verdict mentions it."""

    def holds(self, *axioms: Axiom | Statement) -> list[Claim]:
        """Make the claims that these statements hold; an axiom that takes no arguments may be passed as it is."""
        return [Claim(as_statement(axiom), "holds", self) for axiom in axioms]

    def fails(self, *axioms: Axiom | Statement) -> list[Claim]:
        """Make the claims that these statements fail."""
        return [Claim(as_statement(axiom), "fails", self) for axiom in axioms]

    def conjectured(self, *axioms: Axiom | Statement) -> list[Claim]:
        """Make the claims that these statements are conjectured to hold."""
        return [Claim(as_statement(axiom), "conjectured", self) for axiom in axioms]


def entries(*texts: str) -> Iterator[tuple[str, str]]:
    """Yield the entries of texts as pairs (head, body): lines without indent, and the indented lines below them.

    The lines of a head or a body are joined to one. Sources, theorems and the sentences of metrics are written so. The
    first line of a text must be a head, and each head must have a body.
    """
    lines = [line for text in texts for line in text.splitlines() if line]
    # heads and bodies in turn, since the lines of each are grouped
    groups = groupby(lines, key=lambda line: line.startswith(" "))
    joined_lines = [" ".join(" ".join(group).split()) for _, group in groups]
    heads, bodies = joined_lines[::2], joined_lines[1::2]
    return zip(heads, bodies, strict=True)


@dataclass
class Source:
    """A document and its claims by id."""

    id: str
    title: str
    claims: dict[str, SourceClaim] = field(default_factory=dict)

    def claim(
        self, id: str, wording: str, formalised: str = "", supplied: bool = False, latex: str = "", only: str = ""
    ) -> SourceClaim:
        """Add a claim and return it; ``ValueError`` if the source has one of this id."""
        if id in self.claims:
            raise ValueError(f"source {self.id}: the claim {id} is declared twice")
        self.claims[id] = SourceClaim(id, wording, formalised, supplied, latex, only)
        return self.claims[id]

    def stated(self, text: str) -> list[SourceClaim]:
        """Add the claims of a text, and return them. Each is written as::

            id: wording
                how it was formalised  only: the case to which it is restricted
                $ each line of the formula in LaTeX

        ``only:`` and ``$`` may be left out, and mean nothing else in a text. ``id (supplied): wording`` sets
        :attr:`SourceClaim.supplied`.
        """
        claims = []
        for head, body in entries(text):
            name, _, wording = head.partition(": ")
            id, supplied, _ = name.partition(" (supplied)")
            formalisation, *latex = body.split("$ ")
            formalised, _, only = formalisation.strip().partition(" only: ")
            formula = "\n".join(map(str.strip, latex))
            claims.append(self.claim(id, wording, formalised, bool(supplied), formula, only))
        return claims


@dataclass(frozen=True)
class Claim:
    """A source's claim that a statement holds, fails or is conjectured for the metric whose ``claims`` contain it."""

    statement: Statement
    status: Status
    source: SourceClaim


class ProofNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A proof for every n: its theorem, the steps that a machine checks, and the steps that are argued on paper."""

    # A Struct, and not a dataclass like the others here, since files contain it.
    id: str
    theorem: str
    checked: tuple[str, ...]
    argued: tuple[str, ...]


Named = Axiom | Statement | str
"""A statement as people write it: by an axiom, as a statement, or by name."""
_CALL = re.compile(r"(?P<name>[^()]+)\((?P<arguments>.*)\)")
_WHOLE = re.compile(r"-?\d+")


def read_statement(written: Named, find: Callable[[str], Axiom]) -> Statement:
    """Convert what people write to a statement.

    A name may have arguments, as the matrix shows them: ``scale-free(parameter=w, degree=1)``. An argument contains no
    comma. ``find`` looks up the name of an axiom; what it raises for an unknown name passes. Raises ``TypeError`` for
    arguments that the axiom does not have.
    """
    if not isinstance(written, str):
        return as_statement(written)
    call = _CALL.fullmatch(written.strip())
    if call is None:
        return as_statement(find(written))
    positional_values: list[Any] = []
    keyword_values: dict[str, Any] = {}
    for part in filter(None, map(str.strip, call["arguments"].split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if equals:
            keyword_values[name] = _read_argument(value)
        else:  # no equality sign: the whole part is the value
            positional_values.append(_read_argument(name))
    return find(call["name"].strip())(*positional_values, **keyword_values)


def _read_argument(text: str) -> Any:
    """Read an argument: a whole number, or a text such as a metric's name or a fraction, with or without quotes."""
    return int(text) if _WHOLE.fullmatch(text) else text.strip("'\"")
