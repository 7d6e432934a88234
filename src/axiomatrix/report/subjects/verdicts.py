"""Verdicts of cells in words: two or three for a table (:class:`Brief`), a sentence for an answer.

``axiomatrix ask`` and ``compare`` use them, and the site. A *standing* is the known result for a metric and an axiom.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...evidence.cell import Cell
from ...evidence.notation import short_number
from ...evidence.safe import visible
from ...evidence.status import EvidenceGrade
from ...evidence.verdict import BEST_SO_FAR, NO_EXAMPLE, NOTATION, Verdict
from ...evidence.words import cases_text
from ...studies.ask.comparing import Standing

AS_FAR = "as far as was decided"
"""Qualification of headings that count verdicts: a searched axiom may still be broken."""
UP_TO = {
    Verdict.CERTIFIED: "It holds up to n = {n}, for all parameters; nothing is known beyond.",
    Verdict.EXHAUSTED: "It holds up to n = {n}, in every case; nothing is known beyond ({cases}).",
    Verdict.SEARCHED: "Nothing was found against it up to n = {n} ({cases}); that is not a proof.",
}
"""Sentences for verdicts that reach up to some n."""


def legend() -> str:
    """The explanation of the words in a table of verdicts."""
    exhausted, searched, none = (NOTATION[key].word for key in (Verdict.EXHAUSTED, Verdict.SEARCHED, NO_EXAMPLE))
    return (
        f"{Verdict.REFUTED.written} n=2: a list of 2 shows it; {exhausted} n<=4: it holds in every case up to n = 4, "
        f"and beyond nothing is known; {searched}: nothing against it among the cases tried, no proof; shown: an "
        f"example; {none}: no example; (10): so few cases; -: the axiom says nothing of it; "
        "not asked: the report has no cell of it"
    )


@dataclass(frozen=True)
class Brief:
    """A verdict in two or three words, for a table."""

    word: str
    size: tuple[str, int] | None = None
    """The n of the instance (``=``), or up to which n the verdict reaches (``<=``)."""
    few: int = 0
    """The number of cases if it is so small that a table shows it, else 0."""

    def __str__(self) -> str:
        size = f" n{self.size[0]}{self.size[1]}" if self.size else ""
        return f"{self.word}{size}" + (f" ({self.few})" if self.few else "")

    @property
    def aloud(self) -> str:
        """The verdict for screen readers, and within sentences."""
        size = f" {'at' if self.size[0] == '=' else 'up to'} n = {self.size[1]}" if self.size else ""
        return f"{self.word}{size}" + (f" ({self.few} cases)" if self.few else "")


def short(standing: Standing) -> str:
    """The verdict of a standing in two or three words."""
    return str(brief(standing))


def brief(standing: Standing) -> Brief:
    """The verdict of a standing (the cells that answer one question) for a table."""
    cell = standing.telling
    if cell is None:
        return Brief("not asked")
    if not standing.applies:
        return Brief("-")
    status, evidence = cell.status, cell.evidence
    if status.key == BEST_SO_FAR and evidence.extreme is not None:
        return Brief(status.bound)
    if status.grade is EvidenceGrade.PROVED and evidence.witness is not None:
        # an instance refutes a statement about all, or proves a statement of existence
        return Brief(status.word if status.holds == "no" else "shown", ("=", evidence.witness.n))
    if status.grade in (EvidenceGrade.NONE, EvidenceGrade.PROVED):
        return Brief(status.word)
    return Brief(status.word, ("<=", evidence.up_to()), status.few_cases or 0)


def sentence(cell: Cell) -> str:
    """The verdict as the answer to a question, whether it asks if the statement holds or if it fails."""
    status, evidence, n = cell.status, cell.evidence, cell.evidence.up_to()
    cases = cases_text(evidence)
    if evidence.derivation is not None and status.grade is EvidenceGrade.PROVED:
        return f"It {'fails' if status.holds == 'no' else 'holds'}: {visible(evidence.derivation.because)}."
    if status.holds == "no":
        if evidence.by_family:
            return f"It fails: {status.bound}."
        size = f" at n = {evidence.witness.n}" if evidence.witness else ""
        detail = f" It {evidence.values.text}." if evidence.values and evidence.values.holds else ""
        return f"It fails{size}.{detail}"
    if status.no_example_found:
        return f"No example was found up to n = {n} ({cases})."
    if status.key == Verdict.PROVED:
        return "It holds: an instance shows it." if evidence.witness else f"It holds: {status.word} for every n."
    if evidence.sought and evidence.extreme is not None:
        return f"It is a question of the constant: {status.bound}, as far as was looked (n <= {n})."
    if evidence.verdict in UP_TO:
        return UP_TO[evidence.verdict].format(n=n, cases=cases)
    if not status.is_asked:
        return f"The axiom says nothing of it: {visible(evidence.reason)}."
    return f"Not known: {status.word}. {status.notation.means}"


def relation(sides: tuple[str, str, str], *, true: bool) -> str:
    """Both sides of a relation, long exact numbers as decimals, and whether it is true.

    ``sides`` are the left side, the operator and the right side.
    """
    left, op, right = sides
    return f"{short_number(left, down=True)} {op} {short_number(right, down=True)} is {str(true).lower()}"
