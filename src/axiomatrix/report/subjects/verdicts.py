"""Verdicts of cells in words: two or three for a table (:class:`BriefVerdict`), a sentence for an answer.

``axiomatrix ask`` and ``compare`` use them, and the site. A *standing* is the known result for a metric and an axiom,
which may have several statements and so several cells. Its ``deciding_cell`` is the one that decides. The *grade* of a
status is the strength of its evidence. The *key* is the verdict, or a name such as ``BEST_SO_FAR`` where the verdict
alone does not tell enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...evidence.cell import Cell
from ...evidence.notation import short_number
from ...evidence.safe import visible
from ...evidence.status import EvidenceGrade
from ...evidence.verdict import BEST_SO_FAR, NO_EXAMPLE, NOTATION, Verdict
from ...evidence.words import cases_text
from ...studies.ask.comparing import Standing

AS_FAR_AS_DECIDED = "as far as is known"
"""Qualification of texts that count verdicts: a searched axiom may still be broken."""
HOLDS_UP_TO_N = {
    Verdict.CERTIFIED: "It holds up to n = {n}, for all parameters; nothing is known beyond.",
    Verdict.EXHAUSTED: "It holds up to n = {n}, in every case; nothing is known beyond ({cases}).",
    Verdict.SEARCHED: "No counterexample was found up to n = {n} ({cases}); that is not a proof.",
}
"""Sentences for verdicts that reach up to some n, with ``{n}`` and ``{cases}`` to fill in."""


def legend() -> str:
    """Explain the brief verdicts of a table."""
    exhausted, searched, none = (NOTATION[key].word for key in (Verdict.EXHAUSTED, Verdict.SEARCHED, NO_EXAMPLE))
    return (
        f"{Verdict.REFUTED.written} n=2: a list of 2 shows it; {exhausted} n<=4: it holds in every case up to n = 4, "
        f"and nothing is known beyond; {searched}: no counterexample in the cases tried, no proof; shown: an "
        f"example; {none}: no example; (10): only 10 cases; -: the axiom does not apply; "
        "not asked: the report has no such cell"
    )


@dataclass(frozen=True)
class BriefVerdict:
    """A verdict in two or three words, such as ``fails n=3`` or ``searched n<=4 (10)``."""

    word: str
    sign: Literal["=", "<=", ""] = ""
    """``=`` if an instance of size n decides, ``<=`` if the verdict reaches up to n, empty if no n matters."""
    n: int = 0
    few_cases: int = 0
    """The number of cases if it is so small that a reader must know it, else 0."""

    def __str__(self) -> str:
        size = f" n{self.sign}{self.n}" if self.sign else ""
        return f"{self.word}{size}" + (f" ({self.few_cases})" if self.few_cases else "")

    @property
    def aloud(self) -> str:
        """The verdict for screen readers and within sentences, such as ``fails at n = 3``."""
        size = f" {'at' if self.sign == '=' else 'up to'} n = {self.n}" if self.sign else ""
        return f"{self.word}{size}" + (f" ({self.few_cases} cases)" if self.few_cases else "")


def brief_text(standing: Standing) -> str:
    """The brief verdict of a standing as a table shows it."""
    return str(brief_verdict(standing))


def brief_verdict(standing: Standing) -> BriefVerdict:
    """The verdict of a standing: that of its deciding cell, or ``-`` if the axiom does not apply to the metric."""
    cell = standing.deciding_cell
    if cell is None:
        return BriefVerdict("not asked")
    if not standing.applies:
        return BriefVerdict("-")
    status, evidence = cell.status, cell.evidence
    if status.key == BEST_SO_FAR and evidence.extreme is not None:
        return BriefVerdict(status.bound)  # the bound on a best constant, such as "best >= 1/2"
    if status.grade is EvidenceGrade.PROVED and evidence.witness is not None:
        # an instance refutes a statement about all, or proves a statement of existence
        return BriefVerdict(status.word if status.holds == "no" else "shown", "=", evidence.witness.n)
    if status.grade in (EvidenceGrade.NONE, EvidenceGrade.PROVED):  # not decided, or decided for every n
        return BriefVerdict(status.word)
    return BriefVerdict(status.word, "<=", evidence.up_to(), status.few_cases or 0)


def verdict_sentence(cell: Cell) -> str:
    """The verdict on a statement as a sentence, which answers both "does it hold?" and "does it fail?"."""
    status, evidence = cell.status, cell.evidence
    n = evidence.up_to()  # every size up to n was examined
    cases = cases_text(evidence)
    # a theorem may also extend a verdict to larger n only, which the sentences below tell like any other
    if evidence.derivation is not None and status.grade is EvidenceGrade.PROVED:
        return f"It {'fails' if status.holds == 'no' else 'holds'}: {visible(evidence.derivation.because)}."
    if status.holds == "no":
        if evidence.by_family:  # it is proved that no constant exists, and the bound is that theorem
            return f"It fails: {status.bound}."
        size = f" at n = {evidence.witness.n}" if evidence.witness else ""
        detail = f" It {evidence.values.text}." if evidence.values and evidence.values.holds else ""
        return f"It fails{size}.{detail}"
    if status.no_example_found:
        return f"No example was found up to n = {n} ({cases})."
    if status.key == Verdict.PROVED:
        return "It holds: an instance shows it." if evidence.witness else f"It holds: {status.word} for every n."
    if evidence.sought and evidence.extreme is not None:  # the axiom asks for a best constant
        return f"It asks for the best constant: {status.bound}, as far as is known (n <= {n})."
    if evidence.verdict in HOLDS_UP_TO_N:
        return HOLDS_UP_TO_N[evidence.verdict].format(n=n, cases=cases)
    if not status.is_asked:
        return f"The axiom does not apply: {visible(evidence.reason)}."
    return f"Not known: {status.word}. {status.notation.means}"


def relation_text(sides: tuple[str, str, str], *, true: bool) -> str:
    """Both sides of a relation, long exact numbers as decimals, and whether it is true.

    ``sides`` are the left side, the operator and the right side.
    """
    left, op, right = sides
    return f"{short_number(left, down=True)} {op} {short_number(right, down=True)} is {str(true).lower()}"
