"""What a cell says in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

from ...evidence.cell import Cell
from ...evidence.decimals import short_number
from ...evidence.safe import visible
from ...evidence.verdict import Verdict
from ...evidence.words import best_text, cases_text, constant_text
from ...studies.ask.standing import Standing

LEGEND = (
    "fails n=2: a list of 2 shows it; all n<=4: it holds in every case up to n = 4, and beyond nothing is known; "
    "searched: nothing against it among the cases tried, no proof; shown: an example; none: no example found; (10): so "
    "few cases; -: the axiom says nothing of it; not asked: the report has no cell of it"
)
THIN = 20
"""Cases below which their number stands with the verdict: so few say little."""
COUNTED = (Verdict.CERTIFIED, Verdict.EXHAUSTED, Verdict.SEARCHED, Verdict.UNDECIDED, Verdict.VACUOUS)
"""What is worth as much as its cases are many."""

UP_TO = {
    Verdict.CERTIFIED: ("certified", "It holds up to n = {n}, for all parameters; nothing is known beyond."),
    Verdict.EXHAUSTED: ("all", "It holds up to n = {n}, in every case; nothing is known beyond ({cases})."),
    Verdict.SEARCHED: ("searched", "Nothing was found against it up to n = {n} ({cases}); that is not a proof."),
}
"""What stands up to some n, in a word and in a sentence."""
SPOKEN = {Verdict.EXHAUSTED: "every case"}
"""Of these words those that are read aloud as others."""


def is_thin(cell: Cell) -> bool:
    """Whether the verdict stands on so few cases, or on none; a witness, a proof or a fault needs no more."""
    return cell.evidence.verdict in COUNTED and cell.evidence.cases < THIN


@dataclass(frozen=True)
class Brief:
    """A verdict in two or three words, for a table."""

    word: str
    spoken: str = ""
    """The word as it is read aloud, if it is another one then."""
    size: tuple[str, int] | None = None
    """At which n it is known (``=``), or up to which (``<=``)."""
    few: int = 0
    """The cases, if they are few."""

    def __str__(self) -> str:
        size = f" n{self.size[0]}{self.size[1]}" if self.size else ""
        return f"{self.word}{size}" + (f" ({self.few})" if self.few else "")

    @property
    def aloud(self) -> str:
        """As it is read aloud."""
        size = f" {'at' if self.size[0] == '=' else 'up to'} n = {self.size[1]}" if self.size else ""
        return f"{self.spoken or self.word}{size}" + (f" ({self.few} cases)" if self.few else "")


def short(standing: Standing) -> str:
    """In two or three words, for a table."""
    return str(brief(standing))


def brief(standing: Standing) -> Brief:
    """What stands for it in a table."""
    cell = standing.telling
    if cell is None:
        return Brief("not asked")
    if not standing.applies:
        return Brief("-")
    evidence, witness = cell.evidence, cell.evidence.witness
    up_to = ("<=", evidence.up_to())
    if evidence.verdict is Verdict.REFUTED:
        return Brief("fails", size=("=", witness.n) if witness else None)
    few = evidence.cases if evidence.cases < THIN else 0
    if evidence.in_vain:
        return Brief("none", "no example found", up_to, few)
    if evidence.verdict is Verdict.PROVED:
        return Brief("shown", size=("=", witness.n)) if witness else Brief("proved", "proved for every n")
    if evidence.sought and evidence.extreme is not None:
        return Brief(best_text(evidence.extreme), best_text(evidence.extreme, "best constant so far"))
    if evidence.verdict in UP_TO:
        return Brief(UP_TO[evidence.verdict][0], SPOKEN.get(evidence.verdict, ""), up_to, few)
    return Brief(str(evidence.verdict))


def sentence(cell: Cell) -> str:
    """The verdict as the answer to a question, whether it asks if the statement holds or if it fails."""
    evidence, n = cell.evidence, cell.evidence.up_to()
    verdict, cases = evidence.verdict, cases_text(cell.evidence)
    if verdict is Verdict.REFUTED:
        if evidence.by_family:
            return f"It fails: {constant_text(evidence)}."
        size = f" at n = {evidence.witness.n}" if evidence.witness else ""
        detail = f" It {evidence.values.text}." if evidence.values and evidence.values.holds else ""
        return f"It fails{size}.{detail}"
    if evidence.in_vain:
        return f"No example was found up to n = {n} ({cases})."
    if verdict is Verdict.PROVED:
        return "It holds: an instance shows it." if evidence.witness else "It holds: proved for every n."
    if evidence.sought and evidence.extreme is not None:
        return f"It is a question of the constant: {best_text(evidence.extreme)}, as far as was looked (n <= {n})."
    if verdict in UP_TO:
        return UP_TO[verdict][1].format(n=n, cases=cases)
    if verdict is Verdict.NOT_APPLICABLE:
        return f"The axiom says nothing of it: {visible(evidence.reason)}."
    return f"Not known: {verdict}. {verdict.means}"


def relation(sides: tuple[str, str, str], *, true: bool) -> str:
    """Two sides, long exact numbers as decimals, and whether the relation is true."""
    left, op, right = sides
    return f"{short_number(left, down=True)} {op} {short_number(right, down=True)} is {str(true).lower()}"


def wrapped(text: str, width: int, indent: str = "  ", hang: str = "") -> list[str]:
    """The text in lines of at most so many characters."""
    return textwrap.wrap(
        visible(text), width, initial_indent=indent, subsequent_indent=indent + hang, break_on_hyphens=False
    )


def paragraphs(parts: Iterable[str], width: int) -> list[str]:
    """Each part as a paragraph, an empty line before each."""
    return [line for part in parts if part for line in ("", *wrapped(part, width))]
