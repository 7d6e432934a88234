"""Claims: metric x statement x status x source, in the source's wording; their proofs' notes; statements as written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct

from .axiom import Axiom, Statement, as_statement

Status = Literal["holds", "fails", "conjectured"]


@dataclass(frozen=True)
class SourceClaim:
    """One numbered claim of a source: its id, its wording as it is, and how it was formalised."""

    id: str
    wording: str
    formalised: str = ""
    supplied: bool = False
    """Whether the wording is ours because the source is silent."""
    latex: str = ""
    """What it says as a formula in LaTeX, on as many lines as it needs; empty if it says nothing of that kind."""
    only: str = ""
    """Of what alone it is asked, where that is less than it says: the verdict says so."""

    def holds(self, *claimed: Axiom | Statement) -> list[Claim]:
        """The source says that these hold."""
        return [Claim(as_statement(c), "holds", self) for c in claimed]

    def fails(self, *claimed: Axiom | Statement) -> list[Claim]:
        """The source says that these fail."""
        return [Claim(as_statement(c), "fails", self) for c in claimed]

    def conjectured(self, *claimed: Axiom | Statement) -> list[Claim]:
        """The source conjectures these."""
        return [Claim(as_statement(c), "conjectured", self) for c in claimed]


def entries(*texts: str) -> Iterator[tuple[str, str]]:
    """Yield the entries of a docstring's section: a line without indent, joined with the indented lines below it."""
    lines = [line for text in texts for line in text.splitlines() if line]
    parts = [" ".join(" ".join(part).split()) for _, part in groupby(lines, key=lambda line: line.startswith(" "))]
    return zip(parts[::2], parts[1::2], strict=True)


@dataclass
class Source:
    """A document and its claims by id."""

    id: str
    title: str
    claims: dict[str, SourceClaim] = field(default_factory=dict)

    def claim(
        self, id: str, wording: str, formalised: str = "", supplied: bool = False, latex: str = "", only: str = ""
    ) -> SourceClaim:
        """Add a claim; an id can be given once."""
        if id in self.claims:
            raise ValueError(f"source {self.id}: the claim {id} is declared twice")
        self.claims[id] = SourceClaim(id, wording, formalised, supplied, latex, only)
        return self.claims[id]

    def stated(self, text: str) -> list[SourceClaim]:
        """Add the claims of a text: of each ``id: wording``, and on indented lines how it was formalised.

        ``id (supplied): wording`` where the wording is ours; ``only:`` comes before what alone it is asked of, and
        ``$`` before each line of the formula in LaTeX.
        """
        claims = []
        for wording, more in entries(text):
            name, _, wording = wording.partition(": ")
            id, supplied, _ = name.partition(" (supplied)")
            says, *latex = more.split("$ ")
            formalised, _, only = says.strip().partition(" only: ")
            formula = "\n".join(map(str.strip, latex))
            claims.append(self.claim(id, wording, formalised, bool(supplied), formula, only))
        return claims


@dataclass(frozen=True)
class Claim:
    """Claim of a source about a metric."""

    statement: Statement
    status: Status
    source: SourceClaim


class ProofNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A proof for every n: what it proves, which of its steps a machine checks, and which stand on paper."""

    id: str
    theorem: str
    checked: tuple[str, ...]
    argued: tuple[str, ...]


Named = Axiom | Statement | str
"""What a person writes where a statement is wanted."""
_CALL = re.compile(r"(?P<name>[^()]+)\((?P<arguments>.*)\)")
_WHOLE = re.compile(r"-?\d+")


def read_statement(written: Named, find: Callable[[str], Axiom]) -> Statement:
    """The statement that is written; a name is looked up by ``find``, which raises ``Unknown``.

    A name may have arguments, as the matrix shows them: ``scale-free(parameter=w, degree=1)``.
    """
    if not isinstance(written, str):
        return as_statement(written)
    call = _CALL.fullmatch(written.strip())
    if call is None:
        return as_statement(find(written))
    values: list[Any] = []
    named: dict[str, Any] = {}
    for part in filter(None, map(str.strip, call["arguments"].split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if equals:
            named[name] = _value(value)
        else:
            values.append(_value(name))
    return find(call["name"].strip())(*values, **named)


def _value(text: str) -> Any:
    """A whole number, or a text such as the name of a metric or a fraction, with or without quotes."""
    return int(text) if _WHOLE.fullmatch(text) else text.strip("'\"")
