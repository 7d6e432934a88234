"""The laws of axioms: a known violator is refuted, a known satisfier is not, and the docstring says what it is about.

A law takes an axiom with what is known of it: definitions, and what the checker must say of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from verdict_words import in_words

from axiomatrix import REGISTRY, Cell, Registry, check, metric
from axiomatrix.evidence.evidence import BEST_CONSTANT, NO_INSTANCE
from axiomatrix.evidence.status import status_of
from axiomatrix.evidence.witness import replay
from axiomatrix.model.axiom import Axiom

from .suite import Suite

Options = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Known:
    """A definition as a metric is made of it; ``theirs`` is another metric with its options, of that name."""

    definition: Callable[..., Any]
    options: Options = field(default_factory=dict)
    space: str = field(default="open", kw_only=True)
    theirs: tuple[Any, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, eq=False)
class Refuted(Known):
    """A violator of an axiom, with its smallest counterexample; ``smallest``: whether it is said to be that."""

    n: int = 0
    instance: dict[str, Any] = field(default_factory=dict)
    sides: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)
    smallest: bool = True


@dataclass(frozen=True, eq=False)
class NotShown(Known):
    """A violator of an existential axiom: it has no instance as far as it was looked for."""

    verdict: str = "exhausted"
    reach: str = ""
    cases: int | None = None


@dataclass(frozen=True, eq=False)
class Kept(Known):
    """A satisfier of an axiom, and how far that is checked; ``cases`` None: some."""

    verdict: str = "exhausted"
    reach: str = ""
    cases: int | None = None


@dataclass(frozen=True, eq=False)
class Shown(Known):
    """A satisfier of an existential axiom, with the instance that shows it."""

    instance: dict[str, Any] = field(default_factory=dict)
    sides: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Subject:
    """An axiom with its known violator and satisfier."""

    axiom: Axiom
    violator: Known
    satisfier: Known


@cache
def decided(id: str, known: Known) -> tuple[Cell, Registry]:
    """The cell of a definition for the axiom, on the space that is asked about."""
    registry = Registry(REGISTRY)
    if known.theirs:
        metric("theirs", registry=registry, **known.theirs[1])(known.theirs[0])
    mine = metric("mine", registry=registry, **known.options)(known.definition)
    cells = check(mine, axioms=[id], profile="quick", use_pins=False, registry=registry)
    (cell,) = [cell for cell in cells if cell.space == known.space]
    return cell, registry


def differences(**pairs: tuple[Any, Any]) -> Iterator[object]:
    """Each value that is not the expected one, by name."""
    yield from ((name, *pair) for name, pair in pairs.items() if pair[0] != pair[1])


def sides(side: Any) -> str:
    return f"{side.lhs} {side.op} {side.rhs}"


# --- laws ------------------------------------------------------------------------------------------------------


def quantifier(subject: Subject) -> Iterator[object]:
    """An existential axiom is shown by an instance, any other is refuted by one."""
    existential = subject.axiom.quantifier == "there is"
    yield from differences(
        violator=(isinstance(subject.violator, NotShown), existential),
        satisfier=(isinstance(subject.satisfier, Shown), existential),
    )


def violator(subject: Subject) -> Iterator[object]:
    """The violator is refuted by the asserted counterexample, or nothing is found that shows it."""
    known = subject.violator
    evidence = decided(subject.axiom.id, known)[0].evidence
    if isinstance(known, NotShown):
        reach = status_of(evidence).reach.split(";")[0]
        yield from differences(
            verdict=((evidence.verdict, evidence.why, evidence.witness), (known.verdict, NO_INSTANCE, None)),
            reach=(reach, in_words(known.reach) or reach),
            cases=(evidence.reach[0].cases if known.cases else None, known.cases),
        )
        return
    assert isinstance(known, Refuted)
    witness = evidence.witness
    yield from differences(verdict=((evidence.verdict, evidence.method), ("refuted", "enumeration")))
    if witness is not None:
        yield from differences(
            reach=(status_of(evidence).reach, f"n={known.n}"),
            instance=((witness.n, witness.instance, witness.parameters), (known.n, known.instance, known.parameters)),
            sides=(sides(witness), known.sides),
            kind=((witness.shows, witness.channel, witness.space), ("refutes", "exact", known.space)),
            smallest=(witness.smallest, known.smallest),
        )


def replayed_counterexample(subject: Subject) -> Iterator[object]:
    """The counterexample of the violator stands when it is decided again."""
    known = subject.violator
    if isinstance(known, Refuted):
        cell, registry = decided(subject.axiom.id, known)
        assert cell.evidence.witness is not None
        again = replay(cell.evidence.witness, registry)
        yield from differences(stands=(again.stands, True), sides=(sides(again), known.sides))


def satisfier(subject: Subject) -> Iterator[object]:
    """The satisfier is enumerated without a counterexample, or an instance shows it."""
    known = subject.satisfier
    evidence = decided(subject.axiom.id, known)[0].evidence
    if isinstance(known, Shown):
        witness = evidence.witness
        yield from differences(verdict=(evidence.verdict, "proved"))
        if witness is not None:
            yield from differences(
                instance=(
                    (witness.shows, witness.instance, witness.parameters),
                    ("shows", known.instance, known.parameters),
                ),
                sides=(sides(witness), known.sides),
            )
        return
    assert isinstance(known, Kept)
    reason = BEST_CONSTANT if subject.axiom.quantifier == "extreme" else ""
    first, expected = evidence.reach[0], in_words(known.reach)
    yield from differences(
        verdict=((evidence.verdict, evidence.why, evidence.witness), (known.verdict, reason, None)),
        reach=(status_of(evidence).reach.startswith(expected) or first.text == expected, True),
        cases=(first.cases > 0 and known.cases in (None, first.cases), True),
        undecided=(evidence.undecided, 0),
    )


OPENINGS = {
    "for all": ("For all", "For every", "Homogeneity"),
    "there is": ("There are", "There is"),
    "extreme": ("The supremum",),
}
IN_WORDS = {"aggregation"}
"""Groups whose statements are about what a rule chooses, which is said in words and by the name of who found it."""


def documentation(subject: Subject) -> Iterator[object]:
    """The docstring has the formula, a blank line, the quantifier, the year of the source and an example."""
    axiom = subject.axiom
    formula, blank, *rest = (*axiom.doc.splitlines(), "", "")
    body = " ".join(rest)
    if axiom.formula != formula or blank:
        yield "formula", formula, blank
    if axiom.group not in IN_WORDS and not re.search(r"<|=|>", formula):
        yield "no relation", formula
    if not body.startswith(OPENINGS[axiom.quantifier]):
        yield "quantifier", body[:40]
    if axiom.group not in IN_WORDS and not re.search(r"\b(18|19|20)\d\d\b", body):
        yield "no year"
    if "Example: " not in body:
        yield "no example"


AXIOM = Suite((quantifier, violator, replayed_counterexample, satisfier, documentation))
