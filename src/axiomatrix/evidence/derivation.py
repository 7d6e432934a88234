"""Derivations: how a verdict follows by theorems from other cells and proofs, and contradictions between such.

:mod:`axiomatrix.engine.deduction` makes them when all rows are decided, and reports show them as steps:

    by left-invariance-is-reversal-invariance
      cayley x left-invariance: proved  [the cell left-invariance]

A *premise* is any step that a derivation uses. A *ground* is a premise that is not derived itself: a cell or a proof.
Steps are listed depth first: a step rests on the steps one level below it that come before the next step at its level.
The docstrings of records and the descriptions of their fields are part of the JSON schema of reports.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ..spaces.parameters import ParameterDomain
from .formats import Record
from .verdict import Verdict

Size = Annotated[
    int,
    Meta(
        ge=0,
        le=10**9,
        description="The largest n for which it holds, or the size of an instance that settles it; 0 for every n.",
    ),
]


def known_text(verdict: Verdict, n: int) -> str:
    """Write how strongly a statement is known: the verdict with its size, such as ``proved`` or ``exhausted n<=4``."""
    return f"{verdict.written} {size_text(verdict, n)}".rstrip()


def size_text(verdict: Verdict, n: int) -> str:
    """Write the size that a verdict reaches, or the size of the instance that settles it; empty for every n."""
    is_by_instance = verdict in (Verdict.REFUTED, Verdict.PROVED)
    op = "=" if is_by_instance else "<="
    return f"n{op}{n}" if n else ""


class DerivationStep(Record):
    """A statement that a derivation uses, how strongly it is known, and why."""

    metric: str
    axiom: str
    label: Annotated[str, Meta(description="The axiom's arguments.")]
    space: ParameterDomain
    verdict: Verdict
    n: Size = 0
    depth: Annotated[
        int, Meta(ge=0, description="A step rests on the steps one deeper that follow it, up to the next of its depth.")
    ] = 1
    theorem: Annotated[str, Meta(description="The theorem by which it follows.")] = ""
    cell: Annotated[str, Meta(description="The metric's cell that states it.")] = ""
    proof: Annotated[str, Meta(description="The catalogue's proof that states it, where no cell does.")] = ""
    says: Annotated[str, Meta(description="What is proved, in words.")] = ""

    @property
    def title(self) -> str:
        """The axiom with its arguments, and the space where it is not the declared one."""
        return (f"{self.axiom}({self.label})" if self.label else self.axiom) + self.space.suffix

    @property
    def known(self) -> str:
        """Verdict with its size, such as ``exhausted n<=4``."""
        return known_text(self.verdict, self.n)

    @property
    def source(self) -> str:
        """Name the theorem, proof or cell from which the statement is known."""
        if self.theorem:
            return f"by {self.theorem}"
        return f"the proof {self.proof}" if self.proof else f"the cell {self.cell}"

    @property
    def text(self) -> str:
        """Write the step on one line."""
        return f"{self.metric} x {self.title}: {self.known}  [{self.source}]"


class Derivation(Record):
    """The theorem by which a verdict follows, and everything that it rests on; no stronger than the weakest of it."""

    theorem: str
    premises: Annotated[tuple[DerivationStep, ...], Meta(description="Depth first, in the order of the theorem.")]
    n: Size = 0
    own_verdict: Annotated[
        Verdict | None, Meta(description="The verdict of the search by itself; its reach is the cell's.")
    ] = None

    @property
    def grounds(self) -> list[DerivationStep]:
        """Return the steps that are not derived themselves: cells and proofs."""
        return [step for step in self.premises if not step.theorem]

    @property
    def because(self) -> str:
        """Write the first ground in a few words, such as ``footrule <= 2 kendall is proved``."""
        if not self.grounds:  # a theorem without premises
            return f"by {self.theorem}"
        ground = self.grounds[0]
        return f"{ground.says or ground.title} is {ground.known}"

    @property
    def text(self) -> str:
        """Write the theorem with all grounds, on one line."""
        grounds = dict.fromkeys(f"{step.metric} x {step.title}: {step.known}" for step in self.grounds)
        return f"by {self.theorem} from {'; '.join(grounds)}"

    @property
    def lines(self) -> list[str]:
        """Write the theorem, then each step on its own line, with the steps that it rests on indented below it."""
        return [f"by {self.theorem}", *(f"{'  ' * step.depth}{step.text}" for step in self.premises)]


class DerivedBound(Record):
    """A better bound on a best constant than the one that was found here."""

    value: Annotated[str, Meta(min_length=1, description="The exact number, or infinite.")]
    premises: Annotated[tuple[DerivationStep, ...], Meta(min_length=1)]

    @property
    def text(self) -> str:
        """Name the cell whose instance attains the bound."""
        ground = next(step for step in self.premises if not step.theorem)
        return f"by {ground.metric} x {ground.cell}"


class Contradiction(Record):
    """Two statements that cannot both be true: a verdict, a theorem or the formula of an axiom is wrong."""

    broken: Annotated[tuple[DerivationStep, ...], Meta(min_length=1, description="That it fails, and why.")]
    stands: Annotated[tuple[DerivationStep, ...], Meta(min_length=1, description="That it holds, and why.")]

    @property
    def sentence(self) -> str:
        """Write the two sides in a sentence, each with its source."""
        refutation, support = self.broken[0], self.stands[0]  # the rest is what each rests on
        return (
            f"contradiction: {refutation.metric} x {refutation.title} "
            f"is {refutation.known} ({_source_of(self.broken)}) and {support.known} ({_source_of(self.stands)})"
        )

    @property
    def lines(self) -> list[str]:
        """Write the sentence, and both derivations step by step."""
        broken, stands = ([f"  {'  ' * step.depth}{step.text}" for step in side] for side in (self.broken, self.stands))
        return [self.sentence, *broken, "  against", *stands]


def _source_of(side: tuple[DerivationStep, ...]) -> str:
    """Name the source of one side of a contradiction; for a derived side, also the cells and proofs it rests on."""
    grounds = dict.fromkeys(f"{step.metric} x {step.title} is {step.known}" for step in side[1:] if not step.theorem)
    return side[0].source + (f" since {' and '.join(grounds)}" if grounds else "")
